//! The finished games of a contest, in memory and in a file of JSON lines: first what the contest is, then a line for
//! each game in the order in which they end. A contest that was interrupted goes on where the file stops.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use damero_games::{Notation, Outcome, Player, PovOutcome, Record, Text, text};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::ArenaError;
use crate::game::Forfeit;

/// What a contest is: two with the same header play the same games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The game's id.
    pub game: String,
    /// The version of its rules.
    pub version: u32,
    /// The rules id.
    pub rules: String,
    /// The specs of the players.
    pub players: Vec<String>,
    /// Who meets whom, by their places in `players`.
    pub pairings: Vec<(usize, usize)>,
    /// The openings in a few characters.
    pub openings: String,
    /// The limits for everybody, as in a spec.
    pub limits: String,
    /// The seed.
    pub seed: u64,
}

/// A game of a contest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Played<G: Notation> {
    /// Its place in the contest. Games 2n and 2n + 1 are a pair: the same opening with the seats changed.
    pub number: u64,
    /// Who played first, by the place in the list of players.
    pub first: usize,
    /// Who played second.
    pub second: usize,
    /// The result.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Text,
    /// Who failed, if the game ended so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// The whole game.
    pub record: Record<G>,
}

impl<G: Notation> Played<G> {
    /// The result as one of the two players sees it.
    #[must_use]
    pub fn result_for(&self, player: usize) -> PovOutcome {
        self.outcome.pov(if player == self.first {
            Player::First
        } else {
            Player::Second
        })
    }
}

/// The finished games.
#[derive(Debug)]
pub struct Log<G: Notation> {
    games: BTreeMap<u64, Played<G>>,
    file: Option<(PathBuf, File)>,
}

impl<G: Notation> Default for Log<G> {
    fn default() -> Self {
        Self {
            games: BTreeMap::new(),
            file: None,
        }
    }
}

impl<G: Notation> Log<G> {
    /// Opens a file, new or with games of the same contest in it. A line cut short by a crash is dropped.
    ///
    /// # Errors
    /// If the file is of another contest or damaged, or the system refuses it.
    pub fn open(path: &Path, header: &Header) -> Result<Self, ArenaError> {
        let refused = |cause: io::Error| ArenaError::File {
            path: path.to_owned(),
            cause,
        };
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(refused(error)),
        };
        // Only whole lines count.
        let whole = &text[..text.rfind('\n').map_or(0, |at| at + 1)];
        let damaged = |problem: Text| ArenaError::Log {
            path: path.to_owned(),
            problem,
        };
        let mut games = BTreeMap::new();
        let mut lines = whole.lines().enumerate();
        let begun = lines.next();
        if let Some((_, line)) = begun {
            same_contest(line, header).map_err(damaged)?;
        }
        for (i, line) in lines {
            let played: Played<G> = serde_json::from_str(line).map_err(|error| {
                let number = i + 1;
                damaged(text!("line {number}: {error}", "línea {number}: {error}"))
            })?;
            games.insert(played.number, played);
        }
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(refused)?;
        file.set_len(whole.len() as u64).map_err(refused)?;
        if begun.is_none() {
            write_line(&mut file, header).map_err(refused)?;
        }
        Ok(Self {
            games,
            file: Some((path.to_owned(), file)),
        })
    }

    /// Adds a game, on disk before it counts.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, played: Played<G>) -> Result<(), ArenaError> {
        if let Some((path, file)) = &mut self.file {
            write_line(file, &played).map_err(|cause| ArenaError::File {
                path: path.clone(),
                cause,
            })?;
        }
        self.games.insert(played.number, played);
        Ok(())
    }

    /// Whether a game is there.
    #[must_use]
    pub fn has(&self, number: u64) -> bool {
        self.games.contains_key(&number)
    }

    /// How many games there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The games in the order of the contest.
    pub fn games(&self) -> impl Iterator<Item = &Played<G>> + Clone {
        self.games.values()
    }
}

fn write_line(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    file.write_all(line.as_bytes())?;
    file.flush()
}

/// Refuses the header of another contest, naming the first difference.
fn same_contest(line: &str, header: &Header) -> Result<(), Text> {
    let found: Value = serde_json::from_str(line).map_err(|_| {
        Text::new(
            "not a file of finished games",
            "no es un archivo de partidas terminadas",
        )
    })?;
    let wanted = serde_json::to_value(header).unwrap_or_default();
    let fields = wanted.as_object().into_iter().flatten();
    for (name, wanted) in fields {
        let found = &found[name.as_str()];
        if found != wanted {
            return Err(text!(
                "it holds the games of another contest: {name} is {found} there and {wanted} here",
                "tiene las partidas de otra contienda: {name} es {found} allí y {wanted} aquí"
            ));
        }
    }
    Ok(())
}
