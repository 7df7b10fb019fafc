//! The games of a vector without their type, and how what they write reaches the arrays.

use std::sync::Arc;

use damero_games::env::{AutoReset, Buffers, EnvConfig, VecEnv};
use damero_games::random::SeededRng;
use damero_games::{AnyGame, ByPlayer, Ending, Illegal, InputError, Player, Session};

use rayon::ThreadPool;

use crate::rewards::Rewarded;

/// The memory of the arrays.
pub(super) struct Arrays<'a> {
    pub(super) observations: &'a mut [f32],
    /// What the player who moved is paid.
    pub(super) reward: &'a mut [f32],
    /// What both are paid.
    pub(super) rewards: &'a mut [f32],
    pub(super) terminated: &'a mut [bool],
    pub(super) truncated: &'a mut [bool],
    pub(super) turns: &'a mut [i8],
    pub(super) masks: Option<&'a mut [bool]>,
    pub(super) bits: Option<&'a mut [u8]>,
}

/// Many games of any kind.
pub(super) trait Games: Send {
    fn reset(&mut self, seed: u64, out: &mut Arrays<'_>);
    fn reset_one(&mut self, i: usize, out: &mut Arrays<'_>);
    fn reset_to(&mut self, i: usize, position: &dyn AnyGame, out: &mut Arrays<'_>) -> Result<(), Illegal>;
    fn step(&mut self, actions: &[u32], out: &mut Arrays<'_>) -> Result<(), InputError>;
    fn sample(&mut self, rng: &mut SeededRng, actions: &mut [u32]);
    fn session(&self, i: usize) -> Option<Box<dyn AnyGame>>;
    fn final_observation(&self, i: usize) -> Option<&[f32]>;
    fn endings(&self) -> &[Option<Ending>];
    fn set_pool(&mut self, pool: Arc<ThreadPool>);
}

pub(super) struct Typed<G: Rewarded> {
    envs: VecEnv<G, G::Reward>,
    rewards: Vec<ByPlayer<f32>>,
    /// Why games have ended, if somebody wants to know.
    endings: Option<Vec<Option<Ending>>>,
    movers: Vec<Player>,
    turns: Vec<Player>,
}

impl<G: Rewarded> Typed<G> {
    pub(super) fn new(
        config: EnvConfig<G, G::Reward>,
        games: usize,
        auto_reset: AutoReset,
        threads: usize,
        reasons: bool,
    ) -> Self {
        Self {
            envs: VecEnv::new(config, games, auto_reset).threads(threads),
            rewards: vec![ByPlayer::new(0.0, 0.0); games],
            endings: reasons.then(|| vec![None; games]),
            movers: vec![Player::First; games],
            turns: vec![Player::First; games],
        }
    }

    /// Lets the games write, and hands on what numpy has in another form.
    fn write<T>(
        &mut self,
        out: &mut Arrays<'_>,
        work: impl FnOnce(&mut VecEnv<G, G::Reward>, &mut Buffers<'_>) -> T,
    ) -> T {
        self.movers.copy_from_slice(&self.turns);
        let result = work(
            &mut self.envs,
            &mut Buffers {
                observations: &mut *out.observations,
                rewards: &mut self.rewards,
                terminated: &mut *out.terminated,
                truncated: &mut *out.truncated,
                endings: self.endings.as_deref_mut(),
                turns: &mut self.turns,
                legal: None,
                masks: out.masks.as_deref_mut(),
                bits: out.bits.as_deref_mut(),
                played: None,
            },
        );
        let paid = self.rewards.iter().zip(&self.movers);
        for (((paid, &mover), reward), both) in
            paid.zip(&mut *out.reward).zip(out.rewards.chunks_exact_mut(2))
        {
            *reward = paid[mover];
            both.copy_from_slice(&[paid.first, paid.second]);
        }
        for (turn, number) in self.turns.iter().zip(&mut *out.turns) {
            *number = turn.index() as i8;
        }
        result
    }
}

impl<G: Rewarded> Games for Typed<G> {
    fn reset(&mut self, seed: u64, out: &mut Arrays<'_>) {
        self.write(out, |envs, buffers| envs.reset(seed, buffers));
    }

    fn reset_one(&mut self, i: usize, out: &mut Arrays<'_>) {
        self.write(out, |envs, buffers| envs.reset_one(i, buffers));
    }

    fn reset_to(&mut self, i: usize, position: &dyn AnyGame, out: &mut Arrays<'_>) -> Result<(), Illegal> {
        let Some(session) = position.as_any().downcast_ref::<Session<G>>() else {
            return Ok(());
        };
        self.write(out, |envs, buffers| envs.reset_to(i, session.game(), buffers))
    }

    fn step(&mut self, actions: &[u32], out: &mut Arrays<'_>) -> Result<(), InputError> {
        self.write(out, |envs, buffers| envs.step(actions, buffers))
    }

    fn sample(&mut self, rng: &mut SeededRng, actions: &mut [u32]) {
        self.envs.sample(rng, actions);
    }

    fn session(&self, i: usize) -> Option<Box<dyn AnyGame>> {
        let game = self.envs.game(i)?.clone();
        Some(Box::new(Session::from_game(game)))
    }

    fn final_observation(&self, i: usize) -> Option<&[f32]> {
        self.envs.final_observation(i)
    }

    fn endings(&self) -> &[Option<Ending>] {
        self.endings.as_deref().unwrap_or_default()
    }

    fn set_pool(&mut self, pool: Arc<ThreadPool>) {
        self.envs.set_pool(pool);
    }
}
