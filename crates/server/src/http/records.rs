//! Games as files: many read at once, one written with its variations, and all of one's own in one file.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use damero_games::{GameId, InputError, NATIVE};
use damero_store::StoreError;
use futures_util::stream;
use serde::Deserialize;
use tracing::warn;
use utoipa::IntoParams;

use super::in_turn;
use crate::app::{App, Input, Visitor};
use crate::catalog;
use crate::check::replayed;
use crate::error::{ApiError, Refused};
use crate::limits::Limit;
use crate::room::load_people;
use crate::studies::check_tree;
use crate::wire::{ReadGame, ReadRequest, WriteRequest};

/// The most games of a text.
const GAMES: usize = 500;

/// The most nodes of all games of a text.
const NODES: usize = 50_000;

/// Games of somebody that are read at a time.
const PAGE: i64 = 20;

/// `POST /api/read`.
#[utoipa::path(
    post,
    path = "/api/read",
    operation_id = "records_read",
    summary = "The games of a text, with their comments and variations; one that cannot be read says why and hides no other",
    request_body = ReadRequest,
    responses(
        (status = 200, description = "The games of a text", body = Vec<ReadGame>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn read(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Input(wanted): Input<ReadRequest>,
) -> Result<Json<Vec<ReadGame>>, ApiError> {
    app.limits.check(Limit::Study(&user.id))?;
    let game: GameId = wanted.game.parse().map_err(InputError::from)?;
    let games = in_turn(&app, move || {
        let read = catalog::read_trees(game, &wanted.text, GAMES);
        let nodes: usize = read.iter().flatten().map(|tree| tree.nodes.len()).sum();
        if read.len() > GAMES || nodes > NODES {
            return Err(ApiError::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "too-many-games",
                "a text has at most 500 games and 50,000 moves; split it",
                "un texto tiene a lo sumo 500 partidas y 50.000 jugadas; divídelo",
            ));
        }
        let shown = read.into_iter().map(|tree| match tree {
            Ok(tree) => ReadGame {
                tree: Some(tree),
                problem: None,
            },
            Err(error) => ReadGame {
                tree: None,
                problem: Some(ApiError::from(error).into_problem()),
            },
        });
        Ok(shown.collect())
    })
    .await?;
    Ok(Json(games))
}

/// `POST /api/write`.
#[utoipa::path(
    post,
    path = "/api/write",
    operation_id = "records_write",
    summary = "A game with its comments and variations as text",
    request_body = WriteRequest,
    responses(
        (status = 200, description = "The text", body = String, content_type = "text/plain"),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn write(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Input(wanted): Input<WriteRequest>,
) -> Result<Response, ApiError> {
    app.limits.check(Limit::Study(&user.id))?;
    let text = in_turn(&app, move || {
        let mut tree = wanted.tree;
        check_tree(&mut tree)?;
        Ok(catalog::write_tree(
            &tree,
            wanted.format.as_deref().unwrap_or(NATIVE.name),
        )?)
    })
    .await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// Which games, and how.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Wanted {
    /// Only this game; all of them in our own format when left out.
    game: Option<String>,
    /// A format of that game.
    format: Option<String>,
}

/// `GET /api/mine`.
#[utoipa::path(
    get,
    path = "/api/mine",
    operation_id = "records_mine",
    summary = "All finished games of the visitor in one file",
    params(Wanted),
    responses(
        (status = 200, description = "All finished games of the visitor in one file", body = String, content_type = "text/plain"),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn mine(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Query(wanted): Query<Wanted>,
) -> Result<Response, ApiError> {
    app.limits.check(Limit::Export(&user.id))?;
    let game = wanted.game.filter(|game| !game.is_empty());
    let game = game.map(|game| game.parse::<GameId>()).transpose();
    let game = game.map_err(InputError::from)?;
    let format = wanted.format.unwrap_or_else(|| NATIVE.name.to_owned());
    let ending = match game {
        // An unknown format is refused before anything is sent.
        Some(game) => {
            catalog::start(game, catalog::default_rules(game), None)?.record(&format)?;
            catalog::extension(game, &format)
        }
        None if format == NATIVE.name => NATIVE.extension,
        None => {
            return Err(ApiError::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "format",
                "games of several kinds are written in Damero's own format only; choose a game",
                "con juegos distintos solo hay el formato de Damero; elige un juego",
            ));
        }
    };
    let file = format!("attachment; filename=\"damero-games.{ending}\"");
    let pages = Pages {
        app,
        user: user.id,
        game: game.map(|game| game.to_string()),
        format,
        ready: VecDeque::new(),
        last: Some(String::new()),
    };
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::CONTENT_DISPOSITION, file),
    ];
    Ok((headers, Body::from_stream(stream::unfold(pages, Pages::next))).into_response())
}

/// What of somebody's games is still to be sent.
struct Pages {
    app: Arc<App>,
    user: String,
    game: Option<String>,
    format: String,
    ready: VecDeque<String>,
    /// The last game that was read; `None` after all of them.
    last: Option<String>,
}

impl Pages {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        while self.ready.is_empty() {
            let last = self.last.take()?;
            if let Err(error) = self.read(&last).await {
                warn!(%error, "an export could not be finished");
                let note = "[Event \"The rest of this file is missing: ask again / Falta el resto: pídelo otra vez\"]\n\n*\n";
                self.ready.push_back(note.to_owned());
            }
        }
        let text = self.ready.pop_front()?;
        Some((Ok(text.into()), self))
    }

    async fn read(&mut self, last: &str) -> Result<(), StoreError> {
        let store = &self.app.store;
        let rows = store.games_of(&self.user, last, PAGE).await?;
        self.last = rows.last().map(|row| row.id.clone());
        for row in &rows {
            let other = self.game.as_ref().is_some_and(|game| *game != row.game);
            if row.ended.is_none() || row.plies == 0 || other {
                continue;
            }
            // A game that cannot be read any more, or that the format cannot express, hides no other.
            let Ok(mut room) = replayed(row, &store.events(&row.id).await?) else {
                continue;
            };
            let people = load_people(&**store, room.game_id(), room.chairs()).await?;
            room.know(people);
            if let Ok(text) = room.record(&self.format) {
                self.ready.push_back(format!("{text}\n"));
            }
        }
        Ok(())
    }
}
