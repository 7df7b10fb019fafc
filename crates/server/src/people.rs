//! Who has sockets open, so that all of somebody's can be closed at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio_util::sync::CancellationToken;

type Tokens = Arc<Mutex<HashMap<String, (CancellationToken, usize)>>>;

/// The people with open sockets.
#[derive(Default)]
pub(crate) struct People {
    tokens: Tokens,
}

/// A socket of somebody, for as long as it is open.
pub(crate) struct Connected {
    tokens: Tokens,
    user: String,
    closing: CancellationToken,
}

impl People {
    /// Somebody opens a socket.
    pub(crate) fn connect(&self, user: &str) -> Connected {
        let mut tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        let (token, count) = tokens.entry(user.to_owned()).or_default();
        *count += 1;
        Connected {
            tokens: Arc::clone(&self.tokens),
            user: user.to_owned(),
            closing: token.clone(),
        }
    }

    /// Closes all sockets of somebody. Those that are opened later stay open.
    pub(crate) fn close_sockets(&self, user: &str) {
        let mut tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((token, _)) = tokens.get_mut(user) {
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
        let mut tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, count)) = tokens.get_mut(&self.user) {
            *count -= 1;
            if *count == 0 {
                tokens.remove(&self.user);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_of_one_are_closed_and_nobody_is_remembered() {
        let people = People::default();
        let (ana, bob) = (people.connect("ana"), people.connect("bob"));
        people.close_sockets("ana");
        let again = people.connect("ana");
        let closed = [&ana, &bob, &again].map(|one| one.closing.is_cancelled());
        assert_eq!(closed, [true, false, false]);
        drop((ana, bob, again));
        assert!(people.tokens.lock().expect("sound").is_empty());
    }
}
