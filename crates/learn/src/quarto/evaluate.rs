//! How good the network is: games against baselines, and its decisions against the exact solver.

use std::str::FromStr;

use damero_games::quarto::Quarto;
use damero_games::{Game, text};
use damero_search::Stop;
use damero_search::quarto::QuartoSolver;

use super::players::{Exact, Greedy};
use super::trainer::QuartoTrainer;
use crate::LearnError;
use crate::model::NetValues;
use crate::rng_streams::{Purpose, stream};
use crate::run::Scalars;
use crate::selfplay::{GROUP, NetPolicy, Policy, Slot, Tally, Uniform, Values, contest, in_groups, pick};

/// Who a network can be measured against.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Baseline {
    /// A network of the same shape that has learned nothing: the `bot_random` of the seed.
    Untrained,
    /// A network trained earlier: the `bot_loss-BT` of the seed.
    Pretrained,
    /// Any legal move.
    Uniform,
    /// Takes wins, gives no losing piece if it can.
    Greedy,
    /// Perfect from six pieces on, greedy before.
    Exact,
}

impl Baseline {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Untrained,
        Self::Pretrained,
        Self::Uniform,
        Self::Greedy,
        Self::Exact,
    ];

    /// The name in configurations and metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Untrained => "untrained",
            Self::Pretrained => "pretrained",
            Self::Uniform => "uniform",
            Self::Greedy => "greedy",
            Self::Exact => "exact",
        }
    }
}

impl FromStr for Baseline {
    type Err = LearnError;

    fn from_str(name: &str) -> Result<Self, LearnError> {
        let mut all = Self::ALL.into_iter();
        all.find(|one| one.name() == name).ok_or_else(|| {
            let known = Self::ALL.map(Self::name).join(", ");
            LearnError::Refused(text!(
                "unknown baseline {name:?}: there are {known}",
                "rival de referencia desconocido {name:?}: hay {known}"
            ))
        })
    }
}

/// The exact player thinks from so many pieces on.
const SOLVED_FROM: u32 = 6;

/// The temperature at which the seed's networks play in evaluation.
const OPPONENT_TEMPERATURE: f32 = 0.1;

/// How often the games of the blunder count leave the network's own line, so that it is asked about many positions.
const STRAY: f32 = 0.1;

impl QuartoTrainer {
    /// Games against all baselines and the blunder count, as numbers by name.
    pub(super) fn evaluation(&self) -> Result<Scalars, LearnError> {
        let mut scalars = Scalars::new();
        for &baseline in &self.baselines {
            let tally = self.against(baseline, self.config.evaluation_games);
            let name = baseline.name();
            let (low, high) = tally.interval();
            scalars.insert(format!("win_rate/{name}"), tally.rate());
            scalars.insert(format!("win_rate_low/{name}"), low);
            scalars.insert(format!("win_rate_high/{name}"), high);
        }
        for (placed, [blunders, decisions]) in self.blunders().into_iter().enumerate() {
            if decisions > 0 {
                let share = f64::from(blunders) / f64::from(decisions);
                scalars.insert(format!("blunder/{placed}"), share);
            }
        }
        Ok(scalars)
    }

    /// A network that plays as this one does.
    pub(super) fn policy(&self, values: NetValues, temperature: f32) -> NetPolicy<NetValues> {
        NetPolicy {
            values,
            temperature,
            epsilon: 0.0,
            one_look: self.config.seed_compat,
        }
    }

    /// The newest network.
    pub(super) fn newest(&self) -> NetValues {
        NetValues::new(&self.learner.network, &self.learner.weights)
    }

    /// Plays against a baseline, both seats by turns; always the same games for the same network.
    pub(super) fn against(&self, baseline: Baseline, games: u32) -> Tally {
        let mut slots: Vec<Slot<Quarto>> = (0..u64::from(games))
            .map(|n| {
                let rng = stream(self.context.seed, Purpose::Evaluation, baseline as u64, n);
                Slot::new(&self.rules, rng)
            })
            .collect();
        let newest = self.newest();
        let opponent = match (baseline, &self.pretrained) {
            (Baseline::Untrained, _) => Some(NetValues::new(&self.learner.network, &self.untrained)),
            (Baseline::Pretrained, Some(other)) => Some(NetValues::new(&other.network, &other.weights)),
            _ => None,
        };
        let make = || {
            let own = self.policy(newest.clone(), self.config.temperature_exploit as f32);
            let other: Box<dyn Policy<Quarto>> = match (baseline, &opponent) {
                (_, Some(values)) => Box::new(NetPolicy {
                    one_look: self.config.seed_compat && baseline == Baseline::Untrained,
                    ..self.policy(values.clone(), OPPONENT_TEMPERATURE)
                }),
                (Baseline::Greedy, _) => Box::new(Greedy),
                (Baseline::Exact, _) => Box::new(Exact::new(SOLVED_FROM)),
                (Baseline::Uniform | Baseline::Untrained | Baseline::Pretrained, None) => Box::new(Uniform),
            };
            (own, other)
        };
        // A group has an even number of games, so that both seats are taken equally often in each.
        let tallies = self.pool.install(|| {
            in_groups(&mut slots, GROUP, make, |(own, other), _, slots| {
                contest([own, &mut **other], slots);
                Tally::of(slots)
            })
        });
        tallies.into_iter().fold(Tally::default(), Tally::and)
    }

    /// By the number of pieces on the board, how many decisions gave away value and how many were looked at.
    fn blunders(&self) -> [[u32; 2]; 16] {
        let games = u64::from(self.config.blunder_games);
        let mut seeds: Vec<u64> = (0..games).collect();
        let newest = self.newest();
        let make = || (newest.clone(), QuartoSolver::new(64));
        let counts = self.pool.install(|| {
            in_groups(&mut seeds, 8, make, |(values, solver), _, seeds| {
                let mut counts = [[0; 2]; 16];
                for &mut seed in seeds {
                    self.count_blunders(seed, values, solver, &mut counts);
                }
                counts
            })
        });
        counts.into_iter().fold([[0; 2]; 16], |mut sum, counts| {
            for (sum, counts) in sum.iter_mut().flatten().zip(counts.iter().flatten()) {
                *sum += counts;
            }
            sum
        })
    }

    /// One game of the network with itself, strayed from now and then.
    fn count_blunders(
        &self,
        seed: u64,
        values: &mut NetValues,
        solver: &mut QuartoSolver,
        counts: &mut [[u32; 2]; 16],
    ) {
        let rng = stream(self.context.seed, Purpose::Positions, 0, seed);
        let mut slot = Slot::<Quarto>::new(&self.rules, rng);
        let mut row = Vec::new();
        while slot.is_going() {
            values.values(&[&slot.game], &mut row);
            let placed = slot.game.board().occupied().count_ones();
            if placed >= SOLVED_FROM {
                let (best, _) = pick(&slot.game, &row, 0.0, 0.0, &mut slot.rng);
                if let Some(lost) = loses_value(solver, &slot.game, best) {
                    counts[placed as usize][0] += u32::from(lost);
                    counts[placed as usize][1] += 1;
                }
            }
            // The opening is free, so that no two games are alike.
            let epsilon = if placed < 4 { 1.0 } else { STRAY };
            let (m, _) = pick(&slot.game, &row, 0.0, epsilon, &mut slot.rng);
            slot.play(m);
        }
    }
}

/// Whether a better move than `m` exists; `None` where there is no choice to make.
fn loses_value(solver: &mut QuartoSolver, game: &Quarto, m: <Quarto as Game>::Move) -> Option<bool> {
    let solved = solver.solve_moves(game, &Stop::default(), &mut |_| ())?;
    let best = solved.moves.iter().map(|(_, outcome)| *outcome).max()?;
    let worst = solved.moves.iter().map(|(_, outcome)| *outcome).min()?;
    let own = solved.moves.iter().find(|(other, _)| *other == m)?.1;
    (best > worst).then_some(own < best)
}
