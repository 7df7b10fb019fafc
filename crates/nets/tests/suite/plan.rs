//! What runs fast says the same as the naive reading, for every network, batch and kernel.

use crate::random::{describe, row, strange, trained};
use crate::reference;
use damero_games::GameId;
use damero_games::random::seeded;
use damero_nets::{Architecture, Heads, Kernels, Network, Plan, Precision};
use proptest::prelude::*;

/// How far a network that somebody would train may be from the naive reading.
const CLOSE: f64 = 1e-5;

/// Networks made at random are not normalised: single precision alone loses more digits in some of them. What lies at the
/// wrong place would be far off.
const NEAR: f64 = 3e-4;

fn compare(network: &Network, kernels: Kernels, sizes: &[usize], seed: u64) {
    compare_within(CLOSE, network, kernels, sizes, seed);
}

/// Runs batches of `sizes` through one plan and compares everything.
fn compare_within(most: f64, network: &Network, kernels: Kernels, sizes: &[usize], seed: u64) {
    let mut rng = seeded(seed);
    let weights = trained(network, &mut rng);
    let largest = *sizes.iter().max().unwrap();
    let mut plan = Plan::with_kernels(network, &weights, largest, Precision::Single, kernels);
    for &size in sizes {
        let rows: Vec<_> = (0..size).map(|_| row(network, &mut rng)).collect();
        for (i, row) in rows.iter().enumerate() {
            plan.input(i).copy_from_slice(row);
        }
        plan.run(size);
        for (i, row) in rows.iter().enumerate() {
            let expected = reference::evaluate(network, &weights, row);
            for (output, expected) in expected.iter().enumerate() {
                let found = plan.output(output, i);
                assert_eq!(found.len(), expected.len());
                for (k, (&found, &expected)) in found.iter().zip(expected).enumerate() {
                    let error = (f64::from(found) - expected).abs();
                    assert!(
                        error <= most * expected.abs().max(1.0),
                        "{}, output {output}, position {i} of {size}, number {k}: {found}, expected {expected}",
                        network.description().name,
                    );
                }
            }
        }
    }
}

#[test]
fn the_named_networks_agree_with_the_reference() {
    for kernels in Kernels::available() {
        compare(
            &describe(GameId::Quarto, "quarto"),
            kernels,
            &[1, 2, 7, 33, 70],
            1,
        );
        compare(&describe(GameId::Azul, "azul"), kernels, &[1, 2, 7], 2);
        compare(&describe(GameId::Reversi, "resnet:2x64"), kernels, &[1, 5], 3);
        for game in [
            GameId::ChessFive,
            GameId::Checkers,
            GameId::Quarto,
            GameId::Reversi,
        ] {
            compare(&describe(game, "resnet:2x32,planes,pool"), kernels, &[1, 5], 6);
        }
        compare(&describe(GameId::Azul, "mlp:256-256"), kernels, &[1, 2, 31], 4);
        compare(&describe(GameId::Azul, "tokens:2x64"), kernels, &[1, 2, 31], 5);
    }
}

#[test]
fn every_game_and_every_kind_of_heads_agrees_with_the_reference() {
    for (seed, &game) in GameId::ALL.iter().enumerate() {
        for heads in Heads::ALL {
            for text in [
                "mlp:24-40-40,residual",
                "resnet:1x12",
                "resnet:2x12,pool",
                "tokens:1x12",
            ] {
                let network = describe(game, &format!("{text},heads={heads}"));
                for kernels in Kernels::available() {
                    compare(&network, kernels, &[1, 3], seed as u64);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    #[test]
    fn strange_networks_agree_with_the_reference(seed in any::<u64>(), sizes in prop::collection::vec(1_usize..8, 1..3)) {
        let network = strange(seed);
        for kernels in Kernels::available() {
            compare_within(NEAR, &network, kernels, &sizes, seed);
        }
    }

    #[test]
    fn any_widths_agree_with_the_reference(
        widths in prop::collection::vec(1_usize..70, 1..4),
        residual in any::<bool>(),
        batch in 1_usize..40,
        seed in any::<u64>(),
    ) {
        let architecture = Architecture::Mlp { widths, residual, heads: Default::default(), auxiliary: Vec::new() };
        let network = architecture.describe_for(GameId::Quarto, None).unwrap();
        for kernels in Kernels::available() {
            compare(&network, kernels, &[batch], seed);
        }
    }
}

/// What is not asked for is not computed, and changes nothing of what is.
#[test]
fn outputs_can_be_left_out() {
    let network = describe(GameId::Reversi, "resnet:1x12,planes,pool,owner,moves_left");
    let mut rng = seeded(7);
    let weights = trained(&network, &mut rng);
    let asked = network.answering(&["value"]);
    let row = row(&network, &mut rng);
    let [all, one] = [&network, &asked].map(|network| {
        let mut plan = Plan::new(network, &weights, 1);
        plan.input(0).copy_from_slice(&row);
        plan.run(1);
        let value = plan.output_index("value").unwrap();
        (plan.output_index("policy"), plan.output(value, 0).to_vec())
    });
    assert_eq!(all.1, one.1);
    assert_eq!((all.0, one.0), (Some(0), None));
}

#[test]
fn a_clone_has_its_own_memory() {
    let network = describe(GameId::Quarto, "quarto");
    let mut rng = seeded(5);
    let weights = trained(&network, &mut rng);
    let mut plan = Plan::new(&network, &weights, 2);
    let (a, b) = (row(&network, &mut rng), row(&network, &mut rng));
    plan.input(0).copy_from_slice(&a);
    plan.run(1);
    let answer = plan.output(0, 0).to_vec();
    let mut other = plan.clone();
    other.input(0).copy_from_slice(&b);
    other.run(1);
    assert_ne!(other.output(0, 0), answer);
    assert_eq!(plan.output(0, 0), answer);
}
