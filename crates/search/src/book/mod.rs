//! Opening books: positions of the beginning of a game with the good moves that our own engine found in long hours.
//!
//! A book is a text (`docs/books.md` says how it is written, [`mod@format`] reads and writes it). Positions that are the
//! same by symmetry, or by what [`Bookable`] says of a game, stand in it once, under the whole position string and not
//! under a hash, so that no collision can ever offer the move of another position. [`Booked`] plays from books, and
//! [`shipped`] has those that come with the program. The crate `damero-lab` makes and measures them.

mod agent;
mod form;
pub mod format;
mod shipped;

use std::collections::BTreeMap;

use damero_games::Turn;

pub use agent::Booked;
pub use form::{Bookable, Canonical, canonical, opening};
pub use shipped::{shipped, shipped_texts};

use crate::score::Score;

/// What a book is about and how it was made.
#[derive(Clone, PartialEq, Debug)]
pub struct Header {
    /// The game's id.
    pub game: String,
    /// The id of the rules under which its positions stand; see [`Bookable::book_rules`].
    pub rules: String,
    /// The engine with its version and limits.
    pub engine: String,
    /// Points of advantage that win about three games in four: the unit of the scores.
    pub scale: f32,
    /// How it was spread out from the beginning.
    pub plan: Plan,
}

/// How far a book reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// It knows positions with fewer plies behind them than this.
    pub plies: u32,
    /// So many plies at the beginning may be anything, for both sides; after them the side that follows the book must
    /// have followed it, and only the other may still play anything.
    pub free: u32,
    /// At most so many moves of a position are tried at first in the first half of the plies, and one in the second:
    /// variety is worth most where it is cheapest.
    pub width: usize,
    /// Moves that are worse than the best by more points than this are left out.
    pub margin: i32,
}

impl Plan {
    /// How many moves are tried at first in a position after so many plies.
    #[must_use]
    pub fn width_at(&self, ply: u32) -> usize {
        if 2 * ply < self.plies {
            self.width.max(1)
        } else {
            1
        }
    }
}

/// A move in the book, as it is written there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move in the position of the book.
    pub text: String,
    /// Its score for the player to move.
    pub score: Score,
    /// Plies that were looked ahead, at the least.
    pub depth: u8,
}

/// A move of the book in the position that was asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove<M> {
    /// The move; it is legal.
    pub m: M,
    /// Its score for the player to move.
    pub score: Score,
    /// Plies that were looked ahead, at the least.
    pub depth: u8,
}

/// An opening book.
#[derive(Clone, PartialEq, Debug)]
pub struct Book {
    /// What it is about.
    pub header: Header,
    /// The moves, best first, of each position in canonical form.
    positions: BTreeMap<String, Vec<Choice>>,
}

impl Book {
    /// A book of these positions, each in canonical form with its moves, best first.
    #[must_use]
    pub fn new(header: Header, positions: BTreeMap<String, Vec<Choice>>) -> Self {
        Self { header, positions }
    }

    /// How many positions it knows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// True for a book that knows nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The positions with their moves as they are written.
    pub fn positions(&self) -> impl Iterator<Item = (&str, &[Choice])> {
        self.positions
            .iter()
            .map(|(position, choices)| (position.as_str(), choices.as_slice()))
    }

    /// Whether it is a book of this game under rules that are the same to a book.
    #[must_use]
    pub fn serves<G: Bookable>(&self, rules: &G::Rules) -> bool {
        self.header.game == G::META.id && self.header.rules == G::book_rules(rules).to_string()
    }

    /// The moves that the book knows for a position or any that is like it, best first. All are legal.
    ///
    /// Empty where it knows nothing, or is a book of something else.
    #[must_use]
    pub fn probe<G: Bookable>(&self, game: &G) -> Vec<BookMove<G::Move>> {
        if !matches!(game.turn(), Turn::Player(_)) || !self.serves::<G>(game.rules()) {
            return Vec::new();
        }
        let canonical = canonical(game);
        let Some(choices) = self.positions.get(&canonical.text) else {
            return Vec::new();
        };
        let mut found: Vec<BookMove<G::Move>> = Vec::new();
        for choice in choices {
            let Some(m) = canonical.read(game, &choice.text) else {
                continue;
            };
            if found.iter().all(|known| known.m != m) {
                let &Choice { score, depth, .. } = choice;
                found.push(BookMove { m, score, depth });
            }
        }
        found
    }

    /// The line that the book expects from here: its best moves, one after the other.
    #[must_use]
    pub fn pv<G: Bookable>(&self, game: &G) -> Vec<G::Move> {
        let (mut game, mut pv) = (game.clone(), Vec::new());
        while let Some(best) = self.probe(&game).first() {
            // Rules without an end may come back to a position for ever.
            if pv.len() > self.header.plan.plies as usize {
                break;
            }
            pv.push(best.m);
            game.play_unchecked(best.m);
        }
        pv
    }
}
