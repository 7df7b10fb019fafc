//! Sockets: one task each, small buffers, and a bounded way out. Rules live elsewhere; here messages are only counted,
//! measured and passed on.

#![allow(
    unused_qualifications,
    reason = "what describes the addresses writes paths out"
)]

pub(crate) mod lobby;
pub(crate) mod room;

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use damero_store::User;
use futures_util::SinkExt as _;
use governor::DefaultDirectRateLimiter;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite;

use crate::app::App;
use crate::limits::OpenSocket;
use crate::people::Connected;
use crate::room::OutgoingMessage;

/// The largest message of a page.
const LARGEST: usize = 4096;

/// A socket that says nothing for so long is dead: pages ask for a sign of life every few seconds.
const SILENCE: Duration = Duration::from_secs(45);

/// A socket that takes nothing for so long is dead.
const STUCK: Duration = Duration::from_secs(10);

/// The line to a player is measured at most so often, and only when something was said: idle sockets cost nothing.
const MEASURE: Duration = Duration::from_secs(4);

/// Messages that are sent together: few, as a slow line must take them before it is given up.
const TOGETHER: usize = 4;

/// Messages that may wait for a slow socket.
const QUEUE: usize = 64;

/// Why the server closes a socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Goodbye {
    /// The server restarts: come back at once.
    Restart,
    /// There is no such room.
    NoRoom,
    /// Too many messages.
    TooMany,
    /// A message that no page of ours sends.
    Malformed,
    /// A message that is too large.
    TooLarge,
    /// The session has ended.
    LoggedOut,
    /// The room has ended; come back.
    Again,
    /// The room cannot be read now; come back later.
    Later,
}

impl Goodbye {
    fn frame(self) -> CloseFrame {
        let (code, reason) = match self {
            Self::Restart => (1012, "restarting, come back at once"),
            Self::NoRoom => (4404, "no such room"),
            Self::TooMany => (4429, "too many messages"),
            Self::Malformed => (4400, "not understood"),
            Self::TooLarge => (1009, "a message has at most 4096 bytes"),
            Self::LoggedOut => (4401, "logged out"),
            Self::Again => (1012, "come back"),
            Self::Later => (1013, "the room cannot be read now, come back later"),
        };
        CloseFrame {
            code,
            reason: Utf8Bytes::from_static(reason),
        }
    }
}

/// Takes a socket with buffers that let ten thousand of them fit.
fn accept<F>(
    upgrade: WebSocketUpgrade,
    app: &Arc<App>,
    open: OpenSocket,
    serve: impl FnOnce(WebSocket) -> F + Send + 'static,
) -> Response
where
    F: Future<Output = ()> + Send + 'static,
{
    let app = Arc::clone(app);
    upgrade
        .max_message_size(LARGEST)
        .max_frame_size(LARGEST)
        .read_buffer_size(2 * 1024)
        // More than a change and the answer to the order that made it, which then leave together.
        .write_buffer_size(8 * 1024)
        .max_write_buffer_size(1024 * 1024)
        .on_upgrade(move |socket| async move {
            app.metrics.sockets.inc();
            // Shutdown waits until the close frame of the last socket is sent.
            app.sockets.track_future(serve(socket)).await;
            app.metrics.sockets.dec();
            drop(open);
        })
}

/// Notes an open socket, unless its session has ended since the request was admitted. Whoever ends a session closes the sockets
/// that are noted, so the session is asked for once more after that.
async fn connected(app: &App, user: &User, session: &str) -> Option<Connected> {
    let person = app.people.connect(&user.id, session);
    match app.store.session(session).await {
        Ok(None) => None,
        // In an outage nobody can have ended it.
        Ok(Some(_)) | Err(_) => Some(person),
    }
}

/// What differs between the sockets of a room and of the lobby.
trait Talk: Send {
    /// Whether the round trip is measured.
    const MEASURED: bool = false;

    /// The last round trip.
    fn measured(&mut self, _: Duration) {}

    /// Handles a text; returns an immediate answer, or why the socket must close.
    fn receive(&mut self, text: &str) -> impl Future<Output = Result<Option<Utf8Bytes>, Goodbye>> + Send;
}

/// Runs a socket until one side closes it.
async fn converse<T: Talk>(
    mut socket: WebSocket,
    app: &App,
    mut queue: mpsc::Receiver<Box<OutgoingMessage>>,
    bucket: Option<DefaultDirectRateLimiter>,
    person: &Connected,
    talk: &mut T,
) {
    let mut last_received = Instant::now();
    let mut line = Measure::default();
    // Both are made once: making them again for every message would cost more than most messages do.
    let mut shutdown = pin!(app.shutdown.cancelled());
    let mut closing = pin!(person.closing());
    let mut silence = pin!(sleep_until(last_received + SILENCE));
    let goodbye = loop {
        tokio::select! {
            biased;
            () = &mut shutdown => break Some(Goodbye::Restart),
            () = &mut closing => break Some(Goodbye::LoggedOut),
            message = queue.recv() => match message {
                Some(message) => {
                    let since = message.since;
                    if !send_all(&mut socket, message, &mut queue).await { break None }
                    app.metrics.sent(since.elapsed());
                }
                None => break Some(Goodbye::Again),
            },
            message = socket.recv() => {
                last_received = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => {
                        if is_too_much(&bucket, app) {
                            break Some(Goodbye::TooMany);
                        }
                        match talk.receive(&text).await {
                            Ok(None) => {}
                            Ok(Some(answer)) => if !send(&mut socket, answer).await { break None },
                            Err(goodbye) => break Some(goodbye),
                        }
                        if T::MEASURED && line.is_due() && !line.begin(&mut socket).await { break None }
                    }
                    Some(Ok(Message::Pong(mark))) => match line.end(&mark) {
                        Some(trip) => talk.measured(trip),
                        // An answer to nothing counts like a question.
                        None => if is_too_much(&bucket, app) { break Some(Goodbye::TooMany) },
                    },
                    Some(Ok(Message::Ping(_))) => if is_too_much(&bucket, app) { break Some(Goodbye::TooMany) },
                    Some(Ok(Message::Binary(_))) => break Some(Goodbye::Malformed),
                    Some(Err(error)) => break is_too_large(error).then_some(Goodbye::TooLarge),
                    Some(Ok(Message::Close(_))) | None => break None,
                }
            }
            () = &mut silence => {
                if last_received.elapsed() >= SILENCE {
                    break None;
                }
                silence.as_mut().reset(last_received + SILENCE);
            }
        }
    };
    if let Some(goodbye) = goodbye {
        if matches!(goodbye, Goodbye::Malformed | Goodbye::TooLarge) {
            app.metrics.malformed.inc();
        }
        close(socket, goodbye).await;
    }
}

/// Counts a message of a socket, and says whether it is one too many.
fn is_too_much(bucket: &Option<DefaultDirectRateLimiter>, app: &App) -> bool {
    let too_much = bucket.as_ref().is_some_and(|bucket| bucket.check().is_err());
    if too_much {
        app.metrics.limited.inc();
    }
    too_much
}

/// Whether a socket has failed because a message was too large.
fn is_too_large(error: axum::Error) -> bool {
    let error = error.into_inner();
    let error = error.downcast_ref::<tungstenite::Error>();
    matches!(error, Some(tungstenite::Error::Capacity(_)))
}

/// Measures the round trip by pings. Browsers answer them, so the page cannot change the result.
#[derive(Default)]
struct Measure {
    sent: Option<Instant>,
    /// The number of the last ping, which its answer brings back.
    count: u64,
    waiting: bool,
}

impl Measure {
    fn is_due(&self) -> bool {
        self.sent.is_none_or(|sent| sent.elapsed() >= MEASURE)
    }

    /// Sends a ping; false when the socket is gone.
    async fn begin(&mut self, socket: &mut WebSocket) -> bool {
        self.count += 1;
        self.sent = Some(Instant::now());
        self.waiting = true;
        let mark = Bytes::copy_from_slice(&self.count.to_le_bytes());
        matches!(timeout(STUCK, socket.send(Message::Ping(mark))).await, Ok(Ok(())))
    }

    /// The round trip, if this answers the last ping.
    fn end(&mut self, mark: &[u8]) -> Option<Duration> {
        let answers = self.waiting && *mark == self.count.to_le_bytes();
        self.waiting &= !answers;
        self.sent.filter(|_| answers).map(|sent| sent.elapsed())
    }
}

/// Sends a message and a few that wait behind it, with one system call if they are small.
async fn send_all(
    socket: &mut WebSocket,
    first: Box<OutgoingMessage>,
    queue: &mut mpsc::Receiver<Box<OutgoingMessage>>,
) -> bool {
    let sending = async {
        let together = if first.long { 1 } else { TOGETHER };
        socket.feed(Message::Text(first.text)).await?;
        for _ in 1..together {
            let Ok(next) = queue.try_recv() else { break };
            socket.feed(Message::Text(next.text)).await?;
        }
        socket.flush().await
    };
    matches!(timeout(STUCK, sending).await, Ok(Ok(())))
}

async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> bool {
    matches!(timeout(STUCK, socket.send(Message::Text(text))).await, Ok(Ok(())))
}

async fn close(mut socket: WebSocket, goodbye: Goodbye) {
    let frame = Message::Close(Some(goodbye.frame()));
    let _ = timeout(STUCK, socket.send(frame)).await;
    // Lets the other side answer, so that the reason is not lost with the connection.
    let _ = timeout(Duration::from_millis(500), async {
        while let Some(Ok(_)) = socket.recv().await {}
    })
    .await;
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::connected;
    use crate::config::Config;
    use crate::ids;
    use crate::server::Server;

    /// Between the admission of a request and its socket somebody may log out everywhere.
    #[tokio::test]
    async fn a_session_that_has_ended_meanwhile_gets_no_socket() {
        let folder = tempfile::tempdir().expect("a folder");
        let config = Config {
            listen: ([127, 0, 0, 1], 0).into(),
            ..Config::new(folder.path().to_owned())
        };
        let app = Arc::clone(Server::start(&config).await.expect("a server").app());
        let user = app.new_guest().await.expect("a guest");
        let session = ids::hashed("a session");
        app.store
            .add_session(&session, &user.id, 1)
            .await
            .expect("a session");
        assert!(connected(&app, &user, &session).await.is_some());
        app.store.end_session(&session).await.expect("ended");
        assert!(connected(&app, &user, &session).await.is_none());
    }
}
