//! Boards: states and next states of a random batch, side by side, so that a fault in the replay can be seen.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use damero_games::Lang;

use super::chart::{TEXT, told};
use super::{Area, Drawn, Picture};
use crate::run::{BoardPair, Line};

/// Pairs in one picture.
const MOST: usize = 8;

/// A cell's width, the space between boards, the space of a pair.
const CELL: i32 = 40;
const GAP: i32 = 28;

/// The pairs of the last samples.
pub(super) struct Boards {
    pairs: Vec<BoardPair>,
    epoch: u64,
    lang: Lang,
}

impl Boards {
    pub(super) fn new(lines: &[Line<Vec<BoardPair>>], lang: Lang) -> Option<Self> {
        let last = lines
            .iter()
            .rev()
            .find(|line| line.values.values().any(|pairs| !pairs.is_empty()))?;
        let pairs = last.values.values().flatten().take(MOST).cloned().collect();
        Some(Self {
            pairs,
            epoch: last.epoch,
            lang,
        })
    }

    /// Rows and columns of the largest board.
    fn cells(&self) -> (i32, i32) {
        let boards = self.pairs.iter().flat_map(|pair| [&pair.before, &pair.after]);
        let sizes = boards.map(|board| (board.len(), board.iter().map(Vec::len).max().unwrap_or(0)));
        let most = sizes.fold((1, 1), |a, b| (a.0.max(b.0), a.1.max(b.1)));
        (most.0.min(16) as i32, most.1.min(16) as i32)
    }

    /// Width and height of a pair.
    fn pair(&self) -> (i32, i32) {
        let (rows, columns) = self.cells();
        (2 * columns * CELL + GAP * 3, rows * CELL + 56)
    }
}

impl Picture for Boards {
    fn size(&self) -> (u32, u32) {
        let (width, height) = self.pair();
        let rows = self.pairs.len().div_ceil(2) as i32;
        ((2 * width).cast_unsigned(), (rows * height + 50).cast_unsigned())
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<'_, B>) -> Drawn
    where
        B::ErrorType: 'static,
    {
        let epoch = self.epoch;
        let title = match self.lang {
            Lang::En => format!("Transitions of a random batch, epoch {epoch}: state and next state"),
            Lang::Es => format!("Transiciones de un lote al azar, época {epoch}: estado y siguiente"),
        };
        label(area, &title, ((self.size().0 / 2).cast_signed(), 24), 18)?;
        let (width, height) = self.pair();
        let (_, columns) = self.cells();
        for (i, pair) in self.pairs.iter().enumerate() {
            let (left, top) = (i as i32 % 2 * width + GAP, i as i32 / 2 * height + 50);
            label(area, &pair.title, (left - GAP + width / 2, top + 12), 15)?;
            let second = left + columns * CELL + GAP;
            draw_board(area, &pair.before, (left, top + 28))?;
            draw_board(area, &pair.after, (second, top + 28))?;
            let middle = top + 28 + self.cells().0 * CELL / 2;
            let arrow = [(second - GAP + 6, middle), (second - 8, middle)];
            area.draw(&PathElement::new(arrow, TEXT.stroke_width(2)))
                .map_err(told)?;
            let head = vec![
                (second - 12, middle - 5),
                (second - 5, middle),
                (second - 12, middle + 5),
            ];
            area.draw(&Polygon::new(head, TEXT.filled())).map_err(told)?;
        }
        Ok(())
    }
}

fn label<B: DrawingBackend>(area: &Area<'_, B>, text: &str, at: (i32, i32), size: u32) -> Drawn
where
    B::ErrorType: 'static,
{
    let middle = Pos::new(HPos::Center, VPos::Center);
    let style = ("sans-serif", size).into_font().color(&TEXT).pos(middle);
    area.draw_text(text, &style, at).map_err(told)
}

fn draw_board<B: DrawingBackend>(area: &Area<'_, B>, board: &[Vec<i8>], (left, top): (i32, i32)) -> Drawn
where
    B::ErrorType: 'static,
{
    for (row, cells) in board.iter().take(16).enumerate() {
        for (column, &piece) in cells.iter().take(16).enumerate() {
            let (x, y) = (left + column as i32 * CELL, top + row as i32 * CELL);
            let cell = [(x, y), (x + CELL, y + CELL)];
            area.draw(&Rectangle::new(cell, RGBColor(246, 242, 232).filled()))
                .map_err(told)?;
            area.draw(&Rectangle::new(cell, RGBColor(170, 160, 140).stroke_width(1)))
                .map_err(told)?;
            if let Ok(piece) = u8::try_from(piece) {
                draw_piece(area, piece, (x + CELL / 2, y + CELL / 2))?;
            }
        }
    }
    Ok(())
}

/// A piece by its four attributes, from the highest bit: tall is large, light or dark, square or round, hollow or solid.
fn draw_piece<B: DrawingBackend>(area: &Area<'_, B>, piece: u8, (x, y): (i32, i32)) -> Drawn
where
    B::ErrorType: 'static,
{
    let [tall, light, square, hollow] = [8, 4, 2, 1].map(|bit| piece & bit != 0);
    let radius = if tall { 15 } else { 9 };
    let body = if light {
        RGBColor(236, 196, 120)
    } else {
        RGBColor(92, 58, 36)
    };
    let edge = RGBColor(50, 32, 20).stroke_width(2);
    let hole = RGBColor(246, 242, 232);
    if square {
        let corners = [(x - radius, y - radius), (x + radius, y + radius)];
        area.draw(&Rectangle::new(corners, body.filled())).map_err(told)?;
        area.draw(&Rectangle::new(corners, edge)).map_err(told)?;
    } else {
        area.draw(&Circle::new((x, y), radius, body.filled()))
            .map_err(told)?;
        area.draw(&Circle::new((x, y), radius, edge)).map_err(told)?;
    }
    if hollow {
        area.draw(&Circle::new((x, y), radius / 2, hole.filled()))
            .map_err(told)?;
    }
    Ok(())
}
