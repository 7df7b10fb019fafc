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
pub const PRESETS: &[Preset] = &[];

/// The preset of that name.
#[must_use]
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}
