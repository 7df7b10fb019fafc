//! Azul as numbers. The viewpoint is that of the player to move; before a deal of the player who will open the round,
//! after the end of the player who moved last. "Own" is that player.
//!
//! `onehot`, the default, has no artificial order of colours:
//!
//! | tensor | shape | content |
//! |---|---|---|
//! | `walls` | 2 × 5 × 5 | own, other; row, column: 1 where a tile lies |
//! | `lines` | 2 × 5 × 5 | own, other; row, colour: 1 for the colour that the line holds |
//! | `fills` | 2 × 15 | own, other; the 1 + 2 + … + 5 spaces of the lines: 1 where a tile lies |
//! | `floors` | 2 × 13 | own, other; occupied slots 0 to 7 one-hot, then tiles of each colour / 7 |
//! | `marker` | 3 | one-hot: in the centre (also between rounds), own, other |
//! | `sources` | 6 × 5 × 5 | factories, centre; colour; at least 1, 2, 3, 4 tiles, then tiles above four / 11 |
//! | `supply` | 2 × 5 | bag, lid; tiles of each colour / 20 |
//! | `scores` | 2 | own, other; points / 100 |
//! | `round` | 8 | one-hot 1, 2, … 7, 8 or later |
//!
//! `seed4` has three tensors: `spatial` (4 × 5 × 5: own lines, other's lines, own wall, other's wall), `factories`
//! (6 × 5, the centre last: tiles / 4) and `global` (39). A space of a line is (colour + 1) / 5, filled from the left,
//! 0 when empty; a cell of a wall is 1 or 0. The global numbers are, in order: bag (5, / 20), lid (5, / 20), marker
//! (1: +1 own, −1 other, 0 in the centre), floor lines (own 7, other 7: 1 for an occupied slot), scores (own, other,
//! / 100), round (1: / 10, at most 1), complete rows, columns and colours (own 3, other 3, / 5), and tiles of each
//! colour that are in bag, lid, factories or centre (5, / 20).

use super::board::Board;
use super::moves::{self, AzulMove};
use super::position::Azul;
use super::tiles::{Colour, Tiles};
use super::wall::complete;
use crate::encode::{Encode, Encoding, TensorSpec};
use crate::game::Game;
use crate::player::Player;

const fn tensor(name: &'static str, shape: &'static [usize]) -> TensorSpec {
    TensorSpec { name, shape }
}

impl Encode for Azul {
    const ENCODINGS: &'static [Encoding] = &[
        Encoding {
            name: "onehot",
            binary: false,
            tensors: &[
                tensor("walls", &[2, 5, 5]),
                tensor("lines", &[2, 5, 5]),
                tensor("fills", &[2, 15]),
                tensor("floors", &[2, 13]),
                tensor("marker", &[3]),
                tensor("sources", &[6, 5, 5]),
                tensor("supply", &[2, 5]),
                tensor("scores", &[2]),
                tensor("round", &[8]),
            ],
        },
        Encoding {
            name: "seed4",
            binary: false,
            tensors: &[
                tensor("spatial", &[4, 5, 5]),
                tensor("factories", &[6, 5]),
                tensor("global", &[39]),
            ],
        },
    ];
    const ACTIONS: usize = AzulMove::CODES;

    fn observe(&self, encoding: usize, out: &mut [f32]) {
        assert_eq!(
            out.len(),
            Self::ENCODINGS[encoding].len(),
            "the observation has a fixed size"
        );
        out.fill(0.0);
        let out = Writer(out.iter_mut());
        if encoding == 0 {
            self.write_onehot(out);
        } else {
            self.write_seed4(out);
        }
    }

    fn viewer(&self) -> Player {
        self.mover
    }

    fn action_index(&self, m: AzulMove) -> usize {
        m.code()
    }

    fn action(&self, index: usize) -> Option<AzulMove> {
        AzulMove::from_code(index).filter(|&m| self.is_legal(m))
    }

    fn mark_legal(&self, mask: &mut [bool]) {
        let open = self.boards[self.mover.index()].open;
        moves::each(self.present, open, |m| mask[m.code()] = true);
    }
}

/// Fills a buffer of zeros from the left.
struct Writer<'a>(std::slice::IterMut<'a, f32>);

impl Writer<'_> {
    fn put(&mut self, number: f32) {
        if let Some(place) = self.0.next() {
            *place = number;
        }
    }

    fn flag(&mut self, set: bool) {
        self.put(f32::from(u8::from(set)));
    }

    /// `n` numbers, the one at `index` being 1.
    fn one_hot(&mut self, n: usize, index: Option<usize>) {
        for i in 0..n {
            self.flag(index == Some(i));
        }
    }

    fn wall(&mut self, board: &Board) {
        for cell in 0..25 {
            self.flag(board.wall >> cell & 1 == 1);
        }
    }

    /// The numbers of tiles of each colour, divided by `most`.
    fn tiles(&mut self, tiles: Tiles, most: f32) {
        for n in tiles.counts() {
            self.put(f32::from(n) / most);
        }
    }
}

impl Azul {
    /// The boards, own first.
    fn own_and_other(&self) -> [&Board; 2] {
        [self.mover, self.mover.other()].map(|player| &self.boards[player.index()])
    }

    fn write_onehot(&self, mut out: Writer<'_>) {
        let boards = self.own_and_other();
        for board in boards {
            out.wall(board);
        }
        for board in boards {
            for line in board.lines {
                out.one_hot(5, line.content().map(|(colour, _)| colour.index()));
            }
        }
        for board in boards {
            for (row, line) in board.lines.iter().enumerate() {
                for space in 0..=row {
                    out.flag(space < line.fill() as usize);
                }
            }
        }
        for board in boards {
            out.one_hot(8, Some(board.floor.len()));
            out.tiles(board.floor.tiles(), 7.0);
        }
        let holder = self
            .marker
            .map_or(0, |player| 1 + usize::from(player != self.mover));
        out.one_hot(3, Some(holder));
        for tiles in self.sources {
            for n in tiles.counts() {
                for least in 1..=4 {
                    out.flag(n >= least);
                }
                out.put(f32::from(n.saturating_sub(4)) / 11.0);
            }
        }
        out.tiles(self.bag, 20.0);
        out.tiles(self.lid, 20.0);
        for board in boards {
            out.put(f32::from(board.score) / 100.0);
        }
        out.one_hot(8, Some(usize::from(self.round.min(8)) - 1));
    }

    fn write_seed4(&self, mut out: Writer<'_>) {
        let boards = self.own_and_other();
        for board in boards {
            for line in board.lines {
                let (colour, fill) = line.content().unwrap_or((Colour::Blue, 0));
                for space in 0..5 {
                    let tile = space < fill;
                    out.put(if tile {
                        (colour.index() + 1) as f32 / 5.0
                    } else {
                        0.0
                    });
                }
            }
        }
        for board in boards {
            out.wall(board);
        }
        for tiles in self.sources {
            out.tiles(tiles, 4.0);
        }
        out.tiles(self.bag, 20.0);
        out.tiles(self.lid, 20.0);
        out.put(match self.marker {
            None => 0.0,
            Some(player) if player == self.mover => 1.0,
            Some(_) => -1.0,
        });
        for board in boards {
            for slot in 0..7 {
                out.flag(slot < board.floor.len());
            }
        }
        for board in boards {
            out.put(f32::from(board.score) / 100.0);
        }
        out.put((f32::from(self.round) / 10.0).min(1.0));
        for board in boards {
            for n in complete(board.wall) {
                out.put(n as f32 / 5.0);
            }
        }
        let loose = self.sources.into_iter().fold(self.bag.and(self.lid), Tiles::and);
        out.tiles(loose, 20.0);
    }
}
