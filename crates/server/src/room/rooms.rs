//! All rooms: those that are awake, and the way to wake the others.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use damero_games::{ByPlayer, GameId, InputError, Turn};
use damero_store::{Append, NewGame, Store, StoreError};
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;
use tracing::{info, warn};

use super::keeper::{Keeper, must_stay_awake};
use super::knock::Knock;
use super::refusal::Refusal;
use super::setup::{Chair, Event, Settings};
use super::table::Table;
use crate::ids;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::minds::Minds;
use crate::random::SystemRng;
use crate::rating;
use crate::time::now_ms;
use crate::trained::Players;
use crate::wire::Seat;

/// What may wait before a room.
const QUEUE: usize = 256;

/// Games without an end that are older than this are not woken at the start; a visit still wakes them.
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

/// There is no such room, or it cannot be woken.
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
    awake: Mutex<HashMap<String, mpsc::Sender<Knock>>>,
    /// One room is woken at a time, so that none is woken twice.
    waking: tokio::sync::Mutex<()>,
    store: Arc<dyn Store>,
    minds: Minds,
    players: Arc<Players>,
    lobby: Arc<Lobby>,
    metrics: Arc<Metrics>,
    tasks: TaskTracker,
    machine_pause: u64,
}

impl Rooms {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        minds: Minds,
        players: Arc<Players>,
        lobby: Arc<Lobby>,
        metrics: Arc<Metrics>,
        tasks: TaskTracker,
        machine_pause: u64,
    ) -> Arc<Self> {
        Arc::new(Self {
            awake: Mutex::default(),
            waking: tokio::sync::Mutex::default(),
            store,
            minds,
            players,
            lobby,
            metrics,
            tasks,
            machine_pause,
        })
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.store
    }

    pub(crate) fn minds(&self) -> &Minds {
        &self.minds
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

    pub(super) fn machine_pause(&self) -> u64 {
        self.machine_pause
    }

    fn awake(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Knock>>> {
        self.awake.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a room and wakes it.
    pub(crate) async fn create(self: &Arc<Self>, settings: Settings) -> Result<String, CreateError> {
        let id = ids::room()?;
        let now = now_ms();
        let table = Table::new(id.clone(), now as i64, settings, now)?;
        let person = |chair: &Chair| chair.person().map(str::to_owned);
        let chairs = &table.chairs;
        let game = NewGame {
            id: id.clone(),
            game: table.settings.game.to_string(),
            rules: table.settings.rules.clone(),
            settings: serde_json::to_string(&table.settings).unwrap_or_default(),
            created: table.created,
            rated: table.settings.rated,
            seats: [person(&chairs.first), person(&chairs.second)],
        };
        self.store.add_game(&game).await?;
        self.start(table, 0).await?;
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

    /// Removes what trained players have played from and no running game needs any more. A game that cannot be read may
    /// need anything: then all of it stays.
    pub(crate) async fn tidy(&self) -> Result<(), StoreError> {
        let told =
            |error: &std::io::Error| warn!(%error, "copies of trained players are left where they are");
        let mut unneeded = self.players.copies().inspect_err(told).unwrap_or_default();
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

    /// Sends something to a room, waking it if need be.
    pub(crate) async fn knock(self: &Arc<Self>, room: &str, knock: Knock) -> Result<(), WakeError> {
        let mut knock = knock;
        loop {
            let door = self.door(room).await?;
            match door.send(knock).await {
                Ok(()) => return Ok(()),
                // The room went to sleep between the two lines above.
                Err(back) => knock = back.0,
            }
        }
    }

    /// The way to a room that is awake.
    pub(crate) fn awake_door(&self, room: &str) -> Option<mpsc::Sender<Knock>> {
        self.awake().get(room).cloned()
    }

    /// The way to a room, waking it if need be.
    async fn door(self: &Arc<Self>, room: &str) -> Result<mpsc::Sender<Knock>, WakeError> {
        if let Some(door) = self.awake().get(room) {
            return Ok(door.clone());
        }
        let _one_at_a_time = self.waking.lock().await;
        if let Some(door) = self.awake().get(room) {
            return Ok(door.clone());
        }
        let (table, seq) = self.load(room).await?;
        Ok(self.start(table, seq).await?)
    }

    async fn load(&self, room: &str) -> Result<(Table, i64), WakeError> {
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
        let now = now_ms();
        let mut table =
            Table::new(row.id, row.created, settings, now).map_err(|error| broken(error.to_string()))?;
        table
            .replay(&events, now)
            .map_err(|error| broken(error.to_string()))?;
        Ok((table, seq))
    }

    /// Deals what is due and starts the task of a room.
    async fn start(
        self: &Arc<Self>,
        mut table: Table,
        mut seq: i64,
    ) -> Result<mpsc::Sender<Knock>, StoreError> {
        if table.result.is_none()
            && table.game.turn() == Turn::Chance
            && let Some(deal) = table.plan_deal(&mut SystemRng)
        {
            let append = Append {
                game: table.id.clone(),
                seq,
                at: now_ms() as i64,
                bodies: vec![serde_json::to_string(&deal).unwrap_or_default()],
                ..Append::default()
            };
            self.store.append(append).await?;
            seq += 1;
            if let Err(error) = table.apply(&deal, now_ms()) {
                warn!(room = table.id, %error, "a deal does not fit");
            }
        }
        table.people = load_people(self.store(), table.settings.game, &table.chairs).await?;
        let (door, knocks) = mpsc::channel(QUEUE);
        let id = table.id.clone();
        let keeper = Keeper::new(table, seq, Arc::clone(self), door.downgrade());
        self.awake().insert(id, door.clone());
        self.metrics.rooms.inc();
        self.tasks.spawn(keeper.run(knocks));
        Ok(door)
    }

    /// Takes a room off the list unless somebody is knocking; true if it is off.
    pub(super) fn forget(&self, room: &str, knocks: &mpsc::Receiver<Knock>) -> bool {
        let mut awake = self.awake();
        let quiet = knocks.is_empty();
        if quiet {
            awake.remove(room);
        }
        quiet
    }

    /// A room has ended. One that lost its way is still on the list.
    pub(super) fn gone(&self, room: &str, lost: bool) {
        if lost {
            self.awake().remove(room);
        }
        self.lobby.withdraw(room);
        self.metrics.rooms.dec();
    }

    /// Wakes all rooms whose clocks run or that wait for an opponent.
    pub(crate) async fn resume(self: &Arc<Self>) -> Result<usize, StoreError> {
        let after = now_ms().saturating_sub(STALE) as i64;
        let mut woken = 0;
        for row in self.store.running(after).await? {
            match self.load(&row.id).await {
                Ok((table, seq)) if must_stay_awake(&table) || table.settings.public => {
                    self.start(table, seq).await?;
                    woken += 1;
                }
                // Nobody's time runs there: a visit wakes it.
                Ok(_) => {}
                Err(error) => warn!(room = row.id, %error, "a running game could not be taken up"),
            }
        }
        info!(woken, "running games taken up");
        Ok(woken)
    }

    /// Lets all rooms end: no door leads to them any more.
    pub(crate) fn close(&self) {
        self.awake().clear();
    }
}

/// What the page shows of the people at a board.
pub(crate) async fn load_people(
    store: &dyn Store,
    game: GameId,
    chairs: &ByPlayer<Chair>,
) -> Result<Vec<Seat>, StoreError> {
    let mut people = Vec::new();
    let seated = [&chairs.first, &chairs.second].map(Chair::machine);
    if seated != [None, None] {
        let rows = store.machine_ratings(&game.to_string()).await?;
        for machine in seated.into_iter().flatten() {
            let row = rows.iter().find(|row| row.user == machine.name());
            people.push(Seat::Machine {
                level: machine.name().to_owned(),
                rating: row.map(|row| rating::shown(row.rating)),
                provisional: row.is_none_or(rating::provisional),
            });
        }
    }
    for id in [chairs.first.person(), chairs.second.person()]
        .into_iter()
        .flatten()
    {
        let Some(user) = store.user(id).await? else {
            continue;
        };
        let row = rating::row(&store.ratings(id).await?, id, &game.to_string());
        people.push(Seat::Human {
            id: user.id,
            name: user.name,
            guest: user.guest,
            rating: rating::shown(row.rating),
            provisional: rating::provisional(&row),
        });
    }
    Ok(people)
}
