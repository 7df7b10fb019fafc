//! Alpha-beta search: iterative deepening, principal-variation search with aspiration windows, a shared transposition
//! table, killer moves, history heuristic, countermoves, late-move reductions, and quiescence search.
//!
//! It asks each position whose turn it is, so a player may move twice in a row. A position where chance is to decide is
//! a leaf. With one thread the result depends only on the position, the limits (other than time) and what the table
//! already holds; [`Agent::new_game`] empties the table.

mod order;
mod table;
mod worker;

use std::time::Instant;

use damero_games::{Game, MoveBuf, Player, perft::after};

use self::order::slot;
use self::table::TranspositionTable;
use self::worker::{MAX_PLY, Window, Worker};
use crate::agent::{Agent, SearchContext, SearchResult, SearchedMove};
use crate::evaluate::Evaluate;
use crate::limits::{Limits, Meter, Stop};
use crate::score::Score;

/// How an [`AlphaBeta`] searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Threads that search together.
    pub threads: usize,
    /// Size of the transposition table in MiB; 0 is the smallest, 4 KiB.
    pub table_mib: usize,
    /// Late-move reductions.
    pub reduce: bool,
    /// Quiescence search.
    pub extend: bool,
    /// Give every root move an exact score. Otherwise most of them only get an upper bound.
    pub score_all: bool,
    /// With `score_all`: exact scores only for moves that are worse than the best by no more than this; the others get an
    /// upper bound, which saves most of the work.
    pub score_within: Option<i32>,
    /// Use only table entries of exactly the depth of the search, so that the value equals that of minimax.
    pub same_depth_only: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            table_mib: 64,
            reduce: true,
            extend: true,
            score_all: false,
            score_within: None,
            same_depth_only: false,
        }
    }
}

impl Options {
    /// Nothing that changes the value: as minimax, only faster.
    #[must_use]
    pub fn plain() -> Self {
        Self {
            reduce: false,
            extend: false,
            same_depth_only: true,
            ..Self::default()
        }
    }
}

/// The depth that is searched when no limit says otherwise.
const DEFAULT_DEPTH: u32 = 6;

/// The engine. It keeps its transposition table from move to move.
///
/// ```
/// use damero_games::{Game, reversi::Reversi};
/// use damero_search::{Agent, AlphaBeta, Blank, Limits};
/// let mut engine = AlphaBeta::new(Blank, Default::default());
/// let game = Reversi::start(&Default::default());
/// let result = engine.think(&game, Limits::depth(4).into());
/// assert!(game.is_legal(result.best));
/// assert_eq!(result.depth, 4);
/// ```
pub struct AlphaBeta<E> {
    eval: E,
    options: Options,
    table: TranspositionTable,
}

impl<E> AlphaBeta<E> {
    /// An engine with an empty transposition table.
    pub fn new(eval: E, options: Options) -> Self {
        Self {
            eval,
            options,
            table: TranspositionTable::new(options.table_mib),
        }
    }

    /// Another [`Options::score_within`] from now on.
    pub(crate) fn score_within(&mut self, margin: Option<i32>) {
        self.options.score_within = margin;
    }
}

impl<G: Game, E: Evaluate<G>> Agent<G> for AlphaBeta<E> {
    fn name(&self) -> String {
        "alphabeta".to_owned()
    }

    fn think(
        &mut self,
        game: &G,
        mut ctx: SearchContext<'_, SearchResult<G::Move>>,
    ) -> SearchResult<G::Move> {
        let start = Instant::now();
        self.table.new_search();
        let finished = Stop::default();
        let (eval, table, options) = (&self.eval, &self.table, self.options);
        let (limits, stop, last) = (ctx.limits, ctx.stop.clone(), max_depth(&ctx.limits));
        let meter = || Meter::new(&limits, start, [stop.clone(), finished.clone()]);
        let helpers = options.threads.saturating_sub(1);
        std::thread::scope(|scope| {
            let handles: Vec<_> = (0..helpers)
                .map(|helper| {
                    let mut root = Root::new(game, Worker::new(eval, table, options, meter()));
                    scope.spawn(move || {
                        // Lazy SMP: every other helper searches one ply deeper, so that the threads visit different nodes.
                        root.deepen(1 + helper as u32 % 2, last, start, &mut |_| ());
                        root.worker.meter.nodes()
                    })
                })
                .collect();
            let mut root = Root::new(game, Worker::new(eval, table, options, meter()));
            root.deepen(1, last, start, &mut |searched| ctx.report(searched));
            finished.now();
            let others: u64 = handles
                .into_iter()
                .map(|handle| handle.join().unwrap_or_default())
                .sum();
            let mut searched = root.searched(start);
            searched.nodes += others;
            searched
        })
    }

    fn new_game(&mut self) {
        self.table.clear();
    }
}

/// The deepest iteration: a search that is limited otherwise goes on as long as it can.
fn max_depth(limits: &Limits) -> u32 {
    let limited = limits.nodes.is_some() || limits.time.is_some();
    limits
        .depth
        .unwrap_or(if limited {
            MAX_PLY as u32 - 1
        } else {
            DEFAULT_DEPTH
        })
        .clamp(1, MAX_PLY as u32 - 1)
}

/// A root move with what the last iterations found.
#[derive(Clone)]
struct RootMove<M> {
    m: M,
    score: Score,
    pv: Vec<M>,
}

/// One thread's view of the root.
struct Root<'a, G: Game, E> {
    game: &'a G,
    mover: Player,
    moves: Vec<RootMove<G::Move>>,
    worker: Worker<'a, G, E>,
    depth: u32,
}

impl<'a, G: Game, E: Evaluate<G>> Root<'a, G, E> {
    fn new(game: &'a G, worker: Worker<'a, G, E>) -> Self {
        let mover = game
            .turn()
            .player()
            .expect("an agent thinks only when a player is to move");
        let mut buf = MoveBuf::new();
        game.moves(&mut buf);
        buf.sort_by_key(|&m| std::cmp::Reverse(worker.eval.order(game, m)));
        let moves = buf
            .into_iter()
            .map(|m| RootMove {
                m,
                score: Score::DRAW,
                pv: vec![m],
            })
            .collect();
        Self {
            game,
            mover,
            moves,
            worker,
            depth: 0,
        }
    }

    /// Iterates from depth `first` to `last` until the limits stop it.
    fn deepen(
        &mut self,
        first: u32,
        last: u32,
        start: Instant,
        report: &mut dyn FnMut(&SearchResult<G::Move>),
    ) {
        for depth in first..=last {
            if !self.iterate(depth as i32) {
                return;
            }
            self.depth = depth;
            report(&self.searched(start));
            let proven = self.moves[0]
                .score
                .plies_to_end()
                .is_some_and(|plies| plies.unsigned_abs() <= depth);
            if proven && !self.worker.options.score_all {
                return;
            }
        }
    }

    /// One iteration; false when it was cut short. What it found until then is kept.
    fn iterate(&mut self, depth: i32) -> bool {
        let guess = self.moves[0].score;
        let mut margin = (E::SCALE / 3.0) as i32 + 1;
        let wide = depth <= 3 || guess.is_proven() || self.worker.options.score_all;
        let mut window = if wide {
            Window::FULL
        } else {
            Window {
                alpha: guess.plus(-margin),
                beta: guess.plus(margin),
            }
        };
        loop {
            let score = self.search_moves(depth, window);
            if self.worker.meter.stopped() {
                return false;
            }
            margin *= 4;
            if score <= window.alpha && window.alpha > Window::FULL.alpha {
                window.alpha = score.plus(-margin);
            } else if score >= window.beta && window.beta < Window::FULL.beta {
                window.beta = score.plus(margin);
            } else {
                return true;
            }
        }
    }

    /// Searches all root moves and leaves them sorted, best first.
    fn search_moves(&mut self, depth: i32, window: Window) -> Score {
        let mut best = window.alpha;
        let mut found = Score::INFINITY.for_opponent();
        for i in 0..self.moves.len() {
            let m = self.moves[i].m;
            let next = after(self.game, m);
            let first = i == 0 || self.worker.options.score_all;
            let whole = Window {
                alpha: match (self.worker.options.score_all, self.worker.options.score_within) {
                    (true, Some(margin)) if i > 0 => window.alpha.max(best.plus(-margin)),
                    (true, _) => window.alpha,
                    (false, _) => best,
                },
                ..window
            };
            let ask = if first {
                whole
            } else {
                Window {
                    alpha: best,
                    beta: best.next(),
                }
            };
            let mut score = self.worker.child(&next, self.mover, ask, depth - 1, 1, slot(&m));
            if !first && score > best && score < window.beta && !self.worker.meter.stopped() {
                score = self
                    .worker
                    .child(&next, self.mover, whole, depth - 1, 1, slot(&m));
            }
            if self.worker.meter.stopped() {
                break;
            }
            found = found.max(score);
            let better = i == 0 || score > best;
            let root_move = &mut self.moves[i];
            root_move.score = score;
            if better || self.worker.options.score_all {
                root_move.pv.clear();
                root_move.pv.push(m);
                root_move.pv.extend_from_slice(self.worker.pv(1));
            }
            if better {
                best = best.max(score);
                // The new best goes to the front; the others keep their order.
                self.moves[..=i].rotate_right(1);
            }
            if score >= window.beta && !self.worker.options.score_all {
                break;
            }
        }
        if self.worker.options.score_all && !self.worker.meter.stopped() {
            self.moves
                .sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
        }
        found
    }

    fn searched(&self, start: Instant) -> SearchResult<G::Move> {
        let best = &self.moves[0];
        let moves = self.moves.iter().enumerate().map(|(i, root_move)| {
            // Without `score_all` the other moves are only known to be no better.
            let score = (i == 0 || self.worker.options.score_all).then_some(root_move.score);
            SearchedMove {
                m: root_move.m,
                score,
                value: score.map(|score| score.value(E::SCALE)),
                visit_share: None,
            }
        });
        SearchResult {
            best: best.m,
            score: Some(best.score),
            value: Some(best.score.value(E::SCALE)),
            pv: best.pv.clone(),
            moves: moves.collect(),
            depth: self.depth,
            nodes: self.worker.meter.nodes(),
            time: start.elapsed(),
        }
    }
}
