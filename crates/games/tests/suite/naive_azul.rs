//! The crate must agree with the second reading of the rules of Azul on every position of many games, and on the golden
//! counts.

use crate::azul_naive::{LETTERS, Naive, Phase, Tile};
use damero_games::azul::{Azul, AzulRules, Deal};
use damero_games::random::{SeededRng, below, seeded};
use damero_games::{Game, Notation, Player, Turn};

fn move_text((source, tile, target): (usize, Tile, usize)) -> String {
    let place = |i: usize, sixth: char| {
        if i == 5 {
            sixth.to_string()
        } else {
            (i + 1).to_string()
        }
    };
    format!("{}{}-{}", place(source, 'C'), tile as char, place(target, 'F'))
}

/// How the games are played.
#[derive(Clone, Copy)]
enum Play {
    Random,
    /// Prefers lines that the tiles fill exactly, and any line to the floor, so that walls fill up.
    Tidy,
}

fn choose(naive: &Naive, play: Play, rng: &mut SeededRng) -> (usize, Tile, usize) {
    let moves = naive.moves();
    let random = moves[below(rng, moves.len() as u32) as usize];
    match play {
        Play::Random => random,
        Play::Tidy if below(rng, 8) == 0 => random,
        Play::Tidy => {
            let cost = |&(source, tile, target): &(usize, Tile, usize)| {
                let n = naive.sources[source]
                    .iter()
                    .filter(|&&other| other == tile)
                    .count();
                if target == 5 {
                    return 100 + n;
                }
                let free = target + 1 - naive.boards[naive.player].lines[target].len();
                if n > free { 10 * (n - free) } else { free - n }
            };
            moves.into_iter().min_by_key(cost).unwrap()
        }
    }
}

fn compare(game: &Azul, naive: &Naive) {
    let position = naive.text();
    assert_eq!(game.position(), position);
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let expected: Vec<String> = naive.moves().into_iter().map(move_text).collect();
    assert_eq!(texts, expected, "{position}");
    assert_eq!(game.count_moves(), expected.len(), "{position}");
    let turn = match (naive.phase, naive.outcome()) {
        (_, Some(outcome)) => Turn::Over(outcome),
        (Phase::Deal, _) => Turn::Chance,
        _ => Turn::Player(Player::ALL[naive.player]),
    };
    assert_eq!(game.turn(), turn, "{position}");
    let scores = game.scores().unwrap();
    assert_eq!(
        [scores.first, scores.second],
        [naive.boards[0].score, naive.boards[1].score],
        "{position}"
    );
    // The masks that the crate keeps must be those of the position read anew.
    let again = Azul::from_position(game.rules(), &position).unwrap();
    assert_eq!(&again, game, "{position}");
}

/// The deal with two tiles of different factories exchanged, or one replaced: often possible, often not.
fn spoil(deal: &Deal, rng: &mut SeededRng) -> String {
    let mut text = deal.to_string().into_bytes();
    let place = |rng: &mut SeededRng| (5 * below(rng, 5) + below(rng, 4)) as usize;
    let (a, b) = (place(rng), place(rng));
    if below(rng, 2) == 0 {
        text.swap(a, b);
    } else {
        text[a] = LETTERS[below(rng, 5) as usize];
    }
    String::from_utf8(text).unwrap()
}

fn agree(rules: &str, opener: usize, max_rounds: u32, play: Play, seed: u64) {
    let rules: AzulRules = rules.parse().unwrap();
    let mut rng = seeded(seed);
    let mut positions = 0;
    while positions < 100_000 {
        let mut game = Azul::start(&rules);
        let mut naive = Naive::start(opener, max_rounds);
        loop {
            compare(&game, &naive);
            positions += 1;
            match naive.phase {
                Phase::Over => break,
                Phase::Deal => {
                    let deal = game.sample_chance(&mut rng);
                    let spoiled = spoil(&deal, &mut rng);
                    let accepted = game.clone().apply_chance(&spoiled.parse().unwrap()).is_ok();
                    let before = naive.text();
                    assert_eq!(accepted, naive.clone().deal(&spoiled), "{before}: {spoiled}");
                    game.apply_chance(&deal).unwrap();
                    assert!(naive.deal(&deal.to_string()), "{before}: {deal}");
                }
                Phase::Play => {
                    let m = choose(&naive, play, &mut rng);
                    let text = move_text(m);
                    naive.play(m);
                    game.play(game.read_move(&text).unwrap()).unwrap();
                }
            }
        }
        let truncated = game.ending().is_some_and(|ending| ending.truncated);
        assert_eq!(truncated, naive.boards.iter().all(|board| board.rows() == 0));
    }
}

#[test]
fn standard_random_play_agrees() {
    agree("standard", 0, 50, Play::Random, 1);
}

#[test]
fn standard_tidy_play_agrees() {
    agree("standard", 0, 50, Play::Tidy, 2);
}

#[test]
fn short_games_opened_by_the_second_player_agree() {
    agree("standard,first_player=second,max_rounds=3", 1, 3, Play::Random, 3);
}

#[test]
fn golden_counts_agree() {
    let golden = include_str!("../data/perft/azul.txt");
    let mut naive = None;
    let mut checked = 0;
    for line in golden.lines() {
        if let Some(position) = line.strip_prefix("position ") {
            naive = Some(Naive::read(position));
            assert_eq!(naive.as_ref().unwrap().text(), position);
        } else if let Some(counts) = line.strip_prefix("depth ") {
            let (depth, count) = counts.split_once(' ').unwrap();
            let leaves = naive.as_ref().unwrap().perft(depth.parse().unwrap());
            assert_eq!(leaves.to_string(), count, "{line}");
            checked += 1;
        }
    }
    assert!(checked > 0);
}
