//! The puzzles that come with the program: a sample of each file is proven again on every run, and nothing bad gets in.
//! `damero puzzles check all` proves all of them.

use damero_games::reversi::Reversi;
use damero_games::{GameId, InputError, Lang, Text, with_game};
use damero_search::puzzle::{
    Method, Prover, Puzzle, PuzzleFile, Puzzled, accepted, look, look_at_all, pack, prove, shipped,
    shipped_text, themes_of, unpack,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// One puzzle in so many is proven here.
const SAMPLE: usize = 30;

fn games() -> impl Iterator<Item = (GameId, &'static PuzzleFile)> {
    let files = GameId::ALL
        .iter()
        .map(|&id| (id, shipped(id).expect("the file holds")));
    files.filter(|(_, file)| !file.puzzles.is_empty())
}

fn reversi() -> Puzzle {
    let file = shipped(GameId::Reversi).expect("the file holds");
    let puzzle = file.puzzles.iter().find(|puzzle| puzzle.decisions() == 2);
    puzzle.expect("a puzzle of two moves").clone()
}

#[test]
fn a_sample_of_every_file_is_proven_again() {
    for (id, file) in games() {
        with_game!(id, G => {
            let mut prover = Prover::<G>::default();
            for puzzle in file.puzzles.iter().step_by(SAMPLE) {
                if let Err(why) = prove(puzzle, &mut prover) {
                    panic!("{id}, puzzle {}: {why}", puzzle.id);
                }
            }
        });
    }
}

#[test]
fn every_game_with_puzzles_has_enough_of_every_kind() {
    for (id, file) in games() {
        assert!(file.puzzles.len() >= 300, "{id} has {}", file.puzzles.len());
        let text = shipped_text(id).expect("a packed file").expect("a file");
        assert_eq!(file.write(), text, "{id}: what is read is what was written");
        let ratings: Vec<_> = file.puzzles.iter().map(|puzzle| puzzle.rating).collect();
        let (easy, hard) = (ratings.iter().min().copied(), ratings.iter().max().copied());
        assert!(
            easy < Some(1000) && hard > Some(1500),
            "{id}: {easy:?} to {hard:?}"
        );
        let known: Vec<&str> = with_game!(id, G => themes_of::<G>().map(|theme| theme.id).collect());
        for theme in known {
            let about = |puzzle: &&Puzzle| puzzle.themes.iter().any(|one| one == theme);
            let count = file.puzzles.iter().filter(about).count();
            assert!(
                count < file.puzzles.len() || theme == "gain",
                "{id}: all are about {theme}"
            );
        }
        let mut ids: Vec<_> = file.puzzles.iter().map(|puzzle| &puzzle.id).collect();
        ids.dedup();
        assert_eq!(ids.len(), file.puzzles.len(), "{id}: ids");
    }
}

#[test]
fn games_without_puzzles_have_an_empty_file() {
    for &id in GameId::ALL {
        let brings = with_game!(id, G => !<G as Puzzled>::METHODS.is_empty());
        assert_eq!(brings, !shipped(id).expect("a file").puzzles.is_empty(), "{id}");
    }
}

/// Changes a puzzle and expects a refusal that says this.
fn refused(change: impl FnOnce(&mut Puzzle), says: &str) {
    let mut puzzle = reversi();
    change(&mut puzzle);
    let why = prove::<Reversi>(&puzzle, &mut Prover::default()).expect_err(says);
    assert!(why.to_string().contains(says), "{why}");
}

#[test]
fn a_puzzle_whose_proof_does_not_hold_is_refused() {
    refused(|puzzle| puzzle.line[0].values[0].1 += 2, "the value");
    refused(|puzzle| puzzle.proof.method = Method::Material(1), "the value");
    refused(|puzzle| puzzle.themes.push("corners".to_owned()), "unknown theme");
    refused(|puzzle| puzzle.themes.clear(), "the themes");
    refused(|puzzle| puzzle.id = "aaaaaa".to_owned(), "the id");
    refused(|puzzle| puzzle.position = "X".to_owned(), "expected");
    refused(
        |puzzle| {
            let wrong = puzzle.line[0].values.iter().min_by_key(|(_, value)| *value);
            let wrong = wrong.map(|(m, _)| m.clone()).expect("a move");
            puzzle.line.truncate(1);
            puzzle.line[0].text = wrong;
        },
        "another answer",
    );
    refused(
        |puzzle| {
            puzzle.line[0].values.pop();
        },
        "are legal",
    );
    refused(
        |puzzle| {
            puzzle.line.pop();
        },
        "does not end with a decision",
    );
    refused(
        |puzzle| {
            let most = accepted(&puzzle.line[0]).count();
            assert_eq!(most, 1);
            let best = puzzle.line[0].values.iter().map(|&(_, value)| value).max();
            for value in &mut puzzle.line[0].values {
                value.1 = best.expect("a value");
            }
        },
        "another answer",
    );
}

#[test]
fn a_file_that_was_changed_or_cut_is_refused_with_a_sentence_in_both_languages() {
    let text = shipped_text(GameId::Reversi)
        .expect("a packed file")
        .expect("a file");
    let cut = &text[..text.len() / 2];
    let cut = &cut[..=cut.rfind('\n').expect("a line")];
    for (bad, says) in [
        ("", ["damero puzzles 1", "damero puzzles 1"]),
        (cut, ["changed or cut", "cambiado o cortado"]),
        (
            &text.replacen("one-move", "two-moves", 1),
            ["changed or cut", "cambiado o cortado"],
        ),
        (
            &text.replacen("puzzles", "puzzle", 1),
            ["first line", "primera línea"],
        ),
    ] {
        let why = PuzzleFile::read(bad).expect_err("it is refused");
        for (lang, word) in [(Lang::En, says[0]), (Lang::Es, says[1])] {
            let said = why.message(lang);
            assert!(said.contains(word), "{said}");
        }
    }
    let packed = pack(&text).expect("in memory");
    assert_eq!(unpack(&packed).expect("packed"), text);
    assert_eq!(unpack(text.as_bytes()).expect("not packed"), text);
    assert!(unpack(&packed[..packed.len() / 2]).is_err());
    assert!(unpack(&[0x1f, 0x8b, 1, 2, 3]).is_err());
    assert!(unpack(&[0xff, 0xfe]).is_err());
}

#[test]
fn a_file_of_another_game_is_refused() {
    let file = PuzzleFile {
        game: "azul".to_owned(),
        puzzles: vec![reversi()],
    };
    let why = look_at_all::<Reversi>(&file).expect_err("another game");
    assert!(why.to_string().contains("azul"), "{why}");
    let bad = PuzzleFile {
        game: "reversi".to_owned(),
        puzzles: vec![Puzzle {
            line: Vec::new(),
            ..reversi()
        }],
    };
    let why = look_at_all::<Reversi>(&bad).expect_err("no line");
    assert!(why.to_string().contains("puzzle "), "it says which: {why}");
    assert!(look::<Reversi>(&reversi()).is_ok());
    assert_eq!(
        damero_search::puzzle::named(&reversi()).en,
        Text::same(format!("puzzle {}", reversi().id)).en
    );
}

/// A line of a shipped file, with its game.
fn shipped_line() -> impl Strategy<Value = (GameId, String)> {
    let lines: Vec<(GameId, String)> = games()
        .flat_map(|(id, _)| {
            let text = shipped_text(id).expect("a packed file").expect("a file");
            let lines: Vec<String> = text.lines().skip(4).step_by(SAMPLE).map(str::to_owned).collect();
            lines.into_iter().map(move |line| (id, line))
        })
        .collect();
    select(lines)
}

/// What is done to a line: a word is replaced by one of another line, left out, or written twice, or a character changes.
#[derive(Clone, Debug)]
enum Edit {
    Swap(Index, String),
    Drop(Index),
    Twice(Index),
    Character(Index, char),
}

/// What a word of a line becomes.
const WORDS: &[&str] = &[
    "",
    "=",
    "f5=",
    "f5=99999999999",
    "--=0",
    "-1",
    "65536",
    "forced:64",
    "material:0",
    "exact",
    "points",
    "gain,gain",
    "é",
    "standard",
    "a1",
    "\u{0}",
];

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let edit = prop_oneof![
        (any::<Index>(), select(WORDS)).prop_map(|(at, word)| Edit::Swap(at, word.to_owned())),
        any::<Index>().prop_map(Edit::Drop),
        any::<Index>().prop_map(Edit::Twice),
        (
            any::<Index>(),
            select(vec!['\t', ' ', '=', ',', '-', '0', '9', 'x', 'ñ'])
        )
            .prop_map(|(at, c)| Edit::Character(at, c)),
    ];
    prop::collection::vec(edit, 0..4)
}

fn edited(line: &str, edits: Vec<Edit>) -> String {
    let mut line = line.to_owned();
    for edit in edits {
        // Words end at a space or a tab, which stays with them.
        let mut words: Vec<String> = line.split_inclusive(['\t', ' ']).map(str::to_owned).collect();
        match edit {
            _ if words.is_empty() => {}
            Edit::Swap(at, word) => {
                let at = at.index(words.len());
                let end = words[at].chars().last().filter(|c| ['\t', ' '].contains(c));
                words[at] = word + &end.map(String::from).unwrap_or_default();
            }
            Edit::Drop(at) => drop(words.remove(at.index(words.len()))),
            Edit::Twice(at) => {
                let at = at.index(words.len());
                words.insert(at, words[at].clone());
            }
            Edit::Character(at, c) => {
                let mut chars: Vec<char> = line.chars().collect();
                let at = at.index(chars.len());
                chars[at] = c;
                words = vec![chars.into_iter().collect()];
            }
        }
        line = words.concat();
    }
    line
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    /// A file with a right checksum may hold anything. It is refused with a place and a sentence, or its puzzles are looked
    /// at and the file is written as it was read.
    #[test]
    fn hostile_lines_are_refused_with_a_sentence((id, line) in shipped_line(), edits in edits()) {
        let untouched = edits.is_empty();
        let line = edited(&line, edits);
        let text = PuzzleFile::of_lines(&id.to_string(), &format!("{line}\n"));
        let looked = PuzzleFile::read(&text).and_then(|file| {
            assert_eq!(PuzzleFile::read(&file.write()).as_ref(), Ok(&file), "{line:?}");
            with_game!(id, G => look_at_all::<G>(&file))
        });
        match looked {
            Ok(()) => {}
            Err(error) => {
                assert!(!untouched, "{line:?} is refused: {error}");
                assert!(Lang::ALL.iter().all(|&lang| !error.message(lang).is_empty()), "{line:?}");
                if let InputError::Read(error) = error {
                    assert!(error.line >= 1 && error.column >= 1, "no place in {error:?}");
                }
            }
        }
    }
}
