//! What positions are worth: exactly near the end, by a search on the weights already fitted before that.
//!
//! A search flatters one side a little, and which one depends on whether its depth is even or odd. If all searches were
//! of an even depth, a stage would only ever be judged by stages of its own parity, and that bias would add up from the
//! end of the game to its beginning: it came to six discs for whoever is to move. So one position in [`DEEPER`] is
//! searched one ply deeper, which ties the two parities together and keeps the bias at that of one stage.

use std::sync::Arc;

use damero_search::Stop;
use damero_search::reversi::{Reach, UNIT, Weights, score_boards};

use super::{LATEST, PART, Round, in_order};

/// Kibibytes of the tables of one part.
const TABLE: usize = 256;

/// One position in so many is searched one ply deeper.
const DEEPER: usize = 3;

/// The worth in discs of every position for its side to move; `None` when stopped.
pub(super) fn label(
    boards: &[(u64, u64)],
    empties: u32,
    weights: &Arc<Weights>,
    round: &Round,
    stop: &Stop,
    progress: &mut dyn FnMut(u64),
) -> Option<Vec<f32>> {
    let parts: Vec<&[(u64, u64)]> = boards.chunks(PART).collect();
    let mut labels = Vec::with_capacity(boards.len());
    // A few parts at a time, so that progress can be told in between.
    for some in parts.chunks(16 * round.threads.max(1)) {
        let found = in_order(some.len(), round.threads, stop, &|part| {
            label_part(some[part], empties, weights, round, stop)
        })?;
        for more in found {
            progress(more.len() as u64);
            labels.extend(more);
        }
    }
    Some(labels)
}

fn label_part(
    boards: &[(u64, u64)],
    empties: u32,
    weights: &Arc<Weights>,
    round: &Round,
    stop: &Stop,
) -> Vec<f32> {
    if empties <= round.origin.exact.max(7) {
        let boards = boards.iter().map(|&board| (board, Reach::End));
        let discs = score_boards(weights, TABLE, stop, boards);
        return discs.into_iter().map(|discs| discs as f32).collect();
    }
    // The first positions must look past their own group, which is not fitted yet.
    let depth = round.origin.depth + empties.saturating_sub(LATEST);
    let boards = boards.iter().zip(0..);
    // The first round does not know yet how far its shallow searches err.
    let reach = match round.before {
        None => Reach::Plies,
        Some(_) => Reach::Selective,
    };
    let boards = boards.map(|(&board, i)| (board, reach(depth + u32::from(i % DEEPER == 0))));
    let units = score_boards(weights, TABLE, stop, boards);
    units
        .into_iter()
        .map(|units| units as f32 / UNIT as f32)
        .collect()
}
