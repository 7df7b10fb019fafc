//! The socket of the lobby.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{Utf8Bytes, WebSocketUpgrade};
use axum::response::Response;
use damero_games::{GameId, InputError, Lang, Text};
use damero_store::User;
use tokio::sync::mpsc;

use super::{Goodbye, QUEUE, Talk, accept, close, connected, converse};
use crate::app::{Address, App, Session};
use crate::catalog;
use crate::error::ApiError;
use crate::listen::HeldPlace;
use crate::lobby::{Found, Seek};
use crate::rating;
use crate::room::OutgoingMessage;
use crate::time::now_ms;
use crate::wire::{LobbyCommand, LobbyMessage, LobbyOrder, Plain};

/// The list is sent at most so often.
const PAUSE: Duration = Duration::from_millis(500);

fn text(message: &LobbyMessage) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

/// `GET /ws/lobby`.
#[utoipa::path(
    get,
    path = "/ws/lobby",
    operation_id = "socket_lobby",
    summary = "The socket of the lobby",
    responses((status = 101, description = "The protocol becomes WebSocket; messages are JSON texts"))
)]
pub(crate) async fn lobby(
    upgrade: WebSocketUpgrade,
    State(app): State<Arc<App>>,
    Session(user, session): Session,
    Address(from): Address,
    place: Option<Extension<HeldPlace>>,
) -> Result<Response, ApiError> {
    let open = app
        .limits
        .open_socket(&user.id, from, None, place.map(|Extension(place)| place))?;
    let inner = Arc::clone(&app);
    Ok(accept(upgrade, &app, open, async move |socket| {
        let app = inner;
        let number = app.number();
        let Some(person) = connected(&app, &user, &session).await else {
            return close(socket, Goodbye::LoggedOut).await;
        };
        let (out, queue) = mpsc::channel(QUEUE);
        let (found, finds) = mpsc::channel(4);
        let told = tokio::spawn(tell(Arc::clone(&app), out, finds));
        let mut talk = LobbyTalk {
            app: &app,
            user: &user,
            number,
            found,
        };
        let bucket = app.limits.socket(false);
        converse(socket, &app, queue, bucket, &person, &mut talk).await;
        app.lobby.unseek(number);
        told.abort();
    }))
}

fn boxed(text: Utf8Bytes) -> Box<OutgoingMessage> {
    Box::new(text.into())
}

/// Tells a socket what is going on, now and whenever it changes.
async fn tell(app: Arc<App>, out: mpsc::Sender<Box<OutgoingMessage>>, mut finds: mpsc::Receiver<Found>) {
    let mut changes = app.lobby.changes();
    let list = || text(&LobbyMessage::Lobby(app.lobby.listing(app.online())));
    if out.send(boxed(list())).await.is_err() {
        return;
    }
    loop {
        let message = tokio::select! {
            found = finds.recv() => match found {
                Some(Found { room, seat }) => text(&LobbyMessage::Paired { room, seat }),
                None => return,
            },
            changed = changes.changed() => {
                if changed.is_err() {
                    return;
                }
                tokio::time::sleep(PAUSE).await;
                changes.mark_unchanged();
                list()
            }
        };
        if out.send(boxed(message)).await.is_err() {
            return;
        }
    }
}

struct LobbyTalk<'a> {
    app: &'a Arc<App>,
    user: &'a User,
    number: u64,
    found: mpsc::Sender<Found>,
}

impl Talk for LobbyTalk<'_> {
    async fn receive(&mut self, message: &str) -> Result<Option<Utf8Bytes>, Goodbye> {
        let command: LobbyCommand = serde_json::from_str(message).map_err(|_| Goodbye::Malformed)?;
        let answer = match command {
            LobbyCommand::Plain(Plain::Ping { t }) => LobbyMessage::Pong { t },
            LobbyCommand::Plain(Plain::Bye) => return Ok(None),
            LobbyCommand::Plain(Plain::Sync { .. }) => {
                LobbyMessage::Lobby(self.app.lobby.listing(self.app.online()))
            }
            LobbyCommand::Order {
                order: LobbyOrder::Unseek,
                ..
            } => {
                self.app.lobby.unseek(self.number);
                LobbyMessage::Idle
            }
            LobbyCommand::Order { id, order } => match self.seek(order).await {
                Ok(game) => LobbyMessage::Seeking { game },
                Err(why) => LobbyMessage::Refused {
                    id,
                    rule: "seek".to_owned(),
                    why,
                },
            },
        };
        Ok(Some(text(&answer)))
    }
}

impl LobbyTalk<'_> {
    async fn seek(&self, order: LobbyOrder) -> Result<String, Text> {
        let LobbyOrder::Seek {
            game,
            rules,
            clock,
            rated,
        } = order
        else {
            return Ok(String::new());
        };
        let say = |error: InputError| Text::owned(error.message(Lang::En), error.message(Lang::Es));
        let game: GameId = game.parse().map_err(|error| say(InputError::Option(error)))?;
        // The same rules can be written in several ways; only the canonical one finds an opponent.
        let rules = catalog::start(game, &rules, None).map_err(say)?.rules();
        crate::http::check_clock(clock).map_err(ApiError::message)?;
        crate::http::check_rated(rated, clock).map_err(ApiError::message)?;
        let unknown = |_| {
            Text::new(
                "your rating cannot be read now",
                "ahora no se puede leer tu puntuación",
            )
        };
        let rows = self.app.store.ratings(&self.user.id).await.map_err(unknown)?;
        let row = rating::row(&rows, &self.user.id, &game.to_string());
        self.app.lobby.seek(Seek {
            socket: self.number,
            user: self.user.id.clone(),
            rating: rating::shown(row.rating),
            game,
            rules,
            clock,
            rated,
            since: now_ms(),
            found: self.found.clone(),
        });
        self.app.pair_up().await;
        Ok(game.to_string())
    }
}
