//! What a level does: how far it looks, and how freely it chooses among moves that look nearly as good. One ladder of ten
//! such rungs for each game.

use crate::agent::Agent;
use crate::alphabeta::AlphaBeta;
use crate::engine::{EngineError, EngineOptions};
use crate::eval::Searchable;
use crate::limits::Limits;
use crate::tempered::Tempered;

/// The largest transposition table of a player that scores every move, in MiB: it does not look far.
const SHALLOW_MIB: usize = 4;

/// What one level does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rung {
    /// Alpha-beta to so many turns, and then any of the moves that are near the best.
    Near {
        /// How far it looks.
        turns: u32,
        /// The temperature of the choice, in units of [`Evaluate::SCALE`](crate::Evaluate::SCALE).
        temperature: f32,
    },
    /// The best move of alpha-beta to so many turns.
    Turns(u32),
    /// The best move of alpha-beta from so many positions.
    Nodes(u64),
    /// The best move of the game's own engine to so many turns.
    EngineTurns(u32),
    /// The best move of the game's own engine from so many positions.
    EngineNodes(u64),
    /// The game's own engine as long as the clock allows.
    Engine,
}

impl Rung {
    /// The level `medium` of every game.
    pub const MEDIUM: Self = Self::Turns(3);
    /// The level `hard` of every game.
    pub const HARD: Self = Self::EngineTurns(5);

    /// A rung below the engine, for the tables of games.
    pub(crate) const fn near(turns: u32, temperature: f32) -> Self {
        Self::Near { turns, temperature }
    }

    /// Whether it draws lots.
    #[must_use]
    pub const fn is_drawing(self) -> bool {
        matches!(self, Self::Near { .. })
    }

    /// How far it looks.
    pub(crate) fn limits<G: Searchable>(self) -> Limits {
        match self {
            Self::Near { turns, .. } | Self::Turns(turns) | Self::EngineTurns(turns) => {
                Limits::depth(turns * G::PLIES_PER_TURN)
            }
            Self::Nodes(nodes) | Self::EngineNodes(nodes) => Limits::nodes(nodes),
            Self::Engine => Limits::default(),
        }
    }

    /// The player without its limits; what it leaves to chance follows from `seed`.
    pub(crate) fn engine<G: Searchable>(
        self,
        seed: u64,
        options: &EngineOptions,
    ) -> Result<Box<dyn Agent<G>>, EngineError> {
        Ok(match self {
            Self::Near { temperature, .. } => {
                let mut search = options.search();
                search.table_mib = search.table_mib.min(SHALLOW_MIB);
                Box::new(Tempered::new(G::Eval::default(), search, temperature, seed))
            }
            Self::Turns(_) | Self::Nodes(_) => Box::new(AlphaBeta::new(G::Eval::default(), options.search())),
            Self::EngineTurns(_) | Self::EngineNodes(_) | Self::Engine => G::engine(options)?,
        })
    }
}
