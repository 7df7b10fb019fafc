//! What an operator does with accounts and collections of games, beside a running server or without one. Everything that changes something is noted in
//! the audit log of the store, which is also how a running server learns of it.

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

use damero_games::collection::{Collection, Names};
use damero_games::{GameId, Lang, Text, text};
use damero_store::{Account, AccountChange, AuditNote, Ban, Store, StoreError};
use serde::Serialize;
use tokio::runtime::Runtime;

use crate::accounts::check_name;
use crate::accounts::recovery::NewCodes;
use crate::blocking::{open_beside, runtime};
use crate::config::Database;
use crate::engine_use::{self, EngineUse, EngineUseQuery};
use crate::explorer::{self, Import};
use crate::server_error::ServerError;
use crate::time::now_ms;

/// Accounts that are read at a time.
const PAGE: i64 = 500;

/// Why an operator's wish was not done.
#[derive(Debug)]
#[non_exhaustive]
pub enum AdminError {
    /// It is refused, and nothing has changed.
    Refused(Text),
    /// The data cannot be used.
    Server(ServerError),
}

impl AdminError {
    /// The sentence in `lang`.
    #[must_use]
    pub fn message(&self, lang: Lang) -> String {
        match self {
            Self::Refused(text) => text.get(lang).to_owned(),
            Self::Server(error) => error.message(lang),
        }
    }
}

impl From<ServerError> for AdminError {
    fn from(error: ServerError) -> Self {
        Self::Server(error)
    }
}

impl From<StoreError> for AdminError {
    fn from(error: StoreError) -> Self {
        Self::Server(error.into())
    }
}

/// An account as an operator sees it. Times are milliseconds since 1970.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AdminAccount {
    /// Its name.
    pub name: String,
    /// Since when.
    pub created: i64,
    /// When it was last here, about, if it is logged in anywhere.
    pub used: Option<i64>,
    /// Why it is banned.
    pub banned: Option<String>,
    /// Whether it has a second factor.
    pub two_factor: bool,
}

/// An entry of the audit log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AdminEntry {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Who did it.
    pub actor: String,
    /// What: `ban`, `unban`, `rename` or `reset`.
    pub action: String,
    /// The name of the account before.
    pub name: String,
    /// The reason, or the new name.
    pub detail: String,
}

/// What became of the games of a file.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct ImportReport {
    /// Games that count now.
    pub counted: usize,
    /// Games that were imported before.
    pub known: usize,
    /// Games without a result or without moves.
    pub useless: usize,
    /// Games that cannot be read: which of the file, from 1, and why.
    pub problems: Vec<(usize, String)>,
}

/// An operator at work.
pub struct Admin {
    runtime: Runtime,
    store: Arc<dyn Store>,
    actor: String,
}

impl Admin {
    /// Opens the data in a folder, or in a database. `actor` is the operator's name for the log.
    ///
    /// # Errors
    /// If there is no data, or it cannot be opened.
    pub fn open(folder: &Path, database: Option<&Database>, actor: &str) -> Result<Self, ServerError> {
        let runtime = runtime()?;
        let store = runtime.block_on(open_beside(folder, database))?;
        Ok(Self {
            runtime,
            store,
            actor: actor.to_owned(),
        })
    }

    /// All accounts in the order of their names.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub fn list(&self) -> Result<Vec<AdminAccount>, AdminError> {
        self.runtime.block_on(async {
            let mut all = Vec::new();
            let mut last = String::new();
            loop {
                let page = self.store.accounts_after(&last, PAGE).await?;
                let Some(end) = page.last() else { break };
                last.clone_from(&end.account.user.name);
                all.extend(page.into_iter().map(|row| AdminAccount {
                    name: row.account.user.name,
                    created: row.account.user.created,
                    used: row.used,
                    banned: row.account.ban.map(|ban| ban.reason),
                    two_factor: row.account.totp.is_some(),
                }));
            }
            Ok(all)
        })
    }

    /// Closes an account: its sessions end, and it cannot log in.
    ///
    /// # Errors
    /// If there is no such account.
    pub fn ban(&self, name: &str, reason: &str) -> Result<(), AdminError> {
        let ban = Ban {
            since: now_ms() as i64,
            reason: reason.to_owned(),
        };
        self.change(name, AccountChange::Ban(Some(ban)), "ban", reason)
    }

    /// Opens a closed account again.
    ///
    /// # Errors
    /// If there is no such account.
    pub fn unban(&self, name: &str) -> Result<(), AdminError> {
        self.change(name, AccountChange::Ban(None), "unban", "")
    }

    /// Gives an account another name, by the rules of all names.
    ///
    /// # Errors
    /// If there is no such account, or the name cannot be had.
    pub fn rename(&self, name: &str, new: &str) -> Result<(), AdminError> {
        check_name(new).map_err(|error| AdminError::Refused(error.message()))?;
        self.change(name, AccountChange::Rename(new.to_owned()), "rename", new)
    }

    /// Takes password, second factor and recovery codes away. The code that is returned gives its owner a new password, once.
    ///
    /// # Errors
    /// If there is no such account.
    pub fn reset(&self, name: &str) -> Result<String, AdminError> {
        let drawn = NewCodes::draw(1).map_err(|error| ServerError::Io(std::io::Error::other(error)))?;
        let pair = drawn.shown.into_iter().zip(drawn.hashes).next();
        let (code, hash) = pair.unwrap_or_default();
        self.change(name, AccountChange::Reset(hash), "reset", "")?;
        Ok(code)
    }

    /// The newest entries of the audit log, newest first.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub fn log(&self, limit: u32) -> Result<Vec<AdminEntry>, AdminError> {
        let rows = self.runtime.block_on(self.store.audit(0, i64::from(limit)))?;
        let entry = |note: AuditNote| AdminEntry {
            at: note.at,
            actor: note.actor,
            action: note.action,
            name: note.name,
            detail: note.detail,
        };
        Ok(rows.into_iter().map(|row| entry(row.note)).collect())
    }

    /// Looks for signs of engine use in finished games between people. `progress` is called with the games that are done.
    ///
    /// # Errors
    /// If there is no such account or game, or the data cannot be read.
    pub fn report(
        &self,
        query: &EngineUseQuery,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Vec<EngineUse>, AdminError> {
        self.runtime.block_on(async {
            let user = match &query.player {
                Some(name) => Some(self.find(name).await?.user.id),
                None => None,
            };
            Ok(engine_use::report(&*self.store, user, query, progress).await?)
        })
    }

    /// Counts the games of a file in the opening explorer. A game counts once, however often it is imported; one that cannot
    /// be read hides no other.
    ///
    /// # Errors
    /// If the data cannot be written, or positions of the game never come again because chance deals them.
    pub fn import(
        &self,
        game: GameId,
        names: &Names,
        input: impl BufRead,
        lang: Lang,
    ) -> Result<ImportReport, AdminError> {
        if game.meta().chance {
            let Text { en, es } = game.meta().name;
            return Err(AdminError::Refused(text!(
                "positions of {en} never come again: there is nothing to count",
                "las posiciones de {es} no se repiten: no hay nada que contar"
            )));
        }
        self.runtime.block_on(async {
            let mut report = ImportReport::default();
            for (read, number) in Collection::new(game, input, names).zip(1..) {
                let read = read.map_err(|error| {
                    AdminError::Refused(text!(
                        "game {number} cannot be read: {error}",
                        "la partida {number} no se puede leer: {error}"
                    ))
                })?;
                match read {
                    Err(error) => report.problems.push((number, error.message(lang))),
                    Ok(tree) => match explorer::import(&*self.store, &tree).await? {
                        Import::Counted => report.counted += 1,
                        Import::Known => report.known += 1,
                        Import::Useless => report.useless += 1,
                    },
                }
            }
            Ok(report)
        })
    }

    async fn find(&self, name: &str) -> Result<Account, AdminError> {
        let account = self.store.account(name).await?;
        account.ok_or_else(|| {
            AdminError::Refused(text!(
                "there is no account \"{name}\"",
                "no hay ninguna cuenta \"{name}\""
            ))
        })
    }

    fn change(
        &self,
        name: &str,
        change: AccountChange,
        action: &str,
        detail: &str,
    ) -> Result<(), AdminError> {
        self.runtime.block_on(async {
            let account = self.find(name).await?;
            let note = AuditNote {
                at: now_ms() as i64,
                actor: self.actor.clone(),
                action: action.to_owned(),
                name: account.user.name,
                detail: detail.to_owned(),
            };
            match self
                .store
                .change_account(&account.user.id, change, Some(note))
                .await
            {
                Err(StoreError::Taken) => Err(AdminError::Refused(text!(
                    "somebody has the name \"{detail}\", or one that looks the same",
                    "alguien tiene el nombre \"{detail}\", o uno que se le parece"
                ))),
                changed => Ok(changed?),
            }
        })
    }
}

impl Drop for Admin {
    fn drop(&mut self) {
        self.runtime.block_on(self.store.close());
    }
}
