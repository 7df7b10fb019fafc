//! Azul in bulk: what many random games and deals look like, and how fast a game is to copy.

use damero_games::azul::{Azul, AzulRules};
use damero_games::random::seeded;
use damero_games::{Game, Notation, Player, Turn, View};

#[test]
fn deals_follow_the_numbers_in_the_bag() {
    let board = "0;-/-/-/-/-;...../...../...../...../.....;-";
    let text = format!("5 deal1 -/-/-/-/- - {board} {board} 20,10,5,5,0 0,10,15,15,20");
    let game = Azul::from_position(&AzulRules::default(), &text).unwrap();
    let mut rng = seeded(4);
    let mut drawn = [[0_u32; 5]; 5];
    let n = 20_000;
    for _ in 0..n {
        let factories = game.sample_chance(&mut rng).factories();
        for (sum, tiles) in drawn.iter_mut().zip(factories) {
            for (sum, count) in sum.iter_mut().zip(tiles.counts()) {
                *sum += u32::from(count);
            }
        }
    }
    for factory in drawn {
        for (sum, mean) in factory.into_iter().zip([2.0, 1.0, 0.5, 0.5, 0.0]) {
            assert!((f64::from(sum) / f64::from(n) - mean).abs() < 0.03, "{drawn:?}");
        }
    }
}

#[test]
fn statistics_of_random_play() {
    let mut rng = seeded(20_000);
    let mut buf = Vec::new();
    let games = 20_000;
    let (mut plies, mut points, mut rounds) = (0, 0, 0);
    let (mut earliest, mut most_moves) = (u16::MAX, 0);
    let (mut first_round, mut later) = ((0, 0), (0, 0));
    for _ in 0..games {
        let mut game = Azul::start(&AzulRules::default());
        loop {
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance => game.resolve_chance(&mut rng),
                Turn::Player(_) => {
                    let n = game.count_moves();
                    most_moves = most_moves.max(n);
                    let sum = if game.round() == 1 {
                        &mut first_round
                    } else {
                        &mut later
                    };
                    *sum = (sum.0 + n, sum.1 + 1);
                    let m = game.random_move(&mut rng, &mut buf);
                    game.play_unchecked(m);
                    plies += 1;
                }
            }
        }
        let scores = game.scores().unwrap();
        points += scores.first + scores.second;
        rounds += i32::from(game.round());
        earliest = earliest.min(game.round());
        assert!(!game.ending().unwrap().truncated);
    }
    let mean = |sum: i32, n: i32| f64::from(sum) / f64::from(n);
    let near = |value: f64, expected: f64, tolerance: f64| {
        assert!((value - expected).abs() < tolerance, "{value}, not {expected}");
    };
    near(mean(points, 2 * games), 3.0, 0.2);
    near(mean(plies, games), 70.0, 1.0);
    near(mean(rounds, games), 6.6, 0.1);
    // Sensible play has 36 to 37.5 in the first round, because it takes tiles in larger heaps.
    near(first_round.0 as f64 / f64::from(first_round.1), 38.9, 0.5);
    near(later.0 as f64 / f64::from(later.1), 20.3, 0.5);
    assert_eq!(earliest, 5);
    assert!(most_moves <= Azul::META.max_moves);
}

#[test]
fn the_state_is_small() {
    assert!(size_of::<Azul>() <= 96);
}

#[test]
fn the_view_tells_the_end_of_a_round_as_it_comes() {
    let mut rng = seeded(7);
    let mut buf = Vec::new();
    let mut tiled = 0;
    for _ in 0..200 {
        let mut game = Azul::start(&AzulRules::default());
        loop {
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance => game.resolve_chance(&mut rng),
                Turn::Player(_) => {
                    let before = game.view();
                    let m = game.random_move(&mut rng, &mut buf);
                    game.play_unchecked(m);
                    let after = game.view();
                    let told = before.round_ends.iter().find(|end| end.text == m.to_string());
                    assert_eq!(told.is_some(), !matches!(game.turn(), Turn::Player(_)));
                    let Some(end) = told else { continue };
                    for player in Player::ALL {
                        let (old, new) = (&before.boards[player], &after.boards[player]);
                        let tiling = &end.boards[player];
                        let mut wall: Vec<String> = old.wall.clone();
                        for step in &tiling.tiles {
                            let colour = before.pattern[step.row].as_bytes()[step.column] as char;
                            let place = step.column..=step.column;
                            wall[step.row].replace_range(place, &colour.to_string());
                            tiled += 1;
                        }
                        assert_eq!(wall, new.wall);
                        let points: u16 = tiling.tiles.iter().map(|step| step.points).sum();
                        assert_eq!(tiling.score, (old.score + points).saturating_sub(tiling.penalty));
                        let bonus = tiling.bonus.map_or(0, |bonus| bonus.points);
                        assert_eq!(tiling.score + bonus, new.score);
                        assert_eq!(tiling.bonus.is_some(), matches!(game.turn(), Turn::Over(_)));
                    }
                }
            }
        }
    }
    assert!(tiled > 1000, "{tiled}");
}
