//! Takes connections and serves them: at most so many at once and from one address, none of them for ever without a word.
//!
//! When there is no place left, nobody is accepted any more; the system keeps a bounded queue of those who wait.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, warn};

use crate::config::Config;
use crate::limits::network;
use crate::metrics::Metrics;

/// Those who may wait in the system's queue to be accepted.
const BACKLOG: u32 = 1024;

/// The largest head of a request.
const LARGEST_HEAD: usize = 32 * 1024;

/// Connections from one address.
pub(crate) const OF_ONE: usize = 256;

/// The pause after the system could not give us a connection, such as when all files are open.
const PAUSE: Duration = Duration::from_millis(100);

/// How many connections there may be, and how many each address has.
pub(crate) struct Places {
    free: Arc<Semaphore>,
    of: Mutex<HashMap<IpAddr, usize>>,
    /// The head of a request must be here after so long, and so must the next request on an open connection.
    patience: Duration,
    /// A visitor who takes nothing of an answer for so long is gone.
    write_patience: Duration,
    /// None behind a proxy, from where everybody comes, or without limits.
    of_one: Option<usize>,
}

impl Places {
    pub(crate) fn new(all: Option<u64>, of_one: Option<usize>, config: &Config) -> Arc<Self> {
        let all = all.and_then(|all| usize::try_from(all).ok());
        let all = all.unwrap_or(Semaphore::MAX_PERMITS).min(Semaphore::MAX_PERMITS);
        Arc::new(Self {
            free: Arc::new(Semaphore::new(all)),
            of: Mutex::default(),
            of_one,
            patience: config.patience,
            write_patience: config.write_patience,
        })
    }

    /// A place for one more connection from an address.
    fn take(self: &Arc<Self>, address: IpAddr) -> Option<AddressSlot> {
        let address = network(address);
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        let count = of.entry(address).or_default();
        if self.of_one.is_some_and(|most| *count >= most) {
            return None;
        }
        *count += 1;
        Some(AddressSlot {
            places: Arc::clone(self),
            address,
        })
    }
}

/// The place of a connection; free again when it is dropped.
struct AddressSlot {
    places: Arc<Places>,
    address: IpAddr,
}

impl Drop for AddressSlot {
    fn drop(&mut self) {
        let mut of = self.places.of.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = of.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                of.remove(&self.address);
            }
        }
    }
}

/// The place of a connection among all and among those of its address. Whoever takes a connection over keeps it.
#[derive(Clone)]
pub(crate) struct HeldPlace {
    _both: Arc<(AddressSlot, OwnedSemaphorePermit)>,
}

/// Listens at an address.
pub(crate) fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // A restart must not wait for the connections of the last server. Elsewhere than on Unix this would let two listen.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Serves connections until `stop`, then lets those that are open finish their requests. Their tasks are in `tasks`.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    places: Arc<Places>,
    metrics: Arc<Metrics>,
    stop: CancellationToken,
    tasks: TaskTracker,
) {
    loop {
        let accepted = tokio::select! {
            () = stop.cancelled() => return,
            accepted = accept(&listener, &places) => accepted,
        };
        let (stream, peer, free) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                metrics.accept_errors.inc();
                warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let Some(place) = places.take(peer.ip()) else {
            metrics.limited.inc();
            debug!(address = %peer.ip(), "too many connections from one address");
            continue;
        };
        let place = HeldPlace {
            _both: Arc::new((place, free)),
        };
        let (router, stop, places) = (router.clone(), stop.clone(), Arc::clone(&places));
        metrics.connections.inc();
        let metrics = Arc::clone(&metrics);
        tasks.spawn(async move {
            connection(stream, peer, place, router, &places, stop).await;
            metrics.connections.dec();
        });
    }
}

/// Waits for a free place and for a visitor, in this order.
async fn accept(
    listener: &TcpListener,
    places: &Places,
) -> io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let free = Arc::clone(&places.free)
        .acquire_owned()
        .await
        .map_err(io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    // Without this a small message waits for the acknowledgement of the one before it.
    stream.set_nodelay(true)?;
    Ok((stream, peer, free))
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    place: HeldPlace,
    router: Router,
    places: &Places,
    stop: CancellationToken,
) {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(places.write_patience));
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(place.clone());
        router.call(request)
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(places.patience)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    let mut serving = pin!(serving);
    // A connection that fails is the visitor's affair.
    tokio::select! {
        _ = serving.as_mut() => {}
        () = stop.cancelled() => {
            serving.as_mut().graceful_shutdown();
            let _ = serving.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_its_places_and_takes_no_others() {
        let places = Places::new(None, Some(2), &Config::new(std::path::PathBuf::new()));
        let [one, two] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let first = places.take(one).expect("a place");
        let _second = places.take(one).expect("another");
        assert!(places.take(one).is_none());
        let other = places.take(two).expect("a place for somebody else");
        drop((first, other));
        assert!(places.take(one).is_some(), "a place that was given back");
        // All of a network that one person gets.
        let [a, b] =
            ["2001:db8::1", "2001:db8::ffff:1"].map(|text| text.parse::<IpAddr>().expect("an address"));
        let _three = [places.take(a), places.take(b)].map(|place| place.expect("a place"));
        assert!(places.take(a).is_none());
    }
}
