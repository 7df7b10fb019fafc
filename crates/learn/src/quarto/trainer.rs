//! One epoch of the Quarto training: play, remember, learn.

use std::path::Path;
use std::time::Instant;

use damero_games::quarto::{Quarto, QuartoRules};
use damero_games::random::below;
use damero_games::{Game, Symmetry, Text, text};
use damero_nets::{Architecture, Model, Network, Parameters, Weights, shipped};
use rayon::ThreadPool;
use rayon::prelude::*;

use super::evaluate::Baseline;
use super::experience::Experience;
use super::players::turns;
use super::settings::{Actions, LossApproach, QuartoConfig, Reward};
use super::targets::{ACTIONS, Batch, batch};
use super::views::seen_anew;
use crate::LearnError;
use crate::method::Context;
use crate::model::{self, Learner, NetValues, Stride, rows, side_by_side, spread};
use crate::replay::{Drawn, Replay};
use crate::rng_streams::{Purpose, stream};
use crate::run::{Histogram, Report, TrainStep};
use crate::selfplay::{GROUP, NetPolicy, Slot, in_groups, pool, self_play};

/// A Quarto network that is learning.
pub struct QuartoTrainer {
    pub(super) config: QuartoConfig,
    pub(super) rules: QuartoRules,
    pub(super) context: Context,
    pub(super) learner: Learner,
    pub(super) replay: Replay<Experience>,
    pub(super) place: TrainStep,
    pub(super) pool: ThreadPool,
    pub(super) baselines: Vec<Baseline>,
    /// The network of [`Baseline::Untrained`].
    pub(super) untrained: Parameters,
    /// The network of [`Baseline::Pretrained`], if it is one of the baselines.
    pub(super) pretrained: Option<Pretrained>,
}

/// A network trained earlier.
pub(super) struct Pretrained {
    pub(super) network: Network,
    pub(super) weights: Parameters,
}

/// What one epoch of learning showed.
#[derive(Default)]
struct Learned {
    losses: Vec<f64>,
    norms: Vec<f64>,
    /// Seconds that went into targets.
    judging: f64,
}

impl QuartoTrainer {
    /// A training at its beginning.
    ///
    /// # Errors
    /// If the settings make no sense together.
    pub fn new(config: QuartoConfig, context: &Context) -> Result<Self, LearnError> {
        let rules = config
            .rules
            .parse()
            .map_err(|error: damero_games::OptionError| LearnError::Refused(error.problem))?;
        check(&config)?;
        let described = Architecture::QuartoCnn.describe::<Quarto>(None);
        let mut description = described.map_err(|error| refused(&error))?.description().clone();
        for node in &mut description.nodes {
            if let damero_nets::Op::Dropout { p } = &mut node.op {
                *p = config.dropout as f32;
            }
        }
        let network = Network::new(description).map_err(|error| refused(&error))?;
        let rng = |purpose| stream(context.seed, purpose, 0, 0);
        let untrained = Weights::initial(&network, &mut rng(Purpose::Untrained));
        let untrained = Parameters::new(&network, &untrained);
        let baselines = config.baselines.iter().map(|name| Baseline::read(name, &rules));
        let baselines = baselines.collect::<Result<Vec<Baseline>, _>>()?;
        let pretrained = baselines
            .iter()
            .any(|baseline| matches!(baseline, Baseline::Pretrained))
            .then(|| Pretrained::load(&config, &rules))
            .transpose()?;
        Ok(Self {
            learner: Learner::new(network, config.optimiser, &mut rng(Purpose::Weights)),
            replay: Replay::new(config.buffer, config.priority),
            rules,
            context: *context,
            place: TrainStep::default(),
            pool: pool(context.threads)?,
            config,
            baselines,
            untrained,
            pretrained,
        })
    }

    /// Does one epoch.
    ///
    /// # Errors
    /// If the loss is no number any more.
    pub(super) fn one_epoch(&mut self) -> Result<Report, LearnError> {
        let mut report = Report::default();
        let start = Instant::now();
        let games = self.play();
        let played = start.elapsed().as_secs_f64();
        let kept = self.config.last_states(self.place.epoch);
        let (mut lengths, mut remembered) = (0, 0);
        for game in &games {
            lengths += game.len();
            let skipped = game.len().saturating_sub(kept);
            for turn in &game[skipped..] {
                self.replay.push(turn.clone());
                remembered += 1;
            }
        }
        let iterations = match self.config.iterations {
            0 => remembered / self.config.batch_size.max(1),
            n => n as usize,
        };
        let start = Instant::now();
        let learned = self.study(iterations, &mut report)?;
        let studied = start.elapsed().as_secs_f64();
        self.place.epoch += 1;

        let count = games.len().max(1) as f64;
        report.scalar("speed/games", count / played.max(1e-9));
        report.scalar("speed/steps", learned.losses.len() as f64 / studied.max(1e-9));
        report.scalar("time/play", played);
        report.scalar("time/targets", learned.judging);
        report.scalar("time/steps", studied - learned.judging);
        report.scalar("length/mean", lengths as f64 / count);
        let results = games.iter().filter_map(|game| game.first());
        let (mut wins, mut draws) = (0.0, 0.0);
        for first in results {
            wins += f64::from(u8::from(first.result > 0));
            draws += f64::from(u8::from(first.result == 0));
        }
        report.scalar("selfplay/first", wins / count);
        report.scalar("selfplay/draws", draws / count);
        report.scalar("replay/size", self.replay.len() as f64);
        report.scalar("lr", self.config.lr_at(self.place.epoch - 1));
        report.scalar(
            "temperature",
            self.config.temperature_explore.at(self.place.epoch - 1),
        );
        let (mean, deviation) = spread(&learned.losses);
        report.scalar("loss/mean", mean);
        report.scalar("loss/std", deviation);
        report.scalar("gradient/norm", spread(&learned.norms).0);
        Ok(report)
    }

    /// Games of self-play, as turns.
    fn play(&self) -> Vec<Vec<Experience>> {
        let epoch = self.place.epoch;
        let games = 0..u64::from(self.config.matches_per_epoch);
        let mut slots: Vec<Slot<Quarto>> = games
            .map(|n| Slot::new(&self.rules, stream(self.context.seed, Purpose::Game, epoch, n)))
            .collect();
        let temperature = self.config.temperature_explore.at(epoch) as f32;
        let values = NetValues::new(&self.learner.network, &self.learner.weights);
        let make = || NetPolicy {
            values: values.clone(),
            temperature,
            epsilon: self.config.epsilon as f32,
            one_look: self.config.seed_compat,
        };
        let work = |policy: &mut NetPolicy<NetValues>, _: usize, slots: &mut [Slot<Quarto>]| {
            self_play(policy, slots);
            slots
                .iter()
                .map(|slot| turns(&self.rules, &slot.moves))
                .collect::<Vec<_>>()
        };
        let groups = self.pool.install(|| in_groups(&mut slots, GROUP, make, work));
        groups.into_iter().flatten().collect()
    }

    /// Learns from `iterations` batches. As many of them as the target network stands still for are made at once.
    fn study(&mut self, iterations: usize, report: &mut Report) -> Result<Learned, LearnError> {
        let mut learned = Learned::default();
        let mut heat = Heat::default();
        let every = u64::from(self.config.target_every.max(1));
        let views = u64::from(self.config.views.max(1));
        let mut done = 0;
        while done < iterations && !self.replay.is_empty() {
            let start = Instant::now();
            let until_update = every - self.place.step % every;
            let count = (until_update / views).max(1) as usize;
            let count = count.min(iterations - done);
            let drawn: Vec<_> = (done..done + count).map(|n| self.draw(n)).collect();
            let judge = NetValues::new(&self.learner.network, &self.learner.target);
            let batches: Vec<Batch> = self.pool.install(|| {
                let make = || judge.clone();
                let made = drawn.par_iter().map_init(make, |values, (drawn, turns)| {
                    let weights: Vec<_> = drawn.iter().map(|d| d.weight).collect();
                    batch(&self.config, turns, &weights, values)
                });
                made.collect()
            });
            learned.judging += start.elapsed().as_secs_f64();
            let before = self.place.step;
            for ((drawn, turns), batch) in drawn.iter().zip(&batches) {
                let made = self.step(batch, &mut learned)?;
                let values = side_by_side(&made.answers, batch.positions.len());
                heat.add(batch, turns, &values);
                self.replay.learned(drawn, &errors(batch, turns.len(), &values));
                for _ in 1..views {
                    let mut rng = stream(self.context.seed, Purpose::View, 0, self.place.step);
                    self.step(&seen_anew(batch, &mut rng), &mut learned)?;
                }
            }
            done += count;
            if self.place.step / every > before / every {
                self.learner.follow(self.config.tau);
            }
        }
        heat.into_report(report);
        Ok(learned)
    }

    /// The turns of batch `n` of this epoch, each seen through a symmetry of its own.
    pub(super) fn draw(&self, n: usize) -> (Vec<Drawn>, Vec<Experience>) {
        let mut rng = stream(self.context.seed, Purpose::Batch, self.place.epoch, n as u64);
        let drawn = self.replay.draw(self.config.batch_size, &mut rng);
        let turns = drawn.iter().map(|d| {
            let turn = self.replay.get(d.slot);
            if self.config.augment {
                turn.mapped(below(&mut rng, turn.before.symmetries() as u32) as usize)
            } else {
                turn.clone()
            }
        });
        let turns = turns.collect();
        (drawn, turns)
    }

    fn step(&mut self, batch: &Batch, learned: &mut Learned) -> Result<model::Learned, LearnError> {
        let positions: Vec<_> = batch.positions.iter().collect();
        let rows = rows(&self.learner.network, &positions);
        let mut rng = stream(self.context.seed, Purpose::Dropout, 0, self.place.step);
        let stride = Stride {
            learning_rate: self.config.lr_at(self.place.epoch),
            max_norm: self.config.max_grad_norm,
        };
        let goal = (&batch.goal, self.config.distance);
        let learner = &mut self.learner;
        let made = self
            .pool
            .install(|| learner.step(&rows, goal, stride, &mut rng))?;
        self.place.step += 1;
        learned.losses.push(f64::from(made.loss));
        learned.norms.push(f64::from(made.norm));
        Ok(made)
    }
}

impl Pretrained {
    /// The network of the settings, or the one that comes with the program.
    fn load(config: &QuartoConfig, rules: &QuartoRules) -> Result<Self, LearnError> {
        let model = if config.pretrained.is_empty() {
            let model = shipped("dqn", Quarto::META.id).expect("one for Quarto comes with the program");
            model.and_then(|model| model.check_for::<Quarto>(rules).map(|()| model))
        } else {
            Model::load_for::<Quarto>(Path::new(&config.pretrained), rules)
        };
        let model = model.map_err(|error| LearnError::Refused(error.text()))?;
        Ok(Self {
            weights: Parameters::new(model.network(), model.weights()),
            network: model.network().clone(),
        })
    }
}

/// Refuses settings that contradict each other.
fn check(config: &QuartoConfig) -> Result<(), LearnError> {
    let refuse = |problem| Err(LearnError::Refused(problem));
    if config.batch_size == 0 || config.matches_per_epoch == 0 {
        return refuse(text!(
            "batch_size and matches_per_epoch must be at least 1",
            "batch_size y matches_per_epoch deben ser al menos 1"
        ));
    }
    if config.views > 1 && (config.seed_compat || config.loss == LossApproach::CombinedAvg || !config.augment)
    {
        return refuse(text!(
            "views above 1 need augment = true and targets of single moves: not the procedure of the seed, nor loss = \"combined_avg\"",
            "views mayor que 1 necesita augment = true y objetivos por jugada: ni el procedimiento original ni loss = \"combined_avg\""
        ));
    }
    if !(0.0..1.0).contains(&config.dropout) {
        let dropout = config.dropout;
        return refuse(text!(
            "dropout is {dropout}; expected a share below 1",
            "dropout es {dropout}; se esperaba una parte menor que 1"
        ));
    }
    if config.seed_compat && config.actions == Actions::All {
        return refuse(text!(
            "the procedure of the seed learns from what was played: set actions = \"taken\"",
            "el procedimiento original aprende de lo jugado: pon actions = \"taken\""
        ));
    }
    if config.actions == Actions::All
        && (config.reward != Reward::Final || config.loss == LossApproach::CombinedAvg)
    {
        return refuse(text!(
            "actions = \"all\" judges every move by what it leads to: it needs reward = \"final\" and another loss than \"combined_avg\"",
            "actions = \"all\" juzga cada jugada por lo que sigue: necesita reward = \"final\" y otra loss que \"combined_avg\""
        ));
    }
    Ok(())
}

pub(crate) fn refused(error: &damero_nets::DescriptionError) -> LearnError {
    use damero_games::Lang;
    LearnError::Refused(Text::owned(error.message(Lang::En), error.message(Lang::Es)))
}

/// How far the network was from the targets of each turn.
fn errors(batch: &Batch, turns: usize, values: &[f32]) -> Vec<f32> {
    use crate::model::Goal;
    let mut sums = vec![(0.0, 0.0_f32); turns];
    match &batch.goal {
        Goal::Each { targets, .. } => {
            for played in &batch.played {
                let at = played.row * ACTIONS + played.action;
                sums[played.turn].0 += (values[at] - targets[at]).abs();
                sums[played.turn].1 += 1.0;
            }
        }
        Goal::Joined { shares, targets, .. } => {
            for played in &batch.played {
                let at = played.row * ACTIONS + played.action;
                sums[played.turn].0 += values[at] * shares[at];
            }
            for (sum, target) in sums.iter_mut().zip(targets) {
                *sum = ((sum.0 - target).abs(), 1.0);
            }
        }
    }
    sums.into_iter().map(|(sum, n)| sum / n.max(1.0)).collect()
}

/// Values of what was played, by head and by the result of the game: the six heatmaps.
struct Heat {
    bins: [[Histogram; 3]; 2],
}

impl Default for Heat {
    fn default() -> Self {
        Self {
            bins: [0, 1].map(|_| [0, 1, 2].map(|_| Histogram::of_q())),
        }
    }
}

impl Heat {
    fn add(&mut self, batch: &Batch, turns: &[Experience], values: &[f32]) {
        for played in &batch.played {
            let value = values[played.row * ACTIONS + played.action];
            let result = (turns[played.turn].result + 1) as usize;
            self.bins[usize::from(played.action >= 16)][result].add(f64::from(value));
        }
    }

    fn into_report(self, report: &mut Report) {
        for (head, bins) in ["place", "select"].into_iter().zip(self.bins) {
            for (result, histogram) in ["loss", "draw", "win"].into_iter().zip(bins) {
                report.histograms.insert(format!("q/{head}/{result}"), histogram);
            }
        }
    }
}
