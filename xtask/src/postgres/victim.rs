//! A second server that a test may have killed. Whoever connects to the killer's port has it killed without warning and started
//! again, and hears `back` when it answers.

use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use anyhow::Result;

use super::Postgres;

pub(super) struct Victim {
    /// The thread that kills has only a weak reference, so that the end of this ends the server.
    _server: Arc<Mutex<Postgres>>,
    address: String,
    killer: SocketAddr,
}

impl Victim {
    pub(super) fn start() -> Result<Self> {
        let server = Postgres::start("victim")?;
        let address = server.address.clone();
        let server = Arc::new(Mutex::new(server));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let killer = listener.local_addr()?;
        let victim = Arc::downgrade(&server);
        std::thread::spawn(move || kill_on_request(&listener, &victim));
        Ok(Self {
            _server: server,
            address,
            killer,
        })
    }

    pub(super) fn address(&self) -> &str {
        &self.address
    }

    pub(super) fn killer(&self) -> SocketAddr {
        self.killer
    }
}

fn kill_on_request(listener: &TcpListener, victim: &Weak<Mutex<Postgres>>) {
    for stream in listener.incoming() {
        let (Ok(mut stream), Some(victim)) = (stream, victim.upgrade()) else {
            return;
        };
        let mut victim = victim.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = match victim.kill_and_start() {
            Ok(()) => "back\n".to_owned(),
            Err(error) => format!("{error:#}\n"),
        };
        // A test that has ended does not listen any more.
        let _ = stream.write_all(answer.as_bytes());
    }
}
