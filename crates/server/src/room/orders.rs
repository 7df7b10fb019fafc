//! From orders to events. Nothing changes here: a plan is a proposal, and its events are stored before they are applied.

use damero_games::{Outcome, Player, Turn};
use rand_core::Rng;

use super::refusal::Refusal;
use super::setup::Event;
use super::state::Room;
use crate::wire::{Cause, GameResult, Offers, Order, Status};

/// The most actions in one order.
const ACTIONS: usize = 8;

/// The longest action.
const ACTION: usize = 200;

/// Before so many turns of both sides together a machine takes no draw.
pub(super) const PATIENT: u32 = 8;

/// The slowest pace of two machines.
const SLOWEST: u64 = 10_000;

/// What an order comes to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Plan {
    /// Events to be written down and applied, the last one possibly followed by the end of the game.
    Events(Vec<Event>, Option<GameResult>),
    /// Offers change, which nobody needs to remember.
    Offers(Offers),
    /// The pace changes.
    Pace { paused: bool, delay_ms: u64 },
    /// One turn of the machine.
    Step,
    /// A new room is to be made, with the sides swapped.
    Rematch,
    /// A hint is to be given.
    Hint,
    /// The machine is to say whether it takes a draw.
    AskDraw,
    /// Something is said.
    Say(Player),
    /// It was done before.
    Done,
}

impl Plan {
    /// Whether somebody loses because of a move that did not come.
    pub(super) fn is_by_default(&self) -> bool {
        let Self::Events(_, Some(result)) = self else {
            return false;
        };
        matches!(result.cause, Cause::Time | Cause::Abandoned)
    }
}

impl Room {
    /// What an order of `user` comes to at `now`. Chance is drawn from `rng`; `away` says who may be claimed against.
    ///
    /// # Errors
    /// If the order is refused.
    pub(crate) fn plan(
        &self,
        user: &str,
        order: &Order,
        now: u64,
        away: impl Fn(Player) -> bool,
        rng: &mut dyn Rng,
    ) -> Result<Plan, Refusal> {
        let seats = self.seats_of(user);
        let playing = self.status() == Status::Playing;
        // The side that an order of somebody at the board stands for.
        let side = || match (seats.as_slice(), self.turn()) {
            ([], _) => Err(Refusal::NOT_SEATED),
            ([one], _) => Ok(*one),
            ([first, ..], turn) => Ok(turn.unwrap_or(*first)),
        };
        match order {
            Order::Move { ply, actions } => self.plan_move(&seats, *ply, actions, now, rng),
            Order::Undo => self.plan_undo(&seats),
            Order::Resign { seat } => {
                let side = seat.filter(|seat| seats.contains(seat)).map_or_else(side, Ok)?;
                if !playing {
                    return Err(Refusal::NOT_PLAYING);
                }
                let outcome = Some(Outcome::Win(side.other()));
                Ok(self.over(outcome, Cause::Resign, Some(side)))
            }
            Order::Draw => self.plan_draw(side()?),
            Order::Decline => {
                let offers = self.declined(side()?);
                if offers == self.offers {
                    return Err(Refusal::NOTHING_OFFERED);
                }
                Ok(Plan::Offers(offers))
            }
            Order::Abort => {
                let host = self.settings.host == user;
                if seats.is_empty() && !host {
                    return Err(Refusal::NOT_SEATED);
                }
                if self.result.is_some() {
                    return Err(Refusal::NOT_PLAYING);
                }
                if self.turns() >= 2 {
                    return Err(Refusal::TOO_LATE);
                }
                Ok(self.over(None, Cause::Aborted, None))
            }
            Order::Claim { draw } => {
                let side = side()?;
                if !playing || self.alone() {
                    return Err(Refusal::NOT_PLAYING);
                }
                if !away(side.other()) {
                    return Err(Refusal::STILL_HERE);
                }
                let outcome = if *draw { Outcome::Draw } else { Outcome::Win(side) };
                Ok(self.over(Some(outcome), Cause::Abandoned, Some(side.other())))
            }
            Order::Rematch => self.plan_rematch(user, &seats),
            Order::Sit { seat } => {
                if self.chairs[*seat].person() == Some(user) {
                    return Ok(Plan::Done);
                }
                if self.status() != Status::Waiting || self.chairs[*seat] != super::Chair::Open {
                    return Err(Refusal::SEAT_TAKEN);
                }
                if !seats.is_empty() {
                    return Err(Refusal::ALREADY_SEATED);
                }
                let sit = Event::Sit {
                    seat: *seat,
                    user: user.to_owned(),
                };
                Ok(Plan::Events(vec![sit], None))
            }
            Order::Pace { paused, delay_ms } => {
                self.may_pace(user)?;
                Ok(Plan::Pace {
                    paused: *paused,
                    delay_ms: (*delay_ms).min(SLOWEST),
                })
            }
            Order::Step => {
                self.may_pace(user)?;
                if playing {
                    Ok(Plan::Step)
                } else {
                    Err(Refusal::NOT_PLAYING)
                }
            }
            Order::Hint if seats.is_empty() && self.settings.host != user => Err(Refusal::NOT_SEATED),
            Order::Hint if !self.alone() => Err(Refusal::NO_HINT),
            Order::Hint if !playing => Err(Refusal::NOT_PLAYING),
            Order::Hint => Ok(Plan::Hint),
            Order::Phrase { .. } => Ok(Plan::Say(side()?)),
        }
    }

    fn plan_move(
        &self,
        seats: &[Player],
        ply: usize,
        actions: &[String],
        now: u64,
        rng: &mut dyn Rng,
    ) -> Result<Plan, Refusal> {
        if !(1..=ACTIONS).contains(&actions.len()) || actions.iter().any(|text| text.len() > ACTION) {
            return Err(Refusal::TOO_LONG);
        }
        if seats.is_empty() {
            return Err(Refusal::NOT_SEATED);
        }
        if ply < self.log.len() && self.was_played(seats, ply, actions) {
            return Ok(Plan::Done);
        }
        if self.status() != Status::Playing {
            return Err(Refusal::NOT_PLAYING);
        }
        if ply != self.log.len() {
            return Err(Refusal::OLD_POSITION);
        }
        let mover = self.turn().ok_or(Refusal::NOT_PLAYING)?;
        if !seats.contains(&mover) {
            return Err(Refusal::NOT_YOUR_TURN);
        }
        self.plan_actions(mover, actions, now, rng)
    }

    /// Actions of one side, and the chance events that follow them.
    pub(crate) fn plan_actions(
        &self,
        mover: Player,
        actions: &[String],
        now: u64,
        rng: &mut dyn Rng,
    ) -> Result<Plan, Refusal> {
        // A clock that has run out decides, even if the order to move was first in the queue.
        if let Some(late) = self.flagged(now)
            && !self.chairs[mover].is_machine()
        {
            return Ok(self.over(Some(Outcome::Win(late.other())), Cause::Time, Some(late)));
        }
        let mut game = self.game.boxed_clone();
        let mut texts = Vec::with_capacity(actions.len());
        for action in actions {
            if game.turn().player().is_some_and(|player| player != mover) {
                return Err(Refusal::NOT_YOUR_TURN);
            }
            texts.push(game.play(action)?);
        }
        let mut dealt = false;
        while game.turn() == Turn::Chance {
            game.resolve_chance(rng);
            texts.extend(game.history().pop());
            dealt = true;
        }
        let whole = dealt || game.turn().player() != Some(mover);
        let play = Event::Play {
            texts,
            ms: now.saturating_sub(self.since),
            clock: self.clock.as_ref().map(|clock| clock.after(mover, whole, now)),
            lag: self.clock.as_ref().map_or(0, |clock| clock.credit(mover, now)),
        };
        let result = game.ending().map(|ending| {
            let result = self.ending(Some(ending.outcome), Cause::Rules, None);
            GameResult {
                reason: ending.reason,
                points: game.scores(),
                ..result
            }
        });
        Ok(Plan::Events(vec![play], result))
    }

    /// The first chance events of a game, if it begins with one.
    pub(crate) fn plan_deal(&self, rng: &mut dyn Rng) -> Option<Event> {
        let mut game = self.game.boxed_clone();
        let mut texts = Vec::new();
        while game.turn() == Turn::Chance {
            game.resolve_chance(rng);
            texts.extend(game.history().pop());
        }
        let clock = None;
        (!texts.is_empty()).then_some(Event::Play {
            texts,
            ms: 0,
            clock,
            lag: 0,
        })
    }

    /// The end of the game because a clock has run out.
    pub(crate) fn plan_flag(&self, now: u64) -> Option<Plan> {
        let late = self.flagged(now)?;
        Some(self.over(Some(Outcome::Win(late.other())), Cause::Time, Some(late)))
    }

    /// Whether exactly these actions were played at that place by one of these seats: an order that comes twice, perhaps
    /// to a room that has forgotten the first in a restart.
    fn was_played(&self, seats: &[Player], ply: usize, actions: &[String]) -> bool {
        let played = self.log.get(ply..ply + actions.len());
        played.is_some_and(|played| {
            let same = |(entry, action): (&crate::wire::LogEntry, &String)| {
                entry.by.is_some_and(|by| seats.contains(&by)) && entry.text == *action
            };
            played.iter().zip(actions).all(same)
        })
    }

    pub(super) fn over(&self, outcome: Option<Outcome>, cause: Cause, by: Option<Player>) -> Plan {
        Plan::Events(Vec::new(), Some(self.ending(outcome, cause, by)))
    }

    fn plan_undo(&self, seats: &[Player]) -> Result<Plan, Refusal> {
        if seats.is_empty() {
            return Err(Refusal::NOT_SEATED);
        }
        if self.status() != Status::Playing {
            return Err(Refusal::NOT_PLAYING);
        }
        let last_of = |players: &[Player]| {
            let theirs = |entry: &crate::wire::LogEntry| entry.by.is_some_and(|by| players.contains(&by));
            self.log.iter().rposition(theirs).ok_or(Refusal::NOTHING_TO_UNDO)
        };
        if self.alone() {
            let ply = last_of(seats)?;
            return Ok(Plan::Events(vec![Event::Undo { ply }], None));
        }
        let side = *seats.first().ok_or(Refusal::NOT_SEATED)?;
        if self.offers.takeback == Some(side.other()) {
            let last = last_of(&[side.other()])?;
            let turn = self.log[last].turn;
            let first = self.log.iter().position(|entry| entry.turn == turn);
            let ply = first.unwrap_or(last);
            return Ok(Plan::Events(vec![Event::Undo { ply }], None));
        }
        last_of(&[side])?;
        Ok(Plan::Offers(Offers {
            takeback: Some(side),
            ..self.offers
        }))
    }

    fn plan_draw(&self, side: Player) -> Result<Plan, Refusal> {
        if self.status() != Status::Playing {
            return Err(Refusal::NOT_PLAYING);
        }
        if !self.knows_draws() {
            return Err(Refusal::NO_DRAWS);
        }
        if self.chairs[side.other()].is_machine() {
            return if self.turns() < PATIENT {
                Err(Refusal::TOO_EARLY)
            } else {
                Ok(Plan::AskDraw)
            };
        }
        if self.alone() {
            return Err(Refusal::NO_OPPONENT);
        }
        if self.offers.draw == Some(side.other()) {
            return Ok(self.over(Some(Outcome::Draw), Cause::Agreement, None));
        }
        Ok(Plan::Offers(Offers {
            draw: Some(side),
            ..self.offers
        }))
    }

    fn declined(&self, side: Player) -> Offers {
        let keep = |offer: Option<Player>| offer.filter(|&by| by == side);
        Offers {
            draw: keep(self.offers.draw),
            takeback: keep(self.offers.takeback),
            rematch: keep(self.offers.rematch),
        }
    }

    fn plan_rematch(&self, user: &str, seats: &[Player]) -> Result<Plan, Refusal> {
        if self.result.is_none() {
            return Err(Refusal::NOT_OVER);
        }
        if self.next.is_some() {
            return Ok(Plan::Done);
        }
        // A game that was called off while a seat was open has nobody to ask.
        let waits = self.chairs.iter().any(|(_, chair)| *chair == super::Chair::Open);
        let host = self.settings.host == user;
        if (self.alone() || waits) && (host || !seats.is_empty()) {
            return Ok(Plan::Rematch);
        }
        let side = *seats.first().ok_or(Refusal::NOT_SEATED)?;
        if self.offers.rematch == Some(side.other()) {
            return Ok(Plan::Rematch);
        }
        Ok(Plan::Offers(Offers {
            rematch: Some(side),
            ..self.offers
        }))
    }

    fn may_pace(&self, user: &str) -> Result<(), Refusal> {
        if self.pace.is_some() && self.settings.host == user {
            Ok(())
        } else {
            Err(Refusal::NO_PACE)
        }
    }
}
