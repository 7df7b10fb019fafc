//! Events read back by the real TensorBoard. `cargo xtask test` installs it, says where its Python is, and runs this.

use std::collections::BTreeMap;
use std::process::Command;

use damero_learn::events::{Events, Value};
use damero_learn::run::Histogram;

/// Reads a folder of events with TensorBoard's own code and prints what it found.
const READER: &str = include_str!("data/read_events.py");

#[test]
fn tensorboard_reads_what_was_written() {
    let python = std::env::var_os("DAMERO_TENSORBOARD_PYTHON");
    let python = python.expect("DAMERO_TENSORBOARD_PYTHON names the Python that has TensorBoard");
    let folder = tempfile::tempdir().expect("a folder");
    let mut events = Events::begin(folder.path(), 1.8e9).expect("room");
    let parameters = [
        ("dqn.lr".to_owned(), Value::Number(5e-5)),
        ("dqn.double".to_owned(), Value::Truth(true)),
        ("game".to_owned(), Value::Word("quarto".to_owned())),
    ];
    events
        .hyperparameters(1.8e9, &parameters, "win_rate/greedy")
        .expect("room");
    let loss = |step: u64| 1.0 / (step as f64 + 3.0);
    for step in 0..1000 {
        let scalars = BTreeMap::from([
            ("loss/mean".to_owned(), loss(step)),
            ("epsilon".to_owned(), -0.25),
        ]);
        events
            .scalars(1.8e9 + step as f64, step * 6, &scalars)
            .expect("room");
    }
    let mut histogram = Histogram::of_q();
    for value in [-1.0, -0.5, -0.5, 0.0, 0.99] {
        histogram.add(value);
    }
    let named = BTreeMap::from([("q/place/win".to_owned(), histogram.clone())]);
    events.histograms(1.8e9, 12, &named).expect("room");
    let texts = BTreeMap::from([("note".to_owned(), "ñandú, 5 < 6".to_owned())]);
    events.texts(1.8e9, 18, &texts).expect("room");
    drop(events);

    let output = Command::new(python)
        .args(["-c", READER])
        .arg(folder.path())
        .output()
        .expect("Python starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let read: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");

    let scalars = read["scalars"]["loss/mean"].as_array().expect("a list");
    assert_eq!(scalars.len(), 1000);
    for (i, point) in (0_u64..).zip(scalars) {
        assert_eq!(
            (&point[0], &point[1]),
            (&(1.8e9 + i as f64).into(), &(i * 6).into())
        );
        assert_eq!(
            point[2].as_f64().map(|value| value as f32),
            Some(loss(i) as f32),
            "{i}"
        );
    }
    assert_eq!(
        read["scalars"]["epsilon"][999],
        serde_json::json!([1.8e9 + 999.0, 5994, -0.25])
    );

    let found = &read["histograms"]["q/place/win"][0];
    assert_eq!((&found["step"], &found["num"]), (&12.into(), &5.0.into()));
    let counts: Vec<f64> = serde_json::from_value(found["bucket"].clone()).expect("numbers");
    let limits: Vec<f64> = serde_json::from_value(found["bucket_limit"].clone()).expect("numbers");
    // TensorBoard joins empty buckets at the ends; what is counted stays where it is.
    let expected: Vec<(i64, u64)> = histogram
        .counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(bin, &count)| (((-1.1 + 0.05 * (bin as f64 + 1.0)) * 1e6).round() as i64, count))
        .collect();
    let filled: Vec<(i64, u64)> = limits
        .iter()
        .zip(&counts)
        .filter(|(_, count)| **count > 0.0)
        .map(|(limit, count)| ((limit * 1e6).round() as i64, *count as u64))
        .collect();
    assert_eq!(filled, expected);

    assert_eq!(read["texts"]["note"], serde_json::json!([[18, "ñandú, 5 < 6"]]));
    assert_eq!(
        read["hparams"],
        serde_json::json!({"dqn.lr": 5e-5, "dqn.double": true, "game": "quarto"})
    );
    assert_eq!(read["metrics"], serde_json::json!(["win_rate/greedy"]));
}
