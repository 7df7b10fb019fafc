//! The puzzles that come with the program, unpacked, read and looked at when they are first asked for.

use std::collections::HashMap;
use std::io::{self, Read as _, Write as _};
use std::sync::{LazyLock, Mutex, PoisonError};

use damero_games::{GameId, InputError, Text, with_game};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::format::fault;
use super::{PuzzleFile, Puzzled, look};

/// How a packed file begins.
const GZIP: [u8; 2] = [0x1f, 0x8b];

const MOST_BYTES: u64 = 64 << 20;

/// What is read is kept for good, a few hundred puzzles a game.
static READ: LazyLock<Mutex<HashMap<GameId, Result<&'static PuzzleFile, InputError>>>> =
    LazyLock::new(Mutex::default);

/// The file that comes with the program for a game, unpacked; `None` for a game without puzzles.
///
/// # Errors
/// If it cannot be unpacked.
pub fn shipped_text(id: GameId) -> Result<Option<String>, InputError> {
    let packed = with_game!(id, G => <G as Puzzled>::SHIPPED);
    if packed.is_empty() {
        return Ok(None);
    }
    unpack(packed).map(Some)
}

/// A file of puzzles as text, whether it is packed or not.
///
/// # Errors
/// If it is neither.
pub fn unpack(bytes: &[u8]) -> Result<String, InputError> {
    let refused = |cause: String| {
        let expected = Text::new(
            "a file of puzzles, packed or not",
            "un archivo de problemas, comprimido o no",
        );
        fault(0, Text::same(cause), expected)
    };
    if !bytes.starts_with(&GZIP) {
        return String::from_utf8(bytes.to_vec()).map_err(|cause| refused(cause.to_string()));
    }
    let mut text = String::new();
    // Nobody has puzzles of this size; a file that unpacks to more is no file of ours.
    let mut unpacked = GzDecoder::new(bytes).take(MOST_BYTES);
    unpacked
        .read_to_string(&mut text)
        .map_err(|cause| refused(cause.to_string()))?;
    Ok(text)
}

/// Packs the text of a file. The same text gives the same bytes.
///
/// # Errors
/// None that can happen in memory.
pub fn pack(text: &str) -> io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(text.as_bytes())?;
    packed.finish()
}

/// The puzzles that come with the program for a game; an empty list for a game without.
///
/// # Errors
/// If the file is damaged, or one of its puzzles does not hold by what it says of itself: which one, and why.
pub fn shipped(id: GameId) -> Result<&'static PuzzleFile, InputError> {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.entry(id)
        .or_insert_with(|| load(id).map(|file| &*Box::leak(Box::new(file))))
        .clone()
}

fn load(id: GameId) -> Result<PuzzleFile, InputError> {
    let Some(text) = shipped_text(id)? else {
        let (game, puzzles) = (id.to_string(), Vec::new());
        return Ok(PuzzleFile { game, puzzles });
    };
    let file = PuzzleFile::read(&text)?;
    with_game!(id, G => look_at_all::<G>(&file))?;
    Ok(file)
}

/// Looks at every puzzle of a file.
///
/// # Errors
/// The first that does not hold, with its id, or that it is a file of another game.
pub fn look_at_all<G: Puzzled>(file: &PuzzleFile) -> Result<(), InputError> {
    if file.game != G::META.id {
        let (found, expected) = (format!("{:?}", file.game), format!("{:?}", G::META.id));
        return Err(fault(2, Text::same(found), Text::same(expected)));
    }
    for puzzle in &file.puzzles {
        look::<G>(puzzle).map_err(|error| error.inside(super::named(puzzle)))?;
    }
    Ok(())
}
