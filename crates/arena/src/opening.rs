//! Where the games of a contest begin. Good players repeat themselves, so every pair of games gets an opening of its
//! own, which both players play from both sides.

use damero_games::random::{below, seeded};
use damero_games::record::apply;
use damero_games::{Event, Game, InputError, MoveBuf, Notation, Session, Turn};

use crate::error::ArenaError;
use crate::seed::derived_seed;

/// The openings of a contest.
#[derive(Clone, Debug)]
pub enum Openings<G: Notation> {
    /// So many random moves from the beginning.
    Random(u32),
    /// These, one after another and then again from the first.
    Book {
        /// The games begun.
        lines: Vec<Session<G>>,
        /// What tells this book from another.
        mark: u64,
    },
}

/// Which stream of a pair's seed is used for what.
const CHANCE: u64 = 0;
const MOVES: u64 = 1;

/// Tries before an opening is made shorter because all of that length end the game.
const PATIENCE: u64 = 50;

impl<G: Notation> Openings<G> {
    /// Reads a book: one opening a line, as moves or as a position; empty lines and lines that begin with `#` say
    /// nothing. Lines on which the game is already over are skipped.
    ///
    /// # Errors
    /// If a line is neither.
    pub fn read(rules: G::Rules, text: &str) -> Result<Self, ArenaError> {
        let mut lines = Vec::new();
        // FNV-1a: the same book has the same mark on every machine.
        let mut mark = 0xcbf2_9ce4_8422_2325_u64;
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            for byte in line.bytes().chain([b'\n']) {
                mark = (mark ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            }
            let session: Session<G> =
                read_line(rules, line).map_err(|cause| ArenaError::Opening { line: i + 1, cause })?;
            if session.game().turn().outcome().is_none() {
                lines.push(session);
            }
        }
        if lines.is_empty() {
            let problem = damero_games::Text::new(
                "the book holds no opening from which a game can go on",
                "el libro no tiene ninguna apertura desde la que se pueda seguir",
            );
            return Err(ArenaError::Other(problem));
        }
        Ok(Self::Book { lines, mark })
    }

    /// In a few characters, so that two contests can be told apart.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Self::Random(plies) => format!("random {plies}"),
            Self::Book { lines, mark } => format!("book {} {mark:016x}", lines.len()),
        }
    }

    /// The opening of a pair. No player decides and nothing is left to chance in between: the next turn is a player's.
    #[must_use]
    pub fn get(&self, rules: G::Rules, number: u64, pair_seed: u64) -> Session<G> {
        let mut session = match self {
            Self::Random(plies) => random_opening(rules, *plies, pair_seed),
            Self::Book { lines, .. } => lines[(number % lines.len() as u64) as usize].clone(),
        };
        settle(&mut session, pair_seed);
        session
    }
}

/// A line of a book: moves in the game's own words, a record that fits in a line, or a position.
fn read_line<G: Notation>(rules: G::Rules, line: &str) -> Result<Session<G>, InputError> {
    let as_moves = || {
        let mut session = Session::<G>::new(rules);
        line.split_whitespace()
            .try_for_each(|word| session.play_text(word))
            .map(|()| session)
    };
    let as_record = || {
        let mut session = Session::<G>::new(rules);
        G::read_record(line)?
            .events
            .into_iter()
            .try_for_each(|event| session.push(event))
            .map(|()| session)
    };
    let moves = as_moves();
    let position = || Session::from_position(rules, line);
    // The complaint about the moves is the one to hear, unless the line does not look like moves at all.
    moves.or_else(|error| {
        position().or_else(|other| as_record().map_err(|_| if line.contains(' ') { error } else { other }))
    })
}

/// Draws the chance events that are due. The n-th event of both games of a pair is drawn from the same stream, so the
/// deals agree as far as the games do.
pub(crate) fn settle<G: Notation>(session: &mut Session<G>, pair_seed: u64) {
    while session.game().turn() == Turn::Chance {
        let events = &session.record().events;
        let number = events
            .iter()
            .filter(|event| matches!(event, Event::Chance(_)))
            .count();
        let stream = derived_seed(pair_seed, CHANCE);
        session.resolve_chance(&mut seeded(derived_seed(stream, number as u64)));
    }
}

fn random_opening<G: Notation>(rules: G::Rules, plies: u32, pair_seed: u64) -> Session<G> {
    for shorter in (0..=plies).rev() {
        for attempt in 0..PATIENCE {
            let seed = derived_seed(derived_seed(pair_seed, MOVES), attempt);
            if let Some(session) = try_opening(rules, shorter, pair_seed, seed) {
                return session;
            }
        }
    }
    Session::new(rules)
}

/// So many random moves; `None` when they end the game.
fn try_opening<G: Notation>(rules: G::Rules, plies: u32, pair_seed: u64, seed: u64) -> Option<Session<G>> {
    let mut session = Session::<G>::new(rules);
    let mut rng = seeded(seed);
    let mut buf = MoveBuf::new();
    for _ in 0..plies {
        settle(&mut session, pair_seed);
        session.game().moves(&mut buf);
        let count = u32::try_from(buf.len()).ok().filter(|&count| count > 0)?;
        let m = buf[below(&mut rng, count) as usize];
        session.play(m).ok()?;
    }
    settle(&mut session, pair_seed);
    let open = session.game().turn().outcome().is_none() && goes_on(session.game());
    open.then_some(session)
}

/// Whether some move does not end the game at once: an opening must leave something to play.
fn goes_on<G: Game>(game: &G) -> bool {
    let mut buf = MoveBuf::new();
    game.moves(&mut buf);
    buf.iter().any(|&m| {
        let mut next = game.clone();
        apply(&mut next, &Event::Move(m)).is_ok() && next.turn().outcome().is_none()
    })
}
