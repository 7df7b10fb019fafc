//! Azul for Q-learning: as every game, but its positions have long texts.

use damero_games::azul::Azul;

use crate::dqn::Learnable;

impl Learnable for Azul {
    const LONGEST_POSITION: usize = 400;
}
