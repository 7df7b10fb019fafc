//! Plays a move list with its variations.

use super::{
    DrawnShape, GLYPHS, KeptOpinion, LONGEST_COMMENT, MOST_NODES, MOST_SHAPES, ShapeColour, TreeNode,
};
use crate::error::{InputError, SetupError};
use crate::movetext::Piece;
use crate::notation::Notation;
use crate::record::{Event, apply, event_place, read_event};

/// Plays the pieces of a move list. A move of a variation that is refused does not refuse the game: what stands there goes
/// into the comment of the move before it, and nothing is lost.
///
/// # Errors
/// If a move of the main line is malformed or refused.
pub(crate) fn grow<G: Notation>(first: G, pieces: &[Piece<'_>]) -> Result<Vec<TreeNode>, InputError> {
    Growing::new(first).all(pieces)
}

/// How far a line has been played.
#[derive(Clone)]
struct LineEnd<G> {
    node: usize,
    game: G,
    ply: usize,
}

struct Growing<G> {
    nodes: Vec<TreeNode>,
    now: LineEnd<G>,
    /// Before the last move, where a variation begins.
    before: Option<LineEnd<G>>,
    stack: Vec<(LineEnd<G>, Option<LineEnd<G>>)>,
    /// A comment that stands before its move.
    pending: String,
    /// The depth of a variation that could not be played, and what stands in it from there on.
    lost: Option<(usize, String)>,
}

impl<G: Notation> Growing<G> {
    fn new(game: G) -> Self {
        Self {
            nodes: vec![TreeNode::default()],
            now: LineEnd {
                node: 0,
                game,
                ply: 0,
            },
            before: None,
            stack: Vec::new(),
            pending: String::new(),
            lost: None,
        }
    }

    fn all(mut self, pieces: &[Piece<'_>]) -> Result<Vec<TreeNode>, InputError> {
        for piece in pieces {
            let depth = self.stack.len();
            if let Some((began, words)) = &mut self.lost {
                match piece {
                    Piece::Close if depth == *began => {
                        let words = format!("({})", words.trim());
                        self.lost = None;
                        self.say(&words);
                        self.close();
                        continue;
                    }
                    Piece::Open => self.stack.push((self.now.clone(), self.before.clone())),
                    Piece::Close => drop(self.stack.pop()),
                    Piece::Word(_) | Piece::Comment(_) | Piece::Glyph(_) => {}
                }
                words.push_str(&format!("{piece} "));
                continue;
            }
            self.one(piece)?;
        }
        Ok(self.nodes)
    }

    fn one(&mut self, piece: &Piece<'_>) -> Result<(), InputError> {
        match piece {
            Piece::Word(word) => {
                if let Err(error) = self.play(word) {
                    if self.stack.is_empty() {
                        return Err(error);
                    }
                    self.lost = Some((self.stack.len(), format!("{word} ")));
                }
            }
            Piece::Comment(text) => {
                if self.before.is_none() && !self.stack.is_empty() {
                    self.pending = format!("{} {text}", self.pending).trim().to_owned();
                } else {
                    self.comment(text);
                }
            }
            Piece::Glyph(glyph) => {
                let glyphs = &mut self.nodes[self.now.node].glyphs;
                if GLYPHS.contains(glyph) && !glyphs.contains(glyph) {
                    glyphs.push(*glyph);
                }
            }
            Piece::Open => {
                self.stack.push((self.now.clone(), self.before.clone()));
                if let Some(before) = self.before.take() {
                    self.now = before;
                }
            }
            Piece::Close => self.close(),
        }
        Ok(())
    }

    fn close(&mut self) {
        if let Some((now, before)) = self.stack.pop() {
            (self.now, self.before) = (now, before);
            self.pending.clear();
        }
    }

    fn play(&mut self, word: &str) -> Result<(), InputError> {
        let LineEnd { node, game, ply } = &self.now;
        let place = |error: InputError| error.inside(event_place(*ply, word));
        let event: Event<G> = read_event(game, word).map_err(place)?;
        let by = game.turn().player();
        let mut after = game.clone();
        apply(&mut after, &event).map_err(place)?;
        let (parent, ply, text) = (*node, ply + 1, event.to_string());
        let known = self.nodes.iter().skip(parent + 1);
        let known = known
            .clone()
            .position(|node| node.parent == parent && node.text == text);
        let node = match known {
            Some(at) => at + parent + 1,
            None if self.nodes.len() >= MOST_NODES => {
                let problem = text!(
                    "a game has at most {MOST_NODES} nodes",
                    "una partida tiene a lo sumo {MOST_NODES} nodos"
                );
                return Err(SetupError::new(problem).into());
            }
            None => {
                self.nodes.push(TreeNode {
                    parent,
                    text,
                    by,
                    ..TreeNode::default()
                });
                self.nodes.len() - 1
            }
        };
        let next = LineEnd {
            node,
            game: after,
            ply,
        };
        self.before = Some(std::mem::replace(&mut self.now, next));
        let pending = std::mem::take(&mut self.pending);
        if !pending.is_empty() {
            self.comment(&pending);
        }
        Ok(())
    }

    /// A comment of the node, with what is written inside brackets.
    fn comment(&mut self, text: &str) {
        let node = &mut self.nodes[self.now.node];
        let mut rest = text;
        let mut words = String::new();
        while let Some(open) = rest.find("[%") {
            let Some(close) = rest[open..].find(']') else {
                break;
            };
            let inside = &rest[open + 2..open + close];
            if !command(node, inside) {
                words.push_str(&rest[..=open + close]);
            } else {
                words.push_str(&rest[..open]);
            }
            rest = &rest[open + close + 1..];
        }
        words.push_str(rest);
        self.say(&words);
    }

    fn say(&mut self, words: &str) {
        let node = &mut self.nodes[self.now.node];
        let whole = format!("{} {}", node.comment, words.trim());
        node.comment = whole.trim().chars().take(LONGEST_COMMENT).collect();
    }
}

/// A command inside a comment; false if it is none of ours.
fn command(node: &mut TreeNode, text: &str) -> bool {
    let Some((name, rest)) = text.split_once(' ') else {
        return false;
    };
    match name {
        "csl" | "cal" => {
            for word in rest.split(',').map(str::trim) {
                let mut letters = word.chars();
                let colour = letters.next().and_then(ShapeColour::of);
                let places = letters.as_str();
                // Chess files write both squares without a dash.
                let (from, to) = match places.split_once('-') {
                    Some((from, to)) => (from, Some(to)),
                    None if name == "cal" && places.len() == 4 && places.is_ascii() => {
                        (&places[..2], Some(&places[2..]))
                    }
                    None => (places, None),
                };
                let fits =
                    |name: &str| name.len() <= 8 && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
                if let Some(colour) = colour
                    && !from.is_empty()
                    && fits(from)
                    && to.is_none_or(fits)
                    && node.shapes.len() < MOST_SHAPES
                {
                    let (from, to) = (from.to_owned(), to.map(str::to_owned));
                    node.shapes.push(DrawnShape { from, to, colour });
                }
            }
            true
        }
        "value" => match rest.trim().parse::<f32>() {
            Ok(value) if value.is_finite() => {
                node.opinion = Some(KeptOpinion {
                    value: value.clamp(-1.0, 1.0),
                    label: String::new(),
                    line: Vec::new(),
                    depth: 0,
                });
                true
            }
            _ => false,
        },
        _ => false,
    }
}
