//! The two kernels of phase Chess: where one piece can go, and all moves of a side at once.

use super::pieces::{Kind, Square};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// Where a piece of this kind on `square` can go if `occupied` squares stop it; the first of those on each ray is
/// included, whoever stands there.
#[inline]
#[must_use]
pub(super) fn reach(kind: Kind, square: Square, occupied: u64) -> u64 {
    let at = usize::from(square.index() & 63);
    match kind {
        Kind::Rook => slide::<0>(at, occupied),
        Kind::Bishop => slide::<1>(at, occupied),
        Kind::Queen => slide::<0>(at, occupied) | slide::<1>(at, occupied),
        Kind::Knight => JUMPS[at],
        Kind::King => STEPS[at],
    }
}

/// Both rays up and both rays down of a rook (`FIRST` 0) or a bishop (`FIRST` 1).
#[inline]
fn slide<const FIRST: usize>(at: usize, occupied: u64) -> u64 {
    let rays = &RAYS[at];
    let mut reached = 0;
    for direction in [FIRST, FIRST + 2] {
        // Subtracting borrows from the first stopper, so exactly the bits up to it change.
        let stops = rays[direction] & occupied;
        reached |= (stops ^ stops.wrapping_sub(1)) & rays[direction];
        // The highest stopper and everything above it.
        let stops = rays[direction + 4] & occupied;
        reached |= (u64::MAX << (63 - (stops | 1).leading_zeros())) & rays[direction + 4];
    }
    reached
}

/// All moves of one side, direction by direction.
///
/// In one direction the rays of two pieces never meet, for the one behind is stopped by the one ahead; so a
/// destination in a direction belongs to exactly one move, and counting moves is counting bits.
pub(super) struct Fan {
    /// Destinations in the directions of [`RAYS`], then in those of [`JUMP_SHIFTS`].
    targets: [u64; 16],
}

impl Fan {
    /// The moves of the sliders, kings and knights given, where sliders pass `free` squares and `allowed` squares
    /// can be entered.
    #[inline]
    pub(super) fn new(men: &Movers, free: u64, allowed: u64) -> Self {
        let mut targets = [0; 16];
        let (straight, diagonal, king, knights) = (men.straight, men.diagonal, men.king, men.knights);
        // A move to the right never arrives on file a, one to the left never on file h.
        targets[0] = up::<1>(straight, king, free & !FILE_A) & allowed & !FILE_A;
        targets[1] = up::<7>(diagonal, king, free & !FILE_H) & allowed & !FILE_H;
        targets[2] = up::<8>(straight, king, free) & allowed;
        targets[3] = up::<9>(diagonal, king, free & !FILE_A) & allowed & !FILE_A;
        targets[4] = down::<1>(straight, king, free & !FILE_H) & allowed & !FILE_H;
        targets[5] = down::<7>(diagonal, king, free & !FILE_A) & allowed & !FILE_A;
        targets[6] = down::<8>(straight, king, free) & allowed;
        targets[7] = down::<9>(diagonal, king, free & !FILE_H) & allowed & !FILE_H;
        let (right_1, left_1) = (allowed & !FILE_A, allowed & !FILE_H);
        let (right_2, left_2) = (right_1 & !(FILE_A << 1), left_1 & !(FILE_H >> 1));
        targets[8] = knights << 17 & right_1;
        targets[9] = knights << 15 & left_1;
        targets[10] = knights << 10 & right_2;
        targets[11] = knights << 6 & left_2;
        targets[12] = knights >> 15 & right_1;
        targets[13] = knights >> 17 & left_1;
        targets[14] = knights >> 6 & right_2;
        targets[15] = knights >> 10 & left_2;
        Self { targets }
    }

    /// How many moves there are.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.targets.iter().map(|targets| targets.count_ones()).sum()
    }

    /// The `n`th move, from and to, in an order of its own.
    #[inline]
    pub(super) fn nth(&self, mut n: u32, occupied: u64) -> (Square, Square) {
        let mut direction = 0;
        loop {
            let count = self.targets[direction & 15].count_ones();
            if n < count {
                break;
            }
            n -= count;
            direction += 1;
        }
        let mut bits = self.targets[direction & 15];
        for _ in 0..n {
            bits &= bits - 1;
        }
        let to = Square::lowest(bits);
        (origin(direction & 15, to, occupied), to)
    }
}

/// Where the move in this direction that ends on `to` came from.
#[inline]
fn origin(direction: usize, to: Square, occupied: u64) -> Square {
    let at = usize::from(to.index() & 63);
    if direction < 4 {
        Square::highest(RAYS[at][direction + 4] & occupied)
    } else if direction < 8 {
        Square::lowest(RAYS[at][direction - 4] & occupied)
    } else {
        Square::lowest(1_u64.rotate_left((at as u32).wrapping_sub(JUMP_SHIFTS[direction - 8] as u32) & 63))
    }
}

/// The pieces of one side by the way they move.
pub(super) struct Movers {
    /// Rooks and queens.
    pub(super) straight: u64,
    /// Bishops and queens.
    pub(super) diagonal: u64,
    /// Kings.
    pub(super) king: u64,
    /// Knights.
    pub(super) knights: u64,
}

impl Movers {
    /// Whether any of them can move onto an `allowed` square. A slider that can move can move one step.
    #[inline]
    pub(super) fn any(&self, allowed: u64) -> bool {
        let straight = self.straight | self.king;
        let (right, left) = (allowed & !FILE_A, allowed & !FILE_H);
        if (straight << 8 | straight >> 8) & allowed != 0
            || straight << 1 & right != 0
            || straight >> 1 & left != 0
        {
            return true;
        }
        let diagonal = self.diagonal | self.king;
        (diagonal << 9 | diagonal >> 7) & right != 0
            || (diagonal << 7 | diagonal >> 9) & left != 0
            || Square::all(self.knights).any(|square| JUMPS[usize::from(square.index())] & allowed != 0)
    }
}

/// One step beyond everything that the sliders reach through `free` squares towards higher squares; kings make just
/// that step. Reached stretches are doubled instead of walked.
#[inline(always)]
const fn up<const SHIFT: u32>(sliders: u64, king: u64, free: u64) -> u64 {
    let reached = sliders | free & sliders << SHIFT;
    let pairs = free & free << SHIFT;
    let reached = reached | pairs & reached << (2 * SHIFT);
    let fours = pairs & pairs << (2 * SHIFT);
    let reached = reached | fours & reached << (4 * SHIFT);
    (reached | king) << SHIFT
}

/// The same towards lower squares.
#[inline(always)]
const fn down<const SHIFT: u32>(sliders: u64, king: u64, free: u64) -> u64 {
    let reached = sliders | free & sliders >> SHIFT;
    let pairs = free & free >> SHIFT;
    let reached = reached | pairs & reached >> (2 * SHIFT);
    let fours = pairs & pairs >> (2 * SHIFT);
    let reached = reached | fours & reached >> (4 * SHIFT);
    (reached | king) >> SHIFT
}

/// The eight rays from each square, without the square itself: right, up-left, up, up-right, then their opposites.
/// Even ones are straight, odd ones diagonal; the first four lead to higher squares.
static RAYS: [[u64; 8]; 64] = rays();

/// How far the jumps of the knight shift, in the order of [`Fan`].
const JUMP_SHIFTS: [i32; 8] = [17, 15, 10, 6, -15, -17, -6, -10];

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
static STEPS: [u64; 64] = leaps(DIRECTIONS);

const DIRECTIONS: [(i32, i32); 8] = [
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (-1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
];

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

const fn rays() -> [[u64; 8]; 64] {
    let mut all = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 8 {
            let (right, up) = DIRECTIONS[i];
            let mut distance = 1;
            while distance < 8 {
                all[square as usize][i] |= at(square % 8 + right * distance, square / 8 + up * distance);
                distance += 1;
            }
            i += 1;
        }
        square += 1;
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
