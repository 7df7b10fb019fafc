//! Checkers: a win of material by force, or of the game, by full-width search.

use damero_games::checkers::Checkers;
use damero_games::{Game, Player, Turn};

use super::{Line, Method, Puzzled, Theme};

/// What a man is worth, and a king.
const MAN: i32 = 100;
const KING: i32 = 150;

/// Up to so many pieces it is an ending.
const ENDING: u32 = 8;

impl Puzzled for Checkers {
    const METHODS: &'static [Method] = &[Method::Forced(9), Method::Material(9)];

    /// A man.
    const MARGIN: i32 = MAN;

    const THEMES: &'static [Theme] = &[
        Theme::new("multi-capture", "Multiple capture", "Captura múltiple"),
        Theme::new("crown", "Crowning", "Coronación"),
        Theme::new("sacrifice", "Sacrifice", "Sacrificio"),
        Theme::new("shot", "Shot", "Golpe"),
        Theme::new("blockade", "Blockade", "Bloqueo"),
        Theme::new("kings", "King play", "Juego de damas"),
        Theme::new("ending", "Ending", "Final"),
    ];

    const SHIPPED: &'static [u8] = include_bytes!("../../puzzles/checkers.gz");

    /// A game is won by force within a few moves only when few pieces are left.
    fn is_within_reach(&self, method: Method) -> bool {
        match method {
            Method::Forced(_) => count(self) <= ENDING,
            Method::Exact | Method::Points | Method::Material(_) => count(self) > 4,
        }
    }

    fn material(&self, player: Player) -> i32 {
        let count = |pieces: u64| pieces.count_ones() as i32;
        MAN * count(self.men(player)) + KING * count(self.kings(player))
    }

    fn is_settled(&self) -> bool {
        !self.must_capture()
    }

    fn themes(line: &Line<Self>) -> Vec<&'static str> {
        let mut found = Vec::new();
        let gives = line.replies().any(|(_, m)| m.is_capture());
        let takes = line.decisions().any(|(_, m)| m.jumps() >= 2);
        if takes {
            found.push("multi-capture");
        }
        if gives {
            found.push("sacrifice");
        }
        if gives && takes {
            found.push("shot");
        }
        if line.decisions().any(|(game, m)| game.crowns(*m)) {
            found.push("crown");
        }
        if line
            .decisions()
            .any(|(game, m)| game.kings(line.solver) & m.from().bit() != 0)
        {
            found.push("kings");
        }
        let enemy = line.solver.other();
        if matches!(line.end.turn(), Turn::Over(_)) && line.end.pieces(enemy) != 0 {
            found.push("blockade");
        }
        if count(line.start()) <= ENDING {
            found.push("ending");
        }
        found
    }
}

fn count(game: &Checkers) -> u32 {
    Player::ALL
        .into_iter()
        .map(|player| game.pieces(player).count_ones())
        .sum()
}
