//! The rows that the store keeps of lessons. The lessons themselves come with the program.

/// A step of a lesson that somebody has done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonDone {
    /// Which game.
    pub game: String,
    /// The id of the lesson.
    pub lesson: String,
    /// Which step, from 0.
    pub step: i64,
    /// When it was done first.
    pub at: i64,
}
