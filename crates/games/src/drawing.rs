//! A position as a picture: a list of shapes that any front end can paint, and its SVG.
//!
//! Pieces are drawn around an origin of their own and put where they stand, so a game draws a piece once.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use crate::view::{Sketch, Style};

/// An outline. Lengths are in the units of the drawing, angles do not occur.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A rectangle with round corners.
    Rect {
        /// Left edge.
        x: f32,
        /// Upper edge.
        y: f32,
        /// Width.
        width: f32,
        /// Height.
        height: f32,
        /// Radius of the corners.
        radius: f32,
    },
    /// An ellipse; a circle if both radii are the same.
    Ellipse {
        /// The middle.
        x: f32,
        /// The middle.
        y: f32,
        /// Half the width.
        rx: f32,
        /// Half the height.
        ry: f32,
    },
    /// A path in the letters of SVG, of which only `M`, `L`, `H`, `V`, `C` and `Z` occur.
    Path(Cow<'static, str>),
    /// A line of text, its middle at `x`, its baseline at `y`.
    Text {
        /// The middle.
        x: f32,
        /// The baseline.
        y: f32,
        /// Height of the letters.
        size: f32,
        /// The characters.
        text: String,
    },
}

/// Where the origin of a shape is, and how large its unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
    /// The factor of all lengths.
    pub scale: f32,
}

/// A shape with its colours, which are written as `#rrggbb`.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    /// The outline.
    pub shape: Shape,
    /// Where it is.
    pub place: Place,
    /// The colour inside.
    pub fill: Option<&'static str>,
    /// The colour and width of the outline.
    pub stroke: Option<(&'static str, f32)>,
    /// 1 hides what is below, 0 cannot be seen.
    pub opacity: f32,
}

impl Mark {
    /// Colours the inside.
    pub fn fill(&mut self, colour: &'static str) -> &mut Self {
        self.fill = Some(colour);
        self
    }

    /// Draws the outline.
    pub fn stroke(&mut self, colour: &'static str, width: f32) -> &mut Self {
        self.stroke = Some((colour, width));
        self
    }

    /// Lets what is below shine through.
    pub fn opacity(&mut self, opacity: f32) -> &mut Self {
        self.opacity = opacity;
        self
    }
}

/// A picture.
///
/// ```
/// use damero_games::Drawing;
/// let mut drawing = Drawing::new(100.0, 100.0);
/// drawing.circle(50.0, 50.0, 40.0).fill("#26292b");
/// assert!(drawing.svg().contains("<circle"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// Width in its own units.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// What is painted, the lowest first.
    pub marks: Vec<Mark>,
    place: Place,
}

impl Drawing {
    /// An empty picture.
    #[must_use]
    pub const fn new(width: f32, height: f32) -> Self {
        Self {
            width,
            height,
            marks: Vec::new(),
            place: Place {
                x: 0.0,
                y: 0.0,
                scale: 1.0,
            },
        }
    }

    /// A terminal's drawing as a picture, for games that draw nothing else.
    #[must_use]
    pub fn of_sketch(sketch: &Sketch) -> Self {
        const SIZE: f32 = 22.0;
        let advance = 0.62 * SIZE;
        let length = |line: &Vec<_>| -> usize {
            line.iter()
                .map(|span: &crate::view::Span| span.text.chars().count())
                .sum()
        };
        let columns = sketch.lines.iter().map(length).max().unwrap_or_default();
        let height = (sketch.lines.len() as f32 + 1.0) * 1.4 * SIZE;
        let mut drawing = Self::new((columns as f32 + 2.0) * advance, height);
        drawing
            .rect(0.0, 0.0, drawing.width, height, 12.0)
            .fill("#f6f1e5");
        for (row, line) in sketch.lines.iter().enumerate() {
            let characters = line
                .iter()
                .flat_map(|span| span.text.chars().map(|c| (c, span.style)));
            for (column, (c, style)) in characters.enumerate().filter(|(_, (c, _))| !c.is_whitespace()) {
                let (x, y) = ((column as f32 + 1.5) * advance, (row as f32 + 1.2) * 1.4 * SIZE);
                drawing.text(x, y, SIZE, c.to_string()).fill(ink(style));
            }
        }
        drawing
    }

    /// Draws around another origin, in another unit.
    pub fn at(&mut self, x: f32, y: f32, scale: f32, draw: impl FnOnce(&mut Self)) {
        let before = self.place;
        self.place = Place {
            x: before.x + before.scale * x,
            y: before.y + before.scale * y,
            scale: before.scale * scale,
        };
        draw(self);
        self.place = before;
    }

    fn add(&mut self, shape: Shape) -> &mut Mark {
        let mark = Mark {
            shape,
            place: self.place,
            fill: None,
            stroke: None,
            opacity: 1.0,
        };
        self.marks.push(mark);
        self.marks.last_mut().expect("one was added")
    }

    /// Adds a rectangle.
    pub fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, radius: f32) -> &mut Mark {
        self.add(Shape::Rect {
            x,
            y,
            width,
            height,
            radius,
        })
    }

    /// Adds a circle.
    pub fn circle(&mut self, x: f32, y: f32, radius: f32) -> &mut Mark {
        self.ellipse(x, y, radius, radius)
    }

    /// Adds an ellipse.
    pub fn ellipse(&mut self, x: f32, y: f32, rx: f32, ry: f32) -> &mut Mark {
        self.add(Shape::Ellipse { x, y, rx, ry })
    }

    /// Adds a path in the letters of SVG; see [`Shape::Path`].
    pub fn path(&mut self, path: impl Into<Cow<'static, str>>) -> &mut Mark {
        self.add(Shape::Path(path.into()))
    }

    /// Adds a line of text around `x`.
    pub fn text(&mut self, x: f32, y: f32, size: f32, text: impl Into<String>) -> &mut Mark {
        self.add(Shape::Text {
            x,
            y,
            size,
            text: text.into(),
        })
    }

    /// The picture as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut svg);
        svg
    }

    fn write(&self, svg: &mut String) -> fmt::Result {
        let (width, height) = (self.width, self.height);
        let shown = 420.0 * (width / height).min(1.8);
        write!(
            svg,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{shown:.0}" "#
        )?;
        write!(
            svg,
            r#"font-family="DejaVu Sans, Verdana, sans-serif" text-anchor="middle" stroke-linejoin="round" "#
        )?;
        writeln!(svg, r#"stroke-linecap="round">"#)?;
        let mut place = None;
        for mark in &self.marks {
            if place != Some(mark.place) {
                if place.is_some() {
                    svg.push_str("</g>\n");
                }
                let Place { x, y, scale } = mark.place;
                write!(svg, r#"<g transform="translate({x} {y}) scale({scale})">"#)?;
                place = Some(mark.place);
            }
            mark.write(svg)?;
        }
        svg.push_str(if place.is_some() {
            "</g>\n</svg>\n"
        } else {
            "</svg>\n"
        });
        Ok(())
    }
}

impl Mark {
    fn write(&self, svg: &mut String) -> fmt::Result {
        match &self.shape {
            Shape::Rect {
                x,
                y,
                width,
                height,
                radius,
            } => write!(
                svg,
                r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}""#
            )?,
            Shape::Ellipse { x, y, rx, ry } if rx == ry => {
                write!(svg, r#"<circle cx="{x}" cy="{y}" r="{rx}""#)?;
            }
            Shape::Ellipse { x, y, rx, ry } => {
                write!(svg, r#"<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}""#)?;
            }
            Shape::Path(path) => write!(svg, r#"<path d="{path}""#)?,
            Shape::Text { x, y, size, .. } => write!(svg, r#"<text x="{x}" y="{y}" font-size="{size}""#)?,
        }
        write!(svg, r#" fill="{}""#, self.fill.unwrap_or("none"))?;
        if let Some((colour, width)) = self.stroke {
            write!(svg, r#" stroke="{colour}" stroke-width="{width}""#)?;
        }
        if self.opacity < 1.0 {
            write!(svg, r#" opacity="{}""#, self.opacity)?;
        }
        match &self.shape {
            Shape::Text { text, .. } => {
                let text = text.replace('&', "&amp;").replace('<', "&lt;");
                write!(svg, ">{text}</text>")
            }
            _ => svg.write_str("/>"),
        }
    }
}

/// The colour of a text on a light ground.
const fn ink(style: Style) -> &'static str {
    match style {
        Style::Plain => "#24211c",
        Style::Faint => "#9a927f",
        Style::First => "#b3261e",
        Style::Second => "#1f4e8c",
        Style::Accent => "#a86a00",
        Style::Colour(_) => "#4d4a44",
    }
}
