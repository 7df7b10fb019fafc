//! Help pages in the language of the user: clap writes its headings in English only, so they are set here.

use clap::builder::{PossibleValue, Str};
use clap::{Arg, Command};
use damero_games::{Lang, Text};

use super::{es, examples, tr};
use crate::ui::{HEADING, paint};

/// What the exit codes mean, for the help of the program itself.
static EXIT_CODES: Text = Text::new(
    "  0  success
  1  it ran and found nothing: perft counts no leaf, show finds no legal move,
     the sequential test of a match does not accept its second number,
     solve is given a finished game, tables info finds no file
  2  error, told in one line on standard error",
    "  0  éxito
  1  funcionó y no encontró nada: perft no cuenta hojas, show no halla jugadas legales,
     la prueba secuencial de una contienda no acepta su segundo número,
     solve recibe una partida terminada, tables info no halla archivos
  2  error, contado en una línea por la salida de errores",
);

/// Gives the program and all its commands their examples and, in Spanish, their texts.
pub(crate) fn localise(root: Command, lang: Lang) -> Command {
    let root = pages(root, "", lang);
    let heading = paint(HEADING, tr!(lang, "Exit codes:", "Códigos de salida:"));
    let codes = EXIT_CODES.get(lang);
    let mut root = root.after_help(format!("{heading}\n{codes}\n\n{}", examples::section("", lang)));
    if lang == Lang::Es {
        root.build();
        root = usages(root);
    }
    root
}

fn names(command: &Command) -> Vec<String> {
    let names = command
        .get_subcommands()
        .map(|command| command.get_name().to_owned());
    names.collect()
}

/// The page of a command and those of all commands below it, whose paths are their names with spaces in between.
fn pages(command: Command, path: &str, lang: Lang) -> Command {
    let names = names(&command);
    names.iter().fold(page(command, path, lang), |command, name| {
        let path = format!("{path} {name}");
        command.mut_subcommand(name, |command| pages(command, path.trim(), lang))
    })
}

/// The usage lines of a command and of all commands below it.
fn usages(command: Command) -> Command {
    let names = names(&command);
    let command = usage(command);
    names
        .iter()
        .fold(command, |command, name| command.mut_subcommand(name, usages))
}

/// One help page.
fn page(command: Command, path: &str, lang: Lang) -> Command {
    let command = command
        .subcommand_value_name(match lang {
            Lang::En => "COMMAND",
            Lang::Es => "ORDEN",
        })
        .after_help(examples::section(path, lang))
        // So that `--depth -1` is refused as a depth, not as an unknown option.
        .mut_args(|arg| if arg.get_action().takes_values() { arg.allow_negative_numbers(true) } else { arg });
    if lang == Lang::En {
        return command;
    }
    let heading = paint(HEADING, "Uso:");
    let template = format!("{{about-with-newline}}\n{heading} {{usage}}\n\n{{all-args}}{{after-help}}");
    let command = match es::command(path) {
        Some(about) => command.about(about),
        None => command,
    };
    command
        .help_template(template)
        .subcommand_help_heading("Órdenes")
        .mut_args(|arg| argument(arg, path))
}

/// One argument in Spanish.
fn argument(arg: Arg, path: &str) -> Arg {
    let heading = if arg.is_positional() {
        "Argumentos"
    } else {
        "Opciones"
    };
    let help = es::argument(path, arg.get_id().as_str())
        .unwrap_or_default()
        .to_owned();
    let arg = arg.help_heading(heading);
    if arg.get_action().takes_values() {
        values(arg, help)
    } else {
        arg.help(help)
    }
}

/// The values of an argument, as clap would tell them in English.
fn values(arg: Arg, mut help: String) -> Arg {
    let defaults = arg.get_default_values().iter().filter_map(|value| value.to_str());
    let defaults = defaults.collect::<Vec<_>>().join(", ");
    if !defaults.is_empty() {
        help += &format!(" [por defecto: {defaults}]");
    }
    let possible = arg.get_possible_values();
    let possible = possible
        .iter()
        .map(PossibleValue::get_name)
        .collect::<Vec<_>>()
        .join(", ");
    if !possible.is_empty() {
        help += &format!(" [valores: {possible}]");
    }
    let names = arg.get_value_names().unwrap_or_default();
    let names: Vec<_> = names
        .iter()
        .map(|name| es::value_name(name).map_or(name.clone(), Str::from))
        .collect();
    arg.help(help)
        .value_names(names)
        .hide_default_value(true)
        .hide_possible_values(true)
}

/// The usage line, where clap writes one more word in English.
fn usage(mut command: Command) -> Command {
    let line = command.render_usage().ansi().to_string();
    let line = line.split_once(' ').map_or(&*line, |(_heading, line)| line);
    command.override_usage(line.replace("[OPTIONS]", "[OPCIONES]"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::args;
    use crate::args::Cli;

    fn pages() -> Vec<(String, Command)> {
        let mut found = vec![(String::new(), Cli::command())];
        let mut next = 0;
        while let Some((path, command)) = found.get(next).cloned() {
            let below = command.get_subcommands();
            found.extend(below.map(|command| {
                let path = format!("{path} {}", command.get_name());
                (path.trim().to_owned(), command.clone())
            }));
            next += 1;
        }
        found
    }

    #[test]
    fn the_command_line_is_well_formed_in_both_languages() {
        for lang in Lang::ALL {
            args::command(lang).debug_assert();
        }
    }

    #[test]
    fn every_command_and_every_argument_has_a_spanish_text() {
        for (path, command) in pages() {
            assert!(es::command(&path).is_some(), "command {path:?}");
            for arg in command.get_arguments() {
                let id = arg.get_id().as_str();
                assert!(es::argument(&path, id).is_some(), "argument {id} of {path:?}");
                let names = arg.get_value_names().unwrap_or_default();
                for name in names.iter().filter(|_| arg.get_action().takes_values()) {
                    assert!(es::value_name(name).is_some(), "value name {name} of {path:?}");
                }
            }
        }
    }

    #[test]
    fn every_example_is_a_valid_command_line() {
        for (path, _) in pages() {
            let lines = examples::lines(&path);
            assert!(!lines.is_empty(), "no examples for {path:?}");
            for line in lines {
                let words = std::iter::once("damero").chain(line.split(' '));
                let parsed = args::command(Lang::Es).try_get_matches_from(words);
                assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
            }
        }
    }

    #[test]
    fn no_english_is_left_in_the_spanish_help() {
        for (path, _) in pages() {
            let mut root = args::command(Lang::Es);
            let mut command = &mut root;
            for name in path.split_whitespace() {
                command = command.find_subcommand_mut(name).expect("it was listed");
            }
            let help = command.render_long_help().to_string();
            for word in [
                "Usage",
                "OPTIONS",
                "Options",
                "Commands",
                "Arguments",
                "default",
                "possible",
                "Print",
            ] {
                assert!(!help.contains(word), "{word} in the help of {path:?}:\n{help}");
            }
        }
    }
}
