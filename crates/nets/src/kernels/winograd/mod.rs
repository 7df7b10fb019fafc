//! Convolutions of 3 × 3 with fewer multiplications, after Winograd.
//!
//! The board is cut into tiles of `m × m` points. What each tile reads, `t × t` points with `t = m + 2`, is transformed
//! into as many frequencies; there, a convolution is one small product of channels for each frequency, and the result is
//! transformed back. A tile of 4 × 4 points so takes 36 multiplications for each pair of channels where the plain way
//! takes 144. The transforms pay off only for several positions at once; alone, a position is convolved the plain way.
//!
//! All transforms work on eight or sixteen channels at a time. They only add and multiply by small constants; see
//! [`vector`](super::vector).

mod boards;
mod tiles;
mod transform;

pub(crate) use self::boards::TileTransforms;

use self::tiles::{Four, Three, Tiles, gains};
use self::transform::{Rounded, Single};
use super::integer::round::{largest, steps};
use super::integer::{self, Integers, Packed, Scratch};
use super::product::{Class, Panels, Point, Product, Rows, Run};
use super::vector::EIGHT;
use super::{Kernels, LANES};

/// Positions that are convolved together: with 64 channels, their frequencies fit into the second cache.
const TOGETHER: usize = 8;

/// Where a board lies: the first point, and how far the next row is; points of a row lie together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlaneLayout {
    pub(crate) base: usize,
    pub(crate) row: usize,
    pub(crate) channels: usize,
}

/// A convolution with everything about it that is known beforehand.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Winograd {
    /// Points a side of a tile: 3 or 4.
    points: usize,
    height: usize,
    width: usize,
    from: PlaneLayout,
    add: Option<PlaneLayout>,
    to: PlaneLayout,
    bias: Vec<f32>,
    relu: bool,
    /// One product for each frequency.
    frequencies: Frequencies,
}

/// The products, in either precision.
#[derive(Clone, PartialEq, Debug)]
enum Frequencies {
    Single(Vec<Product>),
    Integer {
        products: Vec<Product<Packed>>,
        /// By how much smaller the factor of each frequency is than a position's own.
        shares: Vec<f32>,
    },
}

/// Positions to convolve.
pub(crate) struct Batch<'a> {
    pub(crate) count: usize,
    pub(crate) read: Rows<&'a [f32]>,
    pub(crate) add: Option<Rows<&'a [f32]>>,
    /// From one position of the result to the next.
    pub(crate) stride: usize,
}

/// What a convolution by tiles is made from.
pub(crate) struct Shape {
    pub(crate) height: usize,
    pub(crate) width: usize,
    pub(crate) from: PlaneLayout,
    pub(crate) add: Option<PlaneLayout>,
    pub(crate) to: PlaneLayout,
    pub(crate) relu: bool,
}

impl Winograd {
    /// Prepares a convolution with `weight(out, channel, place of the kernel)`; `None` where the channels cannot be
    /// taken eight at a time.
    pub(crate) fn new(
        shape: &Shape,
        weight: impl Fn(usize, usize, usize) -> f32,
        bias: impl Fn(usize) -> f32,
    ) -> Option<Self> {
        let (reads, outs) = (shape.from.channels, shape.to.channels);
        if reads % EIGHT != 0 || outs % LANES != 0 {
            return None;
        }
        let points = best_points(shape.height, shape.width);
        let kernel: &[[f64; 3]] = if points == 3 {
            &Three::KERNEL
        } else {
            &Four::KERNEL
        };
        let side = points + 2;
        let frequencies = (0..side * side).map(|f| {
            let (rows, columns) = (kernel[f / side], kernel[f % side]);
            let transformed = |out: usize, channel: usize| {
                let each = (0..9).map(|k| f64::from(weight(out, channel, k)) * rows[k / 3] * columns[k % 3]);
                each.sum::<f64>() as f32
            };
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
            Product {
                panels: Panels::new(outs, reads, transformed, |_| 0.0),
                classes: vec![Class {
                    points: vec![point],
                    runs: vec![run],
                }],
                by_edge: Vec::new(),
                relu: false,
            }
        });
        Some(Self {
            points,
            height: shape.height,
            width: shape.width,
            from: shape.from,
            add: shape.add,
            to: shape.to,
            bias: (0..outs).map(bias).collect(),
            relu: shape.relu,
            frequencies: Frequencies::Single(frequencies.collect()),
        })
    }

    /// Tiles of one position.
    fn tiles(&self) -> usize {
        self.height.div_ceil(self.points) * self.width.div_ceil(self.points)
    }

    /// The same in whole numbers, if it can be.
    pub(crate) fn rounded(self) -> Self {
        let Frequencies::Single(singles) = &self.frequencies else {
            return self;
        };
        let gains: &[f32] = match self.points {
            3 => &gains::<Three, 3, 5>(),
            _ => &gains::<Four, 4, 6>(),
        };
        let gains = gains.iter().flat_map(|y| gains.iter().map(move |x| y * x));
        let products = singles.iter().zip(gains.clone());
        let products = products.map(|(product, gain)| integer::frequency(product, gain));
        let Some(products) = products.collect() else {
            return self;
        };
        let shares = gains.map(|gain| 1.0 / gain).collect();
        Self {
            frequencies: Frequencies::Integer { products, shares },
            ..self
        }
    }

    /// Frequencies of a tile.
    const fn side(&self) -> usize {
        self.points + 2
    }

    /// Numbers of memory for one position: before and after the products.
    pub(crate) fn memory(&self) -> [usize; 2] {
        let numbers = |channels| self.side() * self.side() * frequency_stride(self.tiles(), channels);
        let before = match &self.frequencies {
            Frequencies::Single(_) => numbers(self.from.channels),
            Frequencies::Integer { .. } => 0,
        };
        [before, numbers(self.to.channels)]
    }

    /// Pairs and scales of memory for one position.
    pub(crate) fn scratch(&self) -> [usize; 2] {
        match &self.frequencies {
            Frequencies::Single(_) => [0, 0],
            Frequencies::Integer { products, .. } => {
                let pairs = products.len() * frequency_stride(self.tiles(), self.from.channels) / 2;
                [pairs, self.tiles() + 1]
            }
        }
    }

    /// Convolves a batch, with memory for what is before and after the products.
    ///
    /// Some positions at a time go all the way, so that their frequencies stay in the second cache.
    pub(crate) fn run(
        &self,
        kernels: Kernels,
        batch: &Batch<'_>,
        [before, after]: [&mut [f32]; 2],
        scratch: &mut Scratch,
        out: &mut [f32],
    ) {
        for first in (0..batch.count).step_by(TOGETHER) {
            let from = |rows: Rows<&'_ [f32]>| first * rows.stride;
            let part = Batch {
                count: TOGETHER.min(batch.count - first),
                read: Rows {
                    numbers: &batch.read.numbers[from(batch.read)..],
                    ..batch.read
                },
                add: batch.add.map(|add| Rows {
                    numbers: &add.numbers[from(add)..],
                    ..add
                }),
                stride: batch.stride,
            };
            let out = &mut out[first * batch.stride..];
            self.run_part(kernels, &part, [&mut *before, &mut *after], scratch, out);
        }
    }

    fn run_part(
        &self,
        kernels: Kernels,
        batch: &Batch<'_>,
        [before, after]: [&mut [f32]; 2],
        scratch: &mut Scratch,
        out: &mut [f32],
    ) {
        let rows = batch.count * self.tiles();
        let (reads, outs) = (self.from.channels, self.to.channels);
        let [read_stride, out_stride] = [reads, outs].map(|channels| frequency_stride(rows, channels));
        match &self.frequencies {
            Frequencies::Single(products) => {
                let mut shelf = Single {
                    numbers: before,
                    stride: read_stride,
                    channels: reads,
                    at: 0,
                };
                self.forward(kernels, batch, &mut shelf);
                for (f, product) in products.iter().enumerate() {
                    let read = Rows {
                        numbers: &before[f * read_stride..],
                        stride: reads,
                    };
                    product.run(kernels, rows, read, None, &mut after[f * out_stride..], outs);
                }
            }
            Frequencies::Integer { products, shares } => {
                let Scratch { pairs, scales } = scratch;
                let (factors, scales) = scales.split_at_mut(batch.count);
                let scales = &mut scales[..rows];
                self.scale(kernels, batch, products[0].panels.limit, factors, scales);
                let mut shelf = Rounded {
                    pairs,
                    factors,
                    shares,
                    stride: read_stride / 2,
                    channels: reads,
                    at: 0,
                    own: Rounded::NONE,
                };
                self.forward(kernels, batch, &mut shelf);
                for (f, product) in products.iter().enumerate() {
                    let numbers = Integers {
                        pairs: &pairs[f * read_stride / 2..],
                        scales,
                    };
                    let stride = reads / 2;
                    let read = Rows { numbers, stride };
                    product.run(kernels, rows, read, None, &mut after[f * out_stride..], outs);
                }
            }
        }
        self.back(kernels, batch, after, out);
    }

    /// The factor with which each position is rounded, and what a step is worth in each of its tiles.
    fn scale(
        &self,
        kernels: Kernels,
        batch: &Batch<'_>,
        limit: f32,
        factors: &mut [f32],
        scales: &mut [f32],
    ) {
        let len = (self.height - 1) * self.from.row + self.width * self.from.channels;
        let tiles = scales.chunks_exact_mut(self.tiles());
        for (position, (factor, tiles)) in factors.iter_mut().zip(tiles).enumerate() {
            let board = &batch.read.numbers[position * batch.read.stride + self.from.base..][..len];
            let (own, scale) = steps(largest(kernels, board), limit);
            *factor = own;
            tiles.fill(scale);
        }
    }
}

/// From a frequency to the next, for `rows` tiles of so many channels: a cache line more than the numbers need.
const fn frequency_stride(rows: usize, channels: usize) -> usize {
    rows * channels + LANES
}

/// Points a side of the tiles for a board: whatever has fewer frequencies in all.
const fn best_points(height: usize, width: usize) -> usize {
    let three = height.div_ceil(3) * width.div_ceil(3) * 25;
    let four = height.div_ceil(4) * width.div_ceil(4) * 36;
    if three < four { 3 } else { 4 }
}

impl PlaneLayout {
    /// Where the channels of a point begin.
    #[inline(always)]
    const fn at(&self, y: usize, x: usize) -> usize {
        self.base + y * self.row + x * self.channels
    }
}
