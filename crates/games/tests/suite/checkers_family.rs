//! The draughts family: flying kings, the precedence of captures, crowning on the way, names of squares, PDN by type.

use damero_games::checkers::{Action, Checkers, CheckersRules, Frame};
use damero_games::random::seeded;
use damero_games::{Game, Lang, Notation, Outcome, Player, Record, Rules, Session, Turn};

const FAMILY: [&str; 6] = ["brazilian", "russian", "pool", "spanish", "italian", "czech"];

/// The Spanish and the Italian game with squares that are easy to picture.
const LETTERS: &str = "numbering=algebraic,dark_corner=left";

fn at(rules: &str, position: &str) -> Checkers {
    Checkers::from_position(&rules.parse().unwrap(), position).unwrap()
}

fn moves(game: &Checkers) -> Vec<String> {
    let mut buf = Vec::new();
    game.moves(&mut buf);
    buf.iter().map(ToString::to_string).collect()
}

fn refusal(game: &Checkers, text: &str) -> String {
    game.read_move(text).unwrap_err().to_string()
}

#[test]
fn a_flying_king_goes_as_far_as_it_is_free() {
    let game = at("russian", "W:WKd4:Bb8");
    let expected = "d4-c5 d4-b6 d4-a7 d4-e5 d4-f6 d4-g7 d4-h8 d4-c3 d4-b2 d4-a1 d4-e3 d4-f2 d4-g1";
    assert_eq!(moves(&game).join(" "), expected);
    let blocked = at("russian", "W:WKa1,e5:Bb8");
    assert!(refusal(&blocked, "a1-g7").starts_with("e5 is occupied"));
    let short = at("italian", "W:WK30:B1");
    assert!(refusal(&short, "30-21").starts_with("the piece on 30 moves one square"));
}

#[test]
fn a_flying_king_lands_where_the_capture_can_go_on() {
    let free = at("russian", "W:WKa1:Bd4");
    assert_eq!(moves(&free), ["a1xe5", "a1xf6", "a1xg7", "a1xh8"]);
    let bound = at("russian", "W:WKa1:Bd4,f4");
    assert_eq!(moves(&bound), ["a1xe5xg3", "a1xe5xh2"]);
    let wrong = refusal(&bound, "a1xf6");
    assert!(
        wrong.starts_with("the king does not stop on f6: it must land where the capture can go on"),
        "{wrong}"
    );
    assert!(refusal(&bound, "a1xe5").starts_with("the capture has to go on from e5"));
    // The short form is enough where it fits one capture.
    assert_eq!(bound.read_move("a1:h2").unwrap().to_string(), "a1xe5xh2");
    assert_eq!(bound.read_move("a1e5g3").unwrap().to_string(), "a1xe5xg3");
}

#[test]
fn straight_on_to_the_same_piece_is_one_way() {
    let game = at("russian", "W:WKa1:Bc3,f6");
    assert_eq!(moves(&game), ["a1xd4xg7", "a1xd4xh8"]);
    // Whichever square between the two is written.
    assert_eq!(game.read_move("a1xe5xh8").unwrap().to_string(), "a1xd4xh8");
}

#[test]
fn captured_pieces_stay_until_the_end_and_are_never_jumped_twice() {
    // From h6 the way on over e3 is closed by d2; back over g5's square nothing is left to take.
    let game = at("brazilian", "W:WKa5:Bb4,d2,f2,g3");
    for text in moves(&game) {
        let m = game.read_move(&text).unwrap();
        let mut taken: Vec<_> = m.captures().collect();
        let all = taken.len();
        taken.sort();
        taken.dedup();
        assert_eq!(taken.len(), all, "{text}");
    }
    // The king comes round to the piece that it took first and cannot pass it.
    let round = at("russian", "W:WKc1:Bd2,f2,f4,d6");
    assert!(
        moves(&round).iter().all(|text| !text.ends_with("xc1")),
        "{:?}",
        moves(&round)
    );
}

#[test]
fn a_man_on_the_far_row_goes_on_as_the_rules_say() {
    let position = "W:Wf6:Be7,c7,h8";
    let russian = at("russian", position);
    assert_eq!(moves(&russian), ["f6xd8xb6", "f6xd8xa5"]);
    for (id, king) in [("russian", true), ("brazilian", false)] {
        let mut game = at(id, position);
        let m = game.read_move("f6xd8xb6").unwrap();
        assert_eq!(game.crowns(m), king, "{id}");
        assert_eq!(Action::new(&game, m, Frame::Absolute).promotion, Some(king));
        game.play(m).unwrap();
        assert_eq!(game.kings(Player::First) != 0, king, "{id}");
    }
    // Whoever ends there is crowned.
    let mut ending = at("brazilian", "W:Wf6:Be7,h8");
    let m = ending.read_move("f6xd8").unwrap();
    ending.play(m).unwrap();
    assert_eq!(ending.kings(Player::First).count_ones(), 1);
    let czech = at("czech", position);
    assert_eq!(moves(&czech), ["f6xd8"]);
    assert!(refusal(&czech, "f6xd8xb6").starts_with("the man is crowned on d8 and the move ends there"));
}

#[test]
fn precedence_is_named_by_its_rule() {
    let spanish = at(&format!("spanish,{LETTERS}"), "W:Wc3,g3:Bd4,Kf4");
    assert_eq!(moves(&spanish), ["g3xe5"]);
    let refused = refusal(&spanish, "c3xe5");
    assert!(
        refused.starts_with("another capture of as many pieces takes more kings (capture_priority=spanish)"),
        "{refused}"
    );

    let italian = format!("italian,{LETTERS}");
    let men = at(&italian, "W:Wg3:BKf4");
    assert_eq!(moves(&men), ["g3-h4"]);
    assert!(
        refusal(&men, "g3xe5").starts_with("a man cannot capture the king on f4 (men_capture_kings=off)")
    );
    let kings = at(&italian, "W:Wc3,Kg3:Bd4,f4");
    assert_eq!(moves(&kings), ["g3xe5"]);
    assert!(refusal(&kings, "c3xe5").starts_with("a king can capture, and then a man may not"));
    let early = at(&italian, "W:WKc3:BKd4,f6,b4,Kb6");
    assert_eq!(moves(&early), ["c3xe5xg7"]);
    assert!(
        refusal(&early, "c3xa5xc7")
            .starts_with("another capture of as many pieces and kings meets a king earlier")
    );
    let longest = at(&italian, "W:WKc3:BKd4,b4,b6");
    assert_eq!(moves(&longest), ["c3xa5xc7"]);
    assert!(refusal(&longest, "c3xe5").contains("capture_priority=italian"));

    let czech = at("czech", "W:Wc3,Kg3:Bd4,f4");
    assert_eq!(moves(&czech), ["g3xe5", "g3xd6", "g3xc7", "g3xb8"]);
    let in_spanish = czech.read_move("c3xe5").unwrap_err().message(Lang::Es);
    assert!(
        in_spanish.starts_with("una dama puede capturar, y entonces un peón no puede"),
        "{in_spanish}"
    );
}

#[test]
fn small_endings_are_drawn_sooner() {
    let mut game = at("russian,small_ending=4", "W:WKa1:BKh2,Kb8");
    for text in ["a1-b2", "b8-c7", "b2-a1", "c7-b8"] {
        assert_eq!(game.ending(), None);
        let m = game.read_move(text).unwrap();
        game.play(m).unwrap();
    }
    assert_eq!(game.turn(), Turn::Over(Outcome::Draw));
}

#[test]
fn each_game_begins_and_is_written_as_in_its_country() {
    for (id, position, first) in [
        ("brazilian", "W:W21-32:B1-12", "c3-d4"),
        ("russian", "W:W21-32:B1-12", "c3-d4"),
        ("czech", "W:W21-32:B1-12", "c3-d4"),
        ("italian", "W:W21-32:B1-12", "23-20"),
        ("spanish", "W:W1-12:B21-32", "10-13"),
        ("pool", "B:W21-32:B1-12", "11-15"),
    ] {
        let rules: CheckersRules = id.parse().unwrap();
        let mut game = Checkers::start(&rules);
        let text = game.position();
        let sides = |text: &str| {
            let mut sides: Vec<String> = text.split(':').skip(1).map(str::to_owned).collect();
            sides.sort();
            (text.chars().next(), sides)
        };
        assert_eq!(sides(&text), sides(position), "{id}");
        assert_eq!(Checkers::from_position(&rules, position).unwrap(), game);
        assert_eq!(game.to_move(), Player::First);
        assert_eq!(moves(&game).len(), 7);
        let m = game
            .read_move(first)
            .unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(m.to_string(), first);
        game.play(m).unwrap();
        assert_eq!(
            Checkers::from_position(&rules, &game.position())
                .unwrap()
                .position(),
            game.position()
        );
    }
    // Letters and numbers mean the same squares.
    assert_eq!(at("russian", "W:WKa1,c3:Bh8"), at("russian", "W:WK29,22:B4"));
}

#[test]
fn pdn_says_which_game_it_is() {
    for (id, tag) in [
        ("english", "21,B,8,8,N1,0"),
        ("italian", "22,W,8,8,N2,1"),
        ("pool", "23,B,8,8,N1,0"),
        ("spanish", "24,W,8,8,N1,1"),
        ("russian", "25,W,8,8,A0,0"),
        ("brazilian", "26,W,8,8,A0,0"),
        ("czech", "29,W,8,8,A0,0"),
    ] {
        let rules: CheckersRules = id.parse().unwrap();
        let mut record = Record::<Checkers>::new(rules);
        record.result = Some(Outcome::Win(Player::First));
        record.tags = vec![
            ("Black".into(), "Red's player".into()),
            ("WhiteElo".into(), "1500".into()),
        ];
        let text = Checkers::write_record(&record, "pdn").unwrap();
        assert!(text.contains(&format!("[GameType \"{tag}\"]")), "{text}");
        assert!(!text.contains("[Rules"), "{text}");
        assert!(!text.contains("[FEN"), "{text}");
        // The result of the first mover stands first, and where that is White so is the name.
        assert!(text.contains("[Result \"1-0\"]"), "{text}");
        let colour = if tag.contains('W') { "White" } else { "Black" };
        assert!(text.contains(&format!("[{colour} \"Red's player\"]")), "{text}");
        assert_eq!(Checkers::read_record(&text).unwrap(), record);
    }
}

#[test]
fn files_of_others_are_read() {
    let russian = Checkers::read_record(
        "[White \"A\"]\n[Black \"B\"]\n[FEN \"W:W29,30,31,32,25,26,27,28,21,22,23,24:B9,10,11,12,5,6,7,8,1,2,3,4.\"]\n\
         [Result \"0-1\"]\n1. c3-d4 d6-e5 2. b2-c3 e7-d6 3. e3-f4 b6-a5 0-1",
    )
    .unwrap();
    assert_eq!(russian.rules.to_string(), "russian");
    assert_eq!(russian.start, None);
    assert_eq!(russian.result, Some(Outcome::Win(Player::Second)));
    assert_eq!(
        russian.tags,
        [("Black", "A"), ("White", "B")].map(|(a, b)| (a.into(), b.into()))
    );
    let bare = Checkers::read_record("[GameType \"26\"]\n1.a3b4 d6:f4")
        .unwrap_err()
        .to_string();
    assert!(bare.contains("move 2 (d6:f4)"), "{bare}");
    let rules =
        Checkers::read_record("[Rules \"russian,repetition=off\"]\n[GameType \"26\"]\n1. a3-b4 *").unwrap();
    assert_eq!(rules.rules.to_string(), "russian,repetition=off");
}

#[test]
fn games_of_all_presets_come_back_from_pdn_and_json() {
    for id in FAMILY {
        let rules: CheckersRules = id.parse().unwrap();
        for seed in 0..25 {
            let mut rng = seeded(seed);
            let mut session = Session::<Checkers>::new(rules);
            let mut buf = Vec::new();
            while let Turn::Player(_) = session.game().turn() {
                let game = session.game();
                let m = game.random_move(&mut rng, &mut buf);
                let action = Action::new(game, m, Frame::Mover);
                assert_eq!(
                    action.find(game, Frame::Mover),
                    Ok(m),
                    "{id} {}: {m}",
                    game.position()
                );
                session.play(m).unwrap();
            }
            let text = Checkers::write_record(session.record(), "pdn").unwrap();
            assert_eq!(Checkers::read_record(&text).unwrap(), *session.record(), "{text}");
        }
    }
}

#[test]
fn american_rules_are_told_apart() {
    for (id, american) in [("seed", true), ("english,men_capture_backward=on", true)] {
        assert_eq!(
            id.parse::<CheckersRules>().unwrap().is_american(),
            american,
            "{id}"
        );
    }
    for id in FAMILY {
        assert!(!CheckersRules::preset(id).unwrap().is_american(), "{id}");
    }
}
