//! The last squares of a game, where almost all time is spent: one function for each number of empty squares down to
//! one, without lists, tables or hashing; the very last move is not made, only its discs are counted.
//!
//! A macro holds the text, because it is compiled twice: for any processor and for those with AVX2 and BMI2. The site
//! of its use provides the kernels `flips`, `mobility` and `last_flips`. All functions ask whether the score for the
//! side to move is above `alpha`; the answer is a bound on that side of `alpha`.

macro_rules! last_squares {
    ($feature:meta) => {
        /// One empty square; the side that is not `own` has all the others.
        #[inline]
        #[$feature]
        fn one(w: &mut Worker<'_>, own: u64, square: u32) -> i32 {
            w.nodes += 1;
            let discs = own.count_ones() as i32;
            let turned = last_flips(own, square);
            if turned != 0 {
                return 2 * (discs + turned) - 62;
            }
            let turned = last_flips(!own & !(1 << square), square);
            if turned != 0 {
                return 2 * (discs - turned) - 64;
            }
            // Nobody can place: the winner gets the square. There are 63 discs, so there is a winner.
            if discs >= 32 {
                2 * discs - 62
            } else {
                2 * discs - 64
            }
        }

        /// Two empty squares.
        #[inline]
        #[$feature]
        fn two(w: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32, a: u32, b: u32) -> i32 {
            w.nodes += 1;
            let mut best = -INFINITY;
            let turned = turned_at(own, enemy, a);
            if turned != 0 {
                best = -one(w, enemy ^ turned, b);
                if best > alpha {
                    return best;
                }
            }
            let turned = turned_at(own, enemy, b);
            if turned != 0 {
                return best.max(-one(w, enemy ^ turned, a));
            }
            if best > -INFINITY {
                return best;
            }
            // A pass: the other side looks for its best.
            w.nodes += 1;
            let mut worst = INFINITY;
            let turned = turned_at(enemy, own, a);
            if turned != 0 {
                worst = one(w, own ^ turned, b);
                if worst <= alpha {
                    return worst;
                }
            }
            let turned = turned_at(enemy, own, b);
            if turned != 0 {
                return worst.min(one(w, own ^ turned, a));
            }
            if worst < INFINITY {
                worst
            } else {
                finished(own, enemy)
            }
        }

        /// The discs turned on an empty square; most squares without an enemy next to them need no look.
        #[inline]
        #[$feature]
        fn turned_at(own: u64, enemy: u64, square: u32) -> u64 {
            if NEIGHBOURS[square as usize & 63] & enemy == 0 {
                return 0;
            }
            flips(own, enemy, square as u8)
        }

        /// Three empty squares; a square alone in its quadrant goes first.
        #[$feature]
        fn three(w: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32, squares: [u32; 3]) -> i32 {
            let [mut a, mut b, mut c] = squares;
            if same_quadrant(a, b) {
                if !same_quadrant(a, c) {
                    (a, b, c) = (c, a, b);
                }
            } else if same_quadrant(a, c) {
                (a, b) = (b, a);
            }
            w.nodes += 1;
            let mut best = -INFINITY;
            for (square, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
                let turned = turned_at(own, enemy, square);
                if turned != 0 {
                    let (next, other) = (enemy ^ turned, own | turned | 1 << square);
                    best = best.max(-two(w, next, other, -alpha - 1, x, y));
                    if best > alpha {
                        return best;
                    }
                }
            }
            if best > -INFINITY {
                return best;
            }
            w.nodes += 1;
            let mut worst = INFINITY;
            for (square, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
                let turned = turned_at(enemy, own, square);
                if turned != 0 {
                    let (next, other) = (own ^ turned, enemy | turned | 1 << square);
                    worst = worst.min(two(w, next, other, alpha, x, y));
                    if worst <= alpha {
                        return worst;
                    }
                }
            }
            if worst < INFINITY {
                worst
            } else {
                finished(own, enemy)
            }
        }

        /// Four empty squares; those in odd quadrants go first.
        #[$feature]
        fn four(w: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32, odd: u64) -> i32 {
            w.nodes += 1;
            let empty = !(own | enemy);
            if let Some(bound) = w.stable_bound(own, enemy, alpha, 4) {
                return bound;
            }
            let mut squares = [0; 4];
            let mut count = 0;
            for part in [empty & odd, empty & !odd] {
                let mut rest = part;
                while rest != 0 {
                    squares[count & 3] = rest.trailing_zeros();
                    rest &= rest - 1;
                    count += 1;
                }
            }
            let [a, b, c, d] = squares;
            let orders = [
                (a, [b, c, d]),
                (b, [a, c, d]),
                (c, [a, b, d]),
                (d, [a, b, c]),
            ];
            let mut best = -INFINITY;
            for (square, others) in orders {
                let turned = turned_at(own, enemy, square);
                if turned != 0 {
                    let (next, other) = (enemy ^ turned, own | turned | 1 << square);
                    best = best.max(-three(w, next, other, -alpha - 1, others));
                    if best > alpha {
                        return best;
                    }
                }
            }
            if best > -INFINITY {
                return best;
            }
            w.nodes += 1;
            let mut worst = INFINITY;
            for (square, others) in orders {
                let turned = turned_at(enemy, own, square);
                if turned != 0 {
                    let (next, other) = (own ^ turned, enemy | turned | 1 << square);
                    worst = worst.min(three(w, next, other, alpha, others));
                    if worst <= alpha {
                        return worst;
                    }
                }
            }
            if worst < INFINITY {
                worst
            } else {
                finished(own, enemy)
            }
        }

        /// Five to [`FEW`] empty squares: odd quadrants first, no list of moves and no table.
        #[$feature]
        fn few(w: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32, odd: u64, empties: u32) -> i32 {
            if empties == 4 {
                return four(w, own, enemy, alpha, odd);
            }
            w.nodes += 1;
            if let Some(bound) = w.stable_bound(own, enemy, alpha, empties) {
                return bound;
            }
            let legal = mobility(own, enemy);
            if legal == 0 {
                if mobility(enemy, own) == 0 {
                    return finished(own, enemy);
                }
                return -few(w, enemy, own, -alpha - 1, odd, empties);
            }
            let mut best = -INFINITY;
            for part in [legal & odd, legal & !odd] {
                let mut rest = part;
                while rest != 0 {
                    let square = rest.trailing_zeros();
                    rest &= rest - 1;
                    let turned = flips(own, enemy, square as u8);
                    let (next, other) = (enemy ^ turned, own | turned | 1 << square);
                    let odd = odd ^ QUADRANT[square as usize & 63];
                    best = best.max(-few(w, next, other, -alpha - 1, odd, empties - 1));
                    if best > alpha {
                        return best;
                    }
                }
            }
            best
        }
    };
}
pub(super) use last_squares;
