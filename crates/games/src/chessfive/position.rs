//! The state of a game of ChessFive and how moves change it; `game.rs` shows it to the outside.

use serde::Serialize;

use super::history::History;
use super::lines::completes_line;
use super::moves::{Moves, any_move, reach};
use super::pieces::{ChessFiveMove, Kind, Square};
use super::placement::{Placement, piece_key};
use super::rules::ChessFiveRules;
use crate::options::Repetition;
use crate::player::Player;
use crate::zobrist::mix;

/// The two halves of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "ChessFivePhase"))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Pieces are dropped.
    Gravity,
    /// Pieces are moved.
    Chess,
}

/// Whether the game goes on, and if not, why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Status {
    /// It goes on.
    Playing,
    /// The player who moved last completed a line.
    Line,
    /// The side to move has no move.
    Blocked,
    /// The position has stood too often.
    Repeated,
    /// The last ply of phase Chess has been played.
    OutOfPlies,
}

/// Part of every key, so that the empty board has one that is not zero.
const BASE_KEY: u64 = mix(0xc5_00);
/// Part of the key when the second player is to move.
const SECOND_KEY: u64 = mix(0xc5_01);
/// Part of the key in phase Chess: after captures the same pieces could also stand there in phase Gravity.
const CHESS_KEY: u64 = mix(0xc5_02);

/// A game of ChessFive.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ChessFive {
    men: Placement,
    pub(super) key: u64,
    history: History,
    /// Plies played in phase Chess.
    plies: u16,
    to_move: Player,
    phase: Phase,
    status: Status,
    pub(super) rules: ChessFiveRules,
}

impl ChessFive {
    /// The position with these pieces and no past; all that is not on the board is in the hands during phase
    /// Gravity. `line` says that the player who moved last has just completed a line.
    pub(super) fn with_men(
        rules: ChessFiveRules,
        men: Placement,
        to_move: Player,
        phase: Phase,
        plies: u16,
        line: bool,
    ) -> Self {
        let mut game = Self {
            men,
            key: 0,
            history: History::default(),
            plies,
            to_move,
            phase,
            status: Status::Playing,
            rules,
        };
        game.key = game.whole_key();
        game.status = if line { Status::Line } else { game.draws() };
        game
    }

    /// The same game with every bitboard and square changed by a symmetry of the board, past included.
    pub(super) fn mapped(&self, f: impl Fn(u64) -> u64) -> Self {
        let mut game = Self {
            men: self.men.map(&f),
            history: History::default(),
            ..*self
        };
        // Back to the first position that the history knows, then forwards again.
        let square = |square: Square| Square::lowest(f(square.bit()));
        let moves = || self.history.moves().map(|(from, to)| (square(from), square(to)));
        for (from, to) in moves().rev() {
            game.men.shift(to, from);
            game.to_move = game.to_move.other();
        }
        for (from, to) in moves() {
            game.history.push(game.whole_key(), from, to);
            game.men.shift(from, to);
            game.to_move = game.to_move.other();
        }
        game.key = game.whole_key();
        game
    }

    /// The pieces on the board.
    #[inline]
    #[must_use]
    pub const fn men(&self) -> &Placement {
        &self.men
    }

    /// Whether pieces are being dropped or moved.
    #[inline]
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Plies played in phase Chess.
    #[inline]
    #[must_use]
    pub const fn plies(&self) -> u16 {
        self.plies
    }

    /// The side to move, also when the game is over.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    pub(super) const fn status(&self) -> Status {
        self.status
    }

    /// How many pieces of a kind a player still has to drop.
    #[inline]
    #[must_use]
    pub fn in_hand(&self, player: Player, kind: Kind) -> u8 {
        match self.phase {
            Phase::Gravity => {
                let down = self.men.of(player, kind).count_ones() as u8;
                self.rules.board.owned(kind).saturating_sub(down)
            }
            Phase::Chess => 0,
        }
    }

    /// Whether the side to move may drop a piece of this kind now, if it finds a column.
    #[inline]
    #[must_use]
    pub fn may_drop(&self, kind: Kind) -> bool {
        let has = |kind| self.in_hand(self.to_move, kind) > 0;
        has(kind) && !(self.rules.fixed_order && Kind::ALL[..kind.index()].iter().any(|&before| has(before)))
    }

    /// The squares where a dropped piece would come to rest, one in each column that is not full.
    #[inline]
    #[must_use]
    pub const fn landings(&self) -> u64 {
        let occupied = self.men.occupied();
        (occupied << 8 | 0xff) & !occupied & self.rules.board.mask()
    }

    /// The squares where the side to move may put down a piece that moves.
    #[inline]
    pub(super) fn allowed(&self) -> u64 {
        let taken = if self.rules.captures {
            self.men.side(self.to_move)
        } else {
            self.men.occupied()
        };
        !taken & self.rules.board.mask()
    }

    /// Where the piece of the side to move on `square` may go in phase Chess.
    #[inline]
    #[must_use]
    pub fn destinations(&self, square: Square) -> u64 {
        if self.men.side(self.to_move) & square.bit() == 0 {
            return 0;
        }
        reach(self.men.kind_on(square), square, self.men.occupied()) & self.allowed()
    }

    /// The empty squares that the piece on `square` reaches in phase Chess, whoever is to move.
    #[inline]
    #[must_use]
    pub fn reach(&self, square: Square) -> u64 {
        let occupied = self.men.occupied();
        if occupied & square.bit() == 0 {
            return 0;
        }
        reach(self.men.kind_on(square), square, occupied) & !occupied & self.rules.board.mask()
    }

    /// How many times the position has stood in phase Chess, as far as the rules ask for it; at least once.
    #[must_use]
    pub fn times(&self) -> u32 {
        self.history.times(self.key, &self.men)
    }

    /// All moves of the side to move in phase Chess.
    #[inline]
    pub(super) fn steps(&self) -> Moves {
        Moves::new(&self.men, self.to_move, self.allowed())
    }

    pub(super) fn step(&self, from: Square, to: Square) -> ChessFiveMove {
        ChessFiveMove::Step {
            kind: self.men.kind_on(from),
            from,
            to,
            capture: self.men.occupied() & to.bit() != 0,
        }
    }

    /// The kinds that may be dropped, and how many.
    #[inline]
    pub(super) fn droppable(&self) -> ([Kind; 5], usize) {
        let (mut kinds, mut count) = (Kind::ALL, 0);
        for kind in Kind::ALL {
            // Written whether it stays or not: which kinds are left is hard to predict.
            kinds[count.min(4)] = kind;
            count += usize::from(self.may_drop(kind));
        }
        (kinds, count)
    }

    /// The status of a position in which no line has just been completed.
    #[inline]
    fn draws(&self) -> Status {
        if self.phase == Phase::Gravity {
            return Status::Playing;
        }
        let repeated = |times| self.history.reached(times, self.key, &self.men);
        if !any_move(&self.men, self.to_move, self.allowed()) {
            Status::Blocked
        } else if self.rules.repetition.get().is_some_and(repeated) {
            Status::Repeated
        } else if self.plies >= self.rules.last_ply() {
            Status::OutOfPlies
        } else {
            Status::Playing
        }
    }

    /// The key of the position, computed piece by piece.
    pub(super) fn whole_key(&self) -> u64 {
        let side = match self.to_move {
            Player::First => 0,
            Player::Second => SECOND_KEY,
        };
        let phase = match self.phase {
            Phase::Gravity => 0,
            Phase::Chess => CHESS_KEY,
        };
        BASE_KEY ^ self.men.key() ^ side ^ phase
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn advance(&mut self, m: ChessFiveMove) {
        let mover = self.to_move;
        self.to_move = mover.other();
        self.key ^= SECOND_KEY;
        match m {
            ChessFiveMove::Drop { kind, to } => self.play_drop(mover, kind, to),
            ChessFiveMove::Step { kind, from, to, .. } => self.play_step(mover, kind, from, to),
        }
    }

    #[inline]
    fn play_drop(&mut self, mover: Player, kind: Kind, to: Square) {
        self.men.toggle(mover, kind, to.bit());
        self.key ^= piece_key(mover, kind, to);
        let board = self.rules.board;
        if self.men.occupied().count_ones() == 2 * u32::from(board.pieces()) {
            self.phase = Phase::Chess;
            self.key ^= CHESS_KEY;
        }
        let line = self.rules.gravity_win && completes_line(board, self.men.side(mover), to);
        self.status = if line { Status::Line } else { self.draws() };
    }

    #[inline]
    fn play_step(&mut self, mover: Player, kind: Kind, from: Square, to: Square) {
        let before = self.key ^ SECOND_KEY;
        if self.rules.captures && self.men.occupied() & to.bit() != 0 {
            let taken = self.men.kind_on(to);
            self.men.toggle(mover.other(), taken, to.bit());
            self.key ^= piece_key(mover.other(), taken, to);
            self.history.clear();
        } else if self.rules.repetition != Repetition::OFF {
            self.history.push(before, from, to);
        }
        self.men.toggle(mover, kind, from.bit() | to.bit());
        self.key ^= piece_key(mover, kind, from) ^ piece_key(mover, kind, to);
        self.plies += 1;
        let line = completes_line(self.rules.board, self.men.side(mover), to);
        self.status = if line { Status::Line } else { self.draws() };
    }
}
