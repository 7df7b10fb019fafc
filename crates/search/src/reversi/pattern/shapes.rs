//! The patterns: twelve groups of squares near corners, along edges, rows and diagonals, each laid on the board in all
//! its rotations and reflections, 46 instances together; and how many moves each side has.
//!
//! An instance reads its squares as a number in base three: 1 for an own disc, 2 for an enemy's, 0 for an empty
//! square. All instances of a shape share one table of weights. The tables of the twelve shapes are packed into four
//! arrays of 65,536 places, so that a 16-bit index needs no check of bounds. The counts of moves have two short tables
//! behind the last of them.

use damero_games::reversi::mobility;

use super::features::Features;

/// The most squares of a shape.
pub(crate) const LONGEST: usize = 10;

/// Arrays into which the tables are packed.
pub(crate) const ARRAYS: usize = 4;

/// Places of one array.
pub(crate) const PLACES: usize = 1 << 16;

/// Instances of all shapes.
pub(crate) const INSTANCES: usize = 46;

/// What a position is read as: one weight for each instance and one for the moves of each side.
pub const INPUTS: usize = INSTANCES + 2;

/// Where the tables of the two counts of moves begin, in the last array.
pub(crate) const MOVE_BASES: [usize; 2] = [45_927, 45_927 + MOVE_COUNTS];

/// More than the moves of any position.
pub(crate) const MOVE_COUNTS: usize = 64;

/// Instances rounded up to whole vectors.
pub(crate) const LANES: usize = 48;

/// The number of a square: column a to h, row 1 to 8.
const fn at(column: u8, row: u8) -> u8 {
    8 * (row - 1) + (column - b'a')
}

/// A group of squares and where its table lies.
pub(crate) struct Shape {
    /// Its squares as named by the author; the first is the lowest digit.
    pub(crate) squares: &'static [u8],
    /// The array that holds its table.
    pub(crate) array: usize,
    /// Where the table begins there.
    pub(crate) base: u16,
}

/// All shapes, those of one array next to each other.
pub(crate) static SHAPES: [Shape; 12] = SHAPE_LIST;

const fn shape(array: usize, base: u16, squares: &'static [u8]) -> Shape {
    Shape { squares, array, base }
}

const SHAPE_LIST: [Shape; 12] = [
    // The triangle of a corner.
    shape(
        0,
        0,
        &[
            at(b'a', 1),
            at(b'b', 1),
            at(b'c', 1),
            at(b'd', 1),
            at(b'a', 2),
            at(b'b', 2),
            at(b'c', 2),
            at(b'a', 3),
            at(b'b', 3),
            at(b'a', 4),
        ],
    ),
    // A diagonal of seven.
    shape(
        0,
        59_049,
        &[
            at(b'a', 2),
            at(b'b', 3),
            at(b'c', 4),
            at(b'd', 5),
            at(b'e', 6),
            at(b'f', 7),
            at(b'g', 8),
        ],
    ),
    // An edge with both squares diagonally next to its corners.
    shape(
        1,
        0,
        &[
            at(b'b', 2),
            at(b'a', 1),
            at(b'b', 1),
            at(b'c', 1),
            at(b'd', 1),
            at(b'e', 1),
            at(b'f', 1),
            at(b'g', 1),
            at(b'h', 1),
            at(b'g', 2),
        ],
    ),
    // Diagonals of six and five.
    shape(
        1,
        59_049,
        &[
            at(b'a', 3),
            at(b'b', 4),
            at(b'c', 5),
            at(b'd', 6),
            at(b'e', 7),
            at(b'f', 8),
        ],
    ),
    shape(
        1,
        59_778,
        &[at(b'a', 4), at(b'b', 5), at(b'c', 6), at(b'd', 7), at(b'e', 8)],
    ),
    // The middle of an edge, two rows deep, with both corners.
    shape(
        2,
        0,
        &[
            at(b'a', 1),
            at(b'c', 1),
            at(b'd', 1),
            at(b'c', 2),
            at(b'd', 2),
            at(b'e', 2),
            at(b'f', 2),
            at(b'e', 1),
            at(b'f', 1),
            at(b'h', 1),
        ],
    ),
    // A diagonal of four.
    shape(2, 59_049, &[at(b'a', 5), at(b'b', 6), at(b'c', 7), at(b'd', 8)]),
    // Three by three in a corner.
    shape(
        3,
        0,
        &[
            at(b'a', 1),
            at(b'b', 1),
            at(b'c', 1),
            at(b'a', 2),
            at(b'b', 2),
            at(b'c', 2),
            at(b'a', 3),
            at(b'b', 3),
            at(b'c', 3),
        ],
    ),
    // The three inner rows.
    shape(3, 19_683, &[8, 9, 10, 11, 12, 13, 14, 15]),
    shape(3, 26_244, &[16, 17, 18, 19, 20, 21, 22, 23]),
    shape(3, 32_805, &[24, 25, 26, 27, 28, 29, 30, 31]),
    // The long diagonal.
    shape(3, 39_366, &[0, 9, 18, 27, 36, 45, 54, 63]),
];

/// A square after one of the eight symmetries of the board.
pub(crate) const fn turned(square: u8, symmetry: u8) -> u8 {
    let (mut row, mut column) = (square / 8, square % 8);
    if symmetry & 1 != 0 {
        column = 7 - column;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 != 0 {
        (row, column) = (column, row);
    }
    8 * row + column
}

/// One shape laid on the board.
#[derive(Clone, Copy)]
struct Instance {
    /// The number of its shape.
    shape: usize,
    squares: [u8; LONGEST],
}

/// All instances, in the order of their shapes.
const fn instances() -> [Instance; INSTANCES] {
    let mut all = [Instance {
        shape: 0,
        squares: [0; LONGEST],
    }; INSTANCES];
    let mut count = 0;
    let mut shape = 0;
    while shape < SHAPE_LIST.len() {
        let squares = SHAPE_LIST[shape].squares;
        let first = count;
        let mut masks = [0_u64; 8];
        let mut symmetry = 0;
        while symmetry < 8 {
            let mut laid = [0; LONGEST];
            let mut mask = 0;
            let mut i = 0;
            while i < squares.len() {
                laid[i] = turned(squares[i], symmetry);
                mask |= 1 << laid[i];
                i += 1;
            }
            let mut known = false;
            let mut i = first;
            while i < count {
                known |= masks[i - first] == mask;
                i += 1;
            }
            if !known {
                masks[count - first] = mask;
                all[count] = Instance { shape, squares: laid };
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    assert!(count == INSTANCES, "the shapes make 46 instances");
    all
}

/// What a disc on each square adds to the index of every instance.
pub(crate) static DIGITS: [[u16; LANES]; 64] = digits();

const fn digits() -> [[u16; LANES]; 64] {
    let all = instances();
    let mut digits = [[0; LANES]; 64];
    let mut lane = 0;
    while lane < INSTANCES {
        let length = SHAPE_LIST[all[lane].shape].squares.len();
        let (mut i, mut power) = (0, 1);
        while i < length {
            digits[all[lane].squares[i] as usize][lane] = power;
            power *= 3;
            i += 1;
        }
        lane += 1;
    }
    digits
}

/// Where the table of every instance begins in its array.
pub(crate) static BASES: [u16; LANES] = bases();

const fn bases() -> [u16; LANES] {
    let all = instances();
    let mut bases = [0; LANES];
    let mut lane = 0;
    while lane < INSTANCES {
        bases[lane] = SHAPE_LIST[all[lane].shape].base;
        lane += 1;
    }
    bases
}

/// The first lane of every array, and the end.
pub(crate) const ARRAY_LANES: [usize; ARRAYS + 1] = array_lanes();

const fn array_lanes() -> [usize; ARRAYS + 1] {
    let all = instances();
    let mut ends = [0; ARRAYS + 1];
    let mut lane = 0;
    while lane < INSTANCES {
        ends[SHAPE_LIST[all[lane].shape].array + 1] = lane + 1;
        lane += 1;
    }
    ends
}

/// Which weight every place of the packed arrays holds: arrangements of a shape that are mirror images of each other
/// share one.
pub struct Folding {
    /// The weight of a place; places without one have [`Folding::NONE`].
    weights: Vec<u32>,
    patterns: usize,
    count: usize,
}

impl Default for Folding {
    fn default() -> Self {
        let mut weights = vec![Self::NONE; ARRAYS * PLACES];
        let mut count = 0;
        for shape in &SHAPES {
            let mirrors = mirrors(shape.squares);
            let start = shape.array * PLACES + shape.base as usize;
            for index in 0..3_usize.pow(shape.squares.len() as u32) {
                let twin = mirrors.iter().map(|mirror| permuted(index, mirror)).min();
                let twin = twin.map_or(index, |twin| twin.min(index));
                if twin == index {
                    weights[start + index] = count;
                    count += 1;
                } else {
                    weights[start + index] = weights[start + twin];
                }
            }
        }
        let patterns = count as usize;
        for base in MOVE_BASES {
            for place in &mut weights[(ARRAYS - 1) * PLACES..][base..base + MOVE_COUNTS] {
                *place = count;
                count += 1;
            }
        }
        Self {
            weights,
            patterns,
            count: count as usize,
        }
    }
}

impl Folding {
    /// Not the number of a weight.
    pub(crate) const NONE: u32 = u32::MAX;

    /// How many weights there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// How many of them, the first, belong to shapes.
    pub(crate) fn patterns(&self) -> usize {
        self.patterns
    }

    /// The weights that add up to the value of a position.
    #[must_use]
    pub fn weights_of(&self, own: u64, enemy: u64) -> [u32; INPUTS] {
        let places = Features::of(own, enemy).places();
        let mut weights = [0; INPUTS];
        for array in 0..ARRAYS {
            for lane in ARRAY_LANES[array]..ARRAY_LANES[array + 1] {
                weights[lane] = self.weights[array * PLACES + usize::from(places[lane])];
            }
        }
        let moves = [mobility(own, enemy), mobility(enemy, own)];
        for ((weight, base), moves) in weights[INSTANCES..].iter_mut().zip(MOVE_BASES).zip(moves) {
            *weight = self.weights[(ARRAYS - 1) * PLACES + base + moves.count_ones() as usize];
        }
        weights
    }

    /// The weight of every place, array after array.
    pub(crate) fn places(&self) -> &[u32] {
        &self.weights
    }
}

/// How the symmetries of the board that keep a shape in its place permute its squares.
fn mirrors(squares: &[u8]) -> Vec<Vec<usize>> {
    let onto_itself = |symmetry: u8| {
        let moved = squares.iter().map(|&square| turned(square, symmetry));
        moved
            .map(|square| squares.iter().position(|&other| other == square))
            .collect::<Option<Vec<usize>>>()
    };
    (1..8).filter_map(onto_itself).collect()
}

/// The index of the same discs after the digits have been permuted.
fn permuted(mut index: usize, places: &[usize]) -> usize {
    let mut result = 0;
    for &place in places {
        result += index % 3 * 3_usize.pow(place as u32);
        index /= 3;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_do_not_overlap_and_fit_their_arrays() {
        for array in 0..ARRAYS {
            let mut end = 0;
            for shape in SHAPES.iter().filter(|shape| shape.array == array) {
                assert_eq!(usize::from(shape.base), end);
                end += 3_usize.pow(shape.squares.len() as u32);
            }
            assert!(end > 0 && end <= PLACES);
            if array == ARRAYS - 1 {
                assert_eq!(end, MOVE_BASES[0]);
                assert!(MOVE_BASES[1] + MOVE_COUNTS <= PLACES);
            }
        }
    }

    #[test]
    fn every_square_is_seen_and_lanes_follow_the_arrays() {
        for lanes in &DIGITS {
            assert!(lanes.iter().filter(|&&digit| digit > 0).count() >= 4);
        }
        assert_eq!(ARRAY_LANES, [0, 8, 20, 28, 46]);
    }

    #[test]
    fn mirror_images_share_a_weight() {
        let folding = Folding::default();
        let places: usize = SHAPES
            .iter()
            .map(|shape| 3_usize.pow(shape.squares.len() as u32))
            .sum();
        assert_eq!(places, 226_314);
        // Half of them, and those that are their own mirror image.
        assert!(folding.patterns() > places / 2 && folding.patterns() < places * 11 / 20);
        assert_eq!(folding.count(), folding.patterns() + 2 * MOVE_COUNTS);
        let used = folding.places().iter().filter(|&&weight| weight != Folding::NONE);
        assert_eq!(used.count(), places + 2 * MOVE_COUNTS);
    }
}
