//! Azul: the points that are certain at the end of the round, and a share of those that are under way.
//!
//! Where chance is to deal, the same terms value the walls that the deal is made for: a leaf at the round's end.

use damero_games::azul::{Azul, BoardRef, Target, placement_points, wall_column};
use damero_games::{Game, Player};

use super::Searchable;
use crate::evaluate::Evaluate;
use crate::score::Score;

/// Score units for one point of the game.
const POINT: i32 = 20;

/// What a pattern line that is not yet full is worth, in hundredths of the points of its wall cell for each part of
/// it that is filled.
const UNDER_WAY: i32 = 55;

/// What it is worth to open the next round, in score units.
const OPENING: i32 = 25;

/// What is expected in the end from a row, a column and a colour by the tiles already there, in hundredths of a point.
const ROW: [i32; 6] = [0, 5, 15, 40, 90, 0];
const COLUMN: [i32; 6] = [0, 15, 60, 160, 370, 0];
const COLOUR: [i32; 6] = [0, 10, 50, 170, 450, 0];

/// The evaluation of Azul.
#[derive(Clone, Copy, Default, Debug)]
pub struct AzulEval;

impl Searchable for Azul {
    type Eval = AzulEval;
}

impl Evaluate<Azul> for AzulEval {
    const SCALE: f32 = 160.0;
    const REDUCE: bool = true;

    fn evaluate(&self, game: &Azul, player: Player) -> Score {
        let mut points = value(game.board(player)) - value(game.board(player.other()));
        match game.marker() {
            Some(taker) if taker == player => points += OPENING,
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

/// What a player's board is worth, in score units.
fn value(board: BoardRef<'_>) -> i32 {
    let mut wall = board.wall();
    let mut certain = i32::from(board.score());
    let mut hundredths = 0;
    for row in 0..5 {
        let Some((colour, held)) = board.line(row) else {
            continue;
        };
        let column = wall_column(colour, row);
        let size = row as i32 + 1;
        if held as i32 == size {
            certain += i32::from(placement_points(wall, row, column));
            wall |= 1 << (5 * row + column);
        } else {
            hundredths += UNDER_WAY * i32::from(placement_points(wall, row, column)) * held as i32 / size;
        }
    }
    certain = (certain - i32::from(board.penalty())).max(0);
    POINT * certain + POINT * (hundredths + prospects(wall)) / 100
}

/// What the rows, columns and colours of a wall promise beyond the points already counted.
fn prospects(wall: u32) -> i32 {
    let mut colours = [0_usize; 5];
    let mut columns = [0_usize; 5];
    let mut sum = 0;
    for row in 0..5 {
        let mut tiles = 0;
        for column in 0..5 {
            if wall >> (5 * row + column) & 1 == 1 {
                tiles += 1;
                columns[column] += 1;
                colours[(column + 5 - row) % 5] += 1;
            }
        }
        sum += if tiles == 5 { 200 } else { ROW[tiles] };
    }
    sum += columns
        .iter()
        .map(|&tiles| if tiles == 5 { 700 } else { COLUMN[tiles] })
        .sum::<i32>();
    sum + colours
        .iter()
        .map(|&tiles| if tiles == 5 { 1000 } else { COLOUR[tiles] })
        .sum::<i32>()
}
