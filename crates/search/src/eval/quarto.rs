//! Quarto: who will run out of pieces that can be given without losing.

use damero_games::quarto::{Piece, Quarto};
use damero_games::{Game, Player};

use super::Searchable;
use crate::evaluate::Evaluate;
use crate::score::Score;

/// What it is worth when the safe pieces run out for the other side, once they are few.
const PARITY: i32 = 60;

/// The evaluation of Quarto.
#[derive(Clone, Copy, Default, Debug)]
pub struct QuartoEval;

impl Searchable for Quarto {
    type Eval = QuartoEval;

    /// Placing and giving.
    const PLIES_PER_TURN: u32 = 2;
}

impl Evaluate<Quarto> for QuartoEval {
    const SCALE: f32 = 60.0;

    fn evaluate(&self, game: &Quarto, player: Player) -> Score {
        // The player to decide gives next, with or without placing first, and the players then take turns to give:
        // an odd number of safe pieces leaves the other side without one.
        let safe = safe_pieces(game);
        let points = if safe.is_multiple_of(2) { -PARITY } else { PARITY } / (1 + safe as i32);
        let score = Score::new(points);
        if game.turn().player() == Some(player) {
            score
        } else {
            score.for_opponent()
        }
    }
}

/// How many of the pieces to be given complete no group wherever they are placed.
fn safe_pieces(game: &Quarto) -> u32 {
    let board = game.board();
    let safe = |piece: &Piece| board.winning_cells(*piece, game.squares_win()) == 0;
    Piece::all(game.left()).filter(safe).count() as u32
}
