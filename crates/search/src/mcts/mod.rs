//! Monte Carlo tree search for every game: simulations through a growing tree, judged at its leaves by an [`Evaluator`].
//!
//! [`Search`] is the tree of one game, driven from outside in two halves, so that the leaves of many games can be
//! evaluated together. [`Mcts`] is the agent that drives one of them. With [`Rollouts`] it needs no knowledge of the
//! game; networks are evaluators too, and [`Leaves`] shows positions to networks outside of the program.
//!
//! It asks each position whose turn it is, so a player may move twice in a row; values are absolute and seen by a player
//! only where that player chooses. Where chance is to decide the search draws its own events or stops
//! ([`ChanceMode`]); it never sees a real one beforehand. What is won, lost or drawn for certain is backed up exactly,
//! and a root that is solved ends the search. Everything random comes from one seed: the same calls give the same
//! answers, as long as time is not the limit.

mod chance;
mod evaluator;
mod exact;
mod gumbel;
mod noise;
mod options;
mod report;
mod rows;
mod search;
mod select;
mod tree;
mod views;

use std::time::Instant;

use damero_games::Game;
use damero_games::random::{SeededRng, seeded};
use damero_games::zobrist::mix;

pub use self::evaluator::{Evaluation, Evaluations, Evaluator, Rollouts};
pub use self::exact::Exact;
pub use self::noise::dirichlet;
pub use self::options::{Alpha, ChanceMode, FirstPlay, Options, Root, RootNoise, Selection, Temperature};
pub use self::report::RootMove;
pub use self::rows::{Leaves, PolicyForm, RowError};
pub use self::search::{Reuse, Search};
pub use self::views::Views;
use crate::agent::{Agent, SearchContext, SearchResult};
use crate::limits::Limits;

/// The agent. It keeps its tree from move to move, as far as the game follows it.
///
/// ```
/// use damero_games::{Game, reversi::Reversi};
/// use damero_search::mcts::{Options, Rollouts};
/// use damero_search::{Agent, Limits, Mcts};
/// let mut engine = Mcts::new(Rollouts::default(), Options::uct());
/// let game = Reversi::start(&Default::default());
/// let limits = Limits { simulations: Some(50), ..Limits::default() };
/// let result = engine.think(&game, limits.into());
/// assert!(game.is_legal(result.best));
/// ```
pub struct Mcts<G: Game, E> {
    evaluator: E,
    options: Options,
    temperature: Temperature<G>,
    search: Option<Search<G>>,
    rng: SeededRng,
    leaves: Vec<G>,
    answers: Evaluations,
    games: u64,
}

impl<G: Game, E: Evaluator<G>> Mcts<G, E> {
    /// An agent without a tree, which always plays the move it likes best.
    pub fn new(evaluator: E, options: Options) -> Self {
        Self {
            evaluator,
            options,
            temperature: Temperature::default(),
            search: None,
            // Not the stream of the tree, which has the plain seed.
            rng: seeded(mix(options.seed)),
            leaves: Vec::new(),
            answers: Evaluations::default(),
            games: 0,
        }
    }

    /// The same agent with a temperature. Plies are counted by the moves that it could follow since its first thought
    /// of a game.
    #[must_use]
    pub fn with_temperature(mut self, temperature: Temperature<G>) -> Self {
        self.temperature = temperature;
        self
    }

    /// Changes how many leaves go into one call of the evaluator, from the next thought on.
    pub const fn set_batch(&mut self, batch: usize) {
        self.options.batch = batch;
    }

    /// The evaluator.
    pub const fn evaluator_mut(&mut self) -> &mut E {
        &mut self.evaluator
    }

    /// The tree of the last search.
    pub const fn search(&self) -> Option<&Search<G>> {
        self.search.as_ref()
    }
}

/// Simulations that the limits allow: as many as time permits when only time is limited.
fn budget(limits: &Limits, options: &Options) -> u64 {
    // A node is the end of a simulation, and the root.
    let by_nodes = limits.nodes.map(|nodes| nodes.saturating_sub(1));
    let timed = limits.time.is_some() && !matches!(options.root, Root::Gumbel { .. });
    let unlimited = if timed { u64::MAX } else { options.simulations };
    let counted = [limits.simulations, by_nodes].into_iter().flatten().min();
    counted.unwrap_or(unlimited)
}

impl<G: Game, E: Evaluator<G>> Agent<G> for Mcts<G, E> {
    fn name(&self) -> String {
        "mcts".to_owned()
    }

    /// Simulations, nodes (ends of simulations and the root) and time limit the search. Simulations kept from earlier
    /// moves come on top. Gumbel root selection under a limit of time alone plans with the simulations of its options.
    fn think(
        &mut self,
        game: &G,
        mut ctx: SearchContext<'_, SearchResult<G::Move>>,
    ) -> SearchResult<G::Move> {
        let start = Instant::now();
        let deadline = ctx.limits.time.and_then(|time| start.checked_add(time));
        let search = match self.search.take() {
            Some(mut search) => {
                search.follow(game);
                search
            }
            None => {
                let mut options = self.options;
                // Each game of an agent goes its own way; the first one has the plain seed.
                options.seed ^= self.games.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                Search::new(game.clone(), options)
            }
        };
        let search = self.search.insert(search);
        search.begin(budget(&ctx.limits, &self.options));
        let mut next_report = 128;
        while !search.is_done()
            && !ctx.stop.asked()
            && deadline.is_none_or(|deadline| Instant::now() < deadline)
        {
            self.leaves.clear();
            self.answers.clear();
            if search.gather(self.options.batch.max(1), &mut self.leaves) > 0 {
                self.evaluator
                    .evaluate(&self.leaves, &mut self.rng, &mut self.answers);
                assert_eq!(
                    self.answers.len(),
                    self.leaves.len(),
                    "an evaluation for each position"
                );
            }
            search.apply(&mut self.answers.iter());
            if search.simulations() >= next_report {
                next_report *= 2;
                if let Some(best) = search.best() {
                    ctx.report(&finish(search, best, start));
                }
            }
        }
        let temperature = self.temperature.at(game, search.ply());
        let best = search
            .choose(temperature)
            .expect("an agent thinks only when a player is to move");
        finish(search, best, start)
    }

    fn new_game(&mut self) {
        self.search = None;
        self.games += 1;
    }
}

fn finish<G: Game>(search: &Search<G>, best: G::Move, start: Instant) -> SearchResult<G::Move> {
    SearchResult {
        nodes: search.simulations() + u64::from(search.kept_visits() == 0 && search.root_visits() > 0),
        time: start.elapsed(),
        ..search.searched(best)
    }
}
