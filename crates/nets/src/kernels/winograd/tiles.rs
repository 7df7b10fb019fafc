//! The transforms along one axis, for the two sizes of tiles.

use super::super::vector::{EIGHT, Vector};

/// A size of tiles: `M` points a side, `T` frequencies a side.
pub(super) trait Tiles<const M: usize, const T: usize> {
    /// From the kernel to frequencies, applied to rows and columns.
    const KERNEL: [[f64; 3]; T];

    /// From what is read to frequencies, along one axis.
    fn forward<E: Vector>(x: [E; T]) -> [E; T];

    /// From frequencies to points, along one axis.
    fn back<E: Vector>(x: [E; T]) -> [E; M];

    /// The transpose of [`forward`](Self::forward): from gradients of frequencies to those of what was read.
    fn forward_adjoint<E: Vector>(x: [E; T]) -> [E; T];

    /// The transpose of [`back`](Self::back): from gradients of points to those of frequencies.
    fn back_adjoint<E: Vector>(x: [E; M]) -> [E; T];
}

/// Tiles of 3 × 3 points.
pub(super) struct Three;

/// Tiles of 4 × 4 points.
pub(super) struct Four;

impl Tiles<3, 5> for Three {
    const KERNEL: [[f64; 3]; 5] = [
        [0.5, 0.0, 0.0],
        [-0.5, -0.5, -0.5],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
        [0.0, 0.0, 1.0],
    ];

    #[inline(always)]
    fn forward<E: Vector>([a, b, c, d, e]: [E; 5]) -> [E; 5] {
        let db = d.sub(b);
        let dc = d.sub(c);
        [
            db.plus(a.sub(c), 2.0),
            dc.plus(b, -2.0),
            dc.plus(b.sub(c), 2.0),
            db,
            e.sub(c).plus(db, -2.0),
        ]
    }

    #[inline(always)]
    fn back<E: Vector>([a, b, c, d, e]: [E; 5]) -> [E; 3] {
        let sum = b.add(c);
        [a.add(sum).add(d), b.sub(c).plus(d, 2.0), sum.add(e).plus(d, 4.0)]
    }

    #[inline(always)]
    fn forward_adjoint<E: Vector>([a, b, c, d, e]: [E; 5]) -> [E; 5] {
        let ad = a.add(d);
        let bc = b.add(c);
        [
            a.add(a),
            E::ZERO.sub(ad).plus(c.sub(b).add(e), 2.0),
            E::ZERO.sub(a.add(a)).sub(b).sub(e).plus(c, -3.0),
            ad.add(bc).plus(e, -2.0),
            e,
        ]
    }

    #[inline(always)]
    fn back_adjoint<E: Vector>([a, b, c]: [E; 3]) -> [E; 5] {
        let sum = a.add(c);
        [a, sum.add(b), sum.sub(b), a.plus(b, 2.0).plus(c, 4.0), c]
    }
}

impl Tiles<4, 6> for Four {
    const KERNEL: [[f64; 3]; 6] = [
        [0.25, 0.0, 0.0],
        [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
        [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
        [0.0, 0.0, 1.0],
    ];

    #[inline(always)]
    fn forward<E: Vector>([a, b, c, d, e, f]: [E; 6]) -> [E; 6] {
        let (ec4, db4) = (e.plus(c, -4.0), d.plus(b, -4.0));
        let (ec, db) = (e.sub(c), d.sub(b));
        [
            ec.plus(a.sub(c), 4.0),
            ec4.add(db4),
            ec4.sub(db4),
            ec.plus(db, 2.0),
            ec.plus(db, -2.0),
            f.sub(d).plus(db, -4.0),
        ]
    }

    #[inline(always)]
    fn back<E: Vector>([a, b, c, d, e, f]: [E; 6]) -> [E; 4] {
        let (sum, difference) = (b.add(c), b.sub(c));
        let (far, far_difference) = (d.add(e), d.sub(e));
        [
            a.add(sum).add(far),
            difference.plus(far_difference, 2.0),
            sum.plus(far, 4.0),
            difference.add(f).plus(far_difference, 8.0),
        ]
    }

    #[inline(always)]
    fn forward_adjoint<E: Vector>([a, b, c, d, e, f]: [E; 6]) -> [E; 6] {
        let (sum, difference) = (b.add(c), b.sub(c));
        let (far, far_difference) = (d.add(e), d.sub(e));
        let near = E::ZERO.plus(a, 4.0);
        [
            near,
            E::ZERO.plus(f.sub(difference), 4.0).plus(far_difference, -2.0),
            E::ZERO.sub(far).plus(sum, -4.0).plus(a, -5.0),
            difference.plus(far_difference, 2.0).plus(f, -5.0),
            a.add(sum).add(far),
            f,
        ]
    }

    #[inline(always)]
    fn back_adjoint<E: Vector>([a, b, c, d]: [E; 4]) -> [E; 6] {
        let (even, odd) = (a.add(c), b.add(d));
        let (far_even, far_odd) = (a.plus(c, 4.0), b.add(b).plus(d, 8.0));
        [
            a,
            even.add(odd),
            even.sub(odd),
            far_even.add(far_odd),
            far_even.sub(far_odd),
            d,
        ]
    }
}

/// By how much each frequency along one axis can be larger than the largest number that it is made of.
pub(super) fn gains<K: Tiles<M, T>, const M: usize, const T: usize>() -> [f32; T] {
    let mut gains = [0.0; T];
    for i in 0..T {
        let mut one = [[0.0; EIGHT]; T];
        one[i] = [1.0; EIGHT];
        for (gain, frequency) in gains.iter_mut().zip(K::forward(one)) {
            *gain += frequency[0].abs();
        }
    }
    gains
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both adjoints are transposes: the matrices, read column by column, agree.
    fn check<K: Tiles<M, T>, const M: usize, const T: usize>() {
        fn unit<const N: usize>(i: usize) -> [[f32; EIGHT]; N] {
            std::array::from_fn(|k| [f32::from(u8::from(k == i)); EIGHT])
        }
        for i in 0..T {
            for j in 0..T {
                assert_eq!(K::forward(unit(i))[j], K::forward_adjoint(unit(j))[i], "{i} {j}");
            }
            for j in 0..M {
                assert_eq!(K::back(unit(i))[j], K::back_adjoint(unit(j))[i], "{i} {j}");
            }
        }
    }

    #[test]
    fn adjoints_are_transposes() {
        check::<Three, 3, 5>();
        check::<Four, 4, 6>();
    }

    #[test]
    fn gains_are_sums_of_absolute_factors() {
        assert_eq!(gains::<Three, 3, 5>(), [6.0, 4.0, 6.0, 2.0, 6.0]);
        assert_eq!(gains::<Four, 4, 6>(), [10.0, 10.0, 10.0, 6.0, 6.0, 10.0]);
    }
}
