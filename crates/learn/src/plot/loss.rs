//! Loss: the mean over the training steps of an epoch, and one standard deviation.

use plotters::prelude::*;

use damero_games::{Lang, Text};

use super::chart::{COLOURS, Frame, axes, band, curve};
use super::{Area, Drawn, EPOCH, Picture, series};
use crate::run::Line;

/// Mean and deviation at each epoch.
pub(super) struct Loss {
    points: Vec<(f64, f64, f64)>,
    lang: Lang,
}

impl Loss {
    pub(super) fn new(metrics: &[Line<f64>], lang: Lang) -> Option<Self> {
        let point = |line: &Line<f64>| {
            let sigma = line.values.get("loss/std").copied().unwrap_or(0.0);
            Some((line.epoch as f64, *line.values.get("loss/mean")?, sigma))
        };
        let points: Vec<_> = metrics.iter().filter_map(point).collect();
        (!points.is_empty()).then(|| Self {
            points: series::thin(&points),
            lang,
        })
    }
}

impl Picture for Loss {
    fn size(&self) -> (u32, u32) {
        (960, 560)
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<'_, B>) -> Drawn
    where
        B::ErrorType: 'static,
    {
        let title = Text::new(
            "Training loss: mean of each epoch and ±1σ",
            "Pérdida: media de cada época y ±1σ",
        );
        let ends = self
            .points
            .iter()
            .flat_map(|&(_, mean, sigma)| [(mean - sigma).max(0.0), mean + sigma]);
        let frame = Frame {
            title: title.get(self.lang).to_owned(),
            x: EPOCH.get(self.lang).to_owned(),
            y: Text::new("loss (smooth L1)", "pérdida (L1 suave)")
                .get(self.lang)
                .to_owned(),
            xs: (0.0, self.points.last().map_or(1.0, |point| point.0.max(1.0))),
            ys: series::range(ends.chain([0.0])).map_or((0.0, 1.0), |(_, high)| (0.0, high)),
            letters: 14,
        };
        let mut chart = axes(area, &frame)?;
        band(&mut chart, &self.points, RGBColor(135, 195, 235), 0.5)?;
        curve(
            &mut chart,
            self.points.iter().map(|&(x, mean, _)| (x, mean)),
            COLOURS[0],
            "",
        )
    }
}
