//! Q-values over time: six heatmaps, the two heads by the three outcomes of a game, in percent of each epoch's samples.

use plotters::element::Text as Element;
use plotters::prelude::{DrawingBackend, IntoFont, RGBColor, Rectangle};
use plotters::style::Color;
use plotters::style::colors::colormaps::{ColorMap, ViridisRGB};

use damero_games::{Lang, Text};

use super::chart::{self, Frame, TEXT, axes};
use super::{Area, Drawn, EPOCH, Picture};
use crate::run::{Histogram, Line};

/// More columns than this cannot be told apart; epochs are joined to make fewer.
const COLUMNS: u64 = 120;

/// Steps of the colours; neighbours in a column that look alike are drawn as one.
const SHADES: f64 = 48.0;

const HEADS: [(&str, &str); 2] = [("place", "Q_place"), ("select", "Q_select")];

static OUTCOMES: [(&str, Text); 3] = [
    ("loss", Text::new("R = -1 (losses)", "R = -1 (derrotas)")),
    ("draw", Text::new("R = 0 (draws)", "R = 0 (tablas)")),
    ("win", Text::new("R = +1 (wins)", "R = +1 (victorias)")),
];

/// The six maps: for each column of epochs the percentages of the bins, from the lowest.
pub(super) struct QValues {
    maps: Vec<Vec<Vec<f64>>>,
    /// The last epoch, and how many of them a column joins.
    epochs: (u64, u64),
    lang: Lang,
}

impl QValues {
    pub(super) fn new(histograms: &[Line<Histogram>], lang: Lang) -> Option<Self> {
        let names: Vec<String> = HEADS
            .iter()
            .flat_map(|head| {
                OUTCOMES
                    .iter()
                    .map(|outcome| format!("q/{}/{}", head.0, outcome.0))
            })
            .collect();
        let has = |line: &Line<Histogram>| names.iter().any(|name| line.values.contains_key(name));
        let last = histograms
            .iter()
            .filter(|line| has(line))
            .map(|line| line.epoch)
            .max()?;
        let joined = last.div_ceil(COLUMNS).max(1);
        let maps = names
            .iter()
            .map(|name| percent(histograms, name, last, joined))
            .collect();
        Some(Self {
            maps,
            epochs: (last, joined),
            lang,
        })
    }
}

/// The percentages of one map, column by column.
fn percent(histograms: &[Line<Histogram>], name: &str, last: u64, joined: u64) -> Vec<Vec<f64>> {
    let columns = last.div_ceil(joined) as usize;
    let mut counts: Vec<Vec<f64>> = vec![Vec::new(); columns];
    for line in histograms {
        let Some(histogram) = line.values.get(name) else {
            continue;
        };
        // Epochs count from 1.
        let Some(column) = counts.get_mut((line.epoch.max(1) - 1) as usize / joined as usize) else {
            continue;
        };
        column.resize(column.len().max(histogram.counts.len()), 0.0);
        for (sum, count) in column.iter_mut().zip(&histogram.counts) {
            *sum += *count as f64;
        }
    }
    for column in &mut counts {
        let total: f64 = column.iter().sum();
        for value in column {
            *value = if total > 0.0 { *value * 100.0 / total } else { 0.0 };
        }
    }
    counts
}

impl Picture for QValues {
    fn size(&self) -> (u32, u32) {
        (1260, 760)
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<'_, B>) -> Drawn
    where
        B::ErrorType: 'static,
    {
        let most = self.maps.iter().flatten().flatten().copied().fold(1.0, f64::max);
        let (maps, scale) = area.split_horizontally(1160);
        let cells = maps.split_evenly((2, 3));
        for (i, (cell, map)) in cells.iter().zip(&self.maps).enumerate() {
            self.draw_map(cell, i, map, most)?;
        }
        draw_scale(&scale, most, self.lang)
    }
}

impl QValues {
    fn draw_map<B: DrawingBackend>(&self, area: &Area<'_, B>, i: usize, map: &[Vec<f64>], most: f64) -> Drawn
    where
        B::ErrorType: 'static,
    {
        let (last, joined) = self.epochs;
        let limit = Histogram::Q_LIMIT;
        let frame = Frame {
            title: OUTCOMES[i % 3].1.get(self.lang).to_owned(),
            x: EPOCH.get(self.lang).to_owned(),
            y: HEADS[i / 3].1.to_owned(),
            xs: (0.0, last as f64),
            ys: (-limit, limit),
            letters: 12,
        };
        let mut chart = axes(area, &frame)?;
        let empty = Rectangle::new([(0.0, -limit), (last as f64, limit)], shade(0.0, most).filled());
        chart.draw_series([empty]).map_err(chart::told)?;
        for (column, bins) in map.iter().enumerate() {
            let (left, right) = (
                (column as u64 * joined) as f64,
                ((column as u64 + 1) * joined).min(last) as f64,
            );
            let height = 2.0 * limit / bins.len().max(1) as f64;
            let level = |bin: usize| (bins[bin] / most * SHADES).round();
            let mut from = 0;
            while from < bins.len() {
                let alike = (from..bins.len())
                    .take_while(|bin| level(*bin) == level(from))
                    .count();
                if level(from) > 0.0 {
                    let edge = |bin: usize| -limit + height * bin as f64;
                    let corners = [(left, edge(from)), (right, edge(from + alike))];
                    let colour = shade(level(from) / SHADES * most, most);
                    chart
                        .draw_series([Rectangle::new(corners, colour.filled())])
                        .map_err(chart::told)?;
                }
                from += alike;
            }
        }
        Ok(())
    }
}

fn shade(percent: f64, most: f64) -> RGBColor {
    ViridisRGB.get_color((percent / most).clamp(0.0, 1.0))
}

/// The scale of the colours, at the right.
fn draw_scale<B: DrawingBackend>(area: &Area<'_, B>, most: f64, lang: Lang) -> Drawn
where
    B::ErrorType: 'static,
{
    let font = || ("sans-serif", 13).into_font().color(&TEXT);
    let (top, bottom, steps) = (60, 700, 64);
    let height = f64::from(bottom - top) / f64::from(steps);
    for step in 0..steps {
        let from = bottom - (f64::from(step) * height) as i32;
        let to = bottom - (f64::from(step + 1) * height) as i32;
        let colour = shade(f64::from(step) / f64::from(steps - 1) * most, most);
        area.draw(&Rectangle::new([(8, to), (28, from)], colour.filled()))
            .map_err(chart::told)?;
    }
    for part in 0..=4 {
        let value = most * f64::from(part) / 4.0;
        let y = bottom - (bottom - top) * part / 4;
        area.draw(&Element::new(format!("{value:.0}"), (34, y - 6), font()))
            .map_err(chart::told)?;
    }
    let title = Text::new("% of the\nsamples", "% de las\nmuestras");
    for (line, y) in title.get(lang).lines().zip([20, 36]) {
        area.draw(&Element::new(line.to_owned(), (4, y), font()))
            .map_err(chart::told)?;
    }
    Ok(())
}
