//! Glicko-2 ratings, one a person and game, brought up to date after every rated game.

use damero_games::{ByPlayer, Outcome, Player, PovOutcome};
use damero_store::RatingRow;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::wire::{Rating, RatingChange};

/// Deviations stay between these: a rating is never certain, and never worth nothing.
const DEVIATIONS: std::ops::RangeInclusive<f64> = 45.0..=500.0;

/// Above this deviation a rating is marked as provisional.
const PROVISIONAL: f64 = 110.0;

/// Up to this deviation a player is ranked.
pub(crate) const RANKABLE: f64 = 75.0;

/// The rating of somebody who has not played yet.
pub(crate) fn unrated(user: &str, game: &str) -> RatingRow {
    let new = Glicko2Rating::new();
    RatingRow {
        user: user.to_owned(),
        game: game.to_owned(),
        rating: new.rating,
        deviation: new.deviation,
        volatility: new.volatility,
        games: 0,
    }
}

/// The row of a game among the rows of a person.
pub(crate) fn row(rows: &[RatingRow], user: &str, game: &str) -> RatingRow {
    let found = rows.iter().find(|row| row.game == game);
    found.cloned().unwrap_or_else(|| unrated(user, game))
}

/// The ratings after a game between two people.
pub(crate) fn after(rows: &ByPlayer<RatingRow>, outcome: Outcome) -> ByPlayer<RatingRow> {
    let glicko = |row: &RatingRow| Glicko2Rating {
        rating: row.rating,
        deviation: row.deviation,
        volatility: row.volatility,
    };
    let result = match outcome.pov(Player::First) {
        PovOutcome::Win => Outcomes::WIN,
        PovOutcome::Draw => Outcomes::DRAW,
        PovOutcome::Loss => Outcomes::LOSS,
    };
    let (first, second) = glicko2(
        &glicko(&rows.first),
        &glicko(&rows.second),
        &result,
        &Glicko2Config::new(),
    );
    let next = |row: &RatingRow, new: Glicko2Rating| RatingRow {
        rating: new.rating,
        deviation: new.deviation.clamp(*DEVIATIONS.start(), *DEVIATIONS.end()),
        volatility: new.volatility,
        games: row.games + 1,
        ..row.clone()
    };
    ByPlayer::new(next(&rows.first, first), next(&rows.second, second))
}

/// The number that people see.
pub(crate) fn shown(rating: f64) -> u32 {
    rating.max(0.0).round() as u32
}

/// Whether a rating is still unsure.
pub(crate) fn provisional(row: &RatingRow) -> bool {
    row.deviation > PROVISIONAL
}

/// What a game did, in the numbers that people see.
pub(crate) fn change(before: &RatingRow, after: &RatingRow) -> RatingChange {
    RatingChange {
        before: shown(before.rating),
        after: shown(after.rating),
    }
}

/// A row for the page.
pub(crate) fn wire(row: &RatingRow) -> Rating {
    Rating {
        game: row.game.clone(),
        rating: shown(row.rating),
        deviation: shown(row.deviation),
        provisional: provisional(row),
        games: row.games,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_win_moves_both_by_the_same_and_makes_them_surer() {
        let rows = ByPlayer::new(unrated("a", "reversi"), unrated("b", "reversi"));
        let now = after(&rows, Outcome::Win(Player::Second));
        assert!((now.second.rating - 1662.2).abs() < 0.5, "{}", now.second.rating);
        assert!((now.first.rating + now.second.rating - 3000.0).abs() < 1e-6);
        assert!(now.first.deviation < rows.first.deviation);
        assert_eq!((now.first.games, now.second.games), (1, 1));
        assert!(provisional(&now.first));
    }

    #[test]
    fn deviations_stay_in_their_bounds() {
        let mut rows = ByPlayer::new(unrated("a", "azul"), unrated("b", "azul"));
        for i in 0..200 {
            let winner = if i % 2 == 0 { Player::First } else { Player::Second };
            rows = after(&rows, Outcome::Win(winner));
        }
        assert!(rows.first.deviation >= 45.0 && rows.first.deviation <= RANKABLE);
        assert!(!provisional(&rows.first));
    }
}
