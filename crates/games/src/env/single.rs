//! One game as an environment.

use serde::{Deserialize, Serialize};

use super::action::ActionFormat;
use super::config::{ActionNumbers, EnvConfig};
use super::episode::Episode;
use super::reward::{ResultReward, Reward};
use crate::encode::Encode;
use crate::error::Illegal;
use crate::outcome::Ending;
use crate::player::{ByPlayer, Player};

/// What one step led to.
#[derive(Clone, PartialEq, Debug)]
pub struct Step<'a> {
    /// The new observation; see [`Encode::observe`].
    pub observation: &'a [f32],
    /// What the player who moved is paid.
    pub reward: f32,
    /// The game is over by its rules.
    pub terminated: bool,
    /// The game was cut short: its value is not that of a finished game.
    pub truncated: bool,
    /// The rest.
    pub info: Info,
}

/// What else there is to know about a step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Info {
    /// Who moved.
    pub mover: Player,
    /// The action index of the move; see [`Encode::action_index`].
    pub action: usize,
    /// Whose turn it is now; when the game is over, whose it would be.
    pub turn: Player,
    /// What both are paid; the loser is paid at the same moment as the winner.
    pub rewards: ByPlayer<f32>,
    /// Plies since the reset, those of the opening included.
    pub ply: u32,
    /// How many actions are legal now.
    pub legal: usize,
    /// How and why the game ended.
    pub ending: Option<Ending>,
}

/// One game. Both players act through it in turn; an action is an index into the list of legal moves, or an action
/// index if [`EnvConfig::actions`] says so.
///
/// ```
/// use damero_games::{Notation, checkers::{Checkers, Rewards}, env::{Env, EnvConfig}};
/// let config = EnvConfig::<Checkers, Rewards>::default();
/// let mut env = Env::new(config);
/// assert_eq!(env.reset(0).len(), 4 * 8 * 8);
/// assert_eq!(env.legal_actions()[0].to_string(), "12-16");
/// let step = env.step(0)?;
/// assert_eq!(step.reward, -0.001);
/// assert!(!step.terminated && !step.truncated);
///
/// let position = Checkers::from_position(&config.rules, "B:WK29,21:BK4,K8,12")?;
/// env.reset_to(&position, 0)?;
/// assert_eq!(env.game(), &position);
/// # Ok::<(), damero_games::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Env<G: Encode, R: Reward<G> = ResultReward> {
    config: EnvConfig<G, R>,
    episode: Episode<G>,
    observation: Vec<f32>,
}

impl<G: Encode, R: Reward<G>> Env<G, R> {
    /// An environment at the beginning of a game, as after `reset(0)`.
    ///
    /// # Panics
    /// If there is no encoding with the number in `config`.
    #[must_use]
    pub fn new(config: EnvConfig<G, R>) -> Self {
        let mut env = Self {
            config,
            episode: Episode::new(&config),
            observation: vec![0.0; config.observation_len()],
        };
        env.observe();
        env
    }

    /// Begins a new game; returns the first observation. Openings and chance events are drawn by the seed.
    pub fn reset(&mut self, seed: u64) -> &[f32] {
        self.episode.begin(&self.config, seed);
        self.observe()
    }

    /// Begins at a position, under its own rules; returns its observation.
    ///
    /// # Errors
    /// If the game is over there; nothing changes.
    pub fn reset_to(&mut self, position: &G, seed: u64) -> Result<&[f32], Illegal> {
        self.episode.begin_at(position, seed)?;
        Ok(self.observe())
    }

    /// The game in progress.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.episode.game
    }

    /// Whose turn it is; when the game is over, whose it would be.
    #[must_use]
    pub const fn turn(&self) -> Player {
        self.episode.turn
    }

    /// The observation of the position.
    #[must_use]
    pub fn observation(&self) -> &[f32] {
        &self.observation
    }

    /// The legal moves in their fixed order; empty when the game is over.
    #[must_use]
    pub fn legal_actions(&self) -> &[G::Move] {
        self.episode.listed()
    }

    /// Writes which action indices are legal; none when the game is over.
    ///
    /// # Panics
    /// If `mask` has not exactly [`Encode::ACTIONS`] entries.
    pub fn legal_mask(&mut self, mask: &mut [bool]) {
        assert_eq!(mask.len(), G::ACTIONS, "one entry for each action");
        mask.fill(false);
        self.episode.mark(mask);
        self.episode.legal();
    }

    /// The legal moves in another format.
    #[must_use]
    pub fn actions<A: ActionFormat<G>>(&self) -> Vec<A> {
        let action = |&m| A::of(&self.episode.game, m);
        self.episode.listed().iter().map(action).collect()
    }

    /// Plays a move that is written in another format.
    ///
    /// # Errors
    /// If no legal move fits; nothing changes.
    pub fn step_action<A: ActionFormat<G>>(&mut self, action: &A) -> Result<Step<'_>, A::Error> {
        if self.episode.is_over() {
            return Err(Illegal::over().into());
        }
        let m = action.find(&self.episode.game)?;
        Ok(self.step_move(m)?)
    }

    /// Plays the action with this number.
    ///
    /// # Errors
    /// If there is no such action, or the game is over; nothing changes.
    pub fn step(&mut self, action: usize) -> Result<Step<'_>, Illegal> {
        let place = match self.config.actions {
            ActionNumbers::List => Some(action).filter(|&action| action < self.episode.legal().len()),
            ActionNumbers::Index => self.episode.indices().iter().position(|&index| index == action),
        };
        match place {
            Some(place) => Ok(self.advance(place)),
            None => Err(self.episode.refuse(action, self.config.actions)),
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal; nothing changes.
    pub fn step_move(&mut self, m: G::Move) -> Result<Step<'_>, Illegal> {
        match self.episode.legal().iter().position(|&legal| legal == m) {
            Some(place) => Ok(self.advance(place)),
            None if self.episode.is_over() => Err(Illegal::over()),
            None => Err(self.episode.game.refuse(m)),
        }
    }

    fn advance(&mut self, place: usize) -> Step<'_> {
        let Self { config, episode, .. } = self;
        let (mover, action) = (episode.turn, episode.indices()[place]);
        let m = episode.legal()[place];
        let rewards = episode.play(config, m);
        let info = Info {
            mover,
            action,
            turn: episode.turn,
            rewards,
            ply: episode.ply,
            legal: episode.legal().len(),
            ending: episode.ending(),
        };
        Step {
            reward: rewards[mover],
            terminated: episode.terminated(),
            truncated: episode.truncated(),
            observation: self.observe(),
            info,
        }
    }

    fn observe(&mut self) -> &[f32] {
        let Self { config, episode, .. } = self;
        episode.legal();
        episode.game.observe(config.encoding, &mut self.observation);
        &self.observation
    }
}
