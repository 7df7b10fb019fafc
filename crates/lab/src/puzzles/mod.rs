//! Making puzzles: the engine plays against itself with stray moves, so that mistakes happen, and every position that has
//! one right answer becomes a puzzle with its proof.
//!
//! No game gives more than one puzzle and no two puzzles are symmetric, so there are no near-duplicates. No kind of
//! puzzle, by its length and what is at stake, takes more than its share. Everything follows from the seed.

mod compose;
mod estimate;
mod games;

use std::collections::{HashMap, HashSet};

use damero_games::random::{SeededRng, below, seeded};
use damero_games::{InputError, Text, text};
use damero_search::Stop;
use damero_search::puzzle::{
    Line, Method, Ply, Proof, Prover, Puzzle, PuzzleFile, Puzzled, likeness, prove, themes,
};

use compose::{Decided, compose};
use estimate::Estimator;
use games::Games;

/// What share of the puzzles may be of one kind, in percent.
const SHARE: usize = 40;

/// So many games are played for each puzzle that is wanted before the search for more is given up.
const PATIENCE: u64 = 100;

/// How the work stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Puzzles found.
    pub found: usize,
    /// Puzzles wanted.
    pub wanted: usize,
    /// Games played.
    pub games: u64,
}

/// Makes `count` puzzles of a game from games that follow from `seed`; `None` when it was stopped. There are fewer if so
/// many cannot be found.
///
/// # Errors
/// If the game has no puzzles.
pub fn make<G: Puzzled>(
    rules: &G::Rules,
    count: usize,
    seed: u64,
    stop: &Stop,
    report: &mut dyn FnMut(Standing),
) -> Result<Option<PuzzleFile>, Text> {
    if G::METHODS.is_empty() {
        return Err(none::<G>());
    }
    let mut maker = Maker::<G>::new(rules, count);
    for number in 0..PATIENCE * count as u64 {
        if stop.asked() {
            return Ok(None);
        }
        let mut rng = seeded(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number));
        maker.take_one(&mut rng);
        report(Standing {
            found: maker.puzzles.len(),
            wanted: count,
            games: number + 1,
        });
        if maker.puzzles.len() >= count {
            break;
        }
    }
    let mut puzzles = maker.puzzles;
    puzzles.sort_by(|one, other| one.id.cmp(&other.id));
    let game = G::META.id.to_owned();
    Ok(Some(PuzzleFile { game, puzzles }))
}

/// Proves every puzzle of a file again, and that no two are the same one. `report` is told how many are done.
///
/// # Errors
/// The first puzzle that does not hold, with its id and the reason; also if it was stopped.
pub fn check<G: Puzzled>(
    file: &PuzzleFile,
    stop: &Stop,
    report: &mut dyn FnMut(usize),
) -> Result<(), InputError> {
    damero_search::puzzle::look_at_all::<G>(file)?;
    let mut prover = Prover::<G>::default();
    let mut seen = HashMap::new();
    for (done, puzzle) in file.puzzles.iter().enumerate() {
        if stop.asked() {
            break;
        }
        let inside = |error: InputError| error.inside(damero_search::puzzle::named(puzzle));
        prove(puzzle, &mut prover).map_err(inside)?;
        let line = Line::<G>::read(puzzle).map_err(inside)?;
        if let Some(other) = seen.insert(likeness(&line)[0], &puzzle.id) {
            let same = text!("the same puzzle as {other}", "el mismo problema que {other}");
            return Err(inside(damero_search::puzzle::wrong(same)));
        }
        report(done + 1);
    }
    Ok(())
}

/// The refusal of a game that brings no puzzles.
#[must_use]
pub fn none<G: Puzzled>() -> Text {
    let Text { en, es } = G::META.name;
    text!("{en} has no puzzles", "{es} no tiene problemas")
}

struct Maker<G: Puzzled> {
    rules: G::Rules,
    games: Games<G>,
    prover: Prover<G>,
    estimator: Estimator<G>,
    puzzles: Vec<Puzzle>,
    seen: HashSet<u64>,
    kinds: HashMap<String, usize>,
    most: usize,
}

impl<G: Puzzled> Maker<G> {
    fn new(rules: &G::Rules, count: usize) -> Self {
        Self {
            rules: *rules,
            games: Games::default(),
            prover: Prover::default(),
            estimator: Estimator::default(),
            puzzles: Vec::new(),
            seen: HashSet::new(),
            kinds: HashMap::new(),
            most: (count * SHARE).div_ceil(100),
        }
    }

    /// Plays one game and keeps the first puzzle of it that is wanted, its positions looked at in random order.
    fn take_one(&mut self, rng: &mut SeededRng) {
        let mut positions = self.games.play(&self.rules, rng);
        while !positions.is_empty() {
            let game = positions.swap_remove(below(rng, positions.len() as u32) as usize);
            for &method in G::METHODS {
                if game.is_within_reach(method)
                    && let Some(puzzle) = self.puzzle(&game, method)
                {
                    self.puzzles.push(puzzle);
                    return;
                }
            }
        }
    }

    /// The puzzle of a position, if it is one and wanted.
    fn puzzle(&mut self, game: &G, method: Method) -> Option<Puzzle> {
        if self.seen.contains(&game.canonical_key()) {
            return None;
        }
        self.prover.take_nodes();
        let decided = compose(&mut self.prover, game, method)?;
        let mut puzzle = Puzzle {
            id: String::new(),
            rating: 0,
            rules: self.rules.to_string(),
            position: game.position(),
            line: decided.iter().map(Decided::ply).collect(),
            proof: Proof {
                method,
                nodes: self.prover.take_nodes(),
            },
            themes: Vec::new(),
        };
        let line = Line::<G>::read(&puzzle).ok()?;
        let found = themes(&line);
        // The first two say how long it is and what is at stake.
        let kind = found.iter().take(2).copied().collect::<Vec<_>>().join(" ");
        let keys = likeness(&line);
        if self.kinds.get(&kind).is_some_and(|&count| count >= self.most)
            || keys.iter().any(|key| self.seen.contains(key))
        {
            return None;
        }
        puzzle.themes = found.into_iter().map(str::to_owned).collect();
        puzzle.rating = self.estimator.rating(&line, &puzzle);
        puzzle.id = puzzle.written_id();
        if self.puzzles.iter().any(|other| other.id == puzzle.id) {
            return None;
        }
        // What cannot be proven again is no puzzle.
        prove(&puzzle, &mut self.prover).ok()?;
        self.seen.extend(keys);
        *self.kinds.entry(kind).or_default() += 1;
        Some(puzzle)
    }
}

impl<G: Puzzled> Decided<G> {
    fn ply(&self) -> Ply {
        let text = |m: G::Move| m.to_string();
        Ply {
            text: text(self.m),
            values: self.values.iter().map(|&(m, value)| (text(m), value)).collect(),
        }
    }
}
