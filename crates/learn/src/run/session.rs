//! A training from the command line's point of view: begun from a configuration, or taken up again from its folder.

use std::path::Path;

use damero_arena::run_layout::LATEST;
use damero_games::text;

use super::catalog;
use super::checkpoint::{self, Checkpoint, Memory};
use super::drive::{World, drive, resume};
use super::files::write_whole;
use super::folder::{Ended, Meta, RunFolder, RunPath};
use super::settings::RunSettings;
use super::trainer::{Identity, Trainer};
use crate::config::{Config, File};
use crate::error::LearnError;
use crate::method::{Context, Method};

/// A training that is ready to run.
pub struct Session {
    folder: RunFolder,
    trainer: Box<dyn Trainer>,
    settings: RunSettings,
    memory: Memory,
}

impl Session {
    /// Begins a run below `runs`. The trainer is made first, so that a configuration that it refuses leaves nothing.
    ///
    /// # Errors
    /// If the configuration makes no sense, the name is taken, or the system refuses.
    pub fn begin(
        method: &Method,
        config: &Config,
        runs: &Path,
        name: Option<&str>,
        now: f64,
    ) -> Result<Self, LearnError> {
        let trainer = make(method, config)?;
        let settings = config.run.clone();
        let meta = Meta::new(trainer.identity(), settings.seed, settings.threads(), now);
        let stem = format!("{}-{}", method.game, method.algo);
        let folder = RunFolder::create(runs, name, &stem, &config.to_toml()?, &meta)?;
        Ok(Self {
            folder,
            trainer,
            settings,
            memory: Memory::default(),
        })
    }

    /// Takes up `RUN`, `RUN@step-N`, `RUN@best` or `latest`, with some keys of `[run]` changed.
    ///
    /// # Errors
    /// If there is no such run, another process has it, or its checkpoint is damaged or of something else; then nothing
    /// was changed.
    pub fn resume(methods: &[Method], runs: &Path, which: &str, sets: &[String]) -> Result<Self, LearnError> {
        let (run, point) = catalog::split(which);
        let folder = RunFolder::open(catalog::find(runs, run)?)?;
        let path = folder.path.clone();
        let meta = path.read_meta()?;
        let method = find(methods, &meta.identity.game, Some(&meta.identity.algo))?;
        let shown = path.config();
        let text = std::fs::read_to_string(&shown).map_err(LearnError::file(&shown))?;
        let kept = Config::of_run(method, &File::new(&shown.display().to_string(), &text)?)?;
        let config = kept.change_run(method, sets)?;
        let mut trainer = make(method, &config)?;
        check(&path, &meta.identity, &trainer.identity())?;
        // A run that was killed before its first checkpoint begins anew.
        let memory = if point == LATEST && checkpoint::steps(&path.checkpoints())?.is_empty() {
            Memory::default()
        } else {
            let step = Checkpoint::read(&catalog::checkpoint(&path, point)?)?.place.step;
            resume(&folder, trainer.as_mut(), step)?
        };
        if config != kept {
            write_whole(&shown, config.to_toml()?.as_bytes())?;
        }
        Ok(Self {
            folder,
            trainer,
            settings: config.run,
            memory,
        })
    }

    /// Trains until the end, a limit, or somebody asks to stop.
    ///
    /// # Errors
    /// As [`drive`].
    pub fn run(&mut self, world: &mut World<'_>) -> Result<Ended, LearnError> {
        drive(
            &self.folder,
            self.trainer.as_mut(),
            &self.settings,
            self.memory,
            world,
        )
    }

    /// Where it is kept.
    #[must_use]
    pub const fn path(&self) -> &RunPath {
        &self.folder.path
    }

    /// How it is run.
    #[must_use]
    pub const fn settings(&self) -> &RunSettings {
        &self.settings
    }

    /// How far it is.
    #[must_use]
    pub fn epoch(&self) -> u64 {
        self.trainer.place().epoch
    }
}

/// Makes the trainer of a configuration.
///
/// # Errors
/// If the configuration makes no sense.
pub fn make(method: &Method, config: &Config) -> Result<Box<dyn Trainer>, LearnError> {
    let context = Context {
        seed: config.run.seed,
        threads: config.run.threads(),
    };
    (method.trainer)(&config.method, &context)
}

/// A run is only taken up as what it was begun.
fn check(path: &RunPath, was: &Identity, is: &Identity) -> Result<(), LearnError> {
    if was == is {
        return Ok(());
    }
    let words = |identity: &Identity| {
        let Identity {
            game,
            rules,
            rules_version,
            algo,
        } = identity;
        format!("{game} {rules} v{rules_version} {algo}")
    };
    let (was, is) = (words(was), words(is));
    Err(LearnError::content(
        &path.meta(),
        text!(
            "a run of {was}, but this program would train {is}",
            "un entrenamiento de {was}, pero este programa entrenaría {is}"
        ),
    ))
}

/// The method for a game: the one named, or the first.
///
/// # Errors
/// If there is none; the sentence lists those that are.
pub fn find<'a>(methods: &'a [Method], game: &str, algo: Option<&str>) -> Result<&'a Method, LearnError> {
    let fits = |method: &&Method| method.game == game && algo.is_none_or(|algo| method.algo == algo);
    methods.iter().find(fits).ok_or_else(|| {
        let known: Vec<String> = methods
            .iter()
            .map(|method| format!("{} {}", method.game, method.algo))
            .collect();
        let known = known.join(", ");
        let asked = algo.map_or_else(|| game.to_owned(), |algo| format!("{game} {algo}"));
        LearnError::Refused(if known.is_empty() {
            text!(
                "this program was built without training (cargo feature `train`)",
                "este programa se construyó sin entrenamiento (opción de cargo `train`)"
            )
        } else {
            text!(
                "there is no method to learn {asked}; there are: {known}",
                "no hay método para aprender {asked}; hay: {known}"
            )
        })
    })
}
