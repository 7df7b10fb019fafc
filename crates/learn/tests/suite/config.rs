//! Configurations as people write them: presets, files, single keys and sweeps, and what is refused.

use damero_games::{Lang, Text};
use damero_learn::LearnError;
use damero_learn::config::{Config, File, Variant, resolve, table_of, typed, values_in};
use damero_learn::events::Value;
use damero_learn::method::Method;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(rename_all = "snake_case")]
enum Loss {
    CombinedAvg,
    OnlyPlace,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields, default)]
struct Sizes {
    hidden: Vec<u32>,
    batch: u32,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields, default)]
struct Dqn {
    lr: f64,
    batch: u32,
    double: bool,
    loss: Loss,
    rules: String,
    sizes: Sizes,
}

impl Default for Sizes {
    fn default() -> Self {
        Self {
            hidden: vec![128, 64],
            batch: 1,
        }
    }
}

impl Default for Dqn {
    fn default() -> Self {
        Self {
            lr: 5e-5,
            batch: 30,
            double: false,
            loss: Loss::CombinedAvg,
            rules: "square".to_owned(),
            sizes: Sizes::default(),
        }
    }
}

fn method() -> Method {
    Method {
        game: "quarto",
        algo: "dqn",
        about: Text::new("a test", "una prueba"),
        headline: "win_rate/greedy",
        defaults: || table_of(&Dqn::default()),
        trainer: |_, _| Err(LearnError::Refused(Text::new("only a test", "solo una prueba"))),
    }
}

fn sets(words: &[&str]) -> Result<Vec<Variant>, LearnError> {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    resolve(&method(), None, &words)
}

fn one(words: &[&str]) -> (Config, Dqn) {
    let variants = sets(words).expect("good keys");
    assert_eq!(variants.len(), 1);
    let config = variants[0].config.clone();
    let dqn = typed(&config.method).expect("a whole table");
    (config, dqn)
}

#[test]
fn keys_are_set_by_their_whole_path_or_their_last_part() {
    let (config, dqn) = one(&[
        "lr=1e-4",
        "dqn.batch=64",
        "double=true",
        "loss=only_place",
        "run.epochs=7",
        "seed=9",
    ]);
    assert_eq!(
        (dqn.lr, dqn.batch, dqn.double, dqn.loss),
        (1e-4, 64, true, Loss::OnlyPlace)
    );
    assert_eq!((config.run.epochs, config.run.seed), (7, 9));
    assert_eq!(config.run.best, "win_rate/greedy");
    let (_, dqn) = one(&["hidden=[1,2,3]", "rules=square,", "lr=1"].map(|word| word.trim_end_matches(',')));
    assert_eq!((dqn.sizes.hidden, dqn.lr), (vec![1, 2, 3], 1.0));
    let (_, dqn) = one(&["rules=\"seed,repetition=0\""]);
    assert_eq!(dqn.rules, "seed,repetition=0");
}

#[test]
fn mistakes_are_refused_with_what_would_be_right() {
    for (word, en, es) in [
        (
            "epoch=3",
            "there is no key \"epoch\"; did you mean \"run.epochs\"?",
            "¿quizás \"run.epochs\"?",
        ),
        (
            "dqn.lrr=3",
            "there is no key \"dqn.lrr\"; did you mean \"dqn.lr\"?",
            "¿quizás \"dqn.lr\"?",
        ),
        (
            "colour=3",
            "there is no key \"colour\"; --print-config shows all",
            "no hay ninguna clave",
        ),
        (
            "lr=fast",
            "dqn.lr = fast: expected a number",
            "dqn.lr = fast: se esperaba un número",
        ),
        (
            "lr=nan",
            "dqn.lr = nan: expected a number",
            "se esperaba un número",
        ),
        ("lr=", "dqn.lr = : expected a number", "se esperaba un número"),
        ("lr=1e-4\nbatch=2", "expected a number", "se esperaba un número"),
        (
            "dqn.batch=1.5",
            "dqn.batch = 1.5: expected a whole number",
            "un número entero",
        ),
        (
            "double=yes",
            "dqn.double = yes: expected true or false",
            "true o false",
        ),
        (
            "hidden=[1,x]",
            "expected a list, each of them a whole number, such as [128, 64]",
            "una lista",
        ),
        ("hidden=3", "expected a list", "una lista"),
        (
            "loss",
            "\"loss\" sets nothing: expected key=value",
            "se esperaba clave=valor",
        ),
        (
            "batch=3",
            "the key \"batch\" may mean dqn.batch, dqn.sizes.batch",
            "hay que escribirla entera",
        ),
        (
            "game=checkers",
            "game is not set with --set",
            "no se fija con --set",
        ),
        (
            "run.epochs=0",
            "run.epochs = 0: expected 1 or more",
            "se esperaba 1 o más",
        ),
        (
            "run.epochs=-5",
            "epochs = -5: expected a whole number, 0 or more",
            "un número entero, 0 o más",
        ),
        ("minutes=-1", "run.minutes = -1: expected 0 or more", "0 o más"),
    ] {
        let error = sets(&[word]).expect_err(word);
        assert!(error.to_string().contains(en), "{word}: {error}");
        assert!(
            error.message(Lang::Es).contains(es),
            "{word}: {}",
            error.message(Lang::Es)
        );
    }
}

#[test]
fn a_word_that_a_key_does_not_take_is_refused_with_those_that_it_takes() {
    let variants = sets(&["loss=sum", "dqn.batch=-1"]).expect("well formed");
    let error = typed::<Dqn>(&variants[0].config.method).expect_err("no such loss");
    assert!(
        error
            .to_string()
            .contains("batch = -1: expected a whole number, 0 or more"),
        "{error}"
    );
    let variants = sets(&["loss=sum"]).expect("well formed");
    let error = typed::<Dqn>(&variants[0].config.method).expect_err("no such loss");
    assert_eq!(
        error.to_string(),
        "loss = \"sum\": expected one of combined_avg, only_place"
    );
    assert!(
        error
            .message(Lang::Es)
            .contains("se esperaba uno de: combined_avg, only_place")
    );
}

#[test]
fn several_values_give_the_product() {
    let variants = sets(&["lr=1e-4,3e-4,1e-3", "run.epochs=5", "seed=1,2"]).expect("good keys");
    let found: Vec<(f64, u64, u64)> = variants
        .iter()
        .map(|variant| {
            let dqn: Dqn = typed(&variant.config.method).expect("a whole table");
            (dqn.lr, variant.config.run.seed, variant.config.run.epochs)
        })
        .collect();
    assert_eq!(
        found,
        [
            (1e-4, 1, 5),
            (1e-4, 2, 5),
            (3e-4, 1, 5),
            (3e-4, 2, 5),
            (1e-3, 1, 5),
            (1e-3, 2, 5)
        ]
    );
    assert_eq!(
        variants[2].label,
        [
            ("dqn.lr".to_owned(), "0.0003".to_owned()),
            ("run.seed".to_owned(), "1".to_owned())
        ]
    );
    let many = (0..40).map(|i| i.to_string()).collect::<Vec<_>>().join(",");
    let error = sets(&[&format!("seed={many}"), &format!("run.epochs={many}")]).expect_err("too many");
    assert!(error.to_string().contains("more than 1000 trainings"), "{error}");
}

#[test]
fn files_change_the_defaults_and_single_keys_change_files() {
    let file = File::new(
        "mine.toml",
        "game = \"quarto\"\n[run]\nepochs = 9\n[dqn]\nlr = 1\nsizes.hidden = [7]\n",
    );
    let file = file.expect("TOML");
    assert_eq!((file.game(), file.algo()), (Some("quarto"), None));
    let variants = resolve(&method(), Some(&file), &["lr=0.5".to_owned()]).expect("good keys");
    let dqn: Dqn = typed(&variants[0].config.method).expect("a whole table");
    assert_eq!((dqn.lr, dqn.sizes.hidden, dqn.sizes.batch), (0.5, vec![7], 1));
    assert_eq!(variants[0].config.run.epochs, 9);
}

#[test]
fn files_are_refused_with_the_line() {
    for (text, en, es) in [
        (
            "[run]\nepochs = 9\n\n[dqn]\nlearning = 1\n",
            "mine.toml, line 5: there is no key \"dqn.learning\"",
            "línea 5: no hay ninguna clave",
        ),
        (
            "[run]\nepocs = 9\n",
            "mine.toml, line 2: there is no key \"run.epocs\"; did you mean \"run.epochs\"?",
            "¿quizás",
        ),
        (
            "\n[dqn]\nlr = \"fast\"\n",
            "mine.toml, line 3: dqn.lr = \"fast\": expected a number",
            "se esperaba un número",
        ),
        (
            "game = \"checkers\"\n",
            "mine.toml, line 1: game = \"checkers\": expected \"quarto\"",
            "se esperaba \"quarto\"",
        ),
        (
            "run = 3\n",
            "mine.toml, line 1: run = 3: expected a table",
            "una tabla",
        ),
        (
            "[dqn]\nsizes = 1\n",
            "line 2: dqn.sizes = 1: expected a table",
            "una tabla",
        ),
        (
            "[dqn.lr]\nx = 1\n",
            "line 2: there is no key \"dqn.lr.x\"",
            "no hay ninguna clave",
        ),
    ] {
        let file = File::new("mine.toml", text).expect("TOML");
        let error = resolve(&method(), Some(&file), &[]).expect_err(text);
        assert!(error.to_string().contains(en), "{text}: {error}");
        assert!(
            error.message(Lang::Es).contains(es),
            "{text}: {}",
            error.message(Lang::Es)
        );
    }
    let error = File::new("mine.toml", "[run]\nepochs = = 3\n").expect_err("not TOML");
    assert!(
        error.to_string().starts_with("mine.toml, line 2: not TOML"),
        "{error}"
    );
    let error = File::open("no/such/file.toml").expect_err("not there");
    assert!(error.to_string().contains("no such file or folder"), "{error}");
    let error = File::open("quarto-nonsense").expect_err("not there");
    assert!(
        error.to_string().contains("there is no preset or file"),
        "{error}"
    );
}

#[test]
fn what_a_run_keeps_gives_the_same_configuration_back() {
    let (config, _) = one(&["lr=0.000123", "double=true", "minutes=2.5"]);
    let text = config.to_toml().expect("TOML");
    let again = Config::of_run(&method(), &File::new("config.toml", &text).expect("TOML")).expect("whole");
    assert_eq!(again, config);

    let longer = again
        .change_run(&method(), &["epochs=99".to_owned()])
        .expect("a key of [run]");
    assert_eq!(longer.run.epochs, 99);
    for word in ["lr=1", "seed=2", "epochs=1,2"] {
        let error = again.change_run(&method(), &[word.to_owned()]).expect_err(word);
        assert!(error.to_string().contains("can change keys of [run]"), "{error}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("config.toml");
    std::fs::write(&path, text).expect("room");
    let values = values_in(&path).expect("TOML");
    for (key, value) in [
        ("dqn.lr", Value::Number(0.000_123)),
        ("dqn.double", Value::Truth(true)),
        ("game", Value::Word("quarto".to_owned())),
        ("dqn.sizes.hidden", Value::Word("[128, 64]".to_owned())),
    ] {
        assert!(values.contains(&(key.to_owned(), value)), "{key}");
    }
}
