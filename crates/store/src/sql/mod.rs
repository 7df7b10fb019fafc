//! The SQL that both engines share, compiled once for each. The module of an engine defines its types and its own
//! statements, and includes this one. Placeholders, conflict clauses and types are written in the common dialect.

mod apply;
mod migrate;
mod read;
mod writer;

use super::{APPEND_SINGLES, CHECKPOINTS, Connection, Link, Pool, Row, STEPS, begin, checkpoint};

pub(super) use migrate::up_to_date;
pub(super) use writer::Writer;

use async_trait::async_trait;

use crate::error::StoreError;
use crate::model::{Account, Append, EventRow, GameQuery, GameRow, NewGame, Ranked, RatingRow, User};
use crate::store::{Store, Watcher};
use writer::Write;

#[async_trait]
impl Store for super::Engine {
    async fn add_guest(&self, user: &User) -> Result<(), StoreError> {
        self.writer.write(Write::AddGuest(user.clone())).await
    }

    async fn user(&self, id: &str) -> Result<Option<User>, StoreError> {
        read::user(&self.readers, id).await
    }

    async fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        read::account(&self.readers, name).await
    }

    async fn claim(&self, id: &str, name: &str, password: &str) -> Result<(), StoreError> {
        let write = Write::Claim {
            id: id.to_owned(),
            name: name.to_owned(),
            password: password.to_owned(),
        };
        self.writer.write(write).await
    }

    async fn add_session(&self, hash: &str, user: &str, at: i64) -> Result<(), StoreError> {
        let write = Write::AddSession {
            hash: hash.to_owned(),
            user: user.to_owned(),
            at,
        };
        self.writer.write(write).await
    }

    async fn session(&self, hash: &str) -> Result<Option<User>, StoreError> {
        read::session(&self.readers, hash).await
    }

    async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        self.writer.write(Write::EndSession(hash.to_owned())).await
    }

    async fn end_sessions_before(&self, at: i64) -> Result<(), StoreError> {
        self.writer.write(Write::EndSessionsBefore(at)).await
    }

    async fn add_game(&self, game: &NewGame) -> Result<(), StoreError> {
        self.writer.write(Write::AddGame(game.clone())).await
    }

    async fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        read::game(&self.readers, id).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.writer.write(Write::Append(append)).await
    }

    async fn events(&self, game: &str) -> Result<Vec<EventRow>, StoreError> {
        read::events(&self.readers, game).await
    }

    async fn running(&self, after: i64) -> Result<Vec<GameRow>, StoreError> {
        read::running(&self.readers, after).await
    }

    async fn finished(&self, query: &GameQuery) -> Result<Vec<GameRow>, StoreError> {
        read::finished(&self.readers, query).await
    }

    async fn ratings(&self, user: &str) -> Result<Vec<RatingRow>, StoreError> {
        read::ratings(&self.readers, user).await
    }

    async fn leaders(&self, game: &str, deviation: f64, limit: i64) -> Result<Vec<Ranked>, StoreError> {
        read::leaders(&self.readers, game, deviation, limit).await
    }

    async fn machine_ratings(&self, game: &str) -> Result<Vec<RatingRow>, StoreError> {
        read::machine_ratings(&self.readers, game).await
    }

    fn watch(&self, watcher: Watcher) {
        self.writer.watch(watcher);
    }

    async fn backup(&self, to: &std::path::Path) -> Result<(), StoreError> {
        super::backup(&self.readers, to).await
    }

    async fn close(&self) {
        self.writer.close().await;
        self.readers.close().await;
    }
}
