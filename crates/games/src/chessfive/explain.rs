//! Why a move of ChessFive was a mistake: lines not finished, not stopped, or too many to stop; and lines that grow.

use super::lines::windows;
use super::pieces::ChessFiveMove;
use super::position::{ChessFive, Phase};
use crate::game::{Game, MoveBuf, Turn};
use crate::outcome::Outcome;
use crate::player::Player;
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
        return Some(Reason::new(text, lesson, "five"));
    }
    if let Some(win) = winning(&next) {
        let text = text!(
            "lets the opponent finish a line with {win}",
            "deja al rival terminar una línea con {win}"
        );
        return Some(Reason::new(text, lesson, "block"));
    }
    if let Some(&answer) = mistake.answer.first()
        && after(&next, answer).is_some_and(|game| lost(&game))
    {
        let text = text!(
            "allows {answer}, after which every reply leaves a line to be finished",
            "permite {answer}, y entonces toda respuesta deja una línea por terminar"
        );
        return Some(Reason::new(text, "threats", "double-threat"));
    }
    if let Some(&best) = mistake.best.first()
        && after(game, best).is_some_and(|game| lost(&game))
    {
        let text = text!(
            "misses {best}, which threatens more than can be stopped",
            "deja pasar {best}, que amenaza más de lo que se puede parar"
        );
        return Some(Reason::new(text, "threats", "double-threat"));
    }
    growing(game, &next, mistake)
}

/// The most pieces of a player in a line that no piece of the other blocks, and in how many lines there are so many.
fn most(game: &ChessFive, player: Player) -> (u32, u32) {
    let (own, enemy) = (game.men().side(player), game.men().side(player.other()));
    let open = windows(game.rules().board())
        .iter()
        .filter(|&&window| enemy & window == 0);
    let mut most = (0, 0);
    for window in open {
        match (own & window).count_ones() {
            n if n > most.0 => most = (n, 1),
            n if n == most.0 => most.1 += 1,
            _ => {}
        }
    }
    most
}

/// Lines that are not finished yet: of the other, whom the move lets go on, or own ones that the best move adds to.
fn growing(game: &ChessFive, next: &ChessFive, mistake: &Mistake<'_, ChessFiveMove>) -> Option<Reason> {
    let &best = mistake.best.first()?;
    let better = after(game, best)?;
    let (by, other) = (game.to_move(), game.to_move().other());
    // Two fewer than a line: with less, no line says why.
    let enough = u32::from(game.rules().board().line()) - 2;
    let theirs = most(next, other);
    if theirs.0 >= enough && most(&better, other) < theirs {
        let n = theirs.0;
        let text = text!(
            "leaves an open line with {n} pieces of the opponent, which {best} blocks",
            "deja una línea abierta con {n} piezas del rival, que {best} bloquea"
        );
        return Some(Reason::new(text, "threats", "block"));
    }
    if let Some(&answer) = mistake.answer.first()
        && let Some(grown) = after(next, answer).map(|game| most(&game, other))
        && grown.0 >= enough
        && grown > theirs
        && after(&better, answer).is_none_or(|game| most(&game, other) < grown)
    {
        let n = grown.0;
        let text = text!(
            "lets the opponent bring {n} pieces into an open line with {answer}",
            "deja al rival reunir {n} piezas en una línea abierta con {answer}"
        );
        return Some(Reason::new(text, "threats", "block"));
    }
    let (mine, wanted) = (most(next, by), most(&better, by));
    let had = most(game, by);
    if had.0 >= enough && mine.0 < had.0 && wanted.0 >= had.0 {
        let n = had.0;
        let text = text!(
            "takes a piece out of the mover's own open line of {n}",
            "quita una pieza de una línea abierta propia de {n}"
        );
        return Some(Reason::new(text, "threats", "combination"));
    }
    if wanted.0 >= enough && wanted > mine {
        let n = wanted.0;
        let text = if wanted.0 > mine.0 {
            text!(
                "misses {best}, which brings {n} pieces into an open line",
                "deja pasar {best}, que reúne {n} piezas en una línea abierta"
            )
        } else {
            let (few, many) = (mine.1, wanted.1);
            text!(
                "leaves fewer open lines with {n} pieces ({few}) than {best} ({many})",
                "deja menos líneas abiertas con {n} piezas ({few}) que {best} ({many})"
            )
        };
        return Some(Reason::new(text, "threats", "combination"));
    }
    None
}
