//! Checkers weights from games: quiet positions, how their games ended, and the fit.

use damero_games::checkers::{Checkers, CheckersMove};
use damero_games::{Game, Outcome, Player, PovOutcome};

use super::logistic::{self, Rows};
use damero_search::eval::CheckersEval;
use damero_search::eval::checkers::{COUNT, FULL, Terms};

/// One game in so many is kept from the fit to check it.
const HELD_OUT: u64 = 5;

/// The weight of large sums that the fit is charged for, small beside what the games say.
const RIDGE: f64 = 1e-4;

/// Kings that go to and fro repeat what was said: positions later than this after the last progress are left out.
const IDLE: usize = 8;

/// Thousandths of a lead that wins three games in four, for one unit of the logistic.
const UNITS: f64 = 1000.0 / 1.098_612_288_668_109_8;

/// A quiet position, as the side to move sees it, and the result of its game for that side.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Sample {
    terms: [i16; COUNT],
    pieces: u8,
    result: f32,
}

/// Positions of many games.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    fit: Vec<Sample>,
    check: Vec<Sample>,
}

impl Samples {
    /// Adds the quiet positions of game `number`, from after its first `skip` moves on. Moves after the end of the game
    /// are left out; a game that is not over says nothing.
    pub fn add(&mut self, number: u64, start: &Checkers, moves: &[CheckersMove], skip: usize) {
        let mut game = start.clone();
        let mut quiet: Vec<(Player, Sample)> = Vec::new();
        let mut progress = 0;
        for (i, &m) in moves.iter().enumerate() {
            let Some(mover) = game.turn().player() else { break };
            if i >= skip && i <= progress + IDLE && !game.must_capture() {
                quiet.push((mover, sample(&game, mover)));
            }
            if m.is_capture() || game.men(mover) & m.from().bit() != 0 {
                progress = i;
            }
            game.play_unchecked(m);
        }
        let Some(outcome) = game.turn().outcome() else {
            return;
        };
        let into = if number.is_multiple_of(HELD_OUT) {
            &mut self.check
        } else {
            &mut self.fit
        };
        into.extend(quiet.into_iter().map(|(mover, sample)| Sample {
            result: points(outcome, mover),
            ..sample
        }));
    }

    /// How many positions are fitted to, and how many are held out.
    #[must_use]
    pub fn counts(&self) -> [usize; 2] {
        [self.fit.len(), self.check.len()]
    }

    /// The weights that fit best, with what they are worth on the positions held out.
    #[must_use]
    pub fn tune(&self, before: &CheckersEval) -> Tuned {
        let weights = logistic::fit(&Split(&self.fit), RIDGE);
        let rounded = |i: usize| (weights[i] * UNITS).round() as i32;
        let eval = CheckersEval::new(std::array::from_fn(|i| [rounded(i), rounded(COUNT + i)]));
        Tuned {
            eval,
            before: judge(before, &self.fit, &self.check),
            after: judge(&eval, &self.fit, &self.check),
        }
    }
}

/// What came of tuning.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tuned {
    /// The new weights.
    pub eval: CheckersEval,
    /// How well the old ones tell results.
    pub before: Quality,
    /// How well the new ones do.
    pub after: Quality,
}

/// How well an evaluation tells the results of games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Quality {
    /// The factor on its scores that tells results best; 1 when the weights are in their units.
    pub scale: f64,
    /// Its loss where it was fitted, in nats a position.
    pub fitted: f64,
    /// Its loss on the games held out.
    pub held_out: f64,
}

fn judge(eval: &CheckersEval, fit: &[Sample], check: &[Sample]) -> Quality {
    let scale = logistic::fit(&Scaled(fit, eval), 0.0);
    Quality {
        scale: scale[0],
        fitted: logistic::loss(&Scaled(fit, eval), &scale),
        held_out: logistic::loss(&Scaled(check, eval), &scale),
    }
}

fn sample(game: &Checkers, mover: Player) -> Sample {
    let terms: Terms = CheckersEval::terms(game, mover);
    Sample {
        terms: terms.map(|term| term as i16),
        pieces: CheckersEval::pieces(game) as u8,
        result: 0.5,
    }
}

fn points(outcome: Outcome, player: Player) -> f32 {
    match outcome.pov(player) {
        PovOutcome::Win => 1.0,
        PovOutcome::Draw => 0.5,
        PovOutcome::Loss => 0.0,
    }
}

/// Each term twice: its part of the weight on a full board, and of that on an empty one.
struct Split<'a>(&'a [Sample]);

impl Rows for Split<'_> {
    fn width(&self) -> usize {
        2 * COUNT
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn read(&self, index: usize, row: &mut [f64]) -> f64 {
        let sample = &self.0[index];
        let early = f64::from(sample.pieces) / f64::from(FULL);
        for (i, &term) in sample.terms.iter().enumerate() {
            row[i] = f64::from(term) * early;
            row[COUNT + i] = f64::from(term) * (1.0 - early);
        }
        f64::from(sample.result)
    }
}

/// One number a position: what an evaluation says of it, in units of the logistic.
struct Scaled<'a>(&'a [Sample], &'a CheckersEval);

impl Rows for Scaled<'_> {
    fn width(&self) -> usize {
        1
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn read(&self, index: usize, row: &mut [f64]) -> f64 {
        let Self(samples, eval) = self;
        let sample = &samples[index];
        let early = f64::from(sample.pieces) / f64::from(FULL);
        let sum: f64 = sample
            .terms
            .iter()
            .zip(eval.weights())
            .map(|(&term, [full, empty])| {
                f64::from(term) * (f64::from(full) * early + f64::from(empty) * (1.0 - early))
            })
            .sum();
        row[0] = sum / UNITS;
        f64::from(sample.result)
    }
}
