//! The games that positions are taken from: a player against itself, with random moves, so that bad positions are seen
//! too. In the first round it follows hand-made rules, later the weights of the round before.

use damero_games::random::{SeededRng, below, seeded};
use damero_games::reversi::{flips, mobility};

use std::sync::Arc;

use damero_search::Stop;
use damero_search::reversi::{Reach, Weights, near, score_boards, weighted};

use super::{PART, Round, in_order};

const CORNERS: u64 = 0x8100_0000_0000_0081;
const CORNER_DIAGONALS: u64 = 0x0042_0000_0000_4200;
const CORNER_EDGES: u64 = 0x4281_0000_0000_8142;

/// The start, as black sees it.
const START: (u64, u64) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);

/// The most moves of a game.
const MOVES: usize = 60;

/// The first moves that may be drawn by lot.
const OPENING: u32 = 16;

/// In a hundred moves, how many are drawn by lot: each game takes one of these.
const LOTS: [u32; 4] = [2, 6, 15, 35];

/// The same for players that follow weights, which need fewer to err.
const FEWER_LOTS: [u32; 4] = [0, 1, 4, 15];

/// How much such a player misjudges a move, in units: each game takes one of these. They are half a disc, one, two and
/// four as a standard deviation.
const NOISE: [u32; 4] = [14, 28, 55, 110];

/// The squares of a game; passes go without saying.
#[derive(Clone, Copy)]
pub(super) struct Line {
    squares: [u8; MOVES],
    length: u8,
}

/// Plays all games; `None` when stopped.
pub(super) fn play(round: &Round, stop: &Stop, progress: &mut dyn FnMut(u64)) -> Option<Vec<Line>> {
    let origin = &round.origin;
    let seed = origin.seed.wrapping_add(u64::from(origin.round) << 32);
    let count = usize::try_from(origin.positions).ok()?;
    let parts = in_order(count.div_ceil(PART), round.threads, stop, &|part| {
        let games = part * PART..count.min((part + 1) * PART);
        let game = |game: usize| {
            let mut rng = seeded(seed.wrapping_mul(0x9e37_79b9).wrapping_add(game as u64));
            one(&mut rng, round.before.as_ref(), stop)
        };
        games.map(game).collect::<Vec<Line>>()
    })?;
    progress(origin.positions);
    Some(parts.into_iter().flatten().collect())
}

/// One game.
fn one(rng: &mut SeededRng, weights: Option<&Arc<Weights>>, stop: &Stop) -> Line {
    let mut line = Line {
        squares: [0; MOVES],
        length: 0,
    };
    let opening = below(rng, OPENING + 1);
    let lots = if weights.is_some() { FEWER_LOTS } else { LOTS };
    let lots = lots[below(rng, lots.len() as u32) as usize];
    let noise = NOISE[below(rng, NOISE.len() as u32) as usize];
    let (mut own, mut enemy) = START;
    loop {
        let mut legal = mobility(own, enemy);
        if legal == 0 {
            (own, enemy) = (enemy, own);
            legal = mobility(own, enemy);
            if legal == 0 {
                return line;
            }
        }
        let by_lot = u32::from(line.length) < opening || below(rng, 100) < lots;
        let square = if by_lot {
            drawn(rng, legal)
        } else {
            match weights {
                Some(weights) => by_weights(rng, weights, noise, (own, enemy), legal, stop),
                None => greedy(rng, own, enemy, legal),
            }
        };
        line.squares[usize::from(line.length)] = square;
        line.length += 1;
        (own, enemy) = moved(own, enemy, square);
    }
}

fn moved(own: u64, enemy: u64, square: u8) -> (u64, u64) {
    let turned = flips(own, enemy, square);
    (enemy ^ turned, own | turned | 1 << square)
}

fn drawn(rng: &mut SeededRng, mut legal: u64) -> u8 {
    for _ in 0..below(rng, legal.count_ones()) {
        legal &= legal - 1;
    }
    legal.trailing_zeros() as u8
}

/// The move that looks best after one reply, with some noise.
fn by_weights(
    rng: &mut SeededRng,
    weights: &Arc<Weights>,
    noise: u32,
    (own, enemy): (u64, u64),
    legal: u64,
    stop: &Stop,
) -> u8 {
    let squares = (0..64).filter(|square| legal >> square & 1 == 1);
    let squares: Vec<u8> = squares.collect();
    let boards = squares.iter().map(|&square| moved(own, enemy, square));
    let scores = score_boards(weights, 1, stop, boards.map(|board| (board, Reach::Plies(1))));
    let mut best = (i32::MIN, 0);
    for (&square, score) in squares.iter().zip(scores) {
        // Nearly normal, in whole numbers.
        let error: u32 = (0..4).map(|_| below(rng, 2 * noise + 1)).sum();
        let looks = error as i32 - 4 * noise as i32 - score;
        best = best.max((looks, square));
    }
    best.1
}

/// The move that looks best to a beginner's rules, nearly.
fn greedy(rng: &mut SeededRng, own: u64, enemy: u64, legal: u64) -> u8 {
    let mut best = (i32::MIN, 0);
    let mut rest = legal;
    while rest != 0 {
        let square = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        let (next, other) = moved(own, enemy, square);
        let looks = -estimate(next, other) + below(rng, 48) as i32;
        best = best.max((looks, square));
    }
    best.1
}

/// How good a position looks for `own`, in points of which some thirty are a disc.
fn estimate(own: u64, enemy: u64) -> i32 {
    let difference = |a: u64, b: u64| a.count_ones() as i32 - b.count_ones() as i32;
    let empty = !(own | enemy);
    let moves = weighted(mobility(own, enemy)) - weighted(mobility(enemy, own));
    let frontier = difference(near(enemy) & empty, near(own) & empty);
    let corners = difference(own & CORNERS, enemy & CORNERS);
    // Squares next to corners that are still empty give them away.
    let open = empty & CORNERS;
    let diagonal = CORNER_DIAGONALS & (open << 9 | open >> 9 | open << 7 | open >> 7);
    let beside = CORNER_EDGES & (open << 1 | open >> 1 | open << 8 | open >> 8);
    let last = (14 - empty.count_ones() as i32).max(0);
    48 * moves + 4 * frontier + 140 * corners + 3 * last * difference(own, enemy)
        - 60 * difference(own & diagonal, enemy & diagonal)
        - 10 * difference(own & beside, enemy & beside)
}

/// The positions of all games with so many empty squares and a move to make, as the side to move sees them; each once.
pub(super) fn positions(lines: &[Line], empties: u32) -> Vec<(u64, u64)> {
    let mut found: Vec<_> = lines.iter().filter_map(|line| position(line, empties)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn position(line: &Line, empties: u32) -> Option<(u64, u64)> {
    let (mut own, mut enemy) = START;
    for &square in &line.squares[..usize::from(line.length)] {
        if mobility(own, enemy) == 0 {
            (own, enemy) = (enemy, own);
        }
        if (own | enemy).count_zeros() == empties {
            return Some((own, enemy));
        }
        (own, enemy) = moved(own, enemy, square);
    }
    None
}

#[cfg(test)]
mod tests {
    use damero_search::reversi::Origin;

    use super::*;

    #[test]
    fn games_follow_from_the_seed_and_give_positions_at_every_stage() {
        let round = |threads, before| Round {
            origin: Origin {
                positions: 300,
                seed: 5,
                ..Origin::default()
            },
            threads,
            before,
        };
        let stop = Stop::default();
        for before in [None, Some(Weights::shipped())] {
            let played =
                |threads| play(&round(threads, before.clone()), &stop, &mut |_| ()).expect("nobody stops it");
            same_everywhere(&played(1), &played(2));
        }
    }

    fn same_everywhere(one: &[Line], two: &[Line]) {
        assert_eq!(one.len(), 300);
        for empties in [4, 11, 30, 50, 55] {
            let boards = positions(one, empties);
            assert_eq!(boards, positions(two, empties));
            assert!(boards.len() > 200 || empties > 50, "{empties}: {}", boards.len());
            for (own, enemy) in boards {
                assert_eq!(own & enemy, 0);
                assert_eq!((own | enemy).count_zeros(), empties);
                assert_ne!(mobility(own, enemy), 0);
            }
        }
    }
}
