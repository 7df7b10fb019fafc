//! Checks all data: the files of the store, every game by playing it again, and the ratings by computing them again.

use std::collections::{HashMap, VecDeque};

use damero_games::{ByPlayer, Player};
use damero_store::{EventRow, GameRow, RatingRow, Store, StoreError};

use crate::rating;
use crate::room::{Event, Room, Settings};
use crate::wire::GameResult;

/// Games that are read at a time.
const PAGE: i64 = 200;

/// Problems that are told; more of them say nothing new.
const TOLD: usize = 50;

/// Games among which the next one is looked for where the order of their ends is not that of their ratings.
const LOOKED_AT: usize = 1_000;

/// Ratings are computed in the same way, so they differ by rounding only.
const PRECISION: f64 = 1e-6;

/// What a check has found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CheckReport {
    /// Games that were played again.
    pub games: u64,
    /// Their events.
    pub events: u64,
    /// Ratings that were computed again.
    pub ratings: u64,
    /// What is wrong, in English, as it goes to operators and logs; at most the first fifty.
    pub problems: Vec<String>,
}

impl CheckReport {
    fn problem(&mut self, problem: String) {
        if self.problems.len() < TOLD {
            self.problems.push(problem);
        }
    }
}

/// A rated game that has changed ratings.
struct Rated {
    ended: i64,
    game: String,
    players: ByPlayer<String>,
    result: GameResult,
}

/// Checks everything in a store.
pub(crate) async fn check(store: &dyn Store) -> Result<CheckReport, StoreError> {
    let mut report = CheckReport {
        problems: store.integrity().await?,
        ..CheckReport::default()
    };
    if !report.problems.is_empty() {
        // What is read from damaged files says little, and may not be read at all.
        return Ok(report);
    }
    let mut rated = Vec::new();
    let mut last = String::new();
    loop {
        let page = store.games_after(&last, PAGE).await?;
        let Some(end) = page.last() else { break };
        last.clone_from(&end.id);
        for row in page {
            let events = store.events(&row.id).await?;
            report.games += 1;
            report.events += events.len() as u64;
            match replayed(&row, &events) {
                Ok(room) => rated.extend(changed_ratings(&row, &room)),
                Err(problem) => report.problem(format!("game {}: {problem}", row.id)),
            }
        }
    }
    let known = store.all_ratings().await?;
    report.ratings = known.len() as u64;
    compare_ratings(&mut report, rated, &known);
    Ok(report)
}

/// Plays a game again and compares what comes out with its row.
pub(crate) fn replayed(row: &GameRow, events: &[EventRow]) -> Result<Room, String> {
    if let Some((event, seq)) = events.iter().zip(0..).find(|(event, seq)| event.seq != *seq) {
        return Err(format!("event {seq} is missing, {} follows", event.seq));
    }
    let unreadable = |error: serde_json::Error| format!("it cannot be read: {error}");
    let settings: Settings = serde_json::from_str(&row.settings).map_err(unreadable)?;
    let events: Vec<Event> = events
        .iter()
        .map(|event| serde_json::from_str(&event.body))
        .collect::<Result<_, _>>()
        .map_err(unreadable)?;
    let unplayable = |error: damero_games::InputError| format!("it cannot be played again: {error}");
    let mut room = Room::new(row.id.clone(), row.created, settings, 0).map_err(unplayable)?;
    room.replay(&events, 0).map_err(unplayable)?;
    let seats = Player::ALL.map(|player| room.chair(player).person().map(str::to_owned));
    if seats != row.seats {
        return Err("other people sit there than its events say".to_owned());
    }
    let result = row.result.as_deref().map(serde_json::from_str::<GameResult>);
    let result = result.transpose().map_err(unreadable)?;
    if result.as_ref() != room.result() || row.ended.is_some() != result.is_some() {
        return Err("it ended in another way than its events say".to_owned());
    }
    if result.is_some() && row.plies != room.plies() as i64 {
        return Err(format!(
            "it has {} plies, its row says {}",
            room.plies(),
            row.plies
        ));
    }
    Ok(room)
}

fn changed_ratings(row: &GameRow, room: &Room) -> Option<Rated> {
    let result = room.result().filter(|result| result.ratings.is_some())?.clone();
    let [first, second] = Player::ALL.map(|player| room.chair(player).person().map(str::to_owned));
    Some(Rated {
        ended: row.ended?,
        game: row.game.clone(),
        players: ByPlayer::new(first?, second?),
        result,
    })
}

/// Ratings by person and game.
#[derive(Default)]
struct Computed(HashMap<(String, String), RatingRow>);

impl Computed {
    /// What the players of a game have by now.
    fn before(&self, game: &Rated) -> ByPlayer<RatingRow> {
        let row = |user: &String| {
            let found = self.0.get(&(user.clone(), game.game.clone()));
            found
                .cloned()
                .unwrap_or_else(|| rating::unrated(user, &game.game))
        };
        ByPlayer::new(row(&game.players.first), row(&game.players.second))
    }

    /// The place of the game that changed ratings next. Games are in the order in which they ended by the clock. Where the clock
    /// was set back between two starts, or two games ended in the same millisecond, the next one is the first that began
    /// with what both have by now.
    fn next(&self, rated: &VecDeque<Rated>) -> usize {
        let fits = |game: &Rated| {
            let before = self.before(game).map(|row| rating::shown(row.rating));
            let told = game
                .result
                .ratings
                .map(|changes| changes.map(|change| change.before));
            told.is_none_or(|told| told == before)
        };
        rated.iter().take(LOOKED_AT).position(fits).unwrap_or_default()
    }
}

/// Computes the ratings from all rated games in the order in which they changed them.
fn compare_ratings(report: &mut CheckReport, mut rated: Vec<Rated>, known: &[RatingRow]) {
    rated.sort_by_key(|game| game.ended);
    let (mut rated, mut all) = (VecDeque::from(rated), Computed::default());
    while let Some(game) = rated.remove(all.next(&rated)) {
        let Some(outcome) = game.result.outcome else {
            continue;
        };
        let before = all.before(&game);
        let after = rating::after(&before, outcome);
        for row in [after.first, after.second] {
            all.0.insert((row.user.clone(), row.game.clone()), row);
        }
    }
    let Computed(mut computed) = all;
    for row in known {
        match computed.remove(&(row.user.clone(), row.game.clone())) {
            Some(right) if right.games == row.games && (right.rating - row.rating).abs() < PRECISION => {}
            Some(right) => report.problem(format!(
                "the rating of {} at {} is {:.2} after {} games, its games give {:.2} after {}",
                row.user, row.game, row.rating, row.games, right.rating, right.games
            )),
            None => report.problem(format!(
                "the rating of {} at {} comes from no game",
                row.user, row.game
            )),
        }
    }
    for (user, game) in computed.keys() {
        report.problem(format!("the rating of {user} at {game} is missing"));
    }
}

#[cfg(test)]
mod tests {
    use damero_games::{Outcome, Text};

    use super::*;
    use crate::wire::Cause;

    /// Games of two people who win by turns, and what they have after them.
    fn games(count: i64) -> (Vec<Rated>, Vec<RatingRow>) {
        let players = ByPlayer::new("ana".to_owned(), "bob".to_owned());
        let mut rows = players.clone().map(|user| rating::unrated(&user, "reversi"));
        let mut all = Vec::new();
        for i in 0..count {
            let outcome = Outcome::Win(if i % 3 == 0 { Player::Second } else { Player::First });
            let after = rating::after(&rows, outcome);
            let change = |player: Player| rating::change(&rows[player], &after[player]);
            all.push(Rated {
                ended: i,
                game: "reversi".to_owned(),
                players: players.clone(),
                result: GameResult {
                    outcome: Some(outcome),
                    score: outcome.as_str().to_owned(),
                    cause: Cause::Rules,
                    reason: Text::new("", ""),
                    points: None,
                    ratings: Some(ByPlayer::new(change(Player::First), change(Player::Second))),
                },
            });
            rows = after;
        }
        (all, vec![rows.first, rows.second])
    }

    fn problems(rated: Vec<Rated>, known: &[RatingRow]) -> Vec<String> {
        let mut report = CheckReport::default();
        compare_ratings(&mut report, rated, known);
        report.problems
    }

    #[test]
    fn a_clock_that_went_back_is_no_damage() {
        let (mut rated, known) = games(6);
        // Before the last three the server was started anew, with a clock that was behind; two ended at once.
        for game in &mut rated[3..] {
            game.ended -= 10;
        }
        rated[1].ended = 0;
        rated.swap(0, 1);
        assert_eq!(problems(rated, &known), [""; 0]);
    }

    #[test]
    fn another_rating_than_the_games_give_is_told() {
        let (rated, mut known) = games(6);
        known[1].rating += 1.0;
        let told = problems(rated, &known);
        assert!(
            told.len() == 1 && told[0].contains("the rating of bob"),
            "{told:?}"
        );
        let (mut rated, known) = games(6);
        rated.remove(2);
        assert_eq!(problems(rated, &known).len(), 2, "a game is missing");
    }
}
