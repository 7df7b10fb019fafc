//! What a player says about a position, without the types of the game: moves are texts and scores are numbers.
//!
//! The command line and the server both know only at run time which game they have. They make an [`AnyPlayer`] from a
//! [`Spec`] and hand it the game itself. The player keeps its transposition table, tree and network from one call to the
//! next.

use damero_games::{AnyGame, Game, GameId, PovValue, Session, text, with_game};
use damero_search::book::{self, BookMove};
use damero_search::{Score, SearchContext, SearchResult};
use serde::Serialize;

use crate::contestant::{Contestant, Fault, FaultKind};
use crate::error::ArenaError;
use crate::playable::Playable;
use crate::spec::Spec;

/// What is said about one move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveAnalysis {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Its score in the units of the evaluation, for the player to move.
    pub score: Option<i32>,
    /// Plies to the end where it is proven: positive when won, negative when lost.
    pub plies_to_end: Option<i32>,
    /// The expected result for the player to move, between -1 and 1.
    pub value: Option<f32>,
    /// Its share of the visits of a tree search.
    #[serde(rename = "share")]
    pub visit_share: Option<f32>,
    /// The entry of the shipped opening book, if the book names the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<BookEntry>,
}

/// What an opening book says about a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BookEntry {
    /// Its score in the units of the evaluation, for the player to move.
    pub score: Option<i32>,
    /// Plies to the end where it is proven: positive when won, negative when lost.
    pub plies_to_end: Option<i32>,
    /// Plies that were searched, at the least.
    pub depth: u8,
}

/// The result of a search as text.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Analysis {
    /// The chosen move.
    pub best: MoveAnalysis,
    /// The principal variation.
    #[serde(rename = "line")]
    pub pv: Vec<String>,
    /// All moves, best first.
    pub moves: Vec<MoveAnalysis>,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
}

impl MoveAnalysis {
    fn new<M: ToString>(m: &M, score: Option<Score>, value: Option<PovValue>) -> Self {
        Self {
            text: m.to_string(),
            score: score.and_then(points),
            plies_to_end: score.and_then(Score::plies_to_end),
            value: value.map(|value| value.0),
            visit_share: None,
            book: None,
        }
    }

    /// A move of a book whose scores have this unit.
    #[must_use]
    pub fn of_book<G: Game>(entry: &BookMove<G::Move>, scale: f32) -> Self {
        Self::new(&entry.m, Some(entry.score), Some(entry.score.value(scale)))
    }
}

impl BookEntry {
    fn new<M>(entry: &BookMove<M>) -> Self {
        Self {
            score: points(entry.score),
            plies_to_end: entry.score.plies_to_end(),
            depth: entry.depth,
        }
    }
}

/// A score in the units of the evaluation; a proven one has none.
fn points(score: Score) -> Option<i32> {
    (!score.is_proven()).then(|| score.get())
}

impl Analysis {
    fn new<M: Copy + Eq + ToString>(searched: &SearchResult<M>, book: &[BookMove<M>]) -> Self {
        let of = |m: M, score, value, visit_share| MoveAnalysis {
            visit_share,
            book: book.iter().find(|entry| entry.m == m).map(BookEntry::new),
            ..MoveAnalysis::new(&m, score, value)
        };
        let moves = searched.moves.iter();
        Self {
            best: of(searched.best, searched.score, searched.value, None),
            pv: searched.pv.iter().map(ToString::to_string).collect(),
            moves: moves
                .map(|one| of(one.m, one.score, one.value, one.visit_share))
                .collect(),
            depth: searched.depth,
            nodes: searched.nodes,
            seconds: searched.time.as_secs_f64(),
        }
    }

    /// Whether the move was read from the book instead of searched.
    #[must_use]
    pub fn is_from_book(&self) -> bool {
        self.nodes == 0 && self.best.book.is_some()
    }
}

/// A player of a game that is known only at run time.
///
/// ```
/// use damero_arena::Spec;
/// use damero_games::{GameId, registry};
/// use damero_search::Limits;
/// let game = registry::start(GameId::Reversi, "standard")?;
/// let mut player = "alphabeta:depth=3".parse::<Spec>()?.player(GameId::Reversi, 1)?;
/// let analysis = player.analyse(&*game, Limits::default().into())?;
/// assert!(game.moves().contains(&analysis.best.text));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyPlayer: Send {
    /// Whether it can play this game under its rules.
    ///
    /// # Errors
    /// Why it cannot.
    fn check(&self, game: &dyn AnyGame) -> Result<(), ArenaError>;

    /// Searches the position and reports intermediate results. What it knows from earlier positions is used again.
    ///
    /// # Errors
    /// If an external program fails, or the game is another one than the player's.
    ///
    /// # Panics
    /// May panic unless a player is to move.
    fn analyse(
        &mut self,
        game: &dyn AnyGame,
        ctx: SearchContext<'_, Analysis>,
    ) -> Result<Analysis, ArenaError>;
}

impl Spec {
    /// The player of this spec for a game that is known only at run time, ready for its first move.
    ///
    /// # Errors
    /// If it cannot play the game, or does not start.
    pub fn player(&self, game: GameId, seed: u64) -> Result<Box<dyn AnyPlayer>, ArenaError> {
        with_game!(game, G => {
            let mut player = TypedPlayer::<G> {
                contestant: self.contestant(seed)?,
                spec: self.to_string(),
            };
            let started = player.contestant.new_game(seed);
            started.map_err(|fault| player.refused(fault))?;
            Ok(Box::new(player))
        })
    }
}

/// A contestant without its type.
struct TypedPlayer<G: Playable> {
    contestant: Box<dyn Contestant<G>>,
    spec: String,
}

impl<G: Playable> TypedPlayer<G> {
    fn refused(&self, fault: Fault) -> ArenaError {
        let spec = self.spec.clone();
        ArenaError::Start { spec, fault }
    }

    fn session<'a>(&self, game: &'a dyn AnyGame) -> Result<&'a Session<G>, ArenaError> {
        game.as_any().downcast_ref().ok_or_else(|| {
            let (mine, given) = (G::META.id, game.meta().id);
            let problem = text!(
                "this is a player of {mine}, not of {given}",
                "es un jugador de {mine}, no de {given}"
            );
            self.refused(Fault::new(FaultKind::Start, problem))
        })
    }
}

impl<G: Playable> AnyPlayer for TypedPlayer<G> {
    fn check(&self, game: &dyn AnyGame) -> Result<(), ArenaError> {
        let rules = self.session(game)?.game().rules();
        self.contestant.check(rules).map_err(|fault| self.refused(fault))
    }

    fn analyse(
        &mut self,
        game: &dyn AnyGame,
        mut ctx: SearchContext<'_, Analysis>,
    ) -> Result<Analysis, ArenaError> {
        let session = self.session(game)?;
        let position = session.game();
        let book = book::shipped::<G>(position.rules()).map_or_else(Vec::new, |book| book.probe(position));
        let (limits, stop) = (ctx.limits, ctx.stop.clone());
        let mut report = |searched: &SearchResult<G::Move>| ctx.report(&Analysis::new(searched, &book));
        let inner = SearchContext::new(limits)
            .stopped_by(&stop)
            .reporting(&mut report);
        let searched = self.contestant.choose(session, inner);
        let searched = searched.map_err(|fault| self.refused(fault))?;
        Ok(Analysis::new(&searched, &book))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use damero_games::registry;
    use damero_search::Limits;

    use super::*;

    fn player(spec: &str, game: GameId) -> Box<dyn AnyPlayer> {
        let spec: Spec = spec.parse().expect("a spec");
        spec.player(game, 1).expect("it plays the game")
    }

    fn search(player: &mut dyn AnyPlayer, game: &dyn AnyGame) -> Analysis {
        let searched = player.analyse(game, Limits::default().into());
        searched.expect("a player of the program never fails")
    }

    #[test]
    fn a_player_refuses_another_game_in_one_sentence() {
        let mut player = player("random", GameId::Reversi);
        let game = registry::start(GameId::Quarto, "standard").expect("its rules");
        assert!(player.check(&*game).is_err());
        let refused = player.analyse(&*game, Limits::default().into());
        let refused = refused.expect_err("another game").to_string();
        assert_eq!(refused, "random: this is a player of reversi, not of quarto");
    }

    /// Both sides play one game. One player keeps its table for all moves; the other one is new for each move.
    #[test]
    fn a_kept_player_visits_fewer_nodes_than_a_new_one_for_each_move() {
        for (game, rules, spec) in [
            (GameId::Reversi, "standard", "engine:depth=8,table=16,book=off"),
            (
                GameId::Checkers,
                "english",
                "engine:depth=8,table=16,tables=off,book=off",
            ),
            (GameId::ChessFive, "classic", "alphabeta:depth=5,table=16"),
        ] {
            let mut session = registry::start(game, rules).expect("its rules");
            let mut kept = player(spec, game);
            let (mut with_kept, mut with_new) = (0, 0);
            for _ in 0..16 {
                with_kept += search(&mut *kept, &*session).nodes;
                let searched = search(&mut *player(spec, game), &*session);
                with_new += searched.nodes;
                session.play(&searched.best.text).expect("a legal move");
            }
            println!(
                "{game} {spec}: {with_new} nodes with a new player for each move, {with_kept} with a kept one"
            );
            assert!(with_kept < with_new, "{game}: {with_kept} of {with_new} nodes");
        }
    }

    #[test]
    fn a_second_network_player_shares_the_first_ones_network() {
        for &game in GameId::ALL {
            let Some(rules) = crate::shipped_rules(game) else {
                continue;
            };
            let mut session = registry::start(game, &rules).expect("its rules");
            session.resolve_chance(&mut damero_games::random::seeded(1));
            let first_move = || {
                let begin = Instant::now();
                let mut player = player("neural:sims=1", game);
                let ready = begin.elapsed();
                (search(&mut *player, &*session).best, ready, begin.elapsed())
            };
            let (one, ready, moved) = first_move();
            let (two, ready_again, moved_again) = first_move();
            println!(
                "{game} neural: ready after {ready:.1?}, first move after {moved:.1?}; the second player {ready_again:.1?} and {moved_again:.1?}"
            );
            assert_eq!(one, two);
        }
    }
}
