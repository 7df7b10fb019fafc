//! What belongs to a visitor: all of it as a file, and an end to the account.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use damero_store::{AccountChange, EventRow, GameRow, StoreError, StudyQuery};
use futures_util::stream;
use serde_json::{Value, json};
use tracing::{info, warn};

use super::account::signed_in;
use super::login::check_second_factor;
use super::security::confirmed;
use crate::app::{Address, App, Input, Visitor, guest_name};
use crate::error::{ApiError, Refused};
use crate::limits::Limit;
use crate::puzzles;
use crate::rating;
use crate::studies::OF_ACCOUNT;
use crate::wire::{Confirmation, Me};

/// Games that are read at a time.
const PAGE: i64 = 20;

/// `GET /api/account/export`: everything that is kept about the visitor.
#[utoipa::path(
    get,
    path = "/api/account/export",
    operation_id = "own_data_export",
    summary = "Everything that is kept about the visitor, one JSON object a line: the person first, then game by game",
    responses(
        (status = 200, description = "Everything that is kept about the visitor", body = Object, content_type = "application/x-ndjson"),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn export(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
) -> Result<Response, ApiError> {
    app.limits.check(Limit::Export(&user.id))?;
    let sessions = app.store.sessions_of(&user.id).await?;
    let sessions = sessions
        .iter()
        .map(|session| json!({"created": session.created, "used": session.used}));
    let ratings = app.store.ratings(&user.id).await?;
    let mine = StudyQuery {
        owner: Some(user.id.clone()),
        limit: OF_ACCOUNT,
        ..StudyQuery::default()
    };
    let mut studies = VecDeque::new();
    for head in app.store.studies(&mine).await? {
        studies.push_back(head.id);
    }
    let attempts = app.store.puzzle_attempts(&user.id, puzzles::LOOKED_BACK).await?;
    let attempts = attempts.iter().map(|attempt| {
        json!({"game": attempt.game, "puzzle": attempt.puzzle, "at": attempt.at, "solved": attempt.solved})
    });
    let scores = app.store.puzzle_scores(&user.id).await?;
    let scores = scores
        .iter()
        .map(|score| json!({"game": score.game, "standing": puzzles::standing(score)}));
    let lessons = app.store.lessons_done(&user.id).await?;
    let lessons = lessons
        .iter()
        .map(|done| json!({"game": done.game, "lesson": done.lesson, "step": done.step, "at": done.at}));
    let person = json!({
        "type": "person",
        "id": user.id,
        "name": user.name,
        "guest": user.guest,
        "created": user.created,
        "sessions": sessions.collect::<Vec<_>>(),
        "ratings": ratings.iter().map(rating::wire).collect::<Vec<_>>(),
        "puzzle_ratings": scores.collect::<Vec<_>>(),
        "puzzles": attempts.collect::<Vec<_>>(),
        "lessons": lessons.collect::<Vec<_>>(),
    });
    let file = format!("attachment; filename=\"damero-{}.ndjson\"", user.name);
    let pages = Pages {
        app,
        user: user.id,
        ready: VecDeque::from([line(&person)]),
        studies,
        last: Some(String::new()),
    };
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson".to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::CONTENT_DISPOSITION, file),
    ];
    Ok((headers, Body::from_stream(stream::unfold(pages, Pages::next))).into_response())
}

/// What of somebody's data is still to be sent.
struct Pages {
    app: Arc<App>,
    user: String,
    ready: VecDeque<Bytes>,
    /// Studies that are still to be read.
    studies: VecDeque<String>,
    /// The last game that was read; `None` after all of them.
    last: Option<String>,
}

impl Pages {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        while self.ready.is_empty()
            && let Some(id) = self.studies.pop_front()
        {
            // One that was deleted meanwhile, or cannot be read now, is named.
            let study = self.app.store.study(&id).await.ok().flatten();
            self.ready.push_back(line(&json!({
                "type": "study",
                "study": id,
                "name": study.as_ref().map(|study| &study.head.name),
                "body": study.as_ref().map(|study| read(&study.body)),
            })));
        }
        if self.ready.is_empty()
            && let Some(last) = self.last.take()
            && let Err(error) = self.read(&last).await
        {
            warn!(%error, "an export could not be finished");
            self.ready
                .push_back(line(&json!({"type": "incomplete", "code": "unavailable"})));
        }
        let line = self.ready.pop_front()?;
        Some((Ok(line), self))
    }

    async fn read(&mut self, last: &str) -> Result<(), StoreError> {
        let games = self.app.store.games_of(&self.user, last, PAGE).await?;
        for row in &games {
            let events = self.app.store.events(&row.id).await?;
            self.ready.push_back(line(&game(row, &events)));
        }
        self.last = games.last().map(|row| row.id.clone());
        Ok(())
    }
}

/// What the store keeps of a game. Settings and events are JSON already.
fn game(row: &GameRow, events: &[EventRow]) -> Value {
    let events = events
        .iter()
        .map(|event| json!({"at": event.at, "event": read(&event.body)}));
    json!({
        "type": "game",
        "room": row.id,
        "game": row.game,
        "rules": row.rules,
        "settings": read(&row.settings),
        "players": row.seats,
        "created": row.created,
        "ended": row.ended,
        "rated": row.rated,
        "public": row.public,
        "result": row.result.as_deref().map(read),
        "events": events.collect::<Vec<_>>(),
    })
}

fn read(text: &str) -> Value {
    serde_json::from_str::<Value>(text).unwrap_or_else(|_| text.into())
}

fn line(value: &Value) -> Bytes {
    format!("{value}\n").into()
}

/// `POST /api/account/delete`: the account ends, and the visitor becomes a new guest.
#[utoipa::path(
    post,
    path = "/api/account/delete",
    operation_id = "own_data_delete",
    summary = "The account ends: its name, password, codes and sessions; games stay, with a guest in its place",
    request_body = Confirmation,
    responses(
        (status = 200, description = "The new guest", body = Me),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn delete(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Address(address): Address,
    Input(given): Input<Confirmation>,
) -> Result<Response, ApiError> {
    let account = confirmed(&app, &user, address, &given.password).await?;
    check_second_factor(&app, &account, given.code.as_deref()).await?;
    let change = AccountChange::Delete(guest_name(&user.id));
    app.store.change_account(&user.id, change, None).await?;
    app.people.close_sockets(&user.id);
    app.rooms.renamed(&user.id).await;
    info!(user = user.id, "an account was deleted by its owner");
    let guest = app.new_guest().await?;
    signed_in(&app, guest).await
}
