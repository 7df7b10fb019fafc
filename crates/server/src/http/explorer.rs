//! What was played in a position, and how the games ended.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use damero_games::{AnyGame, ByPlayer};
use damero_store::{GameSource, MoveCount};

use super::study::{check_length, start};
use crate::app::{App, Input, Visitor};
use crate::error::{ApiError, Refused};
use crate::explorer::key;
use crate::wire::{Explorer, ExplorerMove, ReplayRequest};

/// `POST /api/explore`.
#[utoipa::path(
    post,
    path = "/api/explore",
    operation_id = "explorer_position",
    summary = "What was played in the last position of a line of play, and how those games ended",
    request_body = ReplayRequest,
    responses(
        (status = 200, description = "The moves, the most frequent first", body = Explorer),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn position(
    State(app): State<Arc<App>>,
    Visitor(_user): Visitor,
    Input(wanted): Input<ReplayRequest>,
) -> Result<Json<Explorer>, ApiError> {
    check_length(&wanted.moves)?;
    let (_, mut game) = start(&wanted.game, wanted.rules.as_deref(), wanted.start.as_deref())?;
    for text in &wanted.moves {
        game.play(text)?;
    }
    let counts = app
        .store
        .explored(game.meta().id, &game.rules(), key(&*game))
        .await?;
    let of = |source: GameSource| {
        let counts = counts.iter().filter(|count| count.source == source);
        counts.map(|count| shown(&*game, count)).collect()
    };
    Ok(Json(Explorer {
        here: of(GameSource::Here),
        collections: of(GameSource::Collection),
    }))
}

fn shown(game: &dyn AnyGame, count: &MoveCount) -> ExplorerMove {
    let mut after = game.boxed_clone();
    let opening = after
        .play(&count.text)
        .ok()
        .and_then(|_| after.opening().cloned());
    ExplorerMove {
        text: count.text.clone(),
        games: count.first + count.draws + count.second,
        wins: ByPlayer::new(count.first, count.second),
        draws: count.draws,
        points: (count.pointed > 0).then(|| count.points as f64 / count.pointed as f64),
        opening,
    }
}
