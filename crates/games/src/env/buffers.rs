//! Where many games write what a step led to: memory of the caller, cut into parts for the threads.

use super::config::{ActionNumbers, EnvConfig};
use super::episode::Episode;
use super::reward::Reward;
use crate::encode::Encode;
use crate::outcome::Ending;
use crate::player::{ByPlayer, Player};

/// Where a step writes what it led to, one entry for each game. What is `None` is not worked out.
#[derive(Debug)]
pub struct Buffers<'a> {
    /// The observations one after the other.
    pub observations: &'a mut [f32],
    /// What both players are paid.
    pub rewards: &'a mut [ByPlayer<f32>],
    /// Whether the game is over by its rules.
    pub terminated: &'a mut [bool],
    /// Whether the game was cut short.
    pub truncated: &'a mut [bool],
    /// How and why the game ended, if it did.
    pub endings: Option<&'a mut [Option<Ending>]>,
    /// Whose turn it is now; when the game is over, whose it would be.
    pub turns: &'a mut [Player],
    /// How many actions are legal now.
    pub legal: Option<&'a mut [u32]>,
    /// Which action indices are legal now, [`Encode::ACTIONS`] entries for each game.
    pub masks: Option<&'a mut [bool]>,
    /// The same as bits, the lowest bit of a byte first; [`mask_bytes`] for each game.
    pub bits: Option<&'a mut [u8]>,
    /// The action index of the move that was played; `None` if the game began anew instead.
    pub played: Option<&'a mut [Option<u32>]>,
}

/// How many bytes a mask of so many bits takes.
#[must_use]
pub const fn mask_bytes(actions: usize) -> usize {
    actions.div_ceil(8)
}

impl<'a> Buffers<'a> {
    /// # Panics
    /// If a buffer has not one entry for each game.
    pub(super) fn check<G: Encode, R: Reward<G>>(&self, config: &EnvConfig<G, R>, games: usize) {
        let lengths = [
            self.rewards.len(),
            self.terminated.len(),
            self.truncated.len(),
            self.endings.as_ref().map_or(games, |endings| endings.len()),
            self.turns.len(),
            self.legal.as_ref().map_or(games, |legal| legal.len()),
            self.played.as_ref().map_or(games, |played| played.len()),
        ];
        assert_eq!(lengths, [games; 7], "one entry for each game");
        let numbers = games * config.observation_len();
        assert_eq!(self.observations.len(), numbers, "one observation for each game");
        let flags = self.masks.as_ref().map(|masks| masks.len());
        assert_eq!(
            flags.unwrap_or(games * G::ACTIONS),
            games * G::ACTIONS,
            "one mask for each game"
        );
        let bytes = games * mask_bytes(G::ACTIONS);
        let bits = self.bits.as_ref().map(|bits| bits.len());
        assert_eq!(bits.unwrap_or(bytes), bytes, "one mask of bits for each game");
    }

    /// The same memory for a while.
    pub(super) fn all(&mut self) -> Buffers<'_> {
        Buffers {
            observations: self.observations,
            rewards: self.rewards,
            terminated: self.terminated,
            truncated: self.truncated,
            endings: self.endings.as_deref_mut(),
            turns: self.turns,
            legal: self.legal.as_deref_mut(),
            masks: self.masks.as_deref_mut(),
            bits: self.bits.as_deref_mut(),
            played: self.played.as_deref_mut(),
        }
    }

    /// The same memory, cut before game number `at`.
    pub(super) fn split(self, at: usize) -> (Self, Self) {
        let games = self.rewards.len();
        let numbers = self.observations.len() / games * at;
        let (observations, observations2) = self.observations.split_at_mut(numbers);
        let (rewards, rewards2) = self.rewards.split_at_mut(at);
        let (terminated, terminated2) = self.terminated.split_at_mut(at);
        let (truncated, truncated2) = self.truncated.split_at_mut(at);
        let (endings, endings2) = self.endings.map(|endings| endings.split_at_mut(at)).unzip();
        let (turns, turns2) = self.turns.split_at_mut(at);
        let (legal, legal2) = self.legal.map(|legal| legal.split_at_mut(at)).unzip();
        let (masks, masks2) = self
            .masks
            .map(|masks| masks.split_at_mut(masks.len() / games * at))
            .unzip();
        let (bits, bits2) = self
            .bits
            .map(|bits| bits.split_at_mut(bits.len() / games * at))
            .unzip();
        let (played, played2) = self.played.map(|played| played.split_at_mut(at)).unzip();
        let left = Self {
            observations,
            rewards,
            terminated,
            truncated,
            endings,
            turns,
            legal,
            masks,
            bits,
            played,
        };
        let right = Self {
            observations: observations2,
            rewards: rewards2,
            terminated: terminated2,
            truncated: truncated2,
            endings: endings2,
            turns: turns2,
            legal: legal2,
            masks: masks2,
            bits: bits2,
            played: played2,
        };
        (left, right)
    }

    /// The observation of game `i`, given how long one is.
    pub(super) fn observation(&mut self, i: usize, len: usize) -> &mut [f32] {
        &mut self.observations[i * len..(i + 1) * len]
    }

    /// Writes how game `i` stands.
    pub(super) fn write<G: Encode, R: Reward<G>>(
        &mut self,
        i: usize,
        config: &EnvConfig<G, R>,
        episode: &mut Episode<G>,
    ) {
        self.look(i, config, episode);
        self.terminated[i] = episode.terminated();
        self.truncated[i] = episode.truncated();
        if let Some(endings) = &mut self.endings
            && (episode.is_over() || endings[i].is_some())
        {
            endings[i] = episode.ending();
        }
    }

    /// Writes what the next player of game `i` sees.
    pub(super) fn look<G: Encode, R: Reward<G>>(
        &mut self,
        i: usize,
        config: &EnvConfig<G, R>,
        episode: &mut Episode<G>,
    ) {
        let observation = self.observation(i, config.observation_len());
        episode.game.observe(config.encoding, observation);
        self.turns[i] = episode.turn;
        if let Some(masks) = &mut self.masks {
            let mask = &mut masks[i * G::ACTIONS..(i + 1) * G::ACTIONS];
            mask.fill(false);
            episode.mark(mask);
        }
        if let Some(bits) = &mut self.bits {
            let bytes = mask_bytes(G::ACTIONS);
            let bits = &mut bits[i * bytes..(i + 1) * bytes];
            bits.fill(0);
            episode.mark(bits);
        }
        if let Some(legal) = &mut self.legal {
            // Actions that are places in the list need it anyway.
            if config.actions == ActionNumbers::List {
                episode.legal();
            }
            legal[i] = episode.count() as u32;
        }
    }
}

/// Memory for all [`Buffers`] of some games, for callers who have none of their own.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the fields are those of Buffers")]
pub struct StepMemory {
    pub observations: Vec<f32>,
    pub rewards: Vec<ByPlayer<f32>>,
    pub terminated: Vec<bool>,
    pub truncated: Vec<bool>,
    pub endings: Vec<Option<Ending>>,
    pub turns: Vec<Player>,
    pub legal: Vec<u32>,
    pub masks: Vec<bool>,
    pub bits: Vec<u8>,
    pub played: Vec<Option<u32>>,
}

impl StepMemory {
    /// Memory for so many games.
    #[must_use]
    pub fn new<G: Encode, R: Reward<G>>(config: &EnvConfig<G, R>, games: usize) -> Self {
        Self {
            observations: vec![0.0; games * config.observation_len()],
            rewards: vec![ByPlayer::new(0.0, 0.0); games],
            terminated: vec![false; games],
            truncated: vec![false; games],
            endings: vec![None; games],
            turns: vec![Player::First; games],
            legal: vec![0; games],
            masks: vec![false; games * G::ACTIONS],
            bits: vec![0; games * mask_bytes(G::ACTIONS)],
            played: vec![None; games],
        }
    }

    /// All of it.
    pub fn buffers(&mut self) -> Buffers<'_> {
        Buffers {
            observations: &mut self.observations,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            endings: Some(&mut self.endings),
            turns: &mut self.turns,
            legal: Some(&mut self.legal),
            masks: Some(&mut self.masks),
            bits: Some(&mut self.bits),
            played: Some(&mut self.played),
        }
    }
}
