//! The messages of sockets and requests, and the same types for the page.
//!
//! [`typescript`] writes them as TypeScript. A test keeps `web/src/wire/index.ts` equal to it, so that the page and the
//! server agree on every message.
//!
//! ```
//! use damero_server::wire::{Command, Order, Plain};
//!
//! let text = r#"{"id": 1, "type": "move", "ply": 0, "actions": ["f5"]}"#;
//! let order = Order::Move { ply: 0, actions: vec!["f5".into()] };
//! assert_eq!(serde_json::from_str::<Command>(text)?, Command::Order { id: 1, order });
//! let text = r#"{"type": "ping", "t": 7}"#;
//! assert_eq!(serde_json::from_str::<Command>(text)?, Command::Plain(Plain::Ping { t: 7 }));
//! # Ok::<(), serde_json::Error>(())
//! ```

mod account;
mod command;
mod evaluation;
mod lesson;
mod line;
mod lobby;
mod puzzle;
mod rest;
mod result;
mod room;
mod schema;
mod study;
mod training;

pub use account::{
    AccountInfo, Confirmation, Credentials, Me, PasswordChange, QrCode, Recovery, RecoveryCodes, Registered,
    SecondFactorOffer, SecondFactorOn, SessionInfo,
};
pub use command::{Command, LobbyCommand, LobbyOrder, Order, Phrase, Plain};
pub use evaluation::{EvaluatedPly, EvaluationLine, Mark, Thresholds};
pub use lesson::{LessonAnswer, LessonInfo, LessonProgress, LessonRequest, LessonStep, RetryAnswer};
pub use line::{AnalyseRequest, EvaluateRequest, PictureRequest, ReplayRequest, RetryRequest};
pub use lobby::{Lobby, LobbyMessage, OpenRoom};
pub use puzzle::{
    PuzzleAnswer, PuzzleGame, PuzzleGoal, PuzzleHint, PuzzleMoves, PuzzleOfTheDay, PuzzleStanding,
    PuzzleTask, PuzzleTheme, PuzzleTried,
};
pub use rest::{
    Analysis, CreateRoom, GameInfo, GameSummary, ImportRequest, Imported, LeaderRow, MachineStrength,
    MoveSound, NetworkInfo, Opinion, OptionInfo, PresetInfo, Problem, Profile, Rating, RoomCreated,
    RulesText, RunningGame, SeatRequest, VersionInfo,
};
pub use result::{Cause, GameResult, RatingChange};
pub use room::{
    Can, Clock, ClockSetting, Frame, Head, LogEntry, Message, Offers, Pace, Presence, RoomState, Seat,
    Status, Thinking, Update,
};
pub use study::{
    Chapter, Explorer, ExplorerMove, PictureKind, ReadGame, ReadRequest, Study, StudyRequest, StudySummary,
    Visibility, WriteRequest,
};
pub use training::{
    Training, TrainingBoards, TrainingCheckpoint, TrainingGame, TrainingHistogram, TrainingHistograms,
    TrainingMetrics, TrainingRun,
};

use damero_games::lesson::Verdict;
use damero_games::{
    DrawnShape, GameId, GameTree, GridView, KeptOpinion, ShapeColour, Sound, Spelling, TreeNode, View as _,
    typescript as declare, with_game,
};
use ts_rs::Config;

/// What the games crate already defines, in the words of the page.
const PRELUDE: &str = "\
// Written by `cargo xtask golden` from crates/server/src/wire; do not edit.

/** A seat at the board; `first` makes the first decision of the game. */
export type Player = \"first\" | \"second\";

/** One value for each player. */
export type ByPlayer<T> = { first: T, second: T };

/** A sentence in both languages. */
export type Text = { en: string, es: string };

/** The absolute result of a finished game. */
export type Outcome = { win: Player } | \"draw\";

/** How strong the machine plays: ten levels, weakest first, of which four have a name. */
export type Level = \"easy\" | \"2\" | \"3\" | \"4\" | \"medium\" | \"6\" | \"hard\" | \"8\" | \"9\" | \"max\";

/** Which machine: a level, or the neural network that comes with the program. */
export type Machine = Level | \"neural\";

/** What to draw: the game's own view. */
export type View = Record<string, unknown>;
";

/// All types as one TypeScript module.
#[must_use]
pub fn typescript() -> String {
    // Numbers beyond 2^53 never occur: times in milliseconds and small counters.
    let config = Config::new().with_large_int("number");
    let mut types = vec![PRELUDE.to_owned(), games(), pages()];
    macro_rules! write_all {
        ($($T:ty),* $(,)?) => { $( types.push(declare::<$T>(&config)); )* };
    }
    write_all!(
        ClockSetting,
        Clock,
        Seat,
        Status,
        Cause,
        RatingChange,
        GameResult,
        Offers,
        Pace,
        Can,
        LogEntry,
        Frame,
        Head,
        Presence,
        RoomState,
        Update,
        Thinking,
        Opinion,
        Analysis,
        Phrase,
        Message,
        Order,
        Plain,
        Command,
        OpenRoom,
        GameSummary,
        RunningGame,
        Lobby,
        LobbyMessage,
        LobbyOrder,
        LobbyCommand,
        Rating,
        Me,
        Credentials,
        Registered,
        Recovery,
        AccountInfo,
        Confirmation,
        RecoveryCodes,
        QrCode,
        SecondFactorOffer,
        SecondFactorOn,
        PasswordChange,
        SessionInfo,
        PuzzleStanding,
        PuzzleTheme,
        PuzzleOfTheDay,
        PuzzleGame,
        PuzzleGoal,
        PuzzleTask,
        PuzzleMoves,
        PuzzleAnswer,
        PuzzleHint,
        PuzzleTried,
        PresetInfo,
        OptionInfo,
        NetworkInfo,
        MachineStrength,
        Spelling,
        Sound,
        MoveSound,
        GameInfo,
        RulesText,
        SeatRequest,
        CreateRoom,
        RoomCreated,
        ImportRequest,
        Imported,
        ReplayRequest,
        AnalyseRequest,
        EvaluateRequest,
        Thresholds,
        Mark,
        EvaluatedPly,
        EvaluationLine,
        Verdict,
        LessonStep,
        LessonInfo,
        LessonRequest,
        LessonAnswer,
        LessonProgress,
        RetryRequest,
        RetryAnswer,
        ShapeColour,
        DrawnShape,
        KeptOpinion,
        TreeNode,
        GameTree,
        Visibility,
        Chapter,
        StudyRequest,
        StudySummary,
        Study,
        ReadRequest,
        ReadGame,
        WriteRequest,
        PictureKind,
        PictureRequest,
        ExplorerMove,
        Explorer,
        LeaderRow,
        Profile,
        TrainingRun,
        TrainingCheckpoint,
        TrainingGame,
        Training,
        TrainingMetrics,
        TrainingHistogram,
        TrainingHistograms,
        TrainingBoards,
        VersionInfo,
        Problem,
        GridView,
    );
    for &id in GameId::ALL {
        types.extend(with_game!(id, G => G::types(&config)));
    }
    types.join("\n")
}

/// The games by name. An example is none of them: the page draws it as any game that it does not know.
fn games() -> String {
    let known = GameId::ALL.iter().filter(|id| !id.meta().example);
    let names = known.map(|id| format!("{:?}", id.meta().id)).collect::<Vec<_>>();
    format!(
        "/** The games that the page knows, in their order; a server may have others. */\n\
         export const GAMES = [{}] as const;\n\
         export type GameId = (typeof GAMES)[number];\n",
        names.join(", ")
    )
}

/// The pages by the first part of their addresses: the server answers any other address as one that leads nowhere.
fn pages() -> String {
    let names = crate::PAGES.iter().map(|(name, _)| format!("{name:?}"));
    format!(
        "/** The pages, by the first part of their addresses. */\n\
         export const PAGES = [{}] as const;\n\
         export type PageName = (typeof PAGES)[number];\n",
        names.collect::<Vec<_>>().join(", ")
    )
}
