//! Quarto: the only decision that wins, or that does not lose, by the exact solver.

use damero_games::Game;
use damero_games::quarto::{Piece, Quarto, QuartoMove, groups};

use super::{Line, Method, Puzzled, Theme};

/// From so many pieces on the board the solver takes milliseconds.
const PLACED: u32 = 6;

impl Puzzled for Quarto {
    const METHODS: &'static [Method] = &[Method::Exact];

    const THEMES: &'static [Theme] = &[
        Theme::new("place", "Where to place", "Dónde colocar"),
        Theme::new("give", "What to give", "Qué dar"),
        Theme::new("last-safe-piece", "The last safe piece", "La última pieza segura"),
        Theme::new(
            "no-safe-piece",
            "Nothing safe left to give",
            "Nada seguro que dar",
        ),
        Theme::new("square", "Two by two", "Dos por dos"),
    ];

    const SHIPPED: &'static [u8] = include_bytes!("../../puzzles/quarto.gz");

    fn is_within_reach(&self, _method: Method) -> bool {
        self.board().occupied().count_ones() >= PLACED
    }

    fn themes(line: &Line<Self>) -> Vec<&'static str> {
        let mut found = Vec::new();
        found.push(match line.plies.first() {
            Some((_, QuartoMove::Give(_))) => "give",
            _ => "place",
        });
        let gives = |m: &QuartoMove| matches!(m, QuartoMove::Give(_));
        if line.decisions().any(|(game, m)| gives(m) && safe(game) == 1) {
            found.push("last-safe-piece");
        }
        if line.replies().any(|(game, m)| gives(m) && safe(game) == 0) {
            found.push("no-safe-piece");
        }
        let squares = groups(true).iter().filter(|group| !groups(false).contains(group));
        let complete: Vec<u16> = line.end.board().complete_groups(line.end.squares_win()).collect();
        if line.end.turn().outcome().is_some() && squares.into_iter().any(|group| complete.contains(group)) {
            found.push("square");
        }
        found
    }
}

/// How many of the pieces that are left do not let the other side win at once.
fn safe(game: &Quarto) -> usize {
    let squares = game.squares_win();
    Piece::all(game.left())
        .filter(|&piece| game.board().winning_cells(piece, squares) == 0)
        .count()
}
