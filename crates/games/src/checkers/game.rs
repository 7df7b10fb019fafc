//! Checkers as a [`Game`].

use std::convert::Infallible;

use rand_core::Rng;

use super::board::Board;
use super::captures::{CaptureCounter, Jumping, Listing, keep_unique};
use super::family::Family;
use super::moves::CheckersMove;
use super::perft::Perft;
use super::position::{Checkers, End, LAST_PLY, Made};
use super::rules::{ActionIdentity, CheckersRules, LongestTie};
use crate::error::Illegal;
use crate::facts::{Facts, Spelling};
use crate::game::{FinishedLeaf, Game, Meta, MoveBuf, Turn};
use crate::lang::Text;
use crate::notation::Notation;
use crate::outcome::Ending;
use crate::player::{ByPlayer, Player};
use crate::zobrist::mix;

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
        // Twelve pieces with at most sixteen captures each, and never more than 48 steps; or twelve flying kings with at
        // most thirteen steps each. A flying king that may choose the order of many captures could have more ways than
        // these in positions made up for it; who counts on this number makes room then.
        max_moves: 192,
        finished_leaf: FinishedLeaf::Zero,
        facts: Facts {
            spelling: Spelling::Ends,
            flips: true,
            record_names: ByPlayer {
                first: "Black",
                second: "White",
            },
            ..Facts::USUAL
        },
        lessons: super::lessons::LESSONS,
        ..Meta::BASE
    };

    fn start(rules: &CheckersRules) -> Self {
        Self::with_board(Board::START, rules.first_player.player(), *rules)
    }

    /// Keeps the memory of the old game's past.
    fn restart(&mut self, rules: &CheckersRules) {
        let mut history = std::mem::take(&mut self.history);
        history.clear();
        *self = Self::start(rules);
        self.history = history;
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

    /// Sorted by (from, captured squares in order, to), rows from the top; with flying kings by where they begin, and then
    /// by the direction and the length of one jump after the other.
    #[inline]
    fn moves(&self, buf: &mut MoveBuf<CheckersMove>) {
        buf.clear();
        if self.end != End::NotYet {
            return;
        }
        let side = self.side();
        if self.family {
            Family::new(side, &self.rules).moves(self.jumpers, buf);
            return;
        }
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
            keep_unique(buf);
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
        if self.jumpers == 0 && !self.family {
            return side.count_steps() as usize;
        }
        if self.family || self.rules.thins_out() {
            let mut buf = MoveBuf::new();
            self.moves(&mut buf);
            return buf.len();
        }
        let mut tally = CaptureCounter::new(self.rules.longest());
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
        match self.to_move {
            Player::First => self.enter(Made::new(self.board.side(Player::First), m)),
            Player::Second => self.enter(Made::new(self.board.side(Player::Second), m)),
        }
    }

    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R, buf: &mut MoveBuf<CheckersMove>) -> CheckersMove {
        self.draw(self.side(), rng, buf, |m| m)
    }

    #[inline]
    fn play_random<R: Rng + ?Sized>(&mut self, rng: &mut R, buf: &mut MoveBuf<CheckersMove>) {
        match self.to_move {
            Player::First => {
                let side = self.board.side(Player::First);
                self.enter(self.draw(side, rng, buf, |m| Made::new(side, m)));
            }
            Player::Second => {
                let side = self.board.side(Player::Second);
                self.enter(self.draw(side, rng, buf, |m| Made::new(side, m)));
            }
        }
    }

    /// Mixed from the bitboards when asked for: cheaper than keeping it up to date through every playout.
    #[inline]
    fn key(&self) -> u64 {
        let [red, black] = self.board.sides;
        mix(mix(mix(red) ^ black) ^ self.board.kings) ^ self.to_move as u64
    }

    /// By way of the setup, so that nothing left over in the state goes unnoticed.
    fn key_from_scratch(&self) -> u64 {
        Self::from_setup(&self.rules, &self.setup()).map_or(0, |game| game.key())
    }

    fn forget_past(&self) -> Self {
        Self::with_board(self.board, self.to_move, self.rules.without_limits())
    }

    fn perft(&self, depth: u32) -> u64 {
        if self.end != End::NotYet || self.family || self.rules.thins_out() || self.limits_bite(depth) {
            return crate::perft::perft(self, depth);
        }
        Perft::new(Jumping::new(&self.rules), self.rules.longest(), depth).count(self.side(), depth)
    }
}
