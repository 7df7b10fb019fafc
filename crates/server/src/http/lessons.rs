//! Lessons: what there is to learn of a game, and whether an attempt is right. The page knows no rules.

use axum::Json;
use axum::extract::Path;
use damero_games::lesson::{self, Lesson};
use damero_games::{GameId, InputError};

use super::study::check_length;
use crate::app::{Input, Visitor};
use crate::catalog;
use crate::error::{ApiError, Refused};
use crate::wire::{LessonAnswer, LessonInfo, LessonRequest, LessonStep};

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
    summary = "Whether an attempt at a step of a lesson is right",
    request_body = LessonRequest,
    responses(
        (status = 200, description = "Whether an attempt at a step of a lesson is right", body = LessonAnswer),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn attempt(
    Visitor(_user): Visitor,
    Input(wanted): Input<LessonRequest>,
) -> Result<Json<LessonAnswer>, ApiError> {
    check_length(&wanted.decisions)?;
    let id: GameId = wanted.game.parse().map_err(InputError::from)?;
    let lessons = lesson::lessons(id);
    let found = lessons.iter().find(|lesson| lesson.id == wanted.lesson);
    let step = found.and_then(|lesson| lesson.steps.get(wanted.step));
    let step = step.ok_or_else(ApiError::not_found)?;
    let made = lesson::attempt(id, step, &wanted.decisions)?;
    let frames = catalog::frames(lesson::begin(id, step)?, made.events.iter().map(String::as_str))?;
    Ok(Json(LessonAnswer {
        verdict: made.verdict,
        say: made.say,
        events: made.events,
        frames,
        show: made.show.map(str::to_owned),
    }))
}
