//! A second reading of the rules of Reversi, square by square on a plain array, compared with the bitboards.

use damero_games::random::seeded;
use damero_games::reversi::{Reversi, ReversiRules};
use damero_games::{Game, Notation, Outcome, Player, Turn};

const DIRECTIONS: [(i32, i32); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

#[derive(Clone)]
struct Board {
    cells: [[char; 8]; 8],
    mover: char,
}

fn other(disc: char) -> char {
    if disc == 'X' { 'O' } else { 'X' }
}

impl Board {
    fn start() -> Self {
        let mut cells = [['-'; 8]; 8];
        // Column d is 3, row 4 is 3.
        cells[3][3] = 'O';
        cells[4][4] = 'O';
        cells[4][3] = 'X';
        cells[3][4] = 'X';
        Self { cells, mover: 'X' }
    }

    fn at(&self, row: i32, column: i32) -> Option<char> {
        let row = self.cells.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    /// The discs that `disc` on this square turns.
    fn turned(&self, disc: char, row: i32, column: i32) -> Vec<(i32, i32)> {
        let mut all = Vec::new();
        if self.at(row, column) != Some('-') {
            return all;
        }
        for (down, right) in DIRECTIONS {
            let mut run = Vec::new();
            let (mut r, mut c) = (row + down, column + right);
            while self.at(r, c) == Some(other(disc)) {
                run.push((r, c));
                (r, c) = (r + down, c + right);
            }
            if self.at(r, c) == Some(disc) {
                all.extend(run);
            }
        }
        all
    }

    fn placements(&self, disc: char) -> Vec<(i32, i32)> {
        let squares = (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
        squares
            .filter(|&(row, column)| !self.turned(disc, row, column).is_empty())
            .collect()
    }

    fn moves(&self) -> Vec<String> {
        let name = |&(row, column): &(i32, i32)| {
            format!(
                "{}{}",
                ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'][column as usize],
                row + 1
            )
        };
        let mine: Vec<String> = self.placements(self.mover).iter().map(name).collect();
        match (mine.is_empty(), self.placements(other(self.mover)).is_empty()) {
            (true, true) => Vec::new(),
            (true, false) => vec!["--".to_owned()],
            _ => mine,
        }
    }

    fn play(&mut self, text: &str) {
        if text != "--" {
            let column = "abcdefgh".find(&text[..1]).expect("a column") as i32;
            let row: i32 = text[1..].parse::<i32>().expect("a row") - 1;
            for (r, c) in self.turned(self.mover, row, column) {
                self.cells[r as usize][c as usize] = self.mover;
            }
            self.cells[row as usize][column as usize] = self.mover;
        }
        self.mover = other(self.mover);
    }

    fn count(&self, disc: char) -> i32 {
        self.cells.iter().flatten().filter(|&&cell| cell == disc).count() as i32
    }

    fn position(&self) -> String {
        let cells: String = self.cells.iter().flatten().collect();
        format!("{cells} {}", self.mover)
    }

    /// Result and tournament score of a finished game.
    fn result(&self) -> (Outcome, i32, i32) {
        let (black, white) = (self.count('X'), self.count('O'));
        match black - white {
            0 => (Outcome::Draw, black, white),
            1.. => (Outcome::Win(Player::First), 64 - white, white),
            _ => (Outcome::Win(Player::Second), black, 64 - black),
        }
    }
}

#[test]
fn both_readings_agree_on_100_000_positions() {
    let mut rng = seeded(64);
    let mut positions = 0;
    while positions < 100_000 {
        let mut game = Reversi::start(&ReversiRules::default());
        let mut board = Board::start();
        let mut buf = Vec::new();
        loop {
            positions += 1;
            assert_eq!(game.position(), board.position());
            game.moves(&mut buf);
            let texts: Vec<String> = buf.iter().map(ToString::to_string).collect();
            assert_eq!(texts, board.moves(), "{}", board.position());
            if texts.is_empty() {
                let (outcome, black, white) = board.result();
                let scores = game.scores().expect("Reversi keeps scores");
                assert_eq!(game.turn(), Turn::Over(outcome));
                assert_eq!((scores.first, scores.second), (black, white));
                break;
            }
            let mover = if board.mover == 'X' {
                Player::First
            } else {
                Player::Second
            };
            assert_eq!(game.turn(), Turn::Player(mover));
            let m = game.random_move(&mut rng, &mut buf);
            game.play(m).expect("a random move is legal");
            board.play(&m.to_string());
        }
    }
}
