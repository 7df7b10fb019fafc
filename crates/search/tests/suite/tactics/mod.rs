//! Tactical cases of every game, read from `tests/data/tactics/*.txt` by one loop: wins that must be taken, losses that
//! must be blocked, checkers shots, the last choices of a round of Azul.
//!
//! What a case claims is proven by brute force first, so that the data cannot be wrong; then the players must find it
//! at little more depth than the claim has plies.

mod proof;

use std::collections::BTreeMap;

use damero_games::azul::Azul;
use damero_games::checkers::Checkers;
use damero_games::{Game, GameId, Notation, with_game};
use damero_search::mcts::{self, Rollouts};
use damero_search::{Agent, AlphaBeta, AlphaBetaOptions, Limits, Mcts, Searchable};

use self::proof::Valued;

/// What a case is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Win,
    Block,
    Shot,
    Round,
}

/// A line of a file.
struct Case<G: Notation> {
    line: String,
    kind: Kind,
    plies: u32,
    game: G,
    best: Vec<G::Move>,
}

/// Where the cases are, a file for each game that has some.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tactics");

fn read<G: Notation>() -> Vec<Case<G>> {
    let path = format!("{FOLDER}/{}.txt", G::META.id);
    let text = std::fs::read_to_string(&path).expect("the game has cases");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(read_case).collect()
}

fn read_case<G: Notation>(line: &str) -> Case<G> {
    let fields: Vec<&str> = line.split(" | ").collect();
    let [claim, rules, position, best] = fields[..] else {
        panic!("{line}: four fields")
    };
    let (kind, plies) = claim.split_once(' ').expect("a kind and a number");
    let kind = match kind {
        "win" => Kind::Win,
        "block" => Kind::Block,
        "shot" => Kind::Shot,
        "round" => Kind::Round,
        _ => panic!("{line}: unknown kind"),
    };
    let Ok(rules) = rules.parse() else {
        panic!("{line}: unknown rules")
    };
    let game = G::from_position(&rules, position).unwrap_or_else(|error| panic!("{line}: {error}"));
    let read = |word| {
        game.read_move(word)
            .unwrap_or_else(|error| panic!("{line}: {error}"))
    };
    Case {
        line: line.to_owned(),
        kind,
        plies: plies.parse().expect("a number of plies"),
        best: best.split(' ').map(read).collect(),
        game,
    }
}

/// The moves with the largest value are the best moves of the case, and the others have less than `limit`.
fn expect_best<G: Notation>(case: &Case<G>, valued: &Valued<G::Move>, limit: i32) {
    let largest = valued
        .iter()
        .map(|(_, value)| *value)
        .max()
        .expect("there are moves");
    for (m, value) in valued {
        let listed = case.best.contains(m);
        assert_eq!(*value == largest, listed, "{}: {m} is worth {value}", case.line);
        assert!(listed || *value < limit, "{}: {m} does too", case.line);
    }
}

fn prove<G: Searchable>(case: &Case<G>) {
    let results = match case.kind {
        Kind::Win | Kind::Block => proof::results(&case.game, case.plies),
        Kind::Shot | Kind::Round => return,
    };
    // A win is 1, a loss -1.
    let largest = if case.kind == Kind::Win { 1 } else { 0 };
    assert!(
        results.iter().any(|(_, result)| *result == largest),
        "{}",
        case.line
    );
    expect_best(case, &results, largest);
}

/// Plies that the engine may look beyond the claim: it reduces late moves, and may see what they do that much later.
const REDUCED: u32 = 2;

/// Alpha-beta, and where few plies decide, a tree search by random games too.
fn find<G: Searchable>(case: &Case<G>) {
    let engine = AlphaBeta::new(G::Eval::default(), AlphaBetaOptions::default());
    let mut players: Vec<(Box<dyn Agent<G>>, Limits)> =
        vec![(Box::new(engine), Limits::depth(case.plies + REDUCED))];
    if case.plies <= 2 {
        let limits = Limits {
            simulations: Some(4_000),
            ..Limits::default()
        };
        players.push((
            Box::new(Mcts::new(Rollouts::default(), mcts::Options::uct())),
            limits,
        ));
    }
    for (mut player, limits) in players {
        let searched = player.think(&case.game, limits.into());
        let name = player.name();
        assert!(
            case.best.contains(&searched.best),
            "{}: {name} plays {}",
            case.line,
            searched.best
        );
        if let (Kind::Win, "alphabeta", Some(score)) = (case.kind, &*name, searched.score) {
            let plies = score.plies_to_end().unwrap_or_default();
            assert!((1..=case.plies as i32).contains(&plies), "{}: {score}", case.line);
        }
    }
}

/// Proves and plays all cases; returns how many there are of each kind.
fn all<G: Searchable>() -> BTreeMap<Kind, usize> {
    let mut counts = BTreeMap::new();
    for case in read::<G>() {
        prove(&case);
        find(&case);
        *counts.entry(case.kind).or_default() += 1;
    }
    counts
}

#[test]
fn every_game_s_tactics_are_true_and_found() {
    for file in std::fs::read_dir(FOLDER).expect("the cases are there") {
        let path = file.expect("a file").path();
        let game = path.file_stem().expect("a name").to_string_lossy();
        let id: GameId = game.parse().expect("a game");
        let counts = with_game!(id, G => all::<G>());
        println!("{id}: {counts:?}");
        assert!(counts.contains_key(&Kind::Block), "{id} has nothing to block");
    }
}

#[test]
fn shots_give_a_man_and_win_more() {
    let shots = read::<Checkers>()
        .into_iter()
        .filter(|case| case.kind == Kind::Shot);
    let mut count = 0;
    for case in shots {
        let before = proof::pieces(&case.game, proof::mover(&case.game));
        let valued = proof::material(&case.game, case.plies);
        let largest = valued
            .iter()
            .map(|(_, lead)| *lead)
            .max()
            .expect("there are moves");
        assert!(largest >= before + 2, "{}: it wins nothing", case.line);
        expect_best(&case, &valued, before + 1);
        for &m in &case.best {
            let mut next = case.game.clone();
            next.play(m).expect("it is legal");
            assert!(
                !m.is_capture() && next.must_capture(),
                "{}: it gives nothing",
                case.line
            );
        }
        count += 1;
    }
    assert!(count >= 10, "only {count} shots");
}

#[test]
fn the_last_choices_of_a_round_are_the_best() {
    let rounds = read::<Azul>().into_iter().filter(|case| case.kind == Kind::Round);
    let mut count = 0;
    for case in rounds {
        let valued = proof::round(&case.game);
        let largest = valued
            .iter()
            .map(|(_, lead)| *lead)
            .max()
            .expect("there are moves");
        // Clear enough that no promise for later rounds outweighs it.
        expect_best(&case, &valued, largest - 3);
        count += 1;
    }
    assert!(count >= 5, "only {count} rounds");
}
