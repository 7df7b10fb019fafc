//! The puzzles that come with the program: a sample of each file is proven again on every run, and nothing bad gets in.
//! `damero puzzles check all` proves all of them.

use damero_games::reversi::Reversi;
use damero_games::{GameId, Text, with_game};
use damero_search::puzzle::{
    Method, Prover, Puzzle, PuzzleFile, Puzzled, accepted, look, pack, prove, shipped, shipped_text,
    themes_of, unpack,
};

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
        for (lang, word) in [
            (damero_games::Lang::En, says[0]),
            (damero_games::Lang::Es, says[1]),
        ] {
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
    let why = damero_search::puzzle::look_at_all::<Reversi>(&file).expect_err("another game");
    assert!(why.to_string().contains("azul"), "{why}");
    let bad = PuzzleFile {
        game: "reversi".to_owned(),
        puzzles: vec![Puzzle {
            line: Vec::new(),
            ..reversi()
        }],
    };
    let why = damero_search::puzzle::look_at_all::<Reversi>(&bad).expect_err("no line");
    assert!(why.to_string().contains("puzzle "), "it says which: {why}");
    assert!(look::<Reversi>(&reversi()).is_ok());
    assert_eq!(
        damero_search::puzzle::named(&reversi()).en,
        Text::same(format!("puzzle {}", reversi().id)).en
    );
}
