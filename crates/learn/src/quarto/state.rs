//! The Quarto training as the driver sees it: names, checkpoints, and things to look at.

use std::path::Path;

use damero_games::quarto::{Quarto, QuartoMove};
use damero_games::{Game, Player};

use super::experience::QuartoTurn;
use super::trainer::QuartoTrainer;
use crate::LearnError;
use crate::rng_streams::{Purpose, stream};
use crate::run::{BoardPair, Identity, Report, Samples, Scalars, TrainStep, Trainer};
use crate::selfplay::{Opponent, Slot, contest, self_play};

/// How many turns are drawn as boards.
const BOARDS: usize = 8;

impl Trainer for QuartoTrainer {
    fn identity(&self) -> Identity {
        self.learning.identity()
    }

    fn place(&self) -> TrainStep {
        self.learning.place
    }

    fn epoch(&mut self) -> Result<Report, LearnError> {
        self.one_epoch()
    }

    fn evaluate(&mut self) -> Result<Scalars, LearnError> {
        self.evaluation()
    }

    fn samples(&mut self) -> Result<Samples, LearnError> {
        let epoch = self.learning.place.epoch;
        let rng = |n| stream(self.learning.context.seed, Purpose::Evaluation, 1000 + epoch, n);
        let policy = |temperature| self.policy(self.newest(), temperature);
        let explore = self.config.temperature_explore.at(epoch) as f32;
        let mut own = [Slot::<Quarto>::new(&self.learning.rules, rng(0))];
        self_play(&mut policy(explore), &mut own);
        let mut greedy = [Slot::<Quarto>::new(&self.learning.rules, rng(1))];
        let exploit = self.config.temperature_exploit as f32;
        let mut other = Opponent::greedy(&self.learning.rules)?;
        contest([&mut policy(exploit), &mut other], &mut greedy);
        let [own, greedy] = [own, greedy].map(|[slot]| slot);
        let (_, drawn) = self.learning.draw(&self.step_settings(1), 0);
        Ok(Samples {
            games: vec![
                self.learning.sample(&own, "self-play", ["network", "network"]),
                self.learning.sample(&greedy, "greedy", ["network", "greedy"]),
            ],
            boards: drawn.iter().take(BOARDS).map(pair).collect(),
        })
    }

    fn save(&self, folder: &Path) -> Result<(), LearnError> {
        self.learning.save(folder)
    }

    fn load(&mut self, folder: &Path) -> Result<(), LearnError> {
        self.learning.load(folder)
    }
}

/// A turn as two boards.
fn pair(turn: &QuartoTurn) -> BoardPair {
    let board = |game: &Quarto| {
        let mut rows = vec![vec![-1; 4]; 4];
        for (cell, piece) in game.board().pieces() {
            let index = usize::from(cell.index());
            rows[index / 4][index % 4] = piece.index() as i8;
        }
        rows
    };
    let piece = turn
        .before
        .hand()
        .map_or("-".to_owned(), |piece| piece.to_string());
    let moves = [turn.place.map(QuartoMove::Place), turn.give.map(QuartoMove::Give)];
    let action: Vec<_> = moves.iter().flatten().map(ToString::to_string).collect();
    let player = match turn.before.turn().player() {
        Some(Player::Second) => 2,
        _ => 1,
    };
    let (action, reward) = (action.join(" "), turn.result);
    BoardPair {
        title: format!("{piece}|{action}|{player} | R={reward}"),
        before: board(&turn.before),
        after: board(&turn.after()),
    }
}
