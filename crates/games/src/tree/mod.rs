//! Games with variations: every line that was tried, and what was said of its positions.
//!
//! A tree is text on the outside, as whoever keeps and shows it needs no types of a game. Only [`GameTree::check`] makes sure
//! that its moves are legal. The moves are written as in chess files: a variation stands in parentheses after the move that
//! it replaces, a comment in braces after its move, and `$1` is a glyph (NAG). Inside a comment `[%csl G12]` is a circle,
//! `[%cal R12-16]` an arrow, and `[%value 0.25]` the expected result for the first player, from -1 to 1.

mod read;
mod write;

pub(crate) use read::grow;
pub(crate) use write::write_moves;

use serde::{Deserialize, Serialize};

use crate::error::{InputError, SetupError};
use crate::lang::Text;
use crate::notation::Notation;
use crate::outcome::Outcome;
use crate::player::Player;
use crate::record::{Record, apply, event_place, read_event};

/// The most nodes of a tree.
pub const MOST_NODES: usize = 10_000;

/// The longest comment, in characters.
pub const LONGEST_COMMENT: usize = 4_000;

/// The most shapes at a node.
pub const MOST_SHAPES: usize = 64;

/// The glyphs that there are, by the numbers that chess files have for them: `!`, `?`, `!!`, `??`, `!?`, `?!`, only move,
/// even, unclear, and who is better by how much; zugzwang, initiative, attack, counterplay, time trouble, idea, novelty.
pub const GLYPHS: [u8; 21] = [
    1, 2, 3, 4, 5, 6, 7, 10, 13, 14, 15, 16, 17, 18, 19, 22, 36, 40, 132, 138, 146,
];

/// The colour of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ShapeColour {
    /// The usual one.
    Green,
    /// Bad.
    Red,
    /// An alternative.
    Blue,
    /// Attention.
    Yellow,
}

impl ShapeColour {
    const ALL: [(char, Self); 4] = [
        ('G', Self::Green),
        ('R', Self::Red),
        ('B', Self::Blue),
        ('Y', Self::Yellow),
    ];

    fn letter(self) -> char {
        Self::ALL
            .iter()
            .find(|(_, c)| *c == self)
            .map_or('G', |(l, _)| *l)
    }

    fn of(letter: char) -> Option<Self> {
        Self::ALL.iter().find(|(l, _)| *l == letter).map(|(_, c)| *c)
    }
}

/// An arrow or a circle over a position. Places are called as the board calls them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct DrawnShape {
    /// Where it begins.
    pub from: String,
    /// Where an arrow ends; null for a circle.
    pub to: Option<String>,
    /// Its colour.
    pub colour: ShapeColour,
}

/// What the engine said of a position, for the first player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct KeptOpinion {
    /// The expected result, from -1 to 1.
    pub value: f32,
    /// As it was shown: points, or moves to the end.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub label: String,
    /// The principal variation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub line: Vec<String>,
    /// Plies looked ahead.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<u32>"))]
    pub depth: u32,
}

/// A position, the move that led to it, and what was said of it.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TreeNode {
    /// The number of the node before it; that of the root is 0, its own.
    pub parent: usize,
    /// The move or chance event; empty at the root.
    pub text: String,
    /// Who moved; null for chance, and at the root.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(type = "Player | null"))]
    pub by: Option<Player>,
    /// A comment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub comment: String,
    /// See [`GLYPHS`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u8>>"))]
    pub glyphs: Vec<u8>,
    /// What is drawn over it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<DrawnShape>>"))]
    pub shapes: Vec<DrawnShape>,
    /// What the engine said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub opinion: Option<KeptOpinion>,
}

/// A game with variations. The first child of a node is its main line.
///
/// ```
/// use damero_games::{Notation, reversi::Reversi};
///
/// let text = "[Game \"reversi\"]\n\nf5 {diagonal next} d6 $1 (f6 e6) c3 *\n";
/// let tree = Reversi::read_tree(text)?;
/// assert_eq!(tree.nodes.len(), 6);
/// assert_eq!(tree.nodes[1].comment, "diagonal next");
/// assert!(Reversi::write_tree(&tree, "damero")?.contains("f5 {diagonal next} d6 $1 (f6 e6) c3 *"));
/// # Ok::<(), damero_games::InputError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GameTree {
    /// The game's id.
    pub game: String,
    /// The rules id.
    pub rules: String,
    /// The position string of the start, if not the usual one.
    pub start: Option<String>,
    /// The names of the players and other tags.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// The result of the main line.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(type = "Outcome | null"))]
    pub result: Option<Outcome>,
    /// All nodes, the root first, each after its parent.
    pub nodes: Vec<TreeNode>,
}

impl GameTree {
    /// The tree of a game without variations.
    ///
    /// # Errors
    /// If an event of the record is refused.
    pub fn of_record<G: Notation>(record: &Record<G>) -> Result<Self, InputError> {
        let mut game = record.first()?;
        let mut nodes = vec![TreeNode::default()];
        for (parent, event) in record.events.iter().enumerate() {
            nodes.push(TreeNode {
                parent,
                text: event.to_string(),
                by: game.turn().player(),
                ..TreeNode::default()
            });
            apply(&mut game, event)?;
        }
        Ok(Self::with_nodes(record, nodes))
    }

    /// The tree with the head of a record and these nodes.
    pub(crate) fn with_nodes<G: Notation>(record: &Record<G>, nodes: Vec<TreeNode>) -> Self {
        Self {
            game: G::META.id.to_owned(),
            rules: record.rules.to_string(),
            start: record.start.as_ref().map(ToString::to_string),
            tags: record.tags.clone(),
            result: record.result,
            nodes,
        }
    }

    /// The main line as a record.
    ///
    /// # Errors
    /// If the tree is of another game, or a move of the main line is refused.
    pub fn main_line<G: Notation>(&self) -> Result<Record<G>, InputError> {
        let mut record = self.head::<G>()?;
        let mut game = record.first()?;
        for at in self.main_nodes() {
            let text = &self.nodes[at].text;
            let place = |error: InputError| error.inside(event_place(record.events.len(), text));
            let event = read_event(&game, text).map_err(place)?;
            apply(&mut game, &event)?;
            record.events.push(event);
        }
        record.result = game.turn().outcome().or(self.result);
        Ok(record)
    }

    /// The record without its events.
    pub(crate) fn head<G: Notation>(&self) -> Result<Record<G>, InputError> {
        if self.game != G::META.id {
            let (found, expected) = (&self.game, G::META.id);
            let problem = text!(
                "a game of {found}, not {expected}",
                "una partida de {found}, no {expected}"
            );
            return Err(SetupError::new(problem).into());
        }
        Ok(Record {
            tags: self.tags.clone(),
            start: self.start.as_deref().map(str::parse).transpose()?,
            result: self.result,
            ..Record::new(self.rules.parse()?)
        })
    }

    /// The children of each node, in their order.
    pub(crate) fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate().skip(1) {
            if let Some(list) = children.get_mut(node.parent) {
                list.push(i);
            }
        }
        children
    }

    /// The nodes of the main line without the root.
    #[must_use]
    pub fn main_nodes(&self) -> Vec<usize> {
        let children = self.children();
        let mut way = Vec::new();
        let mut at = 0;
        while let Some(&next) = children.get(at).and_then(|list| list.first()) {
            way.push(next);
            at = next;
        }
        way
    }

    /// Makes sure that a tree from outside can be trusted: its size, what is said of its nodes, and that every move is
    /// legal. Moves are written as the game writes them afterwards, and who made them is noted.
    ///
    /// # Errors
    /// With the first thing that is wrong, and where.
    pub fn check<G: Notation>(&mut self) -> Result<(), InputError> {
        self.check_size()?;
        let record = self.head::<G>()?;
        self.rules = record.rules.to_string();
        let mut games: Vec<Option<G>> = vec![None; self.nodes.len()];
        // A position is needed until the last of its children has been played.
        let mut waiting: Vec<usize> = self.children().iter().map(Vec::len).collect();
        games[0] = Some(record.first()?);
        let mut depths = vec![0; self.nodes.len()];
        for i in 1..self.nodes.len() {
            let node = &self.nodes[i];
            let parent = node.parent;
            depths[i] = depths[parent] + 1;
            waiting[parent] -= 1;
            let game = match waiting[parent] {
                0 => games[parent].take(),
                _ => games[parent].clone(),
            };
            // Each node comes after its parent, so the position is there.
            let Some(mut game) = game else { continue };
            let place = |error: InputError| error.inside(event_place(depths[parent], &node.text));
            let event = read_event(&game, &node.text).map_err(place)?;
            let by = game.turn().player();
            apply(&mut game, &event).map_err(place)?;
            self.nodes[i].text = event.to_string();
            self.nodes[i].by = by;
            games[i] = (waiting[i] > 0).then_some(game);
        }
        Ok(())
    }

    fn check_size(&mut self) -> Result<(), InputError> {
        let refused = |problem: Text| Err(SetupError::new(problem).into());
        if self.nodes.is_empty() || self.nodes.len() > MOST_NODES {
            let found = self.nodes.len();
            return refused(text!(
                "a tree has from 1 to {MOST_NODES} nodes, not {found}",
                "un árbol tiene de 1 a {MOST_NODES} nodos, no {found}"
            ));
        }
        for (i, node) in self.nodes.iter_mut().enumerate() {
            if (i == 0) != node.text.is_empty() || node.parent > i.saturating_sub(1) {
                return refused(text!(
                    "node {i} does not come after its parent, or has no move",
                    "el nodo {i} no viene después de su padre, o no tiene jugada"
                ));
            }
            if node.comment.chars().count() > LONGEST_COMMENT {
                return refused(text!(
                    "the comment of node {i} is longer than {LONGEST_COMMENT} characters",
                    "el comentario del nodo {i} tiene más de {LONGEST_COMMENT} caracteres"
                ));
            }
            if let Some(glyph) = node.glyphs.iter().find(|glyph| !GLYPHS.contains(glyph)) {
                return refused(text!(
                    "there is no glyph ${glyph}",
                    "no hay ningún signo ${glyph}"
                ));
            }
            let names = |shape: &DrawnShape| {
                let short = |name: &str| {
                    (1..=8).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
                };
                short(&shape.from) && shape.to.as_deref().is_none_or(short)
            };
            if node.shapes.len() > MOST_SHAPES || !node.shapes.iter().all(names) {
                return refused(text!(
                    "node {i} has more than {MOST_SHAPES} shapes, or one that stands on no square",
                    "el nodo {i} tiene más de {MOST_SHAPES} dibujos, o uno que no está en ninguna casilla"
                ));
            }
            if let Some(opinion) = &mut node.opinion {
                let fits = opinion.value.is_finite()
                    && opinion.label.chars().count() <= 16
                    && opinion.line.len() <= 64
                    && opinion.line.iter().all(|text| text.len() <= 128);
                if !fits {
                    return refused(text!(
                        "the evaluation of node {i} cannot be read",
                        "la evaluación del nodo {i} no se puede leer"
                    ));
                }
                opinion.value = opinion.value.clamp(-1.0, 1.0);
            }
        }
        Ok(())
    }
}
