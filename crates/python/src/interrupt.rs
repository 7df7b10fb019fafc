//! Long work while the interpreter is free, stopped by Ctrl-C.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use damero_search::Stop;
use pyo3::prelude::*;

use crate::error::panicked;

/// How often Python is asked whether somebody pressed Ctrl-C.
const INTERVAL: Duration = Duration::from_millis(40);

/// Does long work on a thread of its own with the interpreter detached, so that other Python threads run meanwhile.
///
/// The work is handed a flag that it must look at often: Ctrl-C sets it, and what the work then returns is dropped in favour
/// of `KeyboardInterrupt`. A panic becomes an exception.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send) -> PyResult<T> {
    py.detach(|| {
        let stop = Stop::default();
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            scope.spawn(|| {
                let result = catch_unwind(AssertUnwindSafe(|| work(&stop)));
                // Nobody listens only after an interrupt.
                drop(sender.send(result));
            });
            loop {
                match receiver.recv_timeout(INTERVAL) {
                    Ok(result) => return result.map_err(|payload| panicked(&*payload)),
                    Err(RecvTimeoutError::Timeout) => {
                        Python::attach(|py| py.check_signals().inspect_err(|_| stop.now()))?;
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(panicked(&"the work ended without a result"));
                    }
                }
            }
        })
    })
}

/// Does work that takes milliseconds with the interpreter detached. A panic becomes an exception.
pub(crate) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let result = py.detach(|| catch_unwind(AssertUnwindSafe(work)));
    result.map_err(|payload| panicked(&*payload))
}
