//! The trait of everything that chooses moves, and the result of a search.

use std::time::Duration;

use damero_games::{Game, PovValue};

use crate::limits::{Limits, Stop};
use crate::score::Score;

/// The result of the search for one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchedMove<M> {
    /// The move.
    pub m: M,
    /// Its score for the player to move, when the agent scores moves.
    pub score: Option<Score>,
    /// The expected result for the player to move, between -1 and 1.
    pub value: Option<PovValue>,
    /// The share of the visits, for agents that sample.
    pub visit_share: Option<f32>,
}

/// The result of searching a position.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult<M> {
    /// The chosen move.
    pub best: M,
    /// Its score for the player to move.
    pub score: Option<Score>,
    /// The expected result for the player to move, between -1 and 1.
    pub value: Option<PovValue>,
    /// The principal variation, beginning with the chosen move.
    pub pv: Vec<M>,
    /// All legal moves that were searched, best first.
    pub moves: Vec<SearchedMove<M>>,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl<M> SearchResult<M> {
    /// A move without any search behind it.
    pub fn bare(best: M) -> Self {
        Self {
            best,
            score: None,
            value: None,
            pv: Vec::new(),
            moves: Vec::new(),
            depth: 0,
            nodes: 0,
            time: Duration::ZERO,
        }
    }
}

/// What a search is given along with the position. `R` is what it reports.
///
/// ```
/// use damero_search::{Limits, SearchContext, Stop};
/// let (stop, mut seen) = (Stop::default(), 0);
/// let mut count = |depth: &u32| seen += depth;
/// let mut ctx = SearchContext::new(Limits::depth(4)).stopped_by(&stop).reporting(&mut count);
/// ctx.report(&3);
/// assert_eq!(seen, 3);
/// ```
pub struct SearchContext<'a, R> {
    /// How long it may think.
    pub limits: Limits,
    /// The flag that ends it early.
    pub stop: Stop,
    listener: Option<&'a mut dyn FnMut(&R)>,
}

impl<'a, R> SearchContext<'a, R> {
    /// A search that nobody stops and nobody listens to.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            stop: Stop::default(),
            listener: None,
        }
    }

    /// The same, ended early by `stop`.
    #[must_use]
    pub fn stopped_by(self, stop: &Stop) -> Self {
        let stop = stop.clone();
        Self { stop, ..self }
    }

    /// The same, with intermediate results passed to `listener`.
    #[must_use]
    pub fn reporting(self, listener: &'a mut dyn FnMut(&R)) -> Self {
        let listener = Some(listener);
        Self { listener, ..self }
    }

    /// The same, within the tighter of both limits.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        let limits = self.limits.and(limits);
        Self { limits, ..self }
    }

    /// Passes an intermediate result on.
    pub fn report(&mut self, result: &R) {
        if let Some(listener) = &mut self.listener {
            listener(result);
        }
    }
}

impl<R> From<Limits> for SearchContext<'_, R> {
    fn from(limits: Limits) -> Self {
        Self::new(limits)
    }
}

/// Something that plays a game: random choice, search, solver, network, or an external engine.
///
/// ```
/// use damero_games::{Game, Player, Turn, reversi::Reversi};
/// use damero_search::{Agent, GreedyAgent, Limits, RandomAgent, Searchable};
///
/// // A whole game between two agents.
/// let mut game = Reversi::start(&Default::default());
/// let mut random = RandomAgent::new(1);
/// let mut greedy = GreedyAgent::new(<Reversi as Searchable>::Eval::default(), 2);
/// while let Turn::Player(player) = game.turn() {
///     let agent: &mut dyn Agent<Reversi> = match player {
///         Player::First => &mut random,
///         Player::Second => &mut greedy,
///     };
///     let result = agent.think(&game, Limits::default().into());
///     game.play(result.best)?;
/// }
/// # Ok::<(), damero_games::InputError>(())
/// ```
pub trait Agent<G: Game>: Send {
    /// Its name.
    fn name(&self) -> String;

    /// Chooses a move for the player to move, within the limits of the context, and reports intermediate results.
    ///
    /// # Panics
    /// May panic unless a player is to move.
    fn think(&mut self, game: &G, ctx: SearchContext<'_, SearchResult<G::Move>>) -> SearchResult<G::Move>;

    /// Clears what is kept between moves, such as the transposition table and the search tree.
    fn new_game(&mut self) {}
}

impl<G: Game, A: Agent<G> + ?Sized> Agent<G> for Box<A> {
    fn name(&self) -> String {
        (**self).name()
    }

    fn think(&mut self, game: &G, ctx: SearchContext<'_, SearchResult<G::Move>>) -> SearchResult<G::Move> {
        (**self).think(game, ctx)
    }

    fn new_game(&mut self) {
        (**self).new_game();
    }
}
