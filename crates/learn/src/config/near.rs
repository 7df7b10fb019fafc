//! The nearest of the names that exist, for whoever mistyped one.

use strsim::osa_distance;

/// Letters of a word that are compared: the time grows with their number.
const LONGEST: usize = 64;

/// The name that `word` was probably meant to be: few letters away, or with the word as its last part.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: String = word.to_lowercase().chars().take(LONGEST).collect();
    let near = names.into_iter().map(|name| (distance_to(&word, name), name));
    let (distance, name) = near.min_by_key(|(distance, _)| *distance)?;
    let longest = word.chars().count().max(3);
    (distance * 3 <= longest).then_some(name)
}

/// To the whole name, or to its last part: letters to change, insert, leave out or swap with their neighbour.
fn distance_to(word: &str, name: &str) -> usize {
    let name = name.to_lowercase();
    let last = name.rsplit('.').next().unwrap_or(&name);
    osa_distance(word, &name).min(osa_distance(word, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistyped_names_are_found_and_strange_ones_are_not() {
        let names = ["dqn.lr", "dqn.batch", "dqn.games_per_epoch", "run.epochs"];
        for (word, name) in [
            ("dqn.batchs", Some("dqn.batch")),
            ("bacth", Some("dqn.batch")),
            ("epoch", Some("run.epochs")),
            ("LR", Some("dqn.lr")),
            ("games_per_epohc", Some("dqn.games_per_epoch")),
            ("colour", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, names), name, "{word}");
        }
    }
}
