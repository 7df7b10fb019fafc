//! Everybody against everybody: who meets whom in a tournament, and the table of what came of it.

use damero_games::Notation;
use serde::Serialize;

use crate::log::Log;
use crate::stats::{Encounter, Rating, Tally, ratings};

/// Everybody meets everybody.
#[must_use]
pub fn round_robin(players: usize) -> Vec<(usize, usize)> {
    (0..players)
        .flat_map(|a| (a + 1..players).map(move |b| (a, b)))
        .collect()
}

/// The first player meets all others.
#[must_use]
pub fn gauntlet(players: usize) -> Vec<(usize, usize)> {
    (1..players).map(|other| (0, other)).collect()
}

/// Each player meets the one before.
#[must_use]
pub fn ladder(players: usize) -> Vec<(usize, usize)> {
    (1..players).map(|upper| (upper, upper - 1)).collect()
}

/// One player's line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The place in the list of players.
    pub player: usize,
    /// Points from all games.
    pub points: f64,
    /// All games.
    pub games: u64,
    /// The rating.
    pub rating: Rating,
    /// The results against each player, in the order of the list of players.
    pub against: Vec<Tally>,
}

/// The table of a tournament, best player first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Crosstable {
    /// One line for each player.
    pub rows: Vec<Row>,
}

/// Draws that everybody is given against a player of mean strength.
const PRIOR: f64 = 1.0;

impl Crosstable {
    /// The table of the games in `log` between so many players.
    #[must_use]
    pub fn of<G: Notation>(log: &Log<G>, players: usize) -> Self {
        let met = |a: usize, b: usize| match a == b {
            true => Tally::default(),
            false => Tally::of(log.games(), a, b),
        };
        let tallies: Vec<Vec<Tally>> = (0..players)
            .map(|a| (0..players).map(|b| met(a, b)).collect())
            .collect();
        let encounter = |tally: &Tally| Encounter {
            games: tally.games() as f64,
            points: tally.points(),
        };
        let table: Vec<Vec<Encounter>> = tallies
            .iter()
            .map(|row| row.iter().map(encounter).collect())
            .collect();
        let rated = ratings(&table, PRIOR);
        let mut rows: Vec<Row> = tallies
            .into_iter()
            .zip(rated)
            .enumerate()
            .map(|(player, (against, rating))| Row {
                player,
                points: against.iter().map(Tally::points).sum(),
                games: against.iter().map(Tally::games).sum(),
                rating,
                against,
            })
            .collect();
        rows.sort_by(|a, b| {
            b.rating
                .elo
                .total_cmp(&a.rating.elo)
                .then(a.player.cmp(&b.player))
        });
        Self { rows }
    }

    /// As comma-separated values: rank, player, rating, margin, points, games, then the points against each player in
    /// the order of the lines.
    #[must_use]
    pub fn csv(&self, names: &[String]) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let mut out = "rank,player,elo,margin,points,games".to_owned();
        for row in &self.rows {
            out.push(',');
            out += &quoted(&names[row.player]);
        }
        out.push('\n');
        for (rank, row) in self.rows.iter().enumerate() {
            let Rating { elo, margin } = row.rating;
            out += &format!(
                "{},{},{elo:.1},{margin:.1},{},{}",
                rank + 1,
                quoted(&names[row.player]),
                row.points,
                row.games
            );
            for other in &self.rows {
                let met = row.against[other.player];
                out.push(',');
                if met.games() > 0 {
                    out += &met.points().to_string();
                }
            }
            out.push('\n');
        }
        out
    }
}
