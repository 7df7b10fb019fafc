//! ChessFive as numbers: observations decoded back, action indices, symmetries.

use damero_games::chessfive::{ChessFive, Kind, Square};
use damero_games::random::{below, seeded};
use damero_games::{Encode, Game, Notation, Player, Symmetry, Turn};

/// Visits positions of random games in which moves are often taken back, so that positions come again.
fn visit(rules: &str, games: u32, mut f: impl FnMut(&ChessFive)) {
    let rules = rules.parse().expect("rules that exist");
    let (mut rng, mut buf) = (seeded(5), Vec::new());
    for _ in 0..games {
        let mut game = ChessFive::start(&rules);
        let mut last = [None; 2];
        f(&game);
        while let Turn::Player(player) = game.turn() {
            let back: Option<usize> = last[player.index()];
            let back = back.and_then(|index| game.action(index));
            let m = match back {
                Some(m) if below(&mut rng, 2) == 0 => m,
                _ => game.random_move(&mut rng, &mut buf),
            };
            let index = game.action_index(m);
            // The way back of a step from `a` to `b` is a step from `b` to `a`.
            last[player.index()] = (index >= 40).then(|| 40 + (index - 40) % 64 * 64 + (index - 40) / 64);
            game.play_unchecked(m);
            f(&game);
        }
    }
}

#[test]
fn observations_tell_the_position() {
    for rules in ["classic", "speed", "classic,captures=on,repetition=2"] {
        let mut out = vec![f32::NAN; ChessFive::ENCODINGS[0].len()];
        visit(rules, 40, |game| {
            game.observe(0, &mut out);
            let viewer = match game.turn() {
                Turn::Player(player) => player,
                _ => game.to_move().other(),
            };
            let (board, counts) = out.split_at(11 * 64);
            for (i, player) in [viewer, viewer.other()].into_iter().enumerate() {
                for kind in Kind::ALL {
                    let plane = &board[(5 * i + kind.index()) * 64..][..64];
                    for square in Square::all(u64::MAX) {
                        let stands = game.men().at(square) == Some((player, kind));
                        assert_eq!(plane[usize::from(square.index())], f32::from(u8::from(stands)));
                    }
                    assert_eq!(
                        counts[5 * i + kind.index()],
                        f32::from(game.in_hand(player, kind))
                    );
                }
            }
            let exists = board[10 * 64..].iter().sum::<f32>();
            assert_eq!(exists, if rules == "speed" { 36.0 } else { 64.0 });
            let chess = game.setup().hands.first == [0; 5] && game.setup().hands.second == [0; 5];
            assert_eq!(counts[10], f32::from(u8::from(chess)));
            assert!((counts[11] * 100.0 - f32::from(game.plies())).abs() < 1e-3);
            assert!((0.0..=1.0).contains(&counts[12]));
            assert_eq!(counts[12] > 0.0, game.times() > 1);
        });
    }
}

#[test]
fn every_index_is_one_move() {
    for rules in ["classic", "speed", "speed,captures=on"] {
        let mut buf = Vec::new();
        visit(rules, 3, |game| {
            game.moves(&mut buf);
            let mut legal = 0;
            for index in 0..ChessFive::ACTIONS + 100 {
                if let Some(m) = game.action(index) {
                    assert_eq!(game.action_index(m), index);
                    assert!(buf.contains(&m));
                    legal += 1;
                }
            }
            assert_eq!(legal, buf.len());
        });
    }
}

#[test]
fn symmetries_keep_the_game_and_its_past() {
    for rules in ["classic,repetition=2", "speed", "speed,captures=on"] {
        let mut buf = Vec::new();
        visit(rules, 12, |game| {
            game.moves(&mut buf);
            for s in 0..game.symmetries() {
                let mapped = game.map(s);
                assert_eq!(mapped.map(game.inverse(s)), *game);
                assert_eq!(mapped.turn(), game.turn());
                assert_eq!(mapped.times(), game.times());
                assert_eq!(mapped.key(), mapped.key_from_scratch());
                assert_eq!(mapped.canonical_key(), game.canonical_key());
                assert_eq!(mapped.count_moves(), buf.len());
                for &m in buf.iter().step_by(7) {
                    let (mut one, mut other) = (game.clone(), mapped.clone());
                    one.play(m).expect("legal");
                    other.play(game.map_move(s, m)).expect("legal there too");
                    assert_eq!(one.map(s), other);
                }
            }
        });
    }
}

#[test]
fn gravity_has_only_the_mirror() {
    let mut game = ChessFive::start(&"speed".parse().expect("a preset"));
    assert_eq!(game.symmetries(), 2);
    let m = game.read_move("Q@a").expect("legal");
    game.play(m).expect("legal");
    assert_eq!(game.map(1).position(), "6/6/6/6/6/5Q m RNBK/rnbqk 0");
    assert_eq!(game.map(1).turn(), Turn::Player(Player::Second));
}

/// A repetition of the first position of phase Chess is found in a transformed game as well.
#[test]
fn a_transformed_past_still_counts() {
    let rules = "speed,repetition=2".parse().expect("rules that exist");
    let mut game = ChessFive::from_position(&rules, "6/6/6/6/QqKk2/RrNnBb c - 0").expect("a position");
    for text in ["Qa2-a3", "kd2-d3", "Qa3-a2"] {
        let m = game.read_move(text).expect("legal");
        game.play(m).expect("legal");
    }
    let last = game.read_move("kd3-d2").expect("legal");
    for s in 0..8 {
        let mut mapped = game.map(s);
        mapped.play(game.map_move(s, last)).expect("legal");
        assert!(matches!(mapped.turn(), Turn::Over(_)), "symmetry {s}");
    }
}

/// Each of the legal moves is drawn about equally often: within six standard deviations.
#[test]
fn random_moves_are_uniform() {
    for (rules, position) in [
        ("classic", "8/8/8/8/8/8/KkBbNnRr/RrNnBbQq c - 0"),
        ("classic,captures=on", "8/2q5/1R6/4K1b1/8/2N2Q2/k6r/1B5B m - 40"),
        ("speed", "6/6/6/6/6/R1n3 c NBQK/rbqk 0"),
        ("classic", "q7/Q7/b7/B7/n7/N7/r7/R7 c RNBK/rnbk 0"),
    ] {
        let rules = rules.parse().expect("rules that exist");
        let game = ChessFive::from_position(&rules, position).expect("a position");
        let (mut rng, mut moves, mut buf) = (seeded(9), Vec::new(), Vec::new());
        game.moves(&mut moves);
        let mut counts = vec![0_u32; moves.len()];
        let mean = 4000.0;
        for _ in 0..moves.len() * 4000 {
            let m = game.random_move(&mut rng, &mut buf);
            let place = moves.iter().position(|&legal| legal == m).expect("a legal move");
            counts[place] += 1;
        }
        let far = counts.iter().map(|&count| (f64::from(count) - mean).abs());
        assert!(
            far.fold(0.0, f64::max) < 6.0 * mean.sqrt(),
            "{position}: {counts:?}"
        );
    }
}
