//! The test cases of checkers that live as JSON files: a board, whose turn it is, and what must be legal or how it
//! must have ended. A `history` is played first.

use std::fs;
use std::path::Path;

use damero_games::checkers::{Action, Checkers, CheckersSetup, Frame};
use damero_games::{Game, Notation, Outcome, Player, Turn};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    test_id: String,
    description: String,
    board_state: [[i8; 8]; 8],
    current_player: i8,
    #[serde(default)]
    history: Vec<Action>,
    expected_legal_moves: Vec<Action>,
    /// +1 red wins, -1 black wins, 0 a draw, nothing while the game goes on.
    expected_outcome: Option<i8>,
    notes: String,
}

fn player(code: i8) -> Player {
    match code {
        1 => Player::First,
        -1 => Player::Second,
        _ => panic!("players are 1 and -1, not {code}"),
    }
}

fn check(case: &Case) {
    let name = format!("{} {}", case.test_id, case.description);
    assert!(!case.notes.is_empty(), "{name}");
    let setup = CheckersSetup::from_cells(&case.board_state, player(case.current_player)).unwrap();
    let mut game = Checkers::from_setup(&"seed".parse().unwrap(), &setup).unwrap();
    assert_eq!(game.setup().cells(), case.board_state, "{name}");
    for action in &case.history {
        game.play(action.find(&game, Frame::Absolute).unwrap()).unwrap();
    }

    let mut moves = Vec::new();
    game.moves(&mut moves);
    let without_path = |action: Action| Action { path: None, ..action };
    let legal: Vec<Action> = moves
        .iter()
        .map(|&m| without_path(Action::new(&game, m, Frame::Absolute)))
        .collect();
    assert_eq!(legal, case.expected_legal_moves, "{name}");
    for (action, &m) in case.expected_legal_moves.iter().zip(&moves) {
        assert_eq!(action.find(&game, Frame::Absolute), Ok(m), "{name}");
        assert_eq!(
            game.read_move(&serde_json::to_string(action).unwrap()),
            Ok(m),
            "{name}"
        );
    }
    let outcome = case.expected_outcome.map(|winner| match winner {
        0 => Outcome::Draw,
        _ => Outcome::Win(player(winner)),
    });
    let expected = outcome.map_or(Turn::Player(game.to_move()), Turn::Over);
    assert_eq!(game.turn(), expected, "{name}");
}

#[test]
fn all_cases_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/checkers");
    let mut ids = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let case: Case =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        check(&case);
        ids.push(case.test_id);
    }
    ids.sort();
    let expected: Vec<String> = (1..=21).map(|i| format!("test_{i:03}")).collect();
    assert_eq!(ids, expected);
}
