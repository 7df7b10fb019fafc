//! The state of a game of checkers, how moves change it, and when it is over.

use rand_core::Rng;

use super::board::{Board, Piece, Side};
use super::captures::{CaptureCounter, Jumping};
use super::family::Family;
use super::moves::CheckersMove;
use super::rules::{CheckersRules, MutualBlock, NoProgressReset};
use super::square::Square;
use super::steps::Pair;
use crate::game::{Game, MoveBuf};
use crate::outcome::Outcome;
use crate::player::Player;
use crate::random::below;

/// Games that no option ends are cut short after so many plies, so that every game is finite.
pub(super) const LAST_PLY: u32 = 65_536;

/// Why the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum End {
    NotYet,
    NoPieces,
    Blocked,
    MutualBlock,
    Repetition,
    NoProgress,
    Steps,
}

/// What a move does to the board, and what of it matters to the draws by the past.
pub(super) struct Made {
    next: Side,
    capture: bool,
    man: bool,
}

impl Made {
    /// By a legal move of `side`, whose colour is a constant where this is called.
    #[inline(always)]
    pub(super) const fn new(side: Side, m: CheckersMove) -> Self {
        Self {
            next: side.after(m),
            capture: m.is_capture(),
            man: side.kings >> m.from & 1 == 0,
        }
    }
}

/// A game of checkers. Red has the first seat, whoever moves first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Checkers {
    pub(super) board: Board,
    /// The pieces of the side to move that can capture; kept because everything asks for it.
    pub(super) jumpers: u64,
    /// The positions before this one, back to the last move that cannot be undone. Empty while men move, so that
    /// copies are cheap; empty also when the rules do not ask for it.
    pub(super) history: Vec<Board>,
    ply: u32,
    /// Plies without progress; counted only when the rules ask for it.
    idle: u32,
    pub(super) to_move: Player,
    pub(super) end: End,
    pub(super) rules: CheckersRules,
    /// Whether moves come from the generator of the whole family, which American checkers does not need.
    pub(super) family: bool,
}

impl Checkers {
    /// A position without a past.
    pub(super) fn with_board(board: Board, to_move: Player, rules: CheckersRules) -> Self {
        let mut game = Self {
            board,
            jumpers: 0,
            history: Vec::new(),
            ply: 0,
            idle: 0,
            to_move,
            end: End::NotYet,
            family: !rules.is_american(),
            rules,
        };
        game.refresh();
        game
    }

    /// What stands on a square.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.board.piece(square)
    }

    /// The pieces of a player, kings included, as a bitboard; see [`Square::bit`].
    #[inline]
    #[must_use]
    pub const fn pieces(&self, player: Player) -> u64 {
        self.board.sides[player.index()]
    }

    /// The kings of a player as a bitboard.
    #[inline]
    #[must_use]
    pub const fn kings(&self, player: Player) -> u64 {
        self.board.sides[player.index()] & self.board.kings
    }

    /// The men of a player as a bitboard.
    #[inline]
    #[must_use]
    pub const fn men(&self, player: Player) -> u64 {
        self.board.sides[player.index()] & !self.board.kings
    }

    /// Eight rows of eight codes from the top: 0 for nothing, 1 and 2 for a red man and king, -1 and -2 for a black man and
    /// king; on the board with the dark corner at the left, whatever the rules.
    #[must_use]
    pub fn cells(&self) -> [[i8; 8]; 8] {
        let mut cells = [[0; 8]; 8];
        for square in (0..32).filter_map(Square::new) {
            if let Some(Piece { player, king }) = self.piece(square) {
                let code = if king { 2 } else { 1 };
                cells[usize::from(square.row())][usize::from(square.column())] = match player {
                    Player::First => code,
                    Player::Second => -code,
                };
            }
        }
        cells
    }

    /// The side to move, also when the game is over.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Player {
        self.to_move
    }

    /// Whether the side to move has to capture.
    #[inline]
    #[must_use]
    pub const fn must_capture(&self) -> bool {
        self.jumpers != 0
    }

    /// How many single steps the pieces of a player could make, captures left aside, were it that player's turn.
    #[inline]
    #[must_use]
    pub const fn steps(&self, player: Player) -> u32 {
        self.board.side(player).count_steps()
    }

    /// How many moves were made since the position was set up.
    #[inline]
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// Plies without progress; always 0 when the rules set no limit on them.
    #[inline]
    #[must_use]
    pub const fn idle(&self) -> u32 {
        self.idle
    }

    /// Whether a legal move crowns a man, wherever it ends.
    #[inline]
    #[must_use]
    pub const fn crowns(&self, m: CheckersMove) -> bool {
        self.side().crowns(m)
    }

    /// How often this position has occurred, this time included; always 1 when the rules do not limit repetition.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        if self.history.len() < 4 {
            return 1;
        }
        // Two plies back the mover's last piece stood elsewhere, so the first candidate is four back.
        let earlier = self.history.iter().rev().skip(3).step_by(2);
        1 + earlier.filter(|&&board| board == self.board).count() as u32
    }

    #[inline(always)]
    pub(super) const fn side(&self) -> Side {
        self.board.side(self.to_move)
    }

    /// How many pieces the longest capture takes; 0 when there is none.
    pub(super) fn longest_capture(&self) -> usize {
        let mut tally = CaptureCounter::new(true);
        self.side()
            .captures(Jumping::new(&self.rules), self.jumpers, &mut tally);
        usize::from(tally.best)
    }

    /// Draws a legal move by lot and hands it on. Steps and the common captures are drawn without listing them.
    ///
    /// The move goes to `then` from each branch apart, so that what follows knows which kind of move it has.
    #[inline(always)]
    pub(super) fn draw<R: Rng + ?Sized, T>(
        &self,
        side: Side,
        rng: &mut R,
        buf: &mut MoveBuf<CheckersMove>,
        then: impl Fn(CheckersMove) -> T,
    ) -> T {
        if self.family {
            self.moves(buf);
            return then(buf[below(rng, buf.len() as u32) as usize]);
        }
        let forward = side.forward();
        if self.jumpers == 0 {
            let ahead = Pair::new(forward, side.movers(forward[0]), side.movers(forward[1]));
            if side.own & side.kings == 0 {
                let (from, dir) = ahead.get(below(rng, ahead.count()));
                return then(CheckersMove::step(from, dir));
            }
            let [left, right] = side.backward();
            let back = Pair::new([left, right], side.movers(left), side.movers(right));
            let k = below(rng, ahead.count() + back.count());
            let (from, dir) = match k.checked_sub(ahead.count()) {
                None => ahead.get(k),
                Some(k) => back.get(k),
            };
            return then(CheckersMove::step(from, dir));
        }
        let jumps = side.single_jumps(Jumping::new(&self.rules), self.jumpers);
        if let (Some([left, right]), false) = (jumps, self.rules.thins_out()) {
            let ahead = Pair::new(forward, left, right);
            let k = if ahead.count() == 1 {
                0
            } else {
                below(rng, ahead.count())
            };
            let (from, dir) = ahead.get(k);
            return then(CheckersMove::rest(from).jump(dir, dir.step(1 << from)));
        }
        self.moves(buf);
        let k = if buf.len() == 1 {
            0
        } else {
            below(rng, buf.len() as u32)
        };
        then(buf[k as usize])
    }

    /// Goes on to the board `next`, which a move of the given kind has brought about.
    #[inline(always)]
    pub(super) fn enter(&mut self, Made { next, capture, man }: Made) {
        if capture || man {
            self.history.clear();
        } else if self.rules.repetition.get().is_some() {
            self.history.push(self.board);
        }
        if self.rules.no_progress.get().is_some() || self.family && self.rules.draws_endings() {
            let reset = capture || man && self.rules.no_progress_reset == NoProgressReset::CaptureOrMan;
            self.idle = if reset { 0 } else { self.idle + 1 };
        }
        self.board = next.board();
        self.to_move = self.to_move.other();
        self.ply += 1;
        self.look(next);
    }

    /// Works out what the side to move can do, and whether the game is over.
    #[inline]
    fn refresh(&mut self) {
        match self.to_move {
            Player::First => self.look(self.board.side(Player::First)),
            Player::Second => self.look(self.board.side(Player::Second)),
        }
    }

    #[inline(always)]
    fn look(&mut self, side: Side) {
        self.jumpers = self.able(side);
        self.end = if self.jumpers == 0 && !side.can_step() {
            self.stuck()
        } else if side.enemy == 0 {
            End::NoPieces
        } else if self.ply == 0 {
            End::NotYet
        } else {
            self.limit()
        };
    }

    /// The pieces of a side that can capture.
    #[inline(always)]
    fn able(&self, side: Side) -> u64 {
        if self.family {
            Family::new(side, &self.rules).jumpers()
        } else {
            side.jumpers(self.rules.men_capture_backward)
        }
    }

    /// How the game ends for a side that cannot move.
    fn stuck(&self) -> End {
        let side = self.side();
        let other = side.other();
        if side.own == 0 || side.enemy == 0 {
            End::NoPieces
        } else if self.rules.mutual_block == MutualBlock::Draw && !other.can_step() && self.able(other) == 0 {
            End::MutualBlock
        } else {
            End::Blocked
        }
    }

    /// The draw by the past of the game that the last move brought about, if any.
    #[inline]
    fn limit(&self) -> End {
        if self.rules.repetition.reached(self.occurrences()) {
            End::Repetition
        } else if self.rules.no_progress.reached(self.idle) || self.family && self.drawn_ending() {
            End::NoProgress
        } else if self.rules.max_episode_steps.reached(self.ply) || self.ply >= LAST_PLY {
            End::Steps
        } else {
            End::NotYet
        }
    }

    /// Whether few pieces have gone on for too long. Out of line, like all that American checkers does without.
    #[cold]
    #[inline(never)]
    fn drawn_ending(&self) -> bool {
        let count = |bits: u64| bits.count_ones();
        let [men, kings] =
            [Self::men, Self::kings].map(|bits| Player::ALL.map(|player| count(bits(self, player))));
        let lone = men == [0, 0] && kings[0].min(kings[1]) == 1 && kings[0].max(kings[1]) >= 3;
        let small = kings[0].min(kings[1]) >= 1 && men[0] + men[1] + kings[0] + kings[1] <= 3;
        lone && self.rules.lone_king.reached(self.idle) || small && self.rules.small_ending.reached(self.idle)
    }

    pub(super) fn outcome(&self) -> Outcome {
        match self.end {
            End::NoPieces if self.pieces(Player::First) == 0 => Outcome::Win(Player::Second),
            End::NoPieces => Outcome::Win(Player::First),
            End::Blocked => Outcome::Win(self.to_move.other()),
            _ => Outcome::Draw,
        }
    }

    /// Whether a draw by the past could end a line within `depth` plies.
    pub(super) fn limits_bite(&self, depth: u32) -> bool {
        let rules = &self.rules;
        // Coming back to a position takes four plies, and each further time four more.
        let repeats = |limit: u16| self.history.len() as u32 + depth >= 4 * (u32::from(limit) - 1);
        rules.repetition.get().is_some_and(repeats)
            || rules.no_progress.reached(self.idle + depth)
            || rules.draws_endings()
            || rules.max_episode_steps.reached(self.ply + depth)
            || self.ply + depth >= LAST_PLY
    }
}
