//! The playroom over real sockets: whole games, reconnects, restarts, hostile messages.

mod accounts;
mod games;
mod harness;
mod lobby;
mod online;
mod protocol;
mod restart;
mod study;
