//! Convolutions over small boards as one matrix product.
//!
//! On a board of 4x4 a convolution is mostly borders: as a product of the whole plane with one matrix it costs twice the
//! multiplications and a fraction of the time, as nothing is gathered and the product is one large one. The matrix is
//! made of the kernel for every step, and its gradient is added up into that of the kernel.

use damero_nets::{Network, Op, Step};

/// The largest plane for which the larger product is the faster one.
const LARGEST_PLANE: usize = 16;

/// A convolution with one matrix for all cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dense {
    channels: usize,
    out: usize,
    kernel: usize,
    height: usize,
    width: usize,
}

impl Dense {
    /// The convolution of a step, if it is one over a small board.
    pub(super) fn of(network: &Network, step: &Step) -> Option<Self> {
        let Op::Conv2d { out, kernel, .. } = step.op else {
            return None;
        };
        let &[channels, height, width] = network.shape(step.from[0]) else {
            return None;
        };
        (height * width <= LARGEST_PLANE).then_some(Self {
            channels,
            out,
            kernel,
            height,
            width,
        })
    }

    /// Numbers that go in and numbers that come out.
    pub(super) const fn shape(self) -> [usize; 2] {
        let cells = self.height * self.width;
        [self.channels * cells, self.out * cells]
    }

    /// Calls `each` with every place of the matrix that is not always zero, and the place of the kernel it comes from.
    fn places(self, mut each: impl FnMut(usize, usize)) {
        let Self {
            channels,
            out,
            kernel,
            height,
            width,
        } = self;
        let (around, cells) = (kernel / 2, height * width);
        for (c, o) in (0..channels).flat_map(|c| (0..out).map(move |o| (c, o))) {
            for (i, j) in (0..kernel).flat_map(|i| (0..kernel).map(move |j| (i, j))) {
                let tap = ((o * channels + c) * kernel + i) * kernel + j;
                // The cells to which this tap brings something from within the board.
                for row in around.saturating_sub(i)..(height + around - i).min(height) {
                    for column in around.saturating_sub(j)..(width + around - j).min(width) {
                        let from = (row + i - around) * width + column + j - around;
                        let to = row * width + column;
                        each((c * cells + from) * out * cells + o * cells + to, tap);
                    }
                }
            }
        }
    }

    /// The matrix of a kernel.
    pub(super) fn matrix(self, taps: &[f32]) -> Vec<f32> {
        let [from, to] = self.shape();
        let mut matrix = vec![0.0; from * to];
        self.places(|place, tap| matrix[place] = taps[tap]);
        matrix
    }

    /// The gradient of the kernel from that of the matrix.
    pub(super) fn gradient(self, matrix: &[f32]) -> Vec<f32> {
        let mut gradient = vec![0.0; self.out * self.channels * self.kernel * self.kernel];
        self.places(|place, tap| gradient[tap] += matrix[place]);
        gradient
    }
}

#[cfg(test)]
mod tests {
    use burn::tensor::module::conv2d;
    use burn::tensor::ops::ConvOptions;
    use burn::tensor::{Device, Tensor};
    use damero_games::random::seeded;

    use super::super::network::{numbers, tensor};
    use super::*;
    use crate::rng_streams::unit;

    /// Answers and gradients are those of burn's own convolution, for kernels of three sizes and a board that is not square.
    #[test]
    fn it_is_the_convolution() {
        let mut rng = seeded(2);
        let mut random = |count: usize| -> Vec<f32> { (0..count).map(|_| unit(&mut rng) - 0.5).collect() };
        for (kernel, height, width) in [(1, 4, 4), (3, 4, 4), (3, 3, 5), (5, 4, 4)] {
            let (batch, channels, out) = (3, 2, 5);
            let dense = Dense {
                channels,
                out,
                kernel,
                height,
                width,
            };
            let taps = random(out * channels * kernel * kernel);
            let x = random(batch * channels * height * width);
            let wanted = random(batch * out * height * width);
            let device = Device::flex().autodiff();

            let weight = tensor(taps.clone(), [out, channels, kernel, kernel], &device).require_grad();
            let input = tensor(x.clone(), [batch, channels, height, width], &device);
            let around = kernel / 2;
            let options = ConvOptions::new([1, 1], [around, around], [1, 1], 1);
            let made: Tensor<4> = conv2d(input, weight.clone(), None, options);
            let made = made.reshape([batch, out * height * width]);
            let marks = tensor(wanted, [batch, out * height * width], &device);
            let gradients = (made.clone() * marks.clone()).sum().backward();
            let expected = numbers(weight.grad(&gradients).expect("a gradient"));

            let [from, to] = dense.shape();
            let matrix = tensor(dense.matrix(&taps), [from, to], &device).require_grad();
            let input = tensor(x, [batch, from], &device);
            let product = input.matmul(matrix.clone());
            let gradients = (product.clone() * marks).sum().backward();
            let found = dense.gradient(&numbers(matrix.grad(&gradients).expect("a gradient")));

            for (one, other) in [(numbers(made), numbers(product)), (expected, found)] {
                assert_eq!(one.len(), other.len());
                let close = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-5;
                assert!(one.iter().zip(&other).all(close), "{kernel} {height} {width}");
            }
        }
    }
}
