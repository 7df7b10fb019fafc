//! Games that begin with moves left to chance, so that self-play sees more than what the network likes to open with.

use damero_games::random::{SeededRng, below};
use damero_games::record::{Event, apply};
use damero_games::{Game, MoveBuf, Turn};
use damero_search::mcts::{Evaluations, Evaluator};

/// Beginnings that are drawn for a game in search of a balanced one.
const TRIES: usize = 8;

/// How games begin.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Opening {
    /// A game begins with up to so many random moves, each number as likely as any other.
    pub(super) plies: u32,
    /// The network may hold either player for better by no more than this.
    pub(super) balance: f32,
}

/// What happened in a beginning, and where it led.
type Line<G> = (Vec<Event<G>>, G);

impl Opening {
    /// Draws a beginning from `game` on; of several the first that `judge` finds balanced, or else the most balanced. Empty
    /// if there are to be no random moves, or they would end the game.
    pub(super) fn draw<G: Game>(
        self,
        game: &G,
        judge: &mut impl Evaluator<G>,
        rng: &mut SeededRng,
    ) -> Vec<Event<G>> {
        if self.plies == 0 {
            return Vec::new();
        }
        let plies = below(rng, self.plies + 1);
        let tries = if self.balance < 1.0 { TRIES } else { 1 };
        let lines = (0..tries).map(|_| line(game, plies, rng));
        let (mut lines, positions): (Vec<_>, Vec<G>) =
            lines.filter(|(_, end)| end.turn().player().is_some()).unzip();
        if self.balance >= 1.0 || positions.is_empty() {
            return lines.pop().unwrap_or_default();
        }
        let mut answers = Evaluations::default();
        judge.evaluate(&positions, rng, &mut answers);
        // All that are balanced are equally good, and of equals the first is taken.
        let leans = answers
            .iter()
            .map(|answer| answer.value.0.abs().max(self.balance));
        let (best, _) =
            leans.enumerate().fold(
                (0, f32::INFINITY),
                |best, (n, lean)| {
                    if lean < best.1 { (n, lean) } else { best }
                },
            );
        lines.swap_remove(best)
    }
}

/// So many random moves, and the chance events before and after them.
fn line<G: Game>(game: &G, plies: u32, rng: &mut SeededRng) -> Line<G> {
    let (mut events, mut game) = (Vec::new(), game.clone());
    let (mut left, mut buf) = (plies, MoveBuf::new());
    loop {
        let event = match game.turn() {
            Turn::Player(_) if left > 0 => {
                left -= 1;
                Event::Move(game.random_move(rng, &mut buf))
            }
            Turn::Chance => Event::Chance(game.sample_chance(rng)),
            Turn::Player(_) | Turn::Over(_) => break,
        };
        let applied = apply(&mut game, &event);
        debug_assert!(applied.is_ok(), "only what the rules allow is drawn");
        events.push(event);
    }
    (events, game)
}
