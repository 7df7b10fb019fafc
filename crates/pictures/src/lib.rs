//! Pictures of positions as pixels.
//!
//! A [`Drawing`] of the games is painted, put into a PNG file, or together with those before it into an animated one.
//!
//! ```
//! use damero_games::{GameId, registry};
//!
//! let game = registry::start(GameId::Reversi, "standard")?;
//! let picture = damero_pictures::paint(&game.drawing(), 200)?;
//! assert_eq!(picture.height, 200);
//! assert!(damero_pictures::png(&picture)?.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod file;
mod raster;

pub use damero_games::Drawing;
pub use file::{Animation, png};
pub use raster::{paint, paint_within};

/// Pixels of three bytes each, row by row from above: red, green, blue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The colours.
    pub pixels: Vec<u8>,
}

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PictureError {
    /// It would be too small or too large.
    #[error("the height is a number from 16 to {most}, not {height}")]
    Size {
        /// The height that was asked for.
        height: u32,
        /// The largest.
        most: u32,
    },
    /// The font or the file could not be read or written.
    #[error("{0}")]
    Failed(String),
}
