//! Who waits for whom: open rooms, running games, and people who take any opponent.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use damero_games::{ByPlayer, GameId, Player};
use tokio::sync::{mpsc, watch};

use crate::room::{Chair, Room, Settings};
use crate::wire::{ClockSetting, GameSummary, Lobby as Listing, OpenRoom, Seat, Status};

/// Games to look at that are listed.
const RUNNING: usize = 20;

/// Open rooms that are listed.
const OPEN: usize = 100;

/// At the beginning opponents may be so far apart; every second widens that.
const RANGE: u32 = 200;

/// How much a second widens it.
const WIDER: u32 = 20;

/// Somebody who looks for an opponent.
#[derive(Clone, Debug)]
pub(crate) struct Seek {
    /// The socket that looks.
    pub(crate) socket: u64,
    /// Who.
    pub(crate) user: String,
    /// The rating at this game.
    pub(crate) rating: u32,
    pub(crate) game: GameId,
    pub(crate) rules: String,
    pub(crate) clock: Option<ClockSetting>,
    pub(crate) rated: bool,
    /// Since when.
    pub(crate) since: u64,
    /// Receives the opponent that was found.
    pub(crate) found: mpsc::Sender<Found>,
}

/// An opponent was found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) room: String,
    pub(crate) seat: Player,
}

#[derive(Default)]
struct Inner {
    open: BTreeMap<String, OpenRoom>,
    running: HashMap<String, GameSummary>,
    playing: HashMap<String, ()>,
    seeks: Vec<Seek>,
}

/// The lobby.
pub(crate) struct Lobby {
    inner: Mutex<Inner>,
    changed: watch::Sender<u64>,
}

impl Lobby {
    pub(crate) fn new() -> Self {
        Self {
            inner: Mutex::default(),
            changed: watch::Sender::new(0),
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn touch(&self) {
        self.changed.send_modify(|version| *version += 1);
    }

    /// Wakes whoever waits for changes.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Publishes the state of a room.
    pub(crate) fn publish(&self, room: &Room) {
        let mut inner = self.inner();
        let id = room.id().to_owned();
        inner.open.remove(&id);
        inner.running.remove(&id);
        inner.playing.remove(&id);
        let summary = room.summary();
        match room.status() {
            Status::Waiting if summary.public => {
                let seats = &summary.game.players;
                let open = Player::ALL
                    .into_iter()
                    .find(|&player| seats[player] == Seat::Open);
                if let Some(seat) = open {
                    let by = seats[seat.other()].clone();
                    let game = summary.game;
                    let listing = OpenRoom {
                        room: id.clone(),
                        game: game.game,
                        rules: game.rules,
                        clock: game.clock,
                        rated: game.rated,
                        by,
                        seat,
                        created: game.created,
                    };
                    inner.open.insert(id, listing);
                }
            }
            Status::Playing => {
                inner.playing.insert(id.clone(), ());
                if summary.public {
                    inner.running.insert(id, summary.game);
                }
            }
            Status::Waiting | Status::Over => {}
        }
        drop(inner);
        self.touch();
    }

    /// A room has gone to sleep.
    pub(crate) fn withdraw(&self, room: &str) {
        let mut inner = self.inner();
        inner.open.remove(room);
        inner.running.remove(room);
        inner.playing.remove(room);
        drop(inner);
        self.touch();
    }

    /// What is going on.
    pub(crate) fn listing(&self, online: usize) -> Listing {
        let inner = self.inner();
        let mut open: Vec<_> = inner.open.values().cloned().collect();
        open.sort_by_key(|room| std::cmp::Reverse(room.created));
        open.truncate(OPEN);
        let mut running: Vec<_> = inner.running.values().cloned().collect();
        running.sort_by_key(|game| std::cmp::Reverse(game.created));
        running.truncate(RUNNING);
        Listing {
            open,
            running,
            seeking: inner.seeks.len(),
            playing: inner.playing.len(),
            online,
        }
    }

    /// Adds a seek in place of an older one of the same socket.
    pub(crate) fn seek(&self, seek: Seek) {
        let mut inner = self.inner();
        inner.seeks.retain(|other| other.socket != seek.socket);
        inner.seeks.push(seek);
        drop(inner);
        self.touch();
    }

    /// Takes the seek of a socket back.
    pub(crate) fn unseek(&self, socket: u64) {
        let mut inner = self.inner();
        let before = inner.seeks.len();
        inner.seeks.retain(|seek| seek.socket != socket);
        let changed = inner.seeks.len() < before;
        drop(inner);
        if changed {
            self.touch();
        }
    }

    /// Takes out pairs that fit, those who wait longest first, each with the nearest rating.
    pub(crate) fn pairs(&self, now: u64) -> Vec<(Seek, Seek)> {
        let mut inner = self.inner();
        let pairs = pair_up(&mut inner.seeks, now);
        drop(inner);
        if !pairs.is_empty() {
            self.touch();
        }
        pairs
    }
}

/// The settings of the game between two who were paired, the first of them beginning.
pub(crate) fn paired(first: &Seek, second: &Seek) -> Settings {
    Settings {
        game: first.game,
        rules: first.rules.clone(),
        chairs: ByPlayer::new(
            Chair::Human(first.user.clone()),
            Chair::Human(second.user.clone()),
        ),
        clock: first.clock,
        rated: first.rated,
        public: true,
        start: None,
        opening: Vec::new(),
        host: first.user.clone(),
        delay_ms: 0,
    }
}

fn pair_up(seeks: &mut Vec<Seek>, now: u64) -> Vec<(Seek, Seek)> {
    let mut pairs = Vec::new();
    seeks.sort_by_key(|seek| seek.since);
    let mut i = 0;
    while i < seeks.len() {
        let one = &seeks[i];
        let fits = |other: &Seek| {
            let waited = now.saturating_sub(one.since.min(other.since)) / 1000;
            let range = RANGE.saturating_add(WIDER.saturating_mul(u32::try_from(waited).unwrap_or(u32::MAX)));
            one.user != other.user
                && one.game == other.game
                && one.rules == other.rules
                && one.clock == other.clock
                && one.rated == other.rated
                && (!one.rated || one.rating.abs_diff(other.rating) <= range)
        };
        let later = i + 1..seeks.len();
        let best = later
            .filter(|&j| fits(&seeks[j]))
            .min_by_key(|&j| one.rating.abs_diff(seeks[j].rating));
        match best {
            Some(j) => {
                let other = seeks.remove(j);
                let one = seeks.remove(i);
                pairs.push((one, other));
            }
            None => i += 1,
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seek(user: &str, rating: u32, since: u64, rated: bool) -> Seek {
        Seek {
            socket: since,
            user: user.to_owned(),
            rating,
            game: GameId::Quarto,
            rules: "square".to_owned(),
            clock: None,
            rated,
            since,
            found: mpsc::channel(1).0,
        }
    }

    fn names(seeks: &[Seek], now: u64) -> Vec<String> {
        let pairs = pair_up(&mut seeks.to_vec(), now);
        pairs
            .iter()
            .map(|(a, b)| format!("{}+{}", a.user, b.user))
            .collect()
    }

    #[test]
    fn nobody_plays_themselves_and_the_nearest_rating_wins() {
        let seeks = [
            seek("ana", 1500, 1, true),
            seek("ana", 1500, 2, true),
            seek("eva", 1690, 3, true),
            seek("bob", 1520, 4, true),
        ];
        assert_eq!(names(&seeks, 5), ["ana+bob", "ana+eva"]);
    }

    #[test]
    fn waiting_widens_the_range() {
        let seeks = [seek("ana", 1500, 0, true), seek("bob", 1900, 0, true)];
        assert!(names(&seeks, 9_000).is_empty());
        assert_eq!(names(&seeks, 10_000), ["ana+bob"]);
        let casual = [seek("ana", 500, 0, false), seek("bob", 2900, 0, false)];
        assert_eq!(names(&casual, 0), ["ana+bob"]);
        let mixed = [seek("ana", 1500, 0, true), seek("bob", 1500, 0, false)];
        assert!(names(&mixed, 0).is_empty());
    }
}
