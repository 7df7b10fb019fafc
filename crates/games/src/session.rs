//! A game being played: the position now, everything that led to it, and the way back.

use rand_core::Rng;

use crate::error::InputError;
use crate::game::Turn;
use crate::notation::Notation;
use crate::outcome::Outcome;
use crate::record::{Event, Record, apply, read_event, settle};

/// A game with its record, kept in step. Moves come in as text or as values; any number can be undone.
///
/// ```
/// use damero_games::{Game, Player, Session, Turn, reversi::Reversi};
/// let mut session = Session::<Reversi>::new(Default::default());
/// session.play_text("f5")?;
/// assert_eq!(session.game().turn(), Turn::Player(Player::Second));
/// assert!(session.undo());
/// assert!(session.record().events.is_empty());
/// # Ok::<(), damero_games::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session<G: Notation> {
    record: Record<G>,
    now: G,
}

impl<G: Notation> Session<G> {
    /// A new game from the beginning.
    #[must_use]
    pub fn new(rules: G::Rules) -> Self {
        Self {
            record: Record::new(rules),
            now: G::start(&rules),
        }
    }

    /// A new game from a position string.
    ///
    /// # Errors
    /// If the text is malformed or the position impossible.
    pub fn from_position(rules: G::Rules, position: &str) -> Result<Self, InputError> {
        Ok(Self::from_game(G::from_position(&rules, position)?))
    }

    /// A new game from a position that a program has. Its record begins there; undoing goes no further back, and then
    /// forgets what the position itself remembers of its past.
    #[must_use]
    pub fn from_game(now: G) -> Self {
        let record = Record {
            start: Some(now.setup()),
            result: now.turn().outcome(),
            ..Record::new(*now.rules())
        };
        Self { record, now }
    }

    /// Takes up a recorded game where it stopped.
    ///
    /// # Errors
    /// If an event of the record is refused, or the moves end in another result than the record states.
    pub fn from_record(mut record: Record<G>) -> Result<Self, InputError> {
        let now = record.last()?;
        record.result = settle(record.result, now.turn().outcome())?;
        Ok(Self { record, now })
    }

    /// The game now.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.now
    }

    /// The record so far.
    #[must_use]
    pub const fn record(&self) -> &Record<G> {
        &self.record
    }

    /// Sets the result from outside the rules, as a resignation does, or opens the game again with `None`.
    ///
    /// ```
    /// use damero_games::{Outcome, Player, Session, reversi::Reversi};
    /// let mut session = Session::<Reversi>::new(Default::default());
    /// session.set_result(Some(Outcome::Win(Player::Second)));
    /// assert_eq!(session.record().result, Some(Outcome::Win(Player::Second)));
    /// ```
    ///
    /// A game that is over by its rules keeps its result.
    pub fn set_result(&mut self, result: Option<Outcome>) {
        self.record.result = self.now.turn().outcome().or(result);
    }

    /// Sets the tags of the record, such as the names of the players; none of them changes the game.
    pub fn set_tags(&mut self, tags: Vec<(String, String)>) {
        self.record.tags = tags;
    }

    /// Adds an event: a move or a chance event.
    ///
    /// # Errors
    /// If the rules refuse it; nothing changes.
    pub fn push(&mut self, event: Event<G>) -> Result<(), InputError> {
        apply(&mut self.now, &event)?;
        self.record.events.push(event);
        // Playing on after a resignation takes it back.
        self.record.result = self.now.turn().outcome();
        Ok(())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the rules refuse it; nothing changes.
    pub fn play(&mut self, m: G::Move) -> Result<(), InputError> {
        self.push(Event::Move(m))
    }

    /// Adds an event written as text.
    ///
    /// # Errors
    /// If the text is malformed or the rules refuse it; nothing changes.
    pub fn play_text(&mut self, text: &str) -> Result<(), InputError> {
        let event = read_event(&self.now, text)?;
        self.push(event)
    }

    /// Draws and applies the chance event that is due, if one is.
    pub fn resolve_chance<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        if self.now.turn() == Turn::Chance {
            let event = self.now.sample_chance(rng);
            let pushed = self.push(Event::Chance(event));
            debug_assert_eq!(pushed, Ok(()), "a sampled event is always possible");
        }
    }

    /// Takes back the last move together with the chance events after it; false when there is none.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self
            .record
            .events
            .iter()
            .rposition(|event| matches!(event, Event::Move(_)))
        else {
            return false;
        };
        // Replaying keeps no copies of earlier positions, whose own past may be long.
        self.record.events.truncate(last);
        self.record.result = None;
        self.now = self
            .record
            .last()
            .expect("what was accepted once is accepted again");
        true
    }
}
