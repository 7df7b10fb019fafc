//! How much one visitor may ask for: token buckets for connections, people and addresses.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::listen::HeldPlace;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

/// Sockets that may be open at once: of one person, from one address, in one room.
const SOCKETS_OF_PERSON: u32 = 24;
const SOCKETS_OF_ADDRESS: u32 = 128;
const SOCKETS_OF_ROOM: u32 = 1_000;

/// Large requests from one address that may be read and worked on at once. Whoever sends them slowly takes memory only.
const LARGE_OF_ADDRESS: u32 = 4;

/// The part of an address that belongs to one visitor: of IPv6 the first 64 bits, as a visitor has all of the rest.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) | IpAddr::V6(Ipv6Addr::LOCALHOST) => address,
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
        },
    }
}

/// Whose open sockets or large requests are counted together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Holder {
    Person(String),
    Address(IpAddr),
    Room(String),
    LargeRequests(IpAddr),
}

/// How many everybody holds.
type Counts = Arc<Mutex<HashMap<Holder, u32>>>;

/// The limits of a server.
pub(crate) struct Limits {
    on: bool,
    clock: DefaultClock,
    guests: DefaultKeyedRateLimiter<IpAddr>,
    logins: DefaultKeyedRateLimiter<IpAddr>,
    names: DefaultKeyedRateLimiter<(String, IpAddr)>,
    codes: DefaultKeyedRateLimiter<String>,
    exports: DefaultKeyedRateLimiter<String>,
    rooms: DefaultKeyedRateLimiter<String>,
    studies: DefaultKeyedRateLimiter<String>,
    pictures: DefaultKeyedRateLimiter<String>,
    requests: DefaultKeyedRateLimiter<IpAddr>,
    sockets: DefaultKeyedRateLimiter<IpAddr>,
    open: Counts,
}

/// An open socket; it is not counted any more when this is dropped.
pub(crate) struct OpenSocket {
    _place: Option<HeldPlace>,
    _counted: Counted,
}

/// What is counted as long as this is kept.
pub(crate) struct Counted {
    open: Counts,
    holders: Vec<Holder>,
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        for holder in &self.holders {
            if let Some(count) = open.get_mut(holder) {
                *count -= 1;
                if *count == 0 {
                    open.remove(holder);
                }
            }
        }
    }
}

/// What is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Limit<'a> {
    /// A new guest from this address.
    Guest(IpAddr),
    /// A try at a password from this address.
    Login(IpAddr),
    /// A try at the password of this account from this address. Others cannot lock its owner out.
    Name(&'a str, IpAddr),
    /// A try at the second factor of this account, which only somebody with its password can make.
    Code(&'a str),
    /// All data of this person.
    Export(&'a str),
    /// A new room of this person.
    Room(&'a str),
    /// A study of this person that is written, or a file of games that is read or written.
    Study(&'a str),
    /// A picture for this person.
    Picture(&'a str),
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
            codes: RateLimiter::keyed(quota(10, 10 * MINUTE)),
            exports: RateLimiter::keyed(quota(4, 10 * MINUTE)),
            rooms: RateLimiter::keyed(quota(30, MINUTE)),
            studies: RateLimiter::keyed(quota(60, MINUTE)),
            pictures: RateLimiter::keyed(quota(20, MINUTE)),
            requests: RateLimiter::keyed(quota(600, MINUTE)),
            sockets: RateLimiter::keyed(quota(120, MINUTE)),
            open: Arc::default(),
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
            Limit::Name(name, address) => self.names.check_key(&(name.to_lowercase(), address)),
            Limit::Code(user) => self.codes.check_key(&user.to_owned()),
            Limit::Export(user) => self.exports.check_key(&user.to_owned()),
            Limit::Room(user) => self.rooms.check_key(&user.to_owned()),
            Limit::Study(user) => self.studies.check_key(&user.to_owned()),
            Limit::Picture(user) => self.pictures.check_key(&user.to_owned()),
            Limit::Request(address) => self.requests.check_key(&address),
            Limit::Socket(address) => self.sockets.check_key(&address),
        };
        checked.map_err(|until| TooMany(until.wait_time_from(self.clock.now())))
    }

    /// Counts a socket as open, in a room or in the lobby.
    pub(crate) fn open_socket(
        &self,
        person: &str,
        address: IpAddr,
        room: Option<&str>,
        place: Option<HeldPlace>,
    ) -> Result<OpenSocket, TooMany> {
        let wanted = [
            Some((Holder::Person(person.to_owned()), SOCKETS_OF_PERSON)),
            Some((Holder::Address(network(address)), SOCKETS_OF_ADDRESS)),
            room.map(|room| (Holder::Room(room.to_owned()), SOCKETS_OF_ROOM)),
        ];
        Ok(OpenSocket {
            _place: place,
            _counted: self.count(wanted.into_iter().flatten().collect())?,
        })
    }

    /// Counts a large request from this address.
    pub(crate) fn large_request(&self, address: IpAddr) -> Result<Counted, TooMany> {
        self.count(vec![(Holder::LargeRequests(network(address)), LARGE_OF_ADDRESS)])
    }

    /// Counts one more for each of these, unless one of them has as many as it may.
    fn count(&self, wanted: Vec<(Holder, u32)>) -> Result<Counted, TooMany> {
        let mut holders = Vec::new();
        if self.on {
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            if wanted
                .iter()
                .any(|(holder, most)| open.get(holder).is_some_and(|count| count >= most))
            {
                return Err(TooMany(Duration::from_secs(10)));
            }
            for (holder, _) in wanted {
                *open.entry(holder.clone()).or_default() += 1;
                holders.push(holder);
            }
        }
        Ok(Counted {
            open: Arc::clone(&self.open),
            holders,
        })
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
        self.codes.retain_recent();
        self.exports.retain_recent();
        self.rooms.retain_recent();
        self.studies.retain_recent();
        self.pictures.retain_recent();
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
        let open: Vec<_> = (0..SOCKETS_OF_PERSON)
            .map(|_| {
                limits
                    .open_socket("ana", address, Some("room"), None)
                    .expect("a socket")
            })
            .collect();
        assert!(limits.open_socket("ana", other, None, None).is_err());
        assert!(limits.open_socket("bob", address, Some("room"), None).is_ok());
        drop(open);
        assert!(limits.open_socket("ana", other, None, None).is_ok());
        let off = Limits::new(false);
        assert!((0..100).all(|_| off.check(Limit::Login(address)).is_ok()));
    }

    #[test]
    fn sockets_are_counted_for_each_address_and_each_room() {
        let limits = Limits::new(true);
        let open = |person: u32, address: IpAddr, room: &str| {
            limits.open_socket(&person.to_string(), address, Some(room), None)
        };
        // A network of IPv6 is one visitor, whatever address of it is used.
        let of_network = |i: u32| IpAddr::from([0x2001, 0xdb8, 0, 7, 0, 0, 0, i as u16]);
        let mut sockets = Vec::new();
        for i in 0..SOCKETS_OF_ADDRESS {
            sockets.push(open(i, of_network(i), &i.to_string()).expect("a socket"));
        }
        assert!(
            open(999, of_network(999), "other").is_err(),
            "one too many from a network"
        );
        assert!(open(999, IpAddr::from([0x2001, 0xdb8, 0, 8, 0, 0, 0, 1]), "other").is_ok());
        sockets.clear();
        let elsewhere = |i: u32| IpAddr::from([10, 0, (i / 250) as u8, (i % 250) as u8]);
        for i in 0..SOCKETS_OF_ROOM {
            sockets.push(open(i, elsewhere(i), "room").expect("a socket"));
        }
        let one_more = elsewhere(SOCKETS_OF_ROOM);
        assert!(
            open(SOCKETS_OF_ROOM, one_more, "room").is_err(),
            "one too many in a room"
        );
        assert!(open(SOCKETS_OF_ROOM, one_more, "next door").is_ok());
        sockets.pop();
        assert!(
            open(SOCKETS_OF_ROOM, one_more, "room").is_ok(),
            "a place that was given back"
        );
    }
}
