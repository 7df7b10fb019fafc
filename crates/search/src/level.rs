//! The difficulty levels: the same ten on every game, four of them with a name.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::agent::{Agent, SearchContext, SearchResult};
use crate::engine::{EngineError, EngineOptions};
use crate::eval::Searchable;
use crate::limits::Limits;
use crate::rung::Rung;

/// How strong the machine plays: one of ten levels. What each of them does is said by the game's
/// [ladder](Searchable::LADDER).
///
/// ```
/// use damero_games::{Game, chessfive::ChessFive};
/// use damero_search::{EngineOptions, Level, Limits};
///
/// let level: Level = "4".parse()?;
/// let mut player = level.agent::<ChessFive>(7, &EngineOptions::default()).unwrap();
/// let game = ChessFive::start(&Default::default());
/// let result = player.think(&game, Limits::default().into());
/// assert!(game.is_legal(result.best));
/// assert!("easy".parse::<Level>()? < level && level < Level::MEDIUM);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The lowest, for whoever has just learned the rules.
    pub const EASY: Self = Self(1);
    /// Looks three turns ahead.
    pub const MEDIUM: Self = Self(5);
    /// Looks five turns ahead.
    pub const HARD: Self = Self(7);
    /// The full engine on a clock; the arena puts a network in its place where that is stronger.
    pub const MAX: Self = Self(10);

    /// All levels, weakest first.
    pub const ALL: [Self; 10] = [
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
        Self(8),
        Self(9),
        Self(10),
    ];

    /// From 1, the weakest, to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its name in commands and in what is stored: a word for four of them, the number for the others.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            1 => "easy",
            2 => "2",
            3 => "3",
            4 => "4",
            5 => "medium",
            6 => "6",
            7 => "hard",
            8 => "8",
            9 => "9",
            _ => "max",
        }
    }

    /// The longest that it thinks about one decision.
    #[must_use]
    pub const fn budget(self) -> Duration {
        Duration::from_millis(match self.0 {
            1 => 100,
            2..=5 => 500,
            6..=7 => 2_000,
            _ => 5_000,
        })
    }

    /// Whether it looks into the book that comes with the program: the weaker ones are not to know openings by heart.
    #[must_use]
    pub const fn reads_books(self) -> bool {
        self.0 >= Self::HARD.0
    }

    /// What it does in a game.
    #[must_use]
    pub const fn rung<G: Searchable>(self) -> Rung {
        G::LADDER[self.0 as usize - 1]
    }

    /// A player of this level; what it leaves to chance follows from `seed`.
    ///
    /// The upper levels are the game's own engine, so that they know what solvers and tables know as far as their limits
    /// reach. Only the highest uses more than one thread.
    ///
    /// # Errors
    /// If what lies in the folder of `options` cannot be used.
    pub fn agent<G: Searchable>(
        self,
        seed: u64,
        options: &EngineOptions,
    ) -> Result<Box<dyn Agent<G>>, EngineError> {
        let threads = if self == Self::MAX { options.threads } else { 1 };
        let options = EngineOptions {
            threads,
            ..options.clone()
        };
        let rung = self.rung::<G>();
        let engine = rung.engine(seed, &options)?;
        Ok(Box::new(Levelled {
            level: self,
            limits: rung.limits::<G>(),
            engine,
        }))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = String;

    /// A name or a number.
    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL
            .into_iter()
            .find(|level| level.name() == name || level.0.to_string() == name);
        known.ok_or_else(|| format!("unknown level {name:?}: there are 1 to 10, and easy, medium, hard, max"))
    }
}

/// The player of a level held to its limits and budget.
struct Levelled<G: Searchable> {
    level: Level,
    limits: Limits,
    engine: Box<dyn Agent<G>>,
}

impl<G: Searchable> Agent<G> for Levelled<G> {
    fn name(&self) -> String {
        format!("level:{}", self.level)
    }

    fn think(&mut self, game: &G, ctx: SearchContext<'_, SearchResult<G::Move>>) -> SearchResult<G::Move> {
        // Only the strongest takes more time than its own budget when it is offered.
        let time = match (self.level, ctx.limits.time) {
            (Level::MAX, Some(offered)) => offered,
            _ => self.level.budget(),
        };
        let own = Limits {
            time: Some(time),
            ..self.limits
        };
        self.engine.think(game, ctx.within(own))
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }
}
