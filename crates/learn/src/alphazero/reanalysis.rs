//! Old decisions searched again by a newer network: games cost most of the time, and what they teach gets better without
//! playing them again.

use damero_games::Value;
use damero_nets::NetEvaluator;
use damero_search::mcts::{Options, Search};
use rand_core::Rng;
use rayon::ThreadPool;

use super::contest::search_together;
use super::game::policy_target;
use super::params::SelfPlayParams;
use super::trainer::Subject;
use super::window::{SampleIndex, Window};
use super::worker::Order;
use crate::rng_streams::{Purpose, stream, unit};
use crate::selfplay::in_groups;

/// A decision that is searched again, with the seed of its search.
struct Again<G> {
    place: SampleIndex,
    position: G,
    seed: u64,
}

/// Searches a `share` of the decisions of the window again, full and without noise, and replaces value and policy by what
/// is found; gives how many. Proven decisions and those without a choice stay as they are.
pub(super) fn reanalyse<G: Subject>(
    pool: &ThreadPool,
    judge: &NetEvaluator<G>,
    window: &mut Window<G>,
    params: &SelfPlayParams,
    order: Order,
    share: f32,
) -> usize {
    let mut rng = stream(order.seed, Purpose::Reanalysis, order.cycle, 0);
    let mut drawn = Vec::new();
    for number in 0..window.len() as u32 {
        if unit(&mut rng) < share {
            let (place, seed) = (window.place(number), rng.next_u64());
            let position = window.position(place);
            if !window.decision(place).exact && position.count_moves() > 1 {
                drawn.push(Again {
                    place,
                    position,
                    seed,
                });
            }
        }
    }
    let search = |judge: &mut NetEvaluator<G>, _, chunk: &mut [Again<G>]| search_again(judge, params, chunk);
    let found = in_groups(pool, &mut drawn, order.concurrent, || judge.clone(), search);
    for (again, (value, policy)) in drawn.iter().zip(found.into_iter().flatten()) {
        let decision = window.decision(again.place);
        decision.value = value;
        decision.policy = policy;
    }
    drawn.len()
}

fn search_again<G: Subject>(
    judge: &mut NetEvaluator<G>,
    params: &SelfPlayParams,
    chunk: &[Again<G>],
) -> Vec<(Value, Vec<(u16, f32)>)> {
    let begin = |again: &Again<G>| {
        let options = Options {
            seed: again.seed,
            noise: None,
            ..params.options
        };
        let mut search = Search::new(again.position.clone(), options);
        search.begin(params.simulations());
        search
    };
    let mut searches: Vec<Search<G>> = chunk.iter().map(begin).collect();
    search_together(&mut searches, params.options.batch, judge);
    let found = |search: &Search<G>| (search.value(), policy_target(search, &search.policy()));
    searches.iter().map(found).collect()
}
