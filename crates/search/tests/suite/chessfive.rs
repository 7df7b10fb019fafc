//! The tactical cases of ChessFive: win at once, block the only way, make a double threat, open in the centre.

use damero_games::chessfive::{ChessFive, ChessFiveRules};
use damero_games::{Game, Notation};
use damero_search::eval::ChessFiveEval;
use damero_search::{Agent, AlphaBeta, Limits, Score, SearchResult};

fn think(position: &str, depth: u32) -> (ChessFive, SearchResult<<ChessFive as Game>::Move>) {
    let game = ChessFive::from_position(&ChessFiveRules::default(), position).expect("the position is legal");
    let mut engine = AlphaBeta::new(ChessFiveEval, Default::default());
    let searched = engine.think(&game, Limits::depth(depth).into());
    (game, searched)
}

fn column(searched: &SearchResult<<ChessFive as Game>::Move>) -> char {
    searched
        .best
        .to_string()
        .chars()
        .last()
        .expect("a drop names its column")
}

#[test]
fn wins_at_once() {
    let (_, searched) = think("8/8/8/8/8/8/rr6/RRNN2nn c BBQK/bbqk 0", 3);
    assert_eq!(column(&searched), 'e');
    assert_eq!(searched.score.and_then(Score::plies_to_end), Some(1));
}

#[test]
fn blocks_the_only_way() {
    let (_, searched) = think("8/8/8/8/8/8/rr6/RRNN3n m BBQK/nbbqk 0", 3);
    assert_eq!(column(&searched), 'e');
}

#[test]
fn makes_a_double_threat() {
    let (_, searched) = think("8/8/8/8/8/8/2r4r/2RRN2n c NBBQK/nbbqk 0", 3);
    assert!(
        ['b', 'f'].contains(&column(&searched)),
        "{} makes no double threat",
        searched.best
    );
    assert!(
        searched
            .score
            .is_some_and(|score| score.plies_to_end() == Some(3)),
        "{:?}",
        searched.score
    );
}

#[test]
fn opens_in_the_centre() {
    let (_, searched) = think("8/8/8/8/8/8/8/8 c RRNNBBQK/rrnnbbqk 0", 3);
    assert!(
        ['c', 'd', 'e', 'f'].contains(&column(&searched)),
        "{} is not in the centre",
        searched.best
    );
}

#[test]
fn moves_a_piece_into_the_gap_in_phase_chess() {
    // Cyan's rook on e4 goes to e1 and completes a1-e1.
    let (game, searched) = think("7R/6Q1/7K/k7/2q1R3/1b4rn/r1b5/NNBB1n2 c - 10", 3);
    assert_eq!(searched.best.to_string(), "Re4-e1");
    assert!(game.is_legal(searched.best));
}
