//! A second reading of the rules of Azul, written from the rules alone: lists of tiles, no packing, no masks.

use damero_games::{Outcome, Player};

pub(crate) const LETTERS: &[u8; 5] = b"BYRKW";

/// A tile is the letter of its colour; the marker is `M`.
pub(crate) type Tile = u8;

#[derive(Clone, Default)]
pub(crate) struct Board {
    pub(crate) score: i32,
    pub(crate) lines: [Vec<Tile>; 5],
    wall: [[bool; 5]; 5],
    floor: Vec<Tile>,
    /// The marker was taken, but the floor had no slot for it.
    marker_beside: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Phase {
    Play,
    Deal,
    Over,
}

#[derive(Clone)]
pub(crate) struct Naive {
    round: u32,
    max_rounds: u32,
    pub(crate) phase: Phase,
    pub(crate) player: usize,
    /// Who opened this round.
    opener: usize,
    /// The factories, then the centre.
    pub(crate) sources: Vec<Vec<Tile>>,
    marker_in_centre: bool,
    pub(crate) boards: [Board; 2],
    bag: Vec<Tile>,
    lid: Vec<Tile>,
}

fn colour_number(tile: Tile) -> usize {
    LETTERS.iter().position(|&letter| letter == tile).unwrap()
}

/// Rule 4.
fn column(tile: Tile, row: usize) -> usize {
    (colour_number(tile) + row) % 5
}

fn take_one(heap: &mut Vec<Tile>, tile: Tile) -> bool {
    let found = heap.iter().position(|&other| other == tile);
    found.map(|i| heap.remove(i)).is_some()
}

impl Board {
    /// Rule 14.
    fn accepts(&self, row: usize, tile: Tile) -> bool {
        let line = &self.lines[row];
        let free = line.len() < row + 1;
        let same = line.iter().all(|&other| other == tile);
        free && same && !self.wall[row][column(tile, row)]
    }

    /// Rules 16 and 18.
    fn drop_to_floor(&mut self, tile: Tile, lid: &mut Vec<Tile>) {
        if self.floor.len() < 7 {
            self.floor.push(tile);
        } else {
            lid.push(tile);
        }
    }

    /// Rule 22, walking from the tile in the four directions.
    fn points(&self, row: usize, column: usize) -> i32 {
        let reach = |row_step: i32, column_step: i32| {
            let (mut r, mut c, mut n) = (row as i32, column as i32, 0);
            loop {
                r += row_step;
                c += column_step;
                let inside = (0..5).contains(&r) && (0..5).contains(&c);
                if !inside || !self.wall[r as usize][c as usize] {
                    return n;
                }
                n += 1;
            }
        };
        let across = 1 + reach(0, 1) + reach(0, -1);
        let down = 1 + reach(1, 0) + reach(-1, 0);
        let mut points = 0;
        if across > 1 {
            points += across;
        }
        if down > 1 {
            points += down;
        }
        points.max(1)
    }

    /// Rules 21 to 25.
    fn tile_wall(&mut self, lid: &mut Vec<Tile>) {
        for row in 0..5 {
            if self.lines[row].len() == row + 1 {
                let tile = self.lines[row].pop().unwrap();
                let column = column(tile, row);
                self.wall[row][column] = true;
                self.score += self.points(row, column);
                lid.append(&mut self.lines[row]);
            }
        }
        for (slot, tile) in self.floor.drain(..).enumerate() {
            self.score -= [1, 1, 2, 2, 2, 3, 3][slot];
            if tile != b'M' {
                lid.push(tile);
            }
        }
        self.score = self.score.max(0);
        self.marker_beside = false;
    }

    pub(crate) fn rows(&self) -> i32 {
        self.wall
            .iter()
            .filter(|row| row.iter().all(|&cell| cell))
            .count() as i32
    }

    /// Rule 27.
    fn bonus(&self) -> i32 {
        let full_column = |column: &usize| (0..5).all(|row| self.wall[row][*column]);
        let full_colour = |tile: &&Tile| (0..5).all(|row| self.wall[row][column(**tile, row)]);
        let columns = (0..5).filter(full_column).count() as i32;
        let colours = LETTERS.iter().filter(full_colour).count() as i32;
        2 * self.rows() + 7 * columns + 10 * colours
    }

    fn text(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(|line| heap_text(line)).collect();
        let mut wall = Vec::new();
        for row in 0..5 {
            let mut text = [b'.'; 5];
            for &tile in LETTERS {
                if self.wall[row][column(tile, row)] {
                    text[column(tile, row)] = tile;
                }
            }
            wall.push(String::from_utf8(text.to_vec()).unwrap());
        }
        let mut floor = String::from_utf8(self.floor.clone()).unwrap();
        if self.marker_beside {
            floor.push('M');
        }
        if floor.is_empty() {
            floor.push('-');
        }
        format!("{};{};{};{floor}", self.score, lines.join("/"), wall.join("/"))
    }

    fn read(text: &str) -> Self {
        let parts: Vec<&str> = text.split(';').collect();
        let mut board = Self {
            score: parts[0].parse().unwrap(),
            ..Self::default()
        };
        for (row, line) in parts[1].split('/').enumerate() {
            board.lines[row] = read_heap(line);
        }
        for (row, cells) in parts[2].split('/').enumerate() {
            for (column, cell) in cells.bytes().enumerate() {
                board.wall[row][column] = cell != b'.';
            }
        }
        board.floor = read_heap(parts[3]);
        board.marker_beside = board.floor.len() == 8;
        board.floor.truncate(7);
        board
    }
}

fn read_heap(text: &str) -> Vec<Tile> {
    text.bytes().filter(|&byte| byte != b'-').collect()
}

/// The letters in the order of the colours, the marker last, or `-`.
fn heap_text(heap: &[Tile]) -> String {
    let mut text = String::new();
    for &letter in LETTERS {
        for _ in heap.iter().filter(|&&tile| tile == letter) {
            text.push(letter as char);
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

fn counts_text(heap: &[Tile]) -> String {
    let count = |letter: &Tile| heap.iter().filter(|&tile| tile == letter).count().to_string();
    LETTERS.iter().map(count).collect::<Vec<_>>().join(",")
}

impl Naive {
    pub(crate) fn start(opener: usize, max_rounds: u32) -> Self {
        let mut bag = Vec::new();
        for &letter in LETTERS {
            bag.extend([letter; 20]);
        }
        Self {
            round: 1,
            max_rounds,
            phase: Phase::Deal,
            player: opener,
            opener,
            sources: vec![Vec::new(); 6],
            marker_in_centre: false,
            boards: Default::default(),
            bag,
            lid: Vec::new(),
        }
    }

    /// Reads a position string in which the marker is taken or not all factories have one colour: only then is the
    /// opener of the round of no importance.
    pub(crate) fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let (phase, player) = match words[1] {
            "1" => (Phase::Play, 0),
            "2" => (Phase::Play, 1),
            other => panic!("{other}: only positions with a player to move"),
        };
        let mut sources: Vec<Vec<Tile>> = words[2].split('/').map(read_heap).collect();
        let centre = read_heap(words[3]);
        sources.push(centre.iter().copied().filter(|&tile| tile != b'M').collect());
        let read_counts = |text: &str| {
            let counts = text.split(',').map(|n| n.parse::<usize>().unwrap());
            counts
                .zip(LETTERS)
                .flat_map(|(n, &letter)| vec![letter; n])
                .collect()
        };
        Self {
            round: words[0].parse().unwrap(),
            max_rounds: 50,
            phase,
            player,
            opener: player,
            sources,
            marker_in_centre: centre.contains(&b'M'),
            boards: [Board::read(words[4]), Board::read(words[5])],
            bag: read_counts(words[6]),
            lid: read_counts(words[7]),
        }
    }

    pub(crate) fn text(&self) -> String {
        let phase = match self.phase {
            Phase::Play => "",
            Phase::Deal => "deal",
            Phase::Over => "over",
        };
        let factories: Vec<String> = self.sources[..5].iter().map(|heap| heap_text(heap)).collect();
        let centre = match (heap_text(&self.sources[5]).as_str(), self.marker_in_centre) {
            ("-", true) => "M".to_owned(),
            (tiles, true) => format!("{tiles}M"),
            (tiles, false) => tiles.to_owned(),
        };
        format!(
            "{} {phase}{} {} {centre} {} {} {} {}",
            self.round,
            self.player + 1,
            factories.join("/"),
            self.boards[0].text(),
            self.boards[1].text(),
            counts_text(&self.bag),
            counts_text(&self.lid)
        )
    }

    /// All legal moves as source, tile, target.
    pub(crate) fn moves(&self) -> Vec<(usize, Tile, usize)> {
        let mut moves = Vec::new();
        if self.phase != Phase::Play {
            return moves;
        }
        for (source, heap) in self.sources.iter().enumerate() {
            for &tile in LETTERS {
                if heap.contains(&tile) {
                    let lines = (0..5).filter(|&row| self.boards[self.player].accepts(row, tile));
                    moves.extend(lines.chain([5]).map(|target| (source, tile, target)));
                }
            }
        }
        moves
    }

    pub(crate) fn play(&mut self, (source, tile, target): (usize, Tile, usize)) {
        let taken = self.sources[source]
            .iter()
            .filter(|&&other| other == tile)
            .count();
        self.sources[source].retain(|&other| other != tile);
        let board = &mut self.boards[self.player];
        if source < 5 {
            let rest = std::mem::take(&mut self.sources[source]);
            self.sources[5].extend(rest);
        } else if self.marker_in_centre {
            self.marker_in_centre = false;
            if board.floor.len() < 7 {
                board.floor.push(b'M');
            } else {
                board.marker_beside = true;
            }
        }
        for _ in 0..taken {
            if target < 5 && board.lines[target].len() < target + 1 {
                board.lines[target].push(tile);
            } else {
                board.drop_to_floor(tile, &mut self.lid);
            }
        }
        if self.sources.iter().all(Vec::is_empty) {
            self.end_round();
        } else {
            self.player = 1 - self.player;
        }
    }

    fn end_round(&mut self) {
        let has_marker = |board: &Board| board.marker_beside || board.floor.contains(&b'M');
        let next = self.boards.iter().position(has_marker).unwrap_or(self.opener);
        self.marker_in_centre = false;
        for board in &mut self.boards {
            board.tile_wall(&mut self.lid);
        }
        if self.boards.iter().any(|board| board.rows() > 0) || self.round == self.max_rounds {
            for board in &mut self.boards {
                board.score += board.bonus();
            }
            self.phase = Phase::Over;
        } else {
            self.phase = Phase::Deal;
            self.round += 1;
            self.player = next;
            self.opener = next;
        }
    }

    /// Rules 33 and 34. The order inside a factory is not told, so any order that works will do; false if none does.
    pub(crate) fn deal(&mut self, text: &str) -> bool {
        let mut bag = self.bag.clone();
        let mut lid = self.lid.clone();
        let mut factories = Vec::new();
        for factory in text.split('/') {
            let mut wanted = read_heap(factory);
            factories.push(wanted.clone());
            while !wanted.is_empty() {
                if bag.is_empty() {
                    bag = std::mem::take(&mut lid);
                }
                let Some(i) = wanted.iter().position(|tile| bag.contains(tile)) else {
                    return false;
                };
                let tile = wanted.remove(i);
                assert!(take_one(&mut bag, tile));
            }
        }
        (self.bag, self.lid) = (bag, lid);
        self.sources[..5].clone_from_slice(&factories);
        self.marker_in_centre = true;
        self.phase = Phase::Play;
        true
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        if self.phase != Phase::Over {
            return None;
        }
        let [a, b] = &self.boards;
        let difference = (a.score - b.score, a.rows() - b.rows());
        Some(match difference {
            (0, 0) => Outcome::Draw,
            (0, rows) if rows > 0 => Outcome::Win(Player::First),
            (points, _) if points > 0 => Outcome::Win(Player::First),
            _ => Outcome::Win(Player::Second),
        })
    }

    /// Leaves of the tree, a deal or the end of the game ending a line.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 || self.phase != Phase::Play {
            return 1;
        }
        let moves = self.moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        let after = |m| {
            let mut next = self.clone();
            next.play(m);
            next.perft(depth - 1)
        };
        moves.into_iter().map(after).sum()
    }
}
