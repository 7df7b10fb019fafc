//! One form for all positions that differ only by symmetry.
//!
//! Exchanging attributes reorders the planes and turning one round complements its plane, so those 384 symmetries cost
//! a sort. Of the symmetries of the board only those matter that take the taken cells to their least arrangement; a
//! table knows them, and mostly there is only one.

use damero_games::quarto::{BOARD_SYMMETRIES, Cell};

use super::grid::Grid;

/// A position with at least one piece up to symmetry, exactly: the planes and the lowest taken cell.
///
/// The lowest taken cell holds the piece without any attribute, and no other cell does: so the planes tell which
/// others are taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Form {
    pub(super) planes: u64,
    pub(super) lowest: u8,
}

/// The tables of one set of rules.
pub(super) struct Symmetries {
    /// For each set of taken cells, the symmetries that take it to its least arrangement.
    least: Box<[u32]>,
    /// For each symmetry, where the cells of the low and of the high byte of a mask go.
    bytes: Box<[[[u16; 256]; 2]]>,
}

impl Symmetries {
    pub(super) fn new(squares: bool) -> Self {
        let symmetries = &BOARD_SYMMETRIES[..if squares { 8 } else { 32 }];
        let bytes: Box<[_]> = symmetries
            .iter()
            .map(|symmetry| {
                [0, 8].map(|first| {
                    std::array::from_fn(|byte| {
                        let cells = Cell::all((byte as u16) << first);
                        cells.fold(0, |mask, cell| mask | symmetry.cell(cell).bit())
                    })
                })
            })
            .collect();
        let least = (0..=u16::MAX)
            .map(|mask| {
                let mapped = bytes.iter().map(|bytes| map(bytes, mask));
                let least = mapped.clone().min();
                let reaching = mapped.enumerate().filter(|&(_, mapped)| Some(mapped) == least);
                reaching.fold(0, |set, (symmetry, _)| set | 1 << symmetry)
            })
            .collect();
        Self { least, bytes }
    }

    /// The least form of a position, the same for all that are symmetric to it. The empty board has none.
    #[inline]
    pub(super) fn form(&self, grid: &Grid) -> Form {
        debug_assert!(grid.occupied != 0, "nothing tells where the first piece is");
        let mut symmetries = self.least[usize::from(grid.occupied)];
        let mut least = Form {
            planes: u64::MAX,
            lowest: 0,
        };
        while symmetries != 0 {
            let bytes = &self.bytes[symmetries.trailing_zeros() as usize];
            symmetries &= symmetries - 1;
            let occupied = map(bytes, grid.occupied);
            let lowest = occupied.trailing_zeros() & 15;
            let planes = [0, 16, 32, 48].map(|plane| {
                let plane = map(bytes, (grid.having >> plane) as u16);
                plane ^ if plane >> lowest & 1 != 0 { occupied } else { 0 }
            });
            least = least.min(Form {
                planes: sorted(planes),
                lowest: lowest as u8,
            });
        }
        least
    }
}

#[inline]
fn map(bytes: &[[u16; 256]; 2], mask: u16) -> u16 {
    let [low, high] = mask.to_le_bytes();
    bytes[0][usize::from(low)] | bytes[1][usize::from(high)]
}

/// The planes in one word, the least at the bottom.
#[inline]
fn sorted([a, b, c, d]: [u16; 4]) -> u64 {
    let (a, b) = (a.min(b), a.max(b));
    let (c, d) = (c.min(d), c.max(d));
    let (a, c) = (a.min(c), a.max(c));
    let (b, d) = (b.min(d), b.max(d));
    let (b, c) = (b.min(c), b.max(c));
    u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use damero_games::quarto::Quarto;
    use damero_games::random::{below, seeded};
    use damero_games::{Game, MoveBuf, Symmetry, perft::after};

    use super::*;

    /// Two forms too few would be positions taken for each other, too many a symmetry missed.
    #[test]
    fn there_are_as_many_forms_as_positions_up_to_symmetry() {
        let known = [
            ("standard", [2, 40, 454, 10_346].as_slice()),
            ("square", &[3, 84, 1_586, 39_055]),
        ];
        for (rules, counts) in known {
            let start = Quarto::start(&rules.parse().expect("a preset"));
            let symmetries = Symmetries::new(start.squares_win());
            let mut level = vec![start];
            for &count in counts {
                let mut seen = HashSet::new();
                let mut next = Vec::new();
                let (mut gifts, mut cells) = (MoveBuf::new(), MoveBuf::new());
                for game in &level {
                    game.moves(&mut gifts);
                    for given in gifts.iter().map(|&gift| after(game, gift)) {
                        given.moves(&mut cells);
                        let unfinished = cells
                            .iter()
                            .map(|&cell| after(&given, cell))
                            .filter(|game| game.turn().player().is_some());
                        next.extend(unfinished.filter(|game| seen.insert(key(&symmetries, game))));
                    }
                }
                assert_eq!(seen.len(), count, "{rules}");
                level = next;
            }
        }
    }

    fn key(symmetries: &Symmetries, game: &Quarto) -> (u64, u8) {
        let form = symmetries.form(&Grid::of(game));
        (form.planes, form.lowest)
    }

    #[test]
    fn symmetric_positions_have_one_form() {
        let mut rng = seeded(31);
        let mut buf = MoveBuf::new();
        for rules in ["standard", "square"] {
            let start = Quarto::start(&rules.parse().expect("a preset"));
            let symmetries = Symmetries::new(start.squares_win());
            for _ in 0..500 {
                let mut game = start.clone();
                while game.turn().player().is_some() {
                    let m = game.random_move(&mut rng, &mut buf);
                    game.play_unchecked(m);
                    if game.board().occupied() != 0 {
                        let s = below(&mut rng, game.symmetries() as u32) as usize;
                        assert_eq!(key(&symmetries, &game), key(&symmetries, &game.map(s)));
                    }
                }
            }
        }
    }
}
