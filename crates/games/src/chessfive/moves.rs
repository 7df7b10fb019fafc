//! The two kernels of phase Chess: where one piece can go, and all moves of a side at once.

use super::pieces::{Kind, Square};
use super::placement::Placement;
use crate::player::Player;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// Where a piece of this kind on `square` can go if `occupied` squares stop it; the first of those on each ray is
/// included, whoever stands there.
#[inline]
#[must_use]
pub(super) fn reach(kind: Kind, square: Square, occupied: u64) -> u64 {
    match kind {
        Kind::Rook => straight(square, occupied),
        Kind::Bishop => diagonal(square, occupied),
        Kind::Queen => straight(square, occupied) | diagonal(square, occupied),
        Kind::Knight => JUMPS[usize::from(square.index() & 63)],
        Kind::King => STEPS[usize::from(square.index() & 63)],
    }
}

#[inline]
fn straight(square: Square, occupied: u64) -> u64 {
    let shift = 8 * (square.rank() & 7);
    // What stands on the edge stops nothing that the edge would not stop.
    let inner = occupied >> (shift + 1) & 63;
    let rank = u64::from(RANKS[inner as usize][usize::from(square.file())]) << shift;
    rank | along(square.column() ^ square.bit(), square, occupied)
}

#[inline]
fn diagonal(square: Square, occupied: u64) -> u64 {
    let [rising, falling] = DIAGONALS[usize::from(square.index() & 63)];
    along(rising, square, occupied) | along(falling, square, occupied)
}

/// Both rays of a line that has at most one square in each rank. Subtracting the piece twice borrows from the first
/// stopper above it, so exactly the bits up to that one change; with the ranks turned around the same finds the
/// first one below.
#[inline]
const fn along(line: u64, square: Square, occupied: u64) -> u64 {
    let (stops, bit) = (occupied & line, square.bit());
    let up = stops.wrapping_sub(bit << 1);
    let down = stops
        .swap_bytes()
        .wrapping_sub(bit.swap_bytes() << 1)
        .swap_bytes();
    (up ^ down) & line
}

/// All moves of one side, piece by piece: a player never has more than two pieces of a kind, so every piece has a
/// place of its own, and nothing here depends on a branch.
pub(super) struct Moves {
    from: [Square; 8],
    targets: [u64; 8],
    /// In byte `i`, how many moves the pieces up to place `i` have; all moves together are fewer than 128.
    sums: u64,
}

/// What stands in each place of [`Moves`].
const PLACES: [Kind; 8] = [
    Kind::Rook,
    Kind::Rook,
    Kind::Knight,
    Kind::Knight,
    Kind::Bishop,
    Kind::Bishop,
    Kind::Queen,
    Kind::King,
];

/// One in each byte, and the highest bit of each byte.
const ONES: u64 = FILE_A;
const TOPS: u64 = FILE_H;

impl Moves {
    /// The moves of a player onto `allowed` squares.
    #[inline]
    pub(super) fn new(men: &Placement, player: Player, allowed: u64) -> Self {
        let occupied = men.occupied();
        let mut moves = Self {
            from: [Square::wrap(0); 8],
            targets: [0; 8],
            sums: 0,
        };
        for (i, kind) in PLACES.into_iter().enumerate() {
            let all = men.of(player, kind);
            // The second place of a kind has what is left without the lowest.
            let second = i % 2 == 1 && i < 6;
            let piece = if second { all & all.wrapping_sub(1) } else { all };
            let from = Square::lowest(piece);
            let stands = u64::from(piece != 0).wrapping_neg();
            let targets = reach(kind, from, occupied) & allowed & stands;
            moves.from[i] = from;
            moves.targets[i] = targets;
            moves.sums |= u64::from(targets.count_ones()) << (8 * i);
        }
        moves.sums = moves.sums.wrapping_mul(ONES);
        moves
    }

    /// How many moves there are.
    #[inline]
    pub(super) const fn count(&self) -> u32 {
        (self.sums >> 56) as u32
    }

    /// The `n`th move: what, from and to, in an order of its own.
    #[inline]
    pub(super) fn nth(&self, n: u32) -> (Kind, Square, Square) {
        let n = u64::from(n);
        // In each byte the top bit stays where the moves up to that place do not reach beyond `n`.
        let passed = (n.wrapping_mul(ONES) | TOPS).wrapping_sub(self.sums) & TOPS;
        let place = (passed.count_ones() & 7) as usize;
        let before = (self.sums << 8) >> (8 * place) & 0xff;
        let to = nth_square(self.targets[place], n.wrapping_sub(before));
        (PLACES[place], self.from[place], to)
    }
}

/// The `n`th square of a bitboard: first its rank by the same sums as above, then its place in the rank.
#[inline]
pub(super) fn nth_square(bits: u64, n: u64) -> Square {
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let counts = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let sums = counts.wrapping_mul(ONES);
    let passed = (n.wrapping_mul(ONES) | TOPS).wrapping_sub(sums) & TOPS;
    let shift = 8 * (passed.count_ones() & 7);
    let left = n.wrapping_sub((sums << 8) >> shift & 0xff);
    let rank = bits >> shift & 0xff;
    let file = NTH_FILE[(left & 7) as usize][rank as usize];
    Square::wrap(shift as u8 + file)
}

/// Whether a side has any move onto an `allowed` square. A slider that can move can move one step.
#[inline]
pub(super) fn any_move(men: &Placement, player: Player, allowed: u64) -> bool {
    let (right, left) = (allowed & !FILE_A, allowed & !FILE_H);
    let own = men.side(player);
    let royal = men.kind(Kind::Queen) | men.kind(Kind::King);
    let straight = own & (men.kind(Kind::Rook) | royal);
    if (straight << 8 | straight >> 8) & allowed | straight << 1 & right | straight >> 1 & left != 0 {
        return true;
    }
    let diagonal = own & (men.kind(Kind::Bishop) | royal);
    (diagonal << 9 | diagonal >> 7) & right | (diagonal << 7 | diagonal >> 9) & left != 0
        || Square::all(own & men.kind(Kind::Knight))
            .any(|square| reach(Kind::Knight, square, 0) & allowed != 0)
}

/// Where a rook goes in its rank, by what stands on the six inner files and by its own file.
static RANKS: [[u8; 8]; 64] = ranks();

/// The rising and the falling diagonal through each square, without the square itself.
static DIAGONALS: [[u64; 2]; 64] = diagonals();

/// The file of the `n`th piece in a rank.
static NTH_FILE: [[u8; 256]; 8] = nth_file();

static JUMPS: [u64; 64] = leaps([
    (1, 2),
    (-1, 2),
    (2, 1),
    (-2, 1),
    (1, -2),
    (-1, -2),
    (2, -1),
    (-2, -1),
]);
static STEPS: [u64; 64] = leaps([
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (-1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
]);

const fn ranks() -> [[u8; 8]; 64] {
    let mut all = [[0; 8]; 64];
    let mut inner = 0;
    while inner < 64 {
        let mut file = 0;
        while file < 8 {
            let stops = inner << 1;
            let (mut right, mut left) = (file + 1, file - 1);
            while right < 8 {
                all[inner][file as usize] |= 1 << right;
                right = if stops >> right & 1 != 0 { 8 } else { right + 1 };
            }
            while left >= 0 {
                all[inner][file as usize] |= 1 << left;
                left = if stops >> left & 1 != 0 { -1 } else { left - 1 };
            }
            file += 1;
        }
        inner += 1;
    }
    all
}

const fn diagonals() -> [[u64; 2]; 64] {
    let mut all = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let mut distance = -7;
        while distance < 8 {
            if distance != 0 {
                all[square as usize][0] |= at(file + distance, rank + distance);
                all[square as usize][1] |= at(file - distance, rank + distance);
            }
            distance += 1;
        }
        square += 1;
    }
    all
}

const fn leaps(leaps: [(i32, i32); 8]) -> [u64; 64] {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 8 {
            all[square as usize] |= at(square % 8 + leaps[i].0, square / 8 + leaps[i].1);
            i += 1;
        }
        square += 1;
    }
    all
}

const fn nth_file() -> [[u8; 256]; 8] {
    let mut all = [[0; 256]; 8];
    let mut rank = 0;
    while rank < 256 {
        let (mut file, mut n) = (0, 0);
        while file < 8 {
            if rank >> file & 1 != 0 {
                all[n][rank] = file;
                n += 1;
            }
            file += 1;
        }
        rank += 1;
    }
    all
}

/// The square with these coordinates; empty off the board.
const fn at(file: i32, rank: i32) -> u64 {
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        0
    } else {
        1 << (8 * rank + file)
    }
}
