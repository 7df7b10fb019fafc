//! Tree search on trees that are written down, where the right answer is plain to see.

mod choosing;
mod dummy;
mod halving;
mod mechanics;

use std::sync::Arc;

use damero_games::random::{SeededRng, seeded};
use damero_games::zobrist::mix;
use damero_games::{Game, PovOutcome, Value};
use damero_search::mcts::{Evaluations, Evaluator, Search};

use self::dummy::{Dummy, Node, first, over, second};

/// Thinks nothing of any position.
pub(crate) struct Even;

impl Evaluator<Dummy> for Even {
    fn evaluate(&mut self, positions: &[Dummy], _: &mut SeededRng, out: &mut Evaluations) {
        for position in positions {
            out.push_uniform(Value(0.0), position.count_moves());
        }
    }
}

/// Has an opinion about everything, without any sense.
pub(crate) struct Opinion;

impl Evaluator<Dummy> for Opinion {
    fn evaluate(&mut self, positions: &[Dummy], _: &mut SeededRng, out: &mut Evaluations) {
        for position in positions {
            let number = |stream: u64| (mix(position.key() ^ mix(stream)) >> 40) as f32 / (1 << 24) as f32;
            let priors = (0..position.count_moves()).map(|i| number(i as u64 + 1));
            out.push(Value(number(0) * 2.0 - 1.0), priors);
        }
    }
}

pub(crate) fn run(
    search: &mut Search<Dummy>,
    simulations: u64,
    batch: usize,
    evaluator: &mut dyn Evaluator<Dummy>,
) {
    let (mut leaves, mut answers, mut rng) = (Vec::new(), Evaluations::default(), seeded(1));
    search.begin(simulations);
    while !search.is_done() {
        leaves.clear();
        answers.clear();
        search.gather(batch, &mut leaves);
        evaluator.evaluate(&leaves, &mut rng, &mut answers);
        search.apply(&mut answers.iter());
        assert_eq!(search.virtual_visits(), 0, "all leaves came back");
    }
}

pub(crate) fn win() -> Arc<Node> {
    over(PovOutcome::Win)
}

pub(crate) fn draw() -> Arc<Node> {
    over(PovOutcome::Draw)
}

pub(crate) fn loss() -> Arc<Node> {
    over(PovOutcome::Loss)
}

/// `width` moves in each position, `depth` plies long, every result different from its neighbours'.
pub(crate) fn wide(width: usize, depth: usize) -> Arc<Node> {
    fn grow(width: usize, depth: usize, salt: u64) -> Arc<Node> {
        if depth == 0 {
            return match mix(salt) % 3 {
                0 => win(),
                1 => draw(),
                _ => loss(),
            };
        }
        let children = (0..width).map(|i| grow(width, depth - 1, mix(salt ^ i as u64)));
        if depth.is_multiple_of(2) {
            first(children)
        } else {
            second(children)
        }
    }
    grow(width, depth, 1)
}
