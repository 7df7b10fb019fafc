//! An evaluation of one's own in alpha-beta: corners and mobility in Reversi, and what it chooses after four moves.
//!
//! ```console
//! cargo run --release -p damero-search --example custom_evaluation
//! ```

use damero_games::reversi::Reversi;
use damero_games::{Game, Notation, Player};
use damero_search::{Agent, AlphaBeta, AlphaBetaOptions, Evaluate, Limits, Score};

/// Corners are never lost, and a player with many moves is not forced to give one away.
#[derive(Clone)]
struct CornersAndMobility;

const CORNERS: u64 = 0x8100_0000_0000_0081;

impl Evaluate<Reversi> for CornersAndMobility {
    const SCALE: f32 = 400.0;

    fn evaluate(&self, game: &Reversi, player: Player) -> Score {
        let discs = game.discs();
        let corners = |player: Player| (discs[player] & CORNERS).count_ones() as i32;
        let mobility = game.legal().count_ones() as i32;
        let mobility = if game.to_move() == player {
            mobility
        } else {
            -mobility
        };
        Score::new(200 * (corners(player) - corners(player.other())) + 10 * mobility)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Reversi::start(&Default::default());
    for text in ["f5", "d6", "c3", "d3"] {
        game.play(game.read_move(text)?)?;
    }
    let mut engine = AlphaBeta::new(CornersAndMobility, AlphaBetaOptions::default());
    let result = engine.think(&game, Limits::depth(6).into());
    let pv: Vec<String> = result.pv.iter().map(ToString::to_string).collect();
    println!(
        "best {}, {} nodes, pv {}",
        result.best,
        result.nodes,
        pv.join(" ")
    );
    assert!(game.is_legal(result.best));
    Ok(())
}

#[test]
fn it_runs() {
    main().expect("it plays");
}
