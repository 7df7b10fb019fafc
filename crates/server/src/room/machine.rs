//! The machine players of a room: when they search, and when their move is played.

use std::time::Duration;

use damero_games::{ByPlayer, Outcome, Player};
use damero_search::Level;
use tracing::warn;

use super::actor::RoomActor;
use super::message::{EngineRequest, RoomMessage};
use super::orders::Plan;
use super::refusal::Refusal;
use super::setup::{Chair, Event};
use crate::engine_pool::{Cancel, Class, Payer, PlayerSlot, SearchRequest, Searched};
use crate::machines::Machine;
use crate::time::now_ms;
use crate::wire::{Analysis, Cause, Message, Status, Thinking};

/// When the engine pool is full the machine tries again after so many milliseconds.
const RETRY: u64 = 250;

/// The time limit of a hint.
const HINT: Duration = Duration::from_millis(1500);

/// The time limit for judging the offer of a draw.
const DRAW: Duration = Duration::from_millis(800);

/// The time limit of a trained player.
const TRAINED: Duration = Duration::from_secs(3);

/// The least time between two reports of a search, in milliseconds.
const REPORT: u64 = 200;

/// The result of a search.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    /// The move, unless the search failed.
    pub(super) best: Option<String>,
    /// What it took, without its waits for a thread.
    pub(super) spent: Duration,
}

/// The players of a room, kept from move to move with their transposition tables, trees and networks. A trained player
/// stays the same for the whole game. They are released when the game ends and when the room does.
#[derive(Default)]
pub(super) struct RoomPlayers {
    machines: ByPlayer<PlayerSlot>,
    /// Gives hints and judges offers of a draw.
    analyst: PlayerSlot,
}

/// A search in progress.
pub(super) struct Job {
    pub(super) number: u64,
    pub(super) stop: Cancel,
    /// The move is not played before this time, so that a person can follow.
    pub(super) not_before: u64,
    pub(super) answer: Option<Answer>,
}

impl RoomActor {
    /// Schedules the machine's search if it is to move, is not paused, and somebody is connected.
    pub(super) fn wake_machine(&mut self, now: u64) {
        let busy = self.job.is_some() || self.think_at.is_some();
        if busy || (self.connections.is_empty() && !self.room.clock_runs()) {
            return;
        }
        let Some(player) = self.room.machine_to_move() else {
            return;
        };
        let begun = self.room.turns() > 0;
        let goes_on = self.room.log.last().is_some_and(|entry| entry.by == Some(player));
        let delay = match self.room.pace {
            Some(pace) if pace.paused && !self.step && !goes_on => return,
            Some(pace) if !pace.paused && !goes_on && begun => pace.delay_ms,
            Some(_) | None => 0,
        };
        if !goes_on {
            self.step = false;
        }
        self.think_at = Some(now + delay);
    }

    pub(super) fn begin_thinking(&mut self, now: u64) {
        let Some(by) = self.room.machine_to_move() else {
            return;
        };
        let (spec, budget) = match &self.room.chairs[by] {
            Chair::Trained(player) => (self.rooms.players().spec_at_board(player), TRAINED),
            chair => {
                // A room that was made with a machine that has gone since gets the usual one.
                let machine = chair.machine().unwrap_or(Machine::Level(Level::MEDIUM));
                (machine.spec(), machine.budget())
            }
        };
        // With a clock, a machine uses a thirtieth of its remaining time.
        let left = self.room.clock.as_ref().filter(|clock| clock.running().is_some());
        let share =
            left.map(|clock| Duration::from_millis(clock.left(now)[by] / 30).max(Duration::from_millis(20)));
        let time = share.map_or(budget, |share| share.min(budget));
        let payer = self.payer();
        let time = self.rooms.engine_pool().fair_time(&payer, time);
        let seed = crate::ids::random_seed().unwrap_or_default();
        let request = SearchRequest::play(self.room.settings.game, &*self.room.game, spec, time, seed, payer);
        let (Some(request), Some(sender)) = (request, self.sender.upgrade()) else {
            return;
        };
        let request = request.keeping(&self.players.machines[by]);
        self.jobs += 1;
        let (job, ply) = (self.jobs, self.room.log.len());
        let stop = request.cancel();
        let reports = sender.clone();
        let mut reported = now_ms();
        let report = move |analysis: Analysis| {
            let now = now_ms();
            if now < reported + REPORT {
                return;
            }
            reported = now;
            let thinking = Thinking {
                ply,
                by: analysis.by,
                best: analysis.best.text,
                line: analysis.line,
                value: analysis.best.value,
                depth: analysis.depth,
                nodes: analysis.nodes,
            };
            let _ = reports.try_send(RoomMessage::Thinking {
                job,
                thinking: Box::new(thinking),
            });
        };
        let done = move |Searched { analysis, spent }| {
            let best = analysis.map(|analysis| analysis.best.text);
            let _ = sender.blocking_send(RoomMessage::Searched { job, best, spent });
        };
        if self.rooms.engine_pool().submit(request, report, done).is_err() {
            self.think_at = Some(now + RETRY);
            return;
        }
        let pause = if self.room.pace.is_some() {
            0
        } else {
            self.rooms.machine_pause()
        };
        self.job = Some(Job {
            number: job,
            stop,
            not_before: now + pause,
            answer: None,
        });
        self.room.thinking = Some(by);
        self.connections.broadcast(&mut self.room, now);
    }

    pub(super) fn stop_thinking(&mut self) {
        if let Some(job) = self.job.take() {
            job.stop.now();
        }
        self.think_at = None;
        self.room.thinking = None;
    }

    /// For whom a machine thinks: the person at the board, or whoever made the room.
    fn payer(&self) -> Payer {
        let chairs = &self.room.chairs;
        let person = chairs.first.person().or(chairs.second.person());
        self.connections.payer(person.unwrap_or(&self.room.settings.host))
    }

    /// Plays the move that the search found.
    pub(super) async fn machine_moves(&mut self) {
        let Some(job) = self.job.take() else {
            return;
        };
        let Some(Answer { best, spent }) = job.answer.clone() else {
            return;
        };
        self.room.thinking = None;
        let Some(player) = self.room.machine_to_move() else {
            return;
        };
        let now = self.now();
        if let Some(clock) = &mut self.room.clock {
            // A machine pays for its thinking, not for its waits.
            clock.took(player, spent.as_millis() as u64, now);
        }
        let planned = match &best {
            Some(best) => self
                .room
                .plan_actions(player, std::slice::from_ref(best), now, &mut self.rng),
            None => {
                // A search that fails is our fault, so nobody else should lose the game.
                warn!(room = self.room.id, "a machine found no move and resigns");
                let result =
                    self.room
                        .ending(Some(Outcome::Win(player.other())), Cause::Resign, Some(player));
                Ok(Plan::Events(Vec::new(), Some(result)))
            }
        };
        let moved = match planned {
            Ok(plan) => self.carry_out(plan).await,
            Err(refusal) => Err(refusal),
        };
        let again = self.now() + 4 * RETRY;
        if let Err(refusal) = moved {
            if self.may_wait(&refusal) {
                // The answer is still right when the store works again.
                self.job = Some(Job {
                    not_before: again,
                    ..job
                });
                return;
            }
            warn!(
                room = self.room.id,
                rule = refusal.rule,
                "a machine could not move"
            );
            self.think_at = Some(again);
        }
    }

    /// Gives a hint. It arrives later as a message.
    pub(super) async fn hint(&mut self, number: u64, id: u32, user: &str) -> Result<(), Refusal> {
        let played = self.rooms.played();
        if !played.may_hint(user, self.room.settings.game, &*self.room.game) {
            return Err(Refusal::STILL_PLAYING);
        }
        if !self.room.helped {
            self.commit(vec![Event::Hint], None).await?;
        }
        self.judge(EngineRequest::Hint, number, id)
    }

    /// Starts the search that an order needs. Its result arrives later as a message.
    pub(super) fn judge(&mut self, asked: EngineRequest, number: u64, id: u32) -> Result<(), Refusal> {
        let (time, class) = match asked {
            EngineRequest::Hint => (HINT, Class::Hint),
            EngineRequest::Draw => (DRAW, Class::Move),
        };
        let payer = self.payer();
        if class == Class::Hint {
            self.rooms.admit(&payer).map_err(|_| Refusal::ENOUGH)?;
        }
        let request = SearchRequest::analyse(self.room.settings.game, &*self.room.game, None, time, payer);
        let (Some(request), Some(sender)) = (request, self.sender.upgrade()) else {
            return Err(Refusal::NOT_PLAYING);
        };
        let request = request.keeping(&self.players.analyst).with_class(class);
        let ply = self.room.log.len();
        let done = move |Searched { analysis, .. }| {
            let analysis = analysis.map(Box::new);
            let _ = sender.blocking_send(RoomMessage::Judged {
                asked,
                number,
                id,
                ply,
                analysis,
            });
        };
        self.rooms
            .engine_pool()
            .submit(request, |_| (), done)
            .map_err(|_| Refusal::BUSY)?;
        self.connections.begin(number, id);
        Ok(())
    }

    /// The answer to an order that asked for a search.
    pub(super) async fn judged(
        &mut self,
        asked: EngineRequest,
        id: u32,
        ply: usize,
        analysis: Option<Box<Analysis>>,
    ) -> Result<Message, Refusal> {
        match asked {
            EngineRequest::Hint => analysis.ok_or(Refusal::BUSY).map(|analysis| Message::Hint {
                id,
                ply,
                analysis: *analysis,
            }),
            EngineRequest::Draw => self.answer_draw(ply, analysis).await.map(|()| Message::Ack {
                id,
                version: self.room.version,
            }),
        }
    }

    /// The machine accepts a draw if its expected result is not better than a draw, by a search of the position in which
    /// the draw was offered.
    async fn answer_draw(&mut self, ply: usize, analysis: Option<Box<Analysis>>) -> Result<(), Refusal> {
        let machine = Player::ALL
            .into_iter()
            .find(|&player| self.room.chairs[player].is_machine());
        let (Some(machine), Status::Playing) = (machine, self.room.status()) else {
            return Err(Refusal::NOT_PLAYING);
        };
        // The machine may have moved meanwhile, whoever offered may not.
        let since = self.room.log.get(ply..).ok_or(Refusal::OLD_POSITION)?;
        if since.iter().any(|entry| entry.by == Some(machine.other())) {
            return Err(Refusal::OLD_POSITION);
        }
        let analysis = analysis.ok_or(Refusal::BUSY)?;
        let value = analysis.best.value.ok_or(Refusal::MACHINE_DECLINES)?;
        let value = if analysis.by == machine { value } else { -value };
        if value > 0.0 {
            return Err(Refusal::MACHINE_DECLINES);
        }
        let draw = self.room.over(Some(Outcome::Draw), Cause::Agreement, None);
        self.carry_out(draw).await
    }
}
