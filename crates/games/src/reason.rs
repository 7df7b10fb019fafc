//! Why a move was a mistake, in words: what a game knows about a move, its answer and what was better. The engine says
//! how bad a move was; a game says what it did. See [`View::explain`](crate::View::explain).

use crate::game::Game;
use crate::lang::Text;
use crate::notation::Notation;
use crate::session::Session;
use crate::view::View;

/// A move that was a mistake, the answer to it and what should have been played, each as the engine expects it to go on.
#[derive(Clone, Copy, Debug)]
pub struct Mistake<'a, M> {
    /// What was played.
    pub played: M,
    /// How the game would go on after it; empty when nothing is known.
    pub answer: &'a [M],
    /// What was better, and how the game would have gone on.
    pub best: &'a [M],
}

/// Why a move was a mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// A part of a sentence whose subject is the move: "gives away the corner a1".
    pub text: Text,
    /// The lesson of the game about it, if there is one.
    pub lesson: Option<&'static str>,
    /// The theme of the game's puzzles that trains it, if there is one.
    pub theme: Option<&'static str>,
}

impl Reason {
    /// A reason that a lesson is about, and that puzzles of a theme train.
    #[must_use]
    pub const fn new(text: Text, lesson: &'static str, theme: &'static str) -> Self {
        Self {
            text,
            lesson: Some(lesson),
            theme: Some(theme),
        }
    }
}

/// The game after a legal move; `None` if it is not legal.
pub(crate) fn after<G: Game>(game: &G, m: G::Move) -> Option<G> {
    let mut next = game.clone();
    next.play(m).ok()?;
    Some(next)
}

/// Why a move of a session is a mistake. Lines are read as far as they are moves of players.
pub(crate) fn explain<G: View + Notation>(
    session: &Session<G>,
    played: &str,
    answer: &[String],
    best: &[String],
) -> Option<Reason> {
    let game = session.game();
    let m = game.read_move(played).ok().filter(|&m| game.is_legal(m))?;
    let best = line(game, best);
    let answer = after(game, m).map_or_else(Vec::new, |next| line(&next, answer));
    game.explain(&Mistake {
        played: m,
        answer: &answer,
        best: &best,
    })
}

fn line<G: View + Notation>(game: &G, texts: &[String]) -> Vec<G::Move> {
    let mut game = game.clone();
    let mut moves = Vec::new();
    for text in texts {
        let Ok(m) = game.read_move(text) else { break };
        if game.play(m).is_err() {
            break;
        }
        moves.push(m);
    }
    moves
}
