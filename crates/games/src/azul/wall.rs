//! The wall as a mask of 25 cells: where colours belong, what a new tile scores, what is complete.

use super::tiles::Colour;

/// The column of a colour in a row of the wall, both counted from 0.
///
/// ```
/// use damero_games::azul::{Colour, wall_column};
/// assert_eq!(wall_column(Colour::Blue, 2), 2);
/// assert_eq!(wall_column(Colour::White, 1), 0);
/// ```
#[inline]
#[must_use]
pub const fn wall_column(colour: Colour, row: usize) -> usize {
    (colour as usize + row) % 5
}

/// The bit of a cell in a wall mask: row by row from the top, each from the left.
#[inline]
pub(super) const fn cell(row: usize, column: usize) -> u32 {
    1 << (5 * row + column)
}

/// The points for the tile at a place of the wall, which already holds it (bit `5 * row + column` of `wall`).
///
/// The unbroken runs through it, across and down, count their lengths; a run of just the tile counts nothing, unless
/// both are.
///
/// # Panics
/// If row or column is not below 5.
#[inline]
#[must_use]
pub fn placement_points(wall: u32, row: usize, column: usize) -> u16 {
    let across = (wall >> (5 * row) & 31) as usize;
    // Bit 5i of the column goes to bit 20 + i; no two products meet, so there is no carry.
    let down = (u64::from(wall >> column & 0x0010_8421) * 0x0011_1110) >> 20 & 31;
    let (h, v) = (RUN[across][column], RUN[down as usize][row]);
    match (h, v) {
        (1, 1) => 1,
        (1, n) | (n, 1) => n,
        _ => h + v,
    }
}

/// The length of the unbroken run of set bits through a set bit of a five-bit mask.
static RUN: [[u16; 5]; 32] = runs();

const fn runs() -> [[u16; 5]; 32] {
    let mut table = [[0; 5]; 32];
    let mut mask = 0;
    while mask < 32 {
        let mut start = 0;
        while start < 5 {
            let mut end = start;
            while end < 5 && mask >> end & 1 == 1 {
                end += 1;
            }
            let mut i = start;
            while i < end {
                table[mask][i] = (end - start) as u16;
                i += 1;
            }
            start = end + 1;
        }
        mask += 1;
    }
    table
}

/// Complete rows, columns and colours of a wall.
pub(super) fn complete(wall: u32) -> [u32; 3] {
    let rows = complete_rows(wall).count_ones();
    let columns = (wall & wall >> 5 & wall >> 10 & wall >> 15 & wall >> 20 & 31).count_ones();
    let colours = Colour::ALL.into_iter().filter(|&colour| {
        (0..5)
            .map(|row| cell(row, wall_column(colour, row)))
            .all(|cell| wall & cell != 0)
    });
    [rows, columns, colours.count() as u32]
}

/// The first bit of each complete row.
#[inline]
pub(super) const fn complete_rows(wall: u32) -> u32 {
    wall & wall >> 1 & wall >> 2 & wall >> 3 & wall >> 4 & 0x0010_8421
}

/// The points that a wall adds at the end of the game: 2 for a row, 7 for a column, 10 for a colour.
///
/// ```
/// assert_eq!(damero_games::azul::wall_bonus((1 << 25) - 1), 95);
/// ```
#[must_use]
pub fn wall_bonus(wall: u32) -> u16 {
    let [rows, columns, colours] = complete(wall);
    (2 * rows + 7 * columns + 10 * colours) as u16
}

/// A row of the wall: the letter of each tile, `.` for an empty cell.
pub(super) fn wall_row(wall: u32, row: usize) -> String {
    let letter = |column| match wall & cell(row, column) {
        0 => '.',
        _ => cell_colour(row, column).letter(),
    };
    (0..5).map(letter).collect()
}

/// The colour that belongs to a cell of the wall.
pub(super) fn cell_colour(row: usize, column: usize) -> Colour {
    let belongs = |colour: &Colour| wall_column(*colour, row) == column;
    Colour::ALL.into_iter().find(belongs).unwrap_or(Colour::Blue)
}
