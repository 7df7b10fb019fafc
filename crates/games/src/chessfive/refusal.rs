//! Why a move is refused, as the rule that refuses it and a legal move near it.

use super::moves::reach;
use super::pieces::{ChessFiveMove, Kind, Square};
use super::position::{ChessFive, Phase, Status};
use crate::error::Illegal;
use crate::game::{Game, MoveBuf};
use crate::lang::Text;

impl ChessFive {
    /// Explains why `m`, which is not legal, is refused.
    pub(super) fn refusal(&self, m: ChessFiveMove) -> Illegal {
        if self.status() != Status::Playing {
            return Illegal::over();
        }
        let (rule, why) = match (m, self.phase()) {
            (ChessFiveMove::Drop { .. }, Phase::Chess) => (
                "all-dropped",
                Text::new(
                    "all pieces have been dropped; now they move",
                    "todas las piezas están en el tablero; ahora se mueven",
                ),
            ),
            (ChessFiveMove::Step { .. }, Phase::Gravity) => (
                "drop-first",
                Text::new(
                    "pieces move only when all have been dropped",
                    "las piezas se mueven solo cuando todas están en el tablero",
                ),
            ),
            (ChessFiveMove::Drop { kind, to }, Phase::Gravity) => self.refuse_drop(kind, to),
            (ChessFiveMove::Step { kind, from, to, .. }, Phase::Chess) => self.refuse_step(kind, from, to),
        };
        Illegal::new(rule, why, self.nearest(m))
    }

    fn refuse_drop(&self, kind: Kind, to: Square) -> (&'static str, Text) {
        let name = kind.name();
        let column = to.file_letter();
        if self.in_hand(self.to_move(), kind) == 0 {
            let (en, es) = (&name.en, &name.es);
            return (
                "not-in-hand",
                Text::owned(
                    format!("there is not {en} in your hand"),
                    format!("no te queda {es} en la mano"),
                ),
            );
        }
        if !self.may_drop(kind) {
            return (
                "fixed-order",
                Text::new(
                    "pieces drop in the order R R N N B B Q K",
                    "las piezas se sueltan en el orden R R N N B B Q K",
                ),
            );
        }
        if self.rules().board.mask() & to.bit() == 0 {
            return off_board(to);
        }
        match Square::all(self.landings() & to.column()).next() {
            None => (
                "column-full",
                text!("column {column} is full", "la columna {column} está llena"),
            ),
            Some(landing) => (
                "falls-elsewhere",
                text!(
                    "a piece dropped in column {column} falls to {landing}, not to {to}",
                    "una pieza soltada en la columna {column} cae en {landing}, no en {to}"
                ),
            ),
        }
    }

    fn refuse_step(&self, kind: Kind, from: Square, to: Square) -> (&'static str, Text) {
        let mask = self.rules().board.mask();
        if let Some(square) = [from, to].into_iter().find(|square| mask & square.bit() == 0) {
            return off_board(square);
        }
        let Some((owner, standing)) = self.men().at(from) else {
            return ("empty-square", text!("{from} is empty", "{from} está vacía"));
        };
        let name = standing.name();
        if owner != self.to_move() {
            return (
                "not-yours",
                text!(
                    "the piece on {from} is not yours",
                    "la pieza de {from} no es tuya"
                ),
            );
        }
        if standing != kind {
            let (en, es) = (&name.en, &name.es);
            return (
                "wrong-kind",
                Text::owned(format!("{from} holds {en}"), format!("en {from} hay {es}")),
            );
        }
        let taken = self.men().at(to).map(|(owner, _)| owner);
        if taken == Some(self.to_move()) {
            return (
                "occupied",
                text!(
                    "one of your own pieces stands on {to}",
                    "en {to} hay una pieza tuya"
                ),
            );
        }
        if taken.is_some() && !self.rules().captures {
            return (
                "no-captures",
                text!(
                    "{to} is occupied and nothing is captured",
                    "{to} está ocupada y no se captura"
                ),
            );
        }
        let (en, es) = (&name.en, &name.es);
        if reach(kind, from, self.men().occupied()) & to.bit() != 0 {
            // The way is free, so only the sign between the squares can be wrong.
            return if taken.is_some() {
                (
                    "is-capture",
                    text!("the move to {to} is a capture", "la jugada a {to} es captura"),
                )
            } else {
                (
                    "nothing-to-capture",
                    text!(
                        "there is nothing to capture on {to}",
                        "no hay nada que capturar en {to}"
                    ),
                )
            };
        }
        if reach(kind, from, 0) & to.bit() != 0 {
            (
                "blocked",
                text!(
                    "the way from {from} to {to} is blocked",
                    "el camino de {from} a {to} está cortado"
                ),
            )
        } else {
            (
                "moves-otherwise",
                Text::owned(
                    format!("{en} does not move from {from} to {to}"),
                    format!("{es} no se mueve de {from} a {to}"),
                ),
            )
        }
    }

    /// A legal move that has as much as possible in common with `m`.
    fn nearest(&self, m: ChessFiveMove) -> Option<ChessFiveMove> {
        use ChessFiveMove::{Drop, Step};

        let likeness = |other: &ChessFiveMove| match (m, *other) {
            (Drop { kind, to }, Drop { kind: k, to: t }) => {
                2 * u8::from(to.file() == t.file()) + u8::from(kind == k)
            }
            (
                Step { kind, from, to, .. },
                Step {
                    kind: k,
                    from: f,
                    to: t,
                    ..
                },
            ) => 4 * u8::from(from == f) + 2 * u8::from(to == t) + u8::from(kind == k),
            _ => 0,
        };
        let mut legal = MoveBuf::new();
        self.moves(&mut legal);
        // The last of the best is as good as the first.
        legal.into_iter().max_by_key(likeness)
    }
}

fn off_board(square: Square) -> (&'static str, Text) {
    (
        "off-board",
        text!(
            "{square} is not on this board",
            "{square} no está en este tablero"
        ),
    )
}
