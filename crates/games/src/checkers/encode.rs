//! Checkers as numbers: planes of pieces, and a fixed index for every move.
//!
//! Indices are in the mover's frame: black's board is turned, so that both colours learn from each other. A step is
//! its square and its direction. A capture is its first square, its last square (a piece that jumps can reach only
//! eight squares) and its rank among the legal captures between the two, of which there are never more than nine: a
//! test walks through all of them.
//!
//! Flying kings have the same number of indices with another meaning, so that networks of American checkers stay as they
//! are: any move is its first square, its last square and one of two ranks, and further ones share what is left.

use super::moves::CheckersMove;
use super::position::Checkers;
use super::rules::CheckersRules;
use super::square::{Dir, Square};
use crate::bits::expand;
use crate::encode::{ActionPlanes, Encode, Encoding, TensorSpec};
use crate::game::{Game, MoveBuf, Turn};
use crate::marks::Marks;
use crate::player::Player;
use crate::symmetry::Symmetry;

const STEPS: usize = 32 * 4;
/// Squares that a jumping piece can reach, its own included.
const REACH: usize = 8;
/// Captures with the same first and last squares: three ways round, in six orders if all are taken, or one of them
/// and then away. Where the longest is compulsory only the six remain.
const RANKS: usize = 9;

/// The first of the indices of flying kings that are not told by their squares.
const FURTHER: usize = 32 * 32 * FLYING_RANKS;
/// So many moves of flying kings between the same squares have an index of their own. There is one step at most, and seldom
/// more than one capture.
const FLYING_RANKS: usize = 2;

/// Ways from the first to the last square of a capture: up to three jumps along rows and columns, both odd or both even.
const WAYS: usize = 25;

/// The rank of every square among those that a jumping piece can reach from it.
const CLASS_RANK: [usize; 32] = class_ranks();

const fn class_ranks() -> [usize; 32] {
    let mut ranks = [0; 32];
    let mut square = 0;
    while square < 32 {
        let mut other = 0;
        while other < square {
            if class(other) == class(square) {
                ranks[square] += 1;
            }
            other += 1;
        }
        square += 1;
    }
    ranks
}

/// Jumps go two rows and two columns, so that a piece stays in one of four classes of squares.
const fn class(square: usize) -> usize {
    let (row, half) = (square / 4, square % 4);
    row % 2 * 2 + (row / 2 + half) % 2
}

/// The way from a square to another that a jumping piece can reach.
const fn jumped(from: usize, to: usize) -> usize {
    let (Some(from), Some(to)) = (Square::new(from as u8), Square::new(to as u8)) else {
        return 0;
    };
    let [rows, columns] = [
        (6 + to.row() - from.row()) / 2,
        (6 + to.column() - from.column()) / 2,
    ];
    (rows as usize * 7 + columns as usize) / 2
}

impl Encode for Checkers {
    const ENCODINGS: &'static [Encoding] = &[
        // Own men, own kings, enemy men, enemy kings; turned for black, so that own men go towards row 0.
        Encoding {
            name: "seed",
            binary: true,
            tensors: &[TensorSpec {
                name: "board",
                shape: &[4, 8, 8],
            }],
        },
        // Red men, red kings, black men, black kings; never turned.
        Encoding {
            name: "absolute",
            binary: true,
            tensors: &[TensorSpec {
                name: "board",
                shape: &[4, 8, 8],
            }],
        },
        // As `seed`, then three even planes: 1 when the observer is red; how near the draw by repetition is, and
        // how near the draw without progress is, from 0 to 1.
        Encoding {
            name: "full",
            binary: false,
            tensors: &[TensorSpec {
                name: "board",
                shape: &[7, 8, 8],
            }],
        },
    ];
    const ACTIONS: usize = STEPS + 32 * REACH * RANKS;

    fn observe(&self, encoding: usize, out: &mut [f32]) {
        let Encoding { name, .. } = Self::ENCODINGS[encoding];
        assert_eq!(
            out.len(),
            Self::ENCODINGS[encoding].len(),
            "the observation has a fixed size"
        );
        let observer = match self.turn().player() {
            _ if name == "absolute" => Player::First,
            Some(player) => player,
            None => self.to_move().other(),
        };
        let mut planes = out.chunks_exact_mut(64);
        for player in [observer, observer.other()] {
            for pieces in [self.men(player), self.kings(player)] {
                let Some(plane) = planes.next() else { return };
                let cells = cells(pieces);
                expand(
                    match observer {
                        Player::First => cells,
                        Player::Second => cells.reverse_bits(),
                    },
                    plane,
                );
            }
        }
        if planes.len() == 0 {
            return;
        }
        let share = |count: u32, limit: Option<u16>| match limit {
            Some(limit) if count > 0 => (count as f32 / f32::from(limit)).min(1.0),
            _ => 0.0,
        };
        let rules = self.rules();
        let facts = [
            f32::from(observer == Player::First),
            share(
                self.occurrences() - 1,
                rules.repetition.get().map(|limit| limit - 1),
            ),
            share(self.idle(), rules.no_progress.get()),
        ];
        for (plane, fact) in planes.zip(facts) {
            plane.fill(fact);
        }
    }

    fn action_index(&self, m: CheckersMove) -> usize {
        let mut legal = MoveBuf::new();
        if m.is_capture() || self.rules().flying() {
            self.moves(&mut legal);
        }
        self.index_among(&legal, m)
    }

    fn action_indices(&self, legal: &[CheckersMove], out: &mut Vec<usize>) {
        out.clear();
        out.extend(legal.iter().map(|&m| self.index_among(legal, m)));
    }

    /// Four planes of steps and two by 25 of captures, on the square where the piece stands. A capture is where it leads,
    /// seen from there; the first between two squares has a plane of its own, all others, which are rare, share one.
    fn action_planes() -> Option<ActionPlanes> {
        let place = |action: usize| {
            let (from, plane) = match action.checked_sub(STEPS) {
                None => (action / 4, action % 4),
                Some(capture) => {
                    let (from, rank) = (capture / RANKS / REACH, capture % RANKS);
                    let to = (0..32)
                        .find(|&to| class(to) == class(from) && CLASS_RANK[to] == capture / RANKS % REACH);
                    let way = to.map_or(0, |to| jumped(from, to));
                    (from, 4 + usize::from(rank > 0) * WAYS + way)
                }
            };
            let square = Square::new(from as u8)?;
            let cell = usize::from(square.row()) * 8 + usize::from(square.column());
            Some((plane * 64 + cell) as u32)
        };
        Some(ActionPlanes {
            shape: [4 + 2 * WAYS, 8, 8],
            places: (0..Self::ACTIONS).map(place).collect(),
        })
    }

    /// Flying kings have more moves from a square than there are planes.
    fn planes_fit(rules: &CheckersRules) -> bool {
        !rules.flying()
    }

    fn action(&self, index: usize) -> Option<CheckersMove> {
        self.action_with(index, &mut MoveBuf::new())
    }

    /// A step is found without listing the moves.
    fn action_with(&self, index: usize, buf: &mut MoveBuf<CheckersMove>) -> Option<CheckersMove> {
        let Turn::Player(mover) = self.turn() else {
            return None;
        };
        if index >= STEPS || self.family {
            self.moves(buf);
            let has_index = |m: &CheckersMove| self.index_among(buf, *m) == index;
            return buf.iter().copied().find(has_index);
        }
        let from = own_view(mover, Square::new((index / 4) as u8)?);
        let dir = Dir::ALL[own_dir(mover, index % 4)];
        let legal = !self.must_capture() && self.side().movers(dir) & from.bit() != 0;
        legal.then(|| CheckersMove::step(from.place(), dir))
    }

    fn mark_legal<M: Marks + ?Sized>(&self, marks: &mut M, buf: &mut MoveBuf<CheckersMove>) {
        let Turn::Player(mover) = self.turn() else {
            return;
        };
        if self.must_capture() || self.family {
            self.moves(buf);
            for &m in &*buf {
                marks.mark(self.index_among(buf, m));
            }
            return;
        }
        let mut steps = [0; 2];
        for dir in Dir::ALL {
            let squares = squares(self.side().movers(dir));
            let squares = match mover {
                Player::First => squares,
                Player::Second => squares.reverse_bits(),
            };
            for (half, steps) in steps.iter_mut().enumerate() {
                *steps |= fourths((squares >> (16 * half)) as u16) << own_dir(mover, dir as usize);
            }
        }
        marks.mark_all(0, steps[0]);
        marks.mark_all(64, steps[1]);
    }
}

/// The bits of a bitboard by the indices of their squares: without the unused bits.
const fn squares(bits: u64) -> u32 {
    (bits & 0xff | bits >> 1 & 0xff00 | bits >> 2 & 0xff_0000 | bits >> 3 & 0xff00_0000) as u32
}

/// The bits of a bitboard as a board of 64 cells, row by row.
const fn cells(bits: u64) -> u64 {
    let bytes = spread(
        spread(squares(bits) as u64, 16, 0xffff_0000_ffff),
        8,
        0x00ff_00ff_00ff_00ff,
    );
    let pairs = spread(spread(bytes, 4, 0x0f0f_0f0f_0f0f_0f0f), 2, 0x3333_3333_3333_3333);
    let cells = spread(pairs, 1, 0x5555_5555_5555_5555);
    // In rows 0, 2, 4, 6 the playing squares begin with the second.
    let even = 0x00ff_00ff_00ff_00ff;
    (cells & even) << 1 | cells & !even
}

/// Sixteen bits, four places apart.
const fn fourths(bits: u16) -> u64 {
    let fours = spread(spread(bits as u64, 24, 0xff_0000_00ff), 12, 0x000f_000f_000f_000f);
    spread(spread(fours, 6, 0x0303_0303_0303_0303), 3, 0x1111_1111_1111_1111)
}

/// Moves the upper half of each group of bits up, to where the mask has room for it.
const fn spread(bits: u64, shift: u32, mask: u64) -> u64 {
    (bits | bits << shift) & mask
}

/// A direction as a player sees it from the own side of the board, and back.
const fn own_dir(player: Player, dir: usize) -> usize {
    match player {
        Player::First => dir,
        Player::Second => 3 - dir,
    }
}

impl Checkers {
    /// The index of a move among all legal moves.
    fn index_among(&self, legal: &[CheckersMove], m: CheckersMove) -> usize {
        let mover = self.to_move();
        let from = usize::from(own_view(mover, m.from()).index());
        if self.rules().flying() {
            return self.flying_index(legal, m);
        }
        if !m.is_capture() {
            let dir = m.dirs().next().map_or(0, |dir: Dir| dir as usize);
            return 4 * from + own_dir(mover, dir);
        }
        let to = usize::from(own_view(mover, m.to()).index());
        let mut rivals = legal
            .iter()
            .filter(|other| other.from == m.from && other.to == m.to);
        // On the turned board the list would come in the opposite order.
        let rank = match mover {
            Player::First => rivals.position(|&other| other == m),
            Player::Second => rivals.rev().position(|&other| other == m),
        };
        STEPS + (from * REACH + CLASS_RANK[to]) * RANKS + rank.unwrap_or_default()
    }
}

impl Checkers {
    /// The index of a move where kings fly.
    fn flying_index(&self, legal: &[CheckersMove], m: CheckersMove) -> usize {
        let own = |square| own_view(self.to_move(), square);
        let path = |m: CheckersMove| m.path().map(own);
        let rank = |m: CheckersMove| {
            let rivals = legal
                .iter()
                .filter(|other| other.from == m.from && other.to == m.to);
            rivals.filter(|&&other| path(other).lt(path(m))).count()
        };
        let squares = 32 * usize::from(own(m.from()).index()) + usize::from(own(m.to()).index());
        match rank(m) {
            rank if rank < FLYING_RANKS => squares * FLYING_RANKS + rank,
            // In the order of their paths, so that a turned board has the same indices.
            _ => {
                let further = legal.iter().filter(|&&other| path(other).lt(path(m)));
                FURTHER + further.filter(|&&other| rank(other) >= FLYING_RANKS).count()
            }
        }
    }
}

/// A square as a player sees it from the own side of the board.
const fn own_view(player: Player, square: Square) -> Square {
    match player {
        Player::First => square,
        Player::Second => square.turned(),
    }
}

/// Turning the board and exchanging the colours is no symmetry of a position with a side to move, and the diagonals
/// leave no mirror: there is only the identity.
impl Symmetry for Checkers {}
