//! Bad input of every kind: one line, code 2, never a panic.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::harness::{Folder, command};

#[test]
fn bad_command_lines_are_explained() {
    let folder = Folder::new();
    for (line, texts) in [
        ("frobnicate", &["unknown command frobnicate"][..]),
        ("games extra", &["unknown command extra"]),
        ("perft", &["missing", "--depth <N>", "<GAME>"]),
        (
            "perft chess960 --depth 2",
            &["does not take \"chess960\"", "reversi"],
        ),
        ("perft reversi --depth -1", &["--depth"]),
        ("perft reversi --depth 4000000000", &["a number from 0 to 200"]),
        (
            "perft reversi --depth 2 --threads 100000",
            &["a number from 0 to 256"],
        ),
        ("perft reversi --depth 2 --seed 1.5", &["--seed <SEED>"]),
        ("perft reversi --depth 2 --depth 3", &["more than once"]),
        ("random reversi --games 0", &["a number from 1 to"]),
        ("random reversi --games many", &["does not take \"many\""]),
        ("bench playouts reversi --seconds nan", &["seconds"]),
        ("bench memory reversi", &["it takes playouts, perft"]),
        (
            "show reversi --rules chaos",
            &["unknown rules \"chaos\"", "standard"],
        ),
        ("show reversi --rules standard,score", &["option=value"]),
        (
            "show reversi --set score",
            &["write option=value", "variant, score"],
        ),
        ("show reversi --set =", &["unknown option", "variant, score"]),
        ("show reversi --set score=high", &["tournament | raw"]),
        (
            "show reversi --position nonsense",
            &["Reversi position, column 1", "expected"],
        ),
        (
            "show reversi --record a --rules standard",
            &["cannot be used together"],
        ),
        ("play reversi --load a --position b", &["cannot be used together"]),
        ("--lang fr games", &["en and es"]),
        ("help frobnicate", &["unknown command frobnicate", "perft"]),
    ] {
        folder.run(line).fails(texts);
    }
}

#[test]
fn no_arguments_show_the_help_as_an_error() {
    let ran = Folder::new().run("").ended(2);
    assert!(ran.stderr.contains("Usage: damero"), "{ran:#?}");
}

#[test]
fn bad_files_are_explained() {
    let folder = Folder::new();
    folder.write("binary", [0xff, 0xfe, 0x00]);
    folder.write("illegal", "f5a1");
    folder.write("other", "[Game \"tiddlywinks\"]\n\n*\n");
    folder.write("open", "[Game \"reversi\"]\n\n{ never closed");
    for (name, texts) in [
        ("missing", &["cannot read missing: no such file or folder"][..]),
        (".", &["it is a folder"]),
        ("binary", &["cannot read binary", "byte 0"]),
        ("illegal", &["illegal: move 2", "legal would be"]),
        ("other", &["other: ", "reversi"]),
        ("open", &["open: ", "closing }"]),
    ] {
        folder.run(&format!("show reversi --record {name}")).fails(texts);
        folder.run(&format!("play reversi --load {name}")).fails(texts);
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    let word = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    let output = command(&folder.path(""))
        .arg("show")
        .arg(word)
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        output.stderr.starts_with(b"damero: "),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let folder = Folder::new();
    for line in [
        "rules reversi",
        "games --json",
        "play reversi --first random --second random",
        "--help",
    ] {
        let mut child = command(&folder.path(""))
            .args(line.split(' '))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut first = String::new();
        BufReader::new(child.stdout.take().expect("a pipe"))
            .read_line(&mut first)
            .expect("a line");
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(0), "{line}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let folder = Folder::new();
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("Linux has it");
    let output = command(&folder.path(""))
        .args(["show", "reversi"])
        .stdout(full)
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "damero: input or output: the disk is full\n"
    );
}

#[test]
fn very_long_words_are_not_repeated_whole() {
    let folder = Folder::new();
    let long = "x".repeat(5000);
    for line in [
        "LONG",
        "help LONG",
        "show LONG",
        "show reversi LONG",
        "show reversi --LONG",
        "show reversi --rules LONG",
        "show reversi --rules standard,LONG=1",
        "show reversi --set LONG",
        "show reversi --set LONG=1",
        "show reversi --set score=LONG",
        "show reversi --position LONG",
        "play reversi --first LONG",
        "match reversi --a LONG --b random",
        "perft reversi -d LONG",
    ] {
        let ran = folder.run(&line.replace("LONG", &long)).fails(&[]);
        assert!(ran.stderr.chars().count() < 1_000, "{line}: {}", ran.stderr);
    }
    let ran = folder
        .type_in("play reversi", &format!("{long}\nsave a {long}\n"))
        .quietly();
    let refusals: Vec<_> = ran.stdout.lines().filter(|line| line.starts_with('!')).collect();
    assert_eq!(refusals.len(), 2);
    assert!(refusals.iter().all(|line| line.len() < 400), "{refusals:?}");
}
