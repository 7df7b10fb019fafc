//! What a network thinks of each legal move.

use damero_games::{Encode, MoveBuf, Player, PovValue, Turn, Value, text};

use super::eye::{Eye, answers_otherwise};
use crate::model::{Model, ModelError};
use crate::precision::Precision;

/// How the network answers.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Answer {
    /// One number for each action; several outputs count as one after the other.
    Actions,
    /// The value of a position, asked about what each move leads to.
    Afterstates(usize),
}

/// Scores of the legal moves, as the player to move sees them.
///
/// Three kinds of networks are understood: `q` with a number for each action; several outputs that together have one for
/// each action, such as `place` and `select` in Quarto (where a turn is two decisions, so that the second is asked about
/// the board on which the piece already stands); and `value` alone, which is asked about the position after each move.
#[derive(Clone, Debug)]
pub struct QValues<G: Encode> {
    eye: Eye<G>,
    answer: Answer,
    moves: MoveBuf<G::Move>,
    actions: Vec<usize>,
    scores: Vec<PovValue>,
    /// Positions after moves that are still to be judged, and the moves.
    after: Vec<(usize, G)>,
}

impl<G: Encode> QValues<G> {
    /// Prepares a model to score moves of `G` under `rules`, with up to `max_batch` positions in one run.
    ///
    /// # Errors
    /// If the model is for another game or other rules, or its answers are no scores of moves.
    pub fn new(model: &Model, rules: &G::Rules, max_batch: usize) -> Result<Self, ModelError> {
        let eye = Eye::new(model, rules, max_batch, Precision::Single, None)?;
        let outputs = model.network().outputs().count();
        let total: usize = (0..outputs).map(|output| eye.plan.output_len(output)).sum();
        let answer = match eye.output("value", 1) {
            Some(value) if outputs == 1 => Answer::Afterstates(value),
            None if total == G::ACTIONS => Answer::Actions,
            _ => {
                let actions = G::ACTIONS;
                let expected = text!(
                    "value [1] alone, or {actions} numbers in all",
                    "value [1] a solas, o {actions} números en total"
                );
                return Err(answers_otherwise(model, expected));
            }
        };
        let room = G::META.max_moves;
        Ok(Self {
            eye,
            answer,
            moves: MoveBuf::with_capacity(room),
            actions: Vec::with_capacity(room),
            scores: Vec::with_capacity(room),
            after: Vec::new(),
        })
    }

    /// Scores the legal moves of every position: `each` gets the place of the position, its moves and their scores.
    /// Positions in which no player is to move have none.
    pub fn score_all(&mut self, positions: &[G], mut each: impl FnMut(usize, &[G::Move], &[PovValue])) {
        let Answer::Afterstates(value) = self.answer else {
            return self.score_actions(positions, each);
        };
        for (i, position) in positions.iter().enumerate() {
            position.moves(&mut self.moves);
            if let Turn::Player(player) = position.turn() {
                self.score_afterstates(position, player, value);
            }
            each(i, &self.moves, &self.scores);
        }
    }

    /// Scores the legal moves of one position.
    pub fn score(&mut self, position: &G) -> (&[G::Move], &[PovValue]) {
        self.score_all(std::slice::from_ref(position), |_, _, _| {});
        (&self.moves, &self.scores)
    }

    fn score_actions(&mut self, positions: &[G], mut each: impl FnMut(usize, &[G::Move], &[PovValue])) {
        let mut first = 0;
        for batch in positions.chunks(self.eye.plan.max_batch()) {
            for (row, position) in batch.iter().enumerate() {
                self.eye.show(row, position);
            }
            self.eye.plan.run(batch.len());
            for (row, position) in batch.iter().enumerate() {
                position.moves(&mut self.moves);
                position.action_indices(&self.moves, &mut self.actions);
                let plan = &self.eye.plan;
                let number = |action: usize| {
                    let (mut output, mut action) = (0, action);
                    while action >= plan.output_len(output) {
                        action -= plan.output_len(output);
                        output += 1;
                    }
                    PovValue(plan.output(output, row)[action])
                };
                self.scores.clear();
                self.scores
                    .extend(self.actions.iter().map(|&action| number(action)));
                each(first + row, &self.moves, &self.scores);
            }
            first += batch.len();
        }
    }

    fn score_afterstates(&mut self, position: &G, player: Player, value: usize) {
        self.scores.clear();
        self.scores.resize(self.moves.len(), PovValue(0.0));
        self.after.clear();
        for (i, &m) in self.moves.iter().enumerate() {
            let mut after = position.clone();
            after.play_unchecked(m);
            match after.turn() {
                Turn::Over(outcome) => self.scores[i] = outcome.value().pov(player),
                Turn::Player(_) | Turn::Chance => self.after.push((i, after)),
            }
        }
        for batch in self.after.chunks(self.eye.plan.max_batch()) {
            for (row, (_, after)) in batch.iter().enumerate() {
                self.eye.show(row, after);
            }
            self.eye.plan.run(batch.len());
            for (row, (i, after)) in batch.iter().enumerate() {
                let answer: Value = self.eye.value(value, row, after);
                self.scores[*i] = answer.pov(player);
            }
        }
    }
}
