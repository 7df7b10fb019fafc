//! One layer of any kind.

use super::attention::Attention;
use super::batch_norm::BatchNorm;
use super::convolution::Convolution;
use super::layer_norm::LayerNorm;
use super::linear::Linear;
use super::pass::{Pass, Source, Target};
use super::pool::{AddChannels, Gather, GlobalPool};
use super::simple::{Add, Concat, Dueling, Map, Mask, Permute};
use super::tiles::{TileScratch, Tiles};

/// A layer.
#[derive(Clone, Debug)]
pub(super) enum Layer {
    Linear(Linear),
    Convolution(Convolution),
    Tiles(Tiles),
    BatchNorm(BatchNorm),
    LayerNorm(LayerNorm),
    Attention(Attention),
    Map(Map),
    Add(Add),
    Permute(Permute),
    Concat(Concat),
    Mask(Mask),
    Dueling(Dueling),
    AddChannels(AddChannels),
    GlobalPool(GlobalPool),
    Gather(Gather),
}

impl Layer {
    pub(super) fn forward(
        &mut self,
        pass: &mut Pass<'_>,
        running: &mut [f32],
        scratch: &mut TileScratch,
        lot: &mut dyn FnMut() -> f32,
    ) {
        match self {
            Self::Linear(layer) => layer.forward(pass),
            Self::Convolution(layer) => layer.forward(pass),
            Self::Tiles(layer) => layer.forward(pass, scratch),
            Self::BatchNorm(layer) => layer.forward(pass, running),
            Self::LayerNorm(layer) => layer.forward(pass),
            Self::Attention(layer) => layer.forward(pass),
            Self::Map(layer) => layer.forward(pass, lot),
            Self::Add(layer) => layer.forward(pass),
            Self::Permute(layer) => layer.forward(pass),
            Self::Concat(layer) => layer.forward(pass),
            Self::Mask(layer) => layer.forward(pass),
            Self::Dueling(layer) => layer.forward(pass),
            Self::AddChannels(layer) => layer.forward(pass),
            Self::GlobalPool(layer) => layer.forward(pass),
            Self::Gather(layer) => layer.forward(pass),
        }
    }

    pub(super) fn backward(&mut self, pass: &mut Pass<'_>, scratch: &mut TileScratch, gradient: &mut [f32]) {
        match self {
            Self::Linear(layer) => layer.backward(pass, gradient),
            Self::Convolution(layer) => layer.backward(pass, gradient),
            Self::Tiles(layer) => layer.backward(pass, scratch, gradient),
            Self::BatchNorm(layer) => layer.backward(pass, gradient),
            Self::LayerNorm(layer) => layer.backward(pass, gradient),
            Self::Attention(layer) => layer.backward(pass),
            Self::Map(layer) => layer.backward(pass, gradient),
            Self::Add(layer) => layer.backward(pass),
            Self::Permute(layer) => layer.backward(pass),
            Self::Concat(layer) => layer.backward(pass),
            Self::Mask(layer) => layer.backward(pass),
            Self::Dueling(layer) => layer.backward(pass),
            Self::AddChannels(layer) => layer.backward(pass),
            Self::GlobalPool(layer) => layer.backward(pass),
            Self::Gather(layer) => layer.backward(pass),
        }
    }

    /// What it reads, and what it computes.
    pub(super) fn wires(&mut self) -> (Vec<&mut Source>, &mut Target) {
        match self {
            Self::Linear(layer) => (vec![&mut layer.from], &mut layer.to),
            Self::Convolution(layer) => (vec![&mut layer.from], &mut layer.to),
            Self::Tiles(layer) => (vec![&mut layer.from], &mut layer.to),
            Self::BatchNorm(layer) => {
                let mut from = vec![&mut layer.from];
                from.extend(&mut layer.add);
                (from, &mut layer.to)
            }
            Self::LayerNorm(layer) => (vec![&mut layer.from], &mut layer.to),
            Self::Attention(layer) => (vec![&mut layer.from], &mut layer.to),
            Self::Map(layer) => (vec![&mut layer.from], &mut layer.to),
            Self::Add(layer) => (layer.from.iter_mut().collect(), &mut layer.to),
            Self::Permute(layer) => (vec![&mut layer.from], &mut layer.to),
            Self::Concat(layer) => (
                layer.from.iter_mut().map(|(from, _)| from).collect(),
                &mut layer.to,
            ),
            Self::AddChannels(layer) => (vec![&mut layer.from, &mut layer.list], &mut layer.to),
            Self::GlobalPool(layer) => (vec![&mut layer.from], &mut layer.to),
            Self::Gather(layer) => (vec![&mut layer.from], &mut layer.to),
            Self::Mask(layer) => (vec![&mut layer.logits, &mut layer.legal], &mut layer.to),
            Self::Dueling(layer) => {
                let from = vec![&mut layer.value, &mut layer.advantages, &mut layer.legal];
                (from, &mut layer.to)
            }
        }
    }

    /// Whether it has weights of its own.
    pub(super) const fn learns(&self) -> bool {
        match self {
            Self::Linear(_)
            | Self::Convolution(_)
            | Self::Tiles(_)
            | Self::BatchNorm(_)
            | Self::LayerNorm(_) => true,
            Self::Map(layer) => matches!(layer.kind, super::simple::MapKind::Position { .. }),
            _ => false,
        }
    }
}
