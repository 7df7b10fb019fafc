//! The one trait that every game fits, and the few types that it speaks in.

use std::fmt;
use std::hash::Hash;

use rand_core::Rng;
use serde::Serialize;

use crate::error::Illegal;
use crate::facts::Facts;
use crate::lang::Text;
use crate::lesson::Lesson;
use crate::options::Rules;
use crate::outcome::{Ending, Outcome};
use crate::player::{ByPlayer, Player};
use crate::random::below;

/// Who decides next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// This player has to move. It need not alternate: a player may decide twice in a row.
    Player(Player),
    /// A chance event must be resolved first.
    Chance,
    /// Nobody: the game is over.
    Over(Outcome),
}

impl Turn {
    /// The player who has to move, if one has.
    #[inline]
    #[must_use]
    pub const fn player(self) -> Option<Player> {
        match self {
            Self::Player(player) => Some(player),
            Self::Chance | Self::Over(_) => None,
        }
    }

    /// The result, if the game is over.
    #[inline]
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Over(outcome) => Some(outcome),
            Self::Player(_) | Self::Chance => None,
        }
    }
}

/// What perft counts for a game that is over before the depth is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FinishedLeaf {
    /// Nothing, as chess and checkers programs do.
    Zero,
    /// One leaf, as Reversi programs do.
    One,
}

/// Facts about a game that hold under all its rules. Generic code reads them and never asks which game it has.
#[derive(Clone, Debug)]
pub struct Meta {
    /// The name in commands, files and addresses.
    pub id: &'static str,
    /// Other names that commands accept.
    pub aliases: &'static [&'static str],
    /// The name for people.
    pub name: Text,
    /// One sentence about it.
    pub summary: Text,
    /// The whole rules as Markdown.
    pub rules: Text,
    /// What the two players are called.
    pub seats: ByPlayer<Text>,
    /// Whether chance events occur.
    pub chance: bool,
    /// Whether it is played in rounds, which [`Game::round`] counts.
    pub rounds: bool,
    /// No position offers more moves than this.
    pub max_moves: usize,
    /// How perft counts finished games.
    pub finished_leaf: FinishedLeaf,
    /// Raised whenever behaviour changes, so that old records and networks can be told apart.
    pub version: u32,
    /// Lessons for those who learn it, from the first move on.
    pub lessons: &'static [Lesson],
    /// Whether it is only there to show how a game is added; generated files leave it out.
    pub example: bool,
    /// What those who serve and show it have to know.
    pub facts: Facts,
}

/// A fixed text for a constant that others take fields from; see [`Meta::BASE`].
macro_rules! literal {
    ($en:literal, $es:literal) => {
        Text {
            en: std::borrow::Cow::Borrowed($en),
            es: std::borrow::Cow::Borrowed($es),
        }
    };
}
pub(crate) use literal;

impl Meta {
    /// The facts of a game that says nothing else: it writes its own and takes the rest from here.
    ///
    /// Its texts are written as literals: of what a function returns the compiler does not know that dropping it does
    /// nothing, and then `..Meta::BASE` could not stand in a constant.
    pub const BASE: Self = Self {
        id: "",
        aliases: &[],
        name: literal!("", ""),
        summary: literal!("", ""),
        rules: literal!("", ""),
        seats: ByPlayer {
            first: literal!("First player", "Primer jugador"),
            second: literal!("Second player", "Segundo jugador"),
        },
        chance: false,
        rounds: false,
        max_moves: 0,
        finished_leaf: FinishedLeaf::One,
        version: 1,
        lessons: &[],
        example: false,
        facts: Facts::USUAL,
    };
}

/// A reusable list of moves: after the first few positions, generating moves allocates nothing.
pub type MoveBuf<M> = Vec<M>;

/// A two-player game in progress: its position, and as much of its past as the rules ask for.
///
/// Two equal values answer every question alike. Positions from outside enter through
/// [`Notation`](crate::Notation); from inside only legal moves change them, so nothing is checked twice.
///
/// ```
/// use damero_games::{Game, Player, Turn, reversi::Reversi};
/// let mut game = Reversi::start(&Default::default());
/// assert_eq!(game.turn(), Turn::Player(Player::First));
/// let mut moves = Vec::new();
/// game.moves(&mut moves);
/// assert_eq!(moves.len(), 4);
/// game.play(moves[0])?;
/// # Ok::<(), damero_games::Illegal>(())
/// ```
pub trait Game: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// The options of the rules.
    type Rules: Rules;
    /// A decision of a player; its text form is the canonical notation.
    type Move: Copy + Eq + Hash + fmt::Debug + fmt::Display + Send + Sync + 'static;
    /// What a chance event decides; [`Infallible`](std::convert::Infallible) where there is no chance.
    type Chance: Clone + Eq + fmt::Debug + fmt::Display + Send + Sync + 'static;

    /// The facts about the game.
    const META: Meta;

    /// The beginning of a game. Randomness comes later, as explicit chance events.
    fn start(rules: &Self::Rules) -> Self;

    /// Begins a new game in place; games override it where the memory of the old one can be used again.
    fn restart(&mut self, rules: &Self::Rules) {
        *self = Self::start(rules);
    }

    /// The rules being played.
    fn rules(&self) -> &Self::Rules;

    /// No game under `rules` has more moves than this (chance events not counted).
    fn max_plies(rules: &Self::Rules) -> u32;

    /// Who decides next.
    fn turn(&self) -> Turn;

    /// How and why the game is over; `None` while it goes on.
    fn ending(&self) -> Option<Ending>;

    /// Whether the game was cut short by a limit; games override it where the reason of an ending takes time to write.
    fn is_truncated(&self) -> bool {
        self.ending().is_some_and(|ending| ending.truncated)
    }

    /// The round being played, of which the first is 1; always 1 in a game without rounds.
    fn round(&self) -> u16 {
        1
    }

    /// Points, where the game keeps them.
    fn scores(&self) -> Option<ByPlayer<i32>> {
        None
    }

    /// Replaces the content of `buf` by all legal moves, in a fixed order, without duplicates.
    ///
    /// Empty exactly when no player is to move.
    fn moves(&self, buf: &mut MoveBuf<Self::Move>);

    /// How many moves are legal; games override it where counting is cheaper than listing.
    #[inline]
    fn count_moves(&self) -> usize {
        let mut buf = MoveBuf::new();
        self.moves(&mut buf);
        buf.len()
    }

    /// One of the legal `moves` that wins at once, where the game sees that without trying them; `None` says nothing.
    fn win_at_once(&self, _moves: &[Self::Move]) -> Option<Self::Move> {
        None
    }

    /// Whether `m` is legal now, decided without the list of moves where the game can.
    fn is_legal(&self, m: Self::Move) -> bool;

    /// Explains why `m` is refused; called only for moves that are not legal.
    fn refuse(&self, m: Self::Move) -> Illegal;

    /// Plays a move.
    ///
    /// # Errors
    /// An illegal move is refused with the rule that refuses it; the game is left as it was.
    fn play(&mut self, m: Self::Move) -> Result<(), Illegal> {
        match self.turn() {
            Turn::Over(_) => Err(Illegal::over()),
            Turn::Chance => Err(Illegal::chance_pending()),
            Turn::Player(_) if !self.is_legal(m) => Err(self.refuse(m)),
            Turn::Player(_) => {
                self.play_unchecked(m);
                Ok(())
            }
        }
    }

    /// Plays a move that is known to be legal. With any other move the game is meaningless afterwards,
    /// though never unsafe.
    fn play_unchecked(&mut self, m: Self::Move);

    /// Draws a chance event as the rules distribute it, without applying it.
    ///
    /// # Panics
    /// May panic unless [`turn`](Self::turn) is [`Turn::Chance`]; always in a game without chance, which need not
    /// write it.
    fn sample_chance<R: Rng + ?Sized>(&self, _rng: &mut R) -> Self::Chance {
        unreachable!("{} has no chance events", Self::META.id)
    }

    /// Applies a chance event.
    ///
    /// # Errors
    /// An event that cannot happen now is refused; the game is left as it was.
    fn apply_chance(&mut self, _event: &Self::Chance) -> Result<(), Illegal> {
        Err(Illegal::no_chance_pending())
    }

    /// Draws and applies one chance event, if one is due.
    #[inline]
    fn resolve_chance<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        if Self::META.chance && self.turn() == Turn::Chance {
            let event = self.sample_chance(rng);
            let applied = self.apply_chance(&event);
            debug_assert_eq!(applied, Ok(()), "a sampled event is always possible");
        }
    }

    /// A legal move, each equally likely; games override it where picking is cheaper than listing.
    ///
    /// # Panics
    /// May panic when no player is to move.
    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R, buf: &mut MoveBuf<Self::Move>) -> Self::Move {
        self.moves(buf);
        buf[below(rng, buf.len() as u32) as usize]
    }

    /// Draws a move as [`random_move`](Self::random_move) does and plays it; games override it where doing both at
    /// once is cheaper.
    ///
    /// # Panics
    /// May panic when no player is to move.
    #[inline]
    fn play_random<R: Rng + ?Sized>(&mut self, rng: &mut R, buf: &mut MoveBuf<Self::Move>) {
        let m = self.random_move(rng, buf);
        self.play_unchecked(m);
    }

    /// A 64-bit key of the position (what stands where and who is to move; not the past), cheap to ask for.
    fn key(&self) -> u64;

    /// The same key computed anew from the position, as the check on [`key`](Self::key).
    fn key_from_scratch(&self) -> u64;

    /// The same position without its past, under the same rules less the draws that depend on the past
    /// (repetition, move limits). Perft counts in this form.
    #[must_use]
    fn forget_past(&self) -> Self {
        self.clone()
    }

    /// Leaves of the game tree `depth` plies below, a chance event being the end of a line.
    ///
    /// Games override it for speed; the generic [`perft`](crate::perft::perft) stays the check on that.
    fn perft(&self, depth: u32) -> u64 {
        crate::perft::perft(self, depth)
    }
}
