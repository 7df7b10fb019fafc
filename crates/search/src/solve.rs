//! The exact value of a position, whatever the game: what a solver says, and why it may not.

use std::time::Duration;

use damero_games::{Game, Text};

use crate::limits::Stop;

/// A solved position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved<M> {
    /// The result of perfect play for the player to move: the final difference where the game keeps points, otherwise
    /// 1 for a win, 0 for a draw and -1 for a loss.
    pub value: i32,
    /// Plies to the end, where the solver knows them.
    pub plies: Option<u32>,
    /// Moves that reach the value; all of them if every move was valued, otherwise at least one.
    pub best: Vec<M>,
    /// The principal variation, as far as it is known.
    pub pv: Vec<M>,
    /// Every move with its value, best first; empty if only the best was looked for.
    pub moves: Vec<MoveValue<M>>,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// The exact value of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveValue<M> {
    /// The move.
    pub m: M,
    /// What it leads to, for the player who makes it.
    pub value: i32,
    /// Plies to the end, where the solver knows them.
    pub plies: Option<u32>,
}

/// Why there is no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// Somebody stopped it.
    Stopped,
    /// The solver cannot; the reason in words.
    OutOfReach(Text),
}

/// Something that knows the exact values of positions.
pub trait Solver<G: Game>: Send {
    /// How many nodes a position like this usually takes; only a guess, for those who wait.
    fn usual_nodes(&self, _game: &G) -> Option<u64> {
        None
    }

    /// Solves a position in which a player is to move. `report` is told the number of nodes from time to time.
    ///
    /// # Errors
    /// If it was stopped, or the position is out of reach.
    fn solve(
        &mut self,
        game: &G,
        stop: &Stop,
        report: &mut dyn FnMut(u64),
    ) -> Result<Solved<G::Move>, Unsolved>;
}
