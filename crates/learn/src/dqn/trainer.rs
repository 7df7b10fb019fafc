//! One epoch of Q-learning: play, remember, learn.

use std::time::Instant;

use damero_games::random::below;
use damero_games::{Encode, Notation, Symmetry, Text, text};
use damero_nets::{Architecture, Parameters};
use damero_search::Searchable;
use rayon::ThreadPool;
use rayon::prelude::*;

use super::score::{Scorer, Scoring, best_action};
use super::settings::DqnConfig;
use super::shaped::Learnable;
use super::state::BASELINES;
use super::transition::{Transition, transitions};
use crate::LearnError;
use crate::method::Context;
use crate::model::{Distance, Goal, Learner, NetValues, Stride, rows, side_by_side, spread};
use crate::replay::{Drawn, Replay};
use crate::rng_streams::{Purpose, stream};
use crate::run::{Report, TrainStep};
use crate::selfplay::{GROUP, NetPolicy, Opponent, Slot, Values, in_groups, self_play};

/// All that a game needs to be learned here.
pub trait Subject: Encode + Symmetry + Notation + Searchable + Learnable {}

impl<G: Encode + Symmetry + Notation + Searchable + Learnable> Subject for G {}

/// A network that learns a game.
pub struct DqnTrainer<G: Subject> {
    pub(super) config: DqnConfig,
    pub(super) rules: G::Rules,
    pub(super) context: Context,
    pub(super) scoring: Scoring,
    pub(super) learner: Learner,
    pub(super) replay: Replay<Transition<G>>,
    pub(super) place: TrainStep,
    pub(super) pool: ThreadPool,
}

/// The goal of a batch, and what its values are compared with.
struct BatchTargets {
    goal: Goal,
    /// Where the value of each transition is in the answers.
    places: Vec<usize>,
    targets: Vec<f32>,
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
        let network = architecture.describe::<G>(encoding).map_err(refused)?;
        let scoring = Scoring::of::<G>(&network).ok_or_else(|| {
            let found = &config.architecture;
            LearnError::Refused(text!(
                "architecture = {found:?} answers something else than values of moves: add heads=value, heads=q or heads=dueling",
                "architecture = {found:?} responde algo distinto de valores de jugadas: añade heads=value, heads=q o heads=dueling"
            ))
        })?;
        if G::META.chance {
            let game = G::META.id;
            return Err(LearnError::Refused(text!(
                "{game} has chance events, which this method does not know",
                "{game} tiene azar, y este método no lo conoce"
            )));
        }
        if config.batch_size == 0 || config.matches_per_epoch == 0 {
            return Err(LearnError::Refused(Text::new(
                "batch_size and matches_per_epoch must be at least 1",
                "batch_size y matches_per_epoch deben ser al menos 1",
            )));
        }
        for name in &config.baselines {
            Opponent::read::<G>(BASELINES, name, &rules)?;
        }
        let mut rng = stream(context.seed, Purpose::Weights, 0, 0);
        Ok(Self {
            learner: Learner::new(network, config.optimiser, &mut rng),
            replay: Replay::new(config.buffer, config.priority),
            pool: crate::selfplay::pool(context.threads)?,
            rules,
            scoring,
            context: *context,
            place: TrainStep::default(),
            config,
        })
    }

    /// Games against each baseline in one evaluation.
    #[must_use]
    pub const fn evaluation_games(&self) -> u32 {
        self.config.evaluation_games
    }

    pub(super) fn scorer(&self, weights: &Parameters) -> Scorer {
        Scorer {
            network: NetValues::new(&self.learner.network, weights),
            scoring: self.scoring,
            shaping: self.config.shaping,
            gamma: self.config.gamma as f32,
        }
    }

    /// Does one epoch.
    pub(super) fn one_epoch(&mut self) -> Result<Report, LearnError> {
        let mut report = Report::default();
        let epsilon = self.config.epsilon.at(self.place.epoch);
        let start = Instant::now();
        let slots = self.play(epsilon as f32);
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
        report.scalar("lr", self.config.lr_at(self.place.epoch));
        report.scalar("replay/size", self.replay.len() as f64);
        self.place.epoch += 1;
        Ok(report)
    }

    fn play(&self, epsilon: f32) -> Vec<Slot<G>> {
        let epoch = self.place.epoch;
        let games = 0..u64::from(self.config.matches_per_epoch);
        let mut slots: Vec<Slot<G>> = games
            .map(|n| Slot::new(&self.rules, stream(self.context.seed, Purpose::Game, epoch, n)))
            .collect();
        let newest = self.scorer(&self.learner.weights);
        let make = || NetPolicy {
            values: newest.clone(),
            temperature: 0.0,
            epsilon,
            one_look: false,
        };
        self.pool.install(|| {
            in_groups(&mut slots, GROUP, make, |policy, _, slots| {
                self_play(policy, slots);
            });
        });
        slots
    }

    /// Puts all decisions into the replay and counts what is worth counting.
    fn remember(&mut self, slots: &[Slot<G>], report: &mut Report) {
        let mut counts = vec![0.0; G::COUNTED.len()];
        let (mut plies, mut returns, mut draws) = (0, 0.0, 0);
        for slot in slots {
            let mut game = G::start(&self.rules);
            for &m in &slot.moves {
                game.count(m, &mut counts);
                game.play_unchecked(m);
            }
            plies += slot.moves.len();
            draws += u32::from(slot.game.turn().outcome().is_some_and(|o| o.winner().is_none()));
            for transition in transitions(&self.rules, slot, &self.config) {
                returns += f64::from(transition.reward());
                self.replay.push(transition);
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
        let (mut losses, mut values_seen, mut norms) = (Vec::new(), Vec::new(), Vec::new());
        let every = self.config.target_every.max(1) as usize;
        let iterations = self.config.iterations as usize;
        let mut done = 0;
        while done < iterations && !self.replay.is_empty() {
            let until_update = every - (self.place.step as usize % every);
            let count = until_update.min(iterations - done);
            let drawn: Vec<_> = (done..done + count).map(|n| self.draw(n)).collect();
            let judge = self.scorer(&self.learner.target);
            let newest = self.scorer(&self.learner.weights);
            let batch_targets: Vec<_> = self.pool.install(|| {
                let make = || [judge.clone(), newest.clone()];
                let made = drawn.par_iter().map_init(make, |scorers, (drawn, transitions)| {
                    self.batch_targets(drawn, transitions, scorers)
                });
                made.collect()
            });
            for ((drawn, transitions), batch_targets) in drawn.iter().zip(&batch_targets) {
                let positions: Vec<_> = transitions.iter().map(|transition| &transition.before).collect();
                let rows = rows(&self.learner.network, &positions);
                let mut rng = stream(self.context.seed, Purpose::Dropout, 0, self.place.step);
                let stride = Stride {
                    learning_rate: self.config.lr_at(self.place.epoch),
                    max_norm: self.config.max_grad_norm,
                };
                let goal = (&batch_targets.goal, Distance::SmoothL1);
                let learner = &mut self.learner;
                let learned = self
                    .pool
                    .install(|| learner.step(&rows, goal, stride, &mut rng))?;
                self.place.step += 1;
                let values = side_by_side(&learned.answers, transitions.len());
                let values: Vec<_> = batch_targets.places.iter().map(|&place| values[place]).collect();
                let errors = values
                    .iter()
                    .zip(&batch_targets.targets)
                    .map(|(value, target)| value - target);
                self.replay.learned(drawn, &errors.collect::<Vec<_>>());
                losses.push(f64::from(learned.loss));
                norms.push(f64::from(learned.norm));
                values_seen.extend(values.into_iter().map(f64::from));
            }
            done += count;
            if self.place.step.is_multiple_of(every as u64) {
                self.learner.follow(self.config.tau);
            }
        }
        for (name, numbers) in [("loss", &losses), ("q", &values_seen), ("gradient", &norms)] {
            let (mean, deviation) = spread(numbers);
            report.scalar(format!("{name}/mean"), mean);
            report.scalar(format!("{name}/std"), deviation);
        }
        Ok(())
    }

    /// The transitions of batch `n` of this epoch.
    fn draw(&self, n: usize) -> (Vec<Drawn>, Vec<Transition<G>>) {
        let mut rng = stream(self.context.seed, Purpose::Batch, self.place.epoch, n as u64);
        let drawn = self.replay.draw(self.config.batch_size, &mut rng);
        let transitions = drawn.iter().map(|d| {
            let transition = self.replay.get(d.slot);
            let symmetries = transition.before.symmetries();
            if self.config.augment && symmetries > 1 {
                transition.mapped(below(&mut rng, symmetries as u32) as usize)
            } else {
                transition.clone()
            }
        });
        let transitions = transitions.collect();
        (drawn, transitions)
    }

    /// What the network should have answered; `scorers` are the target network and the newest one.
    fn batch_targets(
        &self,
        drawn: &[Drawn],
        transitions: &[Transition<G>],
        scorers: &mut [Scorer; 2],
    ) -> BatchTargets {
        // The value of a position is that of its best move. What was played tells it only if it was the best.
        let by_play = |transition: &Transition<G>| match self.scoring {
            Scoring::Actions => true,
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
        let (width, places): (_, Vec<_>) = match self.scoring {
            Scoring::Actions => {
                let places = transitions.iter().enumerate();
                let places = places.map(|(row, transition)| row * G::ACTIONS + transition.action as usize);
                (G::ACTIONS, places.collect())
            }
            Scoring::Afterstates => (1, (0..transitions.len()).collect()),
        };
        let mut all = vec![0.0; transitions.len() * width];
        let mut weights = all.clone();
        for ((&place, &target), drawn) in places.iter().zip(&targets).zip(drawn) {
            all[place] = target;
            weights[place] = drawn.weight;
        }
        BatchTargets {
            goal: Goal::Each {
                targets: all,
                weights,
            },
            places,
            targets,
        }
    }

    /// What the best move of each position is worth to the target network; zero where no move is legal. With double
    /// learning the newest network says which one is the best.
    fn best(&self, positions: &[&G], [judge, newest]: &mut [Scorer; 2]) -> Vec<f32> {
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
