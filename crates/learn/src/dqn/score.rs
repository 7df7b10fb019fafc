//! A network's opinion of every legal move, whether it judges actions or the positions that they lead to.

use damero_games::{Encode, Game, MoveBuf};
use damero_nets::Network;

use super::settings::Shaping;
use super::shaped::Learnable;
use super::transition::pay;
use crate::model::NetValues;
use crate::selfplay::Values;

/// What a network answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scoring {
    /// A value for each action index.
    Actions,
    /// One value for the position, for the player to move: moves are scored by what they lead to.
    Afterstates,
}

impl Scoring {
    /// What this network answers; `None` if it is neither.
    #[must_use]
    pub fn of<G: Encode>(network: &Network) -> Option<Self> {
        let q = network.output("q").map(|(_, n)| n == G::ACTIONS);
        let value = network.output("value").map(|(_, n)| n == 1);
        match (network.outputs().count(), q, value) {
            (1, Some(true), _) => Some(Self::Actions),
            (1, _, Some(true)) => Some(Self::Afterstates),
            _ => None,
        }
    }
}

/// Scores moves.
#[derive(Clone, Debug)]
pub struct Scorer {
    /// The network.
    pub network: NetValues,
    /// What it answers.
    pub scoring: Scoring,
    /// What a move pays besides the result.
    pub shaping: Shaping,
    /// The discount factor: what is left of a value when the turn passes.
    pub gamma: f32,
}

impl<G: Encode + Learnable> Values<G> for Scorer {
    fn values(&mut self, positions: &[&G], out: &mut Vec<f32>) {
        match self.scoring {
            Scoring::Actions => self.network.values(positions, out),
            Scoring::Afterstates => self.afterstates(positions, out),
        }
    }
}

impl Scorer {
    /// Illegal actions stay at zero; nobody may look at them.
    fn afterstates<G: Encode + Learnable>(&mut self, positions: &[&G], out: &mut Vec<f32>) {
        out.clear();
        out.resize(positions.len() * G::ACTIONS, 0.0);
        let mut open: Vec<G> = Vec::new();
        let mut places: Vec<(usize, f32)> = Vec::new();
        let mut moves = MoveBuf::new();
        for (row, position) in positions.iter().enumerate() {
            position.moves(&mut moves);
            for &m in &moves {
                let mut child = G::clone(position);
                child.play_unchecked(m);
                let place = row * G::ACTIONS + position.action_index(m);
                let (paid, factor) = pay(*position, m, &child, self.shaping, self.gamma);
                out[place] = paid;
                if factor != 0.0 {
                    places.push((place, factor));
                    open.push(child);
                }
            }
        }
        let asked: Vec<_> = open.iter().collect();
        let values = self.network.answers(&asked);
        for ((place, factor), value) in places.into_iter().zip(values) {
            out[place] += factor * value;
        }
    }
}

/// The number of the legal action with the largest value, and that value; `None` where no move is legal.
#[must_use]
pub fn best_action<G: Encode>(game: &G, values: &[f32]) -> Option<(usize, f32)> {
    let mut moves = MoveBuf::new();
    Game::moves(game, &mut moves);
    let legal = moves.iter().map(|&m| game.action_index(m));
    let legal = legal.map(|action| (action, values[action]));
    legal.reduce(|best, other| if other.1 > best.1 { other } else { best })
}
