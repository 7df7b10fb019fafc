//! Commits events: they are written to the store, then applied to the room, then broadcast.

use damero_games::{ByPlayer, Text, text};
use damero_store::{Append, Finish, RatingRow, StoreError};
use tracing::warn;

use super::actor::RoomActor;
use super::machine::RoomPlayers;
use super::refusal::Refusal;
use super::setup::{Chair, Event};
use crate::rating;
use crate::time::now_ms;
use crate::wire::{Cause, GameResult};

/// Rated games of the same two people within a day that count,
const RATED_A_DAY: i64 = 12;

/// and if both come from one address.
const RATED_AT_HOME: i64 = 3;

/// The ratings that the end of a game changes.
#[derive(Default)]
struct Ratings {
    people: Vec<RatingRow>,
    machines: Vec<RatingRow>,
}

impl RoomActor {
    /// Stores events, applies them, and broadcasts the change. Nobody sees an event that is not stored.
    pub(super) async fn commit(
        &mut self,
        mut events: Vec<Event>,
        result: Option<GameResult>,
    ) -> Result<(), Refusal> {
        let sits = events.iter().any(|event| matches!(event, Event::Sit { .. }));
        let plays = events
            .iter()
            .any(|event| matches!(event, Event::Play { .. } | Event::Undo { .. }));
        // If a rating changes meanwhile, it is computed again.
        let mut attempts = 3;
        loop {
            let (end, ratings) = match &result {
                Some(result) => {
                    let (result, people) = self.rate(result.clone()).await?;
                    // Machines play in many rooms at once, so the last attempt leaves their ratings out.
                    let machines = match attempts {
                        1 => Vec::new(),
                        _ => self.rate_machines(&result).await?,
                    };
                    (Some(result), Ratings { people, machines })
                }
                None => (None, Ratings::default()),
            };
            let all = events
                .iter()
                .cloned()
                .chain(end.map(|result| Event::End { result }));
            let all: Vec<Event> = all.collect();
            match self.rooms.store().append(self.append_of(&all, &ratings)).await {
                Ok(()) => {
                    events = all;
                    break;
                }
                Err(StoreError::Stale) if result.is_some() && attempts > 1 => attempts -= 1,
                Err(error) => {
                    warn!(room = self.room.id, %error, "events were not saved");
                    self.lost = matches!(error, StoreError::Stale);
                    return Err(Refusal::NOT_SAVED);
                }
            }
        }
        self.seq += events.len() as i64;
        let now = self.now();
        let over = self.room.result.is_some();
        if plays || result.is_some() {
            self.stop_thinking();
            self.told_in_vain = false;
        }
        if result.is_some() {
            self.players = RoomPlayers::default();
        }
        for event in &events {
            if let Err(error) = self.room.apply(event, now) {
                // An event that was accepted is refused now: the state here is wrong.
                warn!(room = self.room.id, %error, "a stored event cannot be applied");
                self.lost = true;
                return Err(Refusal::NOT_SAVED);
            }
        }
        if sits || (result.is_some() && !over) {
            self.reload_people().await;
        }
        if sits || plays || result.is_some() {
            self.room.note_position(self.rooms.played());
        }
        self.connections.broadcast(&mut self.room, now);
        if sits || result.is_some() {
            self.publish();
        }
        self.wake_machine(now);
        Ok(())
    }

    fn append_of(&self, events: &[Event], ratings: &Ratings) -> Append {
        let mut chairs = self.room.chairs.clone();
        let mut plies = self.room.log.len();
        let mut finish = None;
        let mut sits = false;
        for event in events {
            match event {
                Event::Sit { seat, user } => {
                    chairs[*seat] = Chair::Human(user.clone());
                    sits = true;
                }
                Event::Play { texts, .. } => plies += texts.len(),
                Event::Undo { ply } => plies = *ply,
                Event::End { result } => {
                    finish = Some(Finish {
                        result: serde_json::to_string(result).unwrap_or_default(),
                        plies: plies as i64,
                        ratings: ratings.people.clone(),
                        machines: ratings.machines.clone(),
                    });
                }
                Event::Next { .. } | Event::Hint => {}
            }
        }
        let person = |chair: &Chair| chair.person().map(str::to_owned);
        Append {
            game: self.room.id.clone(),
            seq: self.seq,
            at: now_ms() as i64,
            bodies: events
                .iter()
                .map(|event| serde_json::to_string(event).unwrap_or_default())
                .collect(),
            seats: sits.then(|| [person(&chairs.first), person(&chairs.second)]),
            finish,
        }
    }

    /// The result and the new ratings of a rated game's players.
    async fn rate(&self, mut result: GameResult) -> Result<(GameResult, Vec<RatingRow>), Refusal> {
        let people = (self.room.chairs.first.person(), self.room.chairs.second.person());
        let (Some(outcome), (Some(first), Some(second)), true) =
            (result.outcome, people, self.room.settings.rated)
        else {
            return Ok((result, Vec::new()));
        };
        if let Some(why) = self.why_unrated(first, second).await? {
            let Text { en, es } = &result.reason;
            result.reason = Text::owned(
                format!("{en}; not rated: {}", why.en),
                format!("{es}; no puntúa: {}", why.es),
            );
            return Ok((result, Vec::new()));
        }
        let game = self.room.settings.game.to_string();
        let store = self.rooms.store();
        let rows = async |user: &str| store.ratings(user).await.map_err(|_| Refusal::NOT_SAVED);
        let before = ByPlayer::new(
            rating::row(&rows(first).await?, first, &game),
            rating::row(&rows(second).await?, second, &game),
        );
        let after = rating::after(&before, outcome);
        result.ratings = Some(ByPlayer::new(
            rating::change(&before.first, &after.first),
            rating::change(&before.second, &after.second),
        ));
        Ok((result, vec![after.first, after.second]))
    }

    /// Why a rated game changes no rating: it has hardly begun, or these two play each other too often.
    async fn why_unrated(&self, first: &str, second: &str) -> Result<Option<Text>, Refusal> {
        if self.room.turns() < 2 {
            return Ok(Some(Text::new("not both have moved", "no han movido los dos")));
        }
        let day = now_ms().saturating_sub(24 * 3_600_000) as i64;
        let games = self.rooms.store().rated_games_between(first, second, day).await;
        let games = games.map_err(|_| Refusal::NOT_SAVED)?;
        let address = |user: &str| self.connections.payer(user).address;
        let same = address(first).is_some() && address(first) == address(second);
        let most = if same && self.rooms.limits() {
            RATED_AT_HOME
        } else {
            RATED_A_DAY
        };
        Ok((games >= most).then(|| {
            text!(
                "these two have had {games} rated games within a day",
                "estas dos personas llevan {games} partidas puntuadas en un día"
            )
        }))
    }

    /// The new ratings of the machines in a game. Machines have a rating pool of their own: games between two of them
    /// count, and games against people whose rating is not provisional. No person's rating depends on a machine. A game
    /// with takebacks, hints or a custom start does not count.
    async fn rate_machines(&self, result: &GameResult) -> Result<Vec<RatingRow>, Refusal> {
        let room = &self.room;
        let usual = room.settings.begins_as_usual() && !room.helped;
        let (Some(outcome), true) = (result.outcome, usual && result.cause != Cause::Abandoned) else {
            return Ok(Vec::new());
        };
        let seated = [&room.chairs.first, &room.chairs.second].map(Chair::machine);
        if seated == [None, None] || seated[0] == seated[1] {
            return Ok(Vec::new());
        }
        let game = room.settings.game.to_string();
        let store = self.rooms.store();
        let machines = store
            .machine_ratings(&game)
            .await
            .map_err(|_| Refusal::NOT_SAVED)?;
        let mut before = Vec::new();
        for chair in [&room.chairs.first, &room.chairs.second] {
            before.push(match chair {
                Chair::Machine(name) => {
                    let known = machines.iter().find(|row| row.user == *name);
                    known.cloned().unwrap_or_else(|| rating::unrated(name, &game))
                }
                Chair::Human(user) => {
                    let rows = store.ratings(user).await.map_err(|_| Refusal::NOT_SAVED)?;
                    let row = rating::row(&rows, user, &game);
                    if rating::provisional(&row) {
                        return Ok(Vec::new());
                    }
                    row
                }
                Chair::Open | Chair::Trained(_) => return Ok(Vec::new()),
            });
        }
        let [first, second] = <[RatingRow; 2]>::try_from(before).map_err(|_| Refusal::NOT_SAVED)?;
        let after = rating::after(&ByPlayer::new(first, second), outcome);
        let of_machines = [after.first, after.second].into_iter().zip(seated);
        Ok(of_machines
            .filter_map(|(row, machine)| machine.map(|_| row))
            .collect())
    }

    /// Publishes the room in the lobby.
    pub(super) fn publish(&self) {
        self.rooms.lobby().publish(&self.room);
    }
}
