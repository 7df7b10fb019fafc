//! Why a move of checkers was a mistake: pieces lost and not taken, at once or later, crowns given and missed.

use super::moves::CheckersMove;
use super::position::Checkers;
use crate::game::{Game, Turn};
use crate::lang::Text;
use crate::outcome::Outcome;
use crate::reason::{Mistake, Reason, after};

fn pieces(n: u32) -> Text {
    if n == 1 {
        Text::new("a piece", "una pieza")
    } else {
        text!("{n} pieces", "{n} piezas")
    }
}

/// How many pieces the mover is better off after the first move of a line and the captures that follow it at once.
fn swing<'a>(game: &Checkers, line: impl IntoIterator<Item = &'a CheckersMove>) -> i32 {
    let by = game.to_move();
    let balance =
        |game: &Checkers| game.pieces(by).count_ones() as i32 - game.pieces(by.other()).count_ones() as i32;
    let mut now = game.clone();
    for (i, &m) in line.into_iter().enumerate() {
        if (i > 0 && !m.is_capture()) || now.play(m).is_err() {
            break;
        }
    }
    balance(&now) - balance(game)
}

pub(super) fn explain(game: &Checkers, mistake: &Mistake<'_, CheckersMove>) -> Option<Reason> {
    let next = after(game, mistake.played)?;
    let (answer, best) = (mistake.answer.first(), mistake.best.first());
    if let Some(&answer) = answer {
        let end = after(&next, answer)?.turn();
        if end == Turn::Over(Outcome::Win(next.to_move())) {
            let text = text!(
                "loses at once: after {answer} nothing is left to move",
                "pierde en el acto: tras {answer} no queda nada que mover"
            );
            return Some(Reason::new(text, "captures", "blockade"));
        }
    }
    let lost = swing(game, std::iter::once(&mistake.played).chain(mistake.answer));
    let wanted = swing(game, mistake.best);
    if lost < 0 && lost < wanted {
        let n = pieces(lost.unsigned_abs());
        let answer = answer?;
        return Some(Reason::new(
            Text::owned(
                format!("loses {} by {answer}", n.en),
                format!("pierde {} con {answer}", n.es),
            ),
            "captures",
            "shot",
        ));
    }
    let &best = best?;
    if wanted > 0 && wanted > lost {
        let n = pieces(wanted.unsigned_abs());
        return Some(Reason::new(
            Text::owned(
                format!("misses {best}, which wins {}", n.en),
                format!("deja pasar {best}, que gana {}", n.es),
            ),
            "captures",
            "multi-capture",
        ));
    }
    // A piece is given so that more come back: the third move of the line takes them.
    if let [first, reply, shot, ..] = mistake.best
        && reply.is_capture()
        && shot.is_capture()
        && !first.is_capture()
        && shot.jumps() > reply.jumps()
    {
        let n = shot.jumps();
        let text = text!(
            "misses a shot: {first}, and after {reply} the answer {shot} takes {n}",
            "deja pasar un golpe: {first}, y tras {reply} la respuesta {shot} toma {n}"
        );
        return Some(Reason::new(text, "shots", "sacrifice"));
    }
    if game.crowns(best) && !game.crowns(mistake.played) {
        let text = text!("misses the crown with {best}", "deja pasar la corona con {best}");
        return Some(Reason::new(text, "crown", "crown"));
    }
    match answer {
        Some(&answer) if next.crowns(answer) => {
            let text = text!(
                "lets the opponent crown with {answer}",
                "deja coronar al rival con {answer}"
            );
            Some(Reason::new(text, "crown", "crown"))
        }
        _ => lost_later(&next, mistake, game),
    }
}

/// A piece that is lost only after some moves, as the engine expects it, and would not be after the best one.
fn lost_later(next: &Checkers, mistake: &Mistake<'_, CheckersMove>, game: &Checkers) -> Option<Reason> {
    let by = game.to_move();
    let end = |game: &Checkers, line: &[CheckersMove]| {
        let mut now = game.clone();
        for &m in line {
            now.play(m).ok()?;
        }
        Some(now.pieces(by).count_ones() as i32 - now.pieces(by.other()).count_ones() as i32)
    };
    let (lost, kept) = (end(next, mistake.answer)?, end(game, mistake.best)?);
    let now = end(game, &[])?;
    if lost >= kept || lost >= now {
        return None;
    }
    let taken = mistake.answer.iter().rposition(|m| m.is_capture())?;
    let line: Vec<_> = mistake
        .answer
        .iter()
        .take(taken + 1)
        .map(ToString::to_string)
        .collect();
    let (n, line) = (pieces((now - lost).unsigned_abs()), line.join(" "));
    let text = Text::owned(
        format!("loses {} after {line}", n.en),
        format!("pierde {} tras {line}", n.es),
    );
    Some(Reason::new(text, "captures", "shot"))
}
