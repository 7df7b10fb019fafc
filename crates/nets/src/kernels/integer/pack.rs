//! Weights as whole numbers.

use super::super::dispatch::by_processor;
use super::super::product::{Pack, Panel, Panels, Tile};
use super::super::{Kernels, LANES, Lane};
use super::portable;

/// The two weights that a pair of numbers meets, for each of sixteen outputs; a line of the cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(crate) struct Pairs(pub(super) [i16; 2 * LANES]);

/// As [`Panels`], rounded.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Packed {
    /// How far from zero the numbers may be that are read.
    pub(crate) limit: f32,
    outs: usize,
    /// Pairs that are read for one output.
    reads: usize,
    pairs: Vec<Pairs>,
    scale: Vec<Lane>,
    bias: Vec<Lane>,
}

/// Numbers that were rounded, two in each `i32`, the first in the lower half.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Integers<'a> {
    pub(crate) pairs: &'a [i32],
    /// What one step is worth, a position.
    pub(crate) scales: &'a [f32],
}

/// The weights of one panel.
#[derive(Clone, Copy)]
pub(crate) struct Scaled<'a> {
    pub(super) pairs: &'a [Pairs],
    pub(super) scale: &'a Lane,
}

impl Packed {
    /// Rounds weights for numbers of which one step is worth `unit` times what their scale says; `None` if there are so
    /// many that no precision would be left.
    pub(crate) fn new(panels: &Panels, unit: f32) -> Option<Self> {
        let reads = panels.reads;
        // The largest number of a position is farther from the usual ones than the largest weight is: it gets sixteen
        // times the room that a weight has on average.
        let limit = (2_f64.powi(35) / reads as f64).sqrt().min(32_766.0).floor();
        // So much the absolute weights of a column may add up to, before rounding, that no sum leaves 32 bits.
        let room = (f64::from(i32::MAX) / (limit + 1.0)).floor() - reads as f64 / 2.0;
        if room < reads as f64 {
            return None;
        }
        let count = panels.count();
        let half = reads.div_ceil(2);
        let mut pairs = vec![Pairs([0; 2 * LANES]); count * half];
        let mut scale = vec![[0.0; LANES]; count];
        for panel in 0..count {
            let weights = panels.weights(panel);
            for lane in 0..LANES {
                let column = || weights.iter().map(|weights| f64::from(weights[lane]));
                let most = column().fold(0.0, |most: f64, x| most.max(x.abs()));
                let total: f64 = column().map(f64::abs).sum();
                let step = (most / 32_767.0).max(total / room);
                scale[panel][lane] = (step * f64::from(unit)) as f32;
                if !(step > 0.0 && total.is_finite()) {
                    // Nothing but zeros; or nothing that can be rounded, of which the outputs say so.
                    scale[panel][lane] = if total == 0.0 { 0.0 } else { f32::NAN };
                    continue;
                }
                for (k, x) in column().enumerate() {
                    pairs[panel * half + k / 2].0[2 * lane + k % 2] = (x / step).round() as i16;
                }
            }
        }
        Some(Self {
            limit: limit as f32,
            outs: panels.outs,
            reads: half,
            pairs,
            scale,
            bias: (0..count).map(|panel| *panels.bias(panel)).collect(),
        })
    }
}

impl Pack for Packed {
    type Numbers<'a> = Integers<'a>;
    type Weights<'a> = Scaled<'a>;

    fn count(&self) -> usize {
        self.bias.len()
    }

    fn panel(&self, panel: usize) -> Panel<'_, Scaled<'_>> {
        let weights = Scaled {
            pairs: &self.pairs[panel * self.reads..][..self.reads],
            scale: &self.scale[panel],
        };
        Panel::new(weights, &self.bias[panel], panel, self.outs)
    }

    fn tile<const R: usize, const P: usize>(
        kernels: Kernels,
        tile: &Tile<'_, R, Integers<'_>>,
        panels: &[Panel<'_, Scaled<'_>>; P],
        out: &mut [f32],
    ) {
        by_processor!(
            kernels,
            super::avx512::tile(tile, panels, out),
            super::avx2::tile(tile, panels, out),
            portable::tile(tile, panels, out)
        );
    }
}
