//! Many games at once, stepped together into buffers that belong to the caller. After the first few games nothing is
//! allocated any more.

use super::config::EnvConfig;
use super::env::choose;
use super::moves::CheckersMove;
use super::position::Checkers;
use crate::error::InputError;
use crate::game::{Game, MoveBuf};
use crate::player::ByPlayer;
use crate::zobrist::mix;

/// What happens to games that are over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutoReset {
    /// Nothing: stepping them is refused until the caller resets them one by one.
    Off,
    /// The step after the last one ignores its action and begins a new game, with no reward.
    NextStep,
    /// The last step begins a new game at once. Its observation is the new game's first; the old game's last one can
    /// be asked for.
    SameStep,
}

/// Where a step writes what it led to, one entry for each game.
#[derive(Debug)]
pub struct Buffers<'a> {
    /// The observations one after the other, from the side of the player to move.
    pub observations: &'a mut [f32],
    /// What both players are paid.
    pub rewards: &'a mut [ByPlayer<f32>],
    /// Whether the game is over by its rules.
    pub terminated: &'a mut [bool],
    /// Whether the game was cut short.
    pub truncated: &'a mut [bool],
    /// How many actions are legal now.
    pub legal: &'a mut [u32],
}

#[derive(Clone, Debug)]
struct Slot {
    game: Checkers,
    legal: MoveBuf<CheckersMove>,
    /// How many games were begun here, for the seed of the next.
    begun: u64,
}

/// Many games with one configuration.
///
/// ```
/// use damero_games::{ByPlayer, checkers::{AutoReset, Buffers, CheckersVecEnv, EnvConfig}};
/// let config = EnvConfig::default();
/// let mut envs = CheckersVecEnv::new(config, 2, AutoReset::NextStep);
/// let mut observations = vec![0.0; 2 * config.observation_len()];
/// let (mut rewards, mut legal) = ([ByPlayer::new(0.0, 0.0); 2], [0; 2]);
/// let (mut terminated, mut truncated) = ([false; 2], [false; 2]);
/// let mut out = Buffers {
///     observations: &mut observations,
///     rewards: &mut rewards,
///     terminated: &mut terminated,
///     truncated: &mut truncated,
///     legal: &mut legal,
/// };
/// envs.reset(1, &mut out);
/// envs.step(&[0, 6], &mut out)?;
/// assert_eq!(legal, [7, 7]);
/// # Ok::<(), damero_games::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CheckersVecEnv {
    config: EnvConfig,
    auto_reset: AutoReset,
    seed: u64,
    slots: Vec<Slot>,
    /// The last observations of finished games, with [`AutoReset::SameStep`].
    finals: Vec<f32>,
}

impl CheckersVecEnv {
    /// So many games at their beginning.
    #[must_use]
    pub fn new(config: EnvConfig, games: usize, auto_reset: AutoReset) -> Self {
        let mut slot = Slot {
            game: Checkers::start(&config.rules),
            legal: MoveBuf::new(),
            begun: 0,
        };
        slot.game.moves(&mut slot.legal);
        let finals = match auto_reset {
            AutoReset::SameStep => games * config.observation_len(),
            AutoReset::Off | AutoReset::NextStep => 0,
        };
        let mut envs = Self {
            config,
            auto_reset,
            seed: 0,
            slots: vec![slot; games],
            finals: vec![0.0; finals],
        };
        for i in 0..games {
            envs.begin(i);
        }
        envs
    }

    /// How many games there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.slots.len()
    }

    /// True when there are no games.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Game number `i`.
    #[must_use]
    pub fn game(&self, i: usize) -> Option<&Checkers> {
        self.slots.get(i).map(|slot| &slot.game)
    }

    /// The legal moves of game number `i`; empty when it is over.
    #[must_use]
    pub fn legal_actions(&self, i: usize) -> &[CheckersMove] {
        self.slots.get(i).map_or(&[], |slot| &slot.legal)
    }

    /// The last observation of the game that ended in slot `i`, with [`AutoReset::SameStep`]; zeros before one has.
    #[must_use]
    pub fn final_observation(&self, i: usize) -> Option<&[f32]> {
        self.finals.chunks_exact(self.config.observation_len()).nth(i)
    }

    /// Begins all games anew. Game `i` draws its openings from the seed and from `i`.
    ///
    /// # Panics
    /// If a buffer has not one entry for each game.
    pub fn reset(&mut self, seed: u64, out: &mut Buffers<'_>) {
        self.check(out);
        self.seed = seed;
        for i in 0..self.slots.len() {
            self.slots[i].begun = 0;
            self.begin(i);
            self.write(i, out);
            out.rewards[i] = ByPlayer::new(0.0, 0.0);
        }
    }

    /// Begins one game anew.
    ///
    /// # Panics
    /// If there is no such game, or a buffer has not one entry for each game.
    pub fn reset_one(&mut self, i: usize, out: &mut Buffers<'_>) {
        self.check(out);
        self.begin(i);
        self.write(i, out);
        out.rewards[i] = ByPlayer::new(0.0, 0.0);
    }

    /// Plays the legal move number `actions[i]` in every game `i`.
    ///
    /// # Errors
    /// If a game has no such action, or is over and not reset automatically; the error names the game, and no game
    /// changes.
    ///
    /// # Panics
    /// If `actions` or a buffer has not one entry for each game.
    pub fn step(&mut self, actions: &[u32], out: &mut Buffers<'_>) -> Result<(), InputError> {
        self.check(out);
        assert_eq!(actions.len(), self.slots.len(), "one action for each game");
        for (i, (slot, &action)) in self.slots.iter().zip(actions).enumerate() {
            let starts_anew = self.auto_reset == AutoReset::NextStep && slot.legal.is_empty();
            if !starts_anew && let Err(illegal) = choose(&slot.legal, action as usize) {
                return Err(InputError::from(illegal).inside(text!("game {i}", "partida {i}")));
            }
        }
        for (i, &action) in actions.iter().enumerate() {
            let slot = &mut self.slots[i];
            let Some(&m) = slot.legal.get(action as usize) else {
                // The game was over before this step: checked above.
                self.begin(i);
                self.write(i, out);
                out.rewards[i] = ByPlayer::new(0.0, 0.0);
                continue;
            };
            out.rewards[i] = self.config.rewards.play(&mut slot.game, m);
            slot.game.moves(&mut slot.legal);
            self.write(i, out);
            if self.auto_reset == AutoReset::SameStep && self.slots[i].legal.is_empty() {
                let len = self.config.observation_len();
                let range = i * len..(i + 1) * len;
                self.finals[range.clone()].copy_from_slice(&out.observations[range]);
                self.begin(i);
                self.look(i, out);
            }
        }
        Ok(())
    }

    /// Begins the next game of a slot.
    fn begin(&mut self, i: usize) {
        let slot = &mut self.slots[i];
        let seed = mix(mix(self.seed ^ mix(i as u64)) ^ slot.begun);
        slot.begun += 1;
        self.config.reset(&mut slot.game, seed, &mut slot.legal);
        slot.game.moves(&mut slot.legal);
    }

    /// Writes everything about game `i` but the rewards.
    fn write(&self, i: usize, out: &mut Buffers<'_>) {
        self.look(i, out);
        let ending = self.slots[i].game.ending();
        out.terminated[i] = ending.as_ref().is_some_and(|ending| !ending.truncated);
        out.truncated[i] = ending.is_some_and(|ending| ending.truncated);
    }

    /// Writes the observation of game `i` and how many actions it has.
    fn look(&self, i: usize, out: &mut Buffers<'_>) {
        let Slot { game, legal, .. } = &self.slots[i];
        let len = self.config.observation_len();
        let observation = &mut out.observations[i * len..(i + 1) * len];
        game.observe_as(game.to_move(), self.config.encoding.number(), observation);
        out.legal[i] = legal.len() as u32;
    }

    fn check(&self, out: &Buffers<'_>) {
        let games = self.slots.len();
        let lengths = [
            out.rewards.len(),
            out.terminated.len(),
            out.truncated.len(),
            out.legal.len(),
        ];
        assert_eq!(lengths, [games; 4], "one entry for each game");
        let numbers = games * self.config.observation_len();
        assert_eq!(out.observations.len(), numbers, "one observation for each game");
    }
}
