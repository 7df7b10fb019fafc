//! Pictures of positions: painted on threads of their own, a few at a time, and kept for those who ask again.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use damero_games::AnyGame;
use damero_pictures::{Animation, Drawing, PictureError, paint, paint_within, png};
use tokio::sync::Semaphore;

use crate::engine_pool::Busy;
use crate::error::ApiError;

/// Pictures that are painted at once, and those that may wait.
const AT_A_TIME: usize = 2;
const WAITING: usize = 32;

/// The size of the cache, in bytes.
const KEPT: usize = 16 * 1024 * 1024;

/// The height of a picture, and of an animation.
const HEIGHT: u32 = 800;
const FILM: u32 = 400;

/// How long each position of an animation is shown, in milliseconds, and the last one.
const STEP: u16 = 700;
const END: u16 = 3_000;

/// The size that previews of links have everywhere, and the ground behind the board.
const PREVIEW: (u32, u32) = (1200, 630);
const GROUND: &str = "#2b2a27";

/// The painter of a server.
pub(crate) struct Painter {
    places: Semaphore,
    kept: Mutex<VecDeque<(String, Bytes)>>,
}

impl Painter {
    pub(crate) fn new() -> Self {
        Self {
            places: Semaphore::new(AT_A_TIME),
            kept: Mutex::default(),
        }
    }

    /// The picture under this key, painted now unless it is known.
    ///
    /// # Errors
    /// If too many wait already, or it cannot be painted.
    pub(crate) async fn picture(
        self: &Arc<Self>,
        key: String,
        work: impl FnOnce() -> Result<Vec<u8>, PictureError> + Send + 'static,
    ) -> Result<Bytes, ApiError> {
        if let Some(known) = self.known(&key) {
            return Ok(known);
        }
        // Each one that waits holds a connection; more of them are asked to come back.
        static WAITS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        use std::sync::atomic::Ordering::Relaxed;
        if WAITS.fetch_add(1, Relaxed) >= WAITING {
            WAITS.fetch_sub(1, Relaxed);
            return Err(Busy.into());
        }
        let place = self.places.acquire().await;
        WAITS.fetch_sub(1, Relaxed);
        let _place = place.map_err(|_| ApiError::not_found())?;
        let painted = tokio::task::spawn_blocking(work).await;
        let painted = painted.map_err(|_| ApiError::not_found())?;
        let bytes = Bytes::from(painted.map_err(|error| {
            tracing::warn!(%error, "a picture could not be painted");
            ApiError::of_status(axum::http::StatusCode::INTERNAL_SERVER_ERROR)
        })?);
        self.keep(key, bytes.clone());
        Ok(bytes)
    }

    fn known(&self, key: &str) -> Option<Bytes> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|(known, _)| known == key);
        found.map(|(_, bytes)| bytes.clone())
    }

    fn keep(&self, key: String, bytes: Bytes) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((key, bytes));
        let mut size: usize = kept.iter().map(|(_, bytes)| bytes.len()).sum();
        while size > KEPT {
            size -= kept.pop_front().map_or(size, |(_, bytes)| bytes.len());
        }
    }
}

/// A position for the preview of a link.
///
/// # Errors
/// If it cannot be painted.
pub(crate) fn preview(drawing: &Drawing) -> Result<Vec<u8>, PictureError> {
    png(&paint_within(drawing, PREVIEW.0, PREVIEW.1, GROUND)?)
}

/// A position as a file.
///
/// # Errors
/// If it cannot be painted.
pub(crate) fn still(drawing: &Drawing) -> Result<Vec<u8>, PictureError> {
    png(&paint(drawing, HEIGHT)?)
}

/// A game as an animation: its beginning, and every position after it.
///
/// # Errors
/// If it cannot be painted.
pub(crate) fn film(first: &dyn AnyGame, moves: &[String]) -> Result<Vec<u8>, PictureError> {
    let mut game = first.boxed_clone();
    let mut animation = Animation::default();
    let mut left = moves.len();
    animation.push(paint(&game.drawing(), FILM)?, if left == 0 { END } else { STEP })?;
    for text in moves {
        left -= 1;
        game.play(text)
            .map_err(|error| PictureError::Failed(error.to_string()))?;
        animation.push(paint(&game.drawing(), FILM)?, if left == 0 { END } else { STEP })?;
    }
    animation.finish()
}
