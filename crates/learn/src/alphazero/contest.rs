//! Matches: a network with its search against another network or one of the agents, many games at once.

use damero_games::random::seeded;
use damero_games::{Encode, Game, MoveBuf, Player, Text};
use damero_nets::NetEvaluator;
use damero_search::mcts::{Evaluations, Evaluator, Options, Rollouts, Search};
use damero_search::{
    Agent, AlphaBeta, AlphaBetaOptions, CarefulAgent, EngineOptions, Level, Limits, Mcts, RandomAgent,
    Searchable,
};
use rand_core::Rng;
use rayon::ThreadPool;

use crate::LearnError;
use crate::rng_streams::{Purpose, stream};
use crate::run::refuse;
use crate::selfplay::{ByAgent, GROUP, Policy, Slot, Tally, contest, in_groups};

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
        let (mut leaves, mut answers) = (Vec::new(), Evaluations::default());
        let mut rng = seeded(0);
        while searches.iter().any(|search| !search.is_done()) {
            leaves.clear();
            answers.clear();
            for search in &mut searches {
                search.gather(self.options.batch.max(1), &mut leaves);
            }
            self.judge.evaluate(&leaves, &mut rng, &mut answers);
            let mut answers = answers.iter();
            for search in &mut searches {
                search.apply(&mut answers);
            }
        }
        for (slot, search) in slots.iter_mut().zip(&searches) {
            let Some(m) = search.best() else {
                unreachable!("a player is to move");
            };
            slot.play(m);
        }
    }
}

/// Makes an agent from a seed.
pub type Make<G> = Box<dyn Fn(u64) -> Box<dyn Agent<G>> + Send + Sync>;

/// One of the agents by its name in configurations, and how long it may think.
///
/// # Errors
/// If there is none of that name: which there are. `key` is where the name stands.
pub fn agent<G: Searchable>(key: &str, name: &str) -> Result<(Limits, Make<G>), LearnError> {
    let none = Limits::default();
    let numbered = |prefix: &str| {
        let number = name.strip_prefix(prefix)?.parse().ok();
        number.filter(|number| (1..=100_000_000_u64).contains(number))
    };
    if let Some(nodes) = numbered("alphabeta-") {
        // One is made for each decision: a large table would cost more than it helps.
        let options = AlphaBetaOptions {
            table_mib: 1,
            ..AlphaBetaOptions::default()
        };
        let make = move |_| -> Box<dyn Agent<G>> { Box::new(AlphaBeta::new(G::Eval::default(), options)) };
        return Ok((Limits::nodes(nodes), Box::new(make)));
    }
    if let Some(simulations) = numbered("mcts-") {
        let limits = Limits {
            simulations: Some(simulations),
            ..none
        };
        let make = |seed| -> Box<dyn Agent<G>> {
            let options = Options {
                seed,
                ..Options::uct()
            };
            Box::new(Mcts::new(Rollouts::default(), options))
        };
        return Ok((limits, Box::new(make)));
    }
    let level = name
        .strip_prefix("level-")
        .and_then(|level| level.parse::<Level>().ok());
    let make: Make<G> = match (name, level) {
        ("random", _) => Box::new(|seed| Box::new(RandomAgent::new(seed))),
        ("careful", _) => Box::new(|seed| Box::new(CarefulAgent::new(seed))),
        ("greedy", _) => Box::new(|seed| G::greedy(seed)),
        (_, Some(level)) => {
            let options = EngineOptions {
                table_mib: 1,
                ..EngineOptions::default()
            };
            // Without a folder of tables nothing can be wrong with one.
            Box::new(move |seed| {
                let agent = level.agent::<G>(seed, &options);
                agent.unwrap_or_else(|_| Box::new(CarefulAgent::new(seed)))
            })
        }
        _ => {
            let wanted = Text::new(
                "random, careful, greedy, level-easy, level-medium, level-hard, alphabeta-NODES or mcts-SIMULATIONS",
                "random, careful, greedy, level-easy, level-medium, level-hard, alphabeta-NODOS o mcts-SIMULACIONES",
            );
            return Err(refuse(key, &format!("{name:?}"), &wanted));
        }
    };
    Ok((none, make))
}

/// Makes one of the opponents of an evaluation.
///
/// # Errors
/// If there is none of that name: which there are.
pub fn opponent<G: Searchable>(name: &str) -> Result<ByAgent<G>, LearnError> {
    let (limits, make) = agent::<G>("alphazero.baselines", name)?;
    Ok(ByAgent::new(limits, make))
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

/// How a match went.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Score {
    /// Wins, draws and losses of the first mind.
    pub tally: Tally,
    /// The mean margin of points for the first mind, in games that keep points.
    pub margin: Option<f64>,
    /// Its mean points.
    pub points: Option<f64>,
}

/// Plays a match in pairs: both games of a pair begin alike, with seats exchanged.
fn meet<G: Game, W: Send>(
    pool: &ThreadPool,
    rules: &G::Rules,
    pairing: Pairing,
    make: impl Fn() -> W + Sync + Send,
    play: impl Fn(&mut W, &mut [Slot<G>]) + Sync + Send,
) -> Score {
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
    let tallies = pool.install(|| {
        // A part of a group, so that a small match keeps two threads busy; even, so that seats alternate through.
        in_groups(&mut slots, GROUP / 4, make, |worker, _, slots| {
            play(worker, slots);
            Tally::of(slots)
        })
    });
    let tally = tallies.into_iter().fold(Tally::default(), Tally::and);
    let (mut points, mut margin, mut scored) = (0, 0, 0_u32);
    for (n, slot) in slots.iter().enumerate() {
        if let Some(scores) = slot.game.scores() {
            let own = if n.is_multiple_of(2) {
                Player::First
            } else {
                Player::Second
            };
            points += scores[own];
            margin += scores[own] - scores[own.other()];
            scored += 1;
        }
    }
    let mean = |sum: i32| (scored > 0).then(|| f64::from(sum) / f64::from(scored));
    Score {
        tally,
        margin: mean(margin),
        points: mean(points),
    }
}

/// A match of a network against one of the agents.
///
/// # Errors
/// If there is no such agent.
pub fn against<G: Encode + Searchable>(
    pool: &ThreadPool,
    rules: &G::Rules,
    pairing: Pairing,
    policy: &TreePolicy<G>,
    name: &str,
) -> Result<Score, LearnError> {
    opponent::<G>(name)?;
    let make = || (policy.clone(), opponent::<G>(name));
    Ok(meet(pool, rules, pairing, make, |(own, other), slots| {
        if let Ok(other) = other {
            contest([own, other as &mut dyn Policy<G>], slots);
        }
    }))
}

/// A match between two networks.
pub fn between<G: Encode>(
    pool: &ThreadPool,
    rules: &G::Rules,
    pairing: Pairing,
    policies: &[TreePolicy<G>; 2],
) -> Score {
    meet(
        pool,
        rules,
        pairing,
        || policies.clone(),
        |[one, other], slots| {
            contest([one, other], slots);
        },
    )
}

/// The difference in Elo that a share of the points tells, with half a game added to either side so that it is finite.
#[must_use]
pub fn elo(tally: Tally) -> f64 {
    let games = f64::from(tally.games());
    let rate = (tally.rate() * games + 0.5) / (games + 1.0);
    400.0 * (rate / (1.0 - rate)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_of_known_shares() {
        let tally = |wins, losses| Tally {
            wins,
            draws: 0,
            losses,
        };
        assert!(elo(tally(20, 20)).abs() < 1e-9);
        assert!(
            (elo(tally(759, 240)) - 200.0).abs() < 1.0,
            "{}",
            elo(tally(759, 240))
        );
        assert!(elo(tally(40, 0)) > 700.0 && elo(tally(0, 40)) < -700.0);
        assert_eq!(elo(Tally::default()), 0.0);
    }
}
