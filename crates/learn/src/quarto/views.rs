//! A batch seen again through other symmetries.
//!
//! The network knows nothing of symmetry, so a position turned and with its attributes exchanged is new to it; what its
//! moves are worth is not. Finding that out costs more than learning it, so it is found out once and learned several times.

use damero_games::quarto::{Cell, Piece, Quarto, QuartoMove};
use damero_games::random::{SeededRng, below};
use damero_games::{Encode, Symmetry};

use super::targets::ACTIONS;
use crate::dqn::Batch;
use crate::model::Goal;

/// The batch with every position seen through a symmetry drawn for it. One whose moves share targets is left as it is.
pub(super) fn seen_anew(batch: &Batch<Quarto>, rng: &mut SeededRng) -> Batch<Quarto> {
    let Goal::Each { targets, weights } = &batch.goal else {
        return batch.clone();
    };
    let mut positions = Vec::with_capacity(batch.positions.len());
    let mut played = batch.played.clone();
    let (mut new_targets, mut new_weights) = (vec![0.0; targets.len()], vec![0.0; weights.len()]);
    let mut to = Vec::with_capacity(batch.positions.len());
    for (row, position) in batch.positions.iter().enumerate() {
        let symmetry = below(rng, position.symmetries() as u32) as usize;
        let actions = mapped(position, symmetry);
        for (action, &mapped) in actions.iter().enumerate() {
            new_targets[row * ACTIONS + mapped] = targets[row * ACTIONS + action];
            new_weights[row * ACTIONS + mapped] = weights[row * ACTIONS + action];
        }
        positions.push(position.map(symmetry));
        to.push(actions);
    }
    for played in &mut played {
        played.action = to[played.row][played.action];
    }
    Batch {
        positions,
        goal: Goal::Each {
            targets: new_targets,
            weights: new_weights,
        },
        played,
    }
}

/// Where a symmetry takes every action, legal or not.
fn mapped(position: &Quarto, symmetry: usize) -> [usize; ACTIONS] {
    let cells = Cell::all(u16::MAX).map(QuartoMove::Place);
    let pieces = Piece::all(u16::MAX).map(QuartoMove::Give);
    let mut to = [0; ACTIONS];
    for m in cells.chain(pieces) {
        to[position.action_index(m)] = position.action_index(position.map_move(symmetry, m));
    }
    to
}

#[cfg(test)]
mod tests {
    use damero_games::random::seeded;
    use damero_games::{Game, MoveBuf};

    use super::*;
    use crate::dqn::Played;

    /// Every move keeps its target and weight: what it leads to in the position seen anew is what it led to, mapped.
    #[test]
    fn targets_follow_their_moves() {
        let mut rng = seeded(3);
        let mut game = Quarto::start(&Default::default());
        for _ in 0..9 {
            let m = game.random_move(&mut rng, &mut MoveBuf::new());
            game.play_unchecked(m);
        }
        let mut legal = [false; ACTIONS];
        game.legal_mask(&mut legal);
        let action = legal.iter().position(|&legal| legal).expect("a legal move");
        // A move is worth the number of positions after it that are won at once, which no symmetry changes.
        let worth = |game: &Quarto, action: usize| {
            let mut after = game.clone();
            after.play_unchecked(game.action(action)?);
            let pieces = Piece::all(after.left());
            let wins = pieces.map(|piece| after.board().winning_cells(piece, true).count_ones());
            Some(wins.sum::<u32>() as f32)
        };
        let numbers = |game: &Quarto, of: fn(f32) -> f32| -> Vec<f32> {
            let worths = (0..ACTIONS).map(|action| worth(game, action).map_or(0.0, of));
            worths.collect()
        };
        let batch = Batch {
            positions: vec![game.clone(); 20],
            goal: Goal::Each {
                targets: numbers(&game, |worth| worth).repeat(20),
                weights: numbers(&game, |_| 1.0).repeat(20),
            },
            played: vec![Played {
                row: 7,
                action,
                experience: 0,
            }],
        };
        let seen = seen_anew(&batch, &mut rng);
        let Goal::Each { targets, weights } = &seen.goal else {
            panic!("the same kind of goal");
        };
        assert_ne!(seen.positions, batch.positions);
        for (row, position) in seen.positions.iter().enumerate() {
            let range = row * ACTIONS..(row + 1) * ACTIONS;
            assert_eq!(targets[range.clone()], numbers(position, |worth| worth));
            assert_eq!(weights[range], numbers(position, |_| 1.0));
        }
        let played = seen.played[0];
        assert!(seen.positions[played.row].action(played.action).is_some());
    }
}
