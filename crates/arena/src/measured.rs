//! How strong the machines of a game are: ratings that come from matches of our own program, written by
//! `damero tournament GAME --ratings FILE` and shipped in `crates/arena/ratings`, one line a game.

use std::sync::LazyLock;

use damero_games::GameId;
use serde::{Deserialize, Serialize};

use crate::crosstable::Crosstable;
use crate::log::Header;

/// The rating of a player of mean strength, where ratings of people begin too.
const MEAN: f64 = 1500.0;

/// The files that come with the program. Each names its game.
const SHIPPED: &[&str] = &[
    include_str!("../ratings/azul.json"),
    include_str!("../ratings/checkers.json"),
    include_str!("../ratings/chessfive.json"),
    include_str!("../ratings/quarto.json"),
    include_str!("../ratings/reversi.json"),
];

/// The ratings of all machines of a game, and how they were measured.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MeasuredRatings {
    /// The game's id.
    pub game: String,
    /// The rules id.
    pub rules: String,
    /// The openings in a few characters.
    pub openings: String,
    /// The limits for everybody, as in a spec.
    pub limits: String,
    /// The seed.
    pub seed: u64,
    /// The players, strongest first.
    pub players: Vec<MeasuredPlayer>,
}

/// What the games say of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MeasuredPlayer {
    /// The spec.
    pub player: String,
    /// In Elo points; the mean of all is 1500.
    pub rating: u32,
    /// Half the width of the 95 % interval.
    pub margin: u32,
    /// How many games.
    pub games: u64,
}

impl MeasuredPlayer {
    /// As rooms and requests name the machine: `easy` for `level:easy`, `neural` for `neural:sims=400`.
    #[must_use]
    pub fn machine(&self) -> &str {
        let name = self.player.strip_prefix("level:").unwrap_or(&self.player);
        name.split(':').next().unwrap_or(name)
    }
}

impl MeasuredRatings {
    /// The ratings that a finished tournament comes to.
    #[must_use]
    pub fn of(header: &Header, table: &Crosstable) -> Self {
        let players = table.rows.iter().map(|row| MeasuredPlayer {
            player: header.players[row.player].clone(),
            rating: (MEAN + row.rating.elo).round().max(0.0) as u32,
            margin: row.rating.margin.round() as u32,
            games: row.games,
        });
        Self {
            game: header.game.clone(),
            rules: header.rules.clone(),
            openings: header.openings.clone(),
            limits: header.limits.clone(),
            seed: header.seed,
            players: players.collect(),
        }
    }

    /// As a file.
    #[must_use]
    pub fn text(&self) -> String {
        // A plain structure of texts and numbers can always be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Those that come with the program; `None` for a game that nobody has measured.
    ///
    /// ```
    /// use damero_arena::MeasuredRatings;
    /// use damero_games::GameId;
    /// let ratings = MeasuredRatings::shipped(GameId::Reversi).expect("it was measured");
    /// assert_eq!(ratings.players.first().map(|first| first.machine()), Some("max"));
    /// ```
    #[must_use]
    pub fn shipped(game: GameId) -> Option<&'static Self> {
        static ALL: LazyLock<Vec<MeasuredRatings>> = LazyLock::new(|| {
            let read = SHIPPED.iter().map(|text| serde_json::from_str(text));
            // The tests read every one of them.
            read.filter_map(Result::ok).collect()
        });
        let game = game.meta().id;
        ALL.iter().find(|ratings| ratings.game == game)
    }
}

#[cfg(test)]
mod tests {
    use damero_search::Level;

    use super::*;
    use crate::{Spec, shipped_rules};

    #[test]
    fn a_measured_machine_has_one_rating_with_margin_and_games() {
        for text in SHIPPED {
            let ratings: MeasuredRatings = serde_json::from_str(text).expect("a file of ratings");
            let game: GameId = ratings.game.parse().expect("a game");
            assert_eq!(MeasuredRatings::shipped(game), Some(&ratings));
            assert_eq!(&ratings.text(), text, "written by the command");
            let rows = |machine: &str| {
                ratings
                    .players
                    .iter()
                    .filter(|row| row.machine() == machine)
                    .count()
            };
            for level in Level::ALL {
                assert!(rows(level.name()) <= 1, "{game}: {level}");
            }
            for level in [Level::MEDIUM, Level::HARD, Level::MAX] {
                assert_eq!(rows(level.name()), 1, "{game}: {level}");
            }
            assert_eq!(rows("neural") == 1, shipped_rules(game).is_some(), "{game}");
            for row in &ratings.players {
                assert!(row.player.parse::<Spec>().is_ok(), "{row:?}");
                assert!(row.margin > 0 && row.games > 0, "{row:?}");
            }
            let strongest_first = |pair: &[MeasuredPlayer]| pair[0].rating >= pair[1].rating;
            assert!(ratings.players.windows(2).all(strongest_first), "{game}");
        }
    }
}
