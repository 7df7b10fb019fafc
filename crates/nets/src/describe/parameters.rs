//! What a node has learned: names and shapes as `PyTorch` has them, and how each begins.

use super::graph::{Node, Op};

/// One tensor of weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name in files, such as `res_blocks.0.conv1.weight`.
    pub name: String,
    /// Its shape.
    pub shape: Vec<usize>,
    /// How it begins.
    pub init: Init,
    /// False for the running statistics of a [`BatchNorm`](Op::BatchNorm), which gradients do not change.
    pub trainable: bool,
    /// The last part of the name, by which the operation knows it.
    pub role: &'static str,
}

impl Parameter {
    /// How many numbers it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// True if it holds none, which no checked network has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// How a tensor of weights begins, as `PyTorch` begins it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Init {
    /// Evenly between minus and plus this bound.
    Uniform(f32),
    /// Normally around 0 with this deviation.
    Normal(f32),
    /// All the same.
    Constant(f32),
}

/// The parameters of a node that reads a tensor of shape `from`, in the order of files.
pub(super) fn of(node: &Node, from: &[usize]) -> Vec<Parameter> {
    let list = |roles: Vec<(&'static str, Vec<usize>, Init)>| {
        let named = |(role, shape, init): (&'static str, Vec<usize>, Init)| Parameter {
            name: if role.is_empty() {
                node.name.clone()
            } else {
                format!("{}.{role}", node.name)
            },
            shape,
            init,
            trainable: !role.starts_with("running_"),
            role,
        };
        roles.into_iter().map(named).collect()
    };
    let width = from.last().copied().unwrap_or(1);
    match node.op {
        Op::Linear { out, bias } => list(weighted(vec![out, width], bias)),
        Op::Conv2d { out, kernel, bias } => list(weighted(vec![out, from[0], kernel, kernel], bias)),
        Op::BatchNorm { .. } => list(vec![
            ("weight", vec![from[0]], Init::Constant(1.0)),
            ("bias", vec![from[0]], Init::Constant(0.0)),
            ("running_mean", vec![from[0]], Init::Constant(0.0)),
            ("running_var", vec![from[0]], Init::Constant(1.0)),
        ]),
        Op::LayerNorm { .. } => list(vec![
            ("weight", vec![width], Init::Constant(1.0)),
            ("bias", vec![width], Init::Constant(0.0)),
        ]),
        Op::Position => list(vec![("", [&[1], from].concat(), Init::Normal(0.02))]),
        Op::Attention { .. } => {
            let glorot = (6.0 / (4 * width) as f32).sqrt();
            let even = 1.0 / (width as f32).sqrt();
            list(vec![
                ("in_proj_weight", vec![3 * width, width], Init::Uniform(glorot)),
                ("in_proj_bias", vec![3 * width], Init::Constant(0.0)),
                ("out_proj.weight", vec![width, width], Init::Uniform(even)),
                ("out_proj.bias", vec![width], Init::Constant(0.0)),
            ])
        }
        Op::Relu
        | Op::Tanh
        | Op::Dropout { .. }
        | Op::Reshape { .. }
        | Op::Flatten
        | Op::Concat
        | Op::Add
        | Op::AddChannels
        | Op::GlobalPool
        | Op::Gather { .. }
        | Op::Mask
        | Op::Dueling => Vec::new(),
    }
}

/// A weight and perhaps a bias, both even within one over the root of the numbers that go into one answer.
fn weighted(shape: Vec<usize>, bias: bool) -> Vec<(&'static str, Vec<usize>, Init)> {
    let reads: usize = shape[1..].iter().product();
    let init = Init::Uniform(1.0 / (reads as f32).sqrt());
    let out = shape[0];
    let mut roles = vec![("weight", shape, init)];
    if bias {
        roles.push(("bias", vec![out], init));
    }
    roles
}
