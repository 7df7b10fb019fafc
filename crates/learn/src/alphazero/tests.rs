//! Learning by tree search as a whole: targets, exact resume, threads that change nothing, and what is refused.

use std::fs;

use damero_games::Event;
use damero_games::azul::Azul;
use damero_games::checkers::Checkers;
use damero_games::chessfive::ChessFive;
use damero_games::quarto::Quarto;
use damero_games::random::seeded;
use damero_games::reversi::Reversi;
use damero_nets::Precision;

use super::worker::{Order, SelfPlayBatch, self_play_batch};
use super::*;
use crate::method::Context;
use crate::run::Trainer;
use crate::selfplay::{Opponent, pool};

pub(super) const CONTEXT: Context = Context { seed: 3, threads: 1 };

pub(super) fn small<G: Subject>(architecture: &str) -> AlphaZeroConfig {
    AlphaZeroConfig {
        architecture: architecture.to_owned(),
        games: 4,
        concurrent: 2,
        curriculum: vec!["1-: 6".to_owned()],
        batch_size: 16,
        passes: 1.0,
        window: 150,
        gate_games: 2,
        gate_simulations: 2,
        evaluation_games: 2,
        evaluation_simulations: 2,
        baselines: vec!["random".to_owned(), "greedy".to_owned()],
        ..AlphaZeroConfig::of::<G>()
    }
}

pub(super) fn trainer<G: Subject>(config: &AlphaZeroConfig) -> AlphaZeroTrainer<G> {
    AlphaZeroTrainer::new(config.clone(), &CONTEXT).expect("sound settings")
}

pub(super) fn games_of<G: Subject>(config: &AlphaZeroConfig, threads: usize) -> SelfPlayBatch<G> {
    let trainer = trainer::<G>(config);
    let judge = trainer.player().expect("sound weights");
    let params = SelfPlayParams::new(config, &trainer.tables, 1);
    let order = Order {
        seed: 1,
        cycle: 0,
        games: config.games,
        concurrent: config.concurrent,
    };
    let pool = pool(threads).expect("threads");
    self_play_batch(&pool, &judge, &[], &trainer.rules, &params, order)
}

/// Policies are over legal moves and sum to 1, also through a symmetry; values have the sign of whoever is to move.
fn targets<G: Subject>(root: RootKind) {
    let mut config = AlphaZeroConfig {
        search_share: 0.0,
        ..small::<G>("mlp:8")
    };
    config.search.root = root;
    let rules = G::Rules::default();
    let found = games_of::<G>(&config, 1);
    assert_eq!(found.games.len(), 4);
    let mut rng = seeded(1);
    for game in &found.games {
        let mut last = None;
        for (n, decision) in game.decisions.iter().enumerate() {
            let sum: f32 = decision.policy.iter().map(|(_, share)| share).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{decision:?}");
            let training_sample = game.training_sample(&rules, n, &config, &mut rng);
            let mut legal = vec![false; G::ACTIONS];
            training_sample.position.legal_mask(&mut legal);
            assert!(training_sample.policy.iter().all(|&(action, _)| legal[action]));
            assert_eq!(training_sample.policy.len(), decision.policy.len());
            let mover = training_sample
                .position
                .turn()
                .player()
                .expect("a player decides");
            if let Some(result) = game.end.result {
                assert_eq!(training_sample.value, result.pov(mover));
                if let Some((before, value)) = last {
                    assert_eq!(training_sample.value == value, before == mover || result.0 == 0.0);
                }
                last = Some((mover, training_sample.value));
            }
            // The same decision as it was, for comparison.
            let plain = AlphaZeroConfig {
                augment: false,
                ..config.clone()
            };
            let plain = game.training_sample(&rules, n, &plain, &mut rng);
            assert_eq!(plain.position, game.position(&rules, decision.at as usize));
            assert_eq!(
                plain.position.canonical_key(),
                training_sample.position.canonical_key()
            );
        }
    }
}

#[test]
fn targets_are_shares_of_legal_moves_and_seen_by_whoever_moves() {
    for root in [RootKind::Puct, RootKind::Gumbel] {
        targets::<Azul>(root);
        targets::<Quarto>(root);
        targets::<Reversi>(root);
    }
    targets::<Checkers>(RootKind::Puct);
    targets::<ChessFive>(RootKind::Gumbel);
}

/// In Quarto one player places and then gives: there are decisions of the same player one after the other.
#[test]
fn a_player_who_decides_twice_keeps_the_sign() {
    let config = small::<Quarto>("mlp:8");
    let rules = Default::default();
    let twice = games_of::<Quarto>(&config, 1).games.iter().any(|game| {
        let movers: Vec<_> = (game.decisions.iter())
            .map(|decision| damero_games::Game::turn(&game.position(&rules, decision.at as usize)).player())
            .collect();
        movers.windows(2).any(|pair| pair[0] == pair[1])
    });
    assert!(twice);
}

#[test]
fn margins_and_searches_have_their_shares() {
    let mut config = AlphaZeroConfig {
        margin_share: 0.5,
        margin_scale: 10.0,
        search_share: 0.25,
        ..small::<Azul>("mlp:8,heads=policy-value-scores")
    };
    config.scores_weight = 0.5;
    let found = games_of::<Azul>(&config, 1);
    for game in &found.games {
        let [first, second] = game.end.scores.expect("Azul keeps points");
        let result = game.end.result.expect("no limit was reached").0;
        let margin = ((first - second) as f32 / 10.0).tanh();
        for (n, decision) in game.decisions.iter().enumerate() {
            let training_sample = game.training_sample(&Default::default(), n, &config, &mut seeded(0));
            let expected = 0.25 * decision.value.0 + 0.75 * (0.5 * result + 0.5 * margin);
            let mover = damero_games::Game::turn(&training_sample.position)
                .player()
                .expect("a player");
            assert!((damero_games::Value(expected).pov(mover).0 - training_sample.value.0).abs() < 1e-6);
            let own = [first, second][mover.index()] as f32 / 100.0;
            assert_eq!(training_sample.scores[0], own);
        }
    }
}

/// Discs stay where they are and corners are never turned, through whatever symmetry a position is seen.
#[test]
fn owners_and_moves_left_belong_to_the_position_that_is_seen() {
    let mut config = small::<Reversi>("mlp:8,owner,moves_left");
    config.owner_weight = 1.0;
    let rng = &mut seeded(3);
    let mut corners = 0;
    for game in &games_of::<Reversi>(&config, 1).games {
        for (n, decision) in game.decisions.iter().enumerate() {
            let sample = game.training_sample(&Default::default(), n, &config, rng);
            let left = (game.events.len() - decision.at as usize) as f32;
            assert!((sample.moves_left.exp() - 1.0 - left).abs() < 1e-3);
            let [own, enemy] = [sample.position.own(), sample.position.enemy()];
            for square in (0..64).filter(|square| (own | enemy) >> square & 1 != 0) {
                assert!(sample.owners[square] != 0.0, "discs are never taken away");
                if [0, 7, 56, 63].contains(&square) {
                    assert_eq!(sample.owners[square] > 0.0, own >> square & 1 != 0);
                    corners += 1;
                }
            }
        }
    }
    assert!(corners > 20, "{corners} corners were looked at");
}

/// A cycle with every auxiliary answer that a game has, each with a loss in the log.
#[test]
fn auxiliary_answers_are_learned_and_logged() {
    fn losses<G: Subject>(architecture: &str, change: impl Fn(&mut AlphaZeroConfig), names: &[&str]) {
        let mut config = small::<G>(architecture);
        change(&mut config);
        let report = trainer::<G>(&config).cycle().expect("a cycle");
        for name in names {
            let loss = report.scalars[&format!("loss/{name}")];
            assert!(loss.is_finite() && loss > 0.0, "{name}: {loss}");
        }
    }
    losses::<Reversi>(
        "resnet:2x8,planes,pool,owner,moves_left",
        |config| (config.owner_weight, config.moves_left_weight) = (0.2, 0.1),
        &["owner", "moves_left"],
    );
    losses::<Quarto>(
        "resnet:2x8,planes,pool,threats",
        |config| {
            config.threats_weight = 0.5;
            "attributes".clone_into(&mut config.encoding);
        },
        &["threats"],
    );
}

#[test]
fn threads_change_nothing() {
    let config = AlphaZeroConfig {
        games: 7,
        ..small::<Azul>("mlp:16-16")
    };
    let [one, three] = [1, 3].map(|threads| games_of::<Azul>(&config, threads));
    assert!(one.games == three.games && one.counts == three.counts);
}

#[test]
fn with_few_full_searches_only_those_are_learned_from() {
    for root in [RootKind::Puct, RootKind::Gumbel] {
        playout_cap(root);
    }
}

fn playout_cap(root: RootKind) {
    let mut config = small::<Azul>("mlp:8");
    config.games = 8;
    config.search.root = root;
    config.search.full_share = 0.25;
    config.search.fast_simulations = 2;
    let found = games_of::<Azul>(&config, 1);
    let decisions: usize = found.games.iter().map(|game| game.decisions.len()).sum();
    let moves = found.games.iter().flat_map(|game| &game.events);
    let moves = moves.filter(|event| matches!(event, Event::Move(_))).count();
    assert_eq!(moves as u64, found.counts.decisions);
    let share = (decisions as f64 - found.counts.forced as f64) / moves as f64;
    assert!((0.12..0.4).contains(&share), "{share}");
}

/// Three cycles are two, a checkpoint and one: every file is the same bit for bit.
pub(super) fn resumes<G: Subject>(config: &AlphaZeroConfig) {
    let [whole, parts] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let mut one = trainer::<G>(config);
    for _ in 0..3 {
        one.epoch().expect("a cycle");
    }
    one.save(whole.path()).expect("room on the disk");
    let mut first = trainer::<G>(config);
    for _ in 0..2 {
        first.epoch().expect("a cycle");
    }
    let found = first.evaluate().expect("an evaluation");
    assert!((0.0..=1.0).contains(&found["win_rate/greedy"]));
    let samples = first.samples().expect("samples");
    assert!(damero_games::record::read_native::<G>(&samples.games[0].record).is_ok());
    first.save(parts.path()).expect("room on the disk");
    let mut second = trainer::<G>(config);
    second.load(parts.path()).expect("a sound checkpoint");
    second.epoch().expect("a cycle");
    assert_eq!(second.place(), one.place());
    second.save(parts.path()).expect("room on the disk");
    for name in [
        "weights.safetensors",
        "target.safetensors",
        "optimiser.bin",
        "window.bin",
        "counters.bin",
    ] {
        let read = |folder: &tempfile::TempDir| fs::read(folder.path().join(name)).expect("a file");
        assert!(read(&whole) == read(&parts), "{name} differs");
    }
}

#[test]
fn azul_goes_on_as_if_never_stopped() {
    resumes::<Azul>(&small::<Azul>("mlp:16"));
}

#[test]
fn reversi_goes_on_as_if_never_stopped() {
    let mut config = small::<Reversi>("resnet:1x8");
    config.search.root = RootKind::Gumbel;
    config.gate = 0.0;
    resumes::<Reversi>(&config);
}

#[test]
fn whole_numbers_play_other_games_and_go_on_as_well() {
    assert_eq!(AlphaZeroConfig::default().precision, Precision::Single);
    let read: AlphaZeroConfig = toml::from_str("precision = \"i16\"").expect("a setting");
    let config = AlphaZeroConfig {
        precision: read.precision,
        ..small::<Azul>("mlp:32")
    };
    let single = games_of::<Azul>(&small::<Azul>("mlp:32"), 1);
    assert!(games_of::<Azul>(&config, 1).games != single.games);
    resumes::<Azul>(&config);
    let refused = toml::from_str::<AlphaZeroConfig>("precision = \"bf16\"").unwrap_err();
    assert!(refused.to_string().contains("`f32` or `i16`"), "{refused}");
}

#[test]
fn quarto_goes_on_as_if_never_stopped() {
    let mut config = small::<Quarto>("mlp:16");
    config.search.full_share = 0.5;
    config.gate_games = 0;
    config.teacher_games = 3;
    "greedy".clone_into(&mut config.teacher);
    resumes::<Quarto>(&config);
}

#[test]
fn a_damaged_window_is_refused_and_changes_nothing() {
    let config = small::<Reversi>("mlp:8");
    let folder = tempfile::tempdir().expect("a folder");
    let mut trainer = trainer::<Reversi>(&config);
    trainer.epoch().expect("a cycle");
    trainer.save(folder.path()).expect("room on the disk");
    let path = folder.path().join("window.bin");
    let bytes = fs::read(&path).expect("a file");
    let mut window = Window::<Reversi>::new(Default::default(), 100);
    for cut in (0..bytes.len()).step_by(97) {
        assert!(window.restore(&bytes[..cut]).is_err());
    }
    assert!(window.is_empty());
    fs::write(&path, &bytes[1..]).expect("room on the disk");
    assert!(trainer.load(folder.path()).is_err());
    assert_eq!(trainer.place().epoch, 1);
}

#[test]
fn the_window_forgets_whole_games_and_draws_from_all_others() {
    let config = small::<Azul>("mlp:8");
    let games = games_of::<Azul>(&config, 1).games;
    let each: Vec<usize> = games.iter().map(|game| game.decisions.len()).collect();
    let last = each[2] + each[3];
    let mut window = Window::<Azul>::new(Default::default(), last);
    window.extend(games);
    assert_eq!(window.len(), last);
    let drawn = window.draw(4000, &config, &mut seeded(1));
    let keys: std::collections::HashSet<_> = drawn
        .iter()
        .map(|training_sample| training_sample.position.canonical())
        .collect();
    assert!(keys.len() > last * 9 / 10, "{} of {last}", keys.len());
}

/// For counting positions whatever the order of their factories.
trait Canonical {
    fn canonical(&self) -> u64;
}

impl Canonical for Azul {
    fn canonical(&self) -> u64 {
        damero_games::Symmetry::canonical_key(self)
    }
}

#[test]
fn what_makes_no_sense_is_refused_before_training() {
    let refused = |change: &dyn Fn(&mut AlphaZeroConfig)| {
        let mut config = small::<Reversi>("mlp:8");
        change(&mut config);
        let made = AlphaZeroTrainer::<Reversi>::new(config, &CONTEXT);
        made.err().expect("nonsense").text().en.into_owned()
    };
    let curriculum = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect();
    let gap = refused(&|config| config.curriculum = curriculum(&["1-3: 10", "5-: 20"]));
    assert!(
        gap.contains("alphazero.curriculum") && gap.contains("begins with 4"),
        "{gap}"
    );
    let none = refused(&|config| config.curriculum = curriculum(&["1-: 0"]));
    assert!(none.contains("alphazero.curriculum"), "{none}");
    let shape = refused(&|config| "azul".clone_into(&mut config.architecture));
    assert!(shape.contains("alphazero.architecture"), "{shape}");
    let heads = refused(&|config| "mlp:8,heads=q".clone_into(&mut config.architecture));
    assert!(heads.contains("policy and value"), "{heads}");
    let round = refused(&|config| config.temperature_by = Clock::Round);
    assert!(round.contains("rounds"), "{round}");
    let scores = refused(&|config| config.scores_weight = 1.0);
    assert!(scores.contains("policy-value-scores"), "{scores}");
    let owner = refused(&|config| config.owner_weight = 1.0);
    assert!(
        owner.contains("alphazero.owner_weight") && owner.contains(",owner"),
        "{owner}"
    );
    let nobody = refused(&|config| config.baselines = curriculum(&["nobody"]));
    assert!(nobody.contains("level:1..10"), "{nobody}");
    let teacher = refused(&|config| {
        config.teacher_games = 1;
        "nobody".clone_into(&mut config.teacher);
    });
    assert!(teacher.contains("alphazero.teacher"), "{teacher}");
    for change in [
        (|config| config.games = 0) as fn(&mut AlphaZeroConfig),
        |config| config.batch_size = 0,
        |config| config.gate = 1.5,
        |config| config.search.full_share = 0.0,
        |config| config.search.leaves = 0,
        |config| config.evaluation_simulations = 0,
        |config| config.passes = f64::NAN,
    ] {
        assert!(refused(&change).contains("alphazero."));
    }
}

/// Every opponent by name plays a legal game.
#[test]
fn opponents_by_name_play_to_the_end() {
    let config = small::<Reversi>("mlp:8");
    let trainer = trainer::<Reversi>(&config);
    let policy = trainer
        .policy(&trainer.learner.weights, 2)
        .expect("sound weights");
    for name in [
        "random",
        "careful",
        "greedy",
        "level:easy",
        "level-easy",
        "alphabeta:nodes=20",
        "alphabeta-20",
        "mcts:sims=5",
        "mcts-5",
    ] {
        let pairing = Pairing {
            seed: 1,
            purpose: crate::rng_streams::Purpose::Evaluation,
            number: 0,
            games: 2,
            opening: 3,
        };
        let rules = &trainer.rules;
        let opponent = Opponent::read::<Reversi>("alphazero.baselines", name, rules).expect("it is known");
        let make = || Ok((policy.clone(), opponent.policy::<Reversi>(rules)?));
        let score = meet(&trainer.pool, rules, pairing, make).expect("it is known");
        assert_eq!(score.tally.games(), 2, "{name}");
        assert!(score.points.is_some());
    }
}
