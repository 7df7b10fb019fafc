//! Azul for two players: take tiles from the factories, fill pattern lines, tile the wall.
//!
//! Whatever holds tiles (factories, centre, bag, lid, deals) is one number with a small counter for each colour
//! (`tiles.rs`), so moving a heap of tiles is one addition. A player's board (`board.rs`) keeps a mask of the
//! targets open to each colour; together with a mask of where each colour lies it answers which moves are legal
//! without looking at anything else (`moves.rs`).
//!
//! The only chance event is the deal at the beginning of a round (`deal.rs`). Between the last move of a round and
//! that deal the game stands still in a position of its own: walls tiled, points counted, nothing on offer. Nothing
//! in it tells the order in which tiles will come, because only the numbers in bag and lid exist.

mod board;
mod check;
mod deal;
mod drawing;
mod encode;
mod explain;
mod floor;
mod key;
mod lessons;
mod moves;
mod notation;
mod position;
mod rules;
mod setup;
mod symmetry;
mod tiles;
mod tiling;
mod view;
mod wall;

pub use board::BoardRef;
pub use deal::Deal;
pub use floor::{FLOOR_SLOTS, FloorSlot, PENALTIES};
pub use moves::{AzulMove, Source, Target};
pub use position::Azul;
pub use rules::{AzulRules, FirstPlayer};
pub use setup::{AzulBoardSetup, AzulPhase, AzulSetup};
pub use tiles::{Colour, Tiles};
pub use tiling::{Bonus, RoundEnd, Tiling, TilingStep};
pub use view::{AzulBoardView, AzulView};
pub use wall::{placement_points, wall_bonus, wall_column};
