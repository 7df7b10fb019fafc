//! Work that keeps a processor busy, done beside the sockets and a few at a time: the rest of the processors is for games.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// So many may work at a time. Clones share it.
#[derive(Clone)]
pub(crate) struct Turns(Arc<Semaphore>);

impl Turns {
    pub(crate) fn new(at_a_time: usize) -> Self {
        Self(Arc::new(Semaphore::new(at_a_time)))
    }

    /// Half of the processors.
    pub(crate) fn of_half_the_processors() -> Self {
        let all = std::thread::available_parallelism().map_or(1, usize::from);
        Self::new((all / 2).max(1))
    }

    /// Does the work when it is its turn; `None` if it panics. It goes on when nobody waits for it any more, and takes its turn
    /// until it is done: whoever hangs up makes no room for more.
    pub(crate) async fn take<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let turn = Arc::clone(&self.0).acquire_owned().await.ok()?;
        let working = spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        });
        working.await.ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[tokio::test]
    async fn who_hangs_up_makes_no_room_for_more() {
        let turns = Turns::new(1);
        let ((begun, begins), (end, ends)) = (channel(), channel::<()>());
        let first = turns.clone();
        let first = tokio::spawn(async move {
            let work = move || {
                begun.send(()).expect("the test waits");
                ends.recv()
            };
            first.take(work).await
        });
        let begins = spawn_blocking(move || begins.recv());
        begins.await.expect("no panic").expect("it has begun");
        first.abort();
        assert!(first.await.is_err(), "nobody waits for it");
        assert_eq!(turns.0.available_permits(), 0, "but it works");
        end.send(()).expect("it waits");
        assert_eq!(turns.take(|| 7).await, Some(7));
        assert_eq!(turns.take(|| panic!("as it may be")).await, None::<()>);
        assert_eq!(turns.take(|| 8).await, Some(8));
    }
}
