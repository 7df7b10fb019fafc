//! The arithmetic of networks, without allocating.
//!
//! Nearly all time goes into one kernel: a few rows of numbers times a panel of sixteen columns of weights, which serves
//! linear layers and convolutions alike ([`product`]). It exists in plain Rust, and with AVX2 or AVX-512 where the processor
//! has them; [`Kernels`] says which is used, and tests compare all. The same again exists for whole numbers ([`integer`]),
//! which are less precise and faster.

pub(crate) mod dispatch;
pub(crate) mod integer;
pub(crate) mod math;
pub(crate) mod outer;
mod portable;
pub(crate) mod product;
pub(crate) mod small;
mod vector;
#[cfg(target_arch = "x86_64")]
mod wide;
pub(crate) mod winograd;

/// Columns of weights that are multiplied at once.
pub(crate) const LANES: usize = 16;

/// One row of a panel of weights.
pub(crate) type Lane = [f32; LANES];

/// Which implementation of the kernels is used.
///
/// AVX2 and AVX-512 give the same bytes. Plain Rust rounds more often, so its numbers differ in the last digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Kernels {
    /// Plain Rust, on every processor.
    Portable,
    /// AVX2 and FMA; falls back to plain Rust where the processor has them not.
    Avx2,
    /// AVX-512 with F, BW, DQ, VL and VNNI; falls back to plain Rust where the processor has them not.
    Avx512,
}

impl Kernels {
    /// All of them, the slowest first.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// Those that this processor has, the slowest first.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        Self::ALL
            .into_iter()
            .filter(|kernels| kernels.or_portable() == *kernels)
    }

    /// The fastest that this processor has.
    #[must_use]
    pub fn best() -> Self {
        Self::available().next_back().unwrap_or(Self::Portable)
    }

    /// Itself if the processor can, [`Portable`](Self::Portable) otherwise.
    #[must_use]
    pub fn or_portable(self) -> Self {
        #[cfg(target_arch = "x86_64")]
        let detected = match self {
            Self::Portable => true,
            Self::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            Self::Avx512 => {
                Self::Avx2.or_portable() == Self::Avx2
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vnni")
            }
        };
        #[cfg(not(target_arch = "x86_64"))]
        let detected = false;
        if detected { self } else { Self::Portable }
    }

    /// The sums that a tile keeps under way: rows, and lanes of each. AVX2 has room for twelve beside what is multiplied, two
    /// registers a lane; AVX-512 has twice as many registers of twice the size.
    const fn tile(self) -> [usize; 2] {
        match self {
            Self::Avx512 => [8, 2],
            Self::Portable | Self::Avx2 => [6, 1],
        }
    }

    /// AVX2 instead of AVX-512 for lists of `count` numbers that cannot be taken sixteen at a time.
    fn for_lists_of(self, count: usize) -> Self {
        match self {
            Self::Avx512 if !count.is_multiple_of(LANES) => Self::Avx2,
            kernels => kernels,
        }
    }

    /// Its name, for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "plain Rust",
            Self::Avx2 => "AVX2",
            Self::Avx512 => "AVX-512",
        }
    }
}
