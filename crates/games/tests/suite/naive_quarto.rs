//! Quarto read a second time, slowly: nested arrays and words instead of bit planes, written from the rules alone.
//! Whatever the fast game says along random games must be what this one says.

use damero_games::quarto::{Quarto, QuartoRules};
use damero_games::random::{SeededRng, below, seeded};
use damero_games::{Game, Notation, Outcome, Player, Turn};

/// Size, colour, shape, hole: true for tall, light, square, hollow.
type Attributes = [bool; 4];

#[derive(Clone)]
struct Naive {
    squares: bool,
    /// `board[row][column]`.
    board: [[Option<Attributes>; 4]; 4],
    left: Vec<Attributes>,
    hand: Option<Attributes>,
    /// 0 for the player who gave the first piece.
    player: usize,
    end: End,
}

#[derive(Clone, Copy, PartialEq)]
enum End {
    NotYet,
    Won,
    Drawn,
}

impl Naive {
    fn start(squares: bool) -> Self {
        let mut left = Vec::new();
        for size in [false, true] {
            for colour in [false, true] {
                for shape in [false, true] {
                    for hole in [false, true] {
                        left.push([size, colour, shape, hole]);
                    }
                }
            }
        }
        Self {
            squares,
            board: [[None; 4]; 4],
            left,
            hand: None,
            player: 0,
            end: End::NotYet,
        }
    }

    /// An unfinished position from its string.
    fn read(squares: bool, text: &str) -> Self {
        let mut naive = Self::start(squares);
        let mut take = |digit: char| {
            let value = digit.to_digit(16)?;
            let piece = [8, 4, 2, 1].map(|bit| value & bit != 0);
            naive.left.retain(|other| *other != piece);
            Some(piece)
        };
        let (rows, hand) = text.split_once(' ').expect("rows and hand");
        for (row, line) in rows.split('/').enumerate() {
            for (column, digit) in line.chars().enumerate() {
                naive.board[row][column] = take(digit);
            }
        }
        naive.hand = hand.chars().next().and_then(take);
        naive
    }

    fn groups(&self) -> Vec<[(usize, usize); 4]> {
        let mut groups = Vec::new();
        for i in 0..4 {
            groups.push([(i, 0), (i, 1), (i, 2), (i, 3)]);
            groups.push([(0, i), (1, i), (2, i), (3, i)]);
        }
        groups.push([(0, 0), (1, 1), (2, 2), (3, 3)]);
        groups.push([(0, 3), (1, 2), (2, 1), (3, 0)]);
        if self.squares {
            for row in 0..3 {
                for column in 0..3 {
                    groups.push([
                        (row, column),
                        (row, column + 1),
                        (row + 1, column),
                        (row + 1, column + 1),
                    ]);
                }
            }
        }
        groups
    }

    fn complete(&self) -> Vec<[(usize, usize); 4]> {
        let mut complete = Vec::new();
        for group in self.groups() {
            let pieces: Vec<Attributes> = group
                .iter()
                .filter_map(|&(row, column)| self.board[row][column])
                .collect();
            let alike = |i: usize| pieces.iter().all(|piece| piece[i] == pieces[0][i]);
            if pieces.len() == 4 && (0..4).any(alike) {
                complete.push(group);
            }
        }
        complete
    }

    fn moves(&self) -> Vec<String> {
        if self.end != End::NotYet {
            return Vec::new();
        }
        if self.hand.is_none() {
            return self.left.iter().map(name).collect();
        }
        let mut cells = Vec::new();
        for row in 0..4 {
            for column in 0..4 {
                if self.board[row][column].is_none() {
                    cells.push(format!("{}{}", ["a", "b", "c", "d"][column], row + 1));
                }
            }
        }
        cells
    }

    /// Plays the move with this place in the list.
    fn play(&mut self, choice: usize) {
        let Some(piece) = self.hand.take() else {
            self.hand = Some(self.left.remove(choice));
            self.player = 1 - self.player;
            return;
        };
        let mut empty = Vec::new();
        for row in 0..4 {
            for column in 0..4 {
                if self.board[row][column].is_none() {
                    empty.push((row, column));
                }
            }
        }
        let (row, column) = empty[choice];
        self.board[row][column] = Some(piece);
        if !self.complete().is_empty() {
            self.end = End::Won;
        } else if empty.len() == 1 {
            self.end = End::Drawn;
        }
    }

    fn turn(&self) -> Turn {
        // Whoever placed the last piece has not given another, so it is still that player's turn.
        let player = Player::ALL[self.player];
        match self.end {
            End::NotYet => Turn::Player(player),
            End::Won => Turn::Over(Outcome::Win(player)),
            End::Drawn => Turn::Over(Outcome::Draw),
        }
    }

    fn position(&self) -> String {
        let digit = |piece: &Option<Attributes>, none: &str| match piece {
            Some([size, colour, shape, hole]) => {
                let value =
                    8 * u8::from(*size) + 4 * u8::from(*colour) + 2 * u8::from(*shape) + u8::from(*hole);
                format!("{value:X}")
            }
            None => none.to_owned(),
        };
        let rows = self
            .board
            .map(|row| row.iter().map(|cell| digit(cell, ".")).collect::<String>());
        format!("{} {}", rows.join("/"), digit(&self.hand, "-"))
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 || self.end != End::NotYet {
            return 1;
        }
        let mut leaves = 0;
        for choice in 0..self.moves().len() {
            let mut next = self.clone();
            next.play(choice);
            leaves += next.perft(depth - 1);
        }
        leaves
    }
}

fn name(piece: &Attributes) -> String {
    let letters = [["S", "T"], ["D", "L"], ["R", "Q"], ["F", "H"]];
    (0..4).map(|i| letters[i][usize::from(piece[i])]).collect()
}

fn rules(squares: bool) -> QuartoRules {
    let id = if squares { "square" } else { "standard" };
    id.parse().expect("a preset")
}

fn assert_same(fast: &Quarto, slow: &Naive, buf: &mut Vec<damero_games::quarto::QuartoMove>) {
    let position = slow.position();
    assert_eq!(fast.position(), position);
    assert_eq!(fast.turn(), slow.turn(), "{position}");
    fast.moves(buf);
    let moves: Vec<String> = buf.iter().map(ToString::to_string).collect();
    assert_eq!(moves, slow.moves(), "{position}");
    assert_eq!(fast.ending().is_some(), slow.end != End::NotYet, "{position}");
}

fn random_games(squares: bool) {
    let rng: &mut SeededRng = &mut seeded(4);
    let rules = rules(squares);
    let mut buf = Vec::new();
    let (mut positions, mut draws) = (0, 0);
    while positions < 200_000 || draws < 20 {
        let mut fast = Quarto::start(&rules);
        let mut slow = Naive::start(squares);
        assert_same(&fast, &slow, &mut buf);
        while slow.end == End::NotYet {
            let choice = below(rng, buf.len() as u32) as usize;
            fast.play(buf[choice]).expect("a listed move");
            slow.play(choice);
            assert_same(&fast, &slow, &mut buf);
            let read = Quarto::from_position(&rules, &slow.position()).expect("a reached position");
            assert_eq!(read, fast, "{}", slow.position());
            positions += 1;
        }
        draws += u32::from(slow.end == End::Drawn);
    }
}

#[test]
fn random_games_agree_with_squares() {
    random_games(true);
}

#[test]
fn random_games_agree_without_squares() {
    random_games(false);
}

/// Boards filled without a thought: exactly those are accepted in which one piece can be taken away so that no group
/// is complete, and if one is complete there must be no piece in hand.
fn arbitrary_boards(squares: bool) {
    let rng = &mut seeded(5);
    let rules = rules(squares);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..100_000 {
        let mut slow = Naive::start(squares);
        for cell in 0..16 {
            if below(rng, 3) > 0 {
                let piece = below(rng, slow.left.len() as u32) as usize;
                slow.board[cell / 4][cell % 4] = Some(slow.left.remove(piece));
            }
        }
        if !slow.left.is_empty() && below(rng, 3) == 0 {
            slow.hand = slow.left.pop();
        }
        let complete = !slow.complete().is_empty();
        let reachable = !complete
            || slow.hand.is_none()
                && (0..16).any(|cell| {
                    let mut before = slow.clone();
                    before.board[cell / 4][cell % 4] = None;
                    before.complete().is_empty()
                });
        let read = Quarto::from_position(&rules, &slow.position());
        assert_eq!(read.is_ok(), reachable, "{}", slow.position());
        if let Ok(game) = read {
            let full = slow.left.is_empty() && slow.hand.is_none();
            assert_eq!(game.ending().is_some(), complete || full, "{}", slow.position());
            accepted += 1;
        } else {
            refused += 1;
        }
    }
    assert!(accepted > 10_000 && refused > 10_000, "{accepted} and {refused}");
}

#[test]
fn arbitrary_boards_agree_with_squares() {
    arbitrary_boards(true);
}

#[test]
fn arbitrary_boards_agree_without_squares() {
    arbitrary_boards(false);
}

/// The golden counts are those of this reading, too; the largest take too long for every day.
#[test]
fn golden_perft_counts_agree() {
    let (mut slow, mut checked) = (Naive::start(true), 0);
    for line in include_str!("../data/perft/quarto.txt").lines() {
        match line.split_once(' ') {
            Some(("rules", id)) => slow = Naive::start(id == "square"),
            Some(("position", text)) => slow = Naive::read(slow.squares, text),
            Some(("depth", numbers)) => {
                let numbers: Vec<u64> = numbers
                    .split(' ')
                    .map(|number| number.parse().expect("a number"))
                    .collect();
                if numbers[1] < 100_000 {
                    assert_eq!(slow.perft(numbers[0] as u32), numbers[1], "{line}");
                    checked += 1;
                }
            }
            _ => {}
        }
    }
    assert!(checked > 60, "{checked}");
}

/// Perft from the middle of random games, where lines end by wins and draws at different depths.
#[test]
fn perft_agrees() {
    let rng = &mut seeded(6);
    for squares in [true, false] {
        let mut buf = Vec::new();
        for plies in 8..30 {
            let mut fast = Quarto::start(&rules(squares));
            let mut slow = Naive::start(squares);
            for _ in 0..plies {
                fast.moves(&mut buf);
                if buf.is_empty() {
                    break;
                }
                let choice = below(rng, buf.len() as u32) as usize;
                fast.play(buf[choice]).expect("a listed move");
                slow.play(choice);
            }
            for depth in 0..=if plies < 20 { 3 } else { 6 } {
                assert_eq!(fast.perft(depth), slow.perft(depth), "{}", slow.position());
            }
        }
    }
}
