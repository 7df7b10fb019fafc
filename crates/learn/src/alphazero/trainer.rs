//! One cycle: play, remember, learn, and a match that decides who plays the next games.

use std::collections::VecDeque;
use std::time::Instant;

use damero_arena::Playable;
use damero_arena::stats::Elo;
use damero_games::{Encode, Lang, Notation, Symmetry, Text, text};
use damero_nets::{Architecture, Auxiliary, Model, NetEvaluator, Parameters, Precision};
use rayon::ThreadPool;

use super::contest::{Pairing, TreePolicy, meet};
use super::loss::{Outputs, Parts, Targets};
use super::params::SelfPlayParams;
use super::reanalysis::reanalyse;
use super::settings::{AlphaZeroConfig, Tables};
use super::teacher;
use super::window::Window;
use super::worker::{Order, SelfPlayBatch, exact_solver, self_play_batch};
use crate::LearnError;
use crate::method::Context;
use crate::model::{Learner, Schedule, Stride, rows, spread};
use crate::rng_streams::{Purpose, stream};
use crate::run::{Report, TrainStep, refuse};
use crate::selfplay::Opponent;

/// Positions that go through the network at once: convolutions are fastest with few, and linear layers no slower.
const BATCH: usize = 16;

/// All that a game needs to be learned here.
pub trait Subject: Encode + Symmetry + Notation + Playable {}

impl<G: Encode + Symmetry + Notation + Playable> Subject for G {}

/// A network that learns a game from its own searches.
pub struct AlphaZeroTrainer<G: Subject> {
    pub(super) config: AlphaZeroConfig,
    pub(super) tables: Tables,
    pub(super) rules: G::Rules,
    pub(super) context: Context,
    outputs: Outputs,
    /// The newest network, and as its target the best one, which plays.
    pub(super) learner: Learner,
    pub(super) window: Window<G>,
    /// Networks of earlier cycles that still play, the oldest first.
    pub(super) past: VecDeque<Parameters>,
    pub(super) place: TrainStep,
    /// The sum of what each network was better than the one before, in Elo.
    pub(super) elo: f64,
    pub(super) pool: ThreadPool,
}

impl<G: Subject> AlphaZeroTrainer<G> {
    /// A training at its beginning.
    ///
    /// # Errors
    /// If the settings make no sense for this game.
    pub fn new(config: AlphaZeroConfig, context: &Context) -> Result<Self, LearnError> {
        let tables = config.check::<G>()?;
        let rules = if config.rules.is_empty() {
            G::Rules::default()
        } else {
            let parsed = config.rules.parse();
            parsed.map_err(|error: damero_games::OptionError| {
                refuse("alphazero.rules", &format!("{:?}", config.rules), &error.problem)
            })?
        };
        let shown = format!("{:?}", config.architecture);
        let wanted = |Text { en, es }: Text| {
            let wanted = text!("a network for this game: {en}", "una red para este juego: {es}");
            refuse("alphazero.architecture", &shown, &wanted)
        };
        let refused = |error: damero_nets::DescriptionError| {
            wanted(Text::owned(error.message(Lang::En), error.message(Lang::Es)))
        };
        let architecture: Architecture = config.architecture.parse().map_err(refused)?;
        let encoding = Some(&*config.encoding).filter(|name| !name.is_empty());
        let network = architecture
            .describe_under::<G>(&rules, encoding)
            .map_err(refused)?;
        let outputs = Outputs::of::<G>(&network).ok_or_else(|| {
            wanted(Text::new(
                "it must answer policy and value (heads=policy-value)",
                "debe responder política y valor (heads=policy-value)",
            ))
        })?;
        let scored = G::start(&rules).scores().is_some();
        if config.scores_weight > 0.0 && !(scored && outputs.has_scores()) {
            let wanted = Text::new(
                "0, unless the game keeps points and the network has heads=policy-value-scores",
                "0, salvo que el juego lleve puntos y la red tenga heads=policy-value-scores",
            );
            return Err(refuse(
                "alphazero.scores_weight",
                &config.scores_weight.to_string(),
                &wanted,
            ));
        }
        for one in Auxiliary::ALL {
            let (name, weight) = (one.as_str(), config.auxiliary_weight(one));
            if weight > 0.0 && !outputs.auxiliary().any(|found| found == one) {
                let wanted = text!(
                    "0, unless the architecture ends in ,{name}",
                    "0, salvo que la arquitectura acabe en ,{name}"
                );
                return Err(refuse(
                    &format!("alphazero.{name}_weight"),
                    &weight.to_string(),
                    &wanted,
                ));
            }
        }
        if config.margin_share > 0.0 && !scored {
            let wanted = Text::new(
                "0, as this game keeps no points",
                "0, pues este juego no lleva puntos",
            );
            return Err(refuse(
                "alphazero.margin_share",
                &config.margin_share.to_string(),
                &wanted,
            ));
        }
        if config.exact_nodes > 0
            && exact_solver::<G>(config.exact_nodes)
                .is_none_or(|solver| solver.usual_nodes(&G::start(&rules)).is_none())
        {
            let wanted = Text::new(
                "0, as this game has no solver",
                "0, pues este juego no tiene solucionador",
            );
            return Err(refuse(
                "alphazero.exact_nodes",
                &config.exact_nodes.to_string(),
                &wanted,
            ));
        }
        for name in &config.baselines {
            Opponent::read::<G>("alphazero.baselines", name, &rules)?;
        }
        if config.teacher_games > 0 {
            teacher::read::<G>(&config, &rules)?;
        }
        let mut rng = stream(context.seed, Purpose::Weights, 0, 0);
        Ok(Self {
            learner: Learner::new(network, config.optimiser, &mut rng),
            window: Window::new(rules, config.window),
            past: VecDeque::new(),
            pool: crate::selfplay::pool(context.threads)?,
            tables,
            rules,
            context: *context,
            outputs,
            place: TrainStep::default(),
            elo: 0.0,
            config,
        })
    }

    /// A network with these weights as what a search asks.
    fn judge(&self, weights: &Parameters, precision: Precision) -> Result<NetEvaluator<G>, LearnError> {
        let network = &self.learner.network;
        let model = weights
            .weights(network)
            .and_then(|weights| Model::new::<G>(network.clone(), weights, &self.rules))
            .and_then(|model| NetEvaluator::with_precision(&model, &self.rules, BATCH, precision));
        model.map_err(|error| LearnError::Refused(error.text()))
    }

    /// The best network so far as what self-play asks.
    pub(super) fn player(&self) -> Result<NetEvaluator<G>, LearnError> {
        self.judge(&self.learner.target, self.config.precision)
    }

    /// A network that plays as well as it can.
    pub(super) fn policy(&self, weights: &Parameters, simulations: u64) -> Result<TreePolicy<G>, LearnError> {
        Ok(TreePolicy {
            judge: self.judge(weights, Precision::Single)?,
            options: self.config.search.best_play(),
            simulations,
        })
    }

    /// Does one cycle.
    pub(super) fn cycle(&mut self) -> Result<Report, LearnError> {
        let mut report = Report::default();
        let cycle = self.place.epoch + 1;
        let params = SelfPlayParams::new(&self.config, &self.tables, cycle);
        report.scalar("search/simulations", params.simulations() as f64);
        let fresh = self.gather(&params, &mut report)?;
        let begin = Instant::now();
        self.study(fresh, &mut report)?;
        report.scalar("time/learning", begin.elapsed().as_secs_f64());
        let begin = Instant::now();
        self.promote(&mut report)?;
        report.scalar("time/gate", begin.elapsed().as_secs_f64());
        self.place.epoch += 1;
        Ok(report)
    }

    /// Plays the games of a cycle and remembers them; gives how many decisions there were.
    fn gather(&mut self, params: &SelfPlayParams, report: &mut Report) -> Result<usize, LearnError> {
        let judge = self.player()?;
        let past = self.past.iter();
        let past = past.map(|weights| self.judge(weights, self.config.precision));
        let past = past.collect::<Result<Vec<_>, _>>()?;
        let order = Order {
            seed: self.context.seed,
            cycle: self.place.epoch,
            games: self.config.games,
            concurrent: self.config.concurrent,
        };
        if self.config.reanalyse > 0.0 {
            let (begin, share) = (Instant::now(), self.config.reanalyse as f32);
            let again = reanalyse(&self.pool, &judge, &mut self.window, params, order, share);
            report.scalar("window/reanalysed", again as f64);
            report.scalar("time/reanalysis", begin.elapsed().as_secs_f64());
        }
        let SelfPlayBatch { games, counts, spent } =
            self_play_batch(&self.pool, &judge, &past, &self.rules, params, order);
        counts.report(report);
        let wall = spent.wall.max(1e-9);
        report.scalar("speed/games", games.len() as f64 / wall);
        report.scalar("speed/positions", counts.decisions as f64 / wall);
        report.scalar("speed/evaluations", counts.evaluations as f64 / wall);
        report.scalar("time/network", spent.network);
        report.scalar("time/tree", spent.tree);
        report.scalar("time/waiting", spent.waiting);
        let mut fresh = games.iter().map(|game| game.decisions.len()).sum();
        let begin = Instant::now();
        let seed = self.context.seed;
        let taught =
            teacher::training_samples(&self.pool, &self.rules, &self.config, seed, self.place.epoch)?;
        if !taught.is_empty() {
            fresh += taught.iter().map(|game| game.decisions.len()).sum::<usize>();
            report.scalar("teacher/games", taught.len() as f64);
            report.scalar("time/teacher", begin.elapsed().as_secs_f64());
            self.window.extend(taught);
        }
        self.window.extend(games);
        report.scalar("window/size", self.window.len() as f64);
        Ok(fresh)
    }

    /// Learns from the window, as often as the new decisions ask for.
    fn study(&mut self, fresh: usize, report: &mut Report) -> Result<(), LearnError> {
        let (config, cycle) = (&self.config, self.place.epoch + 1);
        let batch = (config.batch_size as f64 * self.tables.batch_size.at(cycle)).round() as usize;
        let batch = batch.max(1);
        let passes = config.passes * self.tables.passes.at(cycle);
        let steps = (fresh as f64 * passes / batch as f64).ceil() as u64;
        let factor = self.tables.learning_rate.at(cycle);
        report.scalar("learning_rate", factor * config.learning_rate);
        let rate = Schedule::cosine(
            factor * config.learning_rate,
            factor * config.learning_rate_end,
            steps,
        );
        let (mut losses, mut norms, mut all) = (Vec::new(), Vec::new(), Vec::new());
        let begin = Instant::now();
        for n in 0..steps {
            let mut rng = stream(self.context.seed, Purpose::Batch, self.place.epoch, n);
            let training_samples = self.window.draw(batch, &self.config, &mut rng);
            if training_samples.is_empty() {
                break;
            }
            let positions: Vec<_> = training_samples
                .iter()
                .map(|training_sample| &training_sample.position)
                .collect();
            let rows = rows(&self.learner.network, &positions);
            let targets = Targets::new(self.outputs, &training_samples, &self.config);
            let stride = Stride {
                learning_rate: rate.at(n),
                max_norm: self.config.max_grad_norm,
            };
            let mut rng = stream(self.context.seed, Purpose::Dropout, 0, self.place.step);
            let learner = &mut self.learner;
            let mut parts = Parts::default();
            let learned = self.pool.install(|| {
                learner.step_by(&rows, stride, &mut rng, |answers, slopes| {
                    parts = targets.loss(answers, slopes);
                    parts.total as f32
                })
            })?;
            self.place.step += 1;
            losses.push(f64::from(learned.loss));
            norms.push(f64::from(learned.norm));
            all.push(parts);
        }
        let mean = |part: &dyn Fn(&Parts) -> f64| spread(&all.iter().map(part).collect::<Vec<_>>()).0;
        report.scalar("loss/policy", mean(&|parts: &Parts| parts.policy));
        report.scalar("loss/kl", mean(&|parts: &Parts| parts.divergence));
        report.scalar("loss/value", mean(&|parts: &Parts| parts.value));
        if self.outputs.has_scores() {
            report.scalar("loss/scores", mean(&|parts: &Parts| parts.scores));
        }
        for one in self.outputs.auxiliary() {
            report.scalar(
                format!("loss/{}", one.as_str()),
                mean(&|parts: &Parts| parts.auxiliary[one as usize]),
            );
        }
        for (name, numbers) in [("loss", &losses), ("gradient", &norms)] {
            let (mean, deviation) = spread(numbers);
            report.scalar(format!("{name}/mean"), mean);
            report.scalar(format!("{name}/std"), deviation);
        }
        report.scalar(
            "speed/steps",
            losses.len() as f64 / begin.elapsed().as_secs_f64().max(1e-9),
        );
        Ok(())
    }

    /// Lets the newest network play the next games if it is good enough.
    fn promote(&mut self, report: &mut Report) -> Result<(), LearnError> {
        let mut adopted = true;
        if self.config.gate_games > 0 {
            let simulations = self.config.gate_simulations;
            let policies = (
                self.policy(&self.learner.weights, simulations)?,
                self.policy(&self.learner.target, simulations)?,
            );
            let pairing = Pairing {
                seed: self.context.seed,
                purpose: Purpose::Gate,
                number: self.place.epoch,
                games: self.config.gate_games,
                opening: self.config.opening,
            };
            let make = || Ok(policies.clone());
            let score = meet(&self.pool, &self.rules, pairing, make)?;
            adopted = score.tally.score() >= self.config.gate;
            report.scalar("win_rate/previous", score.tally.score());
            if adopted {
                self.elo += Elo::finite(&score.tally);
            }
            report.scalar("elo/self", self.elo);
        }
        if adopted {
            self.learner.target = self.learner.weights.clone();
        }
        let kept = self.config.past_share > 0.0;
        if kept && (self.place.epoch + 1).is_multiple_of(self.config.past_every) {
            self.past.push_back(self.learner.target.clone());
            if self.past.len() > self.config.past_networks {
                self.past.pop_front();
            }
        }
        report.scalar("gate/adopted", f64::from(u8::from(adopted)));
        Ok(())
    }
}
