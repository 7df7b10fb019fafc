//! Numbers that change from stage to stage, as people write them: `["1-6: 30", "7-16: 75", "17-: 150"]`.
//!
//! A table says every stage with its first and last count, so that a gap is seen where it is written and not hours later.

use damero_games::{Text, text};

use crate::LearnError;
use crate::run::refuse;

/// What holds from which count on.
#[derive(Clone, PartialEq, Debug)]
pub struct Stages(Vec<(u64, f64)>);

impl Stages {
    /// Reads a table whose values lie between `low` and `high`; `key` is its name in the configuration.
    ///
    /// # Errors
    /// If a line is none, the first stage does not begin with 1, one does not follow on the one before, the last one ends, or
    /// a value is out of bounds.
    pub fn read(key: &str, lines: &[String], low: f64, high: f64) -> Result<Self, LearnError> {
        let found = format!("{lines:?}");
        let refused = |problem: Text| refuse(key, &found, &problem);
        let mut stages = Vec::new();
        // The count that the next stage must begin with; `None` after a stage without an end.
        let mut next = Some(1);
        for line in lines {
            let Some((from, to, value)) = stage(line) else {
                return Err(refused(text!(
                    "lines such as \"1-6: 30\" or \"17-: 150\" instead of {line:?}",
                    "líneas como \"1-6: 30\" o \"17-: 150\" en vez de {line:?}"
                )));
            };
            if Some(from) != next || to.is_some_and(|to| to < from) {
                let wanted = next.map_or_else(
                    || {
                        Text::new(
                            "nothing, as the stage before has no end",
                            "nada, pues la anterior no acaba",
                        )
                    },
                    |next| {
                        text!(
                            "a stage that begins with {next}",
                            "una etapa que empiece en {next}"
                        )
                    },
                );
                let Text { en, es } = wanted;
                return Err(refused(text!(
                    "{en} instead of {line:?}",
                    "{es} en vez de {line:?}"
                )));
            }
            if !(low..=high).contains(&value) {
                return Err(refused(text!(
                    "numbers from {low} to {high} instead of {value}",
                    "números de {low} a {high} en vez de {value}"
                )));
            }
            next = to.map(|to| to + 1);
            stages.push((from, value));
        }
        match next {
            None => Ok(Self(stages)),
            Some(next) => Err(refused(text!(
                "a last stage without an end, such as \"{next}-: {high}\"",
                "una última etapa sin final, como \"{next}-: {high}\""
            ))),
        }
    }

    /// The value at a count, of which the first is 1.
    #[must_use]
    pub fn at(&self, count: u64) -> f64 {
        let begun = self.0.iter().take_while(|(from, _)| *from <= count.max(1));
        begun.last().map_or(0.0, |(_, value)| *value)
    }

    /// The largest value of all stages.
    #[must_use]
    pub fn most(&self) -> f64 {
        self.0.iter().fold(0.0, |most, (_, value)| value.max(most))
    }
}

/// The first count, the last one if there is one, and the value of a line.
fn stage(line: &str) -> Option<(u64, Option<u64>, f64)> {
    let (counts, value) = line.split_once(':')?;
    let value = value.trim().parse().ok()?;
    let count = |text: &str| {
        text.trim()
            .parse::<u64>()
            .ok()
            .filter(|count| (1..u64::MAX).contains(count))
    };
    match counts.split_once('-') {
        None => count(counts).map(|only| (only, Some(only), value)),
        Some((from, to)) if to.trim().is_empty() => Some((count(from)?, None, value)),
        Some((from, to)) => Some((count(from)?, Some(count(to)?), value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Result<Stages, LearnError> {
        let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        Stages::read("curriculum", &lines, 1.0, 1000.0)
    }

    #[test]
    fn the_seeds_table() {
        let stages = read(&["1-6: 30", "7-16: 75", "17-: 150"]).expect("a whole table");
        let at = [0, 1, 6, 7, 16, 17, 1000].map(|cycle| stages.at(cycle));
        assert_eq!(at, [30.0, 30.0, 30.0, 75.0, 75.0, 150.0, 150.0]);
        assert_eq!(stages.most(), 150.0);
        assert_eq!(read(&["1: 2", "2-: 3"]).expect("a whole table").at(2), 3.0);
    }

    #[test]
    fn gaps_and_nonsense_are_refused_in_both_languages() {
        for (lines, en, es) in [
            (&["1-6: 30", "8-: 75"][..], "begins with 7", "empiece en 7"),
            (&["2-: 30"], "begins with 1", "empiece en 1"),
            (&["1-6: 30"], "without an end", "sin final"),
            (&[], "without an end", "sin final"),
            (&["1-: 30", "7-: 75"], "no end", "no acaba"),
            (&["1-6: 30", "7-5: 75"], "begins with 7", "empiece en 7"),
            (&["1-: 0"], "from 1 to 1000", "de 1 a 1000"),
            (&["1-: NaN"], "from 1 to 1000", "de 1 a 1000"),
            (&["1-: many"], "lines such as", "líneas como"),
            (&["30"], "lines such as", "líneas como"),
        ] {
            let text = read(lines).expect_err("not a whole table").text();
            assert!(
                text.en.contains(en) && text.es.contains(es),
                "{lines:?}: {text:?}"
            );
            assert!(text.en.contains("curriculum"), "{text:?}");
        }
    }
}
