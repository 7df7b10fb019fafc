//! Plain depth-limited minimax: slow, obvious, and the reference for everything that is faster.

use damero_games::{Game, MoveBuf, Player, Turn, perft::after};

use crate::evaluate::Evaluate;
use crate::score::Score;

/// The value of `game` for `player` when both look `depth` plies ahead, and the nodes it took.
///
/// ```
/// use damero_games::{Game, Player, reversi::Reversi};
/// use damero_search::{Blank, Score, minimax};
/// let game = Reversi::start(&Default::default());
/// assert_eq!(minimax(&Blank, &game, Player::First, 3), (Score::DRAW, 1 + 4 + 12 + 56));
/// ```
pub fn minimax<G: Game, E: Evaluate<G>>(eval: &E, game: &G, player: Player, depth: u32) -> (Score, u64) {
    let mut nodes = 0;
    let score = walk(eval, game, player, depth, 0, &mut nodes);
    (score, nodes)
}

fn walk<G: Game, E: Evaluate<G>>(
    eval: &E,
    game: &G,
    player: Player,
    depth: u32,
    ply: u32,
    nodes: &mut u64,
) -> Score {
    *nodes += 1;
    let mover = match game.turn() {
        Turn::Over(outcome) => return Score::ended(outcome.pov(player), ply),
        Turn::Chance => return eval.evaluate(game, player),
        Turn::Player(_) if depth == 0 => return eval.evaluate(game, player),
        Turn::Player(mover) => mover,
    };
    let mut moves = MoveBuf::new();
    game.moves(&mut moves);
    let scores = moves
        .into_iter()
        .map(|m| walk(eval, &after(game, m), player, depth - 1, ply + 1, nodes));
    let best = if mover == player {
        scores.max()
    } else {
        scores.min()
    };
    best.unwrap_or_default()
}
