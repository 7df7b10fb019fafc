//! Lines: the windows in which a line can stand, and whether a piece completes one.

use super::pieces::Square;
use super::rules::BoardSize;

/// How far apart the squares of a line are: along a rank, a falling diagonal, a file, a rising diagonal.
const STEPS: [(u32, i32, i32); 4] = [(1, 1, 0), (7, -1, 1), (8, 0, 1), (9, 1, 1)];

/// Whether the piece of `own` on `square` stands in a line of `own` pieces long enough to win.
///
/// Shifting the pieces over themselves leaves a bit where each long enough run begins; only the beginnings of runs
/// through the square count, and those never wrap around the edge.
#[inline]
#[must_use]
pub fn completes_line(board: BoardSize, own: u64, square: Square) -> bool {
    match board {
        BoardSize::Classic => through::<5>(&BEGINNINGS_5, own, square),
        BoardSize::Speed => through::<4>(&BEGINNINGS_4, own, square),
    }
}

#[inline]
fn through<const LENGTH: u32>(beginnings: &[[u64; 4]; 64], own: u64, square: Square) -> bool {
    let mut found = 0;
    for ((step, _, _), beginnings) in STEPS
        .into_iter()
        .zip(beginnings[usize::from(square.index() & 63)])
    {
        let pairs = own & own >> step;
        let mut runs = pairs & pairs >> (2 * step);
        if LENGTH == 5 {
            runs &= own >> (4 * step);
        }
        found |= runs & beginnings;
    }
    found != 0
}

/// For each square and direction, where the windows through the square begin.
static BEGINNINGS_4: [[u64; 4]; 64] = beginnings(4);
static BEGINNINGS_5: [[u64; 4]; 64] = beginnings(5);

const fn beginnings(length: i32) -> [[u64; 4]; 64] {
    let mut all = [[0; 4]; 64];
    let mut direction = 0;
    while direction < 4 {
        let mut begin = 0;
        while begin < 64 {
            let mut window = window(begin, direction, length, 8);
            while window != 0 {
                all[window.trailing_zeros() as usize][direction] |= 1 << begin;
                window &= window - 1;
            }
            begin += 1;
        }
        direction += 1;
    }
    all
}

/// The window that begins on a square; empty if it would leave the board.
const fn window(begin: i32, direction: usize, length: i32, side: i32) -> u64 {
    let (step, right, up) = STEPS[direction];
    let (file, rank) = (begin % 8, begin / 8);
    let (last_file, last_rank) = (file + right * (length - 1), rank + up * (length - 1));
    if file >= side || last_file < 0 || last_file >= side || last_rank >= side {
        return 0;
    }
    let (mut bits, mut i) = (0, 0);
    while i < length {
        bits |= 1 << (begin + i * step as i32);
        i += 1;
    }
    bits
}

/// All windows in which a winning line can stand: 96 on the classic board, 54 on the small one.
#[must_use]
pub fn windows(board: BoardSize) -> &'static [u64] {
    match board {
        BoardSize::Classic => &WINDOWS_CLASSIC,
        BoardSize::Speed => &WINDOWS_SPEED,
    }
}

static WINDOWS_CLASSIC: [u64; 96] = all_windows(5, 8);
static WINDOWS_SPEED: [u64; 54] = all_windows(4, 6);

const fn all_windows<const N: usize>(length: i32, side: i32) -> [u64; N] {
    let mut all = [0; N];
    let (mut count, mut direction) = (0, 0);
    while direction < 4 {
        let mut begin = 0;
        while begin < 64 {
            let bits = window(begin, direction, length, side);
            if bits != 0 {
                all[count] = bits;
                count += 1;
            }
            begin += 1;
        }
        direction += 1;
    }
    assert!(count == N, "every window has its place");
    all
}

/// The squares of all winning lines of `own`; empty if there is none.
#[must_use]
pub(super) fn winning_squares(board: BoardSize, own: u64) -> u64 {
    windows(board)
        .iter()
        .filter(|&&window| own & window == window)
        .fold(0, |squares, window| squares | window)
}
