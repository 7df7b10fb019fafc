//! A trained network that guides a tree search.

use damero_games::{Encode, Symmetry, Text};
use damero_nets::{Model, NetEvaluator, Precision};
use damero_search::mcts::{Exact, Mcts, Options, Views};
use damero_search::{Agent, EngineOptions, Limits, SearchContext, SearchResult, Searchable};

use super::cache;
use super::folder::Source;
use crate::spec::SpecError;

/// Simulations of each decision when nothing is said.
pub(crate) const SIMULATIONS: u64 = 200;

/// The most leaves for one call of the network: beyond it they repeat each other and cost no less.
pub(crate) const MAX_LEAVES: usize = 32;

/// The table of the solver: small, as it is cleared for every player, and enough for what it is asked.
const SOLVER_MIB: usize = 8;

/// Leaves for one call when time alone limits a search and nothing is said: with four there are twice as many simulations a
/// second where layers are linear, up to 1.4 times as many with convolutions. A count of simulations buys the most with one.
const TIMED_LEAVES: usize = 4;

/// Nodes that a decision may usually take to be solved instead of searched, when nothing is said: less time than 200
/// simulations take. It reaches Quarto from six pieces and the last 14 squares of Reversi.
pub(crate) const EXACT_NODES: u64 = 100_000;

/// A leaf may be solved in so many times fewer nodes than a decision: about the time of one look at the network.
const LEAF_SHARE: u64 = 100;

/// How a player searches with its network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TreeOptions {
    /// Leaves for one call of the network; none leaves the choice to the player.
    pub(crate) leaves: Option<usize>,
    /// Symmetries through which each position is seen; 0 as it is.
    pub(crate) symmetries: usize,
    /// What usually takes so many nodes is solved, in games with a solver; 0 for the network alone.
    pub(crate) exact_nodes: u64,
}

impl Default for TreeOptions {
    fn default() -> Self {
        Self {
            leaves: None,
            symmetries: 0,
            exact_nodes: EXACT_NODES,
        }
    }
}

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

    /// A player with an empty tree.
    pub(crate) fn agent(&self, seed: u64, tree: TreeOptions) -> AlphaZero<G>
    where
        G: Searchable,
    {
        let options = Options {
            simulations: SIMULATIONS,
            seed,
            ..Options::puct()
        };
        let solver = EngineOptions {
            table_mib: SOLVER_MIB,
            score_all: true,
            ..EngineOptions::default()
        };
        let solver = G::solver(&solver).filter(|_| tree.exact_nodes > 0);
        let network = Views::new(self.evaluator.clone(), tree.symmetries);
        AlphaZero {
            tree: Mcts::new(
                Exact::new(network, solver, tree.exact_nodes / LEAF_SHARE),
                options,
            ),
            name: self.name.clone(),
            leaves: tree.leaves,
            exact_nodes: tree.exact_nodes,
        }
    }

    /// The rules under which it learned.
    pub(crate) const fn rules(&self) -> &G::Rules {
        &self.rules
    }
}

/// A tree search with the name of its network.
pub(crate) struct AlphaZero<G: Encode> {
    tree: Mcts<G, Exact<G, Views<NetEvaluator<G>>>>,
    name: String,
    leaves: Option<usize>,
    exact_nodes: u64,
}

impl<G: Encode + Symmetry> Agent<G> for AlphaZero<G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn think(&mut self, game: &G, ctx: SearchContext<'_, SearchResult<G::Move>>) -> SearchResult<G::Move> {
        let exact = self.tree.evaluator_mut();
        let solved = exact.solve(game, self.exact_nodes, &ctx.stop);
        if let (Some(solved), Some(mover)) = (solved, game.turn().player())
            && let Some(&best) = solved.best.first()
        {
            return solved.into_result(best, mover);
        }
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
