//! Chance inside the tree: a few sampled events stand for all that could happen.
//!
//! The search draws its own events from its own generator. As long as it has seen fewer different events than the
//! visits allow, it draws as the rules distribute them; beyond that it spreads its visits over those that it knows, in
//! proportion to how often each was drawn.

use damero_games::Game;
use rand_core::Rng;

use super::tree::{Draw, NONE, Node, Tree};

impl<G: Game> Tree<G> {
    /// Chooses the event that a simulation follows at a chance node, perhaps a new one; returns its draw.
    pub(super) fn draw<R: Rng + ?Sized>(
        &mut self,
        at: u32,
        game: &G,
        most: u32,
        power: f32,
        rng: &mut R,
    ) -> u32 {
        let node = *self.node(at);
        let allowed = (node.started() as f32).powf(power).ceil() as u32;
        if node.count >= allowed.clamp(1, most.max(1)) {
            return self.neglected(at);
        }
        let event = game.sample_chance(rng);
        let known = self
            .draws(at)
            .find(|&draw| self.draws[draw as usize].event == event);
        if let Some(known) = known {
            self.draws[known as usize].weight += 1;
            return known;
        }
        let new = self.draws.len() as u32;
        self.draws.push(Draw {
            event,
            child: NONE,
            weight: 1,
            next: node.first,
        });
        let node = self.node_mut(at);
        node.first = new;
        node.count += 1;
        new
    }

    /// The draw with the fewest visits for its weight.
    fn neglected(&self, at: u32) -> u32 {
        let share = |draw: u32| {
            let draw = &self.draws[draw as usize];
            let started = self.nodes.get(draw.child as usize).map_or(0, Node::started);
            started as f32 / draw.weight as f32
        };
        let fewer = |a: &u32, b: &u32| share(*a).total_cmp(&share(*b));
        self.draws(at).min_by(fewer).unwrap_or(NONE)
    }
}
