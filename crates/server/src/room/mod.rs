//! A room: one game, its players and its spectators.
//!
//! [`state`] is the game with its seats and clocks, without input or output: orders become events, and events change it.
//! [`actor`] is the task that owns a room: it takes orders from sockets, stores their events, then applies and
//! broadcasts them. [`rooms`] finds the actor of a room, or starts it from the store.

mod actor;
mod clock;
mod commit;
mod connections;
mod execute;
mod halt;
mod machine;
mod message;
mod orders;
mod people;
mod record;
mod refusal;
mod rooms;
mod setup;
mod state;
mod view;

pub(crate) use actor::plain;
pub(crate) use connections::OutgoingMessage;
pub(crate) use message::RoomMessage;
pub(crate) use people::load_people;
pub(crate) use rooms::{CreateError, Rooms, WakeError};
pub(crate) use setup::{Chair, Event, Settings, seat};
pub(crate) use state::Room;

#[cfg(test)]
mod tests;
