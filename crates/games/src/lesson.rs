//! Lessons: positions with something to do, a goal that decides whether it was done, and a sentence for either case.
//! A game brings them as data in its own folder. Whoever shows them knows no rules: [`attempt`] decides.

use serde::Serialize;

use crate::any::AnyGame;
use crate::error::InputError;
use crate::game::{Turn, literal};
use crate::lang::Text;
use crate::outcome::Outcome;
use crate::player::Player;
use crate::registry::{self, GameId};

/// A lesson of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// Its name in addresses.
    pub id: &'static str,
    /// Its name for people.
    pub title: Text,
    /// One sentence about what is learned.
    pub about: Text,
    /// What is to be done, one after another.
    pub steps: &'static [Step],
}

/// One thing to do in a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The rules id.
    pub rules: &'static str,
    /// The position, as a position string; the beginning of the game if empty.
    pub start: &'static str,
    /// Moves and chance events from there to the position that is shown.
    pub before: &'static [&'static str],
    /// What to do and why.
    pub task: Text,
    /// What decides whether it was done.
    pub goal: Goal,
    /// What is said when it was done.
    pub right: Text,
    /// What is said when something else was done.
    pub wrong: Text,
    /// What is said instead after certain moves, right or wrong.
    pub notes: &'static [(&'static str, Text)],
}

impl Step {
    /// A step without anything, for the fields that a step does not state. Its texts are written as literals: see
    /// [`Meta::BASE`](crate::Meta::BASE).
    pub const BASE: Self = Self {
        rules: "",
        start: "",
        before: &[],
        task: literal!("", ""),
        goal: Goal::Play(&[]),
        right: literal!("", ""),
        wrong: literal!("", ""),
        notes: &[],
    };
}

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// One of these moves is played. The first is shown to those who ask.
    Play(&'static [&'static str]),
    /// Any move is played but these. `show` is one of the good ones.
    Avoid {
        /// The moves that are wrong.
        bad: &'static [&'static str],
        /// A move that is right.
        show: &'static str,
    },
    /// This line is played. The moves of the other side and chance events happen by themselves.
    Line(&'static [&'static str]),
    /// The game is won within so many own decisions. The other side plays its first legal move.
    Win {
        /// The number of decisions.
        within: usize,
        /// Decisions that win.
        show: &'static [&'static str],
    },
}

impl Goal {
    /// The next own decision that leads to the goal, after so many decisions and events; `None` at its end.
    fn shown(self, decisions: usize, events: usize) -> Option<&'static str> {
        match self {
            Self::Play(moves) => moves.first().copied().filter(|_| decisions == 0),
            Self::Avoid { show, .. } => Some(show).filter(|_| decisions == 0),
            Self::Line(line) => line.get(events).copied(),
            Self::Win { show, .. } => show.get(decisions).copied(),
        }
    }
}

/// What became of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It is done.
    Right,
    /// Something else was done.
    Wrong,
    /// Well begun; there is more to do.
    Go,
}

/// An attempt at a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// What became of it.
    pub verdict: Verdict,
    /// What is said about it; nothing while there is more to do.
    pub say: Option<Text>,
    /// All moves and chance events since the position of the step, replies included.
    pub events: Vec<String>,
    /// The next own decision, for those who ask; none when it is over.
    pub show: Option<&'static str>,
}

/// The lessons of a game.
#[must_use]
pub fn lessons(id: GameId) -> &'static [Lesson] {
    id.meta().lessons
}

/// The position in which a step begins.
///
/// # Errors
/// If the step names rules or a position that there are not, which tests of all lessons rule out.
pub fn begin(id: GameId, step: &Step) -> Result<Box<dyn AnyGame>, InputError> {
    let rules = if step.rules.is_empty() {
        default_rules(id)
    } else {
        step.rules
    };
    let mut game = match step.start {
        "" => registry::start(id, rules),
        position => registry::from_position(id, rules, position),
    }?;
    for event in step.before {
        game.play(event)?;
    }
    Ok(game)
}

fn default_rules(id: GameId) -> &'static str {
    use crate::game::Game;
    use crate::options::Rules;
    with_game!(id, G => <G as Game>::Rules::PRESETS.first().map_or("", |preset| preset.name))
}

/// Plays own decisions from the position of a step and says what became of them. The other side answers by itself.
/// What follows a verdict that is final is not read.
///
/// # Errors
/// If a decision is malformed or the rules refuse it.
pub fn attempt(id: GameId, step: &Step, decisions: &[String]) -> Result<Attempt, InputError> {
    let mut game = begin(id, step)?;
    let learner = game.turn().player();
    let mut made = Attempt {
        verdict: Verdict::Go,
        say: None,
        events: Vec::new(),
        show: None,
    };
    for (done, text) in decisions.iter().enumerate() {
        let text = game.play(text)?;
        made.events.push(text.clone());
        made.verdict = judge(step.goal, &*game, learner, &made.events, done + 1);
        if made.verdict != Verdict::Go {
            made.say = Some(said(step, &text, made.verdict));
            return Ok(made);
        }
        reply(step.goal, &mut *game, learner, &mut made.events)?;
        // A reply may end the game, or be the last of a line.
        made.verdict = after_reply(step.goal, &*game, learner, &made.events);
        if made.verdict != Verdict::Go {
            made.say = Some(said(step, &text, made.verdict));
            return Ok(made);
        }
    }
    made.show = step.goal.shown(decisions.len(), made.events.len());
    Ok(made)
}

fn said(step: &Step, text: &str, verdict: Verdict) -> Text {
    let note = step.notes.iter().find(|(noted, _)| *noted == text);
    let usual = if verdict == Verdict::Right {
        &step.right
    } else {
        &step.wrong
    };
    note.map_or(usual, |(_, note)| note).clone()
}

/// The verdict after a decision, before anybody answers it.
fn judge(goal: Goal, game: &dyn AnyGame, learner: Option<Player>, events: &[String], done: usize) -> Verdict {
    let last = events.last().map_or("", String::as_str);
    match goal {
        Goal::Play(moves) if moves.contains(&last) => Verdict::Right,
        Goal::Play(_) => Verdict::Wrong,
        Goal::Avoid { bad, .. } if bad.contains(&last) => Verdict::Wrong,
        Goal::Avoid { .. } => Verdict::Right,
        Goal::Line(line) => match line.get(events.len() - 1) {
            Some(&wanted) if wanted != last => Verdict::Wrong,
            _ if events.len() >= line.len() => Verdict::Right,
            _ => Verdict::Go,
        },
        Goal::Win { within, .. } => match game.turn() {
            Turn::Over(Outcome::Win(winner)) if Some(winner) == learner => Verdict::Right,
            Turn::Over(_) => Verdict::Wrong,
            _ if done >= within => Verdict::Wrong,
            _ => Verdict::Go,
        },
    }
}

/// The verdict after the other side has answered.
fn after_reply(goal: Goal, game: &dyn AnyGame, learner: Option<Player>, events: &[String]) -> Verdict {
    match (goal, game.turn()) {
        (Goal::Line(line), _) if events.len() >= line.len() => Verdict::Right,
        (Goal::Win { .. }, Turn::Over(Outcome::Win(winner))) if Some(winner) == learner => Verdict::Right,
        (Goal::Win { .. }, Turn::Over(_)) => Verdict::Wrong,
        _ => Verdict::Go,
    }
}

/// Lets the other side and chance do what comes before the next own decision.
fn reply(
    goal: Goal,
    game: &mut dyn AnyGame,
    learner: Option<Player>,
    events: &mut Vec<String>,
) -> Result<(), InputError> {
    while !matches!(game.turn(), Turn::Over(_)) && game.turn().player() != learner {
        let event = match goal {
            Goal::Line(line) => line.get(events.len()).map(ToString::to_string),
            _ => game.moves().into_iter().next(),
        };
        let Some(event) = event else { break };
        events.push(game.play(&event)?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: Step = Step {
        goal: Goal::Line(&["f5", "d6", "c3"]),
        notes: &[("c4", Text::new("not that one", "esa no"))],
        right: Text::new("right", "bien"),
        wrong: Text::new("wrong", "mal"),
        ..Step::BASE
    };

    fn tried(decisions: &[&str]) -> Attempt {
        let decisions: Vec<String> = decisions.iter().map(ToString::to_string).collect();
        attempt(GameId::Reversi, &STEP, &decisions).expect("legal moves")
    }

    #[test]
    fn the_other_side_answers_along_a_line_and_the_last_move_ends_it() {
        let begun = tried(&["f5"]);
        assert_eq!((begun.verdict, begun.show), (Verdict::Go, Some("c3")));
        assert_eq!(begun.events, ["f5", "d6"]);
        let done = tried(&["f5", "c3"]);
        assert_eq!(done.verdict, Verdict::Right);
        assert_eq!(done.say.map(|say| say.to_string()).as_deref(), Some("right"));
    }

    #[test]
    fn another_move_is_wrong_and_a_noted_one_says_why() {
        assert_eq!(tried(&["d3"]).verdict, Verdict::Wrong);
        let noted = tried(&["c4"]).say.map(|say| say.to_string());
        assert_eq!(noted.as_deref(), Some("not that one"));
    }

    #[test]
    fn a_move_that_the_rules_refuse_is_refused() {
        assert!(attempt(GameId::Reversi, &STEP, &["a1".to_owned()]).is_err());
        assert!(attempt(GameId::Reversi, &STEP, &["nonsense".to_owned()]).is_err());
    }
}
