//! Studies: listed, read, kept, forked, exported and deleted.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use damero_games::{GameId, InputError, NATIVE, text};
use damero_store::{StoreError, StudyHead, StudyQuery, StudyRow, User, Visibility};
use serde::Deserialize;
use utoipa::IntoParams;

use super::in_turn;
use crate::app::{App, Input, Visitor};
use crate::catalog;
use crate::error::{ApiError, Refused};
use crate::ids;
use crate::limits::Limit;
use crate::studies::{Body, OF_ACCOUNT, OF_GUEST, checked, visibility_on_wire};
use crate::wire::{Study, StudyRequest, StudySummary};

/// Studies in one answer.
const PAGE: i64 = 50;

fn missing() -> ApiError {
    ApiError::new(
        StatusCode::NOT_FOUND,
        "no-such-study",
        "there is no such study, or it is private",
        "no existe ese estudio, o es privado",
    )
}

fn stale() -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        "stale",
        "this study has been changed elsewhere since you opened it",
        "este estudio se ha cambiado en otra parte desde que lo abriste",
    )
}

fn summary(head: StudyHead, owner: &str, viewer: Option<&str>) -> StudySummary {
    StudySummary {
        mine: viewer == Some(&*head.owner),
        study: head.id,
        name: head.name,
        owner: owner.to_owned(),
        game: head.game,
        visibility: visibility_on_wire(head.visibility),
        count: head.chapters,
        version: head.version,
        created: head.created,
        updated: head.updated,
    }
}

async fn name_of(app: &App, id: &str) -> Result<String, ApiError> {
    let user = app.store.user(id).await?;
    Ok(user.map_or_else(|| "?".to_owned(), |user| user.name))
}

/// A study that this visitor may read.
pub(super) async fn readable(app: &App, id: &str, viewer: Option<&str>) -> Result<StudyRow, ApiError> {
    let row = app.store.study(id).await?.ok_or_else(missing)?;
    if row.head.visibility == Visibility::Private && viewer != Some(&*row.head.owner) {
        return Err(missing());
    }
    Ok(row)
}

async fn whole(app: &App, row: StudyRow, viewer: Option<&str>) -> Result<Study, ApiError> {
    let owner = name_of(app, &row.head.owner).await?;
    let Body { chapters } = Body::read(&row)?;
    Ok(Study {
        about: summary(row.head, &owner, viewer),
        chapters,
    })
}

/// Which studies.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Wanted {
    /// Only those of the one who asks, who may be a guest; else all public ones.
    mine: Option<bool>,
    game: Option<String>,
    before: Option<i64>,
}

/// `GET /api/studies`.
#[utoipa::path(
    get,
    path = "/api/studies",
    operation_id = "studies_list",
    summary = "Studies, the last changed first",
    params(Wanted),
    responses(
        (status = 200, description = "Studies, the last changed first", body = Vec<StudySummary>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
) -> Result<Json<Vec<StudySummary>>, ApiError> {
    let viewer = app.visitor(&headers).await?.map(|user| user.id);
    let game = wanted.game.filter(|game| !game.is_empty());
    let game = game.map(|game| game.parse::<GameId>()).transpose();
    let owner = match (wanted.mine, &viewer) {
        (Some(true), None) => return Ok(Json(Vec::new())),
        (Some(true), Some(id)) => Some(id.clone()),
        _ => None,
    };
    let query = StudyQuery {
        owner,
        game: game.map_err(InputError::from)?.map(|game| game.to_string()),
        before: wanted.before,
        limit: PAGE,
    };
    let mut names = HashMap::new();
    let mut list = Vec::new();
    for head in app.store.studies(&query).await? {
        if !names.contains_key(&head.owner) {
            names.insert(head.owner.clone(), name_of(&app, &head.owner).await?);
        }
        let owner = names[&head.owner].clone();
        list.push(summary(head, &owner, viewer.as_deref()));
    }
    Ok(Json(list))
}

/// Refuses one study more than somebody may have.
async fn admit(app: &App, user: &User) -> Result<(), ApiError> {
    app.limits.check(Limit::Study(&user.id))?;
    let most = if user.guest { OF_GUEST } else { OF_ACCOUNT };
    if app.store.count_studies(&user.id).await? < most {
        return Ok(());
    }
    let message = match user.guest {
        true => text!(
            "a guest has at most {most} studies; delete one, or make an account",
            "una visita tiene a lo sumo {most} estudios; borra uno, o crea una cuenta"
        ),
        false => text!(
            "you have {most} studies already; delete one first",
            "ya tienes {most} estudios; borra uno antes"
        ),
    };
    Err(ApiError::text(StatusCode::CONFLICT, "too-many-studies", message))
}

/// Stores a new study of somebody.
async fn keep(app: &App, user: &User, wanted: StudyRequest) -> Result<Study, ApiError> {
    let (id, owner) = (ids::room()?, user.id.clone());
    let row = in_turn(app, move || checked(wanted, id, owner, 1, None)).await?;
    app.store.add_study(&row).await?;
    whole(app, row, Some(&user.id)).await
}

/// `POST /api/studies`.
#[utoipa::path(
    post,
    path = "/api/studies",
    operation_id = "studies_create",
    summary = "Keeps a new study",
    request_body = StudyRequest,
    responses(
        (status = 200, description = "The study", body = Study),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn create(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Input(wanted): Input<StudyRequest>,
) -> Result<Json<Study>, ApiError> {
    admit(&app, &user).await?;
    Ok(Json(keep(&app, &user, wanted).await?))
}

/// `GET /api/studies/{study}`.
#[utoipa::path(
    get,
    path = "/api/studies/{study}",
    operation_id = "studies_one",
    summary = "A study",
    params(("study" = String, Path, description = "Its id")),
    responses(
        (status = 200, description = "The study", body = Study),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn one(
    State(app): State<Arc<App>>,
    Path(study): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Study>, ApiError> {
    let viewer = app.visitor(&headers).await?.map(|user| user.id);
    let row = readable(&app, &study, viewer.as_deref()).await?;
    Ok(Json(whole(&app, row, viewer.as_deref()).await?))
}

/// `POST /api/studies/{study}`.
#[utoipa::path(
    post,
    path = "/api/studies/{study}",
    operation_id = "studies_change",
    summary = "Puts another version in the place of a study of one's own; 409 if it has changed since it was read",
    params(("study" = String, Path, description = "Its id")),
    request_body = StudyRequest,
    responses(
        (status = 200, description = "The study without its chapters", body = StudySummary),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn change(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Path(study): Path<String>,
    Input(wanted): Input<StudyRequest>,
) -> Result<Json<StudySummary>, ApiError> {
    app.limits.check(Limit::Study(&user.id))?;
    let old = readable(&app, &study, Some(&user.id)).await?.head;
    if old.owner != user.id {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "not-yours",
            "this study belongs to somebody else; fork it to change it",
            "este estudio es de otra persona; haz una copia para cambiarlo",
        ));
    }
    if wanted.version != Some(old.version) {
        return Err(stale());
    }
    let owner = user.id.clone();
    let row = in_turn(&app, move || {
        checked(wanted, old.id, owner, old.version + 1, Some(old.created))
    })
    .await?;
    match app.store.change_study(&row).await {
        Ok(()) => Ok(Json(summary(row.head, &user.name, Some(&user.id)))),
        Err(StoreError::Stale) => Err(stale()),
        Err(error) => Err(error.into()),
    }
}

/// `POST /api/studies/{study}/fork`.
#[utoipa::path(
    post,
    path = "/api/studies/{study}/fork",
    operation_id = "studies_fork",
    summary = "A copy of one's own, which nobody else can read at first",
    params(("study" = String, Path, description = "Its id")),
    responses(
        (status = 200, description = "The copy", body = Study),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn fork(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Path(study): Path<String>,
) -> Result<Json<Study>, ApiError> {
    let row = readable(&app, &study, Some(&user.id)).await?;
    admit(&app, &user).await?;
    let wanted = StudyRequest {
        version: None,
        name: row.head.name.clone(),
        visibility: crate::wire::Visibility::Private,
        chapters: Body::read(&row)?.chapters,
    };
    Ok(Json(keep(&app, &user, wanted).await?))
}

/// `POST /api/studies/{study}/delete`.
#[utoipa::path(
    post,
    path = "/api/studies/{study}/delete",
    operation_id = "studies_delete",
    summary = "Deletes a study of one's own",
    params(("study" = String, Path, description = "Its id")),
    responses(
        (status = 204, description = "It is gone"),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn delete(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Path(study): Path<String>,
) -> Result<StatusCode, ApiError> {
    match app.store.delete_study(&study, &user.id).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(StoreError::Missing) => Err(missing()),
        Err(error) => Err(error.into()),
    }
}

/// In which format, and what of it.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Export {
    format: Option<String>,
    /// Only this chapter, from 1.
    chapter: Option<usize>,
}

/// `GET /api/studies/{study}/record`.
#[utoipa::path(
    get,
    path = "/api/studies/{study}/record",
    operation_id = "studies_record",
    summary = "A study as a file of games with variations",
    params(("study" = String, Path, description = "Its id"), Export),
    responses(
        (status = 200, description = "A study as a file of games with variations", body = String, content_type = "text/plain"),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn record(
    State(app): State<Arc<App>>,
    Path(study): Path<String>,
    Query(wanted): Query<Export>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let viewer = app.visitor(&headers).await?.map(|user| user.id);
    let row = readable(&app, &study, viewer.as_deref()).await?;
    let format = wanted.format.unwrap_or_else(|| NATIVE.name.to_owned());
    let game: GameId = row.head.game.parse().map_err(InputError::from)?;
    let ending = catalog::extension(game, &format);
    let mut chapters = Body::read(&row)?.chapters;
    if let Some(number) = wanted.chapter {
        let chapter = number.checked_sub(1).filter(|&at| at < chapters.len());
        chapters = vec![chapters.swap_remove(chapter.ok_or_else(missing)?)];
    }
    let name = row.head.name;
    let text = in_turn(&app, move || {
        let mut games = Vec::new();
        for mut chapter in chapters {
            let tags = &mut chapter.tree.tags;
            if !tags.iter().any(|(tag, _)| tag == "Event") {
                tags.insert(0, ("Event".to_owned(), format!("{name}: {}", chapter.name)));
            }
            games.push(catalog::write_tree(&chapter.tree, &format)?);
        }
        Ok(games.join("\n"))
    })
    .await?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"study-{study}.{ending}\""),
        ),
    ];
    Ok((headers, text).into_response())
}
