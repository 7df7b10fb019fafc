//! The statistics of random games on the screen and as JSON.

use std::io;

use damero_games::{Meta, Player, Text};
use serde_json::{Value, json};

use super::share::{interval, mean};
use super::stats::{EndingCount, Spread, Stats};
use crate::lang::{decimal, tr};
use crate::ui::{BOLD, FAINT, Ui, paint};

/// Rows of the histogram and the widest bar of it.
const ROWS: u32 = 12;
const BAR: u64 = 40;

/// Prints the statistics for a person.
pub(super) fn print(ui: &mut Ui, meta: &Meta, rules: &str, seed: u64, stats: &Stats) -> io::Result<()> {
    let lang = ui.lang;
    let name = paint(BOLD, meta.name.get(lang));
    let games = stats.games;
    ui.line(tr!(
        lang,
        "{name} · {rules} · {games} random games, seed {seed}",
        "{name} · {rules} · {games} partidas al azar, semilla {seed}"
    ))?;
    results(ui, meta, stats)?;
    lengths(ui, stats)?;
    branching(ui, stats)?;
    scores(ui, meta, stats)?;
    endings(ui, stats)
}

fn heading(ui: &mut Ui, text: &str) -> io::Result<()> {
    ui.line("")?;
    ui.line(paint(BOLD, text))
}

fn percent(count: u64, total: u64) -> f64 {
    100.0 * mean(count as f64, total)
}

fn results(ui: &mut Ui, meta: &Meta, stats: &Stats) -> io::Result<()> {
    let lang = ui.lang;
    heading(ui, &tr!(lang, "results", "resultados"))?;
    let win = |player: Player| {
        let name = meta.seats[player].get(lang);
        tr!(lang, "{name} wins", "victoria de {name}")
    };
    let rows = [
        (win(Player::First), stats.wins.first),
        (win(Player::Second), stats.wins.second),
        (tr!(lang, "draw", "tablas"), stats.draws),
    ];
    let width = rows
        .iter()
        .map(|(label, _)| label.chars().count())
        .max()
        .unwrap_or_default();
    let digits = stats.games.to_string().len();
    for (label, count) in rows {
        let (low, high) = interval(count, stats.games);
        let share = decimal(percent(count, stats.games), 1, lang);
        let (low, high) = (decimal(100.0 * low, 1, lang), decimal(100.0 * high, 1, lang));
        let interval = tr!(
            lang,
            "95 % interval {low} to {high} %",
            "intervalo del 95 %: {low} a {high} %"
        );
        ui.line(format!(
            "  {label:<width$}  {count:>digits$}  {share:>5} %  {}",
            paint(FAINT, interval)
        ))?;
    }
    Ok(())
}

fn lengths(ui: &mut Ui, stats: &Stats) -> io::Result<()> {
    let lang = ui.lang;
    let (min, max) = stats.length_range();
    let average = decimal(mean(stats.plies() as f64, stats.games), 1, lang);
    heading(ui, &tr!(lang, "length in plies", "largo en jugadas"))?;
    ui.line(tr!(
        lang,
        "  mean {average}, from {min} to {max}",
        "  media {average}, de {min} a {max}"
    ))?;
    let classes = stats.histogram(ROWS);
    let most = classes
        .iter()
        .map(|class| class.2)
        .max()
        .unwrap_or_default()
        .max(1);
    let digits = max.to_string().len();
    let count_digits = most.to_string().len();
    for (from, to, games) in classes {
        let class = match from == to {
            true => format!("{from:>width$}", width = 2 * digits + 1),
            false => format!("{from:>digits$}-{to:>digits$}"),
        };
        // A class with any game at all shows something.
        let bar = "█".repeat((games * BAR).div_ceil(most) as usize);
        ui.line(format!(
            "  {class}  {games:>count_digits$}  {}",
            paint(FAINT, bar)
        ))?;
    }
    Ok(())
}

fn branching(ui: &mut Ui, stats: &Stats) -> io::Result<()> {
    let (lang, most) = (ui.lang, stats.most);
    let average = decimal(mean(stats.choices as f64, stats.plies()), 2, lang);
    heading(ui, &tr!(lang, "legal moves", "jugadas legales"))?;
    ui.line(tr!(
        lang,
        "  mean {average}, at most {most}",
        "  media {average}, a lo sumo {most}"
    ))
}

fn scores(ui: &mut Ui, meta: &Meta, stats: &Stats) -> io::Result<()> {
    let lang = ui.lang;
    let Some(scores) = stats.scores else {
        return Ok(());
    };
    heading(ui, &tr!(lang, "final scores", "puntos finales"))?;
    let width = meta
        .seats
        .iter()
        .map(|(_, name)| name.get(lang).chars().count())
        .max()
        .unwrap_or_default();
    for (player, &Spread { sum, min, max }) in scores.iter() {
        let name = meta.seats[player].get(lang);
        let average = decimal(mean(sum as f64, stats.games), 2, lang);
        ui.line(tr!(
            lang,
            "  {name:<width$}  mean {average}, from {min} to {max}",
            "  {name:<width$}  media {average}, de {min} a {max}"
        ))?;
    }
    Ok(())
}

fn endings(ui: &mut Ui, stats: &Stats) -> io::Result<()> {
    let lang = ui.lang;
    heading(ui, &tr!(lang, "endings", "finales"))?;
    let digits = stats.games.to_string().len();
    for ending in stats.endings() {
        let (games, share) = (ending.games, decimal(percent(ending.games, stats.games), 1, lang));
        let cut = Text::new(" (cut short)", " (interrumpida)");
        let cut = if ending.truncated { cut.get(lang) } else { "" };
        ui.line(format!(
            "  {games:>digits$}  {share:>5} %  {}{cut}",
            ending.reason.get(lang)
        ))?;
    }
    Ok(())
}

/// The statistics for a program; the same in every language.
pub(super) fn json(game: &str, rules: &str, seed: u64, stats: &Stats) -> Value {
    let share = |count: u64| {
        let (low, high) = interval(count, stats.games);
        json!({"games": count, "share": mean(count as f64, stats.games), "low": low, "high": high})
    };
    let spread =
        |Spread { sum, min, max }| json!({"mean": mean(sum as f64, stats.games), "min": min, "max": max});
    let (min, max) = stats.length_range();
    let class = |(from, to, games)| json!({"from": from, "to": to, "games": games});
    let histogram: Vec<_> = stats.histogram(ROWS).into_iter().map(class).collect();
    let ending = |ending: EndingCount| json!({"reason": ending.reason, "truncated": ending.truncated, "games": ending.games});
    let endings: Vec<_> = stats.endings().into_iter().map(ending).collect();
    json!({
        "game": game,
        "rules": rules,
        "seed": seed,
        "games": stats.games,
        "results": {
            "first": share(stats.wins.first),
            "second": share(stats.wins.second),
            "draw": share(stats.draws),
        },
        "plies": {
            "mean": mean(stats.plies() as f64, stats.games),
            "min": min,
            "max": max,
            "histogram": histogram,
        },
        "branching": {"mean": mean(stats.choices as f64, stats.plies()), "max": stats.most},
        "scores": stats.scores.map(|scores| json!({"first": spread(scores.first), "second": spread(scores.second)})),
        "endings": endings,
    })
}
