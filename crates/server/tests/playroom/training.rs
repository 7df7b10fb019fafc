//! The Training section: what is in run folders, over HTTP, while a training runs and after.

use std::collections::BTreeMap;
use std::fs;

use damero_learn::run::{BoardPair, Histogram, Identity, Line, Log, Meta, RunFolder, TrainStep};
use serde_json::json;

use crate::harness::House;

const CONFIG: &str =
    "algo = \"dqn\"\ngame = \"quarto\"\n[run]\nbest = \"win_rate/greedy\"\nepochs = 40\n[dqn]\nlr = 0.5\n";

#[tokio::test]
async fn a_training_can_be_watched() {
    let folder = tempfile::tempdir().expect("a folder");
    let runs = folder.path().join("runs");
    let identity = Identity {
        game: "quarto".to_owned(),
        rules: "square".to_owned(),
        rules_version: 1,
        algo: "dqn".to_owned(),
    };
    let run = RunFolder::create(
        &runs,
        Some("mine"),
        "x",
        CONFIG,
        &Meta::new(identity.clone(), 7, 1, 1.8e9),
    )
    .expect("room");
    let place = |epoch| TrainStep {
        epoch,
        step: epoch * 6,
    };
    let mut log = Log::open(&run.path.metrics(), 0).expect("room");
    for epoch in 1..=3 {
        let mut values = BTreeMap::from([("loss/mean".to_owned(), 0.5)]);
        if epoch == 2 {
            values.insert("win_rate/greedy".to_owned(), 0.25);
        }
        log.append(&Line::new(place(epoch), 1.5, values)).expect("room");
    }
    let histogram = Histogram {
        low: -1.1,
        high: 1.1,
        counts: vec![1, 2],
    };
    let histograms = BTreeMap::from([("q/place/win".to_owned(), histogram)]);
    Log::open(&run.path.histograms(), 0)
        .expect("room")
        .append(&Line::new(place(3), 1.5, histograms))
        .expect("room");
    let pair = BoardPair {
        title: "1|2|0 | R=1".to_owned(),
        before: vec![vec![-1]],
        after: vec![vec![1]],
    };
    let pairs = BTreeMap::from([("boards".to_owned(), vec![pair])]);
    Log::open(&run.path.boards(), 0)
        .expect("room")
        .append(&Line::new(place(3), 1.5, pairs))
        .expect("room");
    fs::write(
        run.path.games().join("epoch-000003-1-self-play.txt"),
        "[Game \"quarto\"]\n\n*\n",
    )
    .expect("room");
    fs::write(folder.path().join("secret.txt"), "secret").expect("room");
    // A run of somebody else, outside, and links to it and to a file from within.
    let other = RunFolder::create(
        &folder.path().join("elsewhere"),
        Some("theirs"),
        "x",
        CONFIG,
        &Meta::new(identity, 7, 1, 1.8e9),
    )
    .expect("room");
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(&other.path.0, runs.join("link")).expect("a link");
        let linked = run.path.games().join("epoch-000004-1-secret.txt");
        symlink(folder.path().join("secret.txt"), linked).expect("a link");
    }

    let data = folder.path().join("data");
    let house = House::open_with(&data, |config| config.runs = runs.clone()).await;
    let guest = house.guest().await;
    let get = async |path: &str| guest.get(path).await.expect("an answer");

    let list = get("/api/training").await.json();
    let names: Vec<_> = list
        .as_array()
        .expect("a list")
        .iter()
        .map(|run| &run["name"])
        .collect();
    assert_eq!(names, ["mine"], "and no link that leads out");
    assert_eq!(
        (&list[0]["state"], &list[0]["epoch"], &list[0]["epochs"]),
        (&json!("running"), &json!(3), &json!(40))
    );
    assert_eq!(
        (&list[0]["headline"], &list[0]["best"]),
        (&json!("win_rate/greedy"), &json!(0.25))
    );

    let full = get("/api/training/mine").await.json();
    assert_eq!(full["config"]["dqn.lr"], "0.5");
    let game = json!({"file": "epoch-000003-1-self-play.txt", "epoch": 3, "name": "self-play"});
    assert_eq!(full["games"][0], game);

    let metrics = get("/api/training/mine/metrics?since=1").await.json();
    assert_eq!(
        (&metrics["epoch"], &metrics["step"], &metrics["last"]),
        (&json!([2, 3]), &json!([12, 18]), &json!(3))
    );
    assert_eq!(
        metrics["series"],
        json!({"loss/mean": [0.5, 0.5], "win_rate/greedy": [0.25, null]})
    );
    assert_eq!(metrics["running"], true);

    let histograms = get("/api/training/mine/histograms").await.json();
    assert_eq!(
        histograms[0]["values"]["q/place/win"],
        json!({"low": -1.1, "high": 1.1, "counts": [1, 2]})
    );
    let boards = get("/api/training/mine/boards").await.json();
    assert_eq!(
        boards,
        json!([{"title": "1|2|0 | R=1", "before": [[-1]], "after": [[1]]}])
    );
    let game = get("/api/training/mine/games/epoch-000003-1-self-play.txt").await;
    assert_eq!(
        (game.status, game.header("content-type")),
        (200, Some("text/plain; charset=utf-8"))
    );

    let theirs = other.path.0.display().to_string().replace('/', "%2F");
    let absolute = format!(
        "mine/games/{}",
        theirs.replace("elsewhere%2Ftheirs", "secret.txt")
    );
    for path in [
        "other",
        "link",
        "link/metrics",
        &theirs,
        &absolute,
        "..",
        "%2e%2e",
        "..%2Felsewhere%2Ftheirs",
        "mine/games/epoch-000004-1-secret.txt",
        "mine/games/..%2F..%2F..%2Fsecret.txt",
        "mine/games/secret.txt",
        "%2e%2e/metrics",
    ] {
        assert_eq!(get(&format!("/api/training/{path}")).await.status, 404, "{path}");
    }
    drop(run);
    assert_eq!(get("/api/training").await.json()[0]["state"], "killed");
    house.close().await;
}

#[tokio::test]
async fn without_a_folder_there_are_no_trainings() {
    let folder = tempfile::tempdir().expect("a folder");
    let none = folder.path().join("none");
    let house = House::open_with(&folder.path().join("data"), |config| config.runs = none).await;
    let guest = house.guest().await;
    assert_eq!(
        guest.get("/api/training").await.expect("an answer").json(),
        json!([])
    );
    house.close().await;
}
