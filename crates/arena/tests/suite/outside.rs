//! Programs outside that are not quite like ours.

#![cfg(unix)]

use damero_arena::{FaultKind, contestant};
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

/// A player that is a shell script, with what follows its command in a spec.
fn scripted(protocol: &str, script: &str, options: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("program.sh");
    std::fs::write(&path, script).expect("a file in the temporary folder");
    let spec = format!("{protocol}:\"sh {}\"{options}", path.display());
    (folder, spec)
}

#[test]
fn options_after_a_command_reach_the_program() {
    // Each answers with a move only if it was told of the depth.
    let nboard = "while read what name value; do case \"$what $name $value\" in \
                  ping*) echo pong $name;; 'set depth 4') told=yes;; go*) echo \"=== ${told:+F5}\";; esac; done";
    let text = "while read what key depth rest; do case \"$what $key $depth\" in \
                damero*) echo damero x;; 'go depth 4') echo bestmove f5;; go*) echo bestmove;; esac; done";
    let session = Session::<Reversi>::new(Default::default());
    for (protocol, script) in [("nboard", nboard), ("text", text)] {
        for (options, told) in [(",depth=4", true), ("", false)] {
            let (_folder, spec) = scripted(protocol, script, options);
            let mut player = contestant::<Reversi>(&spec, 0).expect("a program outside");
            let chosen = player.choose(&session, Limits::default().into());
            assert_eq!(chosen.is_ok(), told, "{spec}: {chosen:?}");
        }
    }
    for (options, problem) in [
        (",width=4", "depth, nodes, time, wait"),
        (",depth=0", "depth"),
        (",wait=soon", "wait"),
    ] {
        let refused = contestant::<Reversi>(&format!("text:\"prog x\"{options}"), 0);
        let refused = refused.err().expect("an option that is none").to_string();
        assert!(refused.contains(problem), "{options}: {refused}");
    }
}

#[test]
fn a_slow_program_is_waited_for_as_long_as_was_set() {
    let silent = "read hello; echo damero slow; while read line; do :; done";
    let (_folder, spec) = scripted("text", silent, ",time=10ms,wait=50ms");
    let session = Session::<Reversi>::new(Default::default());
    let mut player = contestant::<Reversi>(&spec, 0).expect("a program outside");
    let begin = std::time::Instant::now();
    let fault = player
        .choose(&session, Limits::default().into())
        .expect_err("it is silent");
    assert_eq!(fault.kind, FaultKind::Timeout);
    // Less than the usual patience of two seconds after the time for the move.
    assert!(
        begin.elapsed() < std::time::Duration::from_secs(2),
        "{:?}",
        begin.elapsed()
    );
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
    let (_folder, spec) = scripted("gtp", &script, "");
    let mut player = contestant::<Reversi>(&spec, 0).expect("a program outside");
    player.new_game(0).expect("it agrees");
    let searched = player.choose(&session, Limits::default().into());
    assert_eq!(searched.expect("it moves").best, best);
}
