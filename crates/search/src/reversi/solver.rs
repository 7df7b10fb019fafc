//! The solver as others see it: positions in, exact scores and lines out.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, Instant};

use damero_games::reversi::{Reversi, ReversiMove, Square};
use damero_games::{Game, MoveBuf, PovOutcome, perft::after};

use super::compiled::{Task, run};
use super::memory::SearchMemory;
use super::parallel::ParallelSearch;
use super::pattern::Weights;
use super::table::key;
use super::worker::{Worker, finished};
use crate::limits::{Limits, Stop};

/// A solved position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The final disc difference for the side to move, empty squares going to the winner.
    pub score: i32,
    /// A best move; none when the game is over.
    pub best: Option<ReversiMove>,
    /// A line of best play to the end of the game.
    pub pv: Vec<ReversiMove>,
    /// Positions entered, by all threads.
    pub nodes: u64,
    /// Time on the clock.
    pub time: Duration,
}

/// Solves endgames exactly. It keeps what it learned from one position to the next.
///
/// ```
/// use damero_games::{Notation, reversi::Reversi};
/// use damero_search::{Stop, reversi::ReversiSolver};
/// let text = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
/// let game = Reversi::from_setup(&Default::default(), &text.parse()?)?;
/// let mut solver = ReversiSolver::new(1, 1);
/// let solution = solver.solve(&game, &Stop::default(), &mut |_| ()).expect("nobody stops it");
/// assert_eq!(solution.score, 6);
/// assert_eq!(solution.best.map(|m| m.to_string()).as_deref(), Some("h5"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ReversiSolver {
    memory: SearchMemory,
    threads: usize,
    limits: Limits,
}

impl ReversiSolver {
    /// A solver with a table of so many mebibytes that works on so many threads.
    #[must_use]
    pub fn new(mib: usize, threads: usize) -> Self {
        Self::with_tables(mib << 10, 1, threads, Weights::shipped())
    }

    /// A solver with tables of so many kibibytes, the second for the middle game.
    pub(super) fn with_tables(
        exact_kib: usize,
        middle_kib: usize,
        threads: usize,
        weights: Arc<Weights>,
    ) -> Self {
        Self {
            memory: SearchMemory::new(exact_kib, middle_kib, weights),
            threads: threads.max(1),
            limits: Limits::default(),
        }
    }

    /// What it knows.
    pub(super) fn memory(&mut self) -> &mut SearchMemory {
        &mut self.memory
    }

    /// The same solver without instructions that only some processors have.
    #[must_use]
    pub fn portable(mut self) -> Self {
        self.memory.portable = true;
        self
    }

    /// Gives up on positions that take more time or nodes than this; there is no limit otherwise.
    pub fn limit(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Forgets everything learned.
    pub fn clear(&mut self) {
        self.memory.clear();
    }

    /// The exact score, a best move and a line of best play; `None` when stopped or out of limits.
    ///
    /// `progress` is told the number of nodes from time to time.
    pub fn solve(&mut self, game: &Reversi, stop: &Stop, progress: &mut dyn FnMut(u64)) -> Option<Solution> {
        self.search(stop, progress, |search| {
            let score = search.score(game)?;
            let pv = search.pv(game, score)?;
            Ok((score, pv))
        })
        .map(|((score, pv), nodes, time)| Solution {
            score,
            best: pv.first().copied(),
            pv,
            nodes,
            time,
        })
    }

    /// The exact score of every legal move for the side to move, best first.
    pub fn solve_moves(
        &mut self,
        game: &Reversi,
        stop: &Stop,
        progress: &mut dyn FnMut(u64),
    ) -> Option<Vec<(ReversiMove, i32)>> {
        let mut moves = MoveBuf::new();
        game.moves(&mut moves);
        self.search(stop, progress, |search| {
            let scored = moves.iter().map(|&m| Ok((m, -search.score(&after(game, m))?)));
            let mut scored = scored.collect::<Result<Vec<_>, _>>()?;
            scored.sort_by_key(|&(_, score)| Reverse(score));
            Ok(scored)
        })
        .map(|(scored, ..)| scored)
    }

    /// Only who wins, which takes less time, with a move that keeps that result; none when the game is over.
    pub fn solve_outcome(
        &mut self,
        game: &Reversi,
        stop: &Stop,
        progress: &mut dyn FnMut(u64),
    ) -> Option<(PovOutcome, Option<ReversiMove>)> {
        self.search(stop, progress, |search| {
            let sign = search.within(game, -1, 1)?.signum();
            let outcome = match sign {
                1 => PovOutcome::Win,
                0 => PovOutcome::Draw,
                _ => PovOutcome::Loss,
            };
            Ok((outcome, search.keeping(game, sign)?))
        })
        .map(|(found, ..)| found)
    }

    /// Sets a search up and takes it down; also says its nodes and time.
    fn search<T>(
        &mut self,
        stop: &Stop,
        progress: &mut dyn FnMut(u64),
        ask: impl FnOnce(&mut Search<'_>) -> Result<T, Stopped>,
    ) -> Option<(T, u64, Duration)> {
        let start = Instant::now();
        self.memory.new_search();
        let mut shared = self.memory.search(&self.limits, start, stop);
        shared.parallel = ParallelSearch::new(self.threads);
        let portable = self.memory.portable;
        let found = std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(|| run(&mut Worker::new(&shared, None), Task::Help, portable));
            }
            // However this thread leaves, the others must not wait for it.
            let _end = Dissolve(&shared.parallel);
            let worker = Worker::new(&shared, Some(progress));
            let mut search = Search { worker, portable };
            let found = ask(&mut search);
            search.worker.add_nodes();
            found
        });
        Some((found.ok()?, shared.nodes(), start.elapsed()))
    }
}

/// Sends the helpers home when dropped.
struct Dissolve<'a>(&'a ParallelSearch);

impl Drop for Dissolve<'_> {
    fn drop(&mut self) {
        self.0.dissolve();
    }
}

/// The search was told to end.
struct Stopped;

/// A running search. Every question fails once it has been stopped.
struct Search<'a> {
    worker: Worker<'a>,
    portable: bool,
}

impl Search<'_> {
    /// The score of a position for its side to move, if it lies between `alpha` and `beta`; otherwise a bound.
    fn within(&mut self, game: &Reversi, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        let task = Task::Score {
            own: game.own(),
            enemy: game.enemy(),
            alpha,
            beta,
        };
        let score = run(&mut self.worker, task, self.portable);
        if self.worker.stopped {
            Err(Stopped)
        } else {
            Ok(score)
        }
    }

    fn score(&mut self, game: &Reversi) -> Result<i32, Stopped> {
        self.within(game, -64, 64)
    }

    /// A line of best play from a position with this exact score.
    fn pv(&mut self, game: &Reversi, mut score: i32) -> Result<Vec<ReversiMove>, Stopped> {
        let mut game = game.clone();
        let mut pv = Vec::new();
        while let Some(m) = self.keeping(&game, score)? {
            pv.push(m);
            game.play_unchecked(m);
            score = -score;
        }
        debug_assert_eq!(finished(game.own(), game.enemy()), score);
        Ok(pv)
    }

    /// A move that reaches at least this score, which the position is known to have; none when the game is over.
    fn keeping(&mut self, game: &Reversi, score: i32) -> Result<Option<ReversiMove>, Stopped> {
        let mut moves = MoveBuf::new();
        game.moves(&mut moves);
        let empties = (game.own() | game.enemy()).count_zeros();
        let known = self.worker.table(empties).get(key(game.own(), game.enemy()));
        let known = known
            .and_then(|entry| Square::new(entry.best))
            .map(ReversiMove::Place);
        moves.sort_by_key(|&m| Some(m) != known);
        let Some((&last, others)) = moves.split_last() else {
            return Ok(None);
        };
        for &m in others {
            let next = after(game, m);
            if -self.within(&next, -score, 1 - score)? >= score {
                return Ok(Some(m));
            }
        }
        Ok(Some(last))
    }
}
