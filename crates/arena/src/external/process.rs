//! A program outside: started once, spoken to line by line, never waited for without end, and gone when dropped.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use damero_games::text;
use damero_search::Stop;

use crate::contestant::{Fault, FaultKind};

/// A running program.
pub(super) struct Process {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// How long it may take for anything but thinking.
    pub(super) patience: Duration,
}

/// Lines longer than this are no protocol.
const LONGEST: u64 = 1 << 20;

/// How often a wait looks whether it was stopped.
const GLANCE: Duration = Duration::from_millis(50);

impl Process {
    /// Starts a program; its first word is the file, the others are its arguments.
    ///
    /// # Errors
    /// If the system cannot start it.
    pub(super) fn start(command: &[String], patience: Duration) -> Result<Self, Fault> {
        let (file, arguments) = command
            .split_first()
            .map_or(("", &[][..]), |(file, rest)| (file, rest));
        let failed = |error: std::io::Error| {
            Fault::new(
                FaultKind::Start,
                text!(
                    "{file} cannot be started: {error}",
                    "{file} no se puede iniciar: {error}"
                ),
            )
        };
        let mut child = Command::new(file)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // What it complains about is for nobody here, and must not fill a pipe that nobody empties.
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(std::io::ErrorKind::BrokenPipe.into()));
        };
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut bytes = Vec::new();
                let read = std::io::Read::take(&mut output, LONGEST).read_until(b'\n', &mut bytes);
                if !matches!(read, Ok(count) if count > 0) {
                    return;
                }
                let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self {
            name: file.to_owned(),
            child,
            input,
            lines,
            patience,
        })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the program has ended.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Fault> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.gone())
    }

    /// The next line, before `deadline`.
    ///
    /// # Errors
    /// If there is none in time, the program has ended, or `stop` was asked.
    pub(super) fn line(&mut self, deadline: Instant, stop: &Stop) -> Result<String, Fault> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) if left > GLANCE && !stop.asked() => {}
                Err(RecvTimeoutError::Timeout) => {
                    let name = &self.name;
                    let problem = text!("{name} does not answer in time", "{name} no responde a tiempo");
                    return Err(Fault::new(FaultKind::Timeout, problem));
                }
            }
        }
    }

    /// Lines until one for which `wanted` has an answer.
    ///
    /// # Errors
    /// As [`line`](Self::line).
    pub(super) fn wait_for<T>(
        &mut self,
        time: Duration,
        stop: &Stop,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let deadline = Instant::now() + time;
        loop {
            if let Some(answer) = wanted(&self.line(deadline, stop)?) {
                return Ok(answer);
            }
        }
    }

    fn gone(&mut self) -> Fault {
        let name = &self.name;
        // It closed its output, so it is about to end if it has not yet; how it ended is worth a moment.
        std::thread::sleep(Duration::from_millis(10));
        let status = self.child.try_wait().ok().flatten();
        let problem = match status {
            Some(status) => text!("{name} has ended: {status}", "{name} ha terminado: {status}"),
            None => text!("{name} closed its output", "{name} cerró su salida"),
        };
        Fault::new(FaultKind::Crash, problem)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Polite programs end on their own; the others are not given the time to think about it.
        let _ = writeln!(self.input, "quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
