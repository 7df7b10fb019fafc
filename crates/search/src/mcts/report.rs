//! What a search found: its moves with their visits, the choice among them, the policy target, the principal variation.

use std::cmp::Ordering;

use damero_games::{Game, Outcome, Player, PovValue, Turn};

use super::gumbel::{Sigma, improved_policy};
use super::noise::unit;
use super::options::{Root, Selection};
use super::search::Search;
use super::select::Mix;
use super::tree::{Edge, ROOT, Tree};
use crate::agent::{SearchResult, SearchedMove};
use crate::score::Score;

/// A move of the root with what the search found about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub m: M,
    /// The prior of the evaluator.
    pub prior: f32,
    /// Simulations that followed it, in this search and before.
    pub visits: u32,
    /// The expected result for the player to move, once it was followed.
    pub value: Option<PovValue>,
    /// The certain result for the player to move, if there is one, counted in plies from the root.
    pub proven: Option<Score>,
}

impl<G: Game> Search<G> {
    /// All legal moves of the root in the order of the list; none when no player is to move.
    pub fn moves(&self) -> Vec<RootMove<G::Move>> {
        let Some(mover) = self.mover() else {
            return Vec::new();
        };
        let describe = |edge: &Edge<G::Move>| {
            let child = self.tree.child(edge);
            let proven = child.and_then(|child| child.proven);
            RootMove {
                m: edge.m,
                prior: edge.prior,
                visits: child.map_or(0, |child| child.visits),
                value: child
                    .filter(|child| child.visits > 0)
                    .map(|child| child.value().pov(mover)),
                proven: proven.map(|proven| Score::ended(proven.outcome.pov(mover), proven.plies + 1)),
            }
        };
        self.tree.edges(ROOT).iter().map(describe).collect()
    }

    /// The best move: a proven win if there is one, else the one with the most visits (or the winner of the sequential
    /// halving), never a proven loss if there is anything else. `None` when no player is to move.
    pub fn best(&self) -> Option<G::Move> {
        self.best_edge().map(|edge| self.tree.edges[edge].m)
    }

    /// Chooses a move at a temperature: at zero the best, else in proportion to `visits ^ (1 / temperature)`, but never
    /// a proven loss if there is anything else, nor anything else than a proven win.
    ///
    /// Gumbel root selection has had its chance already and ignores the temperature.
    pub fn choose(&mut self, temperature: f32) -> Option<G::Move> {
        let sampled = self.sample(temperature);
        sampled
            .or_else(|| self.best_edge())
            .map(|edge| self.tree.edges[edge].m)
    }

    /// The policy target, one share for each move in the order of the list: the shares of the visits, or
    /// the improved policy of Gumbel root selection. Proven wins and losses count as such.
    pub fn policy(&self) -> Vec<f32> {
        let Some(mover) = self.mover() else {
            return Vec::new();
        };
        let edges = self.tree.edges(ROOT);
        let mut shares: Vec<f32> = match self.options.root {
            Root::Gumbel { c_visit, c_scale, .. } => {
                improved_policy(&self.tree, mover, Sigma { c_visit, c_scale })
            }
            Root::Selection => match (Mix::of(self.options.noise, &self.noise), self.options.selection) {
                (Some(mix), Selection::Puct { cpuct, .. }) if mix.forced > 0.0 => {
                    self.tree.pruned_visits(ROOT, mover, cpuct, mix)
                }
                _ => {
                    let visits = |edge| self.tree.child(edge).map_or(0.0, |child| child.visits as f32);
                    edges.iter().map(visits).collect()
                }
            },
        };
        let won = self
            .solved()
            .is_some_and(|(outcome, _)| outcome == Outcome::Win(mover));
        for (share, edge) in shares.iter_mut().zip(edges) {
            let proven = self.tree.child(edge).and_then(|child| child.proven);
            let wins = proven.is_some_and(|proven| proven.outcome == Outcome::Win(mover));
            let loses = proven.is_some_and(|proven| proven.outcome == Outcome::Win(mover.other()));
            if if won { !wins } else { loses } {
                *share = 0.0;
            }
        }
        let sum: f32 = shares.iter().sum();
        if sum > 0.0 {
            shares.iter().map(|share| share / sum).collect()
        } else {
            // No visits, or nothing but losses.
            edges.iter().map(|edge| edge.prior).collect()
        }
    }

    /// The expected result at the root: proven, or the mean of all simulations.
    pub fn value(&self) -> damero_games::Value {
        self.tree.node(ROOT).value()
    }

    /// Everything that an agent has to say, with `best` as its choice; `nodes` and `time` are the caller's.
    pub(super) fn searched(&self, best: G::Move) -> SearchResult<G::Move> {
        let mut moves = self.moves();
        let edges = self.tree.edges(ROOT);
        let mover = self.mover();
        if let Some(mover) = mover {
            let mut order: Vec<usize> = (0..edges.len()).collect();
            order.sort_by(|&a, &b| self.tree.compare(&edges[b], &edges[a], mover));
            moves = order.into_iter().map(|i| moves[i]).collect();
        }
        let total: u32 = moves.iter().map(|root_move| root_move.visits).sum();
        let of = |root_move: &RootMove<G::Move>| SearchedMove {
            m: root_move.m,
            score: root_move.proven,
            value: root_move.value,
            visit_share: Some(root_move.visits as f32 / total.max(1) as f32),
        };
        let moves: Vec<_> = moves.iter().map(of).collect();
        let chosen = moves.iter().find(|searched| searched.m == best);
        SearchResult {
            score: chosen.and_then(|searched| searched.score),
            value: chosen.and_then(|searched| searched.value),
            pv: self.pv(best),
            depth: self.deepest(),
            moves,
            ..SearchResult::bare(best)
        }
    }

    /// The principal variation after a move of the root, as far as the tree goes.
    pub fn pv(&self, m: G::Move) -> Vec<G::Move> {
        let mut pv = Vec::new();
        let mut edge = self.tree.edges(ROOT).iter().find(|edge| edge.m == m);
        while let Some(&Edge { m, child, .. }) = edge {
            pv.push(m);
            let node = self.tree.nodes.get(child as usize);
            let mover = node.and_then(|node| node.turn.player());
            let next = mover.and_then(|mover| self.tree.most_visited(child, mover));
            let visited = |edge: &&Edge<G::Move>| self.tree.child(edge).is_some_and(|child| child.visits > 0);
            edge = next.map(|next| &self.tree.edges[next]).filter(visited);
        }
        pv
    }

    fn mover(&self) -> Option<Player> {
        match self.tree.node(ROOT).turn {
            Turn::Player(mover) => Some(mover),
            Turn::Chance | Turn::Over(_) => None,
        }
    }

    fn best_edge(&self) -> Option<usize> {
        let mover = self.mover()?;
        let halving = self.halving.as_ref().filter(|_| self.solved().is_none());
        halving
            .and_then(|halving| halving.best(&self.tree, mover))
            .or_else(|| self.tree.most_visited(ROOT, mover))
    }

    /// An edge drawn at a temperature; `None` where there is nothing to draw.
    fn sample(&mut self, temperature: f32) -> Option<usize> {
        let mover = self.mover()?;
        if temperature <= 0.0 || self.solved().is_some() || matches!(self.options.root, Root::Gumbel { .. }) {
            return None;
        }
        let visits = |edge| match self.tree.child(edge) {
            Some(child) if !child.is_lost_for(mover) => f64::from(child.visits),
            _ => 0.0,
        };
        let visits: Vec<f64> = self.tree.edges(ROOT).iter().map(visits).collect();
        let most = visits.iter().copied().fold(0.0, f64::max);
        if most == 0.0 {
            return None;
        }
        let power = 1.0 / f64::from(temperature);
        let weights: Vec<f64> = visits.iter().map(|visits| (visits / most).powf(power)).collect();
        let mut rest = unit(&mut self.rng) * weights.iter().sum::<f64>();
        let drawn = weights.iter().position(|weight| {
            rest -= weight;
            rest < 0.0
        });
        drawn.map(|drawn| self.tree.edge_range(ROOT).start + drawn)
    }
}

impl<G: Game> Tree<G> {
    /// Compares two edges of a node where `mover` is to move: what is proven first, then visits, value and prior.
    fn compare(&self, a: &Edge<G::Move>, b: &Edge<G::Move>, mover: Player) -> Ordering {
        let key = |edge: &Edge<G::Move>| {
            let child = self.child(edge);
            let proven = child
                .and_then(|child| child.proven)
                .map_or(0, |proven| proven.rank(mover));
            let visits = child.map_or(0, |child| child.visits);
            let value = child.map_or(-1.0, |child| child.value().pov(mover).0);
            (proven, visits, value)
        };
        let (a_key, b_key) = (key(a), key(b));
        (a_key.0.cmp(&b_key.0))
            .then(a_key.1.cmp(&b_key.1))
            .then(a_key.2.total_cmp(&b_key.2))
            .then(a.prior.total_cmp(&b.prior))
    }

    /// The best edge of a node, of equal ones the first.
    fn most_visited(&self, at: u32, mover: Player) -> Option<usize> {
        let better = |&a: &usize, &b: &usize| self.compare(&self.edges[a], &self.edges[b], mover);
        // `max_by` takes the last of equals.
        self.edge_range(at).rev().max_by(better)
    }
}
