//! Making a book: positions are studied by an engine ply by ply, values are carried back from the deepest to the
//! beginning, and moves that disappoint there make room for the next.
//!
//! Every position in which a side that has followed the book may have to move is studied once. Then the score of a
//! move becomes the worst, over all replies, of what the book answers to them, so that the first moves are judged by
//! searches that begin many plies later. A move that looked second best but now promises more than what became of the
//! first is tried as well, until nothing changes.
//!
//! Each study depends on nothing but the position, so the outcome is the same on any number of threads, and after any
//! number of interruptions: [`Studies`] are kept and never made twice.

mod backup;
mod cover;
mod evaluator;
mod studies;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::mpsc;

use damero_games::Game;
use damero_games::perft::after;
use damero_search::Stop;
use damero_search::book::{Book, Bookable, Choice, Header, Plan, canonical};

pub use cover::{Coverage, cover};
pub use evaluator::{AgentEvaluator, BookAnalysis, BookEvaluator};
pub use studies::Studies;

use backup::Backup;
use cover::{Level, beginning, next_level};

/// No position gets more moves tried than this, however much they disappoint.
const MOST_TRIED: usize = 6;

/// How the work stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The ply that is being studied.
    pub ply: u32,
    /// How often everything has been gone through, from 1.
    pub round: u32,
    /// Positions studied so far.
    pub studied: usize,
    /// A guess at how many it will be in the end.
    pub expected: usize,
}

/// Who is told of each new study, with its position in canonical form and how the work stands.
pub type Report<'a, M> = dyn FnMut(&str, &BookAnalysis<M>, Standing) + 'a;

/// A position on its way into the book.
struct Entry<G: Game> {
    game: G,
    study: BookAnalysis<G::Move>,
    /// So many of the studied moves are tried.
    tried: usize,
}

/// Makes a book of one game.
pub struct Builder<G: Bookable> {
    rules: G::Rules,
    header: Header,
    entries: BTreeMap<String, Entry<G>>,
}

impl<G: Bookable> Builder<G> {
    /// A book by `engine`, whose scores have this unit, that reaches as far as `plan` says.
    #[must_use]
    pub fn new(rules: &G::Rules, engine: String, scale: f32, plan: Plan) -> Self {
        let header = Header {
            game: G::META.id.to_owned(),
            rules: G::book_rules(rules).to_string(),
            engine,
            scale,
            plan,
        };
        Self {
            rules: *rules,
            header,
            entries: BTreeMap::new(),
        }
    }

    /// What the book will say of itself.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Studies what is not in `studies` yet, with one thread for each evaluator, and makes the book; `None` when `stop` was
    /// asked before all was done.
    ///
    /// `report` gets each new study and how the work stands; what it is given is enough to go on later.
    pub fn run(
        &mut self,
        studies: &Studies<G>,
        evaluators: &mut [Box<dyn BookEvaluator<G>>],
        stop: &Stop,
        report: &mut Report<'_, G::Move>,
    ) -> Option<Book> {
        let mut round = 0;
        loop {
            round += 1;
            let levels = self.walk(round, studies, evaluators, stop, report)?;
            if !self.try_more(&levels) {
                return Some(self.book(&levels));
            }
        }
    }

    /// Goes through all plies and studies what is new. The result has the book's positions of each ply.
    fn walk(
        &mut self,
        round: u32,
        studies: &Studies<G>,
        evaluators: &mut [Box<dyn BookEvaluator<G>>],
        stop: &Stop,
        report: &mut Report<'_, G::Move>,
    ) -> Option<Vec<Vec<String>>> {
        let plan = self.header.plan;
        let mut level = beginning::<G>(&self.rules);
        let mut levels: Vec<Vec<String>> = Vec::new();
        for ply in 0..plan.plies {
            let own = own_positions(&level);
            let new: Vec<_> = own
                .iter()
                .filter(|text| !self.entries.contains_key(**text))
                .collect();
            let mut missing = Vec::new();
            for &&text in &new {
                let game = &level[text].0;
                match studies.get(text) {
                    Some(study) => self.add(text, game, study.clone(), ply),
                    None => missing.push((text, game)),
                }
            }
            levels.push(own.into_iter().map(str::to_owned).collect());
            let later = expected_later(&levels, plan.plies);
            let goal = self.entries.len() + missing.len() + if round == 1 { later } else { 0 };
            let mut studied = self.entries.len();
            let mut found = Vec::new();
            let finished = study_all(&missing, evaluators, stop, &mut |i, study| {
                studied += 1;
                let standing = Standing {
                    ply,
                    round,
                    studied,
                    expected: goal,
                };
                report(missing[i].0, &study, standing);
                found.push((i, study));
            });
            for (i, study) in found {
                let (text, game) = missing[i];
                self.add(text, game, study, ply);
            }
            if !finished {
                return None;
            }
            let tried = |text: &str, _: &G| self.tried(text);
            level = next_level(&level, &plan, ply, &tried);
        }
        Some(levels)
    }

    /// Takes in a study; moves that lead to the same position as a better one are left out.
    fn add(&mut self, text: &str, game: &G, mut study: BookAnalysis<G::Move>, ply: u32) {
        let mut seen = BTreeSet::new();
        study
            .moves
            .retain(|&(m, _)| seen.insert(canonical(&after(game, m)).text));
        let margin = self.header.plan.margin;
        let best = study.moves.first().map(|&(_, score)| score);
        let near = study
            .moves
            .iter()
            .take_while(|&&(_, score)| best.is_some_and(|best| score >= best.plus(-margin)));
        let entry = Entry {
            game: game.clone(),
            tried: near.count().min(self.header.plan.width_at(ply)),
            study,
        };
        self.entries.insert(text.to_owned(), entry);
    }

    fn tried(&self, text: &str) -> Vec<G::Move> {
        let entry = self.entries.get(text);
        entry.map_or_else(Vec::new, |entry| {
            entry.study.moves[..entry.tried].iter().map(|&(m, _)| m).collect()
        })
    }

    /// Where the moves that are tried turn out worse than the next one looked, tries that one too.
    fn try_more(&mut self, levels: &[Vec<String>]) -> bool {
        let mut backup = Backup::new(&self.entries, self.header.plan.plies);
        let mut more = Vec::new();
        for (ply, level) in (0..).zip(levels) {
            for text in level {
                let entry = &self.entries[text];
                let best = backup.best(text, ply).map(|(score, _)| score);
                let next = entry.study.moves.get(entry.tried).map(|&(_, score)| score);
                if entry.tried < MOST_TRIED && next > best {
                    more.push(text.clone());
                }
            }
        }
        for text in &more {
            if let Some(entry) = self.entries.get_mut(text) {
                entry.tried += 1;
            }
        }
        !more.is_empty()
    }

    /// The book: of each position that can still be reached, the moves that proved good.
    fn book(&self, levels: &[Vec<String>]) -> Book {
        let Plan { margin, plies, .. } = self.header.plan;
        let mut backup = Backup::new(&self.entries, plies);
        let mut good: BTreeMap<String, Vec<(G::Move, Choice)>> = BTreeMap::new();
        for (ply, level) in (0..).zip(levels) {
            for text in level {
                let mut scored = backup.moves(text, ply);
                // A stable sort, so that the engine's own order decides between equals.
                scored.sort_by_key(|&(_, score, _)| std::cmp::Reverse(score));
                let best = scored.first().map(|&(_, score, _)| score);
                scored.retain(|&(_, score, _)| best.is_some_and(|best| score >= best.plus(-margin)));
                let choices = scored.into_iter().map(|(m, score, depth)| {
                    let text = m.to_string();
                    (m, Choice { text, score, depth })
                });
                good.insert(text.clone(), choices.collect());
            }
        }
        let mut positions = BTreeMap::new();
        let mut level = beginning::<G>(&self.rules);
        for ply in 0..plies {
            for text in own_positions(&level) {
                let choices = good[text].iter().map(|(_, choice)| choice.clone());
                positions.insert(text.to_owned(), choices.collect());
            }
            let chosen = |text: &str, _: &G| good[text].iter().map(|&(m, _)| m).collect();
            level = next_level(&level, &self.header.plan, ply, &chosen);
        }
        Book::new(self.header.clone(), positions)
    }
}

/// The positions of a level in which the side to move has followed the book.
fn own_positions<G: Bookable>(level: &Level<G>) -> Vec<&str> {
    let own = level.iter().filter(|(_, (game, followed))| {
        let player = game.turn().player();
        player.is_some_and(|player| followed.by(player))
    });
    own.map(|(text, _)| text.as_str()).collect()
}

/// How many positions the plies to come will have if they go on growing as they did.
fn expected_later(levels: &[Vec<String>], plies: u32) -> usize {
    let sizes: Vec<f64> = levels.iter().map(|level| level.len() as f64).collect();
    let [.., earlier, _, last] = sizes[..] else {
        return 0;
    };
    // Two plies apart it is the same side's turn.
    let growth = (last / earlier.max(1.0)).sqrt().max(1.0);
    let rest = plies.saturating_sub(levels.len() as u32);
    (1..=rest).map(|i| (last * growth.powi(i as i32)) as usize).sum()
}

/// Shares the positions among the evaluators; false when it was stopped before the end.
fn study_all<G: Bookable>(
    positions: &[(&str, &G)],
    evaluators: &mut [Box<dyn BookEvaluator<G>>],
    stop: &Stop,
    take: &mut dyn FnMut(usize, BookAnalysis<G::Move>),
) -> bool {
    let queue = Mutex::new(positions.iter().enumerate());
    let (sender, receiver) = mpsc::channel();
    let mut count = 0;
    std::thread::scope(|scope| {
        for evaluator in evaluators {
            let (sender, queue) = (sender.clone(), &queue);
            scope.spawn(move || {
                let next = || queue.lock().ok().and_then(|mut queue| queue.next());
                while let Some((i, &(_, game))) = next() {
                    let Some(study) = evaluator.study(game, stop) else {
                        return;
                    };
                    if sender.send((i, study)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (i, study) in receiver {
            count += 1;
            take(i, study);
        }
    });
    count == positions.len()
}
