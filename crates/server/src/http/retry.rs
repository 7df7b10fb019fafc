//! A move tried again in place of a mistake: good is whatever the engine finds as good as the best, or nearly.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use damero_games::AnyGame;

use super::study::{searchable, start};
use crate::app::{Address, App, Input, Visitor};
use crate::catalog;
use crate::engine_pool::{Busy, Payer, SearchRequest};
use crate::error::{ApiError, Refused};
use crate::evaluation::{judge, thresholds};
use crate::wire::{Analysis, RetryAnswer, RetryRequest};

/// How long the position is searched, and how long the answer to a bad move.
const TIME: Duration = Duration::from_millis(400);
const ANSWER_TIME: Duration = Duration::from_millis(200);

/// `POST /api/retry`.
#[utoipa::path(
    post,
    path = "/api/retry",
    operation_id = "study_retry",
    summary = "Whether a move is as good as the best, or nearly",
    request_body = RetryRequest,
    responses(
        (status = 200, description = "Whether a move is as good as the best, or nearly", body = RetryAnswer),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn retry(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Address(address): Address,
    Input(wanted): Input<RetryRequest>,
) -> Result<Json<RetryAnswer>, ApiError> {
    let payer = Payer {
        person: user.id,
        address: Some(address),
    };
    let begin = start(&wanted.game, wanted.rules.as_deref(), wanted.start.as_deref());
    let (id, game) = searchable(&app, &payer, begin, &wanted.moves)?;
    let mut next = game.boxed_clone();
    let attempt = next.play(&wanted.attempt)?;
    // The answer to the attempt is shown too.
    app.rooms.played().check(&payer.person, id, &*next, &[])?;
    let search = async |game: &dyn AnyGame, time| -> Result<Option<Analysis>, ApiError> {
        let Some(request) = SearchRequest::analyse(id, game, None, time, payer.clone()) else {
            return Ok(None);
        };
        Ok(app.engine_pool.search(request).await?)
    };
    let analysis = search(&*game, TIME).await?.ok_or(Busy)?;
    let loss = judge(&analysis, &attempt);
    let good = match loss {
        Some(loss) => loss < thresholds(id).inaccuracy,
        None => analysis.best.text == attempt,
    };
    let best = analysis.best.text.clone();
    let mut events = vec![attempt.clone()];
    let mut reason = None;
    if !good {
        let answer = search(&*next, ANSWER_TIME).await?.map(line).unwrap_or_default();
        reason = game.explain(&attempt, &answer, &line(analysis));
        events.extend(answer.into_iter().next());
    }
    let frames = catalog::frames(game, events.iter().map(String::as_str))?;
    Ok(Json(RetryAnswer {
        good,
        loss,
        reason: reason.map(|reason| reason.text),
        best,
        events,
        frames,
    }))
}

/// The expected line of play, which has the best move at least.
fn line(analysis: Analysis) -> Vec<String> {
    if analysis.line.is_empty() {
        return vec![analysis.best.text];
    }
    analysis.line
}
