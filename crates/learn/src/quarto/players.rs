//! Who a Quarto network is measured against, beside other networks.

use damero_games::quarto::{Cell, Piece, Quarto, QuartoMove, QuartoRules};
use damero_games::random::below;
use damero_games::{Game, MoveBuf, Player, PovOutcome, Turn};
use damero_search::Stop;
use damero_search::quarto::QuartoSolver;

use super::experience::Experience;
use crate::selfplay::{Policy, Slot};

/// Takes a win when there is one, gives no piece that loses at once if another is left, and is otherwise random.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl Greedy {
    fn choose(slot: &mut Slot<Quarto>) -> QuartoMove {
        let game = &slot.game;
        let (board, squares) = (game.board(), game.squares_win());
        let choice = match game.hand() {
            Some(piece) => {
                let wins = board.winning_cells(piece, squares);
                let among = if wins != 0 { wins } else { board.empty() };
                let n = below(&mut slot.rng, among.count_ones()) as usize;
                Cell::all(among).nth(n).map(QuartoMove::Place)
            }
            None => {
                let safe = Piece::all(game.left()).filter(|&piece| board.winning_cells(piece, squares) == 0);
                let safe = safe.fold(0, |set, piece| set | piece.bit());
                let among = if safe != 0 { safe } else { game.left() };
                let n = below(&mut slot.rng, among.count_ones()) as usize;
                Piece::all(among).nth(n).map(QuartoMove::Give)
            }
        };
        choice.unwrap_or_else(|| slot.game.random_move(&mut slot.rng, &mut MoveBuf::new()))
    }
}

impl Policy<Quarto> for Greedy {
    fn decide(&mut self, slots: &mut [&mut Slot<Quarto>]) {
        for slot in slots {
            let m = Self::choose(slot);
            slot.play(m);
        }
    }
}

/// Plays perfectly from some number of pieces on the board on, and as [`Greedy`] before.
pub struct Exact {
    solver: QuartoSolver,
    from: u32,
}

impl Exact {
    /// Perfect from so many pieces on; with fewer than five a move takes long.
    #[must_use]
    pub fn new(from: u32) -> Self {
        Self {
            solver: QuartoSolver::new(64),
            from,
        }
    }
}

impl Policy<Quarto> for Exact {
    fn decide(&mut self, slots: &mut [&mut Slot<Quarto>]) {
        for slot in slots {
            let placed = slot.game.board().occupied().count_ones();
            let solved = (placed >= self.from)
                .then(|| self.solver.solve(&slot.game, &Stop::default(), &mut |_| ()))
                .flatten()
                .and_then(|solution| solution.best);
            let m = solved.unwrap_or_else(|| Greedy::choose(slot));
            slot.play(m);
        }
    }
}

/// A game as the turns of its players, each with its result; of a game that is not over all are drawn.
#[must_use]
pub fn turns(rules: &QuartoRules, moves: &[QuartoMove]) -> Vec<Experience> {
    let mut game = Quarto::start(rules);
    let mut found: Vec<(Player, Experience)> = Vec::with_capacity(17);
    for &m in moves {
        let Turn::Player(player) = game.turn() else { break };
        match (m, found.last_mut()) {
            (QuartoMove::Give(piece), Some((_, turn))) if turn.give.is_none() => turn.give = Some(piece),
            _ => {
                let (place, give) = match m {
                    QuartoMove::Place(cell) => (Some(cell), None),
                    QuartoMove::Give(piece) => (None, Some(piece)),
                };
                let turn = Experience {
                    before: game.clone(),
                    place,
                    give,
                    result: 0,
                    distance: 0,
                };
                found.push((player, turn));
            }
        }
        game.play_unchecked(m);
    }
    let outcome = game.turn().outcome();
    let last = found.len().saturating_sub(1);
    let turns = found.into_iter().enumerate();
    turns
        .map(|(n, (player, mut turn))| {
            turn.distance = (last - n) as u8;
            turn.result = outcome.map_or(0, |outcome| match outcome.pov(player) {
                PovOutcome::Win => 1,
                PovOutcome::Draw => 0,
                PovOutcome::Loss => -1,
            });
            turn
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use damero_games::random::seeded;

    use super::*;
    use crate::selfplay::{Tally, Uniform, contest};

    fn rate(one: &mut dyn Policy<Quarto>, other: &mut dyn Policy<Quarto>, games: u64) -> f64 {
        let mut slots: Vec<_> = (0..games)
            .map(|n| Slot::new(&Default::default(), seeded(n)))
            .collect();
        contest([one, other], &mut slots);
        let tally = Tally::of(&slots);
        assert_eq!(u64::from(tally.games()), games);
        tally.rate()
    }

    /// The greedy player is known to score 97.6 % against the random one under the square rule.
    #[test]
    fn the_ladder_of_baselines_stands() {
        let greedy = rate(&mut Greedy, &mut Uniform, 4000);
        assert!((0.968..0.984).contains(&greedy), "{greedy}");
        let even = rate(&mut Uniform, &mut Uniform, 4000);
        assert!((0.475..0.525).contains(&even), "{even}");
        let exact = rate(&mut Exact::new(6), &mut Greedy, 200);
        assert!(exact > 0.8, "{exact}");
    }
}
