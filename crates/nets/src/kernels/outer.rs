//! Sums of outer products: the gradient of a weight is the sum over all rows of what went out times what came in.
//!
//! The innermost kernel adds up a tile of six by sixteen numbers over a block of rows. It exists in plain Rust and with
//! AVX2; tests compare the two. Every number of the result is added up in the order of the rows, however the work is cut.

use super::product::Rows;
use super::{Kernels, LANES};

/// Numbers of the left factor that are multiplied at once: with two registers each, twelve sums are under way.
const HEIGHT: usize = 6;

/// Rows that are added up before the next tile, so that both factors stay in the nearest cache.
const BLOCK: usize = 64;

/// Two factors with as many rows: `left` has `height` numbers a row, `right` has `width`.
#[derive(Clone, Copy)]
pub(crate) struct Outer<'a> {
    pub(crate) rows: usize,
    pub(crate) left: Rows<&'a [f32]>,
    pub(crate) height: usize,
    pub(crate) right: Rows<&'a [f32]>,
    pub(crate) width: usize,
}

impl Outer<'_> {
    /// `out[i][j] = Σ left[row][i] · right[row][j]`; with `add`, what was there before is kept and added to.
    ///
    /// # Panics
    /// If a factor or the result is too short.
    pub(crate) fn run(&self, kernels: Kernels, out: &mut [f32], stride: usize, add: bool) {
        let Self {
            rows,
            left,
            height,
            right,
            width,
        } = *self;
        if !add {
            for line in out.chunks_mut(stride).take(height) {
                line[..width].fill(0.0);
            }
        }
        if rows == 0 {
            return;
        }
        assert!(height > 0 && (rows - 1) * left.stride + height <= left.numbers.len());
        assert!(width > 0 && (rows - 1) * right.stride + width <= right.numbers.len());
        assert!((height - 1) * stride + width <= out.len());
        for first in (0..rows).step_by(BLOCK) {
            let count = BLOCK.min(rows - first);
            for j in (0..width).step_by(LANES) {
                for i in (0..height).step_by(HEIGHT) {
                    let tile = Tile {
                        rows: count,
                        left: &left.numbers[first * left.stride + i..],
                        left_stride: left.stride,
                        right: &right.numbers[first * right.stride + j..],
                        right_stride: right.stride,
                        lanes: LANES.min(width - j),
                    };
                    let out = &mut out[i * stride + j..];
                    match height - i {
                        1 => tile.run::<1>(kernels, out, stride),
                        2 => tile.run::<2>(kernels, out, stride),
                        3 => tile.run::<3>(kernels, out, stride),
                        4 => tile.run::<4>(kernels, out, stride),
                        5 => tile.run::<5>(kernels, out, stride),
                        _ => tile.run::<HEIGHT>(kernels, out, stride),
                    }
                }
            }
        }
    }
}

/// Up to sixteen columns of a result, over a block of rows.
struct Tile<'a> {
    rows: usize,
    left: &'a [f32],
    left_stride: usize,
    right: &'a [f32],
    right_stride: usize,
    lanes: usize,
}

impl Tile<'_> {
    fn run<const H: usize>(&self, kernels: Kernels, out: &mut [f32], stride: usize) {
        match kernels {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Kernels::or_portable` lets this value through only where AVX2 and FMA were detected.
            #[expect(unsafe_code, reason = "a call to code for a detected processor feature")]
            Kernels::Avx2 => unsafe { avx2::tile::<H>(self, out, stride) },
            _ => self.portable::<H>(out, stride),
        }
    }

    fn portable<const H: usize>(&self, out: &mut [f32], stride: usize) {
        let mut sums = [[0.0; LANES]; H];
        for (i, sums) in sums.iter_mut().enumerate() {
            sums[..self.lanes].copy_from_slice(&out[i * stride..][..self.lanes]);
        }
        for row in 0..self.rows {
            let right = &self.right[row * self.right_stride..][..self.lanes];
            let left = &self.left[row * self.left_stride..][..H];
            for (sums, x) in sums.iter_mut().zip(left) {
                for (sum, y) in sums.iter_mut().zip(right) {
                    *sum += x * y;
                }
            }
        }
        for (i, sums) in sums.iter().enumerate() {
            out[i * stride..][..self.lanes].copy_from_slice(&sums[..self.lanes]);
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    #![expect(
        unsafe_code,
        reason = "loads and stores of whole registers, measured; `Tile::portable` is the safe twin"
    )]

    use std::arch::x86_64::{
        __m256, __m256i, _mm256_fmadd_ps, _mm256_loadu_si256, _mm256_maskload_ps, _mm256_maskstore_ps,
        _mm256_set1_ps, _mm256_storeu_ps,
    };

    use super::super::LANES;
    use super::super::avx2::load_eight;
    use super::Tile;

    /// Eight times all bits, then eight times none: where a mask begins says how many lanes it lets through.
    const MASKS: [i32; 16] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn tile<const H: usize>(tile: &Tile<'_>, out: &mut [f32], stride: usize) {
        let Tile {
            rows,
            left,
            left_stride,
            right,
            right_stride,
            lanes,
        } = *tile;
        assert!((rows - 1) * left_stride + H <= left.len());
        assert!((rows - 1) * right_stride + lanes <= right.len());
        assert!((H - 1) * stride + lanes <= out.len());
        let out = out.as_mut_ptr();
        // SAFETY: the assertions above say that every row read and every line written lies within its list; masks keep
        // the other lanes untouched.
        unsafe {
            if lanes == LANES {
                let mut sums: [[__m256; 2]; H] = std::array::from_fn(|i| {
                    [
                        load_eight(out.add(i * stride)),
                        load_eight(out.add(i * stride + 8)),
                    ]
                });
                let (mut left, mut right) = (left.as_ptr(), right.as_ptr());
                for _ in 0..rows {
                    let (low, high) = (load_eight(right), load_eight(right.add(8)));
                    for (i, sums) in sums.iter_mut().enumerate() {
                        let x = _mm256_set1_ps(*left.add(i));
                        sums[0] = _mm256_fmadd_ps(x, low, sums[0]);
                        sums[1] = _mm256_fmadd_ps(x, high, sums[1]);
                    }
                    left = left.wrapping_add(left_stride);
                    right = right.wrapping_add(right_stride);
                }
                for (i, sums) in sums.iter().enumerate() {
                    _mm256_storeu_ps(out.add(i * stride), sums[0]);
                    _mm256_storeu_ps(out.add(i * stride + 8), sums[1]);
                }
            } else {
                let masks = [mask(lanes.min(8)), mask(lanes.saturating_sub(8))];
                let mut sums: [[__m256; 2]; H] = std::array::from_fn(|i| load(out.add(i * stride), masks));
                let (mut left, mut right) = (left.as_ptr(), right.as_ptr());
                for _ in 0..rows {
                    let [low, high] = load(right, masks);
                    for (i, sums) in sums.iter_mut().enumerate() {
                        let x = _mm256_set1_ps(*left.add(i));
                        sums[0] = _mm256_fmadd_ps(x, low, sums[0]);
                        sums[1] = _mm256_fmadd_ps(x, high, sums[1]);
                    }
                    left = left.wrapping_add(left_stride);
                    right = right.wrapping_add(right_stride);
                }
                for (i, sums) in sums.iter().enumerate() {
                    let line = out.add(i * stride);
                    _mm256_maskstore_ps(line, masks[0], sums[0]);
                    _mm256_maskstore_ps(line.wrapping_add(8), masks[1], sums[1]);
                }
            }
        }
    }

    /// Lets the first `lanes` of eight through.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn mask(lanes: usize) -> __m256i {
        let from = &MASKS[8 - lanes..][..8];
        // SAFETY: eight numbers lie there, and the load needs no alignment.
        unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
    }

    /// Up to sixteen numbers, zeros in the other lanes.
    ///
    /// # Safety
    /// As many numbers lie at `at` as the masks let through.
    #[target_feature(enable = "avx2")]
    #[inline]
    unsafe fn load(at: *const f32, [low, high]: [__m256i; 2]) -> [__m256; 2] {
        // SAFETY: as the caller says; lanes that are masked are not touched.
        unsafe {
            [
                _mm256_maskload_ps(at, low),
                _mm256_maskload_ps(at.wrapping_add(8), high),
            ]
        }
    }
}

#[cfg(test)]
mod tests {
    use damero_games::random::seeded;
    use rand_core::Rng as _;

    use super::*;

    /// Every size of tile and every rest, with both kernels, against a sum in double precision.
    #[test]
    fn both_kernels_add_up_the_same() {
        let mut rng = seeded(3);
        let mut random = |count: usize| -> Vec<f32> {
            (0..count)
                .map(|_| (rng.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0)
                .collect()
        };
        for (rows, height, width) in [
            (1, 1, 1),
            (5, 3, 16),
            (70, 13, 33),
            (130, 6, 15),
            (64, 8, 24),
            (3, 11, 9),
        ] {
            let strides = [height + 3, width + 5, width + 2];
            let (left, right) = (random(rows * strides[0]), random(rows * strides[1]));
            let before = random(height * strides[2]);
            let outer = Outer {
                rows,
                left: Rows {
                    numbers: &left,
                    stride: strides[0],
                },
                height,
                right: Rows {
                    numbers: &right,
                    stride: strides[1],
                },
                width,
            };
            for kernels in [Kernels::Portable, Kernels::best()] {
                for add in [false, true] {
                    let mut out = before.clone();
                    outer.run(kernels, &mut out, strides[2], add);
                    for (at, (&found, &before)) in out.iter().zip(&before).enumerate() {
                        let (i, j) = (at / strides[2], at % strides[2]);
                        if j >= width {
                            assert_eq!(found, before, "beside the result nothing changes");
                            continue;
                        }
                        let product = |row: usize| {
                            f64::from(left[row * strides[0] + i]) * f64::from(right[row * strides[1] + j])
                        };
                        let sum: f64 = (0..rows).map(product).sum();
                        let expected = sum + if add { f64::from(before) } else { 0.0 };
                        assert!(
                            (f64::from(found) - expected).abs() < 1e-4,
                            "{rows} {height} {width} {at}"
                        );
                    }
                }
            }
        }
    }
}
