//! The sockets of a room, and the messages that were sent to them.

use std::collections::{HashMap, HashSet, VecDeque};
use std::net::IpAddr;
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use damero_games::{ByPlayer, Player};
use serde::Serialize;
use tokio::sync::mpsc;

use super::clock::patience;
use super::refusal::Refusal;
use super::state::Room;
use crate::engine_pool::Payer;
use crate::time::now;
use crate::wire::{Message, Presence, Seat, Status};

/// Updates that are kept for sockets that missed them.
const RING: usize = 32;

/// After a goodbye, the opponent waits at most so many milliseconds.
const GOODBYE: u64 = 10_000;

/// Answers that are kept for each page load. A page sends few orders at a time.
const ANSWERS: usize = 16;

/// Page loads whose last answers are kept.
const CLIENTS: usize = 128;

/// Sends to a socket.
pub(crate) type MessageSender = mpsc::Sender<Box<OutgoingMessage>>;

/// A message in the queue of a socket. Boxed, because an empty queue has memory for its entries too, and most sockets
/// are idle.
pub(crate) struct OutgoingMessage {
    pub(crate) text: Utf8Bytes,
    /// When it was queued.
    pub(crate) since: Instant,
    /// It is long, and is sent alone: the buffer of a socket never shrinks.
    pub(crate) long: bool,
}

impl OutgoingMessage {
    /// Any other message.
    fn new(text: Utf8Bytes) -> Box<Self> {
        Box::new(text.into())
    }

    /// The whole state of a room.
    fn state(text: Utf8Bytes) -> Box<Self> {
        Box::new(Self {
            long: true,
            ..Self::from(text)
        })
    }
}

impl From<Utf8Bytes> for OutgoingMessage {
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
    // Our own types always serialise. The page ignores an empty object.
    serde_json::to_string(message)
        .unwrap_or_else(|_| "{}".to_owned())
        .into()
}

/// An open socket.
pub(super) struct Socket {
    pub(super) user: String,
    address: IpAddr,
    pub(super) client: String,
    out: MessageSender,
    /// It has sent a goodbye.
    bye: bool,
    /// Its queue was full when an update was sent: it needs the whole state.
    lagging: bool,
}

impl Socket {
    /// Sends an update, or notes that the socket has missed one.
    fn send(&mut self, change: Utf8Bytes) {
        self.lagging |= self.out.try_send(OutgoingMessage::new(change)).is_err();
    }
}

/// The last answers to a page load, by the numbers of its orders; `None` while an order is in progress.
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
    /// When a player's last socket closed, if the player was ever connected.
    left: ByPlayer<Option<u64>>,
    /// Users who said goodbye and have not come back.
    byes: HashSet<String>,
    /// Where the players and the host of the room came from last, also when they have left.
    addresses: HashMap<String, IpAddr>,
    /// The socket whose order is being executed.
    asking: Option<u64>,
}

impl Connections {
    pub(super) fn join(
        &mut self,
        number: u64,
        user: String,
        address: IpAddr,
        client: String,
        out: MessageSender,
    ) {
        let socket = Socket {
            user,
            address,
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

    /// A socket has sent a goodbye.
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

    /// For whom a search in this room is made.
    pub(super) fn payer(&self, user: &str) -> Payer {
        let socket = self.sockets.values().find(|socket| socket.user == user);
        let last = self.addresses.get(user).copied();
        Payer {
            person: user.to_owned(),
            address: socket.map(|socket| socket.address).or(last),
        }
    }

    fn here(&self, user: &str) -> bool {
        self.sockets.values().any(|socket| socket.user == user)
    }

    /// Notes which players are connected, and from where.
    pub(super) fn update_presence(&mut self, room: &Room, now: u64) {
        for socket in self.sockets.values() {
            if room.settings.host == socket.user || !room.seats_of(&socket.user).is_empty() {
                self.addresses.insert(socket.user.clone(), socket.address);
            }
        }
        for player in Player::ALL {
            let gone = room.chairs[player].person().is_some_and(|user| !self.here(user));
            self.left[player] = match (gone, self.left[player]) {
                (false, _) => None,
                (true, None) => Some(now),
                (true, since) => since,
            };
        }
    }

    /// How long until a player who left may be claimed against; `None` for one who is here, unless a move of theirs has
    /// not come for very long.
    pub(super) fn away(&self, room: &Room, player: Player, now: u64) -> Option<u64> {
        if room.status() != Status::Playing || room.alone() {
            return None;
        }
        if room.waits_in_vain_at().is_some_and(|at| now >= at) && room.turn() == Some(player) {
            return Some(0);
        }
        let since = self.left[player]?;
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

    /// Sends a message to all sockets. A socket whose queue is full does not get it.
    pub(super) fn broadcast_lossy(&mut self, message: &Message) {
        let text = text(message);
        for socket in self.sockets.values() {
            let _ = socket.out.try_send(OutgoingMessage::new(text.clone()));
        }
    }

    /// Sends an update to all sockets. A socket whose queue is full gets the whole state later.
    pub(super) fn broadcast(&mut self, room: &mut Room, now: u64) {
        let update = room.update(now);
        let version = update.version;
        let message = text(&Message::Update(Box::new(update)));
        if self.ring.len() == RING {
            self.ring.pop_front();
        }
        self.ring.push_back((version, message.clone()));
        for (number, socket) in &mut self.sockets {
            if Some(*number) != self.asking {
                socket.send(message.clone());
            }
        }
        // The socket whose order it was comes last: its answer follows at once, and one write sends both.
        if let Some(socket) = self.asking.and_then(|asking| self.sockets.get_mut(&asking)) {
            socket.send(message);
        }
        self.catch_up(room, now);
    }

    /// Sends the whole state to sockets whose queue was full and has space again.
    pub(super) fn catch_up(&mut self, room: &Room, now: u64) {
        if !self.anyone_lags() {
            return;
        }
        let presence = self.presence(room, now);
        for socket in self.sockets.values_mut().filter(|socket| socket.lagging) {
            let state = text(&Message::State(Box::new(room.state(&socket.user, presence, now))));
            socket.lagging = socket.out.try_send(OutgoingMessage::state(state)).is_err();
        }
    }

    pub(super) fn anyone_lags(&self) -> bool {
        self.sockets.values().any(|socket| socket.lagging)
    }

    /// Sends what a socket has missed since a version: the updates if they are still kept, or the whole state.
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
                .all(|(_, message)| socket.out.try_send(OutgoingMessage::new(message.clone())).is_ok()),
            None => {
                let state = room.state(&socket.user, presence, now);
                socket
                    .out
                    .try_send(OutgoingMessage::state(text(&Message::State(Box::new(state)))))
                    .is_ok()
            }
        };
        socket.lagging = !sent;
    }

    /// Sends the whole state to the sockets of a user whose seats have changed.
    pub(super) fn resend_state(&mut self, room: &Room, user: &str, now: u64) {
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
            // Its answer is no longer kept, or a later order overtook it. What became of it is unknown, so it is refused.
            None => text(&Message::Refused {
                id,
                rule: Refusal::OLD_NUMBER.rule.to_owned(),
                why: Refusal::OLD_NUMBER.why,
                instead: None,
                version,
            }),
        };
        let _ = socket.out.try_send(OutgoingMessage::new(answer));
        false
    }

    /// Notes the socket whose order is being executed.
    pub(super) fn asks(&mut self, number: Option<u64>) {
        self.asking = number;
    }

    /// An order is in progress, and its answer comes later.
    pub(super) fn begin(&mut self, number: u64, id: u32) {
        self.remember(number, id, None);
    }

    /// Sends the answer to an order, and keeps it for the case that it gets lost.
    pub(super) fn answer(&mut self, number: u64, id: u32, message: &Message) {
        let text = text(message);
        self.remember(number, id, Some(text.clone()));
        if let Some(socket) = self.sockets.get(&number) {
            let _ = socket.out.try_send(OutgoingMessage::new(text));
        }
    }

    fn remember(&mut self, number: u64, id: u32, answer: Option<Utf8Bytes>) {
        let Some(socket) = self.sockets.get(&number) else {
            return;
        };
        let key = (socket.user.clone(), socket.client.clone());
        if self.answered.len() >= CLIENTS && !self.answered.contains_key(&key) {
            // Clients that are gone will hardly ask again, and a repeated move is recognised by its ply anyway.
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
