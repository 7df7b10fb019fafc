//! Checkers: material, advancement, the home row, the centre, mobility, and kings that hunt when ahead.

use damero_games::checkers::{Checkers, CheckersMove, Square};
use damero_games::{Game, Player};

use super::Searchable;
use crate::agent::Agent;
use crate::alphabeta::AlphaBeta;
use crate::checkers::{CheckersEndgames, Shelf, TableSolver, TabledEval};
use crate::endgames::Endgames;
use crate::engine::{EngineError, EngineOptions};
use crate::evaluate::Evaluate;
use crate::score::Score;
use crate::solve::Solver;

/// The weights, in hundredths of a man unless said otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckersEval {
    /// A man.
    pub man: i32,
    /// A king.
    pub king: i32,
    /// A man for each row that it has advanced.
    pub advance: i32,
    /// A man on the home row, which keeps the enemy from crowning.
    pub home: i32,
    /// A piece on the eight squares in the middle.
    pub centre: i32,
    /// Each legal move of the side to move.
    pub mobility: i32,
    /// To have the move.
    pub tempo: i32,
    /// Each step that a king of the side ahead is away from the nearest enemy piece, as a cost.
    pub distance: i32,
    /// With fewer pieces on the board the same lead is worth more: percent of a man for each piece traded.
    pub trade: i32,
}

impl Default for CheckersEval {
    fn default() -> Self {
        Self {
            man: 100,
            king: 145,
            advance: 3,
            home: 9,
            centre: 4,
            mobility: 2,
            tempo: 3,
            distance: 2,
            trade: 2,
        }
    }
}

impl Searchable for Checkers {
    type Eval = CheckersEval;

    /// Alpha-beta that looks endings up in the tables of the folder, if it holds any.
    fn engine(options: &EngineOptions) -> Result<Box<dyn Agent<Self>>, EngineError> {
        let shelf = options.data.as_deref().map(Shelf::open).transpose()?;
        let eval = CheckersEval::default();
        Ok(match shelf.filter(|shelf| shelf.most() > 0) {
            Some(shelf) => Box::new(AlphaBeta::new(TabledEval::new(eval, shelf), options.search())),
            None => Box::new(AlphaBeta::new(eval, options.search())),
        })
    }

    fn solver(options: &EngineOptions) -> Option<Box<dyn Solver<Self>>> {
        Some(Box::new(TableSolver::new(options)))
    }

    fn endgames() -> Option<&'static dyn Endgames<Self>> {
        Some(&CheckersEndgames)
    }
}

impl Evaluate<Checkers> for CheckersEval {
    const SCALE: f32 = 100.0;

    fn evaluate(&self, game: &Checkers, player: Player) -> Score {
        let (own, enemy) = (self.side(game, player), self.side(game, player.other()));
        let mut points = own - enemy;
        let material = self.material(game, player) - self.material(game, player.other());
        let pieces = [Player::First, Player::Second].map(|player| game.pieces(player).count_ones() as i32);
        let traded = 24 - pieces[0] - pieces[1];
        points += material * self.trade * traded / 100;
        if material != 0 {
            let hunter = if material > 0 { player } else { player.other() };
            let cost = self.distance * hunting_distance(game, hunter);
            points += if material > 0 { -cost } else { cost };
        }
        let initiative = self.tempo + self.mobility * game.count_moves() as i32;
        points += if game.to_move() == player {
            initiative
        } else {
            -initiative
        };
        Score::new(points)
    }

    fn is_quiet(&self, game: &Checkers) -> bool {
        !game.must_capture()
    }

    fn order(&self, game: &Checkers, m: CheckersMove) -> i32 {
        10 * m.jumps() as i32 + if game.crowns(m) { 15 } else { 0 }
    }
}

impl CheckersEval {
    fn material(&self, game: &Checkers, player: Player) -> i32 {
        self.man * game.men(player).count_ones() as i32 + self.king * game.kings(player).count_ones() as i32
    }

    /// Everything that a side has on the board by itself.
    fn side(&self, game: &Checkers, player: Player) -> i32 {
        let mut points = self.material(game, player);
        for square in Square::all(game.men(player)) {
            let advanced = match player {
                Player::First => 7 - i32::from(square.row()),
                Player::Second => i32::from(square.row()),
            };
            points += if advanced == 0 {
                self.home
            } else {
                self.advance * advanced
            };
        }
        for square in Square::all(game.pieces(player)) {
            let middle = (2..=5).contains(&square.row()) && (2..=5).contains(&square.column());
            points += if middle { self.centre } else { 0 };
        }
        points
    }
}

/// The steps from each king of `hunter` to the nearest enemy piece, added up.
fn hunting_distance(game: &Checkers, hunter: Player) -> i32 {
    let steps = |a: Square, b: Square| a.row().abs_diff(b.row()).max(a.column().abs_diff(b.column()));
    let nearest = |king| {
        Square::all(game.pieces(hunter.other()))
            .map(|prey| steps(king, prey))
            .min()
            .unwrap_or(0)
    };
    Square::all(game.kings(hunter))
        .map(|king| i32::from(nearest(king)))
        .sum()
}
