//! The numbers of a network, in the order of its parameters.

use damero_games::random::SeededRng;
use rand_core::Rng;

use super::error::ModelError;
use crate::describe::{Init, Network, Parameter};

/// All numbers of a network: one list for each of [`Network::parameters`], in order, the last axis fastest.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    tensors: Vec<Vec<f32>>,
}

impl Weights {
    /// Takes the numbers of `network` in order.
    ///
    /// # Errors
    /// If a tensor is missing, too many, not of the right size, or not finite.
    pub fn new(network: &Network, tensors: Vec<Vec<f32>>) -> Result<Self, ModelError> {
        let weights = Self { tensors };
        weights.check(network)?;
        Ok(weights)
    }

    /// Asks for the numbers of each parameter.
    ///
    /// # Errors
    /// If `find` knows one not, or gives something that does not fit.
    pub fn find(
        network: &Network,
        mut find: impl FnMut(&Parameter) -> Option<Vec<f32>>,
    ) -> Result<Self, ModelError> {
        let each = network.parameters().iter();
        let tensors = each.map(|one| find(one).ok_or_else(|| ModelError::Missing(one.name.clone())));
        Self::new(network, tensors.collect::<Result<_, _>>()?)
    }

    /// Numbers to begin learning with.
    #[must_use]
    pub fn initial(network: &Network, rng: &mut SeededRng) -> Self {
        let tensors = network.parameters().iter().map(|one| match one.init {
            Init::Constant(c) => vec![c; one.len()],
            Init::Uniform(bound) => (0..one.len()).map(|_| (2.0 * unit(rng) - 1.0) * bound).collect(),
            Init::Normal(deviation) => (0..one.len()).map(|_| normal(rng) * deviation).collect(),
        });
        Self {
            tensors: tensors.collect(),
        }
    }

    /// The lists, in the order of the parameters.
    #[must_use]
    pub fn tensors(&self) -> &[Vec<f32>] {
        &self.tensors
    }

    /// Whether these are numbers of `network`.
    pub(super) fn check(&self, network: &Network) -> Result<(), ModelError> {
        let expected = network.parameters();
        if let Some(missing) = expected.get(self.tensors.len()) {
            return Err(ModelError::Missing(missing.name.clone()));
        }
        if self.tensors.len() > expected.len() {
            return Err(ModelError::Extra(format!("#{}", expected.len())));
        }
        for (parameter, tensor) in std::iter::zip(expected, &self.tensors) {
            let name = || parameter.name.clone();
            if tensor.len() != parameter.len() {
                return Err(ModelError::Shape {
                    tensor: name(),
                    found: vec![tensor.len()],
                    expected: parameter.shape.clone(),
                });
            }
            if let Some(index) = tensor.iter().position(|x| !x.is_finite()) {
                return Err(ModelError::NotFinite {
                    tensor: name(),
                    index,
                });
            }
            let variance = parameter.role == "running_var";
            if let Some(index) = tensor.iter().position(|&x| variance && x < 0.0) {
                return Err(ModelError::Negative {
                    tensor: name(),
                    index,
                });
            }
        }
        Ok(())
    }
}

/// A number in `0.0..1.0`.
fn unit(rng: &mut SeededRng) -> f32 {
    (rng.next_u32() >> 8) as f32 / (1 << 24) as f32
}

/// A normally distributed number (Box and Muller).
fn normal(rng: &mut SeededRng) -> f32 {
    let radius = (-2.0 * (1.0 - unit(rng)).ln()).sqrt();
    radius * (std::f32::consts::TAU * unit(rng)).cos()
}
