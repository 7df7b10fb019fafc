//! Everything that can be set about learning by tree search.

use damero_games::{Game, Text, text};
use damero_nets::{AdamWConfig, Auxiliary, Precision};
use serde::{Deserialize, Serialize};

use super::search_settings::SearchConfig;
use super::stages::Stages;
use crate::LearnError;
use crate::run::{Ranges, refuse};

/// What a schedule of temperatures counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    /// Moves of the game, of which the first is 1.
    #[default]
    Ply,
    /// Rounds of the game, where it has some.
    Round,
}

/// The settings of learning by tree search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AlphaZeroConfig {
    /// The rules id; empty means the game's default rules.
    pub rules: String,
    /// The network; it answers policy and value, with `heads=policy-value-scores` also both scores.
    pub architecture: String,
    /// How positions are shown to it; empty means the game's default.
    pub encoding: String,
    /// Games of self-play in a cycle.
    pub games: u32,
    /// Games that a thread plays side by side, whose leaves the network judges together.
    pub concurrent: usize,
    /// How precisely the network computes in self-play; it learns, and is measured, in single precision.
    pub precision: Precision,
    /// Simulations of a full search by cycle.
    pub curriculum: Vec<String>,
    /// The temperature at which moves are drawn by their visits.
    pub temperature: Vec<String>,
    /// What the table of temperatures counts.
    pub temperature_by: Clock,
    /// The search of self-play.
    pub search: SearchConfig,
    /// A game of self-play begins with up to so many moves left to chance, which are not learned from.
    pub opening_plies: u32,
    /// Such a beginning is kept if the network holds no player for better by more than this; 1 keeps every one.
    pub opening_balance: f64,
    /// The share of self-play games in which one seat is an older network's, whose decisions are not learned from.
    pub past_share: f64,
    /// How many older networks are kept for that.
    pub past_networks: usize,
    /// After how many cycles the next one is kept.
    pub past_every: u64,
    /// A player of self-play resigns when a full search expects no more than minus this; 0 plays every game to its end.
    pub resign: f64,
    /// The share of games that are played on nevertheless, to count how often resigning would have been wrong.
    pub resign_control: f64,
    /// Positions that the game's solver is expected to solve in so many nodes are: the game is played out perfectly, and
    /// every decision learned from exactly. 0 solves none.
    pub exact_nodes: u64,
    /// Who plays games to learn from before the first cycle, if any: a player spec, as the baselines are.
    pub teacher: String,
    /// How many such games; 0 learns from nothing but its own.
    pub teacher_games: u32,
    /// Over how many of the first cycles those games are spread evenly.
    pub teacher_cycles: u32,
    /// The share of the policy that goes to the teacher's move; the rest goes to all moves alike, as it may be wrong.
    pub teacher_sure: f64,
    /// How often any move is played instead of the teacher's, so that games differ and mistakes are seen punished.
    pub teacher_stray: f64,
    /// Whether a win or loss that the teacher has proven is what a value should be, whatever the result of the game.
    pub teacher_exact: bool,
    /// Whether the teacher's own value of a position stands for the search's, as `search_share` says; otherwise the result.
    pub teacher_values: bool,
    /// The size of the replay window: the newest decisions, to whole games.
    pub window: usize,
    /// The share of the window's decisions that the playing network searches again in each cycle, to replace what is
    /// learned of them.
    pub reanalyse: f64,
    /// How often each new decision is seen, on average, in the training after its cycle.
    pub passes: f64,
    /// Decisions in a batch.
    pub batch_size: usize,
    /// The learning rate at the beginning of each cycle.
    pub learning_rate: f64,
    /// The learning rate at its end, by a cosine schedule.
    pub learning_rate_end: f64,
    /// By what the learning rates are multiplied, by cycle.
    pub learning_rate_schedule: Vec<String>,
    /// By what the batch size is multiplied, by cycle.
    pub batch_size_schedule: Vec<String>,
    /// By what the passes are multiplied, by cycle.
    pub passes_schedule: Vec<String>,
    /// The optimiser.
    pub optimiser: AdamWConfig,
    /// Gradient clipping: the largest global norm of a gradient.
    pub max_grad_norm: f64,
    /// The weight of the value against the policy.
    pub value_weight: f64,
    /// The weight of the final scores, if the network answers them.
    pub scores_weight: f64,
    /// The weight of whose each square is at the end, if the network answers `owner`.
    pub owner_weight: f64,
    /// The weight of how many moves are left, if the network answers `moves_left`.
    pub moves_left_weight: f64,
    /// The weight of what loses at once, if the network answers `threats`.
    pub threats_weight: f64,
    /// The share of the search's own opinion in what a value should be; the rest is the result of the game.
    pub search_share: f64,
    /// How much of that opinion comes from the searches of later decisions of the same game, and at last from its result
    /// (the lambda of TD(lambda)); 0 takes the decision's own search alone.
    pub value_lambda: f64,
    /// The share of the margin of points in the result, in games with points; the rest is won, drawn or lost.
    pub margin_share: f64,
    /// The margin that counts as about three quarters of a whole one.
    pub margin_scale: f64,
    /// Data augmentation: whether every stored position is seen through a symmetry drawn for it.
    pub augment: bool,
    /// The share of a match with the best network so far that the newest one must win to play the next games; 0 takes
    /// every network.
    pub gate: f64,
    /// Games of that match; 0 plays none and takes every network.
    pub gate_games: u32,
    /// Simulations of each decision in it.
    pub gate_simulations: u64,
    /// Who it is measured against: player specs such as `random`, `greedy`, `level:easy`, `alphabeta:nodes=1000`.
    pub baselines: Vec<String>,
    /// Games against each of them in one evaluation.
    pub evaluation_games: u32,
    /// Simulations of each decision there.
    pub evaluation_simulations: u64,
    /// Moves left to chance at the beginning of evaluation and gate games, the same for both seats.
    pub opening: u32,
}

impl Default for AlphaZeroConfig {
    fn default() -> Self {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        Self {
            rules: String::new(),
            architecture: "mlp:256-256".to_owned(),
            encoding: String::new(),
            games: 128,
            concurrent: 32,
            precision: Precision::Single,
            curriculum: words(&["1-6: 30", "7-16: 75", "17-: 150"]),
            temperature: words(&["1-12: 1", "13-24: 0.5", "25-: 0"]),
            temperature_by: Clock::Ply,
            search: SearchConfig::default(),
            opening_plies: 0,
            opening_balance: 1.0,
            past_share: 0.0,
            past_networks: 4,
            past_every: 5,
            resign: 0.0,
            resign_control: 0.1,
            exact_nodes: 0,
            teacher: "alphabeta:nodes=1000".to_owned(),
            teacher_games: 0,
            teacher_cycles: 1,
            teacher_sure: 0.8,
            teacher_stray: 0.15,
            teacher_exact: false,
            teacher_values: false,
            window: 100_000,
            reanalyse: 0.0,
            passes: 4.0,
            batch_size: 256,
            learning_rate: 1e-3,
            learning_rate_end: 1e-6,
            learning_rate_schedule: words(&["1-: 1"]),
            batch_size_schedule: words(&["1-: 1"]),
            passes_schedule: words(&["1-: 1"]),
            optimiser: AdamWConfig {
                amsgrad: false,
                ..AdamWConfig::default()
            },
            max_grad_norm: 1.0,
            value_weight: 1.0,
            scores_weight: 0.0,
            owner_weight: 0.0,
            moves_left_weight: 0.0,
            threats_weight: 0.0,
            search_share: 0.25,
            value_lambda: 0.0,
            margin_share: 0.0,
            margin_scale: 20.0,
            augment: true,
            gate: 0.55,
            gate_games: 40,
            gate_simulations: 50,
            baselines: words(&["random", "greedy"]),
            evaluation_games: 40,
            evaluation_simulations: 50,
            opening: 4,
        }
    }
}

/// The tables of a configuration, read.
#[derive(Clone, PartialEq, Debug)]
pub struct Tables {
    /// Simulations by cycle.
    pub curriculum: Stages,
    /// Temperature by ply or round.
    pub temperature: Stages,
    /// Factors of the learning rates by cycle.
    pub learning_rate: Stages,
    /// Factors of the batch size by cycle.
    pub batch_size: Stages,
    /// Factors of the passes by cycle.
    pub passes: Stages,
}

impl AlphaZeroConfig {
    /// The defaults for a game: temperatures by rounds where there are rounds, and no random opening where chance makes
    /// games differ anyway.
    #[must_use]
    pub fn of<G: Game>() -> Self {
        let mut config = Self::default();
        if G::META.rounds {
            config.temperature = ["1-2: 1", "3-4: 0.5", "5-: 0"].map(str::to_owned).to_vec();
            config.temperature_by = Clock::Round;
        }
        if G::META.chance {
            config.opening = 0;
        }
        config
    }

    /// The weight of an auxiliary answer.
    #[must_use]
    pub const fn auxiliary_weight(&self, one: Auxiliary) -> f64 {
        match one {
            Auxiliary::Owner => self.owner_weight,
            Auxiliary::MovesLeft => self.moves_left_weight,
            Auxiliary::Threats => self.threats_weight,
        }
    }

    /// Refuses what makes no sense for the game, and reads the tables.
    ///
    /// # Errors
    /// The first key that does not, with what it would take.
    pub fn check<G: Game>(&self) -> Result<Tables, LearnError> {
        let curriculum = Stages::read("alphazero.curriculum", &self.curriculum, 1.0, 1e6)?;
        let temperature = Stages::read("alphazero.temperature", &self.temperature, 0.0, 100.0)?;
        let factors = |key: &str, lines: &[String]| Stages::read(key, lines, 1e-3, 1e3);
        let learning_rate = factors("alphazero.learning_rate_schedule", &self.learning_rate_schedule)?;
        let batch_size = factors("alphazero.batch_size_schedule", &self.batch_size_schedule)?;
        let passes = factors("alphazero.passes_schedule", &self.passes_schedule)?;
        let search = &self.search;
        let ranges = Ranges { table: "alphazero" };
        ranges.counts(&[
            ("games", u64::from(self.games)),
            ("concurrent", self.concurrent as u64),
            ("past_networks", self.past_networks as u64),
            ("past_every", self.past_every),
            ("teacher_cycles", u64::from(self.teacher_cycles)),
            ("window", self.window as u64),
            ("batch_size", self.batch_size as u64),
            ("evaluation_games", u64::from(self.evaluation_games)),
            ("evaluation_simulations", self.evaluation_simulations),
            ("gate_simulations", self.gate_simulations),
            ("search.leaves", search.leaves as u64),
            ("search.considered", search.considered as u64),
            ("search.fast_simulations", search.fast_simulations),
        ])?;
        ranges.numbers(&[
            ("opening_plies", f64::from(self.opening_plies), 0.0, 1000.0),
            ("opening_balance", self.opening_balance, 0.0, 1.0),
            ("past_share", self.past_share, 0.0, 1.0),
            ("resign", self.resign, 0.0, 1.0),
            ("resign_control", self.resign_control, 0.0, 1.0),
            ("teacher_sure", self.teacher_sure, 0.0, 1.0),
            ("teacher_stray", self.teacher_stray, 0.0, 1.0),
            ("reanalyse", self.reanalyse, 0.0, 1.0),
            ("passes", self.passes, 0.0, 1000.0),
            ("learning_rate", self.learning_rate, 0.0, 1.0),
            ("learning_rate_end", self.learning_rate_end, 0.0, 1.0),
            ("max_grad_norm", self.max_grad_norm, 0.0, 1e9),
            ("value_weight", self.value_weight, 0.0, 1e3),
            ("scores_weight", self.scores_weight, 0.0, 1e3),
            ("owner_weight", self.owner_weight, 0.0, 1e3),
            ("moves_left_weight", self.moves_left_weight, 0.0, 1e3),
            ("threats_weight", self.threats_weight, 0.0, 1e3),
            ("search_share", self.search_share, 0.0, 1.0),
            ("value_lambda", self.value_lambda, 0.0, 1.0),
            ("margin_share", self.margin_share, 0.0, 1.0),
            ("margin_scale", self.margin_scale, 1e-3, 1e6),
            ("gate", self.gate, 0.0, 1.0),
            ("search.sharpness", search.sharpness, 0.001, 100.0),
            ("search.cpuct", search.cpuct, 0.0, 100.0),
            ("search.first_play", search.first_play, 0.0, 2.0),
            ("search.noise_alpha", search.noise_alpha, 1e-3, 1e3),
            ("search.noise_share", search.noise_share, 0.0, 1.0),
            ("search.forced_playouts", search.forced_playouts, 0.0, 100.0),
            ("search.symmetries", search.symmetries as f64, 0.0, 64.0),
            ("search.full_share", search.full_share, 0.01, 1.0),
        ])?;
        ranges.optimiser(&self.optimiser)?;
        if search.forced_playouts > 0.0 && search.options().noise.is_none() {
            let wanted = Text::new(
                "0, unless search.root is \"puct\" and search.noise_share is above 0",
                "0, salvo que search.root sea \"puct\" y search.noise_share esté por encima de 0",
            );
            let found = search.forced_playouts.to_string();
            return Err(refuse("alphazero.search.forced_playouts", &found, &wanted));
        }
        let of_the_end = self
            .scores_weight
            .max(self.owner_weight)
            .max(self.moves_left_weight);
        if self.resign > 0.0 && of_the_end > 0.0 {
            let wanted = Text::new(
                "0, as a game that was resigned has no final position to learn from (scores_weight, owner_weight, moves_left_weight)",
                "0, pues una partida abandonada no tiene posición final de la que aprender (scores_weight, owner_weight, moves_left_weight)",
            );
            return Err(refuse("alphazero.resign", &self.resign.to_string(), &wanted));
        }
        if self.temperature_by == Clock::Round && !G::META.rounds {
            let game = <G as Game>::META.id;
            let wanted = text!(
                "\"ply\", as {game} has no rounds",
                "\"ply\", pues {game} no tiene rondas"
            );
            return Err(refuse("alphazero.temperature_by", "\"round\"", &wanted));
        }
        Ok(Tables {
            curriculum,
            temperature,
            learning_rate,
            batch_size,
            passes,
        })
    }
}
