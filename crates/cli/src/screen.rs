//! A game on the screen: its board, its state in words, and its moves with numbers.

use std::io;

use damero_games::{AnyGame, ByPlayer, InputError, Lang, Outcome, Sketch, Turn};

use crate::lang::tr;
use crate::ui::{BOLD, FAINT, Ui, paint, style};

/// The name of the game and its rules.
pub(crate) fn title(ui: &mut Ui, game: &dyn AnyGame) -> io::Result<()> {
    let name = game.meta().name;
    ui.line(format!("{} · {}", paint(BOLD, name.get(ui.lang)), game.rules()))
}

/// The drawing with an empty line above and below.
pub(crate) fn board(ui: &mut Ui, game: &dyn AnyGame) -> io::Result<()> {
    ui.line("")?;
    draw(ui, &game.sketch(ui.lang))?;
    ui.line("")
}

fn draw(ui: &mut Ui, sketch: &Sketch) -> io::Result<()> {
    for spans in &sketch.lines {
        let mut spans = spans.clone();
        // Inside colours the spaces at the end of a line would stay.
        if let Some(last) = spans.last_mut() {
            last.text.truncate(last.text.trim_end().len());
        }
        let line: String = spans
            .iter()
            .map(|span| paint(style(span.style), &span.text))
            .collect();
        ui.line(line)?;
    }
    Ok(())
}

/// A label and what it labels, in two columns.
pub(crate) fn fact(ui: &mut Ui, label: &str, value: &str) -> io::Result<()> {
    ui.line(format!("{}  {value}", paint(FAINT, format!("{label:<9}"))))
}

/// Whose turn it is or how the game ended, and the scores.
pub(crate) fn state(ui: &mut Ui, game: &dyn AnyGame) -> io::Result<()> {
    let lang = ui.lang;
    let seats = game.meta().seats;
    match game.turn() {
        _ if is_over(game) => fact(ui, &tr!(lang, "result", "resultado"), &result(game, lang))?,
        Turn::Player(player) => fact(ui, &tr!(lang, "turn", "turno"), seats[player].get(lang))?,
        Turn::Chance | Turn::Over(_) => {
            fact(ui, &tr!(lang, "turn", "turno"), &tr!(lang, "chance", "el azar"))?;
        }
    }
    match game.scores() {
        Some(scores) => fact(ui, &tr!(lang, "score", "puntos"), &score(game, scores, lang)),
        None => Ok(()),
    }
}

fn score(game: &dyn AnyGame, scores: ByPlayer<i32>, lang: Lang) -> String {
    let seats = game.meta().seats;
    let each = scores
        .iter()
        .map(|(player, points)| format!("{} {points}", seats[player].get(lang)));
    each.collect::<Vec<_>>().join(" · ")
}

/// The name of the opening, where it has one.
pub(crate) fn opening(ui: &mut Ui, name: Option<&str>) -> io::Result<()> {
    let lang = ui.lang;
    match name {
        Some(name) => fact(ui, &tr!(lang, "opening", "apertura"), name),
        None => Ok(()),
    }
}

/// Whether the game is over, by the rules or by a result from outside them.
pub(crate) fn is_over(game: &dyn AnyGame) -> bool {
    game.result().or(game.turn().outcome()).is_some()
}

/// The result with its reason; empty while the game goes on.
pub(crate) fn result(game: &dyn AnyGame, lang: Lang) -> String {
    let Some(result) = game.result().or(game.turn().outcome()) else {
        return String::new();
    };
    let reason = game.ending().map(|ending| ending.reason.get(lang).to_owned());
    let outside = || tr!(lang, "by resignation or agreement", "por abandono o acuerdo");
    format!(
        "{}: {}",
        outcome(game, result, lang),
        reason.unwrap_or_else(outside)
    )
}

/// Who won.
pub(crate) fn outcome(game: &dyn AnyGame, outcome: Outcome, lang: Lang) -> String {
    match outcome {
        Outcome::Win(player) => {
            let seats = game.meta().seats;
            let name = seats[player].get(lang);
            tr!(lang, "{name} wins", "victoria de {name}")
        }
        Outcome::Draw => tr!(lang, "draw", "tablas"),
    }
}

/// The legal moves in columns, each with the number that plays it.
pub(crate) fn moves(ui: &mut Ui, game: &dyn AnyGame) -> io::Result<()> {
    let (moves, sign) = (game.moves(), number_sign(game));
    let digits = moves.len().to_string().len();
    let length = moves
        .iter()
        .map(|text| text.chars().count())
        .max()
        .unwrap_or_default();
    let cell = 2 + sign.len() + digits + 2 + length;
    let columns = (ui.width() / cell).clamp(1, 10);
    let rows = moves.len().div_ceil(columns);
    for row in 0..rows {
        let numbered = moves.iter().enumerate().skip(row).step_by(rows);
        let cells = numbered.map(|(i, text)| {
            let number = format!("{sign}{}", i + 1);
            let number = format!("{number:>width$}", width = sign.len() + digits);
            format!("  {}  {text:<length$}", paint(FAINT, number))
        });
        ui.line(cells.collect::<String>())?;
    }
    Ok(())
}

/// Where the game itself reads numbers, as moves or parts of them, a number of the list takes a `#`.
pub(crate) fn number_sign(game: &dyn AnyGame) -> &'static str {
    // A number that is refused as illegal has been understood all the same.
    let reads = |number| !matches!(game.action_index(number), Err(InputError::Read(_)));
    if ["0", "1"].into_iter().any(reads) {
        "#"
    } else {
        ""
    }
}
