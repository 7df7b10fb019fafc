//! Why a move of Quarto was a mistake: a group not completed, a piece given that completes one, no safe piece left.

use super::moves::QuartoMove;
use super::piece::{Cell, Piece};
use super::position::Quarto;
use crate::lang::Text;
use crate::reason::{Mistake, Reason, after};

/// The pieces that can be given without the other winning at once.
fn safe(game: &Quarto) -> u32 {
    let wins = |piece: Piece| game.board().winning_cells(piece, game.squares_win()) != 0;
    Piece::all(game.left()).filter(|&piece| !wins(piece)).count() as u32
}

pub(super) fn explain(game: &Quarto, mistake: &Mistake<'_, QuartoMove>) -> Option<Reason> {
    let winning = |piece: Piece| Cell::all(game.board().winning_cells(piece, game.squares_win())).next();
    match (mistake.played, game.hand()) {
        (QuartoMove::Give(given), _) => {
            if let Some(cell) = winning(given) {
                let text = text!(
                    "gives {given}, the piece that completes a group on {cell}",
                    "entrega {given}, la pieza que completa un grupo en {cell}"
                );
                return Some(Reason::new(text, "give", "give"));
            }
            None
        }
        (QuartoMove::Place(_), Some(hand)) => {
            if let Some(cell) = winning(hand) {
                let text = text!(
                    "misses the win: {hand} completes a group on {cell}",
                    "deja pasar la victoria: {hand} completa un grupo en {cell}"
                );
                return Some(Reason::new(text, "place", "place"));
            }
            let left = safe(&after(game, mistake.played)?);
            let better = mistake.best.first().and_then(|&best| after(game, best));
            let better = better.map(|better| safe(&better))?;
            if left == 0 && better > 0 {
                let text = Text::new(
                    "leaves no safe piece: every one that is left completes a group",
                    "no deja ninguna pieza segura: todas las que quedan completan un grupo",
                );
                return Some(Reason::new(text, "safe", "last-safe-piece"));
            }
            if left < better && left <= 3 {
                let text = text!(
                    "leaves {left} safe to give, where {better} were possible",
                    "deja {left} seguras para entregar, donde podían ser {better}"
                );
                return Some(Reason::new(text, "safe", "last-safe-piece"));
            }
            None
        }
        (QuartoMove::Place(_), None) => None,
    }
}
