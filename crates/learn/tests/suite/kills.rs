//! A training killed at random moments, again and again, ends as one that was never disturbed.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use damero_games::random::{below, seeded};
use damero_learn::run::{Ended, Memory, RunPath, RunSettings, catalog};

use crate::small::{Small, assert_same, create, go_on, run, settings};

/// Tells the process that this test starts which folder to train in.
const FOLDER: &str = "DAMERO_TEST_RUN_FOLDER";

/// Long enough that kills hit every part of the work, with a checkpoint at almost every epoch.
fn long() -> RunSettings {
    let mut settings = settings(300);
    settings.checkpoint_every = 2;
    settings.sample_every = 3;
    settings
}

#[test]
fn a_training_killed_again_and_again_loses_nothing() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        // This is the process to be killed.
        go_on(&RunPath(PathBuf::from(folder)), &long()).expect("it runs");
        return;
    }
    let runs = tempfile::tempdir().expect("a folder");
    let whole = create(runs.path(), "whole");
    run(&whole, &mut Small::new(7), &long(), Memory::default()).expect("it runs");
    let path = create(runs.path(), "killed").path.clone();
    let mut rng = seeded(5);
    let mut killed = 0;
    loop {
        let mut child = Command::new(std::env::current_exe().expect("this test"))
            .args([
                "--exact",
                "kills::a_training_killed_again_and_again_loses_nothing",
            ])
            .env(FOLDER, &path.0)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a process");
        std::thread::sleep(Duration::from_micros(u64::from(
            20_000 + below(&mut rng, 180_000),
        )));
        let ended = child.try_wait().expect("a status");
        // On Unix this is SIGKILL: nothing is flushed, nobody is told.
        child.kill().expect("it can be killed");
        child.wait().expect("a status");
        // Whatever the moment, the folder is one that can be resumed.
        catalog::metrics(&path, None).expect("a log");
        match ended {
            Some(status) => {
                assert!(status.success());
                break;
            }
            None => killed += 1,
        }
        if killed == 30 {
            assert_eq!(go_on(&path, &long()).expect("it runs"), Ended::Finished);
            break;
        }
    }
    assert!(
        killed >= 3,
        "only {killed} kills: the training is too short for this machine"
    );
    assert_same(&path, &whole.path, "after the kills");
}
