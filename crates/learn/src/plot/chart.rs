//! What most plots share: axes, curves with bands, legends, colours.

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use super::{Area, Drawn};

/// A chart over numbers.
pub(super) type Chart<'a, 'b, B> = ChartContext<'a, B, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Colours that can be told apart, also by those who see fewer.
pub(super) const COLOURS: [RGBColor; 8] = [
    RGBColor(31, 119, 180),
    RGBColor(230, 120, 10),
    RGBColor(44, 140, 44),
    RGBColor(200, 40, 45),
    RGBColor(130, 90, 180),
    RGBColor(130, 85, 70),
    RGBColor(210, 100, 175),
    RGBColor(90, 90, 90),
];

/// The text of titles, labels and legends.
pub(super) const TEXT: RGBColor = RGBColor(40, 40, 40);

/// An error of the library, as one that can travel.
pub(super) fn told(error: impl std::fmt::Display) -> Box<dyn std::error::Error + Send + Sync> {
    error.to_string().into()
}

/// What a chart is about.
pub(super) struct Frame {
    pub(super) title: String,
    pub(super) x: String,
    pub(super) y: String,
    pub(super) xs: (f64, f64),
    pub(super) ys: (f64, f64),
    /// How large letters are.
    pub(super) letters: u32,
}

/// Draws axes and gives the chart for what goes inside.
pub(super) fn axes<'a, 'b, B: DrawingBackend>(
    area: &'b Area<'a, B>,
    frame: &Frame,
) -> Result<Chart<'a, 'b, B>, Box<dyn std::error::Error + Send + Sync>> {
    let letters = frame.letters;
    let font = |size: u32| ("sans-serif", size).into_font().color(&TEXT);
    let mut chart = ChartBuilder::on(area)
        .caption(&frame.title, font(letters + 5))
        .margin(letters)
        .x_label_area_size(letters * 3)
        .y_label_area_size(letters * 9 / 2)
        .build_cartesian_2d(frame.xs.0..frame.xs.1, frame.ys.0..frame.ys.1)
        .map_err(told)?;
    let span = frame.ys.1 - frame.ys.0;
    chart
        .configure_mesh()
        .x_desc(&frame.x)
        .y_desc(&frame.y)
        .x_labels(8)
        .y_labels(7)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| number(*y, span))
        .label_style(font(letters))
        .axis_desc_style(font(letters + 1))
        .bold_line_style(RGBColor(215, 215, 215))
        .light_line_style(RGBColor(240, 240, 240))
        .draw()
        .map_err(told)?;
    Ok(chart)
}

/// A number on an axis, with as many digits as the axis needs.
fn number(value: f64, span: f64) -> String {
    let digits = (2.0 - span.log10()).floor().clamp(0.0, 6.0) as usize;
    let text = format!("{value:.digits$}");
    if text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.') {
        "0".to_owned()
    } else {
        text
    }
}

/// A band between two curves.
pub(super) fn band<B: DrawingBackend>(
    chart: &mut Chart<'_, '_, B>,
    points: &[(f64, f64, f64)],
    colour: RGBColor,
    strength: f64,
) -> Drawn
where
    B::ErrorType: 'static,
{
    let upper = points.iter().map(|&(x, y, sigma)| (x, y + sigma));
    let lower = points.iter().rev().map(|&(x, y, sigma)| (x, y - sigma));
    let outline: Vec<(f64, f64)> = upper.chain(lower).collect();
    chart
        .draw_series(std::iter::once(Polygon::new(
            outline,
            colour.mix(strength).filled(),
        )))
        .map_err(told)?;
    Ok(())
}

/// A curve, which the legend names unless its name is empty.
pub(super) fn curve<B: DrawingBackend>(
    chart: &mut Chart<'_, '_, B>,
    points: impl IntoIterator<Item = (f64, f64)>,
    colour: RGBColor,
    name: &str,
) -> Drawn
where
    B::ErrorType: 'static,
{
    let line = LineSeries::new(points, colour.stroke_width(2));
    let drawn = chart.draw_series(line).map_err(told)?;
    if !name.is_empty() {
        drawn
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(3)));
    }
    Ok(())
}

/// Draws the names of the curves into a corner.
pub(super) fn legend<'a, B: DrawingBackend + 'a>(
    chart: &mut Chart<'a, '_, B>,
    corner: SeriesLabelPosition,
    letters: u32,
) -> Drawn
where
    B::ErrorType: 'static,
{
    chart
        .configure_series_labels()
        .position(corner)
        .label_font(("sans-serif", letters).into_font().color(&TEXT))
        .background_style(WHITE.mix(0.85))
        .border_style(RGBColor(200, 200, 200))
        .draw()
        .map_err(told)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_have_as_many_digits_as_the_axis_needs() {
        for (value, span, text) in [
            (0.25, 1.0, "0.25"),
            (250.0, 1000.0, "250"),
            (0.0012, 0.005, "0.0012"),
            (-0.0, 1.0, "0"),
        ] {
            assert_eq!(number(value, span), text);
        }
    }
}
