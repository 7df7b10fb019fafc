//! Why a move is refused: the legality predicate, and the same in words.

use super::captures::Jumping;
use super::moves::CheckersMove;
use super::position::Checkers;
use super::rules::ActionIdentity;
use super::square::{Dir, Square};
use crate::error::Illegal;
use crate::game::{Game, MoveBuf};
use crate::lang::Text;
use crate::options::Rules;

/// What the rules have against a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Objection {
    /// Nothing stands where it begins.
    Empty(Square),
    /// An enemy piece stands there.
    NotYours(Square),
    /// It is a step, but there is a capture.
    MustCapture,
    /// A man steps backwards.
    Backward,
    /// A man captures backwards.
    BackwardCapture,
    /// Something stands where the piece would land.
    Occupied(Square),
    /// No enemy piece, or one already taken, stands where the piece would jump.
    NothingToJump(Square),
    /// It goes on after a man was crowned here.
    Crowned(Square),
    /// It stops here although it could go on.
    Unfinished(Square),
    /// Another capture takes more pieces.
    Shorter,
    /// A man takes a king, or would have to.
    Immune(Square),
    /// A man or a short king on this square goes further than one square, or jumps over nothing near.
    Far(Square),
    /// A flying king ends here, though from another square behind the same piece it could go on.
    Landing(Square),
    /// A king can capture.
    KingFirst,
    /// Another capture takes more kings.
    FewerKings,
    /// Another capture meets a king earlier.
    LaterKing,
    /// Another capture in the list stands for it.
    Represented,
}

impl Checkers {
    /// What the rules have against a move of the side to move; nothing when it is legal.
    ///
    /// Only the longest capture is looked for elsewhere on the board; the rest is decided along the way of the piece.
    pub(super) fn objection(&self, m: CheckersMove) -> Option<Objection> {
        let side = self.side();
        let from = 1 << m.from;
        if let Some(objection) = self.objection_to_origin(m.from()) {
            return Some(objection);
        }
        if self.family {
            return self.family_objection(m);
        }
        if m.is_capture() {
            return self.objection_to_capture(m);
        }
        let backward = |dir: Dir| dir.is_north() != side.red;
        if self.must_capture() {
            Some(Objection::MustCapture)
        } else if side.kings & from == 0 && m.dirs().any(backward) {
            Some(Objection::Backward)
        } else if side.empty() >> m.to & 1 == 0 {
            Some(Objection::Occupied(m.to()))
        } else {
            None
        }
    }

    /// What the rules have against any move from this square.
    pub(super) fn objection_to_origin(&self, from: Square) -> Option<Objection> {
        let side = self.side();
        if side.own & from.bit() != 0 {
            None
        } else if side.enemy & from.bit() != 0 {
            Some(Objection::NotYours(from))
        } else {
            Some(Objection::Empty(from))
        }
    }

    fn objection_to_capture(&self, m: CheckersMove) -> Option<Objection> {
        let side = self.side();
        let how = Jumping::new(self.rules());
        let empty = side.empty() | 1 << m.from;
        let mut king = side.kings >> m.from & 1 != 0;
        let mut stopped = false;
        let mut way = CheckersMove::rest(m.from);
        let may = |king: bool, dir: Dir| king || how.men_backward || dir.is_north() == side.red;
        let over = |way: CheckersMove, dir: Dir| dir.step(1 << way.to) & side.enemy & !way.captured;
        for (dir, (jumped, landing)) in m.dirs().zip(m.captures().zip(m.path().skip(1))) {
            if stopped {
                return Some(Objection::Crowned(way.to()));
            }
            if !may(king, dir) {
                return Some(Objection::BackwardCapture);
            }
            if over(way, dir) == 0 {
                return Some(Objection::NothingToJump(jumped));
            }
            if landing.bit() & empty == 0 {
                return Some(Objection::Occupied(landing));
            }
            way = way.jump(dir, jumped.bit());
            if !king && landing.bit() & side.far() != 0 {
                king = true;
                stopped = how.stop_when_crowned;
            }
        }
        let goes_on = |dir: &Dir| may(king, *dir) && dir.step(over(way, *dir)) & empty != 0;
        if !stopped && Dir::ALL.iter().any(goes_on) {
            return Some(Objection::Unfinished(m.to()));
        }
        if self.rules().longest() && m.jumps() < self.longest_capture() {
            return Some(Objection::Shorter);
        }
        if self.rules().thins_out() {
            let mut legal = MoveBuf::new();
            self.moves(&mut legal);
            return (!legal.contains(&m)).then_some(Objection::Represented);
        }
        None
    }

    /// The refusal in words, with a legal alternative that is as near as possible.
    pub(super) fn explain(&self, m: CheckersMove) -> Illegal {
        let mut legal = MoveBuf::new();
        self.moves(&mut legal);
        let Some(objection) = self.objection(m).filter(|_| !legal.is_empty()) else {
            return Illegal::over();
        };
        let longer = |other: &&CheckersMove| {
            let begins = other.path().zip(m.path()).all(|(a, b)| a == b);
            other.jumps() > m.jumps() && begins
        };
        let same = |other: &&CheckersMove| other.same_result(m);
        let instead = match objection {
            Objection::Unfinished(_) | Objection::Landing(_) => legal.iter().find(longer),
            Objection::Represented => legal.iter().find(same),
            _ => legal.iter().find(|other| other.from == m.from),
        };
        self.refusal(objection, instead.or(legal.first()).copied())
    }

    /// The refusal for this reason, with this alternative.
    pub(super) fn refusal(&self, objection: Objection, instead: Option<CheckersMove>) -> Illegal {
        let (rule, why) = self.words(objection, instead.map_or(0, CheckersMove::jumps));
        Illegal::new(rule, why, instead)
    }

    fn words(&self, objection: Objection, pieces: usize) -> (&'static str, Text) {
        let (en, es) = counted(pieces);
        let naming = self.rules().naming();
        let priority = self.rules().get("capture_priority").unwrap_or_default();
        let square = match objection {
            Objection::Empty(square)
            | Objection::NotYours(square)
            | Objection::Occupied(square)
            | Objection::NothingToJump(square)
            | Objection::Crowned(square)
            | Objection::Unfinished(square)
            | Objection::Immune(square)
            | Objection::Far(square)
            | Objection::Landing(square) => naming.name(square).to_string(),
            _ => String::new(),
        };
        match objection {
            Objection::Empty(_) => (
                "no-piece",
                text!("nothing stands on {square}", "no hay nada en {square}"),
            ),
            Objection::NotYours(_) => (
                "not-yours",
                text!(
                    "the piece on {square} is not yours",
                    "la pieza de {square} no es tuya"
                ),
            ),
            Objection::MustCapture => (
                "must-capture",
                text!(
                    "{en} is available, and captures are compulsory",
                    "hay {es}, y capturar es obligatorio"
                ),
            ),
            Objection::Backward => (
                "backward",
                Text::new("a man moves only forwards", "un peón solo mueve hacia delante"),
            ),
            Objection::BackwardCapture => (
                "backward-capture",
                Text::new(
                    "a man captures only forwards (men_capture_backward=off)",
                    "un peón solo captura hacia delante (men_capture_backward=off)",
                ),
            ),
            Objection::Occupied(_) => ("occupied", text!("{square} is occupied", "{square} está ocupada")),
            Objection::NothingToJump(_) => (
                "nothing-to-jump",
                text!(
                    "there is no enemy piece to jump on {square}",
                    "no hay pieza rival que saltar en {square}"
                ),
            ),
            Objection::Crowned(_) => (
                "crowning-ends",
                text!(
                    "the man is crowned on {square} and the move ends there (mid_capture_promotion=stop)",
                    "el peón se corona en {square} y ahí termina la jugada (mid_capture_promotion=stop)"
                ),
            ),
            Objection::Unfinished(_) => (
                "unfinished-capture",
                text!(
                    "the capture has to go on from {square}",
                    "la captura debe seguir desde {square}"
                ),
            ),
            Objection::Shorter => (
                "longest-capture",
                text!(
                    "{en} is available, and the longest is compulsory (capture_priority={priority})",
                    "hay {es}, y la más larga es obligatoria (capture_priority={priority})"
                ),
            ),
            Objection::Immune(_) => (
                "immune-king",
                text!(
                    "a man cannot capture the king on {square} (men_capture_kings=off)",
                    "un peón no puede capturar la dama de {square} (men_capture_kings=off)"
                ),
            ),
            Objection::Far(_) => (
                "too-far",
                text!(
                    "the piece on {square} moves one square, and jumps only over a neighbour to the square behind it",
                    "la pieza de {square} mueve una casilla, y salta solo sobre una vecina a la casilla de detrás"
                ),
            ),
            Objection::Landing(_) => (
                "landing",
                text!(
                    "the king does not stop on {square}: it must land where the capture can go on",
                    "la dama no se detiene en {square}: debe caer donde la captura pueda seguir"
                ),
            ),
            Objection::KingFirst => (
                "king-first",
                text!(
                    "a king can capture, and then a man may not (capture_priority={priority})",
                    "una dama puede capturar, y entonces un peón no puede (capture_priority={priority})"
                ),
            ),
            Objection::FewerKings => (
                "most-kings",
                text!(
                    "another capture of as many pieces takes more kings (capture_priority={priority})",
                    "otra captura de tantas piezas toma más damas (capture_priority={priority})"
                ),
            ),
            Objection::LaterKing => (
                "earliest-king",
                text!(
                    "another capture of as many pieces and kings meets a king earlier (capture_priority={priority})",
                    "otra captura de tantas piezas y damas encuentra antes una dama (capture_priority={priority})"
                ),
            ),
            Objection::Represented if self.rules().action_identity == ActionIdentity::Unique => (
                "same-capture",
                Text::new(
                    "another order of the same jumps stands for this one (action_identity=unique)",
                    "otro orden de los mismos saltos representa a este (action_identity=unique)",
                ),
            ),
            Objection::Represented => (
                "first-of-the-longest",
                Text::new(
                    "only the first of the longest captures is legal (longest_tie=first)",
                    "solo la primera de las capturas más largas es legal (longest_tie=first)",
                ),
            ),
        }
    }
}

/// A capture of so many pieces, in words.
fn counted(pieces: usize) -> (String, String) {
    const EN: [&str; 10] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ];
    const ES: [&str; 10] = [
        "ninguna", "una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve",
    ];
    let (en, es) = (EN[pieces.min(9)], ES[pieces.min(9)]);
    let article = if pieces == 8 { "an" } else { "a" };
    let noun = if pieces == 1 { "pieza" } else { "piezas" };
    (
        format!("{article} {en}-piece capture"),
        format!("una captura de {es} {noun}"),
    )
}
