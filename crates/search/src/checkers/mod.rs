//! Endgame tablebases of checkers: the exact values of all positions with few pieces.
//!
//! A table tells for every position with up to so many pieces who wins and in how many plies with best play, draws by
//! repetition and move limits left aside. Positions are stored as seen by the side to move, which halves them.
//! `index.rs` numbers them, `build.rs` is the retrograde analysis, `verify.rs` proves the result from the rules
//! alone, `file.rs` keeps it on disk, `shelf.rs` finds the tables of a ruleset in a folder, `endgames.rs` and `solver.rs`
//! are how commands see all this, and `eval.rs` lets the engine use it.

mod build;
mod endgames;
mod eval;
mod file;
mod index;
mod shelf;
mod solver;
mod verify;

pub use build::{Builder, build};
pub use endgames::CheckersEndgames;
pub use eval::TabledEval;
pub use shelf::Shelf;
pub use solver::TableSolver;
pub use verify::{Fault, verify};

use std::collections::HashMap;

use damero_games::checkers::{Checkers, CheckersRules};
use damero_games::{Game, Notation, PovOutcome};

use self::index::{Arrangement, Material};

/// The most pieces that tables are built for.
pub const MAX_PIECES: u8 = 5;

/// What a table says of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableValue {
    /// The result with best play.
    pub outcome: PovOutcome,
    /// Plies to the end of a won or lost game, the winner hurrying and the loser resisting; 0 for a draw.
    pub plies: u32,
}

/// All positions with up to so many pieces under one set of rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    rules: CheckersRules,
    pieces: u8,
    slices: HashMap<Material, Vec<Stored>>,
}

/// A value in one byte: 0 is a draw (or no position), otherwise one more than the plies to the end. An odd byte is a
/// loss, since a side that has lost makes an even number of plies of its own and the winner's; an even one a win.
type Stored = u8;

impl Tables {
    /// The rules that the tables hold for, without the draws that depend on the past.
    #[must_use]
    pub const fn rules(&self) -> &CheckersRules {
        &self.rules
    }

    /// Up to how many pieces.
    #[must_use]
    pub const fn pieces(&self) -> u8 {
        self.pieces
    }

    /// Whether nothing is left to be built.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.slices.len() == Material::all(self.pieces).len()
    }

    /// How many positions are stored, those that cannot occur included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slices.values().map(Vec::len).sum()
    }

    /// True for tables without positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The exact value of a position; `None` when it has too many pieces, or other rules.
    #[must_use]
    pub fn probe(&self, game: &Checkers) -> Option<TableValue> {
        if game.rules().without_limits() != self.rules {
            return None;
        }
        let arrangement = Arrangement::of(&game.setup());
        let slice = self.slices.get(&arrangement.material())?;
        slice.get(arrangement.index()).map(|&stored| value(stored))
    }
}

fn value(stored: Stored) -> TableValue {
    let plies = u32::from(stored.saturating_sub(1));
    let outcome = match stored {
        0 => PovOutcome::Draw,
        _ if stored.is_multiple_of(2) => PovOutcome::Win,
        _ => PovOutcome::Loss,
    };
    TableValue { outcome, plies }
}
