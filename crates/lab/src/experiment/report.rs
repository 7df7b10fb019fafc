//! A comparison as Markdown: the trainings, baselines, arms against each other, and other numbers of the logs.

use std::fmt::Write as _;

use damero_arena::stats::elo_from_score;
use damero_games::{Lang, Text, text};
use damero_learn::model::spread;

use super::Experiment;
use super::comparison::{Against, Comparison, Training, Verdict};

impl Verdict {
    const fn of_points(self) -> Text {
        match self {
            Self::Better => Text::new("better", "mejor"),
            Self::Worse => Text::new("worse", "peor"),
            Self::NoDifferenceShown => Text::new("no difference shown", "sin diferencia demostrada"),
        }
    }

    const fn of_number(self) -> Text {
        match self {
            Self::Better => Text::new("more", "más"),
            Self::Worse => Text::new("less", "menos"),
            Self::NoDifferenceShown => self.of_points(),
        }
    }
}

impl Comparison {
    /// As Markdown.
    pub(super) fn report(&self, experiment: &Experiment, lang: Lang) -> String {
        let (budget, seeds) = (self.budget_cpu_seconds, experiment.settings.seeds.len());
        let head = text!(
            "# Ways to learn compared\n\n{seeds} seeds an arm, {budget} seconds of processor time a training. Numbers are means ± one \
             standard deviation over seeds. In brackets the 95 % interval: the wider one of that of all games and Student's over the \
             networks.\n",
            "# Formas de aprender comparadas\n\n{seeds} semillas por variante, {budget} segundos de procesador por entrenamiento. Los números \
             son medias ± una desviación típica entre semillas. Entre paréntesis, el intervalo del 95 %: el mayor entre el de todas las \
             partidas y el de Student entre las redes.\n"
        );
        let mut out = head.get(lang).to_owned();
        let rows = experiment.arms.iter().map(|arm| {
            let of = |number: &dyn Fn(&Training) -> f64| {
                let own = self.trainings.iter().filter(|training| training.arm == arm.name);
                spread_text(&own.map(number).collect::<Vec<_>>(), 0)
            };
            let sets = arm.sets.iter().map(|set| format!("`{set}`")).collect::<Vec<_>>();
            let cpu = of(&|training| training.cpu);
            [
                arm.name.clone(),
                sets.join(", "),
                of(&|training| training.epochs as f64),
                cpu,
            ]
            .to_vec()
        });
        table(
            &mut out,
            &Text::new(
                "arm | sets | epochs | CPU seconds",
                "variante | fija | épocas | segundos de CPU",
            ),
            rows,
            lang,
        );
        let score = |one: &Against| {
            let (low, high) = one.interval;
            format!("{:.3} ± {:.3} ({low:.3}–{high:.3})", one.score, one.deviation)
        };
        let rows = self.baselines.iter().map(|one| {
            [
                one.arm.clone(),
                one.other.clone(),
                one.tally.games().to_string(),
                score(one),
            ]
            .to_vec()
        });
        table(
            &mut out,
            &Text::new(
                "arm | against | games | score",
                "variante | contra | partidas | puntos",
            ),
            rows,
            lang,
        );
        let rows = self.arms.iter().map(|one| {
            let elo = |score: f64| format!("{:+.0}", elo_from_score(score));
            let (low, high) = one.interval;
            let elo = format!("{} ({} – {})", elo(one.score), elo(low), elo(high));
            let verdict = one.verdict.of_points().get(lang).to_owned();
            [
                one.arm.clone(),
                one.other.clone(),
                one.tally.games().to_string(),
                score(one),
                elo,
                verdict,
            ]
            .to_vec()
        });
        table(
            &mut out,
            &Text::new(
                "arm | against | games | score | Elo | verdict",
                "variante | contra | partidas | puntos | Elo | veredicto",
            ),
            rows,
            lang,
        );
        let rows = self.metrics.iter().map(|one| {
            let interval = one
                .interval
                .map_or_else(|| "–".to_owned(), |(low, high)| format!("{low:.3} – {high:.3}"));
            let numbers = [one.means.0, one.means.1].map(|mean| format!("{mean:.3}"));
            let [own, other] = numbers;
            let verdict = one.verdict.of_number().get(lang).to_owned();
            [
                one.metric.clone(),
                one.arm.clone(),
                own,
                one.other.clone(),
                other,
                interval,
                verdict,
            ]
            .to_vec()
        });
        let heading = Text::new(
            "metric | arm | mean | beside | mean | difference, 95 % | verdict",
            "medida | variante | media | frente a | media | diferencia, 95 % | veredicto",
        );
        table(&mut out, &heading, rows, lang);
        let _ = writeln!(out, "\n![](comparison.svg)");
        out
    }
}

fn spread_text(numbers: &[f64], digits: usize) -> String {
    let (mean, deviation) = spread(numbers);
    format!("{mean:.digits$} ± {deviation:.digits$}")
}

/// A table with a heading; nothing if it has no rows.
fn table(out: &mut String, heading: &Text, rows: impl Iterator<Item = Vec<String>>, lang: Lang) {
    let heading = heading.get(lang);
    let mut rows = rows.peekable();
    if rows.peek().is_some() {
        let columns = heading.matches(" | ").count() + 1;
        let _ = writeln!(out, "\n| {heading} |\n|{}", "---|".repeat(columns));
    }
    for row in rows {
        let _ = writeln!(out, "| {} |", row.join(" | "));
    }
}
