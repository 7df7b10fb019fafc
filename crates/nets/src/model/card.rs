//! What a file of weights says about itself, and whether that fits a game.

use std::collections::BTreeMap;

use damero_games::Encode;
use serde::{Deserialize, Serialize};

use super::error::ModelError;
use crate::describe::{Description, LEGAL};

/// What a file of weights says about itself. Unknown keys are refused: one of them may be a damaged `checksum`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// The game.
    pub game: String,
    /// The id of the rules, such as `square` or `standard,score=raw`.
    pub rules: String,
    /// The version of the game's behaviour.
    pub rules_version: u32,
    /// The version of Damero that wrote it.
    pub version: String,
    /// The network; it names the encoding.
    pub architecture: Description,
    /// SHA-256 of all weights in the order of the network, in hexadecimal; files from elsewhere may lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checksum: Option<String>,
    /// Whatever else its maker wanted to say.
    #[serde(default)]
    pub notes: BTreeMap<String, String>,
}

impl Card {
    /// As [`Model::check_for`](super::Model::check_for).
    pub(super) fn check_for<G: Encode>(&self, rules: &G::Rules) -> Result<(), ModelError> {
        if self.game != G::META.id {
            return Err(ModelError::Game {
                found: self.game.clone(),
                expected: G::META.id,
            });
        }
        if self.rules.parse::<G::Rules>().as_ref() != Ok(rules) {
            return Err(ModelError::Rules {
                found: self.rules.clone(),
                expected: rules.to_string(),
            });
        }
        if self.rules_version != G::META.version {
            return Err(ModelError::RulesVersion {
                found: self.rules_version,
                expected: G::META.version,
            });
        }
        self.check_inputs::<G>()
    }

    fn check_inputs<G: Encode>(&self) -> Result<(), ModelError> {
        let Description { encoding, inputs, .. } = &self.architecture;
        let mut all = G::ENCODINGS.iter();
        let known = all.find(|one| one.name == encoding).ok_or_else(|| {
            let names: Vec<_> = G::ENCODINGS.iter().map(|one| one.name).collect();
            ModelError::Encoding {
                found: encoding.clone(),
                expected: names.join(", "),
            }
        })?;
        let tensors = known.tensors.iter().map(|one| (one.name, one.shape));
        let expected: Vec<_> = match inputs.last() {
            Some(last) if last.name == LEGAL => tensors.chain([(LEGAL, &[G::ACTIONS][..])]).collect(),
            _ => tensors.collect(),
        };
        let found: Vec<_> = inputs.iter().map(|one| (&*one.name, &*one.shape)).collect();
        if found == expected {
            return Ok(());
        }
        let say = |list: Vec<(&str, &[usize])>| {
            let each: Vec<_> = list
                .iter()
                .map(|(name, shape)| format!("{name} {shape:?}"))
                .collect();
            each.join(", ")
        };
        Err(ModelError::Encoding {
            found: format!("{encoding}: {}", say(found)),
            expected: format!("{encoding}: {}", say(expected)),
        })
    }
}
