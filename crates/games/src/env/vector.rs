//! Many games at once, stepped together into buffers that belong to the caller. After the first few games nothing is
//! allocated any more.

use std::sync::Arc;

use rand_core::Rng;
use rayon::ThreadPool;

use super::blocks::{Helpers, two_passes};
use super::buffers::Buffers;
use super::config::EnvConfig;
use super::episode::Episode;
use super::reward::{ResultReward, Reward};
use crate::encode::Encode;
use crate::error::{Illegal, InputError};
use crate::game::MoveBuf;
use crate::player::ByPlayer;
use crate::zobrist::mix;

/// What happens to games that are over; the modes of Gymnasium.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutoReset {
    /// Nothing: stepping them is refused until the caller resets them one by one.
    Disabled,
    /// The step after the last one ignores its action and begins a new game, with no reward.
    NextStep,
    /// The last step begins a new game at once. Its observation, turn and legal actions are the new game's; the old
    /// game's last observation can be asked for.
    SameStep,
}

/// The action that leaves a game and everything written about it as they are.
pub const SKIP: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Slot<G: Encode> {
    episode: Episode<G>,
    /// The move of this step, once it is known to be legal.
    chosen: Option<G::Move>,
    /// Its number among all games, for the seed.
    number: u64,
    /// How many games were begun here, for the seed of the next.
    begun: u64,
    /// The last observation of the game before, with [`AutoReset::SameStep`].
    last: Vec<f32>,
}

/// What all games share.
#[derive(Clone, Debug)]
struct Shared<G: Encode, R: Reward<G>> {
    config: EnvConfig<G, R>,
    auto_reset: AutoReset,
    seed: u64,
}

/// Many games with one configuration.
///
/// ```
/// use damero_games::env::{AutoReset, EnvConfig, StepMemory, VecEnv};
/// use damero_games::{Player, reversi::Reversi};
/// let config = EnvConfig::<Reversi>::default();
/// let mut envs = VecEnv::new(config, 2, AutoReset::NextStep).threads(2);
/// let mut memory = StepMemory::new(&config, 2);
/// envs.reset(1, &mut memory.buffers());
/// envs.step(&[0, 3], &mut memory.buffers())?;
/// assert_eq!(memory.legal, [3, 3]);
/// assert_eq!(memory.turns, [Player::Second; 2]);
/// # Ok::<(), damero_games::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct VecEnv<G: Encode, R: Reward<G> = ResultReward> {
    shared: Shared<G, R>,
    threads: usize,
    helpers: Option<Helpers>,
    slots: Vec<Slot<G>>,
}

/// Games that one thread steps.
struct Block<'a, G: Encode> {
    /// The number of the first of them.
    first: usize,
    slots: &'a mut [Slot<G>],
    actions: &'a [u32],
    out: Buffers<'a>,
}

impl<G: Encode, R: Reward<G>> VecEnv<G, R> {
    /// So many games at their beginning, stepped by the calling thread.
    ///
    /// # Panics
    /// If there is no encoding with the number in `config`.
    #[must_use]
    pub fn new(config: EnvConfig<G, R>, games: usize, auto_reset: AutoReset) -> Self {
        let shared = Shared {
            config,
            auto_reset,
            seed: 0,
        };
        let last = match auto_reset {
            AutoReset::SameStep => config.observation_len(),
            AutoReset::Disabled | AutoReset::NextStep => 0,
        };
        let slot = |number| {
            let mut slot = Slot {
                episode: Episode::new(&config),
                chosen: None,
                number,
                begun: 0,
                last: vec![0.0; last],
            };
            shared.begin(&mut slot);
            slot
        };
        let slots = (0..games as u64).map(slot).collect();
        Self {
            shared,
            threads: 1,
            helpers: None,
            slots,
        }
    }

    /// Steps the games on so many threads: the caller's and some of the current rayon pool. What comes out is the same
    /// with any number.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// From now on the threads besides the caller's are of this pool, which does nothing else: after a step its threads
    /// stay awake for a moment.
    pub fn set_pool(&mut self, pool: Arc<ThreadPool>) {
        self.helpers = Some(Helpers::new(pool));
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
    pub fn game(&self, i: usize) -> Option<&G> {
        self.slots.get(i).map(|slot| &slot.episode.game)
    }

    /// The legal moves of game number `i`; empty when it is over.
    #[must_use]
    pub fn legal_actions(&self, i: usize) -> MoveBuf<G::Move> {
        let mut legal = MoveBuf::new();
        if let Some(Slot { episode, .. }) = self.slots.get(i)
            && !episode.is_over()
        {
            episode.game.moves(&mut legal);
        }
        legal
    }

    /// Draws an action for every game, each equally likely among the legal ones; 0 where the game is over.
    ///
    /// # Panics
    /// If `actions` has not one entry for each game.
    pub fn sample<T: Rng + ?Sized>(&mut self, rng: &mut T, actions: &mut [u32]) {
        assert_eq!(actions.len(), self.slots.len(), "one action for each game");
        let numbers = self.shared.config.actions;
        for (Slot { episode, .. }, action) in self.slots.iter_mut().zip(actions) {
            *action = episode.sample(rng, numbers).unwrap_or(0) as u32;
        }
    }

    /// The last observation of the game that ended in slot `i`, with [`AutoReset::SameStep`]; zeros before one has.
    #[must_use]
    pub fn final_observation(&self, i: usize) -> Option<&[f32]> {
        let last = self.slots.get(i).map(|slot| &slot.last[..]);
        last.filter(|last| !last.is_empty())
    }

    /// Begins all games anew. Game `i` draws its openings and chance events from the seed and from `i`.
    ///
    /// # Panics
    /// If a buffer has not one entry for each game.
    pub fn reset(&mut self, seed: u64, out: &mut Buffers<'_>) {
        self.shared.seed = seed;
        for i in 0..self.slots.len() {
            self.slots[i].begun = 0;
            self.reset_one(i, out);
        }
    }

    /// Begins one game anew.
    ///
    /// # Panics
    /// If there is no such game, or a buffer has not one entry for each game.
    pub fn reset_one(&mut self, i: usize, out: &mut Buffers<'_>) {
        out.check(&self.shared.config, self.slots.len());
        self.shared.restart(&mut self.slots[i], i, out);
    }

    /// Begins one game at a position, under its own rules. The next game of the slot begins as usual.
    ///
    /// # Errors
    /// If the game is over there; nothing changes.
    ///
    /// # Panics
    /// If there is no such game, or a buffer has not one entry for each game.
    pub fn reset_to(&mut self, i: usize, position: &G, out: &mut Buffers<'_>) -> Result<(), Illegal> {
        out.check(&self.shared.config, self.slots.len());
        let slot = &mut self.slots[i];
        slot.episode.begin_at(position, self.shared.seed_of(slot))?;
        slot.begun += 1;
        self.shared.begun(slot, i, out);
        Ok(())
    }

    /// Plays the action `actions[i]` in every game `i`; [`SKIP`] leaves it alone.
    ///
    /// # Errors
    /// If a game has no such action, or is over and not reset automatically; the error names the game, and no game
    /// changes.
    ///
    /// # Panics
    /// If `actions` or a buffer has not one entry for each game.
    pub fn step(&mut self, actions: &[u32], out: &mut Buffers<'_>) -> Result<(), InputError> {
        out.check(&self.shared.config, self.slots.len());
        assert_eq!(actions.len(), self.slots.len(), "one action for each game");
        let mut all = Block {
            first: 0,
            slots: &mut self.slots,
            actions,
            out: out.all(),
        };
        let shared = &self.shared;
        if self.threads < 2 || actions.len() < 2 {
            shared.choose(&mut all)?;
            shared.steps(&mut all);
            return Ok(());
        }
        let blocks = all.cut(actions.len().div_ceil(BLOCKS * self.threads));
        two_passes(
            blocks,
            self.threads - 1,
            self.helpers.as_ref(),
            |block| shared.choose(block),
            |block| shared.steps(block),
        )
    }
}

/// Blocks for each thread: more than one, so that none waits long for the last.
const BLOCKS: usize = 8;

impl<G: Encode> Block<'_, G> {
    /// Blocks of so many games.
    fn cut(self, games: usize) -> Vec<Self> {
        let (mut rest, mut blocks) = (self, Vec::new());
        while rest.slots.len() > games {
            let (slots, slots2) = rest.slots.split_at_mut(games);
            let (actions, actions2) = rest.actions.split_at(games);
            let (out, out2) = rest.out.split(games);
            blocks.push(Self {
                first: rest.first,
                slots,
                actions,
                out,
            });
            rest = Self {
                first: rest.first + games,
                slots: slots2,
                actions: actions2,
                out: out2,
            };
        }
        blocks.push(rest);
        blocks
    }
}

impl<G: Encode, R: Reward<G>> Shared<G, R> {
    /// Finds the moves that the actions stand for; nothing else changes.
    fn choose(&self, block: &mut Block<'_, G>) -> Result<(), InputError> {
        let numbers = self.config.actions;
        let games = block.slots.iter_mut().zip(block.actions).enumerate();
        for (i, (Slot { episode, chosen, .. }, &action)) in games {
            if action == SKIP {
                continue;
            }
            *chosen = episode.find(action as usize, numbers);
            let starts_anew = self.auto_reset == AutoReset::NextStep && episode.is_over();
            if chosen.is_none() && !starts_anew {
                let illegal = InputError::from(episode.refuse(action as usize, numbers));
                let i = block.first + i;
                return Err(illegal.inside(text!("game {i}", "partida {i}")));
            }
        }
        Ok(())
    }

    /// Steps games whose moves are chosen.
    fn steps(&self, block: &mut Block<'_, G>) {
        for (i, (slot, &action)) in block.slots.iter_mut().zip(block.actions).enumerate() {
            if action != SKIP {
                self.step(slot, action as usize, i, &mut block.out);
            }
        }
    }

    /// Steps the game whose place in the buffers is `i`.
    fn step(&self, slot: &mut Slot<G>, action: usize, i: usize, out: &mut Buffers<'_>) {
        let Some(m) = slot.chosen else {
            // The game was over before this step: nothing else is let through.
            return self.restart(slot, i, out);
        };
        if let Some(played) = &mut out.played {
            played[i] = Some(slot.episode.index(action, self.config.actions) as u32);
        }
        out.rewards[i] = slot.episode.play(&self.config, m);
        out.write(i, &self.config, &mut slot.episode);
        if self.auto_reset == AutoReset::SameStep && slot.episode.is_over() {
            let observation = out.observation(i, self.config.observation_len());
            slot.last.copy_from_slice(observation);
            self.begin(slot);
            out.look(i, &self.config, &mut slot.episode);
        }
    }

    /// Begins the next game of a slot and writes it.
    fn restart(&self, slot: &mut Slot<G>, i: usize, out: &mut Buffers<'_>) {
        self.begin(slot);
        self.begun(slot, i, out);
    }

    /// Begins the next game of a slot.
    fn begin(&self, slot: &mut Slot<G>) {
        slot.episode.begin(&self.config, self.seed_of(slot));
        slot.begun += 1;
    }

    /// Writes a game that has just begun.
    fn begun(&self, slot: &mut Slot<G>, i: usize, out: &mut Buffers<'_>) {
        out.write(i, &self.config, &mut slot.episode);
        out.rewards[i] = ByPlayer::new(0.0, 0.0);
        if let Some(played) = &mut out.played {
            played[i] = None;
        }
    }

    /// The seed of the next game of a slot.
    fn seed_of(&self, slot: &Slot<G>) -> u64 {
        mix(mix(self.seed ^ mix(slot.number)) ^ slot.begun)
    }
}
