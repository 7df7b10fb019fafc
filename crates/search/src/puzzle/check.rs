//! Whether a puzzle holds: by what it says of itself, and by proving it again from the rules.

use damero_games::perft::after;
use damero_games::{InputError, Text, text};

use super::line::wrong;
use super::rule::{DecisionPlace, best, is_answer};
use super::themes::themes;
use super::{Line, Prover, Puzzle, Puzzled};

/// Looks at a puzzle without proving it: the position is one, every move of the line is legal, the values are of all legal
/// moves and leave one answer at each decision, the line plays it, and the themes are known.
///
/// # Errors
/// The first thing that does not hold.
pub fn look<G: Puzzled>(puzzle: &Puzzle) -> Result<Line<G>, InputError> {
    let line = Line::<G>::read(puzzle)?;
    let decisions = puzzle.decisions();
    let mut number = 0;
    for ((game, chosen), ply) in line.plies.iter().zip(&puzzle.line) {
        if !ply.is_solvers() {
            continue;
        }
        number += 1;
        let values = read_values(game, &ply.values)?;
        let place = DecisionPlace {
            first: number == 1,
            last: number == decisions,
        };
        let most = best(&values);
        let plays_best = values.iter().any(|&(m, value)| m == *chosen && value == most);
        if !plays_best || !is_answer(game, &values, puzzle.proof.method, place) {
            return Err(wrong(text!(
                "another answer than {} at decision {number}",
                "otra respuesta que {} en la decisión {number}",
                ply.text
            )));
        }
    }
    if number == 0 || puzzle.line.last().is_none_or(|ply| !ply.is_solvers()) {
        return Err(wrong(Text::new(
            "a line that does not end with a decision",
            "una línea que no acaba con una decisión",
        )));
    }
    for theme in &puzzle.themes {
        if !super::themes_of::<G>().any(|known| known.id == theme) {
            return Err(wrong(text!(
                "the unknown theme {theme:?}",
                "el tema desconocido {theme:?}"
            )));
        }
    }
    let id = puzzle.written_id();
    if id != puzzle.id {
        return Err(wrong(text!(
            "the id {:?} where {id:?} follows from position and line",
            "el identificador {:?} donde de posición y línea sigue {id:?}",
            puzzle.id
        )));
    }
    Ok(line)
}

/// Proves a puzzle again: values every move at every decision, makes sure that no reply was better for the other side, and
/// compares what it finds with what the puzzle says.
///
/// # Errors
/// The first thing that does not hold.
pub fn prove<G: Puzzled>(puzzle: &Puzzle, prover: &mut Prover<G>) -> Result<(), InputError> {
    let line = look::<G>(puzzle)?;
    for (number, ((game, m), ply)) in (0..).zip(line.plies.iter().zip(&puzzle.line)) {
        let method = puzzle.proof.method.later(number);
        let values = prover.values(game, method).ok_or_else(|| {
            wrong(text!(
                "no value before {} by the method {method}",
                "ningún valor antes de {} por el método {method}",
                ply.text
            ))
        })?;
        if ply.is_solvers() {
            for (m, value) in &values {
                let text = m.to_string();
                let said = ply.values.iter().find(|(other, _)| *other == text);
                let said = said.map(|&(_, value)| value);
                if said != Some(*value) {
                    let said = said.unwrap_or_default();
                    return Err(wrong(text!(
                        "the value {said} for {text}, which has {value}",
                        "el valor {said} de {text}, que tiene {value}"
                    )));
                }
            }
        } else if !values
            .iter()
            .any(|&(reply, value)| reply == *m && value == best(&values))
        {
            return Err(wrong(text!(
                "the reply {}, although another is better",
                "la respuesta {}, aunque otra es mejor",
                ply.text
            )));
        }
    }
    let found = themes(&line);
    if found.iter().ne(puzzle.themes.iter()) {
        let (said, found) = (puzzle.themes.join(", "), found.join(", "));
        return Err(wrong(text!(
            "the themes {said}, where the line shows {found}",
            "los temas {said}, donde la línea muestra {found}"
        )));
    }
    Ok(())
}

/// The values of all legal moves, in the order of the game.
fn read_values<G: Puzzled>(game: &G, said: &[(String, i32)]) -> Result<Vec<(G::Move, i32)>, InputError> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    if moves.len() != said.len() {
        let (found, legal) = (said.len(), moves.len());
        return Err(wrong(text!(
            "values of {found} moves where {legal} are legal",
            "valores de {found} jugadas donde hay {legal} legales"
        )));
    }
    let value = |m: G::Move| {
        let text = m.to_string();
        let said = said.iter().find(|(other, _)| *other == text);
        said.map(|&(_, value)| (m, value))
            .ok_or_else(|| wrong(text!("no value for {text}", "ningún valor de {text}")))
    };
    moves.into_iter().map(value).collect()
}

/// The keys by which two puzzles are the same one: that of the position and that of the position after the first move, each
/// up to symmetry.
pub fn likeness<G: Puzzled>(line: &Line<G>) -> [u64; 2] {
    let next = line
        .plies
        .first()
        .map_or_else(|| line.end.clone(), |(game, m)| after(game, *m));
    [line.start().canonical_key(), next.canonical_key()]
}
