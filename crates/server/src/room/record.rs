//! A game as a record for elsewhere: who played, when, with which clock, how many points they had, and how long each move
//! took.

use damero_games::{AnyGame, ByPlayer, GameId, InputError, Player};

use super::setup::{Chair, Settings};
use super::state::Room;
use crate::catalog;
use crate::wire::Seat;

impl Room {
    /// The game before its first move.
    ///
    /// # Errors
    /// If it cannot be set up any more.
    pub(crate) fn beginning(&self) -> Result<Box<dyn AnyGame>, InputError> {
        let Settings {
            game, rules, start, ..
        } = &self.settings;
        catalog::start(*game, rules, start.as_deref())
    }

    /// All moves and chance events.
    pub(crate) fn moves(&self) -> Vec<String> {
        self.log.iter().map(|entry| entry.text.clone()).collect()
    }

    /// Which game.
    pub(crate) fn game_id(&self) -> GameId {
        self.settings.game
    }

    /// Who sits where.
    pub(crate) fn chairs(&self) -> &ByPlayer<Chair> {
        &self.chairs
    }

    /// Tells who the people are, for a record with their names.
    pub(crate) fn know(&mut self, people: Vec<Seat>) {
        self.people = people;
    }

    /// The record in one of the game's formats.
    ///
    /// # Errors
    /// If the game has no such format.
    pub(crate) fn record(&self, format: &str) -> Result<String, InputError> {
        let mut game = self.game.boxed_clone();
        game.set_tags(self.tags());
        game.record(format)
    }

    fn tags(&self) -> Vec<(String, String)> {
        let names = self.game.meta().facts.record_names;
        let seats = self.seats();
        let mut tags = vec![
            ("Event".to_owned(), "Damero".to_owned()),
            ("Date".to_owned(), date(self.created)),
        ];
        for player in Player::ALL {
            tags.push((names[player].to_owned(), called(&seats[player])));
        }
        if let Some(clock) = self.settings.clock {
            let seconds = |ms: u64| ms as f64 / 1000.0;
            let base = match clock.odds {
                Some(odds) => format!("{}:{}", seconds(odds.first), seconds(odds.second)),
                None => seconds(clock.base_ms).to_string(),
            };
            let increment = seconds(clock.increment_ms);
            tags.push(("TimeControl".to_owned(), format!("{base}+{increment}")));
        }
        if let Some(result) = &self.result {
            if let Some(points) = result.points {
                tags.push(("Points".to_owned(), format!("{}-{}", points.first, points.second)));
            }
            tags.push(("Termination".to_owned(), result.reason.en.to_string()));
        }
        let moves = self.log.iter().filter(|entry| entry.by.is_some());
        let times: Vec<_> = moves
            .map(|entry| format!("{:.1}", entry.ms as f64 / 1000.0))
            .collect();
        if !times.is_empty() {
            tags.push(("MoveTimes".to_owned(), times.join(" ")));
        }
        tags
    }
}

/// What a seat is called in a record.
fn called(seat: &Seat) -> String {
    match seat {
        Seat::Open => "?".to_owned(),
        Seat::Human { name, .. } => name.clone(),
        Seat::Machine { level, .. } => format!("Damero {level}"),
        Seat::Trained { spec, .. } => spec.clone(),
    }
}

/// The day of a time in milliseconds since 1970, as records write it: `2026.11.18`.
fn date(ms: i64) -> String {
    // Days are counted from March of the year 0, so that a leap day is the last of its year.
    let days = ms.div_euclid(86_400_000) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970.01.01"),
            (-1, "1969.12.31"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (4_107_542_399, "2100.02.28"),
            (4_107_542_400, "2100.03.01"),
            (1_794_960_000, "2026.11.18"),
        ] {
            assert_eq!(date(seconds * 1000), expected, "{seconds}");
        }
    }
}
