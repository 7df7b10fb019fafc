//! What a learner of checkers is paid for a move.

use super::moves::CheckersMove;
use super::position::Checkers;
use crate::env::{Reward, number, number_option};
use crate::error::OptionError;
use crate::game::Game;
use crate::lang::Text;
use crate::options::{OptionSpec, OptionValue, bad_value, unknown_option};
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

impl Reward<Checkers> for Rewards {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "rewards",
            doc: Text::new(
                "what is paid besides the result",
                "qué se paga además del resultado",
            ),
            values: Shaping::VALUES,
        },
        number_option("win", "for a win", "por ganar"),
        number_option("loss", "for a loss", "por perder"),
        number_option("draw", "for a draw", "por empatar"),
        number_option(
            "capture",
            "for a captured piece, with seed",
            "por pieza capturada, con seed",
        ),
        number_option(
            "king",
            "for a crowned man, with seed",
            "por peón coronado, con seed",
        ),
        number_option("time", "for every ply, with seed", "por cada jugada, con seed"),
        number_option(
            "man_potential",
            "potential of a man more, with potential",
            "potencial de un peón de más, con potential",
        ),
        number_option(
            "king_potential",
            "potential of a king more, with potential",
            "potencial de una dama de más, con potential",
        ),
        number_option(
            "gamma",
            "discount factor of the potential, with potential",
            "factor de descuento del potencial, con potential",
        ),
    ];

    fn set(&mut self, option: &str, value: &str) -> Result<(), OptionError> {
        let entry = match option {
            "rewards" => {
                let shaping = Shaping::read(value);
                self.shaping = shaping.ok_or_else(|| bad_value(option, value, &Shaping::VALUES))?;
                return Ok(());
            }
            "win" => &mut self.win,
            "loss" => &mut self.loss,
            "draw" => &mut self.draw,
            "capture" => &mut self.capture,
            "king" => &mut self.king,
            "time" => &mut self.time,
            "man_potential" => &mut self.man_potential,
            "king_potential" => &mut self.king_potential,
            "gamma" => &mut self.gamma,
            _ => return Err(unknown_option(option, Self::OPTIONS)),
        };
        *entry = number(option, value)?;
        Ok(())
    }

    fn result(&self, outcome: PovOutcome) -> f32 {
        match outcome {
            PovOutcome::Win => self.win,
            PovOutcome::Draw => self.draw,
            PovOutcome::Loss => self.loss,
        }
    }

    fn immediate(&self, game: &Checkers, m: CheckersMove) -> ByPlayer<f32> {
        let mut paid = ByPlayer::new(0.0, 0.0);
        if self.shaping == Shaping::Seed {
            let king = if game.crowns(m) { self.king } else { 0.0 };
            paid[game.to_move()] = self.capture * m.jumps() as f32 + king + self.time;
        }
        paid
    }

    /// Pieces, kings apart, with `Shaping::Potential`. A game that has ended by its rules has none, as it must be for the
    /// shaping to cancel out over a whole game.
    fn potential(&self, game: &Checkers) -> f32 {
        if self.shaping != Shaping::Potential || game.ending().is_some_and(|ending| !ending.truncated) {
            return 0.0;
        }
        let lead = |bits: fn(&Checkers, Player) -> u64| {
            let count = |player| bits(game, player).count_ones() as f32;
            count(Player::First) - count(Player::Second)
        };
        self.man_potential * lead(Checkers::men) + self.king_potential * lead(Checkers::kings)
    }

    fn gamma(&self) -> f32 {
        self.gamma
    }
}
