//! The task that owns a room. It takes orders one after the other, and stores their events before anybody sees them.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use damero_games::{NATIVE, Player};
use tokio::sync::mpsc;
use tracing::debug;

use super::connections::{Connections, text};
use super::halt::UnsavedMove;
use super::machine::{Answer, Job, RoomPlayers};
use super::message::{EngineRequest, RoomMessage};
use super::orders::Plan;
use super::refusal::Refusal;
use super::rooms::Rooms;
use super::setup::Event;
use super::state::Room;
use crate::random::SystemRng;
use crate::time::{now, now_ms};
use crate::wire::{Command, Message, Order, Plain};

/// A room without sockets and without a running clock ends after so many milliseconds. The store has all of it.
const IDLE: u64 = 60_000;

/// How often sockets whose queue was full are tried again, in milliseconds.
const CATCH_UP: u64 = 1_000;

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
        self.rooms.gone(&self.room.id, self.lost);
        debug!(room = self.room.id, "room closed");
    }

    /// Milliseconds until the next timer is due.
    fn wait(&self) -> Option<u64> {
        let now = self.now();
        let flag = self.room.clock.as_ref().and_then(super::clock::Clock::flag);
        // While the game is halted no clock runs out; the end of the halt wakes the room.
        let flag = flag.filter(|_| !self.rooms.outage().halted()).map(|(_, at)| {
            let again = self.flag_again.saturating_sub(now_ms());
            at.saturating_sub(now).max(again)
        });
        let held = self.job.as_ref().filter(|job| job.answer.is_some());
        let times = [
            held.map(|job| job.not_before),
            self.think_at,
            self.idle_since.map(|since| since + IDLE),
        ];
        let waits = times.into_iter().flatten().map(|at| at.saturating_sub(now));
        let lag = self.connections.anyone_lags().then_some(CATCH_UP);
        waits.chain(flag).chain(lag).min()
    }

    fn idle_too_long(&self) -> bool {
        self.idle_since.is_some_and(|since| self.now() >= since + IDLE)
    }

    async fn tick(&mut self) {
        self.flag().await;
        let now = self.now();
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
                client,
                since,
                out,
            } => {
                self.connections.join(number, user.id, client, out);
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
            RoomMessage::Searched { job, best } => {
                let now = self.now();
                if let Some(mine) = self.job.as_mut().filter(|mine| mine.number == job) {
                    mine.answer = Some(Answer(best));
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
                let answer = match asked {
                    EngineRequest::Hint => analysis.ok_or(Refusal::BUSY).map(|analysis| Message::Hint {
                        id,
                        ply,
                        analysis: *analysis,
                    }),
                    EngineRequest::Draw => self.answer_draw(ply, analysis).await.map(|()| Message::Ack {
                        id,
                        version: self.room.version,
                    }),
                };
                let message = answer.unwrap_or_else(|refusal| self.refused(id, refusal));
                self.connections.answer(number, id, &message);
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
                let _ = reply.send(self.room.game.record(format));
            }
        }
        let waits = self.connections.is_empty() && !self.room.clock_runs();
        self.idle_since = waits.then(|| self.idle_since.unwrap_or_else(|| self.now()));
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
    fn update_presence(&mut self) {
        let now = self.now();
        self.connections.update_presence(&self.room, now);
        let presence = self.connections.presence(&self.room, now);
        self.connections.broadcast_lossy(&Message::Presence(presence));
    }

    pub(super) fn refused(&self, id: u32, refusal: Refusal) -> Message {
        Message::Refused {
            id,
            rule: refusal.rule.to_owned(),
            why: refusal.why,
            instead: refusal.instead,
            version: self.room.version,
        }
    }

    async fn answer_order(&mut self, number: u64, id: u32, order: Order) {
        let Some(user) = self.connections.get(number).map(|socket| socket.user.clone()) else {
            return;
        };
        if self.connections.is_new(number, id, self.room.version) {
            self.do_order(number, id, user, order).await;
        }
    }

    pub(super) async fn do_order(&mut self, number: u64, id: u32, user: String, order: Order) {
        let began = now();
        let is_move = matches!(order, Order::Move { .. });
        self.notice_halt();
        self.connections.asks(Some(number));
        let done = self.execute(number, id, &user, &order).await;
        self.connections.asks(None);
        let message = match done {
            Ok(true) => Message::Ack {
                id,
                version: self.room.version,
            },
            // A hint answers for itself.
            Ok(false) => return,
            // A move waits for the store, and its clock stands still meanwhile.
            Err(refusal) if is_move && self.may_wait(&refusal) => {
                return self.let_wait(UnsavedMove {
                    number,
                    id,
                    user,
                    order,
                });
            }
            Err(refusal) => self.refused(id, refusal),
        };
        if is_move && matches!(message, Message::Ack { .. }) {
            self.rooms.metrics().moved(began.elapsed());
        }
        self.connections.answer(number, id, &message);
    }

    fn planned(&mut self, user: &str, order: &Order) -> Result<Plan, Refusal> {
        let now = self.now();
        let away = |player: Player| self.connections.away(&self.room, player, now) == Some(0);
        self.room.plan(user, order, now, away, &mut self.rng)
    }

    /// Executes an order; false when the answer comes later.
    async fn execute(&mut self, number: u64, id: u32, user: &str, order: &Order) -> Result<bool, Refusal> {
        let mut plan = self.planned(user, order)?;
        // Whoever is late or away loses only if the store could have taken a move.
        if plan.is_by_default() {
            if !self.rooms.outage().store_answers(self.rooms.store()).await {
                return Err(Refusal::NOT_SAVED);
            }
            plan = self.planned(user, order)?;
        }
        if let (Plan::Say(by), Order::Phrase { phrase }) = (&plan, order) {
            self.connections.broadcast_lossy(&Message::Phrase {
                by: *by,
                phrase: *phrase,
            });
            return Ok(true);
        }
        if plan == Plan::Hint {
            self.hint(number, id).await?;
            return Ok(false);
        }
        if plan == Plan::AskDraw {
            self.judge(EngineRequest::Draw, number, id)?;
            return Ok(false);
        }
        let sat = matches!(order, Order::Sit { .. });
        self.carry_out(plan).await?;
        if sat {
            self.connections.resend_state(&self.room, user, self.now());
            self.update_presence();
        }
        Ok(true)
    }

    /// Commits the events of a plan, or applies what needs no store, and broadcasts the change.
    pub(super) async fn carry_out(&mut self, plan: Plan) -> Result<(), Refusal> {
        let now = self.now();
        match plan {
            Plan::Events(events, result) => self.commit(events, result).await?,
            Plan::Offers(offers) => {
                self.room.offers = offers;
                self.connections.broadcast(&mut self.room, now);
            }
            Plan::Pace { paused, delay_ms } => {
                if let Some(pace) = &mut self.room.pace {
                    pace.paused = paused;
                    pace.delay_ms = delay_ms;
                }
                self.step = false;
                self.think_at = None;
                self.connections.broadcast(&mut self.room, now);
                self.wake_machine(now);
            }
            Plan::Step => {
                self.step = true;
                self.wake_machine(now);
            }
            Plan::Rematch => {
                let settings = self.room.settings.swapped(self.room.chairs.clone());
                let settings = self.rooms.seated_again(settings).await?;
                let making = Arc::clone(&self.rooms).create_next(settings);
                let room = making.await.map_err(|_| Refusal::NOT_SAVED)?;
                self.commit(vec![Event::Next { room }], None).await?;
            }
            Plan::Hint | Plan::AskDraw | Plan::Say(_) | Plan::Done => {}
        }
        Ok(())
    }
}

/// The text of a message to one socket that is in no room.
pub(crate) fn plain(message: &Message) -> Utf8Bytes {
    text(message)
}
