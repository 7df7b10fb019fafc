//! How many files, and so connections, the process may have open.

/// Files that are not connections of visitors: the store, the page, the log.
const OWN: u64 = 64;

/// Raises the limit of open files as far as the system lets us. Returns how many connections fit, if that is known.
#[cfg(unix)]
pub(crate) fn raise() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use tracing::{info, warn};

    let found = getrlimit(Resource::Nofile);
    let wanted = Rlimit {
        current: found.maximum,
        maximum: found.maximum,
    };
    if found.current != wanted.current
        && let Err(error) = setrlimit(Resource::Nofile, wanted)
    {
        warn!(%error, "the limit of open files stays as it was");
    }
    let limit = getrlimit(Resource::Nofile).current;
    info!(before = found.current, now = limit, "open files");
    limit.map(|limit| limit.saturating_sub(OWN).max(1))
}

/// Nothing is known about it here.
#[cfg(not(unix))]
pub(crate) fn raise() -> Option<u64> {
    None
}
