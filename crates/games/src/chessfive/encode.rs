//! ChessFive as numbers: planes and counts seen by the side to move, drops and steps as actions, and the symmetries
//! of the board.

use super::pieces::{ChessFiveMove, Kind, Square};
use super::position::{ChessFive, Phase};
use super::rules::BoardSize;
use crate::bits::{expand, transpose};
use crate::encode::{ActionPlanes, Encode, Encoding, TensorSpec};
use crate::game::{Game, MoveBuf, Turn};
use crate::marks::Marks;
use crate::symmetry::Symmetry;

/// Drops come first: five kinds by eight columns. A step has the index `DROPS + 64 * from + to`.
const DROPS: usize = 40;

impl Encode for ChessFive {
    /// `board`: own rooks, knights, bishops, queens, kings, then the enemy's, then the squares that exist; ranks from
    /// 1 up to 8. `counts`: own hand by kind, enemy hand by kind, 1 in phase Chess, the part of its plies played, and
    /// how often the position has stood before, as a part of what the rules allow.
    const ENCODINGS: &'static [Encoding] = &[Encoding {
        name: "planes",
        binary: false,
        tensors: &[
            TensorSpec {
                name: "board",
                shape: &[11, 8, 8],
            },
            TensorSpec {
                name: "counts",
                shape: &[13],
            },
        ],
    }];
    const ACTIONS: usize = DROPS + 64 * 64;

    fn observe(&self, encoding: usize, out: &mut [f32]) {
        assert_eq!(
            out.len(),
            Self::ENCODINGS[encoding].len(),
            "the observation has a fixed size"
        );
        let viewer = match self.turn() {
            Turn::Over(_) => self.to_move().other(),
            Turn::Player(_) | Turn::Chance => self.to_move(),
        };
        let views = [viewer, viewer.other()].map(|player| Kind::ALL.map(|kind| (player, kind)));
        let (board, counts) = out.split_at_mut(11 * 64);
        let pieces = views
            .iter()
            .flatten()
            .map(|&(player, kind)| self.men().of(player, kind));
        for (plane, bits) in board
            .chunks_exact_mut(64)
            .zip(pieces.chain([self.rules().board.mask()]))
        {
            expand(bits, plane);
        }
        let hands = views
            .iter()
            .flatten()
            .map(|&(player, kind)| f32::from(self.in_hand(player, kind)));
        let phase = f32::from(u8::from(self.phase() == Phase::Chess));
        let played = f32::from(self.plies()) / f32::from(self.rules().last_ply());
        let repeated = self
            .rules()
            .repetition
            .get()
            .map_or(0.0, |allowed| (self.times() - 1) as f32 / f32::from(allowed - 1));
        for (count, value) in counts.iter_mut().zip(hands.chain([phase, played, repeated])) {
            *count = value;
        }
    }

    fn action_index(&self, m: ChessFiveMove) -> usize {
        match m {
            ChessFiveMove::Drop { kind, to } => 8 * kind.index() + usize::from(to.file()),
            ChessFiveMove::Step { from, to, .. } => {
                DROPS + 64 * usize::from(from.index()) + usize::from(to.index())
            }
        }
    }

    /// A plane for each way to go, on the square where the piece stands. Where a dropped piece falls depends on the
    /// column, so that drops are no square's.
    fn action_planes() -> Option<ActionPlanes> {
        let step = |step: u32| {
            let (from, to) = (step / 64, step % 64);
            let way = |to: u32, from: u32| i64::from(to) - i64::from(from);
            let plane = plane_of(way(to / 8, from / 8), way(to % 8, from % 8));
            // What no piece can do may be anywhere.
            Some(plane.unwrap_or(0) * 64 + from)
        };
        Some(ActionPlanes {
            shape: [8 * 7 + 8, 8, 8],
            places: [None; DROPS].into_iter().chain((0..64 * 64).map(step)).collect(),
        })
    }

    fn action(&self, index: usize) -> Option<ChessFiveMove> {
        let m = if index < DROPS {
            let column = 0x0101_0101_0101_0101 << (index % 8);
            ChessFiveMove::Drop {
                kind: Kind::ALL[index / 8],
                to: Square::all(self.landings() & column).next()?,
            }
        } else {
            let step = index - DROPS;
            let from = Square::new(u8::try_from(step / 64).ok()?)?;
            let to = Square::new((step % 64) as u8)?;
            let (_, kind) = self.men().at(from)?;
            ChessFiveMove::Step {
                kind,
                from,
                to,
                capture: self.men().at(to).is_some(),
            }
        };
        self.is_legal(m).then_some(m)
    }

    fn mark_legal<M: Marks + ?Sized>(&self, marks: &mut M, _: &mut MoveBuf<ChessFiveMove>) {
        match (self.turn(), self.phase()) {
            (Turn::Over(_) | Turn::Chance, _) => {}
            (Turn::Player(_), Phase::Gravity) => {
                // All ranks on one: which columns have room.
                let columns = (0..8).fold(0, |columns, rank| columns | self.landings() >> (8 * rank) & 0xff);
                for kind in Kind::ALL.into_iter().filter(|&kind| self.may_drop(kind)) {
                    marks.mark_all(8 * kind.index(), columns);
                }
            }
            (Turn::Player(player), Phase::Chess) => {
                for from in Square::all(self.men().side(player)) {
                    marks.mark_all(DROPS + 64 * usize::from(from.index()), self.destinations(from));
                }
            }
        }
    }
}

/// The plane of a way to go: eight directions by seven distances, then the eight leaps of a knight.
fn plane_of(rows: i64, columns: i64) -> Option<u32> {
    let sign = |way: i64| way.signum() + 1;
    let distance = rows.abs().max(columns.abs());
    let straight = rows == 0 || columns == 0 || rows.abs() == columns.abs();
    let plane = match (rows.abs(), columns.abs()) {
        (0, 0) => return None,
        (1, 2) | (2, 1) => 56 + sign(rows) + sign(columns) / 2 + 4 * (rows.abs() - 1),
        _ if straight => {
            let direction = 3 * sign(rows) + sign(columns);
            // The middle of the nine is standing still.
            (direction - i64::from(direction > 4)) * 7 + distance - 1
        }
        _ => return None,
    };
    u32::try_from(plane).ok()
}

/// Symmetry `s` transposes the board if bit 2 is set, then mirrors left and right if bit 0 is, then turns it upside
/// down if bit 1 is. While pieces fall there are only the first two.
impl Symmetry for ChessFive {
    fn symmetries(&self) -> usize {
        match self.phase() {
            Phase::Gravity => 2,
            Phase::Chess => 8,
        }
    }

    fn inverse(&self, s: usize) -> usize {
        // Undoing a transposition last makes the two mirrors change places.
        if s & 4 == 0 {
            s
        } else {
            4 | (s & 1) << 1 | (s & 2) >> 1
        }
    }

    fn map(&self, s: usize) -> Self {
        let board = self.rules().board;
        self.mapped(|bits| map_bits(board, s, bits))
    }

    fn map_move(&self, s: usize, m: ChessFiveMove) -> ChessFiveMove {
        let board = self.rules().board;
        let map = |square: Square| Square::lowest(map_bits(board, s, square.bit()));
        match m {
            ChessFiveMove::Drop { kind, to } => ChessFiveMove::Drop { kind, to: map(to) },
            ChessFiveMove::Step {
                kind,
                from,
                to,
                capture,
            } => ChessFiveMove::Step {
                kind,
                from: map(from),
                to: map(to),
                capture,
            },
        }
    }
}

/// The frame is turned as a whole; a board that does not fill it is then moved back into its corner.
fn map_bits(board: BoardSize, s: usize, bits: u64) -> u64 {
    let margin = 8 - board.side();
    let bits = if s & 4 == 0 { bits } else { transpose(bits) };
    let bits = if s & 1 == 0 {
        bits
    } else {
        bits.reverse_bits().swap_bytes() >> margin
    };
    if s & 2 == 0 {
        bits
    } else {
        bits.swap_bytes() >> (8 * margin)
    }
}
