//! The threads that search. A search never runs on a thread that serves sockets.
//!
//! What runs when is decided in [`schedule`]: the moves of running games come first, and nobody waits long for the searches
//! of others. The queues are bounded. When one is full a new request is refused at once, and the caller decides whether to try
//! again. [`budget`] counts the time that searches take, for each person, each address and all together.
//!
//! A caller may keep its player from one search to the next in a [`PlayerSlot`], so that the transposition table, the
//! tree and the network are used again. The pool bounds how many players are kept.

mod budget;
mod players;
mod request;
mod schedule;

pub(crate) use budget::Payer;
pub(crate) use players::PlayerSlot;
pub(crate) use request::{Cancel, SearchRequest, Searched};
pub(crate) use schedule::Class;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::limits::TooMany;
use crate::wire::Analysis;
use players::KeptPlayers;
use request::SliceEnd;
use schedule::Schedule;

/// Requests of a class that may wait, for each thread.
const QUEUE: usize = 64;

/// Players that are kept, for each thread. A person takes several times as long for a move as the engine, so about four
/// games keep one thread busy. More players would cost memory and wait all the same.
const KEPT: usize = 4;

/// The memory of kept players in MiB, for each thread: two of the largest transposition tables.
const KEPT_MIB: usize = 128;

/// The time for a machine's move in the games of somebody who has used up a whole minute's allowance while others wait.
const HURRIED: Duration = Duration::from_millis(100);

/// The queue of the pool is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("all engine threads are busy")]
pub(crate) struct Busy;

/// A search with those who wait for it.
struct Job {
    request: SearchRequest,
    report: Box<dyn FnMut(Analysis) + Send>,
    done: Box<dyn FnOnce(Searched) + Send>,
}

impl Job {
    fn is_called_off(&self) -> bool {
        self.request.is_called_off()
    }
}

struct State {
    schedule: Schedule<Job>,
    closed: bool,
}

struct Shared {
    state: Mutex<State>,
    /// Wakes a thread that has nothing to do.
    work: Condvar,
    /// Wakes the referee.
    contention: Condvar,
    kept: KeptPlayers,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the threads when the last handle is gone.
struct Alive(Arc<Shared>);

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.state().closed = true;
        self.0.work.notify_all();
        self.0.contention.notify_all();
    }
}

/// A pool of threads that search.
#[derive(Clone)]
pub(crate) struct EnginePool {
    alive: Arc<Alive>,
}

impl EnginePool {
    /// Starts `threads` threads; they end when the last handle is gone. A person may ask for so many seconds of search in
    /// a minute.
    pub(crate) fn start(threads: usize, person: f64) -> std::io::Result<Self> {
        let threads = threads.max(1);
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                schedule: Schedule::new(threads, QUEUE * threads, person),
                closed: false,
            }),
            work: Condvar::new(),
            contention: Condvar::new(),
            kept: KeptPlayers::new(KEPT * threads, KEPT_MIB * threads),
        });
        let alive = Arc::new(Alive(Arc::clone(&shared)));
        for i in 0..threads {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new()
                .name(format!("engine-{i}"))
                .spawn(move || work(&shared))?;
        }
        std::thread::Builder::new()
            .name("engine-referee".to_owned())
            .spawn(move || referee(&shared))?;
        Ok(Self { alive })
    }

    fn shared(&self) -> &Shared {
        &self.alive.0
    }

    /// Queues a search. `done` is called with its result from a thread of the pool.
    pub(crate) fn submit(
        &self,
        request: SearchRequest,
        report: impl FnMut(Analysis) + Send + 'static,
        done: impl FnOnce(Searched) + Send + 'static,
    ) -> Result<(), Busy> {
        let (class, payer, time) = (request.class, request.payer.clone(), request.time_left());
        let job = Job {
            request,
            report: Box::new(report),
            done: Box::new(done),
        };
        let shared = self.shared();
        let now = Instant::now();
        let mut state = shared.state();
        state.schedule.forget(Job::is_called_off);
        state.schedule.submit(class, payer, time, job, now)?;
        let again = state.schedule.make_room(now);
        drop(state);
        shared.work.notify_one();
        if again.is_some() {
            shared.contention.notify_one();
        }
        Ok(())
    }

    /// Searches and waits for the result. The search stops when the caller no longer waits.
    pub(crate) async fn search(&self, request: SearchRequest) -> Result<Option<Analysis>, Busy> {
        let cancel = CancelOnDrop(request.cancel());
        let (done, wait) = tokio::sync::oneshot::channel();
        self.submit(
            request,
            |_| (),
            move |result| {
                let _ = done.send(result);
            },
        )?;
        let result = wait.await.ok().and_then(|searched| searched.analysis);
        drop(cancel);
        Ok(result)
    }

    /// Whether somebody may ask for more searches beside the moves of machines, or when.
    pub(crate) fn admit(&self, payer: &Payer) -> Result<(), TooMany> {
        let mut state = self.shared().state();
        state.schedule.forget(Job::is_called_off);
        state.schedule.admit(payer, Instant::now())
    }

    /// The time for a machine's move: less in the games of somebody who keeps the threads busy while others wait.
    pub(crate) fn fair_time(&self, payer: &Payer, time: Duration) -> Duration {
        match self.shared().state().schedule.is_greedy(payer, Instant::now()) {
            true => time.min(HURRIED),
            false => time,
        }
    }

    /// How many searches wait.
    pub(crate) fn queue(&self) -> usize {
        self.shared().state().schedule.queue()
    }

    /// What the players that are kept between searches take, in bytes.
    pub(crate) fn kept_bytes(&self) -> usize {
        self.shared().kept.mib() << 20
    }

    /// Forgets those who have used nothing of late.
    pub(crate) fn sweep(&self) {
        self.shared().state().schedule.budgets.sweep(Instant::now());
    }
}

/// Ends a search when its caller is gone.
struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.now();
    }
}

/// Searches take all the time that they get. Where other threads of the server have something to do, such as a move that
/// is to be saved and sent, those come first.
#[cfg(target_os = "linux")]
fn step_back() {
    // A system that refuses this only lets others wait a little longer.
    let _ = rustix::process::nice(10);
}

/// Elsewhere this would be about the whole process.
#[cfg(not(target_os = "linux"))]
fn step_back() {}

/// A thread of the pool.
fn work(shared: &Shared) {
    step_back();
    loop {
        let mut state = shared.state();
        let slice = loop {
            if state.closed {
                return;
            }
            match state.schedule.start(Instant::now()) {
                Some(slice) => break slice,
                None => state = shared.work.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        };
        let contended = state.schedule.queue() > 0;
        drop(state);
        if contended {
            shared.contention.notify_one();
        }
        let mut job = slice.job;
        let search = || job.request.search(&slice.stop, &shared.kept, &mut job.report);
        let ended = catch_unwind(AssertUnwindSafe(search));
        let now = Instant::now();
        let mut state = shared.state();
        let spent = state.schedule.end(slice.number, now);
        match ended {
            Ok(SliceEnd::Interrupted) => {
                let time = job.request.time_left();
                state.schedule.put_back(slice.class, slice.payer, time, job, now);
                drop(state);
                shared.work.notify_one();
            }
            ended => {
                drop(state);
                // One place a person: another analysis of the same one may run now.
                shared.work.notify_one();
                let failed = Searched {
                    analysis: None,
                    spent,
                };
                (job.done)(match ended {
                    Ok(SliceEnd::Done(searched)) => searched,
                    Ok(SliceEnd::Interrupted) | Err(_) => failed,
                });
            }
        }
    }
}

/// Ends slices when their time has come. It sleeps while nobody waits.
fn referee(shared: &Shared) {
    let mut state = shared.state();
    while !state.closed {
        let again = state.schedule.make_room(Instant::now());
        state = match again {
            Some(wait) => {
                let waited = shared.contention.wait_timeout(state, wait);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
            None => shared
                .contention
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner),
        };
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use damero_games::{GameId, registry};

    use super::*;

    fn payer(person: &str) -> Payer {
        Payer {
            person: person.to_owned(),
            address: None,
        }
    }

    fn request(spec: &str) -> SearchRequest {
        let game = registry::start(GameId::Reversi, "standard").expect("its rules");
        let time = Duration::from_secs(60);
        SearchRequest::play(GameId::Reversi, &*game, spec.to_owned(), time, 1, payer("ana"))
            .expect("somebody is to move")
    }

    fn nodes(pool: &EnginePool, request: SearchRequest) -> u64 {
        let (done, wait) = std::sync::mpsc::channel();
        let result = pool.submit(request, |_| (), move |result| done.send(result).expect("we wait"));
        result.expect("an empty queue");
        wait.recv().expect("an answer").analysis.expect("a move").nodes
    }

    #[test]
    fn a_kept_player_uses_its_table_again_until_it_is_released() {
        let pool = EnginePool::start(1, 20.0).expect("threads");
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
        let pool = EnginePool::start(1, 20.0).expect("threads");
        let slots: Vec<PlayerSlot> = (0..=KEPT).map(|_| PlayerSlot::default()).collect();
        for slot in &slots {
            nodes(&pool, request("random").keeping(slot));
        }
        let held: Vec<bool> = slots.iter().map(|slot| slot.lock().is_some()).collect();
        assert_eq!(held, [false, true, true, true, true]);
    }

    #[test]
    fn kept_players_take_bounded_memory_and_it_is_free_with_their_slots() {
        let pool = EnginePool::start(1, 20.0).expect("threads");
        let slots: Vec<PlayerSlot> = (0..3).map(|_| PlayerSlot::default()).collect();
        for slot in &slots {
            // A minute a move: the largest table.
            nodes(&pool, request("alphabeta:depth=1").keeping(slot));
            assert!(pool.kept_bytes() <= KEPT_MIB << 20);
        }
        let held: Vec<bool> = slots.iter().map(|slot| slot.lock().is_some()).collect();
        assert_eq!(held, [false, true, true]);
        assert_eq!(pool.kept_bytes(), KEPT_MIB << 20);
        drop(slots);
        // Nobody keeps the player of a single analysis. By the time the only thread has answered it, that thread has let go
        // of the slot before it, which it still holds for a moment after its answer.
        nodes(&pool, request("alphabeta:depth=1"));
        assert_eq!(pool.kept_bytes(), 0, "no room, no player");
    }

    /// One thread, and somebody who analyses and plays against the strongest machine in several games.
    #[test]
    fn a_move_of_a_game_hardly_waits_for_the_searches_of_others() {
        let pool = EnginePool::start(1, 20.0).expect("threads");
        let game = registry::start(GameId::Reversi, "standard").expect("its rules");
        let (heard, hear) = std::sync::mpsc::channel();
        let long = Duration::from_millis(1_200);
        for i in 0..6 {
            let heard = heard.clone();
            let spec = "alphabeta:table=1".to_owned();
            let request = match i % 2 {
                0 => SearchRequest::analyse(GameId::Reversi, &*game, Some(spec), long, payer("bob")),
                _ => SearchRequest::play(GameId::Reversi, &*game, spec, long, 1, payer("bob")),
            };
            let done = move |searched: Searched| heard.send(searched).expect("we wait");
            pool.submit(request.expect("a turn"), |_| (), done)
                .expect("a place");
        }
        std::thread::sleep(Duration::from_millis(300));
        let began = Instant::now();
        nodes(&pool, request("random"));
        let took = began.elapsed();
        assert!(took < Duration::from_millis(250), "{took:?}");
        // Nobody's search is lost or cut short.
        for _ in 0..6 {
            let searched = hear.recv_timeout(Duration::from_secs(60)).expect("an answer");
            assert!(searched.analysis.is_some());
            assert!(
                searched.spent >= Duration::from_millis(1_100),
                "{:?}",
                searched.spent
            );
        }
    }
}
