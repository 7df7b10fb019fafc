//! The options of ChessFive.

use super::pieces::Kind;
use crate::options::{Limit, Repetition};

choice! {
    /// The board, and with it the pieces and the length of a winning line.
    pub enum BoardSize {
        /// 8x8, eight pieces each, five in line.
        Classic = "classic",
        /// 6x6, five pieces each, four in line.
        Speed = "speed",
    }
}

impl BoardSize {
    /// Files and ranks.
    #[inline]
    #[must_use]
    pub const fn side(self) -> u8 {
        match self {
            Self::Classic => 8,
            Self::Speed => 6,
        }
    }

    /// How many pieces in line win.
    #[inline]
    #[must_use]
    pub const fn line(self) -> u8 {
        match self {
            Self::Classic => 5,
            Self::Speed => 4,
        }
    }

    /// The squares that exist.
    #[inline]
    #[must_use]
    pub const fn mask(self) -> u64 {
        match self {
            Self::Classic => u64::MAX,
            Self::Speed => 0x0000_3f3f_3f3f_3f3f,
        }
    }

    /// How many pieces of a kind each player owns.
    #[inline]
    #[must_use]
    pub const fn owned(self, kind: Kind) -> u8 {
        match (self, kind) {
            (Self::Classic, Kind::Rook | Kind::Knight | Kind::Bishop) => 2,
            _ => 1,
        }
    }

    /// How many pieces each player owns.
    #[inline]
    #[must_use]
    pub const fn pieces(self) -> u8 {
        match self {
            Self::Classic => 8,
            Self::Speed => 5,
        }
    }
}

rules! {
    /// The rules of ChessFive.
    pub struct ChessFiveRules {
        board: BoardSize = BoardSize::Classic,
            "classic: 8x8, eight pieces each, five in line; speed: 6x6, five pieces each, four in line",
            "classic: 8x8, ocho piezas por bando, cinco en línea; speed: 6x6, cinco piezas, cuatro en línea";
        captures: bool = false,
            "in phase Chess a move may take an enemy piece",
            "en la fase de ajedrez una jugada puede capturar una pieza rival";
        gravity_win: bool = true,
            "a line completed by a drop wins at once",
            "una línea completada al soltar una pieza gana en el acto";
        move_limit: Limit = Limit::new(100),
            "phase Chess is a draw after this many plies",
            "la fase de ajedrez es tablas tras este número de jugadas";
        repetition: Repetition = Repetition::THREEFOLD,
            "a position that stands for this many times in phase Chess is a draw",
            "una posición que se da este número de veces en la fase de ajedrez es tablas";
        fixed_order: bool = false,
            "pieces drop in the order R R N N B B Q K",
            "las piezas se sueltan en el orden R R N N B B Q K";
    }
    presets {
        "classic", "8x8, five in line", "8x8, cinco en línea" {}
        "speed", "6x6 with five pieces each, four in line", "6x6 con cinco piezas por bando, cuatro en línea" {
            board: BoardSize::Speed,
        }
    }
}

impl ChessFiveRules {
    /// The board.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> BoardSize {
        self.board
    }

    /// Whether a line completed by a drop wins at once.
    #[inline]
    #[must_use]
    pub const fn gravity_win(&self) -> bool {
        self.gravity_win
    }

    /// Plies of phase Chess after which the game is over. Without a limit in the rules the program still ends a
    /// game somewhere: at the largest limit that the rules could have.
    #[inline]
    pub(super) fn last_ply(&self) -> u16 {
        self.move_limit.get().unwrap_or(u16::MAX)
    }
}
