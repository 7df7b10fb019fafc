//! The tables of weights, one for each stage of the game.
//!
//! A stage is four numbers of empty squares, split by whether they are even or odd, because who moves last matters.
//! Weights are whole numbers of a 32nd of a disc.

use std::sync::{Arc, LazyLock};

use super::cuts::{CutModel, Cuts};
use super::features::Features;
use super::shapes::{ARRAYS, Folding, PLACES};

/// Units of a disc in weights, and in the scores of the search that uses them.
pub const UNIT: i32 = 32;

/// Evaluations stay within this: a finished game may be worth more, a guess never is.
pub(crate) const MOST: i32 = 64 * UNIT - 1;

/// Groups of four numbers of empty squares that have weights, from 4 to 7 up to 52 to 55.
pub const GROUPS: usize = 13;

/// Stages with weights of their own.
pub(crate) const STAGES: usize = 2 * GROUPS;

/// The weights of one stage, packed as `shapes.rs` says.
pub(crate) type Stage = [[i16; PLACES]; ARRAYS];

/// The stage of a position with so many empty squares; the first moves use the earliest stage that was fitted.
#[inline(always)]
#[must_use]
pub const fn stage_of(empties: u32) -> usize {
    let mut group = empties as usize / 4;
    if group > GROUPS {
        group = GROUPS;
    }
    if group < 1 {
        group = 1;
    }
    2 * (group - 1) + (empties as usize & 1)
}

/// How weights came about.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Origin {
    /// How often weights were made before, each time from games that the weights before had played.
    pub round: u32,
    /// Positions for each number of empty squares.
    pub positions: u64,
    /// What the games that they were taken from follow.
    pub seed: u64,
    /// Positions with at most so many empty squares were solved.
    pub exact: u32,
    /// Plies of the search that judged all others, and one more for every third.
    pub depth: u32,
}

/// What the patterns are worth at every stage, with the spread of errors that selective search needs.
pub struct Weights {
    pub(super) stages: Vec<Arc<Stage>>,
    pub(super) origin: Origin,
    pub(super) model: CutModel,
    pub(super) cuts: Cuts,
}

impl Weights {
    /// Nothing fitted yet.
    #[must_use]
    pub fn empty(origin: Origin) -> Self {
        let model = CutModel::default();
        Self {
            stages: Vec::new(),
            origin,
            model,
            cuts: Cuts::new(&model),
        }
    }

    /// The weights that come with the program.
    ///
    /// # Panics
    /// If the program was built with a damaged file, which the tests rule out.
    #[must_use]
    pub fn shipped() -> Arc<Self> {
        static SHIPPED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            let bytes = include_bytes!("../weights.dat");
            Arc::new(Weights::from_bytes(bytes).expect("the weights in the program are whole"))
        });
        Arc::clone(&SHIPPED)
    }

    /// How they came about.
    #[must_use]
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Whether every stage has been fitted.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stages.len() == STAGES
    }

    /// Groups of stages that are fitted.
    #[must_use]
    pub fn groups(&self) -> usize {
        self.stages.len() / 2
    }

    /// The same with stages that are not fitted yet standing in by those of other weights, or by the last that is:
    /// enough to order moves.
    #[must_use]
    pub fn padded(&self, other: Option<&Self>) -> Self {
        let mut stages = self.stages.clone();
        if let Some(other) = other {
            stages.extend(other.stages.iter().skip(stages.len()).cloned());
        }
        while stages.len() >= 2 && stages.len() < STAGES {
            stages.push(Arc::clone(&stages[stages.len() - 2]));
        }
        Self {
            stages,
            origin: self.origin,
            model: self.model,
            cuts: Cuts::new(&self.model),
        }
    }

    /// Adds the weights of the next stage, folded.
    pub fn push(&mut self, folding: &Folding, weights: &[i16]) {
        let mut stage = blank();
        for (place, &weight) in folding.places().iter().enumerate() {
            if weight != Folding::NONE {
                stage[place / PLACES][place % PLACES] = weights[weight as usize];
            }
        }
        self.stages.push(Arc::from(stage));
    }

    /// The weights of a fitted stage, one for each weight of the folding.
    #[must_use]
    pub fn folded(&self, folding: &Folding, stage: usize) -> Vec<i16> {
        let mut weights = vec![0; folding.count()];
        for (place, &weight) in folding.places().iter().enumerate() {
            if weight != Folding::NONE {
                weights[weight as usize] = self.stages[stage][place / PLACES][place % PLACES];
            }
        }
        weights
    }

    /// How far shallow searches err.
    #[must_use]
    pub fn model(&self) -> CutModel {
        self.model
    }

    /// Says how far shallow searches err.
    pub fn set_model(&mut self, model: CutModel) {
        self.model = model;
        self.cuts = Cuts::new(&model);
    }

    /// How far shallow searches err.
    #[inline(always)]
    pub(crate) fn cuts(&self) -> &Cuts {
        &self.cuts
    }

    /// How good a position looks to the side to move, in units. `moves` counts those of the side to move and of the other.
    #[inline(always)]
    pub(crate) fn evaluate(&self, features: &Features, moves: [u32; 2], empties: u32) -> i32 {
        features
            .evaluate(&self.stages[stage_of(empties)], moves)
            .clamp(-MOST, MOST)
    }
}

/// A table without weights.
fn blank() -> Box<Stage> {
    let arrays = vec![[0; PLACES]; ARRAYS].into_boxed_slice();
    match arrays.try_into() {
        Ok(stage) => stage,
        Err(_) => unreachable!("there are as many arrays as were made"),
    }
}
