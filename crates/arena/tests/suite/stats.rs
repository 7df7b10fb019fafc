//! The statistics against worked numbers, and against players of known strength.

use damero_arena::round_robin;
use damero_arena::stats::{Elo, Encounter, Sprt, Tally, Verdict, elo_from_score, ratings, score_from_elo};
use damero_games::PovOutcome;
use damero_games::random::{SeededRng, below, seeded};

#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
}

#[test]
fn elo_and_score_are_each_others_inverse() {
    for elo in [-400.0, -20.0, 0.0, 35.0, 800.0] {
        near(elo_from_score(score_from_elo(elo)), elo, 1e-9);
    }
    near(score_from_elo(400.0), 10.0 / 11.0, 1e-12);
}

#[test]
fn worked_example_of_pairs() {
    // Shares .1 .2 .3 .3 .1 of 100 pairs, which are worth 0, 1/4, 1/2, 3/4, 1: the mean is .525.
    let tally = Tally::of_pairs([10, 20, 30, 30, 10]);
    near(tally.score(), 0.525, 1e-12);
    // With half a pair more of each kind: mean 53.75 / 102.5, mean of squares 36.5625 / 102.5, variance .0817222.
    let error = 0.081_722_2_f64.sqrt() / 10.0;
    let elo = Elo::of(&tally);
    near(elo.diff, 17.38, 0.01);
    near(elo.low, elo_from_score(0.525 - 1.959_964 * error), 1e-3);
    near(elo.high, elo_from_score(0.525 + 1.959_964 * error), 1e-3);
    // z = .025 / .0285871 = .87452
    near(elo.superiority, 0.8091, 1e-4);
}

#[test]
fn one_sided_and_empty_samples_stay_modest() {
    let none = Elo::of(&Tally::default());
    assert_eq!((none.diff, none.superiority), (0.0, 0.5));
    let all = Elo::of(&Tally::of_pairs([0, 0, 0, 0, 5]));
    assert!(all.diff.is_infinite() && all.high.is_infinite() && all.low.is_finite() && all.low > 0.0);
    assert!(all.superiority > 0.95 && all.superiority < 1.0, "{all:?}");
}

/// A pair of games between players `elo` apart who draw `draws` of a thousand games. Openings are uneven: what one
/// gives to a player in the first game it takes away in the second.
fn pair(rng: &mut SeededRng, elo: f64, draws: u32) -> [PovOutcome; 2] {
    let gift = (f64::from(below(rng, 3)) - 1.0) * 0.1;
    let draw = f64::from(draws) / 1000.0;
    [gift, -gift].map(|gift| {
        let win = score_from_elo(elo) + gift - draw / 2.0;
        let lot = f64::from(below(rng, 1_000_000)) / 1e6;
        match lot {
            lot if lot < win => PovOutcome::Win,
            lot if lot < win + draw => PovOutcome::Draw,
            _ => PovOutcome::Loss,
        }
    })
}

#[test]
fn the_bars_hold_the_true_difference_nineteen_times_in_twenty() {
    for (elo, draws) in [(0.0, 300), (35.0, 500), (-120.0, 100), (250.0, 100)] {
        for pairs in [4, 10, 50, 200] {
            let mut held = 0;
            for seed in 0..1000 {
                let mut rng = seeded(seed);
                let mut tally = Tally::default();
                for _ in 0..pairs {
                    let [one, two] = pair(&mut rng, elo, draws);
                    tally.add_pair(one, two);
                }
                let found = Elo::of(&tally);
                held += u32::from(found.low <= elo && elo <= found.high);
            }
            assert!(
                (920..=995).contains(&held),
                "{elo}, {pairs} pairs: {held} of 1000"
            );
        }
    }
}

const TEST: Sprt = Sprt {
    elo0: 0.0,
    elo1: 40.0,
    alpha: 0.05,
    beta: 0.05,
};

#[test]
fn llr_agrees_with_what_other_match_programs_publish() {
    let llr = |pairs: [u64; 5], elo0: f64, elo1: f64| Sprt { elo0, elo1, ..TEST }.llr(&pairs);
    near(llr([223, 9863, 21_279, 10_037, 246], 0.5, 2.5), -3.07, 0.01);
    near(llr([871, 26_175, 55_983, 26_678, 821], 0.0, 2.0), -4.98, 0.01);
    near(llr([0; 5], 0.0, 2.0), 0.0, 0.0);
    let (lower, upper) = TEST.bounds();
    near(lower, -2.944, 1e-3);
    near(upper, 2.944, 1e-3);
}

#[test]
fn llr_changes_its_sign_with_the_point_of_view() {
    let pairs = [3, 20, 40, 35, 12];
    let mirrored = [12, 35, 40, 20, 3];
    let other = Sprt {
        elo0: -TEST.elo1,
        elo1: -TEST.elo0,
        ..TEST
    };
    near(TEST.llr(&pairs), -other.llr(&mirrored), 1e-9);
}

/// How often, in `runs` tests, `elo1` is accepted when the true difference is `elo`; and the mean number of pairs.
fn accepted(test: &Sprt, elo: f64, runs: u64) -> (u64, f64) {
    let mut accepted = 0;
    let mut length = 0;
    for seed in 0..runs {
        let mut rng = seeded(1000 + seed);
        let mut tally = Tally::default();
        loop {
            let [one, two] = pair(&mut rng, elo, 400);
            tally.add_pair(one, two);
            length += 1;
            match test.verdict(test.llr(&tally.pairs)) {
                Verdict::Open => {}
                Verdict::H0 => break,
                Verdict::H1 => {
                    accepted += 1;
                    break;
                }
            }
        }
    }
    (accepted, length as f64 / runs as f64)
}

#[test]
fn the_sequential_test_errs_as_rarely_as_it_promises() {
    let runs = 500;
    let (false_alarms, short) = accepted(&TEST, TEST.elo0, runs);
    // Five in a hundred are allowed; three standard deviations are 2.9 in a hundred.
    assert!((5..=40).contains(&false_alarms), "{false_alarms} of {runs}");
    let (found, _) = accepted(&TEST, TEST.elo1, runs);
    let missed = runs - found;
    assert!((5..=40).contains(&missed), "{missed} of {runs}");
    // In the middle it takes longest, and is as good as a coin.
    let (half, long) = accepted(&TEST, 20.0, runs);
    assert!((200..=300).contains(&half), "{half} of {runs}");
    assert!(long > short, "{long} {short}");
}

#[test]
fn two_players_are_rated_as_their_score_says() {
    let met = |games: f64, points: f64| Encounter { games, points };
    let none = Encounter::default();
    let found = ratings(&[vec![none, met(100.0, 75.0)], vec![met(100.0, 25.0), none]], 0.0);
    near(found[0].elo - found[1].elo, elo_from_score(0.75), 1e-6);
    near(found[0].elo + found[1].elo, 0.0, 1e-9);
    // The difference has the error of a share, sqrt(.75 .25 / 100) in score; each rating is half of it.
    let slope = 400.0 / std::f64::consts::LN_10 / (0.75 * 0.25);
    near(
        found[0].margin,
        1.959_964 * slope * (0.75_f64 * 0.25 / 100.0).sqrt() / 2.0,
        1e-3,
    );
}

#[test]
fn a_cycle_of_equals_is_rated_equal_and_a_perfect_score_stays_finite() {
    let met = |games: f64, points: f64| Encounter { games, points };
    let none = Encounter::default();
    let (win, loss) = (met(10.0, 7.0), met(10.0, 3.0));
    for rating in ratings(
        &[
            vec![none, win, loss],
            vec![loss, none, win],
            vec![win, loss, none],
        ],
        0.0,
    ) {
        near(rating.elo, 0.0, 1e-6);
    }
    let found = ratings(&[vec![none, met(10.0, 10.0)], vec![met(10.0, 0.0), none]], 1.0);
    assert!(found[0].elo.is_finite() && found[0].elo > 100.0, "{found:?}");
}

#[test]
fn ratings_of_known_players_come_out_within_their_bars() {
    let truth: [f64; 5] = [-150.0, -60.0, 0.0, 70.0, 140.0];
    let mut held = 0;
    for seed in 0..100 {
        let mut rng = seeded(seed);
        let mut table = vec![vec![Encounter::default(); 5]; 5];
        for (i, j) in round_robin(5) {
            for _ in 0..100 {
                let expected = score_from_elo(truth[i] - truth[j]);
                let won = f64::from(below(&mut rng, 1_000_000)) / 1e6 < expected;
                table[i][j].games += 1.0;
                table[j][i].games += 1.0;
                table[i][j].points += f64::from(u8::from(won));
                table[j][i].points += f64::from(u8::from(!won));
            }
        }
        let found = ratings(&table, 0.0).into_iter().zip(truth);
        held += found
            .filter(|(rating, truth)| (rating.elo - truth).abs() <= rating.margin)
            .count();
    }
    // 95 % of 500, give or take.
    assert!((458..=490).contains(&held), "{held} of 500");
}
