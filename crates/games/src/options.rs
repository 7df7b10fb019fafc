//! The rules of a game as a small value object: named options, presets on top, one textual form.
//!
//! A game declares its options once with [`rules!`](crate::rules); parsing, printing, listing and the serde form
//! all follow from that declaration. The textual form, the *rules id*, is `preset` or
//! `preset,option=value,…`, and it is what records, checkpoints and configuration files carry.

use std::fmt;
use std::hash::Hash;
use std::num::NonZeroU16;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::OptionError;
use crate::lang::Text;

/// What a user may know about one option.
#[derive(Clone, Debug)]
pub struct OptionSpec {
    /// Its name, as in `--set name=value`.
    pub name: &'static str,
    /// What it does.
    pub doc: Text,
    /// The values that it takes.
    pub values: Text,
}

/// A named set of option values.
#[derive(Clone, Debug)]
pub struct PresetSpec {
    /// Its name, as in `--rules name`.
    pub name: &'static str,
    /// What it is.
    pub doc: Text,
}

/// The rules object of a game. Implemented by [`rules!`](crate::rules), never by hand.
///
/// ```
/// use damero_games::{Rules, reversi::ReversiRules};
/// let rules: ReversiRules = "standard,score=raw".parse()?;
/// assert_eq!(rules.get("score").as_deref(), Some("raw"));
/// assert_eq!(rules.to_string(), "standard,score=raw");
/// # Ok::<(), damero_games::OptionError>(())
/// ```
pub trait Rules:
    Copy
    + Eq
    + Hash
    + Default
    + fmt::Debug
    + fmt::Display
    + FromStr<Err = OptionError>
    + Serialize
    + DeserializeOwned
    + Send
    + Sync
    + 'static
{
    /// All presets; the first is the default.
    const PRESETS: &'static [PresetSpec];
    /// All options, in the order of declaration.
    const OPTIONS: &'static [OptionSpec];

    /// The rules of a preset.
    ///
    /// # Errors
    /// An unknown name is refused with the list of the known ones.
    fn preset(name: &str) -> Result<Self, OptionError>;

    /// The value of an option as text; `None` for an unknown option.
    fn get(&self, option: &str) -> Option<String>;

    /// Changes one option; on error nothing changes.
    ///
    /// # Errors
    /// An unknown option is refused with the list of the known ones, a value with what the option takes.
    fn set(&mut self, option: &str, value: &str) -> Result<(), OptionError>;
}

/// A type that can be the value of an option.
pub trait OptionValue: Copy + Eq {
    /// The values in words, for help and errors.
    const VALUES: Text;

    /// Reads a value.
    fn read(text: &str) -> Option<Self>;

    /// Writes it so that [`read`](Self::read) accepts it.
    fn write(&self) -> String;
}

impl OptionValue for bool {
    const VALUES: Text = Text::new("on | off", "on | off");

    fn read(text: &str) -> Option<Self> {
        match text {
            "on" | "true" | "yes" => Some(true),
            "off" | "false" | "no" => Some(false),
            _ => None,
        }
    }

    fn write(&self) -> String {
        if *self { "on" } else { "off" }.to_owned()
    }
}

/// A positive number, or no limit at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limit(Option<NonZeroU16>);

impl Limit {
    /// No limit.
    pub const OFF: Self = Self(None);

    /// A limit of `n`; zero means none.
    #[must_use]
    pub const fn new(n: u16) -> Self {
        Self(NonZeroU16::new(n))
    }

    /// The number, if there is one.
    #[inline]
    #[must_use]
    pub const fn get(self) -> Option<u16> {
        match self.0 {
            Some(n) => Some(n.get()),
            None => None,
        }
    }

    /// True when `count` has reached the limit.
    #[inline]
    #[must_use]
    pub const fn reached(self, count: u32) -> bool {
        match self.0 {
            Some(n) => count >= n.get() as u32,
            None => false,
        }
    }
}

impl OptionValue for Limit {
    const VALUES: Text = Text::new(
        "a number from 1 to 65535 | off (also 0)",
        "un número de 1 a 65535 | off (también 0)",
    );

    fn read(text: &str) -> Option<Self> {
        match text {
            "off" | "none" | "0" => Some(Self::OFF),
            _ => text.parse().ok().map(Self::new),
        }
    }

    fn write(&self) -> String {
        self.0.map_or_else(|| "off".to_owned(), |n| n.to_string())
    }
}

/// How often a position may occur: at its `n`th occurrence the game is drawn, or never. A position that occurs once is
/// not repeated, so `n` is at least 2.
///
/// ```
/// use damero_games::{OptionValue, Repetition};
/// assert_eq!(Repetition::read("3"), Some(Repetition::THREEFOLD));
/// assert_eq!(Repetition::read("1"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Repetition(Limit);

impl Repetition {
    /// Repeated positions are no draw.
    pub const OFF: Self = Self(Limit::OFF);
    /// The third occurrence is a draw.
    pub const THREEFOLD: Self = Self(Limit::new(3));

    /// The number, if there is one; at least 2.
    #[inline]
    #[must_use]
    pub const fn get(self) -> Option<u16> {
        self.0.get()
    }

    /// True when the occurrence number `count` is a draw.
    #[inline]
    #[must_use]
    pub const fn reached(self, count: u32) -> bool {
        self.0.reached(count)
    }
}

impl OptionValue for Repetition {
    const VALUES: Text = Text::new(
        "a number from 2 to 65535 | off (also 0)",
        "un número de 2 a 65535 | off (también 0)",
    );

    fn read(text: &str) -> Option<Self> {
        let limit = Limit::read(text)?;
        (limit.get() != Some(1)).then_some(Self(limit))
    }

    fn write(&self) -> String {
        self.0.write()
    }
}

/// Declares an enum whose variants are the named values of an option.
///
/// ```
/// damero_games::choice! {
///     /// Where the sun is.
///     pub enum Sun {
///         /// Up.
///         Day = "day",
///         /// Down.
///         Night = "night",
///     }
/// }
/// use damero_games::OptionValue;
/// assert_eq!(Sun::read("night"), Some(Sun::Night));
/// ```
#[macro_export]
macro_rules! choice {
    ($(#[$meta:meta])* $vis:vis enum $Name:ident {
        $(#[$m0:meta])* $V0:ident = $t0:literal $(, $(#[$m:meta])* $V:ident = $t:literal)* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis enum $Name { $(#[$m0])* $V0 $(, $(#[$m])* $V)* }

        impl $crate::OptionValue for $Name {
            const VALUES: $crate::Text =
                $crate::Text::new(concat!($t0 $(, " | ", $t)*), concat!($t0 $(, " | ", $t)*));

            fn read(text: &str) -> Option<Self> {
                match text { $t0 => Some(Self::$V0), $($t => Some(Self::$V),)* _ => None }
            }

            fn write(&self) -> String {
                match self { Self::$V0 => $t0, $(Self::$V => $t,)* }.to_owned()
            }
        }
    };
}

/// Declares the rules object of a game: its options with their defaults, and its presets.
///
/// See any `rules.rs` of this crate for an example. Fields are private to the game's folder; from outside they are
/// read and set by name. The first preset must leave the defaults as they are.
#[macro_export]
macro_rules! rules {
    (
        $(#[$meta:meta])*
        pub struct $Name:ident {
            $( $field:ident : $ty:ty = $default:expr, $en:literal, $es:literal; )*
        }
        presets {
            $( $preset:literal, $pen:literal, $pes:literal { $( $pf:ident : $pv:expr ),* $(,)? } )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $Name { $( #[doc = $en] pub(super) $field: $ty, )* }

        impl Default for $Name {
            fn default() -> Self {
                Self { $( $field: $default, )* }
            }
        }

        impl $crate::Rules for $Name {
            const PRESETS: &'static [$crate::PresetSpec] = &[
                $( $crate::PresetSpec { name: $preset, doc: $crate::Text::new($pen, $pes) }, )+
            ];
            const OPTIONS: &'static [$crate::OptionSpec] = &[
                $( $crate::OptionSpec {
                    name: stringify!($field),
                    doc: $crate::Text::new($en, $es),
                    values: <$ty as $crate::OptionValue>::VALUES,
                }, )*
            ];

            fn preset(name: &str) -> Result<Self, $crate::OptionError> {
                match name {
                    // A preset that names every field leaves nothing for the default to fill.
                    $( $preset => Ok({
                        #[allow(clippy::needless_update)]
                        let rules = Self { $( $pf: $pv, )* ..Self::default() };
                        rules
                    }), )+
                    _ => Err($crate::options::unknown_preset(name, Self::PRESETS)),
                }
            }

            fn get(&self, option: &str) -> Option<String> {
                match option {
                    $( stringify!($field) => Some($crate::OptionValue::write(&self.$field)), )*
                    _ => None,
                }
            }

            // Rules without options have no use for a value.
            #[allow(unused_variables)]
            fn set(&mut self, option: &str, value: &str) -> Result<(), $crate::OptionError> {
                match option {
                    $( stringify!($field) => {
                        self.$field = <$ty as $crate::OptionValue>::read(value).ok_or_else(|| {
                            let values = <$ty as $crate::OptionValue>::VALUES;
                            $crate::options::bad_value(option, value, &values)
                        })?;
                        Ok(())
                    } )*
                    _ => Err($crate::options::unknown_option(option, Self::OPTIONS)),
                }
            }
        }

        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::options::write_id(self))
            }
        }

        impl std::str::FromStr for $Name {
            type Err = $crate::OptionError;

            fn from_str(id: &str) -> Result<Self, Self::Err> {
                $crate::options::read_id(id)
            }
        }

        $crate::serde_as_text!($Name);
    };
}

/// The rules id: the preset with the fewest differences, then those differences.
#[doc(hidden)]
pub fn write_id<R: Rules>(rules: &R) -> String {
    let differences = |preset: &PresetSpec| -> Vec<String> {
        let base = R::preset(preset.name).unwrap_or_default();
        let values = R::OPTIONS
            .iter()
            .map(|option| (option.name, rules.get(option.name), base.get(option.name)));
        values
            .filter(|(_, value, base)| value != base)
            .map(|(name, value, _)| format!(",{name}={}", value.unwrap_or_default()))
            .collect()
    };
    let nearest = R::PRESETS.iter().map(|preset| (preset.name, differences(preset)));
    let (name, changes) = nearest
        .min_by_key(|(_, changes)| changes.len())
        .unwrap_or_default();
    format!("{name}{}", changes.concat())
}

/// Reads a rules id back.
#[doc(hidden)]
pub fn read_id<R: Rules>(id: &str) -> Result<R, OptionError> {
    let mut parts = id.split(',');
    let mut rules = R::preset(parts.next().unwrap_or_default().trim())?;
    for part in parts {
        let Some((option, value)) = part.split_once('=') else {
            let problem = text!(
                "{part:?} is no option: write option=value",
                "{part:?} no es una opción: opción=valor"
            );
            return Err(OptionError { problem });
        };
        rules.set(option.trim(), value.trim())?;
    }
    Ok(rules)
}

#[doc(hidden)]
pub fn unknown_preset(name: &str, known: &[PresetSpec]) -> OptionError {
    let known = known
        .iter()
        .map(|preset| preset.name)
        .collect::<Vec<_>>()
        .join(", ");
    OptionError {
        problem: text!(
            "unknown rules {name:?}: there are {known}",
            "reglas desconocidas {name:?}: hay {known}"
        ),
    }
}

#[doc(hidden)]
pub fn unknown_option(name: &str, known: &[OptionSpec]) -> OptionError {
    let known = known
        .iter()
        .map(|option| option.name)
        .collect::<Vec<_>>()
        .join(", ");
    OptionError {
        problem: text!(
            "unknown option {name:?}: there are {known}",
            "opción desconocida {name:?}: hay {known}"
        ),
    }
}

#[doc(hidden)]
pub fn bad_value(option: &str, value: &str, values: &Text) -> OptionError {
    let (en, es) = (&values.en, &values.es);
    OptionError {
        problem: text!(
            "option {option} does not take {value:?}: {en}",
            "la opción {option} no admite {value:?}: {es}"
        ),
    }
}
