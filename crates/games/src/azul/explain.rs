//! Why a move of Azul was a mistake: tiles that fall to the floor, lines that stay unfinished, tiles left to the other.

use super::moves::{AzulMove, Source, Target};
use super::position::Azul;
use crate::game::{Game as _, Turn};
use crate::lang::Text;
use crate::reason::{Mistake, Reason, after};

/// What a move does on the mover's board.
struct Done {
    /// Tiles of the factory or the centre.
    taken: u32,
    /// Tiles that fall to the floor.
    dropped: u32,
    /// The line that it fills, from 1.
    filled: Option<usize>,
}

fn done(game: &Azul, m: AzulMove) -> Done {
    let taken = game.source(m.source).count(m.colour);
    if m.target == Target::FLOOR {
        return Done {
            taken,
            dropped: taken,
            filled: None,
        };
    }
    let row = m.target.index();
    let size = row as u32 + 1;
    let fill = taken + game.board(game.mover()).line(row).map_or(0, |(_, n)| n);
    Done {
        taken,
        dropped: fill.saturating_sub(size),
        filled: (fill >= size).then_some(row + 1),
    }
}

fn tiles(n: u32) -> Text {
    if n == 1 {
        Text::new("a tile", "una loseta")
    } else {
        text!("{n} tiles", "{n} losetas")
    }
}

pub(super) fn explain(game: &Azul, mistake: &Mistake<'_, AzulMove>) -> Option<Reason> {
    let &best = mistake.best.first()?;
    let (played, better) = (done(game, mistake.played), done(game, best));
    if played.dropped > better.dropped {
        let n = tiles(played.dropped);
        return Some(Reason::new(
            Text::owned(
                format!("leaves {} to the floor", n.en),
                format!("deja caer {} al suelo", n.es),
            ),
            "floor",
        ));
    }
    let next = after(game, mistake.played)?;
    if let (Some(&answer), Turn::Player(_)) = (mistake.answer.first(), next.turn()) {
        let theirs = done(&next, answer);
        if let Some(row) = theirs.filled.filter(|_| theirs.taken >= 2 && theirs.dropped == 0)
            && best.source == answer.source
            && best.colour == answer.colour
        {
            let n = tiles(theirs.taken);
            return Some(Reason::new(
                Text::owned(
                    format!("leaves {} that fill line {row} of the other", n.en),
                    format!("deja {} que llenan la línea {row} del rival", n.es),
                ),
                "round",
            ));
        }
    }
    if let (None, Some(row)) = (played.filled, better.filled) {
        let text = text!(
            "fills no line; {best} fills line {row}",
            "no llena ninguna línea; {best} llena la línea {row}"
        );
        return Some(Reason::new(text, "round"));
    }
    let marker = |m: AzulMove| m.source == Source::CENTRE && game.marker().is_none();
    if marker(mistake.played) && !marker(best) {
        let text = Text::new(
            "takes the first-player tile, which costs a point on the floor",
            "toma la ficha de primer jugador, que cuesta un punto en el suelo",
        );
        return Some(Reason::new(text, "floor"));
    }
    None
}
