//! The rows that the store keeps of puzzles: how good people are at them, how hard they proved to be, and who has tried
//! which. The puzzles themselves come with the program.

/// How good somebody is at the puzzles of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleScore {
    /// Who.
    pub user: String,
    /// Which game.
    pub game: String,
    /// The rating.
    pub rating: f64,
    /// The deviation.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
    /// Puzzles tried so far.
    pub played: i64,
    /// Puzzles solved in a row, the last one included.
    pub streak: i64,
    /// The longest such row.
    pub best_streak: i64,
}

/// How hard a puzzle proved to be.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleGrade {
    /// Which game.
    pub game: String,
    /// The id of the puzzle.
    pub puzzle: String,
    /// The rating.
    pub rating: f64,
    /// The deviation.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
    /// How many people have tried it.
    pub played: i64,
}

/// The first attempt of somebody at a puzzle, the one that counts.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleAttempt {
    /// Who.
    pub user: String,
    /// Which game.
    pub game: String,
    /// The id of the puzzle.
    pub puzzle: String,
    /// When.
    pub at: i64,
    /// Whether it was solved without a wrong move and without help.
    pub solved: bool,
    /// The person's rating afterwards.
    pub rating: f64,
}

/// An attempt with what it does to both ratings.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleResult {
    /// The attempt.
    pub attempt: PuzzleAttempt,
    /// The person's row afterwards.
    pub score: PuzzleScore,
    /// The puzzle's row afterwards.
    pub grade: PuzzleGrade,
}
