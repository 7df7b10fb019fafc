//! Files of many games, as text and as databases of our own making in the shape of real ones.

use std::io::BufReader;

use damero_games::collection::{Collection, NameList, Names, decode};
use damero_games::random::seeded;
use damero_games::reversi::{Reversi, ReversiMove};
use damero_games::{Game, GameId, GameTree, Lang, MoveBuf, Outcome, Player, Session};

fn all(game: GameId, bytes: &[u8], names: &Names) -> Vec<Result<GameTree, String>> {
    // A small buffer, so that lines and letters are torn.
    let input = BufReader::with_capacity(7, bytes);
    Collection::new(game, input, names)
        .map(|read| read.expect("memory can be read"))
        .map(|read| read.map_err(|error| error.message(Lang::En)))
        .collect()
}

fn tag<'a>(tree: &'a GameTree, name: &str) -> &'a str {
    tree.tags
        .iter()
        .find(|(tag, _)| tag == name)
        .map_or("", |(_, value)| value)
}

#[test]
fn letters_of_the_last_century_are_read() {
    assert_eq!(decode("Peña".as_bytes()), "Peña");
    assert_eq!(decode(b"Pe\xf1a \x96 J\xfcrgen"), "Peña – Jürgen");
    let mixed = b"[White \"Pe\xf1a\"]\n[Black \"Mu\xc3\xb1oz\"]\n1. 11-15 *\n";
    let games = all(GameId::Checkers, mixed, &Names::default());
    let tree = games[0].as_ref().expect("a game");
    assert_eq!((tag(tree, "White"), tag(tree, "Black")), ("Peña", "Muñoz"));
}

#[test]
fn a_large_file_is_read_game_by_game_and_a_bad_one_hides_no_other() {
    let mut text = String::new();
    for i in 0..6000 {
        let bad = if i % 1000 == 7 { "1-2 " } else { "" };
        let comment = if i % 1000 == 8 {
            "{ never closed\n"
        } else {
            "{a {b} "
        };
        text += &format!("[Event \"{i}\"]\n[Result \"1-0\"]\n\n1. 11-15 {bad}22-18 2.15x\n22 25x18 1-0\n\n");
        if i % 1000 == 8 {
            text += &format!("[Event \"c\"]\n\n1. 11-15 {comment}\n");
        }
    }
    let games = all(GameId::Checkers, text.as_bytes(), &Names::default());
    assert_eq!(games.len(), 6006);
    let (good, bad): (Vec<_>, Vec<_>) = games.iter().partition(|game| game.is_ok());
    assert_eq!((good.len(), bad.len()), (5994, 12));
    for tree in good.into_iter().flatten() {
        assert_eq!(tree.result, Some(Outcome::Win(Player::First)));
        assert_eq!(tree.main_nodes().len(), 4);
    }
    let transcripts = "f5d6c3\nf5f6e6\n".repeat(20_000);
    let games = all(GameId::Reversi, transcripts.as_bytes(), &Names::default());
    assert_eq!(games.len(), 40_000);
    assert!(games.iter().all(Result::is_ok));
    assert!(all(GameId::Reversi, b"", &Names::default()).is_empty());
}

/// A random game as WTHOR has it, and how many passes it leaves out.
fn entry(seed: u64) -> (Vec<u8>, Session<Reversi>, usize) {
    let mut rng = seeded(seed);
    let mut session = Session::<Reversi>::new(Default::default());
    let (mut squares, mut passes) = (Vec::new(), 0);
    while session.game().turn().player().is_some() {
        let m = session.game().random_move(&mut rng, &mut MoveBuf::new());
        session.play(m).expect("a legal move");
        match m {
            ReversiMove::Pass => passes += 1,
            other => {
                let text = other.to_string();
                let (column, row) = (text.as_bytes()[0] - b'a' + 1, text.as_bytes()[1] - b'0');
                squares.push(row * 10 + column);
            }
        }
    }
    let discs = match session.game().turn().outcome() {
        Some(Outcome::Win(Player::First)) => 40,
        Some(Outcome::Win(Player::Second)) => 24,
        _ => 32,
    };
    let mut bytes = vec![1, 0, 2, 0, 1, 0, discs, discs];
    squares.resize(60, 0);
    bytes.extend(squares);
    (bytes, session, passes)
}

fn header(games: u32, names: u16) -> Vec<u8> {
    let mut bytes = vec![20, 26, 1, 1];
    bytes.extend(games.to_le_bytes());
    bytes.extend(names.to_le_bytes());
    bytes.extend(1984_u16.to_le_bytes());
    bytes.extend([8, 0, 24, 0]);
    bytes
}

fn list(names: &[&[u8]], size: usize) -> Vec<u8> {
    let mut bytes = header(0, names.len() as u16);
    for name in names {
        let mut name = name.to_vec();
        name.resize(size, 0);
        bytes.extend(name);
    }
    bytes
}

#[test]
fn wthor_files_are_read_with_their_names() {
    let mut names = Names::default();
    let players = list(&[b"???", b"Ana", b"Jos\xe9"], 20);
    let tournaments = list(&[b"Various", b"Open"], 26);
    assert_eq!(
        names.learn(GameId::Reversi, &players),
        Some((NameList::Players, 3))
    );
    assert_eq!(
        names.learn(GameId::Reversi, &tournaments),
        Some((NameList::Tournaments, 2))
    );
    let mut file = header(50, 0);
    let (mut sessions, mut left_out) = (Vec::new(), 0);
    for seed in 0..50 {
        let (bytes, session, passes) = entry(seed);
        file.extend(bytes);
        sessions.push(session);
        left_out += passes;
    }
    assert!(left_out > 0, "some games have passes that the file does not");
    let games = all(GameId::Reversi, &file, &names);
    assert_eq!(games.len(), 50);
    for (read, session) in games.iter().zip(&sessions) {
        let tree = read.as_ref().expect("a game");
        assert_eq!(tag(tree, "Black"), "José");
        assert_eq!(tag(tree, "White"), "Ana");
        assert_eq!(tag(tree, "Event"), "Open");
        assert_eq!(tag(tree, "Date"), "1984");
        assert_eq!(tree.result, session.game().turn().outcome());
        let played = tree.main_line::<Reversi>().expect("it replays").events;
        // A pass at the very end changes nothing that a file could say.
        assert!(session.record().events.starts_with(&played));
    }
    assert_eq!(
        tag(
            all(GameId::Reversi, &file, &Names::default())[0]
                .as_ref()
                .expect("a game"),
            "White"
        ),
        "#1"
    );
    // Lists are no games, files of other games are refused, and so is one that is cut off.
    assert!(all(GameId::Reversi, &players, &names).is_empty());
    for (game, bytes) in [
        (GameId::Checkers, &file[..]),
        (GameId::Reversi, &file[..file.len() - 3]),
    ] {
        let refused = all(game, bytes, &names);
        assert_eq!(refused.len(), 1);
        assert!(
            refused[0].as_ref().is_err_and(|why| why.contains("no text")),
            "{refused:?}"
        );
    }
    // A square that is none, and a move that is illegal.
    for bad in [99, 11] {
        let mut file = file.clone();
        file[16 + 8] = bad;
        let games = all(GameId::Reversi, &file, &names);
        assert!(
            games[0].as_ref().is_err_and(|why| why.contains("move 1")),
            "{:?}",
            games[0]
        );
        assert!(games[1..].iter().all(Result::is_ok));
    }
}
