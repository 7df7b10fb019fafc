//! One epoch of the Quarto training: play, remember, learn.

use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use damero_games::quarto::{Quarto, QuartoRules};
use damero_games::random::SeededRng;
use damero_games::{Game, Text, text};
use damero_nets::{Architecture, Model, Network, Parameters, Weights, shipped};
use damero_search::Stop;
use damero_search::quarto::QuartoSolver;

use super::certain::known;
use super::evaluate::Baseline;
use super::experience::QuartoTurn;
use super::players::turns;
use super::settings::{Actions, LossApproach, QuartoConfig, Reward};
use super::targets::{GIVE, batch};
use super::views::seen_anew;
use crate::LearnError;
use crate::dqn::{Batch, Learned, Procedure, QLearning, StepSettings};
use crate::method::Context;
use crate::model::{Learner, NetValues, spread};
use crate::replay::Drawn;
use crate::rng_streams::{Purpose, stream};
use crate::run::{Histogram, Ranges, Report};
use crate::selfplay::NetPolicy;

/// A Quarto network that is learning.
pub struct QuartoTrainer {
    pub(super) config: QuartoConfig,
    pub(super) learning: QLearning<Quarto, QuartoTurn>,
    pub(super) baselines: Vec<Baseline>,
    /// The network of [`Baseline::Untrained`].
    pub(super) untrained: Parameters,
    /// The network of [`Baseline::Pretrained`], if it is one of the baselines.
    pub(super) pretrained: Option<Pretrained>,
    /// What the exact solver has proved, one for each thread.
    pub(super) solvers: Vec<Mutex<QuartoSolver>>,
}

/// A network trained earlier.
pub(super) struct Pretrained {
    pub(super) network: Network,
    pub(super) weights: Parameters,
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
        let mut rng = stream(context.seed, Purpose::Untrained, 0, 0);
        let untrained = Weights::initial(&network, &mut rng);
        let untrained = Parameters::new(&network, &untrained);
        let baselines = config.baselines.iter().map(|name| Baseline::read(name, &rules));
        let baselines = baselines.collect::<Result<Vec<Baseline>, _>>()?;
        let pretrained = baselines
            .iter()
            .any(|baseline| matches!(baseline, Baseline::Pretrained))
            .then(|| Pretrained::load(&config, &rules))
            .transpose()?;
        let replay = (config.buffer, config.priority);
        let threads = if config.solver_from == 0 {
            0
        } else {
            context.threads
        };
        let solver = |_| Mutex::new(QuartoSolver::new(SOLVER_MIB));
        Ok(Self {
            learning: QLearning::new(rules, network, config.optimiser, replay, context)?,
            config,
            baselines,
            untrained,
            pretrained,
            solvers: (0..threads).map(solver).collect(),
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
        let kept = self.config.last_states(self.learning.place.epoch);
        let (mut lengths, mut remembered) = (0, 0);
        for game in &games {
            lengths += game.len();
            let skipped = game.len().saturating_sub(kept);
            for turn in &game[skipped..] {
                self.learning.replay.push(turn.clone());
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
        self.learning.place.epoch += 1;

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
        report.scalar("replay/size", self.learning.replay.len() as f64);
        report.scalar("lr", self.config.lr_at(self.learning.place.epoch - 1));
        report.scalar(
            "temperature",
            self.config.temperature_explore.at(self.learning.place.epoch - 1),
        );
        let (mean, deviation) = spread(&learned.losses);
        report.scalar("loss/mean", mean);
        report.scalar("loss/std", deviation);
        report.scalar("gradient/norm", spread(&learned.norms).0);
        Ok(report)
    }

    /// Games of self-play, as turns.
    fn play(&self) -> Vec<Vec<QuartoTurn>> {
        let temperature = self.config.temperature_explore.at(self.learning.place.epoch) as f32;
        let values = self.newest();
        let make = || NetPolicy {
            epsilon: self.config.epsilon as f32,
            ..self.policy(values.clone(), temperature)
        };
        let slots = self.learning.play(self.config.matches_per_epoch, make);
        let games = slots.iter().map(|slot| turns(&self.learning.rules, &slot.moves));
        games.collect()
    }

    /// The settings of the training steps of this epoch.
    pub(super) fn step_settings(&self, iterations: usize) -> StepSettings {
        let config = &self.config;
        StepSettings {
            batch_size: config.batch_size,
            iterations,
            views: config.views,
            augment: config.augment,
            distance: config.distance,
            learning_rate: config.lr_at(self.learning.place.epoch),
            max_grad_norm: config.max_grad_norm,
            tau: config.tau,
            target_every: config.target_every,
        }
    }

    fn study(&mut self, iterations: usize, report: &mut Report) -> Result<Learned, LearnError> {
        let settings = self.step_settings(iterations);
        let mut heat = Heat::default();
        let procedure = Taught {
            config: &self.config,
            solvers: &self.solvers,
        };
        let learned = self
            .learning
            .study(&procedure, &settings, |batch, turns, values| {
                heat.add(batch, turns, values);
            })?;
        heat.into_report(report);
        Ok(learned)
    }
}

/// The table of a solver: what is asked for has most pieces on the board.
const SOLVER_MIB: usize = 16;

/// The seed's procedure and the corrected one, as the settings say, with the exact solver as a teacher if they want one.
pub(super) struct Taught<'a> {
    pub(super) config: &'a QuartoConfig,
    pub(super) solvers: &'a [Mutex<QuartoSolver>],
}

impl Taught<'_> {
    /// What a position is worth for the player to move, by the rules or by the solver.
    pub(super) fn known(&self, game: &Quarto) -> Option<f32> {
        known(game, self.config.gamma as f32).or_else(|| self.solved(game))
    }

    fn solved(&self, game: &Quarto) -> Option<f32> {
        if game.board().occupied().count_ones() < self.config.solver_from {
            return None;
        }
        // Each thread has its own; values are exact, so it does not matter what one of them has proved before.
        let thread = rayon::current_thread_index().unwrap_or_default();
        let mut solver = self.solvers.get(thread)?.lock().ok()?;
        let solution = solver.solve(game, &Stop::default(), &mut |_| ())?;
        Some(solution.outcome.value().0)
    }
}

impl Procedure<Quarto, QuartoTurn> for Taught<'_> {
    /// The target network.
    type TargetValues = NetValues;

    fn judge(&self, learner: &Learner) -> NetValues {
        NetValues::new(&learner.network, &learner.target)
    }

    fn batch(&self, drawn: &[Drawn], turns: &[QuartoTurn], target: &mut NetValues) -> Batch<Quarto> {
        let weights: Vec<_> = drawn.iter().map(|d| d.weight).collect();
        batch(self.config, turns, &weights, &|game| self.known(game), target)
    }

    fn seen_anew(&self, batch: &Batch<Quarto>, rng: &mut SeededRng) -> Batch<Quarto> {
        seen_anew(batch, rng)
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
    let ranges = Ranges { table: "dqn" };
    ranges.counts(&[
        ("matches_per_epoch", u64::from(config.matches_per_epoch)),
        ("batch_size", config.batch_size as u64),
        ("views", u64::from(config.views)),
        ("buffer", config.buffer as u64),
        ("target_every", u64::from(config.target_every)),
    ])?;
    ranges.numbers(&[
        ("discount", config.discount, 0.0, 1.0),
        ("gamma", config.gamma, 0.0, 1.0),
        ("lr", config.lr, 0.0, 1.0),
        ("max_grad_norm", config.max_grad_norm, 0.0, 1e9),
        ("tau", config.tau, 0.0, 1.0),
        ("dropout", config.dropout, 0.0, 0.99),
        ("temperature_exploit", config.temperature_exploit, 0.0, 100.0),
        ("epsilon", config.epsilon, 0.0, 1.0),
        ("priority.alpha", config.priority.alpha, 0.0, 10.0),
        ("priority.beta", config.priority.beta, 0.0, 1.0),
    ])?;
    ranges.schedule("lr_factor", &config.lr_factor, 0.0, 1e3)?;
    ranges.schedule("temperature_explore", &config.temperature_explore, 0.0, 100.0)?;
    ranges.optimiser(&config.optimiser)?;
    if !matches!(config.solver_from, 0 | 6..=15) {
        let wanted = Text::new(
            "0 for no solver, or 6 to 15 pieces: with fewer it takes too long",
            "0 para ninguno, o de 6 a 15 piezas: con menos tarda demasiado",
        );
        return Err(crate::run::refuse(
            "dqn.solver_from",
            &config.solver_from.to_string(),
            &wanted,
        ));
    }
    if config.seed_compat && config.solver_from > 0 {
        return refuse(text!(
            "the procedure of the seed has no solver: set solver_from = 0",
            "el procedimiento original no tiene solucionador: pon solver_from = 0"
        ));
    }
    if config.views > 1 && (config.seed_compat || config.loss == LossApproach::CombinedAvg || !config.augment)
    {
        return refuse(text!(
            "views above 1 need augment = true and targets of single moves: not the procedure of the seed, nor loss = \"combined_avg\"",
            "views mayor que 1 necesita augment = true y objetivos por jugada: ni el procedimiento original ni loss = \"combined_avg\""
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
    fn add(&mut self, batch: &Batch<Quarto>, turns: &[QuartoTurn], values: &[f32]) {
        for (played, at) in batch.places(values.len()) {
            let result = (turns[played.experience].result + 1) as usize;
            self.bins[usize::from(played.action >= GIVE)][result].add(f64::from(values[at]));
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
