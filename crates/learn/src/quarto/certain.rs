//! What the rules of Quarto decide within a turn, so that no network need be asked and none is believed against them.
//!
//! Targets take the best of many values, and the best of many is most often one that is too high. The values that are
//! wrong most often and cost most are those of pieces that lose at once; the rules know them exactly.

use damero_games::quarto::{Board, Cell, Piece, Quarto};

use super::targets::{give_action, place_action};

/// What a position is worth for the player to move, if the rules tell: a piece in hand that wins somewhere wins, the
/// last one, if it does not, draws, and who can only give pieces that win for the other loses.
pub(super) fn known(game: &Quarto, gamma: f32) -> Option<f32> {
    let (board, squares) = (game.board(), game.squares_win());
    match game.hand() {
        Some(piece) if board.winning_cells(piece, squares) != 0 => Some(1.0),
        Some(_) => (game.left() == 0).then_some(0.0),
        None => after_placing(board, game.left(), squares, gamma),
    }
}

/// Puts what the rules tell about single moves in the place of a network's values for them.
pub(super) fn correct(game: &Quarto, gamma: f32, values: &mut [f32]) {
    let (board, squares, left) = (game.board(), game.squares_win(), game.left());
    let Some(piece) = game.hand() else {
        for given in Piece::all(left) {
            if board.winning_cells(given, squares) != 0 {
                values[give_action(given)] = -gamma;
            } else if left == given.bit() {
                values[give_action(given)] = 0.0;
            }
        }
        return;
    };
    let wins = board.winning_cells(piece, squares);
    for cell in Cell::all(board.empty()) {
        let mut after = board;
        after.put(cell, piece);
        if wins & cell.bit() != 0 {
            values[place_action(cell)] = 1.0;
        } else if let Some(value) = after_placing(after, left, squares, gamma) {
            values[place_action(cell)] = value;
        }
    }
}

/// What a placement that did not win is worth, if the rules tell: nothing when at most one piece is left and it completes
/// nothing, a loss when every piece that is left completes something.
fn after_placing(board: Board, left: u16, squares: bool, gamma: f32) -> Option<f32> {
    let completes = |piece| board.winning_cells(piece, squares) != 0;
    if left != 0 && Piece::all(left).all(completes) {
        Some(-gamma)
    } else {
        (left.count_ones() <= 1).then_some(0.0)
    }
}

#[cfg(test)]
mod tests {
    use damero_games::random::seeded;
    use damero_games::{Encode, Game, MoveBuf, Turn};

    use super::super::targets::GIVE;
    use super::*;

    /// What a move is worth when only `plies` more decisions are looked at; `None` if that does not settle it.
    fn looked(game: &Quarto, action: usize, plies: u32) -> Option<f32> {
        let mover = game.turn().player()?;
        let mut after = game.clone();
        after.play(game.action(action)?).ok()?;
        match after.turn() {
            Turn::Over(outcome) => Some(outcome.pov(mover).value().0),
            _ if plies == 0 => None,
            turn => {
                let factor = if turn.player() == Some(mover) { 1.0 } else { -0.9 };
                let worths: Vec<_> = (0..32)
                    .filter(|&a| after.action(a).is_some())
                    .map(|a| looked(&after, a, plies - 1))
                    .collect();
                // A win is enough; anything less needs to know all of them.
                let best = worths.iter().flatten().copied().fold(f32::NEG_INFINITY, f32::max);
                (best == 1.0 || worths.iter().all(Option::is_some)).then_some(factor * best)
            }
        }
    }

    /// Whatever is said agrees with trying everything three decisions deep, and what two decide is always said.
    #[test]
    fn it_agrees_with_trying_everything() {
        let mut rng = seeded(8);
        let (mut said, mut open) = (0, 0);
        for n in 0..60 {
            let rules = if n % 2 == 0 { "square" } else { "standard" };
            let mut game = Quarto::start(&rules.parse().expect("a preset"));
            while game.turn().player().is_some() {
                if game.board().occupied().count_ones() >= 5 {
                    let mut values = [9.0; 32];
                    correct(&game, 0.9, &mut values);
                    for action in (0..32).filter(|&action| game.action(action).is_some()) {
                        let depth = if action < GIVE { 2 } else { 1 };
                        let expected = looked(&game, action, depth);
                        match expected {
                            Some(value) => assert!((values[action] - value).abs() < 1e-6, "{action}"),
                            None => assert_eq!(values[action], 9.0, "{action}"),
                        }
                        said += u32::from(expected.is_some());
                        open += u32::from(expected.is_none());
                    }
                    if let Some(value) = known(&game, 0.9) {
                        // What is not told counts for nothing then.
                        let legal = (0..32).filter(|&action| game.action(action).is_some());
                        let told = legal.map(|action| values[action]).filter(|&value| value < 9.0);
                        let best = told.fold(-9.0, f32::max);
                        assert_eq!(best, value);
                    }
                }
                let m = game.random_move(&mut rng, &mut MoveBuf::new());
                game.play_unchecked(m);
            }
        }
        assert!(said > 200 && open > 200, "{said} {open}");
    }
}
