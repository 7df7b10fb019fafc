//! The options of tic-tac-toe: none, and one preset.

rules! {
    /// The rules of tic-tac-toe.
    pub struct TicTacToeRules {}
    presets {
        "standard", "three in a line win", "tres en línea ganan" {}
    }
}
