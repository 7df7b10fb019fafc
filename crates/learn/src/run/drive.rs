//! The loop of a training: an epoch, its numbers to the logs, now and then an evaluation, a checkpoint, drawings.
//!
//! Whatever happens, the folder stays one that can be resumed: logs are only appended to and made durable before the
//! checkpoint that counts on them; a checkpoint is whole or not there. Going on from a checkpoint cuts the logs back to
//! its epoch, so curves have no seam.

use damero_arena::run_layout::checkpoint_name;
use damero_games::{Text, text};
use damero_search::Stop;

use super::checkpoint::{self, Checkpoint, Memory, Stamp};
use super::files::write_json;
use super::folder::{Ended, RunFolder, RunPath, Status};
use super::metrics_log::MetricsLog;
use super::report::Scalars;
use super::settings::RunSettings;
use super::trainer::{TrainStep, Trainer};
use crate::error::LearnError;

/// How things stand after an epoch, for whoever watches.
#[derive(Debug)]
pub struct TrainProgress<'a> {
    /// How far it is.
    pub place: TrainStep,
    /// Epochs in all.
    pub epochs: u64,
    /// The newest value of every scalar.
    pub scalars: &'a Scalars,
    /// Seconds of training so far, earlier sittings included.
    pub seconds: f64,
    /// Seconds of processor time, likewise.
    pub cpu: f64,
    /// The best headline so far.
    pub best: Option<f64>,
}

/// What the driver needs from outside.
pub struct World<'a> {
    /// Raised by Ctrl-C: the epoch is finished, saved, and that is all.
    pub stop: &'a Stop,
    /// Seconds since 1970.
    pub now: &'a dyn Fn() -> f64,
    /// Seconds of processor time since some moment.
    pub cpu: &'a dyn Fn() -> f64,
    /// Told after every epoch.
    pub watch: &'a mut dyn FnMut(&TrainProgress<'_>),
    /// Draws the plots of a run.
    pub draw: &'a dyn Fn(&RunPath) -> Result<(), LearnError>,
}

/// Brings a trainer to the state of a checkpoint of its run; later checkpoints are set aside.
///
/// # Errors
/// If the checkpoint is damaged or of something else; then nothing was changed.
pub fn resume(folder: &RunFolder, trainer: &mut dyn Trainer, step: u64) -> Result<Memory, LearnError> {
    let root = folder.path.checkpoints();
    let path = root.join(checkpoint_name(step));
    let list = Checkpoint::read(&path)?;
    list.check_identity(&path, &trainer.identity())?;
    list.check_files(&path)?;
    trainer.load(&path)?;
    if trainer.place() != list.place {
        let (found, expected) = (trainer.place(), list.place);
        return Err(LearnError::content(
            &path,
            text!(
                "the state is that of {found:?}, the list says {expected:?}",
                "el estado es de {found:?}, la lista dice {expected:?}"
            ),
        ));
    }
    checkpoint::set_aside_after(&root, step)?;
    Ok(list.memory)
}

/// Trains until the end, a limit, or somebody asks to stop; `memory` is that of the checkpoint, or the default.
///
/// # Errors
/// If the trainer gives up or the disk does. The last checkpoint is still good then, and the folder says what happened.
pub fn drive(
    folder: &RunFolder,
    trainer: &mut dyn Trainer,
    settings: &RunSettings,
    memory: Memory,
    world: &mut World<'_>,
) -> Result<Ended, LearnError> {
    let status = folder.path.status();
    if status.exists() {
        std::fs::remove_file(&status).map_err(LearnError::file(&status))?;
    }
    let mut driver = Driver {
        folder,
        settings,
        began: (world.now)() - memory.seconds,
        // What an older program has not counted took about as long as the clock says.
        began_cpu: (world.cpu)() - memory.cpu.unwrap_or(memory.seconds),
        memory,
        saved: (trainer.place().epoch > 0).then(|| trainer.place()),
        newest: Scalars::new(),
        score: None,
    };
    let result = driver.run(trainer, world);
    let (ended, error) = match &result {
        Ok(ended) => (*ended, None),
        Err(error) => (Ended::Failed, Some(error.text())),
    };
    let place = trainer.place();
    let time = (world.now)();
    let written = write_json(
        &status,
        &Status {
            ended,
            error,
            place,
            time,
        },
    );
    // The first error is the one to tell; on a full disk this one fails too.
    result.and_then(|ended| written.map(|()| ended))
}

struct Driver<'a> {
    folder: &'a RunFolder,
    settings: &'a RunSettings,
    /// When the training would have begun had it never paused.
    began: f64,
    /// The same by the clock of the processors.
    began_cpu: f64,
    memory: Memory,
    /// Where the last checkpoint was written.
    saved: Option<TrainStep>,
    newest: Scalars,
    /// The headline of this epoch, if it was evaluated.
    score: Option<f64>,
}

impl Driver<'_> {
    fn run(&mut self, trainer: &mut dyn Trainer, world: &mut World<'_>) -> Result<Ended, LearnError> {
        let mut book = MetricsLog::open(&self.folder.path, trainer.place().epoch)?;
        let ended = loop {
            if let Some(ended) = self.ended(trainer.place(), world) {
                break ended;
            }
            self.epoch(trainer, &mut book, world)?;
        };
        self.save(trainer, &book, world)?;
        if trainer.place().epoch > 0 {
            (world.draw)(&self.folder.path)?;
        }
        Ok(ended)
    }

    fn ended(&self, place: TrainStep, world: &World<'_>) -> Option<Ended> {
        let RunSettings {
            epochs,
            minutes,
            cpu_minutes,
            patience,
            ..
        } = *self.settings;
        let over = |seconds: f64, minutes: f64| minutes > 0.0 && seconds >= minutes * 60.0;
        if place.epoch >= epochs {
            Some(Ended::Finished)
        } else if patience > 0 && self.memory.stale >= patience {
            Some(Ended::EarlyStop)
        } else if world.stop.asked() {
            Some(Ended::Interrupted)
        } else if over(self.memory.seconds, minutes) || over(self.memory.cpu.unwrap_or_default(), cpu_minutes)
        {
            Some(Ended::TimeUp)
        } else {
            None
        }
    }

    fn epoch(
        &mut self,
        trainer: &mut dyn Trainer,
        book: &mut MetricsLog,
        world: &mut World<'_>,
    ) -> Result<(), LearnError> {
        let report = trainer.epoch();
        let mut report = report.map_err(|error| placed(error, trainer.place().epoch + 1, self.saved))?;
        let place = trainer.place();
        let due = |every: u64| place.epoch.is_multiple_of(every) || place.epoch >= self.settings.epochs;
        let better = if due(self.settings.eval_every) {
            let results = trainer.evaluate()?;
            let better = self.judge(&results)?;
            report.scalars.extend(results);
            better
        } else {
            self.score = None;
            false
        };
        self.memory.seconds = (world.now)() - self.began;
        let cpu = (world.cpu)() - self.began_cpu;
        self.memory.cpu = Some(cpu);
        book.epoch(place, self.memory.seconds, cpu, &report)?;
        if due(self.settings.sample_every) {
            book.samples(place, self.memory.seconds, trainer.samples()?)?;
        }
        self.newest.extend(report.scalars);
        if better || due(self.settings.checkpoint_every) {
            self.save(trainer, book, world)?;
        }
        if due(self.settings.plot_every) && place.epoch < self.settings.epochs {
            (world.draw)(&self.folder.path)?;
        }
        (world.watch)(&TrainProgress {
            place,
            epochs: self.settings.epochs,
            scalars: &self.newest,
            seconds: self.memory.seconds,
            cpu,
            best: self.memory.best,
        });
        Ok(())
    }

    /// Takes note of an evaluation; says whether it is the best so far.
    fn judge(&mut self, results: &Scalars) -> Result<bool, LearnError> {
        let name = &self.settings.best;
        let Some(&score) = results.get(name) else {
            let known: Vec<&str> = results.keys().map(String::as_str).collect();
            let known = known.join(", ");
            return Err(LearnError::Refused(text!(
                "run.best = {name:?}: the evaluation gives no such number, but {known}",
                "run.best = {name:?}: la evaluación no da ese número, sino {known}"
            )));
        };
        self.score = Some(score);
        let better = self.memory.best.is_none_or(|best| score > best);
        if better {
            self.memory.best = Some(score);
            self.memory.stale = 0;
        } else {
            self.memory.stale += 1;
        }
        Ok(better)
    }

    /// Writes a checkpoint unless this place has one.
    fn save(
        &mut self,
        trainer: &dyn Trainer,
        book: &MetricsLog,
        world: &World<'_>,
    ) -> Result<(), LearnError> {
        let place = trainer.place();
        if self.saved == Some(place) {
            return Ok(());
        }
        book.sync()?;
        let stamp = Stamp {
            score: self.score,
            memory: self.memory,
            now: (world.now)(),
        };
        let root = self.folder.path.checkpoints();
        checkpoint::write(&root, trainer, stamp)?;
        self.saved = Some(place);
        checkpoint::prune(&root, self.settings.keep)
    }
}

/// Says in which epoch a trainer gave up, and which checkpoint is the last good one; what the disk says needs neither.
fn placed(error: LearnError, epoch: u64, saved: Option<TrainStep>) -> LearnError {
    let LearnError::Refused(Text { en, es }) = error else {
        return error;
    };
    let name = saved.map(|place| checkpoint_name(place.step));
    let last = name.map_or_else(
        || Text::new("there is no checkpoint yet", "aún no hay punto de control"),
        |name| {
            text!(
                "the last good checkpoint is {name}",
                "el último punto de control bueno es {name}"
            )
        },
    );
    let Text {
        en: last_en,
        es: last_es,
    } = last;
    LearnError::Refused(text!(
        "epoch {epoch}: {en}; {last_en}",
        "época {epoch}: {es}; {last_es}"
    ))
}

/// What to do after a training stopped because the disk is full, or for any other reason.
#[must_use]
pub fn how_to_go_on(run: &RunPath) -> Text {
    let shown = run.0.display();
    match checkpoint::steps(&run.checkpoints())
        .ok()
        .and_then(|steps| steps.last().copied())
    {
        Some(step) => text!(
            "everything up to step {step} is saved; `damero train --resume {shown}` goes on from there",
            "todo hasta el paso {step} está guardado; `damero train --resume {shown}` continúa desde ahí"
        ),
        None => text!(
            "no checkpoint had been written yet in {shown}",
            "aún no se había guardado ningún punto de control en {shown}"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trainer_that_gives_up_is_told_with_epoch_and_checkpoint() {
        let told = |saved| {
            let error = LearnError::Refused(Text::new("no gradient", "sin gradiente"));
            placed(error, 8, saved).text()
        };
        let place = TrainStep { epoch: 5, step: 640 };
        assert_eq!(
            told(Some(place)).en,
            "epoch 8: no gradient; the last good checkpoint is step-640"
        );
        assert!(told(None).es.contains("época 8: sin gradiente; aún no hay"));
    }
}
