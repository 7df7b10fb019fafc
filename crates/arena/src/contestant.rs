//! A player at the board. Our own agents never fail; programs outside may, and then they forfeit the game.

use std::fmt;

use damero_games::{Notation, Session, Text};
use damero_search::{Agent, Limits, Stop, Thought};
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
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Result<Thought<G::Move>, Fault>;
}

/// Makes an agent from a seed.
type Make<G> = Box<dyn Fn(u64) -> Box<dyn Agent<G>> + Send>;

/// One of our own agents with limits of its own.
pub struct Inside<G: Notation> {
    agent: Box<dyn Agent<G>>,
    limits: Limits,
    /// Makes the agent anew; for those that draw lots, a new game needs a new seed.
    make: Option<Make<G>>,
}

impl<G: Notation> Inside<G> {
    /// An agent that leaves nothing to chance.
    #[must_use]
    pub fn fixed(agent: Box<dyn Agent<G>>, limits: Limits) -> Self {
        Self {
            agent,
            limits,
            make: None,
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
            agent: make(seed),
            limits,
            make: Some(Box::new(make)),
        }
    }
}

impl<G: Notation> Agent<G> for Inside<G> {
    fn name(&self) -> String {
        self.agent.name()
    }

    fn think(
        &mut self,
        game: &G,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        self.agent.think(game, &limits.and(self.limits), stop, report)
    }

    fn new_game(&mut self) {
        self.agent.new_game();
    }
}

impl<G: Notation> Contestant<G> for Inside<G> {
    fn name(&self) -> String {
        self.agent.name()
    }

    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        match &self.make {
            Some(make) => self.agent = make(seed),
            None => self.agent.new_game(),
        }
        Ok(())
    }

    fn choose(
        &mut self,
        session: &Session<G>,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Result<Thought<G::Move>, Fault> {
        Ok(self.think(session.game(), limits, stop, report))
    }
}
