//! What a tactical case claims, decided by brute force that shares nothing with the engine but the rules.

use damero_games::azul::Azul;
use damero_games::checkers::Checkers;
use damero_games::perft::after;
use damero_games::{Game, MoveBuf, Player, Turn};
use damero_search::{Blank, minimax};

/// The moves of a position with a value each, for the player to move.
pub(crate) type Valued<M> = Vec<(M, i32)>;

pub(crate) fn moves<G: Game>(game: &G) -> MoveBuf<G::Move> {
    let mut buf = MoveBuf::new();
    game.moves(&mut buf);
    buf
}

pub(crate) fn mover<G: Game>(game: &G) -> Player {
    game.turn().player().expect("a player is to move")
}

/// Each move with 1, 0 or -1: it wins, neither, or loses within `plies`, itself included.
pub(crate) fn results<G: Game>(game: &G, plies: u32) -> Valued<G::Move> {
    let mover = mover(game);
    let result = |m| {
        let (score, _) = minimax(&Blank, &after(game, m), mover, plies - 1);
        if score.is_proven() {
            score.get().signum()
        } else {
            0
        }
    };
    moves(game).into_iter().map(|m| (m, result(m))).collect()
}

/// Each move with the lead in pieces after best play on both sides, a man counting 2 and a king 3, when both look
/// `plies` ahead and then play all captures.
pub(crate) fn material(game: &Checkers, plies: u32) -> Valued<damero_games::checkers::CheckersMove> {
    let mover = mover(game);
    let value = |m| lead(&after(game, m), mover, plies as i32 - 1);
    moves(game).into_iter().map(|m| (m, value(m))).collect()
}

/// The lead of `player` now.
pub(crate) fn pieces(game: &Checkers, player: Player) -> i32 {
    let worth = |side| 2 * game.men(side).count_ones() as i32 + 3 * game.kings(side).count_ones() as i32;
    worth(player) - worth(player.other())
}

fn lead(game: &Checkers, player: Player, plies: i32) -> i32 {
    let turn = match game.turn() {
        Turn::Player(turn) if plies > 0 || game.must_capture() => turn,
        Turn::Over(damero_games::Outcome::Win(winner)) => return if winner == player { 100 } else { -100 },
        _ => return pieces(game, player),
    };
    let values = moves(game)
        .into_iter()
        .map(|m| lead(&after(game, m), player, plies - 1));
    let best = if turn == player {
        values.max()
    } else {
        values.min()
    };
    best.expect("who is to move has a move")
}

/// Each move with the lead in points at the end of the round after best play on both sides.
pub(crate) fn round(game: &Azul) -> Valued<<Azul as Game>::Move> {
    let mover = mover(game);
    let value = |m| at_round_end(&after(game, m), mover);
    moves(game).into_iter().map(|m| (m, value(m))).collect()
}

fn at_round_end(game: &Azul, player: Player) -> i32 {
    let Turn::Player(turn) = game.turn() else {
        let scores = game.scores().expect("Azul counts points");
        return scores[player] - scores[player.other()];
    };
    let values = moves(game)
        .into_iter()
        .map(|m| at_round_end(&after(game, m), player));
    let best = if turn == player {
        values.max()
    } else {
        values.min()
    };
    best.expect("who is to move has a move")
}
