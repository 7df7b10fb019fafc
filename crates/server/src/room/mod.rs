//! A room: one game being played, who plays it and who looks on.
//!
//! [`room`] is the game with its seats and clocks, without any input or output: orders become events, and events change
//! it. [`keeper`] is the task that owns a table: it takes orders from sockets, has their events written, and only then
//! applies them and tells everybody. [`rooms`] finds the task of a room, or starts it from the store.

mod actor;
mod clock;
mod commit;
mod connections;
mod machine;
mod message;
mod orders;
mod refusal;
mod rooms;
mod setup;
mod state;
mod view;

pub(crate) use actor::plain;
pub(crate) use connections::Told;
pub(crate) use message::RoomMessage;
pub(crate) use rooms::{CreateError, Rooms, WakeError, load_people};
pub(crate) use setup::{Chair, Settings, seat};
pub(crate) use state::Room;

#[cfg(test)]
mod tests;
