//! Which search runs next, and which one makes room. Moves of running games come before hints, hints before analyses.
//! Among equals the person who has used least comes first, or whose address has. A search is interrupted when a more urgent
//! one waits, and after a slice when an equal one does; it goes on later with the rest of its time. Each class has a queue
//! of its own: whoever fills that of the analyses delays no game.

use std::time::{Duration, Instant};

use damero_search::Stop;

use super::Busy;
use super::budget::{Ahead, Budgets, Payer};
use crate::limits::TooMany;

/// What a search is for, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Class {
    /// A machine's move in a running game, or its answer to the offer of a draw.
    Move,
    /// A hint.
    Hint,
    /// Everything else.
    Analysis,
}

/// A search runs for so long at least before an equal one takes its place. A move that waits for a thread waits no longer.
pub(super) const SLICE: Duration = Duration::from_millis(150);

/// Searches of one person and class that may wait.
const OF_ONE: usize = 16;

/// All people at one address fill at most this part of the queue of a class.
const OF_ADDRESS: usize = 2;

/// A search that waits.
struct Waiting<J> {
    class: Class,
    payer: Payer,
    since: Instant,
    /// What is left of its time.
    time: Duration,
    job: J,
}

/// A search that runs.
struct Running {
    number: u64,
    class: Class,
    payer: Payer,
    since: Instant,
    time: Duration,
    stop: Stop,
}

/// What a thread is to do.
pub(super) struct Slice<J> {
    pub(super) number: u64,
    pub(super) class: Class,
    pub(super) payer: Payer,
    /// Ends the slice early.
    pub(super) stop: Stop,
    pub(super) job: J,
}

/// All searches.
pub(super) struct Schedule<J> {
    waiting: Vec<Waiting<J>>,
    running: Vec<Running>,
    next: u64,
    threads: usize,
    /// Searches of a class that may wait.
    capacity: usize,
    pub(super) budgets: Budgets,
}

impl<J> Schedule<J> {
    pub(super) fn new(threads: usize, capacity: usize, person: f64) -> Self {
        Self {
            waiting: Vec::new(),
            running: Vec::new(),
            next: 0,
            threads,
            capacity,
            budgets: Budgets::new(threads, person),
        }
    }

    /// How many wait.
    pub(super) fn queue(&self) -> usize {
        self.waiting.len()
    }

    /// A new search that takes so long.
    pub(super) fn submit(
        &mut self,
        class: Class,
        payer: Payer,
        time: Duration,
        job: J,
        now: Instant,
    ) -> Result<(), Busy> {
        let (mut all, mut of_one, mut of_address) = (0, 0, 0);
        for other in self.waiting.iter().filter(|other| other.class == class) {
            all += 1;
            of_one += usize::from(other.payer.person == payer.person);
            of_address += usize::from(payer.address.is_some() && other.payer.address == payer.address);
        }
        if all >= self.capacity || of_one >= OF_ONE || of_address >= self.capacity.div_ceil(OF_ADDRESS) {
            return Err(Busy);
        }
        self.put_back(class, payer, time, job, now);
        Ok(())
    }

    /// A search that was interrupted, with what is left of its time.
    pub(super) fn put_back(&mut self, class: Class, payer: Payer, time: Duration, job: J, now: Instant) {
        self.waiting.push(Waiting {
            class,
            payer,
            since: now,
            time,
            job,
        });
    }

    /// Forgets searches for which nobody waits any more.
    pub(super) fn forget(&mut self, called_off: impl Fn(&J) -> bool) {
        self.waiting.retain(|waiting| !called_off(&waiting.job));
    }

    /// Whether somebody may ask for one search more beside the moves of machines, or when.
    pub(super) fn admit(&self, payer: &Payer, now: Instant) -> Result<(), TooMany> {
        let waiting = self.waiting.iter().map(|one| (one.class, &one.payer, one.time));
        let running = self.running.iter().map(|one| (one.class, &one.payer, one.time));
        let mut ahead = Ahead::default();
        for (_, other, time) in waiting.chain(running).filter(|(class, ..)| *class != Class::Move) {
            if other.person == payer.person {
                ahead.of_person += time.as_secs_f64();
            }
            if other.address == payer.address {
                ahead.of_address += time.as_secs_f64();
            }
        }
        self.budgets.admit(payer, &ahead, now)
    }

    /// The place of the search that runs next. A person has one place for analyses.
    fn best(&self, now: Instant) -> Option<usize> {
        let may = |waiting: &Waiting<J>| {
            waiting.class != Class::Analysis
                || !self.running.iter().any(|running| {
                    running.class == Class::Analysis && running.payer.person == waiting.payer.person
                })
        };
        let key = |waiting: &Waiting<J>| {
            let used = self.budgets.used_up(&waiting.payer, now);
            (waiting.class, used, waiting.since)
        };
        let allowed = (0..self.waiting.len()).filter(|&i| may(&self.waiting[i]));
        allowed.min_by(|&a, &b| {
            let (a, b) = (key(&self.waiting[a]), key(&self.waiting[b]));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2))
        })
    }

    /// The next search for a thread that has nothing to do.
    pub(super) fn start(&mut self, now: Instant) -> Option<Slice<J>> {
        let Waiting {
            class,
            payer,
            time,
            job,
            ..
        } = self.waiting.swap_remove(self.best(now)?);
        self.next += 1;
        let stop = Stop::default();
        self.running.push(Running {
            number: self.next,
            class,
            payer: payer.clone(),
            since: now,
            time,
            stop: stop.clone(),
        });
        Some(Slice {
            number: self.next,
            class,
            payer,
            stop,
            job,
        })
    }

    /// A slice has ended. Returns how long it ran.
    pub(super) fn end(&mut self, number: u64, now: Instant) -> Duration {
        let Some(place) = self.running.iter().position(|running| running.number == number) else {
            return Duration::ZERO;
        };
        let running = self.running.swap_remove(place);
        let time = now.duration_since(running.since);
        self.budgets.spend(&running.payer, time, now);
        time
    }

    /// Interrupts a search if a better one waits and no thread is idle. Returns when to look again.
    pub(super) fn make_room(&mut self, now: Instant) -> Option<Duration> {
        let next = self.waiting.get(self.best(now)?)?;
        if self.running.len() < self.threads {
            return None;
        }
        // The least urgent one, and of these the one that has run longest.
        let victim = self
            .running
            .iter()
            .filter(|running| running.class >= next.class)
            .max_by(|a, b| a.class.cmp(&b.class).then(b.since.cmp(&a.since)))?;
        let ran = now.duration_since(victim.since);
        if victim.class > next.class || ran >= SLICE {
            victim.stop.now();
            return None;
        }
        Some(SLICE - ran)
    }

    /// Whether somebody has used a whole minute's allowance while others wait, or all at one address have while others do
    /// elsewhere.
    pub(super) fn is_greedy(&self, payer: &Payer, now: Instant) -> bool {
        let waits = |other: fn(&Payer, &Payer) -> bool| {
            let mut waiting = self.waiting.iter();
            waiting.any(|waiting| other(&waiting.payer, payer))
        };
        let person = self.budgets.used_by(&payer.person, now) >= 1.0;
        let here = payer
            .address
            .is_some_and(|address| self.budgets.used_at(address, now) >= 1.0);
        (person && waits(|one, other| one.person != other.person))
            || (here && waits(|one, other| one.address != other.address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn payer(person: &str) -> Payer {
        Payer {
            person: person.to_owned(),
            address: None,
        }
    }

    fn submit(
        schedule: &mut Schedule<&'static str>,
        class: Class,
        person: &str,
        job: &'static str,
        now: Instant,
    ) {
        schedule
            .submit(class, payer(person), SECOND, job, now)
            .expect("a place");
    }

    /// Somebody at an address, the last number of which is given.
    fn at(person: &str, address: u8) -> Payer {
        Payer {
            person: person.to_owned(),
            address: Some([192, 0, 2, address].into()),
        }
    }

    #[test]
    fn the_urgent_and_those_who_have_used_least_come_first() {
        let now = Instant::now();
        let mut schedule = Schedule::new(4, 100, 20.0);
        submit(&mut schedule, Class::Analysis, "ana", "analysis", now);
        submit(&mut schedule, Class::Analysis, "ana", "another analysis", now);
        submit(&mut schedule, Class::Hint, "ana", "hint", now);
        submit(&mut schedule, Class::Move, "ana", "ana's move", now);
        submit(&mut schedule, Class::Move, "bob", "bob's move", now);
        schedule.budgets.spend(&payer("ana"), Duration::from_secs(3), now);
        let mut order = Vec::new();
        while let Some(slice) = schedule.start(now) {
            order.push(slice.job);
        }
        assert_eq!(
            order,
            ["bob's move", "ana's move", "hint", "analysis"],
            "one place a person for analyses"
        );
    }

    #[test]
    fn a_move_interrupts_an_analysis_at_once_and_a_move_after_a_slice() {
        let start = Instant::now();
        let mut schedule = Schedule::new(1, 100, 20.0);
        submit(&mut schedule, Class::Analysis, "ana", "analysis", start);
        let analysis = schedule.start(start).expect("a search");
        assert_eq!(schedule.make_room(start), None, "nobody waits");
        submit(&mut schedule, Class::Move, "bob", "slow move", start);
        schedule.make_room(start);
        assert!(analysis.stop.asked());
        assert_eq!(schedule.end(analysis.number, start + SLICE), SLICE);
        schedule.put_back(analysis.class, analysis.payer, SECOND, analysis.job, start);
        let slow = schedule.start(start).expect("a search");
        assert_eq!(slow.job, "slow move");
        assert_eq!(schedule.make_room(start), None, "an analysis waits, that is all");
        assert!(!slow.stop.asked());
        submit(&mut schedule, Class::Move, "eva", "easy move", start);
        assert_eq!(schedule.make_room(start), Some(SLICE), "it may run for a slice");
        assert!(!slow.stop.asked());
        schedule.make_room(start + SLICE);
        assert!(slow.stop.asked());
    }

    #[test]
    fn nobody_fills_the_queue_alone() {
        let now = Instant::now();
        let mut schedule = Schedule::new(1, 100, 20.0);
        for _ in 0..OF_ONE {
            submit(&mut schedule, Class::Analysis, "ana", "analysis", now);
        }
        assert_eq!(
            schedule.submit(Class::Analysis, payer("ana"), SECOND, "more", now),
            Err(Busy)
        );
        submit(&mut schedule, Class::Move, "ana", "a move", now);
        submit(&mut schedule, Class::Analysis, "bob", "analysis", now);
    }
    #[test]
    fn a_queue_full_of_analyses_refuses_no_move() {
        let now = Instant::now();
        let mut schedule = Schedule::new(1, 4, 20.0);
        for (person, address) in [("ana", 1), ("bob", 1), ("eva", 2), ("leo", 3)] {
            let taken = schedule.submit(Class::Analysis, at(person, address), SECOND, "analysis", now);
            taken.expect("a place");
        }
        let more = schedule.submit(Class::Analysis, at("mia", 4), SECOND, "more", now);
        assert_eq!(more, Err(Busy));
        let moved = schedule.submit(Class::Move, at("mia", 4), SECOND, "a move", now);
        assert_eq!(moved, Ok(()));
        assert_eq!(schedule.start(now).map(|slice| slice.job), Some("a move"));
    }

    #[test]
    fn one_address_fills_half_of_a_queue_however_many_guests_it_makes() {
        let now = Instant::now();
        let mut schedule = Schedule::new(1, 4, 20.0);
        let taken = ["a", "b", "c", "d"].map(|person| {
            let taken = schedule.submit(Class::Move, at(person, 1), SECOND, "a move", now);
            taken.is_ok()
        });
        assert_eq!(taken, [true, true, false, false]);
        let other = schedule.submit(Class::Move, at("mia", 2), SECOND, "a move", now);
        assert_eq!(other, Ok(()));
    }

    #[test]
    fn many_guests_of_one_address_share_its_turn() {
        let now = Instant::now();
        let mut schedule = Schedule::new(1, 100, 20.0);
        // One guest has used something, the next ones are new; so is mia, who came last.
        schedule.budgets.spend(&at("first", 1), 10 * SECOND, now);
        for guest in ["second", "third", "fourth"] {
            let taken = schedule.submit(Class::Move, at(guest, 1), SECOND, "theirs", now);
            taken.expect("a place");
        }
        let taken = schedule.submit(Class::Move, at("mia", 2), SECOND, "mia's", now + SECOND);
        taken.expect("a place");
        assert_eq!(schedule.start(now + SECOND).map(|slice| slice.job), Some("mia's"));
        assert!(
            !schedule.is_greedy(&at("second", 1), now),
            "mia does not wait any more"
        );
        let taken = schedule.submit(Class::Move, at("mia", 2), SECOND, "mia's", now);
        taken.expect("a place");
        schedule.budgets.spend(&at("first", 1), 30 * SECOND, now);
        assert!(schedule.is_greedy(&at("second", 1), now), "the whole address is");
        assert!(!schedule.is_greedy(&at("mia", 2), now));
    }

    #[test]
    fn what_was_asked_for_counts_before_it_is_done() {
        let now = Instant::now();
        let mut schedule = Schedule::new(1, 100, 20.0);
        let mut ask = |person: &str, class: Class| {
            let payer = at(person, 1);
            let admitted = schedule.admit(&payer, now);
            if admitted.is_ok() {
                let taken = schedule.submit(class, payer, 5 * SECOND, "search", now);
                taken.expect("a place");
            }
            admitted.is_ok()
        };
        assert!(ask("ana", Class::Move), "a move of a machine is not asked for");
        let asked = [(); 5].map(|()| ask("ana", Class::Analysis));
        assert_eq!(asked, [true, true, true, true, false], "20 s in a minute");
        let asked = [(); 5].map(|()| ask("bob", Class::Analysis));
        assert_eq!(asked, [true, true, true, true, false], "40 s at their address");
        assert!(!ask("eva", Class::Hint), "one guest more brings nothing");
        assert!(
            schedule.admit(&at("mia", 2), now).is_ok(),
            "nobody else is kept away"
        );
        schedule.forget(|_| true);
        assert!(
            schedule.admit(&at("ana", 1), now).is_ok(),
            "nobody waits for it any more"
        );
    }
}
