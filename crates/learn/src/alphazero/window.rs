//! The newest games, of which batches are drawn.

use std::collections::VecDeque;

use damero_games::random::{SeededRng, below};
use damero_games::{Encode, Notation, Symmetry};

use super::played::{Decision, Played, TrainingSample};
use super::settings::AlphaZeroConfig;
use crate::replay::{BadBytes, Reader, Stored};

/// Where a decision is in a window: the game, and the decision in it.
pub(super) type SampleIndex = (usize, usize);

/// The newest games, as many as hold so many decisions.
#[derive(Clone, Debug)]
pub struct Window<G: Encode + Symmetry + Notation> {
    rules: G::Rules,
    capacity: usize,
    games: VecDeque<Played<G>>,
    /// Where the decisions of each game end when all are counted through.
    ends: Vec<u32>,
}

impl<G: Encode + Symmetry + Notation> Window<G> {
    /// An empty window for `capacity` decisions.
    #[must_use]
    pub const fn new(rules: G::Rules, capacity: usize) -> Self {
        Self {
            rules,
            capacity,
            games: VecDeque::new(),
            ends: Vec::new(),
        }
    }

    /// How many decisions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.last().map_or(0, |&end| end as usize)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds games and forgets the oldest ones, as long as what is left fills the window.
    pub fn extend(&mut self, games: impl IntoIterator<Item = Played<G>>) {
        self.games.extend(games);
        let mut held: usize = self.games.iter().map(|game| game.decisions.len()).sum();
        while let Some(oldest) = self.games.front().map(|game| game.decisions.len())
            && held - oldest >= self.capacity
        {
            held -= oldest;
            self.games.pop_front();
        }
        self.ends.clear();
        let mut end = 0;
        for game in &self.games {
            end += game.decisions.len() as u32;
            self.ends.push(end);
        }
    }

    /// Where a decision is, by its number in all games.
    pub(super) fn place(&self, number: u32) -> SampleIndex {
        let game = self.ends.partition_point(|&end| end <= number);
        let before = game.checked_sub(1).map_or(0, |before| self.ends[before]);
        (game, (number - before) as usize)
    }

    /// The position of a decision.
    pub(super) fn position(&self, (game, decision): SampleIndex) -> G {
        let game = &self.games[game];
        game.position(&self.rules, game.decisions[decision].at as usize)
    }

    /// A decision, to be changed.
    pub(super) fn decision(&mut self, (game, decision): SampleIndex) -> &mut Decision {
        &mut self.games[game].decisions[decision]
    }

    /// Draws `count` decisions, each independently of the others; none when there are none.
    pub fn draw(
        &self,
        count: usize,
        config: &AlphaZeroConfig,
        rng: &mut SeededRng,
    ) -> Vec<TrainingSample<G>> {
        if self.is_empty() {
            return Vec::new();
        }
        let drawn = (0..count).map(|_| {
            let (game, decision) = self.place(below(rng, self.len() as u32));
            self.games[game].training_sample(&self.rules, decision, config, rng)
        });
        drawn.collect()
    }

    /// All games as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        (self.games.len() as u64).store(&mut out);
        for game in &self.games {
            game.store(self.rules, &mut out);
        }
        out
    }

    /// Takes the games that [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    /// If the bytes are not of such games; then nothing changes.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), BadBytes> {
        let mut reader = Reader::new(bytes);
        let count: u64 = reader.read()?;
        let games = (0..count).map(|_| Played::restore(&self.rules, &mut reader));
        let games = games.collect::<Result<Vec<_>, _>>()?;
        reader.end()?;
        self.games.clear();
        self.extend(games);
        Ok(())
    }
}
