//! The inner nodes of the middle game: principal-variation search by patterns, with a table, cut-offs by what the table
//! knows of the positions after each move, and selective cuts.
//!
//! As in `last.rs` a macro holds the text because it is compiled twice. Scores are in units of the pattern evaluation.
//! A pass takes no depth, so all leaves of a search have the same number of empty squares. A search that reaches the
//! end of the game hands the last squares over to the solver.

/// Searches no deeper than this go without a table and without ordering.
pub(super) const LOW: u32 = 2;

/// A search to the end of the game asks the solver from here on.
pub(super) const SOLVE_EMPTIES: u32 = 12;

/// From this depth on the table is asked about the position after every move.
pub(super) const ASK_DEPTH: u32 = 4;

/// From this depth on a shallow search may cut.
pub(super) const CUT_DEPTH: u32 = 3;

/// What a reply costs the move that allows it, when moves are ordered.
pub(super) const REPLY: i32 = 14;

/// Plies of the search that orders the moves of a node.
#[inline(always)]
pub(super) const fn sort_depth(depth: u32) -> u32 {
    match depth {
        0..6 => 0,
        6..10 => 1,
        _ => 2,
    }
}

/// The squares in the order in which moves are tried where nothing better is known: corners first, what lies next to
/// them last.
pub(super) const CLASSES: [u64; 3] = [
    0x8100_0000_0000_0081,
    0x3c3c_ffff_ffff_3c3c & !0x8100_0000_0000_0081,
    0x42c3_0000_0000_c342,
];

macro_rules! middle_nodes {
    ($feature:meta) => {
        /// The score of a position, no deeper than [`LOW`] plies.
        #[$feature]
        fn low(
            w: &mut Worker<'_>,
            own: u64,
            enemy: u64,
            features: &Features,
            mut alpha: i32,
            beta: i32,
            depth: u32,
        ) -> i32 {
            w.nodes += 1;
            if depth == 0 {
                let empties = (!(own | enemy)).count_ones();
                let moves = [mobility(own, enemy), mobility(enemy, own)].map(u64::count_ones);
                return w.shared.weights.evaluate(features, moves, empties);
            }
            let legal = mobility(own, enemy);
            if legal == 0 {
                if mobility(enemy, own) == 0 {
                    return UNIT * finished(own, enemy);
                }
                return -low(w, enemy, own, &features.passed(), -beta, -alpha, depth);
            }
            let mut best = -FAR;
            for class in CLASSES {
                let mut rest = legal & class;
                while rest != 0 {
                    let square = rest.trailing_zeros();
                    rest &= rest - 1;
                    let turned = flips(own, enemy, square as u8);
                    if turned == enemy {
                        return 64 * UNIT;
                    }
                    let (next, other) = (enemy ^ turned, own | turned | 1 << square);
                    let after = features.after(square, turned);
                    best = best.max(-low(w, next, other, &after, -beta, -alpha, depth - 1));
                    if best >= beta {
                        return best;
                    }
                    alpha = alpha.max(best);
                }
            }
            best
        }

        /// The score of a position within the window, or a bound beyond it.
        #[$feature]
        fn middle(
            w: &mut Worker<'_>,
            own: u64,
            enemy: u64,
            features: &Features,
            alpha: i32,
            beta: i32,
            depth: u32,
        ) -> i32 {
            let empties = (!(own | enemy)).count_ones();
            let solving = depth >= empties;
            if solving && empties <= SOLVE_EMPTIES {
                return to_the_end(w, own, enemy, alpha, beta);
            }
            if depth <= LOW && !solving {
                return low(w, own, enemy, features, alpha, beta, depth);
            }
            w.nodes += 1;
            if w.must_stop() {
                return alpha;
            }
            let legal = mobility(own, enemy);
            if legal == 0 {
                if mobility(enemy, own) == 0 {
                    return UNIT * finished(own, enemy);
                }
                return -middle(w, enemy, own, &features.passed(), -beta, -alpha, depth);
            }
            let null = beta - alpha == 1;
            if null && solving {
                if let Some(bound) = w.stable_bound(own, enemy, alpha.div_euclid(UNIT), empties) {
                    return UNIT * bound;
                }
            }
            let key = key(own, enemy);
            let mut hash_move = Entry::NO_MOVE;
            if let Some(known) = w.shared.middle.get(key) {
                if known.is_good_for(depth, w.selectivity) {
                    let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
                    if lower >= beta || lower == upper {
                        return lower;
                    }
                    if upper <= alpha {
                        return upper;
                    }
                }
                hash_move = known.best;
            }
            if null && depth >= CUT_DEPTH && !w.selectivity.is_full() {
                if let Some(score) = cut(w, own, enemy, features, alpha, depth, empties) {
                    return score;
                }
                if w.stopped {
                    return alpha;
                }
            }
            let first = w.moves.len();
            let mut best = list_middle(w, own, enemy, legal, alpha, beta, depth);
            let mut best_square = Entry::NO_MOVE;
            if best >= beta {
                best_square = w.moves.last().map_or(Entry::NO_MOVE, |m| m.square as u8);
            } else {
                rank_middle(w, own, enemy, features, first, depth, hash_move);
                for i in first..w.moves.len() {
                    let m = next_move(&mut w.moves, i);
                    let (next, other) = (enemy ^ m.turned, own | m.turned | 1 << m.square);
                    let after = features.after(m.square, m.turned);
                    let floor = alpha.max(best);
                    let mut score = floor + 1;
                    if i > first && !null {
                        score = -middle(w, next, other, &after, -floor - 1, -floor, depth - 1);
                    }
                    if i == first || null || (score > floor && score < beta && !w.stopped) {
                        score = -middle(w, next, other, &after, -beta, -floor, depth - 1);
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
            w.shared.middle.put(
                key,
                Known {
                    lower: if best > alpha {
                        best as i16
                    } else {
                        -Known::MOST
                    },
                    upper: if best < beta {
                        best as i16
                    } else {
                        Known::MOST
                    },
                    depth: depth as u8,
                    selectivity: w.selectivity,
                    best: best_square,
                },
            );
            best
        }

        /// The exact score, as far as the window goes.
        #[$feature]
        fn to_the_end(w: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32, beta: i32) -> i32 {
            let floor = alpha.div_euclid(UNIT);
            let ceiling = (beta + UNIT - 1).div_euclid(UNIT);
            UNIT * principal(w, own, enemy, floor, ceiling)
        }

        /// Asks a shallow search whether a deep one would almost surely stay on the same side of the window.
        #[$feature]
        fn cut(
            w: &mut Worker<'_>,
            own: u64,
            enemy: u64,
            features: &Features,
            alpha: i32,
            depth: u32,
            empties: u32,
        ) -> Option<i32> {
            let beta = alpha + 1;
            let margin =
                (w.selectivity.threshold() * w.shared.weights.cuts().spread(empties, depth)) as i32 + 1;
            let shallow = probe_depth(depth);
            w.nodes += 1;
            let moves = [mobility(own, enemy), mobility(enemy, own)].map(u64::count_ones);
            let guess = w.shared.weights.evaluate(features, moves, empties);
            if guess >= beta {
                let bound = beta + margin;
                if bound > MOST {
                    return None;
                }
                let score = middle(w, own, enemy, features, bound - 1, bound, shallow);
                (score >= bound && !w.stopped).then_some(beta)
            } else {
                let bound = alpha - margin;
                if bound < -MOST {
                    return None;
                }
                let score = middle(w, own, enemy, features, bound, bound + 1, shallow);
                (score <= bound && !w.stopped).then_some(alpha)
            }
        }

        /// Lists the moves of a node. A result of `beta` or more is proven, by the last move of the list.
        #[$feature]
        fn list_middle(
            w: &mut Worker<'_>,
            own: u64,
            enemy: u64,
            legal: u64,
            alpha: i32,
            beta: i32,
            depth: u32,
        ) -> i32 {
            let mut best = -FAR;
            let ask = beta - alpha == 1 && depth >= ASK_DEPTH;
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
                    return 64 * UNIT;
                }
                if !ask {
                    continue;
                }
                let (next, other) = (enemy ^ turned, own | turned | 1 << square);
                if let Some(known) = w.shared.middle.get(key(next, other)) {
                    if known.is_good_for(depth - 1, w.selectivity) {
                        let (lower, upper) = (-i32::from(known.upper), -i32::from(known.lower));
                        if lower >= beta {
                            return lower;
                        }
                        if upper <= alpha {
                            best = best.max(upper);
                            w.moves.pop();
                        }
                    }
                }
            }
            best
        }

        /// Ranks the moves of a node from index `first` on.
        #[$feature]
        fn rank_middle(
            w: &mut Worker<'_>,
            own: u64,
            enemy: u64,
            features: &Features,
            first: usize,
            depth: u32,
            hash_move: u8,
        ) {
            if w.moves.len() - first < 2 {
                return;
            }
            let depth = sort_depth(depth);
            for i in first..w.moves.len() {
                let m = w.moves[i];
                if m.square as u8 == hash_move {
                    w.moves[i].rank = i32::MAX;
                    continue;
                }
                let (next, other) = (enemy ^ m.turned, own | m.turned | 1 << m.square);
                let after = features.after(m.square, m.turned);
                let score = -low(w, next, other, &after, -FAR, FAR, depth);
                w.moves[i].rank = score - REPLY * weighted(mobility(next, other));
            }
        }
    };
}
pub(super) use middle_nodes;
