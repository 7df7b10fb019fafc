//! How a room executes an order: planned, stored, applied, broadcast, answered once.

use std::sync::Arc;

use damero_games::Player;

use super::actor::RoomActor;
use super::halt::UnsavedMove;
use super::message::EngineRequest;
use super::orders::Plan;
use super::refusal::Refusal;
use super::setup::Event;
use crate::time::now;
use crate::wire::{Message, Order};

impl RoomActor {
    pub(super) fn refused(&self, id: u32, refusal: Refusal) -> Message {
        Message::Refused {
            id,
            rule: refusal.rule.to_owned(),
            why: refusal.why,
            instead: refusal.instead,
            version: self.room.version,
        }
    }

    pub(super) async fn answer_order(&mut self, number: u64, id: u32, order: Order) {
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
            self.hint(number, id, user).await?;
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
