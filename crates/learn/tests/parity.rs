//! Inference plans answer what burn answers, to a hundred-thousandth, for every kind of network; and burn's gradients are
//! gradients.
#![cfg(feature = "burn")]

use burn::tensor::{Device, Tensor};
use damero_games::azul::Azul;
use damero_games::checkers::Checkers;
use damero_games::quarto::Quarto;
use damero_games::random::seeded;
use damero_games::reversi::Reversi;
use damero_games::{Encode, MoveBuf};
use damero_learn::model::{NetValues, Parameters, Reference, learn, rows, side_by_side};
use damero_nets::{Architecture, Network, Weights};

fn positions<G: Encode>(count: usize) -> Vec<G> {
    let mut rng = seeded(7);
    let mut found = Vec::new();
    while found.len() < count {
        let mut game = G::start(&G::Rules::default());
        game.resolve_chance(&mut rng);
        while game.turn().player().is_some() && found.len() < count {
            found.push(game.clone());
            let m = game.random_move(&mut rng, &mut MoveBuf::new());
            game.play_unchecked(m);
            game.resolve_chance(&mut rng);
        }
    }
    found
}

fn network<G: Encode>(architecture: &str) -> Network {
    let architecture: Architecture = architecture.parse().expect("a known architecture");
    architecture.describe::<G>(None).expect("it fits the game")
}

/// Weights as after some learning: normalisations have seen something, too.
fn used_weights(network: &Network, rows: &[f32]) -> Parameters {
    let weights = Weights::initial(network, &mut seeded(2));
    let mut parameters = Parameters::new(network, &weights);
    for n in 0..3 {
        let gradient = learn(network, &parameters, rows, &mut seeded(n), |answers, _| {
            answers[0].clone().tanh().sum()
        });
        parameters.running_mut().copy_from_slice(&gradient.running);
        for (number, entry) in parameters.trainable_mut().iter_mut().zip(gradient.gradient) {
            *number -= 0.01 * entry.clamp(-1.0, 1.0);
        }
    }
    parameters
}

fn check<G: Encode>(architecture: &str) {
    let network = network::<G>(architecture);
    let games = positions::<G>(37);
    let games: Vec<_> = games.iter().collect();
    let rows = rows(&network, &games);
    let parameters = used_weights(&network, &rows);
    let device = Device::flex();
    let expected = Reference::new(&network, &parameters, &device).answers(&rows);
    let expected = side_by_side(&expected, games.len());
    let found = NetValues::new(&network, &parameters).answers(&games);
    assert_eq!(found.len(), expected.len());
    for (n, (found, expected)) in found.iter().zip(&expected).enumerate() {
        // Masked logits are about -1e9, where the distance between neighbours is 64.
        let allowed = 1e-5 * expected.abs().max(1.0);
        assert!(
            (found - expected).abs() <= allowed,
            "{architecture} at {n}: {found} and {expected}"
        );
    }
}

#[test]
fn the_quarto_network_answers_alike() {
    check::<Quarto>("quarto");
}

#[test]
fn the_azul_network_answers_alike() {
    check::<Azul>("azul");
}

#[test]
fn linear_layers_answer_alike() {
    check::<Checkers>("mlp:64-64,residual,heads=value");
    check::<Reversi>("mlp:32-16,heads=dueling");
    check::<Reversi>("mlp:48,heads=q");
    check::<Azul>("mlp:64-64,heads=policy-value-scores");
}

#[test]
fn residual_blocks_answer_alike() {
    check::<Reversi>("resnet:2x16");
    check::<Checkers>("resnet:1x8,heads=value");
}

/// Slopes against differences of the loss, for a few numbers of every parameter.
#[test]
fn gradients_are_gradients() {
    for architecture in ["mlp:8-8,residual,heads=dueling", "resnet:1x4"] {
        let network = network::<Reversi>(architecture);
        let games = positions::<Reversi>(5);
        let rows = rows(&network, &games.iter().collect::<Vec<_>>());
        let mut parameters = Parameters::new(&network, &Weights::initial(&network, &mut seeded(4)));
        let batch = |parameters: &Parameters| {
            learn(&network, parameters, &rows, &mut seeded(0), |answers, _| {
                let all: Vec<Tensor<1>> = answers.iter().map(|a| a.clone().tanh().mean()).collect();
                Tensor::cat(all, 0).sum()
            })
        };
        let gradient = batch(&parameters).gradient;
        assert_eq!(gradient.len(), network.trainable());
        let step = 2e-3;
        for at in (0..gradient.len()).step_by(gradient.len() / 40) {
            let middle = parameters.trainable()[at];
            let mut losses = [1.0, -1.0].map(|sign| {
                parameters.trainable_mut()[at] = middle + sign * step;
                batch(&parameters).loss
            });
            parameters.trainable_mut()[at] = middle;
            losses[0] -= losses[1];
            let expected = losses[0] / (2.0 * step);
            let allowed = 5e-4 + 2e-2 * expected.abs();
            assert!(
                (gradient[at] - expected).abs() < allowed,
                "{architecture} at {at}: {} and {expected}",
                gradient[at]
            );
        }
    }
}
