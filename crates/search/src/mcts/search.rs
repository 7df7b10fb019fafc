//! One search of one game, in two halves: [`gather`](Search::gather) runs simulations down to leaves, and
//! [`apply`](Search::apply) carries the evaluations of those leaves back up. Between the two the caller evaluates, the
//! leaves of many games together if it likes.

use damero_games::random::{SeededRng, seeded};
use damero_games::record::{Event, apply};
use damero_games::{Game, InputError, MoveBuf, Outcome, Player, Turn, Value};

use super::evaluator::Evaluation;
use super::gumbel::{Halving, Sigma};
use super::noise::dirichlet;
use super::options::{ChanceMode, Options, Root, RootNoise};
use super::select::Mix;
use super::tree::{NONE, Proven, ROOT, Tree};

/// How much of the tree was reused after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reuse {
    /// Visits of the new root that were kept.
    pub kept: u32,
    /// Visits of the old root.
    pub of: u32,
}

/// The search tree of one game and everything random about it.
///
/// ```
/// use damero_games::{Game, reversi::Reversi};
/// use damero_games::random::seeded;
/// use damero_search::mcts::{Evaluations, Evaluator, Options, Rollouts, Search};
///
/// let mut search = Search::new(Reversi::start(&Default::default()), Options::uct());
/// let (mut leaves, mut answers, mut rng) = (Vec::new(), Evaluations::default(), seeded(1));
/// search.begin(100);
/// while !search.is_done() {
///     leaves.clear();
///     answers.clear();
///     search.gather(8, &mut leaves);
///     Rollouts::default().evaluate(&leaves, &mut rng, &mut answers);
///     search.apply(&mut answers.iter());
/// }
/// assert_eq!(search.moves().iter().map(|m| m.visits).sum::<u32>(), 100);
/// ```
#[derive(Clone, Debug)]
pub struct Search<G: Game> {
    pub(super) game: G,
    pub(super) tree: Tree<G>,
    pub(super) options: Options,
    pub(super) rng: SeededRng,
    /// Leaves under way, in the order in which they were handed out.
    pending: Vec<u32>,
    pub(super) noise: Vec<f32>,
    pub(super) halving: Option<Halving>,
    budget: u64,
    simulations: u64,
    kept: u32,
    ply: u32,
    deepest: u32,
    buf: MoveBuf<G::Move>,
}

/// How a simulation ended.
enum Step<G> {
    /// At a position to be evaluated.
    Leaf(G),
    /// At a value that is known.
    Known,
    /// At a leaf that is under way already: nothing was done.
    Wait,
}

impl<G: Game> Search<G> {
    /// A search of `game` with an empty tree, seeded by the options.
    pub fn new(game: G, options: Options) -> Self {
        let mut buf = MoveBuf::new();
        let mut search = Self {
            tree: Tree::new(&game, options.solve, &mut buf),
            game,
            options,
            rng: seeded(options.seed),
            pending: Vec::new(),
            noise: Vec::new(),
            halving: None,
            budget: 0,
            simulations: 0,
            kept: 0,
            ply: 0,
            deepest: 0,
            buf,
        };
        search.begin(options.simulations);
        search
    }

    /// Begins to search the root anew, for `simulations` more simulations: draws its noise and starts counting. What is
    /// known of the tree stays.
    pub fn begin(&mut self, simulations: u64) {
        self.budget = simulations;
        self.simulations = 0;
        self.kept = self.root_visits();
        self.deepest = 0;
        self.halving = None;
        self.noise.clear();
        if let Some(noise) = self.options.noise {
            let moves = self.tree.edges(ROOT).len();
            self.noise = dirichlet(noise.alpha.get(moves), moves, &mut self.rng);
        }
    }

    /// Changes the noise at the root, from the next [`begin`](Self::begin) on: self-play wants it only where it learns.
    pub const fn set_noise(&mut self, noise: Option<RootNoise>) {
        self.options.noise = noise;
    }

    /// The position at the root.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Moves since the search was made, chance events not counted.
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// Simulations since [`begin`](Self::begin). The evaluation of the root itself is none.
    pub const fn simulations(&self) -> u64 {
        self.simulations
    }

    /// The longest way from the root since [`begin`](Self::begin), in moves and chance events.
    pub const fn deepest(&self) -> u32 {
        self.deepest
    }

    /// Visits of the root, those kept from earlier searches and its own evaluation included.
    pub fn root_visits(&self) -> u32 {
        self.tree.node(ROOT).visits
    }

    /// Visits that the root had already when this search [began](Self::begin).
    pub const fn kept_visits(&self) -> u32 {
        self.kept
    }

    /// Nodes in the tree.
    pub fn nodes(&self) -> usize {
        self.tree.nodes.len()
    }

    /// The sum over all nodes of simulations under way through them: zero when all leaves have been applied.
    pub fn virtual_visits(&self) -> u64 {
        self.tree.nodes.iter().map(|node| u64::from(node.in_flight)).sum()
    }

    /// The result of the root with best play, and the plies to it, once the search has proven it.
    pub fn solved(&self) -> Option<(Outcome, u32)> {
        self.tree
            .node(ROOT)
            .proven
            .map(|proven| (proven.outcome, proven.plies))
    }

    /// Whether all simulations were started, or more would be of no use, or there is no room for more.
    pub fn is_done(&self) -> bool {
        let root = self.tree.node(ROOT);
        self.simulations >= self.budget
            || root.proven.is_some()
            || root.turn.outcome().is_some()
            || self.tree.bytes() >= self.options.memory_mib << 20
    }

    /// Starts up to `batch` simulations and adds the positions that must be evaluated to `leaves`; returns how many.
    ///
    /// There may be fewer than `batch`, even none: a simulation may end where the value is known, and stops waiting for
    /// leaves that are under way already. The evaluations are to be given to [`apply`](Self::apply).
    pub fn gather(&mut self, batch: usize, leaves: &mut Vec<G>) -> usize {
        let before = leaves.len();
        for _ in 0..batch {
            if self.is_done() {
                break;
            }
            // The root's own evaluation comes first and counts as no simulation.
            let counts = self.tree.node(ROOT).ready;
            match self.simulate() {
                Step::Leaf(game) => leaves.push(game),
                Step::Known => {}
                Step::Wait => break,
            }
            if counts {
                self.simulations += 1;
                if let Some(halving) = &mut self.halving {
                    halving.started();
                }
            }
        }
        leaves.len() - before
    }

    /// Takes the evaluations of gathered leaves, in the order in which the leaves were handed out. Takes no more than
    /// there are leaves under way, so that one iterator can serve several searches.
    pub fn apply<'a>(&mut self, evaluations: &mut impl Iterator<Item = Evaluation<'a>>) {
        let mut taken = 0;
        while taken < self.pending.len() {
            let Some(Evaluation {
                value,
                priors,
                proven,
            }) = evaluations.next()
            else {
                break;
            };
            debug_assert!(value.0.is_finite(), "a value is a number");
            let value = Value(if value.0.is_finite() {
                value.0.clamp(-1.0, 1.0)
            } else {
                0.0
            });
            let leaf = self.pending[taken];
            self.tree.arrive(leaf);
            self.tree.settle(leaf, value, priors);
            // A root that is known to be won must be searched all the same: the move is not known.
            if self.options.solve && leaf != ROOT {
                self.tree.node_mut(leaf).proven = proven.map(|(outcome, plies)| Proven { outcome, plies });
            }
            self.tree.back_up(leaf, value);
            taken += 1;
        }
        self.pending.drain(..taken);
    }

    /// Follows the game by one move or chance event, keeping what is known of the position it leads to. Leaves under way
    /// are forgotten.
    ///
    /// # Errors
    /// If the rules refuse the event; nothing changes.
    pub fn advance(&mut self, event: &Event<G>) -> Result<Reuse, InputError> {
        let mut game = self.game.clone();
        apply(&mut game, event)?;
        let node = match event {
            Event::Move(m) => {
                let mut edges = self.tree.edges(ROOT).iter();
                edges.find(|edge| edge.m == *m).map(|edge| edge.child)
            }
            Event::Chance(event) => {
                let mut draws = self.tree.draws(ROOT).map(|draw| &self.tree.draws[draw as usize]);
                draws.find(|draw| draw.event == *event).map(|draw| draw.child)
            }
        };
        let moves = u32::from(matches!(event, Event::Move(_)));
        Ok(self.reroot(game, node.unwrap_or(NONE), self.ply + moves))
    }

    /// Makes `game` the root, keeping what is known of it if it lies a few plies below the present root.
    pub(super) fn follow(&mut self, game: &G) -> Reuse {
        let found = self.find(game);
        // Where the game was lost sight of, at least one move was played.
        let (node, ply) = found.unwrap_or((NONE, self.ply + 1));
        self.reroot(game.clone(), node, ply)
    }

    /// The node of a position, and its ply.
    fn find(&self, target: &G) -> Option<(u32, u32)> {
        // An opponent may decide twice and chance once before it is our turn again.
        const DEPTH: u32 = 4;
        const POSITIONS: usize = 4_000;

        let mut queue = vec![(ROOT, self.game.clone(), self.ply, 0)];
        let mut next = 0;
        while let Some((at, game, ply, depth)) = queue.get(next).cloned() {
            next += 1;
            if game.key() == target.key() && game == *target {
                return Some((at, ply));
            }
            if depth == DEPTH || queue.len() >= POSITIONS {
                continue;
            }
            let known = |child: u32| {
                self.tree
                    .nodes
                    .get(child as usize)
                    .is_some_and(|node| node.visits > 0)
            };
            for edge in self.tree.edges(at).iter().filter(|edge| known(edge.child)) {
                let mut after = game.clone();
                after.play_unchecked(edge.m);
                queue.push((edge.child, after, ply + 1, depth + 1));
            }
            for draw in self.tree.draws(at).map(|draw| &self.tree.draws[draw as usize]) {
                let mut after = game.clone();
                if known(draw.child) && after.apply_chance(&draw.event).is_ok() {
                    queue.push((draw.child, after, ply, depth + 1));
                }
            }
        }
        None
    }

    fn reroot(&mut self, game: G, node: u32, ply: u32) -> Reuse {
        let of = self.root_visits();
        self.pending.clear();
        let known = self.tree.nodes.get(node as usize).filter(|node| node.visits > 0);
        self.tree = match known {
            Some(_) => self.tree.subtree(node).with_open_root(),
            None => Tree::new(&game, self.options.solve, &mut self.buf),
        };
        self.game = game;
        self.ply = ply;
        self.begin(self.options.simulations);
        Reuse { kept: self.kept, of }
    }

    /// Runs one simulation from the root to a leaf.
    fn simulate(&mut self) -> Step<G> {
        let mut game = self.game.clone();
        let mut at = ROOT;
        let mut depth = 0;
        loop {
            let node = *self.tree.node(at);
            if node.proven.is_some() || node.turn.outcome().is_some() {
                return self.known(at, node.raw, depth);
            }
            let sampled = node.turn == Turn::Chance && self.options.chance == ChanceMode::AfterstateSampled;
            if !node.ready && node.in_flight > 0 && !sampled {
                return Step::Wait;
            }
            if !node.ready || sampled {
                return self.leaf(at, game, depth);
            }
            let child = if let Turn::Player(mover) = node.turn {
                let Some(edge) = self.choose_edge(at, mover) else {
                    return Step::Wait;
                };
                let chosen = self.tree.edges[edge];
                game.play_unchecked(chosen.m);
                if chosen.child == NONE {
                    let child = self.tree.add(&game, at, self.options.solve, &mut self.buf);
                    self.tree.edges[edge].child = child;
                }
                self.tree.edges[edge].child
            } else {
                let ChanceMode::Widen { most, power } = self.options.chance else {
                    return self.known(at, node.raw, depth);
                };
                let draw = self.tree.draw(at, &game, most, power, &mut self.rng) as usize;
                let applied = game.apply_chance(&self.tree.draws[draw].event);
                debug_assert_eq!(applied, Ok(()), "a sampled event is always possible");
                if self.tree.draws[draw].child == NONE {
                    let child = self.tree.add(&game, at, self.options.solve, &mut self.buf);
                    self.tree.draws[draw].child = child;
                }
                self.tree.draws[draw].child
            };
            at = child;
            depth += 1;
        }
    }

    fn known(&mut self, at: u32, value: Value, depth: u32) -> Step<G> {
        self.deepest = self.deepest.max(depth);
        self.tree.back_up(at, value);
        Step::Known
    }

    fn leaf(&mut self, at: u32, game: G, depth: u32) -> Step<G> {
        self.deepest = self.deepest.max(depth);
        self.tree.depart(at);
        self.pending.push(at);
        Step::Leaf(game)
    }

    /// The edge that a simulation follows from a node; `None` when it must wait.
    fn choose_edge(&mut self, at: u32, mover: Player) -> Option<usize> {
        if at != ROOT {
            return Some(
                self.tree
                    .select(at, mover, self.options.selection, None, &mut self.rng),
            );
        }
        if let Root::Gumbel {
            considered,
            c_visit,
            c_scale,
            scale,
        } = self.options.root
        {
            let halving = match self.halving.take() {
                Some(halving) => halving,
                None => {
                    let sigma = Sigma { c_visit, c_scale };
                    Halving::new(&self.tree, considered, sigma, scale, self.budget, &mut self.rng)
                }
            };
            return self.halving.insert(halving).next(&self.tree, mover);
        }
        let mix = Mix::of(self.options.noise, &self.noise);
        if let Some(edge) = mix.and_then(|mix| self.tree.owed(at, mover, mix)) {
            return Some(edge);
        }
        Some(
            self.tree
                .select(at, mover, self.options.selection, mix, &mut self.rng),
        )
    }
}
