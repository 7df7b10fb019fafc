//! Runs the binary in a temporary folder and keeps what it said.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A folder to run the program in. It is removed in the end.
pub(crate) struct Folder(TempDir);

/// What a run of the program left behind.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) words: Vec<String>,
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), text).expect("a file in the temporary folder");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The names of the files, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("the temporary folder");
        let mut names: Vec<_> = entries
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        names
    }

    /// Runs the program with the words of `line`.
    pub(crate) fn run(&self, line: &str) -> Ran {
        self.run_with(line.split_whitespace(), "", &[])
    }

    /// Runs the program with `input` on its standard input.
    pub(crate) fn type_in(&self, line: &str, input: &str) -> Ran {
        self.run_with(line.split_whitespace(), input, &[])
    }

    pub(crate) fn run_with<'a>(
        &self,
        words: impl IntoIterator<Item = &'a str>,
        input: &str,
        environment: &[(&str, &str)],
    ) -> Ran {
        let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
        let mut child = command(self.0.path())
            .args(&words)
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // The program may leave before it has read everything.
        let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
        let output = child.wait_with_output().expect("the program ends");
        Ran {
            words,
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }
}

/// The program without anything from the environment that would change what it says.
pub(crate) fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damero"));
    command.current_dir(folder);
    command.env("DAMERO_DATA", folder.join("data"));
    for name in ["LANG", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

impl Ran {
    /// Asserts that the program ended with this code.
    #[track_caller]
    pub(crate) fn ended(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }

    /// Asserts success and nothing on standard error.
    #[track_caller]
    pub(crate) fn quietly(self) -> Self {
        assert_eq!(self.stderr, "", "{self:#?}");
        self.ended(0)
    }

    /// Asserts that standard output contains each of the texts, in this order.
    #[track_caller]
    pub(crate) fn says(self, texts: &[&str]) -> Self {
        let mut rest = self.stdout.as_str();
        for text in texts {
            match rest.find(text) {
                Some(at) => rest = &rest[at + text.len()..],
                None => panic!("{text:?} is missing in {:?}\n{}", self.words, self.stdout),
            }
        }
        self
    }

    /// Asserts an error: code 2, nothing but one line on standard error, which contains the texts.
    #[track_caller]
    pub(crate) fn fails(self, texts: &[&str]) -> Self {
        let ran = self.ended(2);
        assert_eq!(ran.stdout, "", "{ran:#?}");
        assert!(ran.stderr.starts_with("damero: "), "{ran:#?}");
        assert_eq!(ran.stderr.lines().count(), 1, "{ran:#?}");
        for text in texts {
            assert!(ran.stderr.contains(text), "{text:?} is missing in {ran:#?}");
        }
        ran
    }

    pub(crate) fn last_line(&self) -> &str {
        self.stdout.lines().last().unwrap_or_default()
    }

    /// Standard output as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:#?}"))
    }
}
