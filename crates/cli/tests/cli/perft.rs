//! Counting the game tree.

use crate::harness::Folder;

/// Black can place nowhere and neither can white: the game is over.
const OVER: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X";

#[test]
fn the_last_line_is_the_known_count() {
    let folder = Folder::new();
    for line in [
        "perft reversi --depth 7",
        "perft othello -d 7 --threads 2",
        "perft reversi -d 7 --divide --threads 0",
    ] {
        assert_eq!(folder.run(line).quietly().last_line(), "nodes 55092", "{line}");
    }
    assert_eq!(
        folder.run("perft reversi --depth 0").quietly().stdout,
        "nodes 1\n"
    );
}

#[test]
fn divide_keeps_the_order_of_the_game() {
    let ran = Folder::new().run("perft reversi --depth 3 --divide").quietly();
    assert_eq!(ran.stdout, "d3  14\nc4  14\nf5  14\ne6  14\n\nnodes 56\n");
}

#[test]
fn unique_agrees_where_no_two_moves_lead_to_the_same_position() {
    let folder = Folder::new();
    assert_eq!(
        folder
            .run("perft reversi -d 5 --unique --threads 2")
            .quietly()
            .stdout,
        "nodes 1396\n"
    );
}

#[test]
fn json_tells_the_same() {
    let json = Folder::new()
        .run("perft reversi -d 5 --divide --json")
        .quietly()
        .json();
    assert_eq!(json["nodes"], 1396);
    assert_eq!(json["depth"], 5);
    assert_eq!(json["divide"][2]["move"], "f5");
    assert_eq!(json["divide"][2]["nodes"], 349);
}

#[test]
fn a_position_may_begin_with_a_hyphen() {
    let position = "---------------------------OX------XO--------------------------- X";
    let ran = Folder::new().run_with(["perft", "reversi", "--position", position, "-d", "4"], "", &[]);
    assert_eq!(ran.quietly().stdout, "nodes 244\n");
}

#[test]
fn a_finished_game_counts_as_its_community_counts_it() {
    let ran = Folder::new().run_with(
        ["perft", "reversi", "--position", OVER, "-d", "3", "--divide"],
        "",
        &[],
    );
    assert_eq!(ran.quietly().stdout, "nodes 1\n");
}
