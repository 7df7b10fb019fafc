//! The books that come with the program.

use std::sync::LazyLock;

use super::{Book, Bookable};

/// The texts of the books that come with the program. A new one needs a line here and nothing else.
const TEXTS: &[&str] = &[
    include_str!("../../books/chessfive.book"),
    include_str!("../../books/reversi.book"),
];

/// The books, read when the first of them is asked for.
static BOOKS: LazyLock<Vec<Book>> = LazyLock::new(|| {
    // A test reads and checks every one of them; a broken one is as good as none.
    TEXTS.iter().filter_map(|text| Book::read(text).ok()).collect()
});

/// The texts of all books that come with the program.
#[must_use]
pub const fn shipped_texts() -> &'static [&'static str] {
    TEXTS
}

/// The book that comes with the program for this game under these rules.
#[must_use]
pub fn shipped<G: Bookable>(rules: &G::Rules) -> Option<&'static Book> {
    BOOKS.iter().find(|book| book.serves::<G>(rules))
}
