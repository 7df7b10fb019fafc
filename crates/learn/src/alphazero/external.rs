//! Self-play for a network outside of the program: many games that pause with their leaves as rows of numbers and go on
//! with the answers.
//!
//! The games are those of [`SelfPlayGame`], as in a training of our own. Every place plays one game after another, each
//! from a random stream named by the place and by how many it has played, so the games depend on the seed and the answers
//! and not on the threads.

use damero_games::Text;
use damero_search::Solver;
use damero_search::mcts::{Evaluations, Leaves, PolicyForm, Rollouts, RowError};

use super::counts::Counts;
use super::game::SelfPlayGame;
use super::params::SelfPlayParams;
use super::played::Played;
use super::trainer::Subject;
use super::worker::exact_solver;
use crate::LearnError;
use crate::rng_streams::{Purpose, stream};

/// What does not change from game to game.
struct Setting<G: Subject> {
    rules: G::Rules,
    params: SelfPlayParams,
    encoding: usize,
    seed: u64,
}

/// A place at which one game after another is played.
struct GameSlot<G: Subject> {
    number: u64,
    /// Games that were begun here.
    begun: u64,
    game: SelfPlayGame<G>,
}

impl<G: Subject> GameSlot<G> {
    fn new(number: u64, setting: &Setting<G>) -> Self {
        let game = Self::begin(number, 0, setting);
        Self {
            number,
            begun: 1,
            game,
        }
    }

    fn begin(number: u64, round: u64, setting: &Setting<G>) -> SelfPlayGame<G> {
        let rng = stream(setting.seed, Purpose::Game, round, number);
        let mut game = SelfPlayGame::new(&setting.rules, &setting.params, rng);
        // Beginnings that a network must find balanced are refused, so nobody is asked.
        game.open(&setting.params, &mut Rollouts::default());
        game
    }

    /// Puts up the next game; gives the one that was played.
    fn renew(&mut self, setting: &Setting<G>) -> SelfPlayGame<G> {
        let next = Self::begin(self.number, self.begun, setting);
        self.begun += 1;
        std::mem::replace(&mut self.game, next)
    }
}

/// A finished game, and where and in which round it ended: the order of games is that of rounds, then of places.
struct Ended<G: Subject> {
    order: (u64, u64),
    game: (Played<G>, Counts),
}

/// The places of one thread.
struct Worker<G: Subject> {
    places: Vec<GameSlot<G>>,
    leaves: Leaves<G>,
    answers: Evaluations,
    solver: Option<Box<dyn Solver<G>>>,
    finished: Vec<Ended<G>>,
}

impl<G: Subject> Worker<G> {
    fn gather(&mut self, round: u64, setting: &Setting<G>) {
        self.leaves.clear();
        for place in &mut self.places {
            let leaves = self.leaves.positions_mut();
            place.game.gather(&setting.params, &mut self.solver, leaves);
            if place.game.is_over() {
                self.finished.push(Ended {
                    order: (round, place.number),
                    game: place.renew(setting).finish(),
                });
                // A game that ends without a question waits until the next time, so that this one ends.
                place.game.gather(&setting.params, &mut self.solver, leaves);
            }
        }
    }

    fn apply(&mut self) {
        let mut answers = self.answers.iter();
        for place in &mut self.places {
            place.game.apply(&mut answers);
        }
    }
}

/// Why answers are refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// There are no leaves that wait for them.
    NothingAsked,
    /// One of them is none.
    Row(RowError),
}

impl Refused {
    /// The sentence in both languages.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            Self::NothingAsked => Text::new(
                "no leaves wait for answers; gather some first",
                "ninguna hoja espera respuesta; primero hay que reunirlas",
            ),
            Self::Row(error) => error.text(),
        }
    }
}

/// Many games of self-play that pause for a network outside.
///
/// ```
/// use damero_games::reversi::Reversi;
/// use damero_learn::alphazero::{AlphaZeroConfig, ExternalSelfPlay, SelfPlayParams};
/// use damero_search::mcts::PolicyForm;
/// let config = AlphaZeroConfig { curriculum: vec!["1-: 4".to_owned()], ..AlphaZeroConfig::of::<Reversi>() };
/// let params = SelfPlayParams::new(&config, &config.check::<Reversi>()?, 1);
/// let mut play = ExternalSelfPlay::<Reversi>::new(Default::default(), params, 0, 8, 1, 1)?;
/// while play.finished() < 8 {
///     let rows = play.gather();
///     let mut observations = vec![0.0; rows * play.observation_len()];
///     let mut legal = vec![false; rows * 65];
///     play.show(&mut observations, &mut legal);
///     // A network without an opinion.
///     let answered = play.apply(PolicyForm::Logits, &vec![0.0; rows * 65], &vec![0.0; rows]);
///     assert!(answered.is_ok());
/// }
/// assert!(play.take_finished().iter().all(|(game, _)| game.end.result.is_some()));
/// # Ok::<(), damero_learn::LearnError>(())
/// ```
pub struct ExternalSelfPlay<G: Subject> {
    setting: Setting<G>,
    workers: Vec<Worker<G>>,
    /// How often leaves were gathered.
    rounds: u64,
    /// Whether leaves were handed out that nobody has answered.
    asked: bool,
}

impl<G: Subject> ExternalSelfPlay<G> {
    /// `games` games at their start, on up to `threads` threads. Positions are shown in `G::ENCODINGS[encoding]`.
    ///
    /// # Errors
    /// If the settings need a network inside of the program: games with an older one, or beginnings that it balances.
    pub fn new(
        rules: G::Rules,
        params: SelfPlayParams,
        encoding: usize,
        games: usize,
        threads: usize,
        seed: u64,
    ) -> Result<Self, LearnError> {
        if params.past_share > 0.0 || params.opening.balance < 1.0 || params.symmetries > 0 {
            return Err(LearnError::Refused(Text::new(
                "past_share, opening_balance and search.symmetries need a network inside of the program",
                "past_share, opening_balance y search.symmetries necesitan una red dentro del programa",
            )));
        }
        let exact_nodes = params.exact_nodes;
        let setting = Setting::<G> {
            rules,
            params,
            encoding,
            seed,
        };
        let each = games.div_ceil(threads.clamp(1, games.max(1))).max(1);
        let numbers: Vec<u64> = (0..games as u64).collect();
        let workers = numbers.chunks(each).map(|numbers| Worker {
            places: numbers
                .iter()
                .map(|&number| GameSlot::new(number, &setting))
                .collect(),
            leaves: Leaves::new(),
            answers: Evaluations::default(),
            solver: exact_solver(exact_nodes),
            finished: Vec::new(),
        });
        let workers = workers.collect();
        Ok(Self {
            setting,
            workers,
            rounds: 0,
            asked: false,
        })
    }

    /// The rules of the games.
    #[must_use]
    pub const fn rules(&self) -> &G::Rules {
        &self.setting.rules
    }

    /// How many numbers an observation has.
    #[must_use]
    pub fn observation_len(&self) -> usize {
        G::ENCODINGS[self.setting.encoding].len()
    }

    /// Plays every move that is due and finds leaves to be judged; gives how many. As long as they were not answered they
    /// stay the same. There may be none where the solver ends many games.
    pub fn gather(&mut self) -> usize {
        if !self.asked {
            let (round, setting) = (self.rounds, &self.setting);
            side_by_side(self.workers.iter_mut(), |worker| worker.gather(round, setting));
            self.rounds += 1;
            self.asked = true;
        }
        self.waiting()
    }

    /// How many leaves wait for their answers.
    #[must_use]
    pub fn waiting(&self) -> usize {
        let rows = self.workers.iter().map(|worker| worker.leaves.len());
        rows.sum::<usize>() * usize::from(self.asked)
    }

    /// Writes a row for each leaf that was gathered: its observation, and which actions are legal.
    ///
    /// # Panics
    /// If the rows have not exactly the lengths that leaves need.
    pub fn show(&mut self, observations: &mut [f32], legal: &mut [bool]) {
        let (width, encoding) = (self.observation_len(), self.setting.encoding);
        let (mut observations, mut legal) = (observations, legal);
        let mut parts = Vec::new();
        for worker in &mut self.workers {
            let rows = worker.leaves.len();
            let (own, rest) = observations.split_at_mut(rows * width);
            observations = rest;
            let (own_legal, rest) = legal.split_at_mut(rows * G::ACTIONS);
            legal = rest;
            parts.push((worker, own, own_legal));
        }
        side_by_side(parts.into_iter(), |(worker, observations, legal)| {
            worker.leaves.show(encoding, observations, legal);
        });
    }

    /// Takes the answers about the leaves that were [shown](Self::show), a row for each: see [`Leaves::answer`].
    ///
    /// # Errors
    /// If nothing was asked, or a row is no answer; then nothing changes and other answers may be given.
    ///
    /// # Panics
    /// If there are not as many rows as leaves.
    pub fn apply(&mut self, form: PolicyForm, policy: &[f32], values: &[f32]) -> Result<(), Refused> {
        if !self.asked {
            return Err(Refused::NothingAsked);
        }
        let (mut policy, mut values, mut first) = (policy, values, 0);
        let mut parts = Vec::new();
        for worker in &mut self.workers {
            let rows = worker.leaves.len();
            let (own, rest) = policy.split_at(rows * G::ACTIONS);
            policy = rest;
            let (own_values, rest) = values.split_at(rows);
            values = rest;
            parts.push((worker, own, own_values, first));
            first += rows;
        }
        let answered = side_by_side(parts.into_iter(), |(worker, policy, values, first)| {
            worker.answers.clear();
            let answered = worker.leaves.answer(form, policy, values, &mut worker.answers);
            answered.map_err(|error| RowError {
                row: first + error.row,
                ..error
            })
        });
        answered
            .into_iter()
            .collect::<Result<(), RowError>>()
            .map_err(Refused::Row)?;
        side_by_side(self.workers.iter_mut(), Worker::apply);
        self.asked = false;
        Ok(())
    }

    /// How many games were finished and not yet taken.
    #[must_use]
    pub fn finished(&self) -> usize {
        self.workers.iter().map(|worker| worker.finished.len()).sum()
    }

    /// Takes the finished games, in the order in which they ended.
    pub fn take_finished(&mut self) -> Vec<(Played<G>, Counts)> {
        let workers = self.workers.iter_mut();
        let mut ended: Vec<Ended<G>> = workers.flat_map(|worker| worker.finished.drain(..)).collect();
        ended.sort_by_key(|one| one.order);
        ended.into_iter().map(|one| one.game).collect()
    }
}

/// Works on all parts at once, each but the last on a thread of its own, and gives the results in order.
///
/// Threads live as long as a call: a few microseconds a batch, and a process that was forked has none to miss.
fn side_by_side<T: Send, R: Send>(
    parts: impl DoubleEndedIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let (mut parts, work) = (parts, &work);
    let Some(last) = parts.next_back() else {
        return Vec::new();
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        let last = work(last);
        let joined = others.into_iter().map(|other| match other.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.chain([last]).collect()
    })
}
