//! The opening explorer: the moves of finished public games and of imported collections, counted by position.
//!
//! A position is known by the digest of its position string, which stays the same whatever a later version uses as keys
//! inside. Games are counted after they have ended, by a task beside them, so no move waits for it; what was not counted
//! when the server stopped is counted when it runs again.

use damero_games::{AnyGame, GameTree, InputError, Outcome, Player, Turn, with_game};
use damero_store::{Ended, ExploredGame, ExploredMove, GameSource, Store, StoreError};
use sha2::{Digest as _, Sha256};

use crate::catalog;
use crate::check::replayed;
use crate::wire::Cause;

/// Moves that are counted of each game; later positions hardly ever come again.
const DEEPEST: usize = 40;

/// Games that are read at a time.
const PAGE: i64 = 50;

/// The key of a position.
pub(crate) fn key(game: &dyn AnyGame) -> i64 {
    let digest = Sha256::digest(game.position().as_bytes());
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&digest[..8]);
    i64::from_le_bytes(bytes)
}

/// Whether positions of a game come again. Where chance deals, they do not.
fn recurs(game: &dyn AnyGame) -> bool {
    !game.meta().chance
}

/// The moves of a game by the positions in which they were played.
fn moves(game: &mut dyn AnyGame, texts: &[String]) -> Result<Vec<ExploredMove>, InputError> {
    let mut moves = Vec::new();
    for text in texts.iter().take(DEEPEST) {
        let position = key(game);
        let text = game.play(text)?;
        moves.push(ExploredMove { position, text });
    }
    Ok(moves)
}

fn ended(outcome: Outcome) -> Ended {
    match outcome {
        Outcome::Win(Player::First) => Ended::First,
        Outcome::Win(Player::Second) => Ended::Second,
        Outcome::Draw => Ended::Drawn,
    }
}

/// Counts the games that have ended since the last call.
///
/// # Errors
/// If the store fails.
pub(crate) async fn count_finished(store: &dyn Store) -> Result<(), StoreError> {
    loop {
        let rows = store.unexplored(PAGE).await?;
        let last = (rows.len() as i64) < PAGE;
        for row in rows {
            let events = store.events(&row.id).await?;
            let mut counted = ExploredGame {
                id: row.id.clone(),
                source: GameSource::Here,
                game: row.game.clone(),
                rules: row.rules.clone(),
                moves: Vec::new(),
                ended: Ended::Drawn,
                points: None,
            };
            // A game that cannot be read or has no result is noted as well, or it would be looked at for ever.
            if let Ok(room) = replayed(&row, &events)
                && let Some(result) = room.result()
                && let Some(outcome) = result.outcome
                && result.cause != Cause::Abandoned
                && let Ok(mut game) = room.beginning()
                && recurs(&*game)
                && let Ok(moves) = moves(&mut *game, &room.moves())
            {
                counted.moves = moves;
                counted.ended = ended(outcome);
                counted.points = result
                    .points
                    .map(|points| i64::from(points.first - points.second));
            }
            match store.explore(counted).await {
                Ok(()) | Err(StoreError::Taken) => {}
                Err(error) => return Err(error),
            }
        }
        if last {
            return Ok(());
        }
    }
}

/// What became of an imported game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Import {
    Counted,
    /// It was imported before.
    Known,
    /// It has no result or no moves, or chance decides what comes.
    Useless,
}

/// Counts a game of a collection.
///
/// # Errors
/// If the store fails.
pub(crate) async fn import(store: &dyn Store, tree: &GameTree) -> Result<Import, StoreError> {
    let Some(counted) = explored(tree) else {
        return Ok(Import::Useless);
    };
    match store.explore(counted).await {
        Ok(()) => Ok(Import::Counted),
        Err(StoreError::Taken) => Ok(Import::Known),
        Err(error) => Err(error),
    }
}

fn explored(tree: &GameTree) -> Option<ExploredGame> {
    let id = tree.game.parse().ok()?;
    let mut game = catalog::start(id, &tree.rules, tree.start.as_deref()).ok()?;
    let texts: Vec<String> = tree
        .main_nodes()
        .into_iter()
        .map(|at| tree.nodes[at].text.clone())
        .collect();
    let mut last = game.boxed_clone();
    for text in &texts {
        last.play(text).ok()?;
    }
    let outcome = last.turn().outcome().or(tree.result)?;
    if texts.is_empty() || !recurs(&*game) {
        return None;
    }
    let points = match last.turn() {
        Turn::Over(_) => last
            .scores()
            .map(|scores| i64::from(scores.first - scores.second)),
        Turn::Player(_) | Turn::Chance => None,
    };
    let tag = |name: &str| {
        tree.tags
            .iter()
            .find(|(tag, _)| tag == name)
            .map(|(_, value)| value.as_str())
    };
    let names = with_game!(id, G => <G as damero_games::Game>::META.facts.record_names);
    // The same moves by the same people on the same day are the same game.
    let who = [
        tag(names.first),
        tag(names.second),
        tag("Date"),
        tag("Event"),
        tag("Round"),
    ];
    let print = format!("{} {} {:?} {who:?} {texts:?}", tree.game, tree.rules, tree.start);
    Some(ExploredGame {
        id: crate::ids::digest(print.as_bytes()),
        source: GameSource::Collection,
        game: tree.game.clone(),
        rules: last.rules(),
        moves: moves(&mut *game, &texts).ok()?,
        ended: ended(outcome),
        points,
    })
}
