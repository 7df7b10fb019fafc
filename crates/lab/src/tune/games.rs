//! Games of the engine against itself, each different because it begins with random moves.

use damero_games::random::{SeededRng, below, seeded};
use damero_games::{Game, MoveBuf, Turn};

use damero_search::{Agent, AlphaBeta, AlphaBetaOptions as Options, Evaluate, Limits};

/// An engine that is quick to begin a new game: its table is small.
pub fn player<E>(eval: E) -> AlphaBeta<E> {
    let options = Options {
        table_mib: 1,
        ..Options::default()
    };
    AlphaBeta::new(eval, options)
}

/// How the games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// How deep the engine looks.
    pub depth: u32,
    /// The fewest random moves at the beginning; a game has up to three more, so that either side gets to begin.
    pub opening: u32,
}

impl SelfPlay {
    /// The moves of one whole game from `start`, which follow from `seed`. The first of them are random; with the
    /// moves comes how many of them are.
    ///
    /// # Panics
    /// If the game has chance events, which moves alone do not tell.
    pub fn game<G: Game, E: Evaluate<G>>(
        &self,
        start: &G,
        engine: &mut AlphaBeta<E>,
        seed: u64,
    ) -> (Vec<G::Move>, usize) {
        assert!(!G::META.chance, "moves alone do not tell a game with chance");
        let mut rng = seeded(seed);
        Agent::<G>::new_game(engine);
        let (mut game, mut moves) = self.begin(start, &mut rng);
        let random = moves.len();
        while game.turn().player().is_some() {
            let m = engine.think(&game, Limits::depth(self.depth).into()).best;
            game.play_unchecked(m);
            moves.push(m);
        }
        (moves, random)
    }

    /// A position after random moves in which the game goes on.
    fn begin<G: Game>(&self, start: &G, rng: &mut SeededRng) -> (G, Vec<G::Move>) {
        let mut buf = MoveBuf::new();
        let (mut game, mut moves) = (start.clone(), Vec::new());
        for _ in 0..self.opening + below(rng, 4) {
            let m = game.random_move(rng, &mut buf);
            let mut next = game.clone();
            next.play_unchecked(m);
            if matches!(next.turn(), Turn::Over(_)) {
                break;
            }
            game = next;
            moves.push(m);
        }
        (game, moves)
    }
}
