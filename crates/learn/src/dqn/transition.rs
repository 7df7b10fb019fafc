//! One remembered decision: what was played, what came of it in the next few moves, and where that ended.

use damero_games::record::Event;
use damero_games::{Encode, Notation, Player, Symmetry, Turn};

use super::learning::Experience;
use super::score::Scoring;
use super::settings::{DqnConfig, Shaping};
use super::shaped::Learnable;
use crate::replay::Stored;
use crate::selfplay::Slot;

/// A decision with what followed; or chance with what it decided, where positions before chance are judged too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transition<G> {
    /// The position, without its past.
    pub before: G,
    /// The action index of the move; nothing where chance decided.
    pub action: u32,
    /// What was paid to its player from then on, as bits of a float so that transitions can be compared.
    reward: u32,
    /// By what the value of `after` for the player to move there counts for this player; zero when the game was over.
    factor: u32,
    /// The position some moves later.
    pub after: G,
    /// Whether the network itself chose the move.
    pub chosen: bool,
}

impl<G> Transition<G> {
    /// What was paid.
    #[must_use]
    pub const fn reward(&self) -> f32 {
        f32::from_bits(self.reward)
    }

    /// By what the value of the later position counts.
    #[must_use]
    pub const fn factor(&self) -> f32 {
        f32::from_bits(self.factor)
    }
}

/// All decisions of a finished game. What follows a decision is the next one, whatever chance did in between.
///
/// A network that judges what moves lead to meets positions in which chance is to decide; so it also learns these, from
/// the position that chance made of them.
pub fn transitions<G: Encode + Learnable>(
    rules: &G::Rules,
    slot: &Slot<G>,
    config: &DqnConfig,
    scoring: Scoring,
) -> Vec<Transition<G>> {
    let gamma = config.gamma as f32;
    let mut positions = Vec::with_capacity(slot.moves.len() + 1);
    let mut waiting = Vec::new();
    let end = slot.replay(rules, |game, event| match event {
        Event::Move(_) => positions.push(game.clone()),
        Event::Chance(_) if scoring == Scoring::Afterstates => waiting.push((game.clone(), positions.len())),
        Event::Chance(_) => {}
    });
    positions.push(end);
    let steps = config.n_step.max(1) as usize;
    let shaping = config.shaping;
    let decisions = (0..slot.moves.len()).map(|t| {
        let (mut reward, mut factor, mut end) = (0.0, 1.0, t);
        for i in t..(t + steps).min(slot.moves.len()) {
            // From here on the network would have played something else.
            if i > t && !slot.chosen[i] {
                break;
            }
            let (paid, passed) = pay(&positions[i], slot.moves[i], &positions[i + 1], shaping, gamma);
            reward += factor * paid;
            factor *= passed;
            end = i + 1;
        }
        Transition {
            action: positions[t].action_index(slot.moves[t]) as u32,
            before: positions[t].forget_past(),
            reward: f32::to_bits(reward),
            factor: f32::to_bits(factor),
            after: positions[end].forget_past(),
            chosen: slot.chosen[t],
        }
    });
    let chances = waiting.into_iter().map(|(before, next)| Transition {
        action: 0,
        reward: f32::to_bits(0.0),
        factor: f32::to_bits(factor(&positions[next], before.viewer(), gamma)),
        before: before.forget_past(),
        after: positions[next].forget_past(),
        chosen: true,
    });
    decisions.chain(chances).collect()
}

/// What a move pays to its player at once, and by what the value of the next position for whoever moves there counts. A
/// game that was cut short is not over: the value of its last position counts.
pub fn pay<G: Encode + Learnable>(
    before: &G,
    m: G::Move,
    after: &G,
    shaping: Shaping,
    gamma: f32,
) -> (f32, f32) {
    let shaped = before.paid(m, after, shaping, gamma);
    let Some(player) = before.turn().player() else {
        return (shaped, 0.0);
    };
    match after.turn() {
        Turn::Over(outcome) if !after.ending().is_some_and(|ending| ending.truncated) => {
            (shaped + outcome.pov(player).value().0, 0.0)
        }
        Turn::Player(_) | Turn::Chance => (shaped, factor(after, player, gamma)),
        Turn::Over(_) => (shaped, -gamma),
    }
}

/// By what a value of this position, of whoever sees it, counts for `player`.
fn factor<G: Encode>(position: &G, player: Player, gamma: f32) -> f32 {
    if position.viewer() == player { 1.0 } else { -gamma }
}

impl<G: Symmetry + Encode + Notation + Learnable> Experience<G> for Transition<G> {
    fn before(&self) -> &G {
        &self.before
    }

    fn mapped(&self, symmetry: usize) -> Self {
        let action = self.before.map_action(symmetry, self.action as usize);
        let Some(action) = action else { return self.clone() };
        // What lies moves later may have other symmetries; only its worth is asked for, which is the same.
        Self {
            before: self.before.map(symmetry),
            action: action as u32,
            after: self.after.clone(),
            ..*self
        }
    }
}

/// The longest rules id that is stored.
const LONGEST_RULES: usize = 94;

/// Rules and positions as their texts, with the lengths in front and filled up to always the same size.
impl<G: Notation + Learnable> Stored for Transition<G> {
    const SIZE: usize = 13 + 2 * (LONGEST_RULES + G::LONGEST_POSITION + 4);

    fn store(&self, out: &mut Vec<u8>) {
        self.action.store(out);
        self.reward.store(out);
        self.factor.store(out);
        out.push(u8::from(self.chosen));
        for position in [&self.before, &self.after] {
            let texts = [position.rules().to_string(), position.position()];
            for (text, longest) in texts.into_iter().zip([LONGEST_RULES, G::LONGEST_POSITION]) {
                let mut text = text.into_bytes();
                (text.len() as u16).store(out);
                text.resize(longest, 0);
                out.extend(text);
            }
        }
    }

    fn restore(bytes: &[u8]) -> Option<Self> {
        let text = |bytes: &[u8]| {
            let len = usize::from(u16::restore(&bytes[..2])?);
            String::from_utf8(bytes.get(2..2 + len)?.to_vec()).ok()
        };
        let position = |bytes: &[u8]| {
            let (rules, position) = bytes.split_at(LONGEST_RULES + 2);
            G::from_position(&text(rules)?.parse().ok()?, &text(position)?).ok()
        };
        let (numbers, positions) = bytes.split_at(13);
        let (before, after) = positions.split_at(positions.len() / 2);
        Some(Self {
            action: u32::restore(&numbers[..4])?,
            reward: u32::restore(&numbers[4..8])?,
            factor: u32::restore(&numbers[8..12])?,
            chosen: numbers[12] != 0,
            before: position(before)?,
            after: position(after)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use damero_games::Game;
    use damero_games::azul::Azul;
    use damero_games::checkers::Checkers;
    use damero_games::random::seeded;
    use damero_games::reversi::Reversi;

    use super::super::Subject;
    use super::*;
    use crate::selfplay::{Opponent, self_play};

    fn of_random_games<G: Subject>(config: &DqnConfig) -> Vec<Transition<G>> {
        let rules = G::Rules::default();
        let mut slots: Vec<_> = (0..5).map(|n| Slot::<G>::new(&rules, seeded(n))).collect();
        let random = Opponent::read::<G>("baselines", "random", &rules);
        let random = random.and_then(|random| random.policy::<G>(&rules));
        self_play(&mut random.expect("a player"), &mut slots);
        slots
            .iter()
            .flat_map(|slot| transitions(&rules, slot, config, Scoring::Afterstates))
            .collect()
    }

    #[test]
    fn stored_transitions_are_read_back() {
        fn check<G: Subject>() {
            for transition in of_random_games::<G>(&DqnConfig::default()) {
                let mut bytes = Vec::new();
                transition.store(&mut bytes);
                assert_eq!(bytes.len(), Transition::<G>::SIZE);
                let again = Transition::<G>::restore(&bytes).expect("its own bytes");
                assert_eq!(again.before.position(), transition.before.position());
                assert_eq!(again.after.position(), transition.after.position());
                assert_eq!(
                    (again.action, again.reward, again.factor, again.chosen),
                    (
                        transition.action,
                        transition.reward,
                        transition.factor,
                        transition.chosen
                    )
                );
            }
        }
        check::<Checkers>();
        check::<Reversi>();
        check::<Azul>();
    }

    /// One step: the opponent's value counts with the other sign; at the end the result counts and nothing after it.
    #[test]
    fn signs_and_ends() {
        let config = DqnConfig {
            n_step: 1,
            ..DqnConfig::default()
        };
        let all = of_random_games::<Checkers>(&config);
        assert!(all.iter().all(|m| m.factor() == -0.99 || m.factor() == 0.0));
        let ends: Vec<_> = all.iter().filter(|m| m.factor() == 0.0).collect();
        assert!(!ends.is_empty() && ends.iter().all(|m| m.reward() == 1.0 || m.reward() == 0.0));
        assert!(
            all.iter()
                .filter(|m| m.factor() != 0.0)
                .all(|m| m.reward() == 0.0)
        );
    }

    /// Where chance decides, the value goes to whoever opens the next round, often the player who moved last; the deal
    /// that was drawn is what the position before it learns from, and no action.
    #[test]
    fn chance_lies_between_a_move_and_the_next_decision() {
        let config = DqnConfig {
            n_step: 1,
            ..DqnConfig::default()
        };
        let all = of_random_games::<Azul>(&config);
        let (chances, moves): (Vec<_>, Vec<_>) = all.iter().partition(|t| t.before.turn() == Turn::Chance);
        assert!(chances.len() > 5 && chances.iter().all(|t| t.factor() == 1.0 && t.reward() == 0.0));
        assert!(
            chances
                .iter()
                .all(|t| t.after.turn() == Turn::Player(t.before.viewer()))
        );
        assert!(moves.iter().all(|t| t.after.turn() != Turn::Chance));
        let (mut same, mut other) = (0, 0);
        for t in moves.iter().filter(|t| t.after.turn().outcome().is_none()) {
            let kept = t.after.turn() == t.before.turn();
            assert_eq!(t.factor(), if kept { 1.0 } else { -0.99 });
            same += u32::from(kept);
            other += u32::from(!kept);
        }
        assert!(same > 0 && other > same);
    }

    /// Two steps: the one who moved before the end has lost, and knows it.
    #[test]
    fn the_loser_is_told_at_once() {
        let config = DqnConfig {
            n_step: 2,
            ..DqnConfig::default()
        };
        let losers = of_random_games::<Checkers>(&config);
        assert!(
            losers
                .iter()
                .any(|m| m.factor() == 0.0 && (m.reward() + 0.99).abs() < 1e-6)
        );
    }
}
