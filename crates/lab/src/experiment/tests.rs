//! Experiments as small as they can be: interrupted and taken up again, and files that are refused.

use super::*;
use crate::experiment::plan::{SHIPPED, open};

/// Quarto with epochs of milliseconds; the budget is never reached, so that every number is the same each time.
const TINY: &str = r#"
base = "quarto-quick"
seeds = [1, 2]
budget_cpu_seconds = 1000
metrics = ["win_rate/random"]
compare = ["loss/mean"]
[set]
epochs = 3
eval_every = 1
checkpoint_every = 1
threads = 1
matches_per_epoch = 2
batch_size = 4
iterations = 1
views = 2
evaluation_games = 2
blunder_games = 0
[arms.slow]
lr = 1e-4
[arms.quick]
lr = 1e-2
[matches]
baselines = ["random"]
games = 4
arm_games = 2
"#;

fn read(text: &str) -> Result<Experiment, LearnError> {
    Experiment::read(&File::new("tiny.toml", text)?, &[])
}

/// Runs, asked to stop after so many epochs and games.
fn run(folder: &Path, text: &str, most: u64) -> Result<Option<Comparison>, LearnError> {
    let stop = Stop::default();
    let mut told = 0;
    read(text)?.run(
        folder,
        Lang::En,
        &mut Surroundings {
            stop: &stop,
            progress: &mut |share, _| {
                assert!((0.0..=1.0).contains(&share));
                told += 1;
                if told >= most {
                    stop.now();
                }
            },
        },
    )
}

/// Everything but the time that it took.
fn timeless(mut found: Comparison) -> Comparison {
    for training in &mut found.trainings {
        training.cpu = 0.0;
    }
    found
}

#[test]
fn an_experiment_stopped_anywhere_comes_to_the_same() {
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let whole = run(folders[0].path(), TINY, u64::MAX)
        .expect("runs")
        .expect("to the end");
    // A process that was killed while making its first folder.
    let rest = folders[1].path().join("quick-1");
    fs::create_dir_all(&rest).expect("room");
    fs::write(rest.join("lock"), "").expect("room");
    let mut sittings = 0;
    let parts = loop {
        sittings += 1;
        if let Some(found) = run(folders[1].path(), TINY, 2).expect("runs") {
            break found;
        }
    };
    assert!(sittings > 6, "{sittings}");
    assert_eq!(timeless(parts), timeless(whole.clone()));
    assert_eq!(whole.trainings.len(), 4);
    assert!(
        whole
            .trainings
            .iter()
            .all(|training| training.epochs == 3 && training.cpu > 0.0)
    );
    let games: Vec<u64> = whole
        .baselines
        .iter()
        .chain(&whole.arms)
        .map(|one| one.tally.games())
        .collect();
    assert_eq!(games, [8, 8, 8]);
    assert_eq!(whole.metrics.len(), 1);
    let report = fs::read_to_string(folders[0].path().join("comparison.md")).expect("a comparison");
    assert!(
        report.contains("| quick | slow | 8 |") && report.contains("| loss/mean | quick |"),
        "{report}"
    );
    for name in [
        "comparison.json",
        "comparison.svg",
        "comparison.png",
        "slow-2/metrics.jsonl",
    ] {
        assert!(folders[0].path().join(name).exists(), "{name}");
    }

    let other = run(
        folders[0].path(),
        &TINY.replace("epochs = 3", "epochs = 4"),
        u64::MAX,
    );
    let refused = other.expect_err("other settings").to_string();
    assert!(
        refused.contains("quick-1") && refused.contains("choose another folder"),
        "{refused}"
    );
}

#[test]
fn a_training_ends_when_its_budget_is_spent() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = TINY
        .replace("budget_cpu_seconds = 1000", "budget_cpu_seconds = 0.001")
        .replace("epochs = 3", "epochs = 1000000");
    let found = run(folder.path(), &text, u64::MAX)
        .expect("runs")
        .expect("to the end");
    assert!(found.trainings.iter().all(|training| training.epochs == 1));
}

#[test]
fn files_that_make_no_sense_are_refused_by_the_key() {
    for (from, to, said) in [
        ("seeds = [1, 2]", "", "seeds = []: expected one or more"),
        ("seeds = [1, 2]", "seeds = [1, 1]", "line 3: seeds = [1, 1]"),
        (
            "seeds = [1, 2]",
            "seeds = 3",
            "line 3: seeds = 3: expected a list",
        ),
        (
            "seeds = [1, 2]",
            "sedes = [1, 2]",
            "line 3: there is no key \"sedes\"; did you mean \"seeds\"?",
        ),
        (
            "budget_cpu_seconds = 1000",
            "budget_cpu_seconds = -1",
            "line 4: budget_cpu_seconds = -1: expected seconds",
        ),
        (
            "budget_cpu_seconds = 1000",
            "",
            "budget_cpu_seconds = 0: expected seconds",
        ),
        (
            "lr = 1e-4",
            "lrr = 1e-4",
            "arms.slow: there is no key \"lrr\"; did you mean \"dqn.lr\"?",
        ),
        (
            "lr = 1e-4",
            "lr = \"fast\"",
            "arms.slow: dqn.lr = \"fast\": expected a number",
        ),
        ("lr = 1e-4", "lr = -1.0", "arms.slow: dqn.lr"),
        ("lr = 1e-4", "seed = 7", "arms.slow: run.seed"),
        (
            "views = 2",
            "view = 2",
            "arms.quick: there is no key \"view\"; did you mean \"dqn.views\"?",
        ),
        (
            "[arms.slow]",
            "[arms.\"slow one\"]",
            "arms.slow one: the name of an arm",
        ),
        (
            "[arms.slow]",
            "[arms.slow]\nbase = \"reversi\"",
            "arms.slow: there is no key",
        ),
        (
            "\"quarto-quick\"",
            "\"quarto-quic\"",
            "base: there is no preset or file",
        ),
        (
            "base = \"quarto-quick\"",
            "",
            "base = ?: expected the name of a preset",
        ),
        (
            "games = 4",
            "games = 3",
            "line 24: matches.games = 3: expected an even number",
        ),
        ("games = 4", "gmaes = 4", "did you mean \"matches.games\"?"),
        (
            "baselines = [\"random\"]",
            "baselines = [\"rnadom\"]",
            "matches.baselines: unknown player",
        ),
        ("arm_games = 2", "options = \"sims=8\"", "matches.options: "),
        (
            "arm_games = 2",
            "checkpoint = \"last\"",
            "matches.checkpoint = \"last\": expected latest or best",
        ),
    ] {
        assert!(TINY.contains(from), "{from}");
        let refused = read(&TINY.replacen(from, to, 1)).err().expect(to).to_string();
        assert!(refused.contains(said), "{to}: {refused}");
    }
    let two = Experiment::read(
        &File::new("tiny.toml", TINY).expect("TOML"),
        &["views=1,2".to_owned()],
    );
    assert!(
        two.err()
            .expect("several values")
            .to_string()
            .contains("one value")
    );
    assert!(
        open("gumbel")
            .expect_err("none")
            .to_string()
            .contains("gumbel-puct")
    );
}

#[test]
fn a_base_may_be_written_out_and_every_shipped_file_makes_sense() {
    let inline = TINY.replacen("base = \"quarto-quick\"", "", 1)
        + "\n[base]\ngame = \"quarto\"\nalgo = \"dqn\"\n[base.run]\nkeep = 2\n";
    read(&inline).expect("tables");
    for (name, _) in SHIPPED {
        let file = open(name).expect("TOML");
        Experiment::read(&file, &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}
