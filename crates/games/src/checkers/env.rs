//! Checkers as an environment for reinforcement learning: reset, look, step.

use super::action::{Action, Frame};
use super::config::EnvConfig;
use super::moves::CheckersMove;
use super::position::Checkers;
use crate::error::Illegal;
use crate::game::{Game, MoveBuf};
use crate::outcome::Ending;
use crate::player::{ByPlayer, Player};

/// What one step led to. Observations are from the side of the player who is to move next.
#[derive(Clone, PartialEq, Debug)]
pub struct Step<'a> {
    /// The new observation.
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
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// Who moved.
    pub mover: Player,
    /// Whose turn it is now, also when the game is over.
    pub turn: Player,
    /// What both are paid; the loser is paid at the same moment as the winner.
    pub rewards: ByPlayer<f32>,
    /// Plies since the reset, those of the opening included.
    pub ply: u32,
    /// How many actions are legal now.
    pub legal: usize,
    /// Captured pieces.
    pub captured: usize,
    /// Whether a man was crowned.
    pub crowned: bool,
    /// How and why the game ended.
    pub ending: Option<Ending>,
}

/// One game. Both players act through it in turn; an action is an index into the list of legal moves.
///
/// ```
/// use damero_games::checkers::CheckersEnv;
/// let mut env = CheckersEnv::new(Default::default());
/// assert_eq!(env.reset(0).len(), 4 * 8 * 8);
/// assert_eq!(env.legal_actions()[0].to_string(), "12-16");
/// let step = env.step(0)?;
/// assert_eq!(step.reward, -0.001);
/// assert!(!step.terminated && !step.truncated);
/// # Ok::<(), damero_games::Illegal>(())
/// ```
#[derive(Clone, Debug)]
pub struct CheckersEnv {
    config: EnvConfig,
    game: Checkers,
    legal: MoveBuf<CheckersMove>,
    observation: Vec<f32>,
}

impl CheckersEnv {
    /// An environment at the beginning of a game, as after `reset(0)`.
    #[must_use]
    pub fn new(config: EnvConfig) -> Self {
        let mut env = Self {
            config,
            game: Checkers::start(&config.rules),
            legal: MoveBuf::new(),
            observation: vec![0.0; config.observation_len()],
        };
        env.reset(0);
        env
    }

    /// Begins a new game; returns the first observation. The seed matters only for random openings.
    pub fn reset(&mut self, seed: u64) -> &[f32] {
        self.config.reset(&mut self.game, seed, &mut self.legal);
        self.look();
        &self.observation
    }

    /// The game in progress.
    #[must_use]
    pub const fn game(&self) -> &Checkers {
        &self.game
    }

    /// The observation from the side of the player to move.
    #[must_use]
    pub fn observation(&self) -> &[f32] {
        &self.observation
    }

    /// The legal moves in their fixed order; empty when the game is over.
    #[must_use]
    pub fn legal_actions(&self) -> &[CheckersMove] {
        &self.legal
    }

    /// The legal moves as JSON objects, in the frame of the observation: turned for black.
    #[must_use]
    pub fn actions(&self) -> Vec<Action> {
        let action = |&m| Action::new(&self.game, m, Frame::Mover);
        self.legal.iter().map(action).collect()
    }

    /// Plays the move of a JSON object in the frame of the observation.
    ///
    /// # Errors
    /// If no legal move fits; nothing changes.
    pub fn step_action(&mut self, action: &Action) -> Result<Step<'_>, Illegal> {
        let m = action.find(&self.game, Frame::Mover)?;
        Ok(self.advance(m))
    }

    /// Plays the legal move number `action`.
    ///
    /// # Errors
    /// If there is no such action, or the game is over; nothing changes.
    pub fn step(&mut self, action: usize) -> Result<Step<'_>, Illegal> {
        let m = choose(&self.legal, action)?;
        Ok(self.advance(m))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal; nothing changes.
    pub fn step_move(&mut self, m: CheckersMove) -> Result<Step<'_>, Illegal> {
        if self.legal.contains(&m) {
            Ok(self.advance(m))
        } else {
            Err(self.game.refuse(m))
        }
    }

    fn advance(&mut self, m: CheckersMove) -> Step<'_> {
        let mover = self.game.to_move();
        let crowned = self.game.crowns(m);
        let rewards = self.config.rewards.play(&mut self.game, m);
        self.look();
        let ending = self.game.ending();
        Step {
            observation: &self.observation,
            reward: rewards[mover],
            terminated: ending.as_ref().is_some_and(|ending| !ending.truncated),
            truncated: ending.as_ref().is_some_and(|ending| ending.truncated),
            info: Info {
                mover,
                turn: self.game.to_move(),
                rewards,
                ply: self.game.ply(),
                legal: self.legal.len(),
                captured: m.jumps(),
                crowned,
                ending,
            },
        }
    }

    fn look(&mut self) {
        self.game.moves(&mut self.legal);
        self.game.observe_as(
            self.game.to_move(),
            self.config.encoding.number(),
            &mut self.observation,
        );
    }
}

/// The legal move number `action`.
pub(super) fn choose(legal: &[CheckersMove], action: usize) -> Result<CheckersMove, Illegal> {
    if legal.is_empty() {
        return Err(Illegal::over());
    }
    legal.get(action).copied().ok_or_else(|| {
        let count = legal.len();
        let why = text!(
            "there is no action {action}: {count} are legal, from 0",
            "no existe la acción {action}: hay {count} legales, desde 0"
        );
        Illegal::new("no-such-action", why, legal.first())
    })
}
