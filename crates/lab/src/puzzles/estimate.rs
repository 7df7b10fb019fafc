//! A first guess at how hard a puzzle is: how deep the engine must look for the answer, how many decisions there are, and
//! how many moves there are to choose from. What people make of it later corrects the guess.

use damero_search::puzzle::{Line, Puzzle, Puzzled, accepted};
use damero_search::{Agent, AlphaBeta, AlphaBetaOptions, Limits, SearchContext, SearchResult};

/// The deepest search, in turns.
const DEPTH: u32 = 6;

/// No search is worth more nodes.
const NODES: u64 = 100_000;

/// The rating of what everybody sees, and what each difficulty adds.
const BASE: u32 = 750;
const PER_DEPTH: u32 = 150;
const PER_DECISION: u32 = 80;
const PER_MOVE: u32 = 6;
const MOST_MOVES: u32 = 40;

/// Guesses how hard puzzles are.
pub(super) struct Estimator<G: Puzzled> {
    engine: AlphaBeta<G::Eval>,
}

impl<G: Puzzled> Default for Estimator<G> {
    fn default() -> Self {
        let options = AlphaBetaOptions {
            table_mib: 1,
            ..AlphaBetaOptions::default()
        };
        Self {
            engine: AlphaBeta::new(G::Eval::default(), options),
        }
    }
}

impl<G: Puzzled> Estimator<G> {
    /// The guess as a rating.
    pub(super) fn rating(&mut self, line: &Line<G>, puzzle: &Puzzle) -> u16 {
        let (mut deepest, mut decisions) = (1, 0);
        for ((game, _), ply) in line.plies.iter().zip(&puzzle.line) {
            if ply.values.len() > 1 {
                let right: Vec<&str> = accepted(ply).collect();
                deepest = deepest.max(self.depth(game, &right));
                decisions += 1;
            }
        }
        let moves = puzzle.line.first().map_or(0, |ply| ply.values.len() as u32);
        let rating = BASE
            + PER_DEPTH * (deepest - 1)
            + PER_DECISION * (decisions.max(1) - 1)
            + PER_MOVE * moves.min(MOST_MOVES);
        rating as u16
    }

    /// From which depth on the engine plays a right move, in turns.
    fn depth(&mut self, game: &G, right: &[&str]) -> u32 {
        Agent::<G>::new_game(&mut self.engine);
        let mut choices: Vec<bool> = Vec::new();
        let mut listen = |found: &SearchResult<G::Move>| {
            choices.push(right.contains(&found.best.to_string().as_str()));
        };
        let limits = Limits::depth(DEPTH * G::PLIES_PER_TURN).and(Limits::nodes(NODES));
        self.engine
            .think(game, SearchContext::new(limits).reporting(&mut listen));
        let wrong = choices.iter().rposition(|&right| !right);
        let plies = wrong.map_or(0, |last| last as u32 + 1);
        1 + plies.div_ceil(G::PLIES_PER_TURN)
    }
}
