//! What every game promises, as checks that run on any of them.
//!
//! [`check`] plays seeded random games and holds every position against the contracts of the traits: the list of
//! moves against the predicate, keys against keys from scratch, texts, action indices, symmetries, refusals,
//! environments. A game
//! that passes can be searched, learned, served and stored without a special case. [`playthrough`] writes one such
//! game down with every answer of the interface, so that a change of behaviour shows as a difference between texts.
//!
//! The checks panic with what they found, as tests do.

mod env;
mod numbers;
pub mod parsers;
mod playthrough;
mod position;
mod rules;
mod texts;
mod trees;
mod wins;

pub use playthrough::playthrough;
pub use wins::wins_at_once;

use crate::any::Playable;
use crate::game::{MoveBuf, Turn};
use crate::random::{SeededRng, below, seeded};
use crate::record::Event;
use crate::session::Session;

/// Runs all checks under `rules` on the positions of `games` random games.
///
/// # Panics
/// If the game breaks a contract.
pub fn check<G: Playable>(rules: &G::Rules, seed: u64, games: u32) {
    rules::check::<G>(rules);
    env::check::<G>(rules, seed);
    numbers::check_planes::<G>(rules, seed);
    let mut rng = seeded(seed);
    // Moves of other positions are the candidates that a predicate must refuse.
    let mut foreign: MoveBuf<G::Move> = MoveBuf::new();
    for _ in 0..games {
        check_one_game::<G>(rules, &mut rng, &mut foreign);
    }
}

fn check_one_game<G: Playable>(rules: &G::Rules, rng: &mut SeededRng, foreign: &mut MoveBuf<G::Move>) {
    let mut session = Session::<G>::new(*rules);
    let mut plies = 0;
    let mut buf = MoveBuf::new();
    while session.game().turn().outcome().is_none() {
        let game = session.game().clone();
        position::check(&game, foreign);
        texts::check(&game);
        numbers::check(&game, rng);
        match game.turn() {
            Turn::Chance => session.resolve_chance(rng),
            _ => {
                let (mut at_once, mut same_draw) = (game.clone(), rng.clone());
                at_once.play_random(&mut same_draw, &mut buf);
                let m = game.random_move(rng, &mut buf);
                assert!(
                    game.is_legal(m),
                    "random_move gave {m}, which is not legal in {}",
                    game.position()
                );
                if foreign.len() < 512 {
                    foreign.push(m);
                } else {
                    foreign[below(rng, 512) as usize] = m;
                }
                session.push(Event::Move(m)).expect("a legal move is accepted");
                assert_eq!(
                    at_once,
                    *session.game(),
                    "play_random does not play what random_move draws in {}",
                    game.position()
                );
                plies += 1;
            }
        }
        assert!(
            plies <= G::max_plies(rules),
            "a game goes on after its bound of {plies} moves"
        );
    }
    position::check_over(session.game(), foreign);
    texts::check(session.game());
    texts::check_record(session.record());
    trees::check(session.record(), rng);
    check_undo(session);
}

/// Taking everything back leads to the beginning.
fn check_undo<G: Playable>(mut session: Session<G>) {
    let rules = session.record().rules;
    let moves = session
        .record()
        .events
        .iter()
        .filter(|event| matches!(event, Event::Move(_)))
        .count();
    for _ in 0..moves {
        assert!(session.undo(), "a move can be taken back");
    }
    assert!(!session.undo(), "nothing is left to take back");
    let mut first = G::start(&rules);
    for event in &session.record().events {
        crate::record::apply(&mut first, event).expect("the first chance event still fits");
    }
    assert_eq!(*session.game(), first, "undo leads back to the beginning");
}
