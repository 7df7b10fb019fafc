//! When a move is the only right one.
//!
//! At each decision one move is better than all others, by who wins where a win is forced and by the game's margin
//! otherwise; moves that lead to the very same position count once. Only the last decision may have several answers of
//! equal value, which are all accepted; where it is the first as well, they must be the same answer in the eyes of the
//! game (the same square, say).

use damero_games::perft::after;

use super::{Method, Ply, Puzzled};
use crate::score::Score;

/// Where a decision stands in the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecisionPlace {
    /// No decision comes before.
    pub first: bool,
    /// No decision comes after.
    pub last: bool,
}

/// The value of a win after so many plies; a loss is its negative.
pub(super) fn win_value(score: Score) -> Option<i32> {
    let plies = score.plies_to_end()?;
    Some(plies.signum() * (WIN - plies.abs()))
}

/// More than any other value.
const WIN: i32 = 10_000;

/// A win with the next move.
const AT_ONCE: i32 = WIN - 1;

/// After how many plies a value wins, if it is one of a won game.
pub(super) fn plies_to_win(value: i32) -> Option<i32> {
    (value > WIN / 2).then_some(WIN - value)
}

/// The greatest value.
#[must_use]
pub fn best<M>(values: &[(M, i32)]) -> i32 {
    values.iter().map(|&(_, value)| value).max().unwrap_or_default()
}

/// Whether the moves of the greatest value are the right answer at this place.
pub fn is_answer<G: Puzzled>(
    game: &G,
    values: &[(G::Move, i32)],
    method: Method,
    place: DecisionPlace,
) -> bool {
    let most = best(values);
    let others = values.iter().filter(|&&(_, value)| value < most);
    let stands_out = |value: i32| match method {
        // Whoever wins at once in the end need not fear that another move wins later.
        Method::Forced(_) if most == AT_ONCE && place.last && !place.first => true,
        Method::Forced(_) => most.signum() > value.signum(),
        Method::Exact | Method::Points | Method::Material(_) => most - value >= G::MARGIN,
    };
    if !others.clone().all(|&(_, value)| stands_out(value)) {
        return false;
    }
    let right: Vec<_> = values.iter().filter(|&&(_, value)| value == most).collect();
    let Some(&&(chosen, _)) = right.first() else {
        return false;
    };
    let same = |m: G::Move| after(game, chosen).key() == after(game, m).key();
    match place {
        DecisionPlace {
            last: true,
            first: false,
        } => true,
        // Without a wrong move there is nothing to find.
        DecisionPlace { first: true, .. } if others.count() == 0 => false,
        DecisionPlace {
            last: true,
            first: true,
        } => right
            .iter()
            .all(|&&(m, _)| m == chosen || game.are_alike(chosen, m)),
        DecisionPlace { last: false, .. } => right.iter().all(|&&(m, _)| m == chosen || same(m)),
    }
}

/// The moves that are right at a decision of the solver.
pub fn accepted(ply: &Ply) -> impl Iterator<Item = &str> {
    let most = best(&ply.values);
    let right = ply.values.iter().filter(move |&&(_, value)| value == most);
    right.map(|(text, _)| text.as_str())
}
