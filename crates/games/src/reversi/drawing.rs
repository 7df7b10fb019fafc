//! A picture of a Reversi position: the green board with its discs, and points where a disc may be set.

use super::position::Reversi;
use crate::drawing::Drawing;

/// The board, a1 at the top left.
pub(super) fn draw(game: &Reversi) -> Drawing {
    let mut drawing = Drawing::new(880.0, 880.0);
    drawing.rect(0.0, 0.0, 880.0, 880.0, 26.0).fill("#16211c");
    drawing.at(40.0, 40.0, 1.0, |board| {
        board.rect(0.0, 0.0, 800.0, 800.0, 6.0).fill("#27795a");
        for line in 0..=8 {
            let at = 100 * line;
            let lines = format!("M{at} 0V800M0 {at}H800");
            board.path(lines).stroke("#123b2a", 3.0);
        }
        for (x, y) in [(200.0, 200.0), (200.0, 600.0), (600.0, 200.0), (600.0, 600.0)] {
            board.circle(x, y, 7.0).fill("#123b2a");
        }
        for (i, file) in ('a'..='h').enumerate() {
            let middle = 100.0 * i as f32 + 50.0;
            board.text(middle, -11.0, 24.0, file.to_string()).fill("#c8d2c8");
            board
                .text(-20.0, middle + 8.0, 24.0, (i + 1).to_string())
                .fill("#c8d2c8");
        }
        let discs = game.discs();
        for square in 0..64 {
            let bit = 1_u64 << square;
            let (x, y) = (
                100.0 * (square % 8) as f32 + 50.0,
                100.0 * (square / 8) as f32 + 50.0,
            );
            if (discs.first | discs.second) & bit != 0 {
                board.at(x, y, 1.0, |at| disc(at, discs.first & bit != 0));
            } else if game.legal() & bit != 0 {
                board.circle(x, y, 11.0).fill("#0b2b1d").opacity(0.55);
            }
        }
    });
    drawing
}

/// A disc, 100 units wide around the origin. Black ones carry one ring, white ones a ring and a point.
fn disc(drawing: &mut Drawing, black: bool) {
    drawing.circle(2.0, 6.0, 43.0).fill("#000000").opacity(0.28);
    if black {
        drawing.circle(0.0, 0.0, 43.0).fill("#26292b");
        drawing.circle(-9.0, -11.0, 27.0).fill("#4b5053").opacity(0.22);
        drawing.circle(0.0, 0.0, 29.0).stroke("#5d6265", 2.5);
    } else {
        drawing
            .circle(0.0, 0.0, 43.0)
            .fill("#f2eee4")
            .stroke("#a9a08d", 1.0);
        drawing.circle(-9.0, -11.0, 27.0).fill("#ffffff").opacity(0.4);
        drawing.circle(0.0, 0.0, 33.0).stroke("#d8d0bf", 3.0);
        drawing.circle(0.0, 0.0, 8.0).fill("#d8d0bf");
    }
}
