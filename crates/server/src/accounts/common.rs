//! Passwords that whoever guesses tries first. The list holds words, names and patterns, one a line, and comes compressed
//! (`zcat` shows it); a listed word with a few digits, signs or letters written as digits is no better than the word.

use std::collections::HashSet;
use std::io::Read as _;
use std::sync::LazyLock;

use flate2::read::GzDecoder;

/// So many signs before and after a listed word do not make it better.
const DECORATION: usize = 4;

/// A password that repeats so few characters is a pattern.
const SHORT_PERIOD: usize = 4;

static LISTED: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let packed = include_bytes!("common-passwords.txt.gz");
    let mut text = String::new();
    // The file is part of the program, and a test reads it.
    let _ = GzDecoder::new(&packed[..]).read_to_string(&mut text);
    text.lines().map(str::to_owned).collect()
});

/// Whether a password is among the first that somebody would try for an account of this name.
pub(super) fn is_common(password: &str, name: &str) -> bool {
    let password = password.to_lowercase();
    let name = name.to_lowercase();
    let letters: Vec<char> = password.chars().collect();
    let word = password.trim_matches(|c: char| !c.is_alphabetic());
    let undecorated = letters.len() - word.chars().count() <= DECORATION;
    let named = !name.is_empty() && password.replacen(&name, "", 1).chars().count() <= DECORATION;
    is_listed(&password) || (undecorated && is_listed(word)) || named || is_pattern(&letters)
}

fn is_listed(word: &str) -> bool {
    LISTED.contains(word) || LISTED.contains(&plain(word))
}

/// Digits and signs as the letters that they are written for.
fn plain(word: &str) -> String {
    let letter = |c| match c {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        _ => c,
    };
    word.chars().map(letter).collect()
}

/// The same few characters or the same listed word again and again, or a row of the alphabet.
fn is_pattern(letters: &[char]) -> bool {
    let repeats = |period: usize| letters.iter().zip(&letters[period..]).all(|(a, b)| a == b);
    let listed = |period: usize| is_listed(&letters[..period].iter().collect::<String>());
    let row = |step: i64| {
        letters
            .windows(2)
            .all(|pair| i64::from(u32::from(pair[1])) - i64::from(u32::from(pair[0])) == step)
    };
    let repeated =
        (1..=letters.len() / 2).any(|period| repeats(period) && (period <= SHORT_PERIOD || listed(period)));
    repeated || row(1) || row(-1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_whole_and_written_as_it_is_asked() {
        assert!(LISTED.len() > 1_200, "{}", LISTED.len());
        for word in LISTED.iter() {
            assert_eq!(*word, word.to_lowercase());
            assert!(word.chars().count() >= 3 && !word.contains(' '), "{word:?}");
        }
    }

    #[test]
    fn what_is_tried_first_is_found() {
        for bad in [
            "password",
            "Passw0rd!",
            "12345678",
            "9876543210",
            "qwertyuiop",
            "iloveyou1",
            "Dragon2024",
            "!!sunshine!!",
            "p@$$w0rd",
            "aaaaaaaaaa",
            "abcabcabc",
            "lovelovelove",
            "abcdefghijkl",
            "zyxwvuts",
            "contraseña1",
            "anabel-7",
            "7AnaBel-77",
        ] {
            assert!(is_common(bad, "Anabel-7"), "{bad}");
        }
        for good in [
            "correct horse",
            "bicycle sandwich",
            "kdh3-quarry",
            "x7Qp!mz2",
            "my dragon sleeps late",
            "ñandú volador",
        ] {
            assert!(!is_common(good, "Anabel-7"), "{good}");
        }
    }
}
