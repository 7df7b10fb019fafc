//! What the fuzz targets do with their bytes: one function for each parser, so that a target is one line.
//!
//! Inputs are texts that people can read and write by hand. Those of a game begin with its name and a ruleset:
//!
//! ```text
//! reversi standard
//! 8/8/8/3wb3/3bw3/8/8/8 b
//! ```

use damero_arena::Spec;
use damero_games::conformance::parsers;
use damero_games::{GameId, Notation, with_game};
use damero_learn::config::{File, resolve};
use damero_learn::method::methods;
use damero_nets::Model;
#[cfg(feature = "server")]
use damero_server::wire;

/// A position string, after a line with the game and its rules.
pub fn position(data: &[u8]) {
    let Some((id, rules, text)) = of_a_game(data) else {
        return;
    };
    with_game!(id, G => {
        if let Ok(rules) = rules.parse() {
            parsers::position::<G>(&rules, text);
        }
    });
}

/// A move or a chance event, after a line with the game and its rules and a line with a position.
pub fn event(data: &[u8]) {
    let Some((id, rules, text)) = of_a_game(data) else {
        return;
    };
    let Some((position, text)) = text.split_once('\n') else {
        return;
    };
    with_game!(id, G => {
        let game = rules.parse().ok().and_then(|rules| G::from_position(&rules, position).ok());
        if let Some(game) = game {
            parsers::event(&game, text);
        }
    });
}

/// A record in any format of a game, after a line with the game.
pub fn record(data: &[u8]) {
    if let Some((id, _, text)) = of_a_game(data) {
        with_game!(id, G => parsers::record::<G>(text));
    }
}

/// The rules of a game, on the line after its name.
pub fn rules(data: &[u8]) {
    if let Some((id, _, text)) = of_a_game(data) {
        with_game!(id, G => parsers::rules::<G>(text));
    }
}

/// A player spec. One that is accepted is written as one that is accepted again.
pub fn player(data: &[u8]) {
    if let Some(Ok(spec)) = text(data).map(str::parse::<Spec>) {
        let again = spec.to_string().parse();
        assert_eq!(again.as_ref(), Ok(&spec), "{spec} is not read again");
    }
}

/// A file of weights. One that is accepted is written as one that is accepted again.
pub fn model(data: &[u8]) {
    if let Ok(model) = Model::from_bytes(data) {
        let bytes = model.to_bytes();
        let again = Model::from_bytes(&bytes).expect("a written model is read");
        assert_eq!(again.to_bytes(), bytes, "a model changes when it is written");
    }
}

/// A training configuration, for every method of this build.
pub fn training(data: &[u8]) {
    let Some(Ok(file)) = text(data).map(|text| File::new("fuzz.toml", text)) else {
        return;
    };
    for method in methods() {
        drop(resolve(method, Some(&file), &[]));
    }
}

/// A message to a room or the lobby, or the body of a request.
#[cfg(feature = "server")]
pub fn message(data: &[u8]) {
    let Some(text) = text(data) else { return };
    if let Ok(command) = serde_json::from_str::<wire::Command>(text) {
        let again = serde_json::to_string(&command).expect("a command is plain data");
        assert_eq!(serde_json::from_str::<wire::Command>(&again).ok(), Some(command));
    }
    drop(serde_json::from_str::<wire::LobbyCommand>(text));
    drop(serde_json::from_str::<wire::CreateRoom>(text));
    drop(serde_json::from_str::<wire::Credentials>(text));
    drop(serde_json::from_str::<wire::ImportRequest>(text));
    drop(serde_json::from_str::<wire::ReplayRequest>(text));
    drop(serde_json::from_str::<wire::AnalyseRequest>(text));
    drop(serde_json::from_str::<wire::EvaluateRequest>(text));
}

fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// The game, its rules, and what follows the first line.
fn of_a_game(data: &[u8]) -> Option<(GameId, &str, &str)> {
    let (head, rest) = text(data)?.split_once('\n')?;
    let (game, rules) = head.split_once(' ')?;
    Some((game.parse().ok()?, rules, rest))
}
