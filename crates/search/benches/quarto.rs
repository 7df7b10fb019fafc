//! The exact solver of Quarto on one thread with a cold table, from four, five and six pieces on the board.
//!
//! `cargo bench -p damero-search --bench quarto`

use damero_games::Game;
use damero_games::playout::random_game;
use damero_games::quarto::Quarto;
use damero_games::random::seeded;
use damero_search::Stop;
use damero_search::quarto::QuartoSolver;
use divan::Bencher;

fn main() {
    divan::main();
}

const POSITIONS: [(&str, u32); 6] = [
    ("standard", 6),
    ("standard", 5),
    ("standard", 4),
    ("square", 6),
    ("square", 5),
    ("square", 4),
];

/// A random position where a piece is to be given, another one for each seed.
fn position(rules: &str, placed: u32, seed: u64) -> Quarto {
    let rules = rules.parse().expect("a preset");
    let mut rng = seeded(seed);
    loop {
        let game = random_game(Quarto::start(&rules), &mut rng);
        let mut decisions = game.filter(|game| game.turn().player().is_some());
        if let Some(game) =
            decisions.find(|game| game.hand().is_none() && game.board().occupied().count_ones() == placed)
        {
            return game;
        }
    }
}

#[divan::bench(args = POSITIONS, sample_count = 50, sample_size = 1)]
fn solve(bencher: Bencher<'_, '_>, (rules, placed): (&str, u32)) {
    let mut solver = QuartoSolver::default();
    let mut seed = 0;
    bencher
        .with_inputs(|| {
            seed += 1;
            position(rules, placed, seed)
        })
        .bench_local_values(|game| {
            solver.clear();
            solver.solve(&game, &Stop::default(), &mut |_| ())
        });
}
