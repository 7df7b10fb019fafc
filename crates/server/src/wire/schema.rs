//! The shapes of what the games crate defines, for the description of the interface. They are never made, only described.
#![expect(dead_code, reason = "types that are only described")]

use utoipa::ToSchema;

/// A sentence in both languages.
#[derive(ToSchema)]
pub(super) struct Text {
    en: String,
    es: String,
}

/// A seat at the board; `first` makes the first decision of the game.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub(super) enum Player {
    First,
    Second,
}

/// One value for each player.
#[derive(ToSchema)]
pub(super) struct Both<T> {
    first: T,
    second: T,
}

/// The absolute result of a finished game.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub(super) enum Outcome {
    Win(Player),
    Draw,
}

/// Which spellings mean the same move.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub(super) enum Spelling {
    Exact,
    Capture,
    Ends,
}

/// How a move sounds.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub(super) enum Sound {
    Move,
    Capture,
    Flip,
    Drop,
    Tile,
}

/// What became of an attempt.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub(super) enum Verdict {
    Right,
    Wrong,
    Go,
}

/// How strong the machine plays.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub(super) enum Level {
    Easy,
    Medium,
    Hard,
    Max,
}

/// Which machine: a level, or the neural network that comes with the program.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub(super) enum Machine {
    Easy,
    Medium,
    Hard,
    Max,
    Neural,
}
