//! Azul: the end of the last round, when a row is sure to be completed and no deal comes any more, by points.

use damero_games::azul::{Azul, AzulMove, Source, Target, wall_column};
use damero_games::{Game, Player, Turn};

use super::{Line, Method, Puzzled, Theme};

/// More moves than these are not tried: the search would seldom reach the end.
const MOST_MOVES: usize = 60;

impl Puzzled for Azul {
    const METHODS: &'static [Method] = &[Method::Points];

    /// One point is seldom worth a puzzle.
    const MARGIN: i32 = 2;

    const THEMES: &'static [Theme] = &[
        Theme::new("row", "Finish a row", "Completar una fila"),
        Theme::new("column", "Finish a column", "Completar una columna"),
        Theme::new("colour", "Finish a colour", "Completar un color"),
        Theme::new("floor", "To the floor", "Al suelo"),
        Theme::new("burden", "Tiles for the other floor", "Azulejos al suelo ajeno"),
        Theme::new("marker", "The first-player marker", "La ficha de primer jugador"),
        Theme::new("turns-the-game", "Turns the game", "Da la vuelta a la partida"),
    ];

    const SHIPPED: &'static [u8] = include_bytes!("../../puzzles/azul.gz");

    /// The game must end with this round whatever happens: a full line stands beside a row that lacks its tile only.
    fn is_within_reach(&self, _method: Method) -> bool {
        let ends = |player: Player| {
            let board = self.board(player);
            (0..5).any(|row| is_full(self, player, row) && (board.wall() >> (5 * row) & 31).count_ones() == 4)
        };
        Player::ALL.into_iter().any(ends) && (4..=MOST_MOVES).contains(&self.count_moves())
    }

    fn themes(line: &Line<Self>) -> Vec<&'static str> {
        let mut found = Vec::new();
        let solver = line.solver;
        for (game, m) in line.decisions() {
            if m.target == Target::FLOOR {
                found.push("floor");
            }
            if m.source == Source::CENTRE && game.marker().is_none() {
                found.push("marker");
            }
            found.extend(finishes(game, solver, *m));
        }
        if line.replies().any(|(_, m)| m.target == Target::FLOOR) {
            found.push("burden");
        }
        if line.value > 0 && line.second <= 0 {
            found.push("turns-the-game");
        }
        found
    }
}

/// Whether a pattern line is full.
fn is_full(game: &Azul, player: Player, row: usize) -> bool {
    let line = game.board(player).line(row);
    line.is_some_and(|(_, held)| held as usize == row + 1)
}

/// What the tile of a move completes when the round is tiled.
fn finishes(game: &Azul, player: Player, m: AzulMove) -> Vec<&'static str> {
    let mut next = game.clone();
    next.play_unchecked(m);
    let row = m.target.index();
    // After the last move of the game the walls are tiled already.
    let over = !matches!(next.turn(), Turn::Player(_));
    if m.target == Target::FLOOR || !(over || is_full(&next, player, row)) {
        return Vec::new();
    }
    let mut wall = game.board(player).wall();
    for row in 0..5 {
        if let Some((colour, held)) = game.board(player).line(row)
            && held as usize == row + 1
        {
            wall |= 1 << (5 * row + wall_column(colour, row));
        }
    }
    let column = wall_column(m.colour, row);
    wall |= 1 << (5 * row + column);
    let has = |row: usize, column: usize| wall >> (5 * row + column) & 1 == 1;
    let mut found = Vec::new();
    if (0..5).all(|column| has(row, column)) {
        found.push("row");
    }
    if (0..5).all(|row| has(row, column)) {
        found.push("column");
    }
    if (0..5).all(|row| has(row, wall_column(m.colour, row))) {
        found.push("colour");
    }
    found
}
