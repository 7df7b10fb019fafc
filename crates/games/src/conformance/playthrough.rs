//! One seeded game with every answer of the interface, as text.

use std::fmt::Write as _;

use crate::any::Playable;
use crate::encode::Encoding;
use crate::game::{MoveBuf, Turn};
use crate::lang::Lang;
use crate::notation::NATIVE;
use crate::options::Rules;
use crate::random::seeded;
use crate::record::Event;
use crate::session::Session;

/// Observations are long: they are written at the first positions and then at every twelfth.
const OBSERVE_EVERY: usize = 12;

/// Plays the game of `seed` under `rules` and writes it down.
///
/// # Panics
/// If the game breaks a contract on the way.
#[must_use]
pub fn playthrough<G: Playable>(rules: &G::Rules, seed: u64) -> String {
    let mut out = String::new();
    let mut rng = seeded(seed);
    let mut session = Session::<G>::new(*rules);
    write_header::<G>(&mut out, rules);
    for step in 0.. {
        write_position(&mut out, session.game(), step);
        match session.game().turn() {
            Turn::Over(_) => break,
            Turn::Chance => session.resolve_chance(&mut rng),
            Turn::Player(_) => {
                let m = session.game().random_move(&mut rng, &mut MoveBuf::new());
                session.push(Event::Move(m)).expect("a random move is legal");
            }
        }
        let event = session
            .record()
            .events
            .last()
            .map(ToString::to_string)
            .unwrap_or_default();
        put(&mut out, format_args!("-> {event}"));
    }
    for format in G::FORMATS.iter().chain([&NATIVE]) {
        let record = G::write_record(session.record(), format.name).expect("a whole game can be written");
        put(&mut out, format_args!("record {}\n{record}", format.name));
    }
    out
}

fn write_header<G: Playable>(out: &mut String, rules: &G::Rules) {
    let meta = G::META;
    put(out, format_args!("game {} version {}", meta.id, meta.version));
    put(out, format_args!("rules {rules}"));
    for option in G::Rules::OPTIONS {
        put(
            out,
            format_args!(
                "  {} = {}",
                option.name,
                rules.get(option.name).unwrap_or_default()
            ),
        );
    }
    put(out, format_args!("max_plies {}", G::max_plies(rules)));
    put(out, format_args!("actions {}", G::ACTIONS));
    for encoding in G::ENCODINGS {
        let tensors: Vec<_> = encoding
            .tensors
            .iter()
            .map(|t| format!("{} {:?}", t.name, t.shape))
            .collect();
        put(
            out,
            format_args!("encoding {}: {}", encoding.name, tensors.join(", ")),
        );
    }
}

fn write_position<G: Playable>(out: &mut String, game: &G, step: usize) {
    put(out, format_args!("\n# {step}"));
    put(out, format_args!("position {}", game.position()));
    put(out, format_args!("key {:016x}", game.key()));
    put(out, format_args!("turn {:?}", game.turn()));
    put(out, format_args!("symmetries {}", game.symmetries()));
    if let Some(scores) = game.scores() {
        put(out, format_args!("scores {} {}", scores.first, scores.second));
    }
    if let Some(ending) = game.ending() {
        let flag = if ending.truncated { " (truncated)" } else { "" };
        put(
            out,
            format_args!("ending {} {}{flag}", ending.outcome.as_str(), ending.reason),
        );
    }
    let mut moves = MoveBuf::new();
    game.moves(&mut moves);
    let moves: Vec<_> = moves
        .iter()
        .map(|&m| format!("{m}={}", game.action_index(m)))
        .collect();
    put(out, format_args!("moves {}", moves.join(" ")));
    out.push_str(&game.sketch(Lang::En).plain());
    if step < 2 || step.is_multiple_of(OBSERVE_EVERY) {
        for (i, encoding) in G::ENCODINGS.iter().enumerate() {
            let mut numbers = vec![0.0; encoding.len()];
            game.observe(i, &mut numbers);
            write_observation(out, encoding, &numbers);
        }
    }
}

/// Each tensor as rows of its last dimension: a dot for 0, a hash for 1, the number otherwise.
fn write_observation(out: &mut String, encoding: &Encoding, numbers: &[f32]) {
    let mut rest = numbers;
    for tensor in encoding.tensors {
        let (mine, others) = rest.split_at(tensor.len());
        rest = others;
        put(out, format_args!("observe {}.{}", encoding.name, tensor.name));
        let width = tensor.shape.last().copied().unwrap_or(1).max(1);
        for row in mine.chunks(width) {
            let cells: Vec<_> = row.iter().map(|&x| cell(x)).collect();
            let separator = if cells.iter().all(|cell| cell.len() == 1) {
                ""
            } else {
                " "
            };
            put(out, format_args!("  {}", cells.join(separator)));
        }
    }
}

fn cell(x: f32) -> String {
    match x {
        0.0 => ".".to_owned(),
        1.0 => "#".to_owned(),
        _ => format!("{x}"),
    }
}

fn put(out: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{line}");
}
