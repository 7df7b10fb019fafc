//! Attempts at puzzles count once, and both ratings follow each other without gaps.

use super::guest;
use crate::account::AccountChange;
use crate::error::StoreError;
use crate::puzzles::{PuzzleAttempt, PuzzleGrade, PuzzleResult, PuzzleScore};
use crate::store::Store;

fn result(user: &str, puzzle: &str, played: i64, tried: i64) -> PuzzleResult {
    PuzzleResult {
        attempt: PuzzleAttempt {
            user: user.to_owned(),
            game: "reversi".to_owned(),
            puzzle: puzzle.to_owned(),
            at: 10 + played,
            solved: played % 2 == 1,
            rating: 1500.0 + played as f64,
        },
        score: PuzzleScore {
            user: user.to_owned(),
            game: "reversi".to_owned(),
            rating: 1500.0 + played as f64,
            deviation: 200.0,
            volatility: 0.06,
            played,
            streak: played % 2,
            best_streak: 1,
        },
        grade: PuzzleGrade {
            game: "reversi".to_owned(),
            puzzle: puzzle.to_owned(),
            rating: 1400.0,
            deviation: 100.0,
            volatility: 0.06,
            played: tried,
        },
    }
}

pub(super) async fn puzzles(store: &dyn Store) {
    for name in ["ana", "bob"] {
        store.add_guest(&guest(name)).await.expect("guest");
    }
    assert_eq!(store.puzzle_scores("ana").await.expect("scores"), []);
    let first = result("ana", "one", 1, 1);
    store
        .record_puzzle(first.clone())
        .await
        .expect("the first attempt");
    let again = store.record_puzzle(result("ana", "one", 2, 2)).await;
    assert!(
        matches!(again, Err(StoreError::Taken)),
        "it counts once: {again:?}"
    );
    let gap = store.record_puzzle(result("ana", "two", 3, 1)).await;
    assert!(matches!(gap, Err(StoreError::Stale)), "{gap:?}");
    let gap = store.record_puzzle(result("bob", "one", 1, 3)).await;
    assert!(matches!(gap, Err(StoreError::Stale)), "{gap:?}");
    let nobody = store.record_puzzle(result("eva", "one", 1, 2)).await;
    assert!(nobody.is_err(), "nobody has this id");

    let second = result("ana", "two", 2, 1);
    store.record_puzzle(second.clone()).await.expect("another puzzle");
    let other = result("bob", "one", 1, 2);
    store.record_puzzle(other.clone()).await.expect("another person");

    assert_eq!(store.puzzle_scores("ana").await.expect("scores"), [second.score]);
    let grades = store.puzzle_grades("reversi").await.expect("grades");
    assert_eq!(grades, [other.grade, second.grade]);
    assert_eq!(store.puzzle_grades("azul").await.expect("grades"), []);
    let attempts = store.puzzle_attempts("ana", 10).await.expect("attempts");
    assert_eq!(attempts, [second.attempt, first.attempt], "the newest first");
    assert_eq!(store.puzzle_attempts("ana", 1).await.expect("attempts").len(), 1);

    store.claim("ana", "Ana", "hash").await.expect("a free name");
    let delete = AccountChange::Delete("Guest".to_owned());
    store
        .change_account("ana", delete, None)
        .await
        .expect("an account");
    assert_eq!(store.puzzle_attempts("ana", 10).await.expect("attempts"), []);
    assert_eq!(store.puzzle_scores("ana").await.expect("scores"), []);
    assert_eq!(store.puzzle_grades("reversi").await.expect("grades").len(), 2);
}
