//! A search that pauses with rows of numbers and is resumed with answers, against the agent that asks its evaluator itself.

use damero_games::random::SeededRng;
use damero_games::zobrist::mix;
use damero_games::{Encode, GameId, PovValue, with_game};
use damero_search::mcts::{ChanceMode, Evaluations, Evaluator, Leaves, Options, PolicyForm, Root, Search};
use damero_search::{Agent, Mcts};

use super::{position, simulations};

/// A network without sense: its logits and its value depend on every number of the observation.
#[derive(Clone, Copy)]
struct Senseless;

impl Senseless {
    fn rows(observation: &[f32], actions: usize) -> (Vec<f32>, f32) {
        let seen = observation
            .iter()
            .fold(1, |seen: u64, x| mix(seen ^ u64::from(x.to_bits())));
        let number = |stream: u64| (mix(seen ^ mix(stream)) >> 40) as f32 / (1 << 23) as f32 - 1.0;
        ((1..=actions as u64).map(number).collect(), number(0))
    }
}

/// As networks inside of the program are asked.
impl<G: Encode> Evaluator<G> for Senseless {
    fn evaluate(&mut self, positions: &[G], _: &mut SeededRng, out: &mut Evaluations) {
        let mut observation = vec![0.0; G::ENCODINGS[0].len()];
        for position in positions {
            position.observe(0, &mut observation);
            let (logits, value) = Self::rows(&observation, G::ACTIONS);
            let mut moves = damero_games::MoveBuf::new();
            if position.turn().player().is_some() {
                position.moves(&mut moves);
            }
            let logits: Vec<f32> = moves.iter().map(|&m| logits[position.action_index(m)]).collect();
            let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let weights: Vec<f32> = logits.iter().map(|logit| (logit - largest).exp()).collect();
            let sum: f32 = weights.iter().sum();
            let value = PovValue(value).un_pov(position.viewer());
            out.push(value, weights.iter().map(|weight| weight / sum));
        }
    }
}

/// Searches to the end with rows alone.
fn by_rows<G: Encode>(search: &mut Search<G>, batch: usize) {
    let (mut leaves, mut answers) = (Leaves::<G>::new(), Evaluations::default());
    let width = G::ENCODINGS[0].len();
    while !search.is_done() {
        leaves.clear();
        answers.clear();
        search.gather(batch, leaves.positions_mut());
        let mut observations = vec![f32::NAN; leaves.len() * width];
        let mut legal = vec![true; leaves.len() * G::ACTIONS];
        leaves.show(0, &mut observations, &mut legal);
        let rows = observations.chunks_exact(width);
        let (policy, values): (Vec<_>, Vec<f32>) = rows.map(|row| Senseless::rows(row, G::ACTIONS)).unzip();
        let mut policy = policy.concat();
        // What is illegal is never read.
        for (number, legal) in policy.iter_mut().zip(&legal) {
            *number = if *legal { *number } else { f32::NAN };
        }
        let answered = leaves.answer(PolicyForm::Logits, &policy, &values, &mut answers);
        assert_eq!(answered, Ok(()));
        search.apply(&mut answers.iter());
    }
}

fn paused_as_unbroken<G: Encode>() {
    for (i, moves) in [0, 5, 11].into_iter().enumerate() {
        let game: G = position(moves, i as u64);
        for (root, chance, batch) in [
            (Root::Selection, ChanceMode::Afterstate, 1),
            (Root::Selection, ChanceMode::WIDEN, 8),
            (Root::gumbel(1.0), ChanceMode::Afterstate, 1),
            (Root::gumbel(1.0), ChanceMode::WIDEN, 4),
        ] {
            let options = Options {
                root,
                chance,
                batch,
                seed: 7,
                ..Options::puct()
            };
            let mut unbroken = Mcts::new(Senseless, options);
            unbroken.think(&game, simulations(300).into());
            let unbroken = unbroken.search().unwrap();
            let mut paused = Search::new(game.clone(), options);
            paused.begin(300);
            by_rows(&mut paused, batch);
            assert_eq!(paused.moves(), unbroken.moves(), "{game:?} {options:?}");
            assert_eq!(paused.policy(), unbroken.policy());
            assert_eq!(paused.best(), unbroken.best());
            assert_eq!(paused.virtual_visits(), 0);
        }
    }
}

#[test]
fn a_search_that_pauses_with_rows_visits_what_an_unbroken_one_does() {
    for &id in GameId::ALL {
        with_game!(id, G => paused_as_unbroken::<G>());
    }
}

#[test]
fn rows_that_are_no_policy_are_refused_with_their_number() {
    use damero_games::reversi::Reversi;

    let mut leaves = Leaves::<Reversi>::new();
    leaves
        .positions_mut()
        .extend([position::<Reversi>(3, 1), position(4, 1)]);
    let mut legal = vec![false; 2 * Reversi::ACTIONS];
    leaves.show(0, &mut vec![0.0; 2 * Reversi::ENCODINGS[0].len()], &mut legal);
    let second = Reversi::ACTIONS + legal[Reversi::ACTIONS..].iter().position(|&legal| legal).unwrap();
    let mut told = |form, number: f32, everywhere: bool, value: f32| {
        let mut policy = vec![if everywhere { number } else { 0.5 }; legal.len()];
        policy[second] = number;
        let answered = leaves.answer(form, &policy, &[0.0, value], &mut Evaluations::default());
        answered.map_err(|error| error.to_string())
    };
    assert_eq!(told(PolicyForm::Logits, f32::NEG_INFINITY, false, 1.5), Ok(()));
    assert_eq!(told(PolicyForm::Shares, 0.0, false, -1.0), Ok(()));
    for (form, number, everywhere, value, words) in [
        (
            PolicyForm::Logits,
            f32::NAN,
            false,
            0.0,
            "row 1: the policy says NaN about action",
        ),
        (
            PolicyForm::Logits,
            f32::INFINITY,
            false,
            0.0,
            "row 1: the policy says inf about action",
        ),
        (
            PolicyForm::Shares,
            -0.5,
            false,
            0.0,
            "row 1: the policy says -0.5 about action",
        ),
        (
            PolicyForm::Logits,
            f32::NEG_INFINITY,
            true,
            0.0,
            "row 0: the policy leaves nothing",
        ),
        (
            PolicyForm::Shares,
            0.0,
            true,
            0.0,
            "row 0: the policy leaves nothing",
        ),
        (
            PolicyForm::Logits,
            0.0,
            false,
            f32::NAN,
            "row 1: the value is NaN",
        ),
    ] {
        let refused = told(form, number, everywhere, value).unwrap_err();
        assert!(refused.starts_with(words), "{refused}");
    }
}
