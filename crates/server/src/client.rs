//! A small client of our own server, for the load generator and for tests: no cleverness, every message visible.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::accounts::totp;

/// Nothing of ours takes longer to answer.
const PATIENCE: Duration = Duration::from_secs(30);

fn other(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::other(error)
}

/// An answer to a request.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The headers as they came.
    pub head: String,
    /// The body.
    pub body: String,
}

impl Answer {
    /// The body as JSON; null if it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// A header by its name in small letters.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

/// Connects, from an address of this machine if one is given.
///
/// # Errors
/// If nobody listens, or the address is not one of this machine.
pub async fn connect(address: SocketAddr, from: Option<IpAddr>) -> io::Result<TcpStream> {
    let Some(from) = from else {
        return TcpStream::connect(address).await;
    };
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    socket.bind(SocketAddr::new(from, 0))?;
    socket.connect(address).await
}

/// Sends one request and reads the whole answer.
///
/// # Errors
/// If the connection fails or the answer is none.
pub async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> io::Result<Answer> {
    request_from(None, address, method, path, headers, body).await
}

async fn request_from(
    from: Option<IpAddr>,
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> io::Result<Answer> {
    let exchange = async {
        let mut stream = connect(address, from).await?;
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() {
            head += &format!(
                "Content-Type: application/json\r\nContent-Length: {}\r\n",
                body.len()
            );
        }
        head += "\r\n";
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        // A picture is no text: what of it is none is replaced.
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| other("no answer"))?;
        let chunked = head
            .lines()
            .any(|line| line.eq_ignore_ascii_case("transfer-encoding: chunked"));
        let body = if chunked { joined(body) } else { body.to_owned() };
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Ok(Answer {
            status: status.ok_or_else(|| other("no status"))?,
            head: head.to_owned(),
            body,
        })
    };
    timeout(PATIENCE, exchange).await.map_err(other)?
}

/// The parts of a body that came piece by piece, each after its length in a line of its own.
fn joined(mut pieces: &str) -> String {
    let mut whole = String::new();
    while let Some((length, rest)) = pieces.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).unwrap_or_default();
        let Some(piece) = rest.get(..length).filter(|piece| !piece.is_empty()) else {
            break;
        };
        whole += piece;
        pieces = rest[length..].trim_start_matches("\r\n");
    }
    whole
}

/// The code that an authenticator shows at a moment in seconds since 1970, for the secret that the server offered.
#[must_use]
pub fn authenticator_code(secret: &str, seconds: u64) -> Option<String> {
    totp::shown_at(secret, seconds)
}

/// Somebody with a session.
#[derive(Clone, Debug)]
pub struct Guest {
    address: SocketAddr,
    /// The address of this machine that the guest comes from.
    from: Option<IpAddr>,
    cookie: String,
}

impl Guest {
    /// A new guest.
    ///
    /// # Errors
    /// If the server does not take us.
    pub async fn arrive(address: SocketAddr) -> io::Result<Self> {
        Self::arrive_from(address, None).await
    }

    /// A new guest who comes from an address of this machine, such as `127.0.0.2`, in everything.
    ///
    /// # Errors
    /// If the server does not take us.
    pub async fn arrive_from(address: SocketAddr, from: Option<IpAddr>) -> io::Result<Self> {
        let answer = request_from(from, address, "GET", "/api/me", &[], "").await?;
        let cookie = answer
            .header("set-cookie")
            .and_then(|cookie| cookie.split(';').next());
        match cookie {
            Some(cookie) if answer.status == 200 => Ok(Self {
                address,
                from,
                cookie: cookie.to_owned(),
            }),
            _ => Err(other(format!("no session: {} {}", answer.status, answer.body))),
        }
    }

    /// Somebody who has a session already; nothing is asked.
    #[must_use]
    pub fn returning(address: SocketAddr, from: Option<IpAddr>, cookie: &str) -> Self {
        Self {
            address,
            from,
            cookie: cookie.to_owned(),
        }
    }

    /// The cookie of the session.
    #[must_use]
    pub fn cookie(&self) -> &str {
        &self.cookie
    }

    /// Takes over another session.
    #[must_use]
    pub fn with_cookie(self, cookie: &str) -> Self {
        Self {
            cookie: cookie.to_owned(),
            ..self
        }
    }

    /// Reads something.
    ///
    /// # Errors
    /// If the connection fails.
    pub async fn get(&self, path: &str) -> io::Result<Answer> {
        let cookie = [("Cookie", self.cookie.as_str())];
        request_from(self.from, self.address, "GET", path, &cookie, "").await
    }

    /// Asks for something.
    ///
    /// # Errors
    /// If the connection fails.
    pub async fn post(&self, path: &str, body: &Value) -> io::Result<Answer> {
        let cookie = [("Cookie", self.cookie.as_str())];
        request_from(self.from, self.address, "POST", path, &cookie, &body.to_string()).await
    }

    /// Makes a room and returns its id.
    ///
    /// # Errors
    /// If it is refused.
    pub async fn create(&self, room: &Value) -> io::Result<String> {
        let answer = self.post("/api/rooms", room).await?;
        let id = answer.json()["room"].as_str().map(str::to_owned);
        id.ok_or_else(|| other(format!("no room: {} {}", answer.status, answer.body)))
    }

    /// Opens a socket, such as `/ws/lobby` or `/ws/room/{room}?client=a`.
    ///
    /// # Errors
    /// If it is refused.
    pub async fn socket(&self, path: &str) -> io::Result<Line> {
        let mut request = format!("ws://{}{path}", self.address)
            .into_client_request()
            .map_err(other)?;
        let cookie = self.cookie.parse().map_err(other)?;
        request.headers_mut().insert("Cookie", cookie);
        let stream = connect(self.address, self.from).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default()
            .read_buffer_size(4 * 1024)
            .write_buffer_size(0);
        let opening = tokio_tungstenite::client_async_with_config(request, stream, Some(config));
        let (socket, _) = timeout(PATIENCE, opening).await.map_err(other)?.map_err(other)?;
        Ok(Line { socket })
    }
}

/// What came over a socket.
#[derive(Clone, PartialEq, Debug)]
pub enum Received {
    /// A message.
    Message(Value),
    /// The server closed with this code.
    Closed(u16),
}

/// An open socket.
#[derive(Debug)]
pub struct Line {
    socket: WebSocketStream<TcpStream>,
}

impl Line {
    /// Sends a message.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn send(&mut self, message: &Value) -> io::Result<()> {
        self.say(&message.to_string()).await
    }

    /// Sends a text, whatever it is.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn say(&mut self, text: &str) -> io::Result<()> {
        self.socket.send(Message::text(text)).await.map_err(other)
    }

    /// Sends a control frame that asks for an answer.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn ping(&mut self) -> io::Result<()> {
        self.socket
            .send(Message::Ping(Vec::new().into()))
            .await
            .map_err(other)
    }

    /// The next message as a type of the caller's, who need not read all of it.
    ///
    /// # Errors
    /// If nothing comes for half a minute, the socket closes, or the message is another.
    pub async fn hear_as<T: DeserializeOwned>(&mut self) -> io::Result<T> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.map_err(other)? {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).map_err(other),
                Some(Ok(Message::Close(_))) | None => return Err(other("the socket was closed")),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(other(error)),
            }
        }
    }

    /// The next message.
    ///
    /// # Errors
    /// If nothing comes for half a minute, or something that is no message.
    pub async fn receive(&mut self) -> io::Result<Received> {
        loop {
            let next = timeout(PATIENCE, self.socket.next()).await.map_err(other)?;
            return match next {
                Some(Ok(Message::Text(text))) => {
                    Ok(Received::Message(serde_json::from_str(&text).map_err(other)?))
                }
                Some(Ok(Message::Close(frame))) => {
                    Ok(Received::Closed(frame.map_or(1005, |frame| frame.code.into())))
                }
                Some(Ok(_)) => continue,
                Some(Err(Error::ConnectionClosed | Error::AlreadyClosed)) | None => {
                    Ok(Received::Closed(1006))
                }
                Some(Err(error)) => Err(other(error)),
            };
        }
    }

    /// The next message of a type, skipping others.
    ///
    /// # Errors
    /// If the socket closes before.
    pub async fn wait_for(&mut self, kind: &str) -> io::Result<Value> {
        loop {
            match self.receive().await? {
                Received::Message(message) if message["type"] == kind => return Ok(message),
                Received::Message(_) => {}
                Received::Closed(code) => return Err(other(format!("closed with {code} before {kind}"))),
            }
        }
    }

    /// Leaves in good order.
    pub async fn close(mut self) {
        let _ = self.socket.close(None).await;
    }
}
