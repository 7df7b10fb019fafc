//! What a room does while nothing can be saved: its game stands still, a move waits for the store, and no clock decides.

use tracing::warn;

use super::actor::RoomActor;
use super::refusal::Refusal;
use crate::time::now_ms;
use crate::wire::Order;

/// The pauses before the end of a game by its clock is tried again, in milliseconds.
const FIRST_PAUSE: u64 = 250;
const LONGEST_PAUSE: u64 = 8_000;

/// What the mover has left after an outage, at least, in milliseconds.
const SPARE: u64 = 5_000;

/// A move that could not be saved.
pub(super) struct UnsavedMove {
    pub(super) number: u64,
    pub(super) id: u32,
    pub(super) user: String,
    pub(super) order: Order,
}

impl RoomActor {
    /// Whether a move that was refused like this is tried again when the store works.
    pub(super) fn may_wait(&self, refusal: &Refusal) -> bool {
        *refusal == Refusal::NOT_SAVED && !self.lost && self.rooms.outage().halted()
    }

    /// Keeps a move until the store works. Of two the later one counts.
    pub(super) fn let_wait(&mut self, unsaved: UnsavedMove) {
        self.connections.begin(unsaved.number, unsaved.id);
        if let Some(older) = self.unsaved.replace(unsaved) {
            let refused = self.refused(older.id, Refusal::NOT_SAVED);
            self.connections.answer(older.number, older.id, &refused);
        }
    }

    /// Lets the game stand still or go on, as the store says. After an outage the mover has a few seconds at least: a clock
    /// that had run out when the outage was noticed may have done so because of it.
    pub(super) fn notice_halt(&mut self) {
        let outage = self.rooms.outage();
        let (epoch, halted) = (outage.epoch(), outage.halted());
        if self.epoch == epoch {
            return;
        }
        self.epoch = epoch;
        self.room.halted = halted;
        let now = self.now();
        if let Some(clock) = self.room.clock.as_mut().filter(|_| !halted) {
            clock.spare(SPARE, now);
        }
        self.connections.broadcast(&mut self.room, now);
    }

    /// The same, and tries the move again that waits.
    pub(super) async fn halt(&mut self) {
        self.notice_halt();
        if let Some(unsaved) = self.unsaved.take_if(|_| !self.room.halted) {
            let UnsavedMove {
                number,
                id,
                user,
                order,
            } = unsaved;
            self.do_order(number, id, user, order).await;
        }
    }

    /// Whether a clock may run out: not while the game is halted, and not that of a machine, which waits for a thread. A
    /// machine thinks for a small part of its time only.
    pub(super) fn may_flag(&self) -> bool {
        !self.rooms.outage().halted() && self.room.machine_to_move().is_none()
    }

    /// Ends the game when a clock has run out. A clock decides only if a move could have been saved in its stead.
    pub(super) async fn flag(&mut self) {
        self.notice_halt();
        let due = self.may_flag() && self.room.flagged(self.now()).is_some() && now_ms() >= self.flag_again;
        let outage = self.rooms.outage();
        if !due || !outage.store_answers(self.rooms.store()).await {
            return;
        }
        let Some(plan) = self.room.plan_flag(self.now()) else {
            return;
        };
        match self.carry_out(plan).await {
            Ok(()) => self.flag_failures = 0,
            Err(refusal) => {
                let pause = FIRST_PAUSE << self.flag_failures.min(5);
                self.flag_failures += 1;
                self.flag_again = now_ms() + pause.min(LONGEST_PAUSE);
                warn!(
                    room = self.room.id,
                    rule = refusal.rule,
                    pause,
                    "the end of a game by its clock was not saved"
                );
            }
        }
    }
}
