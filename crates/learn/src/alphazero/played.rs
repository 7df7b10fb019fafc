//! A finished game of self-play: everything that happened, and what the search thought at each decision.
//!
//! Positions are not kept: they follow from the events, chance among them, and playing a game again costs less than a
//! batch takes to learn. So a game is small in memory and in checkpoints, and nothing of its past is lost.

use damero_games::random::{SeededRng, below};
use damero_games::record::{Event, Record, read_native, write_native};
use damero_games::{ByPlayer, Encode, Game, Notation, Outcome, Player, PovValue, Symmetry, Turn, Value};

use super::settings::AlphaZeroConfig;
use crate::replay::{BadBytes, Reader, Stored};

/// Marks a proven decision in bytes, beside the count of events before it: no game is so long.
const EXACT: u32 = 1 << 31;

/// A decision to learn from.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// How many events came before it.
    pub at: u32,
    /// The expected result as the search saw it, on the absolute scale.
    pub value: Value,
    /// Whether that value is proven; then it is learned whatever the result of the game.
    pub exact: bool,
    /// What a policy should learn: action indices of legal moves with shares that sum to 1; moves without a share are left
    /// out.
    pub policy: Vec<(u16, f32)>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct End {
    /// The result; `None` if a limit of the program cut the game short, which says nothing about who was better.
    pub result: Option<Value>,
    /// Points, where the game keeps them.
    pub scores: Option<[i32; 2]>,
}

impl End {
    /// How a game that is over ended.
    pub fn of<G: Game>(game: &G) -> Self {
        let cut = game.ending().is_some_and(|ending| ending.truncated);
        let result = game.turn().outcome().filter(|_| !cut);
        let points = |scores: ByPlayer<i32>| Player::ALL.map(|player| scores[player]);
        Self {
            result: result.map(Outcome::value),
            scores: game.scores().map(points),
        }
    }

    /// The result in which the margin of points has its share, on the absolute scale.
    fn worth(&self, config: &AlphaZeroConfig) -> Option<Value> {
        let Value(result) = self.result?;
        let Some([first, second]) = self.scores else {
            return Some(Value(result));
        };
        let share = config.margin_share as f32;
        let margin = ((first - second) as f32 / config.margin_scale as f32).tanh();
        Some(Value((1.0 - share) * result + share * margin))
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Played<G: Game> {
    /// What happened, chance included.
    pub events: Vec<Event<G>>,
    /// What there is to learn from.
    pub decisions: Vec<Decision>,
    /// How it ended.
    pub end: End,
}

/// One thing to learn: what the network should answer about a position.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingSample<G> {
    /// The position.
    pub position: G,
    /// The policy, by action indices.
    pub policy: Vec<(usize, f32)>,
    /// The value for the player to move.
    pub value: PovValue,
    /// Hundredths of the final points of the player to move and of the other, where the game keeps them.
    pub scores: [f32; 2],
    /// Whose each square is at the end, for the player to move; empty unless that is learned.
    pub owners: Vec<f32>,
    /// The natural logarithm of one more than the moves until the end.
    pub moves_left: f32,
}

/// A position through one of its symmetries, and a policy about it by the actions that it then has.
pub(super) fn seen_through<G: Encode + Symmetry>(
    position: &G,
    policy: &[(u16, f32)],
    symmetry: usize,
) -> (G, Vec<(usize, f32)>) {
    let mapped = if symmetry == 0 {
        position.clone()
    } else {
        position.map(symmetry)
    };
    let action = |index: usize| {
        let m = position.action(index)?;
        Some(mapped.action_index(position.map_move(symmetry, m)))
    };
    let policy = policy.iter();
    let policy = policy.filter_map(|&(index, share)| Some((action(usize::from(index))?, share)));
    let policy = policy.collect();
    (mapped, policy)
}

impl<G: Encode + Symmetry> Played<G> {
    /// The position before an event.
    #[must_use]
    pub fn position(&self, rules: &G::Rules, at: usize) -> G {
        let mut game = G::start(rules);
        for event in &self.events[..at] {
            match event {
                Event::Move(m) => game.play_unchecked(*m),
                Event::Chance(event) => {
                    let applied = game.apply_chance(event);
                    debug_assert_eq!(applied, Ok(()), "it happened");
                }
            }
        }
        game
    }

    /// What the searches say of a decision: its own value, averaged with those of later ones and at last the result, each
    /// with `value_lambda` of the weight of the one before.
    fn searched(&self, decision: usize, config: &AlphaZeroConfig) -> f32 {
        let lambda = config.value_lambda as f32;
        let decisions = &self.decisions[decision..];
        let own = decisions[0].value.0;
        if lambda == 0.0 {
            return own;
        }
        let last = decisions.last().map_or(own, |last| last.value.0);
        let end = self.end.worth(config).map_or(last, |worth| worth.0);
        decisions.iter().rev().fold(end, |later, decision| {
            let share = if decision.exact { 0.0 } else { lambda };
            (1.0 - share) * decision.value.0 + share * later
        })
    }

    /// What is to be learned from a decision, seen through a symmetry drawn from `rng` if the settings say so.
    #[must_use]
    pub fn training_sample(
        &self,
        rules: &G::Rules,
        decision: usize,
        config: &AlphaZeroConfig,
        rng: &mut SeededRng,
    ) -> TrainingSample<G> {
        let searched = self.searched(decision, config);
        let decision = &self.decisions[decision];
        let position = self.position(rules, decision.at as usize);
        let viewer = position.viewer();
        let end = End {
            result: if decision.exact {
                Some(decision.value)
            } else {
                self.end.result
            },
            ..self.end
        };
        let value = end.worth(config).map_or(searched, |worth| {
            let share = config.search_share as f32;
            share * searched + (1.0 - share) * worth.0
        });
        let scores = self.end.scores.map_or([0.0; 2], |scores| {
            [viewer, viewer.other()].map(|player| scores[player.index()] as f32 / 100.0)
        });
        let symmetries = position.symmetries();
        let symmetry = match symmetries {
            2.. if config.augment => below(rng, symmetries as u32) as usize,
            _ => 0,
        };
        let (mapped, policy) = seen_through(&position, &decision.policy, symmetry);
        // The end is seen through the same symmetry, so that squares stay where they are.
        let owners = if config.owner_weight > 0.0 {
            let mut owners = vec![0.0; G::OWNED];
            let end = self.position(rules, self.events.len());
            end.map(symmetry).owners(viewer, &mut owners);
            owners
        } else {
            Vec::new()
        };
        let rest = &self.events[decision.at as usize..];
        let moves_left = rest
            .iter()
            .filter(|event| matches!(event, Event::Move(_)))
            .count();
        TrainingSample {
            policy,
            position: mapped,
            value: Value(value).pov(viewer),
            scores,
            owners,
            moves_left: (1.0 + moves_left as f32).ln(),
        }
    }
}

impl<G: Notation> Played<G> {
    /// The game as a record.
    #[must_use]
    pub fn record(&self, rules: G::Rules) -> Record<G> {
        let mut record = Record::<G>::new(rules);
        record.tags = ["First", "Second"]
            .map(|tag| (tag.to_owned(), "network".to_owned()))
            .to_vec();
        record.events.clone_from(&self.events);
        let over = record.last().ok().and_then(|game| game.turn().outcome());
        // A game that is not over was resigned.
        record.result = over.or_else(|| {
            let Value(result) = self.end.result?;
            let winner = if result > 0.0 {
                Player::First
            } else {
                Player::Second
            };
            Some(Outcome::Win(winner))
        });
        record
    }

    /// Appends everything as bytes: the record as people read it, then the decisions.
    pub fn store(&self, rules: G::Rules, out: &mut Vec<u8>) {
        let text = write_native(&self.record(rules));
        (text.len() as u32).store(out);
        out.extend(text.into_bytes());
        (self.decisions.len() as u32).store(out);
        for decision in &self.decisions {
            (decision.at | if decision.exact { EXACT } else { 0 }).store(out);
            decision.value.0.store(out);
            (decision.policy.len() as u32).store(out);
            for (action, share) in &decision.policy {
                action.store(out);
                share.store(out);
            }
        }
    }

    /// Reads what [`store`](Self::store) wrote under the same rules.
    ///
    /// # Errors
    /// If the bytes are not of such a game.
    pub fn restore(rules: &G::Rules, reader: &mut Reader<'_>) -> Result<Self, BadBytes> {
        let length: u32 = reader.read()?;
        let bytes: Result<Vec<u8>, BadBytes> = (0..length).map(|_| reader.read()).collect();
        let text = String::from_utf8(bytes?).map_err(|_| reader.bad())?;
        let record: Record<G> = read_native(&text).map_err(|_| reader.bad())?;
        let last = record.last().map_err(|_| reader.bad())?;
        let resigned = record.result.filter(|_| last.turn().outcome().is_none());
        let end = match (last.turn(), resigned) {
            (Turn::Over(_), _) => End::of(&last),
            (_, Some(outcome)) => End {
                result: Some(outcome.value()),
                scores: None,
            },
            (_, None) => return Err(reader.bad()),
        };
        if record.rules != *rules {
            return Err(reader.bad());
        }
        let count: u32 = reader.read()?;
        let mut decisions = Vec::new();
        for _ in 0..count {
            let (marked, value): (u32, f32) = (reader.read()?, reader.read()?);
            let at = marked & !EXACT;
            let entries: u32 = reader.read()?;
            let policy = (0..entries).map(|_| Ok((reader.read()?, reader.read()?)));
            let policy = policy.collect::<Result<_, BadBytes>>()?;
            // Who resigns decides without a move.
            if at as usize >= record.events.len() + usize::from(resigned.is_some()) {
                return Err(reader.bad());
            }
            decisions.push(Decision {
                at,
                value: Value(value),
                exact: marked & EXACT != 0,
                policy,
            });
        }
        Ok(Self {
            events: record.events,
            decisions,
            end,
        })
    }
}
