//! Players in one word.

use std::time::Duration;

use damero_arena::{Spec, agent, contestant};
use damero_games::azul::Azul;
use damero_games::quarto::Quarto;
use damero_games::random::seeded;
use damero_games::reversi::Reversi;
use damero_games::{Game, Lang, MoveBuf, Notation, Session};
use damero_search::Limits;

#[test]
fn every_form_plays_a_legal_move() {
    let session = Session::<Reversi>::new(Default::default());
    for spec in [
        "random",
        "greedy",
        "careful",
        "easy",
        "2",
        "level:4,tables=off",
        "level:10,time=20ms",
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
        "alphabeta:depth=2,temperature=0.5",
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

/// Shares of visits are what only a tree search reports.
#[test]
fn the_highest_level_is_the_network_where_that_is_stronger_under_rules_that_it_learned() {
    for (rules, is_network) in [("standard", true), ("standard,first_player=second", false)] {
        let mut session = Session::<Azul>::new(rules.parse().expect("rules"));
        session.resolve_chance(&mut seeded(1));
        for spec in ["level:max,time=30ms", "max"] {
            let mut player = contestant::<Azul>(spec, 1).expect("a player");
            let limits = Limits::time(Duration::from_millis(30));
            let found = player
                .choose(&session, limits.into())
                .expect("our own never fail");
            assert!(session.game().is_legal(found.best));
            let is_tree = found.moves.iter().any(|one| one.visit_share.is_some());
            assert_eq!(is_tree, is_network, "{spec} under {rules}");
        }
    }
}

#[test]
fn near_the_end_a_network_leaves_the_decision_to_the_solver_unless_told_not_to() {
    let mut session = Session::<Quarto>::new(Default::default());
    let mut rng = seeded(3);
    while session.game().board().occupied().count_ones() < 7 {
        let m = session.game().random_move(&mut rng, &mut MoveBuf::new());
        session.play(m).expect("legal");
    }
    for (spec, is_solved) in [("neural:sims=20", true), ("neural:sims=20,exact=0", false)] {
        let mut player = contestant::<Quarto>(spec, 1).expect("a player");
        let found = player.choose(&session, Limits::default().into());
        let found = found.expect("our own never fail");
        let is_tree = found.moves.iter().any(|one| one.visit_share.is_some());
        assert_eq!(is_tree, !is_solved, "{spec}");
        assert_eq!(
            found.moves.iter().all(|one| one.score.is_some()),
            is_solved,
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
            "there are 1 to 10, and easy, medium, hard, max",
            "hay del 1 al 10, y easy, medium, hard, max",
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
            "alphabeta:temperature=hot",
            "a number from 0 to 100",
            "un número de 0 a 100",
        ),
        (
            "alphabeta:temperature=1,book=on",
            "neither eval nor book",
            "no se combina con eval",
        ),
        ("11", "unknown player", "jugador desconocido"),
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

/// What was stored with a name means the same level as its number.
#[test]
fn a_level_is_the_same_by_its_name_and_by_its_number() {
    for (number, name) in [("1", "easy"), ("5", "medium"), ("7", "hard"), ("10", "max")] {
        for spec in [number, name, &format!("level:{number}"), &format!("level:{name}")] {
            let player = agent::<Reversi>(spec, 1).expect("a level");
            assert_eq!(player.name(), format!("level:{name}"), "{spec}");
        }
    }
    assert_eq!(agent::<Reversi>("2", 1).expect("a level").name(), "level:2");
}

/// A match gives every game a seed of its own: the same seed is the same game, and another seed another.
#[test]
fn a_level_that_draws_lots_follows_from_the_seed_of_its_game() {
    let moves = |seed: u64| {
        let mut player = contestant::<Reversi>("level:2", 0).expect("a level");
        player.new_game(seed).expect("our own never fail");
        let mut session = Session::<Reversi>::new(Default::default());
        for _ in 0..16 {
            let found = player.choose(&session, Limits::default().into());
            session
                .play(found.expect("our own never fail").best)
                .expect("legal");
        }
        session.game().position()
    };
    assert_eq!(moves(3), moves(3));
    let all: std::collections::BTreeSet<String> = (0..8).map(moves).collect();
    assert!(all.len() > 4, "{all:?}");
}
