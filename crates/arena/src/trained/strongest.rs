//! The highest level of a game whose network is stronger than its engine: the network, and the engine under rules that
//! the network has not learned.

use damero_nets::Precision;
use damero_search::{Agent, Level, Limits, SearchContext, SearchResult, Searchable};

use super::alphazero::{AlphaZero, TreeOptions};
use super::shipped::Shipped;

/// A network with a tree search in the place of an engine.
struct Strongest<G: Searchable> {
    network: AlphaZero<G>,
    learned: G::Rules,
    engine: Box<dyn Agent<G>>,
}

/// The highest level, which is `engine` unless the network of the game is stronger.
pub(crate) fn strongest<G: Searchable>(seed: u64, engine: Box<dyn Agent<G>>) -> Box<dyn Agent<G>> {
    if !G::NETWORK_IS_STRONGEST {
        return engine;
    }
    // A network that comes with the program can be read; the tests see to it.
    let Ok(Shipped::AlphaZero(player)) = Shipped::<G>::load(Precision::default()) else {
        return engine;
    };
    Box::new(Strongest {
        network: player.agent(seed, TreeOptions::default()),
        learned: *player.rules(),
        engine,
    })
}

impl<G: Searchable> Agent<G> for Strongest<G> {
    fn name(&self) -> String {
        format!("level:{}", Level::MAX)
    }

    fn think(&mut self, game: &G, ctx: SearchContext<'_, SearchResult<G::Move>>) -> SearchResult<G::Move> {
        if *game.rules() != self.learned {
            return self.engine.think(game, ctx);
        }
        let own = Limits {
            time: Some(ctx.limits.time.unwrap_or(Level::MAX.budget())),
            ..Limits::default()
        };
        self.network.think(game, ctx.within(own))
    }

    fn new_game(&mut self) {
        self.network.new_game();
        self.engine.new_game();
    }
}
