//! The nearest of the names that exist, for whoever mistyped one.

/// The name that `word` was probably meant to be: few letters away, or with the word as its last part.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let near = names.into_iter().map(|name| (distance_to(&word, name), name));
    let (distance, name) = near.min_by_key(|(distance, _)| *distance)?;
    let longest = word.chars().count().max(3);
    (distance * 3 <= longest).then_some(name)
}

/// To the whole name, or to its last part.
fn distance_to(word: &str, name: &str) -> usize {
    let name = name.to_lowercase();
    let last = name.rsplit('.').next().unwrap_or(&name);
    distance(word, &name).min(distance(word, last))
}

/// Letters to change, insert, leave out or swap with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
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

    #[test]
    fn distances_are_those_worked_by_hand() {
        for (a, b, expected) in [
            ("", "abc", 3),
            ("abc", "abc", 0),
            ("abc", "acb", 1),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(distance(a, b), expected, "{a} {b}");
        }
    }
}
