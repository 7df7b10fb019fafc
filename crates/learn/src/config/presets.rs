//! The configurations in `configs/`, embedded: one line a file.

/// A configuration that comes with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Its name, that of its file.
    pub name: &'static str,
    /// Its text: any part of the keys.
    pub text: &'static str,
}

/// All presets.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "checkers",
        text: include_str!("../../../../configs/checkers.toml"),
    },
    Preset {
        name: "checkers-dueling",
        text: include_str!("../../../../configs/checkers-dueling.toml"),
    },
    Preset {
        name: "chessfive",
        text: include_str!("../../../../configs/chessfive.toml"),
    },
    Preset {
        name: "quarto-seed-compat",
        text: include_str!("../../../../configs/quarto-seed-compat.toml"),
    },
    Preset {
        name: "reversi",
        text: include_str!("../../../../configs/reversi.toml"),
    },
];

/// The preset of that name.
#[must_use]
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}
