//! Which games can be learned, and how: every game by Q-learning and by tree search.

use std::sync::LazyLock;

use damero_games::Text;
use toml::Table;

use crate::error::LearnError;
use crate::run::Trainer;

/// How a trainer is made.
pub type Make = fn(&Table, &Context) -> Result<Box<dyn Trainer>, LearnError>;

/// One way to learn one game.
///
/// Its own configuration is a table of the run's configuration that bears the name of the algorithm (`[dqn]`). It comes
/// from a type with `#[serde(deny_unknown_fields, default)]` that serialises every field always, so that the default
/// value shows all keys with their types: no `Option`, and `f64` rather than `f32`, which prints badly.
#[derive(Clone)]
pub struct Method {
    /// The game, as the registry names it.
    pub game: &'static str,
    /// The algorithm, such as `dqn`.
    pub algo: &'static str,
    /// What it does, in a few words.
    pub about: Text,
    /// The scalar by which the best checkpoint is chosen and early stopping decides, such as `win_rate/greedy`.
    pub headline: &'static str,
    /// The default configuration of the method, without the table's name.
    pub defaults: fn() -> Result<Table, LearnError>,
    /// Makes a trainer from a complete configuration; refuses values that make no sense.
    pub trainer: Make,
}

/// What a trainer needs to know beside its own configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context {
    /// The seed of every random stream.
    pub seed: u64,
    /// Threads for self-play and evaluation; at least one.
    pub threads: usize,
}

/// What specs call the players that an algorithm trains.
#[must_use]
pub fn player(algo: &str) -> &str {
    match algo {
        "alphazero" => "az",
        _ => algo,
    }
}

/// All methods. The first one of a game is its default: Q-learning, or tree search where chance has a part. A game's
/// own way of Q-learning stands for the general one.
pub fn methods() -> &'static [Method] {
    static ALL: LazyLock<Vec<Method>> = LazyLock::new(all);
    &ALL
}

fn all() -> Vec<Method> {
    use damero_games::{Game, GameId, with_game};

    let mut methods = vec![crate::quarto::METHOD];
    for &id in GameId::ALL {
        with_game!(id, G => {
            let search = crate::alphazero::method::<G>();
            let values = methods.iter().all(|own| own.game != G::META.id).then(crate::dqn::method::<G>);
            if G::META.chance {
                methods.push(search);
                methods.extend(values);
            } else {
                methods.extend(values);
                methods.push(search);
            }
        });
    }
    methods
}

#[cfg(test)]
mod tests {
    use toml::Value;

    use super::*;
    use crate::config::{Config, File, PRESETS};

    #[test]
    fn every_method_and_preset_makes_a_trainer_for_its_game() {
        let context = Context { seed: 1, threads: 1 };
        for method in methods() {
            let trainer = (method.trainer)(&(method.defaults)().expect("plain data"), &context);
            let identity = trainer.expect("defaults make sense").identity();
            assert_eq!((&*identity.game, &*identity.algo), (method.game, method.algo));
        }
        for preset in PRESETS {
            let file = File::new(preset.name, preset.text).expect("TOML");
            let table: Table = preset.text.parse().expect("a table");
            let word = |key: &str| table.get(key).and_then(Value::as_str);
            let method = methods()
                .iter()
                .find(|method| (word("game"), word("algo")) == (Some(method.game), Some(method.algo)))
                .expect("a known method");
            let config =
                Config::of_run(method, &file).unwrap_or_else(|error| panic!("{}: {error}", preset.name));
            if let Err(error) = (method.trainer)(&config.method, &context) {
                panic!("{}: {error}", preset.name);
            }
        }
    }
}
