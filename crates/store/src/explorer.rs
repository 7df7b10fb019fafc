//! The rows of the opening explorer: what was played in which position, and how the games ended.

/// Where a game comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameSource {
    /// Played on this server.
    Here,
    /// Imported by the operator.
    Collection,
}

impl GameSource {
    /// The number in the table.
    pub(crate) const fn number(self) -> i64 {
        match self {
            Self::Here => 0,
            Self::Collection => 1,
        }
    }

    pub(crate) const fn of(number: i64) -> Self {
        match number {
            0 => Self::Here,
            _ => Self::Collection,
        }
    }
}

/// A move and the key of the position in which it was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExploredMove {
    /// The key of the position.
    pub position: i64,
    /// The move.
    pub text: String,
}

/// How a game ended: for whom, or for nobody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The first player won.
    First,
    /// Nobody won.
    Drawn,
    /// The second player won.
    Second,
}

/// A game that is to be counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExploredGame {
    /// The id of a game here, or a fingerprint of an imported one: each counts once.
    pub id: String,
    /// Where it comes from.
    pub source: GameSource,
    /// Which game.
    pub game: String,
    /// The rules id.
    pub rules: String,
    /// What was played. Empty for a game that says nothing about openings, which is then not asked about again.
    pub moves: Vec<ExploredMove>,
    /// How it ended.
    pub ended: Ended,
    /// The points of the first player less those of the second, where the game has points.
    pub points: Option<i64>,
}

/// How often a move was played in a position, and how these games ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveCount {
    /// From which games.
    pub source: GameSource,
    /// The move.
    pub text: String,
    /// Games that the first player won.
    pub first: i64,
    /// Drawn games.
    pub draws: i64,
    /// Games that the second player won.
    pub second: i64,
    /// The sum of the points of the first player less those of the second,
    pub points: i64,
    /// over so many games.
    pub pointed: i64,
}
