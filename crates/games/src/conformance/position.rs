//! Moves, predicates, keys and refusals at one position.

use std::collections::HashSet;

use crate::any::Playable;
use crate::error::Illegal;
use crate::game::{MoveBuf, Turn};
use crate::outcome::Outcome;
use crate::perft::{after, perft};

/// A game that goes on.
pub(super) fn check<G: Playable>(game: &G, foreign: &[G::Move]) {
    let at = game.position();
    let mut moves = MoveBuf::new();
    game.moves(&mut moves);
    assert!(game.ending().is_none(), "an open game has no ending: {at}");
    assert_eq!(game.key(), game.key_from_scratch(), "the key has drifted: {at}");
    assert_eq!(
        game.count_moves(),
        moves.len(),
        "count_moves and moves disagree: {at}"
    );
    assert!(
        moves.len() <= G::META.max_moves,
        "{} moves are more than META.max_moves: {at}",
        moves.len()
    );
    match game.turn() {
        Turn::Over(_) => unreachable!("only open games are checked here"),
        Turn::Chance => {
            assert!(G::META.chance, "META says that there is no chance: {at}");
            assert!(
                moves.is_empty(),
                "a chance event is due, yet there are moves: {at}"
            );
            check_refusals(game, foreign, |_| Some(Illegal::chance_pending()));
        }
        Turn::Player(_) => {
            assert!(!moves.is_empty(), "a player to move has a move: {at}");
            let set: HashSet<_> = moves.iter().copied().collect();
            assert_eq!(set.len(), moves.len(), "a move is listed twice: {at}");
            for &m in &moves {
                assert!(game.is_legal(m), "{m} is listed but not legal: {at}");
                let mut checked = game.clone();
                assert_eq!(checked.play(m), Ok(()), "{m} is listed but refused: {at}");
                assert_eq!(
                    checked,
                    after(game, m),
                    "play and play_unchecked disagree on {m}: {at}"
                );
                assert_eq!(
                    checked.key(),
                    checked.key_from_scratch(),
                    "the key is wrong after {m}: {at}"
                );
            }
            if let Some(m) = game.win_at_once(&moves) {
                let won = game
                    .turn()
                    .player()
                    .map(|player| Turn::Over(Outcome::Win(player)));
                assert!(set.contains(&m), "{m} is said to win but not legal: {at}");
                assert_eq!(Some(after(game, m).turn()), won, "{m} is said to win: {at}");
            }
            for &m in foreign {
                assert_eq!(
                    game.is_legal(m),
                    set.contains(&m),
                    "list and predicate disagree on {m}: {at}"
                );
            }
            check_refusals(game, foreign, |m| (!set.contains(&m)).then(|| game.refuse(m)));
            for depth in 0..=2 {
                let forgetful = game.forget_past();
                assert_eq!(
                    forgetful.perft(depth),
                    perft(&forgetful, depth),
                    "perft {depth} is wrong: {at}"
                );
            }
        }
    }
}

/// Whatever is refused leaves the game as it was and names a way out.
fn check_refusals<G: Playable>(game: &G, foreign: &[G::Move], expected: impl Fn(G::Move) -> Option<Illegal>) {
    for &m in foreign {
        let Some(expected) = expected(m) else { continue };
        let mut attempt = game.clone();
        assert_eq!(
            attempt.play(m),
            Err(expected.clone()),
            "{m} is refused otherwise: {}",
            game.position()
        );
        assert_eq!(attempt, *game, "the refused move {m} changed the game");
        assert!(
            !expected.why.en.is_empty() && !expected.why.es.is_empty(),
            "a refusal without words: {m}"
        );
        if game.turn().player().is_some() {
            let instead = expected
                .instead
                .expect("while a player is to move there is an alternative");
            let read = game.read_move(&instead);
            assert!(
                read.is_ok(),
                "the alternative {instead} to {m} is no legal move: {read:?}"
            );
        }
    }
}

/// A game that is over.
pub(super) fn check_over<G: Playable>(game: &G, foreign: &[G::Move]) {
    let at = game.position();
    let ending = game
        .ending()
        .unwrap_or_else(|| panic!("a finished game has an ending: {at}"));
    assert_eq!(
        Some(ending.outcome),
        game.turn().outcome(),
        "turn and ending disagree: {at}"
    );
    assert!(
        !ending.reason.en.is_empty() && !ending.reason.es.is_empty(),
        "an ending without words: {at}"
    );
    let mut moves = MoveBuf::new();
    game.moves(&mut moves);
    assert!(moves.is_empty(), "a finished game offers moves: {at}");
    assert_eq!(game.count_moves(), 0, "a finished game counts moves: {at}");
    assert!(
        foreign.iter().all(|&m| !game.is_legal(m)),
        "a finished game finds a move legal: {at}"
    );
    assert_eq!(game.key(), game.key_from_scratch(), "the key has drifted: {at}");
    check_refusals(game, foreign, |_| Some(Illegal::over()));
}
