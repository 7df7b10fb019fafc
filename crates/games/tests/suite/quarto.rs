//! Quarto by example: turns, wins and draws, refusals, tensors, symmetries and drawings.

use damero_games::conformance::wins_at_once;
use damero_games::playout::random_game;
use damero_games::quarto::{Attribute, Cell, Piece, Quarto, QuartoMove, QuartoRules, QuartoSetup};
use damero_games::random::seeded;
use damero_games::{
    Encode, Game, InputError, Lang, MoveBuf, Notation, Outcome, Player, Rules, Session, Symmetry, Turn, View,
    perft, registry,
};

const STANDARD: &str = "standard";
const SQUARE: &str = "square";

fn rules(id: &str) -> QuartoRules {
    id.parse().expect("known rules")
}

fn at(id: &str, position: &str) -> Quarto {
    Quarto::from_position(&rules(id), position).expect("a possible position")
}

/// Plays words from the beginning.
fn played(id: &str, words: &str) -> Quarto {
    let mut session = Session::<Quarto>::new(rules(id));
    for word in words.split_whitespace() {
        session.play_text(word).expect("a legal move");
    }
    session.game().clone()
}

/// Positions along a few random games, the last of each included.
fn samples(id: &str) -> Vec<Quarto> {
    let rng = &mut seeded(3);
    let game = |_| random_game(Quarto::start(&rules(id)), rng).collect::<Vec<_>>();
    (0..20).flat_map(game).collect()
}

#[test]
fn squares_win_unless_the_rules_say_otherwise() {
    assert_eq!(QuartoRules::default().to_string(), SQUARE);
    assert_eq!(rules(STANDARD).get("squares").as_deref(), Some("off"));
    assert_eq!(rules("square,squares=off"), rules(STANDARD));
}

#[test]
fn a_turn_is_placing_and_giving_by_the_same_player() {
    let mut game = Quarto::start(&rules(SQUARE));
    let mut turns = vec![game.turn()];
    for word in ["0", "a1", "15", "b1", "1", "c1"] {
        let m = game.read_move(word).expect("legal");
        game.play(m).expect("legal");
        turns.push(game.turn());
    }
    let [first, second] = Player::ALL.map(Turn::Player);
    assert_eq!(turns, [first, second, second, first, first, second, second]);
}

#[test]
fn whoever_completes_a_group_wins_at_once() {
    // Tall pieces in the first row; the fourth is placed by the first player.
    let row = "8 a1 9 b1 A c1 B";
    for id in [STANDARD, SQUARE] {
        let before = played(id, &row.replace('A', "10").replace('B', "11"));
        assert_eq!(before.turn(), Turn::Player(Player::First));
        let mut after = before.clone();
        after.play(before.read_move("d1").expect("legal")).expect("legal");
        assert_eq!(after.turn(), Turn::Over(Outcome::Win(Player::First)));
        let reason = after.ending().expect("an ending").reason;
        assert_eq!(reason.get(Lang::En), "the pieces on a1 b1 c1 d1 are all tall");
        assert_eq!(reason.get(Lang::Es), "las piezas de a1 b1 c1 d1 son todas altas");
        let mut moves = vec![QuartoMove::Give(Piece::new(0).expect("a piece"))];
        after.moves(&mut moves);
        assert!(moves.is_empty() && after.count_moves() == 0);
    }
}

/// Lacking an attribute together wins as having it does, in every group.
#[test]
fn every_group_wins_by_every_attribute_both_ways() {
    for id in [STANDARD, SQUARE] {
        let groups = damero_games::quarto::groups(id == SQUARE);
        assert_eq!(groups.len(), if id == SQUARE { 19 } else { 10 });
        for &group in groups {
            for attribute in Attribute::ALL {
                for set in [false, true] {
                    // Of the eight pieces alike in this, four that are alike in nothing else.
                    let alike = Piece::all(u16::MAX).filter(|piece| piece.has(attribute) == set);
                    let pieces: Vec<Piece> = alike.collect();
                    let four = [pieces[0], pieces[7], pieces[1], pieces[6]];
                    let mut setup = QuartoSetup::default();
                    let cells: Vec<Cell> = Cell::all(group).collect();
                    for i in 0..3 {
                        setup.cells[usize::from(cells[i].index())] = Some(four[i]);
                    }
                    setup.hand = Some(four[3]);
                    let mut game = Quarto::from_setup(&rules(id), &setup).expect("three pieces");
                    game.play(QuartoMove::Place(cells[3])).expect("legal");
                    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Player::First)));
                    assert_eq!(game.board().shared(group).collect::<Vec<_>>(), [(attribute, set)]);
                }
            }
        }
    }
}

#[test]
fn a_square_goes_on_without_the_square_rule() {
    let words = "8 a1 9 b1 10 a2 11 b2";
    assert_eq!(
        played(SQUARE, words).turn(),
        Turn::Over(Outcome::Win(Player::First))
    );
    assert_eq!(played(STANDARD, words).turn(), Turn::Player(Player::First));
}

#[test]
fn a_full_board_without_a_group_is_a_draw() {
    let rng = &mut seeded(2);
    for id in [STANDARD, SQUARE] {
        let drawn = loop {
            let mut game = Quarto::start(&rules(id));
            damero_games::playout::playout(&mut game, rng, &mut Vec::new());
            if game.turn() == Turn::Over(Outcome::Draw) {
                break game;
            }
        };
        assert_eq!(drawn.board().empty(), 0);
        assert_eq!(drawn.left(), 0);
        assert_eq!(drawn.board().complete_groups(id == SQUARE).count(), 0);
        assert_eq!(at(id, &drawn.position()), drawn);
        let reason = drawn.ending().expect("an ending").reason;
        assert!(reason.get(Lang::Es).contains("lleno"));
    }
}

#[test]
fn refusals_name_the_rule_and_a_legal_move() {
    let cases = [
        ("", "b3", "must-give", Some("SDRF")),
        ("TLQH", "SDRF", "must-place", Some("a1")),
        ("TLQH a1 SDRF", "a1", "occupied", Some("b1")),
        ("SDRF a1", "SDRF", "piece-used", Some("SDRH")),
        ("8 a1 9 b1 10 c1 11 d1", "SDRF", "game-over", None),
        ("8 a1 9 b1 10 c1 11 d1", "a2", "game-over", None),
    ];
    for (words, word, rule, instead) in cases {
        let mut game = played(SQUARE, words);
        let before = game.clone();
        let m: QuartoMove = word.parse().expect("well written");
        let refusal = game.play(m).expect_err("not legal");
        assert_eq!((refusal.rule, refusal.instead.as_deref()), (rule, instead));
        assert_ne!(refusal.message(Lang::En), refusal.message(Lang::Es));
        assert_eq!(game, before);
        assert_eq!(game.read_move(word), Err(InputError::Illegal(refusal)));
    }
}

#[test]
fn observations_show_the_whole_position() {
    for id in [STANDARD, SQUARE] {
        for game in samples(id) {
            let mut planes = vec![9.0; Quarto::ENCODINGS[0].len()];
            game.observe(0, &mut planes);
            assert_eq!(planes.len(), 16 * 16 + 16);
            let mut setup = QuartoSetup::default();
            for piece in Piece::all(u16::MAX) {
                let index = usize::from(piece.index());
                for cell in 0..16 {
                    if planes[16 * index + cell] == 1.0 {
                        setup.cells[cell] = Some(piece);
                    }
                }
                if planes[256 + index] == 1.0 {
                    setup.hand = Some(piece);
                }
            }
            assert_eq!(Quarto::from_setup(game.rules(), &setup), Ok(game.clone()));
            let ones = planes.iter().filter(|&&number| number == 1.0).count();
            let pieces = game.board().pieces().count() + usize::from(game.hand().is_some());
            assert_eq!(ones, pieces);
            assert!(planes.iter().all(|&number| number == 0.0 || number == 1.0));
        }
    }
}

#[test]
fn attribute_observations_show_the_same() {
    let read = |numbers: [f32; 5]| {
        let [present, signs @ ..] = numbers;
        let bits = signs
            .iter()
            .fold(0, |bits, &sign| 2 * bits + u8::from(sign > 0.0));
        assert!(signs.iter().all(|sign| sign.abs() == present));
        (present == 1.0).then(|| Piece::new(bits).expect("four bits"))
    };
    for game in samples(SQUARE) {
        let mut out = vec![9.0; Quarto::ENCODINGS[1].len()];
        game.observe(1, &mut out);
        assert_eq!(out.len(), 5 * 16 + 5 + 16);
        let mut setup = QuartoSetup::default();
        for (cell, piece) in setup.cells.iter_mut().enumerate() {
            *piece = read([0, 1, 2, 3, 4].map(|channel| out[16 * channel + cell]));
        }
        setup.hand = read([80, 81, 82, 83, 84].map(|i| out[i]));
        assert_eq!(setup, game.setup());
        for (piece, &number) in out[85..].iter().enumerate() {
            assert_eq!(number, f32::from(game.left() >> piece & 1));
        }
    }
}

#[test]
fn cells_come_before_pieces_among_the_actions() {
    let game = played(SQUARE, "TLQH");
    assert_eq!(game.action(9), "b3".parse().ok());
    assert_eq!(game.action(16), None, "no piece can be given now");
    let game = played(SQUARE, "TLQH b3");
    assert_eq!(game.action(16), "SDRF".parse().ok());
    assert_eq!(game.action(31), None, "TLQH is used");
    assert_eq!(
        (game.action(9), game.action(32), game.action(usize::MAX)),
        (None, None, None)
    );
}

/// A piece is a threat if whoever gets it can win with it.
#[test]
fn threats_are_the_pieces_that_lose_when_given() {
    let (mut rng, mut buf, mut seen) = (seeded(9), MoveBuf::new(), [0, 0]);
    for _ in 0..50 {
        let mut game = Quarto::start(&Default::default());
        while game.turn().player().is_some() {
            let mut threats = [0.0; Quarto::THREATS];
            game.threats(&mut threats);
            for piece in (0..16).filter_map(Piece::new).filter(|_| game.hand().is_none()) {
                let mut given = game.clone();
                let is_given = given.play(QuartoMove::Give(piece)).is_ok();
                let wins = |cell: Cell| {
                    let mut placed = given.clone();
                    placed.play(QuartoMove::Place(cell)).is_ok()
                        && matches!(placed.turn().outcome(), Some(Outcome::Win(_)))
                };
                let loses = is_given && (0..16).filter_map(Cell::new).any(wins);
                assert_eq!(threats[usize::from(piece.index())] > 0.0, loses);
                seen[usize::from(loses)] += 1;
            }
            game.play_random(&mut rng, &mut buf);
        }
    }
    assert!(seen[0] > 100 && seen[1] > 100, "{seen:?}");
}

#[test]
fn masks_mark_the_legal_actions() {
    for game in samples(SQUARE) {
        let mut mask = [true; Quarto::ACTIONS];
        game.legal_mask(&mut mask);
        for (index, legal) in mask.into_iter().enumerate() {
            assert_eq!(game.action(index).is_some(), legal, "{index} in {game:?}");
        }
        assert_eq!(mask.iter().filter(|legal| **legal).count(), game.count_moves());
    }
}

#[test]
fn the_square_rule_leaves_fewer_symmetries() {
    assert_eq!(Quarto::start(&rules(STANDARD)).symmetries(), 32 * 384);
    assert_eq!(Quarto::start(&rules(SQUARE)).symmetries(), 8 * 384);
}

/// All of them: the identity, the inverse, and moves that lead to symmetric positions.
#[test]
fn symmetries_undo_and_carry_moves_along() {
    for id in [STANDARD, SQUARE] {
        let rng = &mut seeded(10);
        for mut game in [at(id, "89../A..5/130./.E.. -"), at(id, "..../9.../C8.4/6.7. B")] {
            assert_eq!(game.map(0), game);
            for s in 0..game.symmetries() {
                let mapped = game.map(s);
                assert_eq!(mapped.map(game.inverse(s)), game, "symmetry {s}");
                assert_eq!(mapped.turn(), game.turn());
                let m = game.random_move(rng, &mut Vec::new());
                let there = game.map_move(s, m);
                assert!(mapped.is_legal(there), "symmetry {s}");
                assert_eq!(game.map_move(game.inverse(s), there), m);
                assert_eq!(perft::after(&game, m).map(s), perft::after(&mapped, there));
            }
            // And once more where it matters whether somebody won.
            while game.turn().player().is_some() {
                let m = game.random_move(rng, &mut Vec::new());
                game.play(m).expect("legal");
                for s in 0..game.symmetries() / 384 {
                    assert_eq!(game.map(384 * s).turn(), game.turn());
                }
            }
        }
    }
}

#[test]
fn the_drawing_needs_no_colour() {
    let game = at(SQUARE, "89../AB.5/130./.E.. -");
    let expected = "
      a      b      c      d
 1 [TDRF] [TDRH]    ·      ·
 2 [TDQF] [TDQH]    ·    SLRH
 3 [SDRH] [SDQH]  SDRF     ·
 4    ·    TLQF     ·      ·

 T tall, S short; L light, D dark; Q square, R round; H hollow, F full
";
    assert_eq!(game.sketch(Lang::En).plain(), expected[1..]);
    let game = played(SQUARE, "TLQH b2 SDRF");
    let drawing = game.sketch(Lang::Es).plain();
    assert!(
        drawing.contains(" a colocar: SDRF (baja, oscura, redonda, maciza)"),
        "{drawing}"
    );
    assert!(drawing.contains(" quedan: SDRH SDQF"), "{drawing}");
}

#[test]
fn the_view_has_what_a_page_draws() {
    let view = serde_json::to_value(at(SQUARE, "89../AB.5/130./.E.. -").view()).expect("JSON");
    assert_eq!(view["board"][0], "TDRF");
    assert!(view["board"][2].is_null() && view["hand"].is_null() && view["turn"].is_null());
    assert_eq!(view["groups"][0], serde_json::json!(["a1", "b1", "a2", "b2"]));
    assert_eq!(view["left"].as_array().map(Vec::len), Some(7));
    let view = serde_json::to_value(played(STANDARD, "TLQH").view()).expect("JSON");
    assert_eq!((&view["hand"], &view["turn"]), (&"TLQH".into(), &"second".into()));
    assert_eq!(view["squares"], false);
}

#[test]
fn the_registry_knows_it() {
    let mut game = registry::start("quarto".parse().expect("registered"), SQUARE).expect("known rules");
    assert_eq!(game.play("15").expect("legal"), "TLQH");
    assert_eq!(game.moves().len(), 16);
}

#[test]
fn a_win_at_once_is_seen_exactly_where_there_is_one() {
    let seen: u32 = [STANDARD, SQUARE]
        .map(|id| wins_at_once::<Quarto>(&rules(id), 7, 200))
        .iter()
        .sum();
    assert!(seen > 100, "only {seen} wins were met");
}
