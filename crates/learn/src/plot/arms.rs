//! Several ways to learn side by side: means over seeds, with one standard deviation as a band.

use std::path::Path;

use plotters::prelude::*;

use damero_games::{Lang, Text};

use super::chart::{COLOURS, Frame, axes, band, curve, legend};
use super::{Area, Drawn, EPOCH, Picture, render, series};
use crate::LearnError;
use crate::run::files::write_whole;

/// At each place of the axis the mean and the standard deviation.
pub type Curve = Vec<(f64, f64, f64)>;

/// What the curves of a chart go over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Axis {
    /// Epochs done.
    Epochs,
    /// Minutes of training.
    Minutes,
    /// Seconds of processor time; where a training did not count them, those of the clock.
    Cpu,
}

/// One chart: what is measured, and a curve for each way to learn.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    /// What is measured.
    pub title: Text,
    /// Over what.
    pub axis: Axis,
    /// Names and curves.
    pub curves: Vec<(String, Curve)>,
}

struct Arms<'a> {
    panels: &'a [Panel],
    lang: Lang,
}

/// Draws `comparison.svg` and `comparison.png` into a folder.
///
/// # Errors
/// If a file cannot be written.
pub fn compare(folder: &Path, panels: &[Panel], lang: Lang) -> Result<(), LearnError> {
    let picture = (!panels.is_empty()).then_some(Arms { panels, lang });
    if let Some((svg, png)) = render(picture)? {
        write_whole(&folder.join("comparison.svg"), svg.as_bytes())?;
        write_whole(&folder.join("comparison.png"), &png)?;
    }
    Ok(())
}

impl Arms<'_> {
    fn rows(&self) -> usize {
        self.panels.len().div_ceil(2)
    }
}

impl Picture for Arms<'_> {
    fn size(&self) -> (u32, u32) {
        (1100, 330 * self.rows() as u32)
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<'_, B>) -> Drawn
    where
        B::ErrorType: 'static,
    {
        let cells = area.split_evenly((self.rows(), 2));
        for (cell, panel) in cells.iter().zip(self.panels) {
            let points = || panel.curves.iter().flat_map(|(_, points)| points);
            let ends = points().flat_map(|&(_, mean, sigma)| [mean - sigma, mean + sigma]);
            let frame = Frame {
                title: panel.title.get(self.lang).to_owned(),
                x: match panel.axis {
                    Axis::Epochs => EPOCH,
                    Axis::Minutes => Text::new("minutes", "minutos"),
                    Axis::Cpu => Text::new("CPU seconds", "segundos de CPU"),
                }
                .get(self.lang)
                .to_owned(),
                y: String::new(),
                xs: (0.0, points().map(|point| point.0).fold(1.0, f64::max)),
                ys: series::range(ends).unwrap_or((0.0, 1.0)),
                letters: 12,
            };
            let mut chart = axes(cell, &frame)?;
            for (i, (name, points)) in panel.curves.iter().enumerate() {
                let colour = COLOURS[i % COLOURS.len()];
                band(&mut chart, points, colour, 0.15)?;
                curve(
                    &mut chart,
                    points.iter().map(|&(x, mean, _)| (x, mean)),
                    colour,
                    name,
                )?;
            }
            legend(&mut chart, SeriesLabelPosition::LowerRight, 12)?;
        }
        Ok(())
    }
}
