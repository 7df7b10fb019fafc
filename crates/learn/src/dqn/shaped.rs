//! What a game can pay for besides its result, and what is worth counting in its games.

use damero_games::Game;

use super::settings::Shaping;

/// A game that Q-learning can learn.
pub trait Learnable: Game {
    /// What is counted in every game, by name.
    const COUNTED: &'static [&'static str] = &[];

    /// What a move pays to its player besides the result; `self` is the position before it, `after` the one it leads to.
    fn paid(&self, _m: Self::Move, _after: &Self, _shaping: Shaping, _gamma: f32) -> f32 {
        0.0
    }

    /// Adds to `counts`, one for each name in [`COUNTED`](Self::COUNTED), what happens in this move.
    fn count(&self, _m: Self::Move, _counts: &mut [f64]) {}
}

/// Games that pay for more than the result in a file of their own; every other one pays for nothing else.
macro_rules! learnable {
    (Checkers $module:ident) => {};
    ($Game:ident $module:ident) => {
        impl Learnable for damero_games::$module::$Game {}
    };
}
damero_games::for_each_game!(learnable);
