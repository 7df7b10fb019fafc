//! The evaluation of a game that brings none: more points and more moves are better. Who has won the search sees itself.

use damero_games::{Game, Player};

use crate::evaluate::Evaluate;
use crate::score::Score;

/// What a point is worth in moves, where the game keeps points.
const POINT: i32 = 10;

/// Points and mobility, for any game.
#[derive(Clone, Copy, Default, Debug)]
pub struct MobilityEval;

impl<G: Game> Evaluate<G> for MobilityEval {
    const SCALE: f32 = 50.0;

    fn evaluate(&self, game: &G, player: Player) -> Score {
        let lead = game
            .scores()
            .map_or(0, |scores| scores[player] - scores[player.other()]);
        // Only the moves of the side to move are known.
        let moves = match game.turn().player() {
            Some(mover) if mover == player => game.count_moves() as i32,
            Some(_) => -(game.count_moves() as i32),
            None => 0,
        };
        Score::new(POINT * lead + moves)
    }
}
