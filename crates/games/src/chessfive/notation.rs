//! From arrangements to positions, and moves as text: `R@e`, `Re1-e5`.

use super::lines::winning_squares;
use super::pieces::{ChessFiveMove, Kind, Square};
use super::position::{ChessFive, Phase, Status};
use super::rules::ChessFiveRules;
use super::setup::ChessFiveSetup;
use crate::error::{InputError, ReadError, SetupError};
use crate::game::Game;
use crate::lang::Text;
use crate::notation::Notation;
use crate::options::OptionValue;
use crate::player::{ByPlayer, Player};

impl Notation for ChessFive {
    type Setup = ChessFiveSetup;

    fn setup(&self) -> ChessFiveSetup {
        let hand = |player| Kind::ALL.map(|kind| self.in_hand(player, kind));
        ChessFiveSetup {
            board: self.rules().board,
            men: *self.men(),
            turn: self.to_move(),
            hands: ByPlayer::new(hand(Player::First), hand(Player::Second)),
            plies: self.plies(),
            line: self.status() == Status::Line && !self.rules().gravity_win,
        }
    }

    fn from_setup(rules: &ChessFiveRules, setup: &ChessFiveSetup) -> Result<Self, SetupError> {
        let phase = if setup.hands == ByPlayer::default() {
            Phase::Chess
        } else {
            Phase::Gravity
        };
        check_board(rules, setup)?;
        check_pieces(rules, setup, phase)?;
        if phase == Phase::Gravity {
            check_gravity(rules, setup)?;
        }
        let (plies, last) = (setup.plies, rules.last_ply());
        if plies > last {
            return Err(SetupError::new(text!(
                "phase Chess ends after ply {last}, so {plies} cannot have been played",
                "la fase de ajedrez termina tras la jugada {last}, así que no puede haber {plies}"
            )));
        }
        let line = check_lines(rules, setup)?;
        Ok(Self::with_men(
            *rules,
            setup.men,
            setup.turn,
            phase,
            setup.plies,
            line,
        ))
    }

    fn read_move(&self, text: &str) -> Result<ChessFiveMove, InputError> {
        let m = read_any(self, text)?;
        if self.is_legal(m) {
            Ok(m)
        } else {
            Err(self.refuse(m).into())
        }
    }
}

fn check_board(rules: &ChessFiveRules, setup: &ChessFiveSetup) -> Result<(), SetupError> {
    if rules.board != setup.board {
        let (is, wanted) = (setup.board.write(), rules.board.write());
        return Err(SetupError::new(text!(
            "a {is} board, but the rules ask for a {wanted} board",
            "un tablero {is}, pero las reglas piden uno {wanted}"
        )));
    }
    let kinds = Kind::ALL.map(|kind| setup.men.kind(kind));
    let (first, second) = (setup.men.side(Player::First), setup.men.side(Player::Second));
    let all = kinds.iter().fold(0, |all, kind| all | kind);
    let doubled = kinds.iter().map(|kind| kind.count_ones()).sum::<u32>() != all.count_ones();
    let outside = all & !rules.board.mask() != 0;
    // The text form cannot say any of this, but a setup made by hand can.
    if first & second != 0 || first | second != all || doubled || outside {
        let problem = Text::new(
            "a square must hold at most one piece, of one player, on the board",
            "una casilla del tablero tiene como mucho una pieza, de un jugador",
        );
        return Err(SetupError::new(problem));
    }
    Ok(())
}

/// Each player has the right pieces, on the board and in hand.
fn check_pieces(rules: &ChessFiveRules, setup: &ChessFiveSetup, phase: Phase) -> Result<(), SetupError> {
    for player in Player::ALL {
        for kind in Kind::ALL {
            let owned = u32::from(rules.board.owned(kind));
            let held = u32::from(setup.hands[player][kind.index()]);
            let count = setup.men.of(player, kind).count_ones() + held;
            let fewer = rules.captures && phase == Phase::Chess;
            if count > owned || count < owned && !fewer {
                let seat = &ChessFive::META.seats[player];
                let (en, es, letter) = (&seat.en, &seat.es, kind.letter());
                return Err(SetupError::new(Text::owned(
                    format!("{en} has {count} pieces {letter} on the board and in hand, not {owned}"),
                    format!("{es} tiene {count} piezas {letter} en el tablero y en la mano, no {owned}"),
                )));
            }
        }
    }
    Ok(())
}

/// What only phase Gravity asks for: hands in step, nothing in the air, the fixed order kept, no plies of Chess.
fn check_gravity(rules: &ChessFiveRules, setup: &ChessFiveSetup) -> Result<(), SetupError> {
    let fail = |problem| Err(SetupError::new(problem));
    let left = setup.hands.map(|hand| hand.iter().sum::<u8>());
    let ahead = match setup.turn {
        Player::First => 0,
        Player::Second => 1,
    };
    if left.second != left.first + ahead {
        let (first, second) = (left.first, left.second);
        return fail(text!(
            "hands of {first} and {second} pieces do not fit the side to move: Cyan drops first, then in turn",
            "manos de {first} y {second} piezas no encajan con el turno: suelta primero Cian y luego se alternan"
        ));
    }
    if setup.plies != 0 {
        return fail(Text::new(
            "plies of phase Chess although not all pieces have been dropped",
            "jugadas de la fase de ajedrez aunque faltan piezas por soltar",
        ));
    }
    let occupied = setup.men.occupied();
    if let Some(square) = Square::all(occupied & !(occupied << 8 | 0xff)).next() {
        return fail(text!(
            "the piece on {square} has nothing below it",
            "la pieza de {square} no tiene nada debajo"
        ));
    }
    for player in Player::ALL {
        let hand = setup.hands[player];
        let next = Kind::ALL.into_iter().find(|kind| hand[kind.index()] > 0);
        let later = Kind::ALL.into_iter().filter(|&kind| Some(kind) > next);
        let early = later.into_iter().any(|kind| setup.men.of(player, kind) != 0);
        if rules.fixed_order && next.is_some() && early {
            return fail(Text::new(
                "pieces drop in the order R R N N B B Q K",
                "las piezas se sueltan en el orden R R N N B B Q K",
            ));
        }
    }
    Ok(())
}

/// Whether the position is won by the player who moved last.
fn check_lines(rules: &ChessFiveRules, setup: &ChessFiveSetup) -> Result<bool, SetupError> {
    let lines = |player| winning_squares(rules.board, setup.men.side(player)) != 0;
    let stands = lines(setup.turn.other());
    if setup.line && (!stands || !rules.gravity_win && setup.plies == 0) {
        return Err(SetupError::new(Text::new(
            "# says that the last move won, but it cannot have completed a line",
            "# dice que la última jugada ganó, pero no pudo completar una línea",
        )));
    }
    if rules.gravity_win && lines(setup.turn) {
        return Err(SetupError::new(Text::new(
            "the side to move already has a winning line, so the game ended earlier",
            "quien debe jugar ya tiene una línea ganadora: la partida terminó antes",
        )));
    }
    // Where drops cannot win, a line may stand since phase Gravity; then only the # tells.
    Ok(if rules.gravity_win { stands } else { setup.line })
}

const WHAT: Text = Text::new("ChessFive move", "jugada de ChessFive");

/// Reads a move that need not be legal.
fn read_any(game: &ChessFive, text: &str) -> Result<ChessFiveMove, ReadError> {
    let word = text.trim();
    let bytes = word.as_bytes();
    let base = text.len() - text.trim_start().len();
    let at = |offset| base + offset;
    let byte = |i: usize| bytes.get(i).copied().unwrap_or_default();
    let first_kind = Kind::from_letter(char::from(byte(0)));
    if byte(1) == b'@' {
        let kind = first_kind.ok_or_else(|| {
            let expected = Text::new("a piece R, N, B, Q or K", "una pieza R, N, B, Q o K");
            ReadError::at(text, at(0), WHAT, expected)
        })?;
        return read_drop(game, text, kind, at(2), &word[2..]);
    }
    // A `b` begins a square when a digit follows, a bishop's move when a file does.
    let named = first_kind.filter(|_| !byte(1).is_ascii_digit());
    let mut i = usize::from(named.is_some());
    let from = read_square(text, at(i))?;
    i += 2;
    let sign = byte(i);
    if matches!(sign, b'-' | b'x' | b'X' | b':') {
        i += 1;
    }
    let to = read_square(text, at(i))?;
    if word.len() > i + 2 {
        return Err(ReadError::at(
            text,
            at(i + 2),
            WHAT,
            Text::new("the end", "el final"),
        ));
    }
    let standing = game.men().at(from).map(|(_, kind)| kind);
    // A capture may be written as any other move; a move written as a capture must be one.
    let claimed = matches!(sign, b'x' | b'X' | b':');
    let capture = claimed || game.rules().captures && game.men().at(to).is_some();
    Ok(ChessFiveMove::Step {
        kind: named.or(standing).unwrap_or(Kind::Rook),
        from,
        to,
        capture,
    })
}

/// The rest of a drop: a column, perhaps with the rank where the piece falls.
fn read_drop(
    game: &ChessFive,
    text: &str,
    kind: Kind,
    at: usize,
    rest: &str,
) -> Result<ChessFiveMove, ReadError> {
    let to = if rest.len() == 1 {
        let column = read_file(text, at)?;
        let landing = Square::all(game.landings()).find(|square| square.file() == column);
        // A full or missing column is refused later; its top square stands for it.
        landing.or(Square::new(8 * (game.rules().board.side() - 1) + column))
    } else {
        let square = read_square(text, at)?;
        if rest.len() > 2 {
            return Err(ReadError::at(
                text,
                at + 2,
                WHAT,
                Text::new("the end", "el final"),
            ));
        }
        Some(square)
    };
    to.map(|to| ChessFiveMove::Drop { kind, to })
        .ok_or_else(|| ReadError::at(text, at, WHAT, COLUMN))
}

const COLUMN: Text = Text::new("a column from a to h", "una columna de a a h");

fn read_file(text: &str, at: usize) -> Result<u8, ReadError> {
    let byte = text.as_bytes().get(at).map(u8::to_ascii_lowercase);
    match byte {
        Some(file @ b'a'..=b'h') => Ok(file - b'a'),
        _ => Err(ReadError::at(text, at, WHAT, COLUMN)),
    }
}

fn read_square(text: &str, at: usize) -> Result<Square, ReadError> {
    let file = read_file(text, at)?;
    let expected = || {
        let expected = Text::new("a rank from 1 to 8", "una fila de 1 a 8");
        ReadError::at(text, at + 1, WHAT, expected)
    };
    match text.as_bytes().get(at + 1) {
        Some(rank @ b'1'..=b'8') => Square::new(8 * (rank - b'1') + file).ok_or_else(expected),
        _ => Err(expected()),
    }
}
