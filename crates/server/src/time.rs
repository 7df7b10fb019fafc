//! What time it is. The wall clock is asked once; after that time only goes forward, whatever happens to the clock.

use std::sync::OnceLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    static START: OnceLock<(u64, Instant)> = OnceLock::new();
    let (wall, start) = START.get_or_init(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        (since.as_millis() as u64, Instant::now())
    });
    wall + start.elapsed().as_millis() as u64
}

/// Seconds since 1970 as the wall clock of the machine says now, for what others compute by their clocks. The other time stands
/// still while a machine sleeps.
pub(crate) fn wall_seconds() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs()
}

/// For measuring.
pub(crate) fn now() -> Instant {
    Instant::now()
}
