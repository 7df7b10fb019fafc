//! How positions get into a plan.

use std::marker::PhantomData;

use damero_games::{Encode, PovValue, Text, Value};

use crate::model::{Model, ModelError};
use crate::plan::Plan;
use crate::precision::Precision;

/// A plan that sees positions of `G`.
#[derive(Clone, Debug)]
pub(super) struct Eye<G> {
    pub(super) plan: Plan,
    encoding: usize,
    /// Numbers of the observation; the legal actions follow if the network reads them.
    len: usize,
    /// The legal actions of a position, if the network reads them.
    legal: Option<Vec<bool>>,
    game: PhantomData<fn(&G)>,
}

impl<G: Encode> Eye<G> {
    /// A plan that computes the `wanted` outputs alone, or all of them.
    pub(super) fn new(
        model: &Model,
        rules: &G::Rules,
        max_batch: usize,
        precision: Precision,
        wanted: Option<&[&str]>,
    ) -> Result<Self, ModelError> {
        model.check_for::<G>(rules)?;
        let network = model.network();
        let name = &network.description().encoding;
        let known = G::ENCODINGS.iter().position(|one| one.name == name);
        let encoding = known.expect("the model was checked for the game");
        let asked = wanted.map(|wanted| network.answering(wanted));
        let asked = asked.as_ref().unwrap_or(network);
        Ok(Self {
            plan: Plan::with_precision(asked, model.weights(), max_batch.max(1), precision),
            encoding,
            len: G::ENCODINGS[encoding].len(),
            legal: network.reads_legal().then(|| vec![false; G::ACTIONS]),
            game: PhantomData,
        })
    }

    /// Shows a position as the `row`th of the next run.
    pub(super) fn show(&mut self, row: usize, position: &G) {
        let (observation, marks) = self.plan.input(row).split_at_mut(self.len);
        position.observe(self.encoding, observation);
        if let Some(legal) = &mut self.legal {
            position.legal_mask(legal);
            for (mark, &legal) in marks.iter_mut().zip(&*legal) {
                *mark = f32::from(u8::from(legal));
            }
        }
    }

    /// A value that the network answered for a position, which it sees as the observation shows it.
    pub(super) fn value(&self, output: usize, row: usize, position: &G) -> Value {
        PovValue(self.plan.output(output, row)[0]).un_pov(position.viewer())
    }

    /// The place of an output with `len` numbers.
    pub(super) fn output(&self, name: &str, len: usize) -> Option<usize> {
        let output = self.plan.output_index(name)?;
        (self.plan.output_len(output) == len).then_some(output)
    }
}

/// The network answers something else.
pub(super) fn answers_otherwise(model: &Model, expected: Text) -> ModelError {
    let network = model.network();
    let outputs = network
        .outputs()
        .map(|(name, id)| format!("{name} {:?}", network.shape(id)));
    ModelError::Output {
        found: outputs.collect::<Vec<_>>().join(", "),
        expected,
    }
}
