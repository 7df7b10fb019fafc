//! `damero games`: what there is to play, with all that can be chosen. `damero rules` ends with the same lists.

use std::collections::BTreeMap;
use std::io;

use clap::Args;
use damero_arena::shipped_rules;
use damero_games::{GameId, Lang, Meta, NATIVE, Notation, Rules, Text, with_game};
use damero_search::Level;
use serde::Serialize;

use crate::errors::Status;
use crate::lang::tr;
use crate::ui::{BOLD, FAINT, Ui, paint};

/// `damero games`.
#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A game as this command tells it.
#[derive(Serialize)]
pub(crate) struct GameInfo {
    id: &'static str,
    aliases: &'static [&'static str],
    name: Text,
    summary: Text,
    chance: bool,
    version: u32,
    presets: Vec<PresetInfo>,
    options: Vec<OptionInfo>,
    formats: Vec<&'static str>,
    levels: [&'static str; 4],
    /// The neural network that comes with the program: the player `neural`.
    network: Option<NetworkInfo>,
}

/// A neural network that comes with the program.
#[derive(Serialize)]
struct NetworkInfo {
    /// The rules that it has learned; it plays under no others.
    rules: String,
}

/// Named rules, with the options in which they differ from the default.
#[derive(Serialize)]
struct PresetInfo {
    name: &'static str,
    doc: Text,
    changes: BTreeMap<&'static str, String>,
}

/// One option of the rules.
#[derive(Serialize)]
struct OptionInfo {
    name: &'static str,
    doc: Text,
    values: Text,
    default: String,
}

/// All about a game.
pub(crate) fn info(id: GameId) -> GameInfo {
    GameInfo {
        network: shipped_rules(id).map(|rules| NetworkInfo { rules }),
        ..with_game!(id, G => about::<G>())
    }
}

fn about<G: Notation>() -> GameInfo {
    let Meta {
        id,
        aliases,
        name,
        summary,
        chance,
        version,
        ..
    } = G::META;
    let default = G::Rules::default();
    let presets = G::Rules::PRESETS.iter().map(|preset| {
        let rules = G::Rules::preset(preset.name).unwrap_or_default();
        let values = G::Rules::OPTIONS
            .iter()
            .map(|option| (option.name, rules.get(option.name)));
        let changes = values.filter(|(name, value)| *value != default.get(name));
        PresetInfo {
            name: preset.name,
            doc: preset.doc.clone(),
            changes: changes
                .map(|(name, value)| (name, value.unwrap_or_default()))
                .collect(),
        }
    });
    let options = G::Rules::OPTIONS.iter().map(|option| OptionInfo {
        name: option.name,
        doc: option.doc.clone(),
        values: option.values.clone(),
        default: default.get(option.name).unwrap_or_default(),
    });
    GameInfo {
        id,
        aliases,
        name,
        summary,
        chance,
        version,
        presets: presets.collect(),
        options: options.collect(),
        formats: G::FORMATS
            .iter()
            .chain([&NATIVE])
            .map(|format| format.name)
            .collect(),
        levels: Level::ALL.map(Level::name),
        network: None,
    }
}

/// Lists the games.
pub(crate) fn run(args: &GamesArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let games: Vec<GameInfo> = GameId::ALL.iter().map(|&id| info(id)).collect();
    if args.json {
        ui.json(&games)?;
        return Ok(Status::Done);
    }
    for (i, game) in games.iter().enumerate() {
        if i > 0 {
            ui.line("")?;
        }
        let names: Vec<_> = std::iter::once(game.id)
            .chain(game.aliases.iter().copied())
            .collect();
        ui.line(format!(
            "{}  {}",
            paint(BOLD, game.name.get(ui.lang)),
            paint(FAINT, names.join(", "))
        ))?;
        ui.line(format!("  {}", game.summary.get(ui.lang)))?;
        choices(ui, game)?;
    }
    Ok(Status::Done)
}

/// The presets, options, record formats and machines of a game.
pub(crate) fn choices(ui: &mut Ui, game: &GameInfo) -> io::Result<()> {
    let lang = ui.lang;
    let presets = game.presets.iter().map(|preset| {
        let changes: Vec<_> = preset
            .changes
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        [
            preset.name.to_owned(),
            preset.doc.get(lang).to_owned(),
            changes.join(" "),
        ]
    });
    let options = game.options.iter().map(|option| {
        let values = choices_text(option, lang);
        [option.name.to_owned(), option.doc.get(lang).to_owned(), values]
    });
    section(
        ui,
        &tr!(lang, "rules (--rules)", "reglas (--rules)"),
        &presets.collect::<Vec<_>>(),
    )?;
    section(
        ui,
        &tr!(lang, "options (--set)", "opciones (--set)"),
        &options.collect::<Vec<_>>(),
    )?;
    let formats = tr!(lang, "records", "partidas");
    ui.line(format!("  {formats}: {}", game.formats.join(", ")))?;
    let (heading, mut machines) = (tr!(lang, "machines", "máquinas"), game.levels.join(", "));
    if let Some(NetworkInfo { rules }) = &game.network {
        machines += &tr!(
            lang,
            ", neural (a network, for the rules {rules})",
            ", neural (una red, para las reglas {rules})"
        );
    }
    ui.line(format!("  {heading}: {machines}"))
}

/// The values of an option with the default first said.
fn choices_text(option: &OptionInfo, lang: Lang) -> String {
    let (values, default) = (option.values.get(lang), &option.default);
    tr!(
        lang,
        "{values}; default {default}",
        "{values}; por defecto {default}"
    )
}

/// A heading and its rows: a name, what it is, and below it what it takes.
fn section(ui: &mut Ui, heading: &str, rows: &[[String; 3]]) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    ui.line(format!("  {heading}"))?;
    let width = rows
        .iter()
        .map(|row| row[0].chars().count())
        .max()
        .unwrap_or_default();
    for [name, doc, detail] in rows {
        let name = paint(BOLD, format!("{name:<width$}"));
        ui.line(format!("    {name}  {doc}"))?;
        if !detail.is_empty() {
            ui.line(format!("    {:width$}  {}", "", paint(FAINT, detail)))?;
        }
    }
    Ok(())
}
