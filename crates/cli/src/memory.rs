//! The allocator of the program.

// A training step takes and gives back megabytes hundreds of times a second; the system's own allocator fetches fresh pages
// for them each time.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

// SAFETY: it is declared so in the header of the allocator (`mimalloc.h`), and may be called by any thread at any time.
#[allow(unsafe_code)]
unsafe extern "C" {
    /// Of the allocator, which is linked into the program: what has been free for a while goes back to the system.
    safe fn mi_collect(force: bool);
}

/// Gives free memory back to the system. By itself the allocator does so only when it is next asked for fresh pages, which a
/// server that has nothing to do never does: the transposition tables of its last searches would stay with it.
pub(crate) fn give_back() {
    mi_collect(false);
}
