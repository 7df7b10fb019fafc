//! Reversi: the one move that keeps the most discs to the end, by the exact solver, and wipe-outs long before the end.

use damero_games::reversi::{Reversi, ReversiMove};

use super::{Line, Method, Puzzled, Theme};

/// So many empty squares are solved in milliseconds, and leave something to find.
const EMPTY: std::ops::RangeInclusive<u32> = 4..=12;

/// A side with so few discs may be wiped out by force; more are not worth the search.
const MOST_TO_WIPE_OUT: u32 = 8;

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares beside the corners on the diagonals.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;
/// All squares that have a neighbour to the left, and to the right.
const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

impl Puzzled for Reversi {
    const METHODS: &'static [Method] = &[Method::Forced(5), Method::Exact];

    /// Two discs more for one side are two less for the other.
    const MARGIN: i32 = 4;

    const THEMES: &'static [Theme] = &[
        Theme::new("corner", "Corner", "Esquina"),
        Theme::new("x-square", "Beside the corner", "Junto a la esquina"),
        Theme::new("parity", "Parity", "Paridad"),
        Theme::new("pass", "Make the other side pass", "Hacer pasar al otro"),
        Theme::new("quiet", "Quiet move", "Jugada tranquila"),
        Theme::new("turns-the-game", "Turns the game", "Da la vuelta a la partida"),
        Theme::new("wipe-out", "Wipe-out", "Sin fichas rivales"),
    ];

    const SHIPPED: &'static [u8] = include_bytes!("../../puzzles/reversi.gz");

    fn is_within_reach(&self, method: Method) -> bool {
        let empty = empties(self).count_ones();
        match method {
            Method::Forced(_) => empty > *EMPTY.end() && self.enemy().count_ones() <= MOST_TO_WIPE_OUT,
            _ => EMPTY.contains(&empty),
        }
    }

    fn themes(line: &Line<Self>) -> Vec<&'static str> {
        let mut found = Vec::new();
        let placed = |squares: u64| {
            line.decisions().any(|(_, m)| match m {
                ReversiMove::Place(square) => square.bit() & squares != 0,
                ReversiMove::Pass => false,
            })
        };
        if placed(CORNERS) {
            found.push("corner");
        }
        if placed(X_SQUARES) {
            found.push("x-square");
        }
        if line.replies().any(|(_, m)| *m == ReversiMove::Pass) {
            found.push("pass");
        }
        if line.end.discs()[line.solver.other()] == 0 {
            found.push("wipe-out");
        }
        // What follows is about the discs at the end.
        if line.method != Method::Exact {
            return found;
        }
        if let Some((game, ReversiMove::Place(square))) = line.plies.first() {
            let empty = empties(game);
            let region = region(empty, square.bit());
            if region.count_ones() % 2 == 1
                && region != empty
                && (empty & !region).count_ones().is_multiple_of(2)
            {
                found.push("parity");
            }
            let turned = (line.plies.get(1).map_or(&line.end, |(next, _)| next).discs()[line.solver])
                .count_ones()
                - game.discs()[line.solver].count_ones()
                - 1;
            if turned == 1 {
                found.push("quiet");
            }
        }
        if line.value > 0 && line.second <= 0 {
            found.push("turns-the-game");
        }
        found
    }
}

fn empties(game: &Reversi) -> u64 {
    !(game.own() | game.enemy())
}

/// The empty squares that hang together with `from`, diagonals included.
fn region(empty: u64, from: u64) -> u64 {
    let mut region = from;
    loop {
        let row = region | (region & NOT_LAST) << 1 | (region & NOT_FIRST) >> 1;
        let next = (row | row << 8 | row >> 8) & empty;
        if next == region {
            return region;
        }
        region = next;
    }
}
