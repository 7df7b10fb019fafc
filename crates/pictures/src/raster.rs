//! Shapes become pixels.
//!
//! The shapes of a [`Drawing`] are few, so a rasteriser of paths (`tiny-skia`) and the outlines of a font are enough. A whole
//! renderer of SVG would bring a parser of XML, CSS and fonts for documents that we write ourselves.

use ab_glyph::{Font, FontRef, OutlineCurve, Point, ScaleFont};
use damero_games::Drawing;
use damero_games::drawing::{Mark, Shape};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform,
};

use crate::{Picture, PictureError};

/// The tallest picture in pixels.
const TALLEST: u32 = 4096;

/// Paints a drawing `height` pixels high on white.
///
/// # Errors
/// If the height is none.
pub fn paint(drawing: &Drawing, height: u32) -> Result<Picture, PictureError> {
    let scale = height as f32 / drawing.height;
    let width = (drawing.width * scale).round() as u32;
    on_ground(drawing, width, height, "#ffffff", scale, (0.0, 0.0))
}

/// Paints a drawing as large as it fits into the middle of a picture of this size, with some of the ground around it.
///
/// # Errors
/// If the height is none.
pub fn paint_within(
    drawing: &Drawing,
    width: u32,
    height: u32,
    ground: &str,
) -> Result<Picture, PictureError> {
    /// The part of the picture that the drawing takes at most.
    const PART: f32 = 0.92;
    let (w, h) = (width as f32, height as f32);
    let scale = (PART * w / drawing.width).min(PART * h / drawing.height);
    let left = (w - scale * drawing.width) / 2.0;
    let top = (h - scale * drawing.height) / 2.0;
    on_ground(drawing, width, height, ground, scale, (left, top))
}

fn on_ground(
    drawing: &Drawing,
    width: u32,
    height: u32,
    ground: &str,
    scale: f32,
    at: (f32, f32),
) -> Result<Picture, PictureError> {
    let most = TALLEST;
    if !(16..=most).contains(&height) {
        return Err(PictureError::Size { height, most });
    }
    let failed = |error: &dyn std::fmt::Display| PictureError::Failed(error.to_string());
    let mut pixels = Pixmap::new(width, height).ok_or_else(|| failed(&"the picture has no size"))?;
    let [red, green, blue] = colour(ground);
    pixels.fill(Color::from_rgba8(red, green, blue, 255));
    let font = FontRef::try_from_slice(dejavu::sans::regular()).map_err(|error| failed(&error))?;
    for mark in &drawing.marks {
        if let Some(path) = outline(&mark.shape, &font) {
            put(&mut pixels, mark, &path, scale, at);
        }
    }
    let colours = pixels.data().chunks_exact(4).flat_map(|pixel| &pixel[..3]);
    Ok(Picture {
        width,
        height,
        pixels: colours.copied().collect(),
    })
}

/// The three bytes of `#rrggbb`.
fn colour(text: &str) -> [u8; 3] {
    let number = u32::from_str_radix(text.trim_start_matches('#'), 16).unwrap_or_default();
    let [_, red, green, blue] = number.to_be_bytes();
    [red, green, blue]
}

fn put(pixels: &mut Pixmap, mark: &Mark, path: &Path, scale: f32, (left, top): (f32, f32)) {
    let place = mark.place;
    let factor = scale * place.scale;
    let (x, y) = (left + scale * place.x, top + scale * place.y);
    let transform = Transform::from_row(factor, 0.0, 0.0, factor, x, y);
    let paint = |text: &str| {
        let [red, green, blue] = colour(text);
        let mut paint = Paint::default();
        paint.set_color_rgba8(red, green, blue, (255.0 * mark.opacity) as u8);
        paint
    };
    if let Some(colour) = mark.fill {
        pixels.fill_path(path, &paint(colour), FillRule::Winding, transform, None);
    }
    if let Some((colour, width)) = mark.stroke {
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        pixels.stroke_path(path, &paint(colour), &stroke, transform, None);
    }
}

/// The outline of a shape in its own units.
fn outline(shape: &Shape, font: &FontRef<'_>) -> Option<Path> {
    match shape {
        Shape::Rect {
            x,
            y,
            width,
            height,
            radius,
        } => rounded(*x, *y, *width, *height, *radius),
        Shape::Ellipse { x, y, rx, ry } => {
            PathBuilder::from_oval(Rect::from_xywh(x - rx, y - ry, 2.0 * rx, 2.0 * ry)?)
        }
        Shape::Path(letters) => path(letters),
        Shape::Text { x, y, size, text } => letters(font, *x, *y, *size, text),
    }
}

fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Option<Path> {
    let (right, bottom) = (x + width, y + height);
    // How far the handles of a curve are from its ends when it is a quarter of a circle.
    let k = 0.4477 * radius;
    let mut path = PathBuilder::new();
    path.move_to(x + radius, y);
    path.line_to(right - radius, y);
    path.cubic_to(right - k, y, right, y + k, right, y + radius);
    path.line_to(right, bottom - radius);
    path.cubic_to(right, bottom - k, right - k, bottom, right - radius, bottom);
    path.line_to(x + radius, bottom);
    path.cubic_to(x + k, bottom, x, bottom - k, x, bottom - radius);
    path.line_to(x, y + radius);
    path.cubic_to(x, y + k, x + k, y, x + radius, y);
    path.close();
    path.finish()
}

/// Reads the letters that [`Shape::Path`] has; what it does not have ends the path.
fn path(text: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (mut x, mut y) = (0.0, 0.0);
    let starts: Vec<usize> = text
        .match_indices(|c: char| c.is_ascii_alphabetic())
        .map(|(at, _)| at)
        .collect();
    for (i, &at) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(text.len());
        let numbers = text[at + 1..end].split_ascii_whitespace();
        let numbers: Vec<f32> = numbers.map_while(|number| number.parse().ok()).collect();
        match (&text[at..=at], &numbers[..]) {
            ("M", &[to_x, to_y]) => {
                (x, y) = (to_x, to_y);
                path.move_to(x, y);
            }
            ("L", &[to_x, to_y]) => {
                (x, y) = (to_x, to_y);
                path.line_to(x, y);
            }
            ("H", &[to]) => {
                x = to;
                path.line_to(x, y);
            }
            ("V", &[to]) => {
                y = to;
                path.line_to(x, y);
            }
            ("C", &[x1, y1, x2, y2, to_x, to_y]) => {
                (x, y) = (to_x, to_y);
                path.cubic_to(x1, y1, x2, y2, x, y);
            }
            ("Z", []) => path.close(),
            _ => break,
        }
    }
    path.finish()
}

/// A line of text around `x`, as the outlines of its letters.
fn letters(font: &FontRef<'_>, x: f32, y: f32, size: f32, text: &str) -> Option<Path> {
    // The size of a text in SVG is that of its em square.
    let units = font.units_per_em()?;
    let factor = size / units;
    let scaled = font.as_scaled(font.height_unscaled() * factor);
    let width: f32 = text.chars().map(|c| scaled.h_advance(font.glyph_id(c))).sum();
    let mut left = x - width / 2.0;
    let mut path = PathBuilder::new();
    for c in text.chars() {
        let glyph = font.glyph_id(c);
        let at = |point: Point| (left + factor * point.x, y - factor * point.y);
        let mut pen = None;
        for curve in font.outline(glyph).into_iter().flat_map(|outline| outline.curves) {
            let (start, end) = match curve {
                OutlineCurve::Line(start, end)
                | OutlineCurve::Quad(start, _, end)
                | OutlineCurve::Cubic(start, _, _, end) => (at(start), at(end)),
            };
            if pen != Some(start) {
                path.move_to(start.0, start.1);
            }
            match curve {
                OutlineCurve::Line(..) => path.line_to(end.0, end.1),
                OutlineCurve::Quad(_, middle, _) => {
                    let middle = at(middle);
                    path.quad_to(middle.0, middle.1, end.0, end.1);
                }
                OutlineCurve::Cubic(_, one, two, _) => {
                    let (one, two) = (at(one), at(two));
                    path.cubic_to(one.0, one.1, two.0, two.1, end.0, end.1);
                }
            }
            pen = Some(end);
        }
        left += scaled.h_advance(glyph);
    }
    path.finish()
}
