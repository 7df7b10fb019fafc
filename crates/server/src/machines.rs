//! The machines that may sit at a board: the levels of the engine, and the network that comes with the program.

use std::str::FromStr;
use std::time::Duration;

use damero_arena::Spec;
use damero_games::{Game, GameId, Text, text, with_game};
use damero_search::Level;

use crate::catalog;

/// The word for the network, here and in specs.
pub(crate) const NEURAL: &str = "neural";

/// The player at the seat of a machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Machine {
    /// The engine at a level.
    Level(Level),
    /// The network that comes with the program for the game.
    Neural,
}

impl Machine {
    /// As rooms, requests and ratings name it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Level(level) => level.name(),
            Self::Neural => NEURAL,
        }
    }

    /// The spec that the arena understands.
    pub(crate) fn spec(self) -> String {
        match self {
            Self::Level(level) => Spec::from(level).to_string(),
            Self::Neural => NEURAL.to_owned(),
        }
    }

    /// Its time limit for a move. A network has as long as a strong level, so that the two can be compared.
    pub(crate) const fn budget(self) -> Duration {
        match self {
            Self::Level(level) => level.budget(),
            Self::Neural => Level::HARD.budget(),
        }
    }

    /// Whether it can play a game under these rules.
    ///
    /// # Errors
    /// Why it cannot, and what would be right.
    pub(crate) fn check(self, game: GameId, rules: &str) -> Result<(), Text> {
        match self {
            Self::Level(_) => Ok(()),
            Self::Neural => check_network(game, rules),
        }
    }
}

/// No machine has this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unknown;

impl FromStr for Machine {
    type Err = Unknown;

    fn from_str(name: &str) -> Result<Self, Unknown> {
        match name {
            NEURAL => Ok(Self::Neural),
            _ => name.parse().map(Self::Level).map_err(|_| Unknown),
        }
    }
}

fn check_network(game: GameId, rules: &str) -> Result<(), Text> {
    let Some(learned) = catalog::network(game) else {
        let with = GameId::ALL
            .iter()
            .filter(|&&other| catalog::network(other).is_some());
        let with: Vec<String> = with.map(ToString::to_string).collect();
        let with = with.join(", ");
        return Err(text!(
            "no neural network for {game} comes with the program; there is one for {with}",
            "el programa no trae ninguna red neuronal para {game}; la hay para {with}"
        ));
    };
    let same = with_game!(game, G => same_rules::<G>(learned, rules));
    if !same {
        return Err(text!(
            "the neural network of {game} has learned the rules {learned}; this game is played under {rules}",
            "la red neuronal de {game} aprendió las reglas {learned}; esta partida se juega con {rules}"
        ));
    }
    Ok(())
}

/// Whether two ids mean the same rules.
pub(crate) fn same_rules<G: Game>(one: &str, other: &str) -> bool {
    let read = |text: &str| text.parse::<G::Rules>().ok();
    read(one) == read(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_are_named_and_read_again() {
        for name in ["easy", "2", "medium", "6", "hard", "9", "max", NEURAL] {
            assert_eq!(name.parse().map(Machine::name), Ok(name));
        }
        assert_eq!("5".parse(), "medium".parse::<Machine>());
        assert_eq!("divine".parse::<Machine>(), Err(Unknown));
    }

    #[test]
    fn a_network_plays_under_the_rules_that_it_has_learned_and_no_others() {
        let azul = GameId::Azul;
        let learned = catalog::network(azul).expect("it comes with the program");
        assert_eq!(Machine::Neural.check(azul, learned), Ok(()));
        let refused = Machine::Neural
            .check(azul, &format!("{learned},max_rounds=9"))
            .expect_err("other rules");
        assert!(refused.en.contains(learned) && refused.es.contains("max_rounds=9"));
        for &game in GameId::ALL {
            let rules = catalog::network(game).unwrap_or_default();
            match (Machine::Neural.check(game, rules), catalog::network(game)) {
                (Ok(()), Some(_)) => {}
                (Err(why), None) => assert!(why.en.contains("there is one for"), "{why:?}"),
                (checked, known) => panic!("{game}: {checked:?}, {known:?}"),
            }
        }
    }
}
