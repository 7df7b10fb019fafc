//! What all Q-learning shares: self-play, the replay buffer, training steps, the target network, checkpoints.
//!
//! A [`Procedure`] says what is particular to one: which decisions an experience holds and what their targets are.

use std::path::Path;
use std::time::Instant;

use damero_games::random::{SeededRng, below};
use damero_games::record::{Record, write_native};
use damero_games::{Encode, Notation, Symmetry};
use damero_nets::{AdamWConfig, Network};
use rayon::ThreadPool;

use crate::LearnError;
use crate::method::Context;
use crate::model::{self, Distance, Goal, Learner, Stride};
use crate::model::{load, rows, save, side_by_side};
use crate::replay::{Drawn, PriorityConfig, Replay, Stored};
use crate::rng_streams::{Purpose, stream};
use crate::run::{Identity, SampleGame, TrainStep};
use crate::selfplay::{GROUP, Policy, Slot, in_groups, pool, self_play};

/// What is kept in the replay buffer.
pub trait Experience<G>: Stored + Clone + Send + Sync {
    /// The position before it.
    fn before(&self) -> &G;

    /// The same seen through a symmetry.
    #[must_use]
    fn mapped(&self, symmetry: usize) -> Self;
}

/// Positions to show to the network, and the goal for its answers.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch<G> {
    /// The positions, one row each.
    pub positions: Vec<G>,
    /// What their values should be.
    pub goal: Goal,
    /// What was played, in the order of the experiences.
    pub played: Vec<Played>,
}

/// One decision that was made in an experience.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The row of the batch.
    pub row: usize,
    /// The output of the network that judges it: an action index, or 0 where it judges positions.
    pub action: usize,
    /// The number of the experience in the batch.
    pub experience: usize,
}

impl<G> Batch<G> {
    /// The places of what was played in the answers of the network, of which there are `answers` in all.
    pub(crate) fn places(&self, answers: usize) -> impl Iterator<Item = (Played, usize)> {
        let width = answers / self.positions.len().max(1);
        let played = self.played.iter();
        played.map(move |&played| (played, played.row * width + played.action))
    }

    /// How far the values were from the targets of each experience.
    fn errors(&self, experiences: usize, values: &[f32]) -> Vec<f32> {
        let mut sums = vec![(0.0, 0.0_f32); experiences];
        match &self.goal {
            Goal::Each { targets, .. } => {
                for (played, at) in self.places(values.len()) {
                    sums[played.experience].0 += (values[at] - targets[at]).abs();
                    sums[played.experience].1 += 1.0;
                }
            }
            Goal::Joined { shares, targets, .. } => {
                for (played, at) in self.places(values.len()) {
                    sums[played.experience].0 += values[at] * shares[at];
                }
                for (sum, target) in sums.iter_mut().zip(targets) {
                    *sum = ((sum.0 - target).abs(), 1.0);
                }
            }
        }
        sums.into_iter().map(|(sum, n)| sum / n.max(1.0)).collect()
    }
}

/// How targets are made.
pub trait Procedure<G, T>: Sync {
    /// The networks that it asks; each thread has a copy.
    type TargetValues: Clone + Send + Sync;

    /// Those networks as they are now.
    fn judge(&self, learner: &Learner) -> Self::TargetValues;

    /// What the network should have answered.
    fn batch(&self, drawn: &[Drawn], experiences: &[T], judge: &mut Self::TargetValues) -> Batch<G>;

    /// The same batch seen through other symmetries, for procedures that learn a batch more than once.
    fn seen_anew(&self, batch: &Batch<G>, rng: &mut SeededRng) -> Batch<G>;
}

/// The settings of training steps that all procedures have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StepSettings {
    /// Experiences in a batch.
    pub batch_size: usize,
    /// Batches in an epoch.
    pub iterations: usize,
    /// Training steps from each batch.
    pub views: u32,
    /// Whether experiences are seen through a symmetry drawn for them.
    pub augment: bool,
    /// What the loss measures.
    pub distance: Distance,
    /// The learning rate.
    pub learning_rate: f64,
    /// The largest global norm of a gradient.
    pub max_grad_norm: f64,
    /// How far the target network moves at an update.
    pub tau: f64,
    /// Training steps between two updates of it.
    pub target_every: u32,
}

/// What the training steps of an epoch showed.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Learned {
    /// The losses.
    pub losses: Vec<f64>,
    /// The global norms of the gradients.
    pub norms: Vec<f64>,
    /// Seconds that went into targets.
    pub judging: f64,
}

/// A network that learns values from a replay buffer.
pub struct QLearning<G: Encode, T> {
    pub(crate) rules: G::Rules,
    pub(crate) context: Context,
    pub(crate) learner: Learner,
    pub(crate) replay: Replay<T>,
    pub(crate) place: TrainStep,
    pub(crate) pool: ThreadPool,
}

impl<G: Encode + Symmetry + Notation, T: Experience<G>> QLearning<G, T> {
    /// A network that has learned nothing, and an empty buffer.
    ///
    /// # Errors
    /// If the system gives no threads.
    pub fn new(
        rules: G::Rules,
        network: Network,
        optimiser: AdamWConfig,
        (buffer, priority): (usize, PriorityConfig),
        context: &Context,
    ) -> Result<Self, LearnError> {
        let mut rng = stream(context.seed, Purpose::Weights, 0, 0);
        Ok(Self {
            learner: Learner::new(network, optimiser, &mut rng),
            replay: Replay::new(buffer, priority),
            pool: pool(context.threads)?,
            rules,
            context: *context,
            place: TrainStep::default(),
        })
    }

    /// What is learned.
    #[must_use]
    pub fn identity(&self) -> Identity {
        Identity {
            game: G::META.id.to_owned(),
            rules: self.rules.to_string(),
            rules_version: G::META.version,
            algo: "dqn".to_owned(),
        }
    }

    /// Plays the games of self-play of this epoch; `make` gives each thread its policy.
    pub fn play<P: Policy<G>>(&self, games: u32, make: impl Fn() -> P + Sync + Send) -> Vec<Slot<G>> {
        let mut slots = self.slots(Purpose::Game, self.place.epoch, games);
        in_groups(&self.pool, &mut slots, GROUP, make, |policy, _, slots| {
            self_play(policy, slots);
        });
        slots
    }

    /// Games at their start, each with a random stream of its own.
    pub(crate) fn slots(&self, purpose: Purpose, number: u64, games: u32) -> Vec<Slot<G>> {
        let rng = |n| stream(self.context.seed, purpose, number, n);
        let slots = (0..u64::from(games)).map(|n| Slot::new(&self.rules, rng(n)));
        slots.collect()
    }

    /// The experiences of batch `n` of this epoch, each seen through a symmetry of its own.
    pub(crate) fn draw(&self, settings: &StepSettings, n: usize) -> (Vec<Drawn>, Vec<T>) {
        let mut rng = stream(self.context.seed, Purpose::Batch, self.place.epoch, n as u64);
        let drawn = self.replay.draw(settings.batch_size, &mut rng);
        let experiences = drawn.iter().map(|d| {
            let experience = self.replay.get(d.slot);
            let symmetries = experience.before().symmetries();
            if settings.augment && symmetries > 1 {
                experience.mapped(below(&mut rng, symmetries as u32) as usize)
            } else {
                experience.clone()
            }
        });
        let experiences = experiences.collect();
        (drawn, experiences)
    }

    /// Learns from the batches of an epoch. As many of them as the target network stands still for are made at once.
    /// `observe` sees every batch with what the network answered before it learned it.
    ///
    /// # Errors
    /// If the loss is no number any more.
    pub fn study<P: Procedure<G, T>>(
        &mut self,
        procedure: &P,
        settings: &StepSettings,
        mut observe: impl FnMut(&Batch<G>, &[T], &[f32]),
    ) -> Result<Learned, LearnError> {
        let mut learned = Learned::default();
        let every = u64::from(settings.target_every.max(1));
        let views = u64::from(settings.views.max(1));
        let mut done = 0;
        while done < settings.iterations && !self.replay.is_empty() {
            let start = Instant::now();
            let until_update = every - self.place.step % every;
            let count = (until_update / views).max(1) as usize;
            let count = count.min(settings.iterations - done);
            let mut drawn: Vec<_> = (done..done + count).map(|n| self.draw(settings, n)).collect();
            let judge = procedure.judge(&self.learner);
            let batches = in_groups(
                &self.pool,
                &mut drawn,
                1,
                || judge.clone(),
                |judge, _, drawn| {
                    let (drawn, experiences) = &drawn[0];
                    procedure.batch(drawn, experiences, judge)
                },
            );
            learned.judging += start.elapsed().as_secs_f64();
            let before = self.place.step;
            for ((drawn, experiences), batch) in drawn.iter().zip(&batches) {
                let made = self.step(batch, settings, &mut learned)?;
                let values = side_by_side(&made.answers, batch.positions.len());
                observe(batch, experiences, &values);
                self.replay
                    .learned(drawn, &batch.errors(experiences.len(), &values));
                for _ in 1..views {
                    let mut rng = stream(self.context.seed, Purpose::View, 0, self.place.step);
                    self.step(&procedure.seen_anew(batch, &mut rng), settings, &mut learned)?;
                }
            }
            done += count;
            if self.place.step / every > before / every {
                self.learner.follow(settings.tau);
            }
        }
        Ok(learned)
    }

    fn step(
        &mut self,
        batch: &Batch<G>,
        settings: &StepSettings,
        learned: &mut Learned,
    ) -> Result<model::Learned, LearnError> {
        let positions: Vec<_> = batch.positions.iter().collect();
        let rows = rows(&self.learner.network, &positions);
        let mut rng = stream(self.context.seed, Purpose::Dropout, 0, self.place.step);
        let stride = Stride {
            learning_rate: settings.learning_rate,
            max_norm: settings.max_grad_norm,
        };
        let goal = (&batch.goal, settings.distance);
        let learner = &mut self.learner;
        let made = self
            .pool
            .install(|| learner.step(&rows, goal, stride, &mut rng))?;
        self.place.step += 1;
        learned.losses.push(f64::from(made.loss));
        learned.norms.push(f64::from(made.norm));
        Ok(made)
    }

    /// A finished game as a sample.
    pub(crate) fn sample(&self, slot: &Slot<G>, name: &str, players: [&str; 2]) -> SampleGame {
        let mut record = Record::<G>::new(self.rules);
        let names = ["First", "Second"].into_iter().zip(players);
        record.tags = names
            .map(|(tag, name)| (tag.to_owned(), name.to_owned()))
            .collect();
        record.events = slot.events();
        record.result = slot.game.turn().outcome();
        SampleGame {
            name: name.to_owned(),
            record: write_native(&record),
        }
    }

    /// Writes a checkpoint.
    ///
    /// # Errors
    /// If a file cannot be written, or a weight is no finite number.
    pub fn save(&self, folder: &Path) -> Result<(), LearnError> {
        save::<G, _>(folder, &self.learner, &self.replay, &self.rules, self.place.epoch)
    }

    /// Takes everything from a checkpoint. On error nothing changes.
    ///
    /// # Errors
    /// If a file is missing, damaged, or of another network.
    pub fn load(&mut self, folder: &Path) -> Result<(), LearnError> {
        self.place = load::<G, _>(folder, &mut self.learner, &mut self.replay, &self.rules)?;
        Ok(())
    }
}
