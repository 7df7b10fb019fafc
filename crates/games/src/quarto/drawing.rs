//! A picture of a Quarto position: the board, the piece to be placed, and those that are left.

use super::piece::{Attribute, Cell, Piece};
use super::position::Quarto;
use crate::drawing::Drawing;

/// The board, a1 at the top left; the pieces that are left stand beside it, the one to be placed on a lit spot.
pub(super) fn draw(game: &Quarto) -> Drawing {
    let mut drawing = Drawing::new(1180.0, 860.0);
    drawing.rect(0.0, 0.0, 1180.0, 860.0, 60.0).fill("#3f4a3e");
    drawing
        .rect(14.0, 14.0, 1152.0, 832.0, 50.0)
        .stroke("#6c7a66", 3.0);
    let won = game
        .board()
        .complete_groups(game.squares_win())
        .fold(0, |cells, group| cells | group);
    for cell in Cell::all(u16::MAX) {
        let (column, row) = (f32::from(cell.index() % 4), f32::from(cell.index() / 4));
        let (x, y) = (135.0 + 195.0 * column, 137.0 + 195.0 * row);
        let ring = if won & cell.bit() != 0 {
            "#ffd75e"
        } else {
            "#2a3328"
        };
        drawing
            .circle(x, y, 90.0)
            .fill("#55634f")
            .stroke(ring, if won & cell.bit() != 0 { 9.0 } else { 4.0 });
        if let Some(piece) = game.board().piece(cell) {
            drawing.at(x - 65.0, y - 98.0, 1.3, |at| stand(at, piece));
        }
    }
    for (i, letter) in ('a'..='d').enumerate() {
        let middle = 195.0 * i as f32;
        drawing
            .text(135.0 + middle, 40.0, 22.0, letter.to_string())
            .fill("#dfe8d8");
        drawing
            .text(30.0, 145.0 + middle, 22.0, (i + 1).to_string())
            .fill("#dfe8d8");
    }
    if let Some(piece) = game.hand() {
        drawing
            .circle(1000.0, 130.0, 84.0)
            .fill("#6d7c62")
            .stroke("#ffd75e", 6.0);
        drawing.at(940.0, 40.0, 1.2, |at| stand(at, piece));
    }
    for (i, piece) in Piece::all(game.left()).enumerate() {
        let (column, row) = ((i % 4) as f32, (i / 4) as f32);
        let (x, y) = (850.0 + 76.0 * column, 250.0 + 140.0 * row);
        drawing.at(x, y, 0.72, |at| stand(at, piece));
    }
    drawing
}

struct Wood {
    left: &'static str,
    right: &'static str,
    top: &'static str,
    edge: &'static str,
    hole: &'static str,
    band: &'static str,
}

const LIGHT: Wood = Wood {
    left: "#f3dfb0",
    right: "#d9b878",
    top: "#fff3d2",
    edge: "#8a6a34",
    hole: "#6b4d1e",
    band: "#b98d45",
};

const DARK: Wood = Wood {
    left: "#7a4526",
    right: "#54301b",
    top: "#96593a",
    edge: "#2a150a",
    hole: "#1b0d06",
    band: "#d8a878",
};

/// A piece standing in a box 100 wide and 130 high. Height and a band tell tall ones, brightness light ones, the outline and
/// the top their shape, a hole hollow ones.
fn stand(drawing: &mut Drawing, piece: Piece) {
    let [tall, light, square, hollow] = Attribute::ALL.map(|attribute| piece.has(attribute));
    let wood = if light { LIGHT } else { DARK };
    let h = if tall { 78.0 } else { 36.0 };
    let top = 104.0 - h;
    let (foot, band) = (top + h, top + 30.0);
    drawing
        .ellipse(52.0, 108.0, 40.0, 15.0)
        .fill("#000000")
        .opacity(0.28);
    if square {
        let (middle, base) = (top + 18.0, foot + 18.0);
        drawing
            .path(format!("M14 {top}L50 {middle}V{base}L14 {foot}Z"))
            .fill(wood.left)
            .stroke(wood.edge, 2.5);
        drawing
            .path(format!("M86 {top}L50 {middle}V{base}L86 {foot}Z"))
            .fill(wood.right)
            .stroke(wood.edge, 2.5);
        if tall {
            let line = format!("M14 {band}L50 {}L86 {band}", band + 18.0);
            drawing.path(line).stroke(wood.band, 5.0);
        }
        drawing
            .path(format!("M50 {}L86 {top}L50 {middle}L14 {top}Z", top - 18.0))
            .fill(wood.top)
            .stroke(wood.edge, 2.5);
        if hollow {
            let hole = format!("M50 {}L69 {top}L50 {}L31 {top}Z", top - 9.5, top + 9.5);
            drawing.path(hole).fill(wood.hole).stroke(wood.edge, 2.5);
        }
    } else {
        // Half an ellipse of 36 by 16 as two curves.
        let curve = |y: f32| {
            let (low, near) = (y + 16.0, y + 8.8);
            format!("C14 {near} 30 {low} 50 {low}C70 {low} 86 {near} 86 {y}")
        };
        drawing
            .path(format!("M14 {top}V{foot}{}V{top}Z", curve(foot)))
            .fill(wood.left)
            .stroke(wood.edge, 2.5);
        let shade = format!(
            "M60 {top}H86V{foot}C86 {} 75 {} 60 {}Z",
            foot + 8.8,
            foot + 14.0,
            foot + 15.3
        );
        drawing.path(shade).fill(wood.right).opacity(0.75);
        if tall {
            drawing
                .path(format!("M14 {band}{}", curve(band)))
                .stroke(wood.band, 5.0);
        }
        drawing
            .ellipse(50.0, top, 36.0, 16.0)
            .fill(wood.top)
            .stroke(wood.edge, 2.5);
        if hollow {
            drawing
                .ellipse(50.0, top, 19.0, 8.0)
                .fill(wood.hole)
                .stroke(wood.edge, 2.5);
        }
    }
}
