//! Our own players as programs outside: a protocol answered line by line.

mod gtp;
mod hub;
mod nboard;
mod text;

use std::io::{self, BufRead, Write};

use damero_games::{Lang, Notation, Session};
use damero_search::{Limits, SearchResult};

use crate::contestant::Contestant;
use crate::error::ArenaError;
use crate::external::Protocol;
use crate::playable::Playable;
use crate::spec::Spec;

/// What a line does to the conversation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// It goes on.
    GoOn,
    /// It ends.
    Quit,
}

/// One side of a protocol.
trait Server<G: Notation> {
    /// Answers a line.
    fn answer(&mut self, line: &str, desk: &mut Desk<'_, G>) -> io::Result<Next>;
}

/// What every protocol has on its desk: the player, the game, and where answers go.
struct Desk<'a, G: Notation> {
    player: Box<dyn Contestant<G>>,
    name: String,
    session: Session<G>,
    out: &'a mut dyn Write,
}

impl<G: Notation> Desk<'_, G> {
    /// Says a line, at once.
    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    /// Asks the player, who must be one that is to move.
    fn think(&mut self, limits: Limits) -> Result<SearchResult<G::Move>, String> {
        let searched = self.player.choose(&self.session, limits.into());
        searched.map_err(|fault| fault.to_string())
    }

    /// Whether a player is to move.
    fn can_think(&self) -> bool {
        self.session.game().turn().player().is_some()
    }

    /// The player forgets earlier games.
    fn forget(&mut self) {
        // One that fails now fails again when it is asked, and says so then.
        let _ = self.player.new_game(0);
    }
}

/// Answers `input` in a protocol until it ends or says so.
///
/// # Errors
/// If the player cannot play, the protocol does not know the game, or the output is closed.
pub fn serve<G: Playable>(
    protocol: Protocol,
    spec: &Spec,
    rules: G::Rules,
    seed: u64,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), ServeError> {
    protocol.check::<G>().map_err(ArenaError::from)?;
    let player = spec.contestant::<G>(seed).map_err(ArenaError::from)?;
    let mut desk = Desk {
        player,
        name: format!("damero {spec}"),
        session: Session::new(rules),
        out,
    };
    let mut server: Box<dyn Server<G>> = match protocol {
        Protocol::Text => Box::new(text::TextServer),
        Protocol::Gtp => Box::new(gtp::GtpServer::new::<G>()),
        Protocol::NBoard => Box::new(nboard::NBoardServer::default()),
        Protocol::Hub => Box::new(hub::HubServer::default()),
    };
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        let line = String::from_utf8_lossy(&bytes);
        if server.answer(line.trim(), &mut desk)? == Next::Quit {
            return Ok(());
        }
    }
}

/// Why a conversation could not begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The player or the protocol does not fit.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The other side is gone.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Errors in protocols are English, as the protocols are.
fn english(error: &damero_games::InputError) -> String {
    error.message(Lang::En)
}
