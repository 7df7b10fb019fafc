//! Weights on disk.
//!
//! A file begins with lines of text: what it is, the rules, how many stages, how they were made, the model of errors,
//! and an empty line. Then come the weights, compressed: each as its difference from the weight of the stage four empty
//! squares later, in one byte where that suffices. The last four bytes are a checksum of everything before them.

use std::fmt;
use std::io::{Read, Write};
use std::path::Path;

use damero_games::{Text, text};
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use super::cuts::CutModel;
use super::shapes::Folding;
use super::weights::{Origin, STAGES, Weights};

/// What the first line says.
const MAGIC: &str = "damero reversi weights 2";

/// What it said before moves were counted and weights were made in rounds.
const OLD_MAGIC: &str = "damero reversi weights 1";

/// The rules that weights are good for: score options change nothing that a pattern sees.
const RULES: &str = "standard";

/// A difference that does not fit a byte follows this one.
const ESCAPE: u8 = u8::MAX;

/// Why weights cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum WeightsError {
    /// The file cannot be read or written.
    Io(std::io::Error),
    /// It is not a file of weights, or a damaged one, or an unfinished one.
    Damaged(Text),
}

impl WeightsError {
    /// What is wrong, in both languages.
    #[must_use]
    pub fn problem(&self) -> Text {
        match self {
            Self::Io(error) => Text::same(error.to_string()),
            Self::Damaged(why) => {
                let (en, es) = (&why.en, &why.es);
                text!(
                    "not a usable file of Reversi weights: {en}; `damero tune reversi` makes a new one",
                    "no es un archivo de pesos de Reversi utilizable: {es}; `damero tune reversi` hace uno nuevo"
                )
            }
        }
    }
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem().fmt(f)
    }
}

impl std::error::Error for WeightsError {}

impl From<std::io::Error> for WeightsError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

fn damaged(en: &'static str, es: &'static str) -> WeightsError {
    WeightsError::Damaged(Text::new(en, es))
}

impl Weights {
    /// Writes the weights. The file appears complete or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), WeightsError> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".new");
        let new = path.with_file_name(name);
        std::fs::write(&new, self.to_bytes()?)?;
        std::fs::rename(&new, path)?;
        Ok(())
    }

    /// Reads weights.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged or not complete.
    pub fn load(path: &Path) -> Result<Self, WeightsError> {
        Self::from_bytes(&std::fs::read(path)?)
    }

    /// The contents of a file.
    ///
    /// # Errors
    /// If they are damaged or not complete.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let weights = Self::from_part(bytes)?;
        if !weights.is_complete() {
            return Err(damaged(
                "its training was not finished",
                "su entrenamiento no se terminó",
            ));
        }
        Ok(weights)
    }

    /// The contents of a file that may lack the stages that were not fitted yet.
    ///
    /// # Errors
    /// If they are damaged.
    pub fn from_part(bytes: &[u8]) -> Result<Self, WeightsError> {
        let is_old = bytes.starts_with(OLD_MAGIC.as_bytes());
        if !is_old && !bytes.starts_with(MAGIC.as_bytes()) {
            return Err(damaged(
                "it does not begin as one of this version",
                "no empieza como uno de esta versión",
            ));
        }
        let whole = bytes.split_last_chunk::<4>();
        let (content, sum) = whole.ok_or_else(|| damaged("it is too short", "es demasiado corto"))?;
        let mut crc = Crc::new();
        crc.update(content);
        if crc.sum().to_le_bytes() != *sum {
            return Err(damaged(
                "its checksum is wrong, so some bytes were changed or lost",
                "su suma de control no cuadra: algunos bytes cambiaron o se perdieron",
            ));
        }
        let end = content.windows(2).position(|pair| pair == b"\n\n");
        let header = end
            .and_then(|end| std::str::from_utf8(&content[..end]).ok())
            .and_then(|text| Header::read(text, is_old));
        let (Some(end), Some(header)) = (end, header) else {
            return Err(damaged(
                "its heading cannot be read",
                "no se puede leer su cabecera",
            ));
        };
        let mut weights = Self::empty(header.origin);
        weights.set_model(header.model);
        read_stages(&mut weights, &content[end + 2..], header.stages, is_old)?;
        Ok(weights)
    }

    /// As they stand in a file.
    ///
    /// # Errors
    /// If they cannot be packed.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WeightsError> {
        let Origin {
            round,
            positions,
            seed,
            exact,
            depth,
        } = self.origin;
        let line = |numbers: &[f32]| {
            let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            words.join(" ")
        };
        let header = format!(
            "{MAGIC}\nrules {RULES}\nstages {}\nround {round}\npositions {positions}\nseed {seed}\nexact {exact}\ndepth {depth}\n\
             middle {}\nend {}\n\n",
            self.stages.len(),
            line(&self.model.middle),
            line(&self.model.end),
        );
        let folding = Folding::default();
        self.packed(header, &folding, folding.count())
    }

    /// A header, the first weights of every stage, packed, and the checksum.
    fn packed(&self, header: String, folding: &Folding, stored: usize) -> Result<Vec<u8>, WeightsError> {
        let mut encoder = DeflateEncoder::new(header.into_bytes(), Compression::best());
        let mut later = [vec![0; stored], vec![0; stored]];
        for stage in 0..self.stages.len() {
            let mut weights = self.folded(folding, stage);
            weights.truncate(stored);
            let known = &mut later[stage % 2];
            let mut bytes = Vec::with_capacity(stored);
            for (&weight, &known) in weights.iter().zip(known.iter()) {
                let difference = i32::from(weight) - i32::from(known);
                // Small ones of either sign become small bytes.
                let folded = (difference << 1 ^ difference >> 31) as u32;
                match u8::try_from(folded) {
                    Ok(byte) if byte != ESCAPE => bytes.push(byte),
                    _ => {
                        bytes.push(ESCAPE);
                        bytes.extend_from_slice(&weight.to_le_bytes());
                    }
                }
            }
            encoder.write_all(&bytes)?;
            *known = weights;
        }
        let mut bytes = encoder.finish()?;
        let mut crc = Crc::new();
        crc.update(&bytes);
        bytes.extend_from_slice(&crc.sum().to_le_bytes());
        Ok(bytes)
    }
}

fn read_stages(
    weights: &mut Weights,
    compressed: &[u8],
    stages: usize,
    is_old: bool,
) -> Result<(), WeightsError> {
    let short = || damaged("weights are missing", "faltan pesos");
    let folding = Folding::default();
    let stored = if is_old {
        folding.patterns()
    } else {
        folding.count()
    };
    let mut bytes = Vec::new();
    // A hostile file must not unpack to more than any true one.
    let most = (3 * folding.count() * STAGES) as u64;
    DeflateDecoder::new(compressed)
        .take(most)
        .read_to_end(&mut bytes)
        .map_err(|_| short())?;
    let mut bytes = bytes.into_iter();
    let mut later = [vec![0_i16; folding.count()], vec![0; folding.count()]];
    for stage in 0..stages {
        let known = &mut later[stage % 2];
        for weight in &mut known[..stored] {
            let byte = bytes.next().ok_or_else(short)?;
            *weight = if byte == ESCAPE {
                let (low, high) = bytes.next().zip(bytes.next()).ok_or_else(short)?;
                i16::from_le_bytes([low, high])
            } else {
                let difference = i16::from(byte >> 1) ^ -i16::from(byte & 1);
                weight.wrapping_add(difference)
            };
        }
        weights.push(&folding, known);
    }
    Ok(())
}

/// What the lines before the weights say.
struct Header {
    stages: usize,
    origin: Origin,
    model: CutModel,
}

impl Header {
    fn read(text: &str, is_old: bool) -> Option<Self> {
        let mut lines = text.lines().skip(1);
        let mut line = |key: &str| lines.next()?.strip_prefix(key)?.strip_prefix(' ');
        if line("rules")? != RULES {
            return None;
        }
        let stages = line("stages")?.parse().ok().filter(|&stages| stages <= STAGES)?;
        let round = if is_old { 0 } else { line("round")?.parse().ok()? };
        let origin = Origin {
            round,
            positions: line("positions")?.parse().ok()?,
            seed: line("seed")?.parse().ok()?,
            exact: line("exact")?.parse().ok()?,
            depth: line("depth")?.parse().ok()?,
        };
        let model = CutModel {
            middle: numbers(line("middle")?)?,
            end: numbers(line("end")?)?,
        };
        Some(Self {
            stages,
            origin,
            model,
        })
    }
}

/// Numbers between spaces, all of them finite.
fn numbers<const N: usize>(text: &str) -> Option<[f32; N]> {
    let words = text
        .split(' ')
        .map(|word| word.parse().ok().filter(|n: &f32| n.is_finite()));
    words.collect::<Option<Vec<f32>>>()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Weights {
        let folding = Folding::default();
        let mut weights = Weights::empty(Origin {
            round: 1,
            positions: 5,
            seed: 6,
            exact: 7,
            depth: 8,
        });
        weights.set_model(CutModel {
            middle: [0.25, -1.5, 2.0, 0.125],
            end: [1.0, 2.0, -3.5],
        });
        for stage in 0..3_i32 {
            let values: Vec<i16> = (0..folding.count() as i32)
                .map(|i| (i * 37 % 1999 - 1000 + 40 * stage) as i16)
                .collect();
            weights.push(&folding, &values);
        }
        weights
    }

    #[test]
    fn a_part_comes_back_as_it_was() {
        let weights = some();
        let bytes = weights.to_bytes().expect("memory takes them");
        let again = Weights::from_part(&bytes).expect("they are whole");
        assert_eq!(again.origin, weights.origin);
        assert_eq!(again.model, weights.model);
        assert!(again.stages == weights.stages);
    }

    #[test]
    fn weights_from_before_moves_were_counted_are_read() {
        let weights = some();
        let folding = Folding::default();
        let header = format!(
            "{OLD_MAGIC}\nrules {RULES}\nstages 3\npositions 5\nseed 6\nexact 7\ndepth 8\n\
             middle 0.25 -1.5 2 0.125\nend 1 2 -3.5\n\n"
        );
        let bytes = weights.packed(header, &folding, folding.patterns());
        let again = Weights::from_part(&bytes.expect("memory takes them")).expect("they are whole");
        assert_eq!(
            again.origin,
            Origin {
                round: 0,
                ..weights.origin
            }
        );
        assert_eq!(again.model, weights.model);
        for stage in 0..3 {
            let [old, new] = [&weights, &again].map(|weights| weights.folded(&folding, stage));
            let (patterns, moves) = new.split_at(folding.patterns());
            assert_eq!(patterns, &old[..folding.patterns()]);
            assert!(moves.iter().all(|&weight| weight == 0));
        }
    }

    #[test]
    fn damaged_weights_are_refused_in_both_languages() {
        let bytes = some().to_bytes().expect("memory takes them");
        let refused = |bytes: &[u8], en: &str, es: &str| {
            let problem = Weights::from_bytes(bytes).err().map(|error| error.problem());
            let problem = problem.expect("it is refused");
            assert!(problem.en.contains(en), "{problem:?}");
            assert!(problem.es.contains(es), "{problem:?}");
        };
        refused(&bytes, "not finished", "no se terminó");
        refused(b"", "does not begin", "no empieza");
        refused(b"damero reversi weights 3\n", "does not begin", "no empieza");
        refused(MAGIC.as_bytes(), "checksum", "suma de control");
        for at in [30, 200, bytes.len() - 1] {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            refused(&changed, "checksum", "suma de control");
        }
        refused(&bytes[..bytes.len() / 2], "checksum", "suma de control");
        // A wrong heading or missing weights under a right checksum.
        let sealed = |mut content: Vec<u8>| {
            let mut crc = Crc::new();
            crc.update(&content);
            content.extend_from_slice(&crc.sum().to_le_bytes());
            content
        };
        let content = bytes[..bytes.len() - 4].to_vec();
        let text = String::from_utf8_lossy(&content[..40]).replace("standard", "5tandard");
        let mut other = text.into_bytes();
        other.extend_from_slice(&content[40..]);
        refused(&sealed(other), "heading", "cabecera");
        refused(
            &sealed(content[..content.len() / 2].to_vec()),
            "missing",
            "faltan",
        );
    }
}
