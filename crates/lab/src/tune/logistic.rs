//! Logistic regression: weights of a sum so that its logistic is the chance to win, found by Newton's method.

/// What is fitted to: rows of numbers, each with the result that followed, between 0 (lost) and 1 (won).
pub trait Rows {
    /// How many numbers a row has.
    fn width(&self) -> usize;

    /// How many rows there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes the numbers of row `index` to `row` and returns its result.
    fn read(&self, index: usize, row: &mut [f64]) -> f64;
}

/// Newton's method gets nowhere after this many steps only if something is wrong with the data.
const STEPS: usize = 50;

/// A step that improves the loss by less than this is the last.
const ENOUGH: f64 = 1e-10;

/// Columns that never vary have no scale; this keeps their weights at zero.
const TINY: f64 = 1e-12;

/// The chance to win of a sum.
#[must_use]
pub fn chance(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp())
}

/// The mean cross-entropy, in nats, between the results and the chances that `weights` give.
#[must_use]
pub fn loss(rows: &impl Rows, weights: &[f64]) -> f64 {
    let mut row = vec![0.0; rows.width()];
    let sum: f64 = (0..rows.len())
        .map(|index| {
            let result = rows.read(index, &mut row);
            entropy(dot(&row, weights), result)
        })
        .sum();
    sum / rows.len().max(1) as f64
}

/// The cross-entropy of one result, in a form that does not overflow.
fn entropy(sum: f64, result: f64) -> f64 {
    // ln(1 + e^sum) - result * sum
    sum.max(0.0) + (-sum.abs()).exp().ln_1p() - result * sum
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The weights with the least loss, where `ridge` times half the mean square of what each column contributes is added
/// to the loss, so that columns which say the same share the weight instead of fighting over it.
#[must_use]
pub fn fit(rows: &impl Rows, ridge: f64) -> Vec<f64> {
    let width = rows.width();
    let penalty: Vec<f64> = mean_squares(rows)
        .into_iter()
        .map(|square| ridge * square.max(TINY))
        .collect();
    let punished = |weights: &[f64]| {
        let extra: f64 = weights.iter().zip(&penalty).map(|(w, p)| p * w * w).sum();
        loss(rows, weights) + extra / 2.0
    };
    let mut weights = vec![0.0; width];
    let mut best = punished(&weights);
    for _ in 0..STEPS {
        let Some(step) = newton_step(rows, &weights, &penalty) else {
            break;
        };
        // Far from the goal a whole step may be too long.
        let halved = std::iter::successors(Some(1.0), |length| Some(length / 2.0)).take(20);
        let better = halved
            .map(|length| {
                let next: Vec<f64> = weights.iter().zip(&step).map(|(w, s)| w - length * s).collect();
                (punished(&next), next)
            })
            .find(|(loss, _)| *loss < best);
        let Some((loss, next)) = better else { break };
        let gain = best - loss;
        (best, weights) = (loss, next);
        if gain < ENOUGH {
            break;
        }
    }
    weights
}

fn mean_squares(rows: &impl Rows) -> Vec<f64> {
    let mut row = vec![0.0; rows.width()];
    let mut squares = vec![0.0; rows.width()];
    for index in 0..rows.len() {
        rows.read(index, &mut row);
        for (square, x) in squares.iter_mut().zip(&row) {
            *square += x * x;
        }
    }
    let count = rows.len().max(1) as f64;
    squares.into_iter().map(|square| square / count).collect()
}

/// Gradient and Hessian at `weights`, solved for the step; `None` if the Hessian is singular.
fn newton_step(rows: &impl Rows, weights: &[f64], penalty: &[f64]) -> Option<Vec<f64>> {
    let width = weights.len();
    let mut row = vec![0.0; width];
    let mut gradient = vec![0.0; width];
    let mut hessian = vec![0.0; width * width];
    for index in 0..rows.len() {
        let result = rows.read(index, &mut row);
        let chance = chance(dot(&row, weights));
        let (error, curve) = (chance - result, chance * (1.0 - chance));
        for (i, &x) in row.iter().enumerate().filter(|(_, x)| **x != 0.0) {
            gradient[i] += error * x;
            let scaled = curve * x;
            let line = &mut hessian[i * width..i * width + i + 1];
            for (cell, y) in line.iter_mut().zip(&row) {
                *cell += scaled * y;
            }
        }
    }
    let count = rows.len().max(1) as f64;
    for i in 0..width {
        gradient[i] = gradient[i] / count + penalty[i] * weights[i];
        for cell in &mut hessian[i * width..=i * width + i] {
            *cell /= count;
        }
        hessian[i * width + i] += penalty[i];
    }
    solve(hessian, gradient)
}

/// Solves a symmetric positive system, of which only the lower half is given, by Cholesky's decomposition.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let width = right.len();
    for i in 0..width {
        for j in 0..=i {
            let done = dot(
                &matrix[i * width..i * width + j],
                &matrix[j * width..j * width + j],
            );
            let rest = matrix[i * width + j] - done;
            matrix[i * width + j] = if i != j {
                rest / matrix[j * width + j]
            } else if rest > 0.0 {
                rest.sqrt()
            } else {
                return None;
            };
        }
        right[i] = (right[i] - dot(&matrix[i * width..i * width + i], &right[..i])) / matrix[i * width + i];
    }
    for i in (0..width).rev() {
        let done: f64 = (i + 1..width).map(|j| matrix[j * width + i] * right[j]).sum();
        right[i] = (right[i] - done) / matrix[i * width + i];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use damero_games::random::{SeededRng, below, seeded};

    use super::*;

    struct Table(Vec<(Vec<f64>, f64)>);

    impl Rows for Table {
        fn width(&self) -> usize {
            self.0[0].0.len()
        }

        fn len(&self) -> usize {
            self.0.len()
        }

        fn read(&self, index: usize, row: &mut [f64]) -> f64 {
            row.copy_from_slice(&self.0[index].0);
            self.0[index].1
        }
    }

    fn uniform(rng: &mut SeededRng) -> f64 {
        f64::from(below(rng, 1 << 30)) / f64::from(1 << 30)
    }

    /// Results drawn with chances that follow from known weights.
    fn drawn(weights: &[f64], count: usize, seed: u64) -> Table {
        let mut rng = seeded(seed);
        let rows = (0..count).map(|_| {
            let row: Vec<f64> = weights.iter().map(|_| 4.0 * uniform(&mut rng) - 2.0).collect();
            let won = uniform(&mut rng) < chance(dot(&row, weights));
            (row, f64::from(u8::from(won)))
        });
        Table(rows.collect())
    }

    #[test]
    fn the_weights_behind_the_results_are_found() {
        let truth = [0.8, -0.3, 0.0, 1.5];
        let fitted = fit(&drawn(&truth, 60_000, 1), 1e-6);
        for (fitted, truth) in fitted.iter().zip(truth) {
            assert!((fitted - truth).abs() < 0.04, "{fitted} for {truth}");
        }
    }

    #[test]
    fn the_fit_is_a_minimum() {
        let table = drawn(&[1.0, -2.0], 500, 2);
        let fitted = fit(&table, 0.0);
        let least = loss(&table, &fitted);
        for i in 0..2 {
            for change in [-0.01, 0.01] {
                let mut other = fitted.clone();
                other[i] += change;
                assert!(loss(&table, &other) > least);
            }
        }
    }

    #[test]
    fn columns_without_meaning_do_no_harm() {
        let mut table = drawn(&[1.0], 2_000, 3);
        for (row, _) in &mut table.0 {
            // The same column again, and one that is always zero.
            row.extend([row[0], 0.0]);
        }
        let fitted = fit(&table, 1e-4);
        assert!(
            (fitted[0] - fitted[1]).abs() < 1e-6,
            "the twins share: {fitted:?}"
        );
        assert_eq!(fitted[2], 0.0);
    }

    #[test]
    fn certain_results_do_not_run_away() {
        let rows = (1..20).map(|i| (vec![f64::from(i)], 1.0)).collect();
        let fitted = fit(&Table(rows), 1e-3);
        assert!(fitted[0].is_finite() && fitted[0] > 0.0);
    }

    #[test]
    fn knowing_nothing_costs_ln_2() {
        let table = drawn(&[1.0], 100, 4);
        assert!((loss(&table, &[0.0]) - std::f64::consts::LN_2).abs() < 1e-12);
    }
}
