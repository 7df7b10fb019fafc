//! Matches are reproducible, resumable and fair.

use damero_arena::stats::{Elo, Points, Tally};
use damero_arena::{Contest, Log, Openings, Pace, Playable, Spec, derived_seed, write_records};
use damero_games::azul::Azul;
use damero_games::chessfive::ChessFive;
use damero_games::quarto::Quarto;
use damero_games::reversi::Reversi;
use damero_games::{Event, Game, Notation, Outcome, Session, Turn};
use damero_search::{Limits, Stop};

fn spec(text: &str) -> Spec {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn duel<G: Playable>(a: &str, b: &str, games: u64, seed: u64) -> Contest<G> {
    Contest::duel(
        G::Rules::default(),
        [spec(a), spec(b)],
        games,
        Openings::Random(4),
        seed,
    )
}

fn played<G: Playable>(contest: &Contest<G>, threads: usize) -> Log<G> {
    let mut log = Log::default();
    contest
        .run(&mut log, threads, &Stop::default(), &mut |_| Pace::GoOn)
        .expect("nobody fails");
    log
}

#[track_caller]
fn same<G: Playable>(a: &Log<G>, b: &Log<G>) {
    assert!(a.games().eq(b.games()));
}

fn reproduces<G: Playable>(a: &str, b: &str) {
    let contest = duel::<G>(a, b, 7, 3);
    let log = played(&contest, 1);
    assert_eq!(log.len(), 7);
    same(&log, &played(&contest, 1));
    same(&log, &played(&contest, 2));
    let other = played(&duel::<G>(a, b, 7, 4), 1);
    assert!(!log.games().eq(other.games()), "another seed gives other games");
}

#[test]
fn a_seed_gives_the_same_match_on_one_and_two_threads() {
    reproduces::<Reversi>("alphabeta:depth=2,table=1", "greedy");
    reproduces::<Reversi>("mcts:sims=30", "random");
    reproduces::<ChessFive>("careful", "random");
    reproduces::<Azul>("alphabeta:nodes=200,table=1", "minimax:depth=1");
}

#[test]
fn both_games_of_a_pair_begin_alike_and_get_the_same_first_deal() {
    let log = played(&duel::<Azul>("random", "greedy", 8, 5), 1);
    let games: Vec<_> = log.games().collect();
    for pair in games.chunks(2) {
        let [one, two] = pair else { panic!("whole pairs") };
        assert_eq!((one.first, one.second), (two.second, two.first));
        // The deal and four moves.
        assert_eq!(one.record.events[..5], two.record.events[..5]);
        assert!(matches!(one.record.events[0], Event::Chance(_)));
    }
    assert_ne!(games[0].record.events[0], games[2].record.events[0]);
}

#[test]
fn a_match_taken_up_again_ends_as_if_it_had_not_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    let contest = duel::<Reversi>("alphabeta:depth=2,table=1", "greedy", 12, 9);
    let whole = played(&contest, 1);

    let stop = Stop::default();
    let mut log = Log::open(&path, &contest.header()).expect("a new file");
    contest
        .run(&mut log, 2, &stop, &mut |log| {
            if log.len() >= 5 { Pace::Enough } else { Pace::GoOn }
        })
        .expect("nobody fails");
    assert_eq!(log.len(), 5);
    drop(log);
    // A crash may cut the last line short.
    let text = std::fs::read_to_string(&path).expect("the file");
    std::fs::write(&path, &text[..text.len() - 20]).expect("the file");

    let mut log = Log::open(&path, &contest.header()).expect("the same contest");
    assert_eq!(log.len(), 4);
    contest
        .run(&mut log, 1, &stop, &mut |_| Pace::GoOn)
        .expect("nobody fails");
    same(&log, &whole);
    drop(log);
    same(&Log::open(&path, &contest.header()).expect("all games"), &whole);

    let other = duel::<Reversi>("alphabeta:depth=3,table=1", "greedy", 12, 9);
    let error = Log::<Reversi>::open(&path, &other.header()).expect_err("another contest");
    assert!(error.to_string().contains("players is"), "{error}");
}

#[test]
fn a_stopped_match_keeps_only_whole_games() {
    let contest = duel::<Reversi>("random", "random", 1000, 1);
    let stop = Stop::default();
    stop.now();
    let mut log = Log::default();
    contest
        .run(&mut log, 2, &stop, &mut |_| Pace::GoOn)
        .expect("nobody fails");
    assert!(log.len() < 1000);
    assert!(log.games().all(|game| game.record.result == Some(game.outcome)));
}

#[test]
fn the_better_player_wins() {
    let tally = Tally::of(
        played(&duel::<Reversi>("minimax:depth=2", "random", 20, 2), 2).games(),
        0,
        1,
    );
    assert_eq!(tally.games(), 20);
    assert_eq!(tally.pairs.iter().sum::<u64>(), 10);
    assert!(tally.score() > 0.8, "{tally:?}");
    assert!(Elo::of(&tally).superiority > 0.99);
    assert_eq!(tally.for_other().for_other(), tally);
}

#[test]
fn points_are_those_of_the_last_positions() {
    let log = played(&duel::<Reversi>("minimax:depth=2", "random", 20, 2), 2);
    let points = Points::of(log.games(), 0, 1).expect("Reversi counts discs");
    let mirrored = Points::of(log.games(), 1, 0).expect("Reversi counts discs");
    assert_eq!(points.games, 20);
    assert!((points.own + points.other - 64.0).abs() < 4.0, "{points:?}");
    assert!(
        points.margin > points.error,
        "the better player has more: {points:?}"
    );
    assert!((points.margin + mirrored.margin).abs() < 1e-9);
    assert!((points.margin - (points.own - points.other)).abs() < 1e-9);
    let quarto = played(&duel::<Quarto>("random", "random", 2, 2), 1);
    assert_eq!(Points::of(quarto.games(), 0, 1), None);
}

#[test]
fn limits_of_the_match_bind_everybody() {
    let mut contest = duel::<Reversi>("alphabeta:table=1", "alphabeta:table=1,depth=1", 4, 2);
    contest.limits = Limits::depth(1);
    let tally = Tally::of(played(&contest, 1).games(), 0, 1);
    // The same player on both sides: each opening is won once by each.
    assert_eq!(tally.wins, tally.losses);
}

#[test]
fn openings_never_end_the_game() {
    for number in 0..200 {
        let seed = derived_seed(1, number);
        let session = Openings::<Reversi>::Random(58).get(Default::default(), number, seed);
        assert!(matches!(session.game().turn(), Turn::Player(_)));
        let session = Openings::<ChessFive>::Random(30).get(Default::default(), number, seed);
        assert!(matches!(session.game().turn(), Turn::Player(_)));
    }
}

#[test]
fn a_book_holds_moves_records_and_positions() {
    let mut session = Session::<Reversi>::new(Default::default());
    session.play_text("f5").expect("legal");
    let position = session.game().position();
    let text = format!("# a book\n\nf5 d6\nf5d6c3\n{position}\n");
    let book = Openings::<Reversi>::read(Default::default(), &text).expect("a book");
    let lengths: Vec<_> = (0..4)
        .map(|number| book.get(Default::default(), number, 0).record().events.len())
        .collect();
    assert_eq!(lengths, [2, 3, 0, 2]);
    let error = Openings::<Reversi>::read(Default::default(), "f5 d6\nf5 a1\n").expect_err("illegal");
    assert!(error.to_string().starts_with("opening 2: "), "{error}");
    assert!(Openings::<Reversi>::read(Default::default(), "# nothing\n").is_err());
}

#[test]
fn records_are_written_so_that_nothing_is_lost() {
    let log = played(&duel::<Reversi>("random", "greedy", 2, 1), 1);
    let (format, text) = write_records(log.games().map(|game| &game.record));
    assert_eq!((format.name, text.lines().count()), ("transcript", 2));
    // A transcript cannot tell a result from outside the rules.
    let mut records: Vec<_> = log.games().map(|game| game.record.clone()).collect();
    records[0].events.truncate(10);
    records[0].result = Some(Outcome::Draw);
    assert_ne!(write_records(records.iter()).0.name, "transcript");
}
