//! From boards to frequencies and back, eight or sixteen channels at a time.

use std::array::from_fn;

use super::super::Kernels;
use super::super::dispatch::by_processor;
#[cfg(target_arch = "x86_64")]
use super::super::vector::{Avx2, Avx512};
use super::super::vector::{EIGHT, Vector};
use super::tiles::{Four, Three, Tiles};
use super::{Batch, PlaneLayout, Winograd, frequency_stride};

/// Where the frequencies go.
pub(super) trait Shelf {
    /// The tile comes whose frequencies are then put.
    fn begin(&mut self, tile: usize, position: usize);

    /// Some channels of one frequency of that tile.
    fn put<E: Vector>(&mut self, frequency: usize, channel: usize, numbers: E);
}

/// Frequencies in single precision: all tiles of a frequency lie together, the channels of each as well.
pub(super) struct Single<'a> {
    pub(super) numbers: &'a mut [f32],
    /// From one frequency to the next.
    pub(super) stride: usize,
    pub(super) channels: usize,
    /// Where the tile begins.
    pub(super) at: usize,
}

impl Shelf for Single<'_> {
    #[inline(always)]
    fn begin(&mut self, tile: usize, _position: usize) {
        self.at = tile * self.channels;
    }

    #[inline(always)]
    fn put<E: Vector>(&mut self, frequency: usize, channel: usize, numbers: E) {
        numbers.store(&mut self.numbers[frequency * self.stride + self.at + channel..]);
    }
}

/// The most frequencies that a tile has.
const MOST: usize = 36;

/// Frequencies in whole numbers, in the same order.
pub(super) struct Rounded<'a> {
    pub(super) pairs: &'a mut [i32],
    /// The factor of each position.
    pub(super) factors: &'a [f32],
    /// What the factor is multiplied by for each frequency.
    pub(super) shares: &'a [f32],
    /// Pairs from one frequency to the next.
    pub(super) stride: usize,
    pub(super) channels: usize,
    pub(super) at: usize,
    /// The factors of this tile's frequencies.
    pub(super) own: [f32; MOST],
}

impl Rounded<'_> {
    /// The factors before the first tile.
    pub(super) const NONE: [f32; MOST] = [0.0; MOST];
}

impl Shelf for Rounded<'_> {
    #[inline(always)]
    fn begin(&mut self, tile: usize, position: usize) {
        self.at = tile * self.channels / 2;
        for (own, share) in self.own.iter_mut().zip(self.shares) {
            *own = share * self.factors[position];
        }
    }

    #[inline(always)]
    fn put<E: Vector>(&mut self, frequency: usize, channel: usize, numbers: E) {
        let at = frequency * self.stride + self.at + channel / 2;
        numbers.store_rounded(self.own[frequency], &mut self.pairs[at..]);
    }
}

impl Winograd {
    pub(super) fn forward(&self, kernels: Kernels, batch: &Batch<'_>, shelf: &mut impl Shelf) {
        by_processor!(
            kernels.for_lists_of(self.from.channels),
            forward_avx512(self, batch, shelf),
            forward_avx2(self, batch, shelf),
            self.forward_any::<[f32; EIGHT], _>(batch, shelf)
        );
    }

    pub(super) fn back(&self, kernels: Kernels, batch: &Batch<'_>, after: &[f32], out: &mut [f32]) {
        by_processor!(
            kernels.for_lists_of(self.to.channels),
            back_avx512(self, batch, after, out),
            back_avx2(self, batch, after, out),
            self.back_any::<[f32; EIGHT]>(batch, after, out)
        );
    }

    #[inline(always)]
    fn forward_any<E: Vector, S: Shelf>(&self, batch: &Batch<'_>, shelf: &mut S) {
        match self.points {
            3 => self.forward_tiles::<E, S, Three, 3, 5>(batch, shelf),
            _ => self.forward_tiles::<E, S, Four, 4, 6>(batch, shelf),
        }
    }

    #[inline(always)]
    fn back_any<E: Vector>(&self, batch: &Batch<'_>, after: &[f32], out: &mut [f32]) {
        match self.points {
            3 => self.back_tiles::<E, Three, 3, 5>(batch, after, out),
            _ => self.back_tiles::<E, Four, 4, 6>(batch, after, out),
        }
    }

    #[inline(always)]
    fn forward_tiles<E: Vector, S: Shelf, K: Tiles<M, T>, const M: usize, const T: usize>(
        &self,
        batch: &Batch<'_>,
        shelf: &mut S,
    ) {
        let read = batch.read;
        let PlaneLayout {
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
            shelf.begin(row, position);
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
            for channel in (0..channels).step_by(E::LANES) {
                let mut half = [[E::ZERO; T]; T];
                for x in 0..T {
                    let column = K::forward(from_fn(|y| E::load(&read.numbers[at[y][x] + channel..])));
                    for y in 0..T {
                        half[y][x] = column[y];
                    }
                }
                for (y, half) in half.iter().enumerate() {
                    for (x, numbers) in K::forward(*half).iter().enumerate() {
                        shelf.put(y * T + x, channel, *numbers);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn back_tiles<E: Vector, K: Tiles<M, T>, const M: usize, const T: usize>(
        &self,
        batch: &Batch<'_>,
        after: &[f32],
        out: &mut [f32],
    ) {
        let outs = self.to.channels;
        let across = self.width.div_ceil(M);
        let rows = batch.count * self.tiles();
        let stride = frequency_stride(rows, outs);
        for row in 0..rows {
            let (position, tile) = (row / self.tiles(), row % self.tiles());
            let (top, left) = (tile / across * M, tile % across * M);
            for channel in (0..outs).step_by(E::LANES) {
                let bias = E::load(&self.bias[channel..]);
                let mut half = [[E::ZERO; T]; M];
                for x in 0..T {
                    let number = |y: usize| E::load(&after[(y * T + x) * stride + row * outs + channel..]);
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

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn forward_avx2<S: Shelf>(winograd: &Winograd, batch: &Batch<'_>, shelf: &mut S) {
    winograd.forward_any::<Avx2, S>(batch, shelf);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn back_avx2(winograd: &Winograd, batch: &Batch<'_>, after: &[f32], out: &mut [f32]) {
    winograd.back_any::<Avx2>(batch, after, out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
fn forward_avx512<S: Shelf>(winograd: &Winograd, batch: &Batch<'_>, shelf: &mut S) {
    winograd.forward_any::<Avx512, S>(batch, shelf);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
fn back_avx512(winograd: &Winograd, batch: &Batch<'_>, after: &[f32], out: &mut [f32]) {
    winograd.back_any::<Avx512>(batch, after, out);
}
