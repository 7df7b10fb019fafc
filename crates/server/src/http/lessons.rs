//! Lessons: what there is to learn of a game, whether an attempt is right, and what somebody has done. The page knows no
//! rules.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use damero_games::lesson::{self, Lesson, Step, Verdict};
use damero_games::{GameId, InputError};
use damero_store::{LessonDone, StoreError};

use super::study::check_length;
use crate::app::{App, Input, Visitor};
use crate::catalog;
use crate::error::{ApiError, Refused};
use crate::time::now_ms;
use crate::wire::{LessonAnswer, LessonInfo, LessonProgress, LessonRequest, LessonStep};

/// `GET /api/games/{game}/lessons`.
#[utoipa::path(
    get,
    path = "/api/games/{game}/lessons",
    operation_id = "lessons_list",
    summary = "The lessons of a game",
    params(("game" = String, Path, description = "Which game")),
    responses(
        (status = 200, description = "The lessons of a game", body = Vec<LessonInfo>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn list(Path(game): Path<String>) -> Result<Json<Vec<LessonInfo>>, ApiError> {
    let id: GameId = game.parse().map_err(InputError::from)?;
    let lessons = lesson::lessons(id).iter().map(|lesson| info(id, lesson));
    Ok(Json(lessons.collect::<Result<_, _>>()?))
}

fn info(id: GameId, lesson: &Lesson) -> Result<LessonInfo, InputError> {
    let steps = lesson.steps.iter().map(|step| {
        Ok(LessonStep {
            task: step.task.clone(),
            frame: catalog::frame(&*lesson::begin(id, step)?, 0, None),
        })
    });
    Ok(LessonInfo {
        id: lesson.id.to_owned(),
        title: lesson.title.clone(),
        about: lesson.about.clone(),
        steps: steps.collect::<Result<_, InputError>>()?,
    })
}

/// `POST /api/lessons/attempt`.
#[utoipa::path(
    post,
    path = "/api/lessons/attempt",
    operation_id = "lessons_attempt",
    summary = "Whether an attempt at a step of a lesson is right; one that is done is kept as done",
    request_body = LessonRequest,
    responses(
        (status = 200, description = "Whether an attempt at a step of a lesson is right", body = LessonAnswer),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn attempt(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Input(wanted): Input<LessonRequest>,
) -> Result<Json<LessonAnswer>, ApiError> {
    check_length(&wanted.decisions)?;
    let id: GameId = wanted.game.parse().map_err(InputError::from)?;
    let step = step(id, &wanted.lesson, wanted.step).ok_or_else(ApiError::not_found)?;
    let made = lesson::attempt(id, step, &wanted.decisions)?;
    let frames = catalog::frames(lesson::begin(id, step)?, made.events.iter().map(String::as_str))?;
    let kept = made.verdict == Verdict::Right && {
        let done = done_now(id, &wanted.lesson, wanted.step);
        // A lesson goes on while nothing can be saved; the page is told and brings the step later.
        app.store.keep_lessons(&user.id, &[done]).await.is_ok()
    };
    Ok(Json(LessonAnswer {
        verdict: made.verdict,
        say: made.say,
        events: made.events,
        frames,
        show: made.show.map(str::to_owned),
        kept,
    }))
}

/// A step of a lesson, if there is such a one.
fn step(id: GameId, lesson: &str, step: usize) -> Option<&'static Step> {
    let found = lesson::lessons(id).iter().find(|one| one.id == lesson)?;
    found.steps.get(step)
}

fn done_now(id: GameId, lesson: &str, step: usize) -> LessonDone {
    LessonDone {
        game: id.to_string(),
        lesson: lesson.to_owned(),
        step: step as i64,
        at: now_ms() as i64,
    }
}

/// `GET /api/lessons/done`.
#[utoipa::path(
    get,
    path = "/api/lessons/done",
    operation_id = "lessons_done",
    summary = "The steps of lessons that the visitor has done",
    responses(
        (status = 200, description = "The steps that are done, lesson by lesson", body = Vec<LessonProgress>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn done(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
) -> Result<Json<Vec<LessonProgress>>, ApiError> {
    progress(&app, &user.id).await
}

/// `POST /api/lessons/done`: steps that were done while the server could not keep them, or before it did.
#[utoipa::path(
    post,
    path = "/api/lessons/done",
    operation_id = "lessons_keep",
    summary = "Adds steps that the page has kept itself; what is no step of a lesson is left out",
    request_body = Vec<LessonProgress>,
    responses(
        (status = 200, description = "All steps that are done now", body = Vec<LessonProgress>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn keep(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Input(brought): Input<Vec<LessonProgress>>,
) -> Result<Json<Vec<LessonProgress>>, ApiError> {
    let mut known = Vec::new();
    for LessonProgress { game, lesson, steps } in &brought {
        let Ok(id) = game.parse::<GameId>() else { continue };
        for &at in steps {
            let new = done_now(id, lesson, at);
            let twice =
                |one: &LessonDone| (&one.game, &one.lesson, one.step) == (&new.game, &new.lesson, new.step);
            if step(id, lesson, at).is_some() && !known.iter().any(twice) {
                known.push(new);
            }
        }
    }
    app.store.keep_lessons(&user.id, &known).await?;
    progress(&app, &user.id).await
}

async fn progress(app: &App, user: &str) -> Result<Json<Vec<LessonProgress>>, ApiError> {
    let mut all: Vec<LessonProgress> = Vec::new();
    for LessonDone {
        game, lesson, step, ..
    } in app.store.lessons_done(user).await?
    {
        let at = usize::try_from(step).unwrap_or_default();
        match all.last_mut() {
            Some(last) if (&last.game, &last.lesson) == (&game, &lesson) => last.steps.push(at),
            _ => all.push(LessonProgress {
                game,
                lesson,
                steps: vec![at],
            }),
        }
    }
    Ok(Json(all))
}

/// What a guest has learned stays known after logging in to an account.
pub(super) async fn bring_along(app: &App, guest: &str, account: &str) -> Result<(), StoreError> {
    let done = app.store.lessons_done(guest).await?;
    if done.is_empty() {
        return Ok(());
    }
    app.store.keep_lessons(account, &done).await
}
