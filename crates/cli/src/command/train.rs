//! `damero train`: begins trainings, one for each combination of values, or goes on with one.

use std::path::PathBuf;

use clap::Args;
use damero_games::{GameId, Lang, Text};
use damero_learn::config::{File, Variant, preset, resolve};
use damero_learn::method::{Method, methods};
use damero_learn::run::drive::how_to_go_on;
use damero_learn::run::session::{find, make};
use damero_learn::run::{Ended, Session, TrainProgress, World, catalog, cpu_seconds, wall_seconds};
use damero_learn::{LearnError, plot};

use crate::command::runs::print_table;
use crate::errors::{Status, cut_quoted};
use crate::lang::{decimal, tr};
use crate::progress::Progress;
use crate::ui::Ui;
use crate::{interrupt, values};

/// `damero train`.
#[derive(Args, Debug)]
#[command(arg_required_else_help = true)]
pub(crate) struct TrainArgs {
    /// The game; `damero games` lists them
    #[arg(value_name = "GAME", value_parser = values::game, required_unless_present_any = ["config", "resume"])]
    pub(crate) game: Option<GameId>,

    /// The method; the first of the game by default
    #[arg(long, value_name = "ALGO")]
    pub(crate) algo: Option<String>,

    /// A configuration that comes with the program, by its name, or a TOML file
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<String>,

    /// Set a key; several values, separated by commas, make one training each
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,

    /// The procedure of the original specification to the letter
    #[arg(long, conflicts_with = "config")]
    pub(crate) seed_compat: bool,

    /// The name of the folder; by default the game, the method and a number
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Go on with a training: latest, a name, a path, or NAME@step-N
    #[arg(long, value_name = "RUN", conflicts_with_all = ["game", "algo", "config", "seed_compat", "name", "print_config"])]
    pub(crate) resume: Option<String>,

    /// Print the whole configuration and do nothing else
    #[arg(long)]
    pub(crate) print_config: bool,

    /// The folder of trainings
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub(crate) runs: PathBuf,
}

pub(crate) fn run(args: &TrainArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    if let Some(which) = &args.resume {
        let mut session = Session::resume(methods(), &args.runs, which, &args.set)
            .map_err(|error| refused(&error, lang))?;
        return train(&mut session, ui).map(|_| Status::Done);
    }
    let (method, file) = chosen(args).map_err(|error| refused(&error, lang))?;
    let variants = resolve(method, file.as_ref(), &args.set).map_err(|error| refused(&error, lang))?;
    if args.print_config {
        for variant in &variants {
            let text = variant.config.to_toml().map_err(|error| refused(&error, lang))?;
            ui.line(text)?;
        }
        return Ok(Status::Done);
    }
    // A slip in the last value would otherwise be found hours later.
    for variant in &variants {
        make(method, &variant.config).map_err(|error| {
            let error = match &file {
                Some(file) => variant.config.place(file, error),
                None => error,
            };
            refused(&error, lang)
        })?;
    }
    sweep(method, &variants, args, ui)
}

/// The method and the configuration file that the command line asks for.
fn chosen(args: &TrainArgs) -> Result<(&'static Method, Option<File>), LearnError> {
    let asked = args.game.map(|game| game.meta().id);
    let named = match (&args.config, asked) {
        (Some(name), _) => Some(name.clone()),
        (None, Some(game)) if args.seed_compat => Some(format!("{game}-seed-compat")),
        (None, Some(game)) => usual(game, args.algo.as_deref()),
        (None, None) => None,
    };
    let file = named.as_deref().map(File::open).transpose()?;
    let game = asked.or_else(|| file.as_ref().and_then(File::game));
    let Some(game) = game else {
        return Err(LearnError::Refused(Text::new(
            "which game? `damero train GAME`, or a configuration with the key `game`",
            "¿qué juego? `damero train JUEGO`, o una configuración con la clave `game`",
        )));
    };
    let algo = args
        .algo
        .as_deref()
        .or_else(|| file.as_ref().and_then(File::algo));
    Ok((find(methods(), game, algo)?, file))
}

/// The preset for a game when none is named: the one with the name of the game, unless another method is asked for, which
/// has its own (`alphazero-reversi`).
fn usual(game: &str, algo: Option<&str>) -> Option<String> {
    let fits = |name: &String| {
        let file = preset(name).and_then(|preset| File::new(preset.name, preset.text).ok());
        file.is_some_and(|file| algo.is_none_or(|algo| file.algo() == Some(algo)))
    };
    let method = find(methods(), game, algo).map_or("", |method| method.algo);
    [game.to_owned(), format!("{method}-{game}")]
        .into_iter()
        .find(fits)
}

/// Trains every variant, one after the other, and compares them at the end if there are several.
fn sweep(method: &Method, variants: &[Variant], args: &TrainArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let mut done = Vec::new();
    for (i, variant) in variants.iter().enumerate() {
        let name = match (&args.name, variants.len()) {
            (Some(name), 2..) => Some(format!("{name}-{}", i + 1)),
            (name, _) => name.clone(),
        };
        let begun = Session::begin(
            method,
            &variant.config,
            &args.runs,
            name.as_deref(),
            wall_seconds(),
        );
        let mut session = begun.map_err(|error| refused(&error, lang))?;
        let ended = train(&mut session, ui)?;
        done.push((session.path().clone(), variant.label.clone()));
        if ended == Ended::Interrupted {
            break;
        }
    }
    if variants.len() > 1 {
        ui.line("")?;
        print_table(&done, ui)?;
    }
    Ok(Status::Done)
}

/// Runs one training with a bar, and says how it ended.
fn train(session: &mut Session, ui: &mut Ui) -> anyhow::Result<Ended> {
    let lang = ui.lang;
    let path = session.path().clone();
    let shown = path.0.display();
    let (done, epochs) = (session.epoch(), session.settings().epochs);
    ui.line(tr!(
        lang,
        "{shown}: epoch {done} of {epochs}",
        "{shown}: época {done} de {epochs}"
    ))?;
    let bar = Progress::slow(epochs);
    bar.set(done, epochs);
    let stop = interrupt::stop();
    let began = (std::time::Instant::now(), done);
    let ended = session.run(&mut World {
        stop: &stop,
        now: &wall_seconds,
        cpu: &cpu_seconds,
        watch: &mut |state| {
            bar.set(state.place.epoch, state.epochs);
            let speed = (state.place.epoch - began.1) as f64 / began.0.elapsed().as_secs_f64().max(1e-3);
            bar.say(told(state, speed, lang));
        },
        draw: &|run| plot::draw(run, lang).map(drop),
    });
    drop(bar);
    let ended = ended.map_err(|error| {
        let advice = how_to_go_on(&path);
        anyhow::anyhow!("{}; {}", refused(&error, lang), advice.get(lang))
    })?;
    let last = catalog::metrics(&path, None).map_err(|error| refused(&error, lang))?;
    let epoch = last.last().map_or(0, |line| line.epoch);
    let how = match ended {
        Ended::Finished => Text::new("finished", "terminado"),
        Ended::Interrupted => Text::new("interrupted", "interrumpido"),
        Ended::EarlyStop => Text::new(
            "stopped early: nothing got better any more",
            "parado antes: ya nada mejoraba",
        ),
        Ended::TimeUp => Text::new("the time is over", "se acabó el tiempo"),
        Ended::Failed => Text::new("failed", "fallido"),
    };
    let how = how.get(lang);
    ui.line(tr!(lang, "{how} at epoch {epoch}", "{how} en la época {epoch}"))?;
    if ended == Ended::Interrupted {
        ui.line(how_to_go_on(&path).get(lang))?;
    }
    Ok(ended)
}

/// The newest numbers beside the bar: speed, loss, win rates.
fn told(state: &TrainProgress<'_>, speed: f64, lang: Lang) -> String {
    let mut parts = vec![tr!(
        lang,
        "epoch {}  {}/s",
        "época {}  {}/s",
        state.place.epoch,
        decimal(speed, if speed < 10.0 { 1 } else { 0 }, lang)
    )];
    if let Some(loss) = state.scalars.get("loss/mean") {
        parts.push(tr!(lang, "loss {}", "pérdida {}", decimal(*loss, 3, lang)));
    }
    let rates = state
        .scalars
        .iter()
        .filter_map(|(name, rate)| Some((name.strip_prefix("win_rate/")?, rate)));
    parts.extend(rates.map(|(baseline, rate)| format!("{baseline} {} %", decimal(rate * 100.0, 0, lang))));
    parts.join("  ")
}

/// A refusal in the language of the user.
pub(crate) fn refused(error: &LearnError, lang: Lang) -> anyhow::Error {
    anyhow::Error::msg(cut_quoted(&error.message(lang)))
}
