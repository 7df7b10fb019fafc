//! What the evaluation of checkers looks at: a few numbers of a position, each the difference between the sides.

use damero_games::checkers::{Checkers, Square};
use damero_games::{Game, Player};

/// The terms in their order, as weight files name them.
pub const NAMES: [&str; COUNT] = [
    "man",
    "king",
    "advance",
    "near",
    "home",
    "bridge",
    "centre",
    "king-centre",
    "edge",
    "corner",
    "moves",
    "freedom",
    "tempo",
    "distance",
    "opposition",
];

/// How many terms there are.
pub const COUNT: usize = 15;

/// What each side has by itself comes first, in the order of [`NAMES`].
const OWN: usize = 10;

/// The terms of a position as one player sees them.
pub type Terms = [i32; COUNT];

/// The pieces on a full board.
pub const FULL: i32 = 24;

/// How many pieces are on the board, which tells how far the game is.
#[inline]
pub(super) fn pieces(game: &Checkers) -> i32 {
    (game.pieces(Player::First) | game.pieces(Player::Second)).count_ones() as i32
}

/// The terms of a position for `player`.
#[inline]
pub(super) fn terms(game: &Checkers, player: Player) -> Terms {
    let mut terms = [0; COUNT];
    let sides = [player, player.other()].map(|side| own_terms(game, side));
    for (term, (own, enemy)) in terms.iter_mut().zip(sides[0].iter().zip(&sides[1])) {
        *term = own - enemy;
    }
    let turn = if game.to_move() == player { 1 } else { -1 };
    terms[10] = turn * game.count_moves() as i32;
    terms[11] = game.steps(player) as i32 - game.steps(player.other()) as i32;
    terms[12] = turn;
    terms[13] = hunt(game, player, terms[0], terms[1]);
    terms[14] = turn * opposition(game);
    terms
}

/// What a side has on the board by itself.
#[inline]
fn own_terms(game: &Checkers, side: Player) -> [i32; OWN] {
    let masks = &MASKS[side.index()];
    let (men, kings) = (game.men(side), game.kings(side));
    let count = |bits: u64| bits.count_ones() as i32;
    // The rows advanced of all men together, from the binary digits of the number of each row.
    let advance = count(men & masks.ones) + 2 * count(men & masks.twos) + 4 * count(men & masks.fours);
    let bridge = i32::from(men & masks.bridge == masks.bridge);
    let (king_centre, corner) = if kings == 0 {
        (0, 0)
    } else {
        (count(kings & CENTRE), count(kings & CORNERS))
    };
    [
        count(men),
        count(kings),
        advance,
        count(men & masks.near),
        count(men & masks.home),
        bridge,
        count(men & CENTRE),
        king_centre,
        count(men & EDGE),
        corner,
    ]
}

/// The steps from each king of the side that is ahead to the nearest enemy piece, added up; negative when the other
/// side is ahead. Who does not come closer does not win.
fn hunt(game: &Checkers, player: Player, men: i32, kings: i32) -> i32 {
    let lead = 2 * men + 3 * kings;
    let (hunter, sign) = match lead.signum() {
        0 => return 0,
        1 => (player, 1),
        _ => (player.other(), -1),
    };
    let steps = |a: Square, b: Square| a.row().abs_diff(b.row()).max(a.column().abs_diff(b.column()));
    let nearest = |king| {
        Square::all(game.pieces(hunter.other()))
            .map(|prey| steps(king, prey))
            .min()
            .unwrap_or(0)
    };
    let sum: u8 = Square::all(game.kings(hunter)).map(nearest).sum();
    sign * i32::from(sum)
}

/// Who gets the last word when equal forces meet: 1 for the side to move, -1 for the other, 0 with unequal forces.
///
/// With equal numbers the side to move has the opposition when an odd number of pieces stands on the columns where
/// its own back row has squares, which is then true of the other columns too.
fn opposition(game: &Checkers) -> i32 {
    let sides = [Player::First, Player::Second].map(|side| game.pieces(side));
    if sides[0].count_ones() != sides[1].count_ones() {
        return 0;
    }
    let system = ((sides[0] | sides[1]) & EVEN_COLUMNS).count_ones() as i32;
    2 * (system & 1) - 1
}

/// Sets of squares that mean the same to both sides.
const CENTRE: u64 = area(0b0011_1100, 0b0011_1100);
const EDGE: u64 = area(0xff, 0b1000_0001);
const EVEN_COLUMNS: u64 = area(0xff, 0b0101_0101);
/// The two squares of each double corner.
const CORNERS: u64 = area(0b0000_0011, 0b0000_0011) | area(0b1100_0000, 0b1100_0000);

/// Sets of squares as a side sees them.
struct Masks {
    /// Squares where the number of rows that a man has advanced has this binary digit.
    ones: u64,
    twos: u64,
    fours: u64,
    /// The row before the crowning row.
    near: u64,
    home: u64,
    /// Two men here hold the whole home row.
    bridge: u64,
}

/// For red, who goes towards row 0, and for black.
const MASKS: [Masks; 2] = [
    Masks {
        ones: area(0b0101_0101, 0xff),
        twos: area(0b0011_0011, 0xff),
        fours: area(0b0000_1111, 0xff),
        near: area(0b0000_0010, 0xff),
        home: area(0b1000_0000, 0xff),
        bridge: area(0b1000_0000, 0b0100_0100),
    },
    Masks {
        ones: area(0b1010_1010, 0xff),
        twos: area(0b1100_1100, 0xff),
        fours: area(0b1111_0000, 0xff),
        near: area(0b0100_0000, 0xff),
        home: area(0b0000_0001, 0xff),
        bridge: area(0b0000_0001, 0b0010_0010),
    },
];

/// The playing squares in the rows and columns whose bits are set.
const fn area(rows: u8, columns: u8) -> u64 {
    let mut bits = 0;
    let mut index = 0;
    while index < 32 {
        if let Some(square) = Square::new(index)
            && rows >> square.row() & 1 == 1
            && columns >> square.column() & 1 == 1
        {
            bits |= square.bit();
        }
        index += 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use damero_games::Notation;
    use damero_games::checkers::CheckersRules;

    use super::*;

    fn term(position: &str, name: &str) -> i32 {
        let game = Checkers::from_position(&CheckersRules::default(), position).expect("a position");
        let at = NAMES.iter().position(|&known| known == name).expect("a term");
        let [red, black] = [Player::First, Player::Second].map(|player| terms(&game, player)[at]);
        assert_eq!(red, -black, "{name} of {position}");
        red
    }

    #[test]
    fn each_term_counts_what_it_says() {
        // Red is the Black of the notation and begins on squares 1 to 12.
        assert_eq!(term("B:W32:B1,5,9", "man"), 2);
        assert_eq!(term("B:WK32:B1,5,9", "king"), -1);
        assert_eq!(term("B:W32:B1,5,9", "advance"), 3);
        assert_eq!(term("B:W21:B20", "advance"), 2);
        assert_eq!(term("B:W32:B25,26", "near"), 2);
        assert_eq!(term("B:W32,31:B1,9", "home"), -1);
        assert_eq!(term("B:W21:B1,3", "bridge"), 1);
        assert_eq!(term("B:W30,32:B2,4", "bridge"), -1);
        assert_eq!(term("B:W32:B10,11,14", "centre"), 3);
        assert_eq!(term("B:WK18:B4", "king-centre"), -1);
        assert_eq!(term("B:W32:B5,13,12", "edge"), 3);
        assert_eq!(term("B:WK32,K28,K30:BK1", "corner"), -1);
        assert_eq!(term("B:W32:B9", "moves"), 2);
        assert_eq!(term("W:W32:B9", "moves"), -2);
        assert_eq!(term("B:W32,21:B9", "freedom"), -1);
        assert_eq!(term("B:W32:B9", "tempo"), 1);
        assert_eq!(term("B:W29:BK1,K4", "distance"), 14);
        assert_eq!(term("B:WK29,K4:BK1", "distance"), -13);
    }

    #[test]
    fn the_opposition_is_with_who_can_wait() {
        // Two men face each other: whoever steps is taken.
        assert_eq!(term("B:W19:B11", "opposition"), -1);
        assert_eq!(term("W:W19:B11", "opposition"), 1);
        assert_eq!(term("B:WK19:BK11,K1", "opposition"), 0);
    }
}
