//! A trained network that guides a tree search.

use damero_games::{Encode, Symmetry, Text};
use damero_nets::{Model, NetEvaluator, Precision};
use damero_search::mcts::{Mcts, Options, Views};
use damero_search::{Agent, Limits, SearchContext, SearchResult};

use super::cache;
use super::folder::Source;
use crate::spec::SpecError;

/// Simulations of each decision when nothing is said.
pub(crate) const SIMULATIONS: u64 = 200;

/// The most leaves for one call of the network: beyond it they repeat each other and cost no less.
pub(crate) const MAX_LEAVES: usize = 32;

/// Leaves for one call when time alone limits a search and nothing is said: with four there are twice as many simulations a
/// second where layers are linear, up to 1.4 times as many with convolutions. A count of simulations buys the most with one.
const TIMED_LEAVES: usize = 4;

/// A network with policy and value, ready to think.
#[derive(Clone, Debug)]
pub(crate) struct AlphaZeroPlayer<G: Encode> {
    evaluator: NetEvaluator<G>,
    rules: G::Rules,
    name: String,
}

impl<G: Encode> AlphaZeroPlayer<G> {
    /// Reads the weights; they must be of this game, under whatever rules.
    pub(crate) fn load(source: &Source, precision: Precision) -> Result<Self, SpecError> {
        let source = source.resolve()?;
        cache::shared(source.key(), "az", precision, || {
            let (file, model) = source.model(G::META.id)?;
            Self::new(&model, "az", precision).map_err(|Text { en, es }| SpecError {
                problem: Text::owned(format!("{file}: {en}"), format!("{file}: {es}")),
            })
        })
    }

    /// The network of a file that was read; `player` is what players call it.
    pub(crate) fn new(model: &Model, player: &str, precision: Precision) -> Result<Self, Text> {
        // Of another game the rules cannot be read, but then the game is what is wrong, and is said to be.
        let rules: G::Rules = model.card().rules.parse().unwrap_or_default();
        let evaluator = NetEvaluator::with_precision(model, &rules, MAX_LEAVES, precision);
        let evaluator = evaluator.map_err(|error| error.text())?;
        Ok(Self {
            evaluator,
            rules,
            name: format!("{player} {}", model.network().description().name),
        })
    }

    /// A player with an empty tree that gathers `leaves` leaves for each call of the network and shows it every position
    /// through `symmetries` symmetries.
    pub(crate) fn agent(&self, seed: u64, leaves: Option<usize>, symmetries: usize) -> AlphaZero<G>
    where
        G: Symmetry,
    {
        let options = Options {
            simulations: SIMULATIONS,
            seed,
            ..Options::puct()
        };
        AlphaZero {
            tree: Mcts::new(Views::new(self.evaluator.clone(), symmetries), options),
            name: self.name.clone(),
            leaves,
        }
    }

    /// The rules under which it learned.
    pub(crate) const fn rules(&self) -> &G::Rules {
        &self.rules
    }
}

/// A tree search with the name of its network.
pub(crate) struct AlphaZero<G: Encode> {
    tree: Mcts<G, Views<NetEvaluator<G>>>,
    name: String,
    leaves: Option<usize>,
}

impl<G: Encode + Symmetry> Agent<G> for AlphaZero<G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn think(&mut self, game: &G, ctx: SearchContext<'_, SearchResult<G::Move>>) -> SearchResult<G::Move> {
        let Limits {
            time,
            nodes,
            simulations,
            ..
        } = ctx.limits;
        let timed = time.is_some() && nodes.or(simulations).is_none();
        self.tree
            .set_batch(self.leaves.unwrap_or(if timed { TIMED_LEAVES } else { 1 }));
        self.tree.think(game, ctx)
    }

    fn new_game(&mut self) {
        self.tree.new_game();
    }
}
