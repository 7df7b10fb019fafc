//! The one thing that a greedy player of Quarto looks at: whether the piece in hand wins.

use damero_games::quarto::Quarto;
use damero_games::{Game, Player};

use crate::evaluate::Evaluate;
use crate::score::Score;

/// Whoever holds a piece that completes a group is about to win; all else is even. A player who goes by this takes wins,
/// gives no losing piece while another is left, and has no opinion on where to place what does not win.
#[derive(Clone, Copy, Default, Debug)]
pub struct QuartoGlance;

impl Evaluate<Quarto> for QuartoGlance {
    const SCALE: f32 = 1.0;

    fn evaluate(&self, game: &Quarto, player: Player) -> Score {
        let squares = game.squares_win();
        let wins = |piece| game.board().winning_cells(piece, squares) != 0;
        match game.turn().player() {
            Some(mover) if game.hand().is_some_and(wins) => {
                let score = Score::new(1);
                if mover == player {
                    score
                } else {
                    score.for_opponent()
                }
            }
            _ => Score::DRAW,
        }
    }
}

#[cfg(test)]
mod tests {
    use damero_games::Notation;

    use super::*;
    use crate::eval::Searchable;
    use crate::limits::Limits;

    /// Wins are taken, and of all pieces only a dark one is given while three light ones wait in a row.
    #[test]
    fn greed_is_that_of_the_rules() {
        let choice = |position: &str, seed| {
            let game = Quarto::from_position(&Default::default(), position).expect("a position");
            let mut player = Quarto::greedy(seed);
            player.think(&game, Limits::default().into()).best.to_string()
        };
        let mut placed = std::collections::HashSet::new();
        for seed in 0..40 {
            assert_eq!(choice("47C./..../0.../.... 5", seed), "d1");
            let given = choice("47C./..../0.../.... -", seed);
            // The second letter of a piece is its colour.
            assert_eq!(given.chars().nth(1), Some('D'), "{given}");
            placed.insert(choice("4.../..../..../.... 5", seed));
        }
        assert!(placed.len() > 8, "placements are left to chance: {placed:?}");
    }
}
