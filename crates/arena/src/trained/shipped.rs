//! The network that comes with the program for a game. Which one that is, and so how it plays, is decided here and
//! nowhere else: one that was trained by tree search and guides one, or else one that says what moves are worth.

use damero_games::{Encode, GameId, text};
use damero_nets::{Precision, shipped, shipped_games};

use super::{AlphaZeroPlayer, DqnPlayer, cache};
use crate::spec::SpecError;

/// What players call it.
const PLAYER: &str = "neural";

/// What a network comes as, the better one first.
#[derive(Clone, Copy)]
enum Way {
    /// Guiding a tree search.
    AlphaZero,
    /// Playing the move that it values most.
    Dqn,
}

impl Way {
    const ALL: [Self; 2] = [Self::AlphaZero, Self::Dqn];

    /// The method of learning, as the files are kept.
    const fn method(self) -> &'static str {
        match self {
            Self::AlphaZero => "alphazero",
            Self::Dqn => "dqn",
        }
    }

    /// The one that there is for a game.
    fn of(game: &str) -> Option<Self> {
        let has = |way: &Self| shipped_games(way.method()).any(|of| of == game);
        Self::ALL.into_iter().find(has)
    }
}

/// A network that comes with the program, ready to play.
#[derive(Clone)]
pub(crate) enum Shipped<G: Encode> {
    AlphaZero(AlphaZeroPlayer<G>),
    Dqn(DqnPlayer<G>),
}

impl<G: Encode> Shipped<G> {
    /// The one for this game; one that searches computes as precisely as is said.
    pub(crate) fn load(precision: Precision) -> Result<Self, SpecError> {
        let game = G::META.id;
        let way = Way::of(game).ok_or_else(|| none_for(game))?;
        cache::shared(Some("shipped".to_owned()), PLAYER, precision, || {
            let model = shipped(way.method(), game).ok_or_else(|| none_for(game))?;
            let problem = |problem| SpecError { problem };
            let model = model.map_err(|error| problem(error.text()))?;
            match way {
                Way::AlphaZero => AlphaZeroPlayer::new(&model, PLAYER, precision).map(Self::AlphaZero),
                Way::Dqn => DqnPlayer::new(&model, PLAYER).map(Self::Dqn),
            }
            .map_err(problem)
        })
    }
}

/// The rules that the network which comes with the program for a game has learned, as an id of rules; `None` without such
/// a network. The player `neural` plays under these only.
///
/// ```
/// use damero_games::GameId;
/// assert_eq!(damero_arena::shipped_rules(GameId::Azul).as_deref(), Some("standard"));
/// ```
#[must_use]
pub fn shipped_rules(game: GameId) -> Option<String> {
    let game = game.meta().id;
    let model = shipped(Way::of(game)?.method(), game)?.ok()?;
    Some(model.card().rules.clone())
}

fn none_for(game: &str) -> SpecError {
    let known = GameId::ALL.iter().filter(|id| Way::of(id.meta().id).is_some());
    let known: Vec<String> = known.map(ToString::to_string).collect();
    let known = known.join(", ");
    SpecError {
        problem: text!(
            "neural: no network for {game} comes with the program yet; there is one for {known}, and all games have the levels easy, medium, hard and max",
            "neural: el programa aún no trae ninguna red para {game}; la hay para {known}, y todos los juegos tienen los niveles easy, medium, hard y max"
        ),
    }
}
