//! Thinking, on threads of its own: a search never runs where sockets are served.
//!
//! The pool is bounded. When its queue is full new work is turned away at once, and whoever asked decides whether to
//! try again or to say so.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use damero_arena::{Contestant, Spec};
use damero_games::{AnyGame, GameId, NATIVE, Notation, Session, with_game};
use damero_search::{Limits, Score, SearchResult, Searchable, Stop};
use tracing::warn;

use crate::wire::{Analysis, Opinion};

/// Jobs that may wait, for each thread.
const QUEUE: usize = 64;

/// The player that analyses.
const ANALYST: &str = "engine";

type Job = Box<dyn FnOnce() + Send>;

/// The pool has no room for more work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("all thinkers are busy")]
pub(crate) struct Busy;

/// What to think about.
pub(crate) struct Question {
    game: GameId,
    /// The record in our own format says everything about a game, its past included.
    record: String,
    /// Who is asked, as the arena names players.
    spec: String,
    task: Task,
    time: Duration,
    stop: Stop,
}

enum Task {
    /// Choose a move; what is left to chance follows from the seed.
    Play { seed: u64 },
    /// Value all moves.
    Analyse,
}

impl Question {
    /// Which move would this player play within `time`?
    pub(crate) fn play(
        id: GameId,
        game: &dyn AnyGame,
        spec: String,
        time: Duration,
        seed: u64,
    ) -> Option<Self> {
        Self::new(id, game, spec, Task::Play { seed }, time)
    }

    /// How good are all moves, in the eyes of this player or of the engine?
    pub(crate) fn analyse(
        id: GameId,
        game: &dyn AnyGame,
        spec: Option<String>,
        time: Duration,
    ) -> Option<Self> {
        let spec = spec.unwrap_or_else(|| ANALYST.to_owned());
        Self::new(id, game, spec, Task::Analyse, time)
    }

    /// `None` unless a player is to move.
    fn new(id: GameId, game: &dyn AnyGame, spec: String, task: Task, time: Duration) -> Option<Self> {
        game.turn().player()?;
        Some(Self {
            game: id,
            record: game.record(NATIVE.name).ok()?,
            spec,
            task,
            time,
            stop: Stop::default(),
        })
    }

    /// The flag that ends the thinking early.
    pub(crate) fn stop(&self) -> Stop {
        self.stop.clone()
    }
}

/// Threads that think.
#[derive(Clone)]
pub(crate) struct EnginePool {
    jobs: SyncSender<Job>,
}

impl EnginePool {
    /// Starts `threads` threads; they end when the last handle is gone.
    pub(crate) fn start(threads: usize) -> std::io::Result<Self> {
        let threads = threads.max(1);
        let (jobs, waiting) = sync_channel::<Job>(QUEUE * threads);
        let waiting = Arc::new(Mutex::new(waiting));
        for i in 0..threads {
            let waiting = Arc::clone(&waiting);
            std::thread::Builder::new()
                .name(format!("mind-{i}"))
                .spawn(move || work(&waiting))?;
        }
        Ok(Self { jobs })
    }

    /// Thinks and calls `done` with the answer, from a thread of the pool; `None` if it found none.
    pub(crate) fn ask(
        &self,
        question: Question,
        mut report: impl FnMut(Analysis) + Send + 'static,
        done: impl FnOnce(Option<Analysis>) + Send + 'static,
    ) -> Result<(), Busy> {
        let job = move || {
            let answer = catch_unwind(AssertUnwindSafe(|| think(&question, &mut report)));
            done(answer.ok().flatten());
        };
        self.jobs.try_send(Box::new(job)).map_err(|error| match error {
            TrySendError::Full(_) | TrySendError::Disconnected(_) => Busy,
        })
    }

    /// Thinks and waits for the answer.
    pub(crate) async fn answer(&self, question: Question) -> Result<Option<Analysis>, Busy> {
        let stop = StopOnDrop(question.stop());
        let (done, wait) = tokio::sync::oneshot::channel();
        self.ask(
            question,
            |_| (),
            move |answer| {
                let _ = done.send(answer);
            },
        )?;
        let answer = wait.await.ok().flatten();
        drop(stop);
        Ok(answer)
    }
}

/// Ends the thinking when nobody waits for it any more.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.now();
    }
}

fn work(waiting: &Mutex<Receiver<Job>>) {
    loop {
        let job = {
            let waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.recv()
        };
        match job {
            Ok(job) => job(),
            Err(_) => return,
        }
    }
}

fn think(question: &Question, report: &mut dyn FnMut(Analysis)) -> Option<Analysis> {
    if question.stop.asked() {
        return None;
    }
    with_game!(question.game, G => think_as::<G>(question, report))
}

fn think_as<G: Searchable>(question: &Question, report: &mut dyn FnMut(Analysis)) -> Option<Analysis> {
    let record = G::read_record(&question.record).ok()?;
    let session: Session<G> = Session::from_record(record).ok()?;
    let by = session.game().turn().player()?;
    let spec: Spec = question.spec.parse().ok()?;
    let (spec, seed) = match question.task {
        Task::Play { seed } => (spec, seed),
        Task::Analyse => (spec.scoring_all(), 0),
    };
    let told = |problem: &dyn std::fmt::Display| warn!(player = question.spec, %problem, "a player failed");
    let mut player: Box<dyn Contestant<G>> = spec.contestant(seed).inspect_err(|error| told(error)).ok()?;
    let mut tell = |searched: &SearchResult<G::Move>| report(analysis::<G>(by, searched));
    let searched = player
        .choose(&session, &Limits::time(question.time), &question.stop, &mut tell)
        .inspect_err(|fault| told(fault))
        .ok()?;
    Some(analysis::<G>(by, &searched))
}

fn analysis<G: Notation>(by: damero_games::Player, searched: &SearchResult<G::Move>) -> Analysis {
    let opinion = |m: &G::Move, score: Option<Score>, value: Option<damero_games::PovValue>| Opinion {
        text: m.to_string(),
        value: value.map(|value| value.0),
        score: score.filter(|score| !score.is_proven()).map(Score::get),
        plies_to_end: score.and_then(Score::plies_to_end),
    };
    let moves = searched.moves.iter();
    Analysis {
        by,
        best: opinion(&searched.best, searched.score, searched.value),
        line: searched.pv.iter().map(ToString::to_string).collect(),
        moves: moves.map(|one| opinion(&one.m, one.score, one.value)).collect(),
        depth: searched.depth,
        nodes: searched.nodes,
        seconds: searched.time.as_secs_f64(),
    }
}
