//! Convolutions of 3 × 3 with fewer multiplications, after Winograd.
//!
//! The board is cut into tiles of `m × m` points. What each tile reads, `t × t` points with `t = m + 2`, is transformed
//! into as many frequencies; there, a convolution is one small product of channels for each frequency, and the result is
//! transformed back. A tile of 4 × 4 points so takes 36 multiplications for each pair of channels where the plain way
//! takes 144. The transforms pay off only for several positions at once; alone, a position is convolved the plain way.
//!
//! All transforms work on eight channels at a time. They only add and multiply by small constants; see `eight.rs`.

use std::array::from_fn;

use super::eight::{EIGHT, Eight};
use super::product::{Class, Panels, Point, Product, Rows, Run};
use super::{Kernels, LANES};

/// A size of tiles: `M` points a side, `T` frequencies a side.
trait Tiles<const M: usize, const T: usize> {
    /// From the kernel to frequencies, applied to rows and columns.
    const KERNEL: [[f64; 3]; T];

    /// From what is read to frequencies, along one axis.
    fn forward<E: Eight>(x: [E; T]) -> [E; T];

    /// From frequencies to points, along one axis.
    fn back<E: Eight>(x: [E; T]) -> [E; M];
}

struct Three;
struct Four;

impl Tiles<3, 5> for Three {
    const KERNEL: [[f64; 3]; 5] = [
        [0.5, 0.0, 0.0],
        [-0.5, -0.5, -0.5],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
        [0.0, 0.0, 1.0],
    ];

    #[inline(always)]
    fn forward<E: Eight>([a, b, c, d, e]: [E; 5]) -> [E; 5] {
        let db = d.sub(b);
        let dc = d.sub(c);
        [
            db.plus(a.sub(c), 2.0),
            dc.plus(b, -2.0),
            dc.plus(b.sub(c), 2.0),
            db,
            e.sub(c).plus(db, -2.0),
        ]
    }

    #[inline(always)]
    fn back<E: Eight>([a, b, c, d, e]: [E; 5]) -> [E; 3] {
        let sum = b.add(c);
        [a.add(sum).add(d), b.sub(c).plus(d, 2.0), sum.add(e).plus(d, 4.0)]
    }
}

impl Tiles<4, 6> for Four {
    const KERNEL: [[f64; 3]; 6] = [
        [0.25, 0.0, 0.0],
        [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
        [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
        [0.0, 0.0, 1.0],
    ];

    #[inline(always)]
    fn forward<E: Eight>([a, b, c, d, e, f]: [E; 6]) -> [E; 6] {
        let (ec4, db4) = (e.plus(c, -4.0), d.plus(b, -4.0));
        let (ec, db) = (e.sub(c), d.sub(b));
        [
            ec.plus(a.sub(c), 4.0),
            ec4.add(db4),
            ec4.sub(db4),
            ec.plus(db, 2.0),
            ec.plus(db, -2.0),
            f.sub(d).plus(db, -4.0),
        ]
    }

    #[inline(always)]
    fn back<E: Eight>([a, b, c, d, e, f]: [E; 6]) -> [E; 4] {
        let (sum, difference) = (b.add(c), b.sub(c));
        let (far, far_difference) = (d.add(e), d.sub(e));
        [
            a.add(sum).add(far),
            difference.plus(far_difference, 2.0),
            sum.plus(far, 4.0),
            difference.add(f).plus(far_difference, 8.0),
        ]
    }
}

/// Where a board lies: the first point, and how far the next row is; points of a row lie together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
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
    from: Board,
    add: Option<Board>,
    to: Board,
    bias: Vec<f32>,
    relu: bool,
    /// One product for each frequency.
    frequencies: Vec<Product>,
}

/// Positions to convolve.
pub(crate) struct Batch<'a> {
    pub(crate) count: usize,
    pub(crate) read: Rows<'a>,
    pub(crate) add: Option<Rows<'a>>,
    /// From one position of the result to the next.
    pub(crate) stride: usize,
}

/// What a convolution by tiles is made from.
pub(crate) struct Shape {
    pub(crate) height: usize,
    pub(crate) width: usize,
    pub(crate) from: Board,
    pub(crate) add: Option<Board>,
    pub(crate) to: Board,
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
        // Whatever has fewer frequencies in all.
        let cost = |m: usize| shape.height.div_ceil(m) * shape.width.div_ceil(m) * (m + 2) * (m + 2);
        let points = if cost(3) < cost(4) { 3 } else { 4 };
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
            frequencies: frequencies.collect(),
        })
    }

    /// Tiles of one position.
    fn tiles(&self) -> usize {
        self.height.div_ceil(self.points) * self.width.div_ceil(self.points)
    }

    /// Numbers of memory for one position: before and after the products.
    pub(crate) fn memory(&self) -> [usize; 2] {
        let rows = self.frequencies.len() * self.tiles();
        [rows * self.from.channels, rows * self.to.channels]
    }

    /// Convolves a batch, with memory for what is before and after the products.
    pub(crate) fn run(
        &self,
        kernels: Kernels,
        batch: &Batch<'_>,
        [before, after]: [&mut [f32]; 2],
        out: &mut [f32],
    ) {
        self.forward(kernels, batch, before);
        let rows = batch.count * self.tiles();
        let (reads, outs, count) = (self.from.channels, self.to.channels, self.frequencies.len());
        // The frequencies of a tile lie together: were they far apart, the caches would keep few of them.
        for (f, product) in self.frequencies.iter().enumerate() {
            let read = Rows {
                numbers: &before[f * reads..],
                stride: count * reads,
            };
            product.run(kernels, rows, read, None, &mut after[f * outs..], count * outs);
        }
        self.back(kernels, batch, after, out);
    }

    fn forward(&self, kernels: Kernels, batch: &Batch<'_>, before: &mut [f32]) {
        match kernels {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Kernels::or_portable` lets this value through only where AVX2 and FMA were detected.
            #[expect(unsafe_code, reason = "a call to code for a detected processor feature")]
            Kernels::Avx2 => unsafe { forward_avx2(self, batch, before) },
            _ => self.forward_any::<[f32; EIGHT]>(batch, before),
        }
    }

    fn back(&self, kernels: Kernels, batch: &Batch<'_>, after: &[f32], out: &mut [f32]) {
        match kernels {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Kernels::or_portable` lets this value through only where AVX2 and FMA were detected.
            #[expect(unsafe_code, reason = "a call to code for a detected processor feature")]
            Kernels::Avx2 => unsafe { back_avx2(self, batch, after, out) },
            _ => self.back_any::<[f32; EIGHT]>(batch, after, out),
        }
    }

    #[inline(always)]
    fn forward_any<E: Eight>(&self, batch: &Batch<'_>, before: &mut [f32]) {
        match self.points {
            3 => self.forward_tiles::<E, Three, 3, 5>(batch, before),
            _ => self.forward_tiles::<E, Four, 4, 6>(batch, before),
        }
    }

    #[inline(always)]
    fn back_any<E: Eight>(&self, batch: &Batch<'_>, after: &[f32], out: &mut [f32]) {
        match self.points {
            3 => self.back_tiles::<E, Three, 3, 5>(batch, after, out),
            _ => self.back_tiles::<E, Four, 4, 6>(batch, after, out),
        }
    }

    #[inline(always)]
    fn forward_tiles<E: Eight, K: Tiles<M, T>, const M: usize, const T: usize>(
        &self,
        batch: &Batch<'_>,
        before: &mut [f32],
    ) {
        let read = batch.read;
        let Board {
            base,
            row: stride,
            channels,
        } = self.from;
        let across = self.width.div_ceil(M);
        let rows = batch.count * self.tiles();
        for row in 0..rows {
            let (position, tile) = (row / self.tiles(), row % self.tiles());
            let (top, left) = (tile / across * M, tile % across * M);
            let start = position * read.stride + base;
            // The point at (0, 0) of what is read lies above and left of the tile's first. Whatever is not on the board
            // is read from its border, where zeros are.
            let at: [[usize; T]; T] = from_fn(|y| {
                from_fn(|x| {
                    let (y, x) = (top + y, left + x);
                    if y == 0 || x == 0 || y > self.height || x > self.width {
                        return start - channels;
                    }
                    start + (y - 1) * stride + (x - 1) * channels
                })
            });
            for channel in (0..channels).step_by(EIGHT) {
                let mut half = [[E::ZERO; T]; T];
                for x in 0..T {
                    let column = K::forward(from_fn(|y| E::load(&read.numbers[at[y][x] + channel..])));
                    for y in 0..T {
                        half[y][x] = column[y];
                    }
                }
                for (y, half) in half.iter().enumerate() {
                    for (x, eight) in K::forward(*half).iter().enumerate() {
                        eight.store(&mut before[((row * T + y) * T + x) * channels + channel..]);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn back_tiles<E: Eight, K: Tiles<M, T>, const M: usize, const T: usize>(
        &self,
        batch: &Batch<'_>,
        after: &[f32],
        out: &mut [f32],
    ) {
        let outs = self.to.channels;
        let across = self.width.div_ceil(M);
        let rows = batch.count * self.tiles();
        for row in 0..rows {
            let (position, tile) = (row / self.tiles(), row % self.tiles());
            let (top, left) = (tile / across * M, tile % across * M);
            for channel in (0..outs).step_by(EIGHT) {
                let bias = E::load(&self.bias[channel..]);
                let mut half = [[E::ZERO; T]; M];
                for x in 0..T {
                    let number = |y: usize| E::load(&after[((row * T + y) * T + x) * outs + channel..]);
                    let column = K::back(from_fn(number));
                    for y in 0..M {
                        half[y][x] = column[y];
                    }
                }
                for (y, half) in half.iter().enumerate().take(self.height - top) {
                    let points = K::back(*half);
                    for (x, point) in points.iter().enumerate().take(self.width - left) {
                        let mut point = point.add(bias);
                        if let (Some(board), Some(rows)) = (self.add, batch.add) {
                            let at = position * rows.stride + board.at(top + y, left + x) + channel;
                            point = point.add(E::load(&rows.numbers[at..]));
                        }
                        if self.relu {
                            point = point.positive();
                        }
                        point.store(
                            &mut out[position * batch.stride + self.to.at(top + y, left + x) + channel..],
                        );
                    }
                }
            }
        }
    }
}

impl Board {
    /// Where the channels of a point begin.
    #[inline(always)]
    const fn at(&self, y: usize, x: usize) -> usize {
        self.base + y * self.row + x * self.channels
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn forward_avx2(winograd: &Winograd, batch: &Batch<'_>, before: &mut [f32]) {
    winograd.forward_any::<super::eight::Register>(batch, before);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn back_avx2(winograd: &Winograd, batch: &Batch<'_>, after: &[f32], out: &mut [f32]) {
    winograd.back_any::<super::eight::Register>(batch, after, out);
}
