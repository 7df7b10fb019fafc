//! The options of Azul.

use crate::options::Limit;
use crate::player::Player;

choice! {
    /// Who opens the first round.
    pub enum FirstPlayer {
        /// The first player.
        First = "first",
        /// The second player.
        Second = "second",
    }
}

impl FirstPlayer {
    /// The player.
    pub(super) const fn player(self) -> Player {
        match self {
            Self::First => Player::First,
            Self::Second => Player::Second,
        }
    }
}

rules! {
    /// The rules of Azul.
    pub struct AzulRules {
        first_player: FirstPlayer = FirstPlayer::First,
            "who opens the first round",
            "quién abre la primera ronda";
        max_rounds: Limit = Limit::new(50),
            "after this many rounds the game ends as it stands; off means 65535",
            "tras este número de rondas la partida termina como esté; off significa 65535";
    }
    presets {
        "standard", "two players, the coloured side of the board", "dos jugadores, el lado de color del tablero" {}
    }
}

impl AzulRules {
    /// The last round that is played. Nothing else bounds the game: both may play to the floor for ever.
    pub(super) fn last_round(&self) -> u16 {
        self.max_rounds.get().unwrap_or(u16::MAX)
    }
}
