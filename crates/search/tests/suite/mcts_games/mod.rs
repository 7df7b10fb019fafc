//! Tree search on the real games.

mod agent;
mod halves;
mod play;

use damero_games::random::{SeededRng, seeded};
use damero_games::zobrist::mix;
use damero_games::{Game, MoveBuf, Turn, Value};
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
    let mut game = G::start(&G::Rules::default());
    let mut left = moves;
    loop {
        match game.turn() {
            Turn::Chance => game.resolve_chance(&mut rng),
            Turn::Player(_) if left == 0 => return game,
            Turn::Player(_) => {
                let m = game.random_move(&mut rng, &mut MoveBuf::new());
                game.play_unchecked(m);
                left -= 1;
            }
            Turn::Over(_) => return position(moves / 2, seed + 1),
        }
    }
}
