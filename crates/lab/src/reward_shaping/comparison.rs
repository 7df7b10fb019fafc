//! The comparison that an experiment on rewards ends with: strength, curves, and whether pay was played for.

use std::fmt::Write as _;

use damero_arena::stats::Tally;
use damero_games::{Lang, Text};

use damero_learn::dqn::Shaping;
use damero_learn::model::spread;
use damero_learn::plot;

use super::{Experiment, Point, Trial};

/// A number of a measurement.
type Sign = fn(&Point) -> f64;

/// What is looked at in self-play for signs that pay is played for.
const SIGNS: [(Text, Sign); 3] = [
    (Text::new("captures a game", "capturas por partida"), |point| {
        point.captures
    }),
    (
        Text::new("crownings a game", "coronaciones por partida"),
        |point| point.crownings,
    ),
    (Text::new("plies a game", "jugadas por partida"), |point| {
        point.length
    }),
];

/// The comparison as Markdown: strength at the end, strength along the way, and the three checks.
pub(super) fn report(experiment: &Experiment, trials: &[Trial], lang: Lang) -> String {
    let Experiment {
        seeds,
        epochs,
        games,
        config,
        ..
    } = experiment;
    let measured = config.evaluation_games;
    let mut out = match lang {
        Lang::En => format!(
            "# Rewards compared\n\n{seeds} seeds an arm, at most {epochs} epochs; {measured} games a measurement and {games} at \
             the end against each opponent. Numbers are means ± one standard deviation over seeds.\n\n## Strength at the end\n\n"
        ),
        Lang::Es => format!(
            "# Recompensas comparadas\n\n{seeds} semillas por variante, como mucho {epochs} épocas; {measured} partidas por medición y \
             {games} al final contra cada rival. Los números son medias ± una desviación típica entre semillas.\n\n## Fuerza final\n\n"
        ),
    };
    let paid = Text::new("paid", "se paga");
    let paid = paid.get(lang);
    let names = config.baselines.join(" | ");
    let _ = writeln!(
        out,
        "| {paid} | {names} |\n|{}",
        "---|".repeat(config.baselines.len() + 1)
    );
    for shaping in Shaping::ALL {
        let cells = (0..config.baselines.len()).map(|n| {
            let tallies = arm(trials, shaping).filter_map(|trial| trial.strength.get(n).copied());
            let (low, high) = tallies.clone().sum::<Tally>().interval();
            format!(
                "{} ({:.3}–{:.3})",
                cell(tallies.map(|tally| tally.score()), 3),
                low,
                high
            )
        });
        let cells: Vec<_> = cells.collect();
        let _ = writeln!(out, "| {} | {} |", shaping.name(), cells.join(" | "));
    }
    let brackets = Text::new(
        "\nIn brackets the 95 % interval of all games of the arm together.\n",
        "\nEntre paréntesis, el intervalo del 95 % de todas las partidas de la variante juntas.\n",
    );
    out.push_str(brackets.get(lang));
    for (n, baseline) in config.baselines.iter().enumerate() {
        let title = match lang {
            Lang::En => format!("Along the way, against {baseline}"),
            Lang::Es => format!("Por el camino, contra {baseline}"),
        };
        let rate = |point: &Point| point.rates.get(n).copied();
        table(&mut out, &title, trials, lang, rate, 3);
    }
    checks(&mut out, trials, lang);
    out
}

/// One table over epochs, a column an arm.
fn table(
    out: &mut String,
    title: &str,
    trials: &[Trial],
    lang: Lang,
    of: impl Fn(&Point) -> Option<f64>,
    digits: usize,
) {
    let epoch = Text::new("epoch", "época");
    let epoch = epoch.get(lang);
    let arms = Shaping::ALL.map(Shaping::name).join(" | ");
    let _ = writeln!(out, "\n## {title}\n\n| {epoch} | {arms} |\n|---|---|---|---|");
    for at in epochs(trials) {
        let cells = Shaping::ALL.map(|shaping| cell(measured(trials, shaping, at).filter_map(&of), digits));
        let _ = writeln!(out, "| {at} | {} |", cells.join(" | "));
    }
}

/// The three checks: is there more of what is paid for than where nothing is paid, and does it win more?
fn checks(out: &mut String, trials: &[Trial], lang: Lang) {
    let title = Text::new("Is pay played for?", "¿Se juega por la recompensa?");
    let title = title.get(lang);
    let heading = Text::new(
        "| in self-play at the end | none | seed | potential |",
        "| en las últimas partidas propias | none | seed | potential |",
    );
    let _ = writeln!(out, "\n## {title}\n\n{}\n|---|---|---|---|", heading.get(lang));
    let last = |shaping| arm(trials, shaping).filter_map(|trial| trial.curve.last());
    for (name, of) in SIGNS {
        let nothing: Vec<f64> = last(Shaping::None).map(of).collect();
        let cells = Shaping::ALL.map(|shaping| {
            let found: Vec<f64> = last(shaping).map(of).collect();
            let numbers = cell(found.iter().copied(), 1);
            match (shaping, beyond_chance(&found, &nothing)) {
                (Shaping::None, _) | (_, None) => numbers,
                (_, Some(true)) => format!("{numbers}, {}", Text::new("more", "más").get(lang)),
                (_, Some(false)) => format!("{numbers}, {}", Text::new("fewer", "menos").get(lang)),
            }
        });
        let _ = writeln!(out, "| {} | {} |", name.get(lang), cells.join(" | "));
    }
    let meaning = Text::new(
        "\nMore or fewer: further from where nothing is paid than twice the standard error of the difference. Who plays for pay \
         shows more captures, more crownings or longer games there, without more points in the tables above.\n",
        "\nMás o menos: más lejos de donde no se paga nada que dos errores típicos de la diferencia. Quien juega por la recompensa \
         muestra ahí más capturas, más coronaciones o partidas más largas, sin más puntos en las tablas de arriba.\n",
    );
    out.push_str(meaning.get(lang));
}

/// Whether one mean is above (true) or below (false) the other by more than two standard errors of the difference.
fn beyond_chance(one: &[f64], other: &[f64]) -> Option<bool> {
    if one.len() < 2 || other.len() < 2 {
        return None;
    }
    let error = |numbers: &[f64]| {
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        let squares = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>();
        (
            mean,
            squares / (numbers.len() as f64 - 1.0) / numbers.len() as f64,
        )
    };
    let ((a, of_a), (b, of_b)) = (error(one), error(other));
    let apart = (of_a + of_b).sqrt();
    ((a - b).abs() > 2.0 * apart).then_some(a > b)
}

fn arm(trials: &[Trial], shaping: Shaping) -> impl Iterator<Item = &Trial> + Clone {
    trials.iter().filter(move |trial| trial.shaping == shaping)
}

/// The epochs at which something was measured, in order.
fn epochs(trials: &[Trial]) -> Vec<u64> {
    let all = trials.iter().flat_map(|trial| &trial.curve);
    let all: std::collections::BTreeSet<u64> = all.map(|point| point.epoch).collect();
    all.into_iter().collect()
}

/// The measurements of an arm at an epoch.
fn measured(trials: &[Trial], shaping: Shaping, epoch: u64) -> impl Iterator<Item = &Point> {
    arm(trials, shaping).filter_map(move |trial| trial.curve.iter().find(|point| point.epoch == epoch))
}

fn cell(numbers: impl Iterator<Item = f64>, digits: usize) -> String {
    let numbers: Vec<_> = numbers.collect();
    if numbers.is_empty() {
        return "–".to_owned();
    }
    let (mean, deviation) = spread(&numbers);
    format!("{mean:.digits$} ± {deviation:.digits$}")
}

/// The curves of all arms: one chart for each opponent and each sign.
pub(super) fn panels(experiment: &Experiment, trials: &[Trial]) -> Vec<plot::Panel> {
    let curve = |shaping: Shaping, of: &dyn Fn(&Point) -> Option<f64>| {
        let at = |epoch: u64| {
            let numbers: Vec<f64> = measured(trials, shaping, epoch).filter_map(of).collect();
            let (mean, deviation) = spread(&numbers);
            (!numbers.is_empty()).then_some((epoch as f64, mean, deviation))
        };
        epochs(trials).into_iter().filter_map(at).collect::<Vec<_>>()
    };
    let panel = |title: Text, of: &dyn Fn(&Point) -> Option<f64>| plot::Panel {
        title,
        axis: plot::Axis::Epochs,
        curves: Shaping::ALL
            .map(|shaping| (shaping.name().to_owned(), curve(shaping, of)))
            .to_vec(),
    };
    let baselines = experiment.config.baselines.iter().enumerate().map(|(n, name)| {
        let title = damero_games::text!("points v {name}", "puntos contra {name}");
        panel(title, &move |point| point.rates.get(n).copied())
    });
    let signs = SIGNS
        .into_iter()
        .map(|(title, of)| panel(title, &move |point| Some(of(point))));
    baselines.chain(signs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_clear_differences_count() {
        assert_eq!(beyond_chance(&[3.0, 3.1, 2.9], &[1.0, 1.2, 0.8]), Some(true));
        assert_eq!(beyond_chance(&[1.0, 1.2, 0.8], &[3.0, 3.1, 2.9]), Some(false));
        assert_eq!(beyond_chance(&[1.0, 3.0, 2.0], &[2.0, 1.5, 2.4]), None);
        assert_eq!(beyond_chance(&[5.0], &[1.0, 1.0]), None);
    }
}
