//! Players in one word.

use damero_arena::{Spec, agent, contestant};
use damero_games::reversi::Reversi;
use damero_games::{Game, Lang, Session};
use damero_search::Limits;

#[test]
fn every_form_plays_a_legal_move() {
    let session = Session::<Reversi>::new(Default::default());
    for spec in [
        "random",
        "greedy",
        "careful",
        "easy",
        "medium",
        "level:hard",
        "level:hard,time=50ms,tables=off",
        "max",
        "level:max,time=20ms,threads=2,tables=no-such-folder",
        "engine",
        "engine:depth=3,tables=off",
        "engine:time=10ms,nodes=1000,threads=2,table=1",
        "alphabeta",
        "alphabeta:depth=3",
        "alphabeta:nodes=500,threads=2,table=1",
        "alphabeta:time=10ms",
        "mcts:sims=50",
        "mcts:nodes=40,rollouts=2",
        "minimax",
        "minimax:depth=2",
    ] {
        let mut own = agent::<Reversi>(spec, 1).unwrap_or_else(|error| panic!("{error}"));
        let limits = Limits::depth(4);
        let searched = own.think(session.game(), limits.into());
        assert!(session.game().is_legal(searched.best), "{spec}");
        let mut player = contestant::<Reversi>(spec, 1).unwrap_or_else(|error| panic!("{error}"));
        player.new_game(2).expect("our own never fail");
        let searched = player.choose(&session, limits.into());
        assert!(
            session
                .game()
                .is_legal(searched.expect("our own never fail").best),
            "{spec}"
        );
    }
}

#[test]
fn refusals_list_what_is_known_in_both_languages() {
    for (spec, en, es) in [
        ("", "unknown player", "jugador desconocido"),
        ("stockfish", "there are random, greedy", "hay random, greedy"),
        ("random:3", "takes no options", "no admite opciones"),
        (
            "level:",
            "there are easy, medium, hard, max",
            "hay easy, medium, hard, max",
        ),
        ("level:divine", "unknown level", "nivel desconocido"),
        (
            "level:max,depth=3",
            "there are time, threads, tables",
            "hay time, threads, tables",
        ),
        (
            "engine:sims=3",
            "engine has no option",
            "engine no tiene la opción",
        ),
        (
            "engine:tables=",
            "auto, off or a folder",
            "auto, off o una carpeta",
        ),
        (
            "alphabeta:deep=3",
            "there are depth, nodes, time",
            "no tiene la opción",
        ),
        (
            "alphabeta:depth=0",
            "a number from 1 to 200",
            "un número de 1 a 200",
        ),
        (
            "alphabeta:depth",
            "a number from 1 to 200",
            "un número de 1 a 200",
        ),
        ("alphabeta:time=soon", "a time such as", "un tiempo como"),
        ("mcts:depth=3", "there are sims, nodes", "hay sims, nodes"),
        ("minimax:nodes=3", "there are depth", "hay depth"),
    ] {
        let error = spec.parse::<Spec>().expect_err(spec);
        assert!(error.problem.get(Lang::En).contains(en), "{spec}: {error}");
        assert!(
            error.problem.get(Lang::Es).contains(es),
            "{spec}: {}",
            error.problem.es
        );
    }
}

#[test]
fn minimax_and_alpha_beta_agree_on_the_value() {
    let game = Reversi::start(&Default::default());
    let value = |spec: &str| {
        let mut player = agent::<Reversi>(spec, 0).unwrap_or_else(|error| panic!("{error}"));
        let searched = player.think(&game, Limits::default().into());
        searched.score
    };
    assert_eq!(value("minimax:depth=3"), value("alphabeta:depth=3"));
}
