//! Sockets: one task each, small buffers, and a bounded way out. Rules live elsewhere; here messages are only counted,
//! measured and passed on.

mod lobby;
mod room;

pub(crate) use lobby::lobby;
pub(crate) use room::room;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use governor::DefaultDirectRateLimiter;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};

use crate::app::App;

/// The largest message of a page.
const LARGEST: usize = 4096;

/// A socket that says nothing for so long is dead: pages ask for a sign of life every few seconds.
const SILENCE: Duration = Duration::from_secs(45);

/// A socket that takes nothing for so long is dead.
const STUCK: Duration = Duration::from_secs(10);

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
    /// The room has ended; come back.
    Again,
}

impl Goodbye {
    fn frame(self) -> CloseFrame {
        let (code, reason) = match self {
            Self::Restart => (1012, "restarting, come back at once"),
            Self::NoRoom => (4404, "no such room"),
            Self::TooMany => (4429, "too many messages"),
            Self::Malformed => (4400, "not understood"),
            Self::Again => (1012, "come back"),
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
        .write_buffer_size(1024)
        .max_write_buffer_size(1024 * 1024)
        .on_upgrade(move |socket| async move {
            app.metrics.sockets.inc();
            // The token keeps a shutdown waiting until the last goodbye is said.
            app.sockets.track_future(serve(socket)).await;
            app.metrics.sockets.dec();
        })
}

/// What the two kinds of sockets do differently.
trait Talk: Send {
    /// A text came in; what it asks to be answered at once, or why the socket must close.
    fn hear(&mut self, text: &str) -> impl Future<Output = Result<Option<Utf8Bytes>, Goodbye>> + Send;
}

/// Runs a socket until one side leaves.
async fn converse(
    mut socket: WebSocket,
    app: &App,
    mut queue: mpsc::Receiver<Utf8Bytes>,
    bucket: Option<DefaultDirectRateLimiter>,
    talk: &mut impl Talk,
) {
    let mut heard = Instant::now();
    let goodbye = loop {
        tokio::select! {
            biased;
            () = app.shutdown.cancelled() => break Some(Goodbye::Restart),
            text = queue.recv() => match text {
                Some(text) => if !send(&mut socket, text).await { break None },
                None => break Some(Goodbye::Again),
            },
            message = socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => {
                        if bucket.as_ref().is_some_and(|bucket| bucket.check().is_err()) {
                            app.metrics.limited.inc();
                            break Some(Goodbye::TooMany);
                        }
                        match talk.hear(&text).await {
                            Ok(None) => {}
                            Ok(Some(answer)) => if !send(&mut socket, answer).await { break None },
                            Err(goodbye) => break Some(goodbye),
                        }
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Binary(_))) => break Some(Goodbye::Malformed),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break None,
                }
            }
            () = sleep_until(heard + SILENCE) => break None,
        }
    };
    if let Some(goodbye) = goodbye {
        if goodbye == Goodbye::Malformed {
            app.metrics.malformed.inc();
        }
        close(socket, goodbye).await;
    }
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
