//! What a puzzle is about: what holds for every game, and what the game itself sees in the line.

use super::{Line, Method, Puzzled, Theme};

/// The themes of every game: how long it is, and what is at stake.
pub const COMMON: &[Theme] = &[
    Theme::new("one-move", "One move", "Una jugada"),
    Theme::new("two-moves", "Two moves", "Dos jugadas"),
    Theme::new("long", "Three moves or more", "Tres jugadas o más"),
    Theme::new("win", "Win the game", "Ganar la partida"),
    Theme::new("save", "Save the game", "Salvar la partida"),
    Theme::new("gain", "Win the most", "Ganar lo más posible"),
];

/// All themes that puzzles of a game may have, the common ones first.
pub fn themes_of<G: Puzzled>() -> impl Iterator<Item = &'static Theme> {
    COMMON.iter().chain(G::THEMES)
}

/// The themes of a line, in the order of [`themes_of`].
pub fn themes<G: Puzzled>(line: &Line<G>) -> Vec<&'static str> {
    let length = match line.decisions().count() {
        0 | 1 => "one-move",
        2 => "two-moves",
        _ => "long",
    };
    let stake = match line.method {
        Method::Forced(_) if line.value > 0 => "win",
        Method::Forced(_) => "save",
        Method::Material(_) if line.value <= balance(line) => "save",
        // Where only the result counts it is won, drawn or lost.
        Method::Exact if G::MARGIN == 1 && line.value > 0 => "win",
        Method::Exact if G::MARGIN == 1 => "save",
        Method::Exact | Method::Points | Method::Material(_) => "gain",
    };
    let mut found = vec![length, stake];
    found.extend(G::themes(line));
    themes_of::<G>()
        .map(|theme| theme.id)
        .filter(|id| found.contains(id))
        .collect()
}

/// By how much the solver's pieces are worth more at the beginning.
fn balance<G: Puzzled>(line: &Line<G>) -> i32 {
    let start = line.start();
    start.material(line.solver) - start.material(line.solver.other())
}
