//! A room: one game being played, who plays it and who looks on.
//!
//! [`table`] is the game with its seats and clocks, without any input or output: orders become events, and events change
//! it. [`keeper`] is the task that owns a table: it takes orders from sockets, has their events written, and only then
//! applies them and tells everybody. [`rooms`] finds the task of a room, or starts it from the store.

mod clock;
mod crowd;
mod keeper;
mod knock;
mod ledger;
mod machine;
mod orders;
mod refusal;
mod rooms;
mod setup;
mod table;
mod view;

pub(crate) use crowd::Told;
pub(crate) use keeper::plain;
pub(crate) use knock::Knock;
pub(crate) use rooms::{CreateError, Rooms, WakeError, load_people};
pub(crate) use setup::{Chair, Settings, seat};
pub(crate) use table::Table;

#[cfg(test)]
mod tests;
