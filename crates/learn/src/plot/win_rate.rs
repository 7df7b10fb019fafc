//! Win rate: raw points, the mean of the last ten and one standard deviation, one series a baseline.

use plotters::prelude::*;

use damero_games::{Lang, Text};

use super::chart::{self, COLOURS, Frame, axes, band, curve, legend};
use super::series::{self, Points};
use super::{Area, Drawn, EPOCH, Picture};
use crate::run::Line;

/// How many points the mean is taken over.
const WINDOW: usize = 10;

const FRONT: &str = "win_rate/";

/// One series a baseline.
pub(super) struct WinRate {
    series: Vec<(String, RGBColor, Points)>,
    lang: Lang,
}

impl WinRate {
    pub(super) fn new(metrics: &[Line<f64>], lang: Lang) -> Option<Self> {
        let names = series::names(metrics, FRONT);
        let each = names.iter().enumerate().map(|(i, name)| {
            let baseline = name.trim_start_matches(FRONT).to_owned();
            let colour = colour_of(&baseline, i);
            (baseline, colour, series::of(metrics, name))
        });
        let series: Vec<_> = each.collect();
        (!series.is_empty()).then_some(Self { series, lang })
    }
}

/// The colours of the seed for its two baselines, and one each for the others.
fn colour_of(baseline: &str, place: usize) -> RGBColor {
    match baseline {
        "untrained" => COLOURS[0],
        "pretrained" => COLOURS[1],
        "random" | "uniform" => COLOURS[2],
        "greedy" => COLOURS[3],
        "exact" => COLOURS[4],
        _ => COLOURS[place % COLOURS.len()],
    }
}

impl Picture for WinRate {
    fn size(&self) -> (u32, u32) {
        (960, 560)
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<'_, B>) -> Drawn
    where
        B::ErrorType: 'static,
    {
        let title = Text::new(
            "Win rate: evaluations, mean of the last 10 and ±1σ",
            "Tasa de victorias: evaluaciones, media de las 10 últimas y ±1σ",
        );
        let y = Text::new("(wins + draws/2) / games", "(victorias + tablas/2) / partidas");
        let last = self
            .series
            .iter()
            .filter_map(|(_, _, points)| points.last())
            .map(|point| point.0);
        let frame = Frame {
            title: title.get(self.lang).to_owned(),
            x: EPOCH.get(self.lang).to_owned(),
            y: y.get(self.lang).to_owned(),
            xs: (0.0, last.fold(1.0, f64::max)),
            ys: (0.0, 1.0),
            letters: 14,
        };
        let mut chart = axes(area, &frame)?;
        for (baseline, colour, points) in &self.series {
            let moved = series::thin(&series::moving(points, WINDOW));
            band(&mut chart, &clamped(&moved), *colour, 0.18)?;
            let dots = series::thin(points)
                .into_iter()
                .map(|point| Circle::new(point, 2, colour.mix(0.45).filled()));
            chart.draw_series(dots).map_err(chart::told)?;
            let name = match self.lang {
                Lang::En => format!("v {baseline}"),
                Lang::Es => format!("contra {baseline}"),
            };
            curve(
                &mut chart,
                moved.iter().map(|&(x, mean, _)| (x, mean)),
                *colour,
                &name,
            )?;
        }
        legend(&mut chart, SeriesLabelPosition::LowerRight, 14)
    }
}

/// The band cut at 0 and 1, beyond which there are no rates.
fn clamped(points: &[(f64, f64, f64)]) -> Vec<(f64, f64, f64)> {
    let cut = |&(x, mean, sigma): &(f64, f64, f64)| {
        let (low, high) = ((mean - sigma).max(0.0), (mean + sigma).min(1.0));
        (x, f64::midpoint(low, high), (high - low) / 2.0)
    };
    points.iter().map(cut).collect()
}
