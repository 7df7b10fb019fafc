//! Programs outside that are not quite like ours.

#![cfg(unix)]

use damero_arena::contestant;
use damero_games::random::seeded;
use damero_games::reversi::{Reversi, ReversiMove};
use damero_games::{Game, MoveBuf, Session};
use damero_search::Limits;

/// A game in which somebody has just passed and the other player is to move.
fn after_a_pass() -> Session<Reversi> {
    for seed in 0.. {
        let mut rng = seeded(seed);
        let mut session = Session::<Reversi>::new(Default::default());
        while session.game().turn().player().is_some() {
            let m = session.game().random_move(&mut rng, &mut MoveBuf::new());
            session.play(m).expect("a legal move");
            if m == ReversiMove::Pass && session.game().turn().player().is_some() {
                return session;
            }
        }
    }
    unreachable!("random games have passes")
}

#[test]
fn a_gtp_program_may_refuse_to_be_told_of_passes() {
    let session = after_a_pass();
    let mut moves = MoveBuf::new();
    session.game().moves(&mut moves);
    let best = moves[0];
    // It knows no pass, plays one move, and agrees to everything else.
    let script = format!(
        "while read what who where; do case $what$where in \
         playpass) printf '? syntax error\\n\\n';; \
         genmove) printf '= {}\\n\\n';; \
         *) printf '=\\n\\n';; esac; done",
        best.to_string().to_uppercase()
    );
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("program.sh");
    std::fs::write(&path, script).expect("a file in the temporary folder");
    let spec = format!("gtp:\"sh {}\"", path.display());
    let mut player = contestant::<Reversi>(&spec, 0).expect("a program outside");
    player.new_game(0).expect("it agrees");
    let searched = player.choose(&session, Limits::default().into());
    assert_eq!(searched.expect("it moves").best, best);
}
