//! Rows times weights: what linear layers and convolutions are made of.
//!
//! The numbers of a board lie with the channels together (rows, columns, channels) and with columns of zeros at both
//! sides. What a 3 × 3 convolution reads for one point is then three runs of `3 · channels` numbers, one for each row of
//! the board; at the upper and lower edge it is two. Points that read the same runs form a [`Class`]; a linear layer is
//! the case of one class with one run. In larger batches the zeros are not multiplied: then the points at the left and
//! right edge are classes of their own.

use super::dispatch::by_processor;
use super::{Kernels, LANES, Lane, portable};

/// Positions from which on more classes pay off, which have fewer rows each.
const MANY: usize = 6;

/// Weights in panels of sixteen outputs: within a panel, one [`Lane`] for each number that is read.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Panels {
    /// How many outputs there are; the last panel may have lanes beyond them, which are zero.
    pub(crate) outs: usize,
    /// How many numbers are read for one output.
    pub(crate) reads: usize,
    lanes: Vec<Lane>,
    bias: Vec<Lane>,
}

impl Panels {
    /// Packs `weight(out, read)` and `bias(out)`.
    pub(crate) fn new(
        outs: usize,
        reads: usize,
        weight: impl Fn(usize, usize) -> f32,
        bias: impl Fn(usize) -> f32,
    ) -> Self {
        let panels = outs.div_ceil(LANES);
        let mut lanes = vec![[0.0; LANES]; panels * reads];
        let mut biases = vec![[0.0; LANES]; panels];
        for out in 0..outs {
            let (panel, lane) = (out / LANES, out % LANES);
            biases[panel][lane] = bias(out);
            for read in 0..reads {
                lanes[panel * reads + read][lane] = weight(out, read);
            }
        }
        Self {
            outs,
            reads,
            lanes,
            bias: biases,
        }
    }

    /// Packs anew weights of which those of one output lie together.
    pub(crate) fn fill_by_output(&mut self, weight: &[f32]) {
        // In blocks that stay in the nearest cache while lane after lane is filled in.
        const BLOCK: usize = 128;
        for (panel, lanes) in self.lanes.chunks_exact_mut(self.reads).enumerate() {
            let first = panel * LANES;
            for (block, lanes) in lanes.chunks_mut(BLOCK).enumerate() {
                for lane in 0..LANES.min(self.outs - first) {
                    let row = &weight[(first + lane) * self.reads + block * BLOCK..];
                    for (lanes, &weight) in lanes.iter_mut().zip(row) {
                        lanes[lane] = weight;
                    }
                }
            }
        }
    }

    /// Packs anew weights of which those that meet the same number lie together, `stride` after those of the number
    /// before.
    pub(crate) fn fill_by_read(&mut self, weight: &[f32], stride: usize) {
        for (panel, lanes) in self.lanes.chunks_exact_mut(self.reads).enumerate() {
            let first = panel * LANES;
            let outs = LANES.min(self.outs - first);
            for (read, lanes) in lanes.iter_mut().enumerate() {
                let from = &weight[read * stride + first..];
                match from.first_chunk() {
                    // Of a known size this is two registers, not a call.
                    Some(whole) if outs == LANES => *lanes = *whole,
                    _ => lanes[..outs].copy_from_slice(&from[..outs]),
                }
            }
        }
    }

    /// Replaces the biases.
    pub(crate) fn fill_bias(&mut self, bias: &[f32]) {
        for (lanes, bias) in self.bias.iter_mut().zip(bias.chunks(LANES)) {
            lanes[..bias.len()].copy_from_slice(bias);
        }
    }

    /// The weights of a panel, one lane for each number that is read.
    pub(super) fn weights(&self, panel: usize) -> &[Lane] {
        &self.lanes[panel * self.reads..][..self.reads]
    }

    /// The biases of a panel.
    pub(super) fn bias(&self, panel: usize) -> &Lane {
        &self.bias[panel]
    }
}

/// Weights packed in panels for one kind of numbers, and the innermost kernel that multiplies them.
pub(crate) trait Pack {
    /// The numbers of a batch.
    type Numbers<'a>: Copy;
    /// The weights of one panel.
    type Weights<'a>: Copy
    where
        Self: 'a;

    /// How many panels there are.
    fn count(&self) -> usize;

    /// One of them.
    fn panel(&self, panel: usize) -> Panel<'_, Self::Weights<'_>>;

    /// `R` rows times `P` panels.
    fn tile<const R: usize, const P: usize>(
        kernels: Kernels,
        tile: &Tile<'_, R, Self::Numbers<'_>>,
        panels: &[Panel<'_, Self::Weights<'_>>; P],
        out: &mut [f32],
    );
}

impl Pack for Panels {
    type Numbers<'a> = &'a [f32];
    type Weights<'a> = &'a [Lane];

    fn count(&self) -> usize {
        self.bias.len()
    }

    fn panel(&self, panel: usize) -> Panel<'_, &[Lane]> {
        Panel::new(self.weights(panel), &self.bias[panel], panel, self.outs)
    }

    fn tile<const R: usize, const P: usize>(
        kernels: Kernels,
        tile: &Tile<'_, R, &[f32]>,
        panels: &[Panel<'_, &[Lane]>; P],
        out: &mut [f32],
    ) {
        by_processor!(
            kernels,
            super::wide::tile_avx512(tile, panels, out),
            super::wide::tile_avx2(tile, panels, out),
            portable::tile(tile, panels, out)
        );
    }
}

/// Numbers that lie together, and the weights that they meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    /// Where the numbers begin, counted from the point.
    pub(crate) at: usize,
    /// Where their weights begin in a panel.
    pub(crate) weights: usize,
    /// How many there are.
    pub(crate) len: usize,
}

/// Where one row of the product is read, added to and written, within one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Point {
    /// The first number that it reads.
    pub(crate) from: usize,
    /// Where its outputs go.
    pub(crate) to: usize,
    /// What is added to them, if anything is.
    pub(crate) add: usize,
}

/// Points that read the same runs.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Class {
    pub(crate) points: Vec<Point>,
    pub(crate) runs: Vec<Run>,
}

/// A product with everything about it that is known beforehand.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Product<W = Panels> {
    pub(crate) panels: W,
    /// All points, in few classes.
    pub(crate) classes: Vec<Class>,
    /// All points in more classes, so that none reads zeros beside the board; empty where that is no difference.
    pub(crate) by_edge: Vec<Class>,
    /// Whether negative outputs become zero.
    pub(crate) relu: bool,
}

/// The numbers of a batch: those of a position begin `stride` after those of the one before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows<N> {
    pub(crate) numbers: N,
    pub(crate) stride: usize,
}

/// A few rows of a product: what the innermost kernels get.
pub(crate) struct Tile<'a, const R: usize, N> {
    pub(super) numbers: N,
    pub(super) runs: &'a [Run],
    /// The position of each row.
    pub(super) positions: [usize; R],
    pub(super) from: [usize; R],
    pub(super) to: [usize; R],
    pub(super) add: Option<(&'a [f32], [usize; R])>,
    pub(super) relu: bool,
}

/// What one panel gives to a tile.
#[derive(Clone, Copy)]
pub(crate) struct Panel<'a, W> {
    pub(super) weights: W,
    pub(super) bias: &'a Lane,
    /// The first output, and how many of the sixteen exist.
    pub(super) first: usize,
    pub(super) outs: usize,
}

impl<'a, W> Panel<'a, W> {
    /// The `panel`th of those that hold `outs` outputs.
    pub(super) fn new(weights: W, bias: &'a Lane, panel: usize, outs: usize) -> Self {
        let first = panel * LANES;
        Self {
            weights,
            bias,
            first,
            outs: LANES.min(outs - first),
        }
    }
}

impl Product {
    /// Rows that lie one after the other times weights that are still to be filled in.
    pub(crate) fn of_rows(outs: usize, reads: usize, relu: bool) -> Self {
        let run = Run {
            at: 0,
            weights: 0,
            len: reads,
        };
        let point = Point {
            from: 0,
            to: 0,
            add: 0,
        };
        Self {
            panels: Panels::new(outs, reads, |_, _| 0.0, |_| 0.0),
            classes: vec![Class {
                points: vec![point],
                runs: vec![run],
            }],
            by_edge: Vec::new(),
            relu,
        }
    }
}

impl<W: Pack> Product<W> {
    /// Multiplies `batch` positions.
    pub(crate) fn run<'a>(
        &'a self,
        kernels: Kernels,
        batch: usize,
        read: Rows<W::Numbers<'a>>,
        add: Option<Rows<&'a [f32]>>,
        out: &mut [f32],
        stride: usize,
    ) {
        let job = Job {
            product: self,
            kernels,
            batch,
            read,
            add,
            stride,
        };
        let classes = match batch {
            MANY.. if !self.by_edge.is_empty() => &self.by_edge,
            _ => &self.classes,
        };
        for class in classes {
            // Few rows keep the processor busy only if several panels are multiplied at once.
            match batch * class.points.len() {
                1 => job.single(class, out),
                2 => job.pair(class, out),
                _ => job.tiles(class, out),
            }
        }
    }
}

/// The point of a batch that comes next.
#[derive(Clone, Copy, Default)]
struct Cursor {
    position: usize,
    point: usize,
}

struct Job<'a, W: Pack> {
    product: &'a Product<W>,
    kernels: Kernels,
    batch: usize,
    read: Rows<W::Numbers<'a>>,
    add: Option<Rows<&'a [f32]>>,
    stride: usize,
}

impl<W: Pack> Job<'_, W> {
    /// Two rows, for which two panels at once keep eight sums under way.
    fn pair(&self, class: &Class, out: &mut [f32]) {
        let panels = self.product.panels.count();
        for first in (0..panels).step_by(2) {
            let start = &mut Cursor::default();
            if first + 1 < panels {
                let group = [self.panel(first), self.panel(first + 1)];
                self.tile::<2, 2>(class, start, group, out);
            } else {
                self.tile::<2, 1>(class, start, [self.panel(first)], out);
            }
        }
    }

    /// One row, for which four panels at once keep eight sums under way.
    fn single(&self, class: &Class, out: &mut [f32]) {
        let panels = self.product.panels.count();
        let mut first = 0;
        while first < panels {
            let start = &mut Cursor::default();
            let left = panels - first;
            if left >= 4 {
                let group: [_; 4] = std::array::from_fn(|p| self.panel(first + p));
                self.tile::<1, 4>(class, start, group, out);
                first += 4;
            } else if left >= 2 {
                let group: [_; 2] = std::array::from_fn(|p| self.panel(first + p));
                self.tile::<1, 2>(class, start, group, out);
                first += 2;
            } else {
                self.tile::<1, 1>(class, start, [self.panel(first)], out);
                first += 1;
            }
        }
    }

    /// All rows of a class, by as many panels at a time as there are registers for.
    fn tiles(&self, class: &Class, out: &mut [f32]) {
        let panels = self.product.panels.count();
        let mut first = 0;
        while first < panels {
            if self.kernels.tile()[1] == 2 && first + 1 < panels {
                let group = [self.panel(first), self.panel(first + 1)];
                self.panel_tiles(class, group, out);
                first += 2;
            } else {
                self.panel_tiles(class, [self.panel(first)], out);
                first += 1;
            }
        }
    }

    /// All rows of a class times some panels, in tiles as even as possible.
    fn panel_tiles<const P: usize>(
        &self,
        class: &Class,
        panels: [Panel<'_, W::Weights<'_>>; P],
        out: &mut [f32],
    ) {
        let rows = self.batch * class.points.len();
        let tiles = rows.div_ceil(self.kernels.tile()[0]);
        let mut cursor = Cursor::default();
        for tile in 0..tiles {
            let cursor = &mut cursor;
            match rows / tiles + usize::from(tile < rows % tiles) {
                1 => self.tile::<1, P>(class, cursor, panels, out),
                2 => self.tile::<2, P>(class, cursor, panels, out),
                3 => self.tile::<3, P>(class, cursor, panels, out),
                4 => self.tile::<4, P>(class, cursor, panels, out),
                5 => self.tile::<5, P>(class, cursor, panels, out),
                6 => self.tile::<6, P>(class, cursor, panels, out),
                7 => self.tile::<7, P>(class, cursor, panels, out),
                _ => self.tile::<8, P>(class, cursor, panels, out),
            }
        }
    }

    fn panel(&self, panel: usize) -> Panel<'_, W::Weights<'_>> {
        self.product.panels.panel(panel)
    }

    /// The next `R` rows.
    fn tile<const R: usize, const P: usize>(
        &self,
        class: &Class,
        cursor: &mut Cursor,
        panels: [Panel<'_, W::Weights<'_>>; P],
        out: &mut [f32],
    ) {
        let (mut positions, mut from, mut to, mut add) = ([0; R], [0; R], [0; R], [0; R]);
        let add_stride = self.add.map_or(0, |rows| rows.stride);
        let mut put = |row: usize, position: usize, point: &Point| {
            positions[row] = position;
            from[row] = position * self.read.stride + point.from;
            to[row] = position * self.stride + point.to;
            add[row] = position * add_stride + point.add;
        };
        if let [point] = &class.points[..] {
            // The rows of linear layers and of tiles: nothing to be looked up.
            for row in 0..R {
                put(row, cursor.position + row, point);
            }
            cursor.position += R;
        } else {
            for row in 0..R {
                put(row, cursor.position, &class.points[cursor.point]);
                cursor.point += 1;
                if cursor.point == class.points.len() {
                    *cursor = Cursor {
                        position: cursor.position + 1,
                        point: 0,
                    };
                }
            }
        }
        let tile = Tile {
            numbers: self.read.numbers,
            runs: &class.runs,
            positions,
            from,
            to,
            add: self.add.map(|rows| (rows.numbers, add)),
            relu: self.product.relu,
        };
        W::tile(self.kernels, &tile, &panels, out);
    }
}
