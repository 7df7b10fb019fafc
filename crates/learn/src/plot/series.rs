//! Series of numbers: one name out of the log, moving means, fewer points for long runs.

use crate::run::Line;

/// The points of a curve.
pub(super) type Points = Vec<(f64, f64)>;

/// More points than this in one curve are only weight: a picture has fewer columns.
const MOST: usize = 1200;

/// One scalar over the epochs in which it was measured.
pub(super) fn of(metrics: &[Line<f64>], name: &str) -> Points {
    let points = metrics
        .iter()
        .filter_map(|line| Some((line.epoch as f64, *line.values.get(name)?)));
    points.collect()
}

/// The names of all scalars that begin with `front`, in the order of the alphabet.
pub(super) fn names(metrics: &[Line<f64>], front: &str) -> Vec<String> {
    let all: std::collections::BTreeSet<&String> =
        metrics.iter().flat_map(|line| line.values.keys()).collect();
    all.into_iter()
        .filter(|name| name.starts_with(front))
        .cloned()
        .collect()
}

/// Mean and standard deviation of the last `window` points, at each point.
pub(super) fn moving(points: &[(f64, f64)], window: usize) -> Vec<(f64, f64, f64)> {
    let at = |i: usize| {
        let last = &points[(i + 1).saturating_sub(window)..=i];
        let count = last.len() as f64;
        let mean = last.iter().map(|point| point.1).sum::<f64>() / count;
        let squares = last.iter().map(|point| (point.1 - mean).powi(2)).sum::<f64>();
        // One point alone says nothing about how they scatter.
        let sigma = if last.len() > 1 {
            (squares / (count - 1.0)).sqrt()
        } else {
            0.0
        };
        (points[i].0, mean, sigma)
    };
    (0..points.len()).map(at).collect()
}

/// Fewer of them, evenly; the last one stays.
pub(super) fn thin<T: Copy>(points: &[T]) -> Vec<T> {
    let stride = points.len().div_ceil(MOST).max(1);
    let last = points.len().saturating_sub(1);
    let kept = points
        .iter()
        .enumerate()
        .filter(|(i, _)| (last - i).is_multiple_of(stride));
    kept.map(|(_, point)| *point).collect()
}

/// The least and the greatest of some numbers, with a little room; `None` if there are none.
pub(super) fn range(values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    let ends = values.into_iter().fold(None, |ends: Option<(f64, f64)>, value| {
        Some(ends.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
    });
    ends.map(|(low, high)| {
        let room = ((high - low) * 0.05)
            .max(high.abs().max(low.abs()) * 1e-3)
            .max(1e-9);
        (low - room, high + room)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moving_means_are_those_worked_by_hand() {
        let points = [(1.0, 0.0), (2.0, 1.0), (3.0, 1.0), (4.0, 0.0)];
        let moved = moving(&points, 3);
        assert_eq!(moved[0], (1.0, 0.0, 0.0));
        assert_eq!((moved[1].1, moved[1].2), (0.5, 0.5_f64.sqrt()));
        let third = 1.0_f64 / 3.0;
        assert!((moved[2].1 - 2.0 * third).abs() < 1e-12);
        assert!((moved[2].2 - third.sqrt()).abs() < 1e-12);
        assert!((moved[3].1 - 2.0 * third).abs() < 1e-12);
    }

    #[test]
    fn thinning_keeps_the_last_point_and_enough_others() {
        for count in [0, 1, 1199, 1200, 1201, 5000, 100_000] {
            let points: Vec<usize> = (0..count).collect();
            let thinned = thin(&points);
            assert_eq!(thinned.last(), points.last());
            assert!(
                thinned.len() <= MOST && thinned.len() >= count.min(MOST / 2),
                "{count}"
            );
        }
    }
}
