//! Opponents and teachers of trainings, named by the player specs that are understood everywhere: `random`,
//! `level:easy`, `alphabeta:nodes=1000`.

use std::borrow::Cow;

use damero_arena::{Builtin, Contestant, Playable, Spec, SpecError};
use damero_games::{Notation, Text};
use damero_search::{Agent, Limits};
use rand_core::Rng;

use super::policies::Policy;
use super::slot::Slot;
use crate::LearnError;

/// The table of a player that forgets everything before each decision.
const TABLE_MIB: usize = 1;

/// A player that a configuration names.
#[derive(Clone, Debug)]
pub struct Opponent {
    key: &'static str,
    spec: Spec,
}

impl Opponent {
    /// Reads a spec or an older name, and makes sure that there is such a player for these rules. `key` is where it
    /// stands.
    ///
    /// # Errors
    /// If it is not understood or cannot play here.
    pub fn read<G: Playable>(key: &'static str, name: &str, rules: &G::Rules) -> Result<Self, LearnError> {
        let spec = modern(name)
            .parse::<Spec>()
            .map_err(|error| refused(key, error))?;
        let found = Self {
            key,
            spec: spec.with_table(TABLE_MIB),
        };
        found.player::<G>(rules, 0)?;
        Ok(found)
    }

    /// The greedy player, which every game has.
    ///
    /// # Errors
    /// None: it needs no files.
    pub fn greedy<G: Playable>(rules: &G::Rules) -> Result<ByPlayer<G>, LearnError> {
        Self::read::<G>("greedy", "greedy", rules)?.policy(rules)
    }

    /// The player; what it leaves to chance follows from `seed`.
    ///
    /// # Errors
    /// If a file that it needs is not there any more.
    pub fn player<G: Playable>(&self, rules: &G::Rules, seed: u64) -> Result<Builtin<G>, LearnError> {
        let player = self.spec.builtin(rules, seed);
        player.map_err(|error| refused(self.key, error))
    }

    /// The player as a policy that does not remember.
    ///
    /// # Errors
    /// As [`Opponent::player`].
    pub fn policy<G: Playable>(&self, rules: &G::Rules) -> Result<ByPlayer<G>, LearnError> {
        Ok(ByPlayer(self.player(rules, 0)?))
    }
}

fn refused(key: &str, error: SpecError) -> LearnError {
    let Text { en, es } = error.problem;
    LearnError::Setting {
        key: key.to_owned(),
        problem: Text::owned(format!("{key}: {en}"), format!("{key}: {es}")),
    }
}

/// The spec that a name of older configurations stands for: `uniform`, `level-easy`, `alphabeta-1000`, `mcts-50`.
fn modern(name: &str) -> Cow<'_, str> {
    let number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    match name.split_once('-') {
        None if name == "uniform" => "random".into(),
        // These never read a book or tables.
        Some(("level", level)) => format!("level:{level},tables=off,book=off").into(),
        Some(("alphabeta", nodes)) if number(nodes) => format!("alphabeta:nodes={nodes}").into(),
        Some(("mcts", simulations)) if number(simulations) => format!("mcts:sims={simulations}").into(),
        _ => name.into(),
    }
}

/// A player as a policy. It forgets everything before each decision and takes its seed from the game, so that nothing
/// depends on the order of games.
pub struct ByPlayer<G: Notation>(Builtin<G>);

impl<G: Playable> Policy<G> for ByPlayer<G> {
    fn decide(&mut self, slots: &mut [&mut Slot<G>]) {
        for slot in slots {
            let seed = slot.rng.next_u64();
            Contestant::new_game(&mut self.0, seed).expect("our own players never fail");
            let found = self.0.think(&slot.game, Limits::default().into());
            slot.play(found.best);
        }
    }
}

#[cfg(test)]
mod tests {
    use damero_games::reversi::Reversi;

    use super::*;

    #[test]
    fn older_names_mean_what_they_did() {
        for (older, spec) in [
            ("uniform", "random"),
            ("greedy", "greedy"),
            ("careful", "careful"),
            ("level-medium", "level:medium,tables=off,book=off"),
            ("alphabeta-1000", "alphabeta:nodes=1000"),
            ("mcts-50", "mcts:sims=50"),
            ("az:my-run@best,sims=20", "az:my-run@best,sims=20"),
        ] {
            assert_eq!(modern(older), spec);
        }
    }

    #[test]
    fn all_names_are_players_and_others_are_refused_at_their_key() {
        let read = |name: &str| Opponent::read::<Reversi>("dqn.baselines", name, &Default::default());
        for name in [
            "uniform",
            "level-easy",
            "level:easy",
            "alphabeta-20",
            "mcts:sims=5",
            "greedy",
        ] {
            assert!(read(name).is_ok(), "{name}");
        }
        for (name, told) in [
            ("nobody", "alphabeta:depth=N"),
            ("level-nobody", "easy, medium, hard, max"),
            ("alphabeta-0", "nodes=0"),
            ("text:\"engine\"", "program outside"),
            ("az:no-such-run", "no-such-run"),
        ] {
            let error = read(name).map(drop).expect_err(name);
            assert!(matches!(&error, LearnError::Setting { key, .. } if key == "dqn.baselines"));
            assert!(error.to_string().contains(told), "{error}");
        }
    }
}
