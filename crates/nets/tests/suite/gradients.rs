//! Gradients are gradients: every layer against differences of the naive reading in double precision.

use crate::random::{describe, row, strange, trained};
use crate::reference::{evaluate_batch, widened};
use damero_games::GameId;
use damero_games::random::{SeededRng, below, seeded};
use damero_nets::{Architecture, Heads, Kernels, Network, Op, Parameters, TrainingPlan, Weights};
use proptest::prelude::*;
use rand_core::Rng;

/// Kept units, so that dropout changes nothing but the scale.
fn kept() -> f32 {
    1.0
}

fn number(rng: &mut SeededRng) -> f64 {
    f64::from(rng.next_u32()) / f64::from(u32::MAX) - 0.5
}

/// A loss that is a sum of all answers, each with a factor of its own; masked logits count nothing.
struct Loss(Vec<Vec<Vec<f64>>>);

impl Loss {
    fn new(answers: &[Vec<Vec<f64>>], rng: &mut SeededRng) -> Self {
        let factor = |&answer: &f64, rng: &mut SeededRng| if answer < -1e8 { 0.0 } else { number(rng) };
        let output = |output: &Vec<f64>, rng: &mut SeededRng| output.iter().map(|x| factor(x, rng)).collect();
        let position =
            |row: &Vec<Vec<f64>>, rng: &mut SeededRng| row.iter().map(|x| output(x, rng)).collect();
        Self(answers.iter().map(|row| position(row, rng)).collect())
    }

    fn of(&self, answers: &[Vec<Vec<f64>>]) -> f64 {
        let numbers =
            |all: &[Vec<Vec<f64>>]| -> Vec<f64> { all.iter().flatten().flatten().copied().collect() };
        numbers(&self.0)
            .iter()
            .zip(numbers(answers))
            .map(|(factor, x)| factor * x)
            .sum()
    }
}

struct Learned {
    gradient: Vec<f32>,
    answers: Vec<Vec<Vec<f32>>>,
    running: Vec<f32>,
}

fn learn(network: &Network, weights: &Weights, rows: &[Vec<f32>], loss: &Loss, kernels: Kernels) -> Learned {
    let mut parameters = Parameters::new(network, weights);
    let mut plan = TrainingPlan::with_kernels(network, rows.len() + 3, kernels);
    let mut gradient = vec![f32::NAN; network.trainable()];
    // The second time must not see anything of the first.
    for _ in 0..2 {
        parameters = Parameters::new(network, weights);
        plan.forward(&mut parameters, &rows.concat(), &mut kept);
        for output in 0..network.outputs().count() {
            let mut position = 0;
            plan.set_gradient(output, |_, slope| {
                for (slope, &factor) in slope.iter_mut().zip(&loss.0[position][output]) {
                    *slope = factor as f32;
                }
                position += 1;
            });
        }
        plan.backward(&parameters, &mut gradient);
    }
    let outputs = |position: usize| {
        let outputs = 0..network.outputs().count();
        outputs
            .map(|output| plan.output(output, position).to_vec())
            .collect()
    };
    Learned {
        gradient,
        answers: (0..rows.len()).map(outputs).collect(),
        running: parameters.running().to_vec(),
    }
}

/// Compares answers, and the gradient of some numbers of every parameter with differences of the loss.
fn compare(network: &Network, kernels: Kernels, batch: usize, seed: u64, (close, samples): (f64, usize)) {
    let rng = &mut seeded(seed);
    let weights = trained(network, rng);
    let rows: Vec<_> = (0..batch).map(|_| row(network, rng)).collect();
    let row_slices: Vec<&[f32]> = rows.iter().map(|row| &**row).collect();
    let mut tensors: Vec<Vec<f64>> = weights.tensors().iter().map(|tensor| widened(tensor)).collect();
    let expected = evaluate_batch(network, &tensors, &row_slices, true);
    let loss = Loss::new(&expected, rng);
    let found = learn(network, &weights, &rows, &loss, kernels);
    for (expected, found) in expected
        .iter()
        .flatten()
        .flatten()
        .zip(found.answers.iter().flatten().flatten())
    {
        let error = (expected - f64::from(*found)).abs();
        assert!(
            error <= close * expected.abs().max(1.0),
            "{found}, expected {expected}"
        );
    }
    let mut first = 0;
    for (n, parameter) in network.parameters().iter().enumerate() {
        if !parameter.trainable {
            continue;
        }
        let gradient = &found.gradient[first..first + parameter.len()];
        let largest = gradient.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
        for _ in 0..samples {
            let at = below(rng, parameter.len() as u32) as usize;
            let middle = tensors[n][at];
            // Small in double precision, so that no rectifier is crossed but by great misfortune.
            let step = 1e-6;
            let [above, below] = [step, -step].map(|step| {
                tensors[n][at] = middle + step;
                loss.of(&evaluate_batch(network, &tensors, &row_slices, true))
            });
            tensors[n][at] = middle;
            let expected = (above - below) / (2.0 * step);
            let error = (f64::from(gradient[at]) - expected).abs();
            let allowed = close * 10.0 * (1.0 + expected.abs().max(f64::from(largest)));
            assert!(
                error <= allowed,
                "{} of {}: {} at {at}, expected {expected}",
                parameter.name,
                network.description().name,
                gradient[at],
            );
        }
        first += parameter.len();
    }
}

/// Without what is left out by chance: differences of the loss need the same network each time.
fn without_dropout(network: &Network) -> Network {
    let mut description = network.description().clone();
    for node in &mut description.nodes {
        if let Op::Dropout { p } = &mut node.op {
            *p = 0.0;
        }
    }
    Network::new(description).unwrap()
}

#[test]
fn the_named_networks_have_the_right_gradients() {
    for kernels in Kernels::available() {
        compare(
            &without_dropout(&describe(GameId::Quarto, "quarto")),
            kernels,
            5,
            1,
            (1e-5, 4),
        );
        compare(&describe(GameId::Azul, "mlp:48-48"), kernels, 9, 2, (1e-5, 4));
        compare(&describe(GameId::Azul, "tokens:2x16"), kernels, 5, 6, (1e-5, 3));
        compare(
            &describe(GameId::Reversi, "resnet:1x32"),
            kernels,
            3,
            3,
            (3e-5, 3),
        );
        compare(
            &describe(GameId::ChessFive, "resnet:1x12"),
            kernels,
            4,
            4,
            (3e-5, 3),
        );
    }
}

#[test]
fn planes_and_pooling_have_the_right_gradients() {
    for (seed, game) in [GameId::ChessFive, GameId::Checkers, GameId::Quarto]
        .into_iter()
        .enumerate()
    {
        let network = describe(game, "resnet:2x6,planes,pool");
        for kernels in Kernels::available() {
            compare(&network, kernels, 3, seed as u64, (3e-5, 2));
        }
    }
}

#[test]
fn auxiliary_answers_have_the_right_gradients() {
    for (game, text) in [
        (
            GameId::Reversi,
            "resnet:1x6,planes,owner,moves_left,heads=policy-value-scores",
        ),
        (GameId::Quarto, "mlp:12,moves_left,threats"),
    ] {
        for kernels in Kernels::available() {
            compare(&describe(game, text), kernels, 3, 5, (3e-5, 2));
        }
    }
}

#[test]
fn every_kind_of_heads_has_the_right_gradients() {
    for (seed, heads) in Heads::ALL.iter().enumerate() {
        let network = describe(GameId::Quarto, &format!("mlp:24-24,residual,heads={heads}"));
        for kernels in Kernels::available() {
            compare(&network, kernels, 6, seed as u64, (1e-5, 4));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4) })]

    #[test]
    fn strange_networks_have_the_right_gradients(seed in any::<u64>(), batch in 2_usize..4) {
        let network = without_dropout(&strange(seed));
        for kernels in Kernels::available() {
            compare(&network, kernels, batch, seed, (1e-3, 1));
        }
    }
}

/// A batch shared between threads gives the same bytes as on one, for every kind of layer, and AVX2 the same as AVX-512.
#[test]
fn any_number_of_threads_and_any_registers_give_the_same_bytes() {
    for (game, architecture) in [
        (GameId::Azul, "azul"),
        (GameId::Azul, "tokens:2x64"),
        (GameId::Reversi, "resnet:2x64"),
        (GameId::ChessFive, "resnet:2x32,planes,pool"),
        (GameId::Quarto, "quarto"),
    ] {
        let network = describe(game, architecture);
        let rng = &mut seeded(8);
        let weights = trained(&network, rng);
        let rows: Vec<_> = (0..130).map(|_| row(&network, rng)).collect();
        let outputs: Vec<usize> = network
            .outputs()
            .map(|(_, id)| network.shape(id).iter().product())
            .collect();
        let factors = |rng: &mut SeededRng| {
            outputs
                .iter()
                .map(|&len| (0..len).map(|_| number(rng)).collect())
                .collect()
        };
        let loss = Loss((0..rows.len()).map(|_| factors(rng)).collect());
        let by = |threads: usize, kernels: Kernels| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let learned = pool.install(|| learn(&network, &weights, &rows, &loss, kernels));
            (learned.gradient, learned.answers, learned.running)
        };
        let best = Kernels::best();
        let one = by(1, best);
        assert!(one.0.iter().all(|x| x.is_finite()) && one.0.iter().any(|&x| x != 0.0));
        assert!(one == by(2, best) && one == by(3, best), "{architecture}");
        if Kernels::available().any(|kernels| kernels == Kernels::Avx512) {
            assert!(one == by(1, Kernels::Avx2), "{architecture}, registers");
        }
    }
}

/// Units are left out with the chance that the network says, and the others make up for it.
#[test]
fn dropout_leaves_units_out_and_keeps_the_mean() {
    let network = describe(GameId::Quarto, "quarto");
    let mut parameters = Parameters::new(&network, &Weights::initial(&network, &mut seeded(1)));
    let rows = vec![1.0; 64 * network.input_len()];
    let mut plan = TrainingPlan::new(&network, 64);
    let mut rng = seeded(2);
    let mut lot = || (rng.next_u32() >> 8) as f32 / (1 << 24) as f32;
    plan.forward(&mut parameters, &rows, &mut lot);
    let some: Vec<Vec<f32>> = (0..64).map(|n| plan.output(0, n).to_vec()).collect();
    assert!(
        some.iter().any(|answer| *answer != some[0]),
        "positions lose different units"
    );
    let mean = |n: usize| some.iter().map(|answer| answer[n]).sum::<f32>() / 64.0;
    plan.forward(&mut parameters, &rows, &mut || 1.0);
    // All units are kept here and count double, as half of them are left out on average.
    let all: Architecture = "quarto".parse().unwrap();
    assert_eq!(all.to_string(), "quarto");
    for n in 0..16 {
        let doubled = plan.output(0, 0)[n].atanh();
        assert!(
            (2.0 * mean(n).atanh() - doubled).abs() < 0.25,
            "{} and {doubled}",
            mean(n).atanh()
        );
    }
}
