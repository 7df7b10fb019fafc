//! The file of an experiment: what is compared, from which seeds, for how long, and who plays whom at the end.
//!
//! Everything that could fail after hours is tried here: keys, values, trainers, the players of the matches.

use damero_arena::{Named, Spec, SpecError};
use damero_games::{GameId, Text, text};
use damero_learn::LearnError;
use damero_learn::config::near::nearest;
use damero_learn::config::{Config, File, leaves, resolve, table_of, typed};
use damero_learn::method::{Method, methods, player};
use damero_learn::run::refuse;
use damero_learn::run::session::{find, make};
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::Experiment;

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../configs/experiments/", $name, ".toml")))),*]
    };
}

/// The experiments that come with the program: their names and their files.
pub const SHIPPED: &[(&str, &str)] = shipped!["gumbel-puct", "resnet-mlp", "reward-shaping", "teacher"];

/// What the file says beside its base and its arms.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// A training for each of them, in every arm.
    pub seeds: Vec<u64>,
    /// Processor time of each training, in seconds.
    pub budget_cpu_seconds: f64,
    /// What is drawn over processor time; if nothing is named, the win rates.
    pub metrics: Vec<String>,
    /// What else of the logs is compared at the end.
    pub compare: Vec<String>,
    /// Who plays whom at the end.
    pub matches: Matches,
}

/// The matches at the end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Matches {
    /// Whom every network meets.
    pub baselines: Vec<String>,
    /// Games of each network against each of them.
    pub games: u64,
    /// Games of each network against each network of every other arm.
    pub arm_games: u64,
    /// Options of the networks, such as `sims=64`.
    pub options: String,
    /// Which checkpoint plays: `latest` or `best`.
    pub checkpoint: String,
    /// Random moves before the players think.
    pub openings: u32,
    /// Of everything that is left to chance.
    pub seed: u64,
}

impl Default for Matches {
    fn default() -> Self {
        Self {
            baselines: Vec::new(),
            games: 100,
            arm_games: 40,
            options: String::new(),
            checkpoint: "latest".to_owned(),
            openings: 4,
            seed: 1,
        }
    }
}

/// One way to learn.
pub(super) struct Arm {
    pub(super) name: String,
    pub(super) method: &'static Method,
    /// What it sets, as `key=value`.
    pub(super) sets: Vec<String>,
    /// The configuration of each seed.
    pub(super) configs: Vec<Config>,
}

impl Arm {
    /// The name of the run of a seed.
    pub(super) fn run(&self, seed: u64) -> String {
        format!("{}-{seed}", self.name)
    }
}

/// Opens the file of an experiment: one that comes with the program, by its name, or another.
///
/// # Errors
/// If there is neither, or it is not TOML.
pub fn open(name: &str) -> Result<File, LearnError> {
    if let Some((name, text)) = SHIPPED.iter().find(|(known, _)| *known == name) {
        return File::new(name, text);
    }
    let path = std::path::Path::new(name);
    if path.extension().is_some() || path.exists() {
        return File::read(path);
    }
    let names = SHIPPED.iter().map(|(name, _)| *name);
    let near = nearest(name, names.clone()).map(str::to_owned);
    let known = near.unwrap_or_else(|| names.collect::<Vec<_>>().join(", "));
    Err(LearnError::Refused(text!(
        "there is no experiment or file {name:?}; did you mean {known}?",
        "no hay ningún experimento ni archivo {name:?}; ¿quizás {known}?"
    )))
}

impl Experiment {
    /// Reads a file; `sets` changes keys of all arms, as `damero train --set`.
    ///
    /// # Errors
    /// If it makes no sense anywhere; the sentence names the key.
    pub fn read(file: &File, sets: &[String]) -> Result<Self, LearnError> {
        let settings = settings(file)?;
        let arms = arms(file, &settings, sets)?;
        let mut rules = String::new();
        let mut game: Option<GameId> = None;
        for arm in &arms {
            for config in &arm.configs {
                let identity = make(arm.method, config)
                    .map_err(|error| within(&format!("arms.{}", arm.name), &error.text()))?
                    .identity();
                let this = identity.game.parse().ok();
                let first = game.is_none();
                if !first && (this, &identity.rules) != (game, &rules) {
                    let name = &arm.name;
                    return Err(LearnError::Refused(text!(
                        "arms.{name}: all arms must learn the same game under the same rules",
                        "arms.{name}: todas las variantes deben aprender el mismo juego con las mismas reglas"
                    )));
                }
                (game, rules) = (this, identity.rules);
            }
        }
        let Some(game) = game else {
            return Err(refuse(
                "arms",
                "{}",
                &Text::new(
                    "a table [arms.NAME] for each way to learn",
                    "una tabla [arms.NOMBRE] por variante",
                ),
            ));
        };
        let experiment = Self {
            settings,
            arms,
            game,
            rules,
        };
        experiment.players()?;
        Ok(experiment)
    }

    /// The networks of all arms, arm by arm, and the baselines after them.
    pub(super) fn players(&self) -> Result<Vec<Spec>, LearnError> {
        let Matches {
            baselines,
            options,
            checkpoint,
            ..
        } = &self.settings.matches;
        let options = if options.is_empty() {
            String::new()
        } else {
            format!(",{options}")
        };
        let read = |key: &str, spec: &str| {
            let problem = |error: SpecError| within(key, &error.problem);
            spec.parse::<Spec>().map_err(problem)
        };
        let mut players = Vec::new();
        for arm in &self.arms {
            for &seed in &self.settings.seeds {
                let (player, run) = (player(arm.method.algo), arm.run(seed));
                let spec = format!("{player}:{}@{checkpoint}{options}", Named::quoted(&run));
                players.push(read("matches.options", &spec)?);
            }
        }
        for baseline in baselines {
            players.push(read("matches.baselines", baseline)?);
        }
        Ok(players)
    }
}

/// Everything but the base and the arms, which are configurations of their own.
fn settings(file: &File) -> Result<Settings, LearnError> {
    let mut whole = table_of(&Settings::default())?;
    for free in ["base", "set", "arms"] {
        // What stands there is looked at later: here it is as it should be.
        let value = file.table().get(free).cloned();
        whole.insert(free.to_owned(), value.unwrap_or_else(|| Table::new().into()));
    }
    file.apply(&mut whole)?;
    for free in ["base", "set", "arms"] {
        whole.remove(free);
    }
    let settings: Settings = typed(&whole)?;
    check(&settings).map_err(|error| match &error {
        LearnError::Setting { key, problem } => file.at_key(key, problem).unwrap_or(error),
        _ => error,
    })?;
    Ok(settings)
}

fn check(settings: &Settings) -> Result<(), LearnError> {
    let Settings {
        seeds,
        budget_cpu_seconds: budget,
        matches,
        ..
    } = settings;
    let mut sorted = seeds.clone();
    sorted.sort_unstable();
    sorted.dedup();
    if seeds.is_empty() || sorted.len() < seeds.len() {
        let wanted = Text::new(
            "one or more whole numbers, each once, such as [1, 2, 3]",
            "uno o más números enteros, cada uno una vez, como [1, 2, 3]",
        );
        return Err(refuse("seeds", &format!("{seeds:?}"), &wanted));
    }
    if !(*budget > 0.0 && *budget <= 1e9) {
        let wanted = Text::new(
            "seconds of processor time for each training, more than 0",
            "segundos de procesador para cada entrenamiento, más de 0",
        );
        return Err(refuse("budget_cpu_seconds", &budget.to_string(), &wanted));
    }
    for (key, games) in [
        ("matches.games", matches.games),
        ("matches.arm_games", matches.arm_games),
    ] {
        if games > 1_000_000 || games % 2 == 1 {
            let wanted = Text::new(
                "an even number up to a million: every opening is played from both sides",
                "un número par hasta un millón: cada apertura se juega desde ambos lados",
            );
            return Err(refuse(key, &games.to_string(), &wanted));
        }
    }
    if !matches!(&*matches.checkpoint, "latest" | "best") {
        let found = format!("{:?}", matches.checkpoint);
        return Err(refuse(
            "matches.checkpoint",
            &found,
            &Text::new("latest or best", "latest o best"),
        ));
    }
    Ok(())
}

/// The arms in the order of the alphabet, each with the keys of its base, then those of `[set]` and of the command line,
/// then its own.
fn arms(file: &File, settings: &Settings, sets: &[String]) -> Result<Vec<Arm>, LearnError> {
    let empty = Table::new();
    let table = |key: &str| match file.table().get(key) {
        None => Ok(&empty),
        Some(Value::Table(table)) => Ok(table),
        Some(other) => Err(refuse(
            key,
            &other.to_string(),
            &Text::new("a table", "una tabla"),
        )),
    };
    let shared: Vec<String> = assignments(table("set")?).chain(sets.iter().cloned()).collect();
    let mut arms = Vec::new();
    for (name, own) in table("arms")? {
        let key = format!("arms.{name}");
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let Value::Table(own) = own else {
            return Err(refuse(&key, &own.to_string(), &Text::new("a table", "una tabla")));
        };
        if name.is_empty() || name.len() > 60 || !name.chars().all(plain) {
            return Err(LearnError::Refused(text!(
                "{key}: the name of an arm is letters, digits, - and _",
                "{key}: el nombre de una variante son letras, cifras, - y _"
            )));
        }
        let mut own = own.clone();
        let base = own.remove("base").or_else(|| file.table().get("base").cloned());
        let (method, base, mut all) = based_on(base)?;
        let own: Vec<String> = assignments(&own).collect();
        all.extend(shared.iter().chain(&own).cloned());
        let one = |sets: &[String]| match resolve(method, base.as_ref(), sets)?.as_slice() {
            [variant] => Ok(variant.config.clone()),
            _ => Err(LearnError::Refused(Text::new(
                "--set takes one value here: what is compared are the arms",
                "--set admite aquí un solo valor: lo que se compara son las variantes",
            ))),
        };
        one(&all).map_err(|error| within(&key, &error.text()))?;
        let is_given = |set: &String| {
            let name = set.split('=').next().unwrap_or_default();
            matches!(
                name.strip_prefix("run.").unwrap_or(name),
                "seed" | "minutes" | "cpu_minutes"
            )
        };
        if all.iter().any(is_given) {
            return Err(LearnError::Refused(text!(
                "{key}: run.seed, run.minutes and run.cpu_minutes follow from seeds and budget_cpu_seconds",
                "{key}: run.seed, run.minutes y run.cpu_minutes se siguen de seeds y budget_cpu_seconds"
            )));
        }
        let minutes = settings.budget_cpu_seconds / 60.0;
        let with_seed = |seed: &u64| {
            let more = [
                format!("run.seed={seed}"),
                "run.minutes=0".to_owned(),
                format!("run.cpu_minutes={minutes:?}"),
            ];
            one(&[&all[..], &more].concat())
        };
        arms.push(Arm {
            name: name.clone(),
            method,
            sets: own,
            configs: settings.seeds.iter().map(with_seed).collect::<Result<_, _>>()?,
        });
    }
    Ok(arms)
}

/// The method, the preset or file, and the keys that a base stands for: a name, or tables as in such a file.
fn based_on(base: Option<Value>) -> Result<(&'static Method, Option<File>, Vec<String>), LearnError> {
    let wanted = Text::new(
        "the name of a preset, a file, or tables with the keys game and algo",
        "el nombre de una configuración, un archivo, o tablas con las claves game y algo",
    );
    match base {
        Some(Value::String(name)) => {
            let file = File::open(&name).map_err(|error| within("base", &error.text()))?;
            let Some(game) = file.game() else {
                return Err(refuse("base", &format!("{name:?}"), &wanted));
            };
            Ok((find(methods(), game, file.algo())?, Some(file), Vec::new()))
        }
        Some(Value::Table(mut tables)) => {
            let mut word = |key: &str| match tables.remove(key) {
                Some(Value::String(word)) => Some(word),
                _ => None,
            };
            let (game, algo) = (word("game"), word("algo"));
            let Some(game) = game else {
                return Err(refuse("base", "{…}", &wanted));
            };
            let method = find(methods(), &game, algo.as_deref())?;
            Ok((method, None, assignments(&tables).collect()))
        }
        other => {
            let found = other.map_or_else(|| "?".to_owned(), |value| value.to_string());
            Err(refuse("base", &found, &wanted))
        }
    }
}

/// A table as `key=value`, the way the command line sets keys.
fn assignments(table: &Table) -> impl Iterator<Item = String> {
    leaves(table)
        .into_iter()
        .map(|(path, value)| format!("{path}={value}"))
}

/// A problem with the key under which it lies.
fn within(key: &str, Text { en, es }: &Text) -> LearnError {
    LearnError::Refused(text!("{key}: {en}", "{key}: {es}"))
}
