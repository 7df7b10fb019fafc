//! The catalogue of games for the page and the command line, and lines of play made of texts.

use std::sync::LazyLock;

use damero_arena::{MeasuredRatings, shipped_rules};
use damero_games::collection::{Collection, Names};
use damero_games::{
    AnyGame, GameId, GameTree, InputError, Meta, NATIVE, Notation, Rules, Text, Turn, registry, with_game,
};
use damero_search::Level;

use crate::wire::{
    Frame, GameInfo, Imported, MachineStrength, MoveSound, NetworkInfo, OptionInfo, PresetInfo,
};

/// The most moves that a line from outside may have.
pub(crate) const LONGEST_LINE: usize = 1024;

/// All games. What is told of them never changes, and the networks that it is partly read from are large.
static GAMES: LazyLock<Vec<GameInfo>> = LazyLock::new(|| GameId::ALL.iter().map(|&id| info(id)).collect());

/// All games, as the page and the command line list them.
#[must_use]
pub fn games() -> &'static [GameInfo] {
    &GAMES
}

/// One of them.
#[must_use]
pub fn game(id: GameId) -> &'static GameInfo {
    &GAMES[id as usize]
}

/// The rules that the network which comes with the program for a game has learned, if there is one.
pub(crate) fn network(id: GameId) -> Option<&'static str> {
    game(id).network.as_ref().map(|network| &*network.rules)
}

/// The name of the default rules.
pub(crate) fn default_rules(id: GameId) -> &'static str {
    with_game!(id, G => <G as damero_games::Game>::Rules::PRESETS.first().map_or("", |preset| preset.name))
}

fn info(id: GameId) -> GameInfo {
    GameInfo {
        network: shipped_rules(id).map(|rules| NetworkInfo { rules }),
        strengths: strengths(id),
        ..with_game!(id, G => about::<G>())
    }
}

fn strengths(id: GameId) -> Vec<MachineStrength> {
    let measured = MeasuredRatings::shipped(id).into_iter();
    let players = measured.flat_map(|ratings| &ratings.players);
    let strength = players.map(|row| MachineStrength {
        machine: row.machine().to_owned(),
        rating: row.rating,
        margin: row.margin,
        games: row.games,
    });
    strength.collect()
}

fn about<G: Notation>() -> GameInfo {
    let Meta {
        id,
        name,
        summary,
        seats,
        chance,
        facts,
        ..
    } = G::META;
    let default = G::Rules::default();
    let presets = G::Rules::PRESETS.iter().map(|preset| {
        let rules = G::Rules::preset(preset.name).unwrap_or_default();
        let options = G::Rules::OPTIONS.iter();
        let values = options.map(|option| (option.name, rules.get(option.name)));
        let changes = values.filter(|(name, value)| *value != default.get(name));
        PresetInfo {
            name: preset.name.to_owned(),
            doc: preset.doc.clone(),
            changes: changes
                .map(|(name, value)| (name.to_owned(), value.unwrap_or_default()))
                .collect(),
        }
    });
    let options = G::Rules::OPTIONS.iter().map(|option| {
        let words: Vec<_> = option.values.en.split('|').map(str::trim).collect();
        // A list of single words is a list of values; anything else describes them.
        let listed = words.iter().all(|word| !word.contains(' '));
        OptionInfo {
            name: option.name.to_owned(),
            doc: option.doc.clone(),
            values: option.values.clone(),
            choices: listed.then(|| words.into_iter().map(str::to_owned).collect()),
            default: default.get(option.name).unwrap_or_default(),
        }
    });
    let formats = G::FORMATS.iter().chain([&NATIVE]);
    GameInfo {
        id: id.to_owned(),
        name,
        summary,
        seats,
        chance,
        presets: presets.collect(),
        options: options.collect(),
        formats: formats.map(|format| format.name.to_owned()).collect(),
        levels: Level::ALL.map(|level| level.name().to_owned()).to_vec(),
        network: None,
        strengths: Vec::new(),
        score_per_point: facts.score_per_point,
        spelling: facts.spelling,
        flips: facts.flips,
        wide: facts.wide,
        sounds: facts
            .sounds
            .iter()
            .map(|&(text, sound)| MoveSound {
                text: text.to_owned(),
                sound,
            })
            .collect(),
    }
}

/// A game from its beginning or from a position.
pub(crate) fn start(id: GameId, rules: &str, start: Option<&str>) -> Result<Box<dyn AnyGame>, InputError> {
    match start {
        None => registry::start(id, rules),
        Some(position) => registry::from_position(id, rules, position),
    }
}

/// What to draw after `ply` entries. The name of an opening stays until the next: `opening` is the last one.
pub(crate) fn frame(game: &dyn AnyGame, ply: usize, opening: Option<&Text>) -> Frame {
    let turn = match game.turn() {
        Turn::Player(player) => Some(player),
        Turn::Chance | Turn::Over(_) => None,
    };
    Frame {
        ply,
        turn,
        outcome: game.turn().outcome(),
        view: game.view(),
        legal: game.moves(),
        position: game.position(),
        scores: game.scores(),
        opening: opening.cloned(),
    }
}

/// The frames along a line of play, first and last included.
pub(crate) fn frames<'a>(
    mut game: Box<dyn AnyGame>,
    moves: impl Iterator<Item = &'a str>,
) -> Result<Vec<Frame>, InputError> {
    let mut opening = game.opening();
    let mut frames = vec![frame(&*game, 0, opening)];
    for (i, text) in moves.enumerate() {
        game.play(text)?;
        opening = game.opening().or(opening);
        frames.push(frame(&*game, i + 1, opening));
    }
    Ok(frames)
}

/// The ending of a file in a record format.
pub(crate) fn extension(id: GameId, format: &str) -> &'static str {
    let known = with_game!(id, G => G::FORMATS.iter().find(|known| known.name == format));
    known.unwrap_or(&NATIVE).extension
}

/// The rules of a game as Markdown.
pub(crate) fn rules_text(id: GameId) -> Text {
    id.meta().rules
}

/// The games of a text, with their comments and variations; one more than `most` at the most. A game whose tags name another
/// one than `id` is read as that.
pub(crate) fn read_trees(id: GameId, text: &str, most: usize) -> Vec<Result<GameTree, InputError>> {
    // Text in memory can always be read.
    Collection::new(id, text.as_bytes(), &Names::default())
        .flatten()
        .take(most.saturating_add(1))
        .collect()
}

/// A game with its comments and variations in one of its formats.
pub(crate) fn write_tree(tree: &GameTree, format: &str) -> Result<String, InputError> {
    let id: GameId = tree.game.parse()?;
    with_game!(id, G => G::write_tree(tree, format))
}

/// Understands a text: a position string or a record in any format that the game knows.
pub(crate) fn import(id: GameId, rules: Option<&str>, text: &str) -> Result<Imported, InputError> {
    with_game!(id, G => import_as::<G>(rules, text))
}

fn import_as<G: Notation>(rules: Option<&str>, text: &str) -> Result<Imported, InputError> {
    let text = text.trim();
    let rules: G::Rules = rules.map(str::parse).transpose()?.unwrap_or_default();
    // A position is one line; a record that is one line as well is read when it is no position.
    let position = G::from_position(&rules, text);
    if let Ok(game) = &position {
        return Ok(Imported {
            game: G::META.id.to_owned(),
            rules: rules.to_string(),
            kind: "position",
            start: Some(game.position()),
            moves: Vec::new(),
        });
    }
    // An arrangement that could be read but not be reached is meant as a position.
    let meant = position
        .err()
        .filter(|error| matches!(error, InputError::Setup(_)));
    let record = G::read_record(text).map_err(|error| meant.unwrap_or(error))?;
    Ok(Imported {
        game: G::META.id.to_owned(),
        rules: record.rules.to_string(),
        kind: "record",
        start: record.start.as_ref().map(ToString::to_string),
        moves: record.events.iter().map(ToString::to_string).collect(),
    })
}
