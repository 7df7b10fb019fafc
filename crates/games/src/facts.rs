//! Facts about a game for whoever serves and shows it. Each has a usual value, so a game states only what differs:
//!
//! ```
//! use damero_games::Facts;
//! const FACTS: Facts = Facts { draws_by_agreement: false, ..Facts::USUAL };
//! assert!(!FACTS.wide);
//! ```

use serde::Serialize;

use crate::player::ByPlayer;

/// What a table, a page and an analysis need to know of a game, in place of its name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Facts {
    /// Whether players may agree on a draw; usually they may.
    pub draws_by_agreement: bool,
    /// What a move must cost to be called a mistake.
    pub mistakes: Mistakes,
    /// How many units of the engine's score are one point as people count it; usually its unit means nothing to them.
    pub score_per_point: Option<u16>,
    /// Which spellings mean the same move; usually only the move's own text.
    pub spelling: Spelling,
    /// Whether the second player sees the board from the other side; usually both see it alike.
    pub flips: bool,
    /// Whether the game fills the width of a page; usually it is a square board.
    pub wide: bool,
    /// What the tags of a record call the players.
    pub record_names: ByPlayer<&'static str>,
    /// How moves sound: the first entry whose text occurs in the move's. The empty text occurs in all of them.
    pub sounds: &'static [(&'static str, Sound)],
}

impl Facts {
    /// The usual values.
    pub const USUAL: Self = Self {
        draws_by_agreement: true,
        mistakes: Mistakes {
            inaccuracy: 0.1,
            mistake: 0.2,
            blunder: 0.4,
        },
        score_per_point: None,
        spelling: Spelling::Exact,
        flips: false,
        wide: false,
        record_names: ByPlayer {
            first: "First",
            second: "Second",
        },
        sounds: &[("x", Sound::Capture), ("", Sound::Move)],
    };
}

/// What a move must cost its player to be called a name. The value is the expected result on a scale from -1 to 1, so two
/// tenths are a tenth of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mistakes {
    /// For `?!`.
    pub inaccuracy: f32,
    /// For `?`.
    pub mistake: f32,
    /// For `??`.
    pub blunder: f32,
}

/// Which spellings mean the same move. A move that is said before its turn may be spelled a little differently: whether it
/// captures was not known yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Spelling {
    /// Only the move's own text.
    Exact,
    /// `x` may be written `-`.
    Capture,
    /// The first and the last square decide, whatever lies between: `12-26` is `12x19x26`.
    Ends,
}

/// How a move sounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Sound {
    /// A piece is set down.
    Move,
    /// A piece is taken.
    Capture,
    /// Discs are turned.
    Flip,
    /// A piece falls.
    Drop,
    /// A tile is laid.
    Tile,
}
