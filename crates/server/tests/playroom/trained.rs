//! Trained players at the board: seated by a spec, kept when the training throws them away, asked about positions.

use std::fs;
use std::path::{Path, PathBuf};

use damero_games::quarto::Quarto;
use damero_games::random::seeded;
use damero_learn::LearnError;
use damero_learn::run::checkpoint::{self, Stamp};
use damero_learn::run::{Identity, Memory, Meta, Report, RunFolder, Samples, Scalars, TrainStep, Trainer};
use damero_nets::{Architecture, Model, Weights};
use serde_json::{Value, json};

use crate::harness::{House, Page, machine, me, room};

/// A training that is at some step and never goes on.
struct Still {
    rules: &'static str,
    step: u64,
}

impl Trainer for Still {
    fn identity(&self) -> Identity {
        Identity {
            game: "quarto".to_owned(),
            rules: self.rules.to_owned(),
            rules_version: 1,
            algo: "dqn".to_owned(),
        }
    }

    fn place(&self) -> TrainStep {
        TrainStep {
            epoch: 1,
            step: self.step,
        }
    }

    fn epoch(&mut self) -> Result<Report, LearnError> {
        Ok(Report::default())
    }

    fn evaluate(&mut self) -> Result<Scalars, LearnError> {
        Ok(Scalars::default())
    }

    fn samples(&mut self) -> Result<Samples, LearnError> {
        Ok(Samples::default())
    }

    fn save(&self, folder: &Path) -> Result<(), LearnError> {
        let network = Architecture::QuartoCnn.describe::<Quarto>(None).expect("it fits");
        let weights = Weights::initial(&network, &mut seeded(self.step));
        let rules = self.rules.parse().expect("rules");
        let model = Model::new::<Quarto>(network, weights, &rules).expect("it fits");
        model.save(&folder.join("weights.safetensors")).expect("room");
        Ok(())
    }

    fn load(&mut self, _: &Path) -> Result<(), LearnError> {
        Ok(())
    }
}

/// A run with checkpoints at steps 6 and 12, of which the first is the better one.
fn run(runs: &Path, name: &str, rules: &'static str) -> PathBuf {
    let config = "[run]\nbest = \"win_rate/random\"\nepochs = 2\n";
    let meta = Meta::new(Still { rules, step: 0 }.identity(), 7, 1, 1.8e9);
    let folder = RunFolder::create(runs, Some(name), "x", config, &meta).expect("room");
    for (step, score) in [(6, 0.75), (12, 0.5)] {
        let stamp = Stamp {
            score: Some(score),
            memory: Memory::default(),
            now: 1.8e9,
        };
        checkpoint::write(&folder.path.checkpoints(), &Still { rules, step }, stamp).expect("room");
    }
    folder.path.0
}

fn trained(spec: &str) -> Value {
    json!({"kind": "trained", "spec": spec})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_checkpoint_plays_on_after_it_is_gone_and_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let (runs, data) = (folder.path().join("runs"), folder.path().join("data"));
    let path = run(&runs, "mine", "square");
    let house = House::open_with(&data, |config| config.runs = runs.clone()).await;
    let guest = house.guest().await;

    let full = guest.get("/api/training/mine").await.expect("an answer").json();
    let specs: Vec<&Value> = full["checkpoints"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|checkpoint| &checkpoint["spec"])
        .collect();
    assert_eq!(specs, ["dqn:mine@step-6", "dqn:mine@step-12"]);

    let wanted = room("quarto", &me(), &trained("dqn:mine@best,temperature=0.5"));
    let id = guest.create(&wanted).await.expect("a room");
    let mut page = Page::open(&guest, &id, "a").await;
    let seat =
        json!({"kind": "trained", "spec": "dqn:mine@step-6,temperature=0.5", "run": "mine", "step": 6});
    assert_eq!(page.head()["seats"]["second"], seat);
    page.play_any().await;
    page.wait_for_turn().await;
    assert!(page.log().len() > 1, "the network answers");

    // The training goes on and removes what it does not need any more, and the server is started again.
    fs::remove_dir_all(&path).expect("a folder");
    house.close().await;
    let house = House::open_with(&data, |config| config.runs = runs.clone()).await;
    let guest = house.guest().await.with_cookie(guest.cookie());
    let mut page = Page::open(&guest, &id, "b").await;
    assert_eq!(page.head()["seats"]["second"], seat);
    while !page.is_over() {
        page.play_any().await;
        page.wait_for_turn().await;
    }
    assert_eq!(page.head()["result"]["cause"], "rules");
    let library = guest.get("/api/library?game=quarto").await.expect("games").json();
    assert_eq!(library[0]["players"]["second"], seat);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_machines_play_without_ratings() {
    let folder = tempfile::tempdir().expect("a folder");
    let runs = folder.path().join("runs");
    run(&runs, "mine", "square");
    let house = House::open_with(&folder.path().join("data"), |config| config.runs = runs).await;
    let guest = house.guest().await;
    let mut wanted = room("quarto", &machine("easy"), &trained("dqn:mine@latest"));
    wanted["delay_ms"] = json!(0);
    let id = guest.create(&wanted).await.expect("a room");
    let mut page = Page::open(&guest, &id, "a").await;
    assert_eq!(page.head()["seats"]["second"]["step"], 12);
    page.wait_for_turn().await;
    let leaders = guest
        .get("/api/leaderboard?game=quarto&pool=machines")
        .await
        .expect("an answer")
        .json();
    assert_eq!(leaders, json!([]), "nobody learns from a player without a rating");
    house.close().await;
}

#[tokio::test]
async fn what_cannot_play_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let runs = folder.path().join("runs");
    run(&runs, "mine", "square");
    run(&folder.path().join("elsewhere"), "theirs", "square");
    let damaged = run(&runs, "damaged", "square").join("checkpoints/step-12/weights.safetensors");
    let mut bytes = fs::read(&damaged).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&damaged, bytes).expect("room");
    let house = House::open_with(&folder.path().join("data"), |config| config.runs = runs).await;
    let guest = house.guest().await;
    let file = folder
        .path()
        .join("elsewhere/theirs/checkpoints/step-6/weights.safetensors");
    for (game, rules, spec, words) in [
        ("quarto", "square", "dqn:mime@best", "did you mean \"mine\"?"),
        ("quarto", "square", "dqn:nothing-like-it", "there is no training"),
        (
            "quarto",
            "square",
            "dqn:../elsewhere/theirs",
            "is no trained player",
        ),
        (
            "quarto",
            "square",
            &format!("dqn:{}", file.display()),
            "is no trained player",
        ),
        (
            "quarto",
            "square",
            "dqn:mine@step-7",
            "latest, best, step-6, step-12",
        ),
        ("quarto", "square", "dqn:mine@best,depth=3", "temperature"),
        ("quarto", "square", "text:\"sh\"", "is no trained player"),
        ("quarto", "square", "hard", "is no trained player"),
        (
            "quarto",
            "standard",
            "dqn:mine@best",
            "has learned the rules square",
        ),
        (
            "reversi",
            "standard",
            "dqn:mine@best",
            "has learned quarto; this game is reversi",
        ),
        (
            "quarto",
            "square",
            "dqn:damaged@latest",
            "the checkpoint is damaged",
        ),
    ] {
        let mut wanted = room(game, &me(), &trained(spec));
        wanted["rules"] = json!(rules);
        let asked = json!({"game": game, "rules": rules, "with": spec});
        for (path, body) in [("/api/rooms", wanted), ("/api/analyse", asked)] {
            let answer = guest.post(path, &body).await.expect("an answer");
            let error = &answer.json()["error"];
            assert_eq!(
                (answer.status, &error["code"]),
                (422, &json!("trained")),
                "{spec}: {error}"
            );
            let en = error["message"]["en"].as_str().expect("a sentence");
            assert!(en.contains(words), "{spec}: {en}");
            assert_ne!(error["message"]["es"], en, "{spec}");
        }
    }
    // The other checkpoint of the damaged run is sound.
    let sound = room("quarto", &me(), &trained("dqn:damaged@step-6"));
    guest.create(&sound).await.expect("a room");
    house.close().await;
}

/// The names of the copies in a data folder.
fn copies(data: &Path) -> Vec<String> {
    let entries = fs::read_dir(data.join("players")).expect("a folder");
    let mut names: Vec<_> = entries
        .map(|entry| {
            let name = entry.expect("an entry").file_name();
            name.into_string().expect("a name")
        })
        .collect();
    names.sort_unstable();
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_removes_the_copies_that_no_running_game_needs() {
    let folder = tempfile::tempdir().expect("a folder");
    // Signs that mean something in a spec, in the folders and in the name of the run.
    let (runs, data) = (
        folder.path().join("my, runs@home"),
        folder.path().join("data? 1,2"),
    );
    let path = run(&runs, "mine", "square");
    fs::rename(path, runs.join("a,b@c?")).expect("another name");
    let open = || House::open_with(&data, |config| config.runs = runs.clone());
    let house = open().await;
    let guest = house.guest().await;
    let list = guest.get("/api/training").await.expect("an answer").json();
    assert_eq!(list[0]["name"], "a,b@c?");
    let mut rooms = Vec::new();
    for step in ["step-6", "step-12"] {
        let spec = format!("dqn:\"a,b@c?\"@{step},temperature=0.5");
        let wanted = room("quarto", &me(), &trained(&spec));
        let id = guest.create(&wanted).await.expect("a room");
        let mut page = Page::open(&guest, &id, "a").await;
        assert_eq!(page.head()["seats"]["second"]["run"], "a,b@c?");
        page.play_any().await;
        page.wait_for_turn().await;
        assert!(page.log().len() > 1, "the network answers");
        rooms.push((id, page));
    }
    let both = copies(&data);
    assert_eq!(both.len(), 2);
    fs::write(data.join("players/notes.txt"), "mine").expect("room");
    fs::write(data.join("players/half.safetensors.tmp"), "ha").expect("room");
    let (over, mut page) = rooms.remove(0);
    page.must(json!({"type": "resign"})).await;
    house.close().await;

    let house = open().await;
    let guest = house.guest().await.with_cookie(guest.cookie());
    let left = copies(&data);
    assert_eq!(left.len(), 2, "{left:?}");
    assert!(both.contains(&left[0]) && left[1] == "notes.txt", "{left:?}");
    let mut page = Page::open(&guest, &rooms[0].0, "b").await;
    page.play_any().await;
    page.wait_for_turn().await;
    assert!(!page.is_over(), "the one that is needed is there");

    // Another game against the one whose copy is gone gets it from its training, or is told that it is gone.
    let mut page = Page::open(&guest, &over, "b").await;
    page.must(json!({"type": "rematch"})).await;
    assert_eq!(copies(&data).len(), 3);
    fs::remove_dir_all(&runs).expect("a folder");
    fs::remove_file(data.join("players").join(&left[0])).expect("a file");
    let (id, _) = rooms.remove(0);
    let mut page = Page::open(&guest, &id, "c").await;
    page.must(json!({"type": "resign"})).await;
    let answer = page.refused(json!({"type": "rematch"}), "trained").await;
    let en = answer["why"]["en"].as_str().expect("a sentence");
    assert!(en.contains("there is no training"), "{en}");
    house.close().await;
}

#[tokio::test]
async fn positions_are_valued_by_a_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let runs = folder.path().join("runs");
    run(&runs, "mine", "square");
    let house = House::open_with(&folder.path().join("data"), |config| config.runs = runs).await;
    let guest = house.guest().await;
    let asked = json!({"game": "quarto", "with": "dqn:mine@best"});
    let analysis = guest
        .post("/api/analyse", &asked)
        .await
        .expect("an answer")
        .json();
    let moves = analysis["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 16, "a piece to give: {analysis}");
    let values: Vec<f64> = moves.iter().filter_map(|one| one["value"].as_f64()).collect();
    assert_eq!(values.len(), 16, "{analysis}");
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    assert_eq!(analysis["best"], moves[0]);
    house.close().await;
}
