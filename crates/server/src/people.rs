//! Who has sockets open, by session, so that those of one session or all of somebody's can be closed at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

/// What closes the sockets of a session, and how many they are.
type Sockets = (CancellationToken, usize);

/// The sessions with open sockets, by person.
type Tokens = HashMap<String, HashMap<String, Sockets>>;

/// The people with open sockets.
#[derive(Clone, Default)]
pub(crate) struct People {
    tokens: Arc<Mutex<Tokens>>,
}

/// A socket of somebody, for as long as it is open.
pub(crate) struct Connected {
    people: People,
    user: String,
    session: String,
    closing: CancellationToken,
}

impl People {
    fn tokens(&self) -> MutexGuard<'_, Tokens> {
        self.tokens.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody opens a socket in a session.
    pub(crate) fn connect(&self, user: &str, session: &str) -> Connected {
        let mut tokens = self.tokens();
        let sessions = tokens.entry(user.to_owned()).or_default();
        let (token, count) = sessions.entry(session.to_owned()).or_default();
        *count += 1;
        Connected {
            people: self.clone(),
            user: user.to_owned(),
            session: session.to_owned(),
            closing: token.clone(),
        }
    }

    /// Closes all sockets of somebody. Those that are opened later stay open.
    pub(crate) fn close_sockets(&self, user: &str) {
        if let Some(sessions) = self.tokens().get_mut(user) {
            for (token, _) in sessions.values_mut() {
                std::mem::take(token).cancel();
            }
        }
    }

    /// Closes the sockets of one session of somebody.
    pub(crate) fn close_session(&self, user: &str, session: &str) {
        let mut tokens = self.tokens();
        let sockets = tokens
            .get_mut(user)
            .and_then(|sessions| sessions.get_mut(session));
        if let Some((token, _)) = sockets {
            std::mem::take(token).cancel();
        }
    }
}

impl Connected {
    /// Ready when the socket is to be closed.
    pub(crate) async fn closing(&self) {
        self.closing.cancelled().await;
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut tokens = self.people.tokens();
        let Some(sessions) = tokens.get_mut(&self.user) else {
            return;
        };
        if let Some((_, count)) = sessions.get_mut(&self.session) {
            *count -= 1;
            if *count == 0 {
                sessions.remove(&self.session);
            }
        }
        if sessions.is_empty() {
            tokens.remove(&self.user);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_of_one_are_closed_and_nobody_is_remembered() {
        let people = People::default();
        let (ana, bob) = (people.connect("ana", "1"), people.connect("bob", "2"));
        people.close_sockets("ana");
        let again = people.connect("ana", "1");
        let closed = [&ana, &bob, &again].map(|one| one.closing.is_cancelled());
        assert_eq!(closed, [true, false, false]);
        drop((ana, bob, again));
        assert!(people.tokens().is_empty());
    }

    #[test]
    fn the_sockets_of_a_session_are_closed_alone() {
        let people = People::default();
        let sockets = [("ana", "1"), ("ana", "1"), ("ana", "2"), ("bob", "3")];
        let sockets = sockets.map(|(user, session)| people.connect(user, session));
        people.close_session("ana", "1");
        people.close_session("ana", "3");
        people.close_session("eva", "1");
        let closed = sockets.each_ref().map(|one| one.closing.is_cancelled());
        assert_eq!(closed, [true, true, false, false]);
        drop(sockets);
        assert!(people.tokens().is_empty());
    }
}
