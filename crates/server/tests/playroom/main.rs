//! The playroom over real sockets: whole games, reconnects, restarts, hostile messages.

mod accounts;
mod come_back;
mod connections;
mod draws;
mod engine_share;
mod evaluation;
mod expiry;
mod fair_play;
mod games;
mod harness;
mod hostile;
mod lobby;
mod machines;
mod neural;
mod online;
mod openapi;
mod operate;
mod outage;
mod preview;
mod protocol;
mod restart;
mod security;
mod study;
mod trained;
mod training;
mod wire;
