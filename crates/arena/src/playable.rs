//! Where the players of every game are compiled.
//!
//! The compiler writes a generic function anew in each crate that calls it, here with all engines of all games. The
//! methods of this trait are implemented for each game in this crate, so their code is written once, and whoever wants a
//! player links to it.

use damero_search::Searchable;

use crate::contestant::{Builtin, Contestant};
use crate::spec::{Spec, SpecError};

/// A game whose players can be named by a [`Spec`]. Every game of the registry is one.
pub trait Playable: Searchable {
    /// The player at the board: see [`Spec::contestant`].
    ///
    /// # Errors
    /// If the player cannot play this game, or its tables cannot be used.
    fn contestant(spec: &Spec, seed: u64) -> Result<Box<dyn Contestant<Self>>, SpecError>;

    /// One of our own agents, for games under `rules` or under any: see [`Spec::builtin`].
    ///
    /// # Errors
    /// If the spec means a program outside, its tables cannot be used, or it is a network that learned under other rules.
    fn builtin(spec: &Spec, rules: Option<&Self::Rules>, seed: u64) -> Result<Builtin<Self>, SpecError>;
}

macro_rules! playable {
    ($Game:ident $module:ident) => {
        impl Playable for damero_games::$module::$Game {
            fn contestant(spec: &Spec, seed: u64) -> Result<Box<dyn Contestant<Self>>, SpecError> {
                spec.make_contestant(seed)
            }

            fn builtin(
                spec: &Spec,
                rules: Option<&Self::Rules>,
                seed: u64,
            ) -> Result<Builtin<Self>, SpecError> {
                spec.make_builtin(rules, seed)
            }
        }
    };
}
damero_games::for_each_game!(playable);
