//! What a compiled network consists of.

use super::layout::Placement;
use crate::kernels::integer::Integer;
use crate::kernels::product::Product;
use crate::kernels::small::{self, Attention};
use crate::kernels::winograd::Winograd;

/// One instruction. Slots are read and written from the base that is said, in every position.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Instruction {
    /// A linear layer or a convolution; the points count from the beginning of the slots.
    Product {
        product: Multiply,
        from: usize,
        add: Option<usize>,
        to: usize,
    },
    /// A convolution that several positions at once compute by tiles.
    Convolution {
        single: Multiply,
        several: Winograd,
        from: usize,
        add: Option<usize>,
        /// Memory before and after the products of the tiles.
        scratch: [usize; 2],
        to: usize,
    },
    /// The same numbers in another layout.
    Copy { from: Placement, to: Placement },
    /// Something that changes numbers one by one, or row by row, in natural layout.
    Map { map: Map, from: Span, to: Span },
    /// The sum of two tensors.
    Add { from: [Span; 2], to: Span },
    /// A number for every channel of a board, and perhaps a rectifier; both boards have the channels fastest.
    AddChannels {
        from: Placement,
        list: Span,
        relu: bool,
        to: Placement,
    },
    /// The mean and the maximum of every channel of a board that has the channels fastest.
    GlobalPool { from: Placement, to: Span },
    /// Numbers picked from a slot.
    Gather {
        from: usize,
        offsets: Vec<usize>,
        to: Span,
    },
    /// The middle of attention: from queries, keys and values to mixed values.
    Attention {
        attention: Attention,
        from: Span,
        scratch: Span,
        to: Span,
    },
    /// Logits without what is not legal.
    Mask { logits: Span, legal: Span, to: Span },
    /// A value and advantages.
    Dueling {
        value: Span,
        advantages: Span,
        legal: Span,
        to: Span,
    },
}

/// A product, in either precision.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Multiply {
    Single(Product),
    Integer(Integer),
}

/// What a [`Map`](Instruction::Map) does.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Map {
    Relu,
    Tanh,
    /// Adds the same numbers to every position.
    Shift(Vec<f32>),
    /// A factor and a summand a channel, every channel being `run` numbers long.
    Affine {
        scale: Vec<f32>,
        shift: Vec<f32>,
        run: usize,
    },
    LayerNorm {
        scale: Vec<f32>,
        shift: Vec<f32>,
        eps: f32,
    },
}

/// Numbers of one position that lie together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) slot: usize,
    pub(super) base: usize,
    pub(super) len: usize,
}

impl Instruction {
    /// The slots that it reads; the one that it writes.
    pub(super) fn slots(&mut self) -> (Vec<&mut usize>, Vec<&mut usize>) {
        match self {
            Self::Product { from, add, to, .. } => {
                let mut reads = vec![from];
                reads.extend(add);
                (reads, vec![to])
            }
            Self::Convolution {
                from,
                add,
                scratch: [before, after],
                to,
                ..
            } => {
                let mut reads = vec![from];
                reads.extend(add);
                (reads, vec![before, after, to])
            }
            Self::Copy { from, to } => (vec![&mut from.slot], vec![&mut to.slot]),
            Self::Map { from, to, .. } => (vec![&mut from.slot], vec![&mut to.slot]),
            Self::Add { from: [a, b], to } => (vec![&mut a.slot, &mut b.slot], vec![&mut to.slot]),
            Self::AddChannels { from, list, to, .. } => {
                (vec![&mut from.slot, &mut list.slot], vec![&mut to.slot])
            }
            Self::GlobalPool { from, to } => (vec![&mut from.slot], vec![&mut to.slot]),
            Self::Gather { from, to, .. } => (vec![from], vec![&mut to.slot]),
            Self::Attention {
                from, scratch, to, ..
            } => (vec![&mut from.slot], vec![&mut scratch.slot, &mut to.slot]),
            Self::Mask { logits, legal, to } => (vec![&mut logits.slot, &mut legal.slot], vec![&mut to.slot]),
            Self::Dueling {
                value,
                advantages,
                legal,
                to,
            } => {
                let reads = vec![&mut value.slot, &mut advantages.slot, &mut legal.slot];
                (reads, vec![&mut to.slot])
            }
        }
    }

    /// Pairs and scales of memory for one position, used only while this is carried out.
    pub(super) fn scratch(&self) -> [usize; 2] {
        let product = |product: &Multiply| match product {
            Multiply::Single(_) => [0, 0],
            Multiply::Integer(product) => product.memory(),
        };
        match self {
            Self::Product { product: one, .. } => product(one),
            Self::Convolution { single, several, .. } => most(product(single), several.scratch()),
            _ => [0, 0],
        }
    }
}

/// The larger ones.
pub(super) fn most(a: [usize; 2], b: [usize; 2]) -> [usize; 2] {
    [0, 1].map(|i| a[i].max(b[i]))
}

impl Map {
    pub(super) fn run(&self, numbers: &[f32], out: &mut [f32]) {
        match self {
            Self::Relu => small::relu(numbers, out),
            Self::Tanh => small::tanh_all(numbers, out),
            Self::Shift(shift) => small::add(numbers, shift, out),
            Self::Affine { scale, shift, run } => small::affine(numbers, scale, shift, *run, out),
            Self::LayerNorm { scale, shift, eps } => small::layer_norm(numbers, scale, shift, *eps, out),
        }
    }
}
