//! Puzzles: positions with one right way to go on, each with the proof attached.
//!
//! A [`Puzzle`] is a position, a line of play and the [`Proof`]: the value of every move at each decision of the solver, by
//! a [`Method`] that anybody can run again. What a game brings to its puzzles is the trait [`Puzzled`]; a game that brings
//! nothing has none. `rule.rs` says when a move is the only right one, `prover.rs` values moves, `check.rs` proves a puzzle
//! again from the rules, `format.rs` reads and writes files, `shipped.rs` holds the puzzles that come with the program.
//! They are made by `damero puzzles make`.
//!
//! ```
//! use damero_games::GameId;
//! let puzzles = damero_search::puzzle::shipped(GameId::Reversi).expect("the file was checked");
//! assert!(puzzles.puzzles.len() >= 300);
//! ```

mod azul;
mod check;
mod checkers;
mod chessfive;
mod format;
mod line;
mod points;
mod prover;
mod quarto;
mod reversi;
mod rule;
mod shipped;
mod themes;

use std::fmt;
use std::str::FromStr;

use damero_games::perft::after;
use damero_games::{Game, Player, Text, text};

use crate::eval::Searchable;

pub use check::{likeness, look, prove};
pub use line::{Line, wrong};
pub use prover::Prover;
pub use rule::{DecisionPlace, accepted, best, is_answer};
pub use shipped::{look_at_all, pack, shipped, shipped_text, unpack};
pub use themes::{COMMON, themes, themes_of};

/// How the values of moves were found. Whoever runs it again gets the same numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The game's exact solver.
    Exact,
    /// Every line to the end of a game in which chance has nothing left to decide: the difference of the points.
    Points,
    /// Every line of so many plies: who wins by force within them, and how soon.
    Forced(u32),
    /// Every line of so many plies, and on until nothing is left to be captured: the material that it wins.
    Material(u32),
}

impl Method {
    /// The same method when `played` of its plies have been played.
    #[must_use]
    pub fn later(self, played: u32) -> Self {
        match self {
            Self::Exact | Self::Points => self,
            Self::Forced(plies) => Self::Forced(plies.saturating_sub(played).max(1)),
            Self::Material(plies) => Self::Material(plies.saturating_sub(played).max(1)),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => f.write_str("exact"),
            Self::Points => f.write_str("points"),
            Self::Forced(plies) => write!(f, "forced:{plies}"),
            Self::Material(plies) => write!(f, "material:{plies}"),
        }
    }
}

impl FromStr for Method {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let plies = |rest: &str| rest.parse().ok().filter(|plies| (1..=64).contains(plies));
        match text.split_once(':') {
            None if text == "exact" => Some(Self::Exact),
            None if text == "points" => Some(Self::Points),
            Some(("forced", rest)) => plies(rest).map(Self::Forced),
            Some(("material", rest)) => plies(rest).map(Self::Material),
            _ => None,
        }
        .ok_or(())
    }
}

/// Every legal move of a position with its value for the player to move, in the order of the game.
pub type Values<G> = Vec<(<G as Game>::Move, i32)>;

/// A move of the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub text: String,
    /// At a decision of the solver, every legal move with its value for the solver; empty where the other side replies.
    pub values: Vec<(String, i32)>,
}

impl Ply {
    /// Whether it is the solver who moves.
    #[must_use]
    pub fn is_solvers(&self) -> bool {
        !self.values.is_empty()
    }
}

/// What proves a puzzle, besides the values at each decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// How moves were valued.
    pub method: Method,
    /// Positions that were visited for it.
    pub nodes: u64,
}

/// A puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Its name in addresses, which follows from position and line.
    pub id: String,
    /// How hard it is thought to be, as a rating.
    pub rating: u16,
    /// The rules id.
    pub rules: String,
    /// The position string.
    pub position: String,
    /// The solution: the decisions of the solver with their values, and the replies in between.
    pub line: Vec<Ply>,
    /// What proves it.
    pub proof: Proof,
    /// What it is about, by the ids of [`themes_of`].
    pub themes: Vec<String>,
}

impl Puzzle {
    /// How many decisions the solver has to make.
    #[must_use]
    pub fn decisions(&self) -> usize {
        self.line.iter().filter(|ply| ply.is_solvers()).count()
    }
}

/// Which puzzle it is, for sentences about it.
#[must_use]
pub fn named(puzzle: &Puzzle) -> Text {
    let id = &puzzle.id;
    text!("puzzle {id}", "problema {id}")
}

/// The puzzles of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleFile {
    /// The game's id.
    pub game: String,
    /// All of them, by id.
    pub puzzles: Vec<Puzzle>,
}

/// Something that puzzles may be about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Theme {
    /// Its name in files and addresses.
    pub id: &'static str,
    /// Its name for people.
    pub name: Text,
}

impl Theme {
    /// A theme.
    #[must_use]
    pub const fn new(id: &'static str, en: &'static str, es: &'static str) -> Self {
        Self {
            id,
            name: Text::new(en, es),
        }
    }
}

/// What a game may bring to puzzles. A game that keeps the defaults has none.
pub trait Puzzled: Searchable {
    /// How its puzzles are proven, in the order in which the methods are tried; empty for a game without puzzles.
    const METHODS: &'static [Method] = &[];

    /// By how much the right move must beat all others, in the unit of its values.
    const MARGIN: i32 = 1;

    /// What its puzzles may be about besides [`COMMON`].
    const THEMES: &'static [Theme] = &[];

    /// The puzzles that come with the program, as a packed file.
    const SHIPPED: &'static [u8] = &[];

    /// Whether a method may be tried on this position: whether it is near enough to the end.
    fn is_within_reach(&self, _method: Method) -> bool {
        true
    }

    /// What the pieces of a player are worth, for [`Method::Material`].
    fn material(&self, _player: Player) -> i32 {
        0
    }

    /// Whether nothing is to be captured, for [`Method::Material`].
    fn is_settled(&self) -> bool {
        true
    }

    /// Whether two moves of equal value are the same answer to a puzzle of one move.
    fn are_alike(&self, one: Self::Move, other: Self::Move) -> bool {
        after(self, one).canonical_key() == after(self, other).canonical_key()
    }

    /// Which of [`Self::THEMES`] a solution shows.
    fn themes(_line: &Line<Self>) -> Vec<&'static str> {
        Vec::new()
    }
}

/// Games that bring puzzles in a file of their own; every other one has none.
macro_rules! puzzled {
    (Checkers $module:ident) => {};
    (Quarto $module:ident) => {};
    (ChessFive $module:ident) => {};
    (Azul $module:ident) => {};
    (Reversi $module:ident) => {};
    ($Game:ident $module:ident) => {
        impl Puzzled for damero_games::$module::$Game {}
    };
}
damero_games::for_each_game!(puzzled);
