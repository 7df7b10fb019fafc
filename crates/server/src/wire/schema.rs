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

/// A game with variations.
#[derive(ToSchema)]
pub(super) struct GameTree {
    game: String,
    rules: String,
    start: Option<String>,
    #[schema(required = false)]
    tags: Vec<Vec<String>>,
    #[schema(required = false)]
    result: Option<Outcome>,
    nodes: Vec<TreeNode>,
}

/// A position, the move that led to it, and what was said of it. The first node is the root, its parent 0.
#[derive(ToSchema)]
pub(super) struct TreeNode {
    parent: usize,
    text: String,
    #[schema(required = false)]
    by: Option<Player>,
    #[schema(required = false)]
    comment: String,
    #[schema(required = false)]
    glyphs: Vec<u8>,
    #[schema(required = false)]
    shapes: Vec<DrawnShape>,
    #[schema(required = false)]
    opinion: KeptOpinion,
}

/// An arrow, or a circle without `to`.
#[derive(ToSchema)]
pub(super) struct DrawnShape {
    from: String,
    to: Option<String>,
    colour: ShapeColour,
}

/// The colour of a shape.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub(super) enum ShapeColour {
    Green,
    Red,
    Blue,
    Yellow,
}

/// What the engine said of a position, for the first player.
#[derive(ToSchema)]
pub(super) struct KeptOpinion {
    value: f32,
    #[schema(required = false)]
    label: String,
    #[schema(required = false)]
    line: Vec<String>,
    #[schema(required = false)]
    depth: u32,
}

/// How strong the machine plays: ten levels, weakest first, of which four have a name.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub(super) enum Level {
    Easy,
    #[schema(rename = "2")]
    Second,
    #[schema(rename = "3")]
    Third,
    #[schema(rename = "4")]
    Fourth,
    Medium,
    #[schema(rename = "6")]
    Sixth,
    Hard,
    #[schema(rename = "8")]
    Eighth,
    #[schema(rename = "9")]
    Ninth,
    Max,
}

/// Which machine: a level, or the neural network that comes with the program.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub(super) enum Machine {
    Easy,
    #[schema(rename = "2")]
    Second,
    #[schema(rename = "3")]
    Third,
    #[schema(rename = "4")]
    Fourth,
    Medium,
    #[schema(rename = "6")]
    Sixth,
    Hard,
    #[schema(rename = "8")]
    Eighth,
    #[schema(rename = "9")]
    Ninth,
    Max,
    Neural,
}
