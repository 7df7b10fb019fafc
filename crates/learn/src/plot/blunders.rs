//! Blunders by pieces placed: how often a decision gives away value by the exact solver, now and earlier.

use std::collections::BTreeMap;

use plotters::prelude::*;

use damero_games::{Lang, Text};

use super::chart::{self, COLOURS, Frame, axes, curve, legend};
use super::{Area, Drawn, Picture};
use crate::run::Line;

const FRONT: &str = "blunder/";

/// Curves in one picture: the newest, and some from before.
const CURVES: usize = 4;

/// The rate by pieces placed, at some epochs, the newest last.
pub(super) struct Blunders {
    curves: Vec<(u64, Vec<(f64, f64)>)>,
    lang: Lang,
}

impl Blunders {
    pub(super) fn new(metrics: &[Line<f64>], lang: Lang) -> Option<Self> {
        let measured: Vec<(u64, Vec<(f64, f64)>)> = metrics
            .iter()
            .map(|line| {
                let named = line.values.iter().filter_map(|(name, rate)| {
                    let placed: u32 = name.strip_prefix(FRONT)?.parse().ok()?;
                    Some((placed, *rate))
                });
                let sorted: BTreeMap<u32, f64> = named.collect();
                (
                    line.epoch,
                    sorted
                        .into_iter()
                        .map(|(placed, rate)| (f64::from(placed), rate))
                        .collect(),
                )
            })
            .filter(|(_, points): &(u64, Vec<_>)| !points.is_empty())
            .collect();
        let last = measured.len().checked_sub(1)?;
        let count = CURVES.min(last + 1);
        // The first, the last, and evenly in between.
        let chosen = (0..count).map(|i| if count == 1 { last } else { i * last / (count - 1) });
        Some(Self {
            curves: chosen.map(|i| measured[i].clone()).collect(),
            lang,
        })
    }
}

impl Picture for Blunders {
    fn size(&self) -> (u32, u32) {
        (960, 560)
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<'_, B>) -> Drawn
    where
        B::ErrorType: 'static,
    {
        let points = || self.curves.iter().flat_map(|(_, points)| points);
        let title = Text::new(
            "Blunders against the exact solver",
            "Errores graves según el solucionador exacto",
        );
        let frame = Frame {
            title: title.get(self.lang).to_owned(),
            x: Text::new("pieces placed", "piezas colocadas")
                .get(self.lang)
                .to_owned(),
            y: Text::new("share of decisions", "parte de las decisiones")
                .get(self.lang)
                .to_owned(),
            xs: (
                points().map(|point| point.0).fold(15.0, f64::min) - 0.5,
                points().map(|point| point.0).fold(1.0, f64::max) + 0.5,
            ),
            ys: (0.0, points().map(|point| point.1).fold(0.1, f64::max) * 1.05),
            letters: 14,
        };
        let mut chart = axes(area, &frame)?;
        let word = Text::new("epoch", "época");
        for (i, (epoch, points)) in self.curves.iter().enumerate() {
            // The newest in full colour, older ones paler.
            let newest = i + 1 == self.curves.len();
            let colour = if newest {
                COLOURS[3]
            } else {
                paler(COLOURS[0], 1.0 - (i as f64 + 1.0) / 4.0)
            };
            let name = format!("{} {epoch}", word.get(self.lang));
            curve(&mut chart, points.iter().copied(), colour, &name)?;
            let dots = points.iter().map(|&point| Circle::new(point, 3, colour.filled()));
            chart.draw_series(dots).map_err(chart::told)?;
        }
        legend(&mut chart, SeriesLabelPosition::UpperRight, 14)
    }
}

fn paler(RGBColor(r, g, b): RGBColor, share: f64) -> RGBColor {
    let mix = |part: u8| (f64::from(part) + (255.0 - f64::from(part)) * share) as u8;
    RGBColor(mix(r), mix(g), mix(b))
}
