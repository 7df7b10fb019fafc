//! The options of checkers. The defaults are the rules of the house; `english` is the official game.

use crate::options::{Limit, Repetition};
use crate::player::Player;

choice! {
    /// Who moves first. Red keeps the first seat in either case; only the turn at the start changes.
    pub enum FirstPlayer {
        /// Red, as usual.
        Red = "red",
        /// Black.
        Black = "black",
    }
}

impl FirstPlayer {
    /// The seat of that colour.
    #[must_use]
    pub const fn player(self) -> Player {
        match self {
            Self::Red => Player::First,
            Self::Black => Player::Second,
        }
    }
}

choice! {
    /// Which of several captures must be taken.
    pub enum CapturePriority {
        /// Only those that take the most pieces, over the whole board.
        Longest = "longest",
        /// Any of them, as long as it is finished.
        Any = "any",
    }
}

choice! {
    /// What is legal when several captures take the same largest number of pieces.
    pub enum LongestTie {
        /// All of them.
        All = "all",
        /// Only the first in the order of the list of moves.
        First = "first",
    }
}

choice! {
    /// What happens to a man that reaches the far row in the middle of a capture.
    pub enum MidCapturePromotion {
        /// It is crowned and goes on capturing as a king.
        ContinueAsKing = "continue_as_king",
        /// It is crowned and the move ends.
        Stop = "stop",
    }
}

choice! {
    /// What happens when both sides have pieces and neither can move.
    pub enum MutualBlock {
        /// A draw.
        Draw = "draw",
        /// The side to move loses, as with any other block.
        Loss = "loss",
    }
}

choice! {
    /// What counts as progress.
    pub enum NoProgressReset {
        /// A capture.
        Capture = "capture",
        /// A capture or a move of a man.
        CaptureOrMan = "capture_or_man",
    }
}

choice! {
    /// When two captures are the same action.
    pub enum ActionIdentity {
        /// Never: another order of jumps is another action.
        Path = "path",
        /// When they lead from the same square to the same square over the same pieces; the first path is listed.
        Unique = "unique",
    }
}

rules! {
    /// The rules of checkers.
    pub struct CheckersRules {
        first_player: FirstPlayer = FirstPlayer::Red,
            "who moves first",
            "quién mueve primero";
        capture_priority: CapturePriority = CapturePriority::Longest,
            "which captures must be taken: those of the most pieces, or any",
            "qué capturas son obligatorias: las de más piezas o cualquiera";
        longest_tie: LongestTie = LongestTie::All,
            "which of the captures are legal when several take the same largest number of pieces",
            "cuáles de las capturas son legales cuando varias toman la misma cantidad máxima de piezas";
        mid_capture_promotion: MidCapturePromotion = MidCapturePromotion::ContinueAsKing,
            "a man that reaches the far row in the middle of a capture goes on as a king, or stops",
            "un peón que llega a la última fila en plena captura sigue como dama o se detiene";
        men_capture_backward: bool = false,
            "men capture backwards too",
            "los peones también capturan hacia atrás";
        mutual_block: MutualBlock = MutualBlock::Draw,
            "both sides have pieces and neither can move: a draw, or a loss for the side to move",
            "ambos bandos tienen piezas y ninguno puede mover: tablas o derrota de quien mueve";
        repetition: Repetition = Repetition::THREEFOLD,
            "the game is drawn when a position with the same side to move occurs this often",
            "tablas cuando una posición con el mismo turno ocurre esta cantidad de veces";
        no_progress: Limit = Limit::OFF,
            "the game is drawn after so many plies without progress",
            "tablas después de tantas jugadas sin progreso";
        no_progress_reset: NoProgressReset = NoProgressReset::Capture,
            "what counts as progress",
            "qué cuenta como progreso";
        max_episode_steps: Limit = Limit::new(300),
            "the game is cut short after so many plies and counts as a draw",
            "la partida se corta después de tantas jugadas y cuenta como tablas";
        action_identity: ActionIdentity = ActionIdentity::Path,
            "whether another order of the same jumps is another action",
            "si otro orden de los mismos saltos es otra acción";
    }
    presets {
        "seed", "American checkers with the longest capture compulsory and men that go on as kings",
        "damas americanas con la captura más larga obligatoria y peones que siguen como damas" {}
        "english", "American checkers, also called English draughts, as the federations play it",
        "damas americanas o inglesas, como las juegan las federaciones" {
            capture_priority: CapturePriority::Any,
            mid_capture_promotion: MidCapturePromotion::Stop,
            mutual_block: MutualBlock::Loss,
            no_progress: Limit::new(80),
            no_progress_reset: NoProgressReset::CaptureOrMan,
        }
    }
}

impl CheckersRules {
    /// The same rules without the draws that depend on the past.
    #[must_use]
    pub const fn without_limits(self) -> Self {
        Self {
            repetition: Repetition::OFF,
            no_progress: Limit::OFF,
            max_episode_steps: Limit::OFF,
            ..self
        }
    }

    pub(super) const fn longest(&self) -> bool {
        matches!(self.capture_priority, CapturePriority::Longest)
    }

    /// Whether several captures that the other options allow shrink to one in the list of moves.
    pub(super) const fn thins_out(&self) -> bool {
        matches!(self.action_identity, ActionIdentity::Unique)
            || self.longest() && matches!(self.longest_tie, LongestTie::First)
    }
}
