//! A trained network: its description, its weights, and a card that says for which game and rules it learned.
//!
//! Files are safetensors, so that Python reads and writes them too. The card is JSON in their metadata, under the key
//! `damero`. Loading trusts nothing: see [`ModelError`].

mod card;
mod error;
mod file;
mod weights;

use std::collections::BTreeMap;

use damero_games::Encode;

pub use self::card::Card;
pub use self::error::ModelError;
pub use self::weights::Weights;
use crate::describe::Network;

/// A network with weights, and what is known about them.
///
/// ```
/// use damero_games::{Game, quarto::Quarto, random::seeded};
/// use damero_nets::{Architecture, Model, Weights};
/// let network = Architecture::QuartoCnn.describe::<Quarto>(None)?;
/// let weights = Weights::initial(&network, &mut seeded(1));
/// let model = Model::new::<Quarto>(network, weights, &Default::default())?;
/// let again = Model::from_bytes(&model.to_bytes())?;
/// again.check_for::<Quarto>(&Default::default())?;
/// assert_eq!(again, model);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    network: Network,
    weights: Weights,
    card: Card,
}

impl Model {
    /// Joins a network for `G`, its weights and the rules under which they were learned.
    ///
    /// # Errors
    /// If the network is not one for an encoding of `G`, or the weights are those of another network.
    pub fn new<G: Encode>(network: Network, weights: Weights, rules: &G::Rules) -> Result<Self, ModelError> {
        let card = Card {
            game: G::META.id.to_owned(),
            rules: rules.to_string(),
            rules_version: G::META.version,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            architecture: network.description().clone(),
            checksum: None,
            notes: BTreeMap::new(),
        };
        weights.check(&network)?;
        let model = Self {
            network,
            weights,
            card,
        };
        model.check_for::<G>(rules)?;
        Ok(model)
    }

    /// The same with a note, such as the run and the step that it comes from.
    #[must_use]
    pub fn with_note(mut self, key: impl Into<String>, note: impl Into<String>) -> Self {
        self.card.notes.insert(key.into(), note.into());
        self
    }

    /// The network.
    #[must_use]
    pub const fn network(&self) -> &Network {
        &self.network
    }

    /// Its weights.
    #[must_use]
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What it says about itself.
    #[must_use]
    pub const fn card(&self) -> &Card {
        &self.card
    }

    /// Whether it may judge positions of `G` under `rules`.
    ///
    /// # Errors
    /// If it learned another game, other rules, another version of them, or sees positions in a way that the game no
    /// longer shows them.
    pub fn check_for<G: Encode>(&self, rules: &G::Rules) -> Result<(), ModelError> {
        self.card.check_for::<G>(rules)
    }
}
