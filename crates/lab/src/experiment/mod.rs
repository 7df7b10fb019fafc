//! Experiments: ways to learn compared under the same budget of processor time, with several seeds each.
//!
//! A file says what ([`plan`]). Every training is a run in the folder of the experiment; at the end the networks play
//! matches whose games are kept in logs. So whatever is interrupted goes on where it was: finished trainings are kept, an
//! unfinished one is taken up from its checkpoint, and only missing games are played. What it comes to is written from
//! these files (`comparison.rs`).

mod comparison;
pub mod plan;
mod report;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;

use damero_arena::{ArenaError, Contest, Log, Openings, Pace, Playable, Spec};
use damero_games::{GameId, Lang, Text, text, with_game};
use damero_learn::config::{Config, File};
use damero_learn::method::methods;
use damero_learn::run::files::{write_json, write_whole};
use damero_learn::run::{Ended, RunPath, Session, World, cpu_seconds, wall_seconds};
use damero_learn::{LearnError, plot};
use damero_search::{Limits, Stop};

pub use comparison::{Against, Comparison, Finding, Verdict};
use plan::{Arm, Settings};

/// The names in the folder of an experiment, beside the runs.
const BASELINES: &str = "baselines.jsonl";
const ARMS: &str = "arms.jsonl";

/// What is compared, and how long.
pub struct Experiment {
    settings: Settings,
    arms: Vec<Arm>,
    game: GameId,
    rules: String,
}

/// What an experiment needs from outside.
pub struct Surroundings<'a> {
    /// Whether to stop: a training after its epoch, a match after its game.
    pub stop: &'a Stop,
    /// Told after every epoch and every game: how much of all is done, and what is being done.
    pub progress: &'a mut dyn FnMut(f64, &Text),
}

/// Players, and who of them meets whom how often; the games are kept under a name.
struct Schedule {
    file: &'static str,
    players: Vec<Spec>,
    pairings: Vec<(usize, usize)>,
    games: u64,
}

impl Experiment {
    /// Does what is not done yet and writes `comparison.md`, `comparison.json` and the curves; `None` when it was asked to
    /// stop before.
    ///
    /// # Errors
    /// If a training or a match fails, or the folder has trainings with other settings.
    pub fn run(
        &self,
        folder: &Path,
        lang: Lang,
        around: &mut Surroundings<'_>,
    ) -> Result<Option<Comparison>, LearnError> {
        fs::create_dir_all(folder).map_err(LearnError::file(folder))?;
        let mut runs = Vec::new();
        // Seed by seed, so that an experiment that is stopped early has something of every arm.
        for i in 0..self.settings.seeds.len() {
            for arm in &self.arms {
                match self.train(folder, arm, i, runs.len(), around)? {
                    Some(run) => runs.push(run),
                    None => return Ok(None),
                }
            }
        }
        let Some((baselines, arms)) = with_game!(self.game, G => self.play::<G>(folder, around)?) else {
            return Ok(None);
        };
        let comparison = Comparison::new(self, folder, &baselines, &arms)?;
        write_json(&folder.join("comparison.json"), &comparison)?;
        let report = comparison.report(self, lang);
        write_whole(&folder.join("comparison.md"), report.as_bytes())?;
        plot::together(&runs, &self.settings.metrics, plot::Axis::Cpu, folder, lang)?;
        Ok(Some(comparison))
    }

    /// One training, from wherever it is; `None` when it was interrupted.
    fn train(
        &self,
        folder: &Path,
        arm: &Arm,
        i: usize,
        done: usize,
        around: &mut Surroundings<'_>,
    ) -> Result<Option<RunPath>, LearnError> {
        let (name, config) = (arm.run(self.settings.seeds[i]), &arm.configs[i]);
        let path = RunPath(folder.join(&name));
        let mut session = if is_begun(&path)? {
            let kept = Config::of_run(arm.method, &File::read(&path.config())?)?;
            if kept != *config {
                return Err(LearnError::content(
                    &path.0,
                    Text::new(
                        "not a training of this experiment with these settings: choose another folder or remove it",
                        "no es un entrenamiento de este experimento con estos ajustes: elige otra carpeta o bórralo",
                    ),
                ));
            }
            let ended = path.read_status()?.map(|status| status.ended);
            if matches!(ended, Some(Ended::Finished | Ended::EarlyStop | Ended::TimeUp)) {
                return Ok(Some(path));
            }
            Session::resume(methods(), folder, &name, &[])?
        } else {
            Session::begin(arm.method, config, folder, Some(&name), wall_seconds())?
        };
        let total = (self.arms.len() * self.settings.seeds.len()) as f64;
        let budget = self.settings.budget_cpu_seconds;
        let what = Text::same(name);
        let ended = session.run(&mut World {
            stop: around.stop,
            now: &wall_seconds,
            cpu: &cpu_seconds,
            watch: &mut |state| {
                let epochs = state.place.epoch as f64 / state.epochs as f64;
                let share = epochs.max(state.cpu / budget).min(1.0);
                (around.progress)((done as f64 + share) / total, &what);
            },
            // Drawings are made from the logs at any time; here they would cost what is being measured.
            draw: &|_| Ok(()),
        })?;
        Ok((ended != Ended::Interrupted).then_some(path))
    }

    /// Networks against baselines, and networks of different arms against each other.
    fn schedules(&self) -> Result<(Schedule, Schedule), LearnError> {
        let players = self.players()?;
        let (seeds, matches) = (self.settings.seeds.len(), &self.settings.matches);
        let networks = self.arms.len() * seeds;
        let all = |from: usize, to: usize| (0..networks).flat_map(move |a| (from..to).map(move |b| (a, b)));
        let between = all(0, networks).filter(|&(a, b)| a / seeds < b / seeds).collect();
        Ok((
            Schedule {
                file: BASELINES,
                pairings: all(networks, players.len()).collect(),
                players: players.clone(),
                games: matches.games,
            },
            Schedule {
                file: ARMS,
                players: players[..networks].to_vec(),
                pairings: between,
                games: matches.arm_games,
            },
        ))
    }

    /// The matches; `None` when they were interrupted.
    fn play<G: Playable>(
        &self,
        folder: &Path,
        around: &mut Surroundings<'_>,
    ) -> Result<Option<(comparison::Results, comparison::Results)>, LearnError> {
        let (baselines, arms) = self.schedules()?;
        let Some(baselines) = self.meet::<G>(folder, &baselines, around)? else {
            return Ok(None);
        };
        Ok(self
            .meet::<G>(folder, &arms, around)?
            .map(|arms| (baselines, arms)))
    }

    fn meet<G: Playable>(
        &self,
        folder: &Path,
        schedule: &Schedule,
        around: &mut Surroundings<'_>,
    ) -> Result<Option<comparison::Results>, LearnError> {
        let refused = |error: ArenaError| {
            LearnError::Refused(Text::owned(error.message(Lang::En), error.message(Lang::Es)))
        };
        let rules = self.rules.parse().unwrap_or_default();
        let matches = &self.settings.matches;
        let players = schedule.players.iter().map(|spec| spec.clone().in_runs(folder));
        let contest = Contest::<G> {
            rules,
            players: players.collect(),
            pairings: schedule.pairings.clone(),
            games: schedule.games,
            openings: Openings::Random(matches.openings),
            limits: Limits::default(),
            seed: matches.seed,
        };
        let total = contest.total();
        let mut log = if total == 0 {
            Log::default()
        } else {
            Log::open(&folder.join(schedule.file), &contest.header()).map_err(refused)?
        };
        let threads = self.arms.first().map_or(1, |arm| arm.configs[0].run.threads());
        let mut watch = |log: &Log<G>| {
            let played = log.len();
            let what = text!("game {played} of {total}", "partida {played} de {total}");
            (around.progress)(1.0, &what);
            Pace::GoOn
        };
        contest
            .run(&mut log, threads, around.stop, &mut watch)
            .map_err(refused)?;
        if (log.len() as u64) < total {
            return Ok(None);
        }
        Ok(Some(comparison::Results::of(&contest, &log)))
    }
}

/// Whether there is a run already. What a process left that was killed while making its folder makes way.
fn is_begun(path: &RunPath) -> Result<bool, LearnError> {
    if !path.0.exists() || path.meta().exists() {
        return Ok(path.0.exists());
    }
    // Only an empty folder, or one with the lock and the configuration of a run, is such a rest.
    let is_rest = path.lock().exists();
    let removed = if is_rest {
        fs::remove_dir_all(&path.0)
    } else {
        fs::remove_dir(&path.0)
    };
    removed.map_err(LearnError::file(&path.0))?;
    Ok(false)
}
