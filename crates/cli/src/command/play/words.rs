//! What a player may type at the prompt. Every command has an English and a Spanish name, and both always work.

use std::path::PathBuf;

use damero_arena::split_command;
use damero_games::{Lang, Text};

/// A line typed by a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    Nothing,
    Help,
    Moves,
    Undo,
    Save {
        path: PathBuf,
        format: Option<String>,
    },
    Load(PathBuf),
    Position,
    Record(Option<String>),
    Random,
    Hint,
    Resign,
    New,
    Quit,
    /// A command that needs other words after it; this is how it is used.
    Misused(Text),
    /// Anything else is a move.
    Move(String),
}

/// One command as the help shows it: names, what follows the name, and what it does.
pub(super) struct Word {
    names: Text,
    rest: Text,
    pub(super) doc: Text,
}

impl Word {
    const fn new(names: [&'static str; 2], rest: [&'static str; 2], doc: [&'static str; 2]) -> Self {
        Self {
            names: Text::new(names[0], names[1]),
            rest: Text::new(rest[0], rest[1]),
            doc: Text::new(doc[0], doc[1]),
        }
    }

    /// How the command is used, such as `save FILE [format]`.
    pub(super) fn usage(&self, lang: Lang) -> String {
        format!("{} {}", self.names.get(lang), self.rest.get(lang))
            .trim_end()
            .to_owned()
    }
}

/// All commands.
pub(super) static WORDS: [Word; 12] = [
    Word::new(
        ["moves", "jugadas"],
        ["", ""],
        [
            "the legal moves with their numbers",
            "las jugadas legales con sus números",
        ],
    ),
    Word::new(
        ["undo", "deshacer"],
        ["", ""],
        ["take back your last decision", "vuelve a tu última decisión"],
    ),
    Word::new(
        ["random", "azar"],
        ["", ""],
        ["play a random move for me", "juega por mí una jugada al azar"],
    ),
    Word::new(
        ["hint", "pista"],
        ["", ""],
        ["what an engine would play", "qué jugaría un motor"],
    ),
    Word::new(
        ["resign", "rendirse"],
        ["", ""],
        ["give the game up", "abandona la partida"],
    ),
    Word::new(["new", "nueva"], ["", ""], ["start again", "empieza otra vez"]),
    Word::new(
        ["save", "guardar"],
        ["FILE [format]", "ARCHIVO [formato]"],
        ["save the game", "guarda la partida"],
    ),
    Word::new(
        ["load", "cargar"],
        ["FILE", "ARCHIVO"],
        ["take up a saved game", "retoma una partida guardada"],
    ),
    Word::new(
        ["position", "posicion"],
        ["", ""],
        ["the position as text", "la posición como texto"],
    ),
    Word::new(
        ["record", "partida"],
        ["[format]", "[formato]"],
        ["the game so far as text", "la partida hasta aquí como texto"],
    ),
    Word::new(["help", "ayuda"], ["", ""], ["this list", "esta lista"]),
    Word::new(["quit", "salir"], ["", ""], ["leave", "termina"]),
];

/// Reads a line.
pub(super) fn read(line: &str) -> Input {
    let words = split_command(line);
    let Some((first, rest)) = words.split_first() else {
        return Input::Nothing;
    };
    let name = match first.to_lowercase().as_str() {
        "?" => "help".to_owned(),
        "posición" => "position".to_owned(),
        name => name.to_owned(),
    };
    let Some(word) = WORDS
        .iter()
        .find(|word| word.names.en == name || word.names.es == name)
    else {
        return Input::Move(line.trim().to_owned());
    };
    match (&*word.names.en, rest) {
        ("help", []) => Input::Help,
        ("moves", []) => Input::Moves,
        ("undo", []) => Input::Undo,
        ("save", [path]) => Input::Save {
            path: path.into(),
            format: None,
        },
        ("save", [path, format]) => Input::Save {
            path: path.into(),
            format: Some(format.clone()),
        },
        ("load", [path]) => Input::Load(path.into()),
        ("position", []) => Input::Position,
        ("record", []) => Input::Record(None),
        ("record", [format]) => Input::Record(Some(format.clone())),
        ("random", []) => Input::Random,
        ("hint", []) => Input::Hint,
        ("resign", []) => Input::Resign,
        ("new", []) => Input::New,
        ("quit", []) => Input::Quit,
        _ => Input::Misused(Text::owned(word.usage(Lang::En), word.usage(Lang::Es))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_are_understood() {
        for (en, es) in [
            ("undo", "deshacer"),
            ("hint", "pista"),
            ("QUIT", "Salir"),
            ("position", "posición"),
            ("record x", "partida x"),
        ] {
            assert_eq!(read(en), read(es));
            assert!(!matches!(read(en), Input::Move(_)), "{en}");
        }
    }

    #[test]
    fn file_names_may_have_spaces_in_quotes() {
        let save = |path: &str, format: Option<&str>| Input::Save {
            path: path.into(),
            format: format.map(str::to_owned),
        };
        assert_eq!(
            read("save \"my game.txt\" damero"),
            save("my game.txt", Some("damero"))
        );
        assert_eq!(read("  guardar a.dgr "), save("a.dgr", None));
        assert!(matches!(read("save"), Input::Misused(_)));
        assert!(matches!(read("save a b c"), Input::Misused(_)));
        assert!(matches!(read("undo 3"), Input::Misused(_)));
    }

    #[test]
    fn anything_else_is_a_move() {
        assert_eq!(read(" e2 e4 "), Input::Move("e2 e4".to_owned()));
        assert_eq!(read(" \t"), Input::Nothing);
        assert_eq!(read("\""), Input::Move("\"".to_owned()));
    }
}
