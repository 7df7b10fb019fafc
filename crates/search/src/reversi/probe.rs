//! Scores of bare boards, for whoever makes the weights that searches use.

use std::sync::Arc;
use std::time::Instant;

use super::compiled::{Task, run};
use super::memory::SearchMemory;
use super::pattern::{UNIT, Weights};
use super::selectivity::Selectivity;
use super::worker::Worker;
use crate::limits::{Limits, Stop};

/// How far a board is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// To the end of the game: the score is exact, in discs.
    End,
    /// So many plies: the score is a guess by the weights, in [`UNIT`]s of a disc.
    Plies(u32),
    /// So many plies, but lines that a shallow search finds almost surely worse are cut, as in play.
    Selective(u32),
}

/// The scores of boards, each the discs of the side to move and of the other, for the side to move. They are searched one
/// after the other with common tables, two of so many kibibytes, which begin empty. When stopped they mean nothing.
pub fn score_boards(
    weights: &Arc<Weights>,
    table_kib: usize,
    stop: &Stop,
    boards: impl Iterator<Item = ((u64, u64), Reach)>,
) -> Vec<i32> {
    let memory = SearchMemory::new(table_kib, table_kib, Arc::clone(weights));
    let shared = memory.search(&Limits::default(), Instant::now(), stop);
    let mut worker = Worker::new(&shared, None);
    let score = |((own, enemy), reach)| {
        worker.selectivity = match reach {
            Reach::Selective(_) => Selectivity::FASTEST,
            Reach::End | Reach::Plies(_) => Selectivity::FULL,
        };
        let task = match reach {
            Reach::End => Task::Score {
                own,
                enemy,
                alpha: -64,
                beta: 64,
            },
            Reach::Plies(depth) | Reach::Selective(depth) => Task::Middle {
                own,
                enemy,
                alpha: -64 * UNIT,
                beta: 64 * UNIT,
                depth,
            },
        };
        run(&mut worker, task, false)
    };
    boards.map(score).collect()
}
