//! An evaluator that sees positions through symmetries: what a network has not learned to treat alike is averaged out.

use damero_games::random::{SeededRng, below};
use damero_games::{MoveBuf, Symmetry, Value};

use super::evaluator::{Evaluations, Evaluator};

/// Shows every position to another evaluator through a few symmetries drawn for it, and gives the mean of the answers.
///
/// ```
/// use damero_games::{Game, random::seeded, reversi::Reversi};
/// use damero_search::mcts::{Evaluations, Evaluator, Rollouts, Views};
/// let mut judge = Views::new(Rollouts::default(), 8);
/// let mut answers = Evaluations::default();
/// judge.evaluate(&[Reversi::start(&Default::default())], &mut seeded(1), &mut answers);
/// assert_eq!(answers.iter().next().unwrap().priors, [0.25; 4]);
/// ```
#[derive(Clone, Debug)]
pub struct Views<E> {
    inner: E,
    count: usize,
    answers: Evaluations,
}

impl<E> Views<E> {
    /// Draws `count` symmetries for each position, all different if there are so many; 0 shows positions as they are.
    pub fn new(inner: E, count: usize) -> Self {
        Self {
            inner,
            count,
            answers: Evaluations::default(),
        }
    }
}

impl<G: Symmetry, E: Evaluator<G>> Evaluator<G> for Views<E> {
    fn evaluate(&mut self, positions: &[G], rng: &mut SeededRng, out: &mut Evaluations) {
        if self.count == 0 {
            return self.inner.evaluate(positions, rng, out);
        }
        let drawn: Vec<Vec<usize>> = positions
            .iter()
            .map(|position| draw(position.symmetries(), self.count, rng))
            .collect();
        let seen = positions.iter().zip(&drawn);
        let seen: Vec<G> = seen
            .flat_map(|(position, drawn)| drawn.iter().map(|&s| position.map(s)))
            .collect();
        self.answers.clear();
        self.inner.evaluate(&seen, rng, &mut self.answers);
        let (mut moves, mut mapped) = (MoveBuf::new(), MoveBuf::new());
        let mut answers = self.answers.iter().zip(&seen);
        for (position, drawn) in positions.iter().zip(&drawn) {
            moves.clear();
            if position.turn().player().is_some() {
                position.moves(&mut moves);
            }
            let (share, mut value) = (1.0 / drawn.len() as f32, 0.0);
            let mut priors = vec![0.0; moves.len()];
            for (&s, (answer, seen)) in drawn.iter().zip(&mut answers) {
                value += share * answer.value.0;
                mapped.clear();
                if !moves.is_empty() {
                    seen.moves(&mut mapped);
                }
                for (prior, &m) in priors.iter_mut().zip(&moves) {
                    let same = position.map_move(s, m);
                    let at = mapped.iter().position(|&m| m == same);
                    *prior += share * at.map_or(0.0, |at| answer.priors[at]);
                }
            }
            out.push(Value(value), priors);
        }
    }
}

/// `count` different numbers below `all`, or all of them.
fn draw(all: usize, count: usize, rng: &mut SeededRng) -> Vec<usize> {
    if count >= all {
        return (0..all).collect();
    }
    let mut drawn = Vec::with_capacity(count);
    while drawn.len() < count {
        let next = below(rng, all as u32) as usize;
        if !drawn.contains(&next) {
            drawn.push(next);
        }
    }
    drawn
}
