//! One thread of the search: principal-variation search over a shared transposition table.

use damero_games::{Game, MoveBuf, Player, Turn, perft::after};

use super::Options;
use super::order::{Context, Experience, slot};
use super::table::{Bound, Entry, TranspositionTable};
use crate::evaluate::Evaluate;
use crate::limits::Meter;
use crate::score::Score;

/// The longest principal variation.
pub(crate) const MAX_PLY: usize = 256;

/// The greatest depth of quiescence search, in plies.
const MAX_EXTENSION: i32 = 24;

/// The state of one thread.
pub(crate) struct Worker<'a, G: Game, E> {
    pub(crate) eval: &'a E,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) options: Options,
    pub(crate) meter: Meter,
    experience: Experience,
    bufs: Vec<Scratch<G::Move>>,
    /// `lines[ply]` is the principal variation from that ply on.
    lines: Vec<Vec<G::Move>>,
}

/// The moves of a node with their ranks, reused from node to node.
struct Scratch<M> {
    moves: MoveBuf<M>,
    ranks: Vec<i32>,
}

impl<M> Default for Scratch<M> {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            ranks: Vec::new(),
        }
    }
}

/// The alpha-beta window, for the player to move at a node.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const FULL: Self = Self {
        alpha: Score::INFINITY.for_opponent(),
        beta: Score::INFINITY,
    };

    const fn for_opponent(self) -> Self {
        Self {
            alpha: self.beta.for_opponent(),
            beta: self.alpha.for_opponent(),
        }
    }

    /// The null window above `alpha`.
    const fn above(alpha: Score) -> Self {
        Self {
            alpha,
            beta: alpha.next(),
        }
    }

    fn is_narrow(self) -> bool {
        self.beta == self.alpha.next()
    }
}

impl<'a, G: Game, E: Evaluate<G>> Worker<'a, G, E> {
    pub(crate) fn new(eval: &'a E, table: &'a TranspositionTable, options: Options, meter: Meter) -> Self {
        Self {
            eval,
            table,
            options,
            meter,
            experience: Experience::new(MAX_PLY + 1),
            bufs: (0..=MAX_PLY).map(|_| Scratch::default()).collect(),
            lines: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// The principal variation from the position after `ply` moves.
    pub(crate) fn pv(&self, ply: usize) -> &[G::Move] {
        &self.lines[ply]
    }

    /// The score for `mover` of the position `next` that a move of `mover` led to, `ply` plies below the root.
    pub(crate) fn child(
        &mut self,
        next: &G,
        mover: Player,
        window: Window,
        depth: i32,
        ply: usize,
        previous: u16,
    ) -> Score {
        self.lines[ply].clear();
        match next.turn() {
            Turn::Over(outcome) => {
                self.meter.tick();
                Score::ended(outcome.pov(mover), ply as u32)
            }
            Turn::Chance => {
                self.meter.tick();
                self.eval.evaluate(next, mover)
            }
            Turn::Player(player) if player == mover => self.node(next, mover, window, depth, ply, previous),
            Turn::Player(player) => self
                .node(next, player, window.for_opponent(), depth, ply, previous)
                .for_opponent(),
        }
    }

    /// The score for `mover` of a position in which `mover` is to move.
    fn node(
        &mut self,
        game: &G,
        mover: Player,
        mut window: Window,
        depth: i32,
        ply: usize,
        previous: u16,
    ) -> Score {
        if self.meter.tick() {
            return Score::DRAW;
        }
        let rest =
            depth <= 0 && (!self.options.extend || depth <= -MAX_EXTENSION || self.eval.is_quiet(game));
        if rest || ply >= MAX_PLY {
            return self.eval.evaluate(game, mover);
        }
        // Mate-distance pruning: a proven win cannot be improved by a later one.
        window.alpha = window.alpha.max(Score::LOSS.plus(ply as i32));
        window.beta = window.beta.min(Score::WIN.plus(-(ply as i32) - 1));
        if window.alpha >= window.beta {
            return window.alpha;
        }

        let key = game.key();
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| window.is_narrow() && self.is_deep_enough(entry, depth)) {
            let score = entry.score.to_root(ply as u32);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= window.beta,
                Bound::Upper => score <= window.alpha,
            };
            if cuts {
                return score;
            }
        }

        let context = Context {
            table: known.map_or(0, |entry| entry.best),
            previous,
            ply,
            mover,
        };
        let mut scratch = std::mem::take(&mut self.bufs[ply]);
        self.sort(game, &mut scratch, &context);
        let score = self.best_of(game, &mut scratch, window, depth, &context, key);
        self.bufs[ply] = scratch;
        score
    }

    fn is_deep_enough(&self, entry: &Entry, depth: i32) -> bool {
        let depth = depth.max(0);
        if self.options.same_depth_only {
            i32::from(entry.depth) == depth
        } else {
            i32::from(entry.depth) >= depth
        }
    }

    fn sort(&self, game: &G, scratch: &mut Scratch<G::Move>, context: &Context) {
        game.moves(&mut scratch.moves);
        scratch.ranks.clear();
        scratch.ranks.extend(
            scratch
                .moves
                .iter()
                .map(|&m| self.experience.rank(self.eval, game, m, context)),
        );
    }

    /// Tries the moves in order and stores what was found.
    fn best_of(
        &mut self,
        game: &G,
        scratch: &mut Scratch<G::Move>,
        window: Window,
        depth: i32,
        context: &Context,
        key: u64,
    ) -> Score {
        let ply = context.ply;
        let mut alpha = window.alpha;
        let mut best = Score::INFINITY.for_opponent();
        let mut best_slot = 0;
        for i in 0..scratch.moves.len() {
            bring_best_forward(scratch, i);
            let m = scratch.moves[i];
            let score = self.try_move(
                game,
                m,
                i,
                Window {
                    alpha,
                    beta: window.beta,
                },
                depth,
                context,
            );
            if self.meter.stopped() {
                return best.max(score);
            }
            if score > best {
                best = score;
                best_slot = slot(&m);
            }
            if score > alpha {
                alpha = score;
                self.extend_line(ply, m);
            }
            if alpha >= window.beta {
                self.experience.learn(&m, &scratch.moves[..i], depth, context);
                break;
            }
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let depth = depth.clamp(0, 255) as u8;
        self.table.put(
            key,
            Entry {
                score: best.from_root(ply as u32),
                bound,
                depth,
                best: best_slot,
            },
        );
        best
    }

    /// The first move gets the full window. The others are searched with a null window first, late ones with reduced
    /// depth.
    fn try_move(
        &mut self,
        game: &G,
        m: G::Move,
        i: usize,
        window: Window,
        depth: i32,
        context: &Context,
    ) -> Score {
        let next = after(game, m);
        let (ply, mover, previous) = (context.ply + 1, context.mover, slot(&m));
        if i == 0 {
            return self.child(&next, mover, window, depth - 1, ply, previous);
        }
        let narrow = Window::above(window.alpha);
        let reduction = self.reduction(i, depth);
        let mut score = self.child(&next, mover, narrow, depth - 1 - reduction, ply, previous);
        if score > window.alpha && reduction > 0 && !self.meter.stopped() {
            score = self.child(&next, mover, narrow, depth - 1, ply, previous);
        }
        if score > window.alpha && score < window.beta && !self.meter.stopped() {
            score = self.child(&next, mover, window, depth - 1, ply, previous);
        }
        score
    }

    fn reduction(&self, i: usize, depth: i32) -> i32 {
        if !self.options.reduce || !E::REDUCE || depth < 3 || i < 4 {
            return 0;
        }
        let reduction = 0.4 + f64::from(depth).ln() * (i as f64).ln() / 2.6;
        (reduction as i32).clamp(0, depth - 2)
    }

    /// The principal variation at `ply` becomes `m` and the one after it.
    fn extend_line(&mut self, ply: usize, m: G::Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let pv = &mut before[ply];
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&after[0]);
    }
}

/// Puts the best-ranked of the moves from `i` on in place `i`: few nodes ever need more than the first.
fn bring_best_forward<M>(scratch: &mut Scratch<M>, i: usize) {
    let ranks = scratch.ranks[i..].iter().enumerate();
    // The first of equals, so that the game's own order decides.
    if let Some((offset, _)) = ranks.max_by_key(|&(place, rank)| (*rank, std::cmp::Reverse(place))) {
        scratch.moves.swap(i, i + offset);
        scratch.ranks.swap(i, i + offset);
    }
}
