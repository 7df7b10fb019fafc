//! Ratings of many players from all their games, by the model of Bradley and Terry: each player has a strength, and of
//! two players each scores in proportion to it. A draw is half a win.

use serde::Serialize;

use super::normal::Z95;

/// The rating of a player, relative to the mean of all.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// In Elo points.
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub margin: f64,
}

/// What one player scored against another.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Encounter {
    /// How many games.
    pub games: f64,
    /// Points of the row's player.
    pub points: f64,
}

/// Elo points for a factor of e in strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Fits ratings to a table of encounters: `table[i][j]` is what player `i` did against player `j`.
///
/// `prior` draws of everybody against a player of mean strength keep the ratings finite where somebody won or lost
/// everything; 0 gives the plain maximum of the likelihood.
///
/// # Panics
/// If the table is not square.
#[must_use]
pub fn ratings(table: &[Vec<Encounter>], prior: f64) -> Vec<Rating> {
    let n = table.len();
    assert!(
        table.iter().all(|row| row.len() == n),
        "everybody against everybody"
    );
    let strengths = fit(table, prior);
    let margins = margins(table, &strengths, prior);
    let logs: Vec<f64> = strengths.iter().map(|strength| strength.ln()).collect();
    let mean = logs.iter().sum::<f64>() / n.max(1) as f64;
    let rating = |(log, margin): (&f64, f64)| Rating {
        elo: ELO * (log - mean),
        margin,
    };
    logs.iter().zip(margins).map(rating).collect()
}

/// The strengths, by minorise and maximise: each step cannot but raise the likelihood.
fn fit(table: &[Vec<Encounter>], prior: f64) -> Vec<f64> {
    let n = table.len();
    let mut strengths = vec![1.0; n];
    let points: Vec<f64> = table
        .iter()
        .map(|row| row.iter().map(|met| met.points).sum::<f64>() + prior / 2.0)
        .collect();
    for _ in 0..100_000 {
        let mut change: f64 = 0.0;
        for i in 0..n {
            let met = |j: usize| table[i][j].games / (strengths[i] + strengths[j]);
            let expected: f64 = (0..n).map(met).sum::<f64>() + prior / (strengths[i] + 1.0);
            if expected > 0.0 {
                let next = (points[i] / expected).clamp(1e-12, 1e12);
                change = change.max((next / strengths[i]).ln().abs());
                strengths[i] = next;
            }
        }
        if prior == 0.0 {
            // Without an anchor only ratios matter: keep them from drifting away together.
            let mean = (strengths.iter().map(|s| s.ln()).sum::<f64>() / n as f64).exp();
            strengths.iter_mut().for_each(|strength| *strength /= mean);
        }
        if change < 1e-10 {
            break;
        }
    }
    strengths
}

/// The margins, from the curvature of the likelihood at its maximum, for ratings whose mean is held at zero.
fn margins(table: &[Vec<Encounter>], strengths: &[f64], prior: f64) -> Vec<f64> {
    let n = strengths.len();
    let mut curvature = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..n {
            let share = strengths[i] / (strengths[i] + strengths[j]);
            let weight = table[i][j].games * share * (1.0 - share);
            curvature[i][i] += weight;
            curvature[i][j] -= weight;
        }
        let share = strengths[i] / (strengths[i] + 1.0);
        curvature[i][i] += prior * share * (1.0 - share);
    }
    // The direction in which all move together is fixed by definition: give it a curvature, then leave it out.
    let pinned: Vec<Vec<f64>> = (0..n)
        .map(|i| (0..n).map(|j| curvature[i][j] + 1.0 / n as f64).collect())
        .collect();
    let Some(inverse) = invert(pinned) else {
        return vec![f64::INFINITY; n];
    };
    // The variance of a rating less the mean of all.
    let total: f64 = inverse.iter().flatten().sum();
    let variance = |i: usize| {
        let row: f64 = inverse[i].iter().sum();
        inverse[i][i] - 2.0 * row / n as f64 + total / (n * n) as f64
    };
    (0..n).map(|i| Z95 * ELO * variance(i).max(0.0).sqrt()).collect()
}

/// The inverse of a matrix, by Gauss and Jordan; `None` if it has none.
fn invert(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..n)
        .map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect())
        .collect();
    for column in 0..n {
        let pivot =
            (column..n).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let value = matrix[column][column];
        if value.abs() < 1e-12 {
            return None;
        }
        for rows in [&mut matrix, &mut inverse] {
            rows[column].iter_mut().for_each(|entry| *entry /= value);
        }
        for row in (0..n).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for rows in [&mut matrix, &mut inverse] {
                let from = rows[column].clone();
                let changed = rows[row].iter_mut().zip(&from);
                changed.for_each(|(entry, from)| *entry -= factor * from);
            }
        }
    }
    Some(inverse)
}
