//! A picture of a checkers position: the numbered board, men with rings or spokes, kings with crowns.

use super::position::Checkers;
use crate::drawing::Drawing;
use crate::game::Game;
use crate::player::Player;

/// The board, black's home at the top.
pub(super) fn draw(game: &Checkers) -> Drawing {
    let naming = game.rules().naming();
    let mut drawing = Drawing::new(868.0, 868.0);
    drawing.rect(0.0, 0.0, 868.0, 868.0, 24.0).fill("#4a2c18");
    drawing.at(34.0, 34.0, 1.0, |board| {
        board.rect(0.0, 0.0, 800.0, 800.0, 0.0).fill("#efdcb6");
        for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            let Some(square) = naming.at(row, column) else {
                continue;
            };
            let (x, y) = (100.0 * f32::from(column), 100.0 * f32::from(row));
            board.rect(x, y, 100.0, 100.0, 0.0).fill("#a06c44");
            board
                .text(x + 16.0, y + 22.0, 17.0, naming.name(square).to_string())
                .fill("#f2dfc0")
                .opacity(0.8);
            if let Some(piece) = game.piece(square) {
                board.at(x + 50.0, y + 50.0, 1.0, |at| man(at, piece.player, piece.king));
            }
        }
    });
    drawing
}

/// A piece, 100 units wide around the origin.
fn man(drawing: &mut Drawing, player: Player, king: bool) {
    let red = player == Player::First;
    drawing.circle(2.0, 6.0, 41.0).fill("#000000").opacity(0.33);
    let (body, edge, light, groove) = if red {
        ("#c93b2e", "#6e150f", "#ef7563", "#f5a195")
    } else {
        ("#34302d", "#000000", "#6b6763", "#8d8781")
    };
    drawing.circle(0.0, 0.0, 41.0).fill(body).stroke(edge, 1.5);
    drawing.circle(-9.0, -11.0, 26.0).fill(light).opacity(0.22);
    drawing.circle(0.0, 0.0, 32.0).stroke(groove, 2.5).opacity(0.75);
    if !red {
        for step in 0..12 {
            let (sin, cos) = (std::f32::consts::TAU * step as f32 / 12.0).sin_cos();
            let (from, to) = (33.0, 39.5);
            let spoke = format!(
                "M{:.1} {:.1}L{:.1} {:.1}",
                from * sin,
                from * cos,
                to * sin,
                to * cos
            );
            drawing.path(spoke).stroke(groove, 3.0).opacity(0.75);
        }
    }
    if king {
        let (gold, outline) = if red {
            ("#ffe2a0", "#7a1a12")
        } else {
            ("#f0d48a", "#1c1917")
        };
        let crown = drawing.path("M-24 14L-28 -13L-13 -1L0 -22L13 -1L28 -13L24 14Z");
        crown.fill(gold).stroke(outline, 3.0);
        drawing.rect(-24.0, 16.0, 48.0, 7.0, 2.0).fill(gold);
    } else if red {
        drawing.circle(0.0, 0.0, 21.0).stroke(groove, 2.5).opacity(0.75);
    } else {
        let diamond = drawing.path("M0 -20L20 0L0 20L-20 0Z");
        diamond.stroke(groove, 2.5).opacity(0.75);
    }
}
