//! Which steps disappear into the linear layer or convolution before them: normalisations into its weights, a sum and a
//! rectifier into how it ends.

use super::Value;
use crate::describe::{Network, Op};

/// A linear layer or a convolution with what was joined to it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Fused {
    /// The normalisation that is folded into the weights.
    pub(super) norm: Option<usize>,
    /// What is added before the rectifier.
    pub(super) add: Option<Value>,
    /// Whether negative numbers become zero.
    pub(super) relu: bool,
    /// The value that it computes.
    pub(super) value: Value,
}

/// Who reads which value.
#[derive(Clone, Debug)]
pub(super) struct Readers {
    /// The steps that read each value.
    steps: Vec<Vec<usize>>,
    /// Whether it is an output.
    pub(super) output: Vec<bool>,
}

impl Readers {
    pub(super) fn new(network: &Network) -> Self {
        let inputs = network.description().inputs.len();
        let values = inputs + network.steps().len();
        let mut readers = Self {
            steps: vec![Vec::new(); values],
            output: vec![false; values],
        };
        let needed = network.needed();
        for (i, step) in network
            .steps()
            .iter()
            .enumerate()
            .filter(|(i, _)| needed[inputs + i])
        {
            for &value in &step.from {
                readers.steps[value].push(i);
            }
        }
        for (_, value) in network.outputs() {
            readers.output[value] = true;
        }
        readers
    }

    /// The only step that reads a value, if nothing else needs it.
    pub(super) fn only(&self, value: Value) -> Option<usize> {
        match self.steps[value][..] {
            [only] if !self.output[value] => Some(only),
            _ => None,
        }
    }
}

/// Follows a linear layer or convolution as far as steps can be joined to it, and marks those.
pub(super) fn fuse(network: &Network, readers: &Readers, head: usize, joined: &mut [bool]) -> Fused {
    let inputs = network.description().inputs.len();
    let steps = network.steps();
    let first = inputs + head;
    let mut fused = Fused {
        norm: None,
        add: None,
        relu: false,
        value: first,
    };
    // Normalisation is by channel, the first axis: that of the outputs, unless there are several rows.
    let by_output = matches!(steps[head].op, Op::Conv2d { .. }) || steps[head].shape.len() == 1;
    while let Some(next) = readers.only(fused.value) {
        let step = &steps[next];
        match step.op {
            Op::Dropout { .. } => {}
            Op::BatchNorm { .. }
                if by_output && fused.norm.is_none() && fused.add.is_none() && !fused.relu =>
            {
                fused.norm = Some(next);
            }
            Op::Add if fused.add.is_none() && !fused.relu => {
                let other = step.from.iter().copied().find(|&id| id != fused.value);
                match other {
                    Some(other) if other < first => fused.add = Some(other),
                    _ => break,
                }
            }
            Op::Relu if !fused.relu => fused.relu = true,
            _ => break,
        }
        joined[next] = true;
        fused.value = inputs + next;
    }
    fused
}

/// A factor and a summand for each channel that do what a normalisation does.
pub(super) fn norm_as_affine(network: &Network, tensors: &[Vec<f32>], step: usize) -> (Vec<f32>, Vec<f32>) {
    let step = &network.steps()[step];
    let Op::BatchNorm { eps } = step.op else {
        unreachable!("only normalisations are asked for");
    };
    let [weight, bias, mean, variance] = &tensors[step.parameters.clone()] else {
        unreachable!("a normalisation has four tensors");
    };
    // In double precision: the rounding of a factor would be that of all numbers of a channel.
    let scale = |i: usize| f64::from(weight[i]) / (f64::from(variance[i]) + f64::from(eps)).sqrt();
    let shift = |i: usize| f64::from(bias[i]) - f64::from(mean[i]) * scale(i);
    let channels = 0..weight.len();
    (
        channels.clone().map(|i| scale(i) as f32).collect(),
        channels.map(|i| shift(i) as f32).collect(),
    )
}
