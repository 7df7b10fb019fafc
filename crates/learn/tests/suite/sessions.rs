//! Trainings as the command line begins and resumes them, with the small trainer as the method.

use std::fs;

use damero_games::Text;
use damero_learn::LearnError;
use damero_learn::config::{resolve, table_of, typed};
use damero_learn::method::Method;
use damero_learn::run::session::find;
use damero_learn::run::{Ended, RunPath, Session, World, catalog};
use damero_search::Stop;
use serde::{Deserialize, Serialize};

use crate::small::{Small, now};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Line {
    rules: String,
}

impl Default for Line {
    fn default() -> Self {
        Self {
            rules: "square".to_owned(),
        }
    }
}

const METHOD: Method = Method {
    game: "quarto",
    algo: "line",
    about: Text::new("a line", "una recta"),
    headline: "win_rate/line",
    defaults: || table_of(&Line::default()),
    trainer: |table, context| {
        let line: Line = typed(table)?;
        match line.rules.as_str() {
            "square" => Ok(Box::new(Small::new(context.seed))),
            "standard" => Ok(Box::new(Small::new(context.seed).with_rules("standard"))),
            _ => Err(LearnError::Refused(Text::new(
                "no such rules",
                "no hay tales reglas",
            ))),
        }
    },
};

fn run(session: &mut Session) -> Ended {
    let stop = Stop::default();
    let mut world = World {
        stop: &stop,
        now: &now,
        cpu: &damero_learn::run::cpu_seconds,
        watch: &mut |_| {},
        draw: &|_| Ok(()),
    };
    session.run(&mut world).expect("it runs")
}

fn begin(runs: &std::path::Path, sets: &[&str]) -> Result<RunPath, LearnError> {
    let sets: Vec<String> = sets.iter().map(|set| (*set).to_owned()).collect();
    let variants = resolve(&METHOD, None, &sets)?;
    let mut session = Session::begin(&METHOD, &variants[0].config, runs, None, now())?;
    run(&mut session);
    Ok(session.path().clone())
}

#[test]
fn a_run_is_taken_up_with_its_own_configuration_and_may_be_made_longer() {
    let runs = tempfile::tempdir().expect("a folder");
    let path = begin(runs.path(), &["epochs=4", "seed=9", "eval_every=1"]).expect("it runs");
    assert_eq!(path.name(), "quarto-line-1");
    assert_eq!(path.read_meta().expect("whole").seed, 9);
    let mut session =
        Session::resume(&[METHOD], runs.path(), "latest", &["epochs=6".to_owned()]).expect("whole");
    assert_eq!(
        (
            session.epoch(),
            session.settings().epochs,
            session.settings().seed
        ),
        (4, 6, 9)
    );
    assert_eq!(run(&mut session), Ended::Finished);
    drop(session);
    assert_eq!(catalog::metrics(&path, None).expect("a log").len(), 6);
    assert!(
        fs::read_to_string(path.config())
            .expect("a file")
            .contains("epochs = 6")
    );
    let other = begin(runs.path(), &["epochs=1"]).expect("it runs");
    assert_eq!(other.name(), "quarto-line-2");
}

#[test]
fn a_configuration_that_the_method_refuses_leaves_no_folder() {
    let runs = tempfile::tempdir().expect("a folder");
    begin(runs.path(), &["rules=nonsense"]).expect_err("no such rules");
    assert_eq!(fs::read_dir(runs.path()).expect("a folder").count(), 0);
}

#[test]
fn a_run_of_other_rules_or_another_method_is_refused() {
    let runs = tempfile::tempdir().expect("a folder");
    let path = begin(runs.path(), &["epochs=2"]).expect("it runs");
    let config = fs::read_to_string(path.config()).expect("a file");
    fs::write(path.config(), config.replace("\"square\"", "\"standard\"")).expect("room");
    let refusal = |methods: &[Method]| {
        let refused = Session::resume(methods, runs.path(), "latest", &[]).map(drop);
        refused.expect_err("refused").to_string()
    };
    let error = refusal(&[METHOD]);
    assert!(
        error.contains("a run of quarto square v1 line, but this program would train quarto standard v1"),
        "{error}"
    );
    let error = refusal(&[Method {
        algo: "dqn",
        ..METHOD
    }]);
    assert!(
        error.contains("no method to learn quarto line; there are: quarto dqn"),
        "{error}"
    );
    let error = refusal(&[]);
    assert!(error.contains("built without training"), "{error}");
    let error = find(&[METHOD], "azul", None)
        .map(|_| ())
        .expect_err("none")
        .to_string();
    assert!(
        error.contains("no method to learn azul; there are: quarto line"),
        "{error}"
    );
}

#[test]
fn a_run_killed_before_its_first_checkpoint_begins_anew() {
    let runs = tempfile::tempdir().expect("a folder");
    let path = begin(runs.path(), &["epochs=3"]).expect("it runs");
    fs::remove_dir_all(path.checkpoints()).expect("there");
    fs::create_dir(path.checkpoints()).expect("room");
    let mut session = Session::resume(&[METHOD], runs.path(), &path.name(), &[]).expect("whole");
    assert_eq!(session.epoch(), 0);
    assert_eq!(run(&mut session), Ended::Finished);
    assert_eq!(catalog::metrics(&path, None).expect("a log").len(), 3);
}
