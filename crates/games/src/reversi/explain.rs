//! Why a move of Reversi was a mistake: corners given and missed, squares beside them, moves left to the other.

use super::position::{Reversi, ReversiMove, Square};
use crate::game::Game;
use crate::reason::{Mistake, Reason, after};

const CORNERS: u64 = 1 | 1 << 7 | 1 << 56 | 1 << 63;
/// The squares that touch a corner diagonally.
const BESIDE: [(u8, u8); 4] = [(9, 0), (14, 7), (49, 56), (54, 63)];

fn corners(squares: u64) -> Option<Square> {
    Square::all(squares & CORNERS).next()
}

pub(super) fn explain(game: &Reversi, mistake: &Mistake<'_, ReversiMove>) -> Option<Reason> {
    let ReversiMove::Place(played) = mistake.played else {
        return None;
    };
    let next = after(game, mistake.played)?;
    let best = mistake.best.first().copied();
    // Corners that the other could not take before; a pass of ours shows which those are.
    let before = super::moves::mobility(game.enemy(), game.own());
    if next.to_move() != game.to_move()
        && let Some(corner) = corners(next.legal() & !before)
    {
        let beside = BESIDE.contains(&(played.index(), corner.index()));
        let text = if beside {
            text!(
                "opens the way to the corner {corner}, which it touches",
                "abre el camino a la esquina {corner}, que está al lado"
            )
        } else {
            text!("gives away the corner {corner}", "regala la esquina {corner}")
        };
        return Some(Reason::new(text, "corners"));
    }
    if let Some(ReversiMove::Place(better)) = best {
        if better.bit() & CORNERS != 0 && played.bit() & CORNERS == 0 {
            let text = text!(
                "leaves the corner {better}, which nobody could turn again",
                "deja la esquina {better}, que nadie podría volver a voltear"
            );
            return Some(Reason::new(text, "corners"));
        }
        let other = after(game, ReversiMove::Place(better))?;
        if other.legal() == 0 && !matches!(other.turn(), crate::game::Turn::Over(_)) && next.legal() != 0 {
            let text = text!(
                "misses {better}, after which the other has to pass",
                "deja pasar {better}, que obliga al rival a pasar"
            );
            return Some(Reason::new(text, "passing"));
        }
        let [left, fewer] = [&next, &other].map(Game::count_moves);
        let empty = (!(game.own() | game.enemy())).count_ones();
        if empty > 16 && left >= fewer + 3 {
            let text = text!(
                "leaves the other {left} moves; {better} would leave {fewer}",
                "deja {left} jugadas al rival; {better} dejaría {fewer}"
            );
            return Some(Reason::new(text, "mobility"));
        }
        if empty <= 16 && region(game, played).is_multiple_of(2) && !region(game, better).is_multiple_of(2) {
            let text = text!(
                "plays into an even region, so the other gets its last square; {better} is in an odd one",
                "juega en una zona par, cuya última casilla será del rival; {better} está en una impar"
            );
            return Some(Reason::new(text, "parity"));
        }
    }
    None
}

/// How many empty squares are joined to an empty square, itself included.
fn region(game: &Reversi, square: Square) -> u32 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let empty = !(game.own() | game.enemy());
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
