//! Players that were trained: a network says what each move is worth and the best one is played without any search, or it
//! guides a tree search ([`AlphaZeroPlayer`]).

mod alphazero;
mod cache;
mod folder;
mod player;
mod shipped;
mod source;
mod strongest;

use std::cmp::Ordering;
use std::time::Instant;

use damero_games::random::{SeededRng, seeded};
use damero_games::{Encode, PovValue, Text};
use damero_nets::{Model, Precision, QValues};
use damero_search::{Agent, SearchContext, SearchResult, SearchedMove};
use rand_core::Rng;

pub(crate) use self::alphazero::{AlphaZeroPlayer, MAX_LEAVES, TreeOptions};
pub(crate) use self::folder::Source;
pub(crate) use self::player::Bound;
pub(crate) use self::shipped::Shipped;
pub use self::shipped::shipped_rules;
pub use self::source::Named;
pub(crate) use self::strongest::strongest;
use crate::spec::SpecError;

/// How many positions go through the network at once.
const BATCH: usize = 32;

/// A trained network at the board.
#[derive(Clone, Debug)]
pub(crate) struct DqnPlayer<G: Encode> {
    evaluator: QValues<G>,
    rules: G::Rules,
    name: String,
    /// Zero plays the best move; the larger, the more evenly moves are drawn.
    temperature: f32,
    rng: SeededRng,
}

impl<G: Encode> DqnPlayer<G> {
    /// Reads the weights; they must be of this game, under whatever rules.
    pub(crate) fn load(source: &Source, temperature: f32) -> Result<Self, SpecError> {
        let source = source.resolve()?;
        let player = cache::shared(source.key(), "dqn", Precision::Single, || {
            let (file, model) = source.model(G::META.id)?;
            Self::new(&model, "dqn").map_err(|Text { en, es }| SpecError {
                problem: Text::owned(format!("{file}: {en}"), format!("{file}: {es}")),
            })
        })?;
        Ok(Self {
            temperature,
            ..player
        })
    }

    /// The network of a model, playing the best move; `player` is what players call it.
    pub(crate) fn new(model: &Model, player: &str) -> Result<Self, Text> {
        // Of another game the rules cannot be read, but then the game is what is wrong, and is said to be.
        let rules: G::Rules = model.card().rules.parse().unwrap_or_default();
        let evaluator = QValues::new(model, &rules, BATCH).map_err(|error| error.text())?;
        Ok(Self {
            evaluator,
            rules,
            name: format!("{player} {}", model.network().description().name),
            temperature: 0.0,
            rng: seeded(0),
        })
    }

    /// The same player whose lots are drawn from `seed`.
    pub(crate) fn seeded(&self, seed: u64) -> Self {
        Self {
            rng: seeded(seed),
            ..self.clone()
        }
    }

    /// The rules under which it learned.
    pub(crate) const fn rules(&self) -> &G::Rules {
        &self.rules
    }
}

/// The place of the value to go for: the largest at temperature zero, else one drawn by softmax.
fn choose(values: &[PovValue], temperature: f32, rng: &mut SeededRng) -> usize {
    let best = (0..values.len()).fold(0, |best, i| if values[i] > values[best] { i } else { best });
    if temperature <= 0.0 {
        return best;
    }
    let shares = values
        .iter()
        .map(|value| ((value.0 - values[best].0) / temperature).exp());
    let shares: Vec<f32> = shares.collect();
    let lot = (rng.next_u32() >> 8) as f32 / (1_u32 << 24) as f32;
    let mut mark = lot * shares.iter().sum::<f32>();
    for (i, share) in shares.into_iter().enumerate() {
        mark -= share;
        if mark < 0.0 {
            return i;
        }
    }
    best
}

impl<G: Encode> Agent<G> for DqnPlayer<G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn think(&mut self, game: &G, _: SearchContext<'_, SearchResult<G::Move>>) -> SearchResult<G::Move> {
        let start = Instant::now();
        let (moves, values) = self.evaluator.score(game);
        let chosen = choose(values, self.temperature, &mut self.rng);
        let bounded = |value: PovValue| Some(PovValue(value.0.clamp(-1.0, 1.0)));
        let searched_moves = moves.iter().zip(values).map(|(&m, &value)| SearchedMove {
            m,
            score: None,
            value: bounded(value),
            visit_share: None,
        });
        let mut searched_moves: Vec<_> = searched_moves.collect();
        searched_moves.sort_by(|a, b| b.value.partial_cmp(&a.value).unwrap_or(Ordering::Equal));
        SearchResult {
            value: bounded(values[chosen]),
            pv: vec![moves[chosen]],
            depth: 1,
            nodes: moves.len() as u64,
            time: start.elapsed(),
            moves: searched_moves,
            ..SearchResult::bare(moves[chosen])
        }
    }
}
