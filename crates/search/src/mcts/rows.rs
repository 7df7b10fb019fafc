//! Leaves as rows of numbers, for networks outside of the program.
//!
//! [`Search::gather`](super::Search::gather) fills [`Leaves`], whoever has the network reads observations and legal
//! actions from it and answers with rows of policies and values, and [`Leaves::answer`] makes of them what
//! [`Search::apply`](super::Search::apply) takes. Nothing is believed: a row that is no policy is refused before any
//! search hears of it.

use std::fmt;

use damero_games::{Encode, MoveBuf, PovValue, Text, text};

use super::evaluator::Evaluations;

/// How a policy comes in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PolicyForm {
    /// Logits: the priors are their softmax over the legal actions.
    Logits,
    /// Shares of the actions, which need not sum to one: the priors are those of the legal actions, normalised.
    Shares,
}

/// A row that cannot be the answer about a leaf.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowError {
    /// Which row, from 0.
    pub row: usize,
    /// What is wrong with it, and what was expected.
    pub problem: Text,
}

impl RowError {
    /// The sentence in both languages.
    #[must_use]
    pub fn text(&self) -> Text {
        let Self {
            row,
            problem: Text { en, es },
        } = self;
        text!("row {row}: {en}", "fila {row}: {es}")
    }
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for RowError {}

/// Leaves that wait for the answers of a network.
///
/// ```
/// use damero_games::{Encode, Game, reversi::Reversi};
/// use damero_search::mcts::{Evaluations, Leaves, Options, PolicyForm, Search};
/// let mut search = Search::new(Reversi::start(&Default::default()), Options::puct());
/// let (mut leaves, mut answers) = (Leaves::new(), Evaluations::default());
/// search.begin(20);
/// while !search.is_done() {
///     leaves.clear();
///     search.gather(1, leaves.positions_mut());
///     let mut observations = vec![0.0; leaves.len() * Reversi::ENCODINGS[0].len()];
///     let mut legal = vec![false; leaves.len() * Reversi::ACTIONS];
///     leaves.show(0, &mut observations, &mut legal);
///     // A network without an opinion.
///     let (policy, values) = (vec![0.0; legal.len()], vec![0.0; leaves.len()]);
///     answers.clear();
///     leaves.answer(PolicyForm::Logits, &policy, &values, &mut answers)?;
///     search.apply(&mut answers.iter());
/// }
/// assert_eq!(search.simulations(), 20);
/// # Ok::<(), damero_search::mcts::RowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Leaves<G: Encode> {
    positions: Vec<G>,
    /// The action indices of the legal moves of all positions that were shown, in the order of their lists.
    actions: Vec<u32>,
    /// Where those of each position end.
    ends: Vec<usize>,
    moves: MoveBuf<G::Move>,
    indices: Vec<usize>,
    priors: Vec<f32>,
}

impl<G: Encode> Default for Leaves<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Encode> Leaves<G> {
    /// No leaves.
    #[must_use]
    pub fn new() -> Self {
        Self {
            positions: Vec::new(),
            actions: Vec::new(),
            ends: Vec::new(),
            moves: MoveBuf::new(),
            indices: Vec::new(),
            priors: Vec::new(),
        }
    }

    /// Forgets everything but the memory.
    pub fn clear(&mut self) {
        self.positions.clear();
        self.actions.clear();
        self.ends.clear();
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The positions, for searches to add to.
    pub const fn positions_mut(&mut self) -> &mut Vec<G> {
        &mut self.positions
    }

    /// Writes a row for each position: its observation, and which actions are legal. Where chance is to decide none is.
    ///
    /// # Panics
    /// If there is no such encoding, or the rows have not exactly the lengths of the encoding and of
    /// [`Encode::ACTIONS`].
    pub fn show(&mut self, encoding: usize, observations: &mut [f32], legal: &mut [bool]) {
        let width = G::ENCODINGS[encoding].len();
        assert_eq!(
            observations.len(),
            self.len() * width,
            "an observation a position"
        );
        assert_eq!(legal.len(), self.len() * G::ACTIONS, "a mask a position");
        self.actions.clear();
        self.ends.clear();
        legal.fill(false);
        let rows = observations
            .chunks_exact_mut(width)
            .zip(legal.chunks_exact_mut(G::ACTIONS));
        for (position, (observation, legal)) in self.positions.iter().zip(rows) {
            position.observe(encoding, observation);
            self.indices.clear();
            if position.turn().player().is_some() {
                position.moves(&mut self.moves);
                position.action_indices(&self.moves, &mut self.indices);
            }
            for &index in &self.indices {
                legal[index] = true;
                self.actions.push(index as u32);
            }
            self.ends.push(self.actions.len());
        }
    }

    /// Adds an evaluation to `out` for each position that was [shown](Self::show): `policy` has a row of
    /// [`Encode::ACTIONS`] numbers for each, of which only those of legal actions are read, and `values` one number, as
    /// the player sees it from whose viewpoint the position was shown.
    ///
    /// # Errors
    /// The first row with something that is no number, or that leaves nothing to a legal action.
    ///
    /// # Panics
    /// If there are not as many rows as positions that were shown.
    pub fn answer(
        &mut self,
        form: PolicyForm,
        policy: &[f32],
        values: &[f32],
        out: &mut Evaluations,
    ) -> Result<(), RowError> {
        assert_eq!(self.ends.len(), self.len(), "positions are shown first");
        assert_eq!(values.len(), self.len(), "a value a position");
        assert_eq!(policy.len(), self.len() * G::ACTIONS, "a policy a position");
        let rows = policy.chunks_exact(G::ACTIONS).zip(values).zip(&self.ends);
        let mut start = 0;
        for (row, (position, ((policy, &value), &end))) in self.positions.iter().zip(rows).enumerate() {
            let refused = |problem| RowError { row, problem };
            if !value.is_finite() {
                return Err(refused(text!(
                    "the value is {value}; expected a number from -1 to 1",
                    "el valor es {value}; se esperaba un número de -1 a 1"
                )));
            }
            let actions = &self.actions[start..end];
            start = end;
            self.priors.clear();
            self.priors
                .extend(actions.iter().map(|&action| policy[action as usize]));
            normalise(form, actions, &mut self.priors).map_err(refused)?;
            let value = PovValue(value).un_pov(position.viewer());
            out.push(value, self.priors.iter().copied());
        }
        Ok(())
    }
}

/// Makes priors of what was said about the legal actions.
fn normalise(form: PolicyForm, actions: &[u32], priors: &mut [f32]) -> Result<(), Text> {
    if actions.is_empty() {
        return Ok(());
    }
    let is_good = |prior: f32| match form {
        // Minus infinity is how masks are often written.
        PolicyForm::Logits => prior < f32::INFINITY,
        PolicyForm::Shares => (0.0..f32::INFINITY).contains(&prior),
    };
    if let Some(at) = priors.iter().position(|&prior| !is_good(prior)) {
        let (action, found) = (actions[at], priors[at]);
        return Err(match form {
            PolicyForm::Logits => text!(
                "the policy says {found} about action {action}; expected a finite logit",
                "la política dice {found} de la acción {action}; se esperaba un logit finito"
            ),
            PolicyForm::Shares => text!(
                "the policy says {found} about action {action}; expected a share from 0 on",
                "la política dice {found} de la acción {action}; se esperaba una parte desde 0"
            ),
        });
    }
    if form == PolicyForm::Logits {
        let largest = priors.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        // Where all are minus infinity the differences are no numbers, and neither is their sum.
        for prior in &mut *priors {
            *prior = (*prior - largest).exp();
        }
    }
    let sum: f32 = priors.iter().sum();
    if !(sum > 0.0 && sum.is_finite()) {
        return Err(Text::new(
            "the policy leaves nothing to any legal action",
            "la política no deja nada a ninguna acción legal",
        ));
    }
    priors.iter_mut().for_each(|prior| *prior /= sum);
    Ok(())
}
