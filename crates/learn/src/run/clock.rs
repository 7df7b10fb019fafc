//! The two clocks of a training: that on the wall, and that of the processors, which stands still while others are at work.

use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970.
#[must_use]
pub fn wall_seconds() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0.0, |time| time.as_secs_f64())
}

/// Seconds that all threads of this process have been running, together.
#[must_use]
pub fn cpu_seconds() -> f64 {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    }
    // No such clock: the one on the wall bounds it for one thread.
    #[cfg(not(unix))]
    wall_seconds()
}
