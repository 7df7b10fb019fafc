//! A proof of the tables from the rules alone.
//!
//! A position is won in `n` plies exactly if its best move leads to a loss in `n - 1`; lost in `n` exactly if all its
//! moves lead to wins, the longest in `n - 1`; drawn if some move draws and none wins. If this holds everywhere and the
//! ends of games are right, then by induction on `n` every value is. The check shares no code with the building but
//! the numbering.

use damero_games::checkers::Checkers;
use damero_games::{Game, MoveBuf, Notation, PovOutcome, Turn, perft::after};

use super::index::{Arrangement, Material};
use super::{TableValue, Tables, value};
use crate::endgames::TableProgress;
use crate::limits::Stop;

/// How often progress is told, in positions.
const INTERVAL: usize = 1 << 15;

/// A position whose value does not follow from its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The position string.
    pub position: String,
    /// What the table says.
    pub stored: TableValue,
    /// What follows from the moves.
    pub expected: TableValue,
}

/// Checks every position; returns how many legal ones there are, or the first fault. `None` when stopped.
///
/// # Errors
/// The first position whose value does not follow from its moves.
pub fn verify(
    tables: &Tables,
    stop: &Stop,
    report: &mut dyn FnMut(TableProgress),
) -> Option<Result<usize, Fault>> {
    let mut checked = 0;
    let mut progress = TableProgress {
        done: 0,
        all: tables.len(),
    };
    let mut buf = MoveBuf::new();
    for material in Material::all(tables.pieces) {
        let slice = tables.slices.get(&material).map_or(&[][..], Vec::as_slice);
        for (arrangement, &stored) in material.arrangements().zip(slice) {
            progress.done += 1;
            if progress.done.is_multiple_of(INTERVAL) {
                report(progress);
                if stop.asked() {
                    return None;
                }
            }
            let setup = arrangement.map(Arrangement::setup);
            let Some(game) = setup.and_then(|setup| Checkers::from_setup(&tables.rules, &setup).ok()) else {
                continue;
            };
            let expected = expected(tables, &game, &mut buf);
            if value(stored) != expected {
                return Some(Err(Fault {
                    position: game.position(),
                    stored: value(stored),
                    expected,
                }));
            }
            checked += 1;
        }
    }
    Some(Ok(checked))
}

/// What the moves of a position make of it, given the values of the positions they lead to.
fn expected(tables: &Tables, game: &Checkers, buf: &mut MoveBuf<<Checkers as Game>::Move>) -> TableValue {
    if let Turn::Over(outcome) = game.turn() {
        return TableValue {
            outcome: outcome.pov(game.to_move()),
            plies: 0,
        };
    }
    game.moves(buf);
    let replies = buf.iter().map(|&m| {
        let next = after(game, m);
        match next.turn() {
            Turn::Over(outcome) => TableValue {
                outcome: outcome.pov(next.to_move()),
                plies: 0,
            },
            _ => tables
                .probe(&next)
                .expect("a move leads to a position with as many pieces or fewer"),
        }
    });
    // The reply is the enemy's view, so the mover wants the smallest: its quickest loss, or else its slowest win.
    let key = |reply: &TableValue| match reply.outcome {
        PovOutcome::Loss => (0, i64::from(reply.plies)),
        PovOutcome::Draw => (1, 0),
        PovOutcome::Win => (2, -i64::from(reply.plies)),
    };
    let best = replies.min_by_key(key).expect("a game that goes on has a move");
    let outcome = best.outcome.un_pov(game.to_move().other()).pov(game.to_move());
    TableValue {
        outcome,
        plies: if outcome == PovOutcome::Draw {
            0
        } else {
            best.plies + 1
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::build;
    use super::*;

    #[test]
    fn a_wrong_value_is_found() {
        let mut tables =
            build(&Default::default(), 2, &Stop::default(), &mut |_| ()).expect("nobody stops it");
        let kings = Material {
            own_men: 0,
            own_kings: 1,
            enemy_men: 0,
            enemy_kings: 1,
        };
        let slice = tables.slices.get_mut(&kings).expect("there are two kings");
        let won = slice
            .iter_mut()
            .find(|stored| **stored == 2)
            .expect("a capture wins at once");
        *won = 0;
        let fault = verify(&tables, &Stop::default(), &mut |_| ())
            .expect("nobody stops it")
            .expect_err("it is wrong");
        assert_eq!((fault.stored.plies, fault.expected.plies), (0, 1), "{fault:?}");
    }
}
