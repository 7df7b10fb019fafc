//! From a network and its weights to something that runs: layouts chosen, normalisations folded into weights, memory
//! laid out once.

mod compile;
mod convolve;
mod fuse;
mod instruction;
mod layout;
mod program;
mod share;

pub(crate) use self::convolve::board_classes;

use std::sync::Arc;

use self::program::Program;
use crate::describe::{Network, ValueId};
use crate::kernels::Kernels;
use crate::kernels::integer::Scratch;
use crate::model::Weights;
use crate::precision::Precision;

/// A network ready to run on one core. After it is made nothing is allocated any more.
///
/// A clone shares the weights and has its own memory: one for each thread.
///
/// ```
/// use damero_games::{Encode, Game, random::seeded, reversi::Reversi};
/// use damero_nets::{Architecture, Plan, Weights};
/// let network = "mlp:32".parse::<Architecture>()?.describe::<Reversi>(None)?;
/// let weights = Weights::initial(&network, &mut seeded(1));
/// let mut plan = Plan::new(&network, &weights, 8);
/// let game = Reversi::start(&Default::default());
/// game.observe(0, plan.input(0));
/// plan.run(1);
/// let policy = plan.output_index("policy").unwrap();
/// assert_eq!(plan.output(policy, 0).len(), 65);
/// # Ok::<(), damero_nets::DescriptionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    program: Arc<Program>,
    kernels: Kernels,
    max_batch: usize,
    /// The memory of the program; the first is the input.
    slots: Vec<Vec<f32>>,
    /// Its memory for rounded numbers.
    scratch: Scratch,
}

impl Plan {
    /// Prepares `network` for batches of up to `max_batch` positions.
    ///
    /// # Panics
    /// If the weights are those of another network, or `max_batch` is 0.
    #[must_use]
    pub fn new(network: &Network, weights: &Weights, max_batch: usize) -> Self {
        Self::with_precision(network, weights, max_batch, Precision::Single)
    }

    /// As [`new`](Self::new), in a precision of choice.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    #[must_use]
    pub fn with_precision(
        network: &Network,
        weights: &Weights,
        max_batch: usize,
        precision: Precision,
    ) -> Self {
        Self::with_kernels(network, weights, max_batch, precision, Kernels::best())
    }

    /// As [`with_precision`](Self::with_precision), with kernels of choice.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    #[must_use]
    pub fn with_kernels(
        network: &Network,
        weights: &Weights,
        max_batch: usize,
        precision: Precision,
        kernels: Kernels,
    ) -> Self {
        assert!(max_batch > 0, "a batch has at least one position");
        assert_eq!(
            weights.tensors().len(),
            network.parameters().len(),
            "the weights belong to the network"
        );
        let program = compile::compile(network, weights, precision);
        let slots = program.memory(max_batch);
        let scratch = program.scratch(max_batch);
        Self {
            program: Arc::new(program),
            kernels: kernels.or_portable(),
            max_batch,
            slots,
            scratch,
        }
    }

    /// The most positions that can be evaluated at once.
    #[must_use]
    pub const fn max_batch(&self) -> usize {
        self.max_batch
    }

    /// The numbers of one position: the tensors of the encoding in order, then the legal actions if the network reads
    /// them. To be filled before [`run`](Self::run).
    ///
    /// # Panics
    /// If `position` is not below [`max_batch`](Self::max_batch).
    pub fn input(&mut self, position: usize) -> &mut [f32] {
        let len = self.program.input_len();
        &mut self.slots[0][position * len..][..len]
    }

    /// Evaluates the first `batch` positions.
    ///
    /// # Panics
    /// If there are more than [`max_batch`](Self::max_batch).
    pub fn run(&mut self, batch: usize) {
        assert!(
            batch <= self.max_batch,
            "the memory is for {} positions",
            self.max_batch
        );
        self.program
            .run(self.kernels, batch, &mut self.slots, &mut self.scratch);
    }

    /// The place of an output in the network's list.
    #[must_use]
    pub fn output_index(&self, name: &str) -> Option<usize> {
        self.program.output_index(name)
    }

    /// What the last run answered for one position.
    ///
    /// # Panics
    /// If there is no such output or position.
    #[must_use]
    pub fn output(&self, output: usize, position: usize) -> &[f32] {
        self.program.output(&self.slots, output, position)
    }

    /// How many numbers an output has.
    ///
    /// # Panics
    /// If there is no such output.
    #[must_use]
    pub fn output_len(&self, output: usize) -> usize {
        self.program.output_len(output)
    }
}

/// Where a tensor is read: a value of the network.
type Value = ValueId;
