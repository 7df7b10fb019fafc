//! A contest: some players, who meets whom, and how many games. A match is a contest of two.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use damero_games::{ByPlayer, Notation, Player};
use damero_search::{Limits, Stop};

use crate::contestant::Contestant;
use crate::error::ArenaError;
use crate::game::play_game;
use crate::log::{Header, Log, Played};
use crate::opening::Openings;
use crate::playable::Playable;
use crate::records::colours;
use crate::seed::{derived_seed, thread_count};
use crate::spec::{Spec, SpecError};
use crate::words::write_limits;

/// Whether a contest needs more games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// It does.
    GoOn,
    /// The question is answered.
    Enough,
}

/// Somebody on the list of a contest: a [`Spec`], or whatever else can send a player to the board. Its text is its name.
pub trait Entrant<G: Notation>: fmt::Display + Sync {
    /// The player at the board; what it leaves to chance follows from `seed`.
    ///
    /// # Errors
    /// If there is no such player for this game.
    fn contestant(&self, seed: u64) -> Result<Box<dyn Contestant<G>>, SpecError>;
}

impl<G: Playable> Entrant<G> for Spec {
    fn contestant(&self, seed: u64) -> Result<Box<dyn Contestant<G>>, SpecError> {
        G::contestant(self, seed)
    }
}

/// A contest as planned.
///
/// ```
/// use damero_arena::{Contest, Crosstable, Log, Openings, Pace, round_robin};
/// use damero_games::reversi::Reversi;
/// use damero_search::{Limits, Stop};
///
/// // Three players, everybody against everybody, two games each.
/// let contest: Contest<Reversi> = Contest {
///     rules: Default::default(),
///     players: vec!["random".parse()?, "greedy".parse()?, "careful".parse()?],
///     pairings: round_robin(3),
///     games: 2,
///     openings: Openings::Random(4),
///     limits: Limits::default(),
///     seed: 1,
/// };
/// let mut log = Log::default();
/// contest.run(&mut log, 1, &Stop::default(), &mut |_| Pace::GoOn)?;
/// let table = Crosstable::of(&log, 3);
/// assert_eq!(table.rows.iter().map(|row| row.games).sum::<u64>(), 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Contest<G: Notation, P = Spec> {
    /// The rules of the game.
    pub rules: G::Rules,
    /// Who takes part.
    pub players: Vec<P>,
    /// Who meets whom, by their places in `players`.
    pub pairings: Vec<(usize, usize)>,
    /// How many games each pairing plays.
    pub games: u64,
    /// Where the games begin.
    pub openings: Openings<G>,
    /// How long everybody may think about a move.
    pub limits: Limits,
    /// Everything left to chance follows from it.
    pub seed: u64,
}

/// One game to be played.
#[derive(Clone, Copy, Debug)]
struct Job {
    number: u64,
    /// The pairing meets once in each round, in a pair of games; all pairings of a round get the same opening.
    round: u64,
    players: ByPlayer<usize>,
}

/// How often the clock is looked at while waiting for games.
const HEARTBEAT: Duration = Duration::from_millis(50);

/// Seeds of players must differ from those of openings.
const PLAYERS: u64 = 0x706c_6179_6572_7321;

impl<G: Playable> Contest<G> {
    /// A match between two players.
    #[must_use]
    pub fn duel(rules: G::Rules, players: [Spec; 2], games: u64, openings: Openings<G>, seed: u64) -> Self {
        Self {
            rules,
            players: players.into(),
            pairings: vec![(0, 1)],
            games,
            openings,
            limits: Limits::default(),
            seed,
        }
    }
}

impl<G: Playable, P: Entrant<G>> Contest<G, P> {
    /// What tells this contest from others.
    #[must_use]
    pub fn header(&self) -> Header {
        Header {
            game: G::META.id.to_owned(),
            version: G::META.version,
            rules: self.rules.to_string(),
            players: self.players.iter().map(ToString::to_string).collect(),
            pairings: self.pairings.clone(),
            openings: self.openings.describe(),
            limits: write_limits(&self.limits),
            seed: self.seed,
        }
    }

    /// How many games there are in all.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.games * self.pairings.len() as u64
    }

    fn jobs(&self) -> impl Iterator<Item = Job> {
        let legs = (0..self.games.div_ceil(2)).flat_map(move |round| {
            let pairings = self.pairings.iter().enumerate();
            pairings.flat_map(move |(k, &(a, b))| {
                let pair = round * self.pairings.len() as u64 + k as u64;
                [ByPlayer::new(a, b), ByPlayer::new(b, a)]
                    .into_iter()
                    .zip(0_u64..)
                    .map(move |(players, leg)| (round, 2 * pair + leg, 2 * round + leg, players))
            })
        });
        legs.filter(|&(_, _, count, _)| count < self.games)
            .map(|(round, number, _, players)| Job {
                number,
                round,
                players,
            })
    }

    /// Plays the games that `log` does not have yet on `threads` threads (0 for all processors), until all are
    /// played, `watch` has seen enough, or `stop` is asked. Games under way are then dropped.
    ///
    /// `watch` is called after each game.
    ///
    /// # Errors
    /// If a player does not come to the board, or the log cannot be written.
    pub fn run(
        &self,
        log: &mut Log<G>,
        threads: usize,
        stop: &Stop,
        watch: &mut dyn FnMut(&Log<G>) -> Pace,
    ) -> Result<(), ArenaError> {
        let jobs: Vec<Job> = self.jobs().filter(|job| !log.has(job.number)).collect();
        if jobs.is_empty() {
            return Ok(());
        }
        // Whoever cannot play at all should say so now, not lose every game.
        for spec in &self.players {
            let mut player = spec.contestant(0)?;
            player.new_game(0).map_err(|fault| ArenaError::Start {
                spec: spec.to_string(),
                fault,
            })?;
        }
        let threads = thread_count(threads).min(jobs.len());
        let queue = Mutex::new(jobs.into_iter());
        let halt = Stop::default();
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, queue, halt) = (sender.clone(), &queue, &halt);
                scope.spawn(move || {
                    let mut bench = BTreeMap::new();
                    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
                    while let Some(job) = (!halt.asked()).then(next).flatten() {
                        let Some(played) = self.play(job, &mut bench, halt).transpose() else {
                            return;
                        };
                        if sender.send(played).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let result = collect(&receiver, log, stop, watch);
            halt.now();
            result
        })
    }

    /// Plays one game; `None` when it was stopped.
    fn play(
        &self,
        job: Job,
        bench: &mut BTreeMap<usize, Box<dyn Contestant<G>>>,
        stop: &Stop,
    ) -> Result<Option<Played<G>>, ArenaError> {
        let ByPlayer { first, second } = job.players;
        // Players with large tables should not wait for their next game in memory.
        bench.retain(|&player, _| player == first || player == second);
        let pair_seed = derived_seed(self.seed, job.round);
        let own_seed = derived_seed(self.seed ^ PLAYERS, job.number);
        let mut seated = |player: usize, seat: Player| -> Result<_, ArenaError> {
            let seed = derived_seed(own_seed, seat.index() as u64);
            let mut contestant = match bench.remove(&player) {
                Some(contestant) => contestant,
                None => self.players[player].contestant(seed)?,
            };
            let fault = contestant.new_game(seed).err();
            Ok((contestant, fault))
        };
        let (mut a, a_fault) = seated(first, Player::First)?;
        let (mut b, b_fault) = seated(second, Player::Second)?;
        for (player, fault) in [(first, a_fault), (second, b_fault)] {
            if let Some(fault) = fault {
                let spec = self.players[player].to_string();
                return Err(ArenaError::Start { spec, fault });
            }
        }
        let opening = self.openings.get(self.rules, job.round, pair_seed);
        let seats = ByPlayer::<&mut dyn Contestant<G>>::new(&mut *a, &mut *b);
        let finished = play_game(opening, seats, pair_seed, &self.limits, stop);
        bench.insert(first, a);
        bench.insert(second, b);
        Ok(finished.map(|finished| {
            let mut record = finished.record;
            let names = colours::<G>();
            let round = format!("{}.{}", job.number / 2 + 1, job.number % 2 + 1);
            record.tags.push(("Round".to_owned(), round));
            for (seat, &player) in job.players.iter() {
                let name = self.players[player].to_string();
                record.tags.push((names[seat].to_owned(), name));
            }
            Played {
                number: job.number,
                first,
                second,
                outcome: finished.outcome,
                reason: finished.reason,
                forfeit: finished.forfeit,
                record,
            }
        }))
    }
}

/// Takes in the games until there are no more, or enough.
fn collect<G: Notation>(
    receiver: &mpsc::Receiver<Result<Played<G>, ArenaError>>,
    log: &mut Log<G>,
    stop: &Stop,
    watch: &mut dyn FnMut(&Log<G>) -> Pace,
) -> Result<(), ArenaError> {
    loop {
        match receiver.recv_timeout(HEARTBEAT) {
            Ok(played) => {
                log.add(played?)?;
                if watch(log) == Pace::Enough {
                    return Ok(());
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if stop.asked() {
            return Ok(());
        }
    }
}
