//! Whatever chooses moves, and what it has to say about them.

use std::time::Duration;

use damero_games::{Game, PovValue};

use crate::limits::{Limits, Stop};
use crate::score::Score;

/// What an agent thinks of one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchedMove<M> {
    /// The move.
    pub m: M,
    /// Its score for the player to move, when the agent scores moves.
    pub score: Option<Score>,
    /// The expected result for the player to move, between -1 and 1.
    pub value: Option<PovValue>,
    /// The share of attention that it got, for agents that sample.
    pub visit_share: Option<f32>,
}

/// The outcome of thinking about a position.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult<M> {
    /// The chosen move.
    pub best: M,
    /// Its score for the player to move.
    pub score: Option<Score>,
    /// The expected result for the player to move, between -1 and 1.
    pub value: Option<PovValue>,
    /// The expected line of play, beginning with the chosen move.
    pub pv: Vec<M>,
    /// All legal moves that were thought about, best first.
    pub moves: Vec<SearchedMove<M>>,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl<M> SearchResult<M> {
    /// A choice without reasons.
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

/// Something that plays a game: random, search, solver, network, or a program outside.
pub trait Agent<G: Game>: Send {
    /// What it calls itself.
    fn name(&self) -> String;

    /// Chooses a move for the player to move, within `limits`, ending early when `stop` is asked.
    ///
    /// `report` is called with intermediate thoughts.
    ///
    /// # Panics
    /// May panic unless a player is to move.
    fn think(
        &mut self,
        game: &G,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&SearchResult<G::Move>),
    ) -> SearchResult<G::Move>;

    /// Forgets what was learned about earlier games.
    fn new_game(&mut self) {}
}

impl<G: Game, A: Agent<G> + ?Sized> Agent<G> for Box<A> {
    fn name(&self) -> String {
        (**self).name()
    }

    fn think(
        &mut self,
        game: &G,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&SearchResult<G::Move>),
    ) -> SearchResult<G::Move> {
        (**self).think(game, limits, stop, report)
    }

    fn new_game(&mut self) {
        (**self).new_game();
    }
}
