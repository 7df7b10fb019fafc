//! Quarto joins the searchable games with the evaluation that lives beside its solver.

use damero_games::quarto::Quarto;

use super::Searchable;
use crate::quarto::QuartoEval;

impl Searchable for Quarto {
    type Eval = QuartoEval;

    /// Placing and giving.
    const PLIES_PER_TURN: u32 = 2;
}
