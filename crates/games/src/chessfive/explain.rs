//! Why a move of ChessFive was a mistake: lines not finished, not stopped, or too many to stop.

use super::pieces::ChessFiveMove;
use super::position::{ChessFive, Phase};
use crate::game::{Game, MoveBuf, Turn};
use crate::outcome::Outcome;
use crate::reason::{Mistake, Reason, after};

/// A move that wins at once for the player to move.
fn winning(game: &ChessFive) -> Option<ChessFiveMove> {
    let mut moves = MoveBuf::new();
    game.moves(&mut moves);
    let wins = |&m: &ChessFiveMove| {
        let won = Turn::Over(Outcome::Win(game.to_move()));
        after(game, m).is_some_and(|next| next.turn() == won)
    };
    moves.iter().copied().find(wins)
}

/// Whether every move of the player to move lets the other win at once.
fn lost(game: &ChessFive) -> bool {
    let mut moves = MoveBuf::new();
    game.moves(&mut moves);
    let loses = |&m: &ChessFiveMove| {
        after(game, m).is_some_and(|next| next.turn().player().is_some() && winning(&next).is_some())
    };
    !moves.is_empty() && winning(game).is_none() && moves.iter().all(loses)
}

pub(super) fn explain(game: &ChessFive, mistake: &Mistake<'_, ChessFiveMove>) -> Option<Reason> {
    let lesson = match game.phase() {
        Phase::Gravity => "gravity",
        Phase::Chess => "chess",
    };
    let next = after(game, mistake.played)?;
    if let Some(win) = winning(game) {
        let text = text!(
            "misses the win: {win} finishes a line",
            "deja pasar la victoria: {win} termina una línea"
        );
        return Some(Reason::new(text, lesson));
    }
    if let Some(win) = winning(&next) {
        let text = text!(
            "lets the opponent finish a line with {win}",
            "deja al rival terminar una línea con {win}"
        );
        return Some(Reason::new(text, lesson));
    }
    if let Some(&answer) = mistake.answer.first()
        && after(&next, answer).is_some_and(|game| lost(&game))
    {
        let text = text!(
            "allows {answer}, after which every reply leaves a line to be finished",
            "permite {answer}, y entonces toda respuesta deja una línea por terminar"
        );
        return Some(Reason::new(text, "threats"));
    }
    if let Some(&best) = mistake.best.first()
        && after(game, best).is_some_and(|game| lost(&game))
    {
        let text = text!(
            "misses {best}, which threatens more than can be stopped",
            "deja pasar {best}, que amenaza más de lo que se puede parar"
        );
        return Some(Reason::new(text, "threats"));
    }
    None
}
