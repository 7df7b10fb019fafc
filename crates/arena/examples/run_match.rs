//! A match between two players from Rust: paired openings, and an Elo difference with its interval.
//!
//! ```console
//! cargo run --release -p damero-arena --example run_match
//! ```

use damero_arena::stats::{Elo, Tally};
use damero_arena::{Contest, Log, Openings, Pace};
use damero_games::reversi::Reversi;
use damero_search::Stop;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let players = ["alphabeta:depth=2,table=1".parse()?, "random".parse()?];
    let contest: Contest<Reversi> = Contest::duel(Default::default(), players, 20, Openings::Random(4), 7);
    let mut log = Log::default();
    contest.run(&mut log, 0, &Stop::default(), &mut |_| Pace::GoOn)?;
    let tally = Tally::of(log.games(), 0, 1);
    let elo = Elo::of(&tally);
    println!(
        "{} won, {} drawn, {} lost: Elo {:+.0} ({:+.0} to {:+.0})",
        tally.wins, tally.draws, tally.losses, elo.diff, elo.low, elo.high
    );
    assert_eq!(log.len(), 20);
    Ok(())
}

#[test]
fn it_runs() {
    main().expect("it plays");
}
