//! The games of a contest as its community writes them, all in one file.

use damero_games::{ByPlayer, NATIVE, Notation, Record, RecordFormat};

/// What the two seats are called in records and protocols that know only black and white: whoever begins is black,
/// unless the game itself says otherwise.
#[must_use]
pub fn colours<G: Notation>() -> ByPlayer<&'static str> {
    if G::META.seats.first.en == "White" {
        ByPlayer::new("White", "Black")
    } else {
        ByPlayer::new("Black", "White")
    }
}

/// Writes games one after another in the first of the game's formats that keeps all of every game.
pub fn write_records<'a, G: Notation>(
    games: impl Iterator<Item = &'a Record<G>> + Clone,
) -> (RecordFormat, String) {
    for &format in G::FORMATS {
        let written: Option<Vec<String>> = games.clone().map(|record| keeps_all(record, format)).collect();
        if let Some(texts) = written {
            return (format, join(texts));
        }
    }
    let texts = games.map(damero_games::record::write_native).collect();
    (NATIVE, join(texts))
}

fn join(texts: Vec<String>) -> String {
    let mut all = String::new();
    for text in texts {
        all.push_str(text.trim_end());
        // Formats of many lines need an empty one in between.
        all.push_str(if text.trim_end().contains('\n') {
            "\n\n"
        } else {
            "\n"
        });
    }
    all
}

/// The text, if reading it gives the same game back.
fn keeps_all<G: Notation>(record: &Record<G>, format: RecordFormat) -> Option<String> {
    let text = G::write_record(record, format.name).ok()?;
    let back = G::read_record(&text).ok()?;
    let same = back.rules == record.rules && back.events == record.events && back.result == record.result;
    (same && back.start == record.start).then_some(text)
}
