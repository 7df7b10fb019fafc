//! A player that looks into a book before it thinks.

use std::time::Instant;

use damero_games::random::{below, seeded};
use damero_games::zobrist;

use super::{Book, BookMove, Bookable, shipped};
use crate::agent::{Agent, SearchContext, SearchResult, SearchedMove};

/// Plays from a book where it knows the position, and leaves the rest to another player.
///
/// Which of several good moves it plays follows from its seed and the position alone, so the same game comes out again
/// for the same seed, in whatever order games are played.
pub struct Booked<A> {
    player: A,
    /// `None` for the book that comes with the program, if there is one for the rules that are played.
    book: Option<Book>,
    seed: Option<u64>,
    depth: u8,
}

impl<A> Booked<A> {
    /// Plays the best moves of the book that comes with the program.
    #[must_use]
    pub const fn new(player: A) -> Self {
        Self {
            player,
            book: None,
            seed: None,
            depth: 0,
        }
    }

    /// Plays from another book.
    #[must_use]
    pub fn reading(mut self, book: Book) -> Self {
        self.book = Some(book);
        self
    }

    /// Plays any of the moves in the book, for variety.
    #[must_use]
    pub const fn varied(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Chooses among the moves of the book by another seed from now on.
    pub const fn reseed(&mut self, seed: u64) {
        self.seed = Some(seed);
    }

    /// Leaves moves that were looked at less deeply than this to the player, who will see more by itself.
    #[must_use]
    pub const fn at_least(mut self, depth: u8) -> Self {
        self.depth = depth;
        self
    }

    fn book<G: Bookable>(&self, game: &G) -> Option<&Book> {
        match &self.book {
            Some(book) => Some(book),
            None => shipped::<G>(game.rules()),
        }
    }

    /// What the book says of a position.
    fn look_up<G: Bookable>(&self, game: &G, start: Instant) -> Option<SearchResult<G::Move>> {
        let book = self.book(game)?;
        let mut known = book.probe(game);
        known.retain(|one| one.depth >= self.depth);
        let chosen = match self.seed {
            Some(seed) if known.len() > 1 => {
                let mut rng = seeded(seed ^ zobrist::mix(game.key()));
                below(&mut rng, known.len() as u32) as usize
            }
            _ => 0,
        };
        let &BookMove { m, score, depth } = known.get(chosen)?;
        let value = |one: &BookMove<G::Move>| Some(one.score.value(book.header.scale));
        let mut next = game.clone();
        next.play_unchecked(m);
        let pv = std::iter::once(m).chain(book.pv(&next)).collect();
        let moves = known.iter().map(|one| SearchedMove {
            m: one.m,
            score: Some(one.score),
            value: value(one),
            visit_share: None,
        });
        Some(SearchResult {
            best: m,
            score: Some(score),
            value: value(&known[chosen]),
            pv,
            moves: moves.collect(),
            depth: u32::from(depth),
            nodes: 0,
            time: start.elapsed(),
        })
    }
}

impl<G: Bookable, A: Agent<G>> Agent<G> for Booked<A> {
    fn name(&self) -> String {
        self.player.name()
    }

    fn think(
        &mut self,
        game: &G,
        mut ctx: SearchContext<'_, SearchResult<G::Move>>,
    ) -> SearchResult<G::Move> {
        match self.look_up(game, Instant::now()) {
            Some(searched) => {
                ctx.report(&searched);
                searched
            }
            None => self.player.think(game, ctx),
        }
    }

    fn new_game(&mut self) {
        self.player.new_game();
    }
}
