//! How much of the beginning of a game a book knows: what it promises, counted position by position.

use std::collections::BTreeMap;

use damero_games::perft::after;
use damero_games::{MoveBuf, Player, Turn};

use damero_search::book::{Book, Bookable, Plan, canonical};

/// How many positions of one ply a side that follows the book can meet, and how many of them the book knows.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Coverage {
    /// Positions in which it is the turn of a side that has followed the book, symmetric ones counted once.
    pub met: usize,
    /// Those that the book knows.
    pub known: usize,
}

/// Which sides have followed the book on the way to a position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Followed([bool; 2]);

impl Followed {
    pub(super) const BOTH: Self = Self([true; 2]);

    pub(super) fn by(self, player: Player) -> bool {
        self.0[player.index()]
    }

    /// Also those who followed on another way.
    pub(super) fn or(self, other: Self) -> Self {
        Self([self.0[0] || other.0[0], self.0[1] || other.0[1]])
    }

    /// After a move of `player` that is not in the book.
    pub(super) fn left_by(mut self, player: Player) -> Self {
        self.0[player.index()] = false;
        self
    }

    pub(super) fn by_anybody(self) -> bool {
        self.0 != [false; 2]
    }
}

/// The positions of one ply in canonical form.
pub(super) type Level<G> = BTreeMap<String, (G, Followed)>;

/// The first level: the beginning.
pub(super) fn beginning<G: Bookable>(rules: &G::Rules) -> Level<G> {
    let start = canonical(&G::start(rules));
    Level::from([(start.text, (start.game, Followed::BOTH))])
}

/// The next level. `good` says which moves the book plays in a position, given as its canonical form.
pub(super) fn next_level<G: Bookable>(
    level: &Level<G>,
    plan: &Plan,
    ply: u32,
    good: &dyn Fn(&str, &G) -> Vec<G::Move>,
) -> Level<G> {
    let mut next = Level::new();
    let mut moves = MoveBuf::new();
    for (text, (game, followed)) in level {
        let Turn::Player(player) = game.turn() else {
            continue;
        };
        let good = if followed.by(player) && ply >= plan.free {
            good(text, game)
        } else {
            Vec::new()
        };
        game.moves(&mut moves);
        for &m in &moves {
            let followed = if ply < plan.free || good.contains(&m) {
                *followed
            } else {
                followed.left_by(player)
            };
            if followed.by_anybody() {
                let child = canonical(&after(game, m));
                let entry = next.entry(child.text).or_insert((child.game, followed));
                entry.1 = entry.1.or(followed);
            }
        }
    }
    next
}

/// Walks through everything that a side which follows the book can meet, and counts what the book knows, ply by ply.
///
/// This is the measure of the promise that is made by the header's [`Plan`].
#[must_use]
pub fn cover<G: Bookable>(book: &Book, rules: &G::Rules) -> Vec<Coverage> {
    let plan = book.header.plan;
    let mut level = beginning::<G>(rules);
    let mut counts = Vec::new();
    for ply in 0..plan.plies {
        let mut count = Coverage::default();
        for (game, followed) in level.values() {
            if game.turn().player().is_some_and(|player| followed.by(player)) {
                count.met += 1;
                count.known += usize::from(!book.probe(game).is_empty());
            }
        }
        counts.push(count);
        let good = |_: &str, game: &G| book.probe(game).into_iter().map(|one| one.m).collect();
        level = next_level(&level, &plan, ply, &good);
    }
    counts
}
