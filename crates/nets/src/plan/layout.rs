//! Where the numbers of a tensor lie in memory.

use std::ops::Range;

use crate::describe::Network;

/// A piece of memory that a program uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Slot {
    /// Numbers for each position.
    pub(super) len: usize,
    /// Whether it holds the whole batch (inputs and outputs) or only the positions that are under way.
    pub(super) whole: bool,
    /// Columns of zeros at both sides of a board, its columns and channels: slots of equal shape may share memory,
    /// because the zeros are never written.
    pub(super) border: Option<[usize; 3]>,
}

/// One axis of a tensor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Axis {
    pub(super) size: usize,
    pub(super) stride: usize,
}

/// Where a tensor lies: the axes in the order of the description, wherever they are in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Placement {
    pub(super) slot: usize,
    pub(super) base: usize,
    pub(super) axes: Vec<Axis>,
}

impl Placement {
    /// The last axis fastest, without gaps.
    pub(super) fn natural(slot: usize, base: usize, shape: &[usize]) -> Self {
        let mut stride = shape.iter().product();
        let axes = shape.iter().map(|&size| {
            stride /= size;
            Axis { size, stride }
        });
        Self {
            slot,
            base,
            axes: axes.collect(),
        }
    }

    /// Channels fastest, with `border` columns of zeros at both sides.
    pub(super) fn board(slot: usize, [channels, height, width]: [usize; 3], border: usize) -> Self {
        let row = (width + 2 * border) * channels;
        let axis = |size, stride| Axis { size, stride };
        Self {
            slot,
            base: border * channels,
            axes: vec![axis(channels, 1), axis(height, row), axis(width, channels)],
        }
    }

    /// How many numbers a slot for [`board`](Self::board) holds.
    pub(super) const fn board_len([channels, height, width]: [usize; 3], border: usize) -> usize {
        channels * height * (width + 2 * border)
    }

    /// Whether the last axis is fastest and there are no gaps.
    pub(super) fn is_natural(&self) -> bool {
        let shape: Vec<usize> = self.axes.iter().map(|axis| axis.size).collect();
        self.axes == Self::natural(0, 0, &shape).axes
    }

    /// How many numbers there are.
    pub(super) fn len(&self) -> usize {
        self.axes.iter().map(|axis| axis.size).product()
    }

    /// Whether the numbers lie together, in any order.
    pub(super) fn is_dense(&self) -> bool {
        let last: usize = self.axes.iter().map(|axis| (axis.size - 1) * axis.stride).sum();
        last + 1 == self.len()
    }

    /// Where the `index`th number lies, counted from the base.
    pub(super) fn offset(&self, mut index: usize) -> usize {
        let mut offset = 0;
        for axis in self.axes.iter().rev() {
            offset += index % axis.size * axis.stride;
            index /= axis.size;
        }
        offset
    }

    /// Where the rows of a board lie that has the channels fastest.
    pub(super) fn board_rows(&self) -> impl Iterator<Item = Range<usize>> {
        let [channels, height, width] = [0, 1, 2].map(|i| self.axes[i]);
        let first = self.base;
        (0..height.size).map(move |row| {
            let start = first + row * height.stride;
            start..start + width.size * channels.size
        })
    }

    /// Columns of zeros at each side, if this is a board with the channels fastest.
    pub(super) fn border(&self) -> Option<usize> {
        match self.axes[..] {
            [channels, height, width] if channels.stride == 1 && width.stride == channels.size => {
                let columns = height.stride / channels.size;
                Some((columns - width.size) / 2).filter(|border| self.base >= border * channels.size)
            }
            _ => None,
        }
    }
}

/// A shape of channels, rows and columns.
pub(super) fn as_board(shape: &[usize]) -> Option<[usize; 3]> {
    shape.try_into().ok()
}

/// Where every input begins in a row of input.
pub(super) fn inputs(network: &Network) -> Vec<Placement> {
    let mut base = 0;
    let each = network.description().inputs.iter().map(|input| {
        let place = Placement::natural(0, base, &input.shape);
        base += place.len();
        place
    });
    each.collect()
}
