//! What is known about Quarto from outside this crate, as numbers in `data/quarto`: positions up to symmetry, full
//! boards without a group, and how random games end.

use std::collections::HashSet;

use damero_games::playout::random_game;
use damero_games::quarto::{BOARD_SYMMETRIES, Board, Cell, Quarto, QuartoMove, QuartoRules, groups};
use damero_games::random::{below, seeded};
use damero_games::{Game, Outcome, Player, Symmetry, Turn, playout::playout};

/// The lines of a golden file, split at the spaces, the first word being rules.
fn golden(text: &str) -> impl Iterator<Item = (QuartoRules, Vec<&str>)> {
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let (rules, rest) = line.split_once(' ').expect("rules, then numbers");
        (rules.parse().expect("known rules"), rest.split(' ').collect())
    })
}

/// Every way to give a piece and place it that does not end the game.
fn next_unfinished(game: &Quarto, mut visit: impl FnMut(Quarto)) {
    let (mut gives, mut places) = (Vec::new(), Vec::new());
    game.moves(&mut gives);
    for &give in &gives {
        let mut given = game.clone();
        given.play_unchecked(give);
        given.moves(&mut places);
        for &place in &places {
            let mut placed = given.clone();
            placed.play_unchecked(place);
            if placed.turn().player().is_some() {
                visit(placed);
            }
        }
    }
}

#[test]
fn unfinished_positions_up_to_symmetry() {
    let mut level: Vec<Quarto> = Vec::new();
    for (rules, numbers) in golden(include_str!("../data/quarto/unfinished.txt")) {
        let (placed, expected) = (numbers[0], numbers[1].parse::<usize>().expect("a count"));
        if placed == "0" {
            level = vec![Quarto::start(&rules)];
        } else {
            let mut seen = HashSet::new();
            let mut next = Vec::new();
            for game in &level {
                next_unfinished(game, |game| {
                    if seen.insert(game.canonical_key()) {
                        next.push(game);
                    }
                });
            }
            level = next;
        }
        assert_eq!(level.len(), expected, "{rules} with {placed} placed");
    }
}

/// Every attribute by itself splits a full board into eight cells and eight without a whole group on either side. So
/// the boards are the ways to choose four such splits that tell all sixteen cells apart: the second halves both sides
/// of the first, the third all quarters, the fourth all pairs. The first is tried once for each class under the
/// symmetries of the board, and all with a1 on the same side.
#[test]
fn full_boards_without_a_group() {
    for (rules, numbers) in golden(include_str!("../data/quarto/full_boards.txt")) {
        let game = Quarto::start(&rules);
        let squares = game.squares_win();
        let whole = |mask: u16| groups(squares).iter().any(|group| mask & group == *group);
        let is_split = |mask: u16| mask.count_ones() == 8 && !whole(mask) && !whole(!mask);
        let table: Vec<bool> = (0..=u16::MAX).map(is_split).collect();
        let splits: Vec<u16> = (0..=u16::MAX)
            .filter(|&mask| mask & 1 == 0 && table[usize::from(mask)])
            .collect();
        let mut total = 0;
        for &first in &splits {
            let board = &BOARD_SYMMETRIES[..game.symmetries() / 384];
            let class: HashSet<u16> = board
                .iter()
                .map(|symmetry| {
                    let mapped = Cell::all(first).fold(0, |mask, cell| mask | symmetry.cell(cell).bit());
                    if mapped & 1 == 0 { mapped } else { !mapped }
                })
                .collect();
            if class.iter().any(|&other| other < first) {
                continue;
            }
            let halving: Vec<u16> = splits
                .iter()
                .copied()
                .filter(|split| (split & first).count_ones() == 4)
                .collect();
            let mut boards = 0;
            for (i, &second) in halving.iter().enumerate() {
                let quarters = [first & second, first & !second, !first & second, !first & !second];
                for &third in &halving[i + 1..] {
                    if quarters.iter().all(|quarter| (quarter & third).count_ones() == 2) {
                        let pairs = quarters.map(|quarter| [quarter & third, quarter & !third]);
                        boards += fourths(pairs.as_flattened(), &table);
                    }
                }
            }
            // The second and the third may change places, and each of the four may have its sides exchanged.
            total += boards * 2 * 16 * class.len() as u64;
        }
        assert_eq!(total, numbers[0].parse::<u64>().expect("a count"), "{rules}");
    }
}

/// How many splits without a1 take one cell of each of eight pairs.
fn fourths(pairs: &[u16], table: &[bool]) -> u64 {
    let lowest = pairs.iter().map(|pair| pair & pair.wrapping_neg());
    let mut mask: u16 = lowest.sum();
    // From one mask to the next a single pair exchanges its cells, as in a Gray code; the pair with a1 stays.
    let mut free = [0; 7];
    for (slot, pair) in free.iter_mut().zip(pairs.iter().filter(|pair| *pair & 1 == 0)) {
        *slot = *pair;
    }
    mask ^= pairs
        .iter()
        .find(|pair| *pair & 1 != 0)
        .copied()
        .unwrap_or_default();
    let mut found = u64::from(table[usize::from(mask)]);
    for step in 1_u32..128 {
        mask ^= free[step.trailing_zeros() as usize];
        found += u64::from(table[usize::from(mask)]);
    }
    found
}

/// Two samples of a million games differ by less than five standard deviations.
#[test]
fn random_games_end_as_measured() {
    const GAMES: u32 = 1_000_000;
    for (rules, numbers) in golden(include_str!("../data/quarto/random.txt")) {
        let numbers: Vec<f64> = numbers
            .iter()
            .map(|word| word.parse().expect("a number"))
            .collect();
        let rng = &mut seeded(1);
        let (mut ends, mut placed) = ([0_u32; 3], 0);
        for _ in 0..GAMES {
            let mut game = Quarto::start(&rules);
            let (outcome, plies) = playout(&mut game, rng, &mut Vec::new());
            assert_eq!(
                plies,
                2 * game.board().occupied().count_ones(),
                "given and placed"
            );
            placed += game.board().occupied().count_ones();
            ends[match outcome {
                Outcome::Win(Player::First) => 0,
                Outcome::Win(Player::Second) => 1,
                Outcome::Draw => 2,
            }] += 1;
        }
        let games = f64::from(GAMES);
        for (count, expected) in ends.into_iter().zip(&numbers) {
            let (p, rounding) = (expected / 100.0, 0.00005);
            let deviation = (2.0 * p * (1.0 - p) / games).sqrt();
            let error = (f64::from(count) / games - p).abs();
            assert!(error < 5.0 * deviation + rounding, "{rules}: {ends:?}");
        }
        let mean = f64::from(placed) / games;
        // Lengths lie between 4 and 16 with a deviation below 3.
        let error = (mean - numbers[3]).abs();
        assert!(
            error < 5.0 * 3.0 * (2.0 / games).sqrt() + 0.005,
            "{rules}: {mean}"
        );
    }
}

/// All rearrangements of the cells that keep the groups, found by trying cell after cell.
fn automorphisms(squares: bool) -> HashSet<[u8; 16]> {
    fn extend(to: &mut Vec<u8>, groups: &[u16], found: &mut HashSet<[u8; 16]>) {
        if let Ok(whole) = <[u8; 16]>::try_from(to.as_slice()) {
            found.insert(whole);
            return;
        }
        for cell in 0..16 {
            if to.contains(&cell) {
                continue;
            }
            to.push(cell);
            let known = (1_u32 << to.len()) - 1;
            let mut whole = groups.iter().filter(|&&group| u32::from(group) & !known == 0);
            if whole.all(|&group| {
                groups.contains(
                    &Cell::all(group).fold(0, |mask, cell| mask | 1 << to[usize::from(cell.index())]),
                )
            }) {
                extend(to, groups, found);
            }
            to.pop();
        }
    }
    let mut found = HashSet::new();
    extend(&mut Vec::new(), groups(squares), &mut found);
    found
}

#[test]
fn board_symmetries_are_all_that_keep_the_groups() {
    let known: Vec<[u8; 16]> = BOARD_SYMMETRIES
        .iter()
        .map(|symmetry| {
            let mut to = [0; 16];
            for cell in Cell::all(u16::MAX) {
                to[usize::from(cell.index())] = symmetry.cell(cell).index();
            }
            to
        })
        .collect();
    let lines = automorphisms(false);
    assert_eq!(lines.len(), 32);
    assert_eq!(lines, known.iter().copied().collect());
    let with_squares = automorphisms(true);
    assert_eq!(with_squares.len(), 8);
    assert_eq!(with_squares, known[..8].iter().copied().collect());
    assert!(known[8..].iter().all(|to| !with_squares.contains(to)));
}

/// The quick canonical key separates exactly what all the symmetries, tried one by one, separate.
#[test]
fn canonical_keys_name_classes() {
    for id in ["square", "standard"] {
        let rng = &mut seeded(7);
        let mut classes = std::collections::HashMap::new();
        for round in 0..200 {
            // Early positions meet in the same class again and again, later ones hardly ever.
            let played = random_game(Quarto::start(&id.parse().expect("a preset")), rng).take(round % 10 + 1);
            let game = played.last().expect("it begins with the start");
            let tried = (0..game.symmetries()).map(|s| game.map(s).key()).min();
            let other = game.map(below(rng, game.symmetries() as u32) as usize);
            assert_eq!(other.canonical_key(), game.canonical_key(), "{game:?}");
            assert_eq!(
                *classes.entry(game.canonical_key()).or_insert(tried),
                tried,
                "{game:?}"
            );
        }
        let distinct: HashSet<_> = classes.values().collect();
        assert_eq!(distinct.len(), classes.len());
    }
}

/// The kernel that search relies on: the cells that it names are those where placing wins.
#[test]
fn winning_cells_are_where_placing_wins() {
    for id in ["square", "standard"] {
        let rng = &mut seeded(8);
        for _ in 0..5_000 {
            let game = random_game(Quarto::start(&id.parse().expect("a preset")), rng);
            for game in game.filter(|game| game.turn().player().is_some()) {
                if let Some(piece) = game.hand() {
                    let board: Board = game.board();
                    let wins = Cell::all(board.empty()).filter(|&cell| {
                        let mut next = game.clone();
                        next.play_unchecked(QuartoMove::Place(cell));
                        matches!(next.turn(), Turn::Over(Outcome::Win(_)))
                    });
                    let wins = wins.fold(0, |mask, cell| mask | cell.bit());
                    assert_eq!(board.winning_cells(piece, game.squares_win()), wins, "{game:?}");
                }
            }
        }
    }
}
