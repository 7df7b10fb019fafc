//! Limits of a search: depth, nodes, time, simulations, and a flag to stop it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The limits of a search. The first one that is reached ends it. An agent without a limit that applies to it uses its own
/// default.
///
/// ```
/// use std::time::Duration;
/// use damero_search::Limits;
///
/// let limits = Limits::depth(8).and(Limits::time(Duration::from_secs(1)));
/// assert_eq!(limits.and(Limits::depth(4)).depth, Some(4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Plies of the deepest iteration.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Time on the clock.
    pub time: Option<Duration>,
    /// Simulations of a tree search.
    pub simulations: Option<u64>,
}

impl Limits {
    /// A limit of `depth` plies.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// A limit of `nodes` positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// A limit of `time`.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self {
            time: Some(time),
            ..Self::default()
        }
    }

    /// Both limits: the tighter of each kind.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            }
        }
        Self {
            depth: tighter(self.depth, other.depth),
            nodes: tighter(self.nodes, other.nodes),
            time: tighter(self.time, other.time),
            simulations: tighter(self.simulations, other.simulations),
        }
    }
}

/// A flag that stops a search from another thread. Clones share it.
///
/// ```
/// use damero_search::Stop;
///
/// let stop = Stop::default();
/// let shared = stop.clone();
/// shared.now();
/// assert!(stop.asked());
/// ```
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the search to return its best result so far.
    pub fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to stop.
    #[inline]
    #[must_use]
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counts nodes and watches the clock for one thread of a search.
#[derive(Debug)]
pub(crate) struct Meter {
    nodes: u64,
    max_nodes: u64,
    deadline: Option<Instant>,
    stops: [Stop; 2],
    stopped: bool,
}

impl Meter {
    /// Asking the clock at every node would cost more than the node.
    const INTERVAL: u64 = 256;

    pub(crate) fn new(limits: &Limits, start: Instant, stops: [Stop; 2]) -> Self {
        let deadline = limits.time.and_then(|time| start.checked_add(time));
        Self {
            nodes: 0,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            deadline,
            stops,
            stopped: false,
        }
    }

    /// Counts a node; true when the search must end.
    #[inline]
    pub(crate) fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.max_nodes {
            self.stopped = true;
        } else if self.nodes.is_multiple_of(Self::INTERVAL) {
            self.look();
        }
        self.stopped
    }

    fn look(&mut self) {
        self.stopped |= self.stops.iter().any(Stop::asked)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stopped
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }
}
