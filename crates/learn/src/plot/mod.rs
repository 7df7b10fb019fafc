//! Drawings of a run, from its files alone: as SVG for pages and as PNG for everything else.
//!
//! The four of the Quarto seed (win rate, loss, Q-values, boards), blunders against the exact solver, and a curve for
//! whatever else was measured. The letters in PNG come from a font in the program, so that they are the same everywhere.

mod arms;
mod blunders;
mod boards;
mod chart;
mod curves;
mod loss;
mod qvalues;
mod series;
mod together;
mod win_rate;

use std::path::PathBuf;
use std::sync::OnceLock;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};

use damero_games::{Lang, Text, text};

use crate::error::LearnError;
use crate::run::files::write_whole;
use crate::run::{BoardPair, Histogram, Line, RunPath, read_log};

pub use arms::{Axis, Curve, Panel, compare};
pub use together::together;

/// What a drawing may fail with.
type Drawn = Result<(), Box<dyn std::error::Error + Send + Sync>>;

/// An area of any kind of image.
type Area<'a, B> = DrawingArea<B, Shift>;

/// A picture that can be drawn on any kind of image.
trait Picture {
    /// Width and height in points.
    fn size(&self) -> (u32, u32);

    /// Draws it.
    fn draw<B: DrawingBackend>(&self, area: &Area<'_, B>) -> Drawn
    where
        B::ErrorType: 'static;
}

/// Draws all that a run has something to show for, and says which files were written.
///
/// # Errors
/// If a log cannot be read, or a file not be written.
pub fn draw(run: &RunPath, lang: Lang) -> Result<Vec<PathBuf>, LearnError> {
    let folder = run.plots();
    std::fs::create_dir_all(&folder).map_err(LearnError::file(&folder))?;
    let metrics: Vec<Line<f64>> = read_log(&run.metrics(), None)?;
    let histograms: Vec<Line<Histogram>> = read_log(&run.histograms(), None)?;
    let boards: Vec<Line<Vec<BoardPair>>> = read_log(&run.boards(), None)?;
    let mut files = Vec::new();
    let mut save = |name: &str, done: Option<(String, Vec<u8>)>| {
        let Some((svg, png)) = done else { return Ok(()) };
        for (ending, bytes) in [("svg", svg.as_bytes()), ("png", &png)] {
            let path = folder.join(format!("{name}.{ending}"));
            write_whole(&path, bytes)?;
            files.push(path);
        }
        Ok::<(), LearnError>(())
    };
    save("win_rate", render(win_rate::WinRate::new(&metrics, lang))?)?;
    save("loss", render(loss::Loss::new(&metrics, lang))?)?;
    save("q_values", render(qvalues::QValues::new(&histograms, lang))?)?;
    save("boards", render(boards::Boards::new(&boards, lang))?)?;
    save("blunders", render(blunders::Blunders::new(&metrics, lang))?)?;
    save("curves", render(curves::Curves::new(&metrics, lang))?)?;
    Ok(files)
}

/// Draws a picture, if there is one, as SVG and as PNG.
fn render(picture: Option<impl Picture>) -> Result<Option<(String, Vec<u8>)>, LearnError> {
    let Some(picture) = picture else { return Ok(None) };
    let failed = |error: Box<dyn std::error::Error + Send + Sync>| {
        LearnError::Refused(text!(
            "a plot could not be drawn: {error}",
            "no se pudo dibujar un gráfico: {error}"
        ))
    };
    static LETTERS: OnceLock<bool> = OnceLock::new();
    let letters = *LETTERS
        .get_or_init(|| register_font("sans-serif", FontStyle::Normal, dejavu::sans::regular()).is_ok());
    if !letters {
        return Err(failed("the font in the program is damaged".into()));
    }
    let size = picture.size();
    let mut svg = String::new();
    draw_on(
        &picture,
        &SVGBackend::with_string(&mut svg, size).into_drawing_area(),
    )
    .map_err(failed)?;
    let mut pixels = vec![0; size.0 as usize * size.1 as usize * 3];
    draw_on(
        &picture,
        &BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area(),
    )
    .map_err(failed)?;
    let png = png_of(&pixels, size).map_err(|error| failed(error.into()))?;
    Ok(Some((svg, png)))
}

fn draw_on<B: DrawingBackend>(picture: &impl Picture, area: &Area<'_, B>) -> Drawn
where
    B::ErrorType: 'static,
{
    area.fill(&WHITE).map_err(chart::told)?;
    picture.draw(area)?;
    area.present().map_err(chart::told)
}

fn png_of(pixels: &[u8], (width, height): (u32, u32)) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(pixels)?;
    Ok(bytes)
}

/// The axis that all curves share.
const EPOCH: Text = Text::new("epoch", "época");
