//! What a player thinks of a position, in words that do not depend on the game.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use damero_games::{AnyGame, Game, GameId, InputError, Lang, Notation, Session, with_game};
use damero_search::book::{self, BookMove};
use damero_search::{Limits, Score, SearchResult, Searchable, Stop};
use serde::Serialize;

use crate::contest;
use crate::errors::InLang;
use crate::lang::{decimal, tr};

/// What is said of one move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Opinion {
    /// The move.
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// Its score in the units of the evaluation, for the player to move.
    pub(crate) score: Option<i32>,
    /// Plies to the end where it is proven: positive when won, negative when lost.
    pub(crate) plies_to_end: Option<i32>,
    /// The expected result for the player to move, between -1 and 1.
    pub(crate) value: Option<f32>,
    /// The share of attention that it got.
    pub(crate) share: Option<f32>,
    /// What the book that comes with the program says of it, if it names the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) book: Option<BookOpinion>,
}

/// What a book says of a move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BookOpinion {
    /// Its score in the units of the evaluation, for the player to move.
    pub(crate) score: Option<i32>,
    /// Plies to the end where it is proven: positive when won, negative when lost.
    pub(crate) plies_to_end: Option<i32>,
    /// Plies that were looked ahead, at the least.
    pub(crate) depth: u8,
}

/// A thought as text.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Analysis {
    /// The chosen move.
    pub(crate) best: Opinion,
    /// The expected line of play.
    pub(crate) line: Vec<String>,
    /// All moves, best first.
    pub(crate) moves: Vec<Opinion>,
    /// Plies of the last finished iteration.
    pub(crate) depth: u32,
    /// Positions visited.
    pub(crate) nodes: u64,
    /// Time taken.
    pub(crate) seconds: f64,
}

impl Opinion {
    /// A move of a book whose scores have this unit.
    pub(crate) fn in_book<G: Game>(one: &BookMove<G::Move>, scale: f32) -> Self {
        let score = one.score;
        Self {
            text: one.m.to_string(),
            score: Some(score).filter(|score| !score.is_proven()).map(Score::get),
            plies_to_end: score.plies_to_end(),
            value: Some(score.value(scale).0),
            share: None,
            book: None,
        }
    }
}

impl BookOpinion {
    fn of<M>(one: &BookMove<M>) -> Self {
        Self {
            score: Some(one.score).filter(|score| !score.is_proven()).map(Score::get),
            plies_to_end: one.score.plies_to_end(),
            depth: one.depth,
        }
    }

    /// The score and the depth as people read them.
    pub(crate) fn text(&self, lang: Lang) -> String {
        let (score, depth) = (points(self.plies_to_end, self.score, lang), self.depth);
        tr!(
            lang,
            "book {score}, depth {depth}",
            "libro {score}, profundidad {depth}"
        )
    }
}

impl Analysis {
    fn of<G: Searchable>(searched: &SearchResult<G::Move>, game: &G) -> Self {
        let known = book::shipped::<G>(game.rules()).map_or_else(Vec::new, |book| book.probe(game));
        let opinion =
            |m: &G::Move, score: Option<Score>, value: Option<damero_games::PovValue>, share| Opinion {
                text: m.to_string(),
                score: score.filter(|score| !score.is_proven()).map(Score::get),
                plies_to_end: score.and_then(Score::plies_to_end),
                value: value.map(|value| value.0),
                share,
                book: known.iter().find(|one| one.m == *m).map(BookOpinion::of),
            };
        let moves = searched.moves.iter();
        Self {
            best: opinion(&searched.best, searched.score, searched.value, None),
            line: searched.pv.iter().map(ToString::to_string).collect(),
            moves: moves
                .map(|one| opinion(&one.m, one.score, one.value, one.visit_share))
                .collect(),
            depth: searched.depth,
            nodes: searched.nodes,
            seconds: searched.time.as_secs_f64(),
        }
    }

    /// Whether it was read in the book instead of thought out.
    fn is_from_book(&self) -> bool {
        self.nodes == 0 && self.best.book.is_some()
    }
}

/// The name of the opening of a game, where people have given it one.
pub(crate) fn opening(id: GameId, game: &dyn AnyGame, lang: Lang) -> Option<&'static str> {
    let record = game.record(damero_games::NATIVE.name).ok()?;
    book::opening(id, &record).map(|name| name.get(lang))
}

/// The score of a move as people read it.
pub(crate) fn score(opinion: &Opinion, lang: Lang) -> String {
    points(opinion.plies_to_end, opinion.score, lang)
}

fn points(plies_to_end: Option<i32>, score: Option<i32>, lang: Lang) -> String {
    match (plies_to_end, score) {
        (Some(plies), _) if plies >= 0 => tr!(lang, "wins in {plies}", "gana en {plies}"),
        (Some(plies), _) => {
            let plies = -plies;
            tr!(lang, "loses in {plies}", "pierde en {plies}")
        }
        (None, Some(score)) => format!("{score:+}"),
        (None, None) => "-".to_owned(),
    }
}

/// The chances of the player to move, as a share of the points.
pub(crate) fn chances(opinion: &Opinion) -> String {
    let value = opinion.value.map(|value| 50.0 * (value + 1.0));
    value.map_or_else(|| "-".to_owned(), |percent| format!("{percent:.0} %"))
}

/// A player for a game that is known only at run time.
pub(crate) trait Mind {
    /// Refuses a game under rules that it cannot play.
    fn check(&self, game: &dyn AnyGame, lang: Lang) -> anyhow::Result<()>;

    /// What it thinks of the position, within `limits`.
    fn think(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Analysis),
        lang: Lang,
    ) -> anyhow::Result<Analysis>;
}

/// The mind that a spec describes.
pub(crate) fn mind(
    id: GameId,
    spec: &damero_arena::Spec,
    seed: u64,
    lang: Lang,
) -> anyhow::Result<Box<dyn Mind>> {
    with_game!(id, G => Ok(Box::new(Typed::<G>::new(spec, seed, lang)?)))
}

struct Typed<G: Notation> {
    player: Box<dyn damero_arena::Contestant<G>>,
    spec: String,
}

impl<G: Searchable> Typed<G> {
    fn new(spec: &damero_arena::Spec, seed: u64, lang: Lang) -> anyhow::Result<Self> {
        let mut player = spec
            .contestant::<G>(seed)
            .map_err(|error| contest::refused(&error.into(), lang))?;
        let spec = spec.to_string();
        player
            .new_game(seed)
            .map_err(|fault| refused(&spec, fault, lang))?;
        Ok(Self { player, spec })
    }
}

/// Why a player cannot play.
fn refused(spec: &str, fault: damero_arena::Fault, lang: Lang) -> anyhow::Error {
    let spec = spec.to_owned();
    contest::refused(&damero_arena::ArenaError::Start { spec, fault }, lang)
}

impl<G: Searchable> Mind for Typed<G> {
    fn check(&self, game: &dyn AnyGame, lang: Lang) -> anyhow::Result<()> {
        let rules: G::Rules = game.rules().parse().map_err(InputError::from).in_lang(lang)?;
        self.player
            .check(&rules)
            .map_err(|fault| refused(&self.spec, fault, lang))
    }

    fn think(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Analysis),
        lang: Lang,
    ) -> anyhow::Result<Analysis> {
        // The record in our own format says everything about the game, its past included.
        let text = game.record(damero_games::NATIVE.name).in_lang(lang)?;
        let record = G::read_record(&text).in_lang(lang)?;
        let session: Session<G> = Session::from_record(record).in_lang(lang)?;
        let game = session.game();
        let mut tell = |searched: &SearchResult<G::Move>| report(&Analysis::of(searched, game));
        let searched = self
            .player
            .choose(&session, limits, stop, &mut tell)
            .map_err(|fault| refused(&self.spec, fault, lang))?;
        Ok(Analysis::of(&searched, game))
    }
}

/// The latest thought in one line of standard error that is written over again, if a person looks at it.
pub(crate) struct Ticker {
    shown: bool,
    last: Option<Instant>,
}

impl Ticker {
    const PAUSE: Duration = Duration::from_millis(100);

    /// Silent unless standard error is a terminal.
    pub(crate) fn new() -> Self {
        Self {
            shown: io::stderr().is_terminal(),
            last: None,
        }
    }

    /// Shows a thought, unless the last one was shown just now.
    pub(crate) fn show(&mut self, analysis: &Analysis, lang: Lang) {
        if !self.shown || self.last.is_some_and(|last| last.elapsed() < Self::PAUSE) {
            return;
        }
        self.last = Some(Instant::now());
        let line = summary(analysis, lang);
        let line: String = line.chars().take(79).collect();
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        if self.shown && self.last.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// A thought in one line.
pub(crate) fn summary(analysis: &Analysis, lang: Lang) -> String {
    let Analysis { depth, nodes, .. } = analysis;
    let (best, score) = (&analysis.best.text, score(&analysis.best, lang));
    let line = analysis.line.join(" ");
    if analysis.is_from_book() {
        return tr!(
            lang,
            "{best} {score}, from the book, depth {depth}: {line}",
            "{best} {score}, del libro, profundidad {depth}: {line}"
        );
    }
    let seconds = decimal(analysis.seconds, 1, lang);
    tr!(
        lang,
        "{best} {score}, depth {depth}, {nodes} nodes, {seconds} s: {line}",
        "{best} {score}, profundidad {depth}, {nodes} nodos, {seconds} s: {line}"
    )
}
