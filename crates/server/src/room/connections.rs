//! Who is connected to a room, and what they have been told.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use damero_games::{ByPlayer, Player};
use serde::Serialize;
use tokio::sync::mpsc;

use super::clock::patience;
use super::refusal::Refusal;
use super::state::Room;
use crate::time::now;
use crate::wire::{Message, Presence, Seat, Status};

/// Changes that are kept for those who missed them.
const RING: usize = 32;

/// Somebody who said goodbye need not be waited for longer than this.
const GOODBYE: u64 = 10_000;

/// Answers that are remembered for each page load. A page has few orders on their way at a time.
const ANSWERS: usize = 16;

/// Page loads whose last answers are remembered.
const CLIENTS: usize = 128;

/// The way out to a socket.
pub(crate) type Out = mpsc::Sender<Box<Told>>;

/// A message on its way to a socket. Boxed in queues, because the places of a queue are there even while it is empty,
/// and most sockets are idle.
pub(crate) struct Told {
    pub(crate) text: Utf8Bytes,
    /// Since when.
    pub(crate) since: Instant,
    /// It is long, and is sent before others join it: what a socket sends at once it keeps room for ever after.
    pub(crate) long: bool,
}

impl Told {
    /// Anything else.
    fn new(text: Utf8Bytes) -> Box<Self> {
        Box::new(text.into())
    }

    /// Everything about a room.
    fn state(text: Utf8Bytes) -> Box<Self> {
        Box::new(Self {
            long: true,
            ..Self::from(text)
        })
    }
}

impl From<Utf8Bytes> for Told {
    fn from(text: Utf8Bytes) -> Self {
        Self {
            text,
            since: now(),
            long: false,
        }
    }
}

/// A message as text.
pub(super) fn text(message: &impl Serialize) -> Utf8Bytes {
    // Our own types always serialise; an empty object would tell the page nothing wrong.
    serde_json::to_string(message)
        .unwrap_or_else(|_| "{}".to_owned())
        .into()
}

/// An open socket.
pub(super) struct Socket {
    pub(super) user: String,
    pub(super) client: String,
    out: Out,
    /// It said that it leaves.
    bye: bool,
    /// Its queue was full when a change went out: it needs everything anew.
    lagging: bool,
}

impl Socket {
    /// A change, or the note that it has missed one.
    fn tell(&mut self, change: Utf8Bytes) {
        self.lagging |= self.out.try_send(Told::new(change)).is_err();
    }
}

/// The last answers to a page load, by the numbers of its orders; `None` while one is being worked on.
#[derive(Default)]
struct Answered {
    last: u32,
    recent: VecDeque<(u32, Option<Utf8Bytes>)>,
}

/// All sockets of a room.
#[derive(Default)]
pub(super) struct Connections {
    sockets: HashMap<u64, Socket>,
    ring: VecDeque<(u64, Utf8Bytes)>,
    answered: HashMap<(String, String), Answered>,
    /// When a player's last socket went, in a room that has seen the player.
    left: ByPlayer<Option<u64>>,
    /// Who left on purpose and has not come back.
    byes: HashSet<String>,
    /// The socket whose order is being carried out.
    asking: Option<u64>,
}

impl Connections {
    pub(super) fn join(&mut self, number: u64, user: String, client: String, out: Out) {
        let socket = Socket {
            user,
            client,
            out,
            bye: false,
            lagging: false,
        };
        self.byes.remove(&socket.user);
        self.sockets.insert(number, socket);
    }

    pub(super) fn leave(&mut self, number: u64) {
        if let Some(socket) = self.sockets.remove(&number).filter(|socket| socket.bye) {
            self.byes.insert(socket.user);
        }
    }

    /// A socket says that it leaves.
    pub(super) fn bye(&mut self, number: u64) {
        if let Some(socket) = self.sockets.get_mut(&number) {
            socket.bye = true;
        }
    }

    pub(super) fn get(&self, number: u64) -> Option<&Socket> {
        self.sockets.get(&number)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sockets.is_empty()
    }

    fn here(&self, user: &str) -> bool {
        self.sockets.values().any(|socket| socket.user == user)
    }

    /// Notes who has come and who has gone.
    pub(super) fn look_around(&mut self, room: &Room, now: u64) {
        for player in Player::ALL {
            let gone = room.chairs[player].person().is_some_and(|user| !self.here(user));
            self.left[player] = match (gone, self.left[player]) {
                (false, _) => None,
                (true, None) => Some(now),
                (true, since) => since,
            };
        }
    }

    /// How long until a player who left may be claimed against; `None` for one who is here.
    pub(super) fn away(&self, room: &Room, player: Player, now: u64) -> Option<u64> {
        let since = self.left[player]?;
        if room.status() != Status::Playing || room.alone() {
            return None;
        }
        let guest = room.people.iter().any(|seat| match seat {
            Seat::Human { id, guest, .. } => *guest && Some(id.as_str()) == room.chairs[player].person(),
            Seat::Open | Seat::Machine { .. } | Seat::Trained { .. } => false,
        });
        let patience = patience(room.settings.clock, guest);
        let said_so = room.chairs[player]
            .person()
            .is_some_and(|user| self.byes.contains(user));
        let until = since + if said_so { patience.min(GOODBYE) } else { patience };
        Some(until.saturating_sub(now))
    }

    pub(super) fn presence(&self, room: &Room, now: u64) -> Presence {
        let here = |player: Player| match room.chairs[player].person() {
            Some(user) => self.here(user),
            None => room.chairs[player].is_machine(),
        };
        let watchers = self.sockets.values();
        Presence {
            first: here(Player::First),
            second: here(Player::Second),
            watchers: watchers
                .filter(|socket| room.seats_of(&socket.user).is_empty())
                .count(),
            away: ByPlayer::new(
                self.away(room, Player::First, now),
                self.away(room, Player::Second, now),
            ),
        }
    }

    /// Something that may be lost.
    pub(super) fn broadcast_lossy(&mut self, message: &Message) {
        let text = text(message);
        for socket in self.sockets.values() {
            let _ = socket.out.try_send(Told::new(text.clone()));
        }
    }

    /// A change, which everybody hears of, if need be by being told everything.
    pub(super) fn tell(&mut self, room: &mut Room, now: u64) {
        let update = room.update(now);
        let version = update.version;
        let message = text(&Message::Update(update));
        if self.ring.len() == RING {
            self.ring.pop_front();
        }
        self.ring.push_back((version, message.clone()));
        for (number, socket) in &mut self.sockets {
            if Some(*number) != self.asking {
                socket.tell(message.clone());
            }
        }
        // Whoever asked is told last: the answer follows at once, and both leave together.
        if let Some(socket) = self.asking.and_then(|asking| self.sockets.get_mut(&asking)) {
            socket.tell(message);
        }
        self.catch_up(room, now);
    }

    /// Tells everything to those whose queue was full and is not any more.
    pub(super) fn catch_up(&mut self, room: &Room, now: u64) {
        if !self.anyone_lags() {
            return;
        }
        let presence = self.presence(room, now);
        for socket in self.sockets.values_mut().filter(|socket| socket.lagging) {
            let state = text(&Message::State(room.state(&socket.user, presence, now)));
            socket.lagging = socket.out.try_send(Told::state(state)).is_err();
        }
    }

    pub(super) fn anyone_lags(&self) -> bool {
        self.sockets.values().any(|socket| socket.lagging)
    }

    /// What a socket has missed since a version: the changes, if they are still known, or everything.
    pub(super) fn sync(&mut self, room: &Room, number: u64, since: Option<u64>, now: u64) {
        let presence = self.presence(room, now);
        let Some(socket) = self.sockets.get_mut(&number) else {
            return;
        };
        let known = self.ring.front().map(|(version, _)| *version);
        let continues = since.filter(|&since| {
            let oldest = known.map_or(room.version, |first| first - 1);
            (oldest..=room.version).contains(&since)
        });
        let sent = match continues {
            Some(since) => self
                .ring
                .iter()
                .filter(|(version, _)| *version > since)
                .all(|(_, message)| socket.out.try_send(Told::new(message.clone())).is_ok()),
            None => {
                let state = room.state(&socket.user, presence, now);
                socket
                    .out
                    .try_send(Told::state(text(&Message::State(state))))
                    .is_ok()
            }
        };
        socket.lagging = !sent;
    }

    /// Everything anew to the sockets of one person, whose seats have changed.
    pub(super) fn retell(&mut self, room: &Room, user: &str, now: u64) {
        let numbers: Vec<u64> = self
            .sockets
            .iter()
            .filter(|(_, socket)| socket.user == user)
            .map(|(number, _)| *number)
            .collect();
        for number in numbers {
            self.sync(room, number, None, now);
        }
    }

    /// Whether an order is new. An old one gets its answer again.
    pub(super) fn is_new(&mut self, number: u64, id: u32, version: u64) -> bool {
        let Some(socket) = self.sockets.get(&number) else {
            return false;
        };
        let key = (socket.user.clone(), socket.client.clone());
        let Some(known) = self.answered.get(&key).filter(|known| id <= known.last) else {
            return true;
        };
        let answer = match known.recent.iter().find(|(known, _)| *known == id) {
            Some((_, Some(answer))) => answer.clone(),
            Some((_, None)) => return false,
            // Too old to be remembered, or overtaken by a later one: nobody can say what became of it, so nothing does.
            None => text(&Message::Refused {
                id,
                rule: Refusal::OLD_NUMBER.rule.to_owned(),
                why: Refusal::OLD_NUMBER.why,
                instead: None,
                version,
            }),
        };
        let _ = socket.out.try_send(Told::new(answer));
        false
    }

    /// The order of a socket is being carried out, or none any more.
    pub(super) fn asks(&mut self, number: Option<u64>) {
        self.asking = number;
    }

    /// An order is being worked on, and its answer comes later.
    pub(super) fn begin(&mut self, number: u64, id: u32) {
        self.remember(number, id, None);
    }

    /// Sends the answer to an order, and keeps it for the case that it gets lost.
    pub(super) fn answer(&mut self, number: u64, id: u32, message: &Message) {
        let text = text(message);
        self.remember(number, id, Some(text.clone()));
        if let Some(socket) = self.sockets.get(&number) {
            let _ = socket.out.try_send(Told::new(text));
        }
    }

    fn remember(&mut self, number: u64, id: u32, answer: Option<Utf8Bytes>) {
        let Some(socket) = self.sockets.get(&number) else {
            return;
        };
        let key = (socket.user.clone(), socket.client.clone());
        if self.answered.len() >= CLIENTS && !self.answered.contains_key(&key) {
            // Those who are gone will hardly ask again; a move that comes twice is recognised by its place anyway.
            let present: HashSet<_> = self
                .sockets
                .values()
                .map(|socket| (socket.user.clone(), socket.client.clone()))
                .collect();
            self.answered.retain(|key, _| present.contains(key));
        }
        let known = self.answered.entry(key).or_default();
        known.last = known.last.max(id);
        known.recent.retain(|(known, _)| *known != id);
        if known.recent.len() == ANSWERS {
            known.recent.pop_front();
        }
        known.recent.push_back((id, answer));
    }
}
