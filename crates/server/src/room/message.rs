//! What can come to the door of a room.

use std::time::Instant;

use damero_games::InputError;
use damero_store::User;
use tokio::sync::oneshot;

use super::connections::Out;
use crate::wire::{Analysis, Command, Frame, RoomState, Thinking};

/// What an order wishes that needs the engine's judgement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EngineRequest {
    /// A hint.
    Hint,
    /// A draw with the machine.
    Draw,
}

/// What reaches a room.
pub(crate) enum RoomMessage {
    /// A socket was opened.
    Join {
        number: u64,
        user: User,
        client: String,
        since: Option<u64>,
        out: Out,
    },
    /// A socket was closed.
    Leave { number: u64 },
    /// A socket sent something.
    Said {
        number: u64,
        command: Command,
        /// When it came.
        at: Instant,
        /// The last round trip to it, in milliseconds.
        lag: u64,
    },
    /// A machine has chosen its move, or failed to.
    Searched { job: u64, best: Option<String> },
    /// A machine tells what it thinks so far.
    Thinking { job: u64, thinking: Box<Thinking> },
    /// The engine has judged the position after `ply` entries because an order wished something.
    Judged {
        wish: EngineRequest,
        number: u64,
        id: u32,
        ply: usize,
        analysis: Option<Box<Analysis>>,
    },
    /// Somebody asks for everything.
    State {
        user: String,
        reply: oneshot::Sender<RoomState>,
    },
    /// Somebody asks for all positions of the game.
    Frames {
        reply: oneshot::Sender<Result<Vec<Frame>, InputError>>,
    },
    /// Somebody asks for the record.
    Record {
        format: String,
        reply: oneshot::Sender<Result<String, InputError>>,
    },
}
