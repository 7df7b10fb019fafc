//! ChessFive once more, slowly: squares in a table, hands as letters, the whole past as a list of boards. Random
//! games compare every answer of the fast one with it.

use std::collections::BTreeSet;

use damero_games::chessfive::ChessFive;
use damero_games::random::{SeededRng, below, seeded};
use damero_games::{Game, Notation, Outcome, Player, Rules, Turn};

type Board = Vec<Vec<Option<(usize, char)>>>;

/// The game as the rules page tells it. Player 0 is Cyan; `board[rank][file]`.
#[derive(Clone)]
struct Naive {
    size: usize,
    length: usize,
    captures: bool,
    gravity_win: bool,
    fixed_order: bool,
    limit: Option<usize>,
    repetition: Option<usize>,
    board: Board,
    hands: [Vec<char>; 2],
    player: usize,
    chess: bool,
    plies: usize,
    /// All positions of phase Chess, the present one last.
    past: Vec<(Board, usize)>,
    over: Option<Outcome>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Move {
    Drop(char, usize),
    Step((usize, usize), (usize, usize)),
}

impl Naive {
    fn new(rules: &<ChessFive as Game>::Rules) -> Self {
        let on = |option| rules.get(option).as_deref() == Some("on");
        let number = |option| rules.get(option).and_then(|value| value.parse().ok());
        let (size, length, hand) = match rules.get("board").as_deref() {
            Some("speed") => (6, 4, "RNBQK"),
            _ => (8, 5, "RRNNBBQK"),
        };
        let hand: Vec<char> = hand.chars().collect();
        Self {
            size,
            length,
            captures: on("captures"),
            gravity_win: on("gravity_win"),
            fixed_order: on("fixed_order"),
            limit: number("move_limit"),
            repetition: number("repetition"),
            board: vec![vec![None; size]; size],
            hands: [hand.clone(), hand],
            player: 0,
            chess: false,
            plies: 0,
            past: Vec::new(),
            over: None,
        }
    }

    fn moves(&self) -> Vec<Move> {
        if self.over.is_some() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        if !self.chess {
            let mut kinds = self.hands[self.player].clone();
            if self.fixed_order {
                kinds.truncate(1);
            }
            kinds.dedup();
            for kind in kinds {
                for file in 0..self.size {
                    if self.board[self.size - 1][file].is_none() {
                        moves.push(Move::Drop(kind, file));
                    }
                }
            }
            return moves;
        }
        for rank in 0..self.size {
            for file in 0..self.size {
                if let Some((owner, kind)) = self.board[rank][file]
                    && owner == self.player
                {
                    self.piece_moves(rank, file, kind, &mut moves);
                }
            }
        }
        moves
    }

    fn piece_moves(&self, rank: usize, file: usize, kind: char, moves: &mut Vec<Move>) {
        let straight = [(0, 1), (0, -1), (1, 0), (-1, 0)];
        let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let jumps = [
            (1, 2),
            (2, 1),
            (-1, 2),
            (-2, 1),
            (1, -2),
            (2, -1),
            (-1, -2),
            (-2, -1),
        ];
        let (steps, far): (Vec<(i32, i32)>, usize) = match kind {
            'R' => (straight.to_vec(), 8),
            'B' => (diagonal.to_vec(), 8),
            'Q' => ([straight, diagonal].concat(), 8),
            'K' => ([straight, diagonal].concat(), 1),
            _ => (jumps.to_vec(), 1),
        };
        for (up, right) in steps {
            let (mut r, mut f) = (rank as i32, file as i32);
            for _ in 0..far {
                r += up;
                f += right;
                let inside = 0..self.size as i32;
                if !inside.contains(&r) || !inside.contains(&f) {
                    break;
                }
                let to = (r as usize, f as usize);
                match self.board[to.0][to.1] {
                    None => moves.push(Move::Step((rank, file), to)),
                    Some((owner, _)) => {
                        if self.captures && owner != self.player {
                            moves.push(Move::Step((rank, file), to));
                        }
                        break;
                    }
                }
            }
        }
    }

    fn play(&mut self, m: Move) {
        let mover = self.player;
        self.player = 1 - mover;
        let (place, may_win) = match m {
            Move::Drop(kind, file) => {
                let at = self.hands[mover]
                    .iter()
                    .position(|&k| k == kind)
                    .expect("in hand");
                self.hands[mover].remove(at);
                let rank = (0..self.size)
                    .find(|&rank| self.board[rank][file].is_none())
                    .expect("not full");
                self.board[rank][file] = Some((mover, kind));
                self.chess = self.hands.iter().all(Vec::is_empty);
                ((rank, file), self.gravity_win)
            }
            Move::Step(from, to) => {
                self.board[to.0][to.1] = self.board[from.0][from.1].take();
                self.plies += 1;
                (to, true)
            }
        };
        if self.chess {
            self.past.push((self.board.clone(), self.player));
        }
        if may_win && self.line_through(place, mover) {
            self.over = Some(Outcome::Win(Player::ALL[mover]));
        } else if self.chess {
            let times = self
                .past
                .iter()
                .filter(|&then| Some(then) == self.past.last())
                .count();
            if self.moves().is_empty()
                || self.repetition.is_some_and(|most| times >= most)
                || self.limit.is_some_and(|most| self.plies >= most)
            {
                self.over = Some(Outcome::Draw);
            }
        }
    }

    fn line_through(&self, (rank, file): (usize, usize), player: usize) -> bool {
        let own = |r: i32, f: i32| {
            let cell = usize::try_from(r)
                .ok()
                .and_then(|r| self.board.get(r))
                .and_then(|row| usize::try_from(f).ok().and_then(|f| row.get(f)));
            matches!(cell, Some(Some((owner, _))) if *owner == player)
        };
        let run = |up: i32, right: i32| {
            (1..)
                .take_while(|i| own(rank as i32 + i * up, file as i32 + i * right))
                .count()
        };
        [(0, 1), (1, 0), (1, 1), (1, -1)]
            .iter()
            .any(|&(up, right)| 1 + run(up, right) + run(-up, -right) >= self.length)
    }

    fn text(&self, m: Move) -> String {
        let square = |(rank, file): (usize, usize)| format!("{}{}", (b'a' + file as u8) as char, rank + 1);
        match m {
            Move::Drop(kind, file) => format!("{kind}@{}", (b'a' + file as u8) as char),
            Move::Step(from, to) => {
                let (_, kind) = self.board[from.0][from.1].expect("a piece moves");
                let sign = if self.board[to.0][to.1].is_some() {
                    'x'
                } else {
                    '-'
                };
                format!("{kind}{}{sign}{}", square(from), square(to))
            }
        }
    }

    fn position(&self) -> String {
        let mut ranks = Vec::new();
        for row in self.board.iter().rev() {
            let cells: String = row
                .iter()
                .map(|cell| match cell {
                    None => '1',
                    Some((0, kind)) => *kind,
                    Some((_, kind)) => kind.to_ascii_lowercase(),
                })
                .collect();
            let mut text = cells;
            for n in (2..=8).rev() {
                text = text.replace(&"1".repeat(n), &n.to_string());
            }
            ranks.push(text);
        }
        let hand = |player: usize| {
            let letters: String = self.hands[player].iter().collect();
            if letters.is_empty() {
                "-".to_owned()
            } else {
                letters
            }
        };
        let hands = match (hand(0), hand(1).to_lowercase()) {
            (first, second) if first == "-" && second == "-" => "-".to_owned(),
            (first, second) => format!("{first}/{second}"),
        };
        let side = ["c", "m"][self.player];
        let won = matches!(self.over, Some(Outcome::Win(_))) && !self.gravity_win;
        let mark = if won { " #" } else { "" };
        format!("{} {side} {hands} {}{mark}", ranks.join("/"), self.plies)
    }

    fn turn(&self) -> Turn {
        self.over
            .map_or(Turn::Player(Player::ALL[self.player]), Turn::Over)
    }
}

/// A random move; every other one goes straight back if it can, so that positions do come again.
fn choose(naive: &Naive, mine: Option<Move>, rng: &mut SeededRng) -> Move {
    let moves = naive.moves();
    if let Some(Move::Step(from, to)) = mine
        && moves.contains(&Move::Step(to, from))
        && below(rng, 2) == 0
    {
        return Move::Step(to, from);
    }
    moves[below(rng, moves.len() as u32) as usize]
}

fn compare(rules: &str, seed: u64) {
    let rules = rules.parse().expect("rules that exist");
    let mut rng = seeded(seed);
    let mut positions = 0;
    let mut endings = BTreeSet::new();
    let mut buf = Vec::new();
    while positions < 100_000 {
        let mut fast = ChessFive::start(&rules);
        let mut slow = Naive::new(&rules);
        let mut last = [None; 2];
        // Without any limit a random game could take very long.
        for _ in 0..400 {
            positions += 1;
            let position = slow.position();
            assert_eq!(fast.position(), position);
            assert_eq!(fast.turn(), slow.turn(), "{position}");
            assert_eq!(fast.key(), fast.key_from_scratch(), "{position}");
            fast.moves(&mut buf);
            let listed: Vec<String> = buf.iter().map(ToString::to_string).collect();
            let found: BTreeSet<String> = listed.iter().cloned().collect();
            let expected: BTreeSet<String> = slow.moves().iter().map(|&m| slow.text(m)).collect();
            assert_eq!(found, expected, "{position}");
            assert_eq!(found.len(), listed.len(), "no move twice: {position}");
            assert_eq!(fast.count_moves(), listed.len(), "{position}");
            if slow.over.is_some() {
                break;
            }
            let picked = fast.random_move(&mut rng, &mut buf).to_string();
            assert!(expected.contains(&picked), "{picked} in {position}");
            let m = choose(&slow, last[slow.player], &mut rng);
            last[slow.player] = Some(m);
            let text = slow.text(m);
            slow.play(m);
            let m = fast.read_move(&text).expect("legal in both");
            fast.play(m).expect("legal in both");
        }
        if let Some(ending) = fast.ending() {
            assert!(!ending.truncated);
            endings.insert(ending.reason.en.to_string());
        }
    }
    assert!(!endings.is_empty(), "some games ended");
    let repeats = !rules.to_string().contains("repetition=off");
    assert_eq!(
        endings.iter().any(|reason| reason.contains("times")),
        repeats,
        "games ended by repetition: {endings:?}"
    );
}

/// Leaves of the tree below, a finished game being one leaf.
fn leaves(game: &Naive, depth: usize) -> u64 {
    if depth == 0 || game.over.is_some() {
        return 1;
    }
    let after = |m| {
        let mut next = game.clone();
        next.play(m);
        next
    };
    game.moves()
        .into_iter()
        .map(|m| leaves(&after(m), depth - 1))
        .sum()
}

#[test]
fn same_trees() {
    let five = "R@a R@b N@c N@d B@e B@f Q@a Q@b K@c K@d";
    let eight = "R@a R@b N@c N@d B@e B@f Q@g Q@h K@a K@b B@c B@d N@e N@f R@g R@h";
    let openings = [
        ("speed", ""),
        ("speed", five),
        ("speed,captures=on", five),
        ("speed,fixed_order=on", "R@a R@a N@a N@b B@b B@b Q@b"),
        ("classic,fixed_order=on", ""),
        ("classic", "R@a R@a N@b N@b B@c B@c R@d R@d"),
        ("classic", eight),
        ("classic,captures=on", eight),
    ];
    for (rules, opening) in openings {
        let rules = rules.parse().expect("rules that exist");
        let mut fast = ChessFive::start(&rules);
        let mut slow = Naive::new(&rules);
        for text in opening.split_whitespace() {
            let m = slow.moves().into_iter().find(|&m| slow.text(m) == text);
            slow.play(m.expect("legal"));
            let m = fast.read_move(text).expect("legal");
            fast.play(m).expect("legal");
        }
        for depth in 1..=3 {
            let found = fast.forget_past().perft(depth);
            assert_eq!(found, leaves(&slow, depth as usize), "{rules} {opening}");
        }
    }
}

#[test]
fn classic() {
    compare("classic", 1);
}

#[test]
fn speed() {
    compare("speed", 2);
}

#[test]
fn captures() {
    compare("classic,captures=on", 3);
}

#[test]
fn captures_on_the_small_board() {
    compare("speed,captures=on,move_limit=off", 4);
}

#[test]
fn drops_that_do_not_win_in_a_fixed_order() {
    compare("classic,gravity_win=off,fixed_order=on", 5);
}

#[test]
fn drops_that_do_not_win_on_the_small_board() {
    compare("speed,gravity_win=off,repetition=2,move_limit=31", 6);
}

#[test]
fn no_draws_by_the_past() {
    compare("speed,move_limit=off,repetition=off", 7);
}
