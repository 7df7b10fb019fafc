//! Matches: a network with its search against another network or a player named by its spec, many
//! games at once.

use damero_arena::stats::{Points, Tally};
use damero_games::random::seeded;
use damero_games::{Encode, Game, MoveBuf};
use damero_nets::NetEvaluator;
use damero_search::mcts::{Evaluations, Evaluator, Options, Search};
use rand_core::Rng;
use rayon::ThreadPool;

use crate::LearnError;
use crate::rng_streams::{Purpose, stream};
use crate::selfplay::{GROUP, Policy, Slot, contests, points, tally_pairs};

/// A network that thinks by a tree, with a new one for each decision.
#[derive(Clone, Debug)]
pub struct TreePolicy<G: Encode> {
    /// The network.
    pub judge: NetEvaluator<G>,
    /// How it searches.
    pub options: Options,
    /// Simulations of each decision.
    pub simulations: u64,
}

impl<G: Encode> Policy<G> for TreePolicy<G> {
    fn decide(&mut self, slots: &mut [&mut Slot<G>]) {
        let begin = |slot: &mut &mut Slot<G>| {
            let options = Options {
                seed: slot.rng.next_u64(),
                ..self.options
            };
            let mut search = Search::new(slot.game.clone(), options);
            search.begin(self.simulations);
            search
        };
        let mut searches: Vec<_> = slots.iter_mut().map(begin).collect();
        search_together(&mut searches, self.options.batch, &mut self.judge);
        for (slot, search) in slots.iter_mut().zip(&searches) {
            let Some(m) = search.best() else {
                unreachable!("a player is to move");
            };
            slot.play(m);
        }
    }
}

/// Runs searches that have begun to their ends, up to `batch` leaves of each in one call of the judge.
pub(super) fn search_together<G: Game>(
    searches: &mut [Search<G>],
    batch: usize,
    judge: &mut impl Evaluator<G>,
) {
    let (mut leaves, mut answers) = (Vec::new(), Evaluations::default());
    let mut rng = seeded(0);
    while searches.iter().any(|search| !search.is_done()) {
        leaves.clear();
        answers.clear();
        for search in &mut *searches {
            search.gather(batch.max(1), &mut leaves);
        }
        judge.evaluate(&leaves, &mut rng, &mut answers);
        let mut answers = answers.iter();
        for search in &mut *searches {
            search.apply(&mut answers);
        }
    }
}

/// Games of a match.
#[derive(Clone, Copy, Debug)]
pub struct Pairing {
    /// The seed of the run.
    pub seed: u64,
    /// What the games are for.
    pub purpose: Purpose,
    /// Which match it is.
    pub number: u64,
    /// How many games.
    pub games: u32,
    /// Moves left to chance at the beginning.
    pub opening: u32,
}

/// How a match went for the first policy.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Score {
    /// Its results.
    pub tally: Tally,
    /// Its points, in games that keep points.
    pub points: Option<Points>,
}

/// Plays a match in pairs: both games of a pair begin alike, with seats exchanged. `make` gives each thread its two
/// policies.
///
/// # Errors
/// If a policy cannot be made.
pub fn meet<G: Game, P: Policy<G>, Q: Policy<G>>(
    pool: &ThreadPool,
    rules: &G::Rules,
    pairing: Pairing,
    make: impl Fn() -> Result<(P, Q), LearnError> + Sync + Send,
) -> Result<Score, LearnError> {
    let mut slots: Vec<Slot<G>> = (0..u64::from(pairing.games))
        .map(|n| {
            let mut slot: Slot<G> = Slot::new(
                rules,
                stream(pairing.seed, pairing.purpose, pairing.number, n / 2),
            );
            for _ in 0..pairing.opening {
                if slot.is_going() {
                    let m = slot.game.random_move(&mut slot.rng, &mut MoveBuf::new());
                    slot.play(m);
                }
            }
            slot
        })
        .collect();
    // A part of a group, so that a small match keeps two threads busy.
    contests(pool, &mut slots, GROUP / 4, make)?;
    Ok(Score {
        tally: tally_pairs(&slots),
        points: points(&slots),
    })
}
