//! The last squares of a game, where almost all time is spent: one function for each number of empty squares down to
//! one, without lists, tables or hashing; the very last move is not made, only its discs are counted. Branches that nobody
//! can foresee cost more than the work that they save, so the order of squares is chosen without them.
//!
//! A macro holds the text, because it is compiled twice: for any processor and for those with AVX2 and BMI2. The site
//! of its use provides the kernels `flips`, `mobility` and `last_score`. All functions ask whether the score for the
//! side to move is above `alpha`; the answer is a bound on that side of `alpha`.

macro_rules! last_squares {
    ($feature:meta) => {
        /// One empty square; the side that is not `own` has all the others.
        #[inline]
        #[$feature]
        fn one(w: &mut Worker<'_>, own: u64, square: u32) -> i32 {
            w.nodes += 1;
            last_score(own, square)
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

        /// Three empty squares; if one is alone in its quadrant it is the first.
        #[$feature]
        fn three(w: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32, squares: [u32; 3]) -> i32 {
            let [a, b, c] = squares;
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

        /// Four empty squares: those alone in their quadrants first, then pairs of the same quadrant. The others of each
        /// are listed in the same way.
        #[$feature]
        fn four(w: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32) -> i32 {
            w.nodes += 1;
            let empty = !(own | enemy);
            if let Some(bound) = w.stable_bound(own, enemy, alpha, 4) {
                return bound;
            }
            // Choices instead of branches: where the squares lie is a coin toss.
            let lone = lone_squares(empty);
            let a = (if lone != 0 { lone } else { empty }).trailing_zeros();
            let rest = empty & !(1 << a);
            let (alone, mates) = (lone & rest, rest & QUADRANT[a as usize & 63]);
            let second = if mates != 0 { mates } else { rest };
            let b = (if alone != 0 { alone } else { second }).trailing_zeros();
            let rest = rest & !(1 << b);
            let (c, d) = (rest.trailing_zeros(), 63 - rest.leading_zeros());
            let (third, fourth) = if lone == 0 {
                ([d, a, b], [c, a, b])
            } else {
                ([a, b, d], [a, b, c])
            };
            let orders = [(a, [b, c, d]), (b, [a, c, d]), (c, third), (d, fourth)];
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
                return four(w, own, enemy, alpha);
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
            let mut rest = legal;
            while rest != 0 {
                let first = rest & odd;
                let square = (if first != 0 { first } else { rest }).trailing_zeros();
                rest &= !(1 << square);
                let turned = flips(own, enemy, square as u8);
                let (next, other) = (enemy ^ turned, own | turned | 1 << square);
                let odd = odd ^ QUADRANT[square as usize & 63];
                best = best.max(-few(w, next, other, -alpha - 1, odd, empties - 1));
                if best > alpha {
                    return best;
                }
            }
            best
        }
    };
}
pub(super) use last_squares;
