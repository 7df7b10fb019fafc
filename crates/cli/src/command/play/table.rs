//! The table: the game, who sits at it, and the dice. Everything that can be done to a game between two prompts.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;

use damero_games::random::{SeededRng, seeded};
use damero_games::{AnyGame, ByPlayer, GameId, Lang, Outcome, Player, Turn, registry};

use crate::args::{PlayArgs, Seat};
use crate::errors::InLang;
use crate::lang::tr;
use crate::{records, screen, setup};

/// A game being played in the terminal.
pub(super) struct Table {
    pub(super) id: GameId,
    pub(super) game: Box<dyn AnyGame>,
    pub(super) seed: u64,
    seats: ByPlayer<Seat>,
    rng: SeededRng,
    /// Where `new` begins, if not at the beginning.
    start: Option<String>,
}

impl Table {
    /// The table that the command line describes.
    pub(super) fn open(args: &PlayArgs, lang: Lang) -> anyhow::Result<Self> {
        let id = args.game.game;
        let game = match &args.load {
            Some(path) => records::load(id, path, lang)?,
            None => setup::start_any(id, &args.game.variant, args.position.as_deref(), lang)?,
        };
        let seed = args.seed.unwrap_or_else(fresh_seed);
        Ok(Self {
            id,
            game,
            seed,
            seats: ByPlayer::new(args.first, args.second),
            rng: seeded(seed),
            start: args.position.clone(),
        })
    }

    /// Whether anything at this table is left to chance.
    pub(super) fn is_random(&self) -> bool {
        self.game.meta().chance || self.seats.iter().any(|(_, &seat)| seat == Seat::Random)
    }

    /// Whether anybody sits at the keyboard.
    pub(super) fn has_human(&self) -> bool {
        self.seats.iter().any(|(_, &seat)| seat == Seat::Human)
    }

    /// Does what needs no human: chance, and one move of a random player, which is returned.
    pub(super) fn advance(&mut self, lang: Lang) -> anyhow::Result<Option<(Player, String)>> {
        while !screen::is_over(&*self.game) {
            match self.game.turn() {
                Turn::Chance => self.game.resolve_chance(&mut self.rng),
                Turn::Player(player) if self.seats[player] == Seat::Random => {
                    return Ok(self.play_randomly(lang)?.map(|text| (player, text)));
                }
                Turn::Player(_) | Turn::Over(_) => break,
            }
        }
        Ok(None)
    }

    /// Plays a move at random.
    pub(super) fn play_randomly(&mut self, lang: Lang) -> anyhow::Result<Option<String>> {
        self.refuse_if_over(lang)?;
        match self.game.random_move(&mut self.rng) {
            Some(text) => self.game.play(&text).in_lang(lang).map(Some),
            None => Ok(None),
        }
    }

    /// Plays a move given as text or as a number of the list; returns its canonical text.
    pub(super) fn play(&mut self, word: &str, lang: Lang) -> anyhow::Result<String> {
        self.refuse_if_over(lang)?;
        let moves = self.game.moves();
        let number = match word.strip_prefix('#') {
            Some(number) => number.parse::<usize>().ok(),
            // Where moves are written as numbers, a bare number is a move.
            None if screen::number_sign(&moves).is_empty() => word.parse().ok(),
            None => None,
        };
        let Some(number) = number else {
            return self.game.play(word).in_lang(lang);
        };
        match number.checked_sub(1).and_then(|index| moves.get(index)) {
            Some(text) => self.game.play(text).in_lang(lang),
            None => {
                let last = moves.len();
                anyhow::bail!(tr!(
                    lang,
                    "there is no move number {number}: they go from 1 to {last}",
                    "no hay jugada número {number}: van de 1 a {last}"
                ))
            }
        }
    }

    fn refuse_if_over(&self, lang: Lang) -> anyhow::Result<()> {
        if screen::is_over(&*self.game) {
            anyhow::bail!(tr!(
                lang,
                "the game is over; undo takes a move back, new starts again",
                "la partida ha terminado; deshacer vuelve atrás, nueva empieza otra vez"
            ));
        }
        Ok(())
    }

    /// Goes back to the last decision of a human; false when there is none.
    pub(super) fn undo(&mut self) -> bool {
        if self.game.result().is_some() && self.game.turn().outcome().is_none() {
            self.game.set_result(None);
            return true;
        }
        let before = self.game.boxed_clone();
        while self.game.undo() {
            if self
                .game
                .turn()
                .player()
                .is_some_and(|player| self.seats[player] == Seat::Human)
            {
                return true;
            }
        }
        self.game = before;
        false
    }

    /// The player to move gives up.
    pub(super) fn resign(&mut self, lang: Lang) -> anyhow::Result<()> {
        self.refuse_if_over(lang)?;
        if let Turn::Player(player) = self.game.turn() {
            self.game.set_result(Some(Outcome::Win(player.other())));
        }
        Ok(())
    }

    /// Starts again under the same rules.
    pub(super) fn restart(&mut self, lang: Lang) -> anyhow::Result<()> {
        let rules = self.game.rules();
        self.game = match &self.start {
            None => registry::start(self.id, &rules).in_lang(lang)?,
            Some(position) => registry::from_position(self.id, &rules, position).in_lang(lang)?,
        };
        Ok(())
    }

    /// Takes up a saved game.
    pub(super) fn load(&mut self, path: &Path, lang: Lang) -> anyhow::Result<()> {
        self.game = records::load(self.id, path, lang)?;
        self.start = None;
        Ok(())
    }
}

/// A seed that is different every time; the standard library's hash keys come from the system's entropy.
fn fresh_seed() -> u64 {
    // Short enough to be typed again.
    RandomState::new().build_hasher().finish() % 1_000_000
}
