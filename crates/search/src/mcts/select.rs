//! Selection: which edge a simulation follows (PUCT, UCT).

use damero_games::random::below;
use damero_games::{Game, Player};
use rand_core::Rng;

use super::options::{FirstPlay, RootNoise, Selection};
use super::tree::{Node, Tree};

/// Noise to be mixed into the priors of a node.
#[derive(Clone, Copy)]
pub(super) struct Mix<'a> {
    pub(super) noise: &'a [f32],
    pub(super) epsilon: f32,
    /// Forced playouts, if any.
    pub(super) forced: f32,
}

impl<'a> Mix<'a> {
    /// What was drawn for the root, if there is to be noise.
    pub(super) fn of(noise: Option<RootNoise>, drawn: &'a [f32]) -> Option<Self> {
        let noise = noise.filter(|_| !drawn.is_empty())?;
        Some(Self {
            noise: drawn,
            epsilon: noise.epsilon,
            forced: noise.forced,
        })
    }
}

impl<G: Game> Tree<G> {
    /// The edge to follow from a node where `mover` is to move, as an index into all edges.
    ///
    /// Moves that certainly lose are left alone; if all did, the node would be proven and nobody would ask.
    pub(super) fn select<R: Rng + ?Sized>(
        &self,
        at: u32,
        mover: Player,
        selection: Selection,
        mix: Option<Mix<'_>>,
        rng: &mut R,
    ) -> usize {
        match selection {
            Selection::Puct { cpuct, first_play } => self.puct(at, mover, cpuct, first_play, mix),
            Selection::Uct { c } => self.uct(at, mover, c, rng),
        }
    }

    fn puct(&self, at: u32, mover: Player, cpuct: f32, first_play: FirstPlay, mix: Option<Mix<'_>>) -> usize {
        let node = self.node(at);
        let bonus = cpuct * (node.started() as f32).sqrt();
        let untried = self.first_play(at, mover, first_play);
        let score = |i: usize| {
            let prior = self.prior(at, i, mix);
            match self.child(&self.edges[i]) {
                Some(child) if child.is_lost_for(mover) => f32::NEG_INFINITY,
                Some(child) if child.started() > 0 => {
                    feared(child, mover) + bonus * prior / (1.0 + child.started() as f32)
                }
                _ => untried + bonus * prior,
            }
        };
        self.first_best(at, score)
    }

    /// The prior of an edge of a node, with noise mixed in.
    fn prior(&self, at: u32, edge: usize, mix: Option<Mix<'_>>) -> f32 {
        let prior = self.edges[edge].prior;
        mix.map_or(prior, |Mix { noise, epsilon, .. }| {
            (1.0 - epsilon) * prior + epsilon * noise[edge - self.node(at).first as usize]
        })
    }

    /// The visits that a node owes an edge by forced playouts.
    fn forced(&self, at: u32, edge: usize, mix: Mix<'_>) -> f32 {
        (mix.forced * self.prior(at, edge, Some(mix)) * self.node(at).started() as f32).sqrt()
    }

    /// The first edge of a node that was tried, does not certainly lose and has not had its forced playouts.
    pub(super) fn owed(&self, at: u32, mover: Player, mix: Mix<'_>) -> Option<usize> {
        if mix.forced == 0.0 {
            return None;
        }
        self.edge_range(at).find(|&edge| {
            let tried = self.child(&self.edges[edge]);
            tried.is_some_and(|child| {
                let started = child.started();
                started > 0 && !child.is_lost_for(mover) && (started as f32) < self.forced(at, edge, mix)
            })
        })
    }

    /// Visits of a node's edges less those that were forced: each but the most visited one gives back as many as it owes to
    /// force, as long as PUCT would not prefer it then. What is left with one visit was not worth trying.
    pub(super) fn pruned_visits(&self, at: u32, mover: Player, cpuct: f32, mix: Mix<'_>) -> Vec<f32> {
        let visits = |edge: usize| {
            self.child(&self.edges[edge])
                .map_or(0.0, |child| child.visits as f32)
        };
        let value = |edge: usize| {
            self.child(&self.edges[edge])
                .map_or(0.0, |child| child.value().pov(mover).0)
        };
        let bonus =
            |edge: usize| cpuct * self.prior(at, edge, Some(mix)) * (self.node(at).visits as f32).sqrt();
        let best = self.first_best(at, visits);
        let bar = value(best) + bonus(best) / (1.0 + visits(best));
        let left = |edge: usize| {
            let (all, gap) = (visits(edge), bar - value(edge));
            if edge == best || gap <= 0.0 {
                return all;
            }
            let needed = (bonus(edge) / gap - 1.0).ceil();
            let left = (all - self.forced(at, edge, mix).ceil()).max(needed).min(all);
            if left > 1.0 { left } else { 0.0 }
        };
        self.edge_range(at).map(left).collect()
    }

    /// First-play urgency: the value of moves without visits.
    fn first_play(&self, at: u32, mover: Player, first_play: FirstPlay) -> f32 {
        let parent = self.node(at).value().pov(mover).0;
        match first_play {
            FirstPlay::Fixed(value) => value,
            FirstPlay::Parent => parent,
            FirstPlay::Reduced(reduction) => {
                let tried = |edge: &&_| self.child(edge).is_some_and(|child| child.started() > 0);
                let priors: f32 = self.edges(at).iter().filter(tried).map(|edge| edge.prior).sum();
                parent - reduction * priors.sqrt()
            }
        }
    }

    fn uct<R: Rng + ?Sized>(&self, at: u32, mover: Player, c: f32, rng: &mut R) -> usize {
        let untried = |&i: &usize| self.child(&self.edges[i]).is_none();
        let count = self.edge_range(at).filter(untried).count();
        if count > 0 {
            let pick = below(rng, count as u32) as usize;
            if let Some(i) = self.edge_range(at).filter(untried).nth(pick) {
                return i;
            }
        }
        let log = (self.node(at).started().max(1) as f32).ln();
        self.first_best(at, |i| match self.child(&self.edges[i]) {
            Some(child) if child.is_lost_for(mover) => f32::NEG_INFINITY,
            Some(child) => feared(child, mover) + c * (log / child.started().max(1) as f32).sqrt(),
            None => f32::INFINITY,
        })
    }

    /// The edge with the largest score; of equal ones the first in the list of moves.
    fn first_best(&self, at: u32, score: impl Fn(usize) -> f32) -> usize {
        let range = self.edge_range(at);
        let mut best = (range.start, f32::NEG_INFINITY);
        for i in range {
            let score = score(i);
            if score > best.1 {
                best = (i, score);
            }
        }
        best.0
    }
}

/// The value of a node for `player`, with a virtual loss for every simulation under way through it. This keeps the
/// simulations of one batch apart.
#[inline]
fn feared(node: &Node, player: Player) -> f32 {
    let value = node.value().pov(player).0;
    if node.in_flight == 0 {
        return value;
    }
    let (visits, lost) = (node.visits as f32, node.in_flight as f32);
    (value * visits - lost) / (visits + lost)
}
