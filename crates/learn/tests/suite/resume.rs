//! Stopping and going on gives what never stopping gives; checkpoints are kept and runs end as configured.

use std::fs;

use damero_learn::run::{
    Checkpoint, Ended, Line, Memory, RunFolder, RunPath, catalog, checkpoint, read_log, resume,
};

use crate::small::{Small, assert_same, create, go_on, run, run_watched, settings};

#[test]
fn stopping_anywhere_and_going_on_equals_never_stopping() {
    let runs = tempfile::tempdir().expect("a folder");
    let whole = create(runs.path(), "whole");
    assert_eq!(
        run(&whole, &mut Small::new(7), &settings(23), Memory::default()).expect("it runs"),
        Ended::Finished
    );
    for stop_at in [1, 3, 4, 5, 9, 16, 22] {
        let halved = create(runs.path(), &format!("halved-{stop_at}"));
        let mut watch = |epoch, stop: &damero_search::Stop| {
            if epoch == stop_at {
                stop.now();
            }
        };
        let ended = run_watched(
            &halved,
            &mut Small::new(7),
            &settings(23),
            Memory::default(),
            &mut watch,
        );
        assert_eq!(ended.expect("it runs"), Ended::Interrupted);
        let path = halved.path.clone();
        assert_eq!(
            path.read_status().expect("readable").expect("written").ended,
            Ended::Interrupted
        );
        drop(halved);
        assert_eq!(go_on(&path, &settings(23)).expect("it runs"), Ended::Finished);
        assert_same(&path, &whole.path, &format!("stopped at {stop_at}"));
    }
}

#[test]
fn going_on_from_an_earlier_checkpoint_sets_later_ones_aside_and_leaves_no_seam() {
    let runs = tempfile::tempdir().expect("a folder");
    let whole = create(runs.path(), "whole");
    run(&whole, &mut Small::new(7), &settings(16), Memory::default()).expect("it runs");
    let folder = create(runs.path(), "line");
    run(&folder, &mut Small::new(7), &settings(16), Memory::default()).expect("it runs");
    let root = folder.path.checkpoints();
    let steps = checkpoint::steps(&root).expect("readable");
    let mut trainer = Small::new(7);
    let memory = resume(&folder, &mut trainer, steps[0]).expect("whole");
    assert_eq!(checkpoint::steps(&root).expect("readable"), steps[..1]);
    assert!(root.join(format!("step-{}.aside", steps[1])).is_dir());
    run(&folder, &mut trainer, &settings(16), memory).expect("it runs");
    assert_same(&folder.path, &whole.path, "after going back");
}

#[test]
fn the_last_checkpoints_and_the_best_are_kept() {
    let runs = tempfile::tempdir().expect("a folder");
    let folder = create(runs.path(), "line");
    let mut trainer = Small::new(7);
    trainer.scores = Some(vec![
        0.1, 0.2, 0.9, 0.3, 0.3, 0.9, 0.5, 0.1, 0.2, 0.2, 0.1, 0.2, 0.3, 0.1, 0.1, 0.2,
    ]);
    let mut settings = settings(16);
    settings.keep = 2;
    run(&folder, &mut trainer, &settings, Memory::default()).expect("it runs");
    let root = folder.path.checkpoints();
    // Five steps an epoch: the third is the best (the sixth is no better), the others are the last.
    assert_eq!(checkpoint::steps(&root).expect("readable"), [15, 60, 80]);
    assert_eq!(
        catalog::checkpoint(&folder.path, "best").expect("there"),
        root.join("step-15")
    );
    assert_eq!(
        catalog::checkpoint(&folder.path, "latest").expect("there"),
        root.join("step-80")
    );
    let list = Checkpoint::read(&root.join("step-15")).expect("whole");
    assert_eq!((list.score, list.place.epoch), (Some(0.9), 3));
    let error = catalog::checkpoint(&folder.path, "step-16")
        .expect_err("not there")
        .to_string();
    assert!(
        error.contains("latest, best, step-15, step-60, step-80"),
        "{error}"
    );
}

#[test]
fn a_run_ends_early_when_nothing_gets_better_or_the_time_is_over() {
    let runs = tempfile::tempdir().expect("a folder");
    let folder = create(runs.path(), "stale");
    let mut trainer = Small::new(7);
    trainer.scores = Some(vec![0.1, 0.5, 0.4, 0.5, 0.3, 0.9]);
    let mut early = settings(50);
    early.patience = 3;
    assert_eq!(
        run(&folder, &mut trainer, &early, Memory::default()).expect("it runs"),
        Ended::EarlyStop
    );
    let lines: Vec<Line<f64>> = read_log(&folder.path.metrics(), None).expect("a log");
    assert_eq!(lines.len(), 5);

    let folder = create(runs.path(), "late");
    let mut late = settings(50);
    late.minutes = 1.0;
    let memory = Memory {
        seconds: 61.0,
        ..Memory::default()
    };
    assert_eq!(
        run(&folder, &mut Small::new(7), &late, memory).expect("it runs"),
        Ended::TimeUp
    );

    // Processor time is counted from sitting to sitting, and is a limit of its own.
    let folder = create(runs.path(), "busy");
    let mut busy = settings(3);
    let memory = Memory {
        cpu: Some(61.0),
        ..Memory::default()
    };
    run(&folder, &mut Small::new(7), &busy, memory).expect("it runs");
    let lines: Vec<Line<f64>> = read_log(&folder.path.metrics(), None).expect("a log");
    assert!(
        lines
            .iter()
            .all(|line| line.cpu >= Some(61.0) && line.time < 61.0)
    );
    busy.epochs = 50;
    busy.cpu_minutes = 1.0;
    assert_eq!(
        run(&folder, &mut Small::new(7), &busy, memory).expect("it runs"),
        Ended::TimeUp
    );
}

#[test]
fn a_headline_that_no_evaluation_gives_is_refused_with_those_it_gives() {
    let runs = tempfile::tempdir().expect("a folder");
    let folder = create(runs.path(), "line");
    let mut settings = settings(5);
    settings.best = "win_rate/greedy".to_owned();
    let error = run(&folder, &mut Small::new(7), &settings, Memory::default()).expect_err("no such number");
    assert!(error.to_string().contains("but win_rate/line"), "{error}");
}

#[test]
fn a_run_in_use_is_refused_and_free_again_afterwards() {
    let runs = tempfile::tempdir().expect("a folder");
    let folder = create(runs.path(), "line");
    assert!(folder.path.is_running());
    let error = RunFolder::open(folder.path.clone())
        .expect_err("in use")
        .to_string();
    assert!(error.contains("in use by another process"), "{error}");
    let path = folder.path.clone();
    drop(folder);
    assert!(!path.is_running());
    drop(RunFolder::open(path).expect("free"));
}

#[test]
fn runs_are_found_by_name_by_path_and_as_the_latest() {
    let runs = tempfile::tempdir().expect("a folder");
    let none = catalog::find(runs.path(), "latest")
        .expect_err("none yet")
        .to_string();
    assert!(none.contains("there is no run in"), "{none}");
    for name in ["line-10", "line-2", "line-1"] {
        run(
            &create(runs.path(), name),
            &mut Small::new(7),
            &settings(1),
            Memory::default(),
        )
        .expect("it runs");
    }
    fs::create_dir(runs.path().join("photos")).expect("room");
    let names: Vec<String> = catalog::list(runs.path())
        .expect("readable")
        .iter()
        .map(RunPath::name)
        .collect();
    assert_eq!(names, ["line-1", "line-2", "line-10"]);
    assert_eq!(
        catalog::find(runs.path(), "line-2").expect("there").name(),
        "line-2"
    );
    let path = runs.path().join("line-1").display().to_string();
    assert_eq!(catalog::find(runs.path(), &path).expect("there").name(), "line-1");
    let error = catalog::find(runs.path(), "lien-10")
        .expect_err("mistyped")
        .to_string();
    assert!(error.contains("did you mean \"line-10\"?"), "{error}");
    let error = catalog::find(runs.path(), "photos")
        .expect_err("no run")
        .to_string();
    assert!(error.contains("it has no meta.json"), "{error}");

    // The latest is the one whose checkpoint is the newest, by what is written in it.
    let list = runs.path().join("line-2/checkpoints/step-5/checkpoint.json");
    let text = fs::read_to_string(&list).expect("a list");
    assert!(text.contains("\"written\": 1800000000.0"), "{text}");
    fs::write(
        &list,
        text.replace("\"written\": 1800000000.0", "\"written\": 1800000001.0"),
    )
    .expect("room");
    assert_eq!(
        catalog::find(runs.path(), "latest").expect("there").name(),
        "line-2"
    );
}

#[test]
fn names_are_refused_that_are_taken_or_lead_elsewhere() {
    let runs = tempfile::tempdir().expect("a folder");
    drop(create(runs.path(), "line"));
    let meta = |name: &str| {
        let folder = RunFolder::open(RunPath(runs.path().join("line"))).expect("a run");
        let meta = folder.path.read_meta().expect("whole");
        RunFolder::create(runs.path(), Some(name), "line", "", &meta).map(drop)
    };
    let taken = meta("line").expect_err("taken").to_string();
    assert!(taken.contains("it exists already"), "{taken}");
    for name in ["", "..", "../up", "a/b", ".hidden", "a@b", "a b"] {
        let error = meta(name).expect_err("no name").to_string();
        assert!(error.contains("no name for a run"), "{error}");
    }
    meta("ñandú-1_b.2").expect("a good name");
}
