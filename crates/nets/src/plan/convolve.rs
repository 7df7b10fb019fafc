//! Convolutions and linear layers as products of rows and weights.

use super::layout::Placement;
use crate::kernels::product::{Class, Panels, Point, Product, Run};
use crate::kernels::winograd::{PlaneLayout, Shape, Winograd};

/// With fewer channels, tiles save nothing.
const MANY: usize = 32;

/// The weights of a layer, with a normalisation folded in.
pub(super) struct Layer<'a> {
    /// `outs × reads` in the order of the file.
    pub(super) weight: &'a [f32],
    pub(super) bias: Option<&'a [f32]>,
    /// A factor and a summand an output, to be folded in.
    pub(super) affine: Option<(Vec<f32>, Vec<f32>)>,
    pub(super) outs: usize,
    pub(super) relu: bool,
}

impl Layer<'_> {
    /// Packs the weights; `read` says where the file has the weight of the `k`th number that is read.
    fn panels(&self, reads: usize, read: impl Fn(usize) -> usize) -> Panels {
        let weight = |out: usize, k: usize| self.weight[out * reads + read(k)] * self.scale(out);
        Panels::new(self.outs, reads, weight, |out| self.folded_bias(out))
    }

    fn scale(&self, out: usize) -> f32 {
        self.affine.as_ref().map_or(1.0, |(scale, _)| scale[out])
    }

    fn folded_bias(&self, out: usize) -> f32 {
        let bias = self.bias.map_or(0.0, |bias| bias[out]);
        let shift = self.affine.as_ref().map_or(0.0, |(_, shift)| shift[out]);
        bias * self.scale(out) + shift
    }

    /// The same convolution by tiles, where that can save time.
    pub(super) fn by_tiles(
        &self,
        kernel: usize,
        from: &Placement,
        add: Option<&Placement>,
        to: &Placement,
    ) -> Option<Winograd> {
        let [channels, height, width] = from.axes[..] else {
            return None;
        };
        let channels = channels.size;
        if kernel != 3 || channels < MANY || self.outs < MANY {
            return None;
        }
        let board = |place: &Placement| PlaneLayout {
            base: place.base,
            row: place.axes[1].stride,
            channels: place.axes[0].size,
        };
        let shape = Shape {
            height: height.size,
            width: width.size,
            from: board(from),
            add: add.map(board),
            to: board(to),
            relu: self.relu,
        };
        let weight = |out: usize, channel: usize, k: usize| {
            self.weight[(out * channels + channel) * 9 + k] * self.scale(out)
        };
        Winograd::new(&shape, weight, |out| self.folded_bias(out))
    }

    /// A convolution with a kernel of `kernel × kernel` over a board with borders wide enough.
    pub(super) fn convolution(
        &self,
        kernel: usize,
        from: &Placement,
        add: Option<&Placement>,
        to: &Placement,
    ) -> Product {
        let channels = from.axes[0].size;
        // Read row by row, point by point, channel by channel; the file has the channels outermost.
        let read = |k: usize| k % channels * kernel * kernel + k / channels;
        let by_edge = if kernel > 1 {
            classes(kernel, from, add, to, true)
        } else {
            Vec::new()
        };
        Product {
            panels: self.panels(kernel * kernel * channels, read),
            classes: classes(kernel, from, add, to, false),
            by_edge,
            relu: self.relu,
        }
    }

    /// A linear layer over `rows` rows that lie one after the other. If `order` is given, the one row lies there in that
    /// order.
    pub(super) fn linear(
        &self,
        rows: usize,
        from: usize,
        order: Option<&Placement>,
        add: Option<usize>,
        to: usize,
    ) -> Product {
        let reads = self.weight.len() / self.outs;
        let mut file = vec![0; reads];
        for (k, place) in file.iter_mut().enumerate() {
            *place = k;
        }
        if let Some(order) = order {
            for k in 0..reads {
                file[order.offset(k)] = k;
            }
        }
        let points = (0..rows).map(|row| Point {
            from: from + row * reads,
            to: to + row * self.outs,
            add: add.map_or(0, |add| add + row * self.outs),
        });
        let run = Run {
            at: 0,
            weights: 0,
            len: reads,
        };
        Product {
            panels: self.panels(reads, |k| file[k]),
            classes: vec![Class {
                points: points.collect(),
                runs: vec![run],
            }],
            by_edge: Vec::new(),
            relu: self.relu,
        }
    }
}

/// The points of a convolution over boards without borders, by what they read of the kernel.
pub(crate) fn board_classes(kernel: usize, shape: [usize; 3], outs: usize) -> Vec<Class> {
    let [_, height, width] = shape;
    let from = Placement::board(0, shape, 0);
    let to = Placement::board(0, [outs, height, width], 0);
    classes(kernel, &from, Some(&to), &to, true)
}

/// The points of a convolution by what they read of the kernel: its rows that lie on the board and, if `by_edge`, its
/// columns; otherwise all columns, of which some fall on the border.
fn classes(
    kernel: usize,
    from: &Placement,
    add: Option<&Placement>,
    to: &Placement,
    by_edge: bool,
) -> Vec<Class> {
    let [channels, height, width] = from.axes[..] else {
        unreachable!("a board has three axes");
    };
    let (channels, pad) = (channels.size, kernel / 2);
    let inside = |i: usize, size: usize| [pad.saturating_sub(i), kernel.min(size + pad - i)];
    let at = |place: &Placement, y: usize, x: usize| {
        place.base + y * place.axes[1].stride + x * place.axes[2].stride
    };
    let mut classes: Vec<([[usize; 2]; 2], Class)> = Vec::new();
    for y in 0..height.size {
        for x in 0..width.size {
            let rows = inside(y, height.size);
            let columns = if by_edge {
                inside(x, width.size)
            } else {
                [0, kernel]
            };
            let point = Point {
                from: at(from, y + rows[0] - pad, x) + columns[0] * channels - pad * channels,
                to: at(to, y, x),
                add: add.map_or(0, |place| at(place, y, x)),
            };
            if let Some((_, class)) = classes.iter_mut().find(|(same, _)| *same == [rows, columns]) {
                class.points.push(point);
                continue;
            }
            let runs = (rows[0]..rows[1]).map(|row| Run {
                at: (row - rows[0]) * height.stride,
                weights: (row * kernel + columns[0]) * channels,
                len: (columns[1] - columns[0]) * channels,
            });
            let class = Class {
                points: vec![point],
                runs: runs.collect(),
            };
            classes.push(([rows, columns], class));
        }
    }
    classes.into_iter().map(|(_, class)| class).collect()
}
