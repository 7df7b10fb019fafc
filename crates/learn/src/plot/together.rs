//! Several trainings in one picture, over the time they took or over epochs: which way to learn gets there first.
//!
//! Trainings that differ in nothing but the seed are one curve, the mean over their seeds with one standard deviation as
//! a band; each is smoothed over its last evaluations, of which one alone is a few games.

use std::path::Path;

use damero_games::{Lang, Text, text};

use super::arms::{Axis, Curve, Panel, compare};
use super::series::{self, Points};
use crate::error::LearnError;
use crate::model::spread;
use crate::run::{Line, RunPath, read_log};

/// Evaluations that are taken together.
const WINDOW: usize = 5;

/// Points of a curve.
const POINTS: usize = 80;

const FRONT: &str = "win_rate/";

/// Trainings with one configuration and different seeds.
struct Group {
    config: toml::Table,
    names: Vec<String>,
    logs: Vec<Vec<Line<f64>>>,
}

/// Draws what `wanted` names of `runs` into `comparison.svg` and `comparison.png` of a folder; if nothing is named, the
/// win rates that all of them have.
///
/// # Errors
/// If a training cannot be read, none or only some of them measured what is wanted, or the picture cannot be written.
pub fn together(
    runs: &[RunPath],
    wanted: &[String],
    axis: Axis,
    folder: &Path,
    lang: Lang,
) -> Result<(), LearnError> {
    let groups = groups(runs)?;
    let all = || groups.iter().flat_map(|group| &group.logs);
    let has = |name: &str| all().all(|log| !series::of(log, name).is_empty());
    let names = match wanted {
        [] => {
            let first = all().next().map_or(Vec::new(), |log| series::names(log, FRONT));
            first.into_iter().filter(|name| has(name)).collect()
        }
        wanted => wanted.to_vec(),
    };
    if let Some(name) = names.iter().find(|name| !has(name)) {
        let known = all().next().map_or(Vec::new(), |log| series::names(log, ""));
        let known = known.join(", ");
        return Err(LearnError::Refused(text!(
            "not every training has measured `{name}`; the first of them has {known}",
            "no todos los entrenamientos midieron `{name}`; el primero tiene {known}"
        )));
    }
    if names.is_empty() {
        return Err(LearnError::Refused(Text::new(
            "these trainings have no win rate in common; --metric says what to draw",
            "estos entrenamientos no tienen ninguna tasa de victorias en común; --metric dice qué dibujar",
        )));
    }
    let panel = |name: &String| Panel {
        title: text!(
            "{name}, mean of {WINDOW} evaluations",
            "{name}, media de {WINDOW} evaluaciones"
        ),
        axis,
        curves: groups
            .iter()
            .map(|group| (label(&group.names), group.curve(name, axis)))
            .collect(),
    };
    std::fs::create_dir_all(folder).map_err(LearnError::file(folder))?;
    compare(folder, &names.iter().map(panel).collect::<Vec<_>>(), lang)
}

fn groups(runs: &[RunPath]) -> Result<Vec<Group>, LearnError> {
    let mut groups: Vec<Group> = Vec::new();
    for run in runs {
        let path = run.config();
        let text = std::fs::read_to_string(&path).map_err(LearnError::file(&path))?;
        let mut config: toml::Table = text.parse().map_err(|error| {
            let shown = path.display();
            LearnError::Refused(text!("{shown}: {error}", "{shown}: {error}"))
        })?;
        if let Some(toml::Value::Table(run)) = config.get_mut("run") {
            run.remove("seed");
        }
        let log = read_log(&run.metrics(), None)?;
        if let Some(group) = groups.iter_mut().find(|group| group.config == config) {
            group.names.push(run.name());
            group.logs.push(log);
            continue;
        }
        groups.push(Group {
            config,
            names: vec![run.name()],
            logs: vec![log],
        });
    }
    Ok(groups)
}

/// What all names of a group begin with, or all of them.
fn label(names: &[String]) -> String {
    let [first, others @ ..] = names else {
        return String::new();
    };
    if others.is_empty() {
        return first.clone();
    }
    let begins = |end: &usize| others.iter().all(|name| name.starts_with(&first[..*end]));
    let ends = first.char_indices().map(|(at, _)| at);
    let common = ends.rev().find(begins).map_or("", |end| &first[..end]);
    match common.trim_end_matches(['-', '_', ' ', '.']) {
        "" => names.join(" + "),
        common => common.to_owned(),
    }
}

impl Group {
    /// Mean and deviation over the seeds while all of them were at work.
    fn curve(&self, name: &str, axis: Axis) -> Curve {
        let each: Vec<Points> = self.logs.iter().map(|log| smoothed(log, name, axis)).collect();
        let first = each.iter().filter_map(|points| points.first());
        let last = each.iter().filter_map(|points| points.last());
        let begin = first.map(|point| point.0).fold(0.0, f64::max);
        let end = last.map(|point| point.0).fold(f64::INFINITY, f64::min);
        let at = |step: usize| begin + (end - begin) * step as f64 / (POINTS - 1) as f64;
        (0..POINTS)
            .filter(|_| begin <= end)
            .map(|step| {
                let values: Vec<f64> = each.iter().map(|points| between(points, at(step))).collect();
                let (mean, deviation) = spread(&values);
                (at(step), mean, deviation)
            })
            .collect()
    }
}

/// A moving mean.
fn smoothed(log: &[Line<f64>], name: &str, axis: Axis) -> Points {
    let place = |line: &Line<f64>| match axis {
        Axis::Epochs => line.epoch as f64,
        Axis::Minutes => line.time / 60.0,
        Axis::Cpu => line.cpu.unwrap_or(line.time),
    };
    let points = log
        .iter()
        .filter_map(|line| Some((place(line), *line.values.get(name)?)));
    let moved = series::moving(&points.collect::<Vec<_>>(), WINDOW);
    moved.into_iter().map(|(x, mean, _)| (x, mean)).collect()
}

/// The value at `x` on the line through the points on both sides of it.
fn between(points: &[(f64, f64)], x: f64) -> f64 {
    let after = points.partition_point(|point| point.0 < x);
    match (points.get(after.wrapping_sub(1)), points.get(after)) {
        (Some(a), Some(b)) if b.0 > a.0 => a.1 + (b.1 - a.1) * (x - a.0) / (b.0 - a.0),
        (Some(only), _) | (None, Some(only)) => only.1,
        (None, None) => f64::NAN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_between_evaluations_lie_on_the_line() {
        let points = [(1.0, 0.0), (3.0, 1.0)];
        assert_eq!(
            [0.0, 1.0, 1.5, 3.0, 9.0].map(|x| between(&points, x)),
            [0.0, 0.0, 0.25, 1.0, 1.0]
        );
    }

    #[test]
    fn seeds_share_a_label() {
        let names = |names: &[&str]| label(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        assert_eq!(names(&["puct-1", "puct-2"]), "puct");
        assert_eq!(names(&["alone-1"]), "alone-1");
        assert_eq!(names(&["a", "b"]), "a + b");
        assert_eq!(names(&["é1", "é2"]), "é");
    }
}
