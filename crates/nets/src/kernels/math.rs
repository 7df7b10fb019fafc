//! Exponential and hyperbolic tangent without branches, so that loops over them use whole registers. Errors stay below
//! 2e-7, relative for the first, absolute for the second.

/// `e` to the power of `x`; for `x` below -87 about 1e-38, above 88 about 1e38.
#[inline(always)]
pub(crate) fn exp(x: f32) -> f32 {
    // Adding and taking away 1.5 · 2^23 rounds to a whole number.
    const ROUND: f32 = 12_582_912.0;
    let x = x.clamp(-87.0, 88.0);
    let whole = (x * std::f32::consts::LOG2_E + ROUND) - ROUND;
    // The logarithm of 2 in two parts, the first with few digits, so that the difference is exact.
    let rest = (x - whole * 0.693_359_4) - whole * -2.121_944_4e-4;
    let mut power = 1.0 / 5040.0;
    for term in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        power = power * rest + term;
    }
    power * f32::from_bits(((whole as i32 + 127) << 23) as u32)
}

/// The hyperbolic tangent.
#[inline(always)]
pub(crate) fn tanh(x: f32) -> f32 {
    1.0 - 2.0 / (exp(2.0 * x.clamp(-20.0, 20.0)) + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_are_close_to_the_library() {
        for i in -200_000..=200_000 {
            let x = i as f32 / 2_300.0;
            let expected = f64::from(x).exp();
            let error = (f64::from(exp(x)) - expected).abs() / expected;
            assert!(error < 2e-7, "exp({x}): {error}");
            let error = (f64::from(tanh(x)) - f64::from(x).tanh()).abs();
            assert!(error < 2e-7, "tanh({x}): {error}");
        }
    }

    #[test]
    fn extremes_stay_finite() {
        for x in [f32::MIN, -1e9, 1e9, f32::MAX, f32::NEG_INFINITY, f32::INFINITY] {
            assert!(exp(x).is_finite() && exp(x) >= 0.0);
            assert!(tanh(x).abs() <= 1.0);
        }
    }
}
