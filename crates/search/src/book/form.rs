//! The form in which a position stands in a book: one for all its symmetric images, and for all positions that its
//! game holds alike.

use damero_games::chessfive::{ChessFive, ChessFiveMove, Kind, Phase, Square};
use damero_games::reversi::{self, Reversi, ReversiRules};
use damero_games::{Game, GameId, MoveBuf, Notation, Playable, Player, Record, Rules, Text, with_game};

/// A game of which books can be made.
pub trait Bookable: Playable {
    /// How many plies a book of this game covers when nothing else is said.
    const PLIES: u32 = 8;
    /// How many plies are free for both sides when nothing else is said.
    const FREE: u32 = 1;
    /// How many nodes are spent on a position when nothing else is said.
    const NODES: u64 = 200_000;

    /// The rules under which the positions of a book for `rules` stand.
    fn book_rules(rules: &Self::Rules) -> Self::Rules {
        *rules
    }

    /// The position that stands in a book for all that are like this one, under [`Self::book_rules`].
    #[must_use]
    fn in_book(&self) -> Self {
        self.clone()
    }

    /// The name of the opening of a game, where people have given it one.
    #[must_use]
    fn opening(_record: &Record<Self>) -> Option<&'static Text> {
        None
    }

    /// The legal move here that does what `m` does in the position [`Self::in_book`].
    fn out_of_book(&self, m: Self::Move) -> Option<Self::Move> {
        self.is_legal(m).then_some(m)
    }
}

/// The name of the opening of a game that is known only at run time, from its record in any format; `None` where there is
/// no name, or the record cannot be read.
///
/// ```
/// use damero_games::GameId;
/// let name = damero_search::book::opening(GameId::Reversi, "f5d6c3d3c4");
/// assert_eq!(name.map(|name| name.es.as_ref()), Some("Tigre"));
/// ```
#[must_use]
pub fn opening(id: GameId, record: &str) -> Option<&'static Text> {
    with_game!(id, G => G::opening(&G::read_record(record).ok()?))
}

/// A position in canonical form.
#[derive(Clone, Debug)]
pub struct Canonical<G> {
    /// Its position string, the key in a book.
    pub text: String,
    /// The position itself.
    pub game: G,
    /// The symmetry that leads to it, before the position was brought into the form of a book.
    symmetry: usize,
}

/// The canonical form of a position.
pub fn canonical<G: Bookable>(game: &G) -> Canonical<G> {
    let images = (0..game.symmetries()).map(|s| (game.map(s).in_book(), s));
    // The identity is always among them.
    let least = images.min_by_key(|(image, _)| image.key());
    let (game, symmetry) = least.unwrap_or_else(|| (game.in_book(), 0));
    Canonical {
        text: game.position(),
        game,
        symmetry,
    }
}

impl<G: Bookable> Canonical<G> {
    /// The legal move in `game`, whose canonical form this is, that `text` means in the canonical form.
    pub(crate) fn read(&self, game: &G, text: &str) -> Option<G::Move> {
        let m = self.game.read_move(text).ok()?;
        let image = game.map(self.symmetry);
        let m = image.out_of_book(m)?;
        let m = image.map_move(game.inverse(self.symmetry), m);
        game.is_legal(m).then_some(m)
    }
}

/// Games that hold more positions alike than the symmetric ones, or have books of other sizes; every other one keeps the
/// defaults.
macro_rules! bookable {
    (Reversi $module:ident) => {};
    (ChessFive $module:ident) => {};
    ($Game:ident $module:ident) => {
        impl Bookable for damero_games::$module::$Game {}
    };
}
damero_games::for_each_game!(bookable);

impl Bookable for Reversi {
    const FREE: u32 = 2;
    const NODES: u64 = 2_000_000;

    /// Neither the name of the game nor the count of empty squares changes what a good move is.
    fn book_rules(_: &ReversiRules) -> ReversiRules {
        ReversiRules::default()
    }

    fn in_book(&self) -> Self {
        Self::from_setup(&ReversiRules::default(), &self.setup()).unwrap_or_else(|_| self.clone())
    }

    fn opening(record: &Record<Self>) -> Option<&'static Text> {
        reversi::opening(record)
    }
}

/// While pieces fall, the book sees whose pieces stand where and not which: five in line count whatever they are.
///
/// It thinks as if both sides dropped their pieces in the fixed order, which leaves eight moves instead of forty, so
/// that it looks much further ahead, and knows an answer to every reply. In exchange its scores are those of that
/// narrower game.
impl Bookable for ChessFive {
    const FREE: u32 = 0;
    const NODES: u64 = 40_000;

    fn book_rules(rules: &Self::Rules) -> Self::Rules {
        let mut rules = *rules;
        let known = rules.set("fixed_order", "on");
        debug_assert!(known.is_ok(), "the option exists");
        rules
    }

    fn in_book(&self) -> Self {
        let rules = Self::book_rules(self.rules());
        let mut setup = self.setup();
        if self.phase() == Phase::Gravity {
            let men = setup.men;
            setup.men = Default::default();
            for player in Player::ALL {
                let mut hand = Kind::ALL.map(|kind| rules.board().owned(kind));
                for square in Square::all(men.side(player)) {
                    let next = Kind::ALL.into_iter().find(|kind| hand[kind.index()] > 0);
                    // Nobody has more pieces on the board than there are.
                    let Some(kind) = next else { return self.clone() };
                    hand[kind.index()] -= 1;
                    setup.men.toggle(player, kind, square.bit());
                }
                setup.hands[player] = hand;
            }
        }
        Self::from_setup(&rules, &setup).unwrap_or_else(|_| self.clone())
    }

    /// The same square; the same kind if it is still in hand, else the first that is.
    fn out_of_book(&self, m: ChessFiveMove) -> Option<ChessFiveMove> {
        let ChessFiveMove::Drop { to, .. } = m else {
            return self.is_legal(m).then_some(m);
        };
        if self.is_legal(m) {
            return Some(m);
        }
        let mut moves = MoveBuf::new();
        self.moves(&mut moves);
        let mut moves = moves.into_iter();
        moves.find(|other| matches!(other, ChessFiveMove::Drop { to: square, .. } if *square == to))
    }
}
