//! What operators rely on beside the data: the log, the limit of open files, the unit of systemd.

use std::process::Command;

use damero_server::client::{Answer, Guest, request};
use serde_json::{Value, json};

use crate::harness::Folder;
use crate::logged::{Logged, block_on};

#[test]
fn the_log_has_logins_refusals_and_bans_with_the_ids_of_their_requests() {
    let folder = Folder::new();
    let server = Logged::start(&folder);
    let id = |answer: &Answer| json!(answer.header("x-request-id").expect("an id"));
    let (registered, wrong, known) = block_on(async {
        let guest = Guest::arrive(server.address).await.expect("a session");
        let right = json!({"name": "Ana", "password": "correct horse"});
        let registered = guest.post("/api/register", &right).await.expect("an answer");
        let wrong = json!({"name": "ana", "password": "wrong horse"});
        let wrong = guest.post("/api/login", &wrong).await.expect("an answer");
        let known = guest.post("/api/login", &right).await.expect("an answer");
        (registered, wrong, known)
    });
    assert_eq!((registered.status, wrong.status, known.status), (200, 401, 200));
    for (message, answer) in [
        ("registered", &registered),
        ("a login was refused", &wrong),
        ("logged in", &known),
    ] {
        let line = server.next(message);
        assert_eq!(line["fields"]["name"], "Ana", "{line}");
        assert_eq!(line["span"]["id"], id(answer), "{line}");
        assert_eq!(line["span"]["address"], "127.0.0.1", "{line}");
    }
    folder
        .run("admin ban Ana --reason engine --by eva --data data")
        .quietly();
    let ban = server.next("an operator's order");
    assert_eq!(
        (
            &ban["fields"]["actor"],
            &ban["fields"]["action"],
            &ban["fields"]["name"]
        ),
        (&json!("eva"), &json!("ban"), &json!("Ana"))
    );
    let refused = block_on(async {
        let guest = Guest::arrive(server.address).await.expect("a session");
        let right = json!({"name": "Ana", "password": "correct horse"});
        let refused = guest.post("/api/login", &right).await.expect("an answer");
        for _ in 0..10 {
            let wrong = json!({"name": "nobody", "password": "secret word"});
            guest.post("/api/login", &wrong).await.expect("an answer");
        }
        refused
    });
    assert_eq!(refused.status, 403, "{}", refused.body);
    let line = server.next("a banned account was refused");
    assert_eq!(
        (&line["fields"]["name"], &line["span"]["id"]),
        (&json!("Ana"), &id(&refused))
    );
    let line = server.next("refused");
    assert_eq!(
        (
            &line["fields"]["status"],
            &line["fields"]["path"],
            &line["span"]["id"]
        ),
        (&json!(403), &json!("/api/login"), &id(&refused))
    );
    let line = server.next("a login was refused");
    assert_eq!(
        line["fields"]["name"],
        json!(null),
        "what was typed is not written down: {line}"
    );
    server.next("too many tries at a password");
}

/// A server that runs out of files says so and goes on when it has some again.
#[cfg(target_os = "linux")]
#[test]
fn the_limit_of_open_files_is_raised_and_what_cannot_be_accepted_is_told() {
    let folder = Folder::new();
    let mut starting = Command::new("sh");
    let serve = "ulimit -S -n 100 && exec \"$0\" serve --data data --listen 127.0.0.1:0 --lang en --log info --log-json";
    starting.args(["-c", serve, env!("CARGO_BIN_EXE_damero")]);
    starting.current_dir(folder.path("."));
    let server = Logged::spawn(starting);
    let told = server.next("open files");
    let limits = |line: &Value| {
        let text = |name: &str| line["fields"][name].to_string();
        (text("before"), text("now"))
    };
    let (before, now) = limits(&told);
    assert!(before.contains("100") && now != before, "{told}");

    let limit = |files: &str| {
        let id = server.child.id().to_string();
        let set = Command::new("prlimit")
            .args(["--pid", &id, &format!("--nofile={files}:")])
            .status();
        assert!(
            set.is_ok_and(|status| status.success()),
            "prlimit --nofile={files}:"
        );
    };
    limit("3");
    let waiting = std::thread::spawn({
        let address = server.address;
        move || block_on(request(address, "GET", "/healthz", &[], ""))
    });
    server.next("a connection could not be accepted");
    limit("1000");
    let answer = waiting.join().expect("no panic").expect("an answer");
    assert_eq!(answer.status, 200, "whoever waited is served");
    let metrics = block_on(request(server.address, "GET", "/metrics", &[], ""));
    let metrics = metrics.expect("an answer").body;
    let errors = metrics
        .lines()
        .find_map(|line| line.strip_prefix("damero_accept_errors_total "));
    assert_ne!(errors.expect("a counter"), "0");
}

/// The service file is one that systemd takes, and leaves little to whoever breaks in.
#[cfg(target_os = "linux")]
#[test]
fn systemd_takes_the_unit_and_finds_it_tight() {
    let folder = Folder::new();
    let unit = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/damero.service");
    let unit = std::fs::read_to_string(unit).expect("it comes with the program");
    // Verified for the program that there is.
    folder.write(
        "damero.service",
        unit.replace("/usr/local/bin/damero", env!("CARGO_BIN_EXE_damero")),
    );
    let analyse = |words: &[&str]| {
        Command::new("systemd-analyze")
            .args(words)
            .current_dir(folder.path("."))
            .output()
    };
    let Ok(verified) = analyse(&["verify", "./damero.service"]) else {
        println!("no systemd here");
        return;
    };
    let said = String::from_utf8_lossy(&verified.stderr).into_owned();
    assert!(verified.status.success() && said.is_empty(), "{said}");
    // In tenths: 100 is a service without any of it. Networks and local sockets are what it is for.
    let security = ["security", "--offline=true", "--threshold=15", "./damero.service"];
    let tight = analyse(&security).expect("it ran before");
    assert!(
        tight.status.success(),
        "{}",
        String::from_utf8_lossy(&tight.stdout)
    );
    // Searches step back with this call, and raise nothing.
    assert!(
        unit.lines().any(|line| line == "SystemCallFilter=setpriority"),
        "{unit}"
    );
}
