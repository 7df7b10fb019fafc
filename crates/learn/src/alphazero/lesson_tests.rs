//! Switches that make better training samples of the same games: each does what it says, and is refused where it cannot.

use damero_games::quarto::Quarto;
use damero_games::random::seeded;
use damero_games::reversi::Reversi;
use damero_games::{Encode, Symmetry};
use damero_search::mcts::{Evaluations, Evaluator, Views};

use super::tests::{CONTEXT, games_of, resumes, small, trainer};
use super::*;

/// What a change to the settings of Reversi is refused with.
fn refusal(change: impl Fn(&mut AlphaZeroConfig)) -> String {
    let mut config = small::<Reversi>("mlp:8");
    change(&mut config);
    let made = AlphaZeroTrainer::<Reversi>::new(config, &CONTEXT);
    made.err().expect("nonsense").text().en.into_owned()
}

fn taught(config: &AlphaZeroConfig, cycle: u64) -> Vec<Played<Quarto>> {
    let pool = crate::selfplay::pool(1).expect("a thread");
    teacher::training_samples(&pool, &Default::default(), config, 1, cycle).expect("a teacher")
}

#[test]
fn what_a_teacher_thinks_of_a_position_is_learned_if_it_is_trusted() {
    let config = AlphaZeroConfig {
        teacher: "alphabeta:nodes=300".to_owned(),
        teacher_games: 2,
        teacher_values: true,
        search_share: 1.0,
        augment: false,
        ..small::<Quarto>("mlp:8")
    };
    let games = taught(&config, 0);
    let mut open = 0;
    for game in &games {
        for (n, decision) in game.decisions.iter().enumerate() {
            assert!(!decision.exact);
            open += u32::from(decision.value.0.abs() < 1.0);
            let sample = game.training_sample(&Default::default(), n, &config, &mut seeded(1));
            assert_eq!(sample.value, decision.value.pov(sample.position.viewer()));
        }
    }
    assert!(
        open > 10,
        "most positions are neither won nor lost for certain: {open}"
    );
}

#[test]
fn a_teacher_is_as_sure_as_it_is_set_and_its_proofs_are_values() {
    let config = AlphaZeroConfig {
        teacher: "alphabeta:nodes=300".to_owned(),
        teacher_games: 6,
        teacher_sure: 1.0,
        teacher_stray: 0.5,
        teacher_exact: true,
        search_share: 0.0,
        augment: false,
        ..small::<Quarto>("mlp:8")
    };
    let games = taught(&config, 0);
    let mut against_the_result = 0;
    for game in &games {
        for (n, decision) in game.decisions.iter().enumerate() {
            assert_eq!(decision.policy.len(), 1, "the whole policy is the teacher's move");
            assert!(decision.exact || Some(decision.value) == game.end.result);
            if decision.exact {
                assert_eq!(decision.value.0.abs(), 1.0);
                against_the_result += u32::from(Some(decision.value) != game.end.result);
                let sample = game.training_sample(&Default::default(), n, &config, &mut seeded(1));
                assert_eq!(sample.value, decision.value.pov(sample.position.viewer()));
            }
        }
    }
    assert!(against_the_result > 0, "stray moves give proven wins away");
    // What is proven stays so in a checkpoint.
    let mut window = Window::<Quarto>::new(Default::default(), 1_000);
    window.extend(games.clone());
    let mut restored = Window::<Quarto>::new(Default::default(), 1_000);
    restored.restore(&window.to_bytes()).expect("its own bytes");
    assert_eq!(restored.to_bytes(), window.to_bytes());
    // Spread over cycles, the same games come a few at a time.
    let spread = AlphaZeroConfig {
        teacher_cycles: 4,
        ..config
    };
    let parts: Vec<_> = (0..6).map(|cycle| taught(&spread, cycle)).collect();
    assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2, 1, 2, 0, 0]);
    assert!(parts.concat() == games);
    assert!(refusal(|config| config.teacher_sure = 1.1).contains("alphazero.teacher_sure"));
    assert!(refusal(|config| config.teacher_cycles = 0).contains("alphazero.teacher_cycles"));
}

/// From where the solver reaches to the end both play perfectly, and the result is that of the first solved position.
#[test]
fn games_within_reach_of_the_solver_end_exactly() {
    fn exact<G: Subject>(nodes: u64) {
        let config = AlphaZeroConfig {
            exact_nodes: nodes,
            ..small::<G>("mlp:8")
        };
        let found = games_of::<G>(&config, 1);
        let exact = found.games.iter().flat_map(|game| {
            let solved = game.decisions.iter().filter(|decision| decision.exact);
            solved.map(|decision| assert_eq!(Some(decision.value), game.end.result))
        });
        assert_eq!(exact.count() as u64, found.counts.exact);
        assert!(found.counts.exact >= 4, "{} decisions", found.counts.exact);
        assert!(
            games_of::<G>(&config, 3).games == found.games,
            "threads change nothing"
        );
    }
    exact::<Quarto>(2_000);
    exact::<Reversi>(2_000);
    let config = AlphaZeroConfig {
        exact_nodes: 1_000,
        ..small::<damero_games::azul::Azul>("mlp:8")
    };
    let refused =
        AlphaZeroTrainer::new(config, &CONTEXT).map(|_: AlphaZeroTrainer<damero_games::azul::Azul>| ());
    assert!(refused.unwrap_err().to_string().contains("alphazero.exact_nodes"));
}

#[test]
fn later_searches_have_their_share_of_a_value() {
    let value = |lambda: f64, game: &Played<Quarto>, n: usize| {
        let config = AlphaZeroConfig {
            search_share: 1.0,
            value_lambda: lambda,
            augment: false,
            ..small::<Quarto>("mlp:8")
        };
        let sample = game.training_sample(&Default::default(), n, &config, &mut seeded(1));
        sample.value.un_pov(sample.position.viewer()).0
    };
    let mut game = games_of::<Quarto>(&small::<Quarto>("mlp:8"), 1).games.remove(0);
    let result = game.end.result.expect("a whole game").0;
    let last = game.decisions.len() - 1;
    for n in 0..last {
        let own = game.decisions[n].value.0;
        assert_eq!(value(0.0, &game, n), own);
        assert_eq!(value(1.0, &game, n), result);
        let expected = 0.75 * own + 0.25 * value(0.25, &game, n + 1);
        assert!((value(0.25, &game, n) - expected).abs() < 1e-6);
    }
    // What is proven is not averaged with what came later.
    game.decisions[last - 1].exact = true;
    assert_eq!(value(0.5, &game, last - 1), game.decisions[last - 1].value.0);
    assert!(refusal(|config| config.value_lambda = -0.1).contains("alphazero.value_lambda"));
}

#[test]
fn rates_batches_and_passes_follow_their_schedules() {
    let lines = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>();
    let config = AlphaZeroConfig {
        games: 2,
        gate_games: 0,
        passes: 2.0,
        learning_rate_schedule: lines(&["1: 1", "2-: 0.1"]),
        batch_size_schedule: lines(&["1: 1", "2-: 2"]),
        passes_schedule: lines(&["1: 1", "2-: 0.5"]),
        ..small::<Reversi>("mlp:8")
    };
    let mut trainer = trainer::<Reversi>(&config);
    let first = trainer.cycle().expect("a cycle").scalars["learning_rate"];
    let steps = trainer.learner.steps();
    let second = trainer.cycle().expect("a cycle").scalars["learning_rate"];
    assert!((second / first - 0.1).abs() < 1e-9, "{first} {second}");
    // Games are about as long; a quarter of the steps sees half as often batches twice as large.
    let later = trainer.learner.steps() - steps;
    assert!((steps / 5..steps / 3).contains(&later), "{steps} and {later}");
    let refused = refusal(|config| config.passes_schedule = lines(&["1-: 0"]));
    assert!(refused.contains("alphazero.passes_schedule"), "{refused}");
}

#[test]
fn games_begin_with_random_moves_that_are_fair() {
    let opened = |plies: u32, balance: f64| {
        let config = AlphaZeroConfig {
            games: 12,
            opening_plies: plies,
            opening_balance: balance,
            ..small::<Reversi>("mlp:8")
        };
        (games_of::<Reversi>(&config, 1).games, config)
    };
    let first = |game: &Played<Reversi>| game.decisions[0].at;
    let (plain, _) = opened(0, 0.5);
    assert!(plain.iter().all(|game| first(game) == 0));
    let (free, config) = opened(6, 1.0);
    let begun: std::collections::BTreeSet<u32> = free.iter().map(first).collect();
    assert!(begun.len() > 3 && begun.iter().all(|&at| at <= 6), "{begun:?}");
    // With as good as no room for a lead, the most balanced beginnings are taken.
    let (fair, _) = opened(6, 0.0);
    let mut judge = trainer::<Reversi>(&config).player().expect("sound weights");
    let mut lean = |games: &[Played<Reversi>]| {
        let starts = games
            .iter()
            .map(|game| game.position(&Default::default(), first(game) as usize));
        let mut answers = Evaluations::default();
        judge.evaluate(&starts.collect::<Vec<_>>(), &mut seeded(0), &mut answers);
        answers.iter().map(|answer| answer.value.0.abs()).sum::<f32>()
    };
    let (free, fair) = (lean(&free), lean(&fair));
    assert!(fair < 0.95 * free, "{fair} of {free}");
    assert!(refusal(|config| config.opening_balance = 2.0).contains("alphazero.opening_balance"));
}

/// Decisions of a random network are searched again by another one: values and policies change, what was played does not,
/// any number of threads finds the same, and a run goes on as if never stopped.
#[test]
fn old_decisions_are_searched_again() {
    let mut config = AlphaZeroConfig {
        reanalyse: 0.5,
        ..small::<Reversi>("mlp:8")
    };
    let games = games_of::<Reversi>(&config, 1).games;
    let other =
        AlphaZeroTrainer::<Reversi>::new(config.clone(), &crate::method::Context { seed: 99, ..CONTEXT });
    let other = other.expect("sound settings");
    let judge = other.player().expect("sound weights");
    let params = SelfPlayParams::new(&config, &other.tables, 1);
    let order = worker::Order {
        seed: 1,
        cycle: 1,
        games: 0,
        concurrent: 8,
    };
    let again = |threads: usize, share: f32| {
        let mut window = Window::<Reversi>::new(Default::default(), 10_000);
        window.extend(games.clone());
        let pool = crate::selfplay::pool(threads).expect("threads");
        let count = reanalysis::reanalyse(&pool, &judge, &mut window, &params, order, share);
        (count, window)
    };
    let (none, plain) = again(1, 0.0);
    let (half, window) = again(1, 0.5);
    let all = plain.len();
    assert_eq!(none, 0);
    assert!((all * 3 / 10..all * 6 / 10).contains(&half), "{half} of {all}");
    assert_ne!(window.to_bytes(), plain.to_bytes());
    assert_eq!(again(3, 0.5).1.to_bytes(), window.to_bytes());
    assert!(refusal(|config| config.reanalyse = 1.5).contains("alphazero.reanalyse"));
    config.gate_games = 0;
    config.search.root = RootKind::Gumbel;
    config.opening_plies = 4;
    config.exact_nodes = 500;
    resumes::<Reversi>(&config);
}

#[test]
fn forced_playouts_need_a_noisy_puct_root() {
    let mut config = small::<Quarto>("mlp:8");
    config.curriculum = vec!["1-: 40".to_owned()];
    let plain = games_of::<Quarto>(&config, 1).games;
    config.search.forced_playouts = 2.0;
    let forced = games_of::<Quarto>(&config, 1).games;
    assert!(plain != forced);
    let sums = forced.iter().flat_map(|game| &game.decisions);
    let mut sums = sums.map(|decision| decision.policy.iter().map(|(_, share)| share).sum::<f32>());
    assert!(sums.all(|sum| (sum - 1.0).abs() < 1e-4));
    for change in [
        (|search| search.root = RootKind::Gumbel) as fn(&mut SearchConfig),
        |search| search.noise_share = 0.0,
        |search| search.forced_playouts = -1.0,
    ] {
        let refused = refusal(|config| {
            config.search.forced_playouts = 2.0;
            change(&mut config.search);
        });
        assert!(refused.contains("alphazero.search.forced_playouts"), "{refused}");
    }
}

/// Seen through all symmetries, a position and its mirror images are worth the same, and so are their moves.
#[test]
fn symmetric_positions_are_judged_alike_through_all_symmetries() {
    let config = small::<Reversi>("mlp:8");
    let game = games_of::<Reversi>(&config, 1).games.remove(0);
    let position = game.position(&Default::default(), 11);
    let mirrored: Vec<Reversi> = (0..8).map(|s| position.map(s)).collect();
    let judge = trainer::<Reversi>(&config).player().expect("sound weights");
    let values = |views: usize| {
        let mut answers = Evaluations::default();
        Views::new(judge.clone(), views).evaluate(&mirrored, &mut seeded(1), &mut answers);
        let highest = |priors: &[f32]| priors.iter().copied().fold(0.0, f32::max);
        let found = answers
            .iter()
            .map(|answer| (answer.value.0, highest(answer.priors)));
        found.collect::<Vec<_>>()
    };
    let spread = |found: &[(f32, f32)]| {
        let far = |(value, prior): &(f32, f32)| (value - found[0].0).abs().max((prior - found[0].1).abs());
        found.iter().map(far).fold(0.0, f32::max)
    };
    assert!(spread(&values(0)) > 1e-3);
    assert!(spread(&values(8)) < 1e-5, "{:?}", values(8));
    let mut config = config;
    config.search.symmetries = 1;
    let turned = games_of::<Reversi>(&config, 1).games;
    assert!(turned[0] != game && turned == games_of::<Reversi>(&config, 3).games);
    assert!(refusal(|config| config.search.symmetries = 100).contains("alphazero.search.symmetries"));
}

#[test]
fn hopeless_games_are_resigned_but_for_a_control_share() {
    let resigning = |control: f64| AlphaZeroConfig {
        games: 16,
        // Without having learned anything, the slightest disadvantage will do.
        resign: 0.05,
        resign_control: control,
        ..small::<Quarto>("mlp:8")
    };
    let config = resigning(0.0);
    let found = games_of::<Quarto>(&config, 1);
    assert!(
        found.counts.resigned > 8 && found.counts.controlled == 0,
        "{:?}",
        found.counts
    );
    let given_up = |game: &&Played<Quarto>| {
        let last = game.decisions.last().expect("a decision");
        last.at as usize == game.events.len()
    };
    let resigned: Vec<_> = found.games.iter().filter(given_up).collect();
    assert_eq!(resigned.len() as u64, found.counts.resigned);
    for game in &resigned {
        let last = game.decisions.last().expect("a decision");
        let loser = game.position(&Default::default(), game.events.len()).viewer();
        assert!(last.value.pov(loser).0 <= -0.05);
        assert_eq!(game.end.result.map(|result| result.pov(loser).0), Some(-1.0));
    }
    let mut window = Window::<Quarto>::new(Default::default(), 10_000);
    window.extend(found.games.clone());
    let mut restored = Window::<Quarto>::new(Default::default(), 10_000);
    restored.restore(&window.to_bytes()).expect("its own bytes");
    assert_eq!(restored.to_bytes(), window.to_bytes());
    let controlled = games_of::<Quarto>(&resigning(1.0), 1);
    assert!(controlled.counts.resigned == 0 && controlled.counts.controlled > 8);
    assert!(
        controlled.counts.rescued > 0,
        "a random network resigns wrongly now and then"
    );
    assert!(refusal(|config| config.resign = 1.1).contains("alphazero.resign"));
    assert!(refusal(|config| config.resign_control = -0.1).contains("alphazero.resign_control"));
    let refused = refusal(|config| (config.resign, config.owner_weight) = (0.9, 0.1));
    assert!(
        refused.contains("alphazero.resign") && refused.contains("owner_weight"),
        "{refused}"
    );
    resumes::<Quarto>(&resigning(0.3));
}

/// Against older networks only the decisions of the newest one are learned from, and the networks are in the checkpoint.
#[test]
fn older_networks_play_and_are_not_learned_from() {
    let config = AlphaZeroConfig {
        past_share: 1.0,
        past_networks: 2,
        past_every: 1,
        gate_games: 0,
        window: 10_000,
        ..small::<Reversi>("mlp:8")
    };
    let mut trainer = trainer::<Reversi>(&config);
    trainer.cycle().expect("a cycle");
    let alone = trainer.window.to_bytes();
    let judge = trainer.player().expect("sound weights");
    let params = SelfPlayParams::new(&config, &trainer.tables, 1);
    let order = worker::Order {
        seed: 1,
        cycle: 1,
        games: 8,
        concurrent: 4,
    };
    let against = |threads: usize| {
        let pool = crate::selfplay::pool(threads).expect("threads");
        let past = [judge.clone(), judge.clone()];
        worker::self_play_batch(&pool, &judge, &past, &trainer.rules, &params, order).games
    };
    let games = against(1);
    let mut seats = [0; 2];
    for game in &games {
        let viewers = game.decisions.iter().map(|decision| {
            let position = game.position(&trainer.rules, decision.at as usize);
            position.viewer().index()
        });
        let viewers: std::collections::BTreeSet<usize> = viewers.collect();
        assert_eq!(viewers.len(), 1, "one seat is learned from");
        viewers.iter().for_each(|&seat| seats[seat] += 1);
    }
    assert!(seats[0] > 0 && seats[1] > 0, "{seats:?}");
    assert!(against(3) == games, "threads change nothing");
    for _ in 0..3 {
        trainer.cycle().expect("a cycle");
    }
    assert_eq!(trainer.past.len(), 2);
    assert_ne!(trainer.window.to_bytes(), alone);
    resumes::<Reversi>(&config);
    assert!(refusal(|config| config.past_every = 0).contains("alphazero.past_every"));
    assert!(refusal(|config| config.past_share = 2.0).contains("alphazero.past_share"));
}
