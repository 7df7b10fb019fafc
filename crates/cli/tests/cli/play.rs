//! Games played through standard input.

use crate::harness::Folder;

#[test]
fn two_people_play_with_texts_and_numbers() {
    let ran = Folder::new()
        .type_in("play reversi", "f5\n#2\nmoves\n1\nquit\n")
        .quietly();
    ran.says(&[
        "Black> f5",
        "White> #2",
        "Black> moves",
        "1  ",
        "Black> 1",
        "White> quit",
    ]);
}

#[test]
fn refusals_say_why_and_the_game_goes_on() {
    let ran = Folder::new()
        .type_in("play reversi", "a1\nz9\n17\n#0\n\nf5\n")
        .quietly();
    ran.says(&[
        "Black> a1",
        "! a disc on a1 turns no enemy disc; legal would be: d3",
        "Black> z9",
        "! square, column 1",
    ])
    .says(&[
        "! there is no move number 17: they go from 1 to 4",
        "! there is no move number 0",
        "Black> f5",
        "White> ",
    ]);
}

#[test]
fn the_end_of_the_input_is_a_way_to_leave() {
    let folder = Folder::new();
    folder.type_in("play reversi", "").quietly().says(&["Black> \n"]);
    folder
        .type_in("play reversi", "f5")
        .quietly()
        .says(&["Black> f5", "White> \n"]);
}

#[test]
fn undo_goes_back_to_the_last_decision_of_the_human() {
    let ran = Folder::new()
        .type_in(
            "play reversi --second random --seed 1",
            "f5\nrecord\nundo\nrecord\nundo\n",
        )
        .quietly();
    ran.says(&[
        "Black> f5",
        "White plays ",
        "Black> record\nf5",
        "Black> undo",
        "Black 2 · White 2",
    ])
    .says(&["Black> undo\n! there is nothing to take back"]);
    let ran = Folder::new()
        .type_in("play reversi --first random --seed 1", "undo\nquit\n")
        .quietly();
    ran.says(&["Black plays", "White> undo\n! there is nothing to take back"]);
}

#[test]
fn a_seed_repeats_the_random_player() {
    let folder = Folder::new();
    let play = |seed: u32| {
        folder
            .type_in(
                &format!("play reversi --second random --seed {seed}"),
                "f5\n1\n1\nrecord\n",
            )
            .quietly()
    };
    assert_eq!(play(4).stdout, play(4).stdout);
    folder
        .type_in("play reversi --second random", "")
        .quietly()
        .says(&["seed "]);
}

#[test]
fn a_game_is_saved_loaded_and_continued() {
    let folder = Folder::new();
    folder
        .type_in(
            "play reversi",
            "f5\nd6\nsave game.txt\nc3\nload game.txt\nrecord\n",
        )
        .quietly()
        .says(&["saved game.txt (transcript)", "Black> record\nf5d6"]);
    assert_eq!(folder.read("game.txt"), "f5d6\n");
    folder
        .type_in("play reversi --load game.txt", "record\n")
        .quietly()
        .says(&["record\nf5d6"]);
}

#[test]
fn the_format_follows_the_name_the_wish_or_what_the_game_needs() {
    let folder = Folder::new();
    let input = "f5\nsave a.ggf\nsave b.dgr\nsave c.txt damero\nsave \"d e\"\nresign\nsave f\nsave g.txt\nsave h bmp\n";
    let ran = folder.type_in("play reversi", input).quietly();
    ran.says(&[
        "a.ggf (ggf)",
        "b.dgr (damero)",
        "c.txt (damero)",
        "d e (transcript)",
    ])
    .says(&[
        "g.txt (transcript)",
        "does not keep all of this game",
        "h bmp\n! ",
        "transcript, ggf, damero",
    ]);
    assert!(folder.read("a.ggf").starts_with("(;GM"));
    assert_eq!(folder.read("b.dgr"), folder.read("c.txt"));
    assert_eq!(folder.read("d e"), "f5\n");
    folder
        .run("show reversi --record f")
        .quietly()
        .says(&["result", "Black wins"]);
    assert_eq!(folder.files(), ["a.ggf", "b.dgr", "c.txt", "d e", "f", "g.txt"]);
}

#[test]
fn a_failed_save_loses_nothing() {
    let folder = Folder::new();
    folder.write("game.txt", "f5\n");
    std::fs::create_dir(folder.path("folder")).expect("a folder");
    let input = "c4\nsave folder\nsave nowhere/game.txt\nsave game.txt nonsense\nrecord\n";
    let ran = folder.type_in("play reversi", input).quietly();
    ran.says(&[
        "! cannot save folder: it is a folder",
        "! cannot save nowhere/game.txt: no such file or folder",
        "record\nc4",
    ]);
    assert_eq!(folder.read("game.txt"), "f5\n");
    assert_eq!(folder.files(), ["folder", "game.txt"]);
}

#[test]
fn a_failed_load_leaves_the_game_as_it_was() {
    let folder = Folder::new();
    folder.write("bad.txt", "f5f5");
    folder
        .type_in("play reversi", "c4\nload bad.txt\nload\nload none\nrecord\n")
        .quietly()
        .says(&[
            "! bad.txt: move 2",
            "! it is used so: load FILE",
            "! cannot read none",
            "record\nc4",
        ]);
}

#[test]
fn resigning_ends_the_game_until_it_is_undone() {
    let ran = Folder::new()
        .type_in("play reversi", "resign\nf5\nresign\nundo\nf5\nnew\n")
        .quietly();
    ran.says(&[
        "result",
        "White wins: by resignation",
        "> f5\n! the game is over",
        "> resign\n! the game is over",
    ])
    .says(&["> undo", "turn", "Black> f5", "White> new", "Black 2 · White 2"]);
}

#[test]
fn a_game_may_start_anywhere_and_starts_there_again() {
    let position = "OX-------------------------------------------------------------- O";
    let words = ["play", "reversi", "--position", position];
    let ran = Folder::new()
        .run_with(words, "c1\nnew\nposition\n", &[])
        .quietly();
    ran.says(&[
        "White> c1",
        "result",
        "White wins",
        "> new",
        "White> position\nOX------",
    ]);
}

#[test]
fn input_that_is_no_text_is_refused_like_any_other_move() {
    let folder = Folder::new();
    let ran = folder
        .type_in("play reversi", "\u{0}\u{7}\u{1b}[31m\nñandú\nhelp me\nf5\n")
        .quietly();
    ran.says(&["! ", "ñandú\n! ", "help me\n! it is used so: help", "White> "]);
}

#[test]
fn a_machine_answers_and_gives_hints() {
    let ran = Folder::new()
        .type_in(
            "play reversi --second alphabeta:depth=2,table=1 --seed 1",
            "pista\nf5\nhint\nundo\nrecord\nquit\n",
        )
        .quietly();
    ran.says(&[
        "Black> pista\n",
        "depth ",
        "Black> f5",
        "White plays ",
        "Black> hint\n",
        "depth ",
        "Black> undo",
        // Nothing is left to write down, which a transcript cannot say.
        "Black> record\n(;GM[Othello]",
    ]);
    Folder::new()
        .run("play reversi --first easy --second minimax:depth=1 --seed 3")
        .quietly()
        .says(&["Black plays", "White plays", "result"]);
}

/// Every game either has a network that answers, or says which games have one.
#[test]
fn the_network_that_comes_with_the_program_answers() {
    let folder = Folder::new();
    let games = folder.run("games --json").quietly().json();
    for game in games.as_array().expect("a list") {
        let id = game["id"].as_str().expect("a name");
        let line = format!("play {id} --second neural --nodes 20 --seed 1");
        let Some(rules) = game["network"]["rules"].as_str() else {
            folder.type_in(&line, "").fails(&[
                &format!("no network for {id} comes with the program yet"),
                "azul",
                "easy, medium, hard",
            ]);
            continue;
        };
        let ran = folder.type_in(&format!("{line} --rules {rules}"), "random\nrandom\nquit\n");
        let seats = id.parse::<damero_games::GameId>().expect("a game").meta().seats;
        let answer = format!("{} plays", seats.second.en);
        ran.quietly().says(&[&answer]);
    }
    // A game of other rules is not even begun.
    folder
        .type_in("play quarto --rules standard --second neural", "random\n")
        .fails(&["learned under the rules square"]);
}

#[cfg(unix)]
#[test]
fn saving_follows_links_keeps_permissions_and_spares_devices() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Folder::new();
    folder.write("private.txt", "f5\n");
    let private = folder.path("private.txt");
    std::fs::set_permissions(&private, PermissionsExt::from_mode(0o600)).expect("permissions");
    std::fs::create_dir(folder.path("deep")).expect("a folder");
    symlink("../private.txt", folder.path("deep/link.txt")).expect("a link");
    symlink("later.txt", folder.path("deep/early.txt")).expect("a link");
    symlink("/dev/null", folder.path("nothing")).expect("a link");
    symlink("round", folder.path("round")).expect("a link");
    let input = "c4\nsave deep/link.txt\nsave deep/early.txt\nsave nothing\nsave round\n";
    let ran = folder.type_in("play reversi", input).quietly();
    ran.says(&[
        "saved deep/link.txt",
        "saved deep/early.txt",
        "! cannot save nothing: it exists and is not a regular file",
        "! cannot save round: ",
    ]);
    let is_link = |name: &str| folder.path(name).is_symlink();
    assert!(
        ["deep/link.txt", "deep/early.txt", "nothing", "round"]
            .into_iter()
            .all(is_link)
    );
    assert_eq!(folder.read("private.txt"), "c4\n");
    assert_eq!(folder.read("deep/later.txt"), "c4\n");
    let mode = std::fs::metadata(&private)
        .expect("the file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(folder.files(), ["deep", "nothing", "private.txt", "round"]);
    let ran = folder
        .type_in("play reversi --lang es", "guardar /dev/null\n")
        .quietly();
    ran.says(&["! no se puede guardar /dev/null: existe y no es un archivo común"]);
}

#[test]
fn a_loaded_record_shows_its_rules_and_new_begins_where_it_began() {
    let folder = Folder::new();
    let position = "OX-------------------------------------------------------------- O";
    let words = [
        "play",
        "reversi",
        "--rules",
        "standard,score=raw",
        "--position",
        position,
    ];
    folder.run_with(words, "save a.dgr\n", &[]).quietly();
    folder
        .type_in("play reversi", "load a.dgr\nc1\nnew\nposition\n")
        .quietly()
        .says(&[
            "> load a.dgr\nReversi · standard,score=raw\n",
            "White> position\nOX------",
        ]);
    folder
        .type_in("play reversi --load a.dgr", "c1\nnew\nposition\n")
        .quietly()
        .says(&["Reversi · standard,score=raw", "White> position\nOX------"]);
}

#[test]
fn a_format_that_cannot_hold_the_game_gives_way_unless_it_was_asked_for() {
    let folder = Folder::new();
    let position = "OX-------------------------------------------------------------- O";
    let words = ["play", "reversi", "--position", position];
    let input = "save w.txt\nsave v transcript\nrecord transcript\n";
    folder.run_with(words, input, &[]).quietly().says(&[
        "saved w.txt (ggf)\nthe transcript format cannot hold this game: ",
        "> save v transcript\n! the transcript format cannot hold this game: ",
        "> record transcript\n! the transcript format cannot hold this game: ",
    ]);
    assert_eq!(folder.files(), ["w.txt"]);
    folder
        .type_in("play reversi --load w.txt", "position\n")
        .quietly()
        .says(&["position\nOX---"]);
}

#[test]
fn the_name_of_a_format_is_an_ending_too() {
    let folder = Folder::new();
    folder
        .type_in("play checkers", "1\nsave g.damero\nsave g.PDN\n")
        .quietly()
        .says(&["saved g.damero (damero)", "saved g.PDN (pdn)"]);
}

#[test]
fn where_the_game_reads_numbers_the_list_takes_a_sign() {
    let folder = Folder::new();
    folder
        .type_in(
            "play quarto",
            "moves\nhelp\n15\nrecord damero\nundo\n#1\nrecord damero\n",
        )
        .quietly()
        .says(&["a move or # and its number", " #1  ", "#number", "> 15\n", "TLQH"])
        .says(&["> #1\n", "SDRF"]);
    folder
        .type_in("play azul --seed 1", "200\n#1\n")
        .quietly()
        .says(&[
            "> 200\n! move, column 1",
            "a code from 0 to 179",
            "> #1\n",
            "turn",
        ]);
    folder.type_in("play checkers", "help\n1\n").quietly().says(&[
        "a move or its number",
        "  number ",
        "> 1\n",
        "Black> ",
    ]);
    folder.run("show azul").quietly().says(&[" #1  "]);
}
