//! The root of the middle game: which depths and selectivities are searched one after the other, and what is known of
//! every move.

use damero_games::reversi::{Reversi, ReversiMove, Square, flips, mobility};
use damero_games::{Game, MoveBuf};

use super::compiled::{Task, run};
use super::memory::SearchMemory;
use super::order::weighted;
use super::pattern::{Features, UNIT};
use super::selectivity::Selectivity;
use super::table::key;
use super::worker::Worker;

/// A search to the end is tried when a search would leave at most so many empty squares.
const NEAR_END: u32 = 10;

/// With so few empty squares left behind, a search that has to be of one depth looks at the end instead.
const AT_END: u32 = 3;

/// Half the first window around the score of the iteration before, in units.
const WINDOW: i32 = 3 * UNIT;

/// Beyond all scores.
const WIDEST: i32 = 64 * UNIT + 1;

/// One iteration: a depth and how selective it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
}

impl Step {
    /// Whether its scores are proven for a position with so many empty squares.
    pub(super) fn is_exact(self, empties: u32) -> bool {
        self.depth >= empties && self.selectivity.is_full()
    }
}

/// The iterations of a search that is limited by depth alone: every move is looked at.
pub(super) fn full_steps(empties: u32, last: u32) -> Vec<Step> {
    let to_the_end = last + AT_END >= empties;
    let depths = (1..=last).filter(|&depth| depth + AT_END < empties);
    let steps = depths.chain(to_the_end.then_some(empties)).map(|depth| Step {
        depth,
        selectivity: Selectivity::FULL,
    });
    steps.collect()
}

/// The iterations of a search that goes as deep as it can: selective ones of growing depth, then to the end, surer and
/// surer until the score is exact.
pub(super) fn selective_steps(empties: u32) -> Vec<Step> {
    let fastest = Selectivity::FASTEST;
    let depths =
        (1..empties).filter(|&depth| depth + NEAR_END <= empties || (depth <= 2 && depth + AT_END < empties));
    let mut steps: Vec<Step> = depths
        .map(|depth| Step {
            depth,
            selectivity: fastest,
        })
        .collect();
    let surer = std::iter::successors(Some(fastest), |selectivity| selectivity.next());
    steps.extend(surer.map(|selectivity| Step {
        depth: empties,
        selectivity,
    }));
    steps
}

/// A root move with what the last iterations found.
#[derive(Clone)]
pub(super) struct RootMove {
    pub(super) m: ReversiMove,
    /// The position after it, as its mover sees it.
    own: u64,
    enemy: u64,
    /// Plies that the move takes from the depth: a pass takes none.
    takes: u32,
    /// Its score in units for the side that makes it, or a bound that shows it is not the best.
    pub(super) score: i32,
    /// The line that was expected when it was last thought the best.
    pub(super) pv: Vec<ReversiMove>,
}

/// One thread's view of the root.
pub(super) struct Root<'a> {
    memory: &'a SearchMemory,
    worker: Worker<'a>,
    /// All moves, best first.
    pub(super) moves: Vec<RootMove>,
    /// The last iteration that was finished.
    pub(super) done: Option<Step>,
    score_all: bool,
}

impl<'a> Root<'a> {
    pub(super) fn new(game: &Reversi, memory: &'a SearchMemory, worker: Worker<'a>, score_all: bool) -> Self {
        let mut buf = MoveBuf::new();
        game.moves(&mut buf);
        let mut moves: Vec<RootMove> = buf.iter().map(|&m| RootMove::new(game, m)).collect();
        let empties = (game.own() | game.enemy()).count_zeros();
        moves.sort_by_key(|root_move| {
            let looks = if empties > 4 {
                let features = Features::of(root_move.own, root_move.enemy);
                let moves = [
                    mobility(root_move.own, root_move.enemy),
                    mobility(root_move.enemy, root_move.own),
                ];
                let moves = moves.map(u64::count_ones);
                memory
                    .weights
                    .evaluate(&features, moves, empties - root_move.takes)
            } else {
                0
            };
            looks + 16 * weighted(mobility(root_move.own, root_move.enemy))
        });
        Self {
            memory,
            worker,
            moves,
            done: None,
            score_all,
        }
    }

    /// Whether all moves have true scores.
    pub(super) fn score_all(&self) -> bool {
        self.score_all
    }

    /// Nodes that this thread entered.
    pub(super) fn nodes(&self) -> u64 {
        self.worker.nodes
    }

    /// Takes the steps one after the other until the limits stop it; `report` is called after each.
    pub(super) fn deepen(&mut self, steps: &[Step], report: &mut dyn FnMut(&Self)) {
        for &step in steps {
            let before = (self.score_all && self.done.is_some()).then(|| self.moves.clone());
            if !self.iterate(step) {
                // Scores of different depths cannot be compared, so all go back to the last finished iteration.
                self.moves = before.unwrap_or_else(|| std::mem::take(&mut self.moves));
                break;
            }
            self.done = Some(step);
            report(self);
        }
        self.worker.add_nodes();
    }

    /// One iteration; false when it was cut short. What it found until then is kept.
    fn iterate(&mut self, step: Step) -> bool {
        self.worker.selectivity = step.selectivity;
        let guess = self.moves[0].score;
        let mut width = WINDOW;
        let (mut alpha, mut beta) = (-WIDEST, WIDEST);
        if !self.score_all && self.done.is_some_and(|done| done.depth > 3) {
            (alpha, beta) = (guess - width, guess + width);
        }
        loop {
            let score = self.search_moves(step, alpha, beta);
            if self.worker.stopped {
                return false;
            }
            width *= 4;
            if score <= alpha && alpha > -WIDEST {
                alpha = (score - width).max(-WIDEST);
            } else if score >= beta && beta < WIDEST {
                beta = (score + width).min(WIDEST);
            } else {
                return true;
            }
        }
    }

    /// Searches all moves and leaves them sorted, best first.
    fn search_moves(&mut self, step: Step, alpha: i32, beta: i32) -> i32 {
        let mut best = alpha;
        let mut found = -WIDEST;
        for i in 0..self.moves.len() {
            let whole = i == 0 || self.score_all;
            let floor = if self.score_all { alpha } else { best };
            let mut score = best + 1;
            if !whole {
                score = self.ask(i, step, best, best + 1);
            }
            if whole || (score > best && score < beta && !self.worker.stopped) {
                score = self.ask(i, step, floor, beta);
            }
            if self.worker.stopped {
                break;
            }
            found = found.max(score);
            self.moves[i].score = score;
            let better = i == 0 || score > best;
            if better || self.score_all {
                self.moves[i].pv = self.pv(i, step.depth);
            }
            if better {
                best = best.max(score);
                // The new best goes to the front; the others keep their order.
                self.moves[..=i].rotate_right(1);
            }
            if score >= beta && !self.score_all {
                break;
            }
        }
        if self.score_all && !self.worker.stopped {
            self.moves
                .sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
        }
        found
    }

    /// The score of a move for its mover.
    fn ask(&mut self, i: usize, step: Step, alpha: i32, beta: i32) -> i32 {
        let RootMove {
            own, enemy, takes, ..
        } = self.moves[i];
        let task = Task::Middle {
            own,
            enemy,
            alpha: -beta,
            beta: -alpha,
            depth: step.depth - takes,
        };
        -run(&mut self.worker, task, self.memory.portable)
    }

    /// What the tables expect after a move, for at most `depth` plies.
    fn pv(&self, i: usize, depth: u32) -> Vec<ReversiMove> {
        let RootMove { m, own, enemy, .. } = self.moves[i];
        let mut pv = vec![m];
        let (mut own, mut enemy) = (own, enemy);
        while pv.len() < depth as usize {
            let legal = mobility(own, enemy);
            if legal == 0 {
                if mobility(enemy, own) == 0 {
                    break;
                }
                pv.push(ReversiMove::Pass);
                (own, enemy) = (enemy, own);
                continue;
            }
            let (key, empties) = (key(own, enemy), (own | enemy).count_zeros());
            let known = self.memory.middle.get(key).map(|known| known.best);
            let known = known.or_else(|| Some(self.worker.table(empties).get(key)?.best));
            let square = known
                .and_then(Square::new)
                .filter(|square| legal & square.bit() != 0);
            let Some(square) = square else { break };
            pv.push(ReversiMove::Place(square));
            let turned = flips(own, enemy, square.index());
            (own, enemy) = (enemy ^ turned, own | turned | square.bit());
        }
        pv
    }
}

impl RootMove {
    fn new(game: &Reversi, m: ReversiMove) -> Self {
        let (own, enemy) = (game.own(), game.enemy());
        let (own, enemy, takes) = match m {
            ReversiMove::Pass => (enemy, own, 0),
            ReversiMove::Place(square) => {
                let turned = flips(own, enemy, square.index());
                (enemy ^ turned, own | turned | square.bit(), 1)
            }
        };
        Self {
            m,
            own,
            enemy,
            takes,
            score: 0,
            pv: vec![m],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_grow_and_end_with_certainty() {
        for empties in 1..=60 {
            let steps = selective_steps(empties);
            let last = steps[steps.len() - 1];
            assert!(last.is_exact(empties), "{empties}");
            assert!(steps.is_sorted_by_key(|step| (step.depth, step.selectivity)));
            for depth in [1, 3, 60] {
                let steps = full_steps(empties, depth);
                assert!(steps.is_sorted_by_key(|step| step.depth) && !steps.is_empty());
                assert!(steps.iter().all(|step| step.selectivity.is_full()));
            }
        }
        assert_eq!(full_steps(30, 5).len(), 5);
        assert_eq!(full_steps(8, 5).last().map(|step| step.depth), Some(8));
    }
}
