//! The rows of studies.

/// Who may read a study.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    /// Its owner.
    Private,
    /// Whoever has the address.
    Unlisted,
    /// Everybody, and it is listed.
    Public,
}

impl Visibility {
    /// The number in the table.
    pub(crate) const fn number(self) -> i64 {
        match self {
            Self::Private => 0,
            Self::Unlisted => 1,
            Self::Public => 2,
        }
    }

    /// An unknown number is private: nothing is shown by mistake.
    pub(crate) const fn of(number: i64) -> Self {
        match number {
            1 => Self::Unlisted,
            2 => Self::Public,
            _ => Self::Private,
        }
    }
}

/// A study without its body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyHead {
    /// Its opaque id.
    pub id: String,
    /// Whose it is.
    pub owner: String,
    /// What it is called.
    pub name: String,
    /// The game of its first chapter.
    pub game: String,
    /// Who may read it.
    pub visibility: Visibility,
    /// How many chapters it has.
    pub chapters: i64,
    /// Grows by one with every change.
    pub version: i64,
    /// When it was made.
    pub created: i64,
    /// When it was last changed.
    pub updated: i64,
}

/// A study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyRow {
    /// All about it.
    pub head: StudyHead,
    /// Its chapters.
    pub body: String,
}

/// Which studies to list, the last changed first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StudyQuery {
    /// Those of this person, whoever may read them; else all public ones.
    pub owner: Option<String>,
    /// Only those of this game.
    pub game: Option<String>,
    /// Only those that were changed before.
    pub before: Option<i64>,
    /// At most so many.
    pub limit: i64,
}
