//! One player's board: pattern lines, wall, floor line and points, and how a round is scored on it.

use super::moves::Target;
use super::tiles::{Colour, LANE, LANES, Tiles};

/// How many slots the floor line has.
pub const FLOOR_SLOTS: usize = 7;

/// What each slot of the floor line costs, from the left.
pub const PENALTIES: [u16; FLOOR_SLOTS] = [1, 1, 2, 2, 2, 3, 3];

/// What 0 to 7 occupied slots cost together.
const PENALTY_SUMS: [u16; FLOOR_SLOTS + 1] = [0, 1, 2, 4, 6, 8, 11, 14];

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

/// What lies in a slot of the floor line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloorSlot {
    /// A tile.
    Tile(Colour),
    /// The first-player marker.
    Marker,
}

/// The floor line: three bits for each slot from the left (0 empty, 1 to 5 a colour, 6 the marker), then three for
/// how many are occupied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Floor(u32);

impl Floor {
    const MARKER: u32 = 6;
    const LENGTH: u32 = 21;

    #[inline]
    pub(super) const fn len(self) -> usize {
        (self.0 >> Self::LENGTH) as usize
    }

    /// Fills slots from the left; returns how many found room.
    #[inline]
    fn fill(&mut self, content: u32, n: u32) -> u32 {
        let len = self.len() as u32;
        let n = n.min(FLOOR_SLOTS as u32 - len);
        let each = 0o1111111 >> (3 * (FLOOR_SLOTS as u32 - n));
        self.0 |= (each * content) << (3 * len);
        self.0 += n << Self::LENGTH;
        n
    }

    /// Lays the marker in the leftmost free slot; beside the line if there is none.
    #[inline]
    pub(super) fn take_marker(&mut self) {
        self.fill(Self::MARKER, 1);
    }

    /// Drops tiles; returns how many found a slot.
    #[inline]
    pub(super) fn drop_tiles(&mut self, colour: Colour, n: u32) -> u32 {
        self.fill(colour as u32 + 1, n)
    }

    /// The occupied slots from the left.
    pub(super) fn slots(self) -> impl Iterator<Item = FloorSlot> {
        (0..self.len()).map(move |i| {
            let content = self.0 >> (3 * i) & 7;
            match Colour::ALL.get((content as usize).wrapping_sub(1)) {
                Some(&colour) => FloorSlot::Tile(colour),
                None => FloorSlot::Marker,
            }
        })
    }

    /// Its tiles, without the marker.
    #[inline]
    pub(super) fn tiles(self) -> Tiles {
        let mut heap = Tiles::NONE;
        for i in 0..self.len() {
            heap = heap.and(FLOOR_TILE[(self.0 >> (3 * i) & 7) as usize]);
        }
        heap
    }

    /// True when the marker has a slot.
    pub(super) fn has_marker(self) -> bool {
        self.slots().any(|slot| slot == FloorSlot::Marker)
    }

    /// The bits as they are stored, for keys.
    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0 as u64
    }
}

/// The tile that the three bits of a floor slot stand for.
static FLOOR_TILE: [Tiles; 8] = [
    Tiles::NONE,
    Tiles::NONE.plus(Colour::Blue, 1),
    Tiles::NONE.plus(Colour::Yellow, 1),
    Tiles::NONE.plus(Colour::Red, 1),
    Tiles::NONE.plus(Colour::Black, 1),
    Tiles::NONE.plus(Colour::White, 1),
    Tiles::NONE,
    Tiles::NONE,
];

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
        self.score = self.score.saturating_sub(PENALTY_SUMS[self.floor.len()]);
        *lid = lid.and(self.floor.tiles());
        self.floor = Floor::default();
    }

    /// What the floor line costs now.
    pub(super) const fn penalty(&self) -> u16 {
        PENALTY_SUMS[self.floor.len()]
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
