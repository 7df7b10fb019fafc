//! How a room is set up, and what can happen in it. Both are kept in the store as JSON, so a change here must still
//! read what was written before.

use damero_games::{ByPlayer, GameId, Player};
use serde::{Deserialize, Serialize};

use crate::machines::Machine;
use crate::trained::Trained;
use crate::wire::{ClockSetting, GameResult, Seat};

/// Who is meant to sit at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Chair {
    /// Whoever comes.
    Open,
    /// The person with this id.
    Human(String),
    /// The machine of this name: a level, or the network that comes with the program.
    Machine(String),
    /// A player that was trained here.
    Trained(Trained),
}

impl Chair {
    /// The person's id.
    pub(crate) fn person(&self) -> Option<&str> {
        match self {
            Self::Human(id) => Some(id),
            Self::Open | Self::Machine(_) | Self::Trained(_) => None,
        }
    }

    /// Whether no person sits here or ever will.
    pub(crate) fn is_machine(&self) -> bool {
        matches!(self, Self::Machine(_) | Self::Trained(_))
    }

    /// Which machine sits here, unless it is one that was trained here.
    pub(crate) fn machine(&self) -> Option<Machine> {
        match self {
            Self::Machine(name) => name.parse().ok(),
            Self::Open | Self::Human(_) | Self::Trained(_) => None,
        }
    }
}

/// How a room was set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// Which game.
    pub(crate) game: GameId,
    /// The rules id.
    pub(crate) rules: String,
    /// Who sat where at the beginning.
    pub(crate) chairs: ByPlayer<Chair>,
    /// The clock.
    pub(crate) clock: Option<ClockSetting>,
    /// Whether it counts for ratings.
    pub(crate) rated: bool,
    /// Whether the lobby shows it.
    pub(crate) public: bool,
    /// The position string of the start, if not the usual one.
    pub(crate) start: Option<String>,
    /// What had happened in the record that is continued here.
    pub(crate) opening: Vec<String>,
    /// Who made the room.
    pub(crate) host: String,
    /// The pause between the turns of two machines.
    pub(crate) delay_ms: u64,
}

impl Settings {
    /// The same again with the sides swapped, between the people who sit there now.
    pub(crate) fn swapped(&self, chairs: ByPlayer<Chair>) -> Self {
        Self {
            chairs: ByPlayer::new(chairs.second, chairs.first),
            // Odds go with the one who gives them.
            clock: self.clock.map(|clock| ClockSetting {
                odds: clock.odds.map(|odds| ByPlayer::new(odds.second, odds.first)),
                ..clock
            }),
            ..self.clone()
        }
    }

    /// Whether the game begins at the beginning.
    pub(crate) fn begins_as_usual(&self) -> bool {
        self.start.is_none() && self.opening.is_empty()
    }
}

/// Something that happened in a room. Replaying all of them from the settings gives the room again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Event {
    /// Somebody took an open seat.
    Sit {
        /// Which.
        seat: Player,
        /// Who.
        user: String,
    },
    /// Actions, and the chance events that followed.
    Play {
        /// In the notation of the game.
        texts: Vec<String>,
        /// Time taken.
        ms: u64,
        /// The clocks afterwards.
        clock: Option<ByPlayer<u64>>,
        /// What of the time taken was the line's, and given back.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag: u64,
    },
    /// The log was cut back to this length.
    Undo {
        /// The length.
        ply: usize,
    },
    /// The game is over.
    End {
        /// How.
        result: GameResult,
    },
    /// Another game was begun.
    Next {
        /// Where.
        room: String,
    },
    /// The machine gave a hint, for the first time in this game.
    Hint,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// What the page sees of a chair. Names and ratings are known to whoever loaded the room.
pub(crate) fn seat(chair: &Chair, people: &[Seat]) -> Seat {
    match chair {
        Chair::Open => Seat::Open,
        Chair::Trained(Trained { spec, run, step, .. }) => Seat::Trained {
            spec: spec.clone(),
            run: run.clone(),
            step: *step,
        },
        Chair::Machine(name) => {
            let known = people
                .iter()
                .find(|seat| matches!(seat, Seat::Machine { level, .. } if level == name));
            known.cloned().unwrap_or_else(|| Seat::Machine {
                level: name.clone(),
                rating: None,
                provisional: true,
            })
        }
        Chair::Human(who) => {
            let known = people
                .iter()
                .find(|seat| matches!(seat, Seat::Human { id, .. } if id == who));
            known.cloned().unwrap_or_else(|| Seat::Human {
                id: who.clone(),
                name: "?".to_owned(),
                guest: true,
                rating: 1500,
                provisional: true,
            })
        }
    }
}
