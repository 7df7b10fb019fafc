//! A second reading of the rules of checkers, slow and plain: an 8x8 array of cell codes, no bitboards, nothing shared
//! with the crate. Random games are played with both, and everything that both can say must agree.

use std::collections::HashMap;

use damero_games::checkers::{Action, Checkers, Frame};
use damero_games::random::{SeededRng, below, seeded};
use damero_games::{Game, Notation, Outcome, Player, Rules, Turn};

type Cells = [[i8; 8]; 8];
/// A row and a column; signed, so that stepping off the board needs no care.
type At = (i32, i32);

/// The options, one field each, read from the rules by name.
#[derive(Clone)]
struct Options {
    priority: String,
    first_of_tie: bool,
    crowning: String,
    men_backward: bool,
    men_take_kings: bool,
    flying: bool,
    lone_king: Option<usize>,
    small_ending: Option<usize>,
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
            priority: value("capture_priority"),
            first_of_tie: value("longest_tie") == "first",
            crowning: value("mid_capture_promotion"),
            men_backward: value("men_capture_backward") == "on",
            men_take_kings: value("men_capture_kings") == "on",
            flying: value("king_range") == "flying",
            lone_king: limit("lone_king"),
            small_ending: limit("small_ending"),
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

    /// The squares from `at` on in a direction, as far as the board goes.
    fn ray(at: At, (down, right): At) -> Vec<At> {
        let squares = (1..8).map(|n| (at.0 + n * down, at.1 + n * right));
        squares
            .take_while(|&(row, column)| (0..8).contains(&row) && (0..8).contains(&column))
            .collect()
    }

    /// What can be jumped from `at`: the direction, the piece, and the squares where the piece may land, the nearest first.
    fn targets(&self, cells: &Cells, at: At, code: i8, taken: &[At]) -> Vec<(At, At, Vec<At>)> {
        let far = code.abs() == 2 && self.options.flying;
        let mut found = Vec::new();
        for dir in self.directions(code, true) {
            let ray = Self::ray(at, dir);
            let empty = |at: &At| get(cells, *at) == Some(0);
            let before = if far {
                ray.iter().take_while(|at| empty(at)).count()
            } else {
                0
            };
            let Some(&over) = ray.get(before) else { continue };
            let other = get(cells, over).unwrap();
            let fair = code.abs() == 2 || other.abs() == 1 || self.options.men_take_kings;
            if other.signum() != -code.signum() || !fair || taken.contains(&over) {
                continue;
            }
            let mut land: Vec<At> = ray[before + 1..].iter().copied().take_while(empty).collect();
            land.truncate(if far { 8 } else { 1 });
            if !land.is_empty() {
                found.push((dir, over, land));
            }
        }
        found
    }

    /// All ways to carry a capture on from `at`; `cells` is the board without the moving piece. A king that came in the
    /// direction `ahead` and could go straight on to the same piece from a nearer square does not do so from here.
    fn jumps(&self, cells: &Cells, at: At, code: i8, done: &Way, ahead: Option<At>, all: &mut Vec<Way>) {
        let mut targets = self.targets(cells, at, code, &done.taken);
        targets.retain(|&(dir, ..)| Some(dir) != ahead);
        if targets.is_empty() && !done.taken.is_empty() {
            all.push(done.clone());
        }
        for (dir, over, landings) in targets {
            let reach: Vec<(At, Way, i8, bool, Option<At>)> = landings
                .iter()
                .enumerate()
                .map(|(n, &land)| {
                    let mut way = done.clone();
                    way.path.push(land);
                    way.taken.push(over);
                    let arrived = code.abs() == 1 && land.0 == far_row(code);
                    way.crowned |= arrived && self.options.crowning != "pass_through";
                    let ends = arrived && self.options.crowning == "stop";
                    let goes_on_as_king = arrived && self.options.crowning == "continue_as_king";
                    let code = if goes_on_as_king { 2 * code } else { code };
                    (land, way, code, ends, (n > 0).then_some(dir))
                })
                .collect();
            let goes_on = |(land, way, code, ends, ahead): &(At, Way, i8, bool, Option<At>)| {
                let mut next = self.targets(cells, *land, *code, &way.taken);
                next.retain(|&(dir, ..)| Some(dir) != *ahead);
                !ends && !next.is_empty()
            };
            let any = reach.iter().any(goes_on);
            for one in &reach {
                let (land, way, code, ends, ahead) = one;
                if goes_on(one) {
                    self.jumps(cells, *land, *code, way, *ahead, all);
                } else if !any || *ends {
                    let mut way = way.clone();
                    way.crowned |= code.abs() == 1 && land.0 == far_row(*code);
                    all.push(way);
                }
            }
        }
    }

    /// Of several captures those that must be chosen from: one demand after the other, each among those that are left.
    fn prefer(&self, captures: &mut Vec<Way>) {
        let king = |at: &At| get(&self.cells, *at).unwrap().abs() == 2;
        let pieces = |way: &Way| way.taken.len() as i32;
        let by_king = |way: &Way| i32::from(king(&way.from()));
        let kings = |way: &Way| way.taken.iter().filter(|at| king(at)).count() as i32;
        let early = |way: &Way| -(way.taken.iter().position(king).unwrap_or(0) as i32);
        let demands: &[&dyn Fn(&Way) -> i32] = match self.options.priority.as_str() {
            "any" => &[],
            "longest" => &[&pieces],
            "spanish" => &[&pieces, &kings],
            "italian" => &[&pieces, &by_king, &kings, &early],
            "king_first" => &[&by_king],
            other => panic!("{other} is unknown"),
        };
        for demand in demands {
            let best = captures.iter().map(demand).max();
            captures.retain(|way| Some(demand(way)) == best);
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
            self.jumps(&lifted, at, code, &rest, None, &mut captures);
            for (down, right) in self.directions(code, false) {
                let reach = if code.abs() == 2 && self.options.flying {
                    8
                } else {
                    1
                };
                let ray = Self::ray(at, (down, right)).into_iter().take(reach);
                for to in ray.take_while(|&to| get(&self.cells, to) == Some(0)) {
                    steps.push(Way {
                        path: vec![at, to],
                        taken: Vec::new(),
                        crowned: code.abs() == 1 && to.0 == far_row(code),
                    });
                }
            }
        }
        let capturing = !captures.is_empty();
        self.prefer(&mut captures);
        let mut moves = if capturing { captures } else { steps };
        // Where kings fly moves are found in their order: direction by direction, the nearest square first.
        if !self.options.flying {
            moves.sort_by_key(|way| (way.from(), way.taken.clone(), way.to()));
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
        let most = ["longest", "spanish", "italian"].contains(&self.options.priority.as_str());
        if capturing && most && self.options.first_of_tie {
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
        let count = |code: i8| {
            self.cells
                .iter()
                .flatten()
                .filter(|&&other| other == code)
                .count()
        };
        let (kings, men) = ([count(2), count(-2)], count(1) + count(-1));
        let lone = men == 0 && kings.contains(&1) && kings[0].max(kings[1]) > 2;
        let small = !kings.contains(&0) && men + kings[0] + kings[1] < 4;
        if lone && reached(self.options.lone_king, self.idle)
            || small && reached(self.options.small_ending, self.idle)
        {
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

/// The position as text, each piece by the number of its square and each colour by its letter under the rules.
fn position(cells: &Cells, player: i8, rules: &impl Rules) -> String {
    let value = |name: &str| rules.get(name).unwrap();
    let white = value("red_is") == "white";
    let letter = |code: i8| if (code > 0) == white { 'W' } else { 'B' };
    let number = |row: usize, column: usize| {
        let column = if value("dark_corner") == "right" {
            7 - column
        } else {
            column
        };
        let from_top = 4 * row + column / 2 + 1;
        let from_bottom = value("numbering") == "bottom_right";
        if from_bottom { 33 - from_top } else { from_top }
    };
    let mut text = letter(player).to_string();
    for side in [1, -1] {
        let mut pieces = Vec::new();
        for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            let code: i8 = cells[row][column];
            if code.signum() == side {
                let king = if code.abs() == 2 { "K" } else { "" };
                pieces.push(format!("{king}{}", number(row, column)));
            }
        }
        text += &format!(":{}{}", letter(side), pieces.join(","));
    }
    text
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
    assert_eq!(game.cells(), naive.cells, "{}", place());
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
        let position = position(&cells, player, &rules);
        let Ok(mut game) = Checkers::from_position(&rules, &position) else {
            assert!(
                cells.iter().flatten().all(|&code| code == 0),
                "{position} should be possible"
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

#[test]
fn brazilian_agrees() {
    agree("brazilian", 200_000);
}

#[test]
fn russian_agrees() {
    agree("russian", 200_000);
}

#[test]
fn pool_agrees() {
    agree("pool", 200_000);
}

#[test]
fn spanish_agrees() {
    agree("spanish", 200_000);
}

#[test]
fn italian_agrees() {
    agree("italian", 200_000);
}

#[test]
fn czech_agrees() {
    agree("czech", 200_000);
}

#[test]
fn flying_kings_with_other_options_agree() {
    agree(
        "russian,action_identity=unique,dark_corner=right,lone_king=6",
        50_000,
    );
    agree("brazilian,longest_tie=first,men_capture_kings=off", 50_000);
    agree(
        "spanish,men_capture_backward=on,mid_capture_promotion=continue_as_king,numbering=top_left",
        50_000,
    );
}

#[test]
fn short_kings_with_options_of_the_family_agree() {
    agree(
        "english,mid_capture_promotion=pass_through,men_capture_backward=on",
        50_000,
    );
    agree(
        "seed,capture_priority=king_first,men_capture_kings=off,red_is=white",
        50_000,
    );
    agree(
        "italian,numbering=algebraic,first_player=black,small_ending=4",
        50_000,
    );
}
