//! From boards to frequencies and back, eight channels at a time.

use std::array::from_fn;

use super::super::Kernels;
use super::super::f32x8::{F32X8_LANES, F32x8};
use super::tiles::{Four, Three, Tiles};
use super::{Batch, PlaneLayout, Winograd};

/// Where the frequencies go.
pub(super) trait Shelf {
    /// The tile comes whose frequencies are then put.
    fn begin(&mut self, tile: usize, position: usize);

    /// Eight channels of one frequency of that tile.
    fn put<E: F32x8>(&mut self, frequency: usize, channel: usize, eight: E);
}

/// Frequencies in single precision: those of a tile lie together, the channels of each as well.
pub(super) struct Single<'a> {
    pub(super) numbers: &'a mut [f32],
    pub(super) frequencies: usize,
    pub(super) channels: usize,
    /// Where the tile begins.
    pub(super) at: usize,
}

impl Shelf for Single<'_> {
    #[inline(always)]
    fn begin(&mut self, tile: usize, _position: usize) {
        self.at = tile * self.frequencies * self.channels;
    }

    #[inline(always)]
    fn put<E: F32x8>(&mut self, frequency: usize, channel: usize, eight: E) {
        eight.store(&mut self.numbers[self.at + frequency * self.channels + channel..]);
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
    pub(super) channels: usize,
    pub(super) at: usize,
    /// The factors of this tile's frequencies.
    pub(super) own: [f32; MOST],
}

impl<'a> Rounded<'a> {
    pub(super) fn new(pairs: &'a mut [i32], factors: &'a [f32], shares: &'a [f32], channels: usize) -> Self {
        Self {
            pairs,
            factors,
            shares,
            channels,
            at: 0,
            own: [0.0; MOST],
        }
    }
}

impl Shelf for Rounded<'_> {
    #[inline(always)]
    fn begin(&mut self, tile: usize, position: usize) {
        self.at = tile * self.shares.len() * self.channels / 2;
        for (own, share) in self.own.iter_mut().zip(self.shares) {
            *own = share * self.factors[position];
        }
    }

    #[inline(always)]
    fn put<E: F32x8>(&mut self, frequency: usize, channel: usize, eight: E) {
        let at = self.at + (frequency * self.channels + channel) / 2;
        eight.store_rounded(self.own[frequency], &mut self.pairs[at..]);
    }
}

impl Winograd {
    pub(super) fn forward(&self, kernels: Kernels, batch: &Batch<'_>, shelf: &mut impl Shelf) {
        match kernels {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Kernels::or_portable` lets this value through only where AVX2 and FMA were detected.
            #[expect(unsafe_code, reason = "a call to code for a detected processor feature")]
            Kernels::Avx2 => unsafe { forward_avx2(self, batch, shelf) },
            _ => self.forward_any::<[f32; F32X8_LANES], _>(batch, shelf),
        }
    }

    pub(super) fn back(&self, kernels: Kernels, batch: &Batch<'_>, after: &[f32], out: &mut [f32]) {
        match kernels {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Kernels::or_portable` lets this value through only where AVX2 and FMA were detected.
            #[expect(unsafe_code, reason = "a call to code for a detected processor feature")]
            Kernels::Avx2 => unsafe { back_avx2(self, batch, after, out) },
            _ => self.back_any::<[f32; F32X8_LANES]>(batch, after, out),
        }
    }

    #[inline(always)]
    fn forward_any<E: F32x8, S: Shelf>(&self, batch: &Batch<'_>, shelf: &mut S) {
        match self.points {
            3 => self.forward_tiles::<E, S, Three, 3, 5>(batch, shelf),
            _ => self.forward_tiles::<E, S, Four, 4, 6>(batch, shelf),
        }
    }

    #[inline(always)]
    fn back_any<E: F32x8>(&self, batch: &Batch<'_>, after: &[f32], out: &mut [f32]) {
        match self.points {
            3 => self.back_tiles::<E, Three, 3, 5>(batch, after, out),
            _ => self.back_tiles::<E, Four, 4, 6>(batch, after, out),
        }
    }

    #[inline(always)]
    fn forward_tiles<E: F32x8, S: Shelf, K: Tiles<M, T>, const M: usize, const T: usize>(
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
            for channel in (0..channels).step_by(F32X8_LANES) {
                let mut half = [[E::ZERO; T]; T];
                for x in 0..T {
                    let column = K::forward(from_fn(|y| E::load(&read.numbers[at[y][x] + channel..])));
                    for y in 0..T {
                        half[y][x] = column[y];
                    }
                }
                for (y, half) in half.iter().enumerate() {
                    for (x, eight) in K::forward(*half).iter().enumerate() {
                        shelf.put(y * T + x, channel, *eight);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn back_tiles<E: F32x8, K: Tiles<M, T>, const M: usize, const T: usize>(
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
            for channel in (0..outs).step_by(F32X8_LANES) {
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

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn forward_avx2<S: Shelf>(winograd: &Winograd, batch: &Batch<'_>, shelf: &mut S) {
    winograd.forward_any::<super::super::f32x8::Register, S>(batch, shelf);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn back_avx2(winograd: &Winograd, batch: &Batch<'_>, after: &[f32], out: &mut [f32]) {
    winograd.back_any::<super::super::f32x8::Register>(batch, after, out);
}
