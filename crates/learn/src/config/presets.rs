//! The configurations in `configs/`, embedded: one line a file.

/// A configuration that comes with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Its name, that of its file.
    pub name: &'static str,
    /// Its text: any part of the keys.
    pub text: &'static str,
}

macro_rules! presets {
    ($($name:literal),* $(,)?) => {
        &[$(Preset {
            name: $name,
            text: include_str!(concat!("../../../../configs/", $name, ".toml")),
        }),*]
    };
}

/// All presets.
pub const PRESETS: &[Preset] = presets![
    "alphazero-azul",
    "alphazero-checkers",
    "alphazero-chessfive",
    "alphazero-quarto",
    "alphazero-reversi",
    "azul-seed-compat",
    "checkers",
    "checkers-dueling",
    "chessfive",
    "dqn-azul",
    "quarto",
    "quarto-quick",
    "quarto-seed-compat",
    "quarto-solver",
    "reversi",
];

/// The preset of that name.
#[must_use]
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}
