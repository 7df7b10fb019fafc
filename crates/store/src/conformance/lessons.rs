//! Steps of lessons are kept once each, for those who did them, as long as they want.

use super::guest;
use crate::account::AccountChange;
use crate::error::StoreError;
use crate::lessons::LessonDone;
use crate::model::Expiry;
use crate::store::Store;

fn done(lesson: &str, step: i64, at: i64) -> LessonDone {
    LessonDone {
        game: "reversi".to_owned(),
        lesson: lesson.to_owned(),
        step,
        at,
    }
}

pub(super) async fn lessons(store: &dyn Store) {
    for name in ["ana", "bob"] {
        store.add_guest(&guest(name)).await.expect("guest");
    }
    let kept = async |user: &str| store.lessons_done(user).await.expect("steps");
    assert_eq!(kept("ana").await, []);
    let corners = [done("corners", 1, 10), done("corners", 0, 10)];
    store.keep_lessons("ana", &corners).await.expect("two steps");
    let again = [done("corners", 1, 20), done("parity", 0, 20)];
    store.keep_lessons("ana", &again).await.expect("one more");
    let all = [
        done("corners", 0, 10),
        done("corners", 1, 10),
        done("parity", 0, 20),
    ];
    assert_eq!(kept("ana").await, all, "the first time counts");
    store.keep_lessons("ana", &[]).await.expect("nothing to keep");
    assert_eq!(kept("bob").await, []);
    let nobody = store.keep_lessons("eva", &corners).await;
    assert!(matches!(nobody, Err(StoreError::Missing)), "{nobody:?}");

    // They follow a guest into an account, and end with it.
    store.claim("ana", "Ana", "hash").await.expect("a free name");
    assert_eq!(kept("ana").await, all);
    store.keep_lessons("bob", &corners).await.expect("another guest");
    let delete = AccountChange::Delete("Guest".to_owned());
    store
        .change_account("ana", delete, None)
        .await
        .expect("an account");
    assert_eq!(kept("ana").await, []);
    assert_eq!(kept("bob").await.len(), 2, "those of others stay");
    let late = Expiry {
        unplayed: 0,
        abandoned: 0,
        private: 0,
        guest_sessions: 0,
        sessions: 0,
        guests: 50,
    };
    store.expire(late).await.expect("expire");
    assert_eq!(kept("bob").await, [], "a guest who never came back");
}
