//! The solver as others see it: values and best moves of positions of the game.

use std::time::{Duration, Instant};

use damero_games::quarto::{Piece, Quarto, QuartoMove};
use damero_games::{Game, MoveBuf, Outcome, PovOutcome, Turn};

use super::canonical::Symmetries;
use super::grid::{Grid, Outlook};
use super::search::{Goal, Search};
use super::table::TranspositionTable;
use crate::limits::{Limits, Meter, Stop};

/// The exact value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The result for the player to move when both play perfectly; of a finished game, for who placed last.
    pub outcome: PovOutcome,
    /// A move that reaches it. In a lost position one that does not lose at once, if there is any. `None` when the
    /// game is over.
    pub best: Option<QuartoMove>,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// The exact value of every legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveValues {
    /// The moves in the order of the game, each with its result for the player to move.
    pub moves: Vec<(QuartoMove, PovOutcome)>,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// Solves positions of Quarto under both rules, and keeps what it proved for the next position.
pub struct QuartoSolver {
    table: TranspositionTable,
    /// The rules that the table is about.
    rules: Option<(bool, Symmetries)>,
}

impl Default for QuartoSolver {
    /// A solver with a table of 256 MiB.
    fn default() -> Self {
        Self::new(256)
    }
}

impl QuartoSolver {
    /// A solver whose table grows to at most this many mebibytes, rounded down to a power of two. Even the empty board
    /// does not fill 256; from four pieces on 16 are plenty.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        Self {
            table: TranspositionTable::new(mebibytes),
            rules: None,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The value of a position and a move that reaches it; `None` when stopped. `progress` is called with the number
    /// of nodes every million or so.
    pub fn solve(&mut self, game: &Quarto, stop: &Stop, progress: &mut dyn FnMut(u64)) -> Option<Solution> {
        self.solve_within(game, &Limits::default(), stop, progress)
    }

    /// As [`QuartoSolver::solve`]; `None` also when the nodes or the time of `limits` did not suffice.
    pub fn solve_within(
        &mut self,
        game: &Quarto,
        limits: &Limits,
        stop: &Stop,
        progress: &mut dyn FnMut(u64),
    ) -> Option<Solution> {
        let start = Instant::now();
        if let Turn::Over(outcome) = game.turn() {
            let outcome = match outcome {
                Outcome::Win(_) => PovOutcome::Win,
                Outcome::Draw => PovOutcome::Draw,
            };
            return Some(Solution {
                outcome,
                best: None,
                nodes: 0,
                time: start.elapsed(),
            });
        }
        let meter = Meter::new(limits, start, [stop.clone(), Stop::default()]);
        let (outcome, best, nodes) = if game.squares_win() {
            Root::<true>::new(self, game, meter, progress).solve()?
        } else {
            Root::<false>::new(self, game, meter, progress).solve()?
        };
        Some(Solution {
            outcome,
            best,
            nodes,
            time: start.elapsed(),
        })
    }

    /// The value of every legal move; `None` when stopped.
    pub fn solve_moves(
        &mut self,
        game: &Quarto,
        stop: &Stop,
        progress: &mut dyn FnMut(u64),
    ) -> Option<MoveValues> {
        self.solve_moves_within(game, &Limits::default(), stop, progress)
    }

    /// As [`QuartoSolver::solve_moves`]; `None` also when the nodes or the time of `limits` did not suffice.
    pub fn solve_moves_within(
        &mut self,
        game: &Quarto,
        limits: &Limits,
        stop: &Stop,
        progress: &mut dyn FnMut(u64),
    ) -> Option<MoveValues> {
        let start = Instant::now();
        let meter = Meter::new(limits, start, [stop.clone(), Stop::default()]);
        let (moves, nodes) = if game.squares_win() {
            Root::<true>::new(self, game, meter, progress).solve_moves()?
        } else {
            Root::<false>::new(self, game, meter, progress).solve_moves()?
        };
        Some(MoveValues {
            moves,
            nodes,
            time: start.elapsed(),
        })
    }

    /// The tables of these rules. What was proven under the others is forgotten.
    fn tables(&mut self, squares: bool) -> (&mut TranspositionTable, &Symmetries) {
        let rules = match self.rules.take() {
            Some(rules) if rules.0 == squares => rules,
            _ => {
                self.table.clear();
                (squares, Symmetries::new(squares))
            }
        };
        (&mut self.table, &self.rules.insert(rules).1)
    }
}

/// The position to be solved, with its moves.
struct Root<'a, const SQUARES: bool> {
    game: &'a Quarto,
    grid: Grid,
    outlook: Outlook,
    search: Search<'a, SQUARES>,
}

impl<'a, const SQUARES: bool> Root<'a, SQUARES> {
    fn new(
        solver: &'a mut QuartoSolver,
        game: &'a Quarto,
        meter: Meter,
        progress: &'a mut dyn FnMut(u64),
    ) -> Self {
        let (table, symmetries) = solver.tables(SQUARES);
        let grid = Grid::of(game);
        Self {
            game,
            grid,
            outlook: Outlook::new::<SQUARES>(&grid),
            search: Search {
                symmetries,
                table,
                meter,
                progress,
            },
        }
    }

    fn solve(mut self) -> Option<(PovOutcome, Option<QuartoMove>, u64)> {
        let mut moves = MoveBuf::new();
        self.game.moves(&mut moves);
        moves.sort_by_key(|&m| self.rank(m));
        for (goal, outcome) in [(Goal::Win, PovOutcome::Win), (Goal::Draw, PovOutcome::Draw)] {
            for &m in &moves {
                if self.reaches(m, goal)? {
                    return Some((outcome, Some(m), self.search.meter.nodes()));
                }
            }
        }
        Some((
            PovOutcome::Loss,
            moves.first().copied(),
            self.search.meter.nodes(),
        ))
    }

    fn solve_moves(mut self) -> Option<(Vec<(QuartoMove, PovOutcome)>, u64)> {
        let mut moves = MoveBuf::new();
        self.game.moves(&mut moves);
        let mut values = Vec::with_capacity(moves.len());
        for m in moves {
            let outcome = if self.reaches(m, Goal::Win)? {
                PovOutcome::Win
            } else if self.reaches(m, Goal::Draw)? {
                PovOutcome::Draw
            } else {
                PovOutcome::Loss
            };
            values.push((m, outcome));
        }
        Some((values, self.search.meter.nodes()))
    }

    fn wins_somewhere(&self, piece: Piece) -> bool {
        self.game.board().winning_cells(piece, SQUARES) != 0
    }

    fn wins_on(&self, piece: Piece, cell: u16) -> bool {
        self.game.board().winning_cells(piece, SQUARES) & cell != 0
    }

    /// Whether the player to move reaches `goal` by this move.
    fn reaches(&mut self, m: QuartoMove, goal: Goal) -> Option<bool> {
        match (m, self.game.hand()) {
            (QuartoMove::Give(piece), _) => {
                if self.wins_somewhere(piece) {
                    return Some(false);
                }
                let piece = u32::from(piece.index());
                let saved = self
                    .search
                    .placer_reaches(&self.grid, &self.outlook, piece, goal.opposite())?;
                Some(!saved)
            }
            (QuartoMove::Place(cell), Some(piece)) => {
                if self.wins_on(piece, cell.bit()) {
                    return Some(true);
                }
                let next = self.grid.after(u32::from(piece.index()), u32::from(cell.index()));
                self.search.giver_reaches(&next, goal)
            }
            (QuartoMove::Place(_), None) => Some(false),
        }
    }

    /// The order in which moves are tried: wins, then what leaves the opponent the least, then what loses at once.
    fn rank(&self, m: QuartoMove) -> u32 {
        match (m, self.game.hand()) {
            (QuartoMove::Give(piece), _) if self.wins_somewhere(piece) => u32::MAX,
            (QuartoMove::Give(piece), _) => self.outlook.replies(u32::from(piece.index())).freedom(),
            (QuartoMove::Place(cell), Some(piece)) if self.wins_on(piece, cell.bit()) => 0,
            (QuartoMove::Place(cell), Some(piece)) => {
                let next = self.grid.after(u32::from(piece.index()), u32::from(cell.index()));
                let safe = next.safe::<SQUARES>();
                // With nothing safe to give this is the largest number.
                Outlook::new::<SQUARES>(&next).least_freedom(safe)
            }
            (QuartoMove::Place(_), None) => u32::MAX,
        }
    }
}
