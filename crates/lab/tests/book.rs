//! Opening books: what is written is read again, what is broken is refused, symmetric positions get symmetric moves,
//! and making a book twice, on other threads or after an interruption gives the same book.

use std::collections::BTreeSet;

use damero_games::chessfive::{ChessFive, ChessFiveRules};
use damero_games::perft::after;
use damero_games::playout::random_game;
use damero_games::random::{below, seeded};
use damero_games::reversi::{Reversi, ReversiRules};
use damero_games::{Game, GameId, InputError, Lang, MoveBuf, Notation, Rules, Symmetry, with_game};
use damero_lab::book::{AgentEvaluator, BookAnalysis, BookEvaluator, Builder, Studies, cover};
use damero_search::book::{Book, Bookable, Booked, Plan, canonical, shipped, shipped_texts};
use damero_search::{
    Agent, AlphaBeta, AlphaBetaOptions, Evaluate, Limits, RandomAgent, SearchContext, SearchResult,
    Searchable, Stop,
};
use proptest::prelude::*;

const PLAN: Plan = Plan {
    plies: 4,
    free: 1,
    width: 2,
    margin: 20,
};

fn judge<G: Searchable>(nodes: u64) -> Box<dyn BookEvaluator<G>> {
    let options = AlphaBetaOptions {
        score_all: true,
        table_mib: 1,
        ..AlphaBetaOptions::default()
    };
    let engine = AlphaBeta::new(G::Eval::default(), options);
    Box::new(AgentEvaluator::new(Box::new(engine), Limits::nodes(nodes)))
}

fn builder<G: Searchable>(rules: &G::Rules) -> Builder<G> {
    let scale = <G::Eval as Evaluate<G>>::SCALE;
    // A half of what wins three games of four, whatever the points of the game are worth.
    let plan = Plan {
        margin: (scale / 2.0) as i32,
        ..PLAN
    };
    Builder::new(rules, "test".to_owned(), scale, plan)
}

/// Builds with what is known already; the lines of all new studies are kept.
fn build<G: Searchable>(rules: &G::Rules, known: &Studies<G>, threads: usize) -> (Book, Vec<String>) {
    let mut judges: Vec<_> = (0..threads).map(|_| judge::<G>(600)).collect();
    let mut lines = Vec::new();
    let mut keep =
        |position: &str, study: &BookAnalysis<G::Move>, _| lines.push(Studies::<G>::line(position, study));
    let book = builder::<G>(rules).run(known, &mut judges, &Stop::default(), &mut keep);
    (book.expect("nobody stops it"), lines)
}

fn small<G: Searchable>() -> Book {
    build::<G>(&G::Rules::default(), &Studies::default(), 1).0
}

#[test]
fn a_book_is_read_as_it_was_written() {
    let book = small::<Reversi>();
    assert!(book.len() > 10);
    let text = book.write();
    let again = Book::read_for::<Reversi>(&text, &ReversiRules::default()).expect("it is a book");
    assert_eq!(again, book);
    assert_eq!(again.write(), text);
    book.check::<Reversi>().expect("every line holds");
}

#[track_caller]
fn refused(read: Result<Book, InputError>, english: &str, spanish: &str) {
    let error = read.expect_err("it is broken");
    for (lang, part) in [(Lang::En, english), (Lang::Es, spanish)] {
        let message = error.message(lang);
        assert!(message.contains(part), "{part:?} is missing in {message:?}");
    }
}

#[test]
fn broken_books_are_refused_with_the_reason() {
    let text = small::<Reversi>().write();
    refused(Book::read(""), "found the end", "hay el final");
    refused(Book::read("f5d6"), "damero book 1", "primera línea");
    let changed = text.replacen("+", "-", 1);
    refused(
        Book::read(&changed),
        "the file was changed or cut",
        "cambiado o cortado",
    );
    let cut = &text[..text.len() - 30];
    refused(Book::read(cut), "checksum", "suma de control");
    let header = text.replacen("plies 4", "plies four", 1);
    refused(Book::read(&header), "line 6", "plies y su valor");
    for rules in ["classic", "speed"] {
        let rules: ChessFiveRules = rules.parse().expect("a preset");
        let other = Book::read_for::<ChessFive>(&text, &rules);
        refused(
            other,
            "found \"reversi\", expected \"chessfive\"",
            "se esperaba \"chessfive\"",
        );
    }
    let classic = small::<ChessFive>().write();
    let speed: ChessFiveRules = "speed".parse().expect("a preset");
    let other = Book::read_for::<ChessFive>(&classic, &speed);
    refused(other, "expected \"speed,fixed_order=on\"", "línea 3");
}

#[test]
fn lines_that_do_not_hold_are_found() {
    let good = small::<Reversi>();
    let with = |change: &dyn Fn(&mut Vec<damero_search::book::Choice>)| {
        let positions = good.positions().map(|(position, choices)| {
            let mut choices = choices.to_vec();
            change(&mut choices);
            (position.to_owned(), choices)
        });
        Book::new(good.header.clone(), positions.collect())
    };
    let check = |book: &Book| book.check::<Reversi>().map(|()| book.clone());
    let illegal = with(&|choices| "a1".clone_into(&mut choices[0].text));
    refused(check(&illegal), "legal would be", "sería legal");
    let nonsense = with(&|choices| "zz".clone_into(&mut choices[0].text));
    refused(check(&nonsense), "position \"", "posición \"");
    refused(check(&with(&Vec::clear)), "no moves", "ninguna jugada");
    let turned = good.positions().map(|(position, choices)| {
        let game = Reversi::from_position(&ReversiRules::default(), position).expect("a position");
        let images = (0..game.symmetries()).map(|s| game.map(s).position());
        (images.max().expect("the identity"), choices.to_vec())
    });
    let turned = Book::new(good.header.clone(), turned.collect());
    refused(check(&turned), "canonical form", "forma canónica");
    // What is broken in a book never reaches a player.
    assert_eq!(illegal.probe(&Reversi::start(&ReversiRules::default())), []);
}

/// A position after so many random moves.
fn walked<G: Game>(rules: &G::Rules, plies: u32, seed: u64) -> G {
    let mut rng = seeded(seed);
    let game = random_game(G::start(rules), &mut rng).take(plies as usize + 1);
    game.last().expect("it begins with the start")
}

/// Where the book leads from a position, in canonical form with the scores.
fn led_to<G: Bookable>(book: &Book, game: &G) -> BTreeSet<(String, i32)> {
    let moves = book.probe(game).into_iter();
    moves
        .map(|one| {
            assert!(game.is_legal(one.m), "{} in {}", one.m, game.position());
            (canonical(&after(game, one.m)).text, one.score.get())
        })
        .collect()
}

/// Walks by the book for one side and at random for the other; every image of every position must be known alike.
fn images_agree<G: Bookable>(book: &Book, seed: u64) {
    let mut rng = seeded(seed);
    let rules = G::Rules::default();
    let mut game = G::start(&rules);
    let own = below(&mut rng, 2);
    for ply in 0..PLAN.plies {
        let Some(player) = game.turn().player() else {
            return;
        };
        let known = led_to(book, &game);
        for s in 0..game.symmetries() {
            assert_eq!(
                led_to(book, &game.map(s)),
                known,
                "image {s} of {}",
                game.position()
            );
        }
        let moves = book.probe(&game);
        let m = if player.index() as u32 == own && ply >= PLAN.free {
            assert!(!moves.is_empty(), "{} is not covered", game.position());
            moves[below(&mut rng, moves.len() as u32) as usize].m
        } else {
            game.random_move(&mut rng, &mut MoveBuf::new())
        };
        let s = below(&mut rng, game.symmetries() as u32) as usize;
        game = after(&game.map(s), game.map_move(s, m));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn symmetric_positions_get_symmetric_legal_moves(seed in any::<u64>()) {
        use std::sync::LazyLock;
        static REVERSI: LazyLock<Book> = LazyLock::new(small::<Reversi>);
        static CHESSFIVE: LazyLock<Book> = LazyLock::new(small::<ChessFive>);
        images_agree::<Reversi>(&REVERSI, seed);
        images_agree::<ChessFive>(&CHESSFIVE, seed);
    }

    #[test]
    fn the_form_of_a_book_is_the_same_for_all_images(seed in any::<u64>(), plies in 0_u32..12) {
        fn check<G: Bookable>(plies: u32, seed: u64) {
            let game = walked::<G>(&G::Rules::default(), plies, seed);
            let form = canonical(&game);
            for s in 0..game.symmetries().min(8) {
                assert_eq!(canonical(&game.map(s)).text, form.text);
            }
            assert_eq!(canonical(&form.game).text, form.text, "it is its own form");
        }
        check::<Reversi>(plies, seed);
        check::<ChessFive>(plies, seed);
        check::<damero_games::checkers::Checkers>(plies, seed);
    }
}

#[test]
fn chessfive_books_know_squares_and_not_kinds() {
    let rules = ChessFiveRules::default();
    let book = small::<ChessFive>();
    for kind in ["R", "N", "B", "Q", "K"] {
        let mut game = ChessFive::start(&rules);
        let m = game.read_move(&format!("{kind}@d")).expect("a drop");
        game.play_unchecked(m);
        assert!(!book.probe(&game).is_empty(), "after {m}");
    }
    // A knight of the book that is gone already leaves its square to the first piece that is not.
    let position = "8/8/8/8/8/8/8/NN2nn2 c RRBBQK/rrbbqk 0";
    let game = ChessFive::from_position(&rules, position).expect("a position");
    let m = game
        .in_book()
        .read_move("N@c")
        .expect("in the fixed order it is the knights' turn");
    let played = game.out_of_book(m).expect("the square is free");
    assert_eq!(played.to_string(), "R@c");
}

#[test]
fn threads_and_interruptions_change_nothing() {
    fn check<G: Searchable>() {
        let rules = G::Rules::default();
        let (book, lines) = build::<G>(&rules, &Studies::default(), 1);
        assert_eq!(build::<G>(&rules, &Studies::default(), 3).0, book);
        let header = builder::<G>(&rules).header().clone();
        // Half of the studies, the last one cut in the middle.
        let half = lines.len() / 2;
        let mut text = Studies::<G>::header(&header) + &lines[..half].concat();
        text.truncate(text.len() - 3);
        let known = Studies::<G>::read(&text, &header).expect("only the end is cut");
        assert_eq!(known.len(), half - 1);
        let (resumed, rest) = build::<G>(&rules, &known, 1);
        assert_eq!(resumed, book);
        assert_eq!(rest.len(), lines.len() - half + 1);
        let other = build::<G>(&rules, &Studies::default(), 1).1;
        assert_eq!(other, lines, "one thread studies in the same order");
    }
    check::<Reversi>();
    check::<ChessFive>();
}

#[test]
fn studies_of_another_book_are_refused() {
    let rules = ReversiRules::default();
    let mut header = builder::<Reversi>(&rules).header().clone();
    let text = Studies::<Reversi>::header(&header);
    header.plan.plies += 1;
    let error = Studies::<Reversi>::read(&text, &header)
        .err()
        .expect("another plan");
    assert_eq!(
        error.message(Lang::En),
        "opening book, line 6, column 1: found \"plies 4\", expected \"plies 5\""
    );
}

#[test]
fn a_stopped_builder_gives_no_book_and_keeps_its_studies() {
    let stop = Stop::default();
    let mut judges = vec![judge::<Reversi>(600)];
    let mut count = 0;
    let mut keep = |_: &str, _: &BookAnalysis<_>, _| {
        count += 1;
        if count == 5 {
            stop.now();
        }
    };
    let book =
        builder::<Reversi>(&ReversiRules::default()).run(&Studies::default(), &mut judges, &stop, &mut keep);
    assert!(book.is_none());
    assert!((5..20).contains(&count), "{count}");
}

#[test]
fn a_book_covers_what_it_promises() {
    for counts in [
        cover::<Reversi>(&small::<Reversi>(), &ReversiRules::default()),
        cover::<ChessFive>(&small::<ChessFive>(), &ChessFiveRules::default()),
    ] {
        assert_eq!(counts.len(), PLAN.plies as usize);
        for count in counts {
            assert!(count.met > 0);
            assert_eq!(count.met, count.known);
        }
    }
    let small = small::<Reversi>();
    let less = small
        .positions()
        .skip(1)
        .map(|(position, choices)| (position.to_owned(), choices.to_vec()));
    let less = Book::new(small.header.clone(), less.collect());
    let counts = cover::<Reversi>(&less, &ReversiRules::default());
    assert!(counts.iter().any(|count| count.known < count.met));
}

#[test]
fn an_engine_that_scores_only_its_best_move_is_asked_move_by_move() {
    let game = walked::<Reversi>(&ReversiRules::default(), 6, 3);
    let engine = AlphaBeta::new(
        <Reversi as Searchable>::Eval::default(),
        AlphaBetaOptions::default(),
    );
    let mut judge = AgentEvaluator::new(Box::new(engine), Limits::depth(3));
    let study = judge.study(&game, &Stop::default()).expect("nobody stops it");
    assert_eq!(study.moves.len(), game.count_moves());
    assert!(study.moves.is_sorted_by(|a, b| a.1 >= b.1));
    assert_eq!(study.depth, 4);
}

/// Plays the first move and says that it thought.
struct Thinker;

impl<G: Game> Agent<G> for Thinker {
    fn name(&self) -> String {
        "thinker".to_owned()
    }

    fn think(&mut self, game: &G, _: SearchContext<'_, SearchResult<G::Move>>) -> SearchResult<G::Move> {
        let mut moves = MoveBuf::new();
        game.moves(&mut moves);
        let mut searched = SearchResult::bare(moves[0]);
        searched.nodes = 77;
        searched
    }
}

#[test]
fn a_player_with_a_book_plays_from_it_and_then_thinks() {
    let book = small::<Reversi>();
    let start = Reversi::start(&ReversiRules::default());
    let think = |agent: &mut dyn Agent<Reversi>, game: &Reversi| agent.think(game, Limits::depth(2).into());
    let mut best = Booked::new(RandomAgent::new(1)).reading(book.clone());
    let searched = think(&mut best, &start);
    assert_eq!(searched.best, book.probe(&start)[0].m);
    assert_eq!((searched.nodes, searched.pv.first()), (0, Some(&searched.best)));
    let far = walked::<Reversi>(&ReversiRules::default(), 20, 5);
    assert!(far.is_legal(think(&mut best, &far).best));
    // A player that sees further than the book is not held back by it.
    let mut proud = Booked::new(Thinker).reading(book.clone()).at_least(u8::MAX);
    assert_eq!(think(&mut proud, &start).nodes, 77);
    // The same seed gives the same move, other seeds give others where there are several.
    let several = book.positions().find(|(_, choices)| choices.len() > 1);
    let (position, choices) = several.expect("the width allows it");
    let game = Reversi::from_position(&ReversiRules::default(), position).expect("a position");
    let play = |seed| {
        think(
            &mut Booked::new(RandomAgent::new(1))
                .reading(book.clone())
                .varied(seed),
            &game,
        )
        .best
    };
    let played: BTreeSet<_> = (0..40).map(|seed| play(seed).to_string()).collect();
    assert_eq!(played.len(), choices.len());
    assert_eq!(play(7), play(7));
}

#[test]
fn every_shipped_book_holds_and_is_found_by_its_rules() {
    fn check<G: Bookable>(book: &Book) {
        book.check::<G>().expect("every line holds");
        let rules: G::Rules = book.header.rules.parse().expect("rules of the game");
        for count in cover::<G>(book, &rules) {
            assert_eq!(count.met, count.known);
        }
        assert_eq!(shipped::<G>(&rules), Some(book));
    }
    assert!(!shipped_texts().is_empty());
    for text in shipped_texts() {
        let book = Book::read(text).expect("a book");
        let id: GameId = book.header.game.parse().expect("a game");
        with_game!(id, G => check::<G>(&book));
    }
    let mut captures = ChessFiveRules::default();
    captures.set("captures", "on").expect("an option");
    assert_eq!(shipped::<ChessFive>(&captures), None);
    assert!(shipped::<ChessFive>(&ChessFiveRules::default()).is_some());
}
