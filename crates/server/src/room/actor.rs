//! The task that owns a room. It takes orders one after the other, and stores their events before anybody sees them.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use damero_games::NATIVE;
use tokio::sync::mpsc;
use tracing::debug;

use super::connections::{Connections, text};
use super::halt::UnsavedMove;
use super::machine::{Answer, Job, RoomPlayers};
use super::message::RoomMessage;
use super::people::load_people;
use super::rooms::Rooms;
use super::state::Room;
use crate::random::SystemRng;
use crate::time::now_ms;
use crate::wire::{Command, Message, Plain};

/// How often sockets whose queue was full are tried again, in milliseconds.
const CATCH_UP: u64 = 1_000;

/// Nobody moves any more in a room whose game is over. Without sockets it goes to sleep after so many milliseconds: where many
/// short games are played, most rooms are such ones.
const OVER: u64 = 5_000;

/// The task of a room.
pub(super) struct RoomActor {
    pub(super) room: Room,
    pub(super) connections: Connections,
    pub(super) rooms: Arc<Rooms>,
    /// Sends to this room, for searches. Weak, or the room would never end.
    pub(super) sender: mpsc::WeakSender<RoomMessage>,
    /// The number of the next event.
    pub(super) seq: i64,
    pub(super) players: RoomPlayers,
    pub(super) job: Option<Job>,
    pub(super) jobs: u64,
    /// When the machine's search begins.
    pub(super) think_at: Option<u64>,
    /// A step was asked for while paused.
    pub(super) step: bool,
    pub(super) idle_since: Option<u64>,
    /// Whether it was told that the present move has not come for very long.
    pub(super) told_in_vain: bool,
    /// Whether the room was counted as one with sockets.
    occupied: bool,
    pub(super) rng: SystemRng,
    /// A move that could not be saved. It is tried again when the store works.
    pub(super) unsaved: Option<UnsavedMove>,
    /// The last change of the store that was noticed.
    pub(super) epoch: u64,
    /// How often the end of a game by the clock was not saved, and when that is tried again.
    pub(super) flag_failures: u32,
    pub(super) flag_again: u64,
    /// The store has refused our events: another process writes to this game, so the state here is wrong.
    pub(super) lost: bool,
}

impl RoomActor {
    pub(super) fn new(
        room: Room,
        seq: i64,
        rooms: Arc<Rooms>,
        sender: mpsc::WeakSender<RoomMessage>,
    ) -> Self {
        let epoch = rooms.outage().epoch();
        Self {
            room,
            connections: Connections::default(),
            rooms,
            sender,
            seq,
            players: RoomPlayers::default(),
            job: None,
            jobs: 0,
            think_at: None,
            step: false,
            idle_since: None,
            told_in_vain: false,
            occupied: false,
            rng: SystemRng,
            unsaved: None,
            epoch,
            flag_failures: 0,
            flag_again: 0,
            lost: false,
        }
    }

    /// The time in this game.
    pub(super) fn now(&self) -> u64 {
        self.rooms.outage().game_time()
    }

    /// Runs the room's event loop until the room is idle or another process has taken it over.
    pub(super) async fn run(mut self, mut messages: mpsc::Receiver<RoomMessage>) {
        self.publish();
        self.wake_machine(self.now());
        let mut halts = self.rooms.outage().changes();
        loop {
            self.note_idleness();
            let wait = self.wait();
            let sleep = async {
                match wait {
                    Some(ms) => tokio::time::sleep(Duration::from_millis(ms)).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                message = messages.recv() => match message {
                    Some(message) => self.handle(message).await,
                    None => break,
                },
                Ok(()) = halts.changed() => self.halt().await,
                () = sleep => self.tick().await,
            }
            if self.lost || (self.idle_too_long() && self.rooms.forget(&self.room.id, &messages)) {
                break;
            }
        }
        if let Some(job) = &self.job {
            job.stop.now();
        }
        if self.occupied {
            self.rooms.metrics().occupied(false);
        }
        self.rooms.gone(&self.room.id, self.lost);
        debug!(room = self.room.id, "room closed");
    }

    /// Milliseconds until the next timer is due.
    fn wait(&self) -> Option<u64> {
        let now = self.now();
        let flag = self.room.clock.as_ref().and_then(super::clock::Clock::flag);
        let flag = flag.filter(|_| self.may_flag()).map(|(_, at)| {
            let again = self.flag_again.saturating_sub(now_ms());
            at.saturating_sub(now).max(again)
        });
        let held = self.job.as_ref().filter(|job| job.answer.is_some());
        let times = [
            held.map(|job| job.not_before),
            self.think_at,
            self.room.waits_in_vain_at().filter(|_| !self.told_in_vain),
            self.sleeps_at(),
        ];
        let waits = times.into_iter().flatten().map(|at| at.saturating_sub(now));
        let lag = self.connections.anyone_lags().then_some(CATCH_UP);
        waits.chain(flag).chain(lag).min()
    }

    /// When the room goes to sleep, if nobody comes.
    fn sleeps_at(&self) -> Option<u64> {
        let idle = match self.room.result() {
            Some(_) => self.rooms.room_idle().min(OVER),
            None => self.rooms.room_idle(),
        };
        self.idle_since.map(|since| since + idle)
    }

    fn idle_too_long(&self) -> bool {
        self.sleeps_at().is_some_and(|at| self.now() >= at)
    }

    async fn tick(&mut self) {
        self.flag().await;
        let now = self.now();
        if !self.told_in_vain && self.room.waits_in_vain_at().is_some_and(|at| now >= at) {
            self.told_in_vain = true;
            self.update_presence();
        }
        if self.think_at.is_some_and(|at| now >= at) {
            self.think_at = None;
            self.begin_thinking(now);
        }
        if self
            .job
            .as_ref()
            .is_some_and(|job| job.answer.is_some() && now >= job.not_before)
        {
            self.machine_moves().await;
        }
        self.connections.catch_up(&self.room, now);
    }

    async fn handle(&mut self, message: RoomMessage) {
        match message {
            RoomMessage::Join {
                number,
                user,
                address,
                client,
                since,
                out,
            } => {
                self.connections.join(number, user.id, address, client, out);
                self.connections.sync(&self.room, number, since, self.now());
                self.update_presence();
                self.wake_machine(self.now());
            }
            RoomMessage::Leave { number } => {
                self.connections.leave(number);
                self.update_presence();
            }
            RoomMessage::Command {
                number,
                command,
                at,
                lag,
            } => match command {
                Command::Order { id, order } => {
                    self.rooms.metrics().received(at.elapsed());
                    self.record_lag(number, lag);
                    self.answer_order(number, id, order).await;
                }
                Command::Plain(Plain::Bye) => self.connections.bye(number),
                Command::Plain(Plain::Sync { version }) => {
                    self.connections
                        .sync(&self.room, number, Some(version), self.now());
                }
                // Answered at the socket.
                Command::Plain(Plain::Ping { .. }) => {}
            },
            RoomMessage::Searched { job, best, spent } => {
                let now = self.now();
                if let Some(mine) = self.job.as_mut().filter(|mine| mine.number == job) {
                    mine.answer = Some(Answer { best, spent });
                    if now >= mine.not_before {
                        self.machine_moves().await;
                    }
                }
            }
            RoomMessage::Thinking { job, thinking } => {
                if self.job.as_ref().is_some_and(|mine| mine.number == job) {
                    self.connections.broadcast_lossy(&Message::Thinking(*thinking));
                }
            }
            RoomMessage::Judged {
                asked,
                number,
                id,
                ply,
                analysis,
            } => {
                let answer = self.judged(asked, id, ply, analysis).await;
                let message = answer.unwrap_or_else(|refusal| self.refused(id, refusal));
                self.connections.answer(number, id, &message);
            }
            RoomMessage::Renamed { user } => {
                if !self.room.seats_of(&user).is_empty() {
                    self.reload_people().await;
                    let now = self.now();
                    self.connections.broadcast(&mut self.room, now);
                    self.publish();
                }
            }
            RoomMessage::State { user, reply } => {
                let now = self.now();
                let presence = self.connections.presence(&self.room, now);
                let _ = reply.send(self.room.state(&user, presence, now));
            }
            RoomMessage::Frames { reply } => {
                let _ = reply.send(self.room.frames());
            }
            RoomMessage::Record { format, reply } => {
                let format = if format.is_empty() { NATIVE.name } else { &format };
                let _ = reply.send(self.room.record(format));
            }
        }
    }

    /// Reads names and ratings again; while they cannot be read, the old ones stay.
    pub(super) async fn reload_people(&mut self) {
        let people = load_people(self.rooms.store(), self.room.settings.game, &self.room.chairs).await;
        if let Ok(people) = people {
            self.room.people = people;
        }
    }

    /// Notes since when nobody needs the room, and whether anybody is here.
    fn note_idleness(&mut self) {
        let empty = self.connections.is_empty();
        let waits = empty && !self.room.clock_runs();
        self.idle_since = waits.then(|| self.idle_since.unwrap_or_else(|| self.now()));
        if self.occupied == empty {
            self.occupied = !empty;
            self.rooms.metrics().occupied(!empty);
        }
    }

    /// Notes the lag of a player's connection.
    fn record_lag(&mut self, number: u64, lag: u64) {
        let Some(socket) = self.connections.get(number) else {
            return;
        };
        let seats = self.room.seats_of(&socket.user);
        if let Some(clock) = &mut self.room.clock {
            for seat in seats {
                clock.measured(seat, lag);
            }
        }
    }

    /// Notes who is connected, and broadcasts it.
    pub(super) fn update_presence(&mut self) {
        let now = self.now();
        self.connections.update_presence(&self.room, now);
        let presence = self.connections.presence(&self.room, now);
        self.connections.broadcast_lossy(&Message::Presence(presence));
    }
}

/// The text of a message to one socket that is in no room.
pub(crate) fn plain(message: &Message) -> Utf8Bytes {
    text(message)
}
