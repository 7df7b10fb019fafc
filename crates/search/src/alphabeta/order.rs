//! Move ordering: the hash move, killer moves, the countermove, then the history heuristic.

use std::hash::{Hash, Hasher};

use damero_games::{Game, Player};

use crate::evaluate::Evaluate;

/// A small number for a move, the same in every position. Two moves may share one; that costs order, never truth.
#[inline]
pub(crate) fn slot<M: Hash>(m: &M) -> u16 {
    let mut hasher = Folding(0);
    m.hash(&mut hasher);
    // Zero means "no move".
    ((hasher.0 >> 47) as u16).max(1)
}

/// A multiplicative hash, fast on the few bytes of a move.
struct Folding(u64);

impl Hasher for Folding {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.write_u64(u64::from(n));
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n.wrapping_add(1)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    #[inline]
    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The move-ordering tables of one thread.
pub(crate) struct Experience {
    killers: Vec<[u16; 2]>,
    history: Box<[[i32; Self::SLOTS]; 2]>,
    answers: Box<[u16; Self::SLOTS]>,
}

impl Experience {
    const SLOTS: usize = 4096;
    const MAX_HISTORY: i32 = 1 << 14;

    pub(crate) fn new(max_ply: usize) -> Self {
        Self {
            killers: vec![[0; 2]; max_ply],
            history: Box::new([[0; Self::SLOTS]; 2]),
            answers: Box::new([0; Self::SLOTS]),
        }
    }

    /// The rank of a move: larger is tried earlier.
    #[inline]
    pub(crate) fn rank<G: Game, E: Evaluate<G>>(
        &self,
        eval: &E,
        game: &G,
        m: G::Move,
        context: &Context,
    ) -> i32 {
        let slot = slot(&m);
        if slot == context.table {
            return i32::MAX;
        }
        let [first, second] = self.killers[context.ply];
        let bonus = if slot == first {
            3 << 20
        } else if slot == second {
            2 << 20
        } else if slot == self.answers[usize::from(context.previous) % Self::SLOTS] {
            1 << 20
        } else {
            0
        };
        let worked = self.history[context.mover.index()][usize::from(slot) % Self::SLOTS];
        // The hints of the game weigh more than the history: a capture comes before a quiet killer move.
        (eval.order(game, m) << 8)
            .saturating_add(bonus)
            .saturating_add(worked)
    }

    /// Records a beta cutoff by `best`, after the other moves failed to cause one.
    pub(crate) fn learn<M: Hash>(&mut self, best: &M, tried: &[M], depth: i32, context: &Context) {
        let best = slot(best);
        let killers = &mut self.killers[context.ply];
        if killers[0] != best {
            *killers = [best, killers[0]];
        }
        self.answers[usize::from(context.previous) % Self::SLOTS] = best;
        let gain = (depth * depth).clamp(1, 400);
        self.credit(context.mover, best, gain);
        for m in tried {
            self.credit(context.mover, slot(m), -gain);
        }
    }

    /// Moves the history of a move by `gain`, less the closer it is to its bound.
    fn credit(&mut self, mover: Player, slot: u16, gain: i32) {
        let history = &mut self.history[mover.index()][usize::from(slot) % Self::SLOTS];
        *history += gain - *history * gain.abs() / Self::MAX_HISTORY;
    }
}

/// Where moves are being ordered.
#[derive(Clone, Copy)]
pub(crate) struct Context {
    /// The slot of the hash move, zero when there is none.
    pub(crate) table: u16,
    /// The slot of the move that led here.
    pub(crate) previous: u16,
    pub(crate) ply: usize,
    pub(crate) mover: Player,
}
