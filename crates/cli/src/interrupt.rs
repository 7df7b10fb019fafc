//! Ctrl-C asks for an end in good order; a second time, it ends the program at once.

use std::sync::OnceLock;

use damero_search::Stop;

/// The flag that Ctrl-C raises from now on.
pub(crate) fn stop() -> Stop {
    static STOP: OnceLock<Stop> = OnceLock::new();
    let install = || {
        let stop = Stop::default();
        let raised = stop.clone();
        // Where the system has no such thing, Ctrl-C ends the program as it always did.
        let _ = ctrlc::set_handler(move || {
            if raised.asked() {
                std::process::exit(130);
            }
            raised.now();
        });
        stop
    };
    STOP.get_or_init(install).clone()
}
