//! The floor line: what fell, in which order, and what it costs.

use super::tiles::{Colour, Tiles};

/// How many slots the floor line has.
pub const FLOOR_SLOTS: usize = 7;

/// What each slot of the floor line costs, from the left.
pub const PENALTIES: [u16; FLOOR_SLOTS] = [1, 1, 2, 2, 2, 3, 3];

/// What 0 to 7 occupied slots cost together.
const PENALTY_SUMS: [u16; FLOOR_SLOTS + 1] = [0, 1, 2, 4, 6, 8, 11, 14];

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

    /// What the occupied slots cost.
    #[inline]
    pub(super) const fn penalty(self) -> u16 {
        PENALTY_SUMS[self.len()]
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

/// The letter of a slot of the floor line.
pub(super) const fn floor_letter(slot: FloorSlot) -> char {
    match slot {
        FloorSlot::Tile(colour) => colour.letter(),
        FloorSlot::Marker => 'M',
    }
}
