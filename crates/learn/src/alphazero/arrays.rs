//! Finished games of self-play as arrays, a row for each decision: what a network outside of the program learns from.

use damero_games::random::{SeededRng, below};
use damero_games::record::{Event, apply};
use damero_games::{Encode, MoveBuf, Player, Symmetry};

use super::played::{Played, seen_through};

/// Through which symmetries of the game decisions are seen.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Augment {
    /// As they are.
    #[default]
    None,
    /// Each through one, drawn for it.
    Random,
    /// Each through all, one row after the other.
    All,
}

/// Rows to learn from, all of the same length; every array has as many rows as `outcomes` has numbers.
///
/// Outcomes, values and scores are as the player to move sees them.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct SampleArrays {
    /// Observations, one after the other.
    pub observations: Vec<f32>,
    /// Which actions are legal.
    pub legal: Vec<bool>,
    /// The policy that the search found: a share for each action.
    pub policies: Vec<f32>,
    /// How the game ended, or what is proven. Where a limit of the program cut the game short, what the search expected.
    pub outcomes: Vec<f32>,
    /// The result that the search expected.
    pub values: Vec<f32>,
    /// Final points of the player to move and of the other, no numbers where somebody resigned; empty where the game keeps
    /// no points.
    pub scores: Vec<f32>,
    /// Whether a limit of the program cut the game short.
    pub truncated: Vec<bool>,
    /// Which of the games a row is from.
    pub games: Vec<u32>,
    /// Moves that were played before.
    pub plies: Vec<u32>,
}

impl SampleArrays {
    /// Adds the decisions of a game as the `number`th, shown in `G::ENCODINGS[encoding]`.
    pub fn add<G: Encode + Symmetry>(
        &mut self,
        rules: &G::Rules,
        game: &Played<G>,
        number: u32,
        (encoding, augment): (usize, Augment),
        rng: &mut SeededRng,
    ) {
        let mut position = G::start(rules);
        let mut decisions = game.decisions.iter().peekable();
        let (mut at, mut ply) = (0, 0);
        loop {
            while let Some(decision) = decisions.next_if(|decision| decision.at as usize == at) {
                let count = position.symmetries();
                let (first, last) = match augment {
                    Augment::None => (0, 1),
                    Augment::Random => {
                        let drawn = below(rng, count as u32) as usize;
                        (drawn, drawn + 1)
                    }
                    Augment::All => (0, count),
                };
                let viewer = position.viewer();
                let result = if decision.exact {
                    Some(decision.value)
                } else {
                    game.end.result
                };
                for symmetry in first..last {
                    let (seen, policy) = seen_through(&position, &decision.policy, symmetry);
                    self.show(&seen, encoding);
                    let start = self.policies.len();
                    self.policies.resize(start + G::ACTIONS, 0.0);
                    for (action, share) in policy {
                        self.policies[start + action] += share;
                    }
                    self.outcomes.push(result.unwrap_or(decision.value).pov(viewer).0);
                    self.values.push(decision.value.pov(viewer).0);
                    self.truncated.push(result.is_none());
                    self.games.push(number);
                    self.plies.push(ply);
                    if position.scores().is_some() {
                        let points = |player: Player| {
                            game.end.scores.map_or(f32::NAN, |all| all[player.index()] as f32)
                        };
                        self.scores.extend([points(viewer), points(viewer.other())]);
                    }
                }
            }
            let Some(event) = game.events.get(at) else {
                return;
            };
            let applied = apply(&mut position, event);
            debug_assert!(applied.is_ok(), "it happened");
            at += 1;
            ply += u32::from(matches!(event, Event::Move(_)));
        }
    }

    fn show<G: Encode>(&mut self, position: &G, encoding: usize) {
        let start = self.observations.len();
        self.observations
            .resize(start + G::ENCODINGS[encoding].len(), 0.0);
        position.observe(encoding, &mut self.observations[start..]);
        let start = self.legal.len();
        self.legal.resize(start + G::ACTIONS, false);
        position.mark_legal(&mut self.legal[start..], &mut MoveBuf::new());
    }
}
