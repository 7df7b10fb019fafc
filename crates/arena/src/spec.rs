//! Players named by one word: `random`, `level:hard`, `alphabeta:depth=5,time=1s`.
//!
//! A spec is a name and, after a colon, options separated by commas. What is left out keeps its default, and limits in
//! a spec tighten those that a match gives to everybody.

mod read;

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use damero_games::{Text, text};
use damero_nets::Precision;
use damero_search::mcts::{self, Rollouts};
use damero_search::{
    Agent, AlphaBeta, AlphaBetaOptions, CarefulAgent, EngineError, EngineOptions, Level, Limits, Mcts,
    RandomAgent, Searchable, Tempered,
};

use crate::contestant::{Builtin, Contestant};
use crate::data::Data;
use crate::external::{External, Protocol};
use crate::minimax::MinimaxAgent;
use crate::playable::Playable;
use crate::solver::Exact;
use crate::trained::{AlphaZeroPlayer, Bound, DqnPlayer, Shipped, Source, TreeOptions, strongest};

/// All forms of a spec, for messages and help.
pub const FORMS: &str = "random, greedy, careful, solver, 1..10, easy, medium, hard, max, level:1..10,time=1s,threads=N,tables=auto|off|DIR,book=off, \
                         engine:depth=N,nodes=N,time=1s,threads=N,table=MIB,tables=auto|off|DIR,book=off, \
                         alphabeta:depth=N,nodes=N,time=1s,threads=N,table=MIB,eval=NAME|FILE,temperature=T,book=on, minimax:depth=N, mcts:sims=N,nodes=N,time=1s,rollouts=N, \
                         dqn:RUN@best|latest|step-N,temperature=T, dqn:FILE.safetensors, dqn:shipped, \
                         az:RUN@best|latest|step-N,sims=N,nodes=N,time=1s,precision=f32|i16,leaves=N,symmetries=N,exact=NODES, az:FILE.safetensors, neural:sims=N,nodes=N,time=1s,precision=f32|i16,leaves=N,symmetries=N,exact=NODES, \
                         text:\"COMMAND\",depth=N,nodes=N,time=1s,wait=10s, gtp:\"COMMAND\", nboard:\"COMMAND\", hub:\"COMMAND\"";

/// A player's spec that cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecError {
    /// What is wrong, with everything that would be right.
    pub problem: Text,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl std::error::Error for SpecError {}

/// A player in one word, understood. Its text form is the spec as it was written.
///
/// ```
/// use damero_arena::Spec;
/// let spec: Spec = "alphabeta:depth=5,time=1s".parse()?;
/// assert_eq!(spec.to_string(), "alphabeta:depth=5,time=1s");
/// assert!("alphabeta:deep=5".parse::<Spec>().unwrap_err().to_string().contains("depth"));
/// # Ok::<(), damero_arena::SpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    text: String,
    kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Random,
    Greedy,
    Careful,
    /// The game's exact solver, which may have no answer.
    Solver,
    Level {
        level: Level,
        limits: Limits,
        options: Engine,
        /// Whether it plays from the book that comes with the program, if its level reads books.
        book: bool,
    },
    Engine {
        limits: Limits,
        options: Engine,
        /// Whether it plays from the book that comes with the program.
        book: bool,
    },
    AlphaBeta {
        limits: Limits,
        options: AlphaBetaOptions,
        /// Another evaluation than the game's own.
        eval: Option<String>,
        /// How freely it chooses among near-equal moves, in thousandths.
        temperature: Option<u32>,
        /// Whether it plays from the book that comes with the program.
        book: bool,
    },
    Minimax {
        depth: u32,
    },
    Mcts {
        limits: Limits,
        rollouts: u32,
    },
    Dqn {
        source: Source,
        /// In thousandths.
        temperature: u32,
    },
    AlphaZero {
        source: Source,
        search: Search,
    },
    /// The network that comes with the program.
    Neural {
        search: Search,
    },
    External {
        protocol: Protocol,
        command: Vec<String>,
        limits: Limits,
        /// How much longer than allowed it may take, and how long for anything but thinking.
        wait: Option<std::time::Duration>,
    },
}

/// How a network searches.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Search {
    limits: Limits,
    precision: Precision,
    tree: TreeOptions,
}

/// What a game's own engine is told; where it finds its tables is decided when it comes to the board.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Engine {
    options: EngineOptions,
    data: Data,
}

impl Engine {
    fn options(&self) -> EngineOptions {
        EngineOptions {
            data: self.data.folder(),
            ..self.options.clone()
        }
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let kind = match name {
            "random" => read::bare(text, rest, Kind::Random)?,
            "greedy" => read::bare(text, rest, Kind::Greedy)?,
            "careful" => read::bare(text, rest, Kind::Careful)?,
            "solver" => read::bare(text, rest, Kind::Solver)?,
            "level" => read::level(rest)?,
            "engine" => read::engine(rest)?,
            "alphabeta" => read::alpha_beta(rest)?,
            "minimax" => read::minimax(rest)?,
            "mcts" => read::mcts(rest)?,
            "dqn" => read::trained(rest)?,
            "az" => read::thinking(rest)?,
            "neural" => read::neural(rest)?,
            _ => match (name.parse::<Level>(), Protocol::named(name)) {
                (Ok(_), _) => read::bare(text, rest, read::level(name)?)?,
                (Err(_), Some(protocol)) => read::outside(protocol, rest)?,
                (Err(_), None) => return Err(unknown(text)),
            },
        };
        Ok(Self {
            text: text.to_owned(),
            kind,
        })
    }
}

impl From<Level> for Spec {
    fn from(level: Level) -> Self {
        Self {
            text: format!("level:{level}"),
            kind: Kind::Level {
                level,
                limits: Limits::default(),
                options: Engine::default(),
                book: true,
            },
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Spec {
    /// One of our own agents, which never fails.
    ///
    /// # Errors
    /// If the spec means a program outside, which may fail: see [`Spec::contestant`]; or if its tables cannot be used.
    pub fn agent<G: Playable>(&self, seed: u64) -> Result<Box<dyn Agent<G>>, SpecError> {
        Ok(Box::new(G::builtin(self, None, seed)?))
    }

    /// One of our own agents for games under `rules`, which can be given another seed for each game.
    ///
    /// # Errors
    /// As [`Spec::agent`]; or if it is a network that learned under other rules.
    pub fn builtin<G: Playable>(&self, rules: &G::Rules, seed: u64) -> Result<Builtin<G>, SpecError> {
        G::builtin(self, Some(rules), seed)
    }

    /// The player at the board.
    ///
    /// # Errors
    /// If the player cannot play this game, or its tables cannot be used.
    pub fn contestant<G: Playable>(&self, seed: u64) -> Result<Box<dyn Contestant<G>>, SpecError> {
        G::contestant(self, seed)
    }

    /// What [`Playable::builtin`] is for every game.
    pub(crate) fn make_builtin<G: Searchable>(
        &self,
        rules: Option<&G::Rules>,
        seed: u64,
    ) -> Result<Builtin<G>, SpecError> {
        if let Some(bound) = self.learned::<G>(seed)? {
            if let Some(rules) = rules {
                bound.check(rules).map_err(|fault| SpecError {
                    problem: fault.problem,
                })?;
            }
            return Ok(bound.builtin);
        }
        if self.kind == Kind::Solver {
            let problem = Text::new(
                "the solver may have no answer; here only players that always move can be used",
                "el solucionador puede no tener respuesta; aquí solo sirven jugadores que siempre mueven",
            );
            return Err(SpecError { problem });
        }
        self.unbound(seed)?.ok_or_else(|| SpecError {
            problem: text!(
                "{self} is a program outside, which may fail; here only our own players can be used",
                "{self} es un programa externo, que puede fallar; aquí solo sirven los jugadores propios"
            ),
        })
    }

    /// What [`Playable::contestant`] is for every game.
    pub(crate) fn make_contestant<G: Searchable>(
        &self,
        seed: u64,
    ) -> Result<Box<dyn Contestant<G>>, SpecError> {
        if let Kind::External {
            protocol,
            command,
            limits,
            wait,
        } = &self.kind
        {
            protocol.check::<G>()?;
            return Ok(Box::new(External::new(
                *protocol,
                command.clone(),
                *limits,
                *wait,
            )));
        }
        if self.kind == Kind::Solver {
            return Ok(Box::new(Exact::<G>::new()?));
        }
        if let Some(bound) = self.learned::<G>(seed)? {
            return Ok(Box::new(bound));
        }
        match self.unbound(seed)? {
            Some(builtin) => Ok(Box::new(builtin)),
            None => Err(unknown(&self.text)),
        }
    }

    /// A player with a network, bound to the rules that it has learned; `None` for all others.
    fn learned<G: Searchable>(&self, seed: u64) -> Result<Option<Bound<G>>, SpecError> {
        let valuing = |player: DqnPlayer<G>| Bound {
            rules: *player.rules(),
            builtin: Builtin::random(seed, Limits::default(), move |seed| Box::new(player.seeded(seed))),
        };
        let thinking = |player: AlphaZeroPlayer<G>, search: Search| Bound {
            rules: *player.rules(),
            builtin: Builtin::random(seed, search.limits, move |seed| {
                Box::new(player.agent(seed, search.tree))
            }),
        };
        Ok(Some(match &self.kind {
            Kind::Dqn { source, temperature } => {
                valuing(DqnPlayer::load(source, *temperature as f32 / 1000.0)?)
            }
            Kind::AlphaZero { source, search } => {
                thinking(AlphaZeroPlayer::load(source, search.precision)?, *search)
            }
            Kind::Neural { search } => match Shipped::load(search.precision)? {
                Shipped::AlphaZero(player) => thinking(player, *search),
                Shipped::Dqn(player) if *search == Search::default() => valuing(player),
                Shipped::Dqn(_) => return Err(read::does_not_search(&self.text, G::META.id)),
            },
            _ => return Ok(None),
        }))
    }

    /// One of our own agents with the limits of the spec, for any rules; `None` for a network and for what may fail.
    fn unbound<G: Searchable>(&self, seed: u64) -> Result<Option<Builtin<G>>, SpecError> {
        let none = Limits::default();
        let refused = |EngineError(why)| SpecError {
            problem: Text::owned(format!("{self}: {}", why.en), format!("{self}: {}", why.es)),
        };
        Ok(Some(match self.kind {
            // `learned` makes those with a network, `make_contestant` those that may fail.
            Kind::External { .. }
            | Kind::Solver
            | Kind::Dqn { .. }
            | Kind::AlphaZero { .. }
            | Kind::Neural { .. } => {
                return Ok(None);
            }
            Kind::Random => Builtin::random(seed, none, |seed| Box::new(RandomAgent::new(seed))),
            Kind::Greedy => Builtin::random(seed, none, |seed| G::greedy(seed)),
            Kind::Careful => Builtin::random(seed, none, |seed| Box::new(CarefulAgent::new(seed))),
            Kind::Level {
                level,
                limits,
                ref options,
                book,
            } => {
                let options = options.options();
                let agent = level.agent::<G>(seed, &options).map_err(refused)?;
                if level.rung::<G>().is_drawing() {
                    // It needs no files, so what was made once can be made again.
                    let make = move |seed| level.agent::<G>(seed, &options).expect("made before");
                    return Ok(Some(Builtin::random(seed, limits, make)));
                }
                let agent = if level == Level::MAX {
                    strongest(seed, agent)
                } else {
                    agent
                };
                with_book(seed, agent, limits, book && level.reads_books())
            }
            Kind::Engine {
                limits,
                ref options,
                book,
            } => {
                let agent = G::engine(&options.options()).map_err(refused)?;
                with_book(seed, agent, limits, book)
            }
            Kind::AlphaBeta {
                limits,
                options,
                temperature: Some(temperature),
                ..
            } => Builtin::random(seed, limits, move |seed| {
                let temperature = temperature as f32 / 1000.0;
                Box::new(Tempered::new(G::Eval::default(), options, temperature, seed))
            }),
            Kind::AlphaBeta {
                limits,
                options,
                eval: None,
                book,
                ..
            } => {
                let agent = Box::new(AlphaBeta::new(G::Eval::default(), options));
                with_book(seed, agent, limits, book)
            }
            Kind::AlphaBeta {
                limits,
                options,
                eval: Some(ref name),
                ..
            } => {
                let problem = |why: Text| SpecError {
                    problem: Text::owned(
                        format!("eval={name}: {}", why.en),
                        format!("eval={name}: {}", why.es),
                    ),
                };
                Builtin::fixed(G::engine_by(name, options).map_err(problem)?, limits)
            }
            Kind::Mcts { limits, rollouts } => Builtin::random(seed, limits, move |seed| {
                let options = mcts::Options {
                    seed,
                    ..mcts::Options::uct()
                };
                Box::new(Mcts::new(Rollouts { games: rollouts }, options))
            }),
            Kind::Minimax { depth } => {
                Builtin::fixed(Box::new(MinimaxAgent::new(G::Eval::default(), depth)), none)
            }
        }))
    }

    /// The same player with a transposition table of `mib` MiB, where its spec leaves the size open: one that forgets
    /// everything before each decision would spend its time on clearing a large table.
    #[must_use]
    pub fn with_table(mut self, mib: usize) -> Self {
        let is_given = |option: &str| option.trim_start().starts_with("table=");
        if !self.text.split([':', ',']).any(is_given) {
            match &mut self.kind {
                Kind::AlphaBeta { options, .. } => options.table_mib = mib,
                Kind::Engine { options, .. } | Kind::Level { options, .. } => options.options.table_mib = mib,
                _ => {}
            }
        }
        self
    }

    /// The same player whose run, if it names one, is looked for in another folder than `runs`.
    #[must_use]
    pub fn in_runs(mut self, folder: &Path) -> Self {
        if let Kind::Dqn { source, .. } | Kind::AlphaZero { source, .. } = &mut self.kind {
            source.in_runs(folder);
        }
        self
    }

    /// The same player asked to score every move, where it would else only find the best. It thinks by itself, as a
    /// book knows only some moves.
    #[must_use]
    pub fn scoring_all(mut self) -> Self {
        match &mut self.kind {
            Kind::AlphaBeta { options, book, .. } => {
                options.score_all = true;
                *book = false;
            }
            Kind::Engine { options, book, .. } | Kind::Level { options, book, .. } => {
                options.options.score_all = true;
                *book = false;
            }
            _ => {}
        }
        self
    }
}

/// The agent with its book, from which it plays any of the good moves: which one follows from the seed of the game.
fn with_book<G: Searchable>(
    seed: u64,
    agent: Box<dyn Agent<G>>,
    limits: Limits,
    is_booked: bool,
) -> Builtin<G> {
    if is_booked {
        Builtin::booked(seed, agent, limits)
    } else {
        Builtin::fixed(agent, limits)
    }
}

/// The agent that `spec` names; what it leaves to chance follows from `seed`.
///
/// # Errors
/// If the spec cannot be understood, with all that could be; or if it means a program outside.
pub fn agent<G: Playable>(spec: &str, seed: u64) -> Result<Box<dyn Agent<G>>, SpecError> {
    spec.parse::<Spec>()?.agent(seed)
}

/// The player that `spec` names, which may be a program outside.
///
/// # Errors
/// If the spec cannot be understood, with all that could be.
pub fn contestant<G: Playable>(spec: &str, seed: u64) -> Result<Box<dyn Contestant<G>>, SpecError> {
    spec.parse::<Spec>()?.contestant(seed)
}

fn unknown(text: &str) -> SpecError {
    SpecError {
        problem: text!(
            "unknown player {text:?}: there are {FORMS}",
            "jugador desconocido {text:?}: hay {FORMS}"
        ),
    }
}
