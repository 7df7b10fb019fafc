//! Azul: the points that are certain at the end of the round, and a share of those that are under way.
//!
//! Where chance is to deal, the same terms value the walls that the deal is made for: a leaf at the round's end, where
//! the points are counted and what is left of the marker is who opens the next round. Once a row is complete the game
//! ends with the round, and what is under way is worth nothing any more.

use damero_games::azul::{Azul, BoardRef, Target, placement_points, wall_bonus, wall_column};
use damero_games::{Game, Player, Turn};

use super::Searchable;
use crate::evaluate::Evaluate;
use crate::rung::Rung;
use crate::score::Score;

/// Score units for one point of the game.
const POINT: i32 = 20;

/// What a pattern line that is not yet full is worth, in hundredths of the points of its wall cell for each part of
/// it that is filled.
const UNDER_WAY: i32 = 55;

/// What it is worth to open the next round, in score units.
const OPENING: i32 = 25;

/// What is expected in the end from a row, a column and a colour by the tiles already there, in hundredths of a point.
/// A complete row ends the game, so there is none while it goes on.
const ROW: [i32; 5] = [0, 5, 15, 40, 90];
const COLUMN: [i32; 6] = [0, 15, 60, 160, 370, 700];
const COLOUR: [i32; 6] = [0, 10, 50, 170, 450, 1000];

/// The evaluation of Azul.
#[derive(Clone, Copy, Default, Debug)]
pub struct AzulEval;

impl Searchable for Azul {
    type Eval = AzulEval;

    const LADDER: [Rung; 10] = [
        Rung::near(2, 0.04),
        Rung::near(2, 0.01),
        Rung::near(3, 0.033),
        Rung::near(3, 0.02),
        Rung::MEDIUM,
        Rung::Nodes(1_000),
        Rung::HARD,
        Rung::EngineNodes(40_000),
        Rung::EngineNodes(150_000),
        Rung::Engine,
    ];

    const NETWORK_IS_STRONGEST: bool = true;
}

impl Evaluate<Azul> for AzulEval {
    const SCALE: f32 = 160.0;
    const REDUCE: bool = true;

    fn evaluate(&self, game: &Azul, player: Player) -> Score {
        let [own, enemy] = [player, player.other()].map(|side| Tiled::new(game.board(side)));
        if own.ends() || enemy.ends() {
            return Score::new(own.at_the_end() - enemy.at_the_end());
        }
        let mut points = own.value() - enemy.value();
        let opener = match game.turn() {
            Turn::Chance => Some(game.mover()),
            Turn::Player(_) | Turn::Over(_) => game.marker(),
        };
        match opener {
            Some(opener) if opener == player => points += OPENING,
            Some(_) => points -= OPENING,
            None => {}
        }
        Score::new(points)
    }

    fn order(&self, game: &Azul, m: <Azul as Game>::Move) -> i32 {
        let tiles = game.source(m.source).count(m.colour) as i32;
        if m.target == Target::FLOOR {
            return -tiles;
        }
        let row = m.target.index();
        let held = game
            .board(game.mover())
            .line(row)
            .map_or(0, |(_, held)| held as i32);
        let free = row as i32 + 1 - held;
        // Filling a line exactly comes first; what falls to the floor counts against the move.
        match tiles - free {
            0 => 20 + row as i32,
            excess @ 1.. => 10 - 4 * excess,
            _ => tiles,
        }
    }
}

/// A player's board as it will be when this round is over, if nothing more is taken.
struct Tiled {
    /// Points, penalties counted.
    points: i32,
    wall: u32,
    /// What lines that are not full are worth, in hundredths of a point.
    under_way: i32,
}

impl Tiled {
    fn new(board: BoardRef<'_>) -> Self {
        let mut wall = board.wall();
        let mut points = i32::from(board.score());
        let mut under_way = 0;
        for row in 0..5 {
            let Some((colour, held)) = board.line(row) else {
                continue;
            };
            let column = wall_column(colour, row);
            let size = row as i32 + 1;
            if held as i32 == size {
                points += i32::from(placement_points(wall, row, column));
                wall |= 1 << (5 * row + column);
            } else {
                under_way += UNDER_WAY * i32::from(placement_points(wall, row, column)) * held as i32 / size;
            }
        }
        Self {
            points: (points - i32::from(board.penalty())).max(0),
            wall,
            under_way,
        }
    }

    /// Whether a row is complete, which ends the game.
    fn ends(&self) -> bool {
        (0..5).any(|row| self.wall >> (5 * row) & 31 == 31)
    }

    /// What the board is worth when the game goes on, in score units.
    fn value(&self) -> i32 {
        POINT * self.points + POINT * (self.under_way + prospects(self.wall)) / 100
    }

    /// What it is worth when the game ends with this round.
    fn at_the_end(&self) -> i32 {
        POINT * (self.points + i32::from(wall_bonus(self.wall)))
    }
}

/// What the rows, columns and colours of a wall without a complete row promise beyond the points already counted.
fn prospects(wall: u32) -> i32 {
    let mut colours = [0_usize; 5];
    let mut columns = [0_usize; 5];
    let mut sum = 0;
    for row in 0..5 {
        let mut tiles = 0_usize;
        for column in 0..5 {
            if wall >> (5 * row + column) & 1 == 1 {
                tiles += 1;
                columns[column] += 1;
                colours[(column + 5 - row) % 5] += 1;
            }
        }
        sum += ROW[tiles];
    }
    sum += columns.iter().map(|&tiles| COLUMN[tiles]).sum::<i32>();
    sum + colours.iter().map(|&tiles| COLOUR[tiles]).sum::<i32>()
}
