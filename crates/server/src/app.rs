//! What all requests share.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use damero_games::{Player, text};
use damero_store::{Store, User};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::warn;

use crate::accounts::Passwords;
use crate::config::Config;
use crate::engine_pool::{EnginePool, Payer};
use crate::error::ApiError;
use crate::evaluation::Evaluations;
use crate::expiry;
use crate::ids;
use crate::limits::{Limits, network};
use crate::lobby::{self, Found, Lobby};
use crate::metrics::Metrics;
use crate::operators::Operators;
use crate::outage::Outage;
use crate::people::People;
use crate::pictures::Painter;
use crate::room::Rooms;
use crate::time::now_ms;
use crate::trained::Players;
use crate::turns::Turns;

/// The name of the cookie.
const COOKIE: &str = "damero";

/// How long a browser keeps a session; a visit a day renews it in the store.
const SESSION_SECONDS: u64 = expiry::SESSIONS * 24 * 3600;

/// The use of a session is noted at most so often.
const TOUCH: Duration = Duration::from_secs(12 * 3600);

/// The server's parts.
pub(crate) struct App {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) engine_pool: EnginePool,
    pub(crate) limits: Limits,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) outage: Arc<Outage>,
    pub(crate) passwords: Passwords,
    /// Requests that keep a processor busy take their turns here.
    pub(crate) turns: Turns,
    /// Who has sockets open.
    pub(crate) people: People,
    pub(crate) operators: Operators,
    pub(crate) evaluations: Arc<Evaluations>,
    pub(crate) painter: Arc<Painter>,
    pub(crate) players: Arc<Players>,
    /// The body of a request must arrive within this time.
    patience: Duration,
    pub(crate) https: bool,
    pub(crate) proxy: bool,
    /// What visitors type, if that is known: scheme, host and port.
    pub(crate) origin: Option<String>,
    /// Who may read the metrics besides this machine.
    pub(crate) metrics_for: Vec<IpAddr>,
    /// Gives free memory back to the system.
    pub(crate) give_back: Option<fn()>,
    /// The names that visitors may type besides.
    pub(crate) hosts: Vec<String>,
    pub(crate) shutdown: CancellationToken,
    pub(crate) sockets: TaskTracker,
    numbers: AtomicU64,
    /// Sessions whose use was noted, by the beginning of their hash, and when. There may be very many of guests.
    touched: Mutex<HashMap<u64, Instant>>,
}

impl App {
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each part, each of another type"
    )]
    pub(crate) fn new(
        store: Arc<dyn Store>,
        rooms: Arc<Rooms>,
        lobby: Arc<Lobby>,
        engine_pool: EnginePool,
        players: Arc<Players>,
        metrics: Arc<Metrics>,
        outage: Arc<Outage>,
        operators: Operators,
        config: &Config,
    ) -> Self {
        let origin = config.public_url.as_deref();
        let origin = origin.map(|url| url.trim_end_matches('/').to_owned());
        Self {
            store,
            rooms,
            lobby,
            engine_pool,
            limits: Limits::new(config.limits),
            metrics,
            outage,
            passwords: Passwords::new(),
            turns: Turns::of_half_the_processors(),
            people: People::default(),
            operators,
            evaluations: Arc::new(Evaluations::new()),
            painter: Arc::new(Painter::new()),
            players,
            https: config.https || origin.as_deref().is_some_and(|url| url.starts_with("https://")),
            proxy: config.proxy,
            patience: config.patience,
            give_back: config.give_back,
            metrics_for: config.metrics_for.iter().copied().map(network).collect(),
            hosts: hosts(config, origin.as_deref()),
            origin,
            shutdown: CancellationToken::new(),
            sockets: TaskTracker::new(),
            numbers: AtomicU64::new(1),
            touched: Mutex::default(),
        }
    }

    /// Brings together those who look for an opponent and fit.
    pub(crate) async fn pair_up(&self) {
        for (one, other) in self.lobby.pairs(now_ms()) {
            // Who begins is drawn by lot.
            let lot = ids::random_seed().unwrap_or_default();
            let (first, second) = if lot.is_multiple_of(2) {
                (one, other)
            } else {
                (other, one)
            };
            match self.rooms.create(lobby::paired(&first, &second)).await {
                Ok(room) => {
                    for (seek, seat) in [(&first, Player::First), (&second, Player::Second)] {
                        let found = Found {
                            room: room.clone(),
                            seat,
                        };
                        // Whoever has left meanwhile does not come; the other can call the game off.
                        let _ = seek.found.send(found).await;
                    }
                }
                Err(error) => {
                    warn!(%error, "a pair could not be seated");
                    self.lobby.seek(first);
                    self.lobby.seek(second);
                    return;
                }
            }
        }
    }

    /// A number for a new socket.
    pub(crate) fn number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    /// How many sockets are open.
    pub(crate) fn online(&self) -> usize {
        usize::try_from(self.metrics.sockets.get()).unwrap_or_default()
    }

    /// Who sends these headers.
    pub(crate) async fn visitor(&self, headers: &HeaderMap) -> Result<Option<User>, ApiError> {
        let Some(id) = session_id(headers) else {
            return Ok(None);
        };
        let hash = ids::hashed(id);
        let user = self.store.session(&hash).await?;
        if user.is_some() {
            self.touch(hash);
        }
        Ok(user)
    }

    /// Notes the use of a session, now and then and beside the request.
    fn touch(&self, hash: String) {
        let begin = hash
            .get(..16)
            .and_then(|begin| u64::from_str_radix(begin, 16).ok());
        let mut touched = self.touched.lock().unwrap_or_else(PoisonError::into_inner);
        let Entry::Vacant(entry) = touched.entry(begin.unwrap_or_default()) else {
            return;
        };
        entry.insert(Instant::now());
        drop(touched);
        let store = Arc::clone(&self.store);
        self.sockets.spawn(async move {
            // A session that was not touched today is touched another day.
            let _ = store.touch_session(&hash, now_ms() as i64).await;
        });
    }

    /// Forgets which sessions were noted, when they are to be noted again.
    pub(crate) fn forget_touched(&self) {
        let mut touched = self.touched.lock().unwrap_or_else(PoisonError::into_inner);
        touched.retain(|_, at| at.elapsed() < TOUCH);
    }

    /// Makes a guest.
    pub(crate) async fn new_guest(&self) -> Result<User, ApiError> {
        let id = ids::person()?;
        let user = User {
            name: guest_name(&id),
            id,
            guest: true,
            created: now_ms() as i64,
        };
        self.store.add_guest(&user).await?;
        Ok(user)
    }

    /// Begins a session and returns its cookie.
    pub(crate) async fn new_session(&self, user: &User) -> Result<HeaderValue, ApiError> {
        let id = ids::session()?;
        self.store
            .add_session(&ids::hashed(&id), &user.id, now_ms() as i64)
            .await?;
        let secure = if self.https { "; Secure" } else { "" };
        let cookie =
            format!("{COOKIE}={id}; Path=/; HttpOnly; SameSite=Lax; Max-Age={SESSION_SECONDS}{secure}");
        HeaderValue::from_str(&cookie).map_err(|_| ApiError::not_found())
    }

    /// Ends the session of these headers, and closes its sockets at once. Whoever gets another session in its place has it
    /// before: a page whose socket is closed asks who it is.
    pub(crate) async fn end_session(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let Some(hash) = session_id(headers).map(ids::hashed) else {
            return Ok(());
        };
        let user = self.store.session(&hash).await?;
        self.store.end_session(&hash).await?;
        if let Some(user) = user {
            self.people.close_session(&user.id, &hash);
        }
        Ok(())
    }

    /// Refuses somebody who has used up their search time.
    pub(crate) fn admit_search(&self, payer: &Payer) -> Result<(), ApiError> {
        if self.limits.on() {
            self.engine_pool.admit(payer).inspect_err(|_| {
                self.metrics.limited.inc();
            })?;
        }
        Ok(())
    }

    /// The network that a request comes from, as far as it belongs to one visitor.
    pub(crate) fn address(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        let forwarded = self.proxy.then(|| forwarded(headers)).flatten();
        network(forwarded.unwrap_or_else(|| peer.ip()))
    }
}

/// The name of a guest, or of whom an account belonged to.
pub(crate) fn guest_name(id: &str) -> String {
    let short: String = id.chars().take(4).collect();
    format!("Guest-{short}")
}

/// The header in which a proxy says where a request comes from.
pub(crate) const FORWARDED: &str = "x-forwarded-for";

/// Where our own proxy says that a request comes from: the last entry of the last line, as it adds to what others wrote.
pub(crate) fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all(FORWARDED).iter().next_back()?;
    let last = last.to_str().ok()?.rsplit(',').next()?.trim();
    // Some proxies add the port.
    let with_port = || last.parse::<SocketAddr>().ok().map(|address| address.ip());
    last.parse().ok().or_else(with_port)
}

/// The names under which the server is reached, in small letters.
fn hosts(config: &Config, origin: Option<&str>) -> Vec<String> {
    let public = origin
        .and_then(|origin| origin.split_once("://"))
        .map(|(_, host)| host_name(host));
    let named = config.hosts.iter().map(|host| host_name(host));
    named.chain(public).map(str::to_lowercase).collect()
}

/// A host without its port.
pub(crate) fn host_name(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn session_id(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter();
    cookies
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == COOKIE)
        .map(|(_, value)| value)
}

/// The visitor of a request; without a session the request is refused.
pub(crate) struct Visitor(pub(crate) User);

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let user = app.visitor(&parts.headers).await?;
        user.map(Self).ok_or_else(ApiError::no_session)
    }
}

/// The visitor of a request, and the hash of the session by which the store knows the visitor.
pub(crate) struct Session(pub(crate) User, pub(crate) String);

impl FromRequestParts<Arc<App>> for Session {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let Visitor(user) = Visitor::from_request_parts(parts, app).await?;
        let hash = session_id(&parts.headers).map(ids::hashed);
        hash.map(|hash| Self(user, hash)).ok_or_else(ApiError::no_session)
    }
}

/// The address of the visitor.
pub(crate) struct Address(pub(crate) IpAddr);

impl FromRequestParts<Arc<App>> for Address {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or_else(|| SocketAddr::from(([0, 0, 0, 0], 0)), |peer| peer.0);
        Ok(Self(app.address(peer, &parts.headers)))
    }
}

/// The JSON body of a request. What cannot be read is refused in both languages; the reader speaks English only.
pub(crate) struct Input<T>(pub(crate) T);

impl<T: serde::de::DeserializeOwned> FromRequest<Arc<App>> for Input<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        let Ok(read) = timeout(app.patience, Json::<T>::from_request(request, app)).await else {
            return Err(ApiError::new(
                StatusCode::REQUEST_TIMEOUT,
                "too-slow",
                "the request did not arrive in time",
                "la petición no llegó a tiempo",
            ));
        };
        match read {
            Ok(Json(input)) => Ok(Self(input)),
            Err(rejection) => {
                let detail = rejection.body_text();
                let message = text!(
                    "the request cannot be read: {detail}",
                    "no se puede leer la petición: {detail}"
                );
                Err(ApiError::text(rejection.status(), "request", message))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_word_about_an_address_counts() {
        let mut headers = HeaderMap::new();
        assert_eq!(forwarded(&headers), None);
        headers.append("x-forwarded-for", HeaderValue::from_static("203.0.113.9"));
        headers.append(
            "x-forwarded-for",
            HeaderValue::from_static("198.51.100.1, 192.0.2.7"),
        );
        assert_eq!(forwarded(&headers), Some(IpAddr::from([192, 0, 2, 7])));
        headers.append("x-forwarded-for", HeaderValue::from_static("nobody"));
        assert_eq!(forwarded(&headers), None);
        for (written, read) in [
            ("192.0.2.8:4711", IpAddr::from([192, 0, 2, 8])),
            ("[::1]:80", IpAddr::V6(std::net::Ipv6Addr::LOCALHOST)),
        ] {
            headers.append("x-forwarded-for", HeaderValue::from_static(written));
            assert_eq!(forwarded(&headers), Some(read), "{written}");
        }
    }
}
