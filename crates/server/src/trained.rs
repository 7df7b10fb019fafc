//! Players that were trained here. A spec from outside names a run of the folder of trainings, never a file:
//! `dqn:quarto-dqn-1@best,temperature=0.3`. What sits down at a board is a copy of that checkpoint, so that the game goes
//! on after a restart and after the training has thrown the checkpoint away; copies that no game needs any more are
//! removed when the server starts, and a day after somebody last sat down with them.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use damero_arena::Playable;
use damero_arena::run_layout::{BEST, WEIGHTS, checkpoint_name};
use damero_arena::{Named, Spec};
use damero_games::{GameId, Text, text, with_game};
use damero_learn::LearnError;
use damero_learn::config::near::nearest;
use damero_learn::run::checkpoint::Checkpoint;
use damero_learn::run::files::write_whole;
use damero_learn::run::{RunPath, catalog};
use serde::{Deserialize, Serialize};

use crate::ids;
use crate::machines::same_rules;
use crate::training::Runs;

/// The players that a spec from outside may name.
const KINDS: [&str; 2] = ["dqn", "az"];

/// The longest spec.
const LONGEST: usize = 200;

/// How the names of copies end, and of those that were not finished.
const COPY_ENDINGS: [&str; 2] = [".safetensors", ".safetensors.tmp"];

/// A trained player at a board, as it is kept with the room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Trained {
    /// The spec with its checkpoint decided, such as `dqn:quarto-dqn-1@step-600`.
    pub(crate) spec: String,
    /// The run.
    pub(crate) run: String,
    /// The training steps of the checkpoint.
    pub(crate) step: u64,
    /// The name of the copy.
    pub(crate) copy: String,
}

/// All trainings, and the copies of those that play.
pub(crate) struct Players {
    pub(crate) runs: Runs,
    copies: PathBuf,
    /// One copy is made at a time.
    copying: Mutex<()>,
}

impl Players {
    /// `copies` is made when there is something to put into it.
    pub(crate) fn new(runs: PathBuf, copies: PathBuf) -> Self {
        Self {
            runs: Runs::new(runs),
            copies,
            copying: Mutex::default(),
        }
    }

    /// Lets the player that a spec names sit down at a game. Reads and writes files.
    ///
    /// # Errors
    /// Why it cannot.
    pub(crate) fn seat(&self, spec: &str, game: GameId, rules: &str) -> Result<Trained, Text> {
        let parts = Parts::read(spec)?;
        let found = self.find(&parts, game, rules)?;
        let weights = found.folder.join(WEIGHTS);
        let bytes = fs::read(&weights).map_err(|error| LearnError::file(&weights)(error).text())?;
        let copy = format!("{}.safetensors", ids::digest(&bytes));
        self.keep(&copy, &bytes).map_err(|error| error.text())?;
        let (run, step) = (parts.named.path.as_ref(), found.step);
        Ok(Trained {
            spec: parts.of_run(run, &checkpoint_name(step)),
            run: run.to_owned(),
            step,
            copy,
        })
    }

    /// Lets a player sit down once more, for another game of the same kind. Reads and writes files.
    ///
    /// # Errors
    /// Why it cannot: its copy was removed since, and its checkpoint too.
    pub(crate) fn seat_again(&self, player: &Trained, game: GameId, rules: &str) -> Result<Trained, Text> {
        if self.copies.join(&player.copy).exists() {
            return Ok(player.clone());
        }
        self.seat(&player.spec, game, rules)
    }

    /// The names of all copies, finished or not, that nobody has sat down with for so long.
    ///
    /// # Errors
    /// If the folder is there and cannot be read.
    pub(crate) fn copies(&self, unused: Duration) -> io::Result<HashSet<String>> {
        let entries = match fs::read_dir(&self.copies) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(HashSet::new()),
            Err(error) => return Err(error),
        };
        let mut names = HashSet::new();
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_copy = COPY_ENDINGS.iter().any(|ending| name.ends_with(ending));
            // A clock that went back makes a copy young, and it stays a little longer.
            let age = entry.metadata()?.modified()?.elapsed().unwrap_or_default();
            if is_copy && age >= unused {
                names.insert(name);
            }
        }
        Ok(names)
    }

    /// Removes a copy.
    ///
    /// # Errors
    /// If the system refuses.
    pub(crate) fn remove(&self, copy: &str) -> io::Result<()> {
        fs::remove_file(self.copies.join(copy))
    }

    fn keep(&self, name: &str, bytes: &[u8]) -> Result<(), LearnError> {
        let _one_at_a_time = self.copying.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.copies.join(name);
        if path.exists() {
            // It is in use from now on, though the game that needs it does not exist yet.
            let file = File::options().append(true).open(&path);
            let noted = file.and_then(|file| file.set_modified(SystemTime::now()));
            return noted.map_err(LearnError::file(&path));
        }
        fs::create_dir_all(&self.copies).map_err(LearnError::file(&self.copies))?;
        write_whole(&path, bytes)
    }

    /// The spec that the arena understands of a player at a board.
    pub(crate) fn spec_at_board(&self, player: &Trained) -> String {
        // It was understood when the player sat down.
        let parts = Parts::read(&player.spec).unwrap_or_default();
        parts.of_file(&self.copies.join(&player.copy))
    }

    /// The spec that the arena understands of a player that is only asked about a position. Reads files.
    ///
    /// # Errors
    /// Why it cannot be asked.
    pub(crate) fn spec(&self, spec: &str, game: GameId, rules: &str) -> Result<String, Text> {
        let parts = Parts::read(spec)?;
        let found = self.find(&parts, game, rules)?;
        Ok(parts.of_file(&found.folder.join(WEIGHTS)))
    }

    /// The checkpoint that a spec means, if it is whole and fits the game.
    fn find(&self, parts: &Parts<'_>, game: GameId, rules: &str) -> Result<Found, Text> {
        let name = parts.named.path.as_ref();
        let run = self.runs.find(name).map_err(|error| error.text())?;
        let Some(run) = run else {
            return Err(self.no_such_run(name));
        };
        let found = checkpoint(&run, parts.named.which.unwrap_or(BEST)).map_err(|error| error.text())?;
        let identity = run.read_meta().map_err(|error| error.text())?.identity;
        if identity.game != game.to_string() {
            let learned = identity.game;
            return Err(text!(
                "{name} has learned {learned}; this game is {game}",
                "{name} aprendió {learned}; este juego es {game}"
            ));
        }
        let file = parts.of_file(&found.folder.join(WEIGHTS));
        with_game!(game, G => fits::<G>(name, &file, &identity.rules, rules))?;
        Ok(found)
    }

    fn no_such_run(&self, name: &str) -> Text {
        let all = self.runs.list().unwrap_or_default();
        let names: Vec<String> = all.iter().map(RunPath::name).collect();
        match nearest(name, names.iter().map(String::as_str)) {
            Some(near) => text!(
                "there is no training {name:?} here; did you mean {near:?}?",
                "aquí no hay ningún entrenamiento {name:?}; ¿quizás {near:?}?"
            ),
            None => text!(
                "there is no training {name:?} here",
                "aquí no hay ningún entrenamiento {name:?}"
            ),
        }
    }
}

/// A checkpoint that is whole.
struct Found {
    folder: PathBuf,
    step: u64,
}

fn checkpoint(run: &RunPath, which: &str) -> Result<Found, LearnError> {
    let folder = catalog::checkpoint(run, which)?;
    let mut list = Checkpoint::read(&folder)?;
    // The rest, such as the replay, is many times as large and not needed to play.
    list.files.retain(|file| file.name == WEIGHTS);
    list.check_files(&folder)?;
    Ok(Found {
        folder,
        step: list.place.step,
    })
}

/// Whether the player can be made and has learned these rules.
fn fits<G: Playable>(name: &str, spec: &str, learned: &str, rules: &str) -> Result<(), Text> {
    let spec: Spec = spec
        .parse()
        .map_err(|error: damero_arena::SpecError| error.problem)?;
    spec.contestant::<G>(0).map_err(|error| error.problem)?;
    if !same_rules::<G>(learned, rules) {
        return Err(text!(
            "{name} has learned the rules {learned}; this game is played under {rules}",
            "{name} aprendió las reglas {learned}; esta partida se juega con {rules}"
        ));
    }
    Ok(())
}

/// A spec taken apart: `KIND:RUN@WHICH` and the options.
#[derive(Default)]
struct Parts<'a> {
    kind: &'a str,
    named: Named<'a>,
}

impl<'a> Parts<'a> {
    fn read(spec: &'a str) -> Result<Self, Text> {
        let shown: String = spec.chars().take(60).collect();
        let refused = || {
            text!(
                "{shown:?} is no trained player: dqn:RUN@best, @latest or @step-N, RUN being the name of a training",
                "{shown:?} no es un jugador entrenado: dqn:RUN@best, @latest o @step-N, donde RUN es el nombre de un entrenamiento"
            )
        };
        let (kind, rest) = spec.split_once(':').ok_or_else(refused)?;
        let named = Named::read(rest);
        let run = named.path.as_ref();
        let is_name = Path::new(run).file_name().is_some_and(|name| name == run);
        if !KINDS.contains(&kind) || !is_name || spec.len() > LONGEST {
            return Err(refused());
        }
        Ok(Self { kind, named })
    }

    /// The same player from this checkpoint of a run.
    fn of_run(&self, run: &str, which: &str) -> String {
        format!(
            "{}:{}@{which}{}",
            self.kind,
            Named::quoted(run),
            self.named.options
        )
    }

    /// The same player from a file.
    fn of_file(&self, path: &Path) -> String {
        let path = path.to_string_lossy();
        format!("{}:{}{}", self.kind, Named::quoted(&path), self.named.options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_name_runs_and_no_paths() {
        let parts = Parts::read("az:a-1@step-6?sims=200").expect("a spec");
        let named = &parts.named;
        assert_eq!(
            (parts.kind, &*named.path, named.which, named.options),
            ("az", "a-1", Some("step-6"), "?sims=200")
        );
        assert_eq!(
            parts.of_file(Path::new("x.safetensors")),
            "az:x.safetensors?sims=200"
        );
        assert_eq!(
            parts.of_file(Path::new("/a,b/x.safetensors")),
            "az:\"/a,b/x.safetensors\"?sims=200"
        );
        assert_eq!(parts.of_run("a@b", "step-7"), "az:\"a@b\"@step-7?sims=200");
        for spec in [
            "",
            "dqn",
            "dqn:",
            "dqn:@best",
            "level:hard",
            "text:\"sh\"",
            "dqn:..@best",
            "dqn:../a@best",
            "dqn:/a@best",
            "dqn:a/b",
            "dqn:\"../a\"@best",
            "dqn:a/",
            "dqn:.",
            "gtp:a@best",
        ] {
            assert!(Parts::read(spec).is_err(), "{spec}");
        }
        assert!(Parts::read(&format!("dqn:{}", "a".repeat(LONGEST))).is_err());
    }
}
