//! One turn of a player as an experience: what was given and placed, what was given back, and how the game ended.

use damero_games::quarto::{Cell, Piece, Quarto, QuartoMove, QuartoRules, QuartoSetup};
use damero_games::{Game, Notation, Symmetry};

use crate::dqn::Experience;
use crate::replay::Stored;

/// A turn: place the piece in hand, then give another. The first turn only gives, the last only places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuartoTurn {
    /// The position before the turn.
    pub before: Quarto,
    /// Where the piece was placed.
    pub place: Option<Cell>,
    /// Which piece was given.
    pub give: Option<Piece>,
    /// The result of the game for the player of this turn: 1, 0 or -1.
    pub result: i8,
    /// How many turns, of both players, followed this one.
    pub distance: u8,
}

impl QuartoTurn {
    /// The position after the placement, in which a piece is to be given or the game is over.
    #[must_use]
    pub fn placed(&self) -> Quarto {
        let mut game = self.before.clone();
        if let Some(cell) = self.place {
            game.play_unchecked(QuartoMove::Place(cell));
        }
        game
    }

    /// The position after the whole turn.
    #[must_use]
    pub fn after(&self) -> Quarto {
        let mut game = self.placed();
        if let Some(piece) = self.give {
            game.play_unchecked(QuartoMove::Give(piece));
        }
        game
    }
}

impl Experience<Quarto> for QuartoTurn {
    fn before(&self) -> &Quarto {
        &self.before
    }

    fn mapped(&self, symmetry: usize) -> Self {
        let place = self.place.map(
            |cell| match self.before.map_move(symmetry, QuartoMove::Place(cell)) {
                QuartoMove::Place(cell) => cell,
                QuartoMove::Give(_) => cell,
            },
        );
        let give = self.give.map(
            |piece| match self.before.map_move(symmetry, QuartoMove::Give(piece)) {
                QuartoMove::Give(piece) => piece,
                QuartoMove::Place(_) => piece,
            },
        );
        Self {
            before: self.before.map(symmetry),
            place,
            give,
            ..*self
        }
    }
}

/// Stands for no piece and no cell.
const NONE: u8 = 16;

/// Eight bytes of pieces (a nibble a cell), two of taken cells, then the piece in hand, the cell, the piece given, the
/// result, the distance and the rules.
impl Stored for QuartoTurn {
    const SIZE: usize = 16;

    fn store(&self, out: &mut Vec<u8>) {
        let board = self.before.board();
        let nibbles = board.pieces().fold(0_u64, |nibbles, (cell, piece)| {
            nibbles | u64::from(piece.index()) << (4 * cell.index())
        });
        nibbles.store(out);
        board.occupied().store(out);
        let piece = |piece: Option<Piece>| piece.map_or(NONE, Piece::index);
        out.push(piece(self.before.hand()));
        out.push(self.place.map_or(NONE, Cell::index));
        out.push(piece(self.give));
        self.result.store(out);
        out.push(self.distance);
        out.push(u8::from(self.before.squares_win()));
    }

    fn restore(bytes: &[u8]) -> Option<Self> {
        let nibbles = u64::restore(&bytes[..8])?;
        let occupied = u16::restore(&bytes[8..10])?;
        let [hand, place, give, result, distance, squares] = bytes[10..].try_into().ok()?;
        let piece = |index: u8| (index != NONE).then(|| Piece::new(index));
        let optional_piece = |index: u8| match piece(index) {
            None => Some(None),
            Some(found) => found.map(Some),
        };
        let mut setup = QuartoSetup {
            hand: optional_piece(hand)?,
            ..QuartoSetup::default()
        };
        for cell in Cell::all(occupied) {
            let nibble = (nibbles >> (4 * cell.index()) & 15) as u8;
            setup.cells[usize::from(cell.index())] = Piece::new(nibble);
        }
        let before = Quarto::from_setup(&rules(squares != 0)?, &setup).ok()?;
        let mut game = before.clone();
        let place = match place {
            NONE => None,
            index => {
                let cell = Cell::new(index)?;
                game.play(QuartoMove::Place(cell)).ok()?;
                Some(cell)
            }
        };
        let give = optional_piece(give)?;
        if let Some(piece) = give {
            game.play(QuartoMove::Give(piece)).ok()?;
        }
        Some(Self {
            before,
            place,
            give,
            result: i8::from_le_bytes([result]),
            distance,
        })
    }
}

/// The rules with or without squares.
fn rules(squares: bool) -> Option<QuartoRules> {
    if squares { "square" } else { "standard" }.parse().ok()
}

#[cfg(test)]
mod tests {
    use damero_games::random::{below, seeded};
    use damero_games::{MoveBuf, Player};

    use super::*;
    use crate::quarto::players::turns;

    /// Turns of random games under both rules.
    fn experiences() -> Vec<QuartoTurn> {
        let mut rng = seeded(5);
        let mut found = Vec::new();
        for n in 0..60 {
            let rules = rules(n % 2 == 0).expect("a preset");
            let mut game = Quarto::start(&rules);
            let mut moves = Vec::new();
            while game.turn().player().is_some() {
                let m = game.random_move(&mut rng, &mut MoveBuf::new());
                game.play_unchecked(m);
                moves.push(m);
            }
            found.extend(turns(&rules, &moves));
        }
        found
    }

    #[test]
    fn stored_turns_are_read_back_and_damaged_ones_never_panic() {
        let mut rng = seeded(6);
        for experience in experiences() {
            let mut bytes = Vec::new();
            experience.store(&mut bytes);
            assert_eq!(bytes.len(), QuartoTurn::SIZE);
            assert_eq!(QuartoTurn::restore(&bytes).as_ref(), Some(&experience));
            let at = below(&mut rng, bytes.len() as u32) as usize;
            bytes[at] ^= 1 << below(&mut rng, 8);
            // Other turns or none, but no panic.
            let _ = QuartoTurn::restore(&bytes);
        }
    }

    #[test]
    fn a_turned_turn_leads_to_the_turned_position() {
        let mut rng = seeded(7);
        for experience in experiences() {
            let symmetry = below(&mut rng, experience.before.symmetries() as u32) as usize;
            let mapped = experience.mapped(symmetry);
            assert_eq!(mapped.after(), experience.after().map(symmetry));
            assert_eq!(mapped.placed(), experience.placed().map(symmetry));
        }
    }

    #[test]
    fn results_and_distances_follow_from_the_end() {
        for experience in experiences() {
            let over = experience.after().turn().outcome();
            assert_eq!(over.is_some(), experience.distance == 0);
            if experience.distance == 0 {
                assert!(experience.result >= 0, "who placed last did not lose");
                assert_eq!(experience.give, None);
            }
            let first = experience.before.board().occupied() == 0 && experience.before.hand().is_none();
            assert_eq!(experience.place.is_none(), first);
            assert!(!first || experience.before.turn().player() == Some(Player::First));
        }
    }
}
