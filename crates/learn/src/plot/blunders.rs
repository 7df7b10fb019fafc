//! Blunders by pieces placed: how often a decision gives away value by the exact solver, now and earlier.

use std::collections::BTreeMap;

use plotters::prelude::*;

use damero_games::{Lang, Text};
use plotters::element::Text as Label;

use super::chart::{self, COLOURS, Frame, axes, curve, legend};
use super::{Area, Drawn, Picture};
use crate::run::Line;

const FRONT: &str = "blunder/";
const COUNT: &str = "blunder_count/";

/// Curves in one picture: the newest, and some from before.
const CURVES: usize = 4;

/// The rate by pieces placed, at some epochs, the newest last.
pub(super) struct Blunders {
    curves: Vec<(u64, Vec<Point>)>,
    lang: Lang,
}

/// How often decisions with so many pieces placed went wrong, and of how many decisions; older logs do not say.
#[derive(Clone, Copy)]
struct Point {
    placed: f64,
    rate: f64,
    count: Option<f64>,
}

impl Blunders {
    pub(super) fn new(metrics: &[Line<f64>], lang: Lang) -> Option<Self> {
        let measured: Vec<(u64, Vec<Point>)> = metrics
            .iter()
            .map(|line| {
                let named = line.values.iter().filter_map(|(name, &rate)| {
                    let placed: u32 = name.strip_prefix(FRONT)?.parse().ok()?;
                    let count = line.values.get(&format!("{COUNT}{placed}")).copied();
                    let point = Point {
                        placed: f64::from(placed),
                        rate,
                        count,
                    };
                    Some((placed, point))
                });
                let sorted: BTreeMap<u32, Point> = named.collect();
                (line.epoch, sorted.into_values().collect())
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
            y: Text::new(
                "share of decisions, of so many at each point",
                "parte de las decisiones, de tantas en cada punto",
            )
            .get(self.lang)
            .to_owned(),
            xs: (
                points().map(|point| point.placed).fold(15.0, f64::min) - 0.5,
                points().map(|point| point.placed).fold(1.0, f64::max) + 0.5,
            ),
            ys: (0.0, points().map(|point| point.rate).fold(0.1, f64::max) * 1.1),
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
            let at = |point: &Point| (point.placed, point.rate);
            curve(&mut chart, points.iter().map(at), colour, &name)?;
            let dots = points
                .iter()
                .map(|point| Circle::new(at(point), 3, colour.filled()));
            chart.draw_series(dots).map_err(chart::told)?;
            let letters = ("sans-serif", 12).into_font().color(&colour);
            let counts = points.iter().filter_map(|point| {
                let label = Label::new(format!("{}", point.count?), (5, -14), letters.clone());
                Some(EmptyElement::at(at(point)) + label)
            });
            chart.draw_series(counts).map_err(chart::told)?;
        }
        legend(&mut chart, SeriesLabelPosition::UpperRight, 14)
    }
}

fn paler(RGBColor(r, g, b): RGBColor, share: f64) -> RGBColor {
    let mix = |part: u8| (f64::from(part) + (255.0 - f64::from(part)) * share) as u8;
    RGBColor(mix(r), mix(g), mix(b))
}
