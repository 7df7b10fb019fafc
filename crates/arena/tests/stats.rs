//! The statistics against worked numbers, and against players of known strength.

use damero_arena::stats::{Elo, Tally, elo_from_score, score_from_elo};
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
    // Variance: .1*.525² + .2*.275² + .3*.025² + .3*.225² + .1*.475² = .080625; error sqrt(.080625/100).
    let error = 0.080_625_f64.sqrt() / 10.0;
    let elo = Elo::of(&tally);
    near(elo.diff, 17.38, 0.01);
    near(elo.low, elo_from_score(0.525 - 1.959_964 * error), 1e-3);
    near(elo.high, elo_from_score(0.525 + 1.959_964 * error), 1e-3);
    // z = .025 / .028395 = .88045
    near(elo.superiority, 0.8107, 1e-4);
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
    for (elo, draws) in [(0.0, 300), (35.0, 500), (-120.0, 100)] {
        let mut held = 0;
        for seed in 0..400 {
            let mut rng = seeded(seed);
            let mut tally = Tally::default();
            for _ in 0..200 {
                let [one, two] = pair(&mut rng, elo, draws);
                tally.add_pair(one, two);
            }
            let found = Elo::of(&tally);
            held += u32::from(found.low <= elo && elo <= found.high);
        }
        assert!((368..=392).contains(&held), "{elo}: {held} of 400");
    }
}
