
mod accounts;
mod games;
mod harness;
mod lobby;
mod online;
mod protocol;
mod restart;
mod security;
mod study;
