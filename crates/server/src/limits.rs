//! How much one visitor may ask for: token buckets for connections, people and addresses.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

/// The limits of a server.
pub(crate) struct Limits {
    on: bool,
    clock: DefaultClock,
    guests: DefaultKeyedRateLimiter<IpAddr>,
    logins: DefaultKeyedRateLimiter<IpAddr>,
    names: DefaultKeyedRateLimiter<String>,
    rooms: DefaultKeyedRateLimiter<String>,
    requests: DefaultKeyedRateLimiter<IpAddr>,
    sockets: DefaultKeyedRateLimiter<IpAddr>,
}

/// What is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Limit<'a> {
    /// A new guest from this address.
    Guest(IpAddr),
    /// A try at a password from this address.
    Login(IpAddr),
    /// A try at the password of this account.
    Name(&'a str),
    /// A new room of this person.
    Room(&'a str),
    /// Any request from this address.
    Request(IpAddr),
    /// A new socket from this address.
    Socket(IpAddr),
}

/// Too much; try again after so long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooMany(pub(crate) Duration);

fn quota(burst: u32, period: Duration) -> Quota {
    let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
    let quota = Quota::with_period(period / burst.get()).unwrap_or_else(|| Quota::per_second(burst));
    quota.allow_burst(burst)
}

const MINUTE: Duration = Duration::from_secs(60);

impl Limits {
    pub(crate) fn new(on: bool) -> Self {
        Self {
            on,
            clock: DefaultClock::default(),
            guests: RateLimiter::keyed(quota(30, MINUTE)),
            logins: RateLimiter::keyed(quota(10, MINUTE)),
            names: RateLimiter::keyed(quota(10, 5 * MINUTE)),
            rooms: RateLimiter::keyed(quota(30, MINUTE)),
            requests: RateLimiter::keyed(quota(600, MINUTE)),
            sockets: RateLimiter::keyed(quota(120, MINUTE)),
        }
    }

    /// Counts one, or says how long to wait.
    pub(crate) fn check(&self, limit: Limit<'_>) -> Result<(), TooMany> {
        if !self.on {
            return Ok(());
        }
        let checked = match limit {
            Limit::Guest(address) => self.guests.check_key(&address),
            Limit::Login(address) => self.logins.check_key(&address),
            Limit::Name(name) => self.names.check_key(&name.to_lowercase()),
            Limit::Room(user) => self.rooms.check_key(&user.to_owned()),
            Limit::Request(address) => self.requests.check_key(&address),
            Limit::Socket(address) => self.sockets.check_key(&address),
        };
        checked.map_err(|until| TooMany(until.wait_time_from(self.clock.now())))
    }

    /// A bucket for the messages of one socket.
    pub(crate) fn socket(&self, playing: bool) -> Option<DefaultDirectRateLimiter> {
        let burst = if playing { 100 } else { 50 };
        self.on
            .then(|| RateLimiter::direct(quota(burst, Duration::from_secs(20))))
    }

    /// Whether anything is limited.
    pub(crate) fn on(&self) -> bool {
        self.on
    }

    /// Forgets those whose buckets are full again.
    pub(crate) fn sweep(&self) {
        self.guests.retain_recent();
        self.logins.retain_recent();
        self.names.retain_recent();
        self.rooms.retain_recent();
        self.requests.retain_recent();
        self.sockets.retain_recent();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_allowed_and_no_more() {
        let limits = Limits::new(true);
        let address = IpAddr::from([127, 0, 0, 1]);
        for i in 0..10 {
            assert_eq!(limits.check(Limit::Login(address)), Ok(()), "try {i}");
        }
        let TooMany(wait) = limits.check(Limit::Login(address)).expect_err("one too many");
        assert!(wait <= Duration::from_secs(6), "{wait:?}");
        let other = IpAddr::from([127, 0, 0, 2]);
        assert_eq!(limits.check(Limit::Login(other)), Ok(()));
        assert_eq!(limits.check(Limit::Guest(address)), Ok(()));
        let off = Limits::new(false);
        assert!((0..100).all(|_| off.check(Limit::Login(address)).is_ok()));
    }
}
