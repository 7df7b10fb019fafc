//! Game reviews: the engine evaluates a game position by position. Each line is streamed as soon as it is known. Finished
//! reviews are cached. A review is cancelled when its client disconnects.
//!
//! Values are for the first player. The loss of a move is the value of the best move less the value of the played one, for
//! the mover. Both come from one search of the position before the move, so that searches of different depth are never
//! compared.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use damero_games::{AnyGame, GameId, InputError, Mistakes, Outcome, Player, Turn};
use futures_util::stream::{self, Stream, StreamExt as _};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::accuracy::Accuracy;
use crate::catalog;
use crate::engine_pool::{Busy, EnginePool, Payer, PlayerSlot, SearchRequest};
use crate::error::ApiError;
use crate::wire::{Analysis, EvaluatedPly, EvaluationLine, Mark, Thresholds};

/// The search time of a position, in milliseconds.
const TIME: std::ops::RangeInclusive<u64> = 20..=1_000;
const USUAL_TIME: u64 = 150;

/// The longest search time of a whole game, in milliseconds.
const WHOLE: u64 = 90_000;

/// The largest number of reviews that run at once.
const AT_A_TIME: usize = 4;

/// The size of the cache.
const KEPT: usize = 128;

/// How many times a search is tried again while all engine threads are busy, and the pause before each.
const TRIES: u32 = 40;
const PAUSE: Duration = Duration::from_millis(250);

/// The losses from which a move of this game is an inaccuracy, a mistake or a blunder.
pub(crate) fn thresholds(game: GameId) -> Thresholds {
    let Mistakes {
        inaccuracy,
        mistake,
        blunder,
    } = game.meta().facts.mistakes;
    Thresholds {
        inaccuracy,
        mistake,
        blunder,
    }
}

fn mark(loss: f32, thresholds: Thresholds) -> Option<Mark> {
    match loss {
        _ if loss >= thresholds.blunder => Some(Mark::Blunder),
        _ if loss >= thresholds.mistake => Some(Mark::Mistake),
        _ if loss >= thresholds.inaccuracy => Some(Mark::Inaccuracy),
        _ => None,
    }
}

/// A line of play to be evaluated.
pub(crate) struct Task {
    id: GameId,
    rules: String,
    start: Option<String>,
    moves: Vec<String>,
    time: u64,
}

impl Task {
    /// Reads a line of play. Its moves come back in the notation of the game.
    ///
    /// # Errors
    /// If it is not one.
    pub(crate) fn new(
        id: GameId,
        rules: Option<&str>,
        start: Option<String>,
        moves: &[String],
        time_ms: Option<u64>,
    ) -> Result<Self, InputError> {
        let rules = rules.unwrap_or_else(|| catalog::default_rules(id));
        let mut game = catalog::start(id, rules, start.as_deref())?;
        let moves = moves.iter().map(|text| game.play(text));
        let moves: Vec<String> = moves.collect::<Result<_, _>>()?;
        let time = time_ms.unwrap_or(USUAL_TIME).clamp(*TIME.start(), *TIME.end());
        let fair = WHOLE / (moves.len() as u64 + 1);
        Ok(Self {
            id,
            rules: game.rules(),
            start,
            time: time.min(fair).max(*TIME.start()),
            moves,
        })
    }

    /// The key in the cache.
    fn key(&self) -> String {
        let Self {
            id,
            rules,
            start,
            moves,
            time,
        } = self;
        let start = start.as_deref().unwrap_or_default();
        format!("{id}\n{rules}\n{start}\n{time}\n{}", moves.join(" "))
    }
}

/// The cache of finished reviews, and the limit of running ones.
pub(crate) struct Evaluations {
    kept: Mutex<VecDeque<(String, Vec<Bytes>)>>,
    places: Arc<Semaphore>,
}

impl Evaluations {
    pub(crate) fn new() -> Self {
        Self {
            kept: Mutex::default(),
            places: Arc::new(Semaphore::new(AT_A_TIME)),
        }
    }

    /// The lines of a review, from the cache if they are there.
    ///
    /// # Errors
    /// If too many reviews run already.
    pub(crate) fn lines(
        self: &Arc<Self>,
        engine_pool: &EnginePool,
        task: Task,
        payer: Payer,
    ) -> Result<impl Stream<Item = Result<Bytes, Infallible>> + Send + use<>, Busy> {
        let key = task.key();
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.iter().find(|(known, _)| *known == key);
        let known = known.map(|(_, lines)| lines.clone());
        drop(kept);
        let begin = EvaluationLine::Begin {
            plies: task.moves.len(),
            cached: known.is_some(),
            time_ms: task.time,
            thresholds: thresholds(task.id),
        };
        let rest = match known {
            Some(lines) => stream::iter(lines).left_stream(),
            None => {
                let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Busy)?;
                let work = Work {
                    all: Arc::clone(self),
                    engine_pool: engine_pool.clone(),
                    engine: PlayerSlot::default(),
                    payer,
                    key,
                    game: catalog::start(task.id, &task.rules, task.start.as_deref()).ok(),
                    task,
                    ply: 0,
                    lines: Vec::new(),
                    mistake: None,
                    accuracy: Accuracy::default(),
                    over: false,
                    _place: place,
                };
                stream::unfold(work, Work::next).right_stream()
            }
        };
        Ok(stream::iter([written(&begin)]).chain(rest).map(Ok))
    }

    fn keep(&self, key: String, lines: Vec<Bytes>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT {
            kept.pop_front();
        }
        kept.push_back((key, lines));
    }
}

fn written(line: &EvaluationLine) -> Bytes {
    // Our own types always serialise.
    let mut text = serde_json::to_string(line).unwrap_or_default();
    text.push('\n');
    text.into()
}

/// A mistake whose reason is not known yet.
struct PlayedMistake {
    /// The position before it.
    game: Box<dyn AnyGame>,
    played: String,
    /// The line that the engine expects after the best move.
    best: Vec<String>,
}

/// A running review.
struct Work {
    all: Arc<Evaluations>,
    engine_pool: EnginePool,
    payer: Payer,
    /// The engine. It keeps its transposition table from position to position.
    engine: PlayerSlot,
    key: String,
    task: Task,
    /// The position to be evaluated next; `None` after the last.
    game: Option<Box<dyn AnyGame>>,
    ply: usize,
    lines: Vec<Bytes>,
    /// The mistake that led to the position to be evaluated next: its reason is in the answer to it.
    mistake: Option<PlayedMistake>,
    accuracy: Accuracy,
    over: bool,
    _place: OwnedSemaphorePermit,
}

impl Work {
    /// The next line of the stream, and the rest of the review.
    async fn next(mut self) -> Option<(Bytes, Self)> {
        if self.over {
            return None;
        }
        let Some(game) = self.game.take() else {
            self.over = true;
            let accuracy = self.accuracy.of_both();
            let done = written(&EvaluationLine::Done { accuracy });
            self.lines.push(done.clone());
            self.all.keep(self.key.clone(), std::mem::take(&mut self.lines));
            return Some((done, self));
        };
        let line = match self.evaluate(&*game).await {
            Ok(evaluated) => self.noted(&*game, evaluated),
            Err(error) => {
                self.over = true;
                let error = error.into_problem();
                written(&EvaluationLine::Failed { error })
            }
        };
        let mut game = game;
        if let Some(text) = self.task.moves.get(self.ply) {
            // The move was checked when the task was read.
            self.game = game.play(text).is_ok().then_some(game);
        }
        self.ply += 1;
        self.lines.push(line.clone());
        Some((line, self))
    }

    /// The line of a position, and the reason of the mistake that led to it, if it was one.
    fn noted(&mut self, game: &dyn AnyGame, evaluated: EvaluatedPly) -> Bytes {
        let mistake = self.mistake.take();
        if let (Some(by), Some(loss)) = (evaluated.turn, evaluated.loss) {
            if game.moves().len() > 1 {
                self.accuracy.add(by, loss, thresholds(self.task.id).mistake);
            }
            if let (Some(_), Some(played)) = (evaluated.mark, evaluated.played.clone()) {
                self.mistake = Some(PlayedMistake {
                    game: game.boxed_clone(),
                    played,
                    best: expected(&evaluated),
                });
            }
        }
        let reason = mistake.map(|PlayedMistake { game, played, best }| {
            let answer = expected(&evaluated);
            let reason = game.explain(&played, &answer, &best);
            EvaluationLine::Reason {
                ply: self.ply - 1,
                lesson: reason
                    .as_ref()
                    .and_then(|reason| reason.lesson)
                    .map(str::to_owned),
                theme: reason.as_ref().and_then(|reason| reason.theme).map(str::to_owned),
                text: reason.map(|reason| reason.text),
                answer,
            }
        });
        let line = written(&EvaluationLine::Ply(evaluated));
        match reason {
            Some(reason) => [line, written(&reason)].concat().into(),
            None => line,
        }
    }

    async fn evaluate(&self, game: &dyn AnyGame) -> Result<EvaluatedPly, ApiError> {
        let played = self.task.moves.get(self.ply).cloned();
        let nothing = EvaluatedPly {
            ply: self.ply,
            turn: None,
            value: None,
            plies_to_end: None,
            best: None,
            line: Vec::new(),
            played,
            loss: None,
            mark: None,
        };
        match game.turn() {
            Turn::Chance => Ok(nothing),
            Turn::Over(outcome) => Ok(EvaluatedPly {
                value: Some(match outcome {
                    Outcome::Win(Player::First) => 1.0,
                    Outcome::Win(Player::Second) => -1.0,
                    Outcome::Draw => 0.0,
                }),
                ..nothing
            }),
            Turn::Player(by) => {
                let turn = Some(by);
                match self.think(game).await? {
                    Some(analysis) => Ok(judged(self.task.id, nothing, &analysis)),
                    None => Ok(EvaluatedPly { turn, ..nothing }),
                }
            }
        }
    }

    async fn think(&self, game: &dyn AnyGame) -> Result<Option<Analysis>, Busy> {
        let time = Duration::from_millis(self.task.time);
        for _ in 0..TRIES {
            let Some(request) = SearchRequest::analyse(self.task.id, game, None, time, self.payer.clone())
            else {
                return Ok(None);
            };
            match self.engine_pool.search(request.keeping(&self.engine)).await {
                Ok(analysis) => return Ok(analysis),
                Err(Busy) => tokio::time::sleep(PAUSE).await,
            }
        }
        Err(Busy)
    }
}

/// What a move costs its mover, as an analysis of the position before it says; `None` where it says nothing of it.
pub(crate) fn judge(analysis: &Analysis, played: &str) -> Option<f32> {
    let mut opinions = analysis.moves.iter();
    let value = opinions.find(|opinion| opinion.text == played)?.value?;
    // What the engine would play itself is no mistake, even if a search that was stopped early thinks more of another move.
    if analysis.best.text == played {
        return Some(0.0);
    }
    // The maximum over all moves: a search that is stopped early may not have sorted them yet.
    let values = analysis.moves.iter().filter_map(|opinion| opinion.value);
    let best = values.chain(analysis.best.value).reduce(f32::max)?;
    Some((best - value).max(0.0))
}

/// The expected line of play, which has the best move at least where there is one.
fn expected(evaluated: &EvaluatedPly) -> Vec<String> {
    if evaluated.line.is_empty() {
        return evaluated.best.iter().cloned().collect();
    }
    evaluated.line.clone()
}

/// The evaluation of a position and of the move played from it, out of an analysis.
fn judged(id: GameId, position: EvaluatedPly, analysis: &Analysis) -> EvaluatedPly {
    let sign = if analysis.by == Player::First { 1 } else { -1 };
    let played = position.played.as_deref();
    let loss = played.and_then(|text| judge(analysis, text));
    EvaluatedPly {
        turn: Some(analysis.by),
        value: analysis.best.value.map(|value| value * sign as f32),
        plies_to_end: analysis.best.plies_to_end.map(|plies| plies * sign),
        best: Some(analysis.best.text.clone()),
        line: analysis.line.clone(),
        mark: loss.and_then(|loss| mark(loss, thresholds(id))),
        loss,
        ..position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Opinion;

    fn opinion(text: &str, value: f32) -> Opinion {
        Opinion {
            text: text.to_owned(),
            value: Some(value),
            score: None,
            plies_to_end: None,
            line: Vec::new(),
        }
    }

    #[test]
    fn a_move_costs_what_the_best_one_is_worth_more_and_the_choice_of_the_engine_nothing() {
        let analysis = Analysis {
            by: Player::First,
            best: opinion("a1", 0.2),
            line: Vec::new(),
            // Stopped early: the search had not come to compare the second move as deeply.
            moves: vec![opinion("a1", 0.2), opinion("b1", 0.75), opinion("c1", 0.25)],
            depth: 3,
            nodes: 100,
            seconds: 0.1,
        };
        assert_eq!(judge(&analysis, "a1"), Some(0.0));
        assert_eq!(judge(&analysis, "b1"), Some(0.0));
        assert_eq!(judge(&analysis, "c1"), Some(0.5));
        assert_eq!(judge(&analysis, "d1"), None);
    }
}
