//! Signs that somebody lets an engine play: moves that agree with the engine's too often, and thinking times that are too
//! even. They are no proof; the report is for an operator who then looks at the games.

use std::collections::BTreeMap;
use std::time::Duration;

use damero_arena::{Analysis, AnyPlayer, Spec};
use damero_games::{AnyGame, GameId, Player};
use damero_search::Limits;
use damero_store::{EventRow, GameRow, Store, StoreError};
use serde::Serialize;
use tokio::task::block_in_place;

use crate::catalog;
use crate::check::replayed;

/// Everybody knows the first moves, so they say nothing.
const OPENING: usize = 8;

/// A move agrees with the engine if it is worth as much as the best, but for so little.
const AS_GOOD: f32 = 0.01;

/// Signs are told from so many decisions on.
const ENOUGH: usize = 40;

/// The share of moves that agree with the engine, and the mean loss, from which both together are a sign.
const AGREES: f64 = 0.85;
const LOSS: f64 = 0.02;

/// The variation of thinking times below which they are a sign: people take very long for some moves.
const EVEN: f64 = 0.35;

/// Games that are read at a time.
const PAGE: i64 = 200;

/// The player that judges.
const JUDGE: &str = "engine";

/// Which games to look at.
#[derive(Clone, Debug)]
pub struct EngineUseQuery {
    /// Only games of this account.
    pub player: Option<String>,
    /// Only this game.
    pub game: Option<GameId>,
    /// At most so many games, the newest.
    pub games: usize,
    /// Unrated ones too.
    pub unrated: bool,
    /// How long the engine thinks about a position.
    pub time: Duration,
}

/// What one person's games at one game look like.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EngineUse {
    /// The name.
    pub name: String,
    /// At which game.
    pub game: String,
    /// How many games.
    pub games: usize,
    /// Moves that were chosen among several, after the opening.
    pub decisions: usize,
    /// The share of them that is as good as the engine's own.
    pub agreement: f64,
    /// What a move gave away in the mean, of results between -1 and 1.
    pub loss: f64,
    /// The mean thinking time in seconds.
    pub seconds: f64,
    /// The standard deviation of the thinking times by their mean.
    pub variation: f64,
    /// What an operator should look at: `agreement`, `times`.
    pub signs: Vec<&'static str>,
}

/// What is counted of one person's games.
#[derive(Default)]
struct MoveSigns {
    games: usize,
    agreed: usize,
    losses: Vec<f64>,
    seconds: Vec<f64>,
}

impl MoveSigns {
    fn judge(&mut self, analysis: &Analysis, played: &str, ms: u64) {
        let value = |text: &str| {
            let found = analysis.moves.iter().find(|one| one.text == text);
            found.and_then(|one| one.value)
        };
        let values = analysis.moves.iter().filter_map(|one| one.value);
        let best = values.chain(analysis.best.value).reduce(f32::max);
        let (Some(best), Some(value)) = (best, value(played)) else {
            return;
        };
        let loss = (best - value).max(0.0);
        self.agreed += usize::from(loss <= AS_GOOD);
        self.losses.push(f64::from(loss));
        self.seconds.push(ms as f64 / 1_000.0);
    }

    fn told(self, name: String, game: String) -> EngineUse {
        let decisions = self.losses.len();
        let share = |part: f64| {
            if decisions == 0 {
                0.0
            } else {
                part / decisions as f64
            }
        };
        let (agreement, loss) = (share(self.agreed as f64), share(self.losses.iter().sum()));
        let seconds = share(self.seconds.iter().sum());
        let square = share(self.seconds.iter().map(|time| (time - seconds).powi(2)).sum());
        let variation = if seconds > 0.0 {
            square.sqrt() / seconds
        } else {
            0.0
        };
        let mut signs = Vec::new();
        if decisions >= ENOUGH {
            signs.extend((agreement >= AGREES && loss <= LOSS).then_some("agreement"));
            signs.extend((variation <= EVEN).then_some("times"));
        }
        EngineUse {
            name,
            game,
            games: self.games,
            decisions,
            agreement,
            loss,
            seconds,
            variation,
            signs,
        }
    }
}

/// Looks at finished games between two people, newest first; those with signs come first in the report.
pub(crate) async fn report(
    store: &dyn Store,
    user: Option<String>,
    query: &EngineUseQuery,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<EngineUse>, StoreError> {
    let mut tallies: BTreeMap<(String, GameId), MoveSigns> = BTreeMap::new();
    let mut judges: BTreeMap<GameId, Box<dyn AnyPlayer>> = BTreeMap::new();
    let mut done = 0;
    for row in newest_games(store, user.as_deref(), query).await? {
        let events = store.events(&row.id).await?;
        // A search takes long, and nobody else waits on this runtime.
        let judged = block_in_place(|| judge_game(&row, &events, query, &mut judges));
        for (player, tally) in judged.into_iter().flatten() {
            let (Some(person), Ok(game)) = (&row.seats[player.index()], row.game.parse::<GameId>()) else {
                continue;
            };
            let all = tallies.entry((person.clone(), game)).or_default();
            all.games += 1;
            all.agreed += tally.agreed;
            all.losses.extend(tally.losses);
            all.seconds.extend(tally.seconds);
        }
        done += 1;
        progress(done);
    }
    let mut told = Vec::new();
    for ((person, game), tally) in tallies {
        if user.as_ref().is_some_and(|user| *user != person) {
            continue;
        }
        let name = store.user(&person).await?.map_or(person, |user| user.name);
        told.push(tally.told(name, game.to_string()));
    }
    let order = |one: &EngineUse| (one.signs.len(), one.agreement);
    told.sort_by(|a, b| {
        order(b)
            .partial_cmp(&order(a))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    Ok(told)
}

/// The newest finished games between two people that are asked for, private ones among them.
async fn newest_games(
    store: &dyn Store,
    user: Option<&str>,
    query: &EngineUseQuery,
) -> Result<Vec<GameRow>, StoreError> {
    let game = query.game.map(|game| game.to_string());
    let mut found = Vec::new();
    let mut last = String::new();
    loop {
        let page = match user {
            Some(user) => store.games_of(user, &last, PAGE).await?,
            None => store.games_after(&last, PAGE).await?,
        };
        let Some(end) = page.last() else { break };
        last.clone_from(&end.id);
        found.extend(page.into_iter().filter(|row| {
            let [first, second] = &row.seats;
            let two_people = first.is_some() && second.is_some() && first != second;
            let asked = game.as_ref().is_none_or(|game| *game == row.game) && (row.rated || query.unrated);
            two_people && asked && row.ended.is_some()
        }));
    }
    found.sort_by_key(|row| std::cmp::Reverse(row.ended));
    found.truncate(query.games);
    Ok(found)
}

/// Both players' decisions in a game; `None` if it cannot be played again or judged.
fn judge_game(
    row: &GameRow,
    events: &[EventRow],
    query: &EngineUseQuery,
    judges: &mut BTreeMap<GameId, Box<dyn AnyPlayer>>,
) -> Option<Vec<(Player, MoveSigns)>> {
    let room = replayed(row, events).ok()?;
    let id: GameId = row.game.parse().ok()?;
    let judge = match judges.entry(id) {
        std::collections::btree_map::Entry::Occupied(known) => known.into_mut(),
        std::collections::btree_map::Entry::Vacant(new) => {
            new.insert(JUDGE.parse::<Spec>().ok()?.scoring_all().player(id, 1).ok()?)
        }
    };
    let mut game: Box<dyn AnyGame> = catalog::start(id, &row.rules, room.start()).ok()?;
    let mut tallies = Player::ALL.map(|player| (player, MoveSigns::default()));
    let limits = Limits {
        time: Some(query.time),
        ..Limits::default()
    };
    for (ply, entry) in room.log().iter().enumerate() {
        if let Some(by) = entry.by
            && ply >= OPENING
            && game.moves().len() > 1
            && let Ok(analysis) = judge.analyse(&*game, limits.into())
        {
            tallies[by.index()].1.judge(&analysis, &entry.text, entry.ms);
        }
        game.play(&entry.text).ok()?;
    }
    Some(tallies.into())
}
