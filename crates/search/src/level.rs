//! The difficulty levels: the same four names on every game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::agent::{Agent, SearchContext, SearchResult};
use crate::alphabeta::AlphaBeta;
use crate::engine::{EngineError, EngineOptions};
use crate::eval::Searchable;
use crate::limits::Limits;
use crate::simple::CarefulAgent;

/// How strong the machine plays.
///
/// ```
/// use damero_games::{Game, chessfive::ChessFive};
/// use damero_search::{EngineOptions, Level, Limits};
///
/// let level: Level = "easy".parse()?;
/// let mut player = level.agent::<ChessFive>(7, &EngineOptions::default()).unwrap();
/// let game = ChessFive::start(&Default::default());
/// let result = player.think(&game, Limits::default().into());
/// assert!(game.is_legal(result.best));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Random, but takes a win and blocks a loss.
    Easy,
    /// Looks three turns ahead.
    Medium,
    /// Looks five turns ahead.
    Hard,
    /// The full engine on a clock; the arena puts a network in its place where that is stronger.
    Max,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Max];

    /// Its name in commands.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Max => "max",
        }
    }

    /// The longest that it thinks about one decision.
    #[must_use]
    pub const fn budget(self) -> Duration {
        Duration::from_millis(match self {
            Self::Easy => 100,
            Self::Medium => 500,
            Self::Hard => 2_000,
            Self::Max => 5_000,
        })
    }

    /// Whether it looks into the book that comes with the program: the weaker ones are not to know openings by heart.
    #[must_use]
    pub const fn reads_books(self) -> bool {
        matches!(self, Self::Hard | Self::Max)
    }

    /// How many turns it looks ahead; `None` for as many as time allows.
    const fn turns(self) -> Option<u32> {
        match self {
            Self::Easy => Some(1),
            Self::Medium => Some(3),
            Self::Hard => Some(5),
            Self::Max => None,
        }
    }

    /// A player of this level; what it leaves to chance follows from `seed`.
    ///
    /// The two upper levels are the game's own engine, so that they know what solvers and tables know as far as their
    /// depth reaches. Only the highest uses more than one thread.
    ///
    /// # Errors
    /// If what lies in the folder of `options` cannot be used.
    pub fn agent<G: Searchable>(
        self,
        seed: u64,
        options: &EngineOptions,
    ) -> Result<Box<dyn Agent<G>>, EngineError> {
        let alone = EngineOptions {
            threads: 1,
            ..options.clone()
        };
        let engine: Box<dyn Agent<G>> = match self {
            Self::Easy => return Ok(Box::new(CarefulAgent::new(seed))),
            Self::Medium => Box::new(AlphaBeta::new(G::Eval::default(), alone.search())),
            Self::Hard => G::engine(&alone)?,
            Self::Max => G::engine(options)?,
        };
        Ok(Box::new(Levelled { level: self, engine }))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.iter().find(|level| level.name() == name);
        known
            .copied()
            .ok_or_else(|| format!("unknown level {name:?}: there are easy, medium, hard, max"))
    }
}

/// The engine held to the depth and budget of a level.
struct Levelled<G: Searchable> {
    level: Level,
    engine: Box<dyn Agent<G>>,
}

impl<G: Searchable> Agent<G> for Levelled<G> {
    fn name(&self) -> String {
        format!("level:{}", self.level)
    }

    fn think(&mut self, game: &G, ctx: SearchContext<'_, SearchResult<G::Move>>) -> SearchResult<G::Move> {
        // Only the strongest takes more time than its own budget when it is offered.
        let time = match (self.level, ctx.limits.time) {
            (Level::Max, Some(offered)) => offered,
            _ => self.level.budget(),
        };
        let depth = self.level.turns().map(|turns| turns * G::PLIES_PER_TURN);
        let own = Limits {
            time: Some(time),
            depth,
            ..Limits::default()
        };
        self.engine.think(game, ctx.within(own))
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }
}
