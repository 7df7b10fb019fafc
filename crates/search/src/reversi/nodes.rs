//! The inner nodes of the solver: with a table of bounds, an ordered list of moves, and cut-offs by stable discs and by
//! what the table knows of the positions after each move.
//!
//! As in `last.rs` a macro holds the text because it is compiled twice.

/// With fewer empty squares nobody asks whether to stop: the rest takes microseconds.
pub(super) const STOP_EMPTIES: u32 = 10;

/// With fewer empty squares, asking the table costs more than searching again.
pub(super) const TABLE_EMPTIES: u32 = 7;

/// From this many empty squares on the table is asked about the position after every move.
pub(super) const ASK_CHILDREN: u32 = 9;

/// Plies of the search that orders the moves of a node; `None` where counting replies is better.
#[inline(always)]
pub(super) const fn order_depth(empties: u32) -> Option<u32> {
    match empties {
        0..12 => None,
        12..24 => Some((empties - 12) / 2),
        _ => Some(6),
    }
}

macro_rules! inner_nodes {
    ($feature:meta) => {
        /// Whether the score for the side to move is above `alpha`: a bound on that side of it.
        #[$feature]
        pub(super) fn null(w: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32) -> i32 {
            let empty = !(own | enemy);
            let empties = empty.count_ones();
            if empties <= FEW {
                return small(w, own, enemy, alpha);
            }
            w.nodes += 1;
            let in_table = empties >= TABLE_EMPTIES;
            let key = key(own, enemy);
            if in_table {
                w.table(empties).prefetch(key);
            }
            if empties >= STOP_EMPTIES && w.must_stop() {
                return alpha;
            }
            if let Some(bound) = w.stable_bound(own, enemy, alpha, empties) {
                return bound;
            }
            let legal = mobility(own, enemy);
            if legal == 0 {
                if mobility(enemy, own) == 0 {
                    return finished(own, enemy);
                }
                return -null(w, enemy, own, -alpha - 1);
            }
            let known = if in_table {
                w.table(empties).get(key)
            } else {
                None
            };
            let mut hash_move = Entry::NO_MOVE;
            if let Some(entry) = known {
                if i32::from(entry.lower) > alpha {
                    return i32::from(entry.lower);
                }
                if i32::from(entry.upper) <= alpha {
                    return i32::from(entry.upper);
                }
                hash_move = entry.best;
            }
            let first = w.moves.len();
            let mut best = list(w, own, enemy, legal, alpha, empties);
            let mut best_square = Entry::NO_MOVE;
            if best > alpha {
                best_square = w.moves.last().map_or(Entry::NO_MOVE, |m| m.square as u8);
            } else {
                rank(w, own, enemy, first, empties, hash_move);
                // How many moves must have failed before the others are shared.
                let alone = if alpha == w.low { 1 } else { 2 };
                for i in first..w.moves.len() {
                    let young = i >= first + alone && i + 1 < w.moves.len();
                    if empties >= SPLIT_EMPTIES && young && w.shared.parallel.wants(empties) {
                        (best, best_square) = split(w, (own, enemy), alpha, (best, best_square), i);
                        if w.stopped {
                            w.moves.truncate(first);
                            return alpha;
                        }
                        break;
                    }
                    let m = next_move(&mut w.moves, i);
                    let (next, other) = (enemy ^ m.turned, own | m.turned | 1 << m.square);
                    let score = -null(w, next, other, -alpha - 1);
                    if w.stopped {
                        w.moves.truncate(first);
                        return alpha;
                    }
                    if score > best {
                        best = score;
                        best_square = m.square as u8;
                        if best > alpha {
                            break;
                        }
                    }
                }
            }
            w.moves.truncate(first);
            if !in_table {
                return best;
            }
            let (lower, upper) = if best > alpha {
                (best as i8, 64)
            } else {
                (-64, best as i8)
            };
            let entry = Entry {
                lower,
                upper,
                best: best_square,
            };
            w.table(empties).put(key, entry, empties);
            best
        }

        /// Lists the moves of a node. What the table knows of the positions after them may already decide: a result
        /// above `alpha` is a proven one, by the last move of the list; moves that the table refutes are not listed.
        #[$feature]
        fn list(w: &mut Worker<'_>, own: u64, enemy: u64, legal: u64, alpha: i32, empties: u32) -> i32 {
            let first = w.moves.len();
            let ask = empties >= ASK_CHILDREN;
            let mut rest = legal;
            while rest != 0 {
                let square = rest.trailing_zeros();
                rest &= rest - 1;
                let turned = flips(own, enemy, square as u8);
                w.moves.push(Move {
                    turned,
                    square,
                    rank: 0,
                });
                if turned == enemy {
                    return 64;
                }
                if ask {
                    let (next, other) = (enemy ^ turned, own | turned | 1 << square);
                    w.table(empties - 1).prefetch(key(next, other));
                }
            }
            let mut best = -INFINITY;
            if !ask {
                return best;
            }
            let mut kept = first;
            for i in first..w.moves.len() {
                let m = w.moves[i];
                let (next, other) = (enemy ^ m.turned, own | m.turned | 1 << m.square);
                if let Some(entry) = w.table(empties - 1).get(key(next, other)) {
                    if -i32::from(entry.upper) > alpha {
                        w.moves.truncate(i + 1);
                        return -i32::from(entry.upper);
                    }
                    if -i32::from(entry.lower) <= alpha {
                        best = best.max(-i32::from(entry.lower));
                        continue;
                    }
                }
                w.moves[kept] = m;
                kept += 1;
            }
            w.moves.truncate(kept);
            best
        }

        /// Ranks the moves of a node from index `first` on.
        #[$feature]
        fn rank(w: &mut Worker<'_>, own: u64, enemy: u64, first: usize, empties: u32, hash_move: u8) {
            if w.moves.len() - first < 2 {
                return;
            }
            let odd = odd_quadrants(!(own | enemy));
            let depth = order_depth(empties);
            for i in first..w.moves.len() {
                let m = w.moves[i];
                let (next, other) = (enemy ^ m.turned, own | m.turned | 1 << m.square);
                let replies = mobility(next, other);
                let mut rank = by_mobility(next, other, replies, odd >> m.square & 1 == 1);
                if m.square as u8 == hash_move {
                    rank = i32::MAX;
                } else if let Some(depth) = depth {
                    if w.must_stop() {
                        return;
                    }
                    rank -= 128 * shallow(w, next, other, replies, depth, -FAR, FAR);
                }
                w.moves[i].rank = rank;
            }
        }

        /// Up to [`FEW`] empty squares.
        #[$feature]
        fn small(w: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32) -> i32 {
            let empty = !(own | enemy);
            let empties = empty.count_ones();
            if empties >= 4 {
                return few(w, own, enemy, alpha, odd_quadrants(empty), empties);
            }
            // A square alone in its quadrant goes first.
            let lone = lone_squares(empty);
            let a = (if lone != 0 { lone } else { empty }).trailing_zeros();
            let rest = empty & !1_u64.unbounded_shl(a);
            let b = rest.trailing_zeros();
            let c = (rest & rest.wrapping_sub(1)).trailing_zeros();
            match empties {
                3 => three(w, own, enemy, alpha, [a, b, c]),
                2 => two(w, own, enemy, alpha, a, b),
                1 => one(w, own, a),
                _ => finished(own, enemy),
            }
        }

        /// A search of `depth` plies by estimates, to order moves.
        #[$feature]
        fn shallow(
            w: &mut Worker<'_>,
            own: u64,
            enemy: u64,
            legal: u64,
            depth: u32,
            mut alpha: i32,
            beta: i32,
        ) -> i32 {
            w.nodes += 1;
            let replies = if depth == 0 || legal == 0 {
                mobility(enemy, own)
            } else {
                0
            };
            if legal == 0 && replies == 0 {
                return 32 * finished(own, enemy);
            }
            if depth == 0 {
                return estimate(w.shared.edges, own, enemy, legal, replies);
            }
            if legal == 0 {
                return -shallow(w, enemy, own, replies, depth, -beta, -alpha);
            }
            let mut best = -FAR;
            let mut rest = legal;
            while rest != 0 {
                let square = rest.trailing_zeros();
                rest &= rest - 1;
                let turned = flips(own, enemy, square as u8);
                let (next, other) = (enemy ^ turned, own | turned | 1 << square);
                let legal = mobility(next, other);
                let score = -shallow(w, next, other, legal, depth - 1, -beta, -alpha);
                best = best.max(score);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
            best
        }

        /// The score within the window, or a bound beyond it.
        #[$feature]
        pub(super) fn principal(w: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32, beta: i32) -> i32 {
            if beta <= alpha + 1 {
                w.low = alpha;
                return null(w, own, enemy, alpha);
            }
            let empties = (!(own | enemy)).count_ones();
            w.nodes += 1;
            if w.must_stop() {
                return alpha;
            }
            let legal = mobility(own, enemy);
            if legal == 0 {
                if mobility(enemy, own) == 0 {
                    return finished(own, enemy);
                }
                return -principal(w, enemy, own, -beta, -alpha);
            }
            let key = key(own, enemy);
            let known = w.table(empties).get(key);
            let mut hash_move = Entry::NO_MOVE;
            if let Some(entry) = known {
                let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
                if lower >= beta || lower == upper {
                    return lower;
                }
                if upper <= alpha {
                    return upper;
                }
                hash_move = entry.best;
            }
            let first = w.moves.len();
            // Only a wipe-out decides here: the score of a principal node must be exact.
            let mut best = list(w, own, enemy, legal, 64, 0);
            let mut best_square = Entry::NO_MOVE;
            if best == 64 {
                best_square = w.moves.last().map_or(Entry::NO_MOVE, |m| m.square as u8);
            } else {
                rank(w, own, enemy, first, empties, hash_move);
                for i in first..w.moves.len() {
                    let m = next_move(&mut w.moves, i);
                    let (next, other) = (enemy ^ m.turned, own | m.turned | 1 << m.square);
                    let floor = alpha.max(best);
                    let mut score = floor + 1;
                    if i > first {
                        w.low = floor;
                        score = -null(w, next, other, -floor - 1);
                    }
                    if i == first || (score > floor && score < beta && !w.stopped) {
                        score = -principal(w, next, other, -beta, -floor);
                    }
                    if w.stopped {
                        w.moves.truncate(first);
                        return alpha;
                    }
                    if score > best {
                        best = score;
                        best_square = m.square as u8;
                        if best >= beta {
                            break;
                        }
                    }
                }
            }
            w.moves.truncate(first);
            let lower = if best > alpha { best as i8 } else { -64 };
            let upper = if best < beta { best as i8 } else { 64 };
            let entry = Entry {
                lower,
                upper,
                best: best_square,
            };
            w.table(empties).put(key, entry, empties);
            best
        }
    };
}
pub(super) use inner_nodes;

/// Beyond all estimates.
pub(super) const FAR: i32 = 1 << 20;
