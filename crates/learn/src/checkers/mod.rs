//! What is particular about learning checkers: what the seed pays for, and how to see whether a learner plays for pay.

use damero_games::checkers::{self, Checkers, CheckersMove, Rewards};
use damero_games::env::Reward;

use crate::dqn::{Learnable, Shaping};

/// Captures and crownings are what the seed's rewards can tempt a learner to collect for their own sake.
impl Learnable for Checkers {
    const COUNTED: &'static [&'static str] = &["captures", "crownings"];

    fn paid(&self, m: CheckersMove, after: &Self, shaping: Shaping, gamma: f32) -> f32 {
        rewards(shaping, gamma).shaped(self, m, after)[self.to_move()]
    }

    fn count(&self, m: CheckersMove, counts: &mut [f64]) {
        counts[0] += m.jumps() as f64;
        counts[1] += f64::from(u8::from(self.crowns(m)));
    }
}

/// The payments of the checkers environment.
fn rewards(shaping: Shaping, gamma: f32) -> Rewards {
    Rewards {
        shaping: match shaping {
            Shaping::None => checkers::Shaping::None,
            Shaping::Seed => checkers::Shaping::Seed,
            Shaping::Potential => checkers::Shaping::Potential,
        },
        gamma,
        ..Rewards::default()
    }
}

#[cfg(test)]
mod tests {
    use damero_games::random::seeded;
    use damero_games::{Game, MoveBuf, Player, Turn};

    use super::*;

    /// Over a whole game potentials cancel but for the start, whose potential is zero, when nothing is discounted.
    #[test]
    fn potentials_cancel_over_a_game() {
        let mut rng = seeded(4);
        for _ in 0..50 {
            let mut game = Checkers::start(&Default::default());
            let mut sum = 0.0;
            let mut moves = 0;
            while let Turn::Player(player) = game.turn() {
                let m = game.random_move(&mut rng, &mut MoveBuf::new());
                let mut after = game.clone();
                after.play_unchecked(m);
                let paid = game.paid(m, &after, Shaping::Potential, 1.0);
                sum += if player == Player::First { paid } else { -paid };
                game = after;
                moves += 1;
            }
            let left = rewards(Shaping::Potential, 1.0).potential(&game);
            assert!(
                (sum - left).abs() < 1e-4,
                "{sum} after {moves} moves, {left} left"
            );
        }
    }

    #[test]
    fn the_seed_pays_for_captures_and_time() {
        let game = Checkers::start(&Default::default());
        let mut moves = MoveBuf::new();
        game.moves(&mut moves);
        let mut after = game.clone();
        after.play_unchecked(moves[0]);
        assert_eq!(game.paid(moves[0], &after, Shaping::Seed, 0.99), -0.001);
        assert_eq!(game.paid(moves[0], &after, Shaping::None, 0.99), 0.0);
    }
}
