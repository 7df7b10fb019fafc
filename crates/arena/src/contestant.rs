//! A player at the board. Our own agents never fail; programs outside may, and then they forfeit the game.

use std::fmt;

use damero_games::{Notation, Session, Text};
use damero_search::book::{Bookable, Booked};
use damero_search::{Agent, Limits, SearchContext, SearchResult};
use serde::{Deserialize, Serialize};

/// How a player failed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// The program could not be started.
    Start,
    /// It ended, or closed its output.
    Crash,
    /// It did not answer in time.
    Timeout,
    /// It answered with a move that the rules refuse, or with no move at all.
    Illegal,
    /// It said something else than its protocol allows, or its protocol cannot say what is needed.
    Protocol,
}

/// A failure of a player, for which it loses the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// What happened.
    pub problem: Text,
}

impl Fault {
    /// A failure with its story.
    #[must_use]
    pub const fn new(kind: FaultKind, problem: Text) -> Self {
        Self { kind, problem }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl std::error::Error for Fault {}

/// Something that can be asked for a move and may fail to give one.
pub trait Contestant<G: Notation>: Send {
    /// What it calls itself.
    fn name(&self) -> String;

    /// Whether it can play under these rules at all.
    ///
    /// # Errors
    /// Why it cannot.
    fn check(&self, rules: &G::Rules) -> Result<(), Fault> {
        let _ = rules;
        Ok(())
    }

    /// Forgets earlier games; what it leaves to chance follows from `seed` from now on.
    ///
    /// # Errors
    /// If a program outside does not follow.
    fn new_game(&mut self, seed: u64) -> Result<(), Fault>;

    /// Chooses a move for the player to move. What it returns is legal.
    ///
    /// # Errors
    /// If a program outside fails.
    ///
    /// # Panics
    /// May panic unless a player is to move.
    fn choose(
        &mut self,
        session: &Session<G>,
        ctx: SearchContext<'_, SearchResult<G::Move>>,
    ) -> Result<SearchResult<G::Move>, Fault>;
}

/// Makes an agent from a seed.
type Make<G> = Box<dyn Fn(u64) -> Box<dyn Agent<G>> + Send>;

/// One of our own agents, by what a new seed means to it.
enum Player<G: Notation> {
    /// Leaves nothing to chance.
    Fixed(Box<dyn Agent<G>>),
    /// Draws lots: it is made anew for every game.
    Drawing { agent: Box<dyn Agent<G>>, make: Make<G> },
    /// Leaves to chance only which good move of the book it plays.
    Booked(Booked<Box<dyn Agent<G>>>),
}

/// One of our own agents with limits of its own.
pub struct Builtin<G: Notation> {
    player: Player<G>,
    limits: Limits,
}

impl<G: Bookable> Builtin<G> {
    /// An agent that leaves nothing to chance.
    #[must_use]
    pub fn fixed(agent: Box<dyn Agent<G>>, limits: Limits) -> Self {
        Self {
            player: Player::Fixed(agent),
            limits,
        }
    }

    /// An agent that plays from the book that comes with the program where there is one, and then by itself.
    #[must_use]
    pub fn booked(seed: u64, agent: Box<dyn Agent<G>>, limits: Limits) -> Self {
        Self {
            player: Player::Booked(Booked::new(agent).varied(seed)),
            limits,
        }
    }

    /// An agent that draws lots.
    #[must_use]
    pub fn random(
        seed: u64,
        limits: Limits,
        make: impl Fn(u64) -> Box<dyn Agent<G>> + Send + 'static,
    ) -> Self {
        Self {
            player: Player::Drawing {
                agent: make(seed),
                make: Box::new(make),
            },
            limits,
        }
    }

    fn agent(&self) -> &dyn Agent<G> {
        match &self.player {
            Player::Fixed(agent) | Player::Drawing { agent, .. } => agent,
            Player::Booked(booked) => booked,
        }
    }

    fn agent_mut(&mut self) -> &mut dyn Agent<G> {
        match &mut self.player {
            Player::Fixed(agent) | Player::Drawing { agent, .. } => agent,
            Player::Booked(booked) => booked,
        }
    }
}

impl<G: Bookable> Agent<G> for Builtin<G> {
    fn name(&self) -> String {
        self.agent().name()
    }

    fn think(&mut self, game: &G, ctx: SearchContext<'_, SearchResult<G::Move>>) -> SearchResult<G::Move> {
        let ctx = ctx.within(self.limits);
        self.agent_mut().think(game, ctx)
    }

    fn new_game(&mut self) {
        self.agent_mut().new_game();
    }
}

impl<G: Bookable> Contestant<G> for Builtin<G> {
    fn name(&self) -> String {
        self.agent().name()
    }

    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        match &mut self.player {
            Player::Fixed(agent) => agent.new_game(),
            Player::Drawing { agent, make } => *agent = make(seed),
            Player::Booked(booked) => {
                booked.reseed(seed);
                Agent::<G>::new_game(booked);
            }
        }
        Ok(())
    }

    fn choose(
        &mut self,
        session: &Session<G>,
        ctx: SearchContext<'_, SearchResult<G::Move>>,
    ) -> Result<SearchResult<G::Move>, Fault> {
        Ok(self.think(session.game(), ctx))
    }
}
