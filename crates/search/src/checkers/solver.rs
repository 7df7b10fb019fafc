//! The tables behind the trait that all games share: 1 for a win, 0 for a draw, -1 for a loss, with the distance.

use std::cmp::Reverse;
use std::path::PathBuf;
use std::time::Instant;

use damero_games::checkers::{Checkers, CheckersMove};
use damero_games::{Game, MoveBuf, PovOutcome, Text, Turn, perft::after, text};

use super::endgames::{how_to_build, missing, supported};
use super::shelf::Shelf;
use super::{MAX_PIECES, TableValue, Tables};
use crate::engine::EngineOptions;
use crate::limits::Stop;
use crate::solve::{MoveValue, Solved, Solver, Unsolved};

/// Looks positions up in the tables of a folder. Draws that depend on the past (repetition, move limits) are left aside.
pub struct TableSolver {
    folder: Option<PathBuf>,
}

impl TableSolver {
    /// A solver that reads from the folder of `options`.
    #[must_use]
    pub fn new(options: &EngineOptions) -> Self {
        Self {
            folder: options.data.clone(),
        }
    }
}

impl Solver<Checkers> for TableSolver {
    fn solve(
        &mut self,
        game: &Checkers,
        _: &Stop,
        _: &mut dyn FnMut(u64),
    ) -> Result<Solved<CheckersMove>, Unsolved> {
        let start = Instant::now();
        supported(game.rules()).map_err(|error| Unsolved::OutOfReach(error.text()))?;
        let pieces = Shelf::pieces(game);
        if pieces > u32::from(MAX_PIECES) {
            return Err(Unsolved::OutOfReach(text!(
                "the position has {pieces} pieces; tables can be built for up to {MAX_PIECES}",
                "la posición tiene {pieces} piezas; se pueden construir tablas de hasta {MAX_PIECES}"
            )));
        }
        let Some(folder) = &self.folder else {
            return Err(Unsolved::OutOfReach(Text::new(
                "there is no folder for tables; name one",
                "no hay carpeta para las tablas; hay que indicar una",
            )));
        };
        let shelf = Shelf::open(folder).map_err(|error| Unsolved::OutOfReach(error.text()))?;
        let tables = shelf
            .tables(game.rules())
            .ok_or_else(|| Unsolved::OutOfReach(missing(folder, game.rules()).text()))?;
        // The past does not count, in the position as little as in the tables.
        let game = game.forget_past();
        let value = tables
            .probe(&game)
            .ok_or_else(|| Unsolved::OutOfReach(too_many(&game, tables)))?;
        let mut moves = values(tables, &game);
        moves.sort_by_key(|one| Reverse(rank(one)));
        let best = moves.first().map(rank);
        Ok(Solved {
            value: sign(value.outcome),
            plies: (value.outcome != PovOutcome::Draw).then_some(value.plies),
            best: moves
                .iter()
                .filter(|one| Some(rank(one)) == best)
                .map(|one| one.m)
                .collect(),
            pv: pv(tables, &game, value),
            nodes: 1 + moves.len() as u64,
            moves,
            time: start.elapsed(),
        })
    }
}

fn too_many(game: &Checkers, tables: &Tables) -> Text {
    let (pieces, held) = (Shelf::pieces(game), tables.pieces());
    let Text { en, es } = how_to_build(game.rules());
    text!(
        "the position has {pieces} pieces and the tables hold up to {held}: {en} --pieces {pieces}",
        "la posición tiene {pieces} piezas y las tablas llegan a {held}: {es} --pieces {pieces}"
    )
}

const fn sign(outcome: PovOutcome) -> i32 {
    match outcome {
        PovOutcome::Win => 1,
        PovOutcome::Draw => 0,
        PovOutcome::Loss => -1,
    }
}

/// What a position is worth for its side to move, ended or not.
fn worth(tables: &Tables, game: &Checkers) -> TableValue {
    let ended = match game.turn() {
        Turn::Over(outcome) => Some(TableValue {
            outcome: outcome.pov(game.to_move()),
            plies: 0,
        }),
        _ => None,
    };
    ended
        .or_else(|| tables.probe(game))
        .expect("a move leads to a position with as many pieces or fewer")
}

/// Every move with its value for the side to move.
fn values(tables: &Tables, game: &Checkers) -> Vec<MoveValue<CheckersMove>> {
    let mut moves = MoveBuf::new();
    game.moves(&mut moves);
    let value = |m| {
        let reply = worth(tables, &after(game, m));
        MoveValue {
            m,
            value: -sign(reply.outcome),
            plies: (reply.outcome != PovOutcome::Draw).then_some(reply.plies + 1),
        }
    };
    moves.into_iter().map(value).collect()
}

/// Larger for the better move: a quick win, a draw, a slow loss.
fn rank(one: &MoveValue<CheckersMove>) -> (i32, i64) {
    let plies = one.plies.map_or(0, i64::from);
    (one.value, if one.value > 0 { -plies } else { plies })
}

/// Best play to the end; of a draw, which has none, nothing.
fn pv(tables: &Tables, game: &Checkers, value: TableValue) -> Vec<CheckersMove> {
    let mut game = game.clone();
    let mut pv = Vec::new();
    if value.outcome == PovOutcome::Draw {
        return pv;
    }
    for _ in 0..value.plies {
        let moves = values(tables, &game);
        // The first of equals, as the game lists them.
        let Some(best) = moves.iter().rev().max_by_key(|one| rank(one)) else {
            break;
        };
        pv.push(best.m);
        game.play_unchecked(best.m);
    }
    pv
}
