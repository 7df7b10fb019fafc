//! One epoch of Q-learning: play, remember, learn.

use std::time::Instant;

use damero_arena::Playable;
use damero_games::random::SeededRng;
use damero_games::record::Event;
use damero_games::{Encode, Notation, Symmetry, Turn, text};
use damero_nets::{Architecture, Parameters};

use super::learning::{Batch, Played, Procedure, QLearning, StepSettings};
use super::score::{Scorer, Scoring, best_action};
use super::settings::DqnConfig;
use super::shaped::Learnable;
use super::state::BASELINES;
use super::transition::{Transition, transitions};
use crate::LearnError;
use crate::method::Context;
use crate::model::{Distance, Goal, Learner, NetValues, spread};
use crate::replay::Drawn;
use crate::run::Report;
use crate::selfplay::{NetPolicy, Opponent, Slot, Values};

/// All that a game needs to be learned here.
pub trait Subject: Encode + Symmetry + Notation + Playable + Learnable {}

impl<G: Encode + Symmetry + Notation + Playable + Learnable> Subject for G {}

/// A network that learns a game.
pub struct DqnTrainer<G: Subject> {
    pub(super) config: DqnConfig,
    pub(super) scoring: Scoring,
    pub(super) learning: QLearning<G, Transition<G>>,
}

impl<G: Subject> DqnTrainer<G> {
    /// A training at its beginning.
    ///
    /// # Errors
    /// If the settings make no sense for this game.
    pub fn new(config: DqnConfig, context: &Context) -> Result<Self, LearnError> {
        let rules = if config.rules.is_empty() {
            G::Rules::default()
        } else {
            let parsed = config.rules.parse();
            parsed.map_err(|error: damero_games::OptionError| LearnError::Refused(error.problem))?
        };
        let refused = |error| crate::quarto::refused(&error);
        let architecture: Architecture = config.architecture.parse().map_err(refused)?;
        let encoding = Some(&*config.encoding).filter(|name| !name.is_empty());
        let network = architecture
            .describe_under::<G>(&rules, encoding)
            .map_err(refused)?;
        let scoring = Scoring::of::<G>(&network).ok_or_else(|| {
            let found = &config.architecture;
            LearnError::Refused(text!(
                "architecture = {found:?} answers something else than values of moves: add heads=value, heads=q or heads=dueling",
                "architecture = {found:?} responde algo distinto de valores de jugadas: añade heads=value, heads=q o heads=dueling"
            ))
        })?;
        config.check()?;
        for name in &config.baselines {
            Opponent::read::<G>(BASELINES, name, &rules)?;
        }
        let replay = (config.buffer, config.priority);
        Ok(Self {
            learning: QLearning::new(rules, network, config.optimiser, replay, context)?,
            scoring,
            config,
        })
    }

    fn procedure(&self) -> Bootstrapped<'_> {
        Bootstrapped {
            config: &self.config,
            scoring: self.scoring,
        }
    }

    pub(super) fn scorer(&self, weights: &Parameters) -> Scorer {
        self.procedure().scorer(&self.learning.learner, weights)
    }

    /// Does one epoch.
    pub(super) fn one_epoch(&mut self) -> Result<Report, LearnError> {
        let mut report = Report::default();
        let epoch = self.learning.place.epoch;
        let epsilon = self.config.epsilon.at(epoch);
        let start = Instant::now();
        let newest = self.scorer(&self.learning.learner.weights);
        let make = || NetPolicy {
            values: newest.clone(),
            temperature: 0.0,
            epsilon: epsilon as f32,
            one_look: false,
        };
        let slots = self.learning.play(self.config.matches_per_epoch, make);
        let played = start.elapsed().as_secs_f64();
        self.remember(&slots, &mut report);
        let start = Instant::now();
        self.study(&mut report)?;
        let studied = start.elapsed().as_secs_f64();
        report.scalar("speed/games", slots.len() as f64 / played.max(1e-9));
        report.scalar(
            "speed/steps",
            f64::from(self.config.iterations) / studied.max(1e-9),
        );
        report.scalar("epsilon", epsilon);
        report.scalar("lr", self.config.lr_at(epoch));
        report.scalar("replay/size", self.learning.replay.len() as f64);
        self.learning.place.epoch += 1;
        Ok(report)
    }

    /// Puts all decisions into the replay and counts what is worth counting.
    fn remember(&mut self, slots: &[Slot<G>], report: &mut Report) {
        let mut counts = vec![0.0; G::COUNTED.len()];
        let (mut plies, mut returns, mut draws) = (0, 0.0, 0);
        for slot in slots {
            slot.replay(&self.learning.rules, |game, event| {
                if let Event::Move(m) = event {
                    game.count(*m, &mut counts);
                }
            });
            plies += slot.moves.len();
            draws += u32::from(slot.game.turn().outcome().is_some_and(|o| o.winner().is_none()));
            for transition in transitions(&self.learning.rules, slot, &self.config, self.scoring) {
                returns += f64::from(transition.reward());
                self.learning.replay.push(transition);
            }
        }
        let games = slots.len().max(1) as f64;
        report.scalar("length/mean", plies as f64 / games);
        report.scalar("selfplay/draws", f64::from(draws) / games);
        report.scalar("return/mean", returns / games);
        for (name, count) in G::COUNTED.iter().zip(counts) {
            report.scalar(format!("count/{name}"), count / games);
        }
    }

    fn study(&mut self, report: &mut Report) -> Result<(), LearnError> {
        let Self {
            config,
            scoring,
            learning,
        } = self;
        let settings = StepSettings {
            batch_size: config.batch_size,
            iterations: config.iterations as usize,
            views: 1,
            augment: config.augment,
            distance: Distance::SmoothL1,
            learning_rate: config.lr_at(learning.place.epoch),
            max_grad_norm: config.max_grad_norm,
            tau: config.tau,
            target_every: config.target_every,
        };
        let procedure = Bootstrapped {
            config,
            scoring: *scoring,
        };
        let mut values_seen = Vec::new();
        let learned = learning.study(&procedure, &settings, |batch, _, values| {
            let places = batch.places(values.len());
            values_seen.extend(places.map(|(_, place)| f64::from(values[place])));
        })?;
        for (name, numbers) in [
            ("loss", &learned.losses),
            ("q", &values_seen),
            ("gradient", &learned.norms),
        ] {
            let (mean, deviation) = spread(numbers);
            report.scalar(format!("{name}/mean"), mean);
            report.scalar(format!("{name}/std"), deviation);
        }
        Ok(())
    }
}

/// Targets from what was played and from the values of what came after.
struct Bootstrapped<'a> {
    config: &'a DqnConfig,
    scoring: Scoring,
}

impl Bootstrapped<'_> {
    fn scorer(&self, learner: &Learner, weights: &Parameters) -> Scorer {
        Scorer {
            network: NetValues::new(&learner.network, weights),
            scoring: self.scoring,
            shaping: self.config.shaping,
            gamma: self.config.gamma as f32,
        }
    }

    /// What the best move of each position is worth to the target network; zero where no move is legal. With double
    /// learning the newest network says which one is the best.
    fn best<G: Encode + Learnable>(&self, positions: &[&G], [judge, newest]: &mut [Scorer; 2]) -> Vec<f32> {
        let mut judged = Vec::new();
        judge.values(positions, &mut judged);
        let mut chosen = Vec::new();
        if self.config.double {
            newest.values(positions, &mut chosen);
        }
        let rows = positions.iter().zip(judged.chunks_exact(G::ACTIONS)).enumerate();
        rows.map(|(n, (game, judged))| {
            let by = match self.config.double {
                true => &chosen[n * G::ACTIONS..(n + 1) * G::ACTIONS],
                false => judged,
            };
            best_action(*game, by).map_or(0.0, |(action, _)| judged[action])
        })
        .collect()
    }
}

impl<G: Subject> Procedure<G, Transition<G>> for Bootstrapped<'_> {
    /// The target network and the newest one.
    type TargetValues = [Scorer; 2];

    fn judge(&self, learner: &Learner) -> [Scorer; 2] {
        [&learner.target, &learner.weights].map(|weights| self.scorer(learner, weights))
    }

    fn batch(&self, drawn: &[Drawn], transitions: &[Transition<G>], scorers: &mut [Scorer; 2]) -> Batch<G> {
        // The value of a position is that of its best move. What was played tells it only if it was the best.
        let by_play = |transition: &Transition<G>| match self.scoring {
            Scoring::Actions => true,
            Scoring::Afterstates if transition.before.turn() == Turn::Chance => true,
            Scoring::Afterstates => self.config.n_step > 1 && transition.chosen,
        };
        let mut targets: Vec<f32> = transitions.iter().map(Transition::reward).collect();
        // Which positions decide the targets, and with which factor.
        let mut asked: Vec<(usize, f32, &G)> = Vec::with_capacity(transitions.len());
        for (n, transition) in transitions.iter().enumerate() {
            if !by_play(transition) {
                targets[n] = 0.0;
                asked.push((n, 1.0, &transition.before));
            } else if transition.factor() != 0.0 {
                asked.push((n, transition.factor(), &transition.after));
            }
        }
        let positions: Vec<_> = asked.iter().map(|&(_, _, position)| position).collect();
        for ((n, factor, _), best) in asked.iter().zip(self.best(&positions, scorers)) {
            targets[*n] += factor * best;
        }
        let width = match self.scoring {
            Scoring::Actions => G::ACTIONS,
            Scoring::Afterstates => 1,
        };
        let played = transitions.iter().enumerate().map(|(row, transition)| Played {
            row,
            action: match self.scoring {
                Scoring::Actions => transition.action as usize,
                Scoring::Afterstates => 0,
            },
            experience: row,
        });
        let mut batch = Batch {
            positions: transitions
                .iter()
                .map(|transition| transition.before.clone())
                .collect(),
            played: played.collect(),
            goal: Goal::Each {
                targets: Vec::new(),
                weights: Vec::new(),
            },
        };
        let mut all = vec![0.0; transitions.len() * width];
        let mut weights = all.clone();
        for (((_, place), &target), drawn) in batch.places(all.len()).zip(&targets).zip(drawn) {
            all[place] = target;
            weights[place] = drawn.weight;
        }
        batch.goal = Goal::Each {
            targets: all,
            weights,
        };
        batch
    }

    /// Every batch is learned once.
    fn seen_anew(&self, batch: &Batch<G>, _: &mut SeededRng) -> Batch<G> {
        batch.clone()
    }
}
