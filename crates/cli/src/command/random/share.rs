//! Means, and how far a share seen in a sample can be trusted.

/// A quotient that is 0 where there is nothing to divide.
pub(super) fn mean(sum: f64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}

/// Wilson's interval: where a share lies with 95 % confidence, seen `count` times in `total`.
pub(in crate::command) fn interval(count: u64, total: u64) -> (f64, f64) {
    if total == 0 {
        return (0.0, 1.0);
    }
    const Z: f64 = 1.959_963_985;
    let n = total as f64;
    let share = count as f64 / n;
    let middle = share + Z * Z / (2.0 * n);
    let margin = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (
        ((middle - margin) / scale).max(0.0),
        ((middle + margin) / scale).min(1.0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_interval_matches_the_published_example() {
        let (low, high) = interval(15, 50);
        assert!(
            (low - 0.191).abs() < 1e-3 && (high - 0.438).abs() < 1e-3,
            "{low} {high}"
        );
        assert_eq!(interval(0, 10).0, 0.0);
        assert!(interval(10, 10).1 > 0.999_999);
    }
}
