//! Names that can be mistaken for each other. Names are plain letters and digits, so a short list of signs and pairs that
//! look alike is enough.

/// What looks like what, one after the other. The migration `0005_lookalikes.sql` does the same to older names.
const ALIKE: [(&str, &str); 8] = [
    ("0", "o"),
    ("1", "l"),
    ("i", "l"),
    ("5", "s"),
    ("-", ""),
    ("_", ""),
    ("rn", "m"),
    ("vv", "w"),
];

/// A text that is the same for names that look the same.
///
/// ```
/// use damero_store::lookalike;
/// assert_eq!(lookalike("Bill_1"), lookalike("bi11l"));
/// assert_ne!(lookalike("Ana"), lookalike("Eva"));
/// ```
#[must_use]
pub fn lookalike(name: &str) -> String {
    let small = name.to_lowercase();
    ALIKE
        .iter()
        .fold(small, |text, (from, to)| text.replace(from, to))
}
