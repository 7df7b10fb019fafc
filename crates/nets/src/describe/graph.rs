//! A network as files carry it: nothing here has been checked.

use serde::{Deserialize, Serialize};

/// The name of the input that holds the legal actions: 1 for a legal one, 0 for any other. It is no tensor of an
/// encoding; whoever evaluates a position fills it in.
pub const LEGAL: &str = "legal";

/// A whole network. Shapes never mention the batch, which is in front of everything.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The architecture with its settings, such as `resnet:4x64`; for people.
    pub name: String,
    /// The name of the encoding whose tensors are the inputs.
    pub encoding: String,
    /// The inputs: the tensors of the encoding in its order, then [`LEGAL`] if the network asks for it.
    pub inputs: Vec<Input>,
    /// What is computed, each node after those that it reads.
    pub nodes: Vec<Node>,
    /// What is answered.
    pub outputs: Vec<Output>,
}

/// One tensor that comes in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Its name, to which nodes refer.
    pub name: String,
    /// Its shape without the batch.
    pub shape: Vec<usize>,
}

/// One answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Output {
    /// What it is: `policy`, `value`, `q`, `place`, `select`.
    pub name: String,
    /// The node that computes it.
    pub from: String,
}

/// One operation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Node {
    /// Its name, to which later nodes refer. The parameters are named after it as `PyTorch` names those of a module.
    pub name: String,
    /// What it does.
    #[serde(flatten)]
    pub op: Op,
    /// The inputs or nodes that it reads.
    pub from: Vec<String>,
}

/// What a node does. Parameters have the shapes that `PyTorch` gives them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Op {
    /// `x · weightᵀ + bias` along the last axis; `weight` is `out × in`.
    Linear {
        /// Size of the last axis afterwards.
        out: usize,
        /// Whether there is a `bias` of `out` numbers.
        bias: bool,
    },
    /// A convolution of `channels × height × width` that keeps height and width (zeros around, stride 1); `weight` is
    /// `out × in × kernel × kernel`.
    Conv2d {
        /// Channels afterwards.
        out: usize,
        /// Side of the kernel; odd.
        kernel: usize,
        /// Whether there is a `bias` of `out` numbers.
        bias: bool,
    },
    /// Normalises every channel (the first axis) by its running mean and variance, then `weight` and `bias`; in training
    /// by those of the batch.
    BatchNorm {
        /// Added to the variance.
        eps: f32,
    },
    /// Normalises along the last axis, then `weight` and `bias`.
    LayerNorm {
        /// Added to the variance.
        eps: f32,
    },
    /// `max(x, 0)`.
    Relu,
    /// The hyperbolic tangent.
    Tanh,
    /// In training sets numbers to zero with probability `p` and divides the others by `1 - p`; otherwise nothing.
    Dropout {
        /// The probability.
        p: f32,
    },
    /// The same numbers in another shape.
    Reshape {
        /// The shape afterwards.
        shape: Vec<usize>,
    },
    /// The same numbers along one axis.
    Flatten,
    /// Two or more tensors one after the other along their first axis.
    Concat,
    /// The sum of two tensors of the same shape.
    Add,
    /// Adds to every channel of `channels × height × width` its number in a list of `channels`; reads the board, then
    /// the list.
    AddChannels,
    /// From `channels × height × width` the mean of every channel, then the maximum of every channel.
    GlobalPool,
    /// Numbers picked from a tensor, counted with its last axis fastest. A number may be picked more than once.
    Gather {
        /// Where each answer is found.
        index: Vec<u32>,
    },
    /// Adds a learned tensor of the shape of the input: the only parameter, named like the node itself, with a leading 1
    /// in its shape.
    Position,
    /// Self-attention over `tokens × width` as in `nn.MultiheadAttention`: `in_proj_weight` (3·width × width: queries,
    /// keys, values), `in_proj_bias`, `out_proj.weight`, `out_proj.bias`; scores divided by the root of the width of a
    /// head.
    Attention {
        /// Number of heads, a divisor of the width.
        heads: usize,
    },
    /// `logits + (legal - 1) · 1e9`; reads the logits, then [`LEGAL`].
    Mask,
    /// `value + advantage - mean of the advantages of legal actions`; reads a value (1), the advantages, then
    /// [`LEGAL`]. Where nothing is legal the mean counts as 0.
    Dueling,
}

impl Op {
    /// The name in files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Linear { .. } => "linear",
            Self::Conv2d { .. } => "conv2d",
            Self::BatchNorm { .. } => "batch_norm",
            Self::LayerNorm { .. } => "layer_norm",
            Self::Relu => "relu",
            Self::Tanh => "tanh",
            Self::Dropout { .. } => "dropout",
            Self::Reshape { .. } => "reshape",
            Self::Flatten => "flatten",
            Self::Concat => "concat",
            Self::Add => "add",
            Self::AddChannels => "add_channels",
            Self::GlobalPool => "global_pool",
            Self::Gather { .. } => "gather",
            Self::Position => "position",
            Self::Attention { .. } => "attention",
            Self::Mask => "mask",
            Self::Dueling => "dueling",
        }
    }
}
