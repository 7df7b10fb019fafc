//! How a tree search goes about its work: every choice is an enum with its reasons, and everything has a default.

use std::fmt;
use std::sync::Arc;

/// Which move a simulation follows inside the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Selection {
    /// Value plus a bonus for moves that the evaluator likes and that were tried little:
    /// `q + cpuct * prior * sqrt(n) / (1 + visits)`.
    Puct {
        /// The weight of the bonus.
        cpuct: f32,
        /// The value of a move that was not tried yet.
        first_play: FirstPlay,
    },
    /// Upper confidence bounds, `q + c * sqrt(ln n / visits)`; each move is tried once, in random order, before any is
    /// tried twice. Priors play no part.
    Uct {
        /// The weight of the bonus.
        c: f32,
    },
}

/// The value of a move that was not tried yet, for the player who chooses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FirstPlay {
    /// Always this.
    Fixed(f32),
    /// As good as the position that it is played in.
    Parent,
    /// Worse than the position by this much, times the square root of the priors already tried.
    Reduced(f32),
}

/// How the moves of the root share the simulations, and how one of them is chosen at last.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Root {
    /// As everywhere in the tree; the move is chosen by visits.
    Selection,
    /// A few moves drawn without replacement by the evaluator's opinion, halved again and again by what the search finds
    /// (sequential halving). Improves the policy even with few simulations; the number of simulations must be known
    /// beforehand.
    Gumbel {
        /// Moves at the beginning.
        considered: usize,
        /// With `c_scale` the weight of values against priors: `(c_visit + most visits) * c_scale * q`, `q` from 0 to 1.
        c_visit: f32,
        /// See `c_visit`.
        c_scale: f32,
        /// The scale of the random part: 1 in self-play, 0 for the best play with an evaluator that prefers some moves.
        /// With equal priors, 0 would consider the first moves of the list and no others.
        scale: f32,
    },
}

impl Root {
    /// Sixteen moves and the usual weights.
    #[must_use]
    pub const fn gumbel(scale: f32) -> Self {
        Self::Gumbel {
            considered: 16,
            c_visit: 50.0,
            c_scale: 1.0,
            scale,
        }
    }
}

/// Noise in the priors of the root, so that self-play tries moves which the evaluator does not like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootNoise {
    /// How concentrated the noise is.
    pub alpha: Alpha,
    /// Its share of the priors, from 0 to 1.
    pub epsilon: f32,
    /// Forced playouts: a move of the root that was tried gets at least `sqrt(forced * prior * visits)` of the root's visits,
    /// and the policy target leaves out those that the search itself would not have made. 0 forces none; only for PUCT.
    pub forced: f32,
}

/// The parameter of the Dirichlet distribution: below 1 a few moves get most of the noise.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Alpha {
    /// The same in every position.
    Fixed(f32),
    /// This number divided by how many moves there are, so that the noise is as sharp with many moves as with few.
    PerMove(f32),
}

impl Alpha {
    pub(super) fn get(self, moves: usize) -> f32 {
        match self {
            Self::Fixed(alpha) => alpha,
            Self::PerMove(total) => total / moves as f32,
        }
    }
}

/// What a search does where chance is to decide. In no case does it know what will really happen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ChanceMode {
    /// The position before the event is a leaf: evaluated once, and the value kept.
    Afterstate,
    /// The position before the event is a leaf and evaluated anew at each visit, for evaluators that sample.
    AfterstateSampled,
    /// The search goes on below sampled events, whose number grows as a power of the visits.
    Widen {
        /// Never more different events than this.
        most: u32,
        /// The power.
        power: f32,
    },
}

impl ChanceMode {
    /// Up to eight events, as the square root of the visits.
    pub const WIDEN: Self = Self::Widen { most: 8, power: 0.5 };
}

/// How a tree search searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// Simulations when no limit says otherwise.
    pub simulations: u64,
    /// Which move a simulation follows inside the tree.
    pub selection: Selection,
    /// How the moves of the root share the simulations.
    pub root: Root,
    /// Noise in the priors of the root.
    pub noise: Option<RootNoise>,
    /// What happens where chance is to decide.
    pub chance: ChanceMode,
    /// Back up wins, losses and draws that are certain, and end the search when the root is one.
    pub solve: bool,
    /// Leaves for one call of the evaluator, when an agent searches one game.
    pub batch: usize,
    /// The search ends when its tree takes so much memory.
    pub memory_mib: usize,
    /// The seed of everything random.
    pub seed: u64,
}

impl Options {
    /// For random playouts: UCT, and afterstates sampled again at every visit.
    #[must_use]
    pub const fn uct() -> Self {
        Self {
            simulations: 1_000,
            selection: Selection::Uct { c: 1.0 },
            root: Root::Selection,
            noise: None,
            chance: ChanceMode::AfterstateSampled,
            solve: true,
            batch: 1,
            memory_mib: 256,
            seed: 0,
        }
    }

    /// For evaluators with an opinion about moves, such as networks: PUCT, and afterstates evaluated once.
    #[must_use]
    pub const fn puct() -> Self {
        Self {
            simulations: 400,
            selection: Selection::Puct {
                cpuct: 1.5,
                first_play: FirstPlay::Reduced(0.2),
            },
            chance: ChanceMode::Afterstate,
            ..Self::uct()
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::uct()
    }
}

/// How much chance there is in choosing a move from the visits: with temperature `t` a move is chosen in proportion to
/// `visits ^ (1 / t)`, with zero always the best.
#[derive(Clone)]
pub enum Temperature<G> {
    /// The same throughout.
    Constant(f32),
    /// Steps `(ply, temperature)` in order of ply: each holds from its ply on; before the first it is zero.
    ByPly(Vec<(u32, f32)>),
    /// Whatever the caller makes of the position, such as its round or phase.
    Of(Arc<dyn Fn(&G) -> f32 + Send + Sync>),
}

impl<G> Temperature<G> {
    /// The temperature for a position that is `ply` moves into its game.
    ///
    /// ```
    /// use damero_search::mcts::Temperature;
    /// let schedule = Temperature::<()>::ByPly(vec![(0, 1.0), (10, 0.5), (20, 0.0)]);
    /// assert_eq!([9, 10, 30].map(|ply| schedule.at(&(), ply)), [1.0, 0.5, 0.0]);
    /// ```
    #[must_use]
    pub fn at(&self, game: &G, ply: u32) -> f32 {
        match self {
            Self::Constant(temperature) => *temperature,
            Self::ByPly(steps) => {
                let begun = steps.iter().take_while(|(from, _)| *from <= ply);
                begun.last().map_or(0.0, |(_, temperature)| *temperature)
            }
            Self::Of(schedule) => schedule(game),
        }
    }
}

impl<G> Default for Temperature<G> {
    fn default() -> Self {
        Self::Constant(0.0)
    }
}

impl<G> fmt::Debug for Temperature<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(temperature) => f.debug_tuple("Constant").field(temperature).finish(),
            Self::ByPly(steps) => f.debug_tuple("ByPly").field(steps).finish(),
            Self::Of(_) => f.write_str("Of(..)"),
        }
    }
}
