//! Programs outside as contestants, each behind the protocol that it speaks.

pub(crate) mod gtp;
pub(crate) mod hub;
mod nboard;
mod process;
mod text;

use std::time::Duration;

use damero_games::{Lang, Notation, Session, Text};
use damero_search::{Limits, SearchContext, SearchResult, Stop};

use self::process::Process;
use crate::contestant::{Contestant, Fault, FaultKind};
use crate::spec::SpecError;

/// How a program outside is spoken to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Protocol {
    /// Damero's own plain text.
    Text,
    /// The Go Text Protocol.
    Gtp,
    /// What Othello programs speak.
    NBoard,
    /// What draughts programs speak.
    Hub,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Self; 4] = [Self::Text, Self::Gtp, Self::NBoard, Self::Hub];

    /// Its name in specs and commands.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Gtp => "gtp",
            Self::NBoard => "nboard",
            Self::Hub => "hub",
        }
    }

    /// The protocol with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|protocol| protocol.name() == name)
    }

    /// Refuses a game that the protocol cannot express.
    ///
    /// # Errors
    /// If it cannot, with the reason.
    pub fn check<G: Notation>(self) -> Result<(), SpecError> {
        let why = match self {
            Self::Text => None,
            Self::Gtp => G::META.chance.then_some(Text::new(
                "it has no words for chance",
                "no tiene palabras para el azar",
            )),
            Self::NBoard => (!nboard::fits::<G>()).then_some(Text::new(
                "its games are GGF records",
                "sus partidas son registros GGF",
            )),
            Self::Hub => (!hub::fits::<G>()).then_some(Text::new(
                "its positions are those of draughts",
                "sus posiciones son las de las damas",
            )),
        };
        why.map_or(Ok(()), |why| Err(refusal::<G>(self, &why)))
    }
}

/// What a protocol does over a process.
trait Driver<G: Notation>: Send {
    /// The greeting after the program has started; returns its name.
    fn greet(&mut self, process: &mut Process) -> Result<Option<String>, Fault>;

    /// A new game begins.
    fn new_game(&mut self, process: &mut Process) -> Result<(), Fault>;

    /// Asks for a move and returns what was answered.
    fn ask(&mut self, process: &mut Process, asked: &Question<'_, G>) -> Result<String, Fault>;
}

/// What a program is asked: a move here, within the limits, unless somebody stops it.
struct Question<'a, G: Notation> {
    session: &'a Session<G>,
    limits: Limits,
    stop: Stop,
    /// How much longer than allowed it may think before it has lost.
    grace: Duration,
}

impl<G: Notation> Question<'_, G> {
    /// How long to wait for the move.
    fn patience(&self) -> Duration {
        self.limits
            .time
            .map_or(LONGEST_MOVE, |time| time.saturating_add(self.grace))
    }

    /// The position in which the game began.
    fn first(&self) -> Result<G, Fault> {
        self.session.record().first().map_err(|_| does_not_replay())
    }
}

/// A record of which a program cannot be told.
fn does_not_replay() -> Fault {
    protocol_fault(Text::new(
        "the record does not replay",
        "la partida no se reproduce",
    ))
}

/// How long a program may take for anything but thinking.
const PATIENCE: Duration = Duration::from_secs(10);
/// How much longer than allowed it may think before it has lost.
const GRACE: Duration = Duration::from_secs(2);
/// How long it may think about a move when no time is given.
const LONGEST_MOVE: Duration = Duration::from_secs(600);

/// A program outside at the board.
pub(crate) struct External<G: Notation> {
    command: Vec<String>,
    protocol: Protocol,
    driver: Box<dyn Driver<G>>,
    process: Option<Process>,
    name: Option<String>,
    limits: Limits,
    wait: Option<Duration>,
}

impl<G: Notation> External<G> {
    /// The program of `command`, not started yet.
    pub(crate) fn new(
        protocol: Protocol,
        command: Vec<String>,
        limits: Limits,
        wait: Option<Duration>,
    ) -> Self {
        let driver: Box<dyn Driver<G>> = match protocol {
            Protocol::Text => Box::new(text::TextDriver),
            Protocol::Gtp => Box::new(gtp::GtpDriver::default()),
            Protocol::NBoard => Box::new(nboard::NBoardDriver::default()),
            Protocol::Hub => Box::new(hub::HubDriver),
        };
        Self {
            command,
            protocol,
            driver,
            process: None,
            name: None,
            limits,
            wait,
        }
    }
}

impl<G: Notation> Contestant<G> for External<G> {
    fn name(&self) -> String {
        let named = self.name.clone().or_else(|| self.command.first().cloned());
        named.unwrap_or_else(|| self.protocol.name().to_owned())
    }

    fn new_game(&mut self, _seed: u64) -> Result<(), Fault> {
        // One that failed in the last game is not left in its confusion.
        if let Some(process) = &mut self.process {
            if self.driver.new_game(process).is_ok() {
                return Ok(());
            }
            self.process = None;
        }
        let mut process = Process::start(&self.command, self.wait.unwrap_or(PATIENCE))?;
        self.name = self.driver.greet(&mut process)?;
        self.driver.new_game(&mut process)?;
        self.process = Some(process);
        Ok(())
    }

    fn choose(
        &mut self,
        session: &Session<G>,
        ctx: SearchContext<'_, SearchResult<G::Move>>,
    ) -> Result<SearchResult<G::Move>, Fault> {
        if self.process.is_none() {
            self.new_game(0)?;
        }
        let Some(process) = &mut self.process else {
            return Err(protocol_fault(Text::new(
                "the program has not been started",
                "el programa no se ha iniciado",
            )));
        };
        let SearchContext { limits, stop, .. } = ctx.within(self.limits);
        let question = Question {
            session,
            limits,
            stop,
            grace: self.wait.unwrap_or(GRACE),
        };
        let answer = self.driver.ask(process, &question);
        let chosen = answer.and_then(|answer| {
            session.game().read_move(&answer).map_err(|error| {
                let (en, es) = (error.message(Lang::En), error.message(Lang::Es));
                let problem = Text::owned(format!("{answer}: {en}"), format!("{answer}: {es}"));
                Fault::new(FaultKind::Illegal, problem)
            })
        });
        if chosen.is_err() {
            self.process = None;
        }
        chosen.map(SearchResult::bare)
    }
}

/// Something that the protocol does not allow.
fn protocol_fault(problem: Text) -> Fault {
    Fault::new(FaultKind::Protocol, problem)
}

/// The words of a command line; quotes keep spaces together.
#[must_use]
pub fn split_command(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let quoted = quote.and_then(|quote| rest[1..].split_once(quote));
        let (word, after) = quoted
            .or_else(|| rest.split_once(char::is_whitespace))
            .unwrap_or((rest, ""));
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

/// The refusal of a game by a protocol.
fn refusal<G: Notation>(protocol: Protocol, why: &Text) -> SpecError {
    let (name, game) = (protocol.name(), G::META.id);
    let (en, es) = (&why.en, &why.es);
    SpecError {
        problem: Text::owned(
            format!("{name} cannot be used for {game}: {en}"),
            format!("{name} no sirve para {game}: {es}"),
        ),
    }
}
