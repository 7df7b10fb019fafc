//! One player's board: pattern lines, wall, floor line and points, and how a round is scored on it.

use super::floor::{Floor, FloorSlot};
use super::moves::Target;
use super::tiles::{Colour, LANE, LANES, Tiles};
use super::wall::{cell, complete, placement_points, wall_column};

/// A pattern line: its colour in the upper half, how many tiles it holds in the lower; zero when empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Line(u8);

impl Line {
    #[inline]
    pub(super) const fn new(colour: Colour, fill: u32) -> Self {
        Self((colour as u8) << 4 | fill as u8)
    }

    #[inline]
    pub(super) const fn fill(self) -> u32 {
        (self.0 & 15) as u32
    }

    /// Its colour; blue for an empty line.
    #[inline]
    const fn colour(self) -> Colour {
        match self.0 >> 4 {
            0 => Colour::Blue,
            1 => Colour::Yellow,
            2 => Colour::Red,
            3 => Colour::Black,
            _ => Colour::White,
        }
    }

    /// Its colour and how many tiles it holds; `None` when empty.
    pub(super) fn content(self) -> Option<(Colour, u32)> {
        (self.fill() > 0).then(|| (self.colour(), self.fill()))
    }
}

/// The board of one player.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Board {
    /// For each colour the targets that it may go to, as the six bits of a lane: five lines and the floor.
    pub(super) open: u32,
    /// The wall, see [`cell`].
    pub(super) wall: u32,
    pub(super) floor: Floor,
    pub(super) score: u16,
    pub(super) lines: [Line; 5],
}

/// The floor in each lane of a mask of targets: it is always open.
const OPEN_FLOOR: u32 = LANES << Target::FLOOR.index();

impl Board {
    /// The board with this content, whose lines fit its wall.
    pub(super) fn new(score: u16, wall: u32, lines: [Line; 5], floor: Floor) -> Self {
        let mut board = Self {
            open: OPEN_FLOOR,
            wall,
            floor,
            score,
            lines,
        };
        for (row, line) in lines.into_iter().enumerate() {
            match line.content() {
                None => board.open |= open_row(wall, row),
                Some((_, fill)) if fill as usize > row => {}
                Some((colour, _)) => board.open |= 1 << (colour.lane() + row as u32),
            }
        }
        board
    }

    /// Lays `n` tiles of a colour on an open target; what has no room falls to the floor, and from there to the lid.
    #[inline]
    pub(super) fn place(&mut self, colour: Colour, n: u32, target: Target, lid: &mut Tiles) {
        let row = target.index();
        let mut rest = n;
        if let Some(line) = self.lines.get_mut(row) {
            let size = row as u32 + 1;
            let fill = line.fill() + n;
            rest = fill.saturating_sub(size);
            *line = Line::new(colour, fill.min(size));
            // From now on the line is open to its own colour only, and to none once it is full.
            let own = u32::from(fill < size) << (colour.lane() + row as u32);
            self.open = self.open & !(LANES << row) | own;
        }
        let dropped = self.floor.drop_tiles(colour, rest);
        *lid = lid.plus(colour, rest - dropped);
    }

    /// Moves full lines to the wall and counts points, row by row from the top; then the floor line.
    #[inline]
    pub(super) fn tile_wall(&mut self, lid: &mut Tiles) {
        for row in 0..5 {
            let line = self.lines[row];
            if line.fill() as usize <= row {
                continue;
            }
            let colour = line.colour();
            let column = wall_column(colour, row);
            self.wall |= cell(row, column);
            self.score += placement_points(self.wall, row, column);
            *lid = lid.plus(colour, row as u32);
            self.lines[row] = Line::default();
            self.open |= open_row(self.wall, row);
        }
        self.score = self.score.saturating_sub(self.floor.penalty());
        *lid = lid.and(self.floor.tiles());
        self.floor = Floor::default();
    }

    /// What the floor line costs now.
    pub(super) const fn penalty(&self) -> u16 {
        self.floor.penalty()
    }

    /// All tiles on the board.
    pub(super) fn tiles(&self) -> Tiles {
        let mut heap = self.floor.tiles();
        for (row, line) in self.lines.into_iter().enumerate() {
            for colour in Colour::ALL {
                let placed = self.wall & cell(row, wall_column(colour, row)) != 0;
                heap = heap.plus(colour, u32::from(placed));
            }
            if let Some((colour, fill)) = line.content() {
                heap = heap.plus(colour, fill);
            }
        }
        heap
    }

    /// The lines as they are stored, for keys.
    #[inline]
    pub(super) fn line_bits(&self) -> u64 {
        self.lines
            .iter()
            .fold(0, |bits, line| bits << 8 | u64::from(line.0))
    }
}

/// The colours that an empty line of this row may take, as bits of a mask of targets.
#[inline]
fn open_row(wall: u32, row: usize) -> u32 {
    let free = !wall >> (5 * row) & 31;
    // Column (colour + row) mod 5 holds a colour, so turning the row by its number brings blue to bit 0.
    let by_colour = (free | free << 5) >> row & 31;
    SPREAD[by_colour as usize] << row
}

/// Five bits, each moved to the beginning of its lane.
static SPREAD: [u32; 32] = {
    let mut table = [0; 32];
    let mut mask = 0;
    while mask < 32 {
        let mut i = 0;
        while i < 5 {
            table[mask] |= (mask as u32 >> i & 1) << (LANE * i);
            i += 1;
        }
        mask += 1;
    }
    table
};

/// A player's board to look at.
#[derive(Clone, Copy, Debug)]
pub struct BoardRef<'a>(pub(super) &'a Board);

impl BoardRef<'_> {
    /// The points.
    #[must_use]
    pub const fn score(self) -> u16 {
        self.0.score
    }

    /// The wall: bit `5 * row + column` is set where a tile lies.
    #[must_use]
    pub const fn wall(self) -> u32 {
        self.0.wall
    }

    /// The colour and the number of tiles of a pattern line; `None` when it is empty or there is no such row.
    #[must_use]
    pub fn line(self, row: usize) -> Option<(Colour, u32)> {
        self.0.lines.get(row)?.content()
    }

    /// The occupied slots of the floor line, from the left.
    pub fn floor(self) -> impl Iterator<Item = FloorSlot> {
        self.0.floor.slots()
    }

    /// What the floor line costs now.
    #[must_use]
    pub const fn penalty(self) -> u16 {
        self.0.penalty()
    }

    /// Complete rows, columns and colours.
    #[must_use]
    pub fn complete(self) -> [u32; 3] {
        complete(self.0.wall)
    }
}
