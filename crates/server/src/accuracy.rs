//! How accurately somebody played a game, as a number from 0 to 100.
//!
//! A move that costs nothing counts 100, one that costs as much as what the game calls a mistake counts 50, one that costs
//! twice as much counts 25, and so on. The accuracy of a player is the mean over all decisions in which there was a choice.

use damero_games::{ByPlayer, Player};

/// The moves of a game as they are judged.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Accuracy {
    sums: ByPlayer<f32>,
    moves: ByPlayer<u32>,
}

impl Accuracy {
    /// What a single move counts, if it costs `loss` and the game calls a loss of `mistake` a mistake.
    pub(crate) fn of_move(loss: f32, mistake: f32) -> f32 {
        100.0 * 0.5_f32.powf(loss.max(0.0) / mistake)
    }

    /// Adds a decision among several moves.
    pub(crate) fn add(&mut self, by: Player, loss: f32, mistake: f32) {
        self.sums[by] += Self::of_move(loss, mistake);
        self.moves[by] += 1;
    }

    /// The accuracy of both; `None` for a player who had nothing to decide.
    pub(crate) fn of_both(&self) -> ByPlayer<Option<f32>> {
        let of = |by: Player| (self.moves[by] > 0).then(|| self.sums[by] / self.moves[by] as f32);
        ByPlayer::new(of(Player::First), of(Player::Second))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_counts_half_and_twice_as_much_a_quarter() {
        for (loss, counts) in [(0.0, 100.0), (0.2, 50.0), (0.4, 25.0), (-1.0, 100.0)] {
            assert!((Accuracy::of_move(loss, 0.2) - counts).abs() < 1e-3, "{loss}");
        }
    }

    #[test]
    fn it_is_the_mean_of_those_who_decided_something() {
        let mut accuracy = Accuracy::default();
        accuracy.add(Player::First, 0.0, 0.2);
        accuracy.add(Player::First, 0.2, 0.2);
        let both = accuracy.of_both();
        assert_eq!(both.first.map(f32::round), Some(75.0));
        assert_eq!(both.second, None);
    }
}
