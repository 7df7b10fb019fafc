//! The arithmetic of networks, without allocating.
//!
//! Nearly all time goes into one kernel: a few rows of numbers times a panel of sixteen columns of weights, which serves
//! linear layers and convolutions alike ([`product`]). It exists twice: in plain Rust, and with AVX2 where the processor
//! has it; [`Kernels`] says which is used, and tests compare the two. Both again exist for whole numbers ([`integer`]), which
//! are less precise and faster.

#[cfg(target_arch = "x86_64")]
mod avx2;
pub(crate) mod dispatch;
pub(crate) mod f32x8;
pub(crate) mod integer;
pub(crate) mod math;
pub(crate) mod outer;
mod portable;
pub(crate) mod product;
pub(crate) mod small;
pub(crate) mod winograd;

/// Columns of weights that are multiplied at once.
pub(crate) const LANES: usize = 16;

/// One row of a panel of weights.
pub(crate) type Lane = [f32; LANES];

/// Which implementation of the kernels is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Kernels {
    /// Plain Rust, on every processor.
    Portable,
    /// AVX2 and FMA; falls back to plain Rust where the processor has them not.
    Avx2,
}

impl Kernels {
    /// The fastest that this processor has.
    #[must_use]
    pub fn best() -> Self {
        Self::Avx2.or_portable()
    }

    /// Itself if the processor can, [`Portable`](Self::Portable) otherwise.
    #[must_use]
    pub fn or_portable(self) -> Self {
        #[cfg(target_arch = "x86_64")]
        if self == Self::Avx2 && is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            return Self::Avx2;
        }
        Self::Portable
    }
}
