//! Tables on disk.
//!
//! A file begins with the lines `damero checkers tables 1`, `rules ID` and `pieces N`; then come the bytes of all
//! material in the order of [`Material::all`], and eight bytes of checksum over everything before them, lowest first.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use damero_games::zobrist::mix;

use super::index::Material;
use super::{MAX_PIECES, Tables};

const MAGIC: &str = "damero checkers tables 1";

/// Why a file of tables cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableError {
    /// The file cannot be read or written.
    Io(io::Error),
    /// It is no file of tables, or a damaged one; the reason in words.
    Damaged(&'static str),
}

impl std::fmt::Display for TableError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Damaged(why) => write!(f, "not a usable file of checkers tables: {why}; build it anew"),
        }
    }
}

impl std::error::Error for TableError {}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Tables {
    /// Writes the tables. The file appears complete or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), TableError> {
        let mut bytes = format!("{MAGIC}\nrules {}\npieces {}\n", self.rules, self.pieces).into_bytes();
        for material in Material::all(self.pieces) {
            bytes.extend_from_slice(self.slices.get(&material).map_or(&[][..], Vec::as_slice));
        }
        bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
        let part = path.with_extension("part");
        let written = fs::File::create(&part).and_then(|mut file| {
            file.write_all(&bytes)?;
            file.sync_all()
        });
        if let Err(error) = written.and_then(|()| fs::rename(&part, path)) {
            // The half-written file is of no use to anyone.
            let _ = fs::remove_file(&part);
            return Err(error.into());
        }
        Ok(())
    }

    /// Reads tables back.
    ///
    /// # Errors
    /// If the file cannot be read, or is not what [`save`](Self::save) wrote.
    pub fn load(path: &Path) -> Result<Self, TableError> {
        let bytes = fs::read(path)?;
        let (content, sum) = bytes
            .split_last_chunk::<8>()
            .ok_or(TableError::Damaged("it is too short"))?;
        let sum: [u8; 8] = *sum;
        if u64::from_le_bytes(sum) != checksum(content) {
            return Err(TableError::Damaged("the checksum is wrong"));
        }
        let mut rest = content;
        if next_line(&mut rest)? != MAGIC {
            return Err(TableError::Damaged("the first line is another"));
        }
        let rules = next_line(&mut rest)?
            .strip_prefix("rules ")
            .and_then(|id| id.parse().ok());
        let rules = rules.ok_or(TableError::Damaged("its rules are unknown"))?;
        let pieces = next_line(&mut rest)?
            .strip_prefix("pieces ")
            .and_then(|n| n.parse().ok());
        let pieces = pieces
            .filter(|&n| n <= MAX_PIECES)
            .ok_or(TableError::Damaged("its size is unknown"))?;
        let mut slices = HashMap::new();
        for material in Material::all(pieces) {
            let (slice, others) = rest
                .split_at_checked(material.len())
                .ok_or(TableError::Damaged("positions are missing"))?;
            slices.insert(material, slice.to_vec());
            rest = others;
        }
        Ok(Self {
            rules,
            pieces,
            slices,
        })
    }
}

fn next_line<'a>(rest: &mut &'a [u8]) -> Result<&'a str, TableError> {
    let damaged = || TableError::Damaged("its head is unreadable");
    let end = rest.iter().position(|&byte| byte == b'\n').ok_or_else(damaged)?;
    let line = std::str::from_utf8(&rest[..end]).map_err(|_| damaged())?;
    *rest = &rest[end + 1..];
    Ok(line)
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(sum ^ u64::from_le_bytes(word))
    })
}
