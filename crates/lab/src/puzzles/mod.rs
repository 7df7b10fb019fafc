//! Making puzzles: the engine plays against itself with stray moves, so that mistakes happen, and every position that has
//! one right answer becomes a puzzle with its proof.
//!
//! No game gives more than one puzzle and no two puzzles are symmetric, so there are no near-duplicates. No kind of
//! puzzle, by its length and what is at stake, takes more than its share. Everything follows from what is [`Wanted`].

mod compose;
mod estimate;
mod games;

use std::collections::{HashMap, HashSet};

use damero_games::random::{SeededRng, below, seeded};
use damero_games::{InputError, Text, text};
use damero_search::Stop;
use damero_search::puzzle::{
    Line, Method, Ply, Proof, Prover, Puzzle, PuzzleFile, Puzzled, likeness, prove, themes, themes_of,
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

/// Which puzzles are wanted.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// How many, those that are there already included.
    pub count: usize,
    /// What the games follow from.
    pub seed: u64,
    /// A theme that all new ones show, by its id.
    pub theme: Option<String>,
    /// The lowest rating of new ones.
    pub rating: u16,
    /// Those that are there already.
    pub kept: Vec<Puzzle>,
}

impl Wanted {
    /// So many of any kind, from games that follow from `seed`.
    #[must_use]
    pub const fn any(count: usize, seed: u64) -> Self {
        Self {
            count,
            seed,
            theme: None,
            rating: 0,
            kept: Vec::new(),
        }
    }
}

/// Makes puzzles of a game; `None` when it was stopped. There are fewer than wanted if so many cannot be found.
///
/// # Errors
/// If the game has no puzzles, or none about the theme.
pub fn make<G: Puzzled>(
    rules: &G::Rules,
    wanted: Wanted,
    stop: &Stop,
    report: &mut dyn FnMut(Standing),
) -> Result<Option<PuzzleFile>, Text> {
    if G::METHODS.is_empty() {
        return Err(none::<G>());
    }
    if let Some(theme) = &wanted.theme
        && !themes_of::<G>().any(|known| known.id == theme)
    {
        let known: Vec<_> = themes_of::<G>().map(|known| known.id).collect();
        let known = known.join(", ");
        return Err(text!(
            "no theme {theme:?}; there are {known}",
            "ningún tema {theme:?}; hay {known}"
        ));
    }
    let (count, seed) = (wanted.count, wanted.seed);
    let mut maker = Maker::<G>::new(rules, wanted);
    let new = count.saturating_sub(maker.puzzles.len());
    for number in 0..PATIENCE * new as u64 {
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
    theme: Option<String>,
    lowest: u16,
}

impl<G: Puzzled> Maker<G> {
    fn new(rules: &G::Rules, wanted: Wanted) -> Self {
        let mut maker = Self {
            rules: *rules,
            games: Games::default(),
            prover: Prover::default(),
            estimator: Estimator::default(),
            puzzles: Vec::new(),
            seen: HashSet::new(),
            kinds: HashMap::new(),
            most: (wanted.count * SHARE).div_ceil(100),
            theme: wanted.theme,
            lowest: wanted.rating,
        };
        for puzzle in wanted.kept {
            if let Ok(line) = Line::<G>::read(&puzzle) {
                maker.keep(puzzle, &likeness(&line));
            }
        }
        maker
    }

    fn keep(&mut self, puzzle: Puzzle, keys: &[u64]) {
        self.seen.extend(keys);
        *self.kinds.entry(kind(&puzzle.themes)).or_default() += 1;
        self.puzzles.push(puzzle);
    }

    /// Plays one game and keeps the first puzzle of it that is wanted: its positions are looked at in random order, by one
    /// method after the other, so that what is rare comes first.
    fn take_one(&mut self, rng: &mut SeededRng) {
        let mut left = self.games.play(&self.rules, rng);
        let mut positions = Vec::with_capacity(left.len());
        while !left.is_empty() {
            positions.push(left.swap_remove(below(rng, left.len() as u32) as usize));
        }
        for &method in G::METHODS {
            for game in &positions {
                if game.is_within_reach(method)
                    && let Some((puzzle, keys)) = self.puzzle(game, method)
                {
                    self.keep(puzzle, &keys);
                    return;
                }
            }
        }
    }

    /// The puzzle of a position, if it is one and wanted.
    fn puzzle(&mut self, game: &G, method: Method) -> Option<(Puzzle, [u64; 2])> {
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
        puzzle.themes = themes(&line).into_iter().map(str::to_owned).collect();
        let keys = likeness(&line);
        let about = |theme: &String| puzzle.themes.contains(theme);
        if !self.theme.as_ref().is_none_or(about)
            || (self.kinds.get(&kind(&puzzle.themes))).is_some_and(|&count| count >= self.most)
            || keys.iter().any(|key| self.seen.contains(key))
        {
            return None;
        }
        puzzle.rating = self.estimator.rating(&line, &puzzle);
        if puzzle.rating < self.lowest {
            return None;
        }
        puzzle.id = puzzle.written_id();
        if self.puzzles.iter().any(|other| other.id == puzzle.id) {
            return None;
        }
        // What cannot be proven again is no puzzle.
        prove(&puzzle, &mut self.prover).ok()?;
        Some((puzzle, keys))
    }
}

/// What limits the share of a puzzle: its first two themes say how long it is and what is at stake.
fn kind(themes: &[String]) -> String {
    themes
        .iter()
        .take(2)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(" ")
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
