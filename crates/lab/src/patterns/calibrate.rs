//! How far shallow searches are from deep ones, measured on positions of the training games, and the model fitted to
//! it.

use std::sync::Arc;

use damero_search::Stop;
use damero_search::reversi::{CutModel, Reach, UNIT, Weights, score_boards};

use super::games::{Line, positions};
use super::in_order;

/// The deepest search that is measured.
const DEEPEST: usize = 9;

/// Numbers of empty squares at which the middle game is measured.
const MIDDLE: [u32; 8] = [20, 24, 28, 32, 36, 40, 44, 50];

/// Numbers of empty squares at which exact scores are measured.
const END: [u32; 6] = [12, 13, 14, 15, 16, 17];

/// Positions for each of them.
const POSITIONS: usize = 96;

/// Shallow scores beyond this many discs are left out: such games are decided.
const DECIDED: i32 = 30;

/// Steps of the whole work.
pub(super) const STEPS: u64 = (POSITIONS * (MIDDLE.len() + END.len())) as u64;

/// The measured spread of the difference between two searches of the same positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// Empty squares of the positions.
    pub empties: u32,
    /// Plies of the shallow search.
    pub shallow: u32,
    /// Plies of the deep one; as many as there are empty squares for an exact score.
    pub deep: u32,
    /// Root of the mean squared difference in discs.
    pub discs: f32,
    /// Pairs measured.
    pub count: u32,
}

/// Measures all pairs of depths; `None` when stopped.
pub(super) fn measure(
    weights: &Arc<Weights>,
    lines: &[Line],
    threads: usize,
    stop: &Stop,
    progress: &mut dyn FnMut(u64),
) -> Option<Vec<Spread>> {
    let mut spreads = Vec::new();
    for empties in MIDDLE.into_iter().chain(END) {
        let boards = positions(lines, empties);
        // Spread over all, which are sorted.
        let step = (boards.len() / POSITIONS).max(1);
        let chosen: Vec<_> = boards.iter().step_by(step).take(POSITIONS).collect();
        let exact = END.contains(&empties);
        let scores = in_order(chosen.len(), threads, stop, &|i| {
            scores(weights, *chosen[i], exact.then_some(empties), stop)
        })?;
        progress(POSITIONS as u64);
        if stop.asked() {
            return None;
        }
        spreads.extend(pairs(&scores, empties, exact));
    }
    Some(spreads)
}

/// The scores of a position after one ply, two and so on, in units; the exact one comes last if it is asked for.
fn scores(weights: &Arc<Weights>, board: (u64, u64), exact: Option<u32>, stop: &Stop) -> Vec<i32> {
    let deepest = if exact.is_some() { DEEPEST - 1 } else { DEEPEST };
    let depths = (1..=deepest as u32).chain(exact);
    score_boards(
        weights,
        4096,
        stop,
        depths.map(|depth| (board, Reach::Plies(depth))),
    )
}

fn pairs(scores: &[Vec<i32>], empties: u32, exact: bool) -> Vec<Spread> {
    let spread = |shallow: usize, deep: usize, depth: u32| {
        let (mut sum, mut count) = (0.0, 0);
        for scores in scores
            .iter()
            .filter(|scores| scores[shallow].abs() <= DECIDED * UNIT)
        {
            sum += (f64::from(scores[deep] - scores[shallow]) / f64::from(UNIT)).powi(2);
            count += 1;
        }
        Spread {
            empties,
            shallow: shallow as u32 + 1,
            deep: depth,
            discs: (sum / f64::from(count.max(1))).sqrt() as f32,
            count,
        }
    };
    let mut all = Vec::new();
    if exact {
        all.extend((0..DEEPEST - 1).map(|shallow| spread(shallow, DEEPEST - 1, empties)));
    } else {
        for deep in 2..DEEPEST {
            // As even or odd as the deep one.
            let same = (0..deep - 1).filter(|shallow| shallow % 2 == deep % 2);
            all.extend(same.map(|shallow| spread(shallow, deep, deep as u32 + 1)));
        }
    }
    all
}

/// The model that explains the logarithms of all spreads best.
pub(super) fn model(spreads: &[Spread]) -> CutModel {
    let is_end = |spread: &&Spread| spread.deep == spread.empties;
    let log = |spread: &Spread| f64::from(spread.discs.max(0.1)).ln();
    let middle = spreads.iter().filter(|spread| !is_end(spread)).map(|spread| {
        let [empties, shallow, deep] = [spread.empties, spread.shallow, spread.deep].map(f64::from);
        ([1.0, empties, shallow, deep], log(spread))
    });
    let end = spreads.iter().filter(is_end).map(|spread| {
        let [empties, shallow] = [spread.empties, spread.shallow].map(f64::from);
        ([1.0, empties, shallow], log(spread))
    });
    CutModel {
        middle: least_squares(middle),
        end: least_squares(end),
    }
}

/// The coefficients that explain the values best.
fn least_squares<const N: usize>(data: impl Iterator<Item = ([f64; N], f64)>) -> [f32; N] {
    let mut matrix = [[0.0; N]; N];
    let mut right = [0.0; N];
    for (row, value) in data {
        for i in 0..N {
            for j in 0..N {
                matrix[i][j] += row[i] * row[j];
            }
            right[i] += row[i] * value;
        }
    }
    // Elimination; the matrix is positive unless there was nothing to measure.
    for i in 0..N {
        let pivot = matrix[i][i];
        if pivot.abs() < 1e-9 {
            return [0.0; N];
        }
        for j in 0..N {
            if j != i {
                let factor = matrix[j][i] / pivot;
                let row = matrix[i];
                for (cell, above) in matrix[j].iter_mut().zip(row) {
                    *cell -= factor * above;
                }
                right[j] -= factor * right[i];
            }
        }
    }
    std::array::from_fn(|i| (right[i] / matrix[i][i]) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_finds_the_coefficients_that_made_the_spreads() {
        let known = CutModel {
            middle: [0.4, 0.01, -0.06, 0.05],
            end: [0.9, 0.04, -0.05],
        };
        let mut spreads = Vec::new();
        for empties in [20, 30, 44] {
            for (shallow, deep) in [(1, 3), (2, 6), (3, 5), (4, 8)] {
                let discs = known.middle_spread(empties, shallow, deep);
                spreads.push(Spread {
                    empties,
                    shallow,
                    deep,
                    discs,
                    count: 1,
                });
            }
        }
        for empties in [12, 14, 16] {
            for shallow in [2, 3, 6] {
                let discs = known.end_spread(empties, shallow);
                spreads.push(Spread {
                    empties,
                    shallow,
                    deep: empties,
                    discs,
                    count: 1,
                });
            }
        }
        let found = model(&spreads);
        let close = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-3);
        assert!(close(&found.middle, &known.middle), "{found:?}");
        assert!(close(&found.end, &known.end), "{found:?}");
    }
}
