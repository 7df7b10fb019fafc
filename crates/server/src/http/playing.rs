//! The games that somebody has not finished, to come back to.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use damero_games::Player;

use crate::app::{App, Visitor};
use crate::error::{ApiError, Refused};
use crate::wire::{GameSummary, RoomState, RunningGame, Seat, Status};

/// Games in the answer.
const MOST: usize = 12;

/// Unfinished games that are looked at for it: those that nobody has moved in are left out.
const LOOKED_AT: i64 = 24;

/// `GET /api/playing`.
#[utoipa::path(
    get,
    path = "/api/playing",
    operation_id = "playing_list",
    summary = "Your unfinished games, those where it is your turn first",
    responses(
        (status = 200, description = "Your unfinished games, those where it is your turn first", body = Vec<RunningGame>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
) -> Result<Json<Vec<RunningGame>>, ApiError> {
    let mut games = Vec::new();
    for row in app.store.unfinished_of(&user.id, LOOKED_AT).await? {
        // One that cannot be read any more is left out rather than hiding all others.
        let Ok(state) = app.rooms.look(&row.id, &user.id).await else {
            continue;
        };
        if is_begun(&state) {
            games.push(running(state));
        }
        if games.len() == MOST {
            break;
        }
    }
    games.sort_by_key(|game| !game.turn.is_some_and(|turn| game.you.contains(&turn)));
    Ok(Json(games))
}

/// Whether there is something to come back to: somebody has moved, or another person is waited for.
fn is_begun(state: &RoomState) -> bool {
    let another = |player: Player| {
        !state.you.contains(&player) && matches!(state.head.seats[player], Seat::Human { .. } | Seat::Open)
    };
    state.head.status != Status::Over
        && (state
            .log
            .iter()
            .any(|entry| entry.by.is_some_and(|by| state.you.contains(&by)))
            || Player::ALL.into_iter().any(another))
}

fn running(state: RoomState) -> RunningGame {
    let turn = state
        .head
        .frame
        .turn
        .filter(|_| state.head.status == Status::Playing);
    RunningGame {
        game: GameSummary {
            room: state.room,
            game: state.game,
            rules: state.rules,
            players: state.head.seats,
            result: None,
            plies: state.log.len(),
            created: state.created,
            ended: None,
            rated: state.rated,
            clock: state.clock,
        },
        you: state.you,
        turn,
    }
}
