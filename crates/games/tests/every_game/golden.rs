//! Golden files: perft counts and playthroughs.

use std::fs;

use damero_games::conformance::playthrough;
use damero_games::{Game, GameId, Notation, Playable, perft, with_game};
use libtest_mimic::Trial;

/// Set this variable to write the playthroughs anew; then read the difference before committing it.
const UPDATE: &str = "DAMERO_UPDATE_GOLDEN";

/// The seeded game of a preset, compared with the file.
fn playthrough_text<G: Playable>(rules: &str) -> String {
    playthrough::<G>(&rules.parse().expect("the preset exists"), 1)
}

pub(crate) fn playthrough_of(id: GameId, preset: String) -> Trial {
    crate::trial("playthrough", id, &preset.clone(), move || {
        let path = crate::data(&format!("playthroughs/{id}-{preset}.txt"));
        let text = with_game!(id, G => playthrough_text::<G>(&preset));
        if std::env::var_os(UPDATE).is_some() {
            fs::write(&path, &text).expect("the golden file can be written");
        }
        let golden = fs::read_to_string(&path).unwrap_or_else(|error| {
            panic!(
                "{id} has no playthrough: {}: {error}; run once with {UPDATE}=1",
                path.display()
            )
        });
        let differs = golden.lines().zip(text.lines()).position(|(old, new)| old != new);
        let line = differs.unwrap_or_else(|| golden.lines().count().min(text.lines().count()));
        assert!(
            golden == text,
            "behaviour changed at line {} of {}\n  golden: {:?}\n  now:    {:?}",
            line + 1,
            path.display(),
            golden.lines().nth(line),
            text.lines().nth(line),
        );
    })
}

/// One block of a perft file: a position and its counts.
struct Block {
    rules: String,
    position: Option<String>,
    unique: bool,
    counts: Vec<(u32, u64)>,
}

/// The golden counts of a game, from `perft/GAME.txt`.
///
/// Lines that begin with `#` are comments. A block is `rules ID`, perhaps `position TEXT`, perhaps `unique`, and
/// then `depth D COUNT` lines; an empty line ends it.
pub(crate) fn perft(id: GameId) -> Vec<Trial> {
    let path = crate::data(&format!("perft/{id}.txt"));
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            // The tests of the other games go on.
            let refuse = move || panic!("{id} has no golden counts: {}: {error}", path.display());
            return vec![crate::trial("perft", id, "counts", refuse)];
        }
    };
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let blocks = lines
        .split(|line| line.trim().is_empty())
        .filter(|lines| !lines.is_empty());
    let trial = |(number, lines): (usize, &[&str])| {
        let block = read_block(lines);
        let kind = if block.unique { "unique" } else { "paths" };
        let case = format!("{:02} {} {kind}", number + 1, block.rules);
        crate::trial("perft", id, &case, move || with_game!(id, G => run::<G>(&block)))
    };
    blocks.enumerate().map(trial).collect()
}

fn read_block(lines: &[&str]) -> Block {
    let mut block = Block {
        rules: String::new(),
        position: None,
        unique: false,
        counts: Vec::new(),
    };
    for line in lines {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("rules", id) => block.rules = id.trim().to_owned(),
            ("position", text) => block.position = Some(text.trim().to_owned()),
            ("unique", "") => block.unique = true,
            ("depth", rest) => {
                let (depth, count) = rest.split_once(' ').unwrap_or_else(|| panic!("no count: {line}"));
                block.counts.push((
                    depth.parse().expect("a depth"),
                    count.trim().parse().expect("a count"),
                ));
            }
            _ => panic!("not a line of a perft file: {line}"),
        }
    }
    assert!(!block.counts.is_empty(), "a block without counts: {lines:?}");
    block
}

fn run<G: Notation>(block: &Block) {
    let rules = block.rules.parse().expect("the ruleset exists");
    let start = match &block.position {
        Some(text) => G::from_position(&rules, text).expect("the position is legal"),
        None => G::start(&rules),
    };
    let game = start.forget_past();
    for &(depth, count) in &block.counts {
        let found = if block.unique {
            perft::unique(&game, depth)
        } else {
            Game::perft(&game, depth)
        };
        assert_eq!(found, count, "depth {depth} under {}", block.rules);
    }
}
