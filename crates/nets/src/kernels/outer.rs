//! Sums of outer products: the gradient of a weight is the sum over all rows of what went out times what came in.
//!
//! The innermost kernel adds up a tile of a few by sixteen or 32 numbers over a block of rows. It exists in plain Rust, with
//! AVX2 and with AVX-512; tests compare all. Every number of the result is added up in the order of the rows, however the
//! work is cut.

use super::dispatch::by_processor;
use super::product::Rows;
use super::{Kernels, LANES};

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
            let most = kernels.tile()[1] * LANES;
            let mut j = 0;
            while j < width {
                // Either as many lanes as there are registers for, or one that may be cut off.
                let lanes = if width - j < most {
                    LANES.min(width - j)
                } else {
                    most
                };
                let mut i = 0;
                while i < height {
                    let tile = Tile {
                        rows: count,
                        left: &left.numbers[first * left.stride + i..],
                        left_stride: left.stride,
                        right: &right.numbers[first * right.stride + j..],
                        right_stride: right.stride,
                        lanes,
                    };
                    i += tile.run(kernels, height - i, &mut out[i * stride + j..], stride);
                }
                j += lanes;
            }
        }
    }
}

/// Up to 32 columns of a result, over a block of rows.
struct Tile<'a> {
    rows: usize,
    left: &'a [f32],
    left_stride: usize,
    right: &'a [f32],
    right_stride: usize,
    lanes: usize,
}

impl Tile<'_> {
    /// Adds up as many of `height` lines as there are registers for, and says how many.
    fn run(&self, kernels: Kernels, height: usize, out: &mut [f32], stride: usize) -> usize {
        match (kernels, height) {
            (Kernels::Avx512, 8..) => self.lines::<8>(kernels, out, stride),
            (_, 6..) => self.lines::<6>(kernels, out, stride),
            (_, 4..) => self.lines::<4>(kernels, out, stride),
            (_, 2..) => self.lines::<2>(kernels, out, stride),
            _ => self.lines::<1>(kernels, out, stride),
        }
    }

    fn lines<const H: usize>(&self, kernels: Kernels, out: &mut [f32], stride: usize) -> usize {
        by_processor!(
            kernels,
            wide::tile_avx512::<H>(self, out, stride),
            wide::tile_avx2::<H>(self, out, stride),
            self.portable::<H>(out, stride)
        );
        H
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
mod wide {
    #![expect(
        unsafe_code,
        reason = "loads and stores of whole registers, measured; `Tile::portable` is the safe twin"
    )]

    use super::super::LANES;
    use super::super::vector::{Avx2Pair, Avx512, Registers};
    use super::Tile;

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn tile_avx2<const H: usize>(tile: &Tile<'_>, out: &mut [f32], stride: usize) {
        match tile.lanes {
            LANES => tile_any::<Avx2Pair, H, 1>(tile, out, stride),
            _ => tile_some::<Avx2Pair, H>(tile, out, stride),
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
    pub(super) fn tile_avx512<const H: usize>(tile: &Tile<'_>, out: &mut [f32], stride: usize) {
        match tile.lanes {
            LANES => tile_any::<Avx512, H, 1>(tile, out, stride),
            lanes if lanes == 2 * LANES => tile_any::<Avx512, H, 2>(tile, out, stride),
            _ => tile_some::<Avx512, H>(tile, out, stride),
        }
    }

    /// Every row that is read and every line that is written lies within its list.
    #[inline(always)]
    fn check<const H: usize>(tile: &Tile<'_>, out: &[f32], stride: usize) {
        assert!((tile.rows - 1) * tile.left_stride + H <= tile.left.len());
        assert!((tile.rows - 1) * tile.right_stride + tile.lanes <= tile.right.len());
        assert!((H - 1) * stride + tile.lanes <= out.len());
    }

    /// `W` whole lanes.
    #[inline(always)]
    fn tile_any<V: Registers, const H: usize, const W: usize>(
        tile: &Tile<'_>,
        out: &mut [f32],
        stride: usize,
    ) {
        const { assert!(V::LANES == LANES) };
        check::<H>(tile, out, stride);
        assert_eq!(tile.lanes, W * LANES);
        let out = out.as_mut_ptr();
        let (mut left, mut right) = (tile.left.as_ptr(), tile.right.as_ptr());
        let mut sums = [[V::ZERO; W]; H];
        // SAFETY: see `check`; who calls has detected the processor.
        unsafe {
            for (i, sums) in sums.iter_mut().enumerate() {
                for (w, sum) in sums.iter_mut().enumerate() {
                    *sum = V::load_from(out.add(i * stride + w * LANES));
                }
            }
            for _ in 0..tile.rows {
                let mut own = [V::ZERO; W];
                for (w, own) in own.iter_mut().enumerate() {
                    *own = V::load_from(right.add(w * LANES));
                }
                for (i, sums) in sums.iter_mut().enumerate() {
                    let x = *left.add(i);
                    for (sum, own) in sums.iter_mut().zip(own) {
                        *sum = sum.plus(own, x);
                    }
                }
                left = left.wrapping_add(tile.left_stride);
                right = right.wrapping_add(tile.right_stride);
            }
            for (i, sums) in sums.iter().enumerate() {
                for (w, sum) in sums.iter().enumerate() {
                    sum.store_to(out.add(i * stride + w * LANES));
                }
            }
        }
    }

    /// Less than a whole lane.
    #[inline(always)]
    fn tile_some<V: Registers, const H: usize>(tile: &Tile<'_>, out: &mut [f32], stride: usize) {
        const { assert!(V::LANES == LANES) };
        check::<H>(tile, out, stride);
        assert!(tile.lanes < LANES);
        let out = out.as_mut_ptr();
        let (mut left, mut right) = (tile.left.as_ptr(), tile.right.as_ptr());
        let mut sums = [V::ZERO; H];
        let mask = V::mask(tile.lanes);
        // SAFETY: see `check`; who calls has detected the processor, and masked lanes are not touched.
        unsafe {
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum = V::load_some(out.add(i * stride), mask);
            }
            for _ in 0..tile.rows {
                let own = V::load_some(right, mask);
                for (i, sum) in sums.iter_mut().enumerate() {
                    *sum = sum.plus(own, *left.add(i));
                }
                left = left.wrapping_add(tile.left_stride);
                right = right.wrapping_add(tile.right_stride);
            }
            for (i, sum) in sums.iter().enumerate() {
                sum.store_some(out.add(i * stride), mask);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use damero_games::random::seeded;
    use rand_core::Rng as _;

    use super::*;

    /// Every size of tile and every rest, with all kernels, against a sum in double precision.
    #[test]
    fn all_kernels_add_up_the_same() {
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
            (65, 17, 80),
            (9, 7, 47),
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
            for kernels in Kernels::available() {
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
