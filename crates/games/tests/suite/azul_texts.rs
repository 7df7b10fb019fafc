//! Azul as text and as numbers: moves, deals, positions, records, tensors, symmetries.

use damero_games::azul::{Azul, AzulMove, AzulRules, Colour, Deal, Tiles};
use damero_games::playout::random_game;
use damero_games::random::{below, seeded};
use damero_games::record::{read_native, write_native};
use damero_games::{Encode, Game, InputError, Lang, Notation, Player, Record, Session, Symmetry, Turn, View};

/// Positions of random games, of all phases.
fn sample(games: u64) -> Vec<Azul> {
    let start = Azul::start(&AzulRules::default());
    let game = |seed| random_game(start.clone(), &mut seeded(seed)).collect::<Vec<_>>();
    (0..games).flat_map(game).collect()
}

#[test]
fn moves_are_read_in_every_spelling() {
    let m: AzulMove = "2B-3".parse().unwrap();
    assert_eq!(m.code(), 32);
    for text in ["2b-3", "2B3", "2b3", "32"] {
        assert_eq!(text.parse::<AzulMove>().unwrap(), m, "{text}");
    }
    assert_eq!("cw-f".parse::<AzulMove>().unwrap().to_string(), "CW-F");
    assert_eq!("CW-F".parse::<AzulMove>().unwrap().code(), 179);
    for code in 0..AzulMove::CODES {
        let m = AzulMove::from_code(code).unwrap();
        assert_eq!(m.code(), code);
        assert_eq!(m.to_string().parse::<AzulMove>().unwrap(), m);
        assert_eq!(code.to_string().parse::<AzulMove>().unwrap(), m);
    }
    assert_eq!(AzulMove::from_code(180), None);
}

#[test]
fn malformed_moves_and_deals_say_where() {
    for (text, column) in [
        ("", 1),
        ("6B-1", 1),
        ("1G-1", 2),
        ("1B-6", 4),
        ("1B--1", 4),
        ("1B-11", 5),
        ("180", 1),
        ("1B", 3),
        ("ñ", 1),
    ] {
        let error = text.parse::<AzulMove>().unwrap_err();
        assert_eq!(error.column, column, "{text:?}: {error}");
    }
    for (text, column) in [
        ("", 1),
        ("BBBB", 5),
        ("BBBX/", 4),
        ("BBB/BBBB", 4),
        ("BBBBB/", 5),
        ("BYRK/WBYR/KWBY/RKWB/YRKW/", 25),
    ] {
        let error = text.parse::<Deal>().unwrap_err();
        assert_eq!(error.column, column, "{text:?}: {error}");
    }
    let deal: Deal = "kryb/WBYR/KWBY/RKWB/YRKW".parse().unwrap();
    assert_eq!(deal.to_string(), "BYRK/BYRW/BYKW/BRKW/YRKW");
}

#[test]
fn positions_and_their_json_come_back() {
    for game in sample(200) {
        let text = game.position();
        assert_eq!(Azul::from_position(game.rules(), &text).unwrap(), game, "{text}");
        let json = serde_json::to_string(&game.setup()).unwrap();
        assert_eq!(
            serde_json::from_str::<damero_games::azul::AzulSetup>(&json).unwrap(),
            game.setup()
        );
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let good = "2 1 -/-/-/BBYK/- BYM 0;B/-/KK/-/-;...../..Y../...../...../.....;- \
                0;-/-/-/-/-;...../...../...../...../.....;W 16,17,20,17,19 0,0,0,0,0";
    let rules = AzulRules::default();
    Azul::from_position(&rules, good).unwrap();
    for (from, to, problem) in [
        ("2 1", "0 1", "rounds go from 1 to 50"),
        ("2 1", "51 1", "rounds go from 1 to 50"),
        ("2 1", "1 1", "more tiles than rounds"),
        ("2 1", "2 deal1", "floors: 1, not"),
        ("BBYK", "BBY", "four or none"),
        ("BYM", "BBBBBBYYYYYYYM", "leave at most 12"),
        ("BYM", "BY", "floors: 0, not"),
        ("0;B/", "1000;B/", "at most 999"),
        ("0;B/", "0;BB/", "room for 1"),
        ("0;B/-/", "0;B/Y/", "already has"),
        (";W", ";WM", "floors: 2, not"),
        (";W", ";WMM", "one marker"),
        (";W", ";WWWWWWWW", "at most seven"),
        ("16,17", "17,17", "21 tiles B"),
        ("-/-/-/BBYK/- BYM", "-/-/-/-/- M", "no tile is on offer"),
    ] {
        assert!(good.contains(from));
        let text = good.replacen(from, to, 1);
        let error = Azul::from_position(&rules, &text).unwrap_err();
        assert!(matches!(error, InputError::Setup(_)), "{text}: {error}");
        assert!(error.to_string().contains(problem), "{text}: {error}");
        assert_ne!(error.message(Lang::Es), error.message(Lang::En));
    }
    let first = good.replacen("BYM", "MBY", 1);
    let middle = good.replacen("BYM", "BMY", 1);
    for text in [first, middle] {
        let game = Azul::from_position(&rules, &text).expect("the marker may stand anywhere in the centre");
        assert_eq!(
            game.position(),
            Azul::from_position(&rules, good).unwrap().position()
        );
    }
    for (from, to, expected) in [
        ("BYM", "MBMY", "B, Y, R, K, W"),
        ("2 1", "two 1", "a number from 0 to 65535"),
        ("2 1", "2 3", "the turn"),
        ("BBYK", "BBXK", "B, Y, R, K, W"),
        ("-/-/-/BBYK/-", "-/-/-/BBYK", "5 parts separated by /"),
        ("..Y..", "..B..", "Y or . in this cell"),
        ("..Y..", "..Y.", "five cells"),
        ("/KK/", "/KB/", "one colour"),
        (";W", ";WWWWWWWWW", "up to seven"),
        (",0,0,0,0", ",0,0,0,0 x", "the end"),
        (" 0,0,0,0,0", "", "the lid"),
        ("16,17", "21,17", "a number from 0 to 20"),
    ] {
        assert!(good.contains(from));
        let text = good.replacen(from, to, 1);
        let error = Azul::from_position(&rules, &text).unwrap_err();
        assert!(matches!(error, InputError::Read(_)), "{text}: {error}");
        assert!(error.to_string().contains(expected), "{text}: {error}");
    }
    let over = good.replacen("2 1 -/-/-/BBYK/- BYM", "2 over1 -/-/-/-/- -", 1);
    let over = over.replace(";W ", ";- ").replace("0;B/", "0;-/");
    let over = over.replace("16,17,20,17,19", "20,19,20,18,20");
    let error = Azul::from_position(&rules, &over).unwrap_err();
    assert!(
        error.to_string().contains("no row of a wall is complete"),
        "{error}"
    );
}

#[test]
fn spoiled_positions_never_panic() {
    let mut rng = seeded(6);
    let letters = b"BYRKWM-/;,. 0123456789dealover";
    for game in sample(40) {
        for _ in 0..5 {
            let mut text = game.position().into_bytes();
            for _ in 0..=below(&mut rng, 2) {
                let at = below(&mut rng, text.len() as u32) as usize;
                let letter = letters[below(&mut rng, letters.len() as u32) as usize];
                match below(&mut rng, 3) {
                    0 => text[at] = letter,
                    1 => text.insert(at, letter),
                    _ => {
                        text.remove(at);
                    }
                }
            }
            let text = String::from_utf8(text).unwrap();
            if let Ok(mut game) = Azul::from_position(&AzulRules::default(), &text) {
                damero_games::playout::playout(&mut game, &mut rng, &mut Vec::new());
            }
        }
    }
}

#[test]
fn records_come_back_with_their_deals() {
    let mut rng = seeded(12);
    let mut session = Session::<Azul>::new("standard,first_player=second".parse().unwrap());
    let mut buf = Vec::new();
    while !matches!(session.game().turn(), Turn::Over(_)) {
        session.resolve_chance(&mut rng);
        let m = session.game().random_move(&mut rng, &mut buf);
        session.play(m).unwrap();
    }
    let text = write_native(session.record());
    let record: Record<Azul> = read_native(&text).unwrap();
    assert_eq!(&record, session.record());
    assert_eq!(&record.last().unwrap(), session.game());
    let json = serde_json::to_string(&record).unwrap();
    assert_eq!(serde_json::from_str::<Record<Azul>>(&json).unwrap(), record);
    let spoiled = text.replacen("/", "X", 1);
    let error = read_native::<Azul>(&spoiled).unwrap_err();
    assert!(error.to_string().contains("move 1"), "{error}");
}

/// Takes the next `n` numbers of an observation.
fn next<'a>(rest: &mut &'a [f32], n: usize) -> &'a [f32] {
    let (head, tail) = rest.split_at(n);
    *rest = tail;
    head
}

fn hot(numbers: &[f32]) -> Option<usize> {
    assert!(numbers.iter().sum::<f32>() <= 1.0);
    numbers.iter().position(|&x| x == 1.0)
}

fn tiles(numbers: &[f32], most: f32) -> [u8; 5] {
    [0, 1, 2, 3, 4].map(|i| (numbers[i] * most).round() as u8)
}

#[test]
fn the_default_observation_tells_the_whole_position() {
    let encoding = &Azul::ENCODINGS[0];
    assert_eq!((encoding.name, encoding.len()), ("onehot", 329));
    let mut out = vec![f32::NAN; 329];
    for game in sample(60) {
        game.observe(0, &mut out);
        let seats = [game.mover(), game.mover().other()];
        let boards = seats.map(|player| game.board(player));
        let mut rest = &out[..];
        for board in boards {
            let wall = next(&mut rest, 25).iter().enumerate();
            assert_eq!(
                wall.fold(0, |wall, (i, &x)| wall | u32::from(x == 1.0) << i),
                board.wall()
            );
        }
        let colours = boards.map(|_| [0; 5].map(|_| hot(next(&mut rest, 5))));
        for (board, colours) in boards.into_iter().zip(colours) {
            for (row, colour) in colours.into_iter().enumerate() {
                let fill: f32 = next(&mut rest, row + 1).iter().sum();
                let line = colour.map(|i| (Colour::ALL[i], fill as u32));
                assert_eq!(board.line(row), line);
            }
        }
        for board in boards {
            assert_eq!(hot(next(&mut rest, 8)), Some(board.floor().count()));
            let dropped = board
                .floor()
                .filter(|slot| matches!(slot, damero_games::azul::FloorSlot::Tile(_)));
            let sum: u8 = tiles(next(&mut rest, 5), 7.0).iter().sum();
            assert_eq!(usize::from(sum), dropped.count());
        }
        let holder = [None, Some(seats[0]), Some(seats[1])][hot(next(&mut rest, 3)).unwrap()];
        assert_eq!(holder, game.marker());
        for source in damero_games::azul::Source::ALL {
            let counts = game.source(source).counts();
            for n in counts {
                let few: f32 = next(&mut rest, 4).iter().sum();
                let many = next(&mut rest, 1)[0] * 11.0;
                assert_eq!((few + many).round() as u8, n);
            }
        }
        assert_eq!(tiles(next(&mut rest, 5), 20.0), game.bag().counts());
        assert_eq!(tiles(next(&mut rest, 5), 20.0), game.lid().counts());
        for board in boards {
            assert_eq!((next(&mut rest, 1)[0] * 100.0).round() as u16, board.score());
        }
        assert_eq!(
            hot(next(&mut rest, 8)),
            Some(usize::from(game.round().min(8)) - 1)
        );
        assert!(rest.is_empty());
    }
}

#[test]
fn the_observation_of_the_original_network_keeps_its_order() {
    let encoding = &Azul::ENCODINGS[1];
    assert_eq!((encoding.name, encoding.len()), ("seed4", 100 + 30 + 39));
    let text = "6 2 -/-/-/YYKW/- BBBYM 12;B/-/KK/-/-;.YRKW/..Y../...../...../.....;W \
                34;-/WW/-/-/-;B..../.B.../..B../...B./....B;YY 11,12,19,16,15 0,1,0,0,0";
    let game = Azul::from_position(&AzulRules::default(), text).unwrap();
    let mut out = vec![f32::NAN; encoding.len()];
    game.observe(1, &mut out);
    let mut expected = vec![0.0; 100];
    // The second player is to move: two white in the second line; the other's blue and black lines.
    (expected[5], expected[6]) = (1.0, 1.0);
    expected[25] = 0.2;
    (expected[35], expected[36]) = (0.8, 0.8);
    for i in 0..5 {
        expected[50 + 6 * i] = 1.0;
    }
    for i in [1, 2, 3, 4, 7] {
        expected[75 + i] = 1.0;
    }
    expected.extend([0.0; 15]);
    expected.extend([0.0, 0.5, 0.0, 0.25, 0.25]);
    expected.extend([0.0; 5]);
    expected.extend([0.75, 0.25, 0.0, 0.0, 0.0]);
    let mut global = vec![11.0 / 20.0, 12.0 / 20.0, 19.0 / 20.0, 16.0 / 20.0, 15.0 / 20.0];
    global.extend([0.0, 1.0 / 20.0, 0.0, 0.0, 0.0]);
    global.push(0.0);
    global.extend([1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    global.extend([1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    global.extend([0.34, 0.12, 0.6]);
    global.extend([0.0, 0.0, 0.2, 0.0, 0.0, 0.0]);
    global.extend([14.0 / 20.0, 16.0 / 20.0, 19.0 / 20.0, 17.0 / 20.0, 16.0 / 20.0]);
    assert_eq!(global.len(), 39);
    expected.extend(global);
    assert_eq!(out, expected);
}

#[test]
fn symmetric_positions_share_their_canonical_key() {
    let mut rng = seeded(9);
    for game in sample(3) {
        for _ in 0..4 {
            let s = below(&mut rng, game.symmetries() as u32) as usize;
            let mapped = game.map(s);
            assert_eq!(mapped.canonical_key(), game.canonical_key());
            assert_eq!(mapped.map(game.inverse(s)), game);
        }
    }
    // The order of tiles on a floor line is seen, but means nothing for the future.
    let text = "2 1 -/-/-/YYKW/- BBYM 0;-/-/-/-/-;...../...../...../...../.....;BY \
                0;-/-/-/-/-;...../...../...../...../.....;- 17,16,20,19,19 0,0,0,0,0";
    let read = |text: &str| Azul::from_position(&AzulRules::default(), text).unwrap();
    let (one, other) = (read(text), read(&text.replace(";BY", ";YB")));
    assert_ne!(one.key(), other.key());
    assert_eq!(one.canonical_key(), other.canonical_key());
}

#[test]
fn different_positions_have_different_keys() {
    let mut seen = std::collections::HashMap::new();
    for game in sample(500) {
        let text = game.position();
        assert_eq!(game.key(), game.key_from_scratch());
        let known = seen.entry(game.key()).or_insert_with(|| text.clone());
        assert_eq!(*known, text);
    }
}

#[test]
fn the_drawing_is_readable_without_colour() {
    let text = "2 1 -/-/-/BBYK/- BYM 7;B/-/KK/-/-;...../..Y../...../...../.....;- \
                0;-/-/-/-/-;...../...../...../...../.....;W 16,17,20,17,19 0,0,0,0,0";
    let game = Azul::from_position(&AzulRules::default(), text).unwrap();
    let expected = "\
round 2   bag 89   lid 0
 1 ·   2 ·   3 ·   4 BBYK   5 ·   C MBY
>First 7                          Second 0
 1         B | b y r k w          1         · | b y r k w
 2       · · | w b Y r k          2       · · | w b y r k
 3     · K K | k w b y r          3     · · · | k w b y r
 4   · · · · | r k w b y          4   · · · · | r k w b y
 5 · · · · · | y r k w b          5 · · · · · | y r k w b
  ·  ·  ·  ·  ·  ·  · = 0          W  ·  ·  ·  ·  ·  · = -1
 -1 -1 -2 -2 -2 -3 -3             -1 -1 -2 -2 -2 -3 -3
 B blue Y yellow R red K black W white
 M marker   C centre   F floor   2B-3: blue from factory 2 to line 3
";
    assert_eq!(game.sketch(Lang::En).plain(), expected);
    let view = serde_json::to_value(game.view()).unwrap();
    assert_eq!(view["factories"][3], "BBYK");
    assert_eq!(view["boards"]["first"]["lines"][2], "KK");
    assert_eq!(view["turn"], serde_json::to_value(Player::First).unwrap());
    assert_eq!(Tiles::from_counts([1, 1, 0, 0, 0]).letters(), view["centre"]);
}
