//! One game of an environment with what is known about it: the one place where a step happens.

use rand_core::Rng;

use super::config::{ActionNumbers, EnvConfig};
use super::reward::{Reward, add};
use crate::encode::Encode;
use crate::error::Illegal;
use crate::game::{MoveBuf, Turn};
use crate::lang::Text;
use crate::marks::Marks;
use crate::outcome::{Ending, Outcome};
use crate::player::{ByPlayer, Player};
use crate::random::{SeededRng, below, seeded};

#[derive(Clone, Debug)]
pub(super) struct Episode<G: Encode> {
    pub(super) game: G,
    /// The legal moves once somebody has asked for them; before that it is memory for lists of moves.
    moves: MoveBuf<G::Move>,
    /// Whether they are listed there.
    listed: bool,
    /// Their action indices once somebody has asked for them; empty before.
    indices: Vec<usize>,
    /// Of the opening and of the chance events.
    rng: SeededRng,
    /// Plies since the reset, those of the opening included.
    pub(super) ply: u32,
    /// How many of them the opening had.
    opening: u32,
    /// Who is to move; when the game is over, who would be.
    pub(super) turn: Player,
    /// How it is over.
    over: Option<Over>,
}

/// How a game is over; the reason is written only for those who ask.
#[derive(Clone, Copy, Debug)]
struct Over {
    outcome: Outcome,
    truncated: bool,
    /// By the limit of the environment, not by the rules.
    too_long: bool,
}

impl<G: Encode> Episode<G> {
    /// The beginning of a game, as after a reset with the seed 0.
    pub(super) fn new<R: Reward<G>>(config: &EnvConfig<G, R>) -> Self {
        let mut episode = Self {
            game: G::start(&config.rules),
            moves: MoveBuf::new(),
            listed: false,
            indices: Vec::new(),
            rng: seeded(0),
            ply: 0,
            opening: 0,
            turn: Player::First,
            over: None,
        };
        episode.begin(config, 0);
        episode
    }

    /// Begins a new game in place.
    pub(super) fn begin<R: Reward<G>>(&mut self, config: &EnvConfig<G, R>, seed: u64) {
        self.rng = seeded(seed);
        self.game.restart(&config.rules);
        self.resolve_chance();
        self.opening = config.opening_plies;
        for _ in 0..config.opening_plies {
            self.game.play_random(&mut self.rng, &mut self.moves);
            self.resolve_chance();
            if self.game.turn().outcome().is_some() {
                self.game.restart(&config.rules);
                self.resolve_chance();
                self.opening = 0;
                break;
            }
        }
        self.opened();
    }

    /// Begins at a position.
    pub(super) fn begin_at(&mut self, position: &G, seed: u64) -> Result<(), Illegal> {
        if position.turn().outcome().is_some() {
            return Err(Illegal::over());
        }
        self.rng = seeded(seed);
        self.game.clone_from(position);
        self.resolve_chance();
        self.opening = 0;
        self.opened();
        Ok(())
    }

    fn opened(&mut self) {
        self.ply = self.opening;
        self.over = None;
        self.look();
    }

    fn resolve_chance(&mut self) {
        while self.game.turn() == Turn::Chance {
            self.game.resolve_chance(&mut self.rng);
        }
    }

    /// Looks at the position after it has changed.
    fn look(&mut self) {
        self.indices.clear();
        self.listed = false;
        // The other one would be next if nobody is.
        self.turn = self.game.turn().player().unwrap_or(self.turn.other());
    }

    /// The legal moves; empty when the game is over or cut short.
    pub(super) fn legal(&mut self) -> &[G::Move] {
        if !self.listed {
            self.moves.clear();
            if self.over.is_none() {
                self.game.moves(&mut self.moves);
            }
            self.listed = true;
        }
        &self.moves
    }

    /// The same for those who have asked before.
    pub(super) fn listed(&self) -> &[G::Move] {
        if self.listed { &self.moves } else { &[] }
    }

    /// How many moves are legal.
    pub(super) fn count(&self) -> usize {
        match self.over {
            Some(_) => 0,
            None if self.listed => self.moves.len(),
            None => self.game.count_moves(),
        }
    }

    /// Plays a legal move; tells what it pays to both.
    pub(super) fn play<R: Reward<G>>(&mut self, config: &EnvConfig<G, R>, m: G::Move) -> ByPlayer<f32> {
        let reward = &config.reward;
        let before = reward.potential(&self.game);
        let immediate = reward.immediate(&self.game, m);
        self.game.play_unchecked(m);
        self.resolve_chance();
        self.ply += 1;
        let mut paid = add(immediate, reward.gain(before, reward.potential(&self.game)));
        self.look();
        if let Some(outcome) = self.game.turn().outcome() {
            self.over = Some(Over {
                outcome,
                truncated: self.game.is_truncated(),
                too_long: false,
            });
        } else if config.max_steps.reached(self.ply - self.opening) {
            self.over = Some(Over {
                outcome: Outcome::Draw,
                truncated: true,
                too_long: true,
            });
        }
        if let Some(over) = &self.over {
            for player in Player::ALL {
                paid[player] += reward.result(over.outcome.pov(player));
            }
        }
        paid
    }

    /// Whether the game is over or cut short.
    pub(super) const fn is_over(&self) -> bool {
        self.over.is_some()
    }

    pub(super) fn terminated(&self) -> bool {
        self.over.is_some_and(|over| !over.truncated)
    }

    pub(super) fn truncated(&self) -> bool {
        self.over.is_some_and(|over| over.truncated)
    }

    /// How and why the game is over.
    pub(super) fn ending(&self) -> Option<Ending> {
        if self.over?.too_long {
            return Some(Ending::truncated(Outcome::Draw, TOO_LONG));
        }
        self.game.ending()
    }

    /// The action indices of the legal moves, in the order of their list.
    pub(super) fn indices(&mut self) -> &[usize] {
        if self.indices.is_empty() {
            self.legal();
            self.game.action_indices(&self.moves, &mut self.indices);
        }
        &self.indices
    }

    /// Marks which action indices are legal in an empty mask.
    #[inline]
    pub(super) fn mark<M: Marks + ?Sized>(&mut self, marks: &mut M) {
        if self.over.is_none() {
            // What was listed there is overwritten.
            self.listed = false;
            self.game.mark_legal(marks, &mut self.moves);
        }
    }

    /// The legal move that an action stands for.
    #[inline]
    pub(super) fn find(&mut self, action: usize, numbers: ActionNumbers) -> Option<G::Move> {
        match numbers {
            _ if self.over.is_some() => None,
            ActionNumbers::List => self.legal().get(action).copied(),
            ActionNumbers::Index => {
                self.listed = false;
                self.game.action_with(action, &mut self.moves)
            }
        }
    }

    /// The action index of an action that stands for a legal move.
    pub(super) fn index(&mut self, action: usize, numbers: ActionNumbers) -> usize {
        match numbers {
            ActionNumbers::List => self.indices()[action],
            ActionNumbers::Index => action,
        }
    }

    /// A legal action, each equally likely; `None` when the game is over.
    pub(super) fn sample<T: Rng + ?Sized>(&mut self, rng: &mut T, numbers: ActionNumbers) -> Option<usize> {
        match numbers {
            _ if self.over.is_some() => None,
            ActionNumbers::List => Some(below(rng, self.legal().len() as u32) as usize),
            ActionNumbers::Index => {
                self.listed = false;
                let m = self.game.random_move(rng, &mut self.moves);
                Some(self.game.action_index(m))
            }
        }
    }

    /// Why an action has no place there.
    #[cold]
    pub(super) fn refuse(&mut self, action: usize, numbers: ActionNumbers) -> Illegal {
        let (count, first) = (self.legal().len(), self.legal().first().copied());
        if count == 0 {
            return Illegal::over();
        }
        match numbers {
            ActionNumbers::List => {
                let why = text!(
                    "there is no action {action}: {count} are legal, from 0",
                    "no existe la acción {action}: hay {count} legales, desde 0"
                );
                Illegal::new("no-such-action", why, first)
            }
            ActionNumbers::Index => Illegal::no_such_index(action, first),
        }
    }
}

const TOO_LONG: Text = Text::new(
    "the limit on the steps of the environment",
    "el límite de pasos del entorno",
);
