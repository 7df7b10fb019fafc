//! The games of a tuning on disk: a line that tells this tuning from others, then one line a game.

use std::fmt::Write as _;
use std::path::Path;

use damero_games::{Lang, Notation, Text, text};

use crate::Kept;

/// A game: its moves, and how many of them were random.
pub struct Played<G: Notation> {
    /// The moves.
    pub moves: Vec<G::Move>,
    /// How many of them, at the beginning, were random.
    pub random: usize,
}

/// Opens the file beside `out` for a tuning that `header` describes in one line, with the games that it has already.
///
/// # Errors
/// If the system refuses it, or it is of another tuning or damaged; in one sentence.
pub fn open_games<G: Notation>(out: &Path, header: &str, start: &G) -> Result<(Kept, Vec<Played<G>>), Text> {
    Kept::open(out, ".games", &format!("{header}\n"), |text| {
        let mut lines = text.lines();
        if lines.next() != Some(header) {
            return Err(Text::new(
                "it holds the games of another tuning",
                "tiene las partidas de otro ajuste",
            ));
        }
        let games = lines.zip(2..).map(|(line, number)| {
            Played::read(start, line)
                .map_err(|Text { en, es }| text!("line {number}: {en}", "línea {number}: {es}"))
        });
        games.collect()
    })
}

impl<G: Notation> Played<G> {
    /// The line of a game, with its end.
    #[must_use]
    pub fn line(&self) -> String {
        let mut line = self.random.to_string();
        for m in &self.moves {
            // Writing to a string cannot fail.
            let _ = write!(line, " {m}");
        }
        line + "\n"
    }

    /// A game from its line: how many moves are random, then all of them.
    fn read(start: &G, line: &str) -> Result<Self, Text> {
        let mut words = line.split(' ');
        let random = words.next().and_then(|word| word.parse().ok());
        let random = random.ok_or(Text::new(
            "expected a number before the moves",
            "se esperaba un número antes de las jugadas",
        ))?;
        let (mut game, mut moves) = (start.clone(), Vec::new());
        for word in words {
            let refused = |error: damero_games::InputError| {
                Text::owned(error.message(Lang::En), error.message(Lang::Es))
            };
            let m = game.read_move(word).map_err(refused)?;
            game.play_unchecked(m);
            moves.push(m);
        }
        Ok(Self { moves, random })
    }
}
