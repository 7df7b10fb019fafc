//! What each write does to the tables. A conflict is detected by the number of changed rows, not by an error of the
//! engine: after an error PostgreSQL refuses the rest of the transaction.

use std::collections::HashSet;

use sqlx::{Connection as _, Row as _};

use super::accounts::{self, free_name, guest_key};
use super::expire::expire;
use super::explorer::explore;
use super::lessons;
use super::puzzles;
use super::studies;
use super::writer::Write;
use super::{APPEND_SINGLES, Connection};
use crate::error::StoreError;
use crate::model::{Append, NewGame, RatingRow};

/// Runs all writes of a batch in its transaction. Returns the result of each, or the error of the engine. Single moves are
/// most of the writes; they share one statement, which saves round trips.
pub(super) async fn apply_all<'a>(
    connection: &mut Connection,
    writes: impl Iterator<Item = &'a Write>,
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let mut answers = Vec::new();
    let mut moves: Vec<&Append> = Vec::new();
    let mut games = HashSet::new();
    for write in writes {
        if let Write::Append(append) = write
            && append.is_single()
        {
            // Two moves of one game depend on each other.
            if !games.insert(append.game.as_str()) {
                answers.extend(append_singles(connection, &moves).await?);
                moves.clear();
                games = HashSet::from([append.game.as_str()]);
            }
            moves.push(append);
            continue;
        }
        answers.extend(append_singles(connection, &moves).await?);
        moves.clear();
        games.clear();
        answers.push(match apply(connection, write).await {
            Err(StoreError::Engine(error)) => return Err(error.into()),
            answer => answer,
        });
    }
    answers.extend(append_singles(connection, &moves).await?);
    Ok(answers)
}

/// The moves of a batch that holds nothing else, each of another game: one statement, which is its own transaction.
pub(super) fn only_moves<'a>(writes: impl Iterator<Item = &'a Write>) -> Option<Vec<&'a Append>> {
    let mut games = HashSet::new();
    let single = |write: &'a Write| match write {
        Write::Append(append) if append.is_single() => games.insert(append.game.as_str()).then_some(append),
        _ => None,
    };
    writes.map(single).collect()
}

/// Events of different games, one each. An event is inserted only if its predecessor exists and it does not.
pub(super) async fn append_singles(
    connection: &mut Connection,
    moves: &[&Append],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    if moves.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<_> = moves
        .iter()
        .map(|append| (&append.game, append.seq, append.at, append.bodies.first()))
        .collect();
    // Our own rows always serialise.
    let rows = serde_json::to_string(&rows).unwrap_or_default();
    let added = sqlx::query(APPEND_SINGLES)
        .bind(rows)
        .fetch_all(connection)
        .await?;
    let added: HashSet<String> = added.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    let answer = |append: &&Append| match added.contains(&append.game) {
        true => Ok(()),
        false => Err(StoreError::Stale),
    };
    Ok(moves.iter().map(answer).collect())
}

/// Runs one write.
async fn apply(connection: &mut Connection, write: &Write) -> Result<(), StoreError> {
    match write {
        Write::AddGuest(user) => {
            let added = sqlx::query(
                "INSERT INTO users (id, name, name_key, created) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            )
            .bind(&user.id)
            .bind(&user.name)
            .bind(guest_key(&user.id))
            .bind(user.created)
            .execute(connection)
            .await?;
            one_row(added.rows_affected(), StoreError::Taken)
        }
        Write::Claim { id, name, password } => claim(connection, id, name, password).await,
        Write::AddSession { hash, user, at } => {
            let added = sqlx::query(
                "INSERT INTO sessions (hash, user_id, created, used) SELECT $1, $2, $3, $3 \
                 WHERE EXISTS (SELECT 1 FROM users WHERE id = $2)",
            )
            .bind(hash)
            .bind(user)
            .bind(at)
            .execute(connection)
            .await?;
            one_row(added.rows_affected(), StoreError::Missing)
        }
        Write::EndSession(hash) => {
            sqlx::query("DELETE FROM sessions WHERE hash = $1")
                .bind(hash)
                .execute(connection)
                .await?;
            Ok(())
        }
        Write::EndSessionsOf { user, except } => accounts::end_sessions(connection, user, except).await,
        Write::ChangeAccount { id, change, note } => {
            accounts::change(connection, id, change, note.as_ref()).await
        }
        Write::TouchSession { hash, at } => {
            sqlx::query("UPDATE sessions SET used = $2 WHERE hash = $1")
                .bind(hash)
                .bind(at)
                .execute(connection)
                .await?;
            Ok(())
        }
        Write::Expire(expiry) => expire(connection, expiry).await,
        Write::Probe(at) => {
            let put = sqlx::query(
                "INSERT INTO probe (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
            )
            .bind(at)
            .execute(connection)
            .await?;
            one_row(put.rows_affected(), StoreError::Missing)
        }
        Write::AddGame(game) => add_game(connection, game).await,
        Write::Append(append) => append_events(connection, append).await,
        Write::AddStudy(study) => studies::add(connection, study).await,
        Write::ChangeStudy(study) => studies::change(connection, study).await,
        Write::DeleteStudy { id, owner } => studies::delete(connection, id, owner).await,
        Write::Explore(game) => explore(connection, game).await,
        Write::KeepLessons { user, steps } => lessons::keep(connection, user, steps).await,
        Write::RecordPuzzle(result) => puzzles::record(connection, result).await,
    }
}

/// A guest becomes an account, unless somebody else has the name.
async fn claim(connection: &mut Connection, id: &str, name: &str, password: &str) -> Result<(), StoreError> {
    let (key, looks) = free_name(connection, id, name).await?;
    let changed = sqlx::query(
        "UPDATE users SET name = $2, name_key = $3, password = $4, lookalike = $5 WHERE id = $1 AND password IS NULL",
    )
    .bind(id)
    .bind(name)
    .bind(key)
    .bind(password)
    .bind(looks)
    .execute(connection)
    .await?;
    one_row(changed.rows_affected(), StoreError::Missing)
}

async fn add_game(connection: &mut Connection, game: &NewGame) -> Result<(), StoreError> {
    let [first, second] = &game.seats;
    let added = sqlx::query(
        "INSERT INTO games (id, game, rules, settings, created, rated, first_user, second_user, public) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
    )
    .bind(&game.id)
    .bind(&game.game)
    .bind(&game.rules)
    .bind(&game.settings)
    .bind(game.created)
    .bind(i64::from(game.rated))
    .bind(first)
    .bind(second)
    .bind(i64::from(game.public))
    .execute(connection)
    .await?;
    one_row(added.rows_affected(), StoreError::Taken)
}

async fn append_events(connection: &mut Connection, append: &Append) -> Result<(), StoreError> {
    let mut inner = connection.begin().await?;
    for (seq, body) in (append.seq..).zip(&append.bodies) {
        append_event(&mut inner, append, seq, body).await?;
    }
    if let Some([first, second]) = &append.seats {
        let changed = sqlx::query("UPDATE games SET first_user = $2, second_user = $3 WHERE id = $1")
            .bind(&append.game)
            .bind(first)
            .bind(second)
            .execute(&mut *inner)
            .await?;
        one_row(changed.rows_affected(), StoreError::Missing)?;
    }
    if let Some(finish) = &append.finish {
        let changed = sqlx::query("UPDATE games SET result = $2, ended = $3, plies = $4 WHERE id = $1")
            .bind(&append.game)
            .bind(&finish.result)
            .bind(append.at)
            .bind(finish.plies)
            .execute(&mut *inner)
            .await?;
        one_row(changed.rows_affected(), StoreError::Missing)?;
        for rating in &finish.ratings {
            put_rating(&mut inner, rating, PUT_RATING).await?;
        }
        for rating in &finish.machines {
            put_rating(&mut inner, rating, PUT_MACHINE).await?;
        }
    }
    inner.commit().await?;
    Ok(())
}

/// An event is inserted only if its predecessor exists and it does not.
async fn append_event(
    connection: &mut Connection,
    append: &Append,
    seq: i64,
    body: &str,
) -> Result<(), StoreError> {
    let added = sqlx::query(
        "INSERT INTO events (game_id, seq, at, body) SELECT $1, $2, $3, $4 \
         WHERE (SELECT COALESCE(MAX(seq), -1) FROM events WHERE game_id = $1) = $2 - 1 \
         AND EXISTS (SELECT 1 FROM games WHERE id = $1)",
    )
    .bind(&append.game)
    .bind(seq)
    .bind(append.at)
    .bind(body)
    .execute(connection)
    .await?;
    one_row(added.rows_affected(), StoreError::Stale)
}

/// The rating of a person is written only if it counts one game more than the stored one (optimistic locking).
const PUT_RATING: &str = "INSERT INTO ratings (user_id, game, rating, deviation, volatility, games) \
     SELECT $1, $2, $3, $4, $5, $6 \
     WHERE $6 = 1 OR EXISTS (SELECT 1 FROM ratings WHERE user_id = $1 AND game = $2) \
     ON CONFLICT (user_id, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, \
     volatility = excluded.volatility, games = excluded.games WHERE ratings.games = excluded.games - 1";

/// The same for a machine.
const PUT_MACHINE: &str = "INSERT INTO machine_ratings (level, game, rating, deviation, volatility, games) \
     SELECT $1, $2, $3, $4, $5, $6 \
     WHERE $6 = 1 OR EXISTS (SELECT 1 FROM machine_ratings WHERE level = $1 AND game = $2) \
     ON CONFLICT (level, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, \
     volatility = excluded.volatility, games = excluded.games WHERE machine_ratings.games = excluded.games - 1";

async fn put_rating(
    connection: &mut Connection,
    row: &RatingRow,
    sql: &'static str,
) -> Result<(), StoreError> {
    let put = sqlx::query(sql)
        .bind(&row.user)
        .bind(&row.game)
        .bind(row.rating)
        .bind(row.deviation)
        .bind(row.volatility)
        .bind(row.games)
        .execute(connection)
        .await?;
    one_row(put.rows_affected(), StoreError::Stale)
}

pub(super) fn one_row(rows: u64, otherwise: StoreError) -> Result<(), StoreError> {
    if rows == 1 { Ok(()) } else { Err(otherwise) }
}
