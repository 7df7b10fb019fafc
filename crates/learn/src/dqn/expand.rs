//! Targets for all actions of a position at once: the rules are known, so every move can be tried.
//!
//! What a move leads to is worth its result when the game is over; else the best value of the player to move there, with
//! the other sign when that is the opponent. Only legal actions count, on both sides.

use damero_games::{Encode, MoveBuf, Player, Turn};

use crate::selfplay::Values;

/// Targets of many positions, a row of [`Encode::ACTIONS`] numbers each.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Expanded {
    /// 1 for legal actions, 0 for others.
    pub legal: Vec<f32>,
    /// What they lead to, for the player to move; 0 for others.
    pub targets: Vec<f32>,
}

/// What the rules of a game tell without a network.
#[derive(Clone, Copy, Debug)]
pub struct Rules<K, C> {
    /// What a position is worth for the player to move there, if they tell.
    pub known: K,
    /// Puts what they tell about single moves in the place of a network's values.
    pub correct: C,
}

/// Tries all moves of all positions, none of which is over; `gamma` is what is left of a value when the turn passes to
/// the opponent.
pub fn expand<G: Encode>(
    positions: &[G],
    gamma: f32,
    rules: &Rules<impl Fn(&G) -> Option<f32>, impl Fn(&G, &mut [f32])>,
    network: &mut dyn Values<G>,
) -> Expanded {
    let rows = positions.len() * G::ACTIONS;
    let mut expanded = Expanded {
        legal: vec![0.0; rows],
        targets: vec![0.0; rows],
    };
    // Children whose worth the network decides, and where their worth belongs with which factor.
    let mut open: Vec<G> = Vec::new();
    let mut places: Vec<(usize, f32)> = Vec::new();
    let mut moves = MoveBuf::new();
    for (row, position) in positions.iter().enumerate() {
        let Turn::Player(player) = position.turn() else {
            continue;
        };
        position.moves(&mut moves);
        for &m in &moves {
            let mut child = position.clone();
            child.play_unchecked(m);
            let place = row * G::ACTIONS + position.action_index(m);
            expanded.legal[place] = 1.0;
            match worth(&child, player, gamma, &rules.known) {
                Ok(value) => expanded.targets[place] = value,
                Err(factor) => {
                    places.push((place, factor));
                    open.push(child);
                }
            }
        }
    }
    let asked: Vec<_> = open.iter().collect();
    let mut values = Vec::new();
    network.values(&asked, &mut values);
    let values = values.chunks_exact_mut(G::ACTIONS);
    for ((child, (place, factor)), values) in open.iter().zip(places).zip(values) {
        (rules.correct)(child, values);
        expanded.targets[place] = factor * best(child, values, &mut moves);
    }
    expanded
}

/// What a position is worth for `player`, if it is over or known; else by what the best value of whoever is to move
/// there must be multiplied.
///
/// # Errors
/// The factor, when the network must be asked.
pub fn worth<G: Encode>(
    child: &G,
    player: Player,
    gamma: f32,
    known: impl Fn(&G) -> Option<f32>,
) -> Result<f32, f32> {
    let factor = match child.turn() {
        Turn::Over(outcome) => return Ok(outcome.pov(player).value().0),
        Turn::Player(_) | Turn::Chance if child.viewer() == player => 1.0,
        Turn::Player(_) | Turn::Chance => -gamma,
    };
    known(child).map(|value| factor * value).ok_or(factor)
}

/// The largest value of a legal move.
fn best<G: Encode>(game: &G, values: &[f32], moves: &mut MoveBuf<G::Move>) -> f32 {
    game.moves(moves);
    let legal = moves.iter().map(|&m| values[game.action_index(m)]);
    legal.reduce(f32::max).unwrap_or_default()
}
