//! The messages that a room receives.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use damero_games::InputError;
use damero_store::User;
use tokio::sync::oneshot;

use super::connections::MessageSender;
use crate::wire::{Analysis, Command, Frame, RoomState, Thinking};

/// Why the engine is to search the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EngineRequest {
    /// A hint.
    Hint,
    /// A draw with the machine.
    Draw,
}

/// A message to a room.
pub(crate) enum RoomMessage {
    /// A socket was opened.
    Join {
        number: u64,
        user: User,
        /// Where it comes from.
        address: IpAddr,
        client: String,
        since: Option<u64>,
        out: MessageSender,
    },
    /// A socket was closed.
    Leave { number: u64 },
    /// A socket sent a command.
    Command {
        number: u64,
        command: Command,
        /// When it arrived.
        at: Instant,
        /// The last round trip to it, in milliseconds.
        lag: u64,
    },
    /// A machine's search has ended, with or without a move.
    Searched {
        job: u64,
        best: Option<String>,
        /// The time that the search took, without its waits for a thread.
        spent: Duration,
    },
    /// An intermediate result of a machine's search.
    Thinking { job: u64, thinking: Box<Thinking> },
    /// The result of a search of the position after `ply` entries, for an order that asked for it.
    Judged {
        asked: EngineRequest,
        number: u64,
        id: u32,
        ply: usize,
        analysis: Option<Box<Analysis>>,
    },
    /// The name of somebody has changed.
    Renamed { user: String },
    /// Asks for the whole state.
    State {
        user: String,
        reply: oneshot::Sender<RoomState>,
    },
    /// Asks for all positions of the game.
    Frames {
        reply: oneshot::Sender<Result<Vec<Frame>, InputError>>,
    },
    /// Asks for the record.
    Record {
        format: String,
        reply: oneshot::Sender<Result<String, InputError>>,
    },
}
