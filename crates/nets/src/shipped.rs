//! Networks that come with the program, trained by its own methods: one line a network. `docs/learning.md` says by which
//! run, and how strong they are.

use crate::model::{Model, ModelError};

/// The files, by the method that made them and the name of their game.
const SHIPPED: &[(&str, &str, &[u8])] = &[
    (
        "alphazero",
        "checkers",
        include_bytes!("../models/checkers.safetensors"),
    ),
    (
        "alphazero",
        "quarto",
        include_bytes!("../models/quarto.safetensors"),
    ),
    (
        "alphazero",
        "chessfive",
        include_bytes!("../models/chessfive.safetensors"),
    ),
    ("alphazero", "azul", include_bytes!("../models/azul.safetensors")),
    (
        "alphazero",
        "reversi",
        include_bytes!("../models/reversi.safetensors"),
    ),
    (
        "dqn",
        "checkers",
        include_bytes!("../models/checkers-dqn.safetensors"),
    ),
    (
        "dqn",
        "quarto",
        include_bytes!("../models/quarto-dqn.safetensors"),
    ),
];

/// The games that have one by this method.
pub fn shipped_games(method: &str) -> impl Iterator<Item = &'static str> {
    let of_method = SHIPPED.iter().filter(move |(by, ..)| *by == method);
    of_method.map(|(_, game, _)| *game)
}

/// The network that comes with the program for a game, by the game's name: by `alphazero` it answers policy and value, by
/// `dqn` the worth of moves.
///
/// ```
/// let model = damero_nets::shipped("alphazero", "azul").expect("there is one").expect("it is sound");
/// assert_eq!(model.card().game, "azul");
/// assert!(damero_nets::shipped("alphazero", "chess").is_none());
/// ```
#[must_use]
pub fn shipped(method: &str, game: &str) -> Option<Result<Model, ModelError>> {
    let mut known = SHIPPED.iter();
    let (.., bytes) = known.find(|(by, of, _)| (*by, *of) == (method, game))?;
    Some(Model::from_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use damero_games::checkers::Checkers;
    use damero_games::quarto::Quarto;
    use damero_games::{Encode, GameId, with_game};

    use super::*;
    use crate::{NetEvaluator, QValues};

    fn model(method: &str, game: &str) -> Model {
        let found = shipped(method, game);
        found.expect("there is one").expect("a sound file")
    }

    #[test]
    fn every_network_that_comes_along_can_search() {
        fn judges<G: Encode>(model: &Model) {
            let evaluator = NetEvaluator::<G>::new(model, &G::Rules::default(), 1);
            assert!(evaluator.is_ok(), "{:?}", evaluator.err());
        }
        for game in shipped_games("alphazero") {
            let id: GameId = game.parse().expect("a game");
            with_game!(id, G => judges::<G>(&model("alphazero", game)));
        }
    }

    #[test]
    fn quarto_and_checkers_have_one_that_values_moves() {
        let checkers = model("dqn", "checkers");
        assert!(QValues::<Checkers>::new(&checkers, &"seed".parse().expect("a preset"), 1).is_ok());
        let quarto = model("dqn", "quarto");
        assert_eq!(quarto.network().trainable(), 77_168);
        assert!(QValues::<Quarto>::new(&quarto, &"square".parse().expect("a preset"), 1).is_ok());
        assert!(shipped("dqn", "azul").is_none());
    }
}
