//! The transforms of learning: between boards without borders and frequencies, each with its transpose.
//!
//! A convolution by tiles is linear in what it reads and in its kernel. Its gradient is made of the transposes of the same
//! steps: gradients of points become gradients of frequencies, those are multiplied with the transposed weights, and the
//! result is added up where tiles overlap.

use std::array::from_fn;

use super::super::Kernels;
use super::super::dispatch::by_processor;
use super::super::product::Rows;
#[cfg(target_arch = "x86_64")]
use super::super::vector::{Avx2, Avx512};
use super::super::vector::{EIGHT, Vector};
use super::tiles::{Four, Three, Tiles};
use super::{best_points, frequency_stride};

/// How boards of one size are cut into tiles.
///
/// Channels lie together and are taken eight or sixteen at a time. All tiles of one frequency lie together, `channels` numbers
/// each, so that the product of a frequency reads and writes without gaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TileTransforms {
    points: usize,
    height: usize,
    width: usize,
    channels: usize,
}

/// One of the four transforms.
#[derive(Clone, Copy)]
enum Way {
    Forward,
    Back,
    BackAdjoint,
    ForwardAdjoint,
}

/// A transform along one axis. It is a type, not a function that is passed on, because only then the compiler keeps its
/// numbers in registers.
trait Axis<const N: usize, const T: usize> {
    fn along<E: Vector>(x: [E; N]) -> [E; T];
}

macro_rules! axes {
    ($($name:ident: $tiles:ty, $method:ident, $n:literal => $t:literal;)*) => {$(
        struct $name;

        impl Axis<$n, $t> for $name {
            #[inline(always)]
            fn along<E: Vector>(x: [E; $n]) -> [E; $t] {
                <$tiles>::$method(x)
            }
        }
    )*};
}

axes! {
    ForwardThree: Three, forward, 5 => 5;
    ForwardFour: Four, forward, 6 => 6;
    BackThree: Three, back, 5 => 3;
    BackFour: Four, back, 6 => 4;
    ForwardAdjointThree: Three, forward_adjoint, 5 => 5;
    ForwardAdjointFour: Four, forward_adjoint, 6 => 6;
    BackAdjointThree: Three, back_adjoint, 3 => 5;
    BackAdjointFour: Four, back_adjoint, 4 => 6;
}

impl TileTransforms {
    /// For boards of this size; `None` where the channels cannot be taken eight at a time.
    pub(crate) fn new([channels, height, width]: [usize; 3]) -> Option<Self> {
        channels.is_multiple_of(EIGHT).then_some(Self {
            points: best_points(height, width),
            height,
            width,
            channels,
        })
    }

    /// Frequencies of a tile.
    pub(crate) const fn frequencies(&self) -> usize {
        (self.points + 2) * (self.points + 2)
    }

    /// Tiles of a board.
    pub(crate) const fn tiles(&self) -> usize {
        self.height.div_ceil(self.points) * self.width.div_ceil(self.points)
    }

    /// From a frequency of so many boards to the next: not a multiple of what caches count in, so that the frequencies of a
    /// tile do not compete for the same lines.
    pub(crate) const fn stride(&self, boards: usize) -> usize {
        frequency_stride(boards * self.tiles(), self.channels)
    }

    /// Numbers of memory for the frequencies of so many boards.
    pub(crate) const fn memory(&self, boards: usize) -> usize {
        self.frequencies() * self.stride(boards)
    }

    /// From the kernel to frequencies, applied to rows and columns: a row for each frequency along one axis.
    pub(crate) fn kernel(&self) -> Vec<[f32; 3]> {
        let narrow = |row: &[f64; 3]| row.map(|x| x as f32);
        match self.points {
            3 => Three::KERNEL.iter().map(narrow).collect(),
            _ => Four::KERNEL.iter().map(narrow).collect(),
        }
    }

    /// The frequencies of what the tiles of some boards read.
    pub(crate) fn forward(&self, kernels: Kernels, count: usize, boards: Rows<&[f32]>, out: &mut [f32]) {
        self.spread_with(kernels, Way::Forward, (count, boards), out);
    }

    /// The boards of some frequencies.
    pub(crate) fn back(
        &self,
        kernels: Kernels,
        count: usize,
        tiles: &[f32],
        boards: &mut [f32],
        stride: usize,
    ) {
        self.gather_with(kernels, Way::Back, (count, tiles), boards, stride);
    }

    /// The gradient of frequencies from that of the boards that [`back`](Self::back) makes of them.
    pub(crate) fn back_adjoint(&self, kernels: Kernels, count: usize, boards: Rows<&[f32]>, out: &mut [f32]) {
        self.spread_with(kernels, Way::BackAdjoint, (count, boards), out);
    }

    /// Adds to boards the gradient of what [`forward`](Self::forward) made frequencies of.
    pub(crate) fn forward_adjoint(
        &self,
        kernels: Kernels,
        count: usize,
        tiles: &[f32],
        boards: &mut [f32],
        stride: usize,
    ) {
        self.gather_with(kernels, Way::ForwardAdjoint, (count, tiles), boards, stride);
    }

    fn spread_with(&self, kernels: Kernels, way: Way, boards: (usize, Rows<&[f32]>), out: &mut [f32]) {
        by_processor!(
            kernels.for_lists_of(self.channels),
            spread_avx512(self, way, boards, out),
            spread_avx2(self, way, boards, out),
            self.spread_any::<[f32; EIGHT]>(way, boards, out)
        );
    }

    fn gather_with(
        &self,
        kernels: Kernels,
        way: Way,
        tiles: (usize, &[f32]),
        boards: &mut [f32],
        stride: usize,
    ) {
        by_processor!(
            kernels.for_lists_of(self.channels),
            gather_avx512(self, way, tiles, boards, stride),
            gather_avx2(self, way, tiles, boards, stride),
            self.gather_any::<[f32; EIGHT]>(way, tiles, boards, stride)
        );
    }

    #[inline(always)]
    fn spread_any<E: Vector>(&self, way: Way, boards: (usize, Rows<&[f32]>), out: &mut [f32]) {
        match (self.points, way) {
            (3, Way::Forward) => self.spread::<E, ForwardThree, 3, 5, 5>(1, boards, out),
            (_, Way::Forward) => self.spread::<E, ForwardFour, 4, 6, 6>(1, boards, out),
            (3, _) => self.spread::<E, BackAdjointThree, 3, 3, 5>(0, boards, out),
            (_, _) => self.spread::<E, BackAdjointFour, 4, 4, 6>(0, boards, out),
        }
    }

    #[inline(always)]
    fn gather_any<E: Vector>(&self, way: Way, tiles: (usize, &[f32]), boards: &mut [f32], stride: usize) {
        match (self.points, way) {
            (3, Way::Back) => self.gather::<E, BackThree, 3, 5, 3>(0, tiles, boards, stride),
            (_, Way::Back) => self.gather::<E, BackFour, 4, 6, 4>(0, tiles, boards, stride),
            (3, _) => self.gather::<E, ForwardAdjointThree, 3, 5, 5>(1, tiles, boards, stride),
            (_, _) => self.gather::<E, ForwardAdjointFour, 4, 6, 6>(1, tiles, boards, stride),
        }
    }

    /// Where the `N × N` points around a tile lie in its board: those of the tile itself, and `border` more on each side.
    #[inline(always)]
    fn around<const M: usize, const N: usize>(&self, tile: usize, border: usize) -> [[Option<usize>; N]; N] {
        let across = self.width.div_ceil(M);
        let (top, left) = (tile / across * M, tile % across * M);
        from_fn(|y| {
            from_fn(|x| {
                let (y, x) = ((top + y).checked_sub(border)?, (left + x).checked_sub(border)?);
                (y < self.height && x < self.width).then_some((y * self.width + x) * self.channels)
            })
        })
    }

    /// From `N × N` points around each tile of `M × M` to its `T × T` frequencies.
    #[inline(always)]
    fn spread<E: Vector, A: Axis<N, T>, const M: usize, const N: usize, const T: usize>(
        &self,
        border: usize,
        (count, boards): (usize, Rows<&[f32]>),
        out: &mut [f32],
    ) {
        let stride = self.stride(count);
        for row in 0..count * self.tiles() {
            let (position, tile) = (row / self.tiles(), row % self.tiles());
            let board = &boards.numbers[position * boards.stride..];
            let at = self.around::<M, N>(tile, border);
            for channel in (0..self.channels).step_by(E::LANES) {
                let point =
                    |y: usize, x: usize| at[y][x].map_or(E::ZERO, |at| E::load(&board[at + channel..]));
                let columns: [[E; T]; N] = from_fn(|x| A::along(from_fn(|y| point(y, x))));
                for y in 0..T {
                    let line = A::along(from_fn(|x| columns[x][y]));
                    for (x, numbers) in line.into_iter().enumerate() {
                        numbers.store(&mut out[(y * T + x) * stride + row * self.channels + channel..]);
                    }
                }
            }
        }
    }

    /// From the `T × T` frequencies of each tile to the `N × N` points around it. Points that belong to several tiles are
    /// added up, to what is there already.
    #[inline(always)]
    fn gather<E: Vector, A: Axis<T, N>, const M: usize, const T: usize, const N: usize>(
        &self,
        border: usize,
        (count, tiles): (usize, &[f32]),
        boards: &mut [f32],
        stride: usize,
    ) {
        let apart = self.stride(count);
        for row in 0..count * self.tiles() {
            let board = &mut boards[row / self.tiles() * stride..];
            let at = self.around::<M, N>(row % self.tiles(), border);
            for channel in (0..self.channels).step_by(E::LANES) {
                let first = row * self.channels + channel;
                let frequency = |y: usize, x: usize| E::load(&tiles[(y * T + x) * apart + first..]);
                let columns: [[E; N]; T] = from_fn(|x| A::along(from_fn(|y| frequency(y, x))));
                for y in 0..N {
                    let line = A::along(from_fn(|x| columns[x][y]));
                    for (at, mut numbers) in at[y].into_iter().zip(line) {
                        if let Some(at) = at {
                            let point = &mut board[at + channel..][..E::LANES];
                            if border > 0 {
                                numbers = numbers.add(E::load(point));
                            }
                            numbers.store(point);
                        }
                    }
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn spread_avx2(transforms: &TileTransforms, way: Way, boards: (usize, Rows<&[f32]>), out: &mut [f32]) {
    transforms.spread_any::<Avx2>(way, boards, out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
fn spread_avx512(transforms: &TileTransforms, way: Way, boards: (usize, Rows<&[f32]>), out: &mut [f32]) {
    transforms.spread_any::<Avx512>(way, boards, out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn gather_avx2(
    transforms: &TileTransforms,
    way: Way,
    tiles: (usize, &[f32]),
    boards: &mut [f32],
    stride: usize,
) {
    transforms.gather_any::<Avx2>(way, tiles, boards, stride);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
fn gather_avx512(
    transforms: &TileTransforms,
    way: Way,
    tiles: (usize, &[f32]),
    boards: &mut [f32],
    stride: usize,
) {
    transforms.gather_any::<Avx512>(way, tiles, boards, stride);
}
