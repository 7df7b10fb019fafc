//! The options of checkers. The defaults are the rules of the house; `english` is the official game; the other presets
//! are the family of draughts on 8x8 squares.

use super::naming::Naming;
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
        /// Those that take the most pieces, and of these those that take the most kings.
        Spanish = "spanish",
        /// Those that take the most pieces; of these those by a king; of these those that take the most kings; of these
        /// those that meet a king the earliest.
        Italian = "italian",
        /// Any capture by a king if there is one, else any.
        KingFirst = "king_first",
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
        /// It goes on capturing as a man, and is crowned only if the move ends there.
        PassThrough = "pass_through",
    }
}

choice! {
    /// How far a king goes.
    pub enum KingRange {
        /// One square, and it jumps over neighbours only.
        Short = "short",
        /// As far as the diagonal is free, before and behind the piece that it takes.
        Flying = "flying",
    }
}

choice! {
    /// Which near corner of a player is a playing square.
    pub enum DarkCorner {
        /// The left one.
        Left = "left",
        /// The right one: the same board in a mirror.
        Right = "right",
    }
}

choice! {
    /// How squares are called, seen from red's side.
    pub enum Numbering {
        /// 1 to 32 from the right end of red's home row.
        BottomRight = "bottom_right",
        /// 1 to 32 from the left end of the far row.
        TopLeft = "top_left",
        /// By column and row, as in chess: a1 is at red's left hand.
        Algebraic = "algebraic",
    }
}

choice! {
    /// Which colour of the standard notation red is.
    pub enum RedIs {
        /// Black, who moves first in English draughts.
        Black = "black",
        /// White, who moves first elsewhere.
        White = "white",
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
            "which captures must be taken: those of the most pieces, any, or as a national game has it",
            "qué capturas son obligatorias: las de más piezas, cualquiera, o como en un juego nacional";
        longest_tie: LongestTie = LongestTie::All,
            "which of the captures are legal when several take the same largest number of pieces",
            "cuáles de las capturas son legales cuando varias toman la misma cantidad máxima de piezas";
        mid_capture_promotion: MidCapturePromotion = MidCapturePromotion::ContinueAsKing,
            "a man that reaches the far row in the middle of a capture goes on as a king, stops, or goes on as a man",
            "un peón que llega a la última fila en plena captura sigue como dama, se detiene o sigue como peón";
        men_capture_backward: bool = false,
            "men capture backwards too",
            "los peones también capturan hacia atrás";
        men_capture_kings: bool = true,
            "men may capture kings",
            "los peones pueden capturar damas";
        king_range: KingRange = KingRange::Short,
            "how far kings move and capture: one square, or along the whole diagonal",
            "hasta dónde mueven y capturan las damas: una casilla o toda la diagonal";
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
        lone_king: Limit = Limit::OFF,
            "the game is drawn after so many plies without progress in which a lone king faces three kings or more",
            "tablas después de tantas jugadas sin progreso en las que una dama sola se enfrenta a tres damas o más";
        small_ending: Limit = Limit::OFF,
            "the game is drawn after so many plies without progress with at most three pieces, kings on both sides",
            "tablas después de tantas jugadas sin progreso con tres piezas como máximo y damas en ambos bandos";
        max_episode_steps: Limit = Limit::new(300),
            "the game is cut short after so many plies and counts as a draw",
            "la partida se corta después de tantas jugadas y cuenta como tablas";
        action_identity: ActionIdentity = ActionIdentity::Path,
            "whether another order of the same jumps is another action",
            "si otro orden de los mismos saltos es otra acción";
        dark_corner: DarkCorner = DarkCorner::Left,
            "which near corner is a playing square",
            "qué esquina cercana es casilla de juego";
        numbering: Numbering = Numbering::BottomRight,
            "how squares are called: numbers from red's right hand or from the far left, or letters and digits",
            "cómo se llaman las casillas: números desde la derecha de rojas o desde el fondo a la izquierda, o letras y cifras";
        red_is: RedIs = RedIs::Black,
            "which colour of the standard notation red is",
            "qué color de la notación estándar son las rojas";
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
        "brazilian", "Brazilian draughts: flying kings, the longest capture, men capture backwards",
        "damas brasileñas: damas voladoras, captura más larga, peones que capturan hacia atrás" {
            mid_capture_promotion: MidCapturePromotion::PassThrough,
            men_capture_backward: true,
            king_range: KingRange::Flying,
            mutual_block: MutualBlock::Loss,
            no_progress: Limit::new(40),
            no_progress_reset: NoProgressReset::CaptureOrMan,
            small_ending: Limit::new(10),
            numbering: Numbering::Algebraic,
            red_is: RedIs::White,
        }
        "russian", "Russian draughts, shashki: flying kings, any capture, men go on as kings",
        "damas rusas, shashki: damas voladoras, cualquier captura, peones que siguen como damas" {
            capture_priority: CapturePriority::Any,
            men_capture_backward: true,
            king_range: KingRange::Flying,
            mutual_block: MutualBlock::Loss,
            no_progress: Limit::new(30),
            no_progress_reset: NoProgressReset::CaptureOrMan,
            small_ending: Limit::new(10),
            numbering: Numbering::Algebraic,
            red_is: RedIs::White,
        }
        "pool", "American pool checkers: flying kings, any capture, men capture backwards",
        "pool checkers americano: damas voladoras, cualquier captura, peones que capturan hacia atrás" {
            capture_priority: CapturePriority::Any,
            mid_capture_promotion: MidCapturePromotion::PassThrough,
            men_capture_backward: true,
            king_range: KingRange::Flying,
            mutual_block: MutualBlock::Loss,
            no_progress: Limit::new(80),
            no_progress_reset: NoProgressReset::CaptureOrMan,
            lone_king: Limit::new(26),
        }
        "spanish", "Spanish draughts: flying kings, the most pieces and then the most kings",
        "damas españolas: damas voladoras, la mayor cantidad y después la mayor calidad" {
            capture_priority: CapturePriority::Spanish,
            mid_capture_promotion: MidCapturePromotion::Stop,
            king_range: KingRange::Flying,
            mutual_block: MutualBlock::Loss,
            no_progress: Limit::new(80),
            no_progress_reset: NoProgressReset::CaptureOrMan,
            dark_corner: DarkCorner::Right,
            red_is: RedIs::White,
        }
        "italian", "Italian draughts: short kings that men cannot take, and four rules of precedence",
        "damas italianas: damas cortas que los peones no capturan, y cuatro reglas de precedencia" {
            capture_priority: CapturePriority::Italian,
            mid_capture_promotion: MidCapturePromotion::Stop,
            men_capture_kings: false,
            mutual_block: MutualBlock::Loss,
            no_progress: Limit::new(80),
            no_progress_reset: NoProgressReset::CaptureOrMan,
            dark_corner: DarkCorner::Right,
            numbering: Numbering::TopLeft,
            red_is: RedIs::White,
        }
        "czech", "Czech draughts: flying kings, and a king captures before a man",
        "damas checas: damas voladoras, y la dama captura antes que el peón" {
            capture_priority: CapturePriority::KingFirst,
            mid_capture_promotion: MidCapturePromotion::Stop,
            king_range: KingRange::Flying,
            mutual_block: MutualBlock::Loss,
            no_progress: Limit::new(30),
            no_progress_reset: NoProgressReset::CaptureOrMan,
            numbering: Numbering::Algebraic,
            red_is: RedIs::White,
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
            lone_king: Limit::OFF,
            small_ending: Limit::OFF,
            max_episode_steps: Limit::OFF,
            ..self
        }
    }

    /// Whether these are American checkers, whatever their captures and draws: short kings, standard numbers. Other rules
    /// have a generator of moves of their own, and no endgame tables.
    #[must_use]
    pub const fn is_american(&self) -> bool {
        matches!(
            self.capture_priority,
            CapturePriority::Longest | CapturePriority::Any
        ) && !matches!(self.mid_capture_promotion, MidCapturePromotion::PassThrough)
            && self.men_capture_kings
            && !self.flying()
            && matches!(self.dark_corner, DarkCorner::Left)
            && matches!(self.numbering, Numbering::BottomRight)
            && matches!(self.red_is, RedIs::Black)
            && !self.draws_endings()
    }

    pub(super) const fn flying(&self) -> bool {
        matches!(self.king_range, KingRange::Flying)
    }

    /// Whether some endings are drawn sooner than others.
    pub(super) const fn draws_endings(&self) -> bool {
        self.lone_king.get().is_some() || self.small_ending.get().is_some()
    }

    /// Whether the most pieces have to be taken, whatever decides between equals.
    pub(super) const fn longest(&self) -> bool {
        matches!(
            self.capture_priority,
            CapturePriority::Longest | CapturePriority::Spanish | CapturePriority::Italian
        )
    }

    pub(super) const fn naming(&self) -> Naming {
        Naming::new(self.numbering, self.dark_corner)
    }

    /// The letter of a colour in standard notation.
    pub(super) const fn letter(&self, player: Player) -> char {
        match (player, self.red_is) {
            (Player::First, RedIs::Black) | (Player::Second, RedIs::White) => 'B',
            (Player::First, RedIs::White) | (Player::Second, RedIs::Black) => 'W',
        }
    }

    /// Whether several captures that the other options allow shrink to one in the list of moves.
    pub(super) const fn thins_out(&self) -> bool {
        matches!(self.action_identity, ActionIdentity::Unique)
            || self.longest() && matches!(self.longest_tie, LongestTie::First)
    }
}
