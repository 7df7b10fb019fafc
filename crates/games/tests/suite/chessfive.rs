//! The rules of ChessFive by example: lines, draws, captures, options.

use damero_games::chessfive::{BoardSize, ChessFive, Phase, Square, completes_line, windows};
use damero_games::conformance::wins_at_once;
use damero_games::playout::playout;
use damero_games::random::seeded;
use damero_games::{Game, Notation, Outcome, Player, Turn};

fn start(rules: &str) -> ChessFive {
    ChessFive::start(&rules.parse().expect("rules that exist"))
}

fn at(rules: &str, position: &str) -> ChessFive {
    ChessFive::from_position(&rules.parse().expect("rules that exist"), position).expect("a position")
}

fn play(game: &mut ChessFive, moves: &str) {
    for text in moves.split_whitespace() {
        let m = game
            .read_move(text)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(m).expect("read_move returns legal moves");
    }
}

fn reason(game: &ChessFive) -> String {
    game.ending()
        .map(|ending| ending.reason.en.to_string())
        .unwrap_or_default()
}

const ALL_DROPS: &str = "R@a R@b N@c N@d B@e B@f Q@g Q@h K@a K@b B@c B@d N@e N@f R@g R@h";

#[test]
fn lines_of_five() {
    let lines = windows(BoardSize::Classic);
    let through = |name: &str| {
        let square = Square::all(u64::MAX).find(|square| square.to_string() == name);
        let bit = square.expect("a square").bit();
        lines.iter().filter(|&line| line & bit != 0).count()
    };
    assert_eq!(lines.len(), 96);
    assert_eq!(["a1", "h1", "a8", "h8"].map(through), [3; 4]);
    assert_eq!(through("d4"), 15);
    assert!(lines.iter().all(|line| line.count_ones() == 5));
    let small = windows(BoardSize::Speed);
    assert_eq!(small.len(), 54);
    assert!(small.iter().all(|line| line & !BoardSize::Speed.mask() == 0));
}

#[test]
fn a_line_is_complete_exactly_in_its_windows() {
    for board in [BoardSize::Classic, BoardSize::Speed] {
        for &line in windows(board) {
            for square in Square::all(u64::MAX) {
                assert_eq!(completes_line(board, line, square), line & square.bit() != 0);
                assert!(!completes_line(board, line & !square.bit(), square));
            }
            for gap in Square::all(line) {
                let broken = line & !gap.bit();
                assert!(Square::all(line).all(|square| !completes_line(board, broken, square)));
            }
        }
    }
    // Five squares one after the other that go around the edge are no line.
    let around = 0b1_1111 << 6;
    assert!(Square::all(around).all(|square| !completes_line(BoardSize::Classic, around, square)));
}

#[test]
fn sixteen_drops_begin_phase_chess() {
    let mut game = start("classic");
    assert_eq!(game.position(), "8/8/8/8/8/8/8/8 c RRNNBBQK/rrnnbbqk 0");
    play(&mut game, ALL_DROPS);
    assert_eq!(game.position(), "8/8/8/8/8/8/KkBbNnRr/RrNnBbQq c - 0");
    assert_eq!(game.phase(), Phase::Chess);
    assert_eq!(game.count_moves(), 21);
}

#[test]
fn a_full_column_takes_no_more() {
    let mut game = start("classic,gravity_win=off");
    play(&mut game, "R@a R@a N@a N@a B@a B@a Q@a");
    assert_eq!(game.count_moves(), 5 * 8);
    play(&mut game, "Q@a");
    assert_eq!(game.count_moves(), 4 * 7);
    let mut small = start("speed");
    play(&mut small, "R@a R@a N@a N@a B@a B@a");
    assert_eq!(small.count_moves(), 2 * 5);
}

#[test]
fn the_fifth_drop_in_line_wins() {
    let mut game = start("classic");
    play(&mut game, "R@a R@a N@b N@b B@c B@c R@d R@d");
    assert_eq!(game.turn(), Turn::Player(Player::First));
    play(&mut game, "K@e");
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Player::First)));
    assert_eq!(reason(&game), "5 in line");
    assert_eq!(game.count_moves(), 0);
    let again = at("classic", &game.position());
    assert_eq!(again.turn(), game.turn());
}

#[test]
fn columns_and_diagonals_win_too() {
    let mut column = start("speed");
    play(&mut column, "R@c R@d N@c N@d B@c B@d Q@c");
    assert_eq!(column.turn(), Turn::Over(Outcome::Win(Player::First)));
    for (position, last) in [
        ("rnb3/qk4/6/2B3/1N2K1/R2Q2 c - 0", "Qd1-d4"),
        ("rnb3/qk4/6/3B2/K3N1/2Q2R c - 0", "Qc1-c4"),
    ] {
        let mut diagonal = at("speed", position);
        play(&mut diagonal, last);
        assert_eq!(diagonal.turn(), Turn::Over(Outcome::Win(Player::First)));
    }
}

#[test]
fn a_move_completes_a_line() {
    let mut game = at("classic", "8/rnbq4/knbr4/8/8/8/4K3/RNBR1NBQ c - 4");
    play(&mut game, "Ke2-e1");
    assert_eq!(
        game.turn(),
        Turn::Over(Outcome::Win(Player::First)),
        "eight in line win as five do"
    );
}

#[test]
fn a_line_elsewhere_does_not_win() {
    let rules = "classic,gravity_win=off";
    let mut game = start(rules);
    play(
        &mut game,
        "R@a R@a N@b N@b B@c B@c R@d R@d N@e N@f B@h B@h Q@g Q@g K@g K@h",
    );
    assert_eq!(game.turn(), Turn::Player(Player::First), "drops do not win");
    assert_eq!(game.position(), "8/8/8/8/8/6Kk/rnbr2qb/RNBRNnQB c - 0");
    play(&mut game, "Kg3-g4");
    assert_eq!(
        game.turn(),
        Turn::Player(Player::Second),
        "the line was there before"
    );
    let again = at(rules, &game.position());
    assert_eq!(again.turn(), game.turn());
    play(&mut game, "kh3-h4 Ne1-f3 kh4-h5 Nf3-e1");
    assert_eq!(
        game.turn(),
        Turn::Over(Outcome::Win(Player::First)),
        "completed anew"
    );
    assert!(game.position().ends_with(" 5 #"));
    assert_eq!(at(rules, &game.position()).turn(), game.turn());
}

#[test]
fn the_third_time_is_a_draw() {
    let mut game = start("classic");
    play(&mut game, ALL_DROPS);
    assert_eq!(game.times(), 1);
    play(&mut game, "Ka2-a3 kb2-b3 Ka3-a2 kb3-b2");
    assert_eq!(game.times(), 2, "the beginning of phase Chess counts");
    play(&mut game, "Ka2-a3 kb2-b3 Ka3-a2");
    assert_eq!(game.turn(), Turn::Player(Player::Second));
    play(&mut game, "kb3-b2");
    assert_eq!(game.turn(), Turn::Over(Outcome::Draw));
    assert_eq!(reason(&game), "the position has stood 3 times");
}

#[test]
fn the_same_pieces_with_the_other_side_to_move_are_another_position() {
    let mut game = at("classic,repetition=2", "rnbq1knb/7r/8/8/8/8/7R/RNBQ1KNB c - 0");
    // Cyan comes back in three moves, Magenta in two and then waits in two.
    play(&mut game, "Kf1-e2 kf8-e7 Ke2-f2 ke7-f8 Kf2-f1");
    assert_eq!(game.turn(), Turn::Player(Player::Second));
    assert_eq!(game.times(), 1);
}

#[test]
fn equal_pieces_may_change_places() {
    // The rooks on a3 and e3 go round each other.
    let mut game = at("classic,repetition=2", "rnbq1knb/7r/8/8/8/R3R3/8/1NBQ1KNB c - 0");
    play(&mut game, "Ra3-a5 rh7-g7 Re3-a3 rg7-h7 Ra5-e5 rh7-g7 Re5-e3");
    assert_eq!(game.turn(), Turn::Player(Player::Second));
    play(&mut game, "rg7-h7");
    assert_eq!(game.turn(), Turn::Over(Outcome::Draw));
}

#[test]
fn the_hundredth_ply_is_a_draw_unless_it_wins() {
    let mut game = at("classic", "8/rnbq4/knbr4/8/8/8/4K3/RNBR1NBQ c - 99");
    play(&mut game, "Ke2-f2");
    assert_eq!(game.turn(), Turn::Over(Outcome::Draw));
    assert_eq!(reason(&game), "plies played in phase Chess: 100");
    assert!(game.ending().is_some_and(|ending| !ending.truncated));
    let mut game = at("classic", "8/rnbq4/knbr4/8/8/8/4K3/RNBR1NBQ c - 99");
    play(&mut game, "Ke2-e1");
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Player::First)));
}

#[test]
fn without_a_limit_the_program_cuts_the_game_short() {
    let rules = "classic,move_limit=off,repetition=off";
    let mut game = at(rules, "8/rnbq4/knbr4/8/8/8/4K3/RNBR1NBQ c - 65534");
    play(&mut game, "Ke2-f2");
    assert_eq!(game.turn(), Turn::Over(Outcome::Draw));
    assert!(game.ending().is_some_and(|ending| ending.truncated));
    assert_eq!(ChessFive::max_plies(game.rules()), 16 + 65_535);
}

#[test]
fn no_move_is_a_draw() {
    let mut game = at("speed", "3k2/N5/2r3/bq4/KRn3/QB4 m - 1");
    play(&mut game, "kd6-c6");
    assert_eq!(game.turn(), Turn::Over(Outcome::Draw));
    assert_eq!(reason(&game), "the side to move has no move");
    let free = at("speed,captures=on", &game.position());
    assert_eq!(free.turn(), Turn::Player(Player::First), "it could capture");
}

#[test]
fn captures_take_pieces_for_good() {
    let rules = "speed,captures=on";
    let mut game = at(rules, "6/6/6/6/QqKk2/RrNnBb c - 0");
    play(&mut game, "Ra1xb1");
    assert_eq!(game.position(), "6/6/6/6/QqKk2/1RNnBb m - 1");
    let mut last = at(rules, "6/6/6/6/q5/R5 c - 10");
    play(&mut last, "Ra1-a2");
    assert_eq!(last.turn(), Turn::Over(Outcome::Draw), "nobody left to move");
    assert_eq!(reason(&last), "the side to move has no move");
}

#[test]
fn what_stood_before_a_capture_cannot_come_again() {
    let mut game = at("speed,captures=on,repetition=2", "6/6/6/n5/R4r/K4k c - 0");
    play(&mut game, "Ra2xa3 kf1-e1 Ra3-a2 ke1-f1");
    assert_eq!(game.turn(), Turn::Player(Player::First));
    assert_eq!(game.times(), 1);
    play(&mut game, "Ra2-a3");
    assert_eq!(
        game.turn(),
        Turn::Over(Outcome::Draw),
        "what the capture left did"
    );
}

#[test]
fn pieces_drop_in_a_fixed_order() {
    let mut game = start("classic,fixed_order=on");
    for expected in [
        "R", "R", "R", "R", "N", "N", "N", "N", "B", "B", "B", "B", "Q", "Q", "K", "K",
    ] {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        assert!(moves.iter().all(|m| m.to_string().starts_with(expected)));
        let file = game.men().occupied().count_ones() as usize % moves.len();
        game.play(moves[file]).expect("legal");
    }
    assert_eq!(game.phase(), Phase::Chess);
}

/// Each share of 50,000 games lies within four standard deviations of what another program counted in 100,000.
#[test]
fn random_games_end_as_often_as_they_should() {
    const GAMES: f64 = 50_000.0;
    let (mut rng, mut buf) = (seeded(2025), Vec::new());
    let mut counts = [0.0; 3];
    let begin = start("classic");
    for _ in 0..GAMES as u32 {
        let (outcome, _) = playout(&mut begin.clone(), &mut rng, &mut buf);
        counts[match outcome {
            Outcome::Win(Player::First) => 0,
            Outcome::Win(Player::Second) => 1,
            Outcome::Draw => 2,
        }] += 1.0;
    }
    for (count, share) in counts.into_iter().zip([0.0546, 0.0410, 0.904]) {
        // Both counts scatter, the other one over twice as many games.
        let sigma: f64 = (share * (1.0 - share) * (1.0 / GAMES + 0.5 / GAMES)).sqrt();
        let found: f64 = count / GAMES;
        assert!((found - share).abs() < 4.0 * sigma, "{found} instead of {share}");
    }
}

#[test]
fn a_win_at_once_is_seen_exactly_where_there_is_one() {
    let seen: u32 = ["classic", "speed"]
        .map(|id| wins_at_once::<ChessFive>(start(id).rules(), 7, 200))
        .iter()
        .sum();
    assert!(seen > 100, "only {seen} wins were met");
}
