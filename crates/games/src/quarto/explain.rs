//! Why a move of Quarto was a mistake: a group not completed, a piece given that completes one, no safe piece left, and
//! who will give the last one that is safe.

use super::moves::QuartoMove;
use super::piece::{Cell, Piece};
use super::position::Quarto;
use crate::lang::Text;
use crate::reason::{Mistake, Reason, after};

/// The pieces that can be given without the opponent winning at once.
fn safe(game: &Quarto) -> u32 {
    let wins = |piece: Piece| game.board().winning_cells(piece, game.squares_win()) != 0;
    Piece::all(game.left()).filter(|&piece| !wins(piece)).count() as u32
}

/// With more safe pieces than these, nobody counts who gives the last one.
const FEW: u32 = 4;

/// Whether the player who gives next also gives the last safe piece, if no other becomes unsafe.
const fn is_kept(safe: u32) -> bool {
    safe <= FEW && safe % 2 == 1
}

pub(super) fn explain(game: &Quarto, mistake: &Mistake<'_, QuartoMove>) -> Option<Reason> {
    let winning = |piece: Piece| Cell::all(game.board().winning_cells(piece, game.squares_win())).next();
    match (mistake.played, game.hand()) {
        (QuartoMove::Give(given), _) => {
            let Text { en, es } = given.describe();
            if let Some(cell) = winning(given) {
                let text = text!(
                    "gives {given} ({en}), which completes a group on {cell}",
                    "entrega {given} ({es}), que completa un grupo en {cell}"
                );
                return Some(Reason::new(text, "give", "give"));
            }
            let reply = |given: QuartoMove, line: &[QuartoMove]| match line {
                [reply @ QuartoMove::Place(cell), ..] => {
                    Some((*cell, safe(&after(&after(game, given)?, *reply)?)))
                }
                _ => None,
            };
            let (cell, left) = reply(mistake.played, mistake.answer)?;
            let (&best, line) = mistake.best.split_first()?;
            if is_kept(left) && reply(best, line).is_none_or(|(_, left)| !is_kept(left)) {
                let text = text!(
                    "gives {given} ({en}); placed on {cell}, it leaves the last safe piece to the opponent",
                    "entrega {given} ({es}); puesta en {cell}, deja la última pieza segura al rival"
                );
                return Some(Reason::new(text, "safe", "last-safe-piece"));
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
            if let Some(best) = mistake.best.first()
                && is_kept(better)
                && !is_kept(left)
                && left <= FEW
            {
                let text = text!(
                    "leaves {left} pieces safe to give, so the opponent gives the last one; {best} leaves {better}",
                    "deja {left} piezas seguras, y la última la entrega el rival; {best} deja {better}"
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
