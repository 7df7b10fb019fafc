//! The state of a game of checkers and how moves change it.

use std::convert::Infallible;

use rand_core::Rng;

use super::board::{Board, Piece, Side};
use super::moves::{CheckersMove, Jumping, Listing, Tally};
use super::perft::Perft;
use super::rules::{ActionIdentity, CheckersRules, LongestTie, MutualBlock, NoProgressReset};
use super::square::{Dir, Square};
use crate::error::Illegal;
use crate::game::{FinishedLeaf, Game, Meta, MoveBuf, Turn};
use crate::lang::Text;
use crate::outcome::{Ending, Outcome};
use crate::player::{ByPlayer, Player};
use crate::random::below;
use crate::zobrist::mix;

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

/// A game of checkers. Red has the first seat, whoever moves first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Checkers {
    pub(super) board: Board,
    /// The pieces of the side to move that can capture; kept because everything asks for it.
    jumpers: u64,
    /// The positions before this one, back to the last move that cannot be undone. Empty while men move, so that
    /// copies are cheap; empty also when the rules do not ask for it.
    history: Vec<Board>,
    ply: u32,
    /// Plies without progress; counted only when the rules ask for it.
    idle: u32,
    pub(super) to_move: Player,
    end: End,
    rules: CheckersRules,
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
        let mut tally = Tally::new(true);
        self.side()
            .captures(Jumping::new(&self.rules), self.jumpers, &mut tally);
        usize::from(tally.best)
    }

    /// Works out what the side to move can do, and whether the game is over.
    #[inline]
    fn refresh(&mut self) {
        let side = self.side();
        self.jumpers = side.jumpers(self.rules.men_capture_backward);
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

    /// How the game ends for a side that cannot move.
    fn stuck(&self) -> End {
        let side = self.side();
        let other = side.other();
        if side.own == 0 || side.enemy == 0 {
            End::NoPieces
        } else if self.rules.mutual_block == MutualBlock::Draw
            && !other.can_step()
            && other.jumpers(self.rules.men_capture_backward) == 0
        {
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
        } else if self.rules.no_progress.reached(self.idle) {
            End::NoProgress
        } else if self.rules.max_episode_steps.reached(self.ply) || self.ply >= LAST_PLY {
            End::Steps
        } else {
            End::NotYet
        }
    }

    fn outcome(&self) -> Outcome {
        match self.end {
            End::NoPieces if self.pieces(Player::First) == 0 => Outcome::Win(Player::Second),
            End::NoPieces => Outcome::Win(Player::First),
            End::Blocked => Outcome::Win(self.to_move.other()),
            _ => Outcome::Draw,
        }
    }

    /// Whether a draw by the past could end a line within `depth` plies.
    fn limits_bite(&self, depth: u32) -> bool {
        let rules = &self.rules;
        // Coming back to a position takes four plies, and each further time four more.
        let repeats = |limit: u16| self.history.len() as u32 + depth >= 4 * (u32::from(limit) - 1);
        rules.repetition.get().is_some_and(repeats)
            || rules.no_progress.reached(self.idle + depth)
            || rules.max_episode_steps.reached(self.ply + depth)
            || self.ply + depth >= LAST_PLY
    }
}

impl Game for Checkers {
    type Rules = CheckersRules;
    type Move = CheckersMove;
    type Chance = Infallible;

    const META: Meta = Meta {
        id: "checkers",
        aliases: &["damas", "draughts"],
        name: Text::new("Checkers", "Damas"),
        summary: Text::new(
            "Jump over the enemy's pieces to take them all, or leave them without a move.",
            "Salta sobre las piezas rivales para capturarlas todas, o déjalas sin jugada.",
        ),
        rules: Text::new(include_str!("rules.en.md"), include_str!("rules.es.md")),
        seats: ByPlayer::new(Text::new("Red", "Rojas"), Text::new("Black", "Negras")),
        chance: false,
        // Twelve pieces with at most sixteen captures each; there are never more than 48 steps.
        max_moves: 192,
        finished_leaf: FinishedLeaf::Zero,
        version: 1,
    };

    fn start(rules: &CheckersRules) -> Self {
        Self::with_board(Board::START, rules.first_player.player(), *rules)
    }

    #[inline]
    fn rules(&self) -> &CheckersRules {
        &self.rules
    }

    fn max_plies(rules: &CheckersRules) -> u32 {
        rules.max_episode_steps.get().map_or(LAST_PLY, u32::from)
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.end == End::NotYet {
            Turn::Player(self.to_move)
        } else {
            Turn::Over(self.outcome())
        }
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.turn().outcome()?;
        let reason = match self.end {
            End::NotYet => return None,
            End::NoPieces => Text::new("one side has no pieces left", "un bando se quedó sin piezas"),
            End::Blocked => Text::new(
                "the side to move has no legal move",
                "quien debe mover no tiene jugada",
            ),
            End::MutualBlock => Text::new("neither side can move", "ningún bando puede mover"),
            End::Repetition => Text::new("the position was repeated", "la posición se repitió"),
            End::NoProgress => Text::new(
                "too many moves without progress",
                "demasiadas jugadas sin progreso",
            ),
            End::Steps => {
                let reason = Text::new(
                    "the limit on the length of the game",
                    "el límite de duración de la partida",
                );
                return Some(Ending::truncated(outcome, reason));
            }
        };
        Some(Ending::new(outcome, reason))
    }

    /// Sorted by (from, captured squares in order, to), rows from the top.
    #[inline]
    fn moves(&self, buf: &mut MoveBuf<CheckersMove>) {
        buf.clear();
        if self.end != End::NotYet {
            return;
        }
        let side = self.side();
        if self.jumpers == 0 {
            side.push_steps(buf);
            return;
        }
        let longest = self.rules.longest();
        side.captures(
            Jumping::new(&self.rules),
            self.jumpers,
            &mut Listing::new(buf, longest),
        );
        if self.rules.action_identity == ActionIdentity::Unique {
            // Lists of captures are short: looking back over the ones kept so far beats any set.
            let mut kept = 0;
            for i in 0..buf.len() {
                let m = buf[i];
                if !buf[..kept].iter().any(|&other| other.same_result(m)) {
                    buf[kept] = m;
                    kept += 1;
                }
            }
            buf.truncate(kept);
        }
        if longest && self.rules.longest_tie == LongestTie::First {
            buf.truncate(1);
        }
    }

    fn count_moves(&self) -> usize {
        if self.end != End::NotYet {
            return 0;
        }
        let side = self.side();
        if self.jumpers == 0 {
            return side.count_steps() as usize;
        }
        if self.rules.thins_out() {
            let mut buf = MoveBuf::new();
            self.moves(&mut buf);
            return buf.len();
        }
        let mut tally = Tally::new(self.rules.longest());
        side.captures(Jumping::new(&self.rules), self.jumpers, &mut tally);
        tally.count as usize
    }

    fn is_legal(&self, m: CheckersMove) -> bool {
        self.end == End::NotYet && self.objection(m).is_none()
    }

    fn refuse(&self, m: CheckersMove) -> Illegal {
        self.explain(m)
    }

    #[inline]
    fn play_unchecked(&mut self, m: CheckersMove) {
        debug_assert!(self.is_legal(m), "{m} is not legal");
        let capture = m.is_capture();
        let man = self.board.kings >> m.from & 1 == 0;
        if capture || man {
            self.history.clear();
        } else if self.rules.repetition.get().is_some() {
            self.history.push(self.board);
        }
        if self.rules.no_progress.get().is_some() {
            let reset = capture || man && self.rules.no_progress_reset == NoProgressReset::CaptureOrMan;
            self.idle = if reset { 0 } else { self.idle + 1 };
        }
        self.board.play(self.to_move, m);
        self.to_move = self.to_move.other();
        self.ply += 1;
        self.refresh();
    }

    fn sample_chance<R: Rng + ?Sized>(&self, _: &mut R) -> Infallible {
        unreachable!("checkers has no chance events")
    }

    fn apply_chance(&mut self, event: &Infallible) -> Result<(), Illegal> {
        match *event {}
    }

    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R, buf: &mut MoveBuf<CheckersMove>) -> CheckersMove {
        if self.jumpers != 0 {
            self.moves(buf);
            return if buf.len() == 1 {
                buf[0]
            } else {
                buf[below(rng, buf.len() as u32) as usize]
            };
        }
        let side = self.side();
        let mut left = below(rng, side.count_steps());
        for dir in Dir::ALL {
            let mut movers = side.movers(dir);
            let count = movers.count_ones();
            if left < count {
                for _ in 0..left {
                    movers &= movers - 1;
                }
                return CheckersMove::step(movers.trailing_zeros() as u8, dir);
            }
            left -= count;
        }
        unreachable!("fewer than all steps were passed over")
    }

    /// Mixed from the bitboards when asked for: cheaper than keeping it up to date through every playout.
    #[inline]
    fn key(&self) -> u64 {
        let [red, black] = self.board.sides;
        mix(mix(mix(red) ^ black) ^ self.board.kings) ^ self.to_move as u64
    }

    fn key_from_scratch(&self) -> u64 {
        self.key()
    }

    fn forget_past(&self) -> Self {
        Self::with_board(self.board, self.to_move, self.rules.without_limits())
    }

    fn perft(&self, depth: u32) -> u64 {
        if self.end != End::NotYet || self.rules.thins_out() || self.limits_bite(depth) {
            return crate::perft::perft(self, depth);
        }
        Perft::new(Jumping::new(&self.rules), self.rules.longest(), depth).count(self.side(), depth)
    }
}
