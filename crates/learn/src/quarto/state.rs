//! The Quarto training as the driver sees it: names, checkpoints, and things to look at.

use std::path::Path;

use damero_games::quarto::{Quarto, QuartoMove};
use damero_games::record::{Event, Record, write_native};
use damero_games::{Game, Player};

use super::experience::Experience;
use super::trainer::QuartoTrainer;
use crate::LearnError;
use crate::model::{load, save};
use crate::rng_streams::{Purpose, stream};
use crate::run::{BoardPair, Identity, Report, SampleGame, Samples, Scalars, TrainStep, Trainer};
use crate::selfplay::{Opponent, Slot, contest, self_play};

/// How many turns are drawn as boards.
const BOARDS: usize = 8;

impl Trainer for QuartoTrainer {
    fn identity(&self) -> Identity {
        Identity {
            game: Quarto::META.id.to_owned(),
            rules: self.rules.to_string(),
            rules_version: Quarto::META.version,
            algo: "dqn".to_owned(),
        }
    }

    fn place(&self) -> TrainStep {
        self.place
    }

    fn epoch(&mut self) -> Result<Report, LearnError> {
        self.one_epoch()
    }

    fn evaluate(&mut self) -> Result<Scalars, LearnError> {
        self.evaluation()
    }

    fn samples(&mut self) -> Result<Samples, LearnError> {
        let epoch = self.place.epoch;
        let rng = |n| stream(self.context.seed, Purpose::Evaluation, 1000 + epoch, n);
        let policy = |temperature| self.policy(self.newest(), temperature);
        let explore = self.config.temperature_explore.at(epoch) as f32;
        let mut own = [Slot::<Quarto>::new(&self.rules, rng(0))];
        self_play(&mut policy(explore), &mut own);
        let mut greedy = [Slot::<Quarto>::new(&self.rules, rng(1))];
        let exploit = self.config.temperature_exploit as f32;
        let mut other = Opponent::greedy(&self.rules)?;
        contest([&mut policy(exploit), &mut other], &mut greedy);
        let [own, greedy] = [own, greedy].map(|[slot]| slot);
        let (_, drawn) = self.draw(0);
        Ok(Samples {
            games: vec![
                sample(&own, "self-play", ["network", "network"]),
                sample(&greedy, "greedy", ["network", "greedy"]),
            ],
            boards: drawn.iter().take(BOARDS).map(pair).collect(),
        })
    }

    fn save(&self, folder: &Path) -> Result<(), LearnError> {
        save::<Quarto, _>(folder, &self.learner, &self.replay, &self.rules, self.place.epoch)
    }

    fn load(&mut self, folder: &Path) -> Result<(), LearnError> {
        self.place = load::<Quarto, _>(folder, &mut self.learner, &mut self.replay, &self.rules)?;
        Ok(())
    }
}

/// A finished game as a record.
fn sample(slot: &Slot<Quarto>, name: &str, players: [&str; 2]) -> SampleGame {
    let mut record = Record::<Quarto>::new(*slot.game.rules());
    let names = ["First", "Second"].into_iter().zip(players);
    record.tags = names
        .map(|(tag, name)| (tag.to_owned(), name.to_owned()))
        .collect();
    record.events = slot.moves.iter().copied().map(Event::Move).collect();
    record.result = slot.game.turn().outcome();
    SampleGame {
        name: name.to_owned(),
        record: write_native(&record),
    }
}

/// A turn as two boards.
fn pair(turn: &Experience) -> BoardPair {
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
