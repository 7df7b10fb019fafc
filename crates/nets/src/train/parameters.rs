//! The numbers of a network in one row, trainable ones apart from running statistics.

use std::ops::Range;

use crate::describe::Network;
use crate::model::{ModelError, Weights};

/// All numbers that a network has learned, as optimisers want them: [`Weights`] keeps the same numbers tensor by tensor.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    /// What gradients change, in the order of the parameters.
    trainable: Vec<f32>,
    /// Running statistics, in the order of the parameters.
    running: Vec<f32>,
    /// Where each parameter is: whether it is trainable, and where in its row.
    places: Vec<(bool, Range<usize>)>,
}

impl Parameters {
    /// The numbers of `weights`, which are those of `network`.
    #[must_use]
    pub fn new(network: &Network, weights: &Weights) -> Self {
        let mut all = Self {
            trainable: Vec::with_capacity(network.trainable()),
            running: Vec::new(),
            places: Vec::new(),
        };
        for (parameter, tensor) in network.parameters().iter().zip(weights.tensors()) {
            let row = if parameter.trainable {
                &mut all.trainable
            } else {
                &mut all.running
            };
            let start = row.len();
            row.extend(tensor);
            all.places.push((parameter.trainable, start..row.len()));
        }
        all
    }

    /// The same numbers tensor by tensor.
    ///
    /// # Errors
    /// If a number is not finite.
    pub fn weights(&self, network: &Network) -> Result<Weights, ModelError> {
        let tensors = (0..self.places.len()).map(|n| self.get(n).to_vec()).collect();
        Weights::new(network, tensors)
    }

    /// The numbers of one parameter.
    ///
    /// # Panics
    /// If there is no such parameter.
    #[must_use]
    pub fn get(&self, parameter: usize) -> &[f32] {
        let (trainable, place) = &self.places[parameter];
        let row = if *trainable {
            &self.trainable
        } else {
            &self.running
        };
        &row[place.clone()]
    }

    /// What gradients change.
    #[must_use]
    pub fn trainable(&self) -> &[f32] {
        &self.trainable
    }

    /// What gradients change, to be changed.
    #[must_use]
    pub fn trainable_mut(&mut self) -> &mut [f32] {
        &mut self.trainable
    }

    /// What gradients change, and the running statistics to be changed.
    pub(super) fn split_mut(&mut self) -> (&[f32], &mut [f32]) {
        (&self.trainable, &mut self.running)
    }

    /// The running statistics.
    #[must_use]
    pub fn running(&self) -> &[f32] {
        &self.running
    }

    /// The running statistics, to be changed.
    #[must_use]
    pub fn running_mut(&mut self) -> &mut [f32] {
        &mut self.running
    }
}
