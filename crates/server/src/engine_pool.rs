//! The threads that search. A search never runs on a thread that serves sockets.
//!
//! The queue is bounded. When it is full a new request is refused at once, and the caller decides whether to try again.
//!
//! A caller may keep its player from one search to the next in a [`PlayerSlot`], so that the transposition table, the
//! tree and the network are used again. The pool bounds how many players are kept.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use damero_arena::{AnyPlayer, MoveAnalysis, Spec};
use damero_games::{AnyGame, GameId, Player};
use damero_search::{Limits, SearchContext, Stop};
use tracing::warn;

use crate::wire::{Analysis, Opinion};

/// Requests that may wait, for each thread.
const QUEUE: usize = 64;

/// Players that are kept, for each thread. A person takes several times as long for a move as the engine, so about four
/// games keep one thread busy. More players would cost memory (64 MiB for a transposition table) and wait all the same.
const KEPT: usize = 4;

/// The player that analyses.
const ANALYST: &str = "engine";

type Job = Box<dyn FnOnce() + Send>;

/// The queue of the pool is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("all engine threads are busy")]
pub(crate) struct Busy;

/// A position to be searched.
pub(crate) struct SearchRequest {
    id: GameId,
    game: Box<dyn AnyGame>,
    by: Player,
    /// The player, as the arena names it.
    spec: String,
    task: Task,
    time: Duration,
    stop: Stop,
    slot: PlayerSlot,
}

enum Task {
    /// Choose a move. A new player draws its random numbers from the seed.
    Play { seed: u64 },
    /// Score all moves.
    Analyse,
}

impl SearchRequest {
    /// The move of this player within `time`; `None` unless a player is to move.
    pub(crate) fn play(
        id: GameId,
        game: &dyn AnyGame,
        spec: String,
        time: Duration,
        seed: u64,
    ) -> Option<Self> {
        Self::new(id, game, spec, Task::Play { seed }, time)
    }

    /// The scores of all moves by this player, or by the engine; `None` unless a player is to move.
    pub(crate) fn analyse(
        id: GameId,
        game: &dyn AnyGame,
        spec: Option<String>,
        time: Duration,
    ) -> Option<Self> {
        let spec = spec.unwrap_or_else(|| ANALYST.to_owned());
        Self::new(id, game, spec, Task::Analyse, time)
    }

    fn new(id: GameId, game: &dyn AnyGame, spec: String, task: Task, time: Duration) -> Option<Self> {
        Some(Self {
            id,
            by: game.turn().player()?,
            game: game.boxed_clone(),
            spec,
            task,
            time,
            stop: Stop::default(),
            slot: PlayerSlot::default(),
        })
    }

    /// The same request, searched by the player in this slot if it is the right one. The player stays there afterwards.
    pub(crate) fn keeping(self, slot: &PlayerSlot) -> Self {
        let slot = slot.clone();
        Self { slot, ..self }
    }

    /// The flag that ends the search early.
    pub(crate) fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn search(&self, kept: &KeptPlayers, report: &mut dyn FnMut(Analysis)) -> Option<Analysis> {
        if self.stop.asked() {
            return None;
        }
        let failed = |problem: &dyn std::fmt::Display| {
            warn!(player = self.spec, %problem, "a player failed");
        };
        let spec: Spec = self.spec.parse().inspect_err(|error| failed(error)).ok()?;
        let (spec, seed) = match self.task {
            Task::Play { seed } => (spec, seed),
            Task::Analyse => (spec.scoring_all(), 0),
        };
        let mut player = match self.slot.lock().take() {
            Some(kept) if kept.spec == spec => kept.player,
            _ => spec
                .player(self.id, seed)
                .inspect_err(|error| failed(error))
                .ok()?,
        };
        let mut report = |analysis: &damero_arena::Analysis| report(self.on_wire(analysis.clone()));
        let ctx = SearchContext::new(Limits::time(self.time)).stopped_by(&self.stop);
        let analysis = player.analyse(&*self.game, ctx.reporting(&mut report));
        let analysis = analysis.inspect_err(|error| failed(error)).ok()?;
        kept.keep(&self.slot, KeptPlayer { spec, player });
        Some(self.on_wire(analysis))
    }

    fn on_wire(&self, analysis: damero_arena::Analysis) -> Analysis {
        let opinion = |one: MoveAnalysis| Opinion {
            text: one.text,
            value: one.value,
            score: one.score,
            plies_to_end: one.plies_to_end,
        };
        Analysis {
            by: self.by,
            best: opinion(analysis.best),
            line: analysis.pv,
            moves: analysis.moves.into_iter().map(opinion).collect(),
            depth: analysis.depth,
            nodes: analysis.nodes,
            seconds: analysis.seconds,
        }
    }
}

/// A player between two searches. During a search it is taken out, so that a player that panics is not used again.
struct KeptPlayer {
    spec: Spec,
    player: Box<dyn AnyPlayer>,
}

/// Where the owner of a game keeps a player. The player is released with its slot.
#[derive(Clone, Default)]
pub(crate) struct PlayerSlot(Arc<Mutex<Option<KeptPlayer>>>);

impl PlayerSlot {
    fn lock(&self) -> MutexGuard<'_, Option<KeptPlayer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The slots that hold a player, the least recently used first.
struct KeptPlayers {
    slots: Mutex<VecDeque<Weak<Mutex<Option<KeptPlayer>>>>>,
    capacity: usize,
}

impl KeptPlayers {
    /// Puts a player into its slot, and drops the player that was not used for the longest time if there are too many.
    fn keep(&self, slot: &PlayerSlot, player: KeptPlayer) {
        if Arc::strong_count(&slot.0) == 1 {
            // Only the request knows the slot: nobody will use the player again.
            return;
        }
        *slot.lock() = Some(player);
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let this = Arc::downgrade(&slot.0);
        slots.retain(|other| other.strong_count() > 0 && !other.ptr_eq(&this));
        slots.push_back(this);
        while slots.len() > self.capacity {
            if let Some(oldest) = slots.pop_front().and_then(|slot| slot.upgrade()) {
                PlayerSlot(oldest).lock().take();
            }
        }
    }
}

/// A pool of threads that search.
#[derive(Clone)]
pub(crate) struct EnginePool {
    jobs: SyncSender<Job>,
    kept: Arc<KeptPlayers>,
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
                .name(format!("engine-{i}"))
                .spawn(move || work(&waiting))?;
        }
        let kept = Arc::new(KeptPlayers {
            slots: Mutex::default(),
            capacity: KEPT * threads,
        });
        Ok(Self { jobs, kept })
    }

    /// Queues a search. `done` is called with its result from a thread of the pool; `None` if the search failed.
    pub(crate) fn submit(
        &self,
        request: SearchRequest,
        mut report: impl FnMut(Analysis) + Send + 'static,
        done: impl FnOnce(Option<Analysis>) + Send + 'static,
    ) -> Result<(), Busy> {
        let kept = Arc::clone(&self.kept);
        let job = move || {
            let result = catch_unwind(AssertUnwindSafe(|| request.search(&kept, &mut report)));
            done(result.ok().flatten());
        };
        self.jobs.try_send(Box::new(job)).map_err(|error| match error {
            TrySendError::Full(_) | TrySendError::Disconnected(_) => Busy,
        })
    }

    /// Searches and waits for the result. The search stops when the caller no longer waits.
    pub(crate) async fn search(&self, request: SearchRequest) -> Result<Option<Analysis>, Busy> {
        let stop = StopOnDrop(request.stop());
        let (done, wait) = tokio::sync::oneshot::channel();
        self.submit(
            request,
            |_| (),
            move |result| {
                let _ = done.send(result);
            },
        )?;
        let result = wait.await.ok().flatten();
        drop(stop);
        Ok(result)
    }
}

/// Ends a search when its caller is gone.
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

#[cfg(test)]
mod tests {
    use damero_games::registry;

    use super::*;

    fn request(spec: &str) -> SearchRequest {
        let game = registry::start(GameId::Reversi, "standard").expect("its rules");
        let time = Duration::from_secs(60);
        SearchRequest::play(GameId::Reversi, &*game, spec.to_owned(), time, 1).expect("somebody is to move")
    }

    fn nodes(pool: &EnginePool, request: SearchRequest) -> u64 {
        let (done, wait) = std::sync::mpsc::channel();
        let result = pool.submit(request, |_| (), move |result| done.send(result).expect("we wait"));
        result.expect("an empty queue");
        wait.recv().expect("an answer").expect("a move").nodes
    }

    #[test]
    fn a_kept_player_uses_its_table_again_until_it_is_released() {
        let pool = EnginePool::start(1).expect("threads");
        let slot = PlayerSlot::default();
        let spec = "alphabeta:depth=6,table=1";
        let first = nodes(&pool, request(spec).keeping(&slot));
        let again = nodes(&pool, request(spec).keeping(&slot));
        assert!(again < first, "{again} nodes after {first}");
        assert_eq!(nodes(&pool, request(spec)), first, "a new player knows nothing");
        // Another player in the same slot does not use the first one's table.
        nodes(&pool, request("random").keeping(&slot));
        assert_eq!(nodes(&pool, request(spec).keeping(&slot)), first);
    }

    #[test]
    fn the_player_that_was_not_used_for_the_longest_time_is_dropped() {
        let pool = EnginePool::start(1).expect("threads");
        let slots: Vec<PlayerSlot> = (0..=KEPT).map(|_| PlayerSlot::default()).collect();
        for slot in &slots {
            nodes(&pool, request("random").keeping(slot));
        }
        let held: Vec<bool> = slots.iter().map(|slot| slot.lock().is_some()).collect();
        assert_eq!(held, [false, true, true, true, true]);
    }
}
