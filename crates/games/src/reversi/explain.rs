//! Why a move of Reversi was a mistake: corners given and missed, squares beside them, moves left to the other, discs
//! turned too soon, and what the game comes to.

use super::moves::mobility;
use super::position::{Reversi, ReversiMove, Square};
use crate::game::{Game, Turn};
use crate::reason::{Mistake, Reason, after};

const CORNERS: u64 = 1 | 1 << 7 | 1 << 56 | 1 << 63;
/// The squares that touch a corner diagonally.
const BESIDE: [(u8, u8); 4] = [(9, 0), (14, 7), (49, 56), (54, 63)];
/// So many empty squares or fewer are an ending, in which regions count more than moves.
const ENDING: u32 = 16;

fn corners(squares: u64) -> Option<Square> {
    Square::all(squares & CORNERS).next()
}

fn empty(game: &Reversi) -> u64 {
    !(game.own() | game.enemy())
}

/// An empty corner that a square touches.
fn touched(game: &Reversi, square: Square) -> Option<Square> {
    let near = |corner: &Square| {
        let apart = |a: u8, b: u8| a.abs_diff(b);
        let [s, c] = [square.index(), corner.index()];
        apart(s % 8, c % 8) <= 1 && apart(s / 8, c / 8) <= 1
    };
    Square::all(empty(game) & CORNERS & !square.bit()).find(near)
}

pub(super) fn explain(game: &Reversi, mistake: &Mistake<'_, ReversiMove>) -> Option<Reason> {
    let ReversiMove::Place(played) = mistake.played else {
        return None;
    };
    let next = after(game, mistake.played)?;
    let best = mistake.best.first().copied();
    // Corners that the other could not take before, and could not after the best move: a pass of ours shows the first.
    let before = mobility(game.enemy(), game.own());
    let other = best.and_then(|best| after(game, best));
    let anyway = other
        .as_ref()
        .filter(|other| other.to_move() != game.to_move())
        .map_or(0, Reversi::legal);
    if next.to_move() != game.to_move()
        && let Some(corner) = corners(next.legal() & !before & !anyway)
    {
        let beside = BESIDE.contains(&(played.index(), corner.index()));
        let taken = mistake.answer.first() == Some(&ReversiMove::Place(corner));
        let text = if best == Some(ReversiMove::Place(corner)) {
            text!(
                "leaves the corner {corner} to the opponent instead of taking it",
                "deja la esquina {corner} al rival en vez de tomarla"
            )
        } else if beside {
            text!(
                "opens the way to the corner {corner}, which it touches",
                "abre el camino a la esquina {corner}, que está al lado"
            )
        } else if taken {
            text!("gives away the corner {corner}", "regala la esquina {corner}")
        } else {
            text!(
                "lets the opponent take the corner {corner} at any time",
                "deja la esquina {corner} al alcance del rival"
            )
        };
        return Some(Reason::new(
            text,
            "corners",
            if beside { "x-square" } else { "corner" },
        ));
    }
    let (Some(ReversiMove::Place(better)), Some(other)) = (best, other) else {
        return None;
    };
    if better.bit() & CORNERS != 0 && played.bit() & CORNERS == 0 {
        let text = text!(
            "leaves the corner {better}, which nobody could turn again",
            "deja la esquina {better}, que nadie podría volver a voltear"
        );
        return Some(Reason::new(text, "corners", "corner"));
    }
    if other.legal() == 0 && !matches!(other.turn(), Turn::Over(_)) && next.legal() != 0 {
        let text = text!(
            "misses {better}, after which the opponent has to pass",
            "deja pasar {better}, que obliga al rival a pasar"
        );
        return Some(Reason::new(text, "passing", "pass"));
    }
    if let (Some(corner), None) = (touched(game, played), touched(game, better)) {
        let text = text!(
            "plays next to the empty corner {corner}",
            "juega junto a la esquina vacía {corner}"
        );
        return Some(Reason::new(text, "corners", "x-square"));
    }
    if empty(game).count_ones() <= ENDING {
        return ending(game, mistake, played, better);
    }
    let [left, fewer] = [&next, &other].map(Game::count_moves);
    if left >= fewer + 2 {
        let text = text!(
            "leaves the opponent {left} moves; {better} would leave {fewer}",
            "deja {left} jugadas al rival; {better} dejaría {fewer}"
        );
        return Some(Reason::new(text, "mobility", "quiet"));
    }
    // The mover's own moves, if the other passed.
    let [own, more] = [&next, &other].map(|game| mobility(game.enemy(), game.own()).count_ones());
    if next.to_move() == other.to_move() && own + 2 <= more {
        let text = text!(
            "keeps {own} moves for later; {better} would keep {more}",
            "conserva {own} jugadas para después; {better} conservaría {more}"
        );
        return Some(Reason::new(text, "mobility", "quiet"));
    }
    let [many, few] = [&next, &other].map(|after| after.discs()[game.to_move()].count_ones());
    // One disc more or less says nothing.
    if many >= few + 2 {
        let discs = game.discs()[game.to_move()].count_ones() + 1;
        let [many, few] = [many - discs, few - discs];
        let text = text!(
            "turns more discs ({many}) than {better} ({few}), which opens lines to the opponent",
            "voltea más fichas ({many}) que {better} ({few}), y así abre líneas al rival"
        );
        return Some(Reason::new(text, "mobility", "quiet"));
    }
    None
}

/// Why a move of the ending was a mistake: by its region, or by the discs at the end.
fn ending(
    game: &Reversi,
    mistake: &Mistake<'_, ReversiMove>,
    played: Square,
    better: Square,
) -> Option<Reason> {
    if region(game, played).is_multiple_of(2) && !region(game, better).is_multiple_of(2) {
        let text = text!(
            "plays into an even region, so the opponent gets its last square; {better} is in an odd one",
            "juega en una zona par, cuya última casilla será del rival; {better} está en una impar"
        );
        return Some(Reason::new(text, "parity", "parity"));
    }
    let by = game.to_move();
    let end = |line: &mut dyn Iterator<Item = &ReversiMove>| {
        let mut now = game.clone();
        for &m in line {
            now.play(m).ok()?;
        }
        let discs = now.discs();
        matches!(now.turn(), Turn::Over(_)).then(|| [discs[by].count_ones(), discs[by.other()].count_ones()])
    };
    let [own, other] = end(&mut std::iter::once(&mistake.played).chain(mistake.answer))?;
    let [more, fewer] = end(&mut mistake.best.iter())?;
    (i64::from(more) - i64::from(fewer) > i64::from(own) - i64::from(other)).then(|| {
        let text = text!(
            "ends {own}-{other} at best; with {better} it would end {more}-{fewer}",
            "acaba {own}-{other} en el mejor caso; con {better} acabaría {more}-{fewer}"
        );
        Reason::new(text, "parity", "turns-the-game")
    })
}

/// How many empty squares are joined to an empty square, itself included.
fn region(game: &Reversi, square: Square) -> u32 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let empty = empty(game);
    let mut found = square.bit();
    loop {
        let wide = found | (found << 1 & NOT_A) | (found >> 1 & NOT_H);
        let grown = (wide | wide << 8 | wide >> 8) & empty;
        if grown == found {
            return found.count_ones();
        }
        found = grown;
    }
}
