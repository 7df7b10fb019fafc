//! Puzzles over HTTP. The server knows the solutions and checks every move.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use damero_games::{AnyGame, GameId};
use damero_search::puzzle::{Puzzle, accepted};
use damero_store::PuzzleAttempt;
use serde::Deserialize;
use utoipa::IntoParams;

use super::blocking;
use super::study::game_id;
use crate::app::{App, Input, Visitor};
use crate::catalog;
use crate::error::{ApiError, Refused};
use crate::ids;
use crate::puzzles::{self, Verdict};
use crate::rating;
use crate::time::now_ms;
use crate::wire::{
    Frame, PuzzleAnswer, PuzzleGame, PuzzleHint, PuzzleMoves, PuzzleOfTheDay, PuzzleTask, PuzzleTried,
};

/// Attempts in one answer.
const HISTORY: i64 = 100;

fn no_such_puzzle() -> ApiError {
    ApiError::new(
        StatusCode::NOT_FOUND,
        "no-such-puzzle",
        "there is no such puzzle",
        "no existe ese problema",
    )
}

/// The puzzles of all games are read where that may take its time; later it takes none.
async fn read(id: GameId) -> Result<(), ApiError> {
    blocking(move || {
        puzzles::of(id);
        Ok(())
    })
    .await
}

/// The address of a puzzle.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct Named {
    /// Which game
    game: String,
    /// Which puzzle
    id: String,
}

/// A puzzle that there is.
async fn find(named: &Named) -> Result<(GameId, &'static Puzzle), ApiError> {
    let id = game_id(&named.game)?;
    read(id).await?;
    let puzzle = puzzles::find(id, &named.id).ok_or_else(no_such_puzzle)?;
    Ok((id, puzzle))
}

fn start(id: GameId, puzzle: &Puzzle) -> Result<Box<dyn AnyGame>, ApiError> {
    Ok(catalog::start(id, &puzzle.rules, Some(&puzzle.position))?)
}

/// A puzzle as a visitor sees it.
async fn task(app: &App, user: &str, id: GameId, puzzle: &Puzzle) -> Result<Json<PuzzleTask>, ApiError> {
    let game = start(id, puzzle)?;
    let frame = catalog::frame(&*game, 0, None);
    let player = frame.turn.ok_or_else(no_such_puzzle)?;
    let name = id.to_string();
    let grade = puzzles::grade(puzzle, &name, &app.store.puzzle_grades(&name).await?);
    let score = puzzles::score(&app.store.puzzle_scores(user).await?, user, &name);
    let attempts = app.store.puzzle_attempts(user, puzzles::LOOKED_BACK).await?;
    Ok(Json(PuzzleTask {
        id: puzzle.id.clone(),
        rules: puzzle.rules.clone(),
        frame,
        player,
        goal: puzzles::goal(puzzle),
        decisions: puzzle.decisions(),
        rating: rating::shown(grade.rating),
        played: grade.played,
        solved: solved(&attempts, &name, &puzzle.id),
        standing: puzzles::standing(&score),
        game: name,
    }))
}

/// How the first attempt at a puzzle went, if there was one.
fn solved(attempts: &[PuzzleAttempt], game: &str, puzzle: &str) -> Option<bool> {
    let attempt = attempts
        .iter()
        .find(|attempt| attempt.game == game && attempt.puzzle == puzzle);
    attempt.map(|attempt| attempt.solved)
}

/// `GET /api/puzzles`.
#[utoipa::path(
    get,
    path = "/api/puzzles",
    operation_id = "puzzles_games",
    summary = "The games that have puzzles, with their themes, today's puzzle and how the visitor does",
    responses(
        (status = 200, description = "The games that have puzzles", body = Vec<PuzzleGame>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn games(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
) -> Result<Json<Vec<PuzzleGame>>, ApiError> {
    let scores = app.store.puzzle_scores(&user.id).await?;
    let attempts = app.store.puzzle_attempts(&user.id, puzzles::LOOKED_BACK).await?;
    let mut list = Vec::new();
    for &id in GameId::ALL {
        read(id).await?;
        let Some(file) = puzzles::of(id) else { continue };
        let Some(daily) = puzzles::daily(file, now_ms()) else {
            continue;
        };
        let game = id.to_string();
        list.push(PuzzleGame {
            count: file.puzzles.len(),
            themes: puzzles::themes(id, file.puzzles.iter()),
            standing: puzzles::standing(&puzzles::score(&scores, &user.id, &game)),
            daily: PuzzleOfTheDay {
                id: daily.id.clone(),
                rules: daily.rules.clone(),
                position: daily.position.clone(),
                view: start(id, daily)?.view(),
                solved: solved(&attempts, &game, &daily.id),
            },
            game,
        });
    }
    Ok(Json(list))
}

/// Which puzzle is wanted next.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Wanted {
    /// Only puzzles about this.
    theme: Option<String>,
    /// Another one than this.
    except: Option<String>,
}

/// `GET /api/puzzles/{game}/next`.
#[utoipa::path(
    get,
    path = "/api/puzzles/{game}/next",
    operation_id = "puzzles_next",
    summary = "A puzzle that the visitor has not tried, near their rating",
    params(("game" = String, Path, description = "Which game"), Wanted),
    responses(
        (status = 200, description = "A puzzle", body = PuzzleTask),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn next(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Path(game): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<PuzzleTask>, ApiError> {
    let id = game_id(&game)?;
    read(id).await?;
    let theme = wanted.theme.as_deref().filter(|theme| !theme.is_empty());
    let lot = ids::random_seed()?;
    let next = puzzles::next(&*app.store, &user.id, id, theme, wanted.except.as_deref(), lot).await?;
    task(&app, &user.id, id, next.ok_or_else(no_such_puzzle)?).await
}

/// `GET /api/puzzles/{game}/daily`.
#[utoipa::path(
    get,
    path = "/api/puzzles/{game}/daily",
    operation_id = "puzzles_daily",
    summary = "The puzzle of today, the same for everybody",
    params(("game" = String, Path, description = "Which game")),
    responses(
        (status = 200, description = "A puzzle", body = PuzzleTask),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn daily(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Path(game): Path<String>,
) -> Result<Json<PuzzleTask>, ApiError> {
    let id = game_id(&game)?;
    read(id).await?;
    let daily = puzzles::of(id).and_then(|file| puzzles::daily(file, now_ms()));
    task(&app, &user.id, id, daily.ok_or_else(no_such_puzzle)?).await
}

/// `GET /api/puzzles/{game}/{id}`.
#[utoipa::path(
    get,
    path = "/api/puzzles/{game}/{id}",
    operation_id = "puzzles_one",
    summary = "A puzzle",
    params(Named),
    responses(
        (status = 200, description = "A puzzle", body = PuzzleTask),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn one(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Path(named): Path<Named>,
) -> Result<Json<PuzzleTask>, ApiError> {
    let (id, puzzle) = find(&named).await?;
    task(&app, &user.id, id, puzzle).await
}

/// `POST /api/puzzles/{game}/{id}/try`.
#[utoipa::path(
    post,
    path = "/api/puzzles/{game}/{id}/try",
    operation_id = "puzzles_try",
    summary = "Whether a move is right, and the reply to it; the first attempt is rated",
    params(Named),
    request_body = PuzzleMoves,
    responses(
        (status = 200, description = "What came of the move", body = PuzzleAnswer),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn attempt(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Path(named): Path<Named>,
    Input(given): Input<PuzzleMoves>,
) -> Result<Json<PuzzleAnswer>, ApiError> {
    let (id, puzzle) = find(&named).await?;
    let given = spelled(id, puzzle, &given.moves)?;
    let (right, done, moves, frames) = match puzzles::follow(puzzle, &given) {
        Verdict::Right { line, last, done } => {
            let frames = catalog::frames(start(id, puzzle)?, line.iter().map(String::as_str))?;
            let (moves, frames) = (line[last..].to_vec(), frames[last + 1..].to_vec());
            (true, done, moves, frames)
        }
        Verdict::Wrong => (false, false, Vec::new(), Vec::new()),
        Verdict::Lost => return Err(out_of_step()),
    };
    // A right move on the way decides nothing.
    let settled = if right && !done {
        None
    } else {
        Some(puzzles::settle(&*app.store, &user.id, id, puzzle, right, now_ms() as i64).await?)
    };
    let (score, change) = match settled {
        Some(settled) => settled,
        None => {
            let name = id.to_string();
            let scores = app.store.puzzle_scores(&user.id).await?;
            (puzzles::score(&scores, &user.id, &name), None)
        }
    };
    let themes = done.then(|| puzzles::themes(id, std::iter::once(puzzle)));
    Ok(Json(PuzzleAnswer {
        right,
        done,
        moves,
        frames,
        change,
        standing: puzzles::standing(&score),
        themes: themes.unwrap_or_default(),
    }))
}

/// The moves in the game's own spelling, the replies of the solution in between; one that the rules refuse is refused
/// with the rule and counts for nothing.
fn spelled(id: GameId, puzzle: &Puzzle, given: &[String]) -> Result<Vec<String>, ApiError> {
    let mut game = start(id, puzzle)?;
    let mut given = given.iter();
    let mut moves = Vec::new();
    for ply in &puzzle.line {
        if ply.is_solvers() {
            let Some(text) = given.next() else {
                return Ok(moves);
            };
            let m = game.play(text)?;
            let right = accepted(ply).any(|right| right == m);
            moves.push(m);
            if !right {
                break;
            }
        } else {
            game.play(&ply.text)?;
        }
    }
    if given.next().is_some() {
        return Err(out_of_step());
    }
    Ok(moves)
}

fn out_of_step() -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        "out-of-step",
        "these moves do not follow the puzzle; load it again",
        "estas jugadas no siguen el problema; vuelve a cargarlo",
    )
}

/// `POST /api/puzzles/{game}/{id}/hint`.
#[utoipa::path(
    post,
    path = "/api/puzzles/{game}/{id}/hint",
    operation_id = "puzzles_hint",
    summary = "A few moves among which the right one is; a puzzle that was not tried before counts as failed",
    params(Named),
    request_body = PuzzleMoves,
    responses(
        (status = 200, description = "A hint", body = PuzzleHint),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn hint(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Path(named): Path<Named>,
    Input(given): Input<PuzzleMoves>,
) -> Result<Json<PuzzleHint>, ApiError> {
    let (id, puzzle) = find(&named).await?;
    let found = given.moves.len();
    if found > 0 && !matches!(puzzles::follow(puzzle, &given.moves), Verdict::Right { .. }) {
        return Err(out_of_step());
    }
    let (score, change) = puzzles::settle(&*app.store, &user.id, id, puzzle, false, now_ms() as i64).await?;
    Ok(Json(PuzzleHint {
        moves: puzzles::hint(puzzle, found),
        change,
        standing: puzzles::standing(&score),
    }))
}

/// `POST /api/puzzles/{game}/{id}/solution`.
#[utoipa::path(
    post,
    path = "/api/puzzles/{game}/{id}/solution",
    operation_id = "puzzles_solution",
    summary = "The whole solution; a puzzle that was not tried before counts as failed",
    params(Named),
    responses(
        (status = 200, description = "The solution", body = PuzzleAnswer),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn solution(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Path(named): Path<Named>,
) -> Result<Json<PuzzleAnswer>, ApiError> {
    let (id, puzzle) = find(&named).await?;
    let moves: Vec<String> = puzzle.line.iter().map(|ply| ply.text.clone()).collect();
    let mut frames: Vec<Frame> = catalog::frames(start(id, puzzle)?, moves.iter().map(String::as_str))?;
    frames.remove(0);
    let (score, change) = puzzles::settle(&*app.store, &user.id, id, puzzle, false, now_ms() as i64).await?;
    Ok(Json(PuzzleAnswer {
        right: false,
        done: true,
        moves,
        frames,
        change,
        standing: puzzles::standing(&score),
        themes: puzzles::themes(id, std::iter::once(puzzle)),
    }))
}

/// `GET /api/puzzles/history`.
#[utoipa::path(
    get,
    path = "/api/puzzles/history",
    operation_id = "puzzles_history",
    summary = "The last attempts of the visitor, newest first",
    responses(
        (status = 200, description = "The last attempts", body = Vec<PuzzleTried>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn history(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
) -> Result<Json<Vec<PuzzleTried>>, ApiError> {
    let attempts = app.store.puzzle_attempts(&user.id, HISTORY).await?;
    let tried = attempts.into_iter().map(|attempt| PuzzleTried {
        id: attempt.puzzle,
        game: attempt.game,
        at: attempt.at,
        solved: attempt.solved,
        rating: rating::shown(attempt.rating),
    });
    Ok(Json(tried.collect()))
}
