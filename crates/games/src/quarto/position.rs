//! The state of a game of Quarto and how moves change it.

use std::convert::Infallible;

use rand_core::Rng;

use super::board::Board;
use super::moves::{QuartoMove, perft_giving, perft_placing};
use super::piece::{Cell, Piece};
use super::rules::QuartoRules;
use crate::error::Illegal;
use crate::game::{Game, Meta, MoveBuf, Turn};
use crate::lang::Text;
use crate::outcome::{Ending, Outcome};
use crate::player::Player;
use crate::random::below;
use crate::zobrist::table;

/// Keys of a piece on a cell, 16 for each cell; then of a piece in hand; and of the empty board, lest it be zero.
static KEYS: [u64; 273] = table(0x5155_4152_544f);

#[inline]
const fn key_on(cell: Cell, piece: Piece) -> u64 {
    KEYS[16 * cell.index() as usize + piece.index() as usize]
}

#[inline]
const fn key_in_hand(piece: Piece) -> u64 {
    KEYS[256 + piece.index() as usize]
}

/// A game of Quarto.
///
/// The first player gives the first piece; from then on each turn is to place the piece in hand and to give another.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Quarto {
    board: Board,
    /// The pieces that are neither on the board nor in hand.
    left: u16,
    /// The piece to be placed; none while one is to be given and when the game is over.
    hand: Option<Piece>,
    turn: Turn,
    rules: QuartoRules,
    key: u64,
}

impl Quarto {
    /// The position with these pieces, which are all different; at most one of them can have completed groups.
    pub(super) fn with_pieces(board: Board, hand: Option<Piece>, rules: QuartoRules) -> Self {
        let used = board
            .pieces()
            .map(|(_, piece)| piece)
            .chain(hand)
            .fold(0, |used, piece| used | piece.bit());
        let placed = board.occupied().count_ones();
        // The second player places the first piece, so whoever placed last is told by their number.
        let placer = if placed.is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        };
        let turn = if board.complete_groups(rules.squares).next().is_some() {
            Turn::Over(Outcome::Win(placer))
        } else if placed == 16 {
            Turn::Over(Outcome::Draw)
        } else if hand.is_some() {
            Turn::Player(placer.other())
        } else {
            Turn::Player(placer)
        };
        let mut game = Self {
            board,
            left: !used,
            hand,
            turn,
            rules,
            key: 0,
        };
        game.key = game.key_from_scratch();
        game
    }

    /// The pieces on the board.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The piece to be placed; `None` while one is to be given and when the game is over.
    #[inline]
    #[must_use]
    pub const fn hand(&self) -> Option<Piece> {
        self.hand
    }

    /// The set of pieces that are neither on the board nor in hand, one bit for each index.
    #[inline]
    #[must_use]
    pub const fn left(&self) -> u16 {
        self.left
    }

    /// Whether 2x2 squares win, too.
    #[inline]
    #[must_use]
    pub const fn squares_win(&self) -> bool {
        self.rules.squares
    }

    /// What may be chosen from: empty cells while a piece is in hand, otherwise pieces; nothing when it is over.
    #[inline]
    pub(super) const fn choices(&self) -> u16 {
        match (self.turn, self.hand) {
            (Turn::Player(_), Some(_)) => self.board.empty(),
            (Turn::Player(_), None) => self.left,
            _ => 0,
        }
    }

    #[inline]
    fn place(&mut self, cell: Cell, piece: Piece) {
        self.board.put(cell, piece);
        self.hand = None;
        self.key ^= key_in_hand(piece) ^ key_on(cell, piece);
        // Unless this ends the game, the same player gives next.
        if self.board.completed_by(piece, self.rules.squares) {
            if let Turn::Player(placer) = self.turn {
                self.turn = Turn::Over(Outcome::Win(placer));
            }
        } else if self.board.empty() == 0 {
            self.turn = Turn::Over(Outcome::Draw);
        }
    }

    #[inline]
    fn give(&mut self, piece: Piece) {
        self.left &= !piece.bit();
        self.hand = Some(piece);
        self.key ^= key_in_hand(piece);
        if let Turn::Player(giver) = self.turn {
            self.turn = Turn::Player(giver.other());
        }
    }

    /// Which group won and by which attribute.
    fn winning_reason(&self) -> Text {
        let group = self
            .board
            .complete_groups(self.rules.squares)
            .next()
            .unwrap_or_default();
        let cells: Vec<_> = Cell::all(group).map(|cell| cell.to_string()).collect();
        let cells = cells.join(" ");
        let shared = self.board.shared(group).next();
        let word = shared.map_or(Text::new("", ""), |(attribute, set)| attribute.word(set));
        Text::owned(
            format!("the pieces on {cells} are all {}", word.en),
            format!("las piezas de {cells} son todas {}s", word.es),
        )
    }
}

impl Game for Quarto {
    type Rules = QuartoRules;
    type Move = QuartoMove;
    type Chance = Infallible;

    const META: Meta = Meta {
        id: "quarto",
        name: Text::new("Quarto", "Quarto"),
        summary: Text::new(
            "Complete four pieces with something in common; your opponent chooses the piece that you place.",
            "Completa cuatro piezas con algo en común; tu rival elige la pieza que colocas.",
        ),
        rules: Text::new(include_str!("rules.en.md"), include_str!("rules.es.md")),
        max_moves: 16,
        lessons: super::lessons::LESSONS,
        ..Meta::BASE
    };

    fn start(rules: &QuartoRules) -> Self {
        Self::with_pieces(Board::default(), None, *rules)
    }

    #[inline]
    fn rules(&self) -> &QuartoRules {
        &self.rules
    }

    fn max_plies(_: &QuartoRules) -> u32 {
        // Each of the sixteen pieces is given and placed.
        32
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.turn
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.turn.outcome()?;
        let reason = match outcome {
            Outcome::Win(_) => self.winning_reason(),
            Outcome::Draw => Text::new(
                "the board is full and no group has anything in common",
                "el tablero está lleno y ningún grupo tiene nada en común",
            ),
        };
        Some(Ending::new(outcome, reason))
    }

    fn is_truncated(&self) -> bool {
        false
    }

    /// Cells from a1 along the rows, or pieces by index.
    #[inline]
    fn moves(&self, buf: &mut MoveBuf<QuartoMove>) {
        buf.clear();
        if self.hand.is_some() {
            buf.extend(Cell::all(self.choices()).map(QuartoMove::Place));
        } else {
            buf.extend(Piece::all(self.choices()).map(QuartoMove::Give));
        }
    }

    #[inline]
    fn win_at_once(&self, _moves: &[QuartoMove]) -> Option<QuartoMove> {
        let winning = self.board.winning_cells(self.hand?, self.squares_win());
        Cell::all(winning).next().map(QuartoMove::Place)
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.choices().count_ones() as usize
    }

    #[inline]
    fn is_legal(&self, m: QuartoMove) -> bool {
        match m {
            QuartoMove::Place(cell) => self.hand.is_some() && self.choices() & cell.bit() != 0,
            QuartoMove::Give(piece) => self.hand.is_none() && self.choices() & piece.bit() != 0,
        }
    }

    fn refuse(&self, m: QuartoMove) -> Illegal {
        if self.turn.player().is_none() {
            return Illegal::over();
        }
        let mut legal = MoveBuf::new();
        self.moves(&mut legal);
        let instead = legal.first();
        match (m, self.hand) {
            (QuartoMove::Place(_), None) => {
                let why = Text::new(
                    "no piece is in hand: give the opponent a piece now",
                    "no hay pieza en la mano: ahora se entrega una al rival",
                );
                Illegal::new("must-give", why, instead)
            }
            (QuartoMove::Give(_), Some(hand)) => {
                let why = text!(
                    "first place the piece in hand, {hand}",
                    "primero se coloca la pieza que está en la mano, {hand}"
                );
                Illegal::new("must-place", why, instead)
            }
            (QuartoMove::Place(cell), Some(_)) => {
                let why = text!("{cell} is occupied", "{cell} está ocupada");
                Illegal::new("occupied", why, instead)
            }
            (QuartoMove::Give(piece), None) => {
                let why = text!("{piece} is already on the board", "{piece} ya está en el tablero");
                Illegal::new("piece-used", why, instead)
            }
        }
    }

    #[inline]
    fn play_unchecked(&mut self, m: QuartoMove) {
        debug_assert!(self.is_legal(m), "{m} is not legal");
        match (m, self.hand) {
            (QuartoMove::Place(cell), Some(piece)) => self.place(cell, piece),
            (QuartoMove::Give(piece), _) => self.give(piece),
            (QuartoMove::Place(_), None) => {}
        }
    }

    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R, _: &mut MoveBuf<QuartoMove>) -> QuartoMove {
        let choices = self.choices();
        let n = below(rng, choices.count_ones());
        if self.hand.is_some() {
            QuartoMove::Place(Cell::nth(choices, n))
        } else {
            QuartoMove::Give(Piece::nth(choices, n))
        }
    }

    /// Whose turn it is follows from the pieces, so only they are in the key.
    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        let hand = self.hand.map_or(0, key_in_hand);
        self.board
            .pieces()
            .fold(KEYS[272] ^ hand, |key, (cell, piece)| key ^ key_on(cell, piece))
    }

    fn perft(&self, depth: u32) -> u64 {
        match (self.turn, self.hand) {
            (Turn::Player(_), Some(piece)) => {
                perft_placing(self.board, self.left, piece, self.rules.squares, depth)
            }
            (Turn::Player(_), None) => perft_giving(self.board, self.left, self.rules.squares, depth),
            _ => 1,
        }
    }
}
