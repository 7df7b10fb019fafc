//! Q-learning as a whole: exact resume on several games, and targets over ragged legal actions.

use std::fs;

use damero_games::azul::Azul;
use damero_games::checkers::Checkers;
use damero_games::chessfive::ChessFive;
use damero_games::random::seeded;
use damero_games::reversi::Reversi;
use damero_games::{Encode, Game, MoveBuf};

use super::*;
use crate::method::Context;
use crate::run::Trainer;
use crate::selfplay::Values;

const CONTEXT: Context = Context { seed: 3, threads: 1 };

fn small(architecture: &str) -> DqnConfig {
    DqnConfig {
        architecture: architecture.to_owned(),
        matches_per_epoch: 3,
        batch_size: 8,
        iterations: 5,
        target_every: 2,
        buffer: 300,
        evaluation_games: 2,
        baselines: vec!["uniform".to_owned()],
        ..DqnConfig::default()
    }
}

fn trainer<G: Subject>(config: &DqnConfig) -> DqnTrainer<G> {
    DqnTrainer::new(config.clone(), &CONTEXT).expect("sound settings")
}

/// Three epochs are two, a checkpoint and one: every file is the same bit for bit.
fn resumes<G: Subject>(config: &DqnConfig) {
    let [whole, parts] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let mut one = trainer::<G>(config);
    for _ in 0..3 {
        one.epoch().expect("an epoch");
    }
    one.save(whole.path()).expect("room on the disk");
    let mut first = trainer::<G>(config);
    for _ in 0..2 {
        first.epoch().expect("an epoch");
    }
    let found = first.evaluate().expect("an evaluation");
    assert!((0.0..=1.0).contains(&found["win_rate/uniform"]));
    first.samples().expect("samples");
    first.save(parts.path()).expect("room on the disk");
    let mut second = trainer::<G>(config);
    second.load(parts.path()).expect("a sound checkpoint");
    second.epoch().expect("an epoch");
    second.save(parts.path()).expect("room on the disk");
    for name in [
        "weights.safetensors",
        "target.safetensors",
        "optimiser.bin",
        "replay.bin",
    ] {
        let read = |folder: &tempfile::TempDir| fs::read(folder.path().join(name)).expect("a file");
        assert!(read(&whole) == read(&parts), "{name} differs");
    }
}

#[test]
fn checkers_goes_on_as_if_never_stopped() {
    let mut config = small("mlp:16,heads=value");
    config.shaping = Shaping::Seed;
    resumes::<Checkers>(&config);
    config.priority.enabled = true;
    config.n_step = 1;
    resumes::<Checkers>(&config);
}

#[test]
fn reversi_goes_on_as_if_never_stopped() {
    resumes::<Reversi>(&small("mlp:16,heads=dueling"));
}

#[test]
fn chessfive_goes_on_as_if_never_stopped() {
    let mut config = small("mlp:8,heads=value");
    config.matches_per_epoch = 1;
    resumes::<ChessFive>(&config);
}

/// Settings with which nothing could be learned are refused by their key, before anything starts.
/// Chance decides between moves; values of what they lead to, and of actions.
#[test]
fn azul_goes_on_as_if_never_stopped() {
    resumes::<Azul>(&small("mlp:8,heads=value"));
    resumes::<Azul>(&small("mlp:8,heads=q"));
}

#[test]
fn numbers_out_of_range_are_refused() {
    type Spoil = fn(&mut DqnConfig);
    let cases: [(&str, Spoil); 9] = [
        ("dqn.gamma", |config| config.gamma = 2.0),
        ("dqn.lr", |config| config.lr = -1.0),
        ("dqn.lr", |config| config.lr = f64::NAN),
        ("dqn.buffer", |config| config.buffer = 0),
        ("dqn.n_step", |config| config.n_step = 0),
        ("dqn.tau", |config| config.tau = 1.5),
        ("dqn.epsilon.to", |config| config.epsilon.to = -0.1),
        ("dqn.priority.beta", |config| config.priority.beta = 3.0),
        ("dqn.optimiser.beta1", |config| config.optimiser.beta1 = 1.0),
    ];
    for (key, spoil) in cases {
        let mut config = small("mlp:16,heads=q");
        spoil(&mut config);
        let Err(error) = DqnTrainer::<Reversi>::new(config, &CONTEXT) else {
            panic!("{key} was not refused");
        };
        assert!(error.to_string().contains(key), "{key}: {error}");
    }
}

#[test]
fn networks_that_answer_something_else_are_refused() {
    let refused = |architecture: &str| DqnTrainer::<Reversi>::new(small(architecture), &CONTEXT).is_err();
    assert!(refused("mlp:16"));
    assert!(refused("nonsense"));
    assert!(!refused("mlp:16,heads=q"));
    let unknown = DqnConfig {
        baselines: vec!["nobody".to_owned()],
        ..small("mlp:16,heads=q")
    };
    assert!(DqnTrainer::<Reversi>::new(unknown, &CONTEXT).is_err());
}

/// The best is taken among legal actions only, though others have larger values.
#[test]
fn illegal_actions_never_are_the_best() {
    let mut rng = seeded(1);
    let mut game = Checkers::start(&Default::default());
    for _ in 0..30 {
        if game.turn().player().is_none() {
            break;
        }
        let mut legal = vec![false; Checkers::ACTIONS];
        game.legal_mask(&mut legal);
        let values: Vec<f32> = legal
            .iter()
            .enumerate()
            .map(|(n, &legal)| if legal { -1.0 - n as f32 } else { 5.0 })
            .collect();
        let first = legal.iter().position(|&legal| legal);
        assert_eq!(best_action(&game, &values).map(|(action, _)| action), first);
        let m = game.random_move(&mut rng, &mut MoveBuf::new());
        game.play_unchecked(m);
    }
}

/// Scores of moves by what they lead to: a win at once is worth 1 whatever the network says, and the opponent's value
/// counts with the other sign.
#[test]
fn afterstates_are_seen_with_the_opponents_eyes() {
    let trainer = trainer::<Reversi>(&small("mlp:16,heads=value"));
    let mut scorer = trainer.scorer(&trainer.learning.learner.weights);
    let game = Reversi::start(&Default::default());
    let mut scores = Vec::new();
    scorer.values(&[&game], &mut scores);
    let mut moves = MoveBuf::new();
    game.moves(&mut moves);
    for &m in &moves {
        let mut child = game.clone();
        child.play_unchecked(m);
        let value = scorer.network.answers(&[&child])[0];
        let expected = -0.99 * value;
        assert!((scores[game.action_index(m)] - expected).abs() < 1e-6);
    }
}
