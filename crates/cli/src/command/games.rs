//! `damero games`: what there is to play, with all that can be chosen. `damero rules` ends with the same lists.

use std::io;

use clap::{Args, Subcommand};
use damero_games::{GameId, Lang, Meta};
use damero_server::wire::{GameInfo, NetworkInfo, OptionInfo};
use serde::Serialize;

use super::games_import::{self, GamesImportArgs};
use crate::errors::Status;
use crate::lang::tr;
use crate::ui::{BOLD, FAINT, Ui, paint};

/// `damero games`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct GamesArgs {
    #[command(subcommand)]
    pub(crate) action: Option<GamesAction>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What can be done with games from outside.
#[derive(Subcommand, Debug)]
pub(crate) enum GamesAction {
    /// Read files of games, say what is in them, and write them as one file
    Import(GamesImportArgs),
}

/// A game of the catalogue, with what only a command line needs.
#[derive(Serialize)]
pub(crate) struct Listed {
    #[serde(flatten)]
    game: &'static GameInfo,
    aliases: &'static [&'static str],
    version: u32,
}

/// All about a game.
pub(crate) fn listed(id: GameId) -> Listed {
    let Meta { aliases, version, .. } = id.meta();
    Listed {
        game: damero_server::game(id),
        aliases,
        version,
    }
}

/// Lists the games.
pub(crate) fn run(args: &GamesArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    if let Some(GamesAction::Import(args)) = &args.action {
        return games_import::run(args, ui);
    }
    let games: Vec<Listed> = GameId::ALL.iter().map(|&id| listed(id)).collect();
    if args.json {
        ui.json(&games)?;
        return Ok(Status::Done);
    }
    for (i, Listed { game, aliases, .. }) in games.iter().enumerate() {
        if i > 0 {
            ui.line("")?;
        }
        let names: Vec<_> = std::iter::once(&*game.id)
            .chain(aliases.iter().copied())
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
            preset.name.clone(),
            preset.doc.get(lang).to_owned(),
            changes.join(" "),
        ]
    });
    let options = game.options.iter().map(|option| {
        let values = choices_text(option, lang);
        [option.name.clone(), option.doc.get(lang).to_owned(), values]
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
