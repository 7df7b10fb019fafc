//! The board with its seats, clocks and log, as pure state: events in, views out. Time is an argument.

use damero_games::{AnyGame, ByPlayer, InputError, Outcome, Player, Text, Turn, text};

use super::clock::Clock;
use super::setup::{Chair, Event, Settings, seat};
use crate::catalog;
use crate::fair_play::PlayedPositions;
use crate::wire::{Cause, GameResult, GameSummary, LogEntry, Offers, Pace, Seat, Status};

/// After a restart a running clock stands still for so long.
const GRACE: u64 = 15_000;

/// In a game without a clock a player has so long for a move before the other may claim the game.
const STILL: u64 = 30 * 60_000;

/// A room in a list.
pub(crate) struct Summary {
    /// Whether the lobby may show it.
    pub(crate) public: bool,
    /// What it shows.
    pub(crate) game: GameSummary,
}

/// The state of a room.
pub(crate) struct Room {
    pub(super) id: String,
    pub(super) created: i64,
    pub(super) settings: Settings,
    pub(super) chairs: ByPlayer<Chair>,
    /// What is known about the people here.
    pub(super) people: Vec<Seat>,
    pub(super) game: Box<dyn AnyGame>,
    pub(super) log: Vec<LogEntry>,
    /// The name of the opening after each entry.
    openings: Vec<Option<&'static Text>>,
    pub(super) clock: Option<Clock>,
    pub(super) offers: Offers,
    pub(super) result: Option<GameResult>,
    pub(super) next: Option<String>,
    pub(super) pace: Option<Pace>,
    pub(super) thinking: Option<Player>,
    /// Whether somebody took moves back or was given a hint: the game says little about strength then.
    pub(super) helped: bool,
    /// When the present decision began.
    pub(super) since: u64,
    /// Nothing can be saved now, so the game stands still.
    pub(super) halted: bool,
    /// Counts the changes. It begins with the time of loading, so that no two lives of a room share a number.
    pub(super) version: u64,
    /// The log before this entry is as it was at the last update.
    pub(super) kept: usize,
}

impl Room {
    /// A room without events.
    ///
    /// # Errors
    /// If the game cannot be set up as the settings say.
    pub(crate) fn new(id: String, created: i64, settings: Settings, now: u64) -> Result<Self, InputError> {
        let game = catalog::start(settings.game, &settings.rules, settings.start.as_deref())?;
        let machines = settings.chairs.iter().all(|(_, chair)| chair.is_machine());
        let mut room = Self {
            id,
            created,
            chairs: settings.chairs.clone(),
            people: Vec::new(),
            game,
            log: Vec::new(),
            openings: Vec::new(),
            clock: settings.clock.map(Clock::new),
            offers: Offers::default(),
            result: None,
            next: None,
            pace: machines.then_some(Pace {
                paused: false,
                delay_ms: settings.delay_ms,
            }),
            thinking: None,
            helped: false,
            since: now,
            halted: false,
            version: now,
            kept: 0,
            settings,
        };
        for text in room.settings.opening.clone() {
            room.play(&text)?;
        }
        room.wind(now);
        Ok(room)
    }

    /// Takes the past back in. Clocks do not run while nobody could move.
    ///
    /// # Errors
    /// If an event does not fit, which only another version of the rules could explain.
    pub(crate) fn replay(&mut self, events: &[Event], now: u64) -> Result<(), InputError> {
        for event in events {
            self.apply(event, now)?;
        }
        self.version = now;
        self.kept = self.log.len();
        let running = self.clock.as_ref().and_then(Clock::running);
        if let Some(clock) = &mut self.clock {
            clock.run(running, now + GRACE);
        }
        Ok(())
    }

    /// Changes the table. Events come from the planner of orders or from the store, so they fit.
    ///
    /// # Errors
    /// If a move is refused after all; the table is not to be used any more then.
    pub(crate) fn apply(&mut self, event: &Event, now: u64) -> Result<(), InputError> {
        match event {
            Event::Sit { seat, user } => self.chairs[*seat] = Chair::Human(user.clone()),
            Event::Play {
                texts,
                ms,
                clock,
                lag,
            } => {
                let mover = self.turn();
                for text in texts {
                    self.play(text)?;
                }
                let last = self.log.iter_mut().rev().find(|entry| entry.by.is_some());
                if let (Some(last), true) = (last, mover.is_some()) {
                    last.ms = *ms;
                }
                let whole = self.turn() != mover;
                if let (Some(clock), Some(left)) = (&mut self.clock, clock) {
                    clock.set(*left);
                    if let Some(mover) = mover {
                        clock.spend(mover, *lag, whole);
                    }
                }
                self.offers.takeback = None;
                if self.offers.draw != mover {
                    self.offers.draw = None;
                }
            }
            Event::Undo { ply } => {
                while self.log.len() > *ply {
                    let last = self.log.iter().rposition(|entry| entry.by.is_some());
                    if !self.game.undo() {
                        break;
                    }
                    self.log.truncate(last.unwrap_or_default());
                }
                self.openings.truncate(self.log.len());
                self.kept = self.kept.min(self.log.len());
                self.offers = Offers::default();
                self.helped = true;
            }
            Event::End { result } => {
                self.game.set_result(result.outcome);
                self.result = Some(result.clone());
                self.offers = Offers::default();
                self.thinking = None;
            }
            Event::Next { room } => {
                self.next = Some(room.clone());
                self.offers.rematch = None;
            }
            Event::Hint => {
                self.helped = true;
                // No move was made: the clock and the decision go on.
                return Ok(());
            }
        }
        self.wind(now);
        Ok(())
    }

    /// Plays one text and writes it down.
    fn play(&mut self, text: &str) -> Result<(), InputError> {
        let by = self.game.turn().player();
        let text = self.game.play(text)?;
        self.openings.push(self.game.opening().or(self.opening()));
        let turn = self.next_turn_number(by);
        self.log.push(LogEntry {
            ply: self.log.len(),
            turn,
            by,
            text,
            ms: 0,
        });
        Ok(())
    }

    /// Actions of one player in a row are one turn; chance in between begins another.
    fn next_turn_number(&self, by: Option<Player>) -> u32 {
        let last = self
            .log
            .iter()
            .rev()
            .map(|entry| entry.turn)
            .find(|&turn| turn > 0);
        match (by, self.log.last()) {
            (None, _) => 0,
            (Some(_), Some(entry)) if entry.by == by => entry.turn,
            (Some(_), _) => last.unwrap_or_default() + 1,
        }
    }

    /// Lets the right clock run. The first turn of the game is free.
    fn wind(&mut self, now: u64) {
        self.since = now;
        let begun = self.log.iter().any(|entry| entry.by.is_some());
        let runs = self.status() == Status::Playing && begun;
        let player = self.turn().filter(|_| runs);
        let left = self.clock.as_ref().map(|clock| clock.left(now));
        if let (Some(clock), Some(left)) = (&mut self.clock, left) {
            clock.set(left);
            clock.run(player, now);
        }
    }

    /// The name of the opening so far.
    pub(super) fn opening(&self) -> Option<&'static Text> {
        self.openings.last().copied().flatten()
    }

    /// Who sits at a seat.
    pub(crate) fn chair(&self, player: Player) -> &Chair {
        &self.chairs[player]
    }

    /// How the game ended.
    pub(crate) fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    /// The position string of the start, if not the usual one.
    pub(crate) fn start(&self) -> Option<&str> {
        self.settings.start.as_deref()
    }

    /// What was played so far.
    pub(crate) fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// How long the log is.
    pub(crate) fn plies(&self) -> usize {
        self.log.len()
    }

    /// The room's id.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The room in a list.
    pub(crate) fn summary(&self) -> Summary {
        Summary {
            public: self.settings.public,
            game: GameSummary {
                room: self.id.clone(),
                game: self.settings.game.to_string(),
                rules: self.settings.rules.clone(),
                players: self.seats(),
                result: self.result.clone(),
                plies: self.log.len(),
                created: self.created,
                ended: None,
                rated: self.settings.rated,
                clock: self.settings.clock,
            },
        }
    }

    pub(super) fn seats(&self) -> ByPlayer<Seat> {
        ByPlayer::new(
            seat(&self.chairs.first, &self.people),
            seat(&self.chairs.second, &self.people),
        )
    }

    /// Who is to move, while a game is on.
    pub(crate) fn turn(&self) -> Option<Player> {
        match self.game.turn() {
            Turn::Player(player) if self.result.is_none() => Some(player),
            _ => None,
        }
    }

    /// What the room is doing.
    pub(crate) fn status(&self) -> Status {
        if self.result.is_some() {
            Status::Over
        } else if self.chairs.iter().any(|(_, chair)| *chair == Chair::Open) {
            Status::Waiting
        } else {
            Status::Playing
        }
    }

    /// The seats of a person.
    pub(crate) fn seats_of(&self, user: &str) -> Vec<Player> {
        let mine = |&player: &Player| self.chairs[player].person() == Some(user);
        Player::ALL.into_iter().filter(mine).collect()
    }

    /// True when at most one person plays here: against the machine, on one screen, or two machines.
    pub(crate) fn alone(&self) -> bool {
        match (self.chairs.first.person(), self.chairs.second.person()) {
            (Some(first), Some(second)) => first == second,
            _ => self.chairs.iter().all(|(_, chair)| *chair != Chair::Open),
        }
    }

    /// Whether two different people play here now.
    pub(crate) fn is_between_people(&self) -> bool {
        self.status() == Status::Playing
            && !self.alone()
            && self.chairs.iter().all(|(_, chair)| chair.person().is_some())
    }

    /// Tells what stands on the board, if two people play.
    pub(crate) fn note_position(&self, played: &PlayedPositions) {
        match (self.chairs.first.person(), self.chairs.second.person()) {
            (Some(first), Some(second)) if self.is_between_people() => {
                let players = [first, second];
                played.note(&self.id, self.settings.game, &*self.game, players, self.turns());
            }
            _ => played.forget(&self.id),
        }
    }

    /// How many turns players have had.
    pub(crate) fn turns(&self) -> u32 {
        self.log.iter().map(|entry| entry.turn).max().unwrap_or_default()
    }

    /// The machine that is to move now, if one is.
    pub(crate) fn machine_to_move(&self) -> Option<Player> {
        let player = self.turn().filter(|_| self.status() == Status::Playing)?;
        self.chairs[player].is_machine().then_some(player)
    }

    /// When the player to move may be claimed against although connected: in a game between people that no clock ends.
    pub(crate) fn waits_in_vain_at(&self) -> Option<u64> {
        (self.clock.is_none() && self.is_between_people()).then_some(self.since + STILL)
    }

    /// Whether the clock of a player runs.
    pub(crate) fn clock_runs(&self) -> bool {
        self.clock.as_ref().is_some_and(|clock| clock.running().is_some())
    }

    /// The player who has run out of time.
    pub(crate) fn flagged(&self, now: u64) -> Option<Player> {
        let (player, at) = self.clock.as_ref()?.flag()?;
        (now >= at).then_some(player)
    }

    /// What an end means: the result, without ratings.
    pub(crate) fn ending(&self, outcome: Option<Outcome>, cause: Cause, by: Option<Player>) -> GameResult {
        let seats = self.game.meta().seats;
        let name = |player: Player| seats[player].clone();
        let reason = match (cause, by) {
            (Cause::Resign, Some(by)) => {
                let Text { en, es } = name(by);
                Text::owned(format!("{en} resigned"), format!("{es} abandona"))
            }
            (Cause::Time, Some(by)) => {
                let Text { en, es } = name(by);
                Text::owned(format!("{en} ran out of time"), format!("{es} agota su tiempo"))
            }
            (Cause::Abandoned, Some(by)) => {
                let Text { en, es } = name(by);
                Text::owned(format!("{en} left the game"), format!("{es} dejó la partida"))
            }
            (Cause::Agreement, _) => text!("draw by agreement", "tablas de común acuerdo"),
            (Cause::Aborted, _) => text!("the game was called off", "la partida se canceló"),
            _ => {
                let ending = self.game.ending().map(|ending| ending.reason);
                ending.unwrap_or_else(|| Text::new("the game is over", "la partida ha terminado"))
            }
        };
        GameResult {
            outcome,
            score: outcome.map_or("*", Outcome::as_str).to_owned(),
            cause,
            reason,
            points: None,
            ratings: None,
        }
    }

    /// Whether players may agree on a draw.
    pub(super) fn knows_draws(&self) -> bool {
        self.settings.game.meta().facts.draws_by_agreement
    }
}
