//! A picture of an Azul table: factories and centre above, both boards below.

use super::position::Azul;
use super::view::AzulBoardView;
use crate::drawing::Drawing;
use crate::game::Game;
use crate::player::Player;
use crate::view::View;

/// The size of a tile with the gap to the next.
const STEP: f32 = 44.0;

/// The whole table.
pub(super) fn draw(game: &Azul) -> Drawing {
    let view = game.view();
    let mut drawing = Drawing::new(1120.0, 680.0);
    drawing.rect(0.0, 0.0, 1120.0, 680.0, 24.0).fill("#2c4a52");
    for (i, tiles) in view.factories.iter().enumerate() {
        let x = 92.0 + 148.0 * i as f32;
        drawing
            .circle(x, 92.0, 68.0)
            .fill("#e9e2d0")
            .stroke("#b9ae93", 4.0);
        drawing.text(x, 185.0, 18.0, (i + 1).to_string()).fill("#cfe0de");
        for (n, tile) in tiles.chars().enumerate() {
            let (column, row) = ((n % 2) as f32, (n / 2) as f32);
            drawing.at(x - 43.0 + STEP * column, 49.0 + STEP * row, 1.0, |at| {
                tile_of(at, tile);
            });
        }
    }
    drawing
        .rect(800.0, 24.0, 296.0, 140.0, 20.0)
        .fill("#24404a")
        .stroke("#476a73", 3.0);
    drawing.text(948.0, 185.0, 18.0, "centre").fill("#cfe0de");
    let marker = view.centre_marker.then_some('M');
    for (n, tile) in marker.into_iter().chain(view.centre.chars()).enumerate() {
        // A full centre of sixteen tiles and the marker still fits: three rows of six.
        let (column, row) = ((n % 6) as f32, (n / 6) as f32);
        drawing.at(814.0 + 45.0 * column, 29.0 + STEP * row, 1.0, |at| {
            tile_of(at, tile);
        });
    }
    for player in Player::ALL {
        let x = if player == Player::First { 20.0 } else { 570.0 };
        let turn = view.turn == Some(player);
        let name = Azul::META.seats[player].en.to_string();
        drawing.at(x, 206.0, 1.0, |at| {
            board(
                at,
                &view.boards[player],
                &view.pattern,
                &view.penalties,
                &name,
                turn,
            );
        });
    }
    drawing
}

/// A player's board, 530 wide and 454 high.
fn board(
    drawing: &mut Drawing,
    board: &AzulBoardView,
    pattern: &[String],
    penalties: &[u16],
    name: &str,
    turn: bool,
) {
    let edge = if turn { "#ffd75e" } else { "#b9ae93" };
    drawing
        .rect(0.0, 0.0, 530.0, 454.0, 18.0)
        .fill("#f2ead8")
        .stroke(edge, if turn { 7.0 } else { 3.0 });
    drawing.text(120.0, 46.0, 26.0, name.to_owned()).fill("#3a342a");
    drawing
        .text(400.0, 48.0, 32.0, board.score.to_string())
        .fill("#3a342a");
    for (row, line) in board.lines.iter().enumerate() {
        let y = 76.0 + 52.0 * row as f32;
        let mut tiles = line.chars();
        for place in 0..=row {
            let x = 196.0 - STEP * place as f32;
            slot(drawing, x, y);
            if let Some(tile) = tiles.next() {
                drawing.at(x, y, 1.0, |at| tile_of(at, tile));
            }
        }
        let wall = board.wall.get(row).map_or("", String::as_str);
        let colours = pattern.get(row).map_or("", String::as_str);
        for (column, (tile, colour)) in wall.chars().zip(colours.chars()).enumerate() {
            let x = 276.0 + 46.0 * column as f32;
            slot(drawing, x, y);
            if tile == '.' {
                let faint = fill(colour);
                drawing
                    .rect(x + 1.0, y + 1.0, 38.0, 38.0, 6.0)
                    .fill(faint)
                    .opacity(0.25);
            } else {
                drawing.at(x, y, 1.0, |at| tile_of(at, tile));
            }
        }
    }
    let mut floor = board.floor.chars();
    for (i, penalty) in penalties.iter().enumerate() {
        let (x, y) = (20.0 + 56.0 * i as f32, 372.0);
        slot(drawing, x, y);
        drawing
            .text(x + 20.0, y + 62.0, 16.0, format!("-{penalty}"))
            .fill("#8c2513");
        if let Some(tile) = floor.next() {
            drawing.at(x, y, 1.0, |at| tile_of(at, tile));
        }
    }
}

fn slot(drawing: &mut Drawing, x: f32, y: f32) {
    drawing
        .rect(x + 1.0, y + 1.0, 38.0, 38.0, 6.0)
        .fill("#ddd2ba")
        .stroke("#c4b797", 1.0);
}

const fn fill(colour: char) -> &'static str {
    match colour {
        'B' => "#2f6fb5",
        'Y' => "#e9b53a",
        'R' => "#c2452d",
        'K' => "#33353d",
        'W' => "#e3f0ee",
        _ => "#f7f0dd",
    }
}

/// A tile in a box of 40 by 40, by its letter. Each colour has its own ornament.
fn tile_of(drawing: &mut Drawing, colour: char) {
    drawing
        .rect(1.0, 1.0, 38.0, 38.0, 6.0)
        .fill(fill(colour))
        .stroke("#1b1a18", 1.4);
    match colour {
        'B' => {
            drawing.path("M20 6L34 20L20 34L6 20Z").fill("#d9e9fb");
            drawing.path("M20 13L27 20L20 27L13 20Z").fill("#1e4c84");
        }
        'Y' => {
            drawing.circle(20.0, 20.0, 8.0).fill("#8a5200");
            for step in 0..8 {
                let (sin, cos) = (std::f32::consts::TAU * step as f32 / 8.0).sin_cos();
                let point = |r: f32| format!("{:.1} {:.1}", 20.0 + r * sin, 20.0 + r * cos);
                drawing
                    .path(format!("M{}L{}", point(11.5), point(14.5)))
                    .stroke("#8a5200", 3.2);
            }
        }
        'R' => {
            let cross = drawing.path("M15 6H25V15H34V25H25V34H15V25H6V15H15Z");
            cross.fill("#ffe0d3");
            drawing.rect(16.5, 16.5, 7.0, 7.0, 0.0).fill("#8c2513");
        }
        'K' => {
            drawing
                .path("M6 34L34 6M6 22L22 6M18 34L34 18")
                .stroke("#d5d7e0", 4.0);
        }
        'W' => {
            for y in [13.0, 21.5, 30.0] {
                let (up, down) = (y - 5.0, y + 5.0);
                let wave = format!("M7 {y}C11 {up} 16 {up} 20 {y}C24 {down} 29 {down} 33 {y}");
                drawing.path(wave).stroke("#12716b", 3.0);
            }
        }
        _ => {
            drawing.circle(20.0, 20.0, 13.0).stroke("#24211c", 2.5);
            drawing.text(20.0, 27.0, 20.0, "1").fill("#24211c");
        }
    }
}
