//! The state of a game of Reversi and how moves change it.

use std::convert::Infallible;
use std::fmt;

use rand_core::Rng;

use super::moves::{self, flips, mobility};
use super::rules::{ReversiRules, ScoreRule};
use crate::error::Illegal;
use crate::facts::{Facts, Sound};
use crate::game::{Game, Meta, MoveBuf, Turn};
use crate::lang::Text;
use crate::notation::Notation;
use crate::outcome::{Ending, Outcome};
use crate::player::{ByPlayer, Player};
use crate::random::below;
use crate::zobrist::mix;

/// A square: 0 is a1 in the top left corner, 7 is h1, 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square(u8);

impl Square {
    /// The square with this index, which must be below 64.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// Its index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// A bitboard with just this square.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The squares of a bitboard, lowest first.
    pub fn all(mut bits: u64) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            let square = Self::new(bits.trailing_zeros() as u8)?;
            bits &= bits - 1;
            Some(square)
        })
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 8), self.0 / 8 + 1)
    }
}

/// A move: a disc on a square, or the compulsory pass of a player who has none to place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReversiMove {
    /// Place a disc.
    Place(Square),
    /// Pass.
    Pass,
}

impl fmt::Display for ReversiMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(f),
            Self::Pass => f.write_str("--"),
        }
    }
}

/// A game of Reversi.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reversi {
    /// Discs of the side to move.
    own: u64,
    /// Discs of the other side.
    enemy: u64,
    /// Where the side to move may place; kept because everything asks for it.
    legal: u64,
    to_move: Player,
    over: bool,
    rules: ReversiRules,
}

impl Reversi {
    /// The position with these discs, black's being the first player's.
    pub(super) fn with_discs(black: u64, white: u64, to_move: Player, rules: ReversiRules) -> Self {
        let (own, enemy) = match to_move {
            Player::First => (black, white),
            Player::Second => (white, black),
        };
        let mut game = Self {
            own,
            enemy,
            legal: 0,
            to_move,
            over: false,
            rules,
        };
        game.refresh();
        game
    }

    /// Discs of the side to move.
    #[inline]
    #[must_use]
    pub const fn own(&self) -> u64 {
        self.own
    }

    /// Discs of the side that is not to move.
    #[inline]
    #[must_use]
    pub const fn enemy(&self) -> u64 {
        self.enemy
    }

    /// The squares where the side to move may place; empty when it must pass or the game is over.
    #[inline]
    #[must_use]
    pub const fn legal(&self) -> u64 {
        self.legal
    }

    /// The side to move, also when the game is over.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Player {
        self.to_move
    }

    /// Discs of each player: black is the first.
    #[inline]
    #[must_use]
    pub const fn discs(&self) -> ByPlayer<u64> {
        match self.to_move {
            Player::First => ByPlayer::new(self.own, self.enemy),
            Player::Second => ByPlayer::new(self.enemy, self.own),
        }
    }

    #[inline]
    fn refresh(&mut self) {
        self.legal = mobility(self.own, self.enemy);
        self.over = self.legal == 0 && mobility(self.enemy, self.own) == 0;
    }

    fn outcome(&self) -> Outcome {
        let discs = self.discs().map(u64::count_ones);
        match discs.first.cmp(&discs.second) {
            std::cmp::Ordering::Greater => Outcome::Win(Player::First),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Less => Outcome::Win(Player::Second),
        }
    }
}

impl Game for Reversi {
    type Rules = ReversiRules;
    type Move = ReversiMove;
    type Chance = Infallible;

    const META: Meta = Meta {
        id: "reversi",
        aliases: &["othello"],
        name: Text::new("Reversi", "Reversi"),
        summary: Text::new(
            "Enclose the enemy's discs to turn them; most discs at the end win.",
            "Encierra las fichas rivales para voltearlas; gana quien tenga más al final.",
        ),
        rules: Text::new(include_str!("rules.en.md"), include_str!("rules.es.md")),
        seats: ByPlayer::new(Text::new("Black", "Negras"), Text::new("White", "Blancas")),
        // 33 is the most seen by anyone; 64 squares bound it.
        max_moves: 64,
        facts: Facts {
            // A hundred to a disc.
            score_per_point: Some(100),
            record_names: ByPlayer {
                first: "Black",
                second: "White",
            },
            sounds: &[("", Sound::Flip)],
            ..Facts::USUAL
        },
        lessons: super::lessons::LESSONS,
        ..Meta::BASE
    };

    fn start(rules: &ReversiRules) -> Self {
        Self::with_discs(
            0x0000_0008_1000_0000,
            0x0000_0010_0800_0000,
            Player::First,
            *rules,
        )
    }

    #[inline]
    fn rules(&self) -> &ReversiRules {
        &self.rules
    }

    fn max_plies(_: &ReversiRules) -> u32 {
        // 60 empty squares at the start, and between two placements at most one pass.
        119
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.over {
            Turn::Over(self.outcome())
        } else {
            Turn::Player(self.to_move)
        }
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.turn().outcome()?;
        let reason = if self.own | self.enemy == u64::MAX {
            Text::new("the board is full", "el tablero está lleno")
        } else if self.own == 0 || self.enemy == 0 {
            Text::new("one side has no discs left", "un bando se quedó sin fichas")
        } else {
            Text::new("neither side can place a disc", "nadie puede colocar una ficha")
        };
        Some(Ending::new(outcome, reason))
    }

    fn scores(&self) -> Option<ByPlayer<i32>> {
        let mut discs = self.discs().map(|discs| discs.count_ones() as i32);
        if let (ScoreRule::Tournament, Turn::Over(Outcome::Win(winner))) = (self.rules.score, self.turn()) {
            discs[winner] = 64 - discs[winner.other()];
        }
        Some(discs)
    }

    #[inline]
    fn moves(&self, buf: &mut MoveBuf<ReversiMove>) {
        buf.clear();
        if self.legal != 0 {
            buf.extend(Square::all(self.legal).map(ReversiMove::Place));
        } else if !self.over {
            buf.push(ReversiMove::Pass);
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.over {
            0
        } else {
            (self.legal.count_ones() as usize).max(1)
        }
    }

    #[inline]
    fn is_legal(&self, m: ReversiMove) -> bool {
        match m {
            ReversiMove::Place(square) => self.legal & square.bit() != 0,
            ReversiMove::Pass => self.legal == 0 && !self.over,
        }
    }

    fn refuse(&self, m: ReversiMove) -> Illegal {
        let mut legal = MoveBuf::new();
        self.moves(&mut legal);
        let instead = legal.first().copied();
        match (m, instead) {
            (_, None) => Illegal::over(),
            (_, Some(ReversiMove::Pass)) => {
                let why = Text::new(
                    "no disc can be placed, so you must pass",
                    "no se puede colocar ninguna ficha: hay que pasar",
                );
                Illegal::new("must-pass", why, instead)
            }
            (ReversiMove::Pass, _) => {
                let why = Text::new(
                    "you may pass only when no disc can be placed",
                    "solo se pasa si no se puede colocar",
                );
                Illegal::new("no-pass", why, instead)
            }
            (ReversiMove::Place(square), _) if (self.own | self.enemy) & square.bit() != 0 => Illegal::new(
                "occupied",
                text!("{square} is occupied", "{square} está ocupada"),
                instead,
            ),
            (ReversiMove::Place(square), _) => {
                let why = text!(
                    "a disc on {square} turns no enemy disc",
                    "una ficha en {square} no voltea ninguna"
                );
                Illegal::new("turns-nothing", why, instead)
            }
        }
    }

    #[inline]
    fn play_unchecked(&mut self, m: ReversiMove) {
        debug_assert!(self.is_legal(m), "{m} is not legal");
        if let ReversiMove::Place(square) = m {
            let turned = flips(self.own, self.enemy, square.index());
            self.own |= turned | square.bit();
            self.enemy &= !turned;
        }
        std::mem::swap(&mut self.own, &mut self.enemy);
        self.to_move = self.to_move.other();
        self.refresh();
    }

    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R, _: &mut MoveBuf<ReversiMove>) -> ReversiMove {
        if self.legal == 0 {
            return ReversiMove::Pass;
        }
        let mut bits = self.legal;
        for _ in 0..below(rng, self.legal.count_ones()) {
            bits &= bits - 1;
        }
        ReversiMove::Place(Square(bits.trailing_zeros() as u8))
    }

    /// Mixed from the two bitboards when asked for: a move turns several discs, so toggling a table entry for each
    /// would cost every move more than this costs the few who ask.
    #[inline]
    fn key(&self) -> u64 {
        let discs = self.discs();
        mix(mix(discs.first) ^ discs.second) ^ self.to_move as u64
    }

    /// By way of the setup, so that nothing left over in the state goes unnoticed.
    fn key_from_scratch(&self) -> u64 {
        Self::from_setup(&self.rules, &self.setup()).map_or(0, |game| game.key())
    }

    fn perft(&self, depth: u32) -> u64 {
        moves::perft(self.own, self.enemy, depth)
    }
}
