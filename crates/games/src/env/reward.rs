//! What a learner is paid for a move.

use std::fmt;

use crate::error::OptionError;
use crate::game::Game;
use crate::lang::Text;
use crate::options::{OptionSpec, bad_value, unknown_option};
use crate::outcome::PovOutcome;
use crate::player::ByPlayer;

/// What the players of `G` are paid. As it stands only the result pays: 1 for a win, -1 for a loss.
///
/// The result is paid to both players at the moment when the game ends; a game cut short pays its stated outcome.
///
/// ```
/// use damero_games::env::{Env, EnvConfig, Reward};
/// use damero_games::{ByPlayer, Game, reversi::Reversi};
///
/// /// The lead in discs is a potential.
/// #[derive(Clone, Copy, PartialEq, Debug, Default)]
/// struct Discs;
///
/// impl Reward<Reversi> for Discs {
///     fn potential(&self, game: &Reversi) -> f32 {
///         game.scores().map_or(0.0, |score| (score.first - score.second) as f32)
///     }
/// }
///
/// let mut env = Env::new(EnvConfig::<Reversi, Discs>::default());
/// assert_eq!(env.step(0)?.info.rewards, ByPlayer::new(3.0, -3.0));
/// # Ok::<(), damero_games::Illegal>(())
/// ```
pub trait Reward<G: Game>: Copy + PartialEq + Default + fmt::Debug + Send + Sync + 'static {
    /// What [`set`](Self::set) takes.
    const OPTIONS: &'static [OptionSpec] = &[];

    /// Changes one entry by its name; on error nothing changes.
    ///
    /// # Errors
    /// If there is no such option, or it does not take the value.
    fn set(&mut self, option: &str, _value: &str) -> Result<(), OptionError> {
        Err(unknown_option(option, Self::OPTIONS))
    }

    /// What a result pays to the player who sees it this way.
    fn result(&self, outcome: PovOutcome) -> f32 {
        outcome.value().0
    }

    /// What a legal move of `game`, which is not yet played, pays to both at once.
    fn immediate(&self, _game: &G, _m: G::Move) -> ByPlayer<f32> {
        ByPlayer::new(0.0, 0.0)
    }

    /// The first player's potential; the second's is its opposite. Both are paid its change, which leaves the best play
    /// as it is when the potential of a finished game is zero.
    fn potential(&self, _game: &G) -> f32 {
        0.0
    }

    /// The discount factor of the potential after a move.
    fn gamma(&self) -> f32 {
        1.0
    }

    /// What a change of the potential pays.
    fn gain(&self, before: f32, after: f32) -> ByPlayer<f32> {
        let gain = self.gamma() * after - before;
        ByPlayer::new(gain, -gain)
    }

    /// What a move pays besides the result.
    fn shaped(&self, before: &G, m: G::Move, after: &G) -> ByPlayer<f32> {
        let gain = self.gain(self.potential(before), self.potential(after));
        add(self.immediate(before, m), gain)
    }
}

pub(super) fn add(a: ByPlayer<f32>, b: ByPlayer<f32>) -> ByPlayer<f32> {
    ByPlayer::new(a.first + b.first, a.second + b.second)
}

/// Only the result pays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ResultReward {
    /// For a win.
    pub win: f32,
    /// For a loss.
    pub loss: f32,
    /// For a draw.
    pub draw: f32,
}

impl Default for ResultReward {
    fn default() -> Self {
        Self {
            win: 1.0,
            loss: -1.0,
            draw: 0.0,
        }
    }
}

impl<G: Game> Reward<G> for ResultReward {
    const OPTIONS: &'static [OptionSpec] = &[
        number_option("win", "for a win", "por ganar"),
        number_option("loss", "for a loss", "por perder"),
        number_option("draw", "for a draw", "por empatar"),
    ];

    fn set(&mut self, option: &str, value: &str) -> Result<(), OptionError> {
        let entry = match option {
            "win" => &mut self.win,
            "loss" => &mut self.loss,
            "draw" => &mut self.draw,
            _ => return Err(unknown_option(option, <Self as Reward<G>>::OPTIONS)),
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
}

const NUMBER: Text = Text::new("a number such as 0.01", "un número como 0.01");

/// An option that takes a number.
pub(crate) const fn number_option(name: &'static str, en: &'static str, es: &'static str) -> OptionSpec {
    OptionSpec {
        name,
        doc: Text::new(en, es),
        values: NUMBER,
    }
}

/// The number that is given to an option.
pub(crate) fn number(option: &str, value: &str) -> Result<f32, OptionError> {
    let number = value.parse().ok().filter(|number: &f32| number.is_finite());
    number.ok_or_else(|| bad_value(option, value, &NUMBER))
}
