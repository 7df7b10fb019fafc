//! The Quarto training as a whole: exact resume, targets with the right signs, settings that are refused.

use std::fs;
use std::sync::Mutex;

use damero_games::quarto::{Quarto, QuartoMove};
use damero_games::random::seeded;
use damero_games::{Encode, Game, MoveBuf, Notation};
use damero_search::Stop;
use damero_search::quarto::QuartoSolver;

use super::certain::known;
use super::targets::batch;
use super::trainer::Taught;
use super::*;
use crate::method::Context;
use crate::model::Goal;
use crate::run::Trainer;
use crate::selfplay::Values;

fn context(threads: usize) -> Context {
    Context { seed: 5, threads }
}

/// Small, but with everything in it.
fn small() -> QuartoConfig {
    QuartoConfig {
        matches_per_epoch: 10,
        batch_size: 8,
        iterations: 5,
        views: 2,
        target_every: 3,
        buffer: 200,
        dropout: 0.25,
        baselines: vec!["uniform".to_owned(), "greedy".to_owned()],
        evaluation_games: 6,
        blunder_games: 1,
        ..QuartoConfig::default()
    }
}

fn trainer(config: &QuartoConfig, threads: usize) -> QuartoTrainer {
    QuartoTrainer::new(config.clone(), &context(threads)).expect("sound settings")
}

fn files(trainer: &QuartoTrainer) -> Vec<(String, Vec<u8>)> {
    let folder = tempfile::tempdir().expect("a folder");
    trainer.save(folder.path()).expect("room on the disk");
    let mut files: Vec<_> = fs::read_dir(folder.path())
        .expect("the folder")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read(path).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

/// Five epochs are three, a checkpoint and two: every file is the same bit for bit.
#[test]
fn going_on_equals_never_having_stopped() {
    let mut prioritised = small();
    prioritised.priority.enabled = true;
    let compat = QuartoConfig {
        matches_per_epoch: 10,
        ..QuartoConfig::seed()
    };
    for config in [small(), prioritised, compat] {
        let mut whole = trainer(&config, 1);
        for _ in 0..5 {
            whole.epoch().expect("an epoch");
        }
        let folder = tempfile::tempdir().expect("a folder");
        let mut first = trainer(&config, 1);
        for _ in 0..3 {
            first.epoch().expect("an epoch");
        }
        first.evaluate().expect("an evaluation");
        first.samples().expect("samples");
        first.save(folder.path()).expect("room on the disk");
        let mut second = trainer(&config, 1);
        second.load(folder.path()).expect("a sound checkpoint");
        assert_eq!(second.place(), first.place());
        for _ in 0..2 {
            second.epoch().expect("an epoch");
        }
        for (one, other) in files(&whole).into_iter().zip(files(&second)) {
            assert!(one == other, "{} differs", one.0);
        }
    }
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    let config = QuartoConfig {
        matches_per_epoch: 150,
        ..small()
    };
    let played = [1, 2].map(|threads| {
        let mut trainer = trainer(&config, threads);
        trainer.epoch().expect("an epoch");
        files(&trainer).into_iter().find(|(name, _)| name == "replay.bin")
    });
    assert!(played[0].is_some() && played[0] == played[1]);
}

#[test]
fn damaged_checkpoints_are_refused_and_change_nothing() {
    let config = small();
    let mut trainer = trainer(&config, 1);
    trainer.epoch().expect("an epoch");
    let before = files(&trainer);
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in &before {
        trainer.save(folder.path()).expect("room on the disk");
        fs::write(folder.path().join(name), &bytes[..bytes.len() / 2]).expect("room");
        let error = trainer.load(folder.path()).expect_err("half a file");
        assert!(error.to_string().contains(name.as_str()), "{error}");
        assert_eq!(files(&trainer), before);
        fs::remove_file(folder.path().join(name)).expect("it was there");
        assert!(trainer.load(folder.path()).is_err());
    }
}

#[test]
fn contradictions_are_refused() {
    let refused = |config: QuartoConfig| QuartoTrainer::new(config, &context(1)).is_err();
    assert!(!refused(small()));
    assert!(refused(QuartoConfig {
        reward: Reward::Propagate,
        ..small()
    }));
    assert!(refused(QuartoConfig {
        rules: "round".to_owned(),
        ..small()
    }));
    assert!(refused(QuartoConfig {
        baselines: vec!["nobody".to_owned()],
        ..small()
    }));
    assert!(refused(QuartoConfig {
        dropout: 1.0,
        ..small()
    }));
    assert!(refused(QuartoConfig {
        augment: false,
        ..small()
    }));
}

/// Values that say nothing but which action is meant: a hundredth of its index.
struct Marked;

impl Values<Quarto> for Marked {
    fn values(&mut self, positions: &[&Quarto], out: &mut Vec<f32>) {
        out.clear();
        for _ in positions {
            out.extend((0..32).map(|action| action as f32 / 100.0));
        }
    }
}

/// The turns of one game that is known move by move: the second player wins with the fourth light piece in a row.
fn known_game() -> Vec<QuartoTurn> {
    let rules = "square".parse().expect("a preset");
    let mut game = Quarto::start(&rules);
    let mut moves = Vec::new();
    // Light pieces have bit 2; given and placed along the first row without completing anything else before.
    for (piece, cell) in [(4, 0), (7, 1), (13, 2), (14, 3)] {
        for index in [16 + piece, cell] {
            let m = game.action(index).expect("a legal move");
            game.play(m).expect("a legal move");
            moves.push(m);
            if game.turn().player().is_none() {
                break;
            }
        }
    }
    assert!(game.turn().outcome().is_some(), "{}", game.position());
    turns(&rules, &moves)
}

fn by_rules(config: &QuartoConfig) -> impl Fn(&Quarto) -> Option<f32> {
    let gamma = config.gamma as f32;
    move |game| known(game, gamma)
}

fn target_of(config: &QuartoConfig, turns: &[QuartoTurn], n: usize, action: usize) -> Option<f32> {
    let weights = vec![1.0; turns.len()];
    let made = batch(config, turns, &weights, &by_rules(config), &mut Marked);
    let played = made
        .played
        .iter()
        .find(|played| played.experience == n && (played.action >= 16) == (action >= 16))?;
    match made.goal {
        Goal::Each { targets, weights } => {
            let place = played.row * 32 + action;
            (weights[place] > 0.0).then_some(targets[place])
        }
        Goal::Joined { targets, .. } => Some(targets[n]),
    }
}

#[test]
fn targets_are_negamax_over_legal_actions() {
    let game = known_game();
    assert_eq!(game.len(), 5);
    let config = QuartoConfig::default();
    let last = game.len() - 1;
    // Placing the fourth light piece on d1 wins.
    assert_eq!(target_of(&config, &game, last, 3), Some(1.0));
    // Elsewhere the game would go on: the best of the legal pieces to give, of which the light ones lose at once.
    assert_eq!(target_of(&config, &game, last, 5), Some(0.27));
    // Giving any light piece before that loses: the opponent wins at once.
    assert_eq!(target_of(&config, &game, last - 1, 16 + 14), Some(-0.99));
    // Pieces on the board and occupied cells are no actions.
    assert_eq!(target_of(&config, &game, last - 1, 16 + 4), None);
    assert_eq!(target_of(&config, &game, last - 1, 0), None);
    // The first piece given is worth the opposite of the opponent's best cell, p = 15.
    let first = target_of(&config, &game, 0, 16 + 4).expect("it was legal");
    assert!((first + 0.99 * 0.15).abs() < 1e-6, "{first}");
}

#[test]
fn what_was_played_has_the_same_targets_alone() {
    let game = known_game();
    let config = QuartoConfig {
        actions: Actions::Taken,
        ..QuartoConfig::default()
    };
    for (n, turn) in game.iter().enumerate() {
        let actions = [
            turn.place.map(|cell| usize::from(cell.index())),
            turn.give.map(|piece| 16 + usize::from(piece.index())),
        ];
        for action in actions.into_iter().flatten() {
            let alone = target_of(&config, &game, n, action);
            assert_eq!(alone, target_of(&QuartoConfig::default(), &game, n, action));
            let place_only = QuartoConfig {
                loss: LossApproach::OnlyPlace,
                ..config.clone()
            };
            assert_eq!(target_of(&place_only, &game, n, action).is_some(), action < 16);
        }
    }
}

#[test]
fn results_reach_back_as_the_reward_says() {
    let game = known_game();
    let with = |reward, n, action| {
        let config = QuartoConfig {
            reward,
            actions: Actions::Taken,
            ..QuartoConfig::default()
        };
        target_of(&config, &game, n, action).expect("it was played")
    };
    // The last turn was the first player's: turns 4, 2 and 0 won, 3 and 1 lost.
    assert_eq!(with(Reward::Propagate, 0, 16 + 4), 1.0);
    assert_eq!(with(Reward::Propagate, 3, 2), -1.0);
    assert!((with(Reward::Discount, 3, 2) + 0.8).abs() < 1e-6);
    assert!((with(Reward::Discount, 0, 16 + 4) - 0.8_f32.powi(4)).abs() < 1e-6);
}

/// With the solver as a teacher every move that leads to enough pieces on the board has its exact value, less what is
/// lost by waiting for it.
#[test]
fn the_solver_teaches_exact_values() {
    let config = QuartoConfig {
        solver_from: 10,
        ..QuartoConfig::default()
    };
    let solvers = [Mutex::new(QuartoSolver::new(1))];
    let taught = Taught {
        config: &config,
        solvers: &solvers,
    };
    let (mut rng, mut solver) = (seeded(8), QuartoSolver::new(1));
    let mut looked_at = 0;
    for _ in 0..20 {
        let mut game = Quarto::start(&Default::default());
        let mut moves = Vec::new();
        while game.turn().player().is_some() {
            let m = game.random_move(&mut rng, &mut MoveBuf::new());
            game.play_unchecked(m);
            moves.push(m);
        }
        let game = turns(game.rules(), &moves);
        let weights = vec![1.0; game.len()];
        let made = batch(&config, &game, &weights, &|game| taught.known(game), &mut Marked);
        let Goal::Each { targets, .. } = made.goal else {
            panic!("each move by itself");
        };
        for (position, targets) in made.positions.iter().zip(targets.chunks_exact(Quarto::ACTIONS)) {
            if position.board().occupied().count_ones() < 10 {
                continue;
            }
            let solved = solver.solve_moves(position, &Stop::default(), &mut |_| ());
            for (m, outcome) in solved.expect("it was not stopped").moves {
                let apart = targets[position.action_index(m)] - outcome.value().0;
                assert!(apart.abs() < 0.021, "{m} {}: {apart}", position.position());
                looked_at += 1;
            }
        }
    }
    assert!(looked_at > 100, "{looked_at}");
    for (from, said) in [(5, "dqn.solver_from = 5"), (16, "dqn.solver_from = 16")] {
        let config = QuartoConfig {
            solver_from: from,
            ..QuartoConfig::default()
        };
        let refused = QuartoTrainer::new(config, &Context { seed: 1, threads: 1 }).err();
        assert!(refused.expect("out of range").to_string().contains(said));
    }
}

/// The seed: the reward plus 0.99 of the mean of both maxima over everything, legal or not; nothing after the end.
#[test]
fn the_seed_is_followed_to_the_letter() {
    let game = known_game();
    let config = QuartoConfig::seed();
    let weights = vec![1.0; game.len()];
    let made = batch(&config, &game, &weights, &by_rules(&config), &mut Marked);
    let Goal::Joined {
        shares,
        rows,
        targets,
        ..
    } = made.goal
    else {
        panic!("the seed joins both heads");
    };
    assert_eq!(rows, 1);
    assert_eq!(targets[4], 1.0);
    let next = 0.99 * (0.15 + 0.31) / 2.0;
    assert!((targets[3] - (-1.0 + next)).abs() < 1e-6);
    assert!((targets[0] - (1.0 + next)).abs() < 1e-6);
    // The first turn only gives, the last only places, the others do both.
    let counts: Vec<_> = shares
        .chunks(32)
        .map(|row| {
            row.iter()
                .filter(|&&share| share > 0.0)
                .copied()
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(counts[0], [1.0]);
    assert_eq!(counts[2], [0.5, 0.5]);
    assert_eq!(counts[4], [1.0]);
    let made_of = |n: usize| made.positions[n].clone();
    assert_eq!(made_of(3), game[3].before);
}

/// Whatever is random in these tests comes from here.
#[test]
fn random_games_make_sound_batches() {
    let rules = "standard".parse().expect("a preset");
    let mut rng = seeded(9);
    for _ in 0..20 {
        let mut game = Quarto::start(&rules);
        let mut moves: Vec<QuartoMove> = Vec::new();
        while game.turn().player().is_some() {
            let m = game.random_move(&mut rng, &mut MoveBuf::new());
            game.play_unchecked(m);
            moves.push(m);
        }
        let game = turns(&rules, &moves);
        let weights = vec![1.0; game.len()];
        for loss in [
            LossApproach::CombinedAvg,
            LossApproach::OnlyPlace,
            LossApproach::OnlySelect,
            LossApproach::Separate,
        ] {
            for seed_compat in [false, true] {
                let config = QuartoConfig {
                    loss,
                    seed_compat,
                    actions: Actions::Taken,
                    rules: "standard".to_owned(),
                    ..QuartoConfig::default()
                };
                let made = batch(&config, &game, &weights, &by_rules(&config), &mut Marked);
                assert_eq!(made.played.len(), moves.len());
                assert!(made.played.iter().all(|played| played.row < made.positions.len()));
            }
        }
    }
}
