//! What a game can pay for besides its result, and what is worth counting in its games.

use damero_games::Game;

use super::settings::Shaping;

/// A game that Q-learning can learn.
pub trait Learnable: Game {
    /// What is counted in every game, by name.
    const COUNTED: &'static [&'static str] = &[];

    /// Longer texts of positions do not come about; the memory of decisions has room for so much.
    const LONGEST_POSITION: usize = 158;

    /// What a move pays to its player besides the result; `self` is the position before it, `after` the one it leads to.
    fn paid(&self, _m: Self::Move, _after: &Self, _shaping: Shaping, _gamma: f32) -> f32 {
        0.0
    }

    /// Adds to `counts`, one for each name in [`COUNTED`](Self::COUNTED), what happens in this move.
    fn count(&self, _m: Self::Move, _counts: &mut [f64]) {}
}

/// Games that say something of their own do so in a file of their own; every other one is as usual.
macro_rules! learnable {
    (Azul $module:ident) => {};
    (Checkers $module:ident) => {};
    ($Game:ident $module:ident) => {
        impl Learnable for damero_games::$module::$Game {}
    };
}
damero_games::for_each_game!(learnable);
