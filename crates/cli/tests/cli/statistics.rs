//! Statistics of random games.

use crate::harness::Folder;

#[test]
fn the_same_seed_gives_the_same_statistics_on_any_number_of_threads() {
    let folder = Folder::new();
    let one = folder.run("random reversi --games 300 --seed 9").quietly().stdout;
    assert_eq!(
        folder
            .run("random reversi --games 300 --seed 9 --threads 3")
            .quietly()
            .stdout,
        one
    );
    assert_ne!(
        folder
            .run("random reversi --games 300 --seed 10")
            .quietly()
            .stdout,
        one
    );
}

#[test]
fn every_section_is_there() {
    let ran = Folder::new().run("random reversi -n 100").quietly();
    ran.says(&[
        "100 random games, seed 0",
        "results",
        "Black wins",
        "95 % interval",
        "length",
        "legal moves",
        "final scores",
        "endings",
    ]);
}

#[test]
fn json_adds_up() {
    let json = Folder::new().run("random reversi -n 150 --json").quietly().json();
    let count = |name: &str| json["results"][name]["games"].as_u64().expect("a count");
    assert_eq!(count("first") + count("second") + count("draw"), 150);
    let sum = |list: &serde_json::Value| -> u64 {
        list.as_array()
            .expect("a list")
            .iter()
            .filter_map(|row| row["games"].as_u64())
            .sum()
    };
    assert_eq!(sum(&json["endings"]), 150);
    assert_eq!(sum(&json["plies"]["histogram"]), 150);
    assert!(json["branching"]["mean"].as_f64().expect("a mean") > 1.0);
}
