//! Products in whole numbers of sixteen bits: less precise than single precision, and faster.
//!
//! AVX2 multiplies sixteen of them at once and adds two neighbours each, AVX-512 with VNNI 32, and they take half the
//! memory.
//! So numbers are kept in pairs: two neighbours of a row in one `i32` ([`round`]), and in a panel the two weights that
//! they meet side by side ([`Packed`]).
//!
//! A position's numbers are rounded with one scale of their own, whatever else is in the batch; each column of weights has
//! its own as well. Both are chosen such that no sum can leave 32 bits. What comes out is in single precision again.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod pack;
mod portable;
pub(crate) mod round;

pub(crate) use self::pack::{Integers, Packed};
use self::round::{largest, round_all, steps};
use super::product::{Class, Panels, Point, Product, Rows, Run};
use super::{Kernels, LANES};

/// Memory for rounded numbers, used within one instruction.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Scratch {
    pub(crate) pairs: Vec<i32>,
    /// What one step is worth, a position.
    pub(crate) scales: Vec<f32>,
}

impl Scratch {
    /// Room for so many pairs and scales.
    pub(crate) fn new([pairs, scales]: [usize; 2]) -> Self {
        Self {
            pairs: vec![0; pairs],
            scales: vec![0.0; scales],
        }
    }
}

/// A product that rounds what it reads.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Integer {
    product: Product<Packed>,
    /// What is read of a position: from where, and how much.
    first: usize,
    len: usize,
}

impl Integer {
    /// The same product in whole numbers; `None` where it gains nothing or does not fall into pairs.
    ///
    /// The last few outputs of a network, such as its value, are one panel or less: they stay as precise as they were.
    pub(crate) fn new(product: &Product) -> Option<Self> {
        if product.panels.outs <= LANES {
            return None;
        }
        let points = || product.classes.iter().flat_map(|class| &class.points);
        let ends = product.classes.iter().map(|class| {
            let last = class.points.iter().map(|point| point.from).max();
            let run = class.runs.iter().map(|run| run.at + run.len).max();
            last.unwrap_or(0) + run.unwrap_or(0)
        });
        let first = points().map(|point| point.from).min()?;
        let len = ends.max()? - first;
        let classes = |classes: &[Class]| {
            let classes = classes.iter().map(|class| in_pairs(class, first, len));
            classes.collect::<Option<_>>()
        };
        Some(Self {
            product: Product {
                panels: Packed::new(&product.panels, 1.0)?,
                classes: classes(&product.classes)?,
                by_edge: classes(&product.by_edge)?,
                relu: product.relu,
            },
            first,
            len,
        })
    }

    /// Pairs and scales of memory for one position.
    pub(crate) const fn memory(&self) -> [usize; 2] {
        [self.len.div_ceil(2), 1]
    }

    /// Multiplies `batch` positions.
    pub(crate) fn run(
        &self,
        kernels: Kernels,
        batch: usize,
        read: Rows<&[f32]>,
        scratch: &mut Scratch,
        (add, out, stride): (Option<Rows<&[f32]>>, &mut [f32], usize),
    ) {
        let pairs = self.len.div_ceil(2);
        for position in 0..batch {
            let numbers = &read.numbers[position * read.stride + self.first..][..self.len];
            let (factor, scale) = steps(largest(kernels, numbers), self.product.panels.limit);
            scratch.scales[position] = scale;
            round_all(
                kernels,
                numbers,
                factor,
                &mut scratch.pairs[position * pairs..][..pairs],
            );
        }
        let rounded = Rows {
            numbers: Integers {
                pairs: &scratch.pairs,
                scales: &scratch.scales,
            },
            stride: pairs,
        };
        self.product.run(kernels, batch, rounded, add, out, stride);
    }
}

/// A class that counts what it reads in pairs, from `first` on; `None` where pairs would be torn apart. Only what ends with
/// the last of all `len` numbers may be odd: the number that is missing there has no weight.
fn in_pairs(class: &Class, first: usize, len: usize) -> Option<Class> {
    let half = |n: usize| n.is_multiple_of(2).then_some(n / 2);
    let points = class.points.iter().map(|point| {
        let from = half(point.from - first)?;
        Some(Point { from, ..*point })
    });
    let runs = class.runs.iter().map(|run| {
        let alone = run.len == len;
        Some(Run {
            at: half(run.at)?,
            weights: half(run.weights)?,
            len: if alone { len.div_ceil(2) } else { half(run.len)? },
        })
    });
    Some(Class {
        points: points.collect::<Option<_>>()?,
        runs: runs.collect::<Option<_>>()?,
    })
}

/// The products of frequencies, which differ only in their weights.
pub(super) fn frequency(product: &Product, unit: f32) -> Option<Product<Packed>> {
    let Product { panels, classes, .. }: &Product<Panels> = product;
    let len = panels.reads;
    let classes = classes.iter().map(|class| in_pairs(class, 0, len));
    Some(Product {
        panels: Packed::new(panels, unit)?,
        classes: classes.collect::<Option<_>>()?,
        by_edge: Vec::new(),
        relu: product.relu,
    })
}

#[cfg(test)]
mod tests;
