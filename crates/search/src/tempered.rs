//! A player that chooses among near-equal moves, as people do: the less two moves differ in its own eyes, the likelier it
//! takes either. It never misses a win at once, and never allows one that can be avoided.

use std::time::Instant;

use damero_games::Game;
use damero_games::random::{SeededRng, below, seeded};

use crate::agent::{Agent, SearchContext, SearchResult, SearchedMove};
use crate::alphabeta::{AlphaBeta, Options};
use crate::evaluate::Evaluate;
use crate::score::Score;
use crate::simple::careful_moves;

/// Moves that are worse than the best by more than so many temperatures are never played: they are no longer near.
const REACH: f32 = 3.0;

/// Alpha-beta that scores every move, and draws one of those near the best. The chance of a move falls by a factor of e
/// with each `temperature` times [`Evaluate::SCALE`] of score.
///
/// ```
/// use damero_games::{Game, reversi::Reversi};
/// use damero_search::{Agent, Limits, Searchable, Tempered};
///
/// type Eval = <Reversi as Searchable>::Eval;
/// let game = Reversi::start(&Default::default());
/// let mut player = Tempered::new(Eval::default(), Default::default(), 0.5, 7);
/// let mut again = Tempered::new(Eval::default(), Default::default(), 0.5, 7);
/// let limits = || Limits::depth(1).into();
/// assert_eq!(player.think(&game, limits()).best, again.think(&game, limits()).best);
/// ```
pub struct Tempered<E> {
    search: AlphaBeta<E>,
    temperature: f32,
    rng: SeededRng,
}

impl<E> Tempered<E> {
    /// A player whose choices follow from `seed`. With a temperature of 0 it plays one of the best.
    pub fn new(eval: E, options: Options, temperature: f32, seed: u64) -> Self {
        let options = Options {
            score_all: true,
            ..options
        };
        Self {
            search: AlphaBeta::new(eval, options),
            temperature: temperature.max(0.0),
            rng: seeded(seed),
        }
    }

    /// Draws one of `moves`, which are sorted, by how near it is to the first.
    fn draw<M: Copy>(&mut self, moves: &[SearchedMove<M>], unit: f32) -> SearchedMove<M> {
        let score = |one: &SearchedMove<M>| one.score.unwrap_or_default();
        let best = score(&moves[0]);
        let weight = |one: &SearchedMove<M>| {
            if score(one) == best {
                return 1.0;
            }
            // What is won is finished, and what is lost is no choice.
            if best.is_proven() || score(one).is_proven() {
                return 0.0;
            }
            let away = (best.get() - score(one).get()) as f32 / unit.max(f32::MIN_POSITIVE);
            if away <= REACH { (-away).exp() } else { 0.0 }
        };
        let weights: Vec<f32> = moves.iter().map(weight).collect();
        let all: f32 = weights.iter().sum();
        let mut drawn = below(&mut self.rng, DRAWS) as f32 / DRAWS as f32 * all;
        let chosen = weights.iter().position(|&weight| {
            drawn -= weight;
            drawn < 0.0
        });
        moves[chosen.unwrap_or_default()]
    }
}

/// How finely chances are told apart.
const DRAWS: u32 = 1 << 24;

impl<G: Game, E: Evaluate<G>> Agent<G> for Tempered<E> {
    fn name(&self) -> String {
        "tempered".to_owned()
    }

    fn think(
        &mut self,
        game: &G,
        mut ctx: SearchContext<'_, SearchResult<G::Move>>,
    ) -> SearchResult<G::Move> {
        let start = Instant::now();
        // Nobody is told what the search prefers before the choice is made.
        let quiet = || SearchContext::new(ctx.limits).stopped_by(&ctx.stop);
        let unit = self.temperature * E::SCALE;
        let careful = careful_moves(game);
        self.search.score_within(Some((REACH * unit) as i32 + 1));
        let mut searched = self.search.think(game, quiet());
        if !careful.contains(&searched.best) {
            // What is left is judged among itself.
            self.search.score_within(None);
            searched = self.search.think(game, quiet());
        }
        let safe = searched.moves.iter().filter(|one| careful.contains(&one.m));
        let mut safe: Vec<_> = safe.copied().collect();
        safe.sort_by_key(|one| std::cmp::Reverse(one.score));
        let chosen = self.draw(&safe, unit);
        searched.best = chosen.m;
        searched.score = chosen.score;
        searched.value = chosen.score.map(|score: Score| score.value(E::SCALE));
        if searched.pv.first() != Some(&chosen.m) {
            searched.pv = vec![chosen.m];
        }
        searched.time = start.elapsed();
        ctx.report(&searched);
        searched
    }

    fn new_game(&mut self) {
        Agent::<G>::new_game(&mut self.search);
    }
}
