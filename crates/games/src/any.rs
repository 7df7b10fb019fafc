//! One face for all games, for callers that learn only at run time which game they have.

use std::any::Any;
use std::hash::Hasher;

use rand_core::Rng;
use serde::Serialize;

use crate::drawing::Drawing;
use crate::encode::Encode;
use crate::error::{Illegal, InputError, ReadError};
use crate::game::{Game, Meta, MoveBuf, Turn};
use crate::lang::{Lang, Text};
use crate::notation::Notation;
use crate::outcome::{Ending, Outcome};
use crate::player::ByPlayer;
use crate::random::below;
use crate::reason::{self, Reason};
use crate::session::Session;
use crate::symmetry::Symmetry;
use crate::view::{Sketch, View};

/// A game with all its companions. Implemented for every type that has them.
pub trait Playable: Game + Notation + Encode + Symmetry + View {}

impl<G: Game + Notation + Encode + Symmetry + View> Playable for G {}

/// The state of a game as a page or a script wants it: one JSON object with everything.
#[derive(Clone, Debug, Serialize)]
pub struct Snapshot {
    /// The game's id.
    pub game: &'static str,
    /// The rules id.
    pub rules: String,
    /// The position string.
    pub position: String,
    /// Who decides next.
    pub turn: Turn,
    /// How it ended.
    pub ending: Option<Ending>,
    /// The result, which may come from outside the rules.
    pub result: Option<Outcome>,
    /// Points, where the game keeps them.
    pub scores: Option<ByPlayer<i32>>,
    /// All legal moves.
    pub moves: Vec<String>,
    /// What happened so far.
    pub history: Vec<String>,
    /// What to draw.
    pub view: serde_json::Value,
}

/// A game in progress whose type is known only at run time. Moves, positions and records are texts.
///
/// ```
/// use damero_games::{GameId, registry};
/// let mut game = registry::start(GameId::Reversi, "standard")?;
/// game.play("f5")?;
/// assert_eq!(game.moves(), ["f4", "d6", "f6"].map(String::from));
/// # Ok::<(), damero_games::InputError>(())
/// ```
pub trait AnyGame: Send + Sync {
    /// The facts about the game.
    fn meta(&self) -> Meta;
    /// The rules id.
    fn rules(&self) -> String;
    /// Who decides next.
    fn turn(&self) -> Turn;
    /// How and why the game is over.
    fn ending(&self) -> Option<Ending>;
    /// The result in the record, which may come from outside the rules: a resignation, an agreement.
    fn result(&self) -> Option<Outcome>;
    /// Sets that result; see [`Session::set_result`].
    fn set_result(&mut self, result: Option<Outcome>);
    /// Sets the tags of the record; see [`Session::set_tags`].
    fn set_tags(&mut self, tags: Vec<(String, String)>);
    /// Points, where the game keeps them.
    fn scores(&self) -> Option<ByPlayer<i32>>;
    /// All legal moves.
    fn moves(&self) -> Vec<String>;
    /// Moves and chance events so far.
    fn history(&self) -> Vec<String>;
    /// How many moves and chance events there were.
    fn events(&self) -> usize;
    /// The last of them.
    fn last_event(&self) -> Option<String>;
    /// Plays a move or a chance event; returns its canonical text.
    ///
    /// # Errors
    /// If the text is malformed or the rules refuse it; nothing changes.
    fn play(&mut self, text: &str) -> Result<String, InputError>;
    /// Draws the chance event that is due, if one is.
    fn resolve_chance(&mut self, rng: &mut dyn Rng);
    /// A legal move, each equally likely; `None` when no player is to move.
    fn random_move(&self, rng: &mut dyn Rng) -> Option<String>;
    /// Takes back the last move; false when there is none.
    fn undo(&mut self) -> bool;
    /// Plays the legal move with an action index.
    ///
    /// # Errors
    /// If no legal move has it, or no player is to move; nothing changes.
    fn play_action(&mut self, index: usize) -> Result<(), InputError>;
    /// The position string.
    fn position(&self) -> String;
    /// The key of the position.
    fn key(&self) -> u64;
    /// The record in one of the game's formats.
    ///
    /// # Errors
    /// If the game has no such format.
    fn record(&self, format: &str) -> Result<String, InputError>;
    /// The data for a page.
    fn view(&self) -> serde_json::Value;
    /// The name that players have given to this very position, if it is one of an opening.
    fn opening(&self) -> Option<&'static Text>;
    /// Why a move was a mistake, given how the game would go on after it and after the best one; see [`View::explain`].
    fn explain(&self, played: &str, answer: &[String], best: &[String]) -> Option<Reason>;
    /// The picture.
    fn drawing(&self) -> Drawing;
    /// The drawing for a terminal.
    fn sketch(&self, lang: Lang) -> Sketch;
    /// Writes the observation; see [`Encode::observe`].
    fn observe(&self, encoding: usize, out: &mut [f32]);
    /// Writes the legal mask; see [`Encode::legal_mask`].
    fn legal_mask(&self, mask: &mut [bool]);
    /// The action index of a move.
    ///
    /// # Errors
    /// If the text is malformed or the rules refuse it.
    fn action_index(&self, text: &str) -> Result<usize, InputError>;
    /// The legal move with an action index.
    ///
    /// # Errors
    /// If no legal move has it.
    fn action(&self, index: usize) -> Result<String, InputError>;
    /// The action indices of the legal moves, in the order of [`moves`](Self::moves).
    fn action_indices(&self) -> Vec<usize>;
    /// The legal moves as JSON objects, in the same order; see [`Notation::move_object`].
    fn move_objects(&self) -> Vec<Option<serde_json::Value>>;
    /// How many symmetries the position has; see [`Symmetry::symmetries`].
    fn symmetries(&self) -> usize;
    /// The position under symmetry `s`, as a game that begins there; see [`Symmetry::map`].
    fn map(&self, s: usize) -> Box<dyn AnyGame>;
    /// The action index under symmetry `s`; see [`Symmetry::map_action`].
    fn map_action(&self, s: usize, index: usize) -> Option<usize>;
    /// Whether both are the same game in the same state, which then answers every question alike.
    fn is_same(&self, other: &dyn AnyGame) -> bool;
    /// A hash that games which are the same share.
    fn hash(&self, state: &mut dyn Hasher);
    /// A copy that goes its own way.
    fn boxed_clone(&self) -> Box<dyn AnyGame>;
    /// The [`Session`] behind it, for callers that know the type of the game after all.
    fn as_any(&self) -> &dyn Any;

    /// Everything at once.
    fn snapshot(&self) -> Snapshot {
        Snapshot {
            game: self.meta().id,
            rules: self.rules(),
            position: self.position(),
            turn: self.turn(),
            ending: self.ending(),
            result: self.result(),
            scores: self.scores(),
            moves: self.moves(),
            history: self.history(),
            view: self.view(),
        }
    }
}

impl<G: Playable> AnyGame for Session<G> {
    fn meta(&self) -> Meta {
        G::META
    }

    fn rules(&self) -> String {
        self.game().rules().to_string()
    }

    fn turn(&self) -> Turn {
        self.game().turn()
    }

    fn ending(&self) -> Option<Ending> {
        self.game().ending()
    }

    fn result(&self) -> Option<Outcome> {
        self.record().result
    }

    fn set_result(&mut self, result: Option<Outcome>) {
        self.set_result(result);
    }

    fn set_tags(&mut self, tags: Vec<(String, String)>) {
        self.set_tags(tags);
    }

    fn scores(&self) -> Option<ByPlayer<i32>> {
        self.game().scores()
    }

    fn moves(&self) -> Vec<String> {
        legal_moves(self.game()).iter().map(ToString::to_string).collect()
    }

    fn history(&self) -> Vec<String> {
        self.record().events.iter().map(ToString::to_string).collect()
    }

    fn events(&self) -> usize {
        self.record().events.len()
    }

    fn last_event(&self) -> Option<String> {
        self.record().events.last().map(ToString::to_string)
    }

    fn play(&mut self, text: &str) -> Result<String, InputError> {
        self.play_text(text)?;
        Ok(self.last_event().unwrap_or_default())
    }

    fn resolve_chance(&mut self, rng: &mut dyn Rng) {
        self.resolve_chance(rng);
    }

    fn random_move(&self, rng: &mut dyn Rng) -> Option<String> {
        let moves = legal_moves(self.game());
        let count = u32::try_from(moves.len()).ok().filter(|&count| count > 0)?;
        Some(moves[below(rng, count) as usize].to_string())
    }

    fn undo(&mut self) -> bool {
        self.undo()
    }

    fn position(&self) -> String {
        self.game().position()
    }

    fn key(&self) -> u64 {
        self.game().key()
    }

    fn record(&self, format: &str) -> Result<String, InputError> {
        G::write_record(self.record(), format)
    }

    fn view(&self) -> serde_json::Value {
        serde_json::to_value(self.game().view()).unwrap_or_default()
    }

    fn opening(&self) -> Option<&'static Text> {
        self.game().opening()
    }

    fn explain(&self, played: &str, answer: &[String], best: &[String]) -> Option<Reason> {
        reason::explain(self, played, answer, best)
    }

    fn drawing(&self) -> Drawing {
        self.game().drawing()
    }

    fn sketch(&self, lang: Lang) -> Sketch {
        self.game().sketch(lang)
    }

    fn observe(&self, encoding: usize, out: &mut [f32]) {
        self.game().observe(encoding, out);
    }

    fn legal_mask(&self, mask: &mut [bool]) {
        self.game().legal_mask(mask);
    }

    fn action_index(&self, text: &str) -> Result<usize, InputError> {
        Ok(self.game().action_index(self.game().read_move(text)?))
    }

    fn action(&self, index: usize) -> Result<String, InputError> {
        let Some(m) = self.game().action(index) else {
            let indices = legal_moves(self.game())
                .iter()
                .map(|&m| self.game().action_index(m).to_string())
                .collect::<Vec<_>>();
            let what = Text::new("action index", "índice de acción");
            return Err(ReadError::at(&index.to_string(), 0, what, Text::same(indices.join(", "))).into());
        };
        Ok(m.to_string())
    }

    fn play_action(&mut self, index: usize) -> Result<(), InputError> {
        let game = self.game();
        match game.turn() {
            Turn::Over(_) => Err(Illegal::over().into()),
            Turn::Chance => Err(Illegal::chance_pending().into()),
            Turn::Player(_) => match game.action(index) {
                Some(m) => self.play(m),
                None => Err(Illegal::no_such_index(index, legal_moves(game).first()).into()),
            },
        }
    }

    fn action_indices(&self) -> Vec<usize> {
        let mut indices = Vec::new();
        self.game()
            .action_indices(&legal_moves(self.game()), &mut indices);
        indices
    }

    fn move_objects(&self) -> Vec<Option<serde_json::Value>> {
        let moves = legal_moves(self.game());
        moves.iter().map(|&m| self.game().move_object(m)).collect()
    }

    fn symmetries(&self) -> usize {
        self.game().symmetries()
    }

    fn map(&self, s: usize) -> Box<dyn AnyGame> {
        Box::new(Self::from_game(self.game().map(s)))
    }

    fn map_action(&self, s: usize, index: usize) -> Option<usize> {
        self.game().map_action(s, index)
    }

    fn is_same(&self, other: &dyn AnyGame) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| self.game() == other.game())
    }

    fn hash(&self, mut state: &mut dyn Hasher) {
        self.game().hash(&mut state);
    }

    fn boxed_clone(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn legal_moves<G: Game>(game: &G) -> MoveBuf<G::Move> {
    let mut buf = MoveBuf::new();
    game.moves(&mut buf);
    buf
}
