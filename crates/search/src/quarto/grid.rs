//! The small state that the solver works on, and what can be said about all placements of it at once.
//!
//! As in the game's own board, the planes of the four attributes lie side by side in one word. A group with three
//! pieces that have an attribute in common is completed by any piece that has it too; a group with two such pieces and
//! two empty cells is prepared by the third. Finding both for every cell, every attribute and both of its sides takes
//! a few dozen operations, and from them follows, for every piece and every cell, which pieces could be given after
//! that placement without losing at once.

use damero_games::quarto::{Piece, Quarto};

/// One copy of a 16-bit pattern for each of the four planes.
pub(super) const fn lanes(pattern: u16) -> u64 {
    pattern as u64 * 0x0001_0001_0001_0001
}

/// The bits of each piece at the bottom of the planes.
const SPREAD: [u64; 16] = spread();

const fn spread() -> [u64; 16] {
    let mut table = [0; 16];
    let mut piece = 0;
    while piece < 16 {
        table[piece] = (piece as u64 * (1 | 1 << 15 | 1 << 30 | 1 << 45)) & lanes(1);
        piece += 1;
    }
    table
}

/// For each set of threatened attributes, those had in the low four bits and those lacked in the high four, the pieces
/// that meet one of the threats.
const MEETING: [u16; 256] = meeting();

const fn meeting() -> [u16; 256] {
    let mut table = [0; 256];
    let mut pair = 0;
    while pair < 256 * 16 {
        let (threats, piece) = (pair / 16, pair % 16);
        let sides = piece | (!piece & 15) << 4;
        if threats & sides != 0 {
            table[threats] |= 1 << piece;
        }
        pair += 1;
    }
    table
}

/// The numbers of the bits that are set, lowest first.
#[inline]
pub(super) fn bits(mut set: u16) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        bit
    })
}

/// A position without a complete group in which a piece is to be given.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    /// For each attribute the cells whose piece has it.
    pub(super) having: u64,
    pub(super) occupied: u16,
    /// The pieces that are not on the board.
    pub(super) left: u16,
}

impl Grid {
    /// The board of a game, a piece in hand counting as not yet given.
    pub(super) fn of(game: &Quarto) -> Self {
        Self {
            having: game.board().planes(),
            occupied: game.board().occupied(),
            left: game.left() | game.hand().map_or(0, Piece::bit),
        }
    }

    #[inline]
    pub(super) const fn placed(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// The position after `piece` went to `cell`.
    #[inline]
    pub(super) const fn after(&self, piece: u32, cell: u32) -> Self {
        Self {
            having: self.having | SPREAD[piece as usize] << cell,
            occupied: self.occupied | 1 << cell,
            left: self.left & !(1 << piece),
        }
    }

    /// For each attribute the cells whose piece lacks it.
    #[inline]
    const fn lacking(&self) -> u64 {
        lanes(self.occupied) & !self.having
    }

    /// The pieces that can be given without losing at once.
    #[inline]
    pub(super) fn safe<const SQUARES: bool>(&self) -> u16 {
        let empty = lanes(!self.occupied);
        let having = filled(scan::<SQUARES>(self.having, empty).completing);
        let lacking = filled(scan::<SQUARES>(self.lacking(), empty).completing);
        self.left & !MEETING[gather(having, lacking, 0)]
    }
}

/// What placing can do to a [`Grid`]: for each attribute, the cells where a piece would leave a threat to it.
///
/// Only for pieces that do not win on the spot.
pub(super) struct Outlook {
    having: Threats,
    lacking: Threats,
    empty: u16,
    left: u16,
}

/// The cells that leave a threat when the piece is on the threatened side of the attribute, and when it is not.
struct Threats {
    by_own: u64,
    by_other: u64,
}

impl Outlook {
    #[inline]
    pub(super) fn new<const SQUARES: bool>(grid: &Grid) -> Self {
        let empty = lanes(!grid.occupied);
        let threats = |own| {
            let Scan {
                completing,
                preparing,
            } = scan::<SQUARES>(own, empty);
            // A piece of the other side leaves the threats that are there, except one that it fills.
            let again = completing & (completing.wrapping_sub(lowest_of_filled(completing)));
            Threats {
                by_own: preparing,
                by_other: filled(completing) & (filled(again) | !completing),
            }
        };
        Self {
            having: threats(grid.having),
            lacking: threats(grid.lacking()),
            empty: !grid.occupied,
            left: grid.left,
        }
    }

    /// What placing one piece can do.
    #[inline]
    pub(super) fn replies(&self, piece: u32) -> Replies {
        let has = SPREAD[piece as usize] * 0xffff;
        Replies {
            having: self.having.by_own & has | self.having.by_other & !has,
            lacking: self.lacking.by_own & !has | self.lacking.by_other & has,
            empty: self.empty,
            left: self.left & !(1 << piece),
        }
    }

    /// The least freedom that giving one of `pieces` leaves the opponent.
    #[inline]
    pub(super) fn least_freedom(&self, pieces: u16) -> u32 {
        let mut least = u32::MAX;
        for piece in bits(pieces) {
            least = least.min(self.replies(piece).freedom());
            if least == 0 {
                break;
            }
        }
        least
    }
}

/// For each attribute and side, the cells where one given piece would leave a threat.
#[derive(Clone, Copy)]
pub(super) struct Replies {
    having: u64,
    lacking: u64,
    empty: u16,
    left: u16,
}

impl Replies {
    /// The safe pieces after each placement, all added up: with none, whoever must place loses, unless it is the last
    /// piece.
    #[inline]
    pub(super) fn freedom(&self) -> u32 {
        bits(self.empty)
            .map(|cell| self.safe_after(cell).count_ones())
            .sum()
    }

    /// The pieces that could be given safely after the placement on `cell`.
    #[inline]
    pub(super) fn safe_after(&self, cell: u32) -> u16 {
        self.left & !MEETING[gather(self.having, self.lacking, cell)]
    }
}

/// One bit of each of the eight planes, those of `lacking` in the high four.
#[inline]
const fn gather(having: u64, lacking: u64, cell: u32) -> usize {
    let bits = having >> cell & lanes(1) | (lacking >> cell & lanes(1)) << 4;
    // Moves the bits next to each other; no two of the products meet.
    (bits.wrapping_mul(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3) >> 48) as usize & 255
}

/// The lowest bit of every plane that is not empty.
#[inline]
const fn lowest_of_filled(planes: u64) -> u64 {
    (((planes & lanes(0x7fff)) + lanes(0x7fff)) | planes) >> 15 & lanes(1)
}

/// Fills every plane that is not empty.
#[inline]
const fn filled(planes: u64) -> u64 {
    lowest_of_filled(planes) * 0xffff
}

/// Empty cells by what a piece there does in its plane.
#[derive(Default)]
struct Scan {
    /// It completes a group.
    completing: u64,
    /// It is the third in a group whose fourth cell is empty.
    preparing: u64,
}

/// Looks at all groups of all planes: `own` are the pieces that count, and every plane of `empty` the empty cells.
#[inline(always)]
fn scan<const SQUARES: bool>(own: u64, empty: u64) -> Scan {
    let mut scan = Scan::default();
    // Rows, columns and diagonals are turned by one, two and three cells.
    let turn = |planes: u64, by: u32, length: u32, stay: u16| {
        planes >> by & lanes(stay) | planes << (length - by) & lanes(!stay)
    };
    let rows = |p| {
        [
            turn(p, 1, 4, 0x7777),
            turn(p, 2, 4, 0x3333),
            turn(p, 3, 4, 0x1111),
        ]
    };
    let below = |by| {
        move |p| {
            [
                turn(p, by, 4 * by, 0x0fff),
                turn(p, 2 * by, 4 * by, 0x00ff),
                turn(p, 3 * by, 4 * by, 0x000f),
            ]
        }
    };
    scan.add(own, empty, rows, 0xffff);
    scan.add(own, empty, below(4), 0xffff);
    scan.add(own, empty, below(5), 0x8421);
    scan.add(own, empty, below(3), 0x1248);
    if SQUARES {
        scan.add(own, empty, |p| [p >> 1, p >> 4, p >> 5], 0x0777);
        scan.add(own, empty, |p| [p << 1, p >> 4, p >> 3], 0x0eee);
        scan.add(own, empty, |p| [p >> 1, p << 4, p << 3], 0x7770);
        scan.add(own, empty, |p| [p << 1, p << 4, p << 5], 0xeee0);
    }
    Scan {
        completing: scan.completing & empty,
        preparing: scan.preparing & empty,
    }
}

impl Scan {
    /// Adds the groups of one direction: `others` moves the other three cells of a group to where the fourth is, which
    /// is one of `cells`.
    #[inline(always)]
    fn add(&mut self, own: u64, empty: u64, others: impl Fn(u64) -> [u64; 3], cells: u16) {
        let ([a, b, c], [x, y, z]) = (others(own), others(empty));
        self.completing |= a & b & c & lanes(cells);
        self.preparing |= (a & b & z | c & (a & y | b & x)) & lanes(cells);
    }
}

#[cfg(test)]
mod tests {
    use damero_games::Game;
    use damero_games::playout::random_game;
    use damero_games::random::seeded;

    use super::*;

    /// Safe pieces and what becomes of them after every placement, against the game's own winning cells.
    fn agrees_with_the_board<const SQUARES: bool>(rules: &str) {
        let rules = rules.parse().expect("a preset");
        let mut rng = seeded(41);
        for _ in 0..2_000 {
            let game = random_game(Quarto::start(&rules), &mut rng);
            for game in game.filter(|game| game.turn().player().is_some()) {
                let grid = Grid::of(&game);
                let wins = |piece: Piece| game.board().winning_cells(piece, SQUARES) != 0;
                let winning = Piece::all(grid.left).filter(|&piece| wins(piece));
                let winning = winning.fold(0, |set, piece| set | piece.bit());
                let safe = grid.safe::<SQUARES>();
                assert_eq!(safe, grid.left & !winning, "{game:?}");
                let outlook = Outlook::new::<SQUARES>(&grid);
                for piece in bits(safe) {
                    let replies = outlook.replies(piece);
                    for cell in bits(!grid.occupied) {
                        let after = grid.after(piece, cell).safe::<SQUARES>();
                        assert_eq!(replies.safe_after(cell), after, "{piece} on {cell} in {game:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn safe_pieces_agree_with_the_board() {
        agrees_with_the_board::<false>("standard");
        agrees_with_the_board::<true>("square");
    }
}
