//! Games as numbers for learning: observation tensors, action indices, legal masks.

use crate::game::{Game, MoveBuf};
use crate::marks::Marks;
use crate::player::Player;

/// One tensor of an observation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TensorSpec {
    /// Its name, such as `board`.
    pub name: &'static str,
    /// Its shape, outermost dimension first.
    pub shape: &'static [usize],
}

impl TensorSpec {
    /// How many numbers it holds.
    #[must_use]
    pub const fn len(&self) -> usize {
        let (mut product, mut i) = (1, 0);
        while i < self.shape.len() {
            product *= self.shape[i];
            i += 1;
        }
        product
    }

    /// True for a tensor without numbers.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// One way to show positions to a network: a few tensors, laid out one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encoding {
    /// Its name in configurations.
    pub name: &'static str,
    /// Its tensors, in the order of the buffer.
    pub tensors: &'static [TensorSpec],
    /// Whether every number is 0 or 1, so that bits can hold it.
    pub binary: bool,
}

impl Encoding {
    /// How many numbers the whole observation holds.
    #[must_use]
    pub const fn len(&self) -> usize {
        let (mut sum, mut i) = (0, 0);
        while i < self.tensors.len() {
            sum += self.tensors[i].len();
            i += 1;
        }
        sum
    }

    /// True for an observation without numbers.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Where the actions of a game are on its board: planes of squares, as a convolution computes them.
///
/// Actions that are never legal at the same time may share a place, and so may those that a policy need not tell apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionPlanes {
    /// Planes, rows and columns; rows and columns are those of the observation's board.
    pub shape: [usize; 3],
    /// For each action index its place, counted plane by plane and row by row; `None` where an action is no square's,
    /// such as a pass.
    pub places: Vec<Option<u32>>,
}

/// The numeric side of a game.
///
/// Observations are from the viewpoint of the player to move (of the player who moved last when the game is over),
/// unless the encoding says otherwise. Every legal move has an action index of its own in `0..ACTIONS`.
///
/// ```
/// use damero_games::{Encode, Game, Notation, reversi::Reversi};
///
/// let game = Reversi::start(&Default::default());
/// let mut observation = vec![0.0; Reversi::ENCODINGS[0].len()];
/// game.observe(0, &mut observation);
/// let mut mask = vec![false; Reversi::ACTIONS];
/// game.legal_mask(&mut mask);
/// assert_eq!(mask.iter().filter(|&&legal| legal).count(), 4);
///
/// let m = game.read_move("f5")?;
/// assert_eq!(game.action(game.action_index(m)), Some(m));
/// # Ok::<(), damero_games::InputError>(())
/// ```
pub trait Encode: Game {
    /// The encodings; the first is the default.
    const ENCODINGS: &'static [Encoding];

    /// How many action indices there are.
    const ACTIONS: usize;

    /// Writes the observation in `ENCODINGS[encoding]` into `out`, overwriting all of it.
    ///
    /// # Panics
    /// If `encoding` is out of range or `out` has not exactly the encoding's length.
    fn observe(&self, encoding: usize, out: &mut [f32]);

    /// From whose viewpoint [`observe`](Self::observe) shows the position, while the game goes on: the player to move.
    /// Games with chance events say who it is while chance decides.
    fn viewer(&self) -> Player {
        self.turn().player().unwrap_or(Player::First)
    }

    /// The index of a legal move.
    fn action_index(&self, m: Self::Move) -> usize;

    /// Replaces the content of `out` by the indices of all legal moves, given their list; games override it where an
    /// index depends on the other moves.
    fn action_indices(&self, legal: &[Self::Move], out: &mut Vec<usize>) {
        out.clear();
        out.extend(legal.iter().map(|&m| self.action_index(m)));
    }

    /// How many squares belong to somebody when the game is over; 0 where that says nothing about the result. A game with
    /// such squares has the same symmetries to its end.
    const OWNED: usize = 0;

    /// Writes for each of [`OWNED`](Self::OWNED) squares 1 if it is `player`'s, -1 if it is the other's, and 0 otherwise.
    fn owners(&self, _player: Player, _out: &mut [f32]) {}

    /// How many things may lose at once, such as pieces to give; 0 where there are none of that kind.
    const THREATS: usize = 0;

    /// Writes for each of [`THREATS`](Self::THREATS) things 1 if it loses at once, and -1 otherwise.
    fn threats(&self, _out: &mut [f32]) {}

    /// Where the actions are on the board, in games whose moves begin or end on squares.
    fn action_planes() -> Option<ActionPlanes> {
        None
    }

    /// Whether the [planes](Self::action_planes) tell the legal moves apart under these rules, all but a few.
    fn planes_fit(_rules: &Self::Rules) -> bool {
        true
    }

    /// The legal move with this index; `None` when no legal move has it.
    fn action(&self, index: usize) -> Option<Self::Move>;

    /// As [`action`](Self::action), with memory for a list of moves; games override it where they need one.
    fn action_with(&self, index: usize, _buf: &mut MoveBuf<Self::Move>) -> Option<Self::Move> {
        self.action(index)
    }

    /// Sets `mask[i]` to whether index `i` is a legal move.
    ///
    /// # Panics
    /// If `mask` has not exactly [`ACTIONS`](Self::ACTIONS) entries.
    fn legal_mask(&self, mask: &mut [bool]) {
        assert_eq!(
            mask.len(),
            Self::ACTIONS,
            "the mask has one entry for each action"
        );
        mask.fill(false);
        self.mark_legal(mask, &mut MoveBuf::new());
    }

    /// Marks the legal moves in an empty mask of the right length, with memory for a list of moves; games override it
    /// where that is cheaper than listing them.
    fn mark_legal<M: Marks + ?Sized>(&self, marks: &mut M, buf: &mut MoveBuf<Self::Move>) {
        self.moves(buf);
        for &m in &*buf {
            marks.mark(self.action_index(m));
        }
    }
}
