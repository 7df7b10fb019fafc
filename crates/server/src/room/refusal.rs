//! Why an order was refused: the rule by name, the rule in words, and a move that would be legal.

use damero_games::{InputError, Text};

/// A refusal. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    /// A stable name.
    pub(crate) rule: &'static str,
    /// In words.
    pub(crate) why: Text,
    /// A legal move.
    pub(crate) instead: Option<String>,
}

impl Refusal {
    /// A refusal that has nothing to do with the rules of the game.
    pub(crate) const fn new(rule: &'static str, en: &'static str, es: &'static str) -> Self {
        Self {
            rule,
            why: Text::new(en, es),
            instead: None,
        }
    }

    /// A refusal in words that are only known now.
    pub(crate) const fn of(rule: &'static str, why: Text) -> Self {
        Self {
            rule,
            why,
            instead: None,
        }
    }

    pub(crate) const NOT_SEATED: Self = Self::new(
        "not-seated",
        "you do not sit at this board",
        "no estás sentado a este tablero",
    );
    pub(crate) const NOT_YOUR_TURN: Self =
        Self::new("not-your-turn", "it is not your turn", "no es tu turno");
    pub(crate) const NOT_PLAYING: Self = Self::new(
        "not-playing",
        "no game is going on here",
        "aquí no hay una partida en juego",
    );
    pub(crate) const NOT_OVER: Self = Self::new(
        "not-over",
        "the game is still going on",
        "la partida sigue en juego",
    );
    pub(crate) const OLD_POSITION: Self = Self::new(
        "old-position",
        "the position has changed in the meantime",
        "la posición ha cambiado entretanto",
    );
    pub(crate) const OLD_NUMBER: Self = Self::new(
        "old-number",
        "an order with a later number came before this one",
        "una orden con un número posterior llegó antes que esta",
    );
    pub(crate) const NOTHING_TO_UNDO: Self = Self::new(
        "nothing-to-undo",
        "you have no move to take back",
        "no tienes jugada que deshacer",
    );
    pub(crate) const NOTHING_OFFERED: Self = Self::new(
        "nothing-offered",
        "nothing is offered to you",
        "no hay ninguna oferta para ti",
    );
    pub(crate) const MACHINE_DECLINES: Self = Self::new(
        "machine-declines",
        "the machine plays on",
        "la máquina sigue jugando",
    );
    pub(crate) const NO_DRAWS: Self = Self::new(
        "no-draws",
        "here the points decide, and there is no draw by agreement",
        "aquí deciden los puntos, y no hay tablas por acuerdo",
    );
    pub(crate) const TOO_EARLY: Self = Self::new(
        "too-early",
        "the machine takes no draw before each side has had four turns",
        "la máquina no acepta tablas antes de que cada bando haya tenido cuatro turnos",
    );
    pub(crate) const NO_OPPONENT: Self = Self::new(
        "no-opponent",
        "there is nobody to offer a draw to",
        "no hay a quién ofrecer tablas",
    );
    pub(crate) const TOO_LATE: Self = Self::new(
        "too-late",
        "the game has begun and can only be resigned",
        "la partida ya empezó y solo se puede abandonar",
    );
    pub(crate) const STILL_HERE: Self = Self::new(
        "still-here",
        "your opponent may still come back",
        "tu rival aún puede volver",
    );
    pub(crate) const SEAT_TAKEN: Self =
        Self::new("seat-taken", "the seat is taken", "el asiento está ocupado");
    pub(crate) const ALREADY_SEATED: Self = Self::new(
        "already-seated",
        "you already sit at this board",
        "ya estás sentado a este tablero",
    );
    pub(crate) const NO_PACE: Self = Self::new(
        "no-pace",
        "only who set two machines against each other sets their pace",
        "solo quien enfrentó a dos máquinas marca su ritmo",
    );
    pub(crate) const NO_HINT: Self = Self::new(
        "no-hint",
        "no hints while two people play each other",
        "no hay pistas mientras juegan dos personas",
    );
    pub(crate) const STILL_PLAYING: Self = Self::new(
        "still-playing",
        "this position is being played elsewhere; the machine says nothing about it until that game is over",
        "esta posición se está jugando en otra parte; la máquina no dice nada de ella hasta que acabe esa partida",
    );
    pub(crate) const BUSY: Self = Self::new(
        "busy",
        "the machine is busy; try again in a moment",
        "la máquina está ocupada; inténtalo en un momento",
    );
    pub(crate) const ENOUGH: Self = Self::new(
        "too-many",
        "you have used much of the machine's time; wait a moment",
        "has usado mucho tiempo de la máquina; espera un momento",
    );
    pub(crate) const NOT_SAVED: Self = Self::new(
        "not-saved",
        "it could not be saved, so it was not done; clocks stand still until that is possible again",
        "no se pudo guardar, así que no se hizo; los relojes se paran hasta que se pueda de nuevo",
    );
    pub(crate) const TOO_LONG: Self = Self::new(
        "too-long",
        "a turn has from one to eight actions, each a short text",
        "un turno tiene de una a ocho acciones, cada una un texto corto",
    );
}

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Self {
        match error {
            InputError::Illegal(illegal) => Self {
                rule: illegal.rule,
                why: illegal.why,
                instead: illegal.instead,
            },
            other => {
                use damero_games::Lang;
                Self {
                    rule: "notation",
                    why: Text::owned(other.message(Lang::En), other.message(Lang::Es)),
                    instead: None,
                }
            }
        }
    }
}
