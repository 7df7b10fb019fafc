//! A second reading of the rules of checkers, slow and plain: an 8x8 array of cell codes, no bitboards, nothing shared
//! with the crate. Random games are played with both, and everything that both can say must agree.

use std::collections::HashMap;

use damero_games::checkers::{Action, Checkers, CheckersSetup, Frame};
use damero_games::random::{SeededRng, below, seeded};
use damero_games::{Game, Notation, Outcome, Player, Rules, Turn};

type Cells = [[i8; 8]; 8];
/// A row and a column; signed, so that stepping off the board needs no care.
type At = (i32, i32);

/// The options, one field each, read from the rules by name.
#[derive(Clone)]
struct Options {
    longest: bool,
    first_of_tie: bool,
    go_on_as_king: bool,
    men_backward: bool,
    block_is_draw: bool,
    repetition: Option<usize>,
    no_progress: Option<usize>,
    man_is_progress: bool,
    steps: Option<usize>,
    unique: bool,
}

impl Options {
    fn of(rules: &impl Rules) -> Self {
        let value = |name: &str| rules.get(name).unwrap();
        let limit = |name: &str| value(name).parse().ok();
        Self {
            longest: value("capture_priority") == "longest",
            first_of_tie: value("longest_tie") == "first",
            go_on_as_king: value("mid_capture_promotion") == "continue_as_king",
            men_backward: value("men_capture_backward") == "on",
            block_is_draw: value("mutual_block") == "draw",
            repetition: limit("repetition"),
            no_progress: limit("no_progress"),
            man_is_progress: value("no_progress_reset") == "capture_or_man",
            steps: limit("max_episode_steps"),
            unique: value("action_identity") == "unique",
        }
    }
}

/// A move as a list of squares, with what is taken on the way and whether a man is crowned.
#[derive(Clone, PartialEq, Debug)]
struct Way {
    path: Vec<At>,
    taken: Vec<At>,
    crowned: bool,
}

impl Way {
    fn from(&self) -> At {
        self.path[0]
    }

    fn to(&self) -> At {
        *self.path.last().unwrap()
    }

    fn same_result(&self, other: &Self) -> bool {
        let sorted = |way: &Self| {
            let mut taken = way.taken.clone();
            taken.sort_unstable();
            taken
        };
        self.from() == other.from() && self.to() == other.to() && sorted(self) == sorted(other)
    }
}

#[derive(Clone)]
struct Naive {
    cells: Cells,
    /// +1 red, -1 black.
    player: i8,
    options: Options,
    seen: HashMap<(Cells, i8), usize>,
    ply: usize,
    idle: usize,
}

fn get(cells: &Cells, (row, column): At) -> Option<i8> {
    let inside = (0..8).contains(&row) && (0..8).contains(&column);
    inside.then(|| cells[row as usize][column as usize])
}

fn put(cells: &mut Cells, (row, column): At, code: i8) {
    cells[row as usize][column as usize] = code;
}

/// The row where men of this colour are crowned.
fn far_row(code: i8) -> i32 {
    if code > 0 { 0 } else { 7 }
}

impl Naive {
    fn new(cells: Cells, player: i8, options: Options) -> Self {
        Self {
            cells,
            player,
            options,
            seen: HashMap::from([((cells, player), 1)]),
            ply: 0,
            idle: 0,
        }
    }

    /// The directions of a piece; red men go up, to smaller rows.
    fn directions(&self, code: i8, capture: bool) -> Vec<At> {
        let forward = -i32::from(code.signum());
        let free = code.abs() == 2 || capture && self.options.men_backward;
        let all = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        all.into_iter()
            .filter(|&(down, _)| free || down == forward)
            .collect()
    }

    /// All ways to carry a capture on from `at`; `cells` is the board without the moving piece.
    fn jumps(&self, cells: &Cells, at: At, code: i8, done: &Way, all: &mut Vec<Way>) {
        let mut further = false;
        for (down, right) in self.directions(code, true) {
            let over = (at.0 + down, at.1 + right);
            let land = (at.0 + 2 * down, at.1 + 2 * right);
            let enemy = get(cells, over).is_some_and(|other| other.signum() == -code.signum());
            if !enemy || get(cells, land) != Some(0) || done.taken.contains(&over) {
                continue;
            }
            further = true;
            let mut way = done.clone();
            way.path.push(land);
            way.taken.push(over);
            let crowned = code.abs() == 1 && land.0 == far_row(code);
            way.crowned |= crowned;
            if crowned && !self.options.go_on_as_king {
                all.push(way);
            } else {
                let code = if crowned { 2 * code } else { code };
                self.jumps(cells, land, code, &way, all);
            }
        }
        if !further && !done.taken.is_empty() {
            all.push(done.clone());
        }
    }

    /// All moves of a player, as if it were that player's turn.
    fn moves_of(&self, player: i8) -> Vec<Way> {
        let (mut steps, mut captures) = (Vec::new(), Vec::new());
        for at in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            let code = get(&self.cells, at).unwrap();
            if code.signum() != player {
                continue;
            }
            let rest = Way {
                path: vec![at],
                taken: Vec::new(),
                crowned: false,
            };
            let mut lifted = self.cells;
            put(&mut lifted, at, 0);
            self.jumps(&lifted, at, code, &rest, &mut captures);
            for (down, right) in self.directions(code, false) {
                let to = (at.0 + down, at.1 + right);
                if get(&self.cells, to) == Some(0) {
                    steps.push(Way {
                        path: vec![at, to],
                        taken: Vec::new(),
                        crowned: code.abs() == 1 && to.0 == far_row(code),
                    });
                }
            }
        }
        let capturing = !captures.is_empty();
        let mut moves = if capturing { captures } else { steps };
        moves.sort_by_key(|way| (way.from(), way.taken.clone(), way.to()));
        if self.options.longest {
            let most = moves.iter().map(|way| way.taken.len()).max().unwrap_or(0);
            moves.retain(|way| way.taken.len() == most);
        }
        if self.options.unique {
            let mut kept: Vec<Way> = Vec::new();
            for way in moves {
                if !kept.iter().any(|other| other.same_result(&way)) {
                    kept.push(way);
                }
            }
            moves = kept;
        }
        if capturing && self.options.longest && self.options.first_of_tie {
            moves.truncate(1);
        }
        moves
    }

    fn pieces(&self, player: i8) -> usize {
        let own = |code: &&i8| code.signum() == player;
        self.cells.iter().flatten().filter(own).count()
    }

    /// The winner when it is over, 0 being a draw, and whether it was cut short.
    fn result(&self) -> Option<(i8, bool)> {
        let (player, other) = (self.player, -self.player);
        if self.pieces(other) == 0 {
            return Some((player, false));
        }
        if self.moves_of(player).is_empty() {
            let stuck_too = self.pieces(player) > 0 && self.moves_of(other).is_empty();
            let draw = self.options.block_is_draw && stuck_too;
            return Some((if draw { 0 } else { other }, false));
        }
        if self.ply == 0 {
            return None;
        }
        let reached = |limit: Option<usize>, count: usize| limit.is_some_and(|limit| count >= limit);
        let repeated = self.seen[&(self.cells, player)];
        if reached(self.options.repetition, repeated) || reached(self.options.no_progress, self.idle) {
            return Some((0, false));
        }
        reached(self.options.steps, self.ply).then_some((0, true))
    }

    fn play(&mut self, way: &Way) {
        let code = get(&self.cells, way.from()).unwrap();
        put(&mut self.cells, way.from(), 0);
        for &taken in &way.taken {
            put(&mut self.cells, taken, 0);
        }
        put(
            &mut self.cells,
            way.to(),
            if way.crowned { 2 * code } else { code },
        );
        let progress = !way.taken.is_empty() || self.options.man_is_progress && code.abs() == 1;
        self.idle = if progress { 0 } else { self.idle + 1 };
        self.player = -self.player;
        self.ply += 1;
        *self.seen.entry((self.cells, self.player)).or_insert(0) += 1;
    }
}

fn start_cells() -> Cells {
    let mut cells = [[0; 8]; 8];
    for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
        if (row + column) % 2 == 1 {
            let code = match row {
                0..=2 => -1,
                5..=7 => 1,
                _ => 0,
            };
            put(&mut cells, (row, column), code);
        }
    }
    cells
}

/// A random arrangement, with more kings and captures than games from the start have.
fn random_cells(rng: &mut SeededRng) -> Cells {
    let mut cells = [[0; 8]; 8];
    for code in [1, -1] {
        for _ in 0..2 + below(rng, 11) {
            let at = (below(rng, 8) as i32, below(rng, 8) as i32);
            let king = below(rng, 3) == 0 || at.0 == far_row(code);
            if (at.0 + at.1) % 2 == 1 && get(&cells, at) == Some(0) {
                put(&mut cells, at, if king { 2 * code } else { code });
            }
        }
    }
    cells
}

fn as_way(action: &Action) -> Way {
    let at = |&[row, column]: &[u8; 2]| (i32::from(row), i32::from(column));
    assert_eq!(action.sequence_length, Some(action.captures.len().max(1)));
    let way = Way {
        path: action.path.as_ref().unwrap().iter().map(at).collect(),
        taken: action.captures.iter().map(at).collect(),
        crowned: action.promotion.unwrap(),
    };
    assert_eq!((way.from(), way.to()), (at(&action.from), at(&action.to)));
    way
}

/// Compares everything; returns the legal moves.
fn compare(game: &Checkers, naive: &Naive) -> Vec<Way> {
    let place = || format!("{} {}", game.rules(), game.position());
    assert_eq!(game.setup().cells(), naive.cells, "{}", place());
    let player = if naive.player == 1 {
        Player::First
    } else {
        Player::Second
    };
    assert_eq!(game.to_move(), player, "{}", place());
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let Some((winner, truncated)) = naive.result() else {
        let ways = naive.moves_of(naive.player);
        let action = |&m| as_way(&Action::new(game, m, Frame::Absolute));
        let ours: Vec<Way> = moves.iter().map(action).collect();
        assert_eq!(ours, ways, "{}", place());
        assert_eq!(game.turn(), Turn::Player(player), "{}", place());
        assert_eq!(game.count_moves(), ways.len(), "{}", place());
        assert!(moves.iter().all(|&m| game.is_legal(m)), "{}", place());
        return ways;
    };
    let outcome = match winner {
        0 => Outcome::Draw,
        1 => Outcome::Win(Player::First),
        _ => Outcome::Win(Player::Second),
    };
    assert_eq!(game.turn(), Turn::Over(outcome), "{}", place());
    assert_eq!(
        game.ending().map(|ending| ending.truncated),
        Some(truncated),
        "{}",
        place()
    );
    assert!(moves.is_empty(), "{}", place());
    Vec::new()
}

/// Plays games alternately from the start and from random arrangements until enough positions were compared.
fn agree(id: &str, positions: usize) {
    let rules: <Checkers as Game>::Rules = id.parse().unwrap();
    let options = Options::of(&rules);
    let first = if rules.get("first_player").unwrap() == "red" {
        1
    } else {
        -1
    };
    let mut rng = seeded(id.len() as u64);
    let mut compared = 0;
    for number in 0.. {
        let (cells, player) = if number % 2 == 0 {
            (start_cells(), first)
        } else {
            (random_cells(&mut rng), [1, -1][below(&mut rng, 2) as usize])
        };
        let turn = if player == 1 {
            Player::First
        } else {
            Player::Second
        };
        let setup = CheckersSetup::from_cells(&cells, turn).unwrap();
        let Ok(mut game) = Checkers::from_setup(&rules, &setup) else {
            assert!(
                cells.iter().flatten().all(|&code| code == 0),
                "{setup} should be possible"
            );
            continue;
        };
        if number % 2 == 0 {
            assert_eq!(game, Checkers::start(&rules));
        }
        let mut naive = Naive::new(cells, player, options.clone());
        loop {
            let ways = compare(&game, &naive);
            compared += 1;
            if ways.is_empty() {
                break;
            }
            let pick = below(&mut rng, ways.len() as u32) as usize;
            let mut moves = Vec::new();
            game.moves(&mut moves);
            game.play(moves[pick]).unwrap();
            naive.play(&ways[pick]);
        }
        if compared >= positions {
            break;
        }
    }
}

#[test]
fn seed_agrees() {
    agree("seed", 400_000);
}

#[test]
fn english_agrees() {
    agree("english", 400_000);
}

#[test]
fn any_capture_with_crowned_men_going_on_agrees() {
    agree("seed,capture_priority=any,first_player=black", 100_000);
}

#[test]
fn longest_capture_with_crowned_men_stopping_agrees() {
    agree("seed,mid_capture_promotion=stop,mutual_block=loss", 100_000);
}

#[test]
fn unique_actions_agree() {
    agree("seed,action_identity=unique,no_progress=20", 100_000);
}

#[test]
fn first_of_the_longest_agrees() {
    agree("seed,longest_tie=first,repetition=2", 100_000);
}

#[test]
fn men_that_capture_backwards_agree() {
    agree(
        "english,men_capture_backward=on,capture_priority=longest,max_episode_steps=60",
        100_000,
    );
}

#[test]
fn men_that_capture_backwards_and_go_on_as_kings_agree() {
    agree(
        "seed,men_capture_backward=on,capture_priority=any,repetition=off,no_progress=30",
        100_000,
    );
}
