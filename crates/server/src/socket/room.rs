//! The socket of a room.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::ws::{Utf8Bytes, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use serde::Deserialize;
use tokio::sync::mpsc;
use utoipa::IntoParams;

use super::{Goodbye, QUEUE, Talk, accept, close, connected, converse};
use crate::app::{self, App, Session};
use crate::error::ApiError;
use crate::listen::HeldPlace;
use crate::room::{RoomMessage, WakeError, plain};
use crate::time::now;
use crate::wire::{Command, Message, Plain};

/// The longest name of a page load.
const CLIENT: usize = 64;

/// What the address says.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Address {
    #[serde(default)]
    client: String,
    since: Option<u64>,
}

/// `GET /ws/room/{room}`.
#[utoipa::path(
    get,
    path = "/ws/room/{room}",
    operation_id = "socket_room",
    summary = "The socket of a room",
    params(("room" = String, Path, description = "The id of the room"), Address),
    responses((status = 101, description = "The protocol becomes WebSocket; messages are JSON texts"))
)]
pub(crate) async fn room(
    upgrade: WebSocketUpgrade,
    State(app): State<Arc<App>>,
    Session(user, session): Session,
    app::Address(from): app::Address,
    Path(room): Path<String>,
    Query(address): Query<Address>,
    place: Option<Extension<HeldPlace>>,
) -> Result<Response, ApiError> {
    let open = app
        .limits
        .open_socket(&user.id, from, Some(&room), place.map(|Extension(place)| place))?;
    let inner = Arc::clone(&app);
    Ok(accept(upgrade, &app, open, async move |socket| {
        let app = inner;
        let number = app.number();
        let Some(person) = connected(&app, &user, &session).await else {
            return close(socket, Goodbye::LoggedOut).await;
        };
        let (out, queue) = mpsc::channel(QUEUE);
        let client: String = address.client.chars().take(CLIENT).collect();
        let join = RoomMessage::Join {
            number,
            user,
            address: from,
            client,
            since: address.since,
            out,
        };
        if let Err(error) = app.rooms.send(&room, join).await {
            let goodbye = match error {
                WakeError::Store(_) => Goodbye::Later,
                WakeError::Missing | WakeError::Broken(_) => Goodbye::NoRoom,
            };
            return close(socket, goodbye).await;
        }
        let mut talk = RoomTalk {
            app: &app,
            room: &room,
            number,
            lag: 0,
        };
        let bucket = app.limits.socket(true);
        converse(socket, &app, queue, bucket, &person, &mut talk).await;
        // A room that has ended in the meantime has forgotten us already.
        let sender = app.rooms.running(&room);
        if let Some(sender) = sender {
            let _ = sender.send(RoomMessage::Leave { number }).await;
        }
    }))
}

struct RoomTalk<'a> {
    app: &'a App,
    room: &'a str,
    number: u64,
    /// The last round trip in milliseconds.
    lag: u64,
}

impl Talk for RoomTalk<'_> {
    const MEASURED: bool = true;

    fn measured(&mut self, lag: Duration) {
        self.lag = lag.as_millis() as u64;
    }

    async fn receive(&mut self, text: &str) -> Result<Option<Utf8Bytes>, Goodbye> {
        let command: Command = serde_json::from_str(text).map_err(|_| Goodbye::Malformed)?;
        if let Command::Plain(Plain::Ping { t }) = command {
            return Ok(Some(plain(&Message::Pong { t })));
        }
        // Only a room that is awake knows this socket.
        let sender = self.app.rooms.running(self.room).ok_or(Goodbye::Again)?;
        let message = RoomMessage::Command {
            number: self.number,
            command,
            at: now(),
            lag: self.lag,
        };
        sender.send(message).await.map_err(|_| Goodbye::Again)?;
        Ok(None)
    }
}
