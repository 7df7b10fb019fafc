//! Whole numbers in plain Rust: the twin that runs everywhere, and gives the same to the last bit.

use super::super::portable::finish;
use super::super::product::{Panel, Tile};
use super::super::{LANES, Lane};
use super::pack::{Integers, Scaled};

/// `R` rows times `P` panels.
pub(super) fn tile<const R: usize, const P: usize>(
    tile: &Tile<'_, R, Integers<'_>>,
    panels: &[Panel<'_, Scaled<'_>>; P],
    out: &mut [f32],
) {
    for panel in panels {
        let mut sums = [[0_i32; LANES]; R];
        for run in tile.runs {
            let weights = &panel.weights.pairs[run.weights..][..run.len];
            for (sums, from) in sums.iter_mut().zip(tile.from) {
                let numbers = &tile.numbers.pairs[from + run.at..][..run.len];
                for (&pair, weights) in numbers.iter().zip(weights) {
                    let [a, b] = [i32::from(pair as i16), pair >> 16];
                    for (sum, weights) in sums.iter_mut().zip(weights.0.as_chunks::<2>().0) {
                        // Only what was not finite can leave 32 bits, and its scale says so.
                        let [x, y] = weights.map(i32::from);
                        *sum = sum.wrapping_add((a * x).wrapping_add(b * y));
                    }
                }
            }
        }
        for (row, sums) in sums.iter().enumerate() {
            let scale = tile.numbers.scales[tile.positions[row]];
            let lanes: Lane = std::array::from_fn(|lane| {
                sums[lane] as f32 * panel.weights.scale[lane] * scale + panel.bias[lane]
            });
            finish(tile, panel, row, &lanes, out);
        }
    }
}
