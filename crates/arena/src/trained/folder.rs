//! Where a trained player is read from: a checkpoint of a run, a file of weights, or what comes with the program.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use damero_games::text;
use damero_nets::{Model, ModelError, shipped};

use super::source::Named;
use crate::run_layout::{
    BEST, CHECKPOINT, CHECKPOINTS, LATEST, RUNS, WEIGHTS, checkpoint_name, checkpoint_step,
};
use crate::spec::SpecError;

/// Which checkpoint of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Which {
    /// The one with the best evaluation; the last one while there is none.
    Best,
    /// The last one.
    Latest,
    /// The one of this step.
    Step(u64),
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Best => f.write_str(BEST),
            Self::Latest => f.write_str(LATEST),
            Self::Step(step) => f.write_str(&checkpoint_name(*step)),
        }
    }
}

/// The word for what comes with the program.
const SHIPPED: &str = "shipped";

/// Where a trained player comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// It comes with the program.
    Shipped,
    /// It was trained here, or is a file.
    Kept {
        /// The run or the file.
        path: PathBuf,
        /// Which checkpoint of the run.
        which: Which,
        /// The folder in which runs are looked for by name.
        runs: PathBuf,
    },
}

impl Source {
    /// Understands `shipped`, `RUN@best`, `RUN@latest`, `RUN@step-N`, `RUN` (its best) or a path that ends in
    /// `.safetensors`; `player` is the word before the colon.
    pub(crate) fn read(player: &str, named: &Named<'_>) -> Result<Self, SpecError> {
        if named.is_word(SHIPPED) {
            return Ok(Self::Shipped);
        }
        let which = match named.which {
            None | Some(BEST) => Which::Best,
            Some(LATEST) => Which::Latest,
            Some(word) => {
                Which::Step(checkpoint_step(word).ok_or_else(|| SpecError {
                    problem: text!(
                        "{player}: unknown checkpoint {word:?}: there are best, latest and step-N; a name with , ? or @ in it stands in quotes",
                        "{player}: punto de control desconocido {word:?}: hay best, latest y step-N; un nombre con , ? o @ va entre comillas"
                    ),
                })?)
            }
        };
        let path = &*named.path;
        if path.is_empty() {
            return Err(SpecError {
                problem: text!(
                    "{player} needs a run or a file, such as {player}:runs/quarto-1@best or {player}:weights.safetensors",
                    "{player} necesita un entrenamiento o un archivo, como {player}:runs/quarto-1@best o {player}:weights.safetensors"
                ),
            });
        }
        Ok(Self::Kept {
            path: path.into(),
            which,
            runs: RUNS.into(),
        })
    }

    /// The same with names of runs looked for in another folder.
    pub(crate) fn in_runs(&mut self, folder: &Path) {
        if let Self::Kept { runs, .. } = self {
            folder.clone_into(runs);
        }
    }

    /// The same with the checkpoint looked for: it names the file itself.
    pub(crate) fn resolve(&self) -> Result<Self, SpecError> {
        Ok(match self {
            Self::Shipped => Self::Shipped,
            Self::Kept { path, which, runs } => Self::Kept {
                path: file(runs, path, *which)?,
                which: *which,
                runs: runs.clone(),
            },
        })
    }

    /// What tells the network from all others: the file, its length and when it was written; `None` if the file cannot
    /// be looked at.
    pub(crate) fn key(&self) -> Option<String> {
        match self {
            Self::Shipped => Some(SHIPPED.to_owned()),
            Self::Kept { path, .. } => {
                let about = fs::metadata(path).ok()?;
                let written = about.modified().ok()?;
                Some(format!("{} {} {written:?}", path.display(), about.len()))
            }
        }
    }

    /// The network for a game, and where it was found.
    pub(crate) fn model(&self, game: &str) -> Result<(String, Model), SpecError> {
        let problem = |error: ModelError| SpecError {
            problem: error.text(),
        };
        match self {
            Self::Shipped => {
                let model = shipped("dqn", game).ok_or_else(|| SpecError {
                    problem: text!(
                        "{SHIPPED}: no network for {game} comes with the program",
                        "{SHIPPED}: el programa no trae ninguna red para {game}"
                    ),
                })?;
                Ok((SHIPPED.to_owned(), model.map_err(problem)?))
            }
            Self::Kept { path, which, runs } => {
                let file = file(runs, path, *which)?;
                Ok((file.display().to_string(), Model::load(&file).map_err(problem)?))
            }
        }
    }
}

/// The file of weights of a run, by its name in `runs` or by its path; or the path itself if it is one.
fn file(runs: &Path, path: &Path, which: Which) -> Result<PathBuf, SpecError> {
    if path.extension().is_some_and(|end| end == "safetensors") {
        return Ok(path.to_owned());
    }
    let inside = runs.join(path);
    let places = [&inside, path];
    let run = places.into_iter().find(|run| run.join(CHECKPOINTS).is_dir());
    let run = run.ok_or_else(|| {
        let (shown, inside) = (path.display(), inside.display());
        SpecError {
            problem: text!(
                "there is no run at {shown} nor in {inside}: a run is a folder with checkpoints/",
                "no hay ningún entrenamiento en {shown} ni en {inside}: es una carpeta con checkpoints/"
            ),
        }
    })?;
    let found = checkpoint(&run.join(CHECKPOINTS), which).ok_or_else(|| {
        let run = run.display();
        SpecError {
            problem: text!(
                "{run} has no checkpoint {which}",
                "{run} no tiene el punto de control {which}"
            ),
        }
    })?;
    Ok(found.join(WEIGHTS))
}

/// The folder of a checkpoint. Only folders named `step-N` are finished ones.
fn checkpoint(folder: &Path, which: Which) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    let mut steps: Vec<u64> = entries
        .filter_map(|entry| checkpoint_step(entry.file_name().to_str()?))
        .collect();
    steps.sort_unstable();
    let path = |step: u64| folder.join(checkpoint_name(step));
    let step = match which {
        Which::Step(step) => steps.into_iter().find(|&one| one == step)?,
        Which::Latest => steps.pop()?,
        Which::Best => {
            let scored = steps.iter().filter_map(|&step| Some((score(&path(step))?, step)));
            // The later one of equals.
            let best = scored.reduce(|best, other| if other.0 >= best.0 { other } else { best });
            best.map(|(_, step)| step).or_else(|| steps.pop())?
        }
    };
    Some(path(step))
}

/// The evaluation that a checkpoint tells of.
fn score(checkpoint: &Path) -> Option<f64> {
    let text = fs::read_to_string(checkpoint.join(CHECKPOINT)).ok()?;
    let json: serde_json::Value = serde_json::from_str(&text).ok()?;
    json.get("score")?.as_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(scores: &[(u64, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (step, score) in scores {
            let checkpoint = folder.path().join(format!("checkpoints/step-{step}"));
            fs::create_dir_all(&checkpoint).expect("a folder");
            let json = format!("{{\"score\": {score}}}");
            fs::write(checkpoint.join("checkpoint.json"), json).expect("a file");
        }
        fs::create_dir_all(folder.path().join("checkpoints/step-99.tmp")).expect("a folder");
        folder
    }

    fn found(run: &tempfile::TempDir, which: &str) -> Result<String, SpecError> {
        let text = format!("{}{which}", run.path().display());
        let Source::Kept { path, which, runs } = Source::read("dqn", &Named::read(&text))? else {
            panic!("a run");
        };
        let file = file(&runs, &path, which)?;
        let inside = file.strip_prefix(run.path().join("checkpoints")).expect("inside");
        Ok(inside.display().to_string())
    }

    #[test]
    fn checkpoints_are_found_by_word() {
        let run = run(&[(5, "0.5"), (20, "0.75"), (30, "0.75"), (100, "null")]);
        assert_eq!(found(&run, "").as_deref(), Ok("step-30/weights.safetensors"));
        assert_eq!(found(&run, "@best").as_deref(), Ok("step-30/weights.safetensors"));
        assert_eq!(
            found(&run, "@latest").as_deref(),
            Ok("step-100/weights.safetensors")
        );
        assert_eq!(
            found(&run, "@step-5").as_deref(),
            Ok("step-5/weights.safetensors")
        );
        assert!(found(&run, "@step-6").is_err());
        assert!(found(&run, "@worst").is_err());
    }

    #[test]
    fn files_are_taken_as_they_are_and_nothing_is_refused_with_a_hint() {
        let read = |text: &str| Source::read("dqn", &Named::read(text));
        let path = Path::new("a/b.safetensors");
        assert_eq!(file(Path::new(RUNS), path, Which::Best), Ok(path.to_owned()));
        let missing = read("no-such-run@best").expect("a form").model("quarto");
        assert!(
            missing
                .expect_err("no such run")
                .problem
                .en
                .contains("runs/no-such-run")
        );
        assert!(read("@best").is_err());
        let shipped = read("shipped").expect("a form");
        assert!(shipped.model("quarto").is_ok());
        let none = shipped.model("azul").expect_err("nothing comes with it");
        assert!(none.problem.en.contains("azul"), "{none}");
    }
}
