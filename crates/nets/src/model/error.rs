//! Everything that can be wrong with a file of weights, one sentence each.

use std::fmt;
use std::path::PathBuf;

use damero_games::{Lang, Text, text};

use crate::describe::DescriptionError;

/// Why weights are refused.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ModelError {
    /// The file cannot be read or written.
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        cause: String,
    },
    /// Something inside a file is wrong.
    Inside {
        /// Which file.
        path: PathBuf,
        /// What.
        cause: Box<Self>,
    },
    /// The bytes are no safetensors, or are cut short.
    Format(String),
    /// The metadata have no card of Damero.
    NoCard,
    /// The card cannot be read.
    Card(String),
    /// The card describes no network.
    Description(DescriptionError),
    /// A tensor of the network is not there.
    Missing(String),
    /// A tensor is there that the network does not have.
    Extra(String),
    /// A tensor has another shape.
    Shape {
        /// Its name.
        tensor: String,
        /// Its shape.
        found: Vec<usize>,
        /// The network's.
        expected: Vec<usize>,
    },
    /// A tensor has another type than 32-bit floats.
    Type {
        /// Its name.
        tensor: String,
        /// Its type.
        found: String,
    },
    /// A number is infinite or none at all.
    NotFinite {
        /// The tensor.
        tensor: String,
        /// The place in it.
        index: usize,
    },
    /// A running variance is negative.
    Negative {
        /// The tensor.
        tensor: String,
        /// The place in it.
        index: usize,
    },
    /// The numbers are not those that were written.
    Checksum,
    /// It learned another game.
    Game {
        /// That game.
        found: String,
        /// The one that was asked for.
        expected: &'static str,
    },
    /// It learned under other rules.
    Rules {
        /// Those rules.
        found: String,
        /// The ones that were asked for.
        expected: String,
    },
    /// It learned an older or newer behaviour of the game.
    RulesVersion {
        /// That version.
        found: u32,
        /// Ours.
        expected: u32,
    },
    /// It reads positions in a way that the game does not show them.
    Encoding {
        /// What it reads.
        found: String,
        /// What there is.
        expected: String,
    },
    /// It does not answer what was asked for.
    Output {
        /// What it answers.
        found: String,
        /// What was asked for.
        expected: Text,
    },
}

impl ModelError {
    /// The sentence in both languages.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            Self::File { path, cause } => Text::same(format!("{}: {cause}", path.display())),
            Self::Inside { path, cause } => {
                let (path, Text { en, es }) = (path.display(), cause.text());
                Text::owned(format!("{path}: {en}"), format!("{path}: {es}"))
            }
            Self::Format(cause) => text!(
                "no file of weights, or one that is cut short or damaged ({cause})",
                "no es un archivo de pesos, o está cortado o dañado ({cause})"
            ),
            Self::NoCard => Text::new(
                "the metadata lack the entry `damero` with game, rules and architecture",
                "a los metadatos les falta la entrada `damero` con juego, reglas y arquitectura",
            ),
            Self::Card(cause) => text!(
                "the entry `damero` of the metadata cannot be read ({cause})",
                "la entrada `damero` de los metadatos no se puede leer ({cause})"
            ),
            Self::Description(error) => Text::owned(error.message(Lang::En), error.message(Lang::Es)),
            Self::Missing(tensor) => {
                text!("the tensor `{tensor}` is missing", "falta el tensor `{tensor}`")
            }
            Self::Extra(tensor) => text!(
                "the tensor `{tensor}` does not belong to the network",
                "el tensor `{tensor}` no es de la red"
            ),
            Self::Shape {
                tensor,
                found,
                expected,
            } => text!(
                "the tensor `{tensor}` has the shape {found:?}; expected {expected:?}",
                "el tensor `{tensor}` tiene la forma {found:?}; se esperaba {expected:?}"
            ),
            Self::Type { tensor, found } => text!(
                "the tensor `{tensor}` is of type {found}; expected F32",
                "el tensor `{tensor}` es de tipo {found}; se esperaba F32"
            ),
            Self::NotFinite { tensor, index } => text!(
                "the tensor `{tensor}` has at {index} something that is no finite number",
                "el tensor `{tensor}` tiene en {index} algo que no es un número finito"
            ),
            Self::Negative { tensor, index } => text!(
                "the tensor `{tensor}` has a negative variance at {index}",
                "el tensor `{tensor}` tiene una varianza negativa en {index}"
            ),
            Self::Checksum => Text::new(
                "the weights are not those that were written: the checksum differs",
                "los pesos no son los que se escribieron: la suma de comprobación difiere",
            ),
            Self::Game { found, expected } => text!(
                "the network learned {found}; expected {expected}",
                "la red aprendió {found}; se esperaba {expected}"
            ),
            Self::Rules { found, expected } => text!(
                "the network learned under the rules {found}; expected {expected}",
                "la red aprendió con las reglas {found}; se esperaban {expected}"
            ),
            Self::RulesVersion { found, expected } => text!(
                "the network learned version {found} of the game; this is version {expected}",
                "la red aprendió la versión {found} del juego; esta es la versión {expected}"
            ),
            Self::Encoding { found, expected } => text!(
                "the network reads the encoding {found}; the game has {expected}",
                "la red lee la codificación {found}; el juego tiene {expected}"
            ),
            Self::Output {
                found,
                expected: Text { en, es },
            } => Text::owned(
                format!("the network answers {found}; expected {en}"),
                format!("la red responde {found}; se esperaba {es}"),
            ),
        }
    }

    /// The sentence in `lang`.
    #[must_use]
    pub fn message(&self, lang: Lang) -> String {
        self.text().get(lang).to_owned()
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for ModelError {}

impl From<DescriptionError> for ModelError {
    fn from(error: DescriptionError) -> Self {
        Self::Description(error)
    }
}
