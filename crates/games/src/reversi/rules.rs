//! The options of Reversi.

choice! {
    /// What the game is called. The rules are the same.
    pub enum Variant {
        /// Reversi.
        Reversi = "reversi",
        /// Othello.
        Othello = "othello",
    }
}

choice! {
    /// How the final score counts the squares that stay empty.
    pub enum ScoreRule {
        /// They go to the winner, as in tournaments.
        Tournament = "tournament",
        /// They go to nobody.
        Raw = "raw",
    }
}

rules! {
    /// The rules of Reversi.
    pub struct ReversiRules {
        variant: Variant = Variant::Reversi,
            "the name of the game; the rules are the same",
            "el nombre del juego; las reglas son las mismas";
        score: ScoreRule = ScoreRule::Tournament,
            "who gets the empty squares at the end: the winner, or nobody",
            "quién recibe las casillas vacías al final: el ganador o nadie";
    }
    presets {
        "standard", "tournament rules", "reglas de torneo" {}
    }
}
