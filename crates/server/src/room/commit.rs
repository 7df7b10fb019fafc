//! How events become durable and then visible: written to the store, applied to the table, told to everybody.

use damero_games::ByPlayer;
use damero_store::{Append, Finish, RatingRow, StoreError};
use tracing::warn;

use super::actor::RoomActor;
use super::refusal::Refusal;
use super::setup::{Chair, Event};
use crate::rating;
use crate::time::now_ms;
use crate::wire::{Cause, GameResult};

/// What the end of a game does to ratings.
#[derive(Default)]
struct Ratings {
    people: Vec<RatingRow>,
    machines: Vec<RatingRow>,
}

impl RoomActor {
    /// Events become durable, then visible.
    pub(super) async fn happen(
        &mut self,
        mut events: Vec<Event>,
        result: Option<GameResult>,
    ) -> Result<(), Refusal> {
        let sits = events.iter().any(|event| matches!(event, Event::Sit { .. }));
        let plays = events
            .iter()
            .any(|event| matches!(event, Event::Play { .. } | Event::Undo { .. }));
        // A rating that changes while we compute is computed anew.
        let mut attempts = 3;
        loop {
            let (end, ratings) = match &result {
                Some(result) => {
                    let (result, people) = self.rate(result.clone()).await?;
                    // Machines play everywhere at once; the last try goes without them rather than not at all.
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
            match self
                .rooms
                .store()
                .append(self.to_be_written(&all, &ratings))
                .await
            {
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
        let now = now_ms();
        let over = self.room.result.is_some();
        if plays || result.is_some() {
            self.stop_thinking();
        }
        for event in &events {
            if let Err(error) = self.room.apply(event, now) {
                // What was accepted a moment ago is refused now: never seen, and not to be built upon.
                warn!(room = self.room.id, %error, "an event does not fit");
                self.lost = true;
                return Err(Refusal::NOT_SAVED);
            }
        }
        if sits || (result.is_some() && !over) {
            self.room.people =
                super::load_people(self.rooms.store(), self.room.settings.game, &self.room.chairs)
                    .await
                    .unwrap_or_else(|_| self.room.people.clone());
        }
        self.connections.tell(&mut self.room, now);
        if sits || result.is_some() {
            self.publish();
        }
        self.wake_machine(now);
        Ok(())
    }

    fn to_be_written(&self, events: &[Event], ratings: &Ratings) -> Append {
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

    /// What the end of a rated game does to the ratings.
    async fn rate(&self, mut result: GameResult) -> Result<(GameResult, Vec<RatingRow>), Refusal> {
        let people = (self.room.chairs.first.person(), self.room.chairs.second.person());
        let (Some(outcome), (Some(first), Some(second)), true) =
            (result.outcome, people, self.room.settings.rated)
        else {
            return Ok((result, Vec::new()));
        };
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

    /// What the end of a game does to the machines in it. Their pool is apart: they learn from games between two of
    /// them and from people whose own rating is known, and no person's rating ever depends on a machine. A game with
    /// takebacks, hints or a start of its own says nothing.
    async fn rate_machines(&self, result: &GameResult) -> Result<Vec<RatingRow>, Refusal> {
        let room = &self.room;
        let usual = room.settings.start.is_none() && room.settings.opening.is_empty() && !room.helped;
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

    /// Tells the lobby what goes on here.
    pub(super) fn publish(&self) {
        self.rooms.lobby().publish(&self.room);
    }
}
