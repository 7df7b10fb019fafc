//! Self-play that pauses for its network against the loop that asks the network itself.

use damero_games::Encode;
use damero_games::azul::Azul;
use damero_games::quarto::Quarto;
use damero_games::random::{SeededRng, seeded};
use damero_games::reversi::Reversi;
use damero_games::zobrist::mix;
use damero_search::mcts::{Evaluations, Evaluator, Leaves, PolicyForm};

use super::worker::{exact_solver, play};
use super::*;
use crate::rng_streams::{Purpose, stream};

const SEED: u64 = 5;

/// What a network without sense answers about observations.
fn senseless(observations: &[f32], width: usize, actions: usize) -> (Vec<f32>, Vec<f32>) {
    let answer = |row: &[f32]| {
        let seen = row
            .iter()
            .fold(1, |seen: u64, x| mix(seen ^ u64::from(x.to_bits())));
        let number = move |stream: u64| (mix(seen ^ mix(stream)) >> 40) as f32 / (1 << 23) as f32 - 1.0;
        let logits: Vec<f32> = (1..=actions as u64).map(number).collect();
        (logits, number(0))
    };
    let (policy, values): (Vec<_>, Vec<f32>) = observations.chunks_exact(width).map(answer).unzip();
    (policy.concat(), values)
}

/// The same network inside of the program.
struct Inside;

impl<G: Encode> Evaluator<G> for Inside {
    fn evaluate(&mut self, positions: &[G], _: &mut SeededRng, out: &mut Evaluations) {
        let mut leaves = Leaves::new();
        leaves.positions_mut().extend_from_slice(positions);
        let width = G::ENCODINGS[0].len();
        let mut observations = vec![0.0; positions.len() * width];
        leaves.show(
            0,
            &mut observations,
            &mut vec![false; positions.len() * G::ACTIONS],
        );
        let (policy, values) = senseless(&observations, width, G::ACTIONS);
        let answered = leaves.answer(PolicyForm::Logits, &policy, &values, out);
        answered.expect("logits and values");
    }
}

fn params<G: Subject>(change: impl FnOnce(&mut AlphaZeroConfig)) -> SelfPlayParams {
    let mut config = AlphaZeroConfig {
        curriculum: vec!["1-: 12".to_owned()],
        opening_plies: 3,
        ..AlphaZeroConfig::of::<G>()
    };
    change(&mut config);
    SelfPlayParams::new(&config, &config.check::<G>().expect("sound settings"), 1)
}

/// Plays until so many games are finished, every batch through the network outside.
fn outside<G: Subject>(
    params: &SelfPlayParams,
    places: usize,
    threads: usize,
    games: usize,
) -> Vec<Played<G>> {
    let rules = G::Rules::default();
    let play = ExternalSelfPlay::<G>::new(rules, params.clone(), 0, places, threads, SEED);
    let mut play = play.expect("sound settings");
    let width = play.observation_len();
    while play.finished() < games {
        let rows = play.gather();
        let mut observations = vec![0.0; rows * width];
        play.show(&mut observations, &mut vec![false; rows * G::ACTIONS]);
        let (policy, values) = senseless(&observations, width, G::ACTIONS);
        play.apply(PolicyForm::Logits, &policy, &values)
            .expect("logits and values");
    }
    play.take_finished().into_iter().map(|(game, _)| game).collect()
}

fn paused_as_unbroken<G: Subject>(params: &SelfPlayParams) {
    const GAMES: u64 = 6;
    let rules = G::Rules::default();
    let mut boards: Vec<SelfPlayGame<G>> = (0..GAMES)
        .map(|n| SelfPlayGame::new(&rules, params, stream(SEED, Purpose::Game, 0, n)))
        .collect();
    boards
        .iter_mut()
        .for_each(|board| board.open(params, &mut Inside));
    let mut solver = exact_solver(params.exact_nodes);
    play(&mut boards, (&mut Inside, None), &mut solver, params);
    let unbroken: Vec<Played<G>> = boards.into_iter().map(|board| board.finish().0).collect();
    // As many games as places are not always the first of each place; many more are.
    let paused = outside::<G>(params, GAMES as usize, 1, 5 * GAMES as usize);
    for game in &unbroken {
        assert!(paused.contains(game), "{}", G::META.id);
    }
    for threads in [2, 4, 100] {
        let again = outside::<G>(params, GAMES as usize, threads, 5 * GAMES as usize);
        assert!(again == paused, "{}: {threads} threads", G::META.id);
    }
}

#[test]
fn games_that_pause_are_those_of_the_unbroken_loop_on_any_number_of_threads() {
    paused_as_unbroken::<Azul>(&params::<Azul>(|config| {
        config.search.root = RootKind::Gumbel;
        config.search.chance = Chance::Widen;
    }));
    paused_as_unbroken::<Reversi>(&params::<Reversi>(|config| {
        config.search.leaves = 4;
        config.search.full_share = 0.5;
        config.resign = 0.9;
    }));
    paused_as_unbroken::<Quarto>(&params::<Quarto>(|config| {
        config.search.root = RootKind::Gumbel;
        config.exact_nodes = 2_000;
    }));
}

#[test]
fn refused_answers_change_nothing_and_may_be_given_again() {
    let params = params::<Reversi>(|_| ());
    let mut play = ExternalSelfPlay::<Reversi>::new(Default::default(), params.clone(), 0, 4, 2, SEED)
        .expect("sound settings");
    assert_eq!(
        play.apply(PolicyForm::Logits, &[], &[]),
        Err(Refused::NothingAsked)
    );
    let rows = play.gather();
    assert_eq!((rows, play.gather()), (4, 4));
    let mut observations = vec![0.0; rows * play.observation_len()];
    play.show(&mut observations, &mut vec![false; rows * Reversi::ACTIONS]);
    let (policy, values) = senseless(&observations, play.observation_len(), Reversi::ACTIONS);
    let mut spoilt = values.clone();
    spoilt[3] = f32::NAN;
    let refused = play.apply(PolicyForm::Logits, &policy, &spoilt);
    let Err(Refused::Row(error)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(error.row, 3);
    assert_eq!(play.waiting(), 4);
    assert_eq!(play.apply(PolicyForm::Logits, &policy, &values), Ok(()));
    assert_eq!(play.waiting(), 0);
}

#[test]
fn settings_that_need_a_network_inside_are_refused() {
    let params = params::<Reversi>(|config| config.opening_balance = 0.3);
    let refused = ExternalSelfPlay::<Reversi>::new(Default::default(), params, 0, 4, 2, SEED);
    assert!(refused.is_err());
}

fn arrays<G: Subject>(games: &[Played<G>], augment: Augment) -> SampleArrays {
    let (mut arrays, mut rng) = (SampleArrays::default(), seeded(3));
    for (number, game) in games.iter().enumerate() {
        arrays.add(&G::Rules::default(), game, number as u32, (0, augment), &mut rng);
    }
    arrays
}

fn rows_say_what_samples_say<G: Subject>(params: &SelfPlayParams) {
    let games = outside::<G>(params, 4, 1, 4);
    let plain = arrays(&games, Augment::None);
    let all: usize = games.iter().map(|game| game.decisions.len()).sum();
    assert_eq!(plain.outcomes.len(), all);
    let config = AlphaZeroConfig {
        augment: false,
        search_share: 0.0,
        ..AlphaZeroConfig::of::<G>()
    };
    let (rules, width) = (G::Rules::default(), G::ENCODINGS[0].len());
    let mut row = 0;
    for (number, game) in games.iter().enumerate() {
        for decision in 0..game.decisions.len() {
            let sample = game.training_sample(&rules, decision, &config, &mut seeded(0));
            let mut observation = vec![0.0; width];
            sample.position.observe(0, &mut observation);
            assert_eq!(plain.observations[row * width..][..width], observation);
            let policy = &plain.policies[row * G::ACTIONS..][..G::ACTIONS];
            let legal = &plain.legal[row * G::ACTIONS..][..G::ACTIONS];
            for (action, share) in sample.policy {
                assert!(legal[action]);
                assert_eq!(policy[action], share);
            }
            assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            assert_eq!(plain.outcomes[row], sample.value.0);
            if let Some(scores) = plain.scores.chunks_exact(2).nth(row) {
                assert_eq!(
                    scores.iter().map(|points| points / 100.0).collect::<Vec<_>>(),
                    sample.scores
                );
            }
            assert_eq!(plain.games[row], number as u32);
            row += 1;
        }
    }
    let symmetries = |game: &Played<G>| {
        let at = game.decisions.iter().map(|decision| decision.at as usize);
        at.map(|at| game.position(&rules, at).symmetries()).sum::<usize>()
    };
    let every = arrays(&games, Augment::All);
    assert_eq!(every.outcomes.len(), games.iter().map(symmetries).sum::<usize>());
    assert_eq!(arrays(&games, Augment::Random).outcomes.len(), all);
}

#[test]
fn arrays_hold_what_is_learned_from_each_decision() {
    rows_say_what_samples_say::<Reversi>(&params::<Reversi>(|_| ()));
    rows_say_what_samples_say::<Azul>(&params::<Azul>(|_| ()));
    rows_say_what_samples_say::<Quarto>(&params::<Quarto>(|config| config.exact_nodes = 2_000));
}
