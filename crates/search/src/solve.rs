//! The exact value of a position, whatever the game: what a solver says, and why it may not.

use std::time::Duration;

use damero_games::{Game, Outcome, Player, Text};

use crate::agent::{SearchResult, SearchedMove};
use crate::limits::Stop;
use crate::score::Score;

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

impl<M> Solved<M> {
    /// The result of perfect play, when `mover` is to move.
    #[must_use]
    pub fn outcome(&self, mover: Player) -> Outcome {
        outcome(self.value, mover)
    }

    /// What an agent says that plays the best move.
    #[must_use]
    pub fn into_result(self, best: M, mover: Player) -> SearchResult<M>
    where
        M: Copy + PartialEq,
    {
        let plies = self.plies_to_end();
        let searched = |m: M, value: i32, plies: u32| {
            let outcome = outcome(value, mover).pov(mover);
            SearchedMove {
                m,
                score: Some(Score::ended(outcome, plies)),
                value: Some(outcome.value()),
                visit_share: None,
            }
        };
        let of = |one: &MoveValue<M>| searched(one.m, one.value, one.plies.unwrap_or(plies));
        let chosen = searched(best, self.value, plies);
        SearchResult {
            score: chosen.score,
            value: chosen.value,
            moves: if self.moves.is_empty() {
                vec![chosen]
            } else {
                self.moves.iter().map(of).collect()
            },
            depth: plies,
            nodes: self.nodes,
            time: self.time,
            pv: self.pv,
            ..SearchResult::bare(best)
        }
    }

    /// Plies to the end: known, or those of the principal variation.
    #[must_use]
    pub fn plies_to_end(&self) -> u32 {
        self.plies.unwrap_or(self.pv.len() as u32)
    }
}

fn outcome(value: i32, mover: Player) -> Outcome {
    match value.signum() {
        1 => Outcome::Win(mover),
        -1 => Outcome::Win(mover.other()),
        _ => Outcome::Draw,
    }
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

    /// Solves a position in which a player is to move if that takes at most so many nodes, or usually does.
    fn prove(&mut self, game: &G, nodes: u64, stop: &Stop) -> Option<Solved<G::Move>> {
        let near = self.usual_nodes(game).is_some_and(|usual| usual <= nodes);
        near.then(|| self.solve(game, stop, &mut |_| ()).ok())?
    }
}
