//! The tree itself: nodes, edges and sampled chance events in flat arrays, joined by indices.
//!
//! Positions are not stored: a simulation plays from the root again, which is cheaper than the memory. All values are
//! absolute; whoever compares them asks for a player's view.

use damero_games::{Game, MoveBuf, Outcome, Player, PovOutcome, Turn, Value};

/// No such node or draw.
pub(super) const NONE: u32 = u32::MAX;

/// The root is always the first node.
pub(super) const ROOT: u32 = 0;

/// A result that is certain, and the plies to it with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proven {
    pub(super) outcome: Outcome,
    pub(super) plies: u32,
}

impl Proven {
    /// How good it is for `player`: a fast win is best, a slow loss better than a fast one.
    pub(super) fn rank(self, player: Player) -> i64 {
        const FAR: i64 = 1 << 40;
        match self.outcome.pov(player) {
            PovOutcome::Win => FAR - i64::from(self.plies),
            PovOutcome::Draw => 0,
            PovOutcome::Loss => i64::from(self.plies) - FAR,
        }
    }
}

/// A position in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) parent: u32,
    /// The first edge; where chance decides, the draw that was added last.
    pub(super) first: u32,
    /// How many edges or draws.
    pub(super) count: u32,
    /// Simulations that came through and whose value is known.
    pub(super) visits: u32,
    /// Simulations that came through and wait for their evaluation (virtual losses).
    pub(super) in_flight: u32,
    /// What the evaluator said.
    pub(super) raw: Value,
    /// The sum of the values of all visits.
    total: f64,
    pub(super) turn: Turn,
    pub(super) proven: Option<Proven>,
    /// Whether the evaluator has spoken, or need not.
    pub(super) ready: bool,
}

impl Node {
    /// The best knowledge about its value.
    #[inline]
    pub(super) fn value(&self) -> Value {
        match self.proven {
            Some(proven) => proven.outcome.value(),
            None if self.visits == 0 => self.raw,
            None => Value((self.total / f64::from(self.visits)) as f32),
        }
    }

    /// Visits that are known or under way.
    #[inline]
    pub(super) const fn started(&self) -> u32 {
        self.visits + self.in_flight
    }

    /// Whether it is certain that `player` loses.
    #[inline]
    pub(super) fn is_lost_for(&self, player: Player) -> bool {
        self.proven
            .is_some_and(|proven| proven.outcome == Outcome::Win(player.other()))
    }

    fn has_edges(&self) -> bool {
        matches!(self.turn, Turn::Player(_))
    }
}

/// A legal move in a node's position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<M> {
    pub(super) m: M,
    pub(super) prior: f32,
    pub(super) child: u32,
}

/// A chance event that was sampled in a node's position.
#[derive(Clone, Debug)]
pub(super) struct Draw<C> {
    pub(super) event: C,
    pub(super) child: u32,
    /// How often it was sampled.
    pub(super) weight: u32,
    /// The draw of the same node that was added before.
    pub(super) next: u32,
}

/// Nodes, edges and draws.
#[derive(Clone, Debug)]
pub(super) struct Tree<G: Game> {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge<G::Move>>,
    pub(super) draws: Vec<Draw<G::Chance>>,
}

impl<G: Game> Tree<G> {
    /// A tree of only its root.
    pub(super) fn new(game: &G, solve: bool, buf: &mut MoveBuf<G::Move>) -> Self {
        let mut tree = Self::empty();
        tree.add(game, NONE, solve, buf);
        tree
    }

    fn empty() -> Self {
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            draws: Vec::new(),
        }
    }

    pub(super) fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    pub(super) fn node_mut(&mut self, at: u32) -> &mut Node {
        &mut self.nodes[at as usize]
    }

    /// Indices of a node's edges.
    pub(super) fn edge_range(&self, at: u32) -> std::ops::Range<usize> {
        let node = self.node(at);
        if node.has_edges() {
            node.first as usize..(node.first + node.count) as usize
        } else {
            0..0
        }
    }

    pub(super) fn edges(&self, at: u32) -> &[Edge<G::Move>] {
        &self.edges[self.edge_range(at)]
    }

    /// The node that an edge leads to, once it has been followed.
    #[inline]
    pub(super) fn child(&self, edge: &Edge<G::Move>) -> Option<&Node> {
        self.nodes.get(edge.child as usize)
    }

    /// Draws of a chance node, as indices.
    pub(super) fn draws(&self, at: u32) -> impl Iterator<Item = u32> {
        let first = match self.node(at).turn {
            Turn::Chance => self.node(at).first,
            Turn::Player(_) | Turn::Over(_) => NONE,
        };
        let found = |&draw: &u32| draw != NONE;
        std::iter::successors(Some(first).filter(found), move |&draw| {
            Some(self.draws[draw as usize].next).filter(found)
        })
    }

    /// Memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.nodes) + size_of_val(&*self.edges) + size_of_val(&*self.draws)
    }

    /// Adds the node of a position that was reached from `parent`. A move that the game sees to win at once proves it.
    pub(super) fn add(&mut self, game: &G, parent: u32, solve: bool, buf: &mut MoveBuf<G::Move>) -> u32 {
        let at = self.nodes.len() as u32;
        let turn = game.turn();
        let (mut first, mut count) = (NONE, 0);
        if turn.player().is_some() {
            game.moves(buf);
            first = self.edges.len() as u32;
            count = buf.len() as u32;
            let prior = 1.0 / buf.len() as f32;
            let edge = |&m| Edge {
                m,
                prior,
                child: NONE,
            };
            self.edges.extend(buf.iter().map(edge));
        }
        // Nobody has to be asked about a move that must be made: the simulation goes on to where there is a choice.
        let forced = count == 1 && parent != NONE;
        let proven = turn.outcome().filter(|_| solve);
        self.nodes.push(Node {
            parent,
            first,
            count,
            visits: 0,
            in_flight: 0,
            raw: turn.outcome().map_or(Value(0.0), Outcome::value),
            total: 0.0,
            turn,
            proven: proven.map(|outcome| Proven { outcome, plies: 0 }),
            ready: turn.outcome().is_some() || forced,
        });
        if solve
            && turn.player().is_some()
            && let Some(m) = game.win_at_once(buf)
        {
            self.foresee(game, at, m, buf);
        }
        at
    }

    /// Adds the end of the game that `m` brings about, as if a simulation had been there.
    fn foresee(&mut self, game: &G, at: u32, m: G::Move, buf: &mut MoveBuf<G::Move>) {
        let mut end = game.clone();
        end.play_unchecked(m);
        let Some(edge) = self.edge_range(at).find(|&edge| self.edges[edge].m == m) else {
            return;
        };
        let child = self.add(&end, at, true, buf);
        self.edges[edge].child = child;
        let value = self.node(child).raw;
        let node = self.node_mut(child);
        node.visits = 1;
        node.total = f64::from(value.0);
        let proven = self.prove(at);
        let node = self.node_mut(at);
        node.proven = proven;
        node.raw = value;
    }

    /// Marks the way from the root to a leaf as under way.
    pub(super) fn depart(&mut self, leaf: u32) {
        self.each_up(leaf, |node| node.in_flight += 1);
    }

    /// Takes back [`depart`](Self::depart).
    pub(super) fn arrive(&mut self, leaf: u32) {
        self.each_up(leaf, |node| node.in_flight -= 1);
    }

    fn each_up(&mut self, leaf: u32, mut f: impl FnMut(&mut Node)) {
        let mut at = leaf;
        while let Some(node) = self.nodes.get_mut(at as usize) {
            f(node);
            at = node.parent;
        }
    }

    /// Stores what the evaluator said about a leaf.
    pub(super) fn settle(&mut self, at: u32, value: Value, priors: &[f32]) {
        let range = self.edge_range(at);
        debug_assert_eq!(priors.len(), range.len(), "a prior for each move");
        let clean = |prior: f32| if prior.is_finite() { prior.max(0.0) } else { 0.0 };
        let sum: f32 = priors.iter().map(|&prior| clean(prior)).sum();
        if sum > 0.0 && priors.len() == range.len() {
            for (edge, &prior) in self.edges[range].iter_mut().zip(priors) {
                edge.prior = clean(prior) / sum;
            }
        }
        let node = self.node_mut(at);
        node.raw = value;
        node.ready = true;
    }

    /// Counts a visit of value `value` from `leaf` up to the root. What is proven goes up exactly, as far as it proves
    /// more.
    pub(super) fn back_up(&mut self, leaf: u32, value: Value) {
        let mut value = value;
        let mut at = leaf;
        let mut news = false;
        while at != NONE {
            if news && self.node(at).proven.is_none() {
                let proven = self.prove(at);
                self.node_mut(at).proven = proven;
            }
            let node = self.node_mut(at);
            news = node.proven.is_some();
            if let Some(proven) = node.proven {
                value = proven.outcome.value();
            }
            node.visits += 1;
            node.total += f64::from(value.0);
            at = node.parent;
        }
    }

    /// What is certain about a node because of its children. Nothing about a chance node: not all events are known.
    fn prove(&self, at: u32) -> Option<Proven> {
        let mover = self.node(at).turn.player()?;
        let mut best: Option<Proven> = None;
        let mut all = true;
        for edge in self.edges(at) {
            match self.child(edge).and_then(|child| child.proven) {
                Some(proven) if best.is_none_or(|best| proven.rank(mover) > best.rank(mover)) => {
                    best = Some(proven);
                }
                Some(_) => {}
                None => all = false,
            }
        }
        let best = best.filter(|best| all || best.outcome == Outcome::Win(mover))?;
        Some(Proven {
            plies: best.plies + 1,
            ..best
        })
    }

    /// The same with nothing proven of the root that its moves do not prove: an evaluator may have known the result, but
    /// not the move.
    pub(super) fn with_open_root(mut self) -> Self {
        if self.node(ROOT).turn.player().is_some() {
            self.node_mut(ROOT).proven = self.prove(ROOT);
        }
        self
    }

    /// The part of the tree below `root`, as a tree of its own. Leaves that wait for their evaluation are forgotten.
    pub(super) fn subtree(&self, root: u32) -> Self {
        let mut kept = Self::empty();
        // Where each kept node was before; a node is copied with its parent's edges and completed in its turn.
        let mut origin = Vec::new();
        self.copy_node(root, NONE, &mut kept, &mut origin);
        let mut at = 0;
        while let Some(&old) = origin.get(at) {
            let parent = at as u32;
            if self.node(old).has_edges() {
                kept.nodes[at].first = kept.edges.len() as u32;
                for edge in self.edges(old) {
                    let child = self.copy_node(edge.child, parent, &mut kept, &mut origin);
                    kept.edges.push(Edge { child, ..*edge });
                }
            } else {
                let mut next = NONE;
                // From the oldest to the newest, so that each finds the one before it.
                for draw in self.draws(old).collect::<Vec<_>>().into_iter().rev() {
                    let draw = &self.draws[draw as usize];
                    let child = self.copy_node(draw.child, parent, &mut kept, &mut origin);
                    let copy = Draw {
                        child,
                        next,
                        ..draw.clone()
                    };
                    next = kept.draws.len() as u32;
                    kept.draws.push(copy);
                }
                kept.nodes[at].first = next;
            }
            at += 1;
        }
        kept
    }

    fn copy_node(&self, old: u32, parent: u32, kept: &mut Self, origin: &mut Vec<u32>) -> u32 {
        let Some(node) = self.nodes.get(old as usize).filter(|node| node.visits > 0) else {
            return NONE;
        };
        origin.push(old);
        kept.nodes.push(Node {
            parent,
            in_flight: 0,
            ..*node
        });
        kept.nodes.len() as u32 - 1
    }
}
