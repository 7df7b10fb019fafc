//! The registry of rooms: finds the actor of a room, or starts it from the store.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damero_games::{InputError, Turn};
use damero_store::{Append, NewGame, Store, StoreError};
use tokio::sync::{mpsc, oneshot};
use tokio_util::task::TaskTracker;
use tracing::{info, warn};

use super::actor::RoomActor;
use super::message::RoomMessage;
use super::people::load_people;
use super::refusal::Refusal;
use super::setup::{Chair, Event, Settings};
use super::state::Room;
use crate::config::Config;
use crate::engine_pool::{EnginePool, Payer};
use crate::fair_play::PlayedPositions;
use crate::ids;
use crate::limits::TooMany;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::outage::Outage;
use crate::random::SystemRng;
use crate::time::now_ms;
use crate::trained::Players;
use crate::wire::{Presence, RoomState};

/// Messages that may wait for a room.
const QUEUE: usize = 256;

/// Unfinished games older than so many milliseconds are not resumed at the start; a visit resumes them.
const STALE: u64 = 7 * 24 * 3_600_000;

/// Why a room could not be made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CreateError {
    /// The game cannot be set up like that.
    #[error(transparent)]
    Input(#[from] InputError),
    /// It cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It cannot be named.
    #[error(transparent)]
    Randomness(#[from] ids::NoRandomness),
}

/// There is no such room, or it cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WakeError {
    /// There is none.
    #[error("no such room")]
    Missing,
    /// It is there but cannot be read.
    #[error("the room cannot be read: {0}")]
    Broken(String),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// All rooms.
pub(crate) struct Rooms {
    awake: Mutex<HashMap<String, mpsc::Sender<RoomMessage>>>,
    /// One room is loaded at a time, so that no room gets two actors.
    waking: tokio::sync::Mutex<()>,
    store: Arc<dyn Store>,
    engine_pool: EnginePool,
    players: Arc<Players>,
    lobby: Arc<Lobby>,
    metrics: Arc<Metrics>,
    outage: Arc<Outage>,
    played: PlayedPositions,
    tasks: TaskTracker,
    /// Whether search time is limited.
    limits: bool,
    machine_pause: u64,
    room_idle: u64,
}

impl Rooms {
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each part, each of another type"
    )]
    pub(crate) fn new(
        store: Arc<dyn Store>,
        engine_pool: EnginePool,
        players: Arc<Players>,
        lobby: Arc<Lobby>,
        metrics: Arc<Metrics>,
        outage: Arc<Outage>,
        tasks: TaskTracker,
        config: &Config,
    ) -> Arc<Self> {
        Arc::new(Self {
            awake: Mutex::default(),
            waking: tokio::sync::Mutex::default(),
            store,
            engine_pool,
            players,
            lobby,
            metrics,
            outage,
            played: PlayedPositions::default(),
            tasks,
            limits: config.limits,
            machine_pause: config.machine_pause,
            room_idle: config.room_idle.as_millis() as u64,
        })
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.store
    }

    pub(crate) fn engine_pool(&self) -> &EnginePool {
        &self.engine_pool
    }

    pub(crate) fn players(&self) -> &Players {
        &self.players
    }

    pub(crate) fn lobby(&self) -> &Lobby {
        &self.lobby
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// Whether visitors are limited.
    pub(super) fn limits(&self) -> bool {
        self.limits
    }

    /// Whether somebody may ask for searches beside the moves of machines.
    pub(super) fn admit(&self, payer: &Payer) -> Result<(), TooMany> {
        match self.limits {
            true => self.engine_pool.admit(payer),
            false => Ok(()),
        }
    }

    /// The positions that are being played.
    pub(crate) fn played(&self) -> &PlayedPositions {
        &self.played
    }

    pub(super) fn outage(&self) -> &Outage {
        &self.outage
    }

    /// A room that nobody needs sleeps after so many milliseconds. The store has all of it.
    pub(super) fn room_idle(&self) -> u64 {
        self.room_idle
    }

    pub(super) fn machine_pause(&self) -> u64 {
        self.machine_pause
    }

    fn awake(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<RoomMessage>>> {
        self.awake.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Creates a room and starts its actor.
    pub(crate) async fn create(self: &Arc<Self>, settings: Settings) -> Result<String, CreateError> {
        let id = ids::room()?;
        let room = Room::new(id.clone(), now_ms() as i64, settings, self.outage.game_time())?;
        let person = |chair: &Chair| chair.person().map(str::to_owned);
        let chairs = &room.chairs;
        let game = NewGame {
            id: id.clone(),
            game: room.settings.game.to_string(),
            rules: room.settings.rules.clone(),
            settings: serde_json::to_string(&room.settings).unwrap_or_default(),
            created: room.created,
            rated: room.settings.rated,
            public: room.settings.public,
            seats: [person(&chairs.first), person(&chairs.second)],
        };
        self.store.add_game(&game).await?;
        self.start(room, 0).await?;
        Ok(id)
    }

    /// The same settings with all trained players at hand: what they play from may have been removed since.
    pub(super) async fn seated_again(&self, mut settings: Settings) -> Result<Settings, Refusal> {
        let players = Arc::clone(&self.players);
        let seat = move || {
            for chair in [&mut settings.chairs.first, &mut settings.chairs.second] {
                if let Chair::Trained(player) = chair {
                    *player = players.seat_again(player, settings.game, &settings.rules)?;
                }
            }
            Ok(settings)
        };
        let seated = tokio::task::spawn_blocking(seat).await;
        seated
            .map_err(|_| Refusal::NOT_SAVED)?
            .map_err(|why| Refusal::of("trained", why))
    }

    /// Removes what trained players have played from and no running game needs any more, if nobody has sat down with it for
    /// so long. A game that cannot be read may need anything: then all of it stays.
    pub(crate) async fn tidy(&self, unused: Duration) -> Result<(), StoreError> {
        let told =
            |error: &std::io::Error| warn!(%error, "copies of trained players are left where they are");
        let mut unneeded = self.players.copies(unused).inspect_err(told).unwrap_or_default();
        if unneeded.is_empty() {
            return Ok(());
        }
        for row in self.store.running(-1).await? {
            let Ok(settings) = serde_json::from_str::<Settings>(&row.settings) else {
                warn!(
                    room = row.id,
                    "a running game could not be read: no copies are removed"
                );
                return Ok(());
            };
            for (_, chair) in settings.chairs.iter() {
                if let Chair::Trained(player) = chair {
                    unneeded.remove(&player.copy);
                }
            }
        }
        for copy in &unneeded {
            let _ = self.players.remove(copy).inspect_err(told);
        }
        info!(removed = unneeded.len(), "copies of trained players tidied");
        Ok(())
    }

    /// Makes a room for a rematch. The type is written out because a room whose task makes rooms would else contain
    /// itself.
    pub(super) fn create_next(
        self: Arc<Self>,
        settings: Settings,
    ) -> Pin<Box<dyn Future<Output = Result<String, CreateError>> + Send>> {
        Box::pin(async move { self.create(settings).await })
    }

    /// Sends a message to a room; starts its actor if necessary.
    pub(crate) async fn send(self: &Arc<Self>, room: &str, message: RoomMessage) -> Result<(), WakeError> {
        let mut message = message;
        loop {
            let sender = self.sender(room).await?;
            match sender.send(message).await {
                Ok(()) => return Ok(()),
                // The actor ended between the two lines above.
                Err(back) => message = back.0,
            }
        }
    }

    /// The sender of a room whose actor runs.
    pub(crate) fn running(&self, room: &str) -> Option<mpsc::Sender<RoomMessage>> {
        self.awake().get(room).cloned()
    }

    /// Tells all rooms that are awake of a new name of somebody.
    pub(crate) async fn renamed(&self, user: &str) {
        let senders: Vec<_> = self.awake().values().cloned().collect();
        for sender in senders {
            let user = user.to_owned();
            // A room that has ended meanwhile reads the name when it wakes up.
            let _ = sender.send(RoomMessage::Renamed { user }).await;
        }
    }

    /// The sender of a room; starts its actor if necessary.
    async fn sender(self: &Arc<Self>, room: &str) -> Result<mpsc::Sender<RoomMessage>, WakeError> {
        if let Some(sender) = self.awake().get(room) {
            return Ok(sender.clone());
        }
        let _one_at_a_time = self.waking.lock().await;
        if let Some(sender) = self.awake().get(room) {
            return Ok(sender.clone());
        }
        let (room, seq) = self.load(room).await?;
        Ok(self.start(room, seq).await?)
    }

    /// A room as somebody sees it. One that sleeps is read and sleeps on.
    pub(crate) async fn look(&self, room: &str, user: &str) -> Result<RoomState, WakeError> {
        if let Some(sender) = self.running(room) {
            let (reply, answer) = oneshot::channel();
            let user = user.to_owned();
            if sender.send(RoomMessage::State { user, reply }).await.is_ok()
                && let Ok(state) = answer.await
            {
                return Ok(state);
            }
        }
        let (mut room, _) = self.load(room).await?;
        room.people = load_people(self.store(), room.settings.game, &room.chairs).await?;
        Ok(room.state(user, Presence::default(), self.outage.game_time()))
    }

    async fn load(&self, room: &str) -> Result<(Room, i64), WakeError> {
        let row = self.store.game(room).await?.ok_or(WakeError::Missing)?;
        let events = self.store.events(room).await?;
        let broken = |problem: String| WakeError::Broken(problem);
        let settings: Settings =
            serde_json::from_str(&row.settings).map_err(|error| broken(error.to_string()))?;
        let seq = events.len() as i64;
        let events: Vec<Event> = events
            .iter()
            .map(|event| serde_json::from_str(&event.body))
            .collect::<Result<_, _>>()
            .map_err(|error| broken(error.to_string()))?;
        let now = self.outage.game_time();
        let mut room =
            Room::new(row.id, row.created, settings, now).map_err(|error| broken(error.to_string()))?;
        room.replay(&events, now)
            .map_err(|error| broken(error.to_string()))?;
        Ok((room, seq))
    }

    /// Resolves chance events that are due and starts the actor of a room.
    async fn start(
        self: &Arc<Self>,
        mut room: Room,
        mut seq: i64,
    ) -> Result<mpsc::Sender<RoomMessage>, StoreError> {
        if room.result.is_none()
            && room.game.turn() == Turn::Chance
            && let Some(deal) = room.plan_deal(&mut SystemRng)
        {
            let append = Append {
                game: room.id.clone(),
                seq,
                at: now_ms() as i64,
                bodies: vec![serde_json::to_string(&deal).unwrap_or_default()],
                ..Append::default()
            };
            self.store.append(append).await?;
            seq += 1;
            if let Err(error) = room.apply(&deal, self.outage.game_time()) {
                warn!(room = room.id, %error, "a chance event cannot be applied");
            }
        }
        room.people = load_people(self.store(), room.settings.game, &room.chairs).await?;
        room.note_position(&self.played);
        room.version = now_ms();
        room.halted = self.outage.halted();
        let (sender, messages) = mpsc::channel(QUEUE);
        let id = room.id.clone();
        let actor = RoomActor::new(room, seq, Arc::clone(self), sender.downgrade());
        self.awake().insert(id, sender.clone());
        self.metrics.rooms.inc();
        self.tasks.spawn(actor.run(messages));
        Ok(sender)
    }

    /// Takes a room off the list unless messages wait for it; true if it is off.
    pub(super) fn forget(&self, room: &str, messages: &mpsc::Receiver<RoomMessage>) -> bool {
        let mut awake = self.awake();
        let quiet = messages.is_empty();
        if quiet {
            awake.remove(room);
        }
        quiet
    }

    /// A room has ended. A lost one is still on the list.
    pub(super) fn gone(&self, room: &str, lost: bool) {
        if lost {
            self.awake().remove(room);
        }
        self.lobby.withdraw(room);
        self.metrics.rooms.dec();
    }

    /// Resumes all rooms whose clocks run or that wait for an opponent.
    pub(crate) async fn resume(self: &Arc<Self>) -> Result<usize, StoreError> {
        let after = now_ms().saturating_sub(STALE) as i64;
        let mut woken = 0;
        for row in self.store.running(-1).await? {
            let recent = row.created > after;
            let between_people = matches!(&row.seats, [Some(first), Some(second)] if first != second);
            if !recent && !between_people {
                continue;
            }
            match self.load(&row.id).await {
                Ok((room, seq)) if recent && (room.clock_runs() || room.settings.public) => {
                    self.start(room, seq).await?;
                    woken += 1;
                }
                // No clock runs there: a visit resumes it. The engine says nothing about it meanwhile.
                Ok((room, _)) => room.note_position(&self.played),
                Err(error) => warn!(room = row.id, %error, "a running game could not be resumed"),
            }
        }
        info!(woken, "running games resumed");
        Ok(woken)
    }

    /// Lets all rooms end by dropping their senders.
    pub(crate) fn close(&self) {
        self.awake().clear();
    }
}
