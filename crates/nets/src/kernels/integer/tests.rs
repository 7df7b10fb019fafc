//! All kernels agree to the last bit, and are as near to exact products as rounding allows.

use proptest::prelude::*;

use super::*;
use crate::kernels::LANES;

/// A layer with one row of numbers a position.
fn layer(outs: usize, reads: usize, weights: &[f32], relu: bool) -> Product {
    let weight = |out: usize, read: usize| weights[(out * reads + read) % weights.len()];
    let point = Point {
        from: 0,
        to: 0,
        add: 0,
    };
    let run = Run {
        at: 0,
        weights: 0,
        len: reads,
    };
    Product {
        panels: Panels::new(outs, reads, weight, |out| out as f32 / 8.0 - 1.0),
        classes: vec![Class {
            points: vec![point],
            runs: vec![run],
        }],
        by_edge: Vec::new(),
        relu,
    }
}

/// Runs a layer with all kernels, which must agree, and returns what it says.
fn multiply(product: &Product, numbers: &[f32]) -> Vec<f32> {
    let (reads, outs) = (product.panels.reads, product.panels.outs);
    let batch = numbers.len() / reads;
    let integer = Integer::new(product).expect("it is large enough");
    let by = |kernels: Kernels| {
        let mut scratch = Scratch::new(integer.memory().map(|len| len * batch));
        let mut out = vec![0.0; batch * outs];
        let read = Rows {
            numbers,
            stride: reads,
        };
        integer.run(kernels, batch, read, &mut scratch, (None, &mut out, outs));
        out
    };
    let bits = |out: &[f32]| -> Vec<u32> {
        let one = |x: &f32| if x.is_nan() { u32::MAX } else { x.to_bits() };
        out.iter().map(one).collect()
    };
    let portable = by(Kernels::Portable);
    for kernels in Kernels::available() {
        assert_eq!(bits(&portable), bits(&by(kernels)), "{kernels:?}");
    }
    portable
}

/// Compares with exact sums: each number may be half a step off, each weight as well.
fn check(product: &Product, weights: &[f32], numbers: &[f32]) {
    let (reads, outs) = (product.panels.reads, product.panels.outs);
    let found = multiply(product, numbers);
    let limit = f64::from(Packed::new(&product.panels, 1.0).unwrap().limit);
    for (row, found) in numbers.chunks(reads).zip(found.chunks(outs)) {
        let most = row.iter().fold(0.0, |most: f64, x| most.max(f64::from(x.abs())));
        for (out, &found) in found.iter().enumerate() {
            let weight = |k: usize| f64::from(weights[(out * reads + k) % weights.len()]);
            let (mut sum, mut total, mut largest, mut size) = (out as f64 / 8.0 - 1.0, 0.0, 0.0_f64, 0.0);
            for (k, &x) in row.iter().enumerate() {
                sum += weight(k) * f64::from(x);
                size += weight(k).abs() * f64::from(x.abs());
                total += weight(k).abs();
                largest = largest.max(weight(k).abs());
            }
            let room = f64::from(i32::MAX) / (limit + 1.0) - reads as f64 / 2.0 - 1.0;
            let (step, weight_step) = (most / limit, (largest / 32_767.0).max(total / room));
            let slack = 0.51 * (step * total + weight_step * (reads as f64) * (most + step));
            let slack = slack + 1e-6 * (size + sum.abs() + 1.0);
            let error = (f64::from(found) - if product.relu { sum.max(0.0) } else { sum }).abs();
            assert!(
                error <= slack,
                "output {out}: {found}, expected {sum} within {slack}"
            );
        }
    }
}

#[test]
fn the_largest_sums_fit_into_32_bits() {
    for reads in [1, 2, 63, 576, 5000] {
        for weights in [[1.0_f32, -1.0], [3.0, -1e-3], [1e20, -1e20], [1e-20, 1e-20]] {
            let outs = LANES + 1;
            // All numbers are the largest, with the signs of the weights of the first output.
            let numbers: Vec<f32> = (0..reads).map(|k| 1.5 * weights[k % 2].signum()).collect();
            check(&layer(outs, reads, &weights, false), &weights, &numbers);
        }
    }
}

#[test]
fn small_and_torn_products_stay_single() {
    assert_eq!(Integer::new(&layer(LANES, 8, &[1.0], false)), None);
    let mut torn = layer(40, 9, &[1.0], false);
    let point = torn.classes[0].points[0];
    torn.classes[0].points.push(Point {
        from: 9,
        to: 40,
        ..point
    });
    assert_eq!(Integer::new(&torn), None);
}

#[test]
fn what_is_no_number_gives_no_number() {
    let product = layer(20, 7, &[0.5, -0.25, 1.0], false);
    for strange in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut numbers = [1.0; 14];
        numbers[3] = strange;
        let found = multiply(&product, &numbers);
        assert!(found[..20].iter().all(|x| x.is_nan()), "{strange}: {found:?}");
        assert!(found[20..].iter().all(|x| x.is_finite()), "{strange}: {found:?}");
    }
}

fn strange() -> impl Strategy<Value = f32> {
    prop_oneof![
        Just(0.0),
        Just(1e-45),
        Just(-1e30),
        Just(f32::MAX),
        Just(f32::INFINITY),
        Just(f32::NAN),
        -1.0_f32..1.0
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn products_are_as_near_as_rounding_allows(
        (reads, numbers) in (1_usize..70, 1_usize..14).prop_flat_map(|(reads, batch)| {
            (Just(reads), prop::collection::vec(-3.0_f32..3.0, reads * batch))
        }),
        outs in LANES + 1..80,
        weights in prop::collection::vec(prop_oneof![Just(0.0), -2.0_f32..2.0], 1..300),
        relu in any::<bool>(),
    ) {
        check(&layer(outs, reads, &weights, relu), &weights, &numbers);
    }

    #[test]
    fn kernels_agree_on_anything(
        (reads, numbers) in (1_usize..40, 1_usize..9).prop_flat_map(|(reads, batch)| {
            (Just(reads), prop::collection::vec(strange(), reads * batch))
        }),
        outs in LANES + 1..70,
        weights in prop::collection::vec(strange(), 1..300),
    ) {
        multiply(&layer(outs, reads, &weights, false), &numbers);
    }
}
