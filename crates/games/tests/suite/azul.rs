//! The rules of Azul by example: the worked examples of scoring, the corners of the rules, the bugs that others had.

use damero_games::azul::{Azul, AzulMove, AzulRules, AzulSetup, FloorSlot, Source, Tiles};
use damero_games::azul::{placement_points, wall_bonus};
use damero_games::playout::playout;
use damero_games::playout::random_game;
use damero_games::random::seeded;
use damero_games::{Game, Illegal, Notation, Outcome, Player, Rules, Turn};

const EMPTY: &str = "0;-/-/-/-/-;...../...../...../...../.....;-";

/// All tiles of a setup but those in the bag.
fn outside_the_bag(setup: &AzulSetup) -> [u8; 5] {
    let mut counts = [0; 5];
    let mut add = |tiles: Tiles| {
        for (count, n) in counts.iter_mut().zip(tiles.counts()) {
            *count += n;
        }
    };
    setup.factories.into_iter().for_each(&mut add);
    add(setup.centre);
    add(setup.lid);
    for board in [&setup.boards.first, &setup.boards.second] {
        for row in 0..5 {
            if let Some((colour, n)) = board.lines[row] {
                counts[colour.index()] += n;
            }
            for (colour, count) in counts.iter_mut().enumerate() {
                *count += (board.wall >> (5 * row + (colour + row) % 5) & 1) as u8;
            }
        }
        for slot in &board.floor {
            if let FloorSlot::Tile(colour) = slot {
                counts[colour.index()] += 1;
            }
        }
    }
    counts
}

/// A position with an empty lid, told without its bag: all tiles that are nowhere else are there.
fn position(rules: &str, text: &str) -> Azul {
    let mut setup: AzulSetup = format!("{text} 0,0,0,0,0 0,0,0,0,0").parse().unwrap();
    setup.bag = Tiles::from_counts(outside_the_bag(&setup).map(|n| 20 - n));
    Azul::from_setup(&rules.parse().unwrap(), &setup).unwrap()
}

fn play(game: &mut Azul, moves: &str) {
    for text in moves.split(' ') {
        let m = game.read_move(text).unwrap();
        game.play(m).unwrap();
    }
}

fn deal(game: &mut Azul, text: &str) -> Result<(), Illegal> {
    game.apply_chance(&text.parse().unwrap())
}

fn board_text(game: &Azul, player: usize) -> String {
    game.position().split(' ').nth(4 + player).unwrap().to_owned()
}

#[test]
fn worked_scoring_examples() {
    let examples = include_str!("../data/azul/scoring.txt");
    let mut seen = 0;
    for line in examples.lines().filter(|line| !line.starts_with("# ")) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let cells = fields[0].chars().filter(|&c| c != ' ').enumerate();
        let wall = cells.fold(0, |wall, (i, c)| wall | u32::from(c == '#') << i);
        let points: u16 = fields[1].parse().unwrap();
        assert_eq!(placement_points(wall, 2, 2), points, "{line}");
        seen += 1;
    }
    assert_eq!(seen, 8);
}

#[test]
fn a_full_wall_adds_95_points() {
    assert_eq!(wall_bonus((1 << 25) - 1), 95);
    assert_eq!(wall_bonus(0b11111), 2);
    assert_eq!(wall_bonus(0x0010_8421), 7);
    // Blue runs down the diagonal.
    assert_eq!(wall_bonus(1 | 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24), 10);
}

#[test]
fn the_score_is_clamped_after_points_and_penalty() {
    let first = "3;B/-/-/-/-;...../...../...../...../.....;YYYYYYY";
    let second = "0;-/-/-/-/-;...../...../...../...../.....;M";
    let mut game = position("standard", &format!("2 2 -/-/-/-/- K {first} {second}"));
    play(&mut game, "CK-2");
    assert_eq!(
        board_text(&game, 0),
        "0;-/-/-/-/-;B..../...../...../...../.....;-"
    );

    // One point gained, one lost: clamping before adding would leave 1.
    let first = "0;B/-/-/-/-;...../...../...../...../.....;Y";
    let mut game = position("standard", &format!("2 2 -/-/-/-/- K {first} {second}"));
    play(&mut game, "CK-2");
    assert_eq!(game.scores().unwrap().first, 0);
}

#[test]
fn the_marker_takes_its_slot_before_the_tiles() {
    let mut game = position("standard", &format!("1 1 -/-/-/-/BBYY BBBM {EMPTY} {EMPTY}"));
    play(&mut game, "CB-1");
    assert_eq!(
        board_text(&game, 0),
        "0;B/-/-/-/-;...../...../...../...../.....;MBB"
    );
    assert_eq!(game.board(Player::First).penalty(), 4);
    assert_eq!(game.marker(), Some(Player::First));
}

#[test]
fn the_marker_finds_no_slot_on_a_full_floor() {
    let first = "9;-/-/-/-/-;...../...../...../...../.....;YYYYYYY";
    let mut game = position("standard", &format!("1 1 -/-/-/-/- BKM {first} {EMPTY}"));
    play(&mut game, "CB-F");
    assert_eq!(
        board_text(&game, 0),
        "9;-/-/-/-/-;...../...../...../...../.....;YYYYYYYM"
    );
    assert_eq!(
        game.lid().to_string(),
        "B",
        "the tile goes to the lid, none is displaced"
    );
    assert_eq!(game.board(Player::First).penalty(), 14);
    let again = Azul::from_position(game.rules(), &game.position()).unwrap();
    assert_eq!(again, game);
    play(&mut game, "CK-1");
    assert_eq!(game.turn(), Turn::Chance);
    assert_eq!(game.mover(), Player::First, "who took the marker opens");
    assert_eq!(game.lid().to_string(), "BYYYYYYY");
}

#[test]
fn tiles_beyond_the_seventh_slot_go_to_the_lid_and_cost_nothing() {
    let first = "20;-/-/-/-/-;...../...../...../...../.....;YYYYY";
    let second = "0;-/-/-/-/-;...../...../...../...../.....;M";
    for (m, line, lid) in [("CB-F", "-", "BB"), ("CB-1", "B", "B")] {
        let mut game = position("standard", &format!("2 1 -/-/-/-/- BBBBK {first} {second}"));
        play(&mut game, m);
        let after = format!("20;{line}/-/-/-/-;...../...../...../...../.....;YYYYYBB");
        assert_eq!(board_text(&game, 0), after, "{m}");
        assert_eq!(game.lid().to_string(), lid, "{m}");
        assert_eq!(game.board(Player::First).penalty(), 14, "{m}");
    }
}

#[test]
fn nobody_took_the_marker_so_the_same_player_opens() {
    for (rules, opener) in [
        ("standard", Player::First),
        ("standard,first_player=second", Player::Second),
    ] {
        let mut game = Azul::start(&rules.parse().unwrap());
        deal(&mut game, "BBBB/YYYY/RRRR/KKKK/WWWW").unwrap();
        assert_eq!(game.turn(), Turn::Player(opener));
        play(&mut game, "1B-4 2Y-4 3R-5 4K-5 5W-F");
        assert_eq!(game.turn(), Turn::Chance);
        assert_eq!(game.mover(), opener);
        assert_eq!(game.round(), 2);
    }
}

#[test]
fn a_centre_with_only_the_marker_offers_no_move() {
    let mut game = Azul::start(&AzulRules::default());
    deal(&mut game, "BBBB/YYYY/RRRR/KKKK/WWWW").unwrap();
    play(&mut game, "1B-4");
    let mut moves = Vec::new();
    game.moves(&mut moves);
    assert_eq!(moves.len(), 24);
    assert!(moves.iter().all(|m| m.source != Source::CENTRE));
}

#[test]
fn a_bag_that_is_exactly_empty_stays_empty() {
    let rest = format!("{EMPTY} {EMPTY} 4,4,4,4,4 16,16,16,16,16");
    let text = format!("5 deal1 -/-/-/-/- - {rest}");
    let mut game = Azul::from_position(&AzulRules::default(), &text).unwrap();
    deal(&mut game, "BYRK/WBYR/KWBY/RKWB/YRKW").unwrap();
    assert!(game.bag().is_empty());
    assert_eq!(game.lid().counts(), [16; 5]);
}

#[test]
fn the_lid_refills_the_bag_in_the_middle_of_a_factory() {
    // Six tiles in the bag: the first factory and half of the second.
    let text = format!("5 deal1 -/-/-/-/- - {EMPTY} {EMPTY} 6,0,0,0,0 14,20,20,20,20");
    let game = Azul::from_position(&AzulRules::default(), &text).unwrap();
    let try_deal = |deal_text: &str| {
        let mut game = game.clone();
        deal(&mut game, deal_text).map(|()| game)
    };
    let after = try_deal("BBBB/BBWW/YYYY/RRRR/KKKK").unwrap();
    assert_eq!(after.bag().counts(), [14, 16, 16, 16, 18]);
    assert!(after.lid().is_empty());
    let after = try_deal("BBBB/BBBB/BBBB/BBBB/BBBB").unwrap();
    assert_eq!(after.bag().counts(), [0, 20, 20, 20, 20]);
    let refused = try_deal("BBBW/BBBW/YYYY/RRRR/KKKK").unwrap_err();
    assert_eq!(refused.rule, "not-enough-tiles");
    let refused = try_deal("BBBB/BWWW/YYYY/RRRR/KKKK").unwrap_err();
    assert_eq!(refused.rule, "bag-first");
    assert!(
        try_deal(&refused.instead.unwrap()).is_ok(),
        "the alternative is possible"
    );
    let mut rng = seeded(3);
    for _ in 0..1000 {
        let sample = game.sample_chance(&mut rng).to_string();
        assert!(sample.starts_with("BBBB/BB"), "{sample}");
    }
}

#[test]
fn ties_go_to_more_rows_and_are_shared_otherwise() {
    let row = "BYRKW/...../...../...../.....";
    let two_rows = "BYRKW/WBYRK/...../...../.....";
    let over = |first: &str, second: &str| {
        let boards = format!("{first};- {second};-");
        position("standard", &format!("6 over1 -/-/-/-/- - {boards}")).turn()
    };
    let board = |points: u16, wall: &str| format!("{points};-/-/-/-/-;{wall}");
    let win = |player| Turn::Over(Outcome::Win(player));
    assert_eq!(over(&board(20, row), &board(20, two_rows)), win(Player::Second));
    assert_eq!(over(&board(20, two_rows), &board(20, row)), win(Player::First));
    assert_eq!(over(&board(20, row), &board(20, row)), Turn::Over(Outcome::Draw));
    assert_eq!(over(&board(21, row), &board(20, two_rows)), win(Player::First));
}

#[test]
fn a_completed_row_ends_the_game_only_after_the_round() {
    let first = "10;-/-/-/-/-;BYRK./...../...../...../.....;-";
    let mut game = position("standard", &format!("5 1 -/-/-/-/- YWM {first} {EMPTY}"));
    play(&mut game, "CW-1");
    assert_eq!(game.turn(), Turn::Player(Player::Second));
    play(&mut game, "CY-F");
    // Ten points, five for the row, one lost for the marker, two for the complete row.
    assert_eq!(game.scores().unwrap().first, 16);
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Player::First)));
    assert!(!game.ending().unwrap().truncated);
}

#[test]
fn the_last_round_ends_the_game_as_it_stands() {
    let mut game = position(
        "standard,max_rounds=3",
        &format!("3 1 -/-/-/-/- YWM {EMPTY} {EMPTY}"),
    );
    play(&mut game, "CW-1 CY-F");
    let ending = game.ending().unwrap();
    assert!(ending.truncated);
    assert_eq!(ending.outcome, Outcome::Draw);
    let mut rules = AzulRules::default();
    rules.set("max_rounds", "off").unwrap();
    assert_eq!(Azul::max_plies(&rules), 20 * 65_535);
}

/// The original program added one more for the tile itself, and its correction one less.
#[test]
fn regression_the_corner_tile_counts_once_in_each_direction() {
    let first = "0;-/-/-/-/-;.Y.../W..../...../...../.....;-";
    let mut game = position("standard", &format!("3 1 -/-/-/-/- BKM {first} {EMPTY}"));
    play(&mut game, "CB-1 CK-F");
    // Two across and two down, less one for the marker.
    assert_eq!(game.scores().unwrap().first, 3);
}

/// In the original program lines and floor lived on into the next round.
#[test]
fn regression_full_lines_and_floor_are_cleared_between_rounds() {
    let first = "5;B/-/RR/KKKK/W;...../...../...../...../.....;MYY";
    let second = "5;-/BB/-/-/-;...../...../...../...../.....;KKK";
    let mut game = position("standard", &format!("2 2 -/-/-/-/- R {first} {second}"));
    play(&mut game, "CR-1");
    assert_eq!(
        board_text(&game, 0),
        "3;-/-/RR/-/W;B..../...../...../.K.../.....;-"
    );
    assert_eq!(
        board_text(&game, 1),
        "3;-/-/-/-/-;..R../.B.../...../...../.....;-"
    );
    assert_eq!(game.lid().counts(), [1, 2, 0, 6, 0]);
    assert_eq!(game.turn(), Turn::Chance);
    assert_eq!(game.mover(), Player::First);
}

#[test]
fn refusals_name_the_rule_and_leave_the_game_alone() {
    let first = "0;B/-/KK/-/-;...../..Y../...../...../.....;-";
    let text = format!("2 1 -/-/-/BBYK/- BYM {first} {EMPTY}");
    let mut game = position("standard", &text);
    let before = game.clone();
    for (text, rule) in [
        ("1B-2", "no-such-tile"),
        ("CK-2", "no-such-tile"),
        ("4B-1", "line-full"),
        ("4B-3", "other-colour"),
        ("4Y-2", "on-the-wall"),
    ] {
        let m: AzulMove = text.parse().unwrap();
        let refused = game.play(m).unwrap_err();
        assert_eq!(refused.rule, rule, "{text}");
        let instead = refused.instead.unwrap();
        assert!(game.read_move(&instead).is_ok(), "{text}: {instead}");
        assert_eq!(game, before);
    }
    let refused = deal(&mut game, "BYRK/WBYR/KWBY/RKWB/YRKW").unwrap_err();
    assert_eq!(refused.rule, "no-chance-pending");

    let mut start = Azul::start(&AzulRules::default());
    let m: AzulMove = "1B-2".parse().unwrap();
    assert_eq!(start.play(m).unwrap_err().rule, "chance-pending");
    assert!(start.read_move("1B-2").is_err());
    playout(&mut start, &mut seeded(1), &mut Vec::new());
    assert_eq!(start.play(m).unwrap_err().rule, "game-over");
    assert_eq!(
        deal(&mut start, "BYRK/WBYR/KWBY/RKWB/YRKW").unwrap_err().rule,
        "game-over"
    );
}

#[test]
fn tiles_are_neither_made_nor_lost() {
    let mut rng = seeded(8);
    for _ in 0..300 {
        let mut dealt = false;
        for game in random_game(Azul::start(&AzulRules::default()), &mut rng) {
            let setup = game.setup();
            let total: Vec<u8> = outside_the_bag(&setup)
                .iter()
                .zip(setup.bag.counts())
                .map(|(a, b)| a + b)
                .collect();
            assert_eq!(total, [20; 5], "{}", game.position());
            assert!(!dealt || Source::ALL[..5].iter().all(|&f| game.source(f).total() == 4));
            dealt = game.turn() == Turn::Chance;
        }
    }
}
