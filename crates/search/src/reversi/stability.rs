//! Discs that can never be turned again: they bound what the enemy can still win.
//!
//! Three sources, each safe on its own: an edge looked up as a whole (a table of every edge, found by playing out every
//! way to fill it), discs on four full lines, and discs whose four lines are each full or lean on a disc that is
//! already known to be stable.

/// The squares of the four edges.
const EDGES: u64 = 0xff81_8181_8181_81ff;
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = 0x8080_8080_8080_8080;

/// Edges are numbered in base three: one digit per square, 1 for an own disc and 2 for an enemy's.
const EDGE_COUNT: usize = 3_usize.pow(8);

/// A bit pattern read as digits of base three.
static DIGITS: [u16; 256] = digits();

const fn digits() -> [u16; 256] {
    let mut all = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let (mut i, mut power) = (0, 1);
        while i < 8 {
            if bits >> i & 1 == 1 {
                all[bits] += power;
            }
            power *= 3;
            i += 1;
        }
        bits += 1;
    }
    all
}

/// For every edge the own discs that stay.
pub(super) struct Edges(Box<[u8; EDGE_COUNT]>);

impl Edges {
    pub(super) fn new() -> Self {
        let mut known = vec![None; EDGE_COUNT];
        for own in 0..=255_u8 {
            for enemy in 0..=255_u8 {
                if own & enemy == 0 {
                    stable_on_edge(own, enemy, &mut known);
                }
            }
        }
        let mut table = Box::new([0; EDGE_COUNT]);
        for (stable, found) in table.iter_mut().zip(known) {
            *stable = found.unwrap_or_default();
        }
        Self(table)
    }

    #[inline(always)]
    fn stable(&self, own: u8, enemy: u8) -> u64 {
        let edge = DIGITS[own as usize] + 2 * DIGITS[enemy as usize];
        u64::from(self.0[edge as usize])
    }

    /// Discs of the owner of `own` that can never be turned. Not all of them are found.
    #[inline(always)]
    pub(super) fn stable_discs(&self, own: u64, enemy: u64) -> u64 {
        let full = FullLines::new(own | enemy);
        let mut stable = self.on_edges(own, enemy) | (full.all() & own);
        if stable == 0 {
            return 0;
        }
        let inner = own & !EDGES;
        loop {
            let row = stable >> 1 | stable << 1 | full.rows;
            let column = stable >> 8 | stable << 8 | full.columns;
            let rising = stable >> 7 | stable << 7 | full.rising;
            let falling = stable >> 9 | stable << 9 | full.falling;
            // Inner squares have all eight neighbours, so nothing wraps around an edge.
            let more = row & column & rising & falling & inner & !stable;
            if more == 0 {
                return stable;
            }
            stable |= more;
        }
    }

    /// The stable discs of `own` on the four edges.
    #[inline(always)]
    pub(super) fn on_edges(&self, own: u64, enemy: u64) -> u64 {
        let top = self.stable(own as u8, enemy as u8);
        let bottom = self.stable((own >> 56) as u8, (enemy >> 56) as u8) << 56;
        let left = spread(self.stable(gather(own), gather(enemy)));
        let right = spread(self.stable(gather(own >> 7), gather(enemy >> 7))) << 7;
        top | bottom | left | right
    }
}

/// The a file as a byte, a1 lowest.
#[inline(always)]
const fn gather(bits: u64) -> u8 {
    ((bits & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The opposite of [`gather`].
#[inline(always)]
const fn spread(byte: u64) -> u64 {
    // Seven copies a byte and a bit apart put bit i of the byte on bit 8 i; the last square has no room for its copy.
    ((byte & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & FILE_A) | (byte & 0x80) << 49
}

/// The squares on lines without an empty square.
struct FullLines {
    rows: u64,
    columns: u64,
    rising: u64,
    falling: u64,
}

impl FullLines {
    #[inline(always)]
    const fn new(occupied: u64) -> Self {
        let mut rows = occupied;
        rows &= rows >> 4;
        rows &= rows >> 2;
        rows &= rows >> 1;
        rows = (rows & FILE_A) * 0xff;

        let mut columns = occupied;
        columns &= columns.rotate_right(8);
        columns &= columns.rotate_right(16);
        columns &= columns.rotate_right(32);

        // A diagonal is full up to a square if the square is taken and the diagonal is full up to its neighbour; the
        // squares at the border have no neighbour. Steps double.
        let rising = along::<7>(occupied, FILE_H | 0xff, FILE_A | 0xff << 56);
        let falling = along::<9>(occupied, FILE_A | 0xff, FILE_H | 0xff << 56);
        Self {
            rows,
            columns,
            rising,
            falling,
        }
    }

    #[inline(always)]
    const fn all(&self) -> u64 {
        self.rows & self.columns & self.rising & self.falling
    }
}

/// The squares of full diagonals in steps of `SHIFT`, which begin on the squares `first` and end on the squares `last`.
#[inline(always)]
const fn along<const SHIFT: u32>(occupied: u64, first: u64, last: u64) -> u64 {
    let (mut up, mut down) = (occupied, occupied);
    let (mut up_border, mut down_border) = (first, last);
    let mut shift = SHIFT;
    let mut step = 0;
    while step < 3 {
        up &= (up << shift) | up_border;
        down &= (down >> shift) | down_border;
        up_border |= up_border << shift;
        down_border |= down_border >> shift;
        shift *= 2;
        step += 1;
    }
    up & down
}

/// The discs of `own` that stay whoever fills the empty squares of the edge in whatever order.
fn stable_on_edge(own: u8, enemy: u8, known: &mut [Option<u8>]) -> u8 {
    let edge = (DIGITS[own as usize] + 2 * DIGITS[enemy as usize]) as usize;
    if let Some(stable) = known[edge] {
        return stable;
    }
    let mut stable = own;
    for square in 0..8 {
        if (own | enemy) >> square & 1 == 0 {
            let (mine, theirs) = place(own, enemy, square);
            stable &= stable_on_edge(mine, theirs, known);
            let (theirs, mine) = place(enemy, own, square);
            stable &= own & stable_on_edge(mine, theirs, known);
        }
    }
    known[edge] = Some(stable);
    stable
}

/// The edge after the owner of `own` has placed a disc, whether or not it turns any along the edge.
fn place(own: u8, enemy: u8, square: u32) -> (u8, u8) {
    let mut turned = 0;
    for up in [true, false] {
        let mut run = 0;
        let mut bit = 1_u8 << square;
        loop {
            bit = if up { bit << 1 } else { bit >> 1 };
            if bit & enemy == 0 {
                break;
            }
            run |= bit;
        }
        if bit & own != 0 {
            turned |= run;
        }
    }
    (own | turned | 1 << square, enemy & !turned)
}

#[cfg(test)]
mod tests {
    use damero_games::playout::random_game;
    use damero_games::random::seeded;
    use damero_games::reversi::Reversi;
    use damero_games::{Game, Player};

    use super::*;

    fn stable_of(edges: &Edges, game: &Reversi, player: Player) -> u64 {
        let discs = game.discs();
        edges.stable_discs(discs[player], discs[player.other()])
    }

    #[test]
    fn stable_discs_are_never_turned() {
        let edges = Edges::new();
        let mut rng = seeded(21);
        let mut found = 0;
        for _ in 0..3_000 {
            let mut stable = [0_u64; 2];
            for game in random_game(Reversi::start(&Default::default()), &mut rng).skip(1) {
                for (player, before) in Player::ALL.into_iter().zip(&mut stable) {
                    let now = stable_of(&edges, &game, player);
                    // Once called stable a disc stays, and it goes on being called so.
                    assert_eq!(*before & !now, 0, "{game:?}");
                    assert_eq!(now & !game.discs()[player], 0);
                    *before = now;
                }
            }
            found += (stable[0] | stable[1]).count_ones();
        }
        assert!(
            found > 3_000 * 60,
            "at the end nearly every disc is stable, not {found}"
        );
    }

    #[test]
    fn a_full_board_is_stable_and_an_open_one_is_not() {
        let edges = Edges::new();
        let own = 0x0f0f_0f0f_f0f0_f0f0;
        assert_eq!(edges.stable_discs(own, !own), own);
        assert_eq!(
            edges.stable_discs(0x0000_0008_1000_0000, 0x0000_0010_0800_0000),
            0
        );
        // A corner holds its own edge and nothing else.
        assert_eq!(edges.stable_discs(0b111, 0), 0b111);
        assert_eq!(edges.stable_discs(0b110, 0), 0);
    }

    #[test]
    fn columns_are_gathered_and_spread_in_order() {
        for byte in 0..=255_u8 {
            assert_eq!(gather(spread(u64::from(byte))), byte);
        }
        assert_eq!(spread(1), 1);
        assert_eq!(spread(0x80), 1 << 56);
    }
}
