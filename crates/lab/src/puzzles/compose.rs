//! The line of a puzzle: from a position with one right answer, through the best replies, as long as one answer is right.

use damero_games::perft::after;
use damero_games::{Outcome, Player, Turn};
use damero_search::puzzle::{DecisionPlace, Method, Prover, Puzzled, best, is_answer};

/// A position with fewer moves hides nothing.
const FEWEST_MOVES: usize = 3;

/// No line has more decisions.
const MOST_DECISIONS: usize = 5;

/// Where several replies are equally good, so many of them are tried for one that asks for another decision.
const REPLIES: usize = 6;

/// A move of the line.
pub(super) struct Decided<G: Puzzled> {
    pub(super) game: G,
    pub(super) m: G::Move,
    /// The values of all moves at a decision of the solver; empty at a reply.
    pub(super) values: Vec<(G::Move, i32)>,
}

const ONLY: DecisionPlace = DecisionPlace {
    first: true,
    last: true,
};
const FIRST: DecisionPlace = DecisionPlace {
    first: true,
    last: false,
};
const MIDDLE: DecisionPlace = DecisionPlace {
    first: false,
    last: false,
};

/// The line of the puzzle that begins here, if one does.
pub(super) fn compose<G: Puzzled>(
    prover: &mut Prover<G>,
    start: &G,
    method: Method,
) -> Option<Vec<Decided<G>>> {
    let solver = start.turn().player()?;
    if start.count_moves() < FEWEST_MOVES {
        return None;
    }
    let values = prover.values(start, method)?;
    let goes_on = is_answer(start, &values, method, FIRST);
    if !goes_on && !is_answer(start, &values, method, ONLY) {
        return None;
    }
    let value = best(&values);
    // Nobody likes to look for the smallest defeat.
    if value < 0 {
        return None;
    }
    let mut line = vec![decision(start.clone(), values)?];
    if !holds_deeper(prover, start, method, line[0].m) {
        return None;
    }
    // Whoever holds a position has no line to follow.
    if goes_on && !(matches!(method, Method::Forced(_)) && value == 0) {
        let mut decisions = 1;
        while decisions < MOST_DECISIONS && !is_done(&line, solver, method, value) {
            let Some(more) = next(prover, &line, solver, method) else {
                break;
            };
            decisions += 1;
            line.extend(more);
        }
        trim(&mut line, method);
    }
    Some(line)
}

/// Whether a deeper search finds the same answer. What a search of pieces sees may be undone beyond its horizon; the other
/// methods have none that matters.
fn holds_deeper<G: Puzzled>(prover: &mut Prover<G>, start: &G, method: Method, m: G::Move) -> bool {
    let Method::Material(plies) = method else {
        return true;
    };
    let deeper = Method::Material(plies + 2);
    prover.values(start, deeper).is_some_and(|values| {
        let most = best(&values);
        values.iter().any(|&(other, value)| other == m && value == most)
            && is_answer(start, &values, deeper, ONLY)
    })
}

fn decision<G: Puzzled>(game: G, values: Vec<(G::Move, i32)>) -> Option<Decided<G>> {
    let most = best(&values);
    let &(m, _) = values.iter().find(|&&(_, value)| value == most)?;
    Some(Decided { game, m, values })
}

/// The position after the last move of a line.
fn end<G: Puzzled>(line: &[Decided<G>]) -> Option<G> {
    line.last().map(|last| after(&last.game, last.m))
}

/// Whether what the first move promised is reached: the material is won and nothing is to be captured any more.
fn is_done<G: Puzzled>(line: &[Decided<G>], solver: Player, method: Method, value: i32) -> bool {
    let Some(game) = end(line) else { return true };
    match method {
        Method::Material(_) => {
            game.material(solver) - game.material(solver.other()) >= value && game.is_settled()
        }
        Method::Exact | Method::Points | Method::Forced(_) => false,
    }
}

/// Replies and the decision after them, if there is one right answer again.
fn next<G: Puzzled>(
    prover: &mut Prover<G>,
    line: &[Decided<G>],
    solver: Player,
    method: Method,
) -> Option<Vec<Decided<G>>> {
    let played = line.len() as u32;
    let mut waiting = vec![(end(line)?, Vec::<(G, G::Move)>::new())];
    let mut tried = 0;
    while let Some((game, replies)) = waiting.pop() {
        let Turn::Player(mover) = game.turn() else {
            continue;
        };
        let now = method.later(played + replies.len() as u32);
        let values = prover.values(&game, now)?;
        if mover != solver {
            let most = best(&values);
            let good = values.iter().filter(|&&(_, value)| value == most);
            // The first of them is taken from the end first.
            let good: Vec<_> = good.take(REPLIES).collect();
            for &&(m, _) in good.iter().rev() {
                let mut replies = replies.clone();
                replies.push((game.clone(), m));
                waiting.push((after(&game, m), replies));
            }
            continue;
        }
        let wins_at_once = decision(game.clone(), values.clone())
            .is_some_and(|one| after(&one.game, one.m).turn() == Turn::Over(Outcome::Win(solver)));
        let place = DecisionPlace {
            last: wins_at_once,
            ..MIDDLE
        };
        if is_answer(&game, &values, now, place) {
            let replies = replies.into_iter().map(|(game, m)| Decided {
                game,
                m,
                values: Vec::new(),
            });
            return Some(replies.chain(decision(game, values)).collect());
        }
        tried += 1;
        if tried == REPLIES {
            break;
        }
    }
    None
}

/// Takes away decisions at the end that are none, unless they win what the line is about.
fn trim<G: Puzzled>(line: &mut Vec<Decided<G>>, method: Method) {
    if matches!(method, Method::Forced(_) | Method::Material(_)) {
        return;
    }
    let is_none = |line: &[Decided<G>]| line.last().is_some_and(|last| last.values.len() <= 1);
    while line.len() > 1 && is_none(line) {
        line.pop();
        while line.len() > 1 && line.last().is_some_and(|last| last.values.is_empty()) {
            line.pop();
        }
    }
}
