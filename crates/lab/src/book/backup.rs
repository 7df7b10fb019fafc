//! Carrying values back: a move is worth what the book can still reach after the worst reply to it.

use std::collections::BTreeMap;

use damero_games::perft::after;
use damero_games::{MoveBuf, Player, Turn};

use super::Entry;
use damero_search::Score;
use damero_search::book::{Bookable, canonical};

/// A score for a stated player, and the plies looked ahead to it at the least.
type Worth = (Score, u8);

/// Values of the positions of a book that is being made. What has been asked for is remembered.
pub(super) struct Backup<'a, G: Bookable> {
    entries: &'a BTreeMap<String, Entry<G>>,
    plies: u32,
    known: BTreeMap<String, Option<Worth>>,
}

impl<'a, G: Bookable> Backup<'a, G> {
    pub(super) fn new(entries: &'a BTreeMap<String, Entry<G>>, plies: u32) -> Self {
        Self {
            entries,
            plies,
            known: BTreeMap::new(),
        }
    }

    /// What the best of the tried moves of a position is worth to the player to move.
    pub(super) fn best(&mut self, text: &str, ply: u32) -> Option<Worth> {
        if let Some(&known) = self.known.get(text) {
            return known;
        }
        // Should play come back to this position, what it is worth is not known yet.
        self.known.insert(text.to_owned(), None);
        let moves = self.moves(text, ply);
        let best = moves.iter().map(|&(_, score, depth)| (score, depth)).max();
        self.known.insert(text.to_owned(), best);
        best
    }

    /// The tried moves of a position with what they are worth: by the replies to them where the book has an answer to
    /// all of these, else as they were studied.
    pub(super) fn moves(&mut self, text: &str, ply: u32) -> Vec<(G::Move, Score, u8)> {
        let Some(entry) = self.entries.get(text) else {
            return Vec::new();
        };
        let Some(player) = entry.game.turn().player() else {
            return Vec::new();
        };
        let tried = &entry.study.moves[..entry.tried];
        let worth = |&(m, studied): &(G::Move, Score)| {
            let depth = entry.study.depth;
            let next = after(&entry.game, m);
            match self.after_replies(&next, player, ply + 1) {
                Some((score, seen)) => (m, score.to_root(1), seen.saturating_add(1).max(depth)),
                None => (m, studied, depth),
            }
        };
        tried.iter().map(worth).collect()
    }

    /// The worth of a position to `player`, whose book it is: the worst that the other can do to it.
    fn after_replies(&mut self, game: &G, player: Player, ply: u32) -> Option<Worth> {
        match game.turn() {
            Turn::Over(outcome) => Some((Score::ended(outcome.pov(player), 0), u8::MAX)),
            Turn::Player(_) if ply >= self.plies => None,
            Turn::Chance => None,
            Turn::Player(own) if own == player => self.best(&canonical(game).text, ply),
            Turn::Player(_) => {
                let mut moves = MoveBuf::new();
                game.moves(&mut moves);
                let mut worst: Option<Worth> = None;
                for m in moves {
                    let (score, depth) = self.after_replies(&after(game, m), player, ply + 1)?;
                    let (score, depth) = (score.to_root(1), depth.saturating_add(1));
                    worst = Some(match worst {
                        Some((least, seen)) => (score.min(least), depth.min(seen)),
                        None => (score, depth),
                    });
                }
                worst
            }
        }
    }
}
