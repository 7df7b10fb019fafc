//! An evaluator that asks an exact solver before it guesses: near the end of a game a tree then knows what it sees.

use damero_games::random::SeededRng;
use damero_games::{Game, Outcome};

use super::evaluator::{Evaluations, Evaluator};
use crate::limits::Stop;
use crate::solve::{Solved, Solver};

/// Proves what the solver of a game usually proves in a few nodes, and leaves everything else to another evaluator.
///
/// ```
/// use damero_games::{Notation, Outcome, Player, random::seeded, reversi::Reversi};
/// use damero_search::mcts::{Evaluations, Evaluator, Exact, Rollouts};
/// use damero_search::{EngineOptions, Searchable};
/// let solver = Reversi::solver(&EngineOptions::default());
/// let mut judge = Exact::new(Rollouts::default(), solver, 1_000);
/// let board = "X".repeat(40) + &"O".repeat(20) + "---- X";
/// let game = Reversi::from_position(&Default::default(), &board)?;
/// let mut answers = Evaluations::default();
/// judge.evaluate(&[game], &mut seeded(1), &mut answers);
/// let (outcome, _) = answers.iter().next().unwrap().proven.unwrap();
/// assert_eq!(outcome, Outcome::Win(Player::First));
/// # Ok::<(), damero_games::InputError>(())
/// ```
pub struct Exact<G: Game, E> {
    inner: E,
    solver: Option<Box<dyn Solver<G>>>,
    nodes: u64,
    unsolved: Vec<G>,
    answers: Evaluations,
}

impl<G: Game, E> Exact<G, E> {
    /// Solves what usually takes at most `nodes` nodes; without a solver `inner` says everything.
    pub fn new(inner: E, solver: Option<Box<dyn Solver<G>>>, nodes: u64) -> Self {
        Self {
            inner,
            solver,
            nodes,
            unsolved: Vec::new(),
            answers: Evaluations::default(),
        }
    }

    /// The exact value of a position in which a player is to move, if the solver finds it in about `nodes` nodes.
    pub fn solve(&mut self, game: &G, nodes: u64, stop: &Stop) -> Option<Solved<G::Move>> {
        self.solver.as_mut()?.prove(game, nodes, stop)
    }

    fn prove(&mut self, game: &G) -> Option<(Outcome, u32)> {
        let mover = game.turn().player()?;
        let solved = self.solve(game, self.nodes, &Stop::default())?;
        Some((solved.outcome(mover), solved.plies_to_end()))
    }
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Exact<G, E> {
    fn evaluate(&mut self, positions: &[G], rng: &mut SeededRng, out: &mut Evaluations) {
        if self.solver.is_none() || self.nodes == 0 {
            return self.inner.evaluate(positions, rng, out);
        }
        self.unsolved.clear();
        self.answers.clear();
        let proven: Vec<_> = positions.iter().map(|game| self.prove(game)).collect();
        let unsolved = positions
            .iter()
            .zip(&proven)
            .filter(|(_, proven)| proven.is_none());
        self.unsolved.extend(unsolved.map(|(game, _)| game.clone()));
        if !self.unsolved.is_empty() {
            self.inner.evaluate(&self.unsolved, rng, &mut self.answers);
        }
        let mut guesses = self.answers.iter();
        for (game, proven) in positions.iter().zip(proven) {
            match proven {
                Some((outcome, plies)) => out.push_proven(outcome, plies, game.count_moves()),
                None => guesses.by_ref().take(1).for_each(|guess| out.push_same(guess)),
            }
        }
    }
}
