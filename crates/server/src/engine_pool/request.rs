//! A position to be searched: by whom, for whom, how long, and what is known so far.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use damero_arena::{AnyPlayer, MoveAnalysis, Spec};
use damero_games::{AnyGame, GameId, Player};
use damero_search::{Limits, SearchContext, Stop};
use tracing::warn;

use super::budget::Payer;
use super::players::{KeptPlayer, KeptPlayers, PlayerSlot};
use super::schedule::Class;
use crate::wire::{Analysis, Opinion};

/// The player that analyses.
const ANALYST: &str = "engine";

/// The most moves whose lines of play can be asked for.
const MOST_LINES: usize = 5;

/// The part of the time that the lines of all moves but the best take together.
const FOR_LINES: u32 = 4;

/// The rest of a search that is shorter than this is not worth another slice.
const REST: Duration = Duration::from_millis(10);

/// Transposition tables have so many MiB for each second of a search, which fills no more, within these bounds. A larger one
/// would only take memory and the time to make it.
const MIB_A_SECOND: u128 = 16;
const LEAST_MIB: u128 = 4;
const MOST_MIB: u128 = 64;

/// The size of the transposition table for a search of so long, in MiB.
fn table_mib(time: Duration) -> usize {
    let mib = (time.as_millis() * MIB_A_SECOND).div_ceil(1000);
    mib.clamp(LEAST_MIB, MOST_MIB).next_power_of_two() as usize
}

/// A position to be searched.
pub(crate) struct SearchRequest {
    id: GameId,
    game: Box<dyn AnyGame>,
    by: Player,
    /// The player, as the arena names it.
    spec: String,
    task: Task,
    /// What is left of its time.
    time: Duration,
    /// What it has taken so far.
    spent: Duration,
    cancel: Cancel,
    slot: PlayerSlot,
    pub(super) class: Class,
    pub(super) payer: Payer,
    /// For how many moves the expected line of play is wanted.
    lines: usize,
    /// The deepest analysis of the slices so far.
    best: Option<Analysis>,
}

#[derive(Clone, Copy)]
enum Task {
    /// Choose a move. A new player draws its random numbers from the seed.
    Play { seed: u64 },
    /// Score all moves.
    Analyse,
}

/// The result of a search, and the time that it took on its thread.
#[derive(Clone, Debug)]
pub(crate) struct Searched {
    /// `None` if it failed or was called off before it began.
    pub(crate) analysis: Option<Analysis>,
    pub(crate) spent: Duration,
}

/// Calls a search off from outside. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Cancel(Arc<Cancelled>);

#[derive(Default)]
struct Cancelled {
    asked: AtomicBool,
    /// Ends the slice that runs now.
    slice: Mutex<Stop>,
}

impl Cancel {
    /// The search ends with what it knows.
    pub(crate) fn now(&self) {
        self.0.asked.store(true, Ordering::Release);
        self.0.slice.lock().unwrap_or_else(PoisonError::into_inner).now();
    }

    fn asked(&self) -> bool {
        self.0.asked.load(Ordering::Acquire)
    }

    /// From now on the search is ended by this.
    fn runs(&self, slice: &Stop) {
        *self.0.slice.lock().unwrap_or_else(PoisonError::into_inner) = slice.clone();
        if self.asked() {
            slice.now();
        }
    }
}

/// How a slice of a search ended.
pub(super) enum SliceEnd {
    /// The search is over.
    Done(Searched),
    /// It was interrupted, and there is time left.
    Interrupted,
}

impl SearchRequest {
    /// The move of this player within `time`; `None` unless a player is to move.
    pub(crate) fn play(
        id: GameId,
        game: &dyn AnyGame,
        spec: String,
        time: Duration,
        seed: u64,
        payer: Payer,
    ) -> Option<Self> {
        Self::new(id, game, spec, Task::Play { seed }, time, payer)
    }

    /// The scores of all moves by this player, or by the engine; `None` unless a player is to move.
    pub(crate) fn analyse(
        id: GameId,
        game: &dyn AnyGame,
        spec: Option<String>,
        time: Duration,
        payer: Payer,
    ) -> Option<Self> {
        let spec = spec.unwrap_or_else(|| ANALYST.to_owned());
        Self::new(id, game, spec, Task::Analyse, time, payer)
    }

    fn new(
        id: GameId,
        game: &dyn AnyGame,
        spec: String,
        task: Task,
        time: Duration,
        payer: Payer,
    ) -> Option<Self> {
        Some(Self {
            id,
            by: game.turn().player()?,
            game: game.boxed_clone(),
            spec,
            task,
            time,
            spent: Duration::ZERO,
            cancel: Cancel::default(),
            slot: PlayerSlot::default(),
            class: match task {
                Task::Play { .. } => Class::Move,
                Task::Analyse => Class::Analysis,
            },
            payer,
            lines: 1,
            best: None,
        })
    }

    /// The same request, searched by the player in this slot if it is the right one. The player stays there afterwards.
    pub(crate) fn keeping(self, slot: &PlayerSlot) -> Self {
        let slot = slot.clone();
        Self { slot, ..self }
    }

    /// The same request, with the expected lines of play of so many moves.
    pub(crate) fn with_lines(self, lines: usize) -> Self {
        let lines = lines.clamp(1, MOST_LINES);
        Self { lines, ..self }
    }

    /// The same request, more or less urgent.
    pub(crate) fn with_class(self, class: Class) -> Self {
        Self { class, ..self }
    }

    /// What is left of its time.
    pub(super) fn time_left(&self) -> Duration {
        self.time
    }

    /// Whether nobody waits for it any more.
    pub(super) fn is_called_off(&self) -> bool {
        self.cancel.asked()
    }

    /// What calls the search off.
    pub(crate) fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    /// Searches until the time is over or `slice` says so.
    pub(super) fn search(
        &mut self,
        slice: &Stop,
        kept: &KeptPlayers,
        report: &mut dyn FnMut(Analysis),
    ) -> SliceEnd {
        self.cancel.runs(slice);
        let began = Instant::now();
        let analysis = match self.cancel.asked() {
            true => None,
            false => self.search_slice(slice, kept, report),
        };
        let took = began.elapsed();
        self.spent += took;
        self.time = self.time.saturating_sub(took);
        let failed = analysis.is_none();
        // A slice begins anew, with the table of the one before; the deepest one knows most.
        self.best = match (self.best.take(), analysis) {
            (Some(best), Some(new)) if best.depth > new.depth => Some(best),
            (best, new) => new.or(best),
        };
        if slice.asked() && !self.cancel.asked() && !failed && self.time > REST {
            return SliceEnd::Interrupted;
        }
        SliceEnd::Done(Searched {
            analysis: self.best.take(),
            spent: self.spent,
        })
    }

    fn search_slice(
        &self,
        slice: &Stop,
        kept: &KeptPlayers,
        report: &mut dyn FnMut(Analysis),
    ) -> Option<Analysis> {
        let failed = |problem: &dyn std::fmt::Display| {
            warn!(player = self.spec, %problem, "a player failed");
        };
        let spec: Spec = self.spec.parse().inspect_err(|error| failed(error)).ok()?;
        let (spec, seed) = match self.task {
            Task::Play { seed } => (spec, seed),
            Task::Analyse => (spec.scoring_all(), 0),
        };
        let known = self.slot.lock().take();
        let (mut player, mib) = match known {
            // Its table stays as it was made, as a clock that runs down must not cost what is in it.
            Some(kept) if kept.spec == spec => (kept.player, kept.mib),
            // The player before this one goes first, so that there are never two.
            other => {
                drop(other);
                let mib = table_mib(self.time);
                // Some have no table, or one of another size that their spec names; their number is bounded all the same.
                let is_open = spec.clone().with_table(1) != spec.clone().with_table(2);
                let taken = if is_open { mib } else { 0 };
                let player = spec.clone().with_table(mib).player(self.id, seed);
                (player.inspect_err(|error| failed(error)).ok()?, taken)
            }
        };
        let mut report = |analysis: &damero_arena::Analysis| report(self.on_wire(analysis.clone()));
        let for_lines = match self.lines {
            1 => Duration::ZERO,
            _ => self.time / FOR_LINES,
        };
        let ctx = SearchContext::new(Limits::time(self.time - for_lines)).stopped_by(slice);
        let analysis = player.analyse(&*self.game, ctx.reporting(&mut report));
        let analysis = analysis.inspect_err(|error| failed(error)).ok()?;
        let mut analysis = self.on_wire(analysis);
        self.add_lines(&mut analysis, &mut *player, for_lines, slice);
        kept.keep(&self.slot, KeptPlayer { spec, player, mib }, slice.asked());
        Some(analysis)
    }

    /// The expected lines of play of the best moves. A search of all moves has only that of the best one, so each of the
    /// others is looked at again from the position after it, with the transposition table of the search.
    fn add_lines(&self, analysis: &mut Analysis, player: &mut dyn AnyPlayer, time: Duration, slice: &Stop) {
        let best = analysis.best.text.clone();
        let others = analysis.moves.iter_mut().filter(|opinion| opinion.text != best);
        let count = self.lines.saturating_sub(1);
        for opinion in others.take(count) {
            let mut game = self.game.boxed_clone();
            if slice.asked() || game.play(&opinion.text).is_err() {
                continue;
            }
            opinion.line = vec![opinion.text.clone()];
            if game.turn().player().is_some() {
                let time = time / u32::try_from(count).unwrap_or(1).max(1);
                let ctx = SearchContext::new(Limits::time(time)).stopped_by(slice);
                if let Ok(after) = player.analyse(&*game, ctx) {
                    opinion.line.extend(after.pv);
                }
            }
        }
    }

    fn on_wire(&self, analysis: damero_arena::Analysis) -> Analysis {
        let pv = analysis.pv;
        let chosen = analysis.best.text.clone();
        let opinion = |one: MoveAnalysis| Opinion {
            line: if one.text == chosen {
                pv.clone()
            } else {
                Vec::new()
            },
            text: one.text,
            value: one.value,
            score: one.score,
            plies_to_end: one.plies_to_end,
        };
        Analysis {
            by: self.by,
            best: opinion(analysis.best),
            moves: analysis.moves.into_iter().map(opinion).collect(),
            line: pv,
            depth: analysis.depth,
            nodes: analysis.nodes,
            seconds: analysis.seconds,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_grow_with_the_time_of_the_search_within_bounds() {
        let mib = |ms| table_mib(Duration::from_millis(ms));
        assert_eq!([0, 100, 300, 1_500, 2_000].map(mib), [4, 4, 8, 32, 32]);
        assert_eq!([4_000, 5_000, 600_000].map(mib), [64, 64, 64]);
    }
}
