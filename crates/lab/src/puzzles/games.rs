//! Games of the engine against itself in which mistakes happen.

use damero_games::Turn;
use damero_games::random::{SeededRng, below};
use damero_search::puzzle::Puzzled;
use damero_search::{Agent, AlphaBeta, AlphaBetaOptions, Limits};

/// Moves at the beginning that are drawn by lot, at least.
const OPENING: u32 = 4;

/// One move in so many is drawn by lot later on.
const STRAY: u32 = 8;

/// How deep the engine looks, in turns, at most.
const DEPTH: u32 = 3;

/// Plays games.
pub(super) struct Games<G: Puzzled> {
    engine: AlphaBeta<G::Eval>,
}

impl<G: Puzzled> Default for Games<G> {
    fn default() -> Self {
        let options = AlphaBetaOptions {
            table_mib: 1,
            ..AlphaBetaOptions::default()
        };
        Self {
            engine: AlphaBeta::new(G::Eval::default(), options),
        }
    }
}

impl<G: Puzzled> Games<G> {
    /// The positions of a game in which a player is to move, each without its past.
    pub(super) fn play(&mut self, rules: &G::Rules, rng: &mut SeededRng) -> Vec<G> {
        Agent::<G>::new_game(&mut self.engine);
        let depth = (1 + below(rng, DEPTH)) * G::PLIES_PER_TURN;
        let opening = OPENING + below(rng, OPENING);
        let (mut game, mut buf, mut positions) = (G::start(rules), Vec::new(), Vec::new());
        for ply in 0.. {
            game.resolve_chance(rng);
            if !matches!(game.turn(), Turn::Player(_)) {
                break;
            }
            // A position that its own text cannot tell is left out.
            positions.extend(G::from_position(rules, &game.position()).ok());
            if ply < opening || below(rng, STRAY) == 0 {
                game.play_random(rng, &mut buf);
            } else {
                let m = self.engine.think(&game, Limits::depth(depth).into()).best;
                game.play_unchecked(m);
            }
        }
        positions
    }
}
