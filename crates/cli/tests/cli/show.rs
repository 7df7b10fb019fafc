//! Showing positions and records.

use crate::harness::Folder;

const OVER: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X";

#[test]
fn the_beginning_is_drawn_without_colours_into_a_pipe() {
    let ran = Folder::new().run("show reversi").quietly();
    assert!(!ran.stdout.contains('\u{1b}'), "{ran:?}");
    let ran = ran.says(&[
        "Reversi · standard",
        "a b c d",
        "turn",
        "Black",
        "score",
        "Black 2 · White 2",
        "position",
    ]);
    ran.says(&["moves      4", "1  d3  2  c4  3  f5  4  e6"]);
}

#[test]
fn colours_can_be_forced_and_forbidden() {
    let folder = Folder::new();
    let forced = folder
        .run_with(["show", "reversi"], "", &[("CLICOLOR_FORCE", "1")])
        .quietly();
    assert!(forced.stdout.contains('\u{1b}'));
    let forbidden = folder.run_with(
        ["show", "reversi"],
        "",
        &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")],
    );
    assert!(!forbidden.quietly().stdout.contains('\u{1b}'));
}

#[test]
fn a_finished_game_shows_its_result_and_finds_no_move() {
    let ran = Folder::new()
        .run_with(["show", "reversi", "--position", OVER], "", &[])
        .ended(1);
    ran.says(&["result", "Black wins: ", "moves      0"]);
}

#[test]
fn records_are_read_from_files_and_from_standard_input() {
    let folder = Folder::new();
    folder.write("game.txt", "f5d6c3\n");
    let json = folder
        .run("show reversi --record game.txt --json")
        .quietly()
        .json();
    assert_eq!(json["history"].as_array().map(Vec::len), Some(3));
    assert_eq!(json["turn"]["player"], "second");
    assert!(json["ending"].is_null());
    assert_eq!(
        folder
            .type_in("show reversi --record - --json", "f5d6c3")
            .quietly()
            .json(),
        json
    );
}

#[test]
fn a_resigned_game_shows_its_result() {
    let folder = Folder::new();
    folder.write(
        "game.dgr",
        "[Game \"reversi\"]\n[Rules \"standard,score=raw\"]\n\nf5 0-1\n",
    );
    let ran = folder.run("show reversi --record game.dgr").quietly();
    ran.says(&[
        "standard,score=raw",
        "result",
        "White wins: by resignation or agreement",
    ]);
}

#[test]
fn rules_are_changed_option_by_option() {
    let folder = Folder::new();
    let json = folder
        .run("show reversi --rules standard --set score=raw --set variant=othello --json")
        .quietly()
        .json();
    assert_eq!(json["rules"], "standard,variant=othello,score=raw");
}
