//! ChessFive: five in line by force, or the only move against it, by full-width search.

use damero_games::Game;
use damero_games::chessfive::{ChessFive, ChessFiveMove, Phase};

use super::{Line, Method, Puzzled, Theme};

impl Puzzled for ChessFive {
    const METHODS: &'static [Method] = &[Method::Forced(5), Method::Forced(3)];

    const THEMES: &'static [Theme] = &[
        Theme::new("five", "Five in line", "Cinco en línea"),
        Theme::new("double-threat", "Double threat", "Doble amenaza"),
        Theme::new("combination", "Forced win in three", "Victoria forzada en tres"),
        Theme::new("block", "Only defence", "Única defensa"),
        Theme::new("gravity", "Pieces fall", "Piezas que caen"),
        Theme::new("chess", "Pieces move", "Piezas que mueven"),
    ];

    const SHIPPED: &'static [u8] = include_bytes!("../../puzzles/chessfive.gz");

    /// The same square, whichever piece falls there.
    fn are_alike(&self, one: ChessFiveMove, other: ChessFiveMove) -> bool {
        match (one, other) {
            (ChessFiveMove::Drop { to, .. }, ChessFiveMove::Drop { to: square, .. }) => to == square,
            _ => false,
        }
    }

    fn themes(line: &Line<Self>) -> Vec<&'static str> {
        let mut found = vec![match line.start().phase() {
            Phase::Gravity => "gravity",
            Phase::Chess => "chess",
        }];
        let plies = super::rule::plies_to_win(line.value);
        match plies {
            Some(1) => {}
            Some(2..=3) => found.push("double-threat"),
            Some(_) => found.push("combination"),
            None => found.push("block"),
        }
        if line.end.turn().outcome().is_some() {
            found.push("five");
        }
        found
    }
}
