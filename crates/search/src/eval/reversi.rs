//! Reversi without training: by hand (corners and what lies next to them, mobility now and later, and discs only at the
//! end), and by discs alone, the weakest yardstick. The usual engine goes by patterns, see [`crate::reversi`].

use std::path::Path;
use std::sync::Arc;

use damero_games::reversi::{Reversi, ReversiMove, mobility};
use damero_games::{Game, Player, Text};

use super::Searchable;
use crate::agent::Agent;
use crate::alphabeta::{AlphaBeta, Options};
use crate::engine::{EngineError, EngineOptions};
use crate::evaluate::Evaluate;
use crate::reversi::{DiscSolver, PatternEval, ReversiEngine, Weights};
use crate::rung::Rung;
use crate::score::Score;
use crate::solve::Solver;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// What the squares around an empty corner cost: diagonally next to it, and along the edges.
const DIAGONAL: i32 = -45;
const BESIDE: i32 = -18;
const CORNER: i32 = 110;
const MOBILITY: i32 = 10;
/// Empty squares next to enemy discs may become moves.
const FRONTIER: i32 = 4;

/// Reversi by hand.
#[derive(Clone, Copy, Default, Debug)]
pub struct ReversiEval;

impl Searchable for Reversi {
    type Eval = PatternEval;

    const LADDER: [Rung; 10] = [
        Rung::near(2, 0.4),
        Rung::near(2, 0.22),
        Rung::near(2, 0.03),
        Rung::near(3, 0.23),
        Rung::MEDIUM,
        Rung::Nodes(750),
        Rung::HARD,
        Rung::EngineNodes(7_000),
        Rung::EngineNodes(17_000),
        Rung::Engine,
    ];

    fn engine(options: &EngineOptions) -> Result<Box<dyn Agent<Self>>, EngineError> {
        Ok(Box::new(ReversiEngine::new(options)))
    }

    fn engine_by(eval: &str, options: Options) -> Result<Box<dyn Agent<Self>>, Text> {
        Ok(match eval {
            "patterns" => Box::new(AlphaBeta::new(PatternEval::default(), options)),
            "hand" => Box::new(AlphaBeta::new(ReversiEval, options)),
            "discs" => Box::new(AlphaBeta::new(DiscsEval, options)),
            file if Path::new(file).is_file() => {
                let weights = Weights::load(Path::new(file)).map_err(|error| error.problem())?;
                Box::new(AlphaBeta::new(PatternEval::new(Arc::new(weights)), options))
            }
            _ => {
                return Err(Text::new(
                    "there are patterns, hand, discs, and the name of a file of weights",
                    "hay patterns, hand, discs, y el nombre de un archivo de pesos",
                ));
            }
        })
    }

    fn solver(options: &EngineOptions) -> Option<Box<dyn Solver<Self>>> {
        Some(Box::new(DiscSolver::new(options)))
    }
}

/// Whoever has more discs is ahead, in hundredths of a disc: what a beginner counts.
#[derive(Clone, Copy, Default, Debug)]
pub struct DiscsEval;

impl Evaluate<Reversi> for DiscsEval {
    const SCALE: f32 = 1_200.0;

    fn evaluate(&self, game: &Reversi, player: Player) -> Score {
        let discs = game.discs();
        Score::new(100 * difference(discs[player], discs[player.other()]))
    }
}

impl Evaluate<Reversi> for ReversiEval {
    const SCALE: f32 = 120.0;

    fn evaluate(&self, game: &Reversi, player: Player) -> Score {
        let discs = game.discs();
        let (own, enemy) = (discs[player], discs[player.other()]);
        let empties = 64 - (own | enemy).count_ones() as i32;
        let mut points = CORNER * difference(own & CORNERS, enemy & CORNERS);
        points += corner_regions(own, enemy);
        points += MOBILITY * difference(mobility(own, enemy), mobility(enemy, own));
        points += FRONTIER * difference(near(enemy) & !own, near(own) & !enemy);
        // The fewer squares are left, the more the discs themselves count.
        points += (12 - empties).max(0) * difference(own, enemy);
        Score::new(points)
    }

    fn order(&self, game: &Reversi, m: ReversiMove) -> i32 {
        let ReversiMove::Place(square) = m else { return 0 };
        let mut next = game.clone();
        next.play_unchecked(m);
        let corner = if square.bit() & CORNERS != 0 { 200 } else { 0 };
        // Fastest first: leave the enemy few replies.
        corner - 8 * next.legal().count_ones() as i32
    }
}

fn difference(own: u64, enemy: u64) -> i32 {
    own.count_ones() as i32 - enemy.count_ones() as i32
}

/// Discs next to an empty corner help the enemy to take it.
fn corner_regions(own: u64, enemy: u64) -> i32 {
    let regions = [
        (1_u64, 1_u64 << 9, 1_u64 << 1 | 1 << 8),
        (1 << 7, 1 << 14, 1 << 6 | 1 << 15),
        (1 << 56, 1 << 49, 1 << 57 | 1 << 48),
        (1 << 63, 1 << 54, 1 << 62 | 1 << 55),
    ];
    let open = regions.iter().filter(|(corner, ..)| (own | enemy) & corner == 0);
    let cost = |&(_, diagonal, beside): &(u64, u64, u64)| {
        DIAGONAL * difference(own & diagonal, enemy & diagonal)
            + BESIDE * difference(own & beside, enemy & beside)
    };
    open.map(cost).sum()
}

/// The squares next to some disc.
const fn near(discs: u64) -> u64 {
    let (not_a, not_h) = (0xfefe_fefe_fefe_fefe, 0x7f7f_7f7f_7f7f_7f7f);
    let sideways = discs | (discs & not_h) << 1 | (discs & not_a) >> 1;
    (sideways | sideways << 8 | sideways >> 8) & !discs
}
