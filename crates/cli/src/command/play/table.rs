//! The table: the game, who sits at it, and the dice. Everything that can be done to a game between two prompts.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;
use std::time::Duration;

use damero_arena::{Analysis, AnyPlayer, Spec};
use damero_games::random::{SeededRng, seeded};
use damero_games::{AnyGame, ByPlayer, GameId, Lang, Outcome, Player, Turn, registry};
use damero_search::{Level, Limits, SearchContext};

use crate::analysis_text::Ticker;
use crate::command::play::{PlayArgs, Seat};
use crate::errors::InLang;
use crate::lang::tr;
use crate::parallel::derived_seed;
use crate::{contest, records, screen};

/// Who gives hints where no machine sits at the table.
const HINTS: Level = Level::MAX;

/// A hint should not take longer than people like to wait.
const HINT_TIME: Duration = Duration::from_secs(1);

/// A game being played in the terminal.
pub(super) struct Table {
    pub(super) id: GameId,
    pub(super) game: Box<dyn AnyGame>,
    pub(super) seed: u64,
    /// The machines, kept from move to move; where there is none, a human plays.
    machines: ByPlayer<Option<Box<dyn AnyPlayer>>>,
    limits: Limits,
    /// Who gives hints, once somebody has asked.
    adviser: Option<Box<dyn AnyPlayer>>,
    rng: SeededRng,
    /// Where `new` begins, if not at the beginning.
    start: Option<String>,
}

impl Table {
    /// The table that the command line describes.
    pub(super) fn open(args: &PlayArgs, lang: Lang) -> anyhow::Result<Self> {
        let id = args.at.game.game;
        let (game, start) = match &args.load {
            Some(path) => records::load_with_start(id, path, lang)?,
            None => (args.at.start_any(lang)?, args.at.position.clone()),
        };
        let seed = args.seed.unwrap_or_else(fresh_seed);
        let refused = |error| contest::refused(&error, lang);
        let machine = |seat: &Seat, stream: u64| match seat {
            Seat::Human => Ok(None),
            Seat::Machine(spec) => {
                let spec = spec.clone().in_runs(&args.runs);
                let machine = spec.player(id, derived_seed(seed, stream)).map_err(refused)?;
                machine.check(&*game).map(|()| Some(machine)).map_err(refused)
            }
        };
        let machines = ByPlayer::new(machine(&args.first, 1)?, machine(&args.second, 2)?);
        Ok(Self {
            id,
            game,
            seed,
            machines,
            limits: args.limits.limits(),
            adviser: None,
            rng: seeded(seed),
            start,
        })
    }

    /// Whether anything at this table is left to chance.
    pub(super) fn is_random(&self) -> bool {
        self.game.meta().chance || self.machines.iter().any(|(_, machine)| machine.is_some())
    }

    /// Whether anybody sits at the keyboard.
    pub(super) fn has_human(&self) -> bool {
        self.machines.iter().any(|(_, machine)| machine.is_none())
    }

    /// Does what needs no human: chance, and one move of a machine, which is returned.
    pub(super) fn advance(&mut self, lang: Lang) -> anyhow::Result<Option<(Player, String)>> {
        while !screen::is_over(&*self.game) {
            match self.game.turn() {
                Turn::Chance => self.game.resolve_chance(&mut self.rng),
                Turn::Player(player) => {
                    let Some(machine) = &mut self.machines[player] else {
                        break;
                    };
                    let analysis = analyse(&mut **machine, &*self.game, self.limits, lang)?;
                    let text = self.game.play(&analysis.best.text).in_lang(lang)?;
                    return Ok(Some((player, text)));
                }
                Turn::Over(_) => break,
            }
        }
        Ok(None)
    }

    /// What an engine would play for the player to move.
    pub(super) fn hint(&mut self, lang: Lang) -> anyhow::Result<Option<Analysis>> {
        self.refuse_if_over(lang)?;
        if self.game.turn().player().is_none() {
            return Ok(None);
        }
        let adviser = match &mut self.adviser {
            Some(adviser) => adviser,
            none => {
                let adviser = Spec::from(HINTS).player(self.id, self.seed);
                none.insert(adviser.map_err(|error| contest::refused(&error, lang))?)
            }
        };
        analyse(&mut **adviser, &*self.game, Limits::time(HINT_TIME), lang).map(Some)
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
            Some(number) => number.trim_start().parse::<usize>().ok(),
            // Where the game reads numbers itself, a bare number is its business.
            None if screen::number_sign(&*self.game).is_empty() => word.parse().ok(),
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
                .is_some_and(|player| self.machines[player].is_none())
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
        let (game, start) = records::load_with_start(self.id, path, lang)?;
        for machine in self.machines.iter().filter_map(|(_, machine)| machine.as_ref()) {
            machine
                .check(&*game)
                .map_err(|error| contest::refused(&error, lang))?;
        }
        (self.game, self.start) = (game, start);
        Ok(())
    }
}

/// Analyses the position, and shows the progress on a terminal.
fn analyse(
    player: &mut dyn AnyPlayer,
    game: &dyn AnyGame,
    limits: Limits,
    lang: Lang,
) -> anyhow::Result<Analysis> {
    let mut ticker = Ticker::new();
    let mut report = |analysis: &Analysis| ticker.show(analysis, lang);
    let analysis = player.analyse(game, SearchContext::new(limits).reporting(&mut report));
    analysis.map_err(|error| contest::refused(&error, lang))
}

/// A seed that is different every time; the standard library's hash keys come from the system's entropy.
fn fresh_seed() -> u64 {
    // Short enough to be typed again.
    RandomState::new().build_hasher().finish() % 1_000_000
}
