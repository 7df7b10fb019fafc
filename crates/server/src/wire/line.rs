//! Requests about a line of play, which all begin alike.

use serde::Deserialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::study::PictureKind;

/// A request: which game, from where and what was played, and then what this one asks besides. Written out by a macro,
/// as a request that refuses unknown keys cannot hold another one flattened.
macro_rules! about_a_line {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $key:ident: $kind:ty,)* }) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema, TS)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// Which game.
            pub game: String,
            /// The rules id; the default rules when left out.
            #[serde(default)]
            pub rules: Option<String>,
            /// A position string to start from.
            #[serde(default)]
            pub start: Option<String>,
            /// Moves and chance events.
            #[serde(default)]
            pub moves: Vec<String>,
            $(
                $(#[$doc])*
                #[serde(default)]
                pub $key: $kind,
            )*
        }
    };
}

about_a_line! {
    /// A line of play to be shown.
    ReplayRequest {}
}

about_a_line! {
    /// A position to be thought about.
    AnalyseRequest {
        /// How long, from 100 to 5000 milliseconds.
        time_ms: Option<u64>,
        /// Who is asked instead of the engine: `neural`, or a player that was trained here, such as
        /// `dqn:quarto-dqn-1@best`.
        with: Option<String>,
        /// For how many moves the expected line of play is wanted, up to 5; for the best one when left out.
        lines: Option<usize>,
    }
}

about_a_line! {
    /// A line of play of which a picture is wanted.
    PictureRequest {
        /// What kind; an SVG of the last position when left out.
        kind: Option<PictureKind>,
    }
}

about_a_line! {
    /// A position, and a move to be tried in it.
    RetryRequest {
        /// The move.
        attempt: String,
    }
}

about_a_line! {
    /// A line of play to be evaluated from its first position to its last.
    EvaluateRequest {
        /// How long for each position, from 20 to 1000 milliseconds; less if the game is long.
        time_ms: Option<u64>,
    }
}
