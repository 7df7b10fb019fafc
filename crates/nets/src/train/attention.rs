//! The middle of self-attention: from queries, keys and values to mixed values. The linear layers around it are layers of
//! their own.

use super::pass::{Pass, Source, Target};
use crate::kernels::small::softmax;

/// Attention of every token to every token, head by head.
#[derive(Clone, Debug)]
pub(super) struct Attention {
    pub(super) from: Source,
    pub(super) to: Target,
    pub(super) tokens: usize,
    pub(super) width: usize,
    pub(super) heads: usize,
    /// How much each token attends to each, for every position and head of the last batch.
    pub(super) shares: Vec<f32>,
}

impl Attention {
    /// Where a head's part of the query (0), key (1) or value (2) of a token begins.
    const fn part(&self, token: usize, which: usize, head: usize) -> usize {
        token * 3 * self.width + which * self.width + head * (self.width / self.heads)
    }

    pub(super) fn forward(&mut self, pass: &mut Pass<'_>) {
        let Self {
            tokens, width, heads, ..
        } = *self;
        let size = width / heads;
        let scale = 1.0 / (size as f32).sqrt();
        self.shares.resize(pass.batch * heads * tokens * tokens, 0.0);
        let mut shares = std::mem::take(&mut self.shares);
        pass.write(self.to.slot, |pass, out| {
            let positions = out.rows_mut(pass.batch).chunks_exact_mut(tokens * width);
            let mixed = pass.value(self.from.slot).chunks_exact(3 * tokens * width);
            let shares = shares.chunks_exact_mut(heads * tokens * tokens);
            for ((out, mixed), shares) in positions.zip(mixed).zip(shares) {
                out.fill(0.0);
                for (row, scores) in shares.chunks_exact_mut(tokens).enumerate() {
                    let (head, token) = (row / tokens, row % tokens);
                    let query = &mixed[self.part(token, 0, head)..][..size];
                    for (other, score) in scores.iter_mut().enumerate() {
                        let key = &mixed[self.part(other, 1, head)..][..size];
                        *score = dot(query, key) * scale;
                    }
                    softmax(scores);
                    let out = &mut out[token * width + head * size..][..size];
                    for (other, &share) in scores.iter().enumerate() {
                        add_scaled(&mixed[self.part(other, 2, head)..][..size], share, out);
                    }
                }
            }
        });
        self.shares = shares;
    }

    pub(super) fn backward(&mut self, pass: &mut Pass<'_>) {
        let Some(sink) = self.from.gradient else {
            return;
        };
        debug_assert!(!sink.add, "only this layer reads queries, keys and values");
        let Self {
            tokens, width, heads, ..
        } = *self;
        let size = width / heads;
        let scale = 1.0 / (size as f32).sqrt();
        pass.take_gradient(self.to, |pass, slope| {
            pass.write_gradient(sink.buffer, |pass, out| {
                let positions = out.rows_mut(pass.batch).chunks_exact_mut(3 * tokens * width);
                let mixed = pass.value(self.from.slot).chunks_exact(3 * tokens * width);
                let slopes = slope.rows(pass.batch).chunks_exact(tokens * width);
                let shares = self.shares.chunks_exact(heads * tokens * tokens);
                let mut share_slopes = vec![0.0; tokens];
                for (((out, mixed), slopes), shares) in positions.zip(mixed).zip(slopes).zip(shares) {
                    out.fill(0.0);
                    for (row, shares) in shares.chunks_exact(tokens).enumerate() {
                        let (head, token) = (row / tokens, row % tokens);
                        let slope = &slopes[token * width + head * size..][..size];
                        for (other, share_slope) in share_slopes.iter_mut().enumerate() {
                            let value = self.part(other, 2, head);
                            *share_slope = dot(slope, &mixed[value..][..size]);
                            add_scaled(slope, shares[other], &mut out[value..][..size]);
                        }
                        let mean = dot(shares, &share_slopes);
                        for (other, (share, share_slope)) in shares.iter().zip(&share_slopes).enumerate() {
                            let score_slope = share * (share_slope - mean) * scale;
                            let [query, key] = [self.part(token, 0, head), self.part(other, 1, head)];
                            add_scaled(&mixed[key..][..size], score_slope, &mut out[query..][..size]);
                            add_scaled(&mixed[query..][..size], score_slope, &mut out[key..][..size]);
                        }
                    }
                }
            });
        });
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add_scaled(numbers: &[f32], factor: f32, out: &mut [f32]) {
    for (out, x) in out.iter_mut().zip(numbers) {
        *out += factor * x;
    }
}
