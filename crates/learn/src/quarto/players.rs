//! Who a Quarto network is measured against, beside other networks.

use damero_games::quarto::{Quarto, QuartoMove, QuartoRules};
use damero_games::{Game, Player, PovOutcome, Turn};
use damero_search::Stop;
use damero_search::quarto::QuartoSolver;

use super::experience::QuartoTurn;
use crate::LearnError;
use crate::selfplay::{ByPlayer, Opponent, Policy, Slot};

/// Plays perfectly from some number of pieces on the board on, and greedily before.
pub struct Exact {
    solver: QuartoSolver,
    from: u32,
    greedy: ByPlayer<Quarto>,
}

impl Exact {
    /// Perfect from so many pieces on; with fewer than five a move takes long.
    ///
    /// # Errors
    /// None, as the greedy player needs no files.
    pub fn new(from: u32, rules: &QuartoRules) -> Result<Self, LearnError> {
        Ok(Self {
            solver: QuartoSolver::new(64),
            from,
            greedy: Opponent::greedy::<Quarto>(rules)?,
        })
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
            match solved {
                Some(m) => slot.play(m),
                None => self.greedy.decide(&mut [slot]),
            }
        }
    }
}

/// A game as the turns of its players, each with its result; of a game that is not over all are drawn.
#[must_use]
pub fn turns(rules: &QuartoRules, moves: &[QuartoMove]) -> Vec<QuartoTurn> {
    let mut game = Quarto::start(rules);
    let mut found: Vec<(Player, QuartoTurn)> = Vec::with_capacity(17);
    for &m in moves {
        let Turn::Player(player) = game.turn() else { break };
        match (m, found.last_mut()) {
            (QuartoMove::Give(piece), Some((_, turn))) if turn.give.is_none() => turn.give = Some(piece),
            _ => {
                let (place, give) = match m {
                    QuartoMove::Place(cell) => (Some(cell), None),
                    QuartoMove::Give(piece) => (None, Some(piece)),
                };
                let turn = QuartoTurn {
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
    use crate::selfplay::{contest, tally};

    fn rate(one: &mut dyn Policy<Quarto>, other: &mut dyn Policy<Quarto>, games: u64) -> f64 {
        let mut slots: Vec<_> = (0..games)
            .map(|n| Slot::new(&Default::default(), seeded(n)))
            .collect();
        contest([one, other], &mut slots);
        let tally = tally(&slots);
        assert_eq!(tally.games(), games);
        tally.score()
    }

    fn player(name: &str) -> ByPlayer<Quarto> {
        let rules = QuartoRules::default();
        let opponent = Opponent::read::<Quarto>("dqn.baselines", name, &rules);
        opponent.and_then(|opponent| opponent.policy(&rules)).expect(name)
    }

    /// The greedy player is known to score 97.6 % against the random one under the square rule.
    #[test]
    fn the_ladder_of_baselines_stands() {
        let greedy = rate(&mut player("greedy"), &mut player("random"), 4000);
        assert!((0.968..0.984).contains(&greedy), "{greedy}");
        let even = rate(&mut player("random"), &mut player("uniform"), 4000);
        assert!((0.475..0.525).contains(&even), "{even}");
        let mut exact = Exact::new(6, &Default::default()).expect("no files are needed");
        let exact = rate(&mut exact, &mut player("greedy"), 200);
        assert!(exact > 0.8, "{exact}");
    }
}
