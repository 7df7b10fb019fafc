//! What a page or a terminal needs to draw a game, without knowing its rules.

use serde::Serialize;

use crate::drawing::Drawing;
use crate::game::Game;
use crate::lang::{Lang, Text};
use crate::reason::{Mistake, Reason};

/// The colour role of a piece of text in a terminal sketch; the front end chooses the actual colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Style {
    /// Ordinary text.
    #[default]
    Plain,
    /// Coordinates, frames, empty squares.
    Faint,
    /// A piece of the first player.
    First,
    /// A piece of the second player.
    Second,
    /// Something to look at: the last move, the winning line, a legal target.
    Accent,
    /// A colour that is part of the game, numbered as the game numbers it.
    Colour(u8),
}

/// A stretch of text in one style.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The characters.
    pub text: String,
    /// Their role.
    pub style: Style,
}

/// A drawing of the position for a terminal: lines of styled text.
///
/// It must be readable without any colour: shapes and letters tell everything.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Sketch {
    /// The lines from the top.
    pub lines: Vec<Vec<Span>>,
}

impl Sketch {
    /// Starts a new line.
    pub fn line(&mut self) -> &mut Self {
        self.lines.push(Vec::new());
        self
    }

    /// Adds text to the current line.
    pub fn put(&mut self, style: Style, text: impl Into<String>) -> &mut Self {
        if self.lines.is_empty() {
            self.line();
        }
        if let Some(line) = self.lines.last_mut() {
            line.push(Span {
                text: text.into(),
                style,
            });
        }
        self
    }

    /// The drawing without colours, one line of text a line.
    #[must_use]
    pub fn plain(&self) -> String {
        let line = |spans: &Vec<Span>| {
            let text: String = spans.iter().map(|span| span.text.as_str()).collect();
            text.trim_end().to_owned() + "\n"
        };
        self.lines.iter().map(line).collect()
    }
}

/// A view that a page can draw without a board made for the game: a grid of cells with a text in each.
///
/// A click on a cell plays the legal move that is spelled like the cell's name, or that contains it. Moves that name no cell
/// are offered as buttons.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GridView {
    /// Rows of the grid.
    pub rows: usize,
    /// Columns of the grid.
    pub columns: usize,
    /// What lies on each cell, row by row from the top; a word or a letter.
    pub cells: Vec<Option<String>>,
    /// The name of each cell in the same order, as moves spell it.
    pub names: Vec<String>,
}

/// A type as TypeScript, with its documentation.
#[cfg(feature = "ts")]
#[must_use]
pub fn typescript<T: ts_rs::TS>(config: &ts_rs::Config) -> String {
    format!("{}export {}\n", T::docs().unwrap_or_default(), T::decl(config))
}

/// How a game shows itself.
///
/// ```
/// use damero_games::{Game, Lang, View, reversi::Reversi};
///
/// let game = Reversi::start(&Default::default());
/// assert!(serde_json::to_value(game.view())?.is_object());
/// assert!(!game.sketch(Lang::Es).lines.is_empty());
/// # Ok::<(), serde_json::Error>(())
/// ```
pub trait View: Game {
    /// The board, hands and scores as data for a page, serialised as JSON.
    type View: Serialize;

    /// Everything a page needs to draw the position.
    fn view(&self) -> Self::View;

    /// The name that players have given to this very position, if it is one of an opening.
    fn opening(&self) -> Option<&'static Text> {
        None
    }

    /// The types of the view as TypeScript, for a page that draws it with a board of its own. A [`GridView`] needs none.
    #[cfg(feature = "ts")]
    #[must_use]
    fn types(_config: &ts_rs::Config) -> Vec<String> {
        Vec::new()
    }

    /// A drawing for a terminal.
    fn sketch(&self, lang: Lang) -> Sketch;

    /// Why a move was a mistake, in words; a game that says nothing leaves it to the engine's figures.
    fn explain(&self, _mistake: &Mistake<'_, Self::Move>) -> Option<Reason> {
        None
    }

    /// A picture. Games without one of their own show the terminal's drawing.
    fn drawing(&self) -> Drawing {
        Drawing::of_sketch(&self.sketch(Lang::En))
    }
}
