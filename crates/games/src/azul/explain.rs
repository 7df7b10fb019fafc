//! Why a move of Azul was a mistake: tiles that fall to the floor, lines that stay unfinished, tiles left to the opponent,
//! and points that are not scored.

use super::floor::Floor;
use super::moves::{AzulMove, Source, Target};
use super::position::Azul;
use super::tiles::Colour;
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

/// What a move takes, in words, as the subject of a sentence: "white from the centre" says more than `CW-2`.
fn taking(m: AzulMove) -> Text {
    let (en, es) = match m.colour {
        Colour::Blue => ("blue", "las azules"),
        Colour::Yellow => ("yellow", "las amarillas"),
        Colour::Red => ("red", "las rojas"),
        Colour::Black => ("black", "las negras"),
        Colour::White => ("white", "las blancas"),
    };
    if m.source == Source::CENTRE {
        return text!("taking {en} from the centre", "tomar {es} del centro");
    }
    let factory = m.source;
    text!(
        "taking {en} from factory {factory}",
        "tomar {es} de la fábrica {factory}"
    )
}

fn points(n: i32) -> Text {
    if n.abs() == 1 {
        text!("{n} point", "{n} punto")
    } else {
        text!("{n} points", "{n} puntos")
    }
}

pub(super) fn explain(game: &Azul, mistake: &Mistake<'_, AzulMove>) -> Option<Reason> {
    let &best = mistake.best.first()?;
    let (played, better) = (done(game, mistake.played), done(game, best));
    if played.dropped > better.dropped {
        let n = tiles(played.dropped);
        return Some(Reason::new(
            Text::owned(
                format!("drops {} to the floor", n.en),
                format!("deja caer {} al suelo", n.es),
            ),
            "floor",
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
                    format!("leaves {} that fill line {row} of the opponent", n.en),
                    format!("deja {} que llenan la línea {row} del rival", n.es),
                ),
                "round",
                "burden",
            ));
        }
    }
    if let (None, Some(row)) = (played.filled, better.filled) {
        let Text { en, es } = taking(best);
        let text = text!(
            "fills no line; {en} fills line {row}",
            "no llena ninguna línea; {es} llena la línea {row}"
        );
        return Some(Reason::new(text, "round", "row"));
    }
    let marker = |m: AzulMove| m.source == Source::CENTRE && game.marker().is_none();
    if marker(mistake.played) && !marker(best) {
        let text = Text::new(
            "takes the first-player tile, which costs a point on the floor",
            "toma la ficha de primer jugador, que cuesta un punto en el suelo",
        );
        return Some(Reason::new(text, "floor", "marker"));
    }
    scoring(game, mistake.played, best).or_else(|| falling(game, &next, mistake))
}

/// What the mover's board would score if the round ended after this move.
fn scored(game: &Azul, m: AzulMove) -> i32 {
    let by = game.mover().index();
    let mut board = game.boards[by].clone();
    let mut lid = game.lid;
    let before = i32::from(board.score);
    if m.source == Source::CENTRE && game.marker().is_none() {
        board.floor.take_marker();
    }
    board.place(
        m.colour,
        game.source(m.source).count(m.colour),
        m.target,
        &mut lid,
    );
    let penalty = board.penalty();
    board.floor = Floor::default();
    board.tile_wall(&mut lid);
    i32::from(board.score) - before - i32::from(penalty)
}

/// Points that the move does not bring, and lines that it does not go on with.
fn scoring(game: &Azul, played: AzulMove, best: AzulMove) -> Option<Reason> {
    let (few, more) = (scored(game, played), scored(game, best));
    if more > few {
        let (few, Text { en, es }) = (points(few), taking(best));
        let text = Text::owned(
            format!(
                "would bring {} if the round ended now; {en} would bring {more}",
                few.en
            ),
            format!("daría {} si la ronda acabara ahora; {es} daría {more}", few.es),
        );
        return Some(Reason::new(text, "wall", "row"));
    }
    let begun = |m: AzulMove| {
        let row = m.target.index();
        let (_, n) = game.board(game.mover()).line(row)?;
        Some((row + 1, (row + 1) as u32 - n))
    };
    let (None, Some((row, lacks))) = (begun(played), begun(best)) else {
        return None;
    };
    if played.target == Target::FLOOR {
        return None;
    }
    let own = played.target.index() + 1;
    let Text { en, es } = taking(best);
    let text = text!(
        "begins line {own}; {en} goes on with line {row}, which lacks {lacks}",
        "empieza la línea {own}; {es} sigue con la línea {row}, a la que le faltan {lacks}"
    );
    Some(Reason::new(text, "round", "row"))
}

/// Tiles that fall to the floors later in the round, as the engine expects it.
fn falling(game: &Azul, next: &Azul, mistake: &Mistake<'_, AzulMove>) -> Option<Reason> {
    let by = game.mover();
    let fallen = |game: &Azul, line: &[AzulMove]| {
        let mut now = game.clone();
        let mut fallen = [0; 2];
        for &m in line {
            let at = if now.mover() == by { 0 } else { 1 };
            fallen[at] += done(&now, m).dropped;
            if now.play(m).is_err() {
                break;
            }
        }
        fallen
    };
    let &best = mistake.best.first()?;
    let ([own, theirs], [better, more]) = (fallen(next, mistake.answer), fallen(game, mistake.best));
    if own > better {
        let n = tiles(own);
        return Some(Reason::new(
            Text::owned(
                format!("costs the mover {} on the floor later in the round", n.en),
                format!("le cuesta {} en el suelo más tarde en la ronda", n.es),
            ),
            "floor",
            "floor",
        ));
    }
    (more > theirs).then(|| {
        let (n, taking) = (tiles(more), taking(best));
        Reason::new(
            Text::owned(
                format!(
                    "misses {}, which costs the opponent {} on the floor",
                    taking.en, n.en
                ),
                format!(
                    "deja pasar {}, que le cuesta {} en el suelo al rival",
                    taking.es, n.es
                ),
            ),
            "floor",
            "burden",
        )
    })
}
