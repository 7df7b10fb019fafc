//! Search time as a good that is shared: how much of it a person, an address and all together have used of late.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use crate::limits::TooMany;

/// All people at one address may use so many times what one may.
const ADDRESS: f64 = 2.0;

/// Seconds of search in a minute for everybody, for each thread, beside the moves of machines.
const WHOLE: f64 = 45.0;

const MINUTE: f64 = 60.0;

/// For whom a search is made.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Payer {
    pub(crate) person: String,
    /// Unknown for somebody who has left.
    pub(crate) address: Option<IpAddr>,
}

/// Seconds of search that were asked for beside the moves of machines and have not been done yet.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Ahead {
    pub(super) of_person: f64,
    pub(super) of_address: f64,
}

#[derive(PartialEq, Eq, Hash)]
enum Account {
    Person(String),
    Address(IpAddr),
    Whole,
}

/// What was used, leaking away at the rate of the allowance.
struct Meter {
    used: f64,
    at: Instant,
}

impl Meter {
    fn level(&self, allowance: f64, now: Instant) -> f64 {
        let passed = now.duration_since(self.at).as_secs_f64();
        (self.used - passed * allowance / MINUTE).max(0.0)
    }
}

/// What everybody has used.
pub(super) struct Budgets {
    meters: HashMap<Account, Meter>,
    /// Seconds of search that a person may ask for in a minute, beside the moves of machines.
    person: f64,
    whole: f64,
}

impl Budgets {
    pub(super) fn new(threads: usize, person: f64) -> Self {
        Self {
            meters: HashMap::new(),
            person,
            whole: WHOLE * threads as f64,
        }
    }

    fn accounts(&self, payer: &Payer) -> impl Iterator<Item = (Account, f64)> + use<> {
        let address = payer
            .address
            .map(|address| (Account::Address(address), ADDRESS * self.person));
        [
            (Account::Person(payer.person.clone()), self.person),
            (Account::Whole, self.whole),
        ]
        .into_iter()
        .chain(address)
    }

    /// So much was used.
    pub(super) fn spend(&mut self, payer: &Payer, time: Duration, now: Instant) {
        for (account, allowance) in self.accounts(payer) {
            let meter = self.meters.entry(account).or_insert(Meter { used: 0.0, at: now });
            *meter = Meter {
                used: meter.level(allowance, now) + time.as_secs_f64(),
                at: now,
            };
        }
    }

    /// The share of an allowance that is used up.
    fn used(&self, account: &Account, allowance: f64, now: Instant) -> f64 {
        let meter = self.meters.get(account);
        meter.map_or(0.0, |meter| meter.level(allowance, now) / allowance)
    }

    /// The share of the allowance of a person that is used up.
    pub(super) fn used_by(&self, person: &str, now: Instant) -> f64 {
        self.used(&Account::Person(person.to_owned()), self.person, now)
    }

    /// The share of the allowance of all at an address that is used up.
    pub(super) fn used_at(&self, address: IpAddr, now: Instant) -> f64 {
        self.used(&Account::Address(address), ADDRESS * self.person, now)
    }

    /// What counts when somebody's turn is decided: whoever makes many guests has still one address.
    pub(super) fn used_up(&self, payer: &Payer, now: Instant) -> f64 {
        let at = payer.address.map_or(0.0, |address| self.used_at(address, now));
        self.used_by(&payer.person, now).max(at)
    }

    /// Whether there is something left for somebody, or when there will be. `ahead` has the seconds of search that were asked
    /// for and have not been done yet.
    pub(super) fn admit(&self, payer: &Payer, ahead: &Ahead, now: Instant) -> Result<(), TooMany> {
        let waits = self.accounts(payer).filter_map(|(account, allowance)| {
            let level = self.used(&account, allowance, now) * allowance;
            let ahead = match account {
                Account::Person(_) => ahead.of_person,
                Account::Address(_) => ahead.of_address,
                // What one has asked for keeps nobody else away.
                Account::Whole => 0.0,
            };
            let over = level + ahead - allowance;
            (over >= 0.0).then(|| over * MINUTE / allowance)
        });
        match waits.reduce(f64::max) {
            Some(seconds) => Err(TooMany(Duration::from_secs_f64(seconds))),
            None => Ok(()),
        }
    }

    /// Forgets those who have used nothing of late.
    pub(super) fn sweep(&mut self, now: Instant) {
        let person = self.person;
        self.meters.retain(|account, meter| {
            let allowance = match account {
                Account::Person(_) => person,
                Account::Address(_) => ADDRESS * person,
                Account::Whole => return true,
            };
            meter.level(allowance, now) > 0.0
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nobody waits for anything.
    const NOTHING: Ahead = Ahead {
        of_person: 0.0,
        of_address: 0.0,
    };

    #[test]
    fn a_person_an_address_and_all_together_have_a_budget_that_comes_back() {
        let mut budgets = Budgets::new(1, 20.0);
        let address = Some(IpAddr::from([192, 0, 2, 1]));
        let payer = |person: &str| Payer {
            person: person.to_owned(),
            address,
        };
        let start = Instant::now();
        let later = |seconds| start + Duration::from_secs(seconds);
        budgets.spend(&payer("ana"), Duration::from_secs(20), start);
        assert!(budgets.admit(&payer("ana"), &NOTHING, start).is_err());
        assert!(budgets.admit(&payer("bob"), &NOTHING, start).is_ok());
        assert!(
            budgets.admit(&payer("ana"), &NOTHING, later(1)).is_ok(),
            "a third of a second is left"
        );
        budgets.spend(&payer("bob"), Duration::from_secs(20), start);
        let TooMany(wait) = budgets
            .admit(&payer("eva"), &NOTHING, start)
            .expect_err("the address has had enough");
        assert!(wait <= Duration::from_secs(1), "{wait:?}");
        let elsewhere = Payer {
            person: "eva".to_owned(),
            address: None,
        };
        assert!(budgets.admit(&elsewhere, &NOTHING, start).is_ok());
        budgets.spend(&elsewhere, Duration::from_secs(6), start);
        let another = Payer {
            person: "leo".to_owned(),
            address: None,
        };
        assert!(
            budgets.admit(&another, &NOTHING, start).is_err(),
            "all together have used 46 s"
        );
        assert!((budgets.used_by("ana", start) - 1.0).abs() < 1e-9);
        budgets.sweep(later(61));
        assert_eq!(budgets.meters.len(), 1, "only the sum is kept");
        assert!(budgets.used_by("ana", later(61)).abs() < 1e-9);
    }
}
