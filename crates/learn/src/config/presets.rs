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
        name: "alphazero-azul",
        text: include_str!("../../../../configs/alphazero-azul.toml"),
    },
    Preset {
        name: "alphazero-checkers",
        text: include_str!("../../../../configs/alphazero-checkers.toml"),
    },
    Preset {
        name: "alphazero-chessfive",
        text: include_str!("../../../../configs/alphazero-chessfive.toml"),
    },
    Preset {
        name: "alphazero-quarto",
        text: include_str!("../../../../configs/alphazero-quarto.toml"),
    },
    Preset {
        name: "alphazero-reversi",
        text: include_str!("../../../../configs/alphazero-reversi.toml"),
    },
    Preset {
        name: "azul-seed-compat",
        text: include_str!("../../../../configs/azul-seed-compat.toml"),
    },
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
        name: "quarto",
        text: include_str!("../../../../configs/quarto.toml"),
    },
    Preset {
        name: "quarto-quick",
        text: include_str!("../../../../configs/quarto-quick.toml"),
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
