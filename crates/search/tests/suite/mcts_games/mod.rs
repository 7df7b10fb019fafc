//! Tree search on the real games.

mod agent;
mod halves;
mod play;
mod rows;

use damero_games::playout::random_game;
use damero_games::random::{SeededRng, seeded};
use damero_games::zobrist::mix;
use damero_games::{Game, Value};
use damero_search::Limits;
use damero_search::mcts::{Evaluations, Evaluator};

/// Has an opinion about everything, without any sense.
#[derive(Clone, Copy)]
pub(crate) struct Opinion;

impl Opinion {
    pub(crate) fn of<G: Game>(game: &G) -> (f32, Vec<f32>) {
        let number = |stream: u64| (mix(game.key() ^ mix(stream)) >> 40) as f32 / (1 << 24) as f32;
        let moves = game.count_moves();
        let priors: Vec<f32> = (0..moves).map(|i| number(i as u64 + 1)).collect();
        (number(0) * 2.0 - 1.0, priors)
    }
}

impl<G: Game> Evaluator<G> for Opinion {
    fn evaluate(&mut self, positions: &[G], _: &mut SeededRng, out: &mut Evaluations) {
        for position in positions {
            let (value, priors) = Self::of(position);
            out.push(Value(value), priors);
        }
    }
}

pub(crate) fn simulations(simulations: u64) -> Limits {
    Limits {
        simulations: Some(simulations),
        ..Limits::default()
    }
}

/// A position some random moves into a game, with a player to move.
pub(crate) fn position<G: Game>(moves: u32, seed: u64) -> G {
    let mut rng = seeded(seed);
    let game = random_game(G::start(&G::Rules::default()), &mut rng);
    let mut decisions = game.filter(|game| game.turn().player().is_some());
    let reached = decisions.nth(moves as usize);
    reached.unwrap_or_else(|| position(moves / 2, seed + 1))
}
