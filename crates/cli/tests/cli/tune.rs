//! Tuning an evaluation and measuring search through the real binary.

use damero_games::GameId;

use crate::harness::Folder;

const TUNE: &str = "tune checkers --games 70 --depth 1 --seed 3";

#[test]
fn the_same_seed_gives_the_same_weights_on_any_number_of_threads() {
    let folder = Folder::new();
    folder.run(&format!("{TUNE} --out one.txt")).quietly().says(&[
        "70",
        "opposition",
        "held out",
        "loss",
        "scale",
    ]);
    folder.run(&format!("{TUNE} --threads 2 --out two.txt")).quietly();
    assert_eq!(folder.read("one.txt"), folder.read("two.txt"));
    assert_eq!(folder.read("one.txt.games"), folder.read("two.txt.games"));
}

#[test]
fn an_interrupted_tuning_goes_on_where_it_stopped() {
    let folder = Folder::new();
    folder.run(&format!("{TUNE} --out whole.txt")).quietly();
    let games = folder.read("whole.txt.games");
    // Killed in the middle of the fourth game.
    let kept: String = games.split_inclusive('\n').take(4).collect();
    folder.write("part.txt.games", format!("{kept}6 11-15 22"));
    folder.run(&format!("{TUNE} --out part.txt")).quietly();
    assert_eq!(folder.read("part.txt.games"), games);
    assert_eq!(folder.read("part.txt"), folder.read("whole.txt"));
    folder
        .run("tune checkers --games 70 --depth 2 --seed 3 --out part.txt")
        .fails(&["another tuning"]);
}

#[test]
fn tuned_weights_play_and_faulty_ones_are_refused() {
    let folder = Folder::new();
    let json = folder.run(&format!("{TUNE} --out w.txt --json")).quietly().json();
    assert_eq!(json["games"], 70);
    assert!(json["after"]["fitted"].as_f64() < json["before"]["fitted"].as_f64());
    let meet = "match checkers --b random --games 2 --a alphabeta:depth=2,table=1,eval=w.txt";
    folder.run(meet).quietly().says(&["eval=w.txt"]);
    folder
        .run("match reversi --b random --a alphabeta:eval=w.txt --games 2")
        .ended(2);
    folder.write("w.txt", "man 1 2\nqueen 3 4\n");
    folder.run(meet).fails(&["line 2", "queen"]);
    folder
        .run("tune checkers --from w.txt --lang es")
        .fails(&["w.txt", "línea 2", "queen"]);
    folder
        .run("match checkers --b random --a alphabeta:eval=none.txt")
        .fails(&["none.txt"]);
}

#[test]
fn alpha_beta_visits_fewer_nodes_than_minimax() {
    let folder = Folder::new();
    let figures = folder
        .run("bench search all --seconds 0.01 --json")
        .quietly()
        .json();
    let figures = figures.as_array().expect("a list");
    let ratios = figures.iter().filter(|figure| {
        let name = figure["name"].as_str().unwrap_or_default();
        name.ends_with(".search.ratio")
    });
    let ratios: Vec<_> = ratios.filter_map(|figure| figure["value"].as_f64()).collect();
    assert_eq!(ratios.len(), GameId::ALL.len());
    assert!(ratios.iter().all(|&ratio| ratio > 1.0), "{ratios:?}");
}

#[test]
fn reversi_weights_follow_from_the_seed_byte_by_byte() {
    let folder = Folder::new();
    let tune = "tune reversi --positions 10 --seed 3";
    folder.run(&format!("{tune} --out one.dat")).quietly().says(&[
        "52 and 54 empty",
        "depth 1 is",
        "weights written to one.dat",
    ]);
    folder
        .run(&format!("{tune} --threads 1 --out two.dat --lang es"))
        .quietly()
        .says(&["pesos escritos en two.dat"]);
    let [one, two] = ["one.dat", "two.dat"].map(|name| std::fs::read(folder.path(name)).expect(name));
    assert_eq!(one, two);
    folder
        .run("match reversi --a alphabeta:depth=1,eval=one.dat --b random --games 2")
        .quietly();
}
