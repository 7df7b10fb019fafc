//! Whole numbers say nearly the same as single precision, for every network, batch and kernel.

use crate::random::{describe, row, trained};
use damero_games::azul::Azul;
use damero_games::random::{SeededRng, below, seeded};
use damero_games::{Game, GameId, Lang, MoveBuf, Turn};
use damero_nets::{Kernels, NetEvaluator, Network, Plan, Precision, Weights, shipped};
use damero_search::mcts::{Evaluations, Evaluator};
use proptest::prelude::*;

/// The answers of a plan to some rows, one after the other.
fn answers(plan: &mut Plan, network: &Network, rows: &[Vec<f32>]) -> Vec<Vec<f32>> {
    for (i, row) in rows.iter().enumerate() {
        plan.input(i).copy_from_slice(row);
    }
    plan.run(rows.len());
    let outputs = network.outputs().count();
    let each = (0..rows.len()).map(|i| (0..outputs).flat_map(|k| plan.output(k, i).to_vec()).collect());
    each.collect()
}

/// How far two lists are apart at most, in units or, for large numbers, shares of them.
fn apart(a: &[Vec<f32>], b: &[Vec<f32>]) -> f32 {
    let pairs = a.iter().flatten().zip(b.iter().flatten());
    let errors = pairs.map(|(a, b)| (a - b).abs() / b.abs().max(1.0));
    errors.fold(0.0, f32::max)
}

/// How far whole numbers are from single precision, with these kernels.
fn error(network: &Network, kernels: Kernels, batch: usize, seed: u64) -> f32 {
    let mut rng = seeded(seed);
    let weights = trained(network, &mut rng);
    let rows: Vec<_> = (0..batch).map(|_| row(network, &mut rng)).collect();
    let [single, integer] = Precision::ALL.map(|precision| {
        let mut plan = Plan::with_kernels(network, &weights, batch, precision, kernels);
        answers(&mut plan, network, &rows)
    });
    assert_ne!(single, integer, "the precision makes a difference");
    apart(&integer, &single)
}

#[test]
fn the_named_networks_lose_little() {
    for (game, name) in [
        (GameId::Quarto, "quarto"),
        (GameId::Quarto, "mlp:128-128"),
        (GameId::Azul, "azul"),
        (GameId::Azul, "mlp:256-256"),
        (GameId::Azul, "tokens:2x64"),
        (GameId::Reversi, "resnet:4x64"),
        (GameId::ChessFive, "resnet:2x32"),
        (GameId::ChessFive, "resnet:2x32,planes,pool"),
    ] {
        let network = describe(game, name);
        for kernels in Kernels::available() {
            for batch in [1, 5] {
                let error = error(&network, kernels, batch, 7);
                assert!(error < 2e-3, "{name}, {kernels:?}, batch {batch}: {error}");
            }
        }
    }
}

/// Positions of random games.
fn positions(count: usize, rng: &mut SeededRng) -> Vec<Azul> {
    let mut positions = Vec::new();
    let mut moves = MoveBuf::with_capacity(Azul::META.max_moves);
    let mut game = Azul::start(&Default::default());
    while positions.len() < count {
        match game.turn() {
            Turn::Over(_) => game = Azul::start(&Default::default()),
            Turn::Chance => game.resolve_chance(rng),
            Turn::Player(_) => {
                positions.push(game.clone());
                game.moves(&mut moves);
                game.play_unchecked(moves[below(rng, moves.len() as u32) as usize]);
            }
        }
    }
    positions
}

#[test]
fn a_trained_network_judges_real_positions_alike() {
    let model = shipped("alphazero", "azul").expect("it is shipped").unwrap();
    let positions = positions(300, &mut seeded(3));
    let [single, integer] = Precision::ALL.map(|precision| {
        let mut evaluator =
            NetEvaluator::<Azul>::with_precision(&model, &Default::default(), 32, precision).unwrap();
        let mut out = Evaluations::default();
        evaluator.evaluate(&positions, &mut seeded(1), &mut out);
        out
    });
    let (mut prior, mut value) = (0.0_f32, 0.0_f32);
    for (a, b) in integer.iter().zip(single.iter()) {
        value = value.max((a.value.0 - b.value.0).abs());
        for (a, b) in a.priors.iter().zip(b.priors) {
            prior = prior.max((a - b).abs());
        }
    }
    assert!(prior < 1e-3 && value < 2e-3, "priors {prior}, values {value}");
}

#[test]
fn a_position_is_judged_alike_in_any_company() {
    let network = describe(GameId::Azul, "mlp:64-64");
    let mut rng = seeded(11);
    let weights = trained(&network, &mut rng);
    let mut plan = Plan::with_precision(&network, &weights, 4, Precision::Integer);
    let mut rows: Vec<_> = (0..4).map(|_| row(&network, &mut rng)).collect();
    let first = answers(&mut plan, &network, &rows);
    for other in &mut rows[1..] {
        other.iter_mut().for_each(|x| *x *= 1000.0);
    }
    let second = answers(&mut plan, &network, &rows);
    assert_eq!(first[0], second[0]);
    assert_ne!(first[1], second[1]);
}

#[test]
fn names_are_read_back_and_others_explained() {
    for precision in Precision::ALL {
        assert_eq!(precision.to_string().parse(), Ok(precision));
    }
    let error = "bf16".parse::<Precision>().unwrap_err();
    assert_eq!(
        error.get(Lang::En),
        "precision: found `bf16`, expected f32 or i16"
    );
    assert_eq!(
        error.get(Lang::Es),
        "precisión: hay `bf16`, se esperaba f32 o i16"
    );
}

/// Numbers that training should never give, and files may.
fn extreme() -> impl Strategy<Value = f32> {
    prop_oneof![
        Just(0.0),
        Just(-0.0),
        Just(1e-45),
        Just(1e-20),
        Just(-1e20),
        Just(f32::MAX),
        Just(f32::INFINITY),
        Just(f32::NEG_INFINITY),
        Just(f32::NAN),
        -1.0_f32..1.0,
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn any_width_loses_little(
        widths in prop::collection::vec(17_usize..70, 1..4),
        batch in 1_usize..40,
        seed in any::<u64>(),
    ) {
        let widths: Vec<_> = widths.iter().map(ToString::to_string).collect();
        let network = describe(GameId::Quarto, &format!("mlp:{}", widths.join("-")));
        for kernels in Kernels::available() {
            prop_assert!(error(&network, kernels, batch, seed) < 2e-3);
        }
    }

    #[test]
    fn nothing_in_weights_or_inputs_is_a_surprise(
        numbers in prop::collection::vec(extreme(), 1..60),
        resnet in any::<bool>(),
        batch in 1_usize..5,
    ) {
        let network = describe(GameId::Reversi, if resnet { "resnet:1x32" } else { "mlp:33-20" });
        let mut tensors = Weights::initial(&network, &mut seeded(1)).tensors().to_vec();
        for (x, other) in tensors.iter_mut().flatten().step_by(97).zip(numbers.iter().cycle()) {
            *x = *other;
        }
        let Ok(weights) = Weights::new(&network, tensors) else {
            return Ok(());
        };
        let row: Vec<_> = numbers.iter().copied().cycle().take(network.input_len()).collect();
        for kernels in Kernels::available() {
            let mut plan = Plan::with_kernels(&network, &weights, batch, Precision::Integer, kernels);
            answers(&mut plan, &network, &vec![row.clone(); batch]);
        }
    }
}
