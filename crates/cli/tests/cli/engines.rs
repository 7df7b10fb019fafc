//! Our own binary on both sides of every protocol.

use damero_games::GameId;

use crate::harness::Folder;

const PROGRAM: &str = env!("CARGO_BIN_EXE_damero");

/// A match of the program over a protocol against the same player inside; without any fault both are the same.
fn mirrors(game: &str, protocol: &str) {
    let folder = Folder::new();
    let player = "alphabeta:nodes=300,table=1";
    let outside = format!("{protocol}:{PROGRAM} engine {game} --protocol {protocol} --agent {player}");
    let words = |a: &str| {
        let line = format!("match {game} --b {player} --games 4 --openings 2 --json --a");
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        words.push(a.to_owned());
        words
    };
    let run = |a: &str| {
        let words = words(a);
        folder
            .run_with(words.iter().map(String::as_str), "", &[])
            .quietly()
            .json()
    };
    let (over, inside) = (run(&outside), run(player));
    assert_eq!(over["forfeits"], serde_json::json!([]), "{game} over {protocol}");
    for field in ["wins", "draws", "losses", "pairs"] {
        assert_eq!(
            over[field], inside[field],
            "{field} of {game} over {protocol}: {over}"
        );
    }
}

#[test]
fn every_game_is_played_over_text() {
    for id in GameId::ALL {
        mirrors(&id.to_string(), "text");
    }
}

#[test]
fn games_without_chance_are_played_over_gtp() {
    for id in GameId::ALL.iter().filter(|id| !id.meta().chance) {
        mirrors(&id.to_string(), "gtp");
    }
    for id in GameId::ALL.iter().filter(|id| id.meta().chance) {
        Folder::new()
            .run(&format!("engine {id} --protocol gtp"))
            .fails(&["gtp cannot be used", "chance"]);
    }
}

#[test]
fn text_answers_and_complains() {
    let folder = Folder::new();
    let start = "---------------------------OX------XO--------------------------- X";
    let input = format!(
        "damero\nposition standard {start}\ngo depth 2\ngo depth\ngo sideways 3\nposition standard x\nboo\n\nquit\ngo\n"
    );
    let ran = folder
        .type_in("engine reversi --agent minimax:depth=1", &input)
        .quietly();
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 6, "{lines:#?}");
    assert!(lines[0].starts_with("damero damero minimax"), "{lines:#?}");
    assert!(lines[1].starts_with("bestmove "), "{lines:#?}");
    assert!(
        lines[2..].iter().all(|line| line.starts_with("error ")),
        "{lines:#?}"
    );
}

#[test]
fn gtp_answers_and_complains() {
    let input = "1 protocol_version\nknown_command genmove\nplay black f5\n7 play black d6\nplay w a1\n\
                 genmove white\nundo\nshowboard\nfly\nquit\n";
    let ran = Folder::new()
        .type_in("engine reversi --protocol gtp --agent minimax:depth=1", input)
        .quietly();
    let answers: Vec<_> = ran.stdout.split("\n\n").collect();
    assert_eq!(answers[0], "=1 2");
    assert_eq!(answers[1], "= true");
    assert_eq!(answers[2], "=");
    assert!(
        answers[3].starts_with("?7 it is not the turn of black"),
        "{answers:#?}"
    );
    assert!(answers[4].starts_with("? illegal move"), "{answers:#?}");
    assert!(
        answers[5].starts_with("= ") && answers[5].len() == 4,
        "{answers:#?}"
    );
    assert_eq!(answers[6], "=");
    assert!(answers[7].starts_with("= ---"), "{answers:#?}");
    assert_eq!(answers[8], "? unknown command");
    assert_eq!(answers[9], "=");
}

#[test]
fn gtp_knows_time_sizes_and_scores() {
    let folder = Folder::new();
    let input = "boardsize 8\nboardsize 19\nboardsize\ntime_settings 60 0 0\ntime_left black 30 0\ntime_left b x 1\n\
                 final_score\nreg_genmove black\nreg_genmove black\nquit\n";
    let ran = folder.type_in("engine reversi --protocol gtp --agent minimax:depth=1", input);
    let ran = ran.quietly();
    let answers: Vec<_> = ran.stdout.split("\n\n").collect();
    assert_eq!(answers[0], "=");
    assert_eq!(answers[1], "? unacceptable size");
    assert_eq!(answers[2], "? syntax error: boardsize");
    assert_eq!(answers[3..5], ["=", "="]);
    assert_eq!(answers[5], "? not a number: x");
    assert_eq!(answers[6], "? cannot score: the game is not over");
    // A move that is only asked for is not played.
    assert!(answers[7].len() == 4 && answers[7] == answers[8], "{answers:#?}");
    // Black takes everything within nine moves.
    let moves = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
    let colours = ["black", "white"].into_iter().cycle();
    let moves = moves
        .iter()
        .zip(colours)
        .map(|(m, colour)| format!("play {colour} {m}\n"));
    let input = moves.collect::<String>() + "final_score\ngenmove white\nquit\n";
    folder
        .type_in("engine reversi --protocol gtp --agent minimax:depth=1", &input)
        .quietly()
        .says(&["= B+64\n\n? the game is over\n\n"]);
    folder
        .type_in(
            "engine quarto --protocol gtp --agent random",
            "boardsize 8\nboardsize 4\nquit\n",
        )
        .quietly()
        .says(&["? unacceptable size\n\n=\n\n"]);
}

#[cfg(unix)]
#[test]
fn programs_that_fail_forfeit_and_say_how() {
    let folder = Folder::new();
    // A program that greets and then does what the rest of its script says.
    let program = |name: &str, rest: &str| {
        folder.write(name, format!("read hello\necho damero bad\nread new\n{rest}\n"));
    };
    program("illegal", "while read line; do echo bestmove a1; done");
    program("crash", "read position; exit 3");
    program("silent", "while read line; do :; done");
    program("nonsense", "while read line; do echo bestmove; done");
    for (name, kind, told) in [
        ("illegal", "illegal", "a1: "),
        ("crash", "crash", "has ended"),
        ("silent", "timeout", "in time"),
        ("nonsense", "illegal", ""),
    ] {
        let player = format!("text:sh {name}");
        let line = "match reversi --b random --games 2 --time 100ms --json --out log.jsonl --a";
        let words = line.split(' ').chain([player.as_str()]);
        let json = folder.run_with(words, "", &[]).quietly().json();
        assert_eq!(json["losses"], 2, "{name}: {json}");
        let forfeits = json["forfeits"].as_array().expect("a list");
        assert_eq!(forfeits.len(), 2, "{name}");
        assert_eq!(forfeits[0]["kind"], kind, "{name}: {json}");
        assert!(
            forfeits[0]["reason"]
                .as_str()
                .is_some_and(|reason| reason.contains(told)),
            "{json}"
        );
        std::fs::remove_file(folder.path("log.jsonl")).expect("the log");
    }
    let missing = [
        "match",
        "reversi",
        "--b",
        "random",
        "--a",
        "gtp:./no-such-program",
    ];
    folder
        .run_with(missing, "", &[])
        .fails(&["no-such-program cannot be started"]);
    folder
        .run_with(["match", "reversi", "--b", "random", "--a", "text:"], "", &[])
        .fails(&["text needs a command"]);
}

#[test]
fn reversi_is_played_over_nboard_and_checkers_over_hub() {
    mirrors("reversi", "nboard");
    mirrors("checkers", "hub");
    let folder = Folder::new();
    folder
        .run("engine checkers --protocol nboard")
        .fails(&["nboard cannot be used for checkers", "GGF"]);
    folder
        .run("engine reversi --protocol hub --lang es")
        .fails(&["hub no sirve para reversi", "damas"]);
}

#[test]
fn nboard_and_hub_answer() {
    let folder = Folder::new();
    let nboard = "nboard 2\nping 3\nset depth 1\nmove F5//1.2\nmove a1\nlearn\ngo\nquit\n";
    let said = folder.type_in(
        "engine reversi --protocol nboard --agent alphabeta:table=1",
        nboard,
    );
    let said = said.quietly().says(&[
        "set myname damero",
        "pong 3",
        "status ",
        "status thinking",
        "=== ",
    ]);
    let moved = said
        .stdout
        .lines()
        .find_map(|line| line.strip_prefix("=== "))
        .unwrap_or_default();
    assert!(["D6", "F4", "F6"].contains(&&moved[..2]), "{moved}");
    let hub = "hub\ninit\nping\nlevel depth=2\npos pos=start moves=\"11-15\"\ngo think\npos pos=Bxx\nquit\n";
    folder
        .type_in(
            "engine checkers --rules english --protocol hub --agent alphabeta:table=1",
            hub,
        )
        .quietly()
        .says(&[
            "id name=",
            "wait",
            "ready",
            "pong",
            "done move=2",
            "error message=",
        ]);
}
