//! The loops over whole tensors that cost little each: compiled for wide registers where the processor has them.

use crate::kernels::dispatch::compiled_for_each;

compiled_for_each! {
    /// Adds numbers to others.
    pub(super) fn add_all(numbers: &[f32], out: &mut [f32]) {
        for (out, x) in out.iter_mut().zip(numbers) {
            *out += x;
        }
    }

    /// The sums of two tensors.
    pub(super) fn sum_of(a: &[f32], b: &[f32], out: &mut [f32]) {
        for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
            *out = a + b;
        }
    }

    /// The products of two tensors.
    pub(super) fn product_of(a: &[f32], b: &[f32], out: &mut [f32]) {
        for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
            *out = a * b;
        }
    }

    /// `max(x, 0)`.
    pub(super) fn relu(numbers: &[f32], out: &mut [f32]) {
        for (out, x) in out.iter_mut().zip(numbers) {
            *out = x.max(0.0);
        }
    }

    /// Clears the gradient where a rectifier has answered zero.
    pub(super) fn relu_gradient(answers: &[f32], gradient: &mut [f32]) {
        for (gradient, answer) in gradient.iter_mut().zip(answers) {
            *gradient = if *answer > 0.0 { *gradient } else { 0.0 };
        }
    }

    /// The hyperbolic tangent.
    pub(super) fn tanh(numbers: &[f32], out: &mut [f32]) {
        for (out, &x) in out.iter_mut().zip(numbers) {
            *out = crate::kernels::math::tanh(x);
        }
    }

    /// Multiplies the gradient by the slope of the hyperbolic tangent that gave these answers.
    pub(super) fn tanh_gradient(answers: &[f32], gradient: &mut [f32]) {
        for (gradient, answer) in gradient.iter_mut().zip(answers) {
            *gradient *= 1.0 - answer * answer;
        }
    }

    /// Adds lines of `sums.len()` numbers, the next `stride` after the one before, to sums by column.
    pub(super) fn column_sums(numbers: &[f32], stride: usize, sums: &mut [f32]) {
        for line in numbers.chunks(stride) {
            for (sum, x) in sums.iter_mut().zip(line) {
                *sum += x;
            }
        }
    }

    /// The frequencies of kernels of 3 × 3: for each frequency the outputs, for each of those the channels.
    pub(super) fn kernel_frequencies(rows: &[[f32; 3]], weight: &[f32], channels: usize, frequencies: &mut [f32]) {
        let (side, outs) = (rows.len(), weight.len() / (9 * channels));
        let mut taps = vec![0.0; 9 * channels];
        let mut half = vec![0.0; channels];
        for (out, weight) in weight.chunks_exact(9 * channels).enumerate() {
            for (channel, weight) in weight.chunks_exact(9).enumerate() {
                for (tap, &weight) in weight.iter().enumerate() {
                    taps[tap * channels + channel] = weight;
                }
            }
            for (y, factors) in rows.iter().enumerate() {
                let first = |x: usize| (y * side + x) * outs * channels + out * channels;
                for x in 0..side {
                    frequencies[first(x)..][..channels].fill(0.0);
                }
                for k in 0..3 {
                    half.fill(0.0);
                    for (j, factor) in factors.iter().enumerate() {
                        add_scaled(&taps[(j * 3 + k) * channels..], *factor, &mut half);
                    }
                    for (x, factors) in rows.iter().enumerate() {
                        add_scaled(&half, factors[k], &mut frequencies[first(x)..][..channels]);
                    }
                }
            }
        }
    }

    /// The gradient of kernels of 3 × 3, from the `first` of `outs` on, from that of the frequencies of all.
    pub(super) fn kernel_gradient(
        rows: &[[f32; 3]],
        frequencies: &[f32],
        channels: usize,
        which: (usize, usize),
        gradient: &mut [f32],
    ) {
        let ((first, outs), side) = (which, rows.len());
        let mut taps = vec![0.0; 9 * channels];
        let mut half = vec![0.0; channels];
        for (out, gradient) in gradient.chunks_exact_mut(9 * channels).enumerate() {
            taps.fill(0.0);
            for (y, factors) in rows.iter().enumerate() {
                for k in 0..3 {
                    half.fill(0.0);
                    for (x, factors) in rows.iter().enumerate() {
                        let at = ((y * side + x) * outs + first + out) * channels;
                        add_scaled(&frequencies[at..], factors[k], &mut half);
                    }
                    for (j, factor) in factors.iter().enumerate() {
                        add_scaled(&half, *factor, &mut taps[(j * 3 + k) * channels..][..channels]);
                    }
                }
            }
            for (channel, gradient) in gradient.chunks_exact_mut(9).enumerate() {
                for (tap, gradient) in gradient.iter_mut().enumerate() {
                    *gradient = taps[tap * channels + channel];
                }
            }
        }
    }
}

/// Adds numbers times a factor.
#[inline(always)]
fn add_scaled(numbers: &[f32], factor: f32, out: &mut [f32]) {
    for (out, x) in out.iter_mut().zip(numbers) {
        *out += factor * x;
    }
}
