//! One game of an environment with what is known about it: the one place where a step happens.

use super::config::{ActionNumbers, EnvConfig};
use super::reward::{Reward, add};
use crate::encode::Encode;
use crate::error::Illegal;
use crate::game::{MoveBuf, Turn};
use crate::lang::Text;
use crate::outcome::{Ending, Outcome};
use crate::player::{ByPlayer, Player};
use crate::random::{SeededRng, seeded};

#[derive(Clone, Debug)]
pub(super) struct Episode<G: Encode> {
    pub(super) game: G,
    /// The legal moves; empty when the game is over or cut short.
    pub(super) legal: MoveBuf<G::Move>,
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
    /// How and why it is over.
    pub(super) ending: Option<Ending>,
}

impl<G: Encode> Episode<G> {
    /// The beginning of a game, as after a reset with the seed 0.
    pub(super) fn new<R: Reward<G>>(config: &EnvConfig<G, R>) -> Self {
        let mut episode = Self {
            game: G::start(&config.rules),
            legal: MoveBuf::new(),
            indices: Vec::new(),
            rng: seeded(0),
            ply: 0,
            opening: 0,
            turn: Player::First,
            ending: None,
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
            self.game.play_random(&mut self.rng, &mut self.legal);
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
        self.ending = None;
        self.look();
    }

    fn resolve_chance(&mut self) {
        while self.game.turn() == Turn::Chance {
            self.game.resolve_chance(&mut self.rng);
        }
    }

    /// Lists what is legal now.
    fn look(&mut self) {
        self.indices.clear();
        self.game.moves(&mut self.legal);
        // The other one would be next if nobody is.
        self.turn = self.game.turn().player().unwrap_or(self.turn.other());
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
        if self.legal.is_empty() {
            self.ending = self.game.ending();
        } else if config.max_steps.reached(self.ply - self.opening) {
            self.ending = Some(Ending::truncated(Outcome::Draw, TOO_LONG));
            self.legal.clear();
        }
        if let Some(ending) = &self.ending {
            for player in Player::ALL {
                paid[player] += reward.result(ending.outcome.pov(player));
            }
        }
        paid
    }

    pub(super) fn terminated(&self) -> bool {
        self.ending.as_ref().is_some_and(|ending| !ending.truncated)
    }

    pub(super) fn truncated(&self) -> bool {
        self.ending.as_ref().is_some_and(|ending| ending.truncated)
    }

    /// The action indices of the legal moves, in the order of their list.
    pub(super) fn indices(&mut self) -> &[usize] {
        if self.indices.is_empty() {
            self.game.action_indices(&self.legal, &mut self.indices);
        }
        &self.indices
    }

    /// Writes which action indices are legal.
    pub(super) fn mask(&mut self, mask: &mut [bool]) {
        mask.fill(false);
        for &index in self.indices() {
            mask[index] = true;
        }
    }

    /// Writes which action indices are legal as bits.
    pub(super) fn mask_bits(&mut self, bits: &mut [u8]) {
        bits.fill(0);
        for &index in self.indices() {
            bits[index / 8] |= 1 << (index % 8);
        }
    }

    /// The place of an action in the list of the legal moves.
    #[inline]
    pub(super) fn place(&mut self, action: usize, numbers: ActionNumbers) -> Option<usize> {
        match numbers {
            ActionNumbers::List => Some(action).filter(|&action| action < self.legal.len()),
            ActionNumbers::Index => self.indices().iter().position(|&index| index == action),
        }
    }

    /// Why an action has no place there.
    #[cold]
    pub(super) fn refuse(&self, action: usize, numbers: ActionNumbers) -> Illegal {
        let count = self.legal.len();
        if count == 0 {
            return Illegal::over();
        }
        match numbers {
            ActionNumbers::List => {
                let why = text!(
                    "there is no action {action}: {count} are legal, from 0",
                    "no existe la acción {action}: hay {count} legales, desde 0"
                );
                Illegal::new("no-such-action", why, self.legal.first())
            }
            ActionNumbers::Index => Illegal::no_such_index(action, self.legal.first()),
        }
    }
}

const TOO_LONG: Text = Text::new(
    "the limit on the steps of the environment",
    "el límite de pasos del entorno",
);
