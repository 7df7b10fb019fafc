//! A progress bar on standard error for work that takes its time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work shorter than this needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// A bar that appears when the work turns out to be long, and only if standard error is a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    shown: AtomicBool,
}

impl Progress {
    /// A bar for `total` steps.
    pub(crate) fn new(total: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        if let Ok(style) =
            ProgressStyle::with_template("{bar:40} {percent:>3} %  {elapsed} / {duration}  {msg}")
        {
            bar.set_style(style.progress_chars("█▉▊▋▌▍▎▏ "));
        }
        Self {
            bar,
            started: Instant::now(),
            shown: AtomicBool::new(false),
        }
    }

    /// A bar for few long steps: it is there from the beginning, and its clock runs in between.
    pub(crate) fn slow(total: u64) -> Self {
        let progress = Self::new(total);
        progress.shown.store(true, Ordering::Relaxed);
        progress.bar.set_draw_target(ProgressDrawTarget::stderr());
        progress.bar.enable_steady_tick(Duration::from_millis(200));
        progress
    }

    /// Says how things stand, beside the bar.
    pub(crate) fn say(&self, message: String) {
        self.bar.set_message(message);
    }

    /// So many steps are done, of so many.
    pub(crate) fn set(&self, done: u64, total: u64) {
        self.bar.set_length(total);
        self.bar.set_position(done);
    }

    /// Takes the bar away while something else is written.
    pub(crate) fn pause<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// So many steps more are done.
    pub(crate) fn add(&self, steps: u64) {
        if self.started.elapsed() > PATIENCE && !self.shown.swap(true, Ordering::Relaxed) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(steps);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
