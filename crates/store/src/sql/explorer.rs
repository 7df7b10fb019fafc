//! The counts of the opening explorer. A game is counted in the same transaction that notes that it was.

use sqlx::{Connection as _, FromRow, Row as _};

use super::apply::one_row;
use super::{Connection, Pool, Row};
use crate::error::StoreError;
use crate::explorer::{Ended, ExploredGame, GameSource, MoveCount};
use crate::model::GameRow;

impl FromRow<'_, Row> for MoveCount {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            source: GameSource::of(row.try_get("source")?),
            text: row.try_get("move")?,
            first: row.try_get("first_wins")?,
            draws: row.try_get("draws")?,
            second: row.try_get("second_wins")?,
            points: row.try_get("points")?,
            pointed: row.try_get("pointed")?,
        })
    }
}

pub(super) async fn explore(connection: &mut Connection, game: &ExploredGame) -> Result<(), StoreError> {
    let mut inner = connection.begin().await?;
    let noted = match game.source {
        GameSource::Here => sqlx::query("UPDATE games SET explored = 1 WHERE id = $1 AND explored = 0"),
        GameSource::Collection => {
            sqlx::query("INSERT INTO collected_games (id) VALUES ($1) ON CONFLICT DO NOTHING")
        }
    };
    let noted = noted.bind(&game.id).execute(&mut *inner).await?;
    one_row(noted.rows_affected(), StoreError::Taken)?;
    let count = |wanted: Ended| i64::from(game.ended == wanted);
    for played in &game.moves {
        sqlx::query(
            "INSERT INTO explored_moves \
             (game, rules, position, source, move, first_wins, draws, second_wins, points, pointed) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
             ON CONFLICT (game, rules, position, source, move) DO UPDATE SET \
             first_wins = explored_moves.first_wins + excluded.first_wins, \
             draws = explored_moves.draws + excluded.draws, \
             second_wins = explored_moves.second_wins + excluded.second_wins, \
             points = explored_moves.points + excluded.points, \
             pointed = explored_moves.pointed + excluded.pointed",
        )
        .bind(&game.game)
        .bind(&game.rules)
        .bind(played.position)
        .bind(game.source.number())
        .bind(&played.text)
        .bind(count(Ended::First))
        .bind(count(Ended::Drawn))
        .bind(count(Ended::Second))
        .bind(game.points.unwrap_or_default())
        .bind(i64::from(game.points.is_some()))
        .execute(&mut *inner)
        .await?;
    }
    inner.commit().await?;
    Ok(())
}

pub(super) async fn unexplored(pool: &Pool, limit: i64) -> Result<Vec<GameRow>, StoreError> {
    let games = sqlx::query_as(
        "SELECT * FROM games WHERE ended IS NOT NULL AND public = 1 AND explored = 0 ORDER BY created LIMIT $1",
    );
    Ok(games.bind(limit).fetch_all(pool).await?)
}

pub(super) async fn explored(
    pool: &Pool,
    game: &str,
    rules: &str,
    position: i64,
) -> Result<Vec<MoveCount>, StoreError> {
    let counts = sqlx::query_as(
        "SELECT * FROM explored_moves WHERE game = $1 AND rules = $2 AND position = $3 \
         ORDER BY first_wins + draws + second_wins DESC, move",
    );
    Ok(counts
        .bind(game)
        .bind(rules)
        .bind(position)
        .fetch_all(pool)
        .await?)
}
