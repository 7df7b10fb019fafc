//! What a learner is paid for a move.

use super::moves::CheckersMove;
use super::position::Checkers;
use crate::game::Game;
use crate::outcome::PovOutcome;
use crate::player::{ByPlayer, Player};

choice! {
    /// What is paid besides the result.
    pub enum Shaping {
        /// The mover gets something for each capture and crowning, less a little for the time that a ply takes.
        Seed = "seed",
        /// Both get the change of a potential, which leaves the best play as it is.
        Potential = "potential",
        /// Nothing.
        None = "none",
    }
}

/// The scheme of rewards, every number of it.
///
/// The result is paid to both players at the moment when the game ends; a game cut short counts as a draw.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rewards {
    /// What is paid besides the result.
    pub shaping: Shaping,
    /// For a win.
    pub win: f32,
    /// For a loss.
    pub loss: f32,
    /// For a draw.
    pub draw: f32,
    /// To the mover for each captured piece, with `Shaping::Seed`.
    pub capture: f32,
    /// To the mover for a crowned man, with `Shaping::Seed`.
    pub king: f32,
    /// To the mover for every ply, with `Shaping::Seed`.
    pub time: f32,
    /// The potential of one man more than the other side, with `Shaping::Potential`.
    pub man_potential: f32,
    /// The potential of one king more than the other side, with `Shaping::Potential`.
    pub king_potential: f32,
    /// The discount of the potential after the move, with `Shaping::Potential`.
    pub gamma: f32,
}

impl Default for Rewards {
    fn default() -> Self {
        Self {
            shaping: Shaping::Seed,
            win: 1.0,
            loss: -1.0,
            draw: 0.0,
            capture: 0.01,
            king: 0.02,
            time: -0.001,
            man_potential: 0.01,
            king_potential: 0.03,
            gamma: 0.99,
        }
    }
}

impl Rewards {
    /// Plays a legal move and tells what it pays to both players.
    pub(super) fn play(&self, game: &mut Checkers, m: CheckersMove) -> ByPlayer<f32> {
        let mover = game.to_move();
        let crowned = game.crowns(m);
        let before = self.potential(game);
        game.play_unchecked(m);
        let mut paid = ByPlayer::new(0.0, 0.0);
        match self.shaping {
            Shaping::Seed => {
                let king = if crowned { self.king } else { 0.0 };
                paid[mover] = self.capture * m.jumps() as f32 + king + self.time;
            }
            Shaping::Potential => {
                let gain = self.gamma * self.potential(game) - before;
                paid = ByPlayer::new(gain, -gain);
            }
            Shaping::None => {}
        }
        if let Some(outcome) = game.turn().outcome() {
            for player in Player::ALL {
                paid[player] += match outcome.pov(player) {
                    PovOutcome::Win => self.win,
                    PovOutcome::Draw => self.draw,
                    PovOutcome::Loss => self.loss,
                };
            }
        }
        paid
    }

    /// The first player's potential; the second's is its opposite. A game that has ended by its rules has none, as it
    /// must be for the shaping to cancel out over a whole game.
    #[must_use]
    pub fn potential(&self, game: &Checkers) -> f32 {
        if game.ending().is_some_and(|ending| !ending.truncated) {
            return 0.0;
        }
        let lead = |bits: fn(&Checkers, Player) -> u64| {
            let count = |player| bits(game, player).count_ones() as f32;
            count(Player::First) - count(Player::Second)
        };
        self.man_potential * lead(Checkers::men) + self.king_potential * lead(Checkers::kings)
    }
}
