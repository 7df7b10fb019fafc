//! Checkers as numbers: observations decoded back, action indices over every capture that can exist.

use std::collections::HashSet;

use damero_games::checkers::{Checkers, CheckersRules, CheckersSetup, Square};
use damero_games::playout::random_game;
use damero_games::random::{below, seeded};
use damero_games::{ByPlayer, Encode, Game, Notation, Player, Turn};

fn observation(game: &Checkers, encoding: usize) -> Vec<f32> {
    let mut out = vec![f32::NAN; Checkers::ENCODINGS[encoding].len()];
    game.observe(encoding, &mut out);
    out
}

/// The same position with the board turned and the colours exchanged.
fn turned(setup: &CheckersSetup) -> CheckersSetup {
    let swap =
        |pieces: ByPlayer<u32>| ByPlayer::new(pieces.second.reverse_bits(), pieces.first.reverse_bits());
    CheckersSetup {
        men: swap(setup.men),
        kings: swap(setup.kings),
        turn: setup.turn.other(),
    }
}

/// Every action index of the legal moves; each must lead back to its move.
fn indices(game: &Checkers) -> HashSet<usize> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut indices = HashSet::new();
    for &m in &moves {
        let index = game.action_index(m);
        assert!(index < Checkers::ACTIONS);
        assert!(indices.insert(index), "{}: {m} shares an index", game.position());
        assert_eq!(game.action(index), Some(m), "{}", game.position());
    }
    indices
}

#[test]
fn observations_can_be_read_back() {
    for game in random_game(Checkers::start(&CheckersRules::default()), &mut seeded(5)) {
        let Turn::Player(mover) = game.turn() else { break };
        let setup = game.setup();
        for (encoding, absolute) in [(0, false), (1, true), (2, false)] {
            let out = observation(&game, encoding);
            let observer = if absolute { Player::First } else { mover };
            let mut cells = [[0_i8; 8]; 8];
            for (plane, code) in [1_i8, 2, -1, -2].into_iter().enumerate() {
                for at in (0..64).filter(|at| out[plane * 64 + at] == 1.0) {
                    let (row, column, code) = match observer {
                        Player::First => (at / 8, at % 8, code),
                        Player::Second => (7 - at / 8, 7 - at % 8, -code),
                    };
                    assert_eq!(cells[row][column], 0);
                    cells[row][column] = code;
                }
            }
            assert_eq!(cells, setup.cells());
            assert!(out[..256].iter().all(|&x| x == 0.0 || x == 1.0));
        }
    }
}

#[test]
fn own_men_of_both_colours_go_towards_row_0() {
    let red = Checkers::start(&CheckersRules::default());
    let black = Checkers::start(&"seed,first_player=black".parse().unwrap());
    assert_eq!(observation(&red, 0), observation(&black, 0));
    assert_ne!(observation(&red, 2), observation(&black, 2));
    assert!(observation(&red, 0)[..40].iter().all(|&x| x == 0.0));
}

#[test]
fn full_observations_tell_how_near_the_draws_are() {
    let rules = "seed,no_progress=10".parse().unwrap();
    let mut game = Checkers::from_position(&rules, "B:WK29:BK4").unwrap();
    for text in ["4-8", "29-25", "8-4", "25-29"] {
        let m = game.read_move(text).unwrap();
        game.play(m).unwrap();
    }
    let out = observation(&game, 2);
    assert_eq!([out[256], out[320], out[384]], [1.0, 0.5, 0.4]);
}

#[test]
fn a_turned_position_has_the_same_observation_and_the_same_actions() {
    let mut rng = seeded(11);
    let family = ["brazilian", "russian", "pool", "spanish", "italian", "czech"];
    for id in ["seed", "english"].into_iter().chain(family) {
        let rules: CheckersRules = id.parse().unwrap();
        for _ in 0..if family.contains(&id) { 20 } else { 60 } {
            let game = random_game(Checkers::start(&rules), &mut rng);
            for game in game.filter(|game| game.turn().player().is_some()) {
                let other = Checkers::from_setup(&rules, &turned(&game.setup())).unwrap();
                assert_eq!(observation(&game, 0), observation(&other, 0));
                assert_eq!(indices(&game), indices(&other), "{}", game.position());
                let mut mask = vec![false; Checkers::ACTIONS];
                game.legal_mask(&mut mask);
                assert_eq!(mask.iter().filter(|&&legal| legal).count(), game.count_moves());
            }
        }
    }
}

/// A jumping piece can take only nine pieces, one between each two of its eight squares. All 512 sets of them, from
/// every square, as a man and as a king, are all the captures of one piece that can exist.
#[test]
fn every_possible_capture_has_an_index_of_its_own() {
    let mut most = 0;
    let mut most_between = 0;
    for id in [
        "seed",
        "english",
        "seed,capture_priority=any",
        "seed,capture_priority=any,men_capture_backward=on",
    ] {
        let rules: CheckersRules = id.parse().unwrap();
        for from in (0..32).filter_map(Square::new) {
            let over = jumpable(from);
            assert_eq!(over.len(), 9);
            for set in 1..1_u32 << 9 {
                for king in [false, true] {
                    if !king && from.row() == 0 {
                        continue;
                    }
                    let mut setup = CheckersSetup::empty(Player::First);
                    let own = if king { &mut setup.kings } else { &mut setup.men };
                    own.first = 1 << from.index();
                    for (_, square) in over.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0) {
                        setup.kings.second |= 1 << square.index();
                    }
                    let game = Checkers::from_setup(&rules, &setup).unwrap();
                    most = most.max(indices(&game).len());
                    let mut moves = Vec::new();
                    game.moves(&mut moves);
                    for m in &moves {
                        let between = moves.iter().filter(|other| other.to() == m.to()).count();
                        most_between = most_between.max(between);
                    }
                }
            }
        }
    }
    assert_eq!((most, most_between), (16, 9));
    assert!(12 * most <= Checkers::META.max_moves);
}

/// The squares that a piece that starts on `from` and jumps any number of times can jump over.
fn jumpable(from: Square) -> Vec<Square> {
    let mut reached = vec![from];
    let mut over = Vec::new();
    let mut next = 0;
    while let Some(&square) = reached.get(next) {
        next += 1;
        for (down, right) in [(-1_i8, -1_i8), (-1, 1), (1, -1), (1, 1)] {
            let step = |times: i8| {
                let row = square.row().checked_add_signed(times * down)?;
                Square::at(row, square.column().checked_add_signed(times * right)?)
            };
            if let (Some(middle), Some(land)) = (step(1), step(2)) {
                if !over.contains(&middle) {
                    over.push(middle);
                }
                if !reached.contains(&land) {
                    reached.push(land);
                }
            }
        }
    }
    assert_eq!(reached.len(), 8);
    over
}

#[test]
fn indices_without_a_legal_move_have_none() {
    let game = Checkers::start(&CheckersRules::default());
    let mut rng = seeded(3);
    let legal = indices(&game);
    for _ in 0..1000 {
        let index = below(&mut rng, Checkers::ACTIONS as u32) as usize;
        assert_eq!(game.action(index).is_some(), legal.contains(&index));
    }
    assert_eq!(game.action(usize::MAX), None);
}
