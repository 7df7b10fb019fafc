//! The operations that cost little: plain loops.

use super::math::{exp, tanh};

/// `max(x, 0)` of each number.
pub(crate) fn relu(numbers: &[f32], out: &mut [f32]) {
    for (out, x) in out.iter_mut().zip(numbers) {
        *out = x.max(0.0);
    }
}

/// The hyperbolic tangent of each number.
pub(crate) fn tanh_all(numbers: &[f32], out: &mut [f32]) {
    for (out, &x) in out.iter_mut().zip(numbers) {
        *out = tanh(x);
    }
}

/// The sums of two lists; the second begins anew when it ends.
pub(crate) fn add(numbers: &[f32], others: &[f32], out: &mut [f32]) {
    for (out, numbers) in out
        .chunks_exact_mut(others.len())
        .zip(numbers.chunks_exact(others.len()))
    {
        for ((out, x), y) in out.iter_mut().zip(numbers).zip(others) {
            *out = x + y;
        }
    }
}

/// Adds its number to each channel, and leaves nothing below `floor`; channels are fastest.
pub(crate) fn add_channels(numbers: &[f32], list: &[f32], floor: f32, out: &mut [f32]) {
    let cells = numbers.chunks_exact(list.len());
    for (out, numbers) in out.chunks_exact_mut(list.len()).zip(cells) {
        for ((out, x), y) in out.iter_mut().zip(numbers).zip(list) {
            *out = (x + y).max(floor);
        }
    }
}

/// The mean of every channel, then the maximum of every channel, of rows that have the channels fastest.
pub(crate) fn global_pool<'a>(rows: impl Iterator<Item = &'a [f32]>, out: &mut [f32]) {
    let channels = out.len() / 2;
    let (sums, most) = out.split_at_mut(channels);
    sums.fill(0.0);
    most.fill(f32::NEG_INFINITY);
    let mut cells = 0;
    for cell in rows.flat_map(|row| row.chunks_exact(channels)) {
        cells += 1;
        for ((sum, most), &x) in sums.iter_mut().zip(&mut *most).zip(cell) {
            *sum += x;
            *most = most.max(x);
        }
    }
    let share = 1.0 / cells as f32;
    sums.iter_mut().for_each(|sum| *sum *= share);
}

/// A factor and a summand for each channel; every channel is `run` numbers long.
pub(crate) fn affine(numbers: &[f32], scale: &[f32], shift: &[f32], run: usize, out: &mut [f32]) {
    let channels = scale.iter().zip(shift).cycle();
    for ((out, numbers), (scale, shift)) in out
        .chunks_exact_mut(run)
        .zip(numbers.chunks_exact(run))
        .zip(channels)
    {
        for (out, x) in out.iter_mut().zip(numbers) {
            *out = x * scale + shift;
        }
    }
}

/// Normalises each row of `scale.len()` numbers to mean 0 and variance 1, then scales and shifts.
pub(crate) fn layer_norm(numbers: &[f32], scale: &[f32], shift: &[f32], eps: f32, out: &mut [f32]) {
    let width = scale.len();
    for (out, row) in out.chunks_exact_mut(width).zip(numbers.chunks_exact(width)) {
        let mean = sum(row.iter().copied()) / width as f32;
        let variance = sum(row.iter().map(|x| (x - mean) * (x - mean))) / width as f32;
        let factor = 1.0 / (variance + eps).sqrt();
        for (((out, x), scale), shift) in out.iter_mut().zip(row).zip(scale).zip(shift) {
            *out = (x - mean) * factor * scale + shift;
        }
    }
}

/// A sum in eight parts, which is faster and more exact than in one.
fn sum(mut numbers: impl Iterator<Item = f32>) -> f32 {
    let mut parts = [0.0; 8];
    loop {
        for part in &mut parts {
            match numbers.next() {
                Some(x) => *part += x,
                None => return parts.iter().sum(),
            }
        }
    }
}

/// What attention needs to know about one position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Attention {
    pub(crate) tokens: usize,
    pub(crate) width: usize,
    pub(crate) heads: usize,
}

impl Attention {
    /// Numbers of scratch memory that [`run`](Self::run) needs.
    pub(crate) const fn scratch(&self) -> usize {
        self.tokens
    }

    /// From queries, keys and values (`tokens × 3·width`) of one position to the mixed values (`tokens × width`).
    pub(crate) fn run(&self, mixed: &[f32], scratch: &mut [f32], out: &mut [f32]) {
        let Self { tokens, width, heads } = *self;
        let size = width / heads;
        let scale = 1.0 / (size as f32).sqrt();
        let part = |token: usize, which: usize, head: usize| {
            &mixed[token * 3 * width + which * width + head * size..][..size]
        };
        let scores = &mut scratch[..tokens];
        for head in 0..heads {
            for token in 0..tokens {
                let query = part(token, 0, head);
                for (other, score) in scores.iter_mut().enumerate() {
                    let products = query.iter().zip(part(other, 1, head)).map(|(q, k)| q * k);
                    *score = sum(products) * scale;
                }
                softmax(scores);
                let out = &mut out[token * width + head * size..][..size];
                out.fill(0.0);
                for (other, &score) in scores.iter().enumerate() {
                    for (out, value) in out.iter_mut().zip(part(other, 2, head)) {
                        *out += score * value;
                    }
                }
            }
        }
    }
}

/// Makes scores positive with sum 1.
pub(crate) fn softmax(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for score in &mut *scores {
        *score = exp(*score - most);
    }
    let total: f32 = scores.iter().sum();
    for score in scores {
        *score /= total;
    }
}

/// `logits + (legal - 1) · 1e9`.
pub(crate) fn mask(logits: &[f32], legal: &[f32], out: &mut [f32]) {
    for ((out, x), legal) in out.iter_mut().zip(logits).zip(legal) {
        *out = x + (legal - 1.0) * 1e9;
    }
}

/// `value + advantage - mean of the legal advantages`.
pub(crate) fn dueling(value: f32, advantages: &[f32], legal: &[f32], out: &mut [f32]) {
    let count = sum(legal.iter().copied()).max(1.0);
    let mean = sum(advantages.iter().zip(legal).map(|(x, legal)| x * legal)) / count;
    for (out, x) in out.iter_mut().zip(advantages) {
        *out = value + x - mean;
    }
}
