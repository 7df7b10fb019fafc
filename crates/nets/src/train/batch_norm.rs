//! Normalisation by the statistics of the batch, with what follows it in a residual block: a sum and a rectifier.

use std::ops::Range;

use rayon::prelude::*;

use super::loops::add_all;
use super::pass::{Pass, Source, Target};
use crate::kernels::dispatch::compiled_for_each;

/// How much of the running statistics of a normalisation a batch replaces, as in `PyTorch`.
const MOMENTUM: f32 = 0.1;

/// Positions whose sums are added up by one task: sums are rounded alike whatever the number of threads.
const SPAN: usize = 32;

/// `y = (x - mean) / deviation · weight + bias`, then perhaps `+ add`, then perhaps `max(y, 0)`; channels lie together.
#[derive(Clone, Debug)]
pub(super) struct BatchNorm {
    pub(super) from: Source,
    pub(super) add: Option<Source>,
    pub(super) to: Target,
    pub(super) relu: bool,
    /// Lines of channels of one position.
    pub(super) lines: usize,
    pub(super) eps: f32,
    pub(super) weight: Range<usize>,
    pub(super) bias: Range<usize>,
    /// Where mean and variance are among the running statistics.
    pub(super) running: [Range<usize>; 2],
    /// Means of the last batch, and one over the deviations.
    pub(super) mean: Vec<f32>,
    pub(super) scale: Vec<f32>,
}

impl BatchNorm {
    fn channels(&self) -> usize {
        self.weight.len()
    }

    pub(super) fn forward(&mut self, pass: &mut Pass<'_>, running: &mut [f32]) {
        let channels = self.channels();
        let from = &pass.values[self.from.slot];
        let (numbers, stride) = (from.rows(pass.batch), from.stride);
        let step = stride / self.lines;
        let seen = (pass.batch * self.lines) as f64;
        // Sums are taken of the differences to the first position, so that a large mean costs no digits.
        let origin = &numbers[..channels];
        let parts = numbers.par_chunks(SPAN * stride).map(|part| {
            let mut sums = [vec![0.0; channels], vec![0.0; channels]];
            let [a, b] = &mut sums;
            moments(pass.kernels, part, step, origin, a, b);
            sums
        });
        let [sums, squares] = in_order(channels, &parts.collect::<Vec<_>>());
        for channel in 0..channels {
            let offset = sums[channel] / seen;
            let variance = (squares[channel] / seen - offset * offset).max(0.0);
            let mean = (f64::from(origin[channel]) + offset) as f32;
            self.mean[channel] = mean;
            self.scale[channel] = (1.0 / (variance + f64::from(self.eps)).sqrt()) as f32;
            let unbiased = (variance * seen / (seen - 1.0).max(1.0)) as f32;
            for (range, found) in self.running.iter().zip([mean, unbiased]) {
                let running = &mut running[range.clone()][channel];
                *running += MOMENTUM * (found - *running);
            }
        }
        let weight = &pass.weights[self.weight.clone()];
        let bias = &pass.weights[self.bias.clone()];
        let factor: Vec<f32> = weight.iter().zip(&self.scale).map(|(w, s)| w * s).collect();
        let shift: Vec<f32> = (0..channels)
            .map(|i| bias[i] - self.mean[i] * factor[i])
            .collect();
        pass.write(self.to.slot, |pass, out| {
            let numbers = pass.value(self.from.slot);
            let added = self.add.map(|add| pass.value(add.slot));
            let size = SPAN * stride;
            let parts = out.rows_mut(pass.batch).par_chunks_mut(size);
            parts.enumerate().for_each(|(part, out)| {
                let span = part * size..part * size + out.len();
                let added = added.map_or(&[][..], |added| &added[span.clone()]);
                normalise(
                    pass.kernels,
                    &numbers[span],
                    step,
                    &factor,
                    &shift,
                    added,
                    self.relu,
                    out,
                );
            });
        });
    }

    pub(super) fn backward(&mut self, pass: &mut Pass<'_>, gradient: &mut [f32]) {
        let channels = self.channels();
        let batch = pass.batch;
        let stride = pass.values[self.from.slot].stride;
        let step = stride / self.lines;
        pass.take_gradient(self.to, |pass, slope| {
            let size = SPAN * stride;
            let numbers = pass.value(self.from.slot);
            let answers = self.relu.then(|| pass.value(self.to.slot));
            // By channel: the sum of the slopes, and the sum of slopes times numbers less their mean. On the way slopes are
            // cleared where the rectifier has answered zero.
            let parts = slope.rows_mut(batch).par_chunks_mut(size).enumerate();
            let parts = parts.map(|(part, slopes)| {
                let span = part * size..part * size + slopes.len();
                let answers = answers.map_or(&[][..], |answers| &answers[span.clone()]);
                let mut sums = [vec![0.0; channels], vec![0.0; channels]];
                let [a, b] = &mut sums;
                slope_sums(
                    pass.kernels,
                    &numbers[span],
                    answers,
                    slopes,
                    step,
                    &self.mean,
                    a,
                    b,
                );
                sums
            });
            let [sums, products] = in_order(channels, &parts.collect::<Vec<_>>());
            let slopes = slope.rows(batch);
            if let Some(sink) = self.add.and_then(|add| add.gradient) {
                pass.write_gradient(sink.buffer, |pass, out| {
                    let parts = out
                        .rows_mut(batch)
                        .par_chunks_mut(size)
                        .zip(slopes.par_chunks(size));
                    parts.for_each(|(out, slopes)| match sink.add {
                        true => add_all(pass.kernels, slopes, out),
                        false => out.copy_from_slice(slopes),
                    });
                });
            }
            let seen = (batch * self.lines) as f64;
            let weights = &pass.weights[self.weight.clone()];
            let mut factors = [const { Vec::new() }; 3];
            for channel in 0..channels {
                let scale = f64::from(self.scale[channel]);
                let product = products[channel] * scale;
                gradient[self.weight.clone()][channel] = product as f32;
                gradient[self.bias.clone()][channel] = sums[channel] as f32;
                // dx = weight · scale · (slope - mean of slopes - normalised x · mean of products)
                let factor = f64::from(weights[channel]) * scale;
                let slope = -factor * product * scale / seen;
                let shift = -factor * sums[channel] / seen - slope * f64::from(self.mean[channel]);
                for (list, number) in factors.iter_mut().zip([factor, slope, shift]) {
                    list.push(number as f32);
                }
            }
            let Some(sink) = self.from.gradient else {
                return;
            };
            let [factor, slope, shift] = &factors;
            pass.write_gradient(sink.buffer, |pass, out| {
                let numbers = pass
                    .value(self.from.slot)
                    .par_chunks(size)
                    .zip(slopes.par_chunks(size));
                let parts = out.rows_mut(batch).par_chunks_mut(size).zip(numbers);
                parts.for_each(|(out, (numbers, slopes))| {
                    let lists = [&**factor, &**slope, &**shift];
                    normalise_gradient(pass.kernels, numbers, slopes, step, lists, sink.add, out);
                });
            });
        });
    }
}

/// The sums of two lists by channel, added up span by span in order.
fn in_order(channels: usize, parts: &[[Vec<f32>; 2]]) -> [Vec<f64>; 2] {
    [0, 1].map(|which| {
        let mut totals = vec![0.0; channels];
        for part in parts {
            for (total, &sum) in totals.iter_mut().zip(&part[which]) {
                *total += f64::from(sum);
            }
        }
        totals
    })
}

compiled_for_each! {
    /// Sums and sums of squares of the differences to `origin`, by channel.
    fn moments(numbers: &[f32], step: usize, origin: &[f32], sums: &mut [f32], squares: &mut [f32]) {
        for line in numbers.chunks_exact(step) {
            let channels = sums.iter_mut().zip(squares.iter_mut()).zip(origin);
            for (((sum, square), origin), x) in channels.zip(line) {
                let x = x - origin;
                *sum += x;
                *square += x * x;
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the lists that one loop walks through")]
    fn normalise(
        numbers: &[f32],
        step: usize,
        factor: &[f32],
        shift: &[f32],
        added: &[f32],
        relu: bool,
        out: &mut [f32],
    ) {
        let least = if relu { 0.0 } else { f32::NEG_INFINITY };
        let channels = factor.len();
        for (i, (out, line)) in out.chunks_exact_mut(step).zip(numbers.chunks_exact(step)).enumerate() {
            let (out, line) = (&mut out[..channels], &line[..channels]);
            if added.is_empty() {
                for ((out, x), (factor, shift)) in out.iter_mut().zip(line).zip(factor.iter().zip(shift)) {
                    *out = (x * factor + shift).max(least);
                }
            } else {
                let added = &added[i * step..][..channels];
                let lists = factor.iter().zip(shift).zip(added);
                for ((out, x), ((factor, shift), added)) in out.iter_mut().zip(line).zip(lists) {
                    *out = (x * factor + shift + added).max(least);
                }
            }
        }
    }

    /// Sums of slopes, and of slopes times the differences of numbers to their means, by channel. Slopes are cleared where
    /// `answers`, if there are any, are zero.
    #[expect(clippy::too_many_arguments, reason = "the lists that one loop walks through")]
    fn slope_sums(
        numbers: &[f32],
        answers: &[f32],
        slopes: &mut [f32],
        step: usize,
        mean: &[f32],
        sums: &mut [f32],
        products: &mut [f32],
    ) {
        for (i, (line, slopes)) in numbers.chunks_exact(step).zip(slopes.chunks_exact_mut(step)).enumerate() {
            if let Some(answers) = answers.get(i * step..(i + 1) * step) {
                for (slope, answer) in slopes.iter_mut().zip(answers) {
                    *slope = if *answer > 0.0 { *slope } else { 0.0 };
                }
            }
            let lists = sums.iter_mut().zip(products.iter_mut()).zip(mean);
            for (((sum, product), mean), (x, slope)) in lists.zip(line.iter().zip(slopes)) {
                *sum += *slope;
                *product += *slope * (x - mean);
            }
        }
    }

    fn normalise_gradient(
        numbers: &[f32],
        slopes: &[f32],
        step: usize,
        lists: [&[f32]; 3],
        add: bool,
        out: &mut [f32],
    ) {
        let [factor, slope, shift] = lists;
        let before = if add { 1.0 } else { 0.0 };
        let lines = numbers.chunks_exact(step).zip(slopes.chunks_exact(step));
        for (out, (numbers, slopes)) in out.chunks_exact_mut(step).zip(lines) {
            let lists = factor.iter().zip(slope).zip(shift);
            let pairs = out.iter_mut().zip(numbers.iter().zip(slopes));
            for ((out, (x, dy)), ((factor, slope), shift)) in pairs.zip(lists) {
                *out = before * *out + (dy * factor + x * slope + shift);
            }
        }
    }
}
