//! `damero puzzles`: made, packed, proven again, and refused when broken, in both languages.

use crate::harness::Folder;

#[test]
fn puzzles_are_made_and_proven_again() {
    let folder = Folder::new();
    folder
        .run("puzzles make reversi --count 3 --seed 5")
        .quietly()
        .says(&["reversi.puzzles: 3 puzzles from"]);
    folder
        .run("puzzles check reversi.puzzles")
        .quietly()
        .says(&["Reversi: 3 puzzles, every proof holds"]);
    folder
        .run("puzzles make reversi --count 3 --seed 5 --out packed.gz")
        .quietly();
    folder
        .run("puzzles check packed.gz --lang es")
        .quietly()
        .says(&["todas las pruebas se sostienen"]);
    let text = folder.read("reversi.puzzles");
    folder.write("bad", text.replacen("exact", "points", 1));
    folder.run("puzzles check bad").fails(&["changed or cut"]);
    folder
        .run("puzzles make reversi --count 4 --seed 6 --rating 1000 --add packed.gz --out more")
        .quietly()
        .says(&["more: 4 puzzles from"]);
    let more = folder.read("more");
    for kept in text.lines().skip(4) {
        assert!(more.contains(kept), "{kept} is kept");
    }
    folder
        .run("puzzles make quarto --add packed.gz")
        .fails(&["packed.gz", "quarto"]);
    folder
        .run("puzzles make quarto --theme fork")
        .fails(&["no theme \"fork\"", "last-safe-piece"]);
    folder.run("puzzles check nowhere").fails(&["nowhere"]);
}
