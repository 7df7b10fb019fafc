//! Forced wins by threats. The attacker plays only moves that win at once or threaten to; the defender tries every reply. What is
//! found is proven: such a win holds whatever the defender does. What is not found may still be won by a quiet move.
//!
//! The proof is short because most replies to a threat lose at once, and those that could parry it are tried first. A tree search
//! asks it at every leaf, which then sees several plies further where it matters most.

use std::time::Instant;

use damero_games::chessfive::{ChessFive, ChessFiveMove, Phase, Square, windows};
use damero_games::{Game, MoveBuf, Player, text};

use crate::limits::Stop;
use crate::solve::{Solved, Solver, Unsolved};

/// The most moves of the attacker in a proof. Longer ones were not found in games.
const MOST_MOVES: u32 = 12;

/// Nodes that a position is given when somebody wants to know for its own sake: some seconds.
const PATIENCE: u64 = 20_000_000;

/// How many nodes are played between two looks at whether to stop.
const CHECK: u64 = 4_096;

/// Empty squares that would complete a line of `player` and that a piece of theirs can get to, were it their turn.
pub(crate) fn gaps(game: &ChessFive, player: Player) -> u64 {
    let board = game.rules().board();
    let (own, enemy) = (game.men().side(player), game.men().side(player.other()));
    let length = u32::from(board.line());
    let mut gaps = 0;
    for &window in windows(board) {
        let pieces = own & window;
        if enemy & window == 0 && pieces.count_ones() + 1 == length {
            let gap = window & !pieces;
            if gaps & gap == 0 && is_within_reach(game, own & !window, gap) {
                gaps |= gap;
            }
        }
    }
    gaps
}

/// Whether a piece falls into the gap, or one of `others` can move there.
pub(crate) fn is_within_reach(game: &ChessFive, others: u64, gap: u64) -> bool {
    match game.phase() {
        Phase::Gravity => game.rules().gravity_win() && game.landings() & gap != 0,
        Phase::Chess => Square::all(others).any(|square| game.reach(square) & gap != 0),
    }
}

/// Proves forced wins and losses by threats.
///
/// ```
/// use damero_games::chessfive::{ChessFive, ChessFiveRules};
/// use damero_games::Notation;
/// use damero_search::chessfive::ThreatSolver;
/// use damero_search::{Solver, Stop};
///
/// // Three in a row with both ends open, and another piece of Cyan's to drop: two threats at once.
/// let game = ChessFive::from_position(&ChessFiveRules::default(), "8/8/8/8/8/8/7n/r1RNB2r c RNBQK/nbbqk 0");
/// let game = game.unwrap();
/// let solved = ThreatSolver::default().prove(&game, 10_000, &Stop::default()).expect("a win");
/// assert_eq!((solved.value, solved.plies), (1, Some(3)));
/// ```
#[derive(Default, Debug)]
pub struct ThreatSolver {
    nodes: u64,
    limit: u64,
    stopped: bool,
}

/// A proven win of the player who attacks.
#[derive(Clone, Copy)]
struct Proof {
    /// The move that the player to move makes: the attacker's best, or the defender's that resists longest.
    m: ChessFiveMove,
    /// Plies to the end.
    plies: u32,
}

impl ThreatSolver {
    /// Whether nodes or time are used up.
    fn is_over(&mut self, stop: &Stop) -> bool {
        self.stopped |= self.nodes >= self.limit || self.nodes.is_multiple_of(CHECK) && stop.asked();
        self.stopped
    }

    fn play(&mut self, game: &ChessFive, m: ChessFiveMove) -> ChessFive {
        self.nodes += 1;
        let mut next = game.clone();
        next.play_unchecked(m);
        next
    }

    /// The player to move wins within so many moves of their own.
    fn attack(&mut self, game: &ChessFive, moves: u32, stop: &Stop) -> Option<Proof> {
        let mut buf = MoveBuf::new();
        game.moves(&mut buf);
        if let Some(m) = game.win_at_once(&buf) {
            return Some(Proof { m, plies: 1 });
        }
        if moves < 2 {
            return None;
        }
        let attacker = game.to_move();
        for m in buf {
            if self.is_over(stop) {
                return None;
            }
            let next = self.play(game, m);
            if next.turn().player().is_none() {
                continue;
            }
            let gaps = gaps(&next, attacker);
            if gaps == 0 {
                continue;
            }
            if let Some(defence) = self.defend(&next, gaps, moves - 1, stop) {
                return Some(Proof {
                    m,
                    plies: defence.plies + 1,
                });
            }
        }
        None
    }

    /// Whatever the player to move does, the other one wins within so many moves. `gaps` are where the other one threatens
    /// to complete a line.
    fn defend(&mut self, game: &ChessFive, gaps: u64, moves: u32, stop: &Stop) -> Option<Proof> {
        let mut buf = MoveBuf::new();
        game.moves(&mut buf);
        if game.win_at_once(&buf).is_some() {
            return None;
        }
        let fills = |m: &ChessFiveMove| {
            let (ChessFiveMove::Drop { to, .. } | ChessFiveMove::Step { to, .. }) = m;
            gaps & to.bit() != 0
        };
        buf.sort_by_key(|m| !fills(m));
        let mut longest: Option<Proof> = None;
        for m in buf {
            if self.is_over(stop) {
                return None;
            }
            let next = self.play(game, m);
            let attack = self.attack(&next, moves, stop)?;
            if longest.is_none_or(|found| found.plies < attack.plies + 1) {
                longest = Some(Proof {
                    m,
                    plies: attack.plies + 1,
                });
            }
        }
        longest
    }

    /// The result for the player to move, 1 or -1, with its proof in the fewest moves of the winner.
    fn search(&mut self, game: &ChessFive, stop: &Stop) -> Option<(i32, Proof, u32)> {
        let threatened = gaps(game, game.to_move().other());
        for moves in 1..=MOST_MOVES {
            if let Some(proof) = self.attack(game, moves, stop) {
                return Some((1, proof, moves));
            }
            if threatened != 0
                && let Some(proof) = self.defend(game, threatened, moves, stop)
            {
                return Some((-1, proof, moves));
            }
            if self.stopped {
                break;
            }
        }
        None
    }

    /// The moves of a proof, one after the other.
    fn pv(
        &mut self,
        game: &ChessFive,
        first: Proof,
        value: i32,
        moves: u32,
        stop: &Stop,
    ) -> Vec<ChessFiveMove> {
        let mut pv = vec![first.m];
        let (mut game, mut moves, mut attacks) = (self.play(game, first.m), moves, value < 0);
        self.limit = u64::MAX;
        while game.turn().player().is_some() {
            // After an attacker's move one less is left; a defender's costs none.
            moves -= u32::from(!attacks);
            let next = if attacks {
                self.attack(&game, moves, stop)
            } else {
                let threats = gaps(&game, game.to_move().other());
                self.defend(&game, threats, moves, stop)
            };
            let Some(next) = next else {
                break;
            };
            pv.push(next.m);
            game = self.play(&game, next.m);
            attacks = !attacks;
        }
        pv
    }
}

impl Solver<ChessFive> for ThreatSolver {
    fn solve(
        &mut self,
        game: &ChessFive,
        stop: &Stop,
        report: &mut dyn FnMut(u64),
    ) -> Result<Solved<ChessFiveMove>, Unsolved> {
        let solved = self.prove(game, PATIENCE, stop);
        report(self.nodes);
        match solved {
            Some(solved) => Ok(solved),
            None if stop.asked() => Err(Unsolved::Stopped),
            None => {
                let nodes = self.nodes;
                Err(Unsolved::OutOfReach(text!(
                    "no side has a win that is forced by threats alone ({nodes} positions tried); a quiet move may still win",
                    "nadie tiene una victoria forzada solo con amenazas ({nodes} posiciones probadas); una jugada tranquila aún puede ganar"
                )))
            }
        }
    }

    fn prove(&mut self, game: &ChessFive, nodes: u64, stop: &Stop) -> Option<Solved<ChessFiveMove>> {
        let begun = Instant::now();
        *self = Self {
            limit: nodes,
            ..Self::default()
        };
        let (value, proof, moves) = self.search(game, stop)?;
        let pv = self.pv(game, proof, value, moves, stop);
        Some(Solved {
            value,
            plies: Some(proof.plies),
            best: vec![proof.m],
            pv,
            moves: Vec::new(),
            nodes: self.nodes,
            time: begun.elapsed(),
        })
    }
}
