//! `damero.Rewards`: what moves and results pay, for environments that are written in Python.

use std::marker::PhantomData;

use damero_games::env::{ResultReward, Reward};
use damero_games::random::seeded;
use damero_games::{
    AnyGame, ByPlayer, InputError, OptionSpec, Playable, Player, Session, Turn, checkers, for_each_game,
    with_game,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{input, option, refused};
use crate::game::{Game, option_text};
use crate::state::{State, action_index, chance_seed};

/// A game with the rewards that its environments pay.
pub(crate) trait Rewarded: Playable {
    /// Those rewards.
    type Reward: Reward<Self>;
}

/// Checkers pays for more than the result if it is told to.
macro_rules! rewarded {
    (Checkers $module:ident) => {
        impl Rewarded for checkers::Checkers {
            type Reward = checkers::Rewards;
        }
    };
    ($Game:ident $module:ident) => {
        impl Rewarded for damero_games::$module::$Game {
            type Reward = ResultReward;
        }
    };
}
for_each_game!(rewarded);

/// Plays and pays, whatever the game is.
trait Pay: Send + Sync {
    /// Plays the move with an action index and resolves the chance events after it; tells what both are paid.
    fn play(&self, session: &mut dyn AnyGame, index: usize, seed: u64) -> Result<ByPlayer<f32>, InputError>;
}

struct Payer<G: Rewarded> {
    reward: G::Reward,
    game: PhantomData<fn() -> G>,
}

/// The game of a session, which is of this type.
fn game<G: Rewarded>(session: &dyn AnyGame) -> Option<&G> {
    session.as_any().downcast_ref::<Session<G>>().map(Session::game)
}

impl<G: Rewarded> Pay for Payer<G> {
    fn play(&self, session: &mut dyn AnyGame, index: usize, seed: u64) -> Result<ByPlayer<f32>, InputError> {
        let reward = &self.reward;
        let before = game::<G>(session).and_then(|game| {
            let m = game.action(index)?;
            Some((reward.immediate(game, m), reward.potential(game)))
        });
        session.play_action(index)?;
        while session.turn() == Turn::Chance {
            let seed = chance_seed(seed, session);
            session.resolve_chance(&mut seeded(seed));
        }
        let (Some((mut paid, potential)), Some(after)) = (before, game::<G>(session)) else {
            return Ok(ByPlayer::new(0.0, 0.0));
        };
        let gain = reward.gain(potential, reward.potential(after));
        let ending = after.ending();
        for player in Player::ALL {
            paid[player] += gain[player];
            if let Some(ending) = &ending {
                paid[player] += reward.result(ending.outcome.pov(player));
            }
        }
        Ok(paid)
    }
}

/// What moves and results pay.
#[pyclass(frozen, module = "damero", name = "Rewards")]
pub(crate) struct Rewards {
    game: Game,
    payer: Box<dyn Pay>,
}

#[pymethods]
impl Rewards {
    #[new]
    #[pyo3(signature = (game, **options))]
    fn new(game: &Bound<'_, Game>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let game = game.get().clone();
        let payer: Box<dyn Pay> = with_game!(game.id, G => {
            let mut reward = <G as Rewarded>::Reward::default();
            for (name, value) in options.into_iter().flatten() {
                let (name, value) = (name.extract::<String>()?, option_text(&value)?);
                Reward::<G>::set(&mut reward, &name, &value).map_err(option)?;
            }
            Box::new(Payer::<G> { reward, game: PhantomData })
        });
        Ok(Self { game, payer })
    }

    /// What can be said about the rewards of a game: the name of each option and the values that it takes.
    #[staticmethod]
    fn options<'py>(py: Python<'py>, game: &Bound<'_, Game>) -> PyResult<Bound<'py, PyDict>> {
        let all: &[OptionSpec] =
            with_game!(game.get().id, G => <<G as Rewarded>::Reward as Reward<G>>::OPTIONS);
        let options = PyDict::new(py);
        for spec in all {
            options.set_item(spec.name, spec.values.to_string())?;
        }
        Ok(options)
    }

    /// Plays the move with an action index and resolves the chance events after it; returns what both players are paid.
    fn play(&self, state: &Bound<'_, State>, action: &Bound<'_, PyAny>) -> PyResult<(f32, f32)> {
        let action = action_index(action)?;
        let mut state = state.try_borrow_mut()?;
        if state.game.id != self.game.id {
            return Err(refused(format!(
                "these are the rewards of {}, not of {}",
                self.game.id, state.game.id
            )));
        }
        let seed = state.seed;
        let paid = self
            .payer
            .play(&mut *state.session, action, seed)
            .map_err(input)?;
        Ok((paid.first, paid.second))
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Rewards>()
}
