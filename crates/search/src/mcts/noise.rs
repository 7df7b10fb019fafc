//! Random numbers with a shape: uniform, normal, gamma, Dirichlet and Gumbel, from any generator.

use rand_core::Rng;

/// A number strictly between 0 and 1.
pub(super) fn unit<R: Rng + ?Sized>(rng: &mut R) -> f64 {
    // 53 random bits, moved off zero by half a step so that its logarithm exists.
    ((rng.next_u64() >> 11) as f64 + 0.5) * (1.0 / (1_u64 << 53) as f64)
}

/// A number of the standard normal distribution (the polar method of Marsaglia).
fn normal<R: Rng + ?Sized>(rng: &mut R) -> f64 {
    loop {
        let (x, y) = (2.0 * unit(rng) - 1.0, 2.0 * unit(rng) - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * square.ln() / square).sqrt();
        }
    }
}

/// A number of the gamma distribution with shape `alpha` and scale 1 (the method of Marsaglia and Tsang).
fn gamma<R: Rng + ?Sized>(alpha: f64, rng: &mut R) -> f64 {
    if alpha < 1.0 {
        // The method needs a shape of at least 1; a power of a uniform number leads back from there.
        let boost = unit(rng).powf(1.0 / alpha);
        return gamma(alpha + 1.0, rng) * boost;
    }
    let d = alpha - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && unit(rng).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// `count` positive shares that sum to one: the symmetric Dirichlet distribution with parameter `alpha`.
///
/// The smaller `alpha` is, the fewer shares take nearly everything.
///
/// ```
/// use damero_games::random::seeded;
/// let shares = damero_search::mcts::dirichlet(0.3, 20, &mut seeded(1));
/// assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5);
/// ```
pub fn dirichlet<R: Rng + ?Sized>(alpha: f32, count: usize, rng: &mut R) -> Vec<f32> {
    let alpha = f64::from(alpha).max(1e-3);
    let parts: Vec<f64> = (0..count).map(|_| gamma(alpha, rng)).collect();
    let sum: f64 = parts.iter().sum();
    if sum > 0.0 {
        return parts.iter().map(|part| (part / sum) as f32).collect();
    }
    // All too small for the machine: the limit of such distributions gives everything to one share.
    let mut shares = vec![0.0; count];
    if count > 0 {
        shares[(unit(rng) * count as f64) as usize] = 1.0;
    }
    shares
}

/// A number of the standard Gumbel distribution.
pub(super) fn gumbel<R: Rng + ?Sized>(rng: &mut R) -> f32 {
    -(-unit(rng).ln()).ln() as f32
}

#[cfg(test)]
mod tests {
    use damero_games::random::seeded;

    use super::*;

    /// Mean and variance of many draws.
    fn moments(draw: impl FnMut() -> f64) -> (f64, f64) {
        let draws: Vec<f64> = std::iter::repeat_with(draw).take(100_000).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / draws.len() as f64;
        (mean, variance)
    }

    #[test]
    fn gamma_has_its_mean_and_variance() {
        for alpha in [0.1, 0.5, 1.0, 3.0, 20.0] {
            let mut rng = seeded(1);
            let (mean, variance) = moments(|| gamma(alpha, &mut rng));
            assert!((mean / alpha - 1.0).abs() < 0.05, "alpha {alpha}: mean {mean}");
            assert!(
                (variance / alpha - 1.0).abs() < 0.1,
                "alpha {alpha}: variance {variance}"
            );
        }
    }

    #[test]
    fn gumbel_has_its_mean_and_variance() {
        let mut rng = seeded(2);
        let (mean, variance) = moments(|| f64::from(gumbel(&mut rng)));
        assert!((mean - 0.577_216).abs() < 0.02, "{mean}");
        assert!(
            (variance - std::f64::consts::PI.powi(2) / 6.0).abs() < 0.05,
            "{variance}"
        );
    }

    #[test]
    fn dirichlet_sums_to_one_and_has_its_mean_and_variance() {
        let (alpha, count) = (0.3, 5);
        let mut rng = seeded(3);
        let (mean, variance) = moments(|| {
            let shares = dirichlet(alpha, count, &mut rng);
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            assert!(shares.iter().all(|&share| (0.0..=1.0).contains(&share)));
            f64::from(shares[2])
        });
        assert!((mean - 0.2).abs() < 0.005, "{mean}");
        // (1/n)(1 - 1/n) / (n alpha + 1)
        assert!((variance - 0.2 * 0.8 / 2.5).abs() < 0.002, "{variance}");
    }

    #[test]
    fn dirichlet_with_hardly_any_alpha_still_sums_to_one() {
        let mut rng = seeded(4);
        for count in [1, 2, 50] {
            let sum: f32 = dirichlet(0.0, count, &mut rng).iter().sum();
            assert!((sum - 1.0).abs() < 1e-5, "{sum}");
        }
        assert!(dirichlet(0.3, 0, &mut rng).is_empty());
    }
}
