//! How wide the games are in random play: the figures of the rules pages, within the error of the sample.

use damero_games::checkers::Checkers;
use damero_games::chessfive::ChessFive;
use damero_games::playout::random_game;
use damero_games::random::seeded;
use damero_games::{Game, Notation, Turn};

/// The numbers of legal moves in all positions of random games, as long as `counts` says that they count.
fn widths<G: Game>(games: u64, counts: impl Fn(&G) -> bool) -> Vec<usize> {
    let mut widths = Vec::new();
    for seed in 0..games {
        let mut rng = seeded(seed);
        let game = random_game(G::start(&G::Rules::default()), &mut rng);
        let counted = game.take_while(|game| matches!(game.turn(), Turn::Player(_)) && counts(game));
        widths.extend(counted.map(|game| game.count_moves()));
    }
    widths
}

fn mean(widths: &[usize]) -> f64 {
    widths.iter().sum::<usize>() as f64 / widths.len() as f64
}

#[test]
fn checkers_offers_five_moves_and_often_only_one() {
    let widths = widths::<Checkers>(20_000, |_| true);
    let (mean, most) = (mean(&widths), widths.iter().max());
    assert!((mean - 5.2).abs() < 0.05, "mean {mean}");
    let forced = widths.iter().filter(|&&n| n == 1).count() as f64 / widths.len() as f64;
    assert!((forced - 0.21).abs() < 0.005, "forced {forced}");
    assert!(most.is_some_and(|most| (17..=21).contains(most)), "{most:?}");
}

#[test]
fn chessfive_narrows_while_pieces_drop() {
    let dropping = |game: &ChessFive| {
        let hands = game.setup().hands;
        hands.first != [0; 5] || hands.second != [0; 5]
    };
    let widths = widths::<ChessFive>(5_000, dropping);
    assert_eq!(widths[0], 40);
    let mean = mean(&widths);
    assert!((mean - 25.6).abs() < 0.1, "mean {mean}");
}
