//! Gumbel root selection: sequential halving over moves drawn without replacement, and the improved policy.
//!
//! Adding Gumbel noise to the logarithms of the priors and taking the largest is drawing without replacement. The moves
//! drawn share the simulations equally; then the worse half is dropped, by noise, prior and value together, and so on
//! until the simulations are spent. The improved policy gives moves without visits a mixed value, so that it is
//! better than the priors in expectation whatever was visited.

use damero_games::{Game, Player, PovValue};
use rand_core::Rng;

use super::noise::gumbel;
use super::tree::{ROOT, Tree};

/// The weights of values against priors.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sigma {
    pub(super) c_visit: f32,
    pub(super) c_scale: f32,
}

impl Sigma {
    fn at(self, value: PovValue, most_visits: u32) -> f32 {
        (self.c_visit + most_visits as f32) * self.c_scale * ((value.0 + 1.0) / 2.0)
    }
}

/// A move that is still in the race.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// Index into all edges.
    edge: usize,
    /// Noise plus the logarithm of the prior.
    start: f32,
}

/// The state of a sequential halving.
#[derive(Clone, Debug)]
pub(super) struct Halving {
    candidates: Vec<Candidate>,
    sigma: Sigma,
    budget: u64,
    /// How often halving would leave one of the first candidates.
    phases: u64,
    /// Simulations left in this phase.
    left: u64,
    next: usize,
}

impl Halving {
    /// Draws the first candidates among the moves of the evaluated root.
    pub(super) fn new<G: Game, R: Rng + ?Sized>(
        tree: &Tree<G>,
        considered: usize,
        sigma: Sigma,
        scale: f32,
        budget: u64,
        rng: &mut R,
    ) -> Self {
        let draw = |edge: usize| Candidate {
            edge,
            start: log_prior(tree.edges[edge].prior) + scale * gumbel(rng),
        };
        let mut candidates: Vec<Candidate> = tree.edge_range(ROOT).map(draw).collect();
        candidates.sort_by(|a, b| b.start.total_cmp(&a.start));
        candidates.truncate(
            considered
                .max(1)
                .min(usize::try_from(budget).unwrap_or(usize::MAX)),
        );
        let phases = u64::from(candidates.len().next_power_of_two().trailing_zeros()).max(1);
        let mut halving = Self {
            candidates,
            sigma,
            budget,
            phases,
            left: 0,
            next: 0,
        };
        halving.left = halving.phase_length();
        halving
    }

    fn phase_length(&self) -> u64 {
        let count = self.candidates.len() as u64;
        (self.budget / (self.phases * count.max(1))).max(1) * count
    }

    /// The edge of the next simulation; `None` when the race cannot go on before the simulations under way are known.
    pub(super) fn next<G: Game>(&mut self, tree: &Tree<G>, mover: Player) -> Option<usize> {
        if self.left == 0 {
            if tree.node(ROOT).in_flight > 0 {
                return None;
            }
            let keep = (self.candidates.len() / 2).max(2);
            let scored = self.scored(tree, mover);
            self.candidates = scored
                .into_iter()
                .take(keep)
                .map(|(candidate, _)| candidate)
                .collect();
            self.left = self.phase_length();
            self.next = 0;
        }
        Some(self.candidates.get(self.next)?.edge)
    }

    /// The simulation along the edge given by [`next`](Self::next) is under way.
    pub(super) fn started(&mut self) {
        self.left -= 1;
        self.next = (self.next + 1) % self.candidates.len();
    }

    /// The best of the remaining candidates; `None` when all of them certainly lose.
    pub(super) fn best<G: Game>(&self, tree: &Tree<G>, mover: Player) -> Option<usize> {
        let scored = self.scored(tree, mover);
        let best = scored.first().filter(|(_, score)| score.is_finite());
        best.map(|(candidate, _)| candidate.edge)
    }

    /// The remaining candidates with their scores, best first.
    fn scored<G: Game>(&self, tree: &Tree<G>, mover: Player) -> Vec<(Candidate, f32)> {
        let most = most_visits(tree);
        let score = |candidate: &Candidate| {
            let child = tree.child(&tree.edges[candidate.edge]);
            let value = child.map_or(PovValue(-1.0), |child| child.value().pov(mover));
            let lost = child.is_some_and(|child| child.is_lost_for(mover));
            let score = candidate.start + self.sigma.at(value, most);
            (*candidate, if lost { f32::NEG_INFINITY } else { score })
        };
        let mut scored: Vec<_> = self.candidates.iter().map(score).collect();
        scored.sort_by(|a, b| b.1.total_cmp(&a.1));
        scored
    }
}

fn log_prior(prior: f32) -> f32 {
    prior.max(1e-9).ln()
}

fn most_visits<G: Game>(tree: &Tree<G>) -> u32 {
    let visits = |edge| tree.child(edge).map_or(0, |child| child.visits);
    tree.edges(ROOT).iter().map(visits).max().unwrap_or(0)
}

/// The policy that the values found at the root make of its priors: `softmax(log prior + sigma(completed value))`.
pub(super) fn improved_policy<G: Game>(tree: &Tree<G>, mover: Player, sigma: Sigma) -> Vec<f32> {
    let most = most_visits(tree);
    let unvisited = mixed_value(tree, mover);
    let logit = |edge| {
        let visited = tree.child(edge).filter(|child| child.visits > 0);
        let value = visited.map_or(unvisited, |child| child.value().pov(mover));
        log_prior(edge.prior) + sigma.at(value, most)
    };
    let logits: Vec<f32> = tree.edges(ROOT).iter().map(logit).collect();
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f32> = logits.iter().map(|logit| (logit - largest).exp()).collect();
    let sum: f32 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

/// The value of moves without visits: what the evaluator said of the root, mixed with what the others turned out to be.
fn mixed_value<G: Game>(tree: &Tree<G>, mover: Player) -> PovValue {
    let (mut visits, mut priors, mut values) = (0.0, 0.0, 0.0);
    for edge in tree.edges(ROOT) {
        let Some(child) = tree.child(edge).filter(|child| child.visits > 0) else {
            continue;
        };
        // A prior of zero that was visited nevertheless must not divide by zero.
        let prior = edge.prior.max(1e-9);
        visits += child.visits as f32;
        priors += prior;
        values += prior * child.value().pov(mover).0;
    }
    let raw = tree.node(ROOT).raw.pov(mover).0;
    if visits == 0.0 {
        return PovValue(raw);
    }
    PovValue((raw + visits * values / priors) / (1.0 + visits))
}
