//! How good the network is: games against baselines, and its decisions against the exact solver.

use damero_arena::stats::Tally;
use damero_games::Game;
use damero_games::quarto::{Quarto, QuartoRules};
use damero_search::Stop;
use damero_search::quarto::QuartoSolver;

use super::players::Exact;
use super::trainer::QuartoTrainer;
use crate::LearnError;
use crate::model::NetValues;
use crate::rng_streams::{Purpose, stream};
use crate::run::{Scalars, insert_win_rate};
use crate::selfplay::{GROUP, NetPolicy, Opponent, Policy, Slot, Values, contests, in_groups, pick, tally};

/// Who a network can be measured against.
#[derive(Clone, Debug)]
pub enum Baseline {
    /// A network of the same shape that has learned nothing: the `bot_random` of the seed.
    Untrained,
    /// A network trained earlier: the `bot_loss-BT` of the seed.
    Pretrained,
    /// Perfect from six pieces on, greedy before.
    Exact,
    /// A player named by its spec.
    Player(Opponent),
}

impl Baseline {
    /// What a name in a configuration means.
    ///
    /// # Errors
    /// If there is no such player.
    pub fn read(name: &str, rules: &QuartoRules) -> Result<Self, LearnError> {
        Ok(match name {
            "untrained" => Self::Untrained,
            "pretrained" => Self::Pretrained,
            "exact" => Self::Exact,
            _ => Self::Player(Opponent::read::<Quarto>("dqn.baselines", name, rules)?),
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
        let named = self.config.baselines.iter().zip(&self.baselines);
        for (number, (name, baseline)) in named.enumerate() {
            let tally = self.against(number as u64, baseline, self.config.evaluation_games)?;
            insert_win_rate(&mut scalars, name, &tally);
        }
        for (placed, [blunders, decisions]) in self.blunders().into_iter().enumerate() {
            if decisions > 0 {
                let share = f64::from(blunders) / f64::from(decisions);
                scalars.insert(format!("blunder/{placed}"), share);
                scalars.insert(format!("blunder_count/{placed}"), f64::from(decisions));
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
        NetValues::new(&self.learning.learner.network, &self.learning.learner.weights)
    }

    /// Plays against a baseline, both seats by turns; always the same games for the same network.
    pub(super) fn against(&self, number: u64, baseline: &Baseline, games: u32) -> Result<Tally, LearnError> {
        let mut slots = self.learning.slots(Purpose::Evaluation, number, games);
        let newest = self.newest();
        let make = || {
            let own = self.policy(newest.clone(), self.config.temperature_exploit as f32);
            let other: Box<dyn Policy<Quarto>> = match (baseline, &self.pretrained) {
                (Baseline::Pretrained, Some(other)) => {
                    let values = NetValues::new(&other.network, &other.weights);
                    Box::new(NetPolicy {
                        one_look: false,
                        ..self.policy(values, OPPONENT_TEMPERATURE)
                    })
                }
                (Baseline::Untrained | Baseline::Pretrained, _) => {
                    let values = NetValues::new(&self.learning.learner.network, &self.untrained);
                    Box::new(self.policy(values, OPPONENT_TEMPERATURE))
                }
                (Baseline::Exact, _) => Box::new(Exact::new(SOLVED_FROM, &self.learning.rules)?),
                (Baseline::Player(player), _) => Box::new(player.policy(&self.learning.rules)?),
            };
            Ok((own, other))
        };
        contests(&self.learning.pool, &mut slots, GROUP, make)?;
        Ok(tally(&slots))
    }

    /// By the number of pieces on the board, how many decisions gave away value and how many were looked at.
    fn blunders(&self) -> [[u32; 2]; 16] {
        let games = u64::from(self.config.blunder_games);
        let mut seeds: Vec<u64> = (0..games).collect();
        let newest = self.newest();
        let make = || (newest.clone(), QuartoSolver::new(64));
        let counts = in_groups(
            &self.learning.pool,
            &mut seeds,
            8,
            make,
            |(values, solver), _, seeds| {
                let mut counts = [[0; 2]; 16];
                for &mut seed in seeds {
                    self.count_blunders(seed, values, solver, &mut counts);
                }
                counts
            },
        );
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
        let rng = stream(self.learning.context.seed, Purpose::Positions, 0, seed);
        let mut slot = Slot::<Quarto>::new(&self.learning.rules, rng);
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
