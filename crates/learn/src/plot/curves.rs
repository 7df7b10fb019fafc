//! Everything else that was measured: one small chart for each family of names, such as returns, lengths and epsilon.

use std::collections::BTreeMap;

use plotters::prelude::*;

use damero_games::Lang;

use super::chart::{COLOURS, Frame, axes, curve, legend};
use super::series::{self, Points};
use super::{Area, Drawn, EPOCH, Picture};
use crate::run::Line;

/// Families that have plots of their own.
const ELSEWHERE: [&str; 4] = ["win_rate", "loss", "blunder", "blunder_count"];

/// Curves in one chart; more cannot be told apart.
const MOST: usize = 8;

/// Charts by family, each with its curves.
pub(super) struct Curves {
    families: BTreeMap<String, Vec<(String, Points)>>,
    lang: Lang,
}

impl Curves {
    pub(super) fn new(metrics: &[Line<f64>], lang: Lang) -> Option<Self> {
        let mut families: BTreeMap<String, Vec<(String, Points)>> = BTreeMap::new();
        for name in series::names(metrics, "") {
            let (family, rest) = name.split_once('/').unwrap_or((&name, ""));
            if ELSEWHERE.contains(&family) {
                continue;
            }
            let curves = families.entry(family.to_owned()).or_default();
            if curves.len() < MOST {
                curves.push((rest.to_owned(), series::thin(&series::of(metrics, &name))));
            }
        }
        (!families.is_empty()).then_some(Self { families, lang })
    }

    fn rows(&self) -> usize {
        self.families.len().div_ceil(2)
    }
}

impl Picture for Curves {
    fn size(&self) -> (u32, u32) {
        (1100, 300 * self.rows() as u32)
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<'_, B>) -> Drawn
    where
        B::ErrorType: 'static,
    {
        let cells = area.split_evenly((self.rows(), 2));
        for (cell, (family, curves)) in cells.iter().zip(&self.families) {
            let points = || curves.iter().flat_map(|(_, points)| points);
            let frame = Frame {
                title: family.clone(),
                x: EPOCH.get(self.lang).to_owned(),
                y: String::new(),
                xs: (0.0, points().map(|point| point.0).fold(1.0, f64::max)),
                ys: series::range(points().map(|point| point.1)).unwrap_or((0.0, 1.0)),
                letters: 12,
            };
            let mut chart = axes(cell, &frame)?;
            for (i, (name, points)) in curves.iter().enumerate() {
                curve(
                    &mut chart,
                    points.iter().copied(),
                    COLOURS[i % COLOURS.len()],
                    name,
                )?;
            }
            if curves.iter().any(|(name, _)| !name.is_empty()) {
                legend(&mut chart, SeriesLabelPosition::UpperLeft, 12)?;
            }
        }
        Ok(())
    }
}
