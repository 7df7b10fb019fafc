//! Tables on disk.
//!
//! A file begins with the lines `damero checkers tables 2`, `rules ID`, `pieces N` and `slices 1101…`, one digit for
//! each material in the order of [`Material::all`]: 1 if it is there, 0 if it is still to be built. Then come the bytes
//! of those that are there, and eight bytes of checksum over everything before them, lowest first.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::Path;

use damero_games::checkers::CheckersRules;
use damero_games::zobrist::mix;

use super::index::Material;
use super::{MAX_PIECES, Tables};
use crate::endgames::TableError;

const MAGIC: &str = "damero checkers tables 2";

impl Tables {
    /// Writes the tables, finished or not. The file appears complete or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), TableError> {
        let order = Material::all(self.pieces);
        let digit = |material| {
            if self.slices.contains_key(material) {
                '1'
            } else {
                '0'
            }
        };
        let there: String = order.iter().map(digit).collect();
        let (rules, pieces) = (&self.rules, self.pieces);
        let mut bytes = format!("{MAGIC}\nrules {rules}\npieces {pieces}\nslices {there}\n").into_bytes();
        for slice in order.iter().filter_map(|material| self.slices.get(material)) {
            bytes.extend_from_slice(slice);
        }
        bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
        let half = path.with_extension("tmp");
        let written = fs::File::create(&half).and_then(|mut file| {
            file.write_all(&bytes)?;
            file.sync_all()
        });
        if let Err(cause) = written.and_then(|()| fs::rename(&half, path)) {
            // The half-written file is of no use to anyone.
            let _ = fs::remove_file(&half);
            return Err(TableError::file(path, cause));
        }
        Ok(())
    }

    /// Reads finished tables back.
    ///
    /// # Errors
    /// If the file cannot be read, or is not what [`save`](Self::save) wrote of finished tables.
    pub fn load(path: &Path) -> Result<Self, TableError> {
        let tables = Self::load_part(path)?;
        if tables.is_complete() {
            Ok(tables)
        } else {
            Err(TableError::damaged(path, "it is unfinished", "está sin terminar"))
        }
    }

    /// Reads tables back that may be unfinished.
    ///
    /// # Errors
    /// If the file cannot be read, or is not what [`save`](Self::save) wrote.
    pub fn load_part(path: &Path) -> Result<Self, TableError> {
        let bytes = fs::read(path).map_err(|cause| TableError::file(path, cause))?;
        let (head, mut rest) = Head::read(path, &bytes)?;
        let mut slices = HashMap::new();
        for (material, there) in Material::all(head.pieces).into_iter().zip(head.there) {
            if !there {
                continue;
            }
            let missing = || TableError::damaged(path, "positions are missing", "faltan posiciones");
            let (slice, others) = rest.split_at_checked(material.len()).ok_or_else(missing)?;
            slices.insert(material, slice.to_vec());
            rest = others;
        }
        if !rest.is_empty() {
            return Err(TableError::damaged(
                path,
                "there is more in it than positions",
                "contiene algo más que posiciones",
            ));
        }
        Ok(Self {
            rules: head.rules,
            pieces: head.pieces,
            slices,
        })
    }
}

/// What the first lines say.
struct Head {
    rules: CheckersRules,
    pieces: u8,
    there: Vec<bool>,
}

impl Head {
    /// Compares the checksum and reads the first lines; also returns the positions.
    fn read<'a>(path: &Path, bytes: &'a [u8]) -> Result<(Self, &'a [u8]), TableError> {
        let damaged = |en, es| TableError::damaged(path, en, es);
        let (content, &sum) = bytes
            .split_last_chunk::<8>()
            .ok_or_else(|| damaged("it is too short", "es demasiado corto"))?;
        if !content.starts_with(MAGIC.as_bytes()) {
            return Err(damaged(
                "it does not begin as one, or is of another version",
                "no empieza como tal, o es de otra versión",
            ));
        }
        if u64::from_le_bytes(sum) != checksum(content) {
            return Err(damaged(
                "the checksum is wrong",
                "la suma de verificación no coincide",
            ));
        }
        let mut rest = content;
        let mut field = |name: &str| {
            let line = next_line(&mut rest).filter(|line| line.starts_with(name));
            let value = line.map(|line| line[name.len()..].trim());
            value.ok_or_else(|| damaged("its head is unreadable", "su encabezado es ilegible"))
        };
        field(MAGIC)?;
        let rules = field("rules ")?.parse();
        let rules = rules.map_err(|_| damaged("its rules are unknown", "sus reglas son desconocidas"))?;
        let pieces = field("pieces ")?.parse().ok().filter(|&n| n <= MAX_PIECES);
        let pieces = pieces.ok_or_else(|| damaged("its size is unknown", "su tamaño es desconocido"))?;
        let there: Vec<bool> = field("slices ")?.chars().map(|digit| digit == '1').collect();
        if there.len() != Material::all(pieces).len() {
            return Err(damaged("its size is unknown", "su tamaño es desconocido"));
        }
        Ok((Self { rules, pieces, there }, rest))
    }
}

fn next_line<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let end = rest.iter().position(|&byte| byte == b'\n')?;
    let line = std::str::from_utf8(&rest[..end]).ok()?;
    *rest = &rest[end + 1..];
    Some(line)
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(sum ^ u64::from_le_bytes(word))
    })
}
