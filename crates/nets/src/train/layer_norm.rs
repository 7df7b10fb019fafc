//! Normalisation along the last axis.

use std::ops::Range;

use super::pass::{Pass, Source, Target};

/// `y = (x - mean) / deviation · weight + bias`, line by line.
#[derive(Clone, Debug)]
pub(super) struct LayerNorm {
    pub(super) from: Source,
    pub(super) to: Target,
    /// Lines of one position.
    pub(super) lines: usize,
    pub(super) eps: f32,
    pub(super) weight: Range<usize>,
    pub(super) bias: Range<usize>,
    /// Mean and one over the deviation of each line of the last batch.
    pub(super) seen: Vec<[f32; 2]>,
}

impl LayerNorm {
    pub(super) fn forward(&mut self, pass: &mut Pass<'_>) {
        let [weight, bias] = [&self.weight, &self.bias].map(|range| &pass.weights[range.clone()]);
        let width = weight.len();
        self.seen.clear();
        pass.write(self.to.slot, |pass, out| {
            let step = out.stride / self.lines;
            let numbers = pass.value(self.from.slot).chunks_exact(step);
            for (out, line) in out.rows_mut(pass.batch).chunks_exact_mut(step).zip(numbers) {
                let line = &line[..width];
                let mean = line.iter().sum::<f32>() / width as f32;
                let squares: f32 = line.iter().map(|x| (x - mean) * (x - mean)).sum();
                let scale = 1.0 / (squares / width as f32 + self.eps).sqrt();
                self.seen.push([mean, scale]);
                let lists = weight.iter().zip(bias);
                for ((out, x), (weight, bias)) in out.iter_mut().zip(line).zip(lists) {
                    *out = (x - mean) * scale * weight + bias;
                }
            }
        });
    }

    pub(super) fn backward(&mut self, pass: &mut Pass<'_>, gradient: &mut [f32]) {
        let weight = &pass.weights[self.weight.clone()];
        let width = weight.len();
        let mut sums = [vec![0.0_f32; width], vec![0.0_f32; width]];
        pass.take_gradient(self.to, |pass, slope| {
            let step = slope.stride / self.lines;
            let numbers = pass.values[self.from.slot].rows(pass.batch).chunks_exact(step);
            let lines = slope.rows_mut(pass.batch).chunks_exact_mut(step);
            // The slopes become the gradient of what was read.
            for ((slopes, line), &[mean, scale]) in lines.zip(numbers).zip(&self.seen) {
                let slopes = &mut slopes[..width];
                let (mut all, mut along) = (0.0, 0.0);
                for (i, (slope, x)) in slopes.iter_mut().zip(line).enumerate() {
                    let normal = (x - mean) * scale;
                    sums[0][i] += *slope * normal;
                    sums[1][i] += *slope;
                    *slope *= weight[i];
                    all += *slope;
                    along += *slope * normal;
                }
                let (all, along) = (all / width as f32, along / width as f32);
                for (slope, x) in slopes.iter_mut().zip(line) {
                    *slope = scale * (*slope - all - (x - mean) * scale * along);
                }
            }
            pass.pass_on(self.from, slope);
        });
        gradient[self.weight.clone()].copy_from_slice(&sums[0]);
        gradient[self.bias.clone()].copy_from_slice(&sums[1]);
    }
}
