//! Mean and deviation of a list of numbers.

/// The mean and the standard deviation; zeros for an empty list.
#[must_use]
pub fn spread(numbers: &[f64]) -> (f64, f64) {
    let n = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
    (mean, variance.sqrt())
}
