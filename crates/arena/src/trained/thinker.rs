//! A trained network that guides a tree search.

use damero_games::{Encode, Text};
use damero_nets::{Model, NetEvaluator, Precision};
use damero_search::mcts::{Mcts, Options};
use damero_search::{Agent, Limits, Stop, Thought};

use super::folder::Source;
use crate::spec::SpecError;

/// Simulations of each decision when nothing is said.
pub(crate) const SIMULATIONS: u64 = 200;

/// A network with policy and value, ready to think.
#[derive(Clone, Debug)]
pub(crate) struct Thinker<G: Encode> {
    judge: NetEvaluator<G>,
    rules: G::Rules,
    name: String,
}

impl<G: Encode> Thinker<G> {
    /// Reads the weights; they must be of this game, under whatever rules.
    pub(crate) fn load(source: &Source, precision: Precision) -> Result<Self, SpecError> {
        let (file, model) = source.model(G::META.id)?;
        Self::new(&model, "az", precision).map_err(|Text { en, es }| SpecError {
            problem: Text::owned(format!("{file}: {en}"), format!("{file}: {es}")),
        })
    }

    /// The network of a file that was read; `player` is what players call it.
    pub(crate) fn new(model: &Model, player: &str, precision: Precision) -> Result<Self, Text> {
        // Of another game the rules cannot be read, but then the game is what is wrong, and is said to be.
        let rules: G::Rules = model.card().rules.parse().unwrap_or_default();
        let judge = NetEvaluator::with_precision(model, &rules, 1, precision);
        let judge = judge.map_err(|error| error.text())?;
        Ok(Self {
            judge,
            rules,
            name: format!("{player} {}", model.network().description().name),
        })
    }

    /// A player with an empty tree.
    pub(crate) fn agent(&self, seed: u64) -> Thinking<G> {
        let options = Options {
            simulations: SIMULATIONS,
            seed,
            ..Options::puct()
        };
        Thinking {
            tree: Mcts::new(self.judge.clone(), options),
            name: self.name.clone(),
        }
    }

    /// The rules under which it learned.
    pub(crate) const fn rules(&self) -> &G::Rules {
        &self.rules
    }
}

/// A tree search with the name of its network.
pub(crate) struct Thinking<G: Encode> {
    tree: Mcts<G, NetEvaluator<G>>,
    name: String,
}

impl<G: Encode> Agent<G> for Thinking<G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn think(
        &mut self,
        game: &G,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        self.tree.think(game, limits, stop, report)
    }

    fn new_game(&mut self) {
        self.tree.new_game();
    }
}
