//! Full disks and damaged files: a sentence that says what and where, and nothing overwritten.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use damero_games::Lang;
use damero_learn::run::drive::how_to_go_on;
use damero_learn::run::{Ended, Memory, RunFolder, catalog, resume};
use damero_search::Stop;

use crate::small::{Small, assert_same, create, go_on, run, run_watched, settings};

/// Every file below a folder with its bytes.
fn everything(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(everything(&path));
        } else {
            found.insert(path.clone(), fs::read(&path).expect("a file"));
        }
    }
    found
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_the_training_with_a_sentence_and_leaves_the_last_checkpoint() {
    let runs = tempfile::tempdir().expect("a folder");
    let whole = create(runs.path(), "whole");
    run(&whole, &mut Small::new(7), &settings(20), Memory::default()).expect("it runs");

    let folder = create(runs.path(), "checkpoint");
    let path = folder.path.clone();
    let mut trainer = Small::new(7);
    let mut watch = |epoch, stop: &Stop| {
        if epoch == 8 {
            stop.now();
        }
    };
    run_watched(
        &folder,
        &mut trainer,
        &settings(20),
        Memory::default(),
        &mut watch,
    )
    .expect("it runs");
    trainer.full = true;
    let error = run(&folder, &mut trainer, &settings(20), Memory::default()).expect_err("no room");
    assert!(error.is_full(), "{error}");
    assert!(error.to_string().ends_with("the disk is full"), "{error}");
    assert!(error.message(Lang::Es).ends_with("el disco está lleno"));
    assert_eq!(
        path.read_status().expect("readable").expect("written").ended,
        Ended::Failed
    );
    let advice = how_to_go_on(&path).to_string();
    assert!(
        advice.starts_with("everything up to step 40 is saved"),
        "{advice}"
    );
    drop(folder);
    go_on(&path, &settings(20)).expect("there is room again");
    assert_same(&path, &whole.path, "after the disk was full");
}

#[test]
fn a_damaged_checkpoint_is_refused_with_its_place_and_nothing_changes() {
    let runs = tempfile::tempdir().expect("a folder");
    let path = create(runs.path(), "line").path.clone();
    go_on(&path, &settings(8)).expect("it runs");
    let latest = catalog::checkpoint(&path, "latest").expect("there");
    for name in ["weights.safetensors", "state.json", "checkpoint.json"] {
        let file = latest.join(name);
        let bytes = fs::read(&file).expect("a file");
        let mut flipped = bytes.clone();
        flipped[bytes.len() / 2] ^= 0x81;
        let cut = bytes[..bytes.len() / 2].to_vec();
        for (damage, damaged) in [
            ("cut", Some(cut)),
            ("flipped", Some(flipped)),
            ("empty", Some(Vec::new())),
            ("gone", None),
        ] {
            match damaged {
                Some(damaged) => fs::write(&file, damaged).expect("room"),
                None => fs::remove_file(&file).expect("room"),
            }
            let before = everything(&path.0);
            let error = go_on(&path, &settings(20)).expect_err("damaged").to_string();
            assert!(error.contains(name), "{name} {damage}: {error}");
            assert_eq!(everything(&path.0), before, "{name} {damage}");
        }
        fs::write(&file, bytes).expect("room");
    }
    go_on(&path, &settings(20)).expect("all is as it was");
}

#[test]
fn a_checkpoint_of_other_rules_is_refused() {
    let runs = tempfile::tempdir().expect("a folder");
    let path = create(runs.path(), "line").path.clone();
    go_on(&path, &settings(8)).expect("it runs");
    let folder = RunFolder::open(path).expect("free");
    let mut other = Small::new(7).with_rules("standard");
    let error = resume(&folder, &mut other, 40).expect_err("other rules");
    let sentence = "a checkpoint with rules \"square\", expected \"standard\"";
    assert!(error.to_string().ends_with(sentence), "{error}");
    assert!(
        error
            .message(Lang::Es)
            .ends_with("con reglas \"square\", se esperaba \"standard\"")
    );
}

#[test]
fn a_folder_of_a_later_version_is_refused() {
    let runs = tempfile::tempdir().expect("a folder");
    let path = create(runs.path(), "line").path.clone();
    let meta = fs::read_to_string(path.meta()).expect("a file");
    fs::write(path.meta(), meta.replace("\"format\": 1", "\"format\": 2")).expect("room");
    let error = RunFolder::open(path).expect_err("too new").to_string();
    assert!(error.contains("format 2; this program knows format 1"), "{error}");
}
