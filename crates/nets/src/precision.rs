//! How precisely a network computes.

use std::fmt;
use std::str::FromStr;

use damero_games::{Text, text};
use serde::{Deserialize, Serialize};

/// The numbers in which a [`Plan`](crate::Plan) multiplies.
///
/// ```
/// use damero_nets::Precision;
/// assert_eq!("i16".parse(), Ok(Precision::Integer));
/// assert_eq!(Precision::default().to_string(), "f32");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum Precision {
    /// Single precision, `f32`.
    #[default]
    #[serde(rename = "f32")]
    Single,
    /// Whole numbers of sixteen bits, `i16`, scaled for each position and each column of weights; their sums are exact, and
    /// between the layers, as in the last small ones, everything remains in single precision. Faster, and answers differ
    /// by a thousandth or so: see `docs/performance.md`.
    #[serde(rename = "i16")]
    Integer,
}

impl Precision {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Single, Self::Integer];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "f32",
            Self::Integer => "i16",
        }
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Precision {
    type Err = Text;

    fn from_str(name: &str) -> Result<Self, Text> {
        Self::ALL
            .into_iter()
            .find(|one| one.name() == name)
            .ok_or_else(|| {
                text!(
                    "precision: found `{name}`, expected f32 or i16",
                    "precisión: hay `{name}`, se esperaba f32 o i16"
                )
            })
    }
}
