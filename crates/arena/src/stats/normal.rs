//! The normal distribution.

/// The quantile that leaves 2.5 % on either side.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// The share of a standard normal distribution below `x`, to about 1e-7.
pub(super) fn cdf(x: f64) -> f64 {
    0.5 * erfc(-x / std::f64::consts::SQRT_2)
}

/// The complementary error function, by its continued fraction far out and its series near zero.
fn erfc(x: f64) -> f64 {
    if x < 0.0 {
        return 2.0 - erfc(-x);
    }
    if x < 2.5 {
        // erf(x) = 2/sqrt(pi) * exp(-x^2) * sum of 2^n x^(2n+1) / (1*3*...*(2n+1))
        let mut term = x;
        let mut sum = x;
        let mut n = 0.0;
        while term > 1e-17 * sum && n < 200.0 {
            n += 1.0;
            term *= 2.0 * x * x / (2.0 * n + 1.0);
            sum += term;
        }
        return 1.0 - std::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp() * sum;
    }
    let mut fraction = 0.0;
    for k in (1..=60).rev() {
        fraction = f64::from(k) / 2.0 / (x + fraction);
    }
    (-x * x).exp() / std::f64::consts::PI.sqrt() / (x + fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_the_books_come_out() {
        for (x, share) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (-1.0, 0.158_655_254),
            (Z95, 0.975),
            (3.0, 0.998_650_102),
            (-4.0, 3.167_124e-5),
            (6.0, 1.0 - 9.865_876e-10),
        ] {
            assert!((cdf(x) - share).abs() < 1e-9, "{x}: {}", cdf(x));
        }
    }
}
