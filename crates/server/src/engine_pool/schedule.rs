//! Which search runs next, and which one makes room. Moves of running games come before hints, hints before analyses.
//! Among equals the person who has used least comes first. A search is interrupted when a more urgent one waits, and after
//! a slice when an equal one does; it goes on later with the rest of its time.

use std::time::{Duration, Instant};

use damero_search::Stop;

use super::Busy;
use super::budget::{Budgets, Payer};

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

/// A search that waits.
struct Waiting<J> {
    class: Class,
    payer: Payer,
    since: Instant,
    job: J,
}

/// A search that runs.
struct Running {
    number: u64,
    class: Class,
    payer: Payer,
    since: Instant,
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

    /// A new search.
    pub(super) fn submit(&mut self, class: Class, payer: Payer, job: J, now: Instant) -> Result<(), Busy> {
        let same = |other: &&Waiting<J>| other.class == class && other.payer.person == payer.person;
        if self.waiting.len() >= self.capacity || self.waiting.iter().filter(same).count() >= OF_ONE {
            return Err(Busy);
        }
        self.put_back(class, payer, job, now);
        Ok(())
    }

    /// A search that was interrupted.
    pub(super) fn put_back(&mut self, class: Class, payer: Payer, job: J, now: Instant) {
        self.waiting.push(Waiting {
            class,
            payer,
            since: now,
            job,
        });
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
            let used = self.budgets.used_by(&waiting.payer.person, now);
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
            class, payer, job, ..
        } = self.waiting.swap_remove(self.best(now)?);
        self.next += 1;
        let stop = Stop::default();
        self.running.push(Running {
            number: self.next,
            class,
            payer: payer.clone(),
            since: now,
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

    /// Whether searches of others wait.
    pub(super) fn others_wait(&self, person: &str) -> bool {
        self.waiting.iter().any(|waiting| waiting.payer.person != person)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        schedule.submit(class, payer(person), job, now).expect("a place");
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
        schedule.put_back(analysis.class, analysis.payer, analysis.job, start);
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
            schedule.submit(Class::Analysis, payer("ana"), "more", now),
            Err(Busy)
        );
        submit(&mut schedule, Class::Move, "ana", "a move", now);
        submit(&mut schedule, Class::Analysis, "bob", "analysis", now);
    }
}
