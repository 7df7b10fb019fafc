//! A picture of a ChessFive position: the board, the winning line, and what both still hold.

use super::pieces::Kind;
use super::position::ChessFive;
use crate::drawing::Drawing;
use crate::player::Player;
use crate::view::View;

/// The figures of the pieces, 100 units wide around the origin.
const fn figure(kind: Kind) -> &'static str {
    match kind {
        Kind::Rook => "M-21 27H21V20H16L13 -5H19V-25H11V-18H4.5V-25H-4.5V-18H-11V-25H-19V-5H-13L-16 20H-21Z",
        Kind::Knight => {
            "M-16 27H20C21 5 20 -14 4 -23L3 -31L-5 -24C-15 -20 -21 -9 -25 2C-26 8 -20 11 -16 8L-6 3C-4 10 -14 14 -16 27Z"
        }
        Kind::Bishop => {
            "M-18 27H18V21H11C10 14 17 8 17 -3C17 -13 7 -19 0 -27C-7 -19 -17 -13 -17 -3C-17 8 -10 14 -11 21H-18Z"
        }
        Kind::Queen => "M-18 27H18L26 -13L12 3L8 -24L0 1L-8 -24L-12 3L-26 -13Z",
        Kind::King => {
            "M-18 27H18C18 17 26 11 26 0C26 -12 10 -16 3.5 -4V-14H9V-20H3.5V-28H-3.5V-20H-9V-14H-3.5V-4C-10 -16 -26 -12 -26 0C-26 11 -18 17 -18 27Z"
        }
    }
}

const OCTAGON: &str = "M-17.5 -42H17.5L42 -17.5V17.5L17.5 42H-17.5L-42 17.5V-17.5Z";

/// The board, rank 1 at the bottom, and the hands beside it while pieces are dropped.
pub(super) fn draw(game: &ChessFive) -> Drawing {
    let view = game.view();
    let side = f32::from(view.side);
    let size = 100.0 * side;
    let hands = !(view.hands.first.is_empty() && view.hands.second.is_empty());
    let mut drawing = Drawing::new(size + if hands { 228.0 } else { 68.0 }, size + 68.0);
    let (width, height) = (drawing.width, drawing.height);
    drawing.rect(0.0, 0.0, width, height, 24.0).fill("#222a4a");
    drawing.at(34.0, 34.0, 1.0, |board| {
        for (row, rank) in view.board.iter().enumerate() {
            for (column, letter) in rank.chars().enumerate() {
                let (x, y) = (100.0 * column as f32, 100.0 * row as f32);
                let ground = if (row + column) % 2 == 1 {
                    "#454f7d"
                } else {
                    "#5a6596"
                };
                board.rect(x, y, 100.0, 100.0, 0.0).fill(ground);
                let name = format!("{}{}", (b'a' + column as u8) as char, view.board.len() - row);
                if view.winning.contains(&name) {
                    board.rect(x, y, 100.0, 100.0, 0.0).fill("#ffd75e").opacity(0.6);
                }
                if view.landings.contains(&name) {
                    board.at(x + 50.0, y + 50.0, 1.0, |at| {
                        at.path("M-13 -7L0 8L13 -7").stroke("#e6eaff", 5.0).opacity(0.7);
                    });
                }
                board.at(x + 50.0, y + 50.0, 1.0, |at| token(at, letter));
            }
        }
        for i in 0..view.side {
            let middle = 100.0 * f32::from(i) + 50.0;
            let file = char::from(b'a' + i).to_string();
            board.text(middle, size + 25.0, 22.0, file).fill("#c3cbef");
            let rank = (view.side - i).to_string();
            board.text(-17.0, middle + 8.0, 22.0, rank).fill("#c3cbef");
        }
        for (player, hand) in view.hands.iter() {
            let x = size + if player == Player::First { 52.0 } else { 124.0 };
            for (i, letter) in hand.chars().enumerate() {
                board.at(x, 50.0 + 74.0 * i as f32, 0.72, |at| token(at, letter));
            }
            if hands && view.turn == Some(player) {
                board.rect(x - 34.0, 12.0, 68.0, 5.0, 2.0).fill("#ffd75e");
            }
        }
    });
    drawing
}

/// A piece. Cyan ones are round with dark figures, Magenta ones eight-sided with light figures.
fn token(drawing: &mut Drawing, letter: char) {
    let named = |kind: &Kind| kind.letter() == letter.to_ascii_uppercase();
    let Some(kind) = Kind::ALL.into_iter().find(named) else {
        return;
    };
    let cyan = letter.is_ascii_uppercase();
    let (body, ink) = if cyan {
        ("#1fb6cb", "#06272e")
    } else {
        ("#b01f7d", "#fff2fa")
    };
    if cyan {
        drawing.circle(2.0, 5.0, 42.0).fill("#000000").opacity(0.35);
        drawing.circle(0.0, 0.0, 42.0).fill(body).stroke("#0b5a68", 2.5);
        drawing.circle(0.0, 0.0, 36.0).stroke("#a9ecf4", 2.0).opacity(0.8);
    } else {
        drawing.at(2.0, 5.0, 1.0, |at| {
            at.path(OCTAGON).fill("#000000").opacity(0.35);
        });
        drawing.path(OCTAGON).fill(body).stroke("#560a3b", 2.5);
        drawing.at(0.0, 0.0, 0.86, |at| {
            at.path(OCTAGON).stroke("#f3a3d6", 2.3).opacity(0.8);
        });
    }
    drawing.path(figure(kind)).fill(ink).stroke(ink, 2.0);
    match kind {
        Kind::Knight => {
            drawing.circle(-7.0, -8.0, 3.2).fill(body);
        }
        Kind::Bishop => {
            drawing.path("M0 -14V4M-6 -5H6").stroke(body, 3.4);
        }
        Kind::Queen => {
            for (x, y) in [(-26.0, -17.0), (-8.0, -28.0), (8.0, -28.0), (26.0, -17.0)] {
                drawing.circle(x, y, 4.0).fill(ink);
            }
        }
        Kind::Rook | Kind::King => {}
    }
}
