//! Puzzles to be solved here: which comes next, which is today's, whether a move is right, and what an attempt does to the
//! ratings of the person and of the puzzle. The first attempt at a puzzle counts: a wrong move, a hint or a look at the
//! solution fail it.

use std::collections::{HashMap, HashSet};

use damero_games::{ByPlayer, GameId, Outcome, Player, Text, with_game};
use damero_search::puzzle::{self, Puzzle, PuzzleFile, accepted, themes_of};
use damero_store::{PuzzleAttempt, PuzzleGrade, PuzzleResult, PuzzleScore, RatingRow, Store, StoreError};
use tracing::error;

use crate::rating;
use crate::wire::{PuzzleGoal, PuzzleStanding, PuzzleTheme, RatingChange};

/// The guess at a new puzzle may be off by so much.
const GUESS: f64 = 200.0;

/// The next puzzle is drawn from so many that are nearest in rating.
const NEAREST: usize = 10;

/// Today's puzzle is neither for beginners nor for masters only, if there are others.
const DAILY: std::ops::RangeInclusive<u16> = 900..=1700;

/// Attempts that are looked at to leave out what somebody has tried.
pub(crate) const LOOKED_BACK: i64 = 20_000;

const DAY: u64 = 24 * 3600 * 1000;

/// Writes that lose against another are tried again so often.
const TRIES: usize = 8;

/// The puzzles of a game; `None` if it has none. A file that does not hold is told to the log and counts as none.
pub(crate) fn of(id: GameId) -> Option<&'static PuzzleFile> {
    match puzzle::shipped(id) {
        Ok(file) if file.puzzles.is_empty() => None,
        Ok(file) => Some(file),
        Err(cause) => {
            error!(game = %id, %cause, "the puzzles of a game are refused");
            None
        }
    }
}

/// A puzzle by its id.
pub(crate) fn find(id: GameId, puzzle: &str) -> Option<&'static Puzzle> {
    of(id)?.puzzles.iter().find(|one| one.id == puzzle)
}

/// The puzzle of a day, the same for everybody: every one has its turn before the first comes again.
pub(crate) fn daily(file: &PuzzleFile, now: u64) -> Option<&Puzzle> {
    let fair: Vec<_> = file
        .puzzles
        .iter()
        .filter(|one| DAILY.contains(&one.rating))
        .collect();
    let all: Vec<_> = if fair.is_empty() {
        file.puzzles.iter().collect()
    } else {
        fair
    };
    let count = all.len() as u64;
    let step = (count * 5 / 8..count.max(2)).find(|&step| gcd(step, count) == 1);
    let place = (now / DAY).wrapping_mul(step.unwrap_or(1)) % count.max(1);
    all.get(place as usize).copied()
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What is asked for.
pub(crate) fn goal(puzzle: &Puzzle) -> PuzzleGoal {
    let about = |theme: &str| puzzle.themes.iter().any(|one| one == theme);
    match (about("win"), about("save")) {
        (true, _) => PuzzleGoal::Win,
        (_, true) => PuzzleGoal::Save,
        _ => PuzzleGoal::Gain,
    }
}

/// The themes of a game with the number of puzzles that `counts` have each; those of none are left out.
pub(crate) fn themes<'a>(id: GameId, counts: impl Iterator<Item = &'a Puzzle>) -> Vec<PuzzleTheme> {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for theme in counts.flat_map(|puzzle| &puzzle.themes) {
        *numbers.entry(theme).or_default() += 1;
    }
    let known: Vec<(&'static str, Text)> =
        with_game!(id, G => themes_of::<G>().map(|theme| (theme.id, theme.name.clone())).collect());
    let counted = known.into_iter().filter_map(|(id, name)| {
        let count = *numbers.get(id)?;
        let id = id.to_owned();
        Some(PuzzleTheme { id, name, count })
    });
    counted.collect()
}

/// How hard a puzzle is: as it has proved, or as was guessed.
pub(crate) fn grade(puzzle: &Puzzle, game: &str, grades: &[PuzzleGrade]) -> PuzzleGrade {
    let known = grades.iter().find(|grade| grade.puzzle == puzzle.id);
    known.cloned().unwrap_or_else(|| PuzzleGrade {
        game: game.to_owned(),
        puzzle: puzzle.id.clone(),
        rating: f64::from(puzzle.rating),
        deviation: GUESS,
        volatility: rating::unrated("", game).volatility,
        played: 0,
    })
}

/// How good somebody is, who may not have tried any.
pub(crate) fn score(scores: &[PuzzleScore], user: &str, game: &str) -> PuzzleScore {
    let known = scores.iter().find(|score| score.game == game);
    known.cloned().unwrap_or_else(|| {
        let new = rating::unrated(user, game);
        PuzzleScore {
            user: new.user,
            game: new.game,
            rating: new.rating,
            deviation: new.deviation,
            volatility: new.volatility,
            played: 0,
            streak: 0,
            best_streak: 0,
        }
    })
}

/// A person's row for the page.
pub(crate) fn standing(score: &PuzzleScore) -> PuzzleStanding {
    PuzzleStanding {
        rating: rating::shown(score.rating),
        provisional: rating::provisional(&person(score)),
        played: score.played,
        streak: score.streak,
        best_streak: score.best_streak,
    }
}

fn person(score: &PuzzleScore) -> RatingRow {
    RatingRow {
        user: score.user.clone(),
        game: score.game.clone(),
        rating: score.rating,
        deviation: score.deviation,
        volatility: score.volatility,
        games: score.played,
    }
}

/// Both rows after an attempt: to Glicko-2 it is a game between the person and the puzzle.
fn after(score: &PuzzleScore, grade: &PuzzleGrade, solved: bool) -> (PuzzleScore, PuzzleGrade) {
    let puzzle = RatingRow {
        user: grade.puzzle.clone(),
        game: grade.game.clone(),
        rating: grade.rating,
        deviation: grade.deviation,
        volatility: grade.volatility,
        games: grade.played,
    };
    let winner = if solved { Player::First } else { Player::Second };
    let ByPlayer { first, second } =
        rating::after(&ByPlayer::new(person(score), puzzle), Outcome::Win(winner));
    let streak = if solved { score.streak + 1 } else { 0 };
    let score = PuzzleScore {
        rating: first.rating,
        deviation: first.deviation,
        volatility: first.volatility,
        played: first.games,
        streak,
        best_streak: score.best_streak.max(streak),
        ..score.clone()
    };
    let grade = PuzzleGrade {
        rating: second.rating,
        deviation: second.deviation,
        volatility: second.volatility,
        played: second.games,
        ..grade.clone()
    };
    (score, grade)
}

/// Counts the attempt of somebody at a puzzle, unless an earlier one counts already.
pub(crate) async fn settle(
    store: &dyn Store,
    user: &str,
    game: GameId,
    puzzle: &Puzzle,
    solved: bool,
    now: i64,
) -> Result<(PuzzleScore, Option<RatingChange>), StoreError> {
    let name = game.meta().id;
    for _ in 0..TRIES {
        let before = score(&store.puzzle_scores(user).await?, user, name);
        let grade = grade(puzzle, name, &store.puzzle_grades(name).await?);
        let (score, grade) = after(&before, &grade, solved);
        let attempt = PuzzleAttempt {
            user: user.to_owned(),
            game: name.to_owned(),
            puzzle: puzzle.id.clone(),
            at: now,
            solved,
            rating: score.rating,
        };
        let result = PuzzleResult {
            attempt,
            score: score.clone(),
            grade,
        };
        match store.record_puzzle(result).await {
            Ok(()) => {
                let change = rating::change(&person(&before), &person(&score));
                return Ok((score, Some(change)));
            }
            Err(StoreError::Taken) => return Ok((before, None)),
            // Somebody else has tried the same puzzle meanwhile.
            Err(StoreError::Stale) => {}
            Err(error) => return Err(error),
        }
    }
    Err(StoreError::Stale)
}

/// The next puzzle for somebody: one of those nearest to their rating that they have not tried, and of those that they
/// have once none is left. `lot` decides which.
pub(crate) async fn next(
    store: &dyn Store,
    user: &str,
    game: GameId,
    theme: Option<&str>,
    except: Option<&str>,
    lot: u64,
) -> Result<Option<&'static Puzzle>, StoreError> {
    let Some(file) = of(game) else { return Ok(None) };
    let name = game.meta().id;
    let score = score(&store.puzzle_scores(user).await?, user, name);
    let grades = store.puzzle_grades(name).await?;
    let grades: HashMap<_, _> = grades
        .iter()
        .map(|grade| (grade.puzzle.as_str(), grade.rating))
        .collect();
    let attempts = store.puzzle_attempts(user, LOOKED_BACK).await?;
    let tried: HashSet<_> = attempts
        .iter()
        .filter(|attempt| attempt.game == name)
        .map(|attempt| attempt.puzzle.as_str())
        .collect();
    let wanted = |puzzle: &&Puzzle| {
        except != Some(puzzle.id.as_str())
            && theme.is_none_or(|theme| puzzle.themes.iter().any(|one| one == theme))
    };
    let mut near: Vec<_> = file.puzzles.iter().filter(wanted).collect();
    if near.iter().any(|puzzle| !tried.contains(puzzle.id.as_str())) {
        near.retain(|puzzle| !tried.contains(puzzle.id.as_str()));
    }
    let distance = |puzzle: &Puzzle| {
        let rating = grades.get(puzzle.id.as_str()).copied();
        (rating.unwrap_or_else(|| f64::from(puzzle.rating)) - score.rating).abs()
    };
    near.sort_by(|one, other| distance(one).total_cmp(&distance(other)));
    near.truncate(NEAREST);
    let place = lot % (near.len() as u64).max(1);
    Ok(near.get(place as usize).copied())
}

/// What comes of the moves that somebody has found, without the replies.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The last of them is wrong.
    Wrong,
    /// All of them are right: the whole line, and where the last move stands in it.
    Right {
        /// All moves and replies so far.
        line: Vec<String>,
        /// The place of the last move.
        last: usize,
        /// Whether nothing is left to find.
        done: bool,
    },
    /// There are more of them than the puzzle has, or none, or an earlier one is wrong.
    Lost,
}

/// Follows the moves along the solution.
pub(crate) fn follow(puzzle: &Puzzle, moves: &[String]) -> Verdict {
    let mut line = Vec::new();
    let mut found = moves.iter().enumerate();
    let mut last = None;
    for ply in &puzzle.line {
        if !ply.is_solvers() {
            line.push(ply.text.clone());
            continue;
        }
        let Some((number, m)) = found.next() else {
            break;
        };
        if !accepted(ply).any(|right| right == m) {
            return if number + 1 == moves.len() {
                Verdict::Wrong
            } else {
                Verdict::Lost
            };
        }
        last = Some(line.len());
        line.push(m.clone());
    }
    match last {
        Some(last) if found.next().is_none() => Verdict::Right {
            last,
            done: moves.len() == puzzle.decisions(),
            line,
        },
        _ => Verdict::Lost,
    }
}

/// Few moves among which the right one is, after `found` decisions: the right one and the best of the wrong ones.
pub(crate) fn hint(puzzle: &Puzzle, found: usize) -> Vec<String> {
    const SHOWN: usize = 3;
    let Some(ply) = puzzle.line.iter().filter(|ply| ply.is_solvers()).nth(found) else {
        return Vec::new();
    };
    let mut values: Vec<_> = ply.values.iter().collect();
    values.sort_by_key(|(m, value)| (std::cmp::Reverse(*value), *m != ply.text));
    values.truncate(SHOWN);
    let shown = ply.values.iter().filter(|one| values.contains(one));
    shown.map(|(m, _)| m.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reversi() -> &'static PuzzleFile {
        of(GameId::Reversi).expect("its puzzles come with the program")
    }

    /// The solver's own moves of the solution.
    fn solution(puzzle: &Puzzle) -> Vec<String> {
        let own = puzzle.line.iter().filter(|ply| ply.is_solvers());
        own.map(|ply| ply.text.clone()).collect()
    }

    #[test]
    fn every_day_has_a_puzzle_and_none_comes_again_soon() {
        let file = reversi();
        let day = |day: u64| daily(file, day * DAY + 5).expect("one a day").id.as_str();
        assert_eq!(day(20_000), daily(file, 20_000 * DAY).expect("one").id);
        let month: HashSet<_> = (20_000..20_060).map(day).collect();
        assert_eq!(month.len(), 60, "sixty days, sixty puzzles");
    }

    #[test]
    fn moves_are_followed_to_the_end_and_wrong_ones_are_seen() {
        let puzzle = reversi()
            .puzzles
            .iter()
            .find(|puzzle| puzzle.decisions() == 3)
            .expect("one of three moves");
        let right = solution(puzzle);
        for found in 1..=right.len() {
            let Verdict::Right { line, last, done } = follow(puzzle, &right[..found]) else {
                panic!("{found} moves of {puzzle:?}");
            };
            assert_eq!(line[last], right[found - 1]);
            assert_eq!(done, found == right.len());
        }
        let first = &puzzle.line[0];
        let bad = first
            .values
            .iter()
            .find(|(m, _)| !accepted(first).any(|right| right == m));
        let (bad, _) = bad.expect("a wrong move").clone();
        assert_eq!(follow(puzzle, std::slice::from_ref(&bad)), Verdict::Wrong);
        assert_eq!(follow(puzzle, &[bad, right[1].clone()]), Verdict::Lost);
        assert_eq!(follow(puzzle, &[]), Verdict::Lost);
        let more = [&right[..], &right[..1]].concat();
        assert_eq!(follow(puzzle, &more), Verdict::Lost);
    }

    #[test]
    fn a_hint_holds_the_right_move_among_others() {
        for puzzle in &reversi().puzzles {
            let moves = hint(puzzle, 0);
            assert!(moves.len() > 1 && moves.len() <= 3, "{moves:?}");
            assert!(moves.contains(&puzzle.line[0].text));
        }
    }

    #[test]
    fn solving_a_hard_puzzle_raises_a_rating_and_lowers_the_puzzle() {
        let puzzle = &reversi().puzzles[0];
        let before = score(&[], "ana", "reversi");
        let rated = grade(puzzle, "reversi", &[]);
        let (solved, easier) = after(&before, &rated, true);
        assert!(solved.rating > before.rating && easier.rating < rated.rating);
        assert_eq!((solved.played, solved.streak, easier.played), (1, 1, 1));
        let (failed, harder) = after(&solved, &easier, false);
        assert!(failed.rating < solved.rating && harder.rating > easier.rating);
        assert_eq!((failed.played, failed.streak, failed.best_streak), (2, 0, 1));
    }
}
