//! The solution of a puzzle as moves of its game, for those who look at what it shows.

use damero_games::perft::after;
use damero_games::{InputError, Player, Text, text};

use super::{Method, Puzzle, Puzzled};

/// A line of play from a position in which `solver` has to find the moves.
#[derive(Clone, Debug)]
pub struct Line<G: Puzzled> {
    /// Who has to find the moves.
    pub solver: Player,
    /// How it was proven.
    pub method: Method,
    /// What the first move is worth.
    pub value: i32,
    /// What the best of the wrong moves would be worth in its place.
    pub second: i32,
    /// Each move with the position in which it is played.
    pub plies: Vec<(G, G::Move)>,
    /// The position after the last move.
    pub end: G,
}

impl<G: Puzzled> Line<G> {
    /// The line of a puzzle: every move is legal, and the values belong to the solver's decisions.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(puzzle: &Puzzle) -> Result<Self, InputError> {
        let rules: G::Rules = puzzle.rules.parse()?;
        let mut game = G::from_position(&rules, &puzzle.position)?.forget_past();
        let solver = game.turn().player();
        let solver = solver.ok_or_else(|| wrong(Text::new("nobody is to move", "no le toca a nadie")))?;
        let mut plies = Vec::new();
        for ply in &puzzle.line {
            let m = game.read_move(&ply.text)?;
            if ply.is_solvers() != (game.turn().player() == Some(solver)) {
                let found = text!(
                    "values beside {:?} that belong to the other side",
                    "valores junto a {:?} que son del otro bando",
                    ply.text
                );
                return Err(wrong(found));
            }
            let next = after(&game, m);
            plies.push((game, m));
            game = next;
        }
        let first = puzzle.line.first().map_or(&[][..], |ply| &ply.values);
        let value = super::best(first);
        let wrong = first
            .iter()
            .map(|&(_, value)| value)
            .filter(|&other| other < value);
        Ok(Self {
            solver,
            method: puzzle.proof.method,
            value,
            second: wrong.max().unwrap_or(value),
            plies,
            end: game,
        })
    }

    /// The solver's moves, each with the position in which it is played.
    pub fn decisions(&self) -> impl Iterator<Item = &(G, G::Move)> {
        let solver = self.solver;
        self.plies
            .iter()
            .filter(move |(game, _)| game.turn().player() == Some(solver))
    }

    /// The replies, each with the position in which it is played.
    pub fn replies(&self) -> impl Iterator<Item = &(G, G::Move)> {
        let solver = self.solver;
        self.plies
            .iter()
            .filter(move |(game, _)| game.turn().player() != Some(solver))
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> &G {
        self.plies.first().map_or(&self.end, |(game, _)| game)
    }
}

/// A puzzle in which something does not hold.
#[must_use]
pub fn wrong(found: Text) -> InputError {
    let expected = Text::new(
        "a puzzle whose proof holds",
        "un problema cuya prueba se sostiene",
    );
    super::format::fault(0, found, expected)
}
