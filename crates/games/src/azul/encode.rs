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
use super::moves::AzulMove;
use super::position::Azul;
use super::tiles::{Colour, LANE_MASK, LANES, Tiles};
use super::wall::complete;
use crate::bits::expand;
use crate::encode::{Encode, Encoding, TensorSpec};
use crate::game::{Game, MoveBuf};
use crate::marks::Marks;
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
        let out = Writer(out);
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

    /// A source has 30 codes in the order of the lanes: what its colours may go to are the lanes of those colours.
    fn mark_legal<M: Marks + ?Sized>(&self, marks: &mut M, _: &mut MoveBuf<AzulMove>) {
        let open = self.boards[self.mover.index()].open;
        for source in 0..6 {
            let colours = self.present >> source & LANES;
            marks.mark_all(30 * source, ((colours * LANE_MASK) & open).into());
        }
    }
}

/// Fills a buffer from the left.
struct Writer<'a>(&'a mut [f32]);

impl<'a> Writer<'a> {
    /// The next `N` numbers.
    #[inline]
    fn next<const N: usize>(&mut self) -> &'a mut [f32; N] {
        let Some((next, rest)) = std::mem::take(&mut self.0).split_first_chunk_mut() else {
            unreachable!("every encoding is as long as what is written");
        };
        self.0 = rest;
        next
    }

    #[inline]
    fn put(&mut self, number: f32) {
        *self.next() = [number];
    }

    /// `N` bits as numbers, the lowest first.
    #[inline]
    fn bits<const N: usize>(&mut self, bits: u32) {
        expand(bits.into(), self.next::<N>());
    }

    /// The numbers of tiles of each colour, as parts that a table says.
    #[inline]
    fn tiles(&mut self, tiles: Tiles, parts: &[f32; COUNTS]) {
        *self.next() = tiles.counts().map(|n| parts[usize::from(n) % COUNTS]);
    }
}

/// More than the tiles that there are of a colour, and a power of two.
const COUNTS: usize = 32;

/// Numbers of tiles divided by the most that there can be: on a floor line, on a factory, and of a colour.
static OF_7: [f32; COUNTS] = parts(7.0);
static OF_4: [f32; COUNTS] = parts(4.0);
static OF_20: [f32; COUNTS] = parts(20.0);

const fn parts(most: f32) -> [f32; COUNTS] {
    let (mut parts, mut n) = ([0.0; COUNTS], 0);
    while n < COUNTS {
        parts[n] = n as f32 / most;
        n += 1;
    }
    parts
}

/// For a number of tiles in a source: whether there are at least 1, 2, 3, 4, and what is above four / 11.
static SOURCE: [[f32; 5]; COUNTS] = {
    let (mut table, mut n) = ([[0.0; 5]; COUNTS], 0);
    while n < COUNTS {
        let mut least = 1;
        while least <= 4 && least <= n {
            table[n][least - 1] = 1.0;
            least += 1;
        }
        table[n][4] = n.saturating_sub(4) as f32 / 11.0;
        n += 1;
    }
    table
};

impl Azul {
    /// The boards, own first.
    fn own_and_other(&self) -> [&Board; 2] {
        [self.mover, self.mover.other()].map(|player| &self.boards[player.index()])
    }

    fn write_onehot(&self, mut out: Writer<'_>) {
        let boards = self.own_and_other();
        for board in boards {
            out.bits::<25>(board.wall);
        }
        for board in boards {
            let rows = board.lines.iter().enumerate();
            out.bits::<25>(rows.fold(0, |bits, (row, line)| {
                let colour = line.content().map_or(0, |(colour, _)| 1 << colour.index());
                bits | colour << (5 * row)
            }));
        }
        for board in boards {
            let rows = board.lines.iter().enumerate();
            out.bits::<15>(rows.fold(0, |bits, (row, line)| {
                bits | ((1 << line.fill()) - 1) << (row * (row + 1) / 2)
            }));
        }
        for board in boards {
            out.bits::<8>(1 << board.floor.len());
            out.tiles(board.floor.tiles(), &OF_7);
        }
        let holder = self
            .marker
            .map_or(0, |player| 1 + usize::from(player != self.mover));
        out.bits::<3>(1 << holder);
        for tiles in self.sources {
            for n in tiles.counts() {
                *out.next() = SOURCE[usize::from(n) % COUNTS];
            }
        }
        out.tiles(self.bag, &OF_20);
        out.tiles(self.lid, &OF_20);
        for board in boards {
            out.put(f32::from(board.score) / 100.0);
        }
        out.bits::<8>(1 << (self.round.min(8) - 1));
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
            out.bits::<25>(board.wall);
        }
        for tiles in self.sources {
            out.tiles(tiles, &OF_4);
        }
        out.tiles(self.bag, &OF_20);
        out.tiles(self.lid, &OF_20);
        out.put(match self.marker {
            None => 0.0,
            Some(player) if player == self.mover => 1.0,
            Some(_) => -1.0,
        });
        for board in boards {
            out.bits::<7>((1 << board.floor.len()) - 1);
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
        out.tiles(loose, &OF_20);
    }
}
