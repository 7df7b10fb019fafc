//! What a tree search asks about its leaves, and the evaluator that needs no knowledge: random playouts.

use damero_games::playout::playout;
use damero_games::random::SeededRng;
use damero_games::{Game, MoveBuf, Outcome, Value};

/// What an evaluator says about one position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evaluation<'a> {
    /// The expected result.
    pub value: Value,
    /// A prior for each legal move, in the order of the list of moves; none where no player is to move.
    pub priors: &'a [f32],
    /// The result with best play and the plies to it, where the evaluator knows it for certain.
    pub proven: Option<(Outcome, u32)>,
}

/// Evaluations of a batch of positions, in one piece of memory that can be used again.
///
/// ```
/// use damero_games::Value;
/// use damero_search::mcts::Evaluations;
/// let mut answers = Evaluations::default();
/// answers.push(Value(0.5), [0.25, 0.75]);
/// answers.push_uniform(Value(-1.0), 4);
/// let second = answers.iter().nth(1).unwrap();
/// assert_eq!(second.priors, [0.25; 4]);
/// ```
#[derive(Clone, Default, Debug)]
pub struct Evaluations {
    values: Vec<Value>,
    priors: Vec<f32>,
    /// Where the priors of each position end.
    ends: Vec<usize>,
    proven: Vec<Option<(Outcome, u32)>>,
}

impl Evaluations {
    /// Adds what is said about the next position.
    ///
    /// A value seen by a player becomes absolute by [`PovValue::un_pov`](damero_games::PovValue::un_pov).
    pub fn push(&mut self, value: Value, priors: impl IntoIterator<Item = f32>) {
        self.add(value, priors, None);
    }

    fn add(&mut self, value: Value, priors: impl IntoIterator<Item = f32>, proven: Option<(Outcome, u32)>) {
        self.values.push(value);
        self.priors.extend(priors);
        self.ends.push(self.priors.len());
        self.proven.push(proven);
    }

    /// Adds a position about whose `moves` moves nothing is known.
    pub fn push_uniform(&mut self, value: Value, moves: usize) {
        self.push(value, uniform(moves));
    }

    /// Adds a position with `moves` moves whose result with best play is certain, `plies` from it.
    pub fn push_proven(&mut self, outcome: Outcome, plies: u32, moves: usize) {
        self.add(outcome.value(), uniform(moves), Some((outcome, plies)));
    }

    /// Adds what was said about a position elsewhere.
    pub fn push_same(&mut self, evaluation: Evaluation<'_>) {
        let Evaluation {
            value,
            priors,
            proven,
        } = evaluation;
        self.add(value, priors.iter().copied(), proven);
    }

    /// Forgets everything but the memory.
    pub fn clear(&mut self) {
        self.values.clear();
        self.priors.clear();
        self.ends.clear();
        self.proven.clear();
    }

    /// How many positions were evaluated.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The evaluations in the order of the positions.
    pub fn iter(&self) -> impl Iterator<Item = Evaluation<'_>> {
        let mut start = 0;
        let said = self.values.iter().zip(&self.ends).zip(&self.proven);
        said.map(move |((&value, &end), &proven)| {
            let priors = &self.priors[start..end];
            start = end;
            Evaluation {
                value,
                priors,
                proven,
            }
        })
    }
}

fn uniform(moves: usize) -> impl Iterator<Item = f32> {
    std::iter::repeat_n(1.0 / moves as f32, moves)
}

/// Judges positions: the part of a tree search that knows something about the game.
pub trait Evaluator<G: Game>: Send {
    /// Adds one evaluation to `out` for each of `positions`, in order. None of them is over; in some, chance may be to
    /// decide.
    fn evaluate(&mut self, positions: &[G], rng: &mut SeededRng, out: &mut Evaluations);
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for Box<E> {
    fn evaluate(&mut self, positions: &[G], rng: &mut SeededRng, out: &mut Evaluations) {
        (**self).evaluate(positions, rng, out);
    }
}

/// Plays at random to the end of the game; all moves are equally good beforehand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rollouts {
    /// Random games from each position, of which the mean is taken; at least one.
    pub games: u32,
}

impl Default for Rollouts {
    fn default() -> Self {
        Self { games: 1 }
    }
}

impl<G: Game> Evaluator<G> for Rollouts {
    fn evaluate(&mut self, positions: &[G], rng: &mut SeededRng, out: &mut Evaluations) {
        let mut buf = MoveBuf::with_capacity(G::META.max_moves);
        let games = self.games.max(1);
        for position in positions {
            let results = (0..games).map(|_| playout(&mut position.clone(), rng, &mut buf).0.value().0);
            let mean = results.sum::<f32>() / games as f32;
            let moves = position.turn().player().map_or(0, |_| position.count_moves());
            out.push_uniform(Value(mean), moves);
        }
    }
}
