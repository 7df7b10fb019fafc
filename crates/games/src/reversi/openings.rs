//! The names that players have given to openings, from the table in `openings.txt`.
//!
//! A name belongs to a position, whichever of the eight symmetries it was reached in and in whatever order of moves.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::position::Reversi;
use super::rules::ReversiRules;
use crate::game::Game;
use crate::lang::Text;
use crate::notation::Notation;
use crate::record::{Event, Record};
use crate::symmetry::Symmetry;

/// The table, one opening a line.
const TABLE: &str = include_str!("openings.txt");

/// The discs of black and white, the same for all symmetric positions; who is to move follows from the moves made.
type Key = (u64, u64);

/// An opening with a name.
struct Opening {
    name: Text,
    plies: usize,
}

static OPENINGS: LazyLock<HashMap<Key, Opening>> = LazyLock::new(|| {
    // A test reads every line; one that cannot be read names nothing.
    lines()
        .filter_map(|(moves, en, es)| {
            let game = after(moves)?;
            let (name, plies) = (Text::new(en, es), moves.len() / 2);
            Some((key(&game), Opening { name, plies }))
        })
        .collect()
});

/// The plies of the longest opening.
static LONGEST: LazyLock<usize> =
    LazyLock::new(|| OPENINGS.values().map(|opening| opening.plies).max().unwrap_or(0));

/// The name that players have given to this very position.
pub(super) fn name_of(game: &Reversi) -> Option<&'static Text> {
    let discs = game.discs();
    // Every ply sets a disc, and four are there at the beginning. Symmetries are not asked for in vain.
    let count = (discs.first | discs.second).count_ones() as usize;
    if count > *LONGEST + 4 {
        return None;
    }
    OPENINGS.get(&key(game)).map(|opening| &opening.name)
}

/// The moves and the two names of every line.
fn lines() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let (moves, names) = line.split_once('|')?;
        let (en, es) = names.split_once('|')?;
        Some((moves, en, es))
    })
}

/// The position after moves that are written one after the other, if all are legal.
fn after(moves: &str) -> Option<Reversi> {
    let mut game = Reversi::start(&ReversiRules::default());
    for start in (0..moves.len()).step_by(2) {
        let m = game.read_move(moves.get(start..start + 2)?).ok()?;
        game.play(m).ok()?;
    }
    Some(game)
}

fn key(game: &Reversi) -> Key {
    let images = (0..game.symmetries()).map(|s| {
        let discs = game.map(s).discs();
        (discs.first, discs.second)
    });
    images.min().unwrap_or_default()
}

/// The name of the opening of a game: that of the last position on its way that has one.
///
/// ```
/// use damero_games::{Session, reversi::{Reversi, opening}};
/// let mut session = Session::<Reversi>::new(Default::default());
/// assert!(opening(session.record()).is_none());
/// for m in ["f5", "d6", "c3", "d3", "c4"] {
///     session.play_text(m)?;
/// }
/// assert_eq!(opening(session.record()).map(|name| name.en.as_ref()), Some("Tiger"));
/// # Ok::<(), damero_games::InputError>(())
/// ```
#[must_use]
pub fn opening(record: &Record<Reversi>) -> Option<&'static Text> {
    if record.start.is_some() {
        return None;
    }
    let mut game = Reversi::start(&record.rules);
    let mut found = None;
    for event in record.events.iter().take(*LONGEST) {
        let &Event::Move(m) = event else { break };
        if game.play(m).is_err() {
            break;
        }
        found = name_of(&game).or(found);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::AnyGame;
    use crate::session::Session;

    fn named(moves: &[&str]) -> Option<&'static str> {
        let mut session = Session::<Reversi>::new(ReversiRules::default());
        for m in moves {
            session.play_text(m).expect("a legal move");
        }
        opening(session.record()).map(|name| name.en.as_ref())
    }

    #[test]
    fn a_position_knows_its_own_name_in_any_symmetry_and_late_ones_have_none() {
        let game = after("f5d6c3d3c4").expect("legal moves");
        for s in 0..game.symmetries() {
            assert_eq!(name_of(&game.map(s)).map(|name| name.en.as_ref()), Some("Tiger"));
        }
        let mut session = Session::<Reversi>::new(ReversiRules::default());
        let mut rng = crate::random::seeded(1);
        while let Some(m) = AnyGame::random_move(&session, &mut rng) {
            session.play_text(&m).expect("a legal move");
        }
        assert_eq!(name_of(session.game()), None);
    }

    #[test]
    fn every_line_of_the_table_is_legal_and_names_a_position_of_its_own() {
        let count = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(lines().count(), count);
        for (moves, en, es) in lines() {
            assert!(after(moves).is_some(), "{moves}");
            assert!(!en.is_empty() && !es.is_empty(), "{moves}");
        }
        assert_eq!(OPENINGS.len(), count, "no two lines share a position");
    }

    #[test]
    fn a_name_holds_in_every_symmetry_and_order_of_moves() {
        let moves = ["c4", "c3", "d3", "c5", "d6"];
        assert_eq!(named(&moves), Some("Cow"));
        let start = Reversi::start(&ReversiRules::default());
        let mut images = 0;
        for s in (0..8).filter(|&s| start.map(s).discs() == start.discs()) {
            let mut session = Session::<Reversi>::new(ReversiRules::default());
            let mut game = start.clone();
            for text in moves {
                let m = game.read_move(text).expect("a legal move");
                session.play(game.map_move(s, m)).expect("a legal move");
                game.play_unchecked(m);
            }
            assert_eq!(
                opening(session.record()).map(|name| name.es.as_ref()),
                Some("Vaca")
            );
            images += 1;
        }
        assert_eq!(images, 4);
    }

    #[test]
    fn the_last_name_on_the_way_stays_and_a_set_up_position_has_none() {
        assert_eq!(named(&["c4"]), None);
        assert_eq!(named(&["c4", "c3", "d3"]), Some("Diagonal"));
        assert_eq!(named(&["f5", "f4"]), Some("Parallel"));
        let position = Reversi::start(&ReversiRules::default()).position();
        let session = Session::<Reversi>::from_position(ReversiRules::default(), &position);
        let mut session = session.expect("a position");
        session.play_text("c4").expect("a legal move");
        session.play_text("c3").expect("a legal move");
        assert!(opening(session.record()).is_none());
    }
}
