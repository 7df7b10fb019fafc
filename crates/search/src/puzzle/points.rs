//! The rest of a game by points, every line to its end: alpha-beta on the final difference, with a table of bounds.
//!
//! A position from which chance may still decide something has no such value.

use std::collections::HashMap;

use damero_games::perft::after;
use damero_games::{Game, MoveBuf, Player, Turn};

use super::{Puzzled, Values};
use crate::evaluate::Evaluate;

/// More than any difference.
const MOST: i32 = 1_000;

/// Each legal move with the final difference of points for the player to move, and the nodes; `None` when chance comes
/// first, the game keeps no points, or more nodes would be needed.
pub(super) fn points<G: Puzzled>(game: &G, nodes: u64) -> Option<(Values<G>, u64)> {
    let mover = game.turn().player()?;
    let mut search = Search::<G> {
        eval: G::Eval::default(),
        table: HashMap::new(),
        left: nodes,
    };
    let mut moves = MoveBuf::new();
    game.moves(&mut moves);
    let values = moves.into_iter().map(|m| {
        let value = search.value(&after(game, m), mover, -MOST, MOST)?;
        Some((m, value))
    });
    let values = values.collect::<Option<Vec<_>>>()?;
    Some((values, nodes - search.left))
}

/// What is known of a position, for its player to move.
#[derive(Clone, Copy)]
struct Bounds {
    least: i32,
    most: i32,
}

struct Search<G: Puzzled> {
    eval: G::Eval,
    table: HashMap<u64, Bounds>,
    left: u64,
}

impl<G: Puzzled> Search<G> {
    /// The difference for `player` if it lies between `alpha` and `beta`; otherwise a bound.
    fn value(&mut self, game: &G, player: Player, alpha: i32, beta: i32) -> Option<i32> {
        self.left = self.left.checked_sub(1)?;
        match game.turn() {
            Turn::Chance => None,
            Turn::Over(_) => difference(game, player),
            Turn::Player(mover) if mover == player => self.best(game, mover, alpha, beta),
            Turn::Player(mover) => self.best(game, mover, -beta, -alpha).map(|value| -value),
        }
    }

    fn best(&mut self, game: &G, mover: Player, alpha: i32, beta: i32) -> Option<i32> {
        let key = game.key();
        let known = self.table.get(&key).copied().unwrap_or(Bounds {
            least: -MOST,
            most: MOST,
        });
        if known.least >= beta || known.least == known.most {
            return Some(known.least);
        }
        if known.most <= alpha {
            return Some(known.most);
        }
        let (low, high) = (alpha.max(known.least), beta.min(known.most));
        let mut moves = MoveBuf::new();
        game.moves(&mut moves);
        moves.sort_by_key(|&m| std::cmp::Reverse(self.eval.order(game, m)));
        let mut best = -MOST;
        for m in moves {
            let value = self.value(&after(game, m), mover, low.max(best), high)?;
            best = best.max(value);
            if best >= high {
                break;
            }
        }
        let bounds = if best >= high {
            Bounds { least: best, ..known }
        } else if best <= low {
            Bounds { most: best, ..known }
        } else {
            Bounds {
                least: best,
                most: best,
            }
        };
        self.table.insert(key, bounds);
        Some(best)
    }
}

fn difference<G: Game>(game: &G, player: Player) -> Option<i32> {
    let scores = game.scores()?;
    Some(scores[player] - scores[player.other()])
}
