//! By how much: the points of games that keep them, beside who won.

use damero_games::{Notation, Player};
use serde::Serialize;

use super::normal::Z95;
use crate::log::Played;

/// The mean points of one player and another, at the end of games that the rules ended.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Points {
    /// Games that count.
    pub games: u64,
    /// The mean of the player.
    pub own: f64,
    /// The mean of the other.
    pub other: f64,
    /// How much the one had more than the other, in the mean.
    pub margin: f64,
    /// Half the width of the margin's 95 % interval; infinite for one game.
    pub error: f64,
}

impl Points {
    /// The points of the games between `player` and `other`; `None` if there are none with points.
    pub fn of<'a, G: Notation>(
        games: impl IntoIterator<Item = &'a Played<G>>,
        player: usize,
        other: usize,
    ) -> Option<Self> {
        let between = |game: &&Played<G>| {
            [[player, other], [other, player]].contains(&[game.first, game.second]) && game.forfeit.is_none()
        };
        let scores = games.into_iter().filter(between).filter_map(|game| {
            // A record that a person has spoiled has no last position, and no points.
            let scores = game.record.last().ok()?.scores()?;
            let seat = if game.first == player {
                Player::First
            } else {
                Player::Second
            };
            Some((f64::from(scores[seat]), f64::from(scores[seat.other()])))
        });
        Self::of_scores(&scores.collect::<Vec<_>>())
    }

    /// The points of the player and of the other in each game; `None` if there is no game.
    #[must_use]
    pub fn of_scores(scores: &[(f64, f64)]) -> Option<Self> {
        let count = scores.len() as f64;
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| scores.iter().map(of).sum::<f64>() / count;
        let margin = mean(&|(own, other)| own - other);
        let squares = mean(&|(own, other)| (own - other - margin).powi(2));
        (!scores.is_empty()).then(|| Self {
            games: scores.len() as u64,
            own: mean(&|score| score.0),
            other: mean(&|score| score.1),
            margin,
            error: if scores.len() > 1 {
                Z95 * (squares / (count - 1.0)).sqrt()
            } else {
                f64::INFINITY
            },
        })
    }
}
