//! The two compilations of the search, and the only place where one of them is chosen.

use std::sync::Arc;

use super::kernels::{NEIGHBOURS, QUADRANT, lone_squares, odd_quadrants};
use super::last::last_squares;
use super::middle::{ASK_DEPTH, CLASSES, CUT_DEPTH, LOW, REPLY, SOLVE_EMPTIES, middle_nodes, sort_depth};
use super::middle_table::Known;
use super::nodes::{ASK_CHILDREN, FAR, STOP_EMPTIES, TABLE_EMPTIES, inner_nodes, order_depth};
use super::order::{by_mobility, estimate, weighted};
use super::parallel::{SPLIT_EMPTIES, Split, teamwork};
use super::pattern::{Features, MOST, UNIT, probe_depth};
use super::table::{Entry, key};
use super::worker::{FEW, INFINITY, Move, Worker, finished};

/// What a thread is asked to do.
#[derive(Clone, Copy)]
pub(super) enum Task {
    /// Find the score of a position within a window, or a bound beyond it.
    Score {
        own: u64,
        enemy: u64,
        alpha: i32,
        beta: i32,
    },
    /// The same after so many plies, in units of the pattern evaluation, as selectively as the worker says.
    Middle {
        own: u64,
        enemy: u64,
        alpha: i32,
        beta: i32,
        depth: u32,
    },
    /// Work for the others until there is nothing left; the answer means nothing.
    Help,
}

/// Does the task, on the best kernels that the processor has.
pub(super) fn run(w: &mut Worker<'_>, task: Task, portable_kernels: bool) -> i32 {
    #[cfg(target_arch = "x86_64")]
    if !portable_kernels && has_bmi2() {
        // SAFETY: the processor has the features for which the function is compiled.
        #[allow(unsafe_code)]
        return unsafe { avx2::run(w, task) };
    }
    portable::run(w, task)
}

/// Whether the processor has what `avx2` is compiled for.
#[cfg(target_arch = "x86_64")]
fn has_bmi2() -> bool {
    damero_games::reversi::avx2::available() && std::is_x86_feature_detected!("bmi2")
}

macro_rules! search {
    ($feature:meta) => {
        last_squares!($feature);
        inner_nodes!($feature);
        middle_nodes!($feature);
        teamwork!($feature);

        #[$feature]
        pub(super) fn run(w: &mut Worker<'_>, task: Task) -> i32 {
            match task {
                Task::Score {
                    own,
                    enemy,
                    alpha,
                    beta,
                } => principal(w, own, enemy, alpha, beta),
                Task::Middle {
                    own,
                    enemy,
                    alpha,
                    beta,
                    depth,
                } => {
                    let features = Features::of(own, enemy);
                    middle(w, own, enemy, &features, alpha, beta, depth)
                }
                Task::Help => {
                    help(w);
                    0
                }
            }
        }
    };
}

/// Takes the move with the highest rank from the moves at `i` and after, and puts it at `i`.
#[inline(always)]
fn next_move(moves: &mut [Move], i: usize) -> Move {
    let mut best = i;
    for j in i + 1..moves.len() {
        if moves[j].rank > moves[best].rank {
            best = j;
        }
    }
    moves.swap(i, best);
    moves[i]
}

mod portable {
    use super::super::kernels::last_score;
    use super::*;
    use damero_games::reversi::{flips, mobility};

    search!(doc(hidden));
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::super::kernels::bmi2::last_score;
    use super::*;
    use damero_games::reversi::avx2::{flips, mobility};

    search!(target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt"));
}
