//! Counting the leaves of the game tree: the oldest and sharpest test of move generation.

use std::collections::HashSet;

use crate::game::{FinishedLeaf, Game, MoveBuf, Turn};

/// Leaves `depth` plies below `game`, counting the last ply without playing it.
///
/// A chance event ends a line as a leaf. What a finished game counts is the game's own convention, see
/// [`FinishedLeaf`].
///
/// ```
/// use damero_games::{Game, perft::perft, reversi::Reversi};
/// let game = Reversi::start(&Default::default());
/// assert_eq!(perft(&game, 5), 1396);
/// ```
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    let mut bufs = vec![MoveBuf::new(); depth as usize];
    walk(game, depth, &mut bufs)
}

fn walk<G: Game>(game: &G, depth: u32, bufs: &mut [MoveBuf<G::Move>]) -> u64 {
    if let Some(leaf) = leaf(game, depth) {
        return leaf;
    }
    if depth == 1 {
        return game.count_moves() as u64;
    }
    let Some((buf, rest)) = bufs.split_first_mut() else {
        return 0;
    };
    game.moves(buf);
    buf.iter().map(|&m| walk(&after(game, m), depth - 1, rest)).sum()
}

/// Leaves `depth` plies below `game` where moves that lead to the same position count once.
pub fn unique<G: Game>(game: &G, depth: u32) -> u64 {
    if let Some(leaf) = leaf(game, depth) {
        return leaf;
    }
    successors(game)
        .iter()
        .map(|(_, next)| unique(next, depth - 1))
        .sum()
}

/// The distinct positions one move away, each with the first move that leads there.
pub fn successors<G: Game>(game: &G) -> Vec<(G::Move, G)> {
    let mut buf = MoveBuf::new();
    game.moves(&mut buf);
    let mut seen = HashSet::new();
    let next = buf.into_iter().map(|m| (m, after(game, m)));
    next.filter(|(_, game)| seen.insert(game.clone())).collect()
}

/// `game` after the legal move `m`.
#[inline]
pub fn after<G: Game>(game: &G, m: G::Move) -> G {
    let mut next = game.clone();
    next.play_unchecked(m);
    next
}

/// What the node counts if its line ends here.
fn leaf<G: Game>(game: &G, depth: u32) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    match (game.turn(), G::META.finished_leaf) {
        (Turn::Player(_), _) => None,
        (Turn::Over(_), FinishedLeaf::Zero) => Some(0),
        (Turn::Over(_), FinishedLeaf::One) | (Turn::Chance, _) => Some(1),
    }
}
