//! Where players meet: matches, tournaments, and the numbers that come of them.
//!
//! A [`Spec`] is a player in one word, such as `alphabeta:depth=5`; a [`Contestant`] is that player at the board. A
//! [`Contest`] plays paired openings on several threads into a [`Log`] that can be taken up again, and [`stats`] says
//! what the results are worth. Where the game is known only at run
//! time, an [`AnyPlayer`] answers with an [`Analysis`].
//!
//! Programs outside take part through a [`Protocol`], and our own players answer in the same ones by [`serve()`].
//!
//! Everything is reproducible: with players that do not look at the clock, the same seed gives the same games on any
//! number of threads.
//!
//! ```
//! use damero_arena::stats::{Elo, Tally};
//! use damero_arena::{Contest, Log, Openings, Pace};
//! use damero_games::quarto::Quarto;
//! use damero_search::Stop;
//!
//! let players = ["careful".parse()?, "random".parse()?];
//! let contest: Contest<Quarto> = Contest::duel(Default::default(), players, 20, Openings::Random(2), 1);
//! let mut log = Log::default();
//! contest.run(&mut log, 1, &Stop::default(), &mut |_| Pace::GoOn)?;
//! let tally = Tally::of(log.games(), 0, 1);
//! assert_eq!(tally.games(), 20);
//! assert!(Elo::of(&tally).diff > 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod contest;
mod contestant;
mod crosstable;
mod data;
mod error;
mod exam;
mod external;
mod game;
mod log;
mod measured;
mod minimax;
mod opening;
mod playable;
mod records;
pub mod run_layout;
mod seed;
mod serve;
mod solver;
mod spec;
pub mod stats;
mod trained;
mod words;

pub use analysis::{Analysis, AnyPlayer, BookEntry, MoveAnalysis};
pub use contest::{Contest, Entrant, Pace};
pub use contestant::{Builtin, Contestant, Fault, FaultKind};
pub use crosstable::{Crosstable, Row, gauntlet, ladder, round_robin};
pub use data::{DATA_VARIABLE, Data, data_dir};
pub use error::{ArenaError, io_reason};
pub use exam::{Decisions, Exam, Marks};
pub use external::{Protocol, split_command};
pub use game::{Finished, Forfeit, play_game};
pub use log::{Header, Log, Played};
pub use measured::{MeasuredPlayer, MeasuredRatings};
pub use minimax::MinimaxAgent;
pub use opening::Openings;
pub use playable::Playable;
pub use records::{colours, write_records};
pub use seed::{derived_seed, thread_count};
pub use serve::{ServeError, serve};
pub use solver::{no_solver, solve};
pub use spec::{FORMS, Spec, SpecError, agent, contestant};
pub use trained::{Named, shipped_rules};
pub use words::{read_duration, write_duration, write_limits};
