//! Simulations per second of tree search on every registered game, on one thread: with random playouts, and with an
//! evaluator that costs nothing, which leaves the tree itself.
//!
//! `cargo bench -p damero-search --bench mcts`

use damero_games::random::{SeededRng, seeded};
use damero_games::{Game, GameId, Turn, Value, with_game};
use damero_search::mcts::{Evaluations, Evaluator, Options, Rollouts};
use damero_search::{Agent, Limits, Mcts};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// Simulations in one sample.
const SIMULATIONS: u64 = 5_000;

/// Every position is balanced and every move as good as any other.
#[derive(Clone, Copy)]
struct Even;

impl<G: Game> Evaluator<G> for Even {
    fn evaluate(&mut self, positions: &[G], _: &mut SeededRng, out: &mut Evaluations) {
        for position in positions {
            out.push_uniform(Value(0.0), position.count_moves());
        }
    }
}

#[divan::bench(args = GameId::ALL, sample_count = 10)]
fn rollouts(bencher: Bencher<'_, '_>, id: &GameId) {
    with_game!(*id, G => think::<G, _>(bencher, Rollouts::default(), Options::uct()));
}

#[divan::bench(args = GameId::ALL, sample_count = 10)]
fn tree_alone(bencher: Bencher<'_, '_>, id: &GameId) {
    with_game!(*id, G => think::<G, _>(bencher, Even, Options { batch: 8, ..Options::puct() }));
}

fn think<G: Game, E: Evaluator<G> + Copy + Sync>(bencher: Bencher<'_, '_>, evaluator: E, options: Options) {
    let mut game = G::start(&G::Rules::default());
    while game.turn() == Turn::Chance {
        game.resolve_chance(&mut seeded(1));
    }
    let limits = Limits {
        simulations: Some(SIMULATIONS),
        ..Limits::default()
    };
    bencher
        .counter(ItemsCount::new(SIMULATIONS))
        .with_inputs(|| Mcts::<G, E>::new(evaluator, options))
        .bench_local_values(|mut engine| engine.think(&game, limits.into()));
}
