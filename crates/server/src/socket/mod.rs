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
use futures_util::SinkExt as _;
use governor::DefaultDirectRateLimiter;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};

use crate::app::App;
use crate::room::Told;

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
        // More than a change and the answer to the order that made it, which then leave together.
        .write_buffer_size(8 * 1024)
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
    /// Whether the line is to be measured.
    const MEASURED: bool = false;

    /// The line was measured: a round trip takes so long.
    fn measured(&mut self, _: Duration) {}

    /// A text came in; what it asks to be answered at once, or why the socket must close.
    fn hear(&mut self, text: &str) -> impl Future<Output = Result<Option<Utf8Bytes>, Goodbye>> + Send;
}

/// Runs a socket until one side leaves.
async fn converse<T: Talk>(
    mut socket: WebSocket,
    app: &App,
    mut queue: mpsc::Receiver<Box<Told>>,
    bucket: Option<DefaultDirectRateLimiter>,
    talk: &mut T,
) {
    let mut heard = Instant::now();
    let mut line = Measure::default();
    // Both are made once: to wait for them anew with every message would cost more than most messages do.
    let mut shutdown = pin!(app.shutdown.cancelled());
    let mut silence = pin!(sleep_until(heard + SILENCE));
    let goodbye = loop {
        tokio::select! {
            biased;
            () = &mut shutdown => break Some(Goodbye::Restart),
            told = queue.recv() => match told {
                Some(told) => {
                    let since = told.since;
                    if !send_all(&mut socket, told, &mut queue).await { break None }
                    app.metrics.sent(since.elapsed());
                }
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
                        if T::MEASURED && line.is_due() && !line.begin(&mut socket).await { break None }
                    }
                    Some(Ok(Message::Pong(mark))) => if let Some(trip) = line.end(&mark) { talk.measured(trip) },
                    Some(Ok(Message::Ping(_))) => {}
                    Some(Ok(Message::Binary(_))) => break Some(Goodbye::Malformed),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break None,
                }
            }
            () = &mut silence => {
                if heard.elapsed() >= SILENCE {
                    break None;
                }
                silence.as_mut().reset(heard + SILENCE);
            }
        }
    };
    if let Some(goodbye) = goodbye {
        if goodbye == Goodbye::Malformed {
            app.metrics.malformed.inc();
        }
        close(socket, goodbye).await;
    }
}

/// Measures the line by pings, which browsers answer by themselves: the page has no say in it.
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

/// Sends a message and a few that wait behind it, with one call to the system if they are small.
async fn send_all(socket: &mut WebSocket, first: Box<Told>, queue: &mut mpsc::Receiver<Box<Told>>) -> bool {
    let sending = async {
        let together = if first.long { 1 } else { TOGETHER };
        socket.feed(Message::Text(first.text)).await?;
        for _ in 1..together {
            let Ok(told) = queue.try_recv() else { break };
            socket.feed(Message::Text(told.text)).await?;
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
