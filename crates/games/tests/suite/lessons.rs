//! Every lesson can be taken to its end, and says what it means: what is shown is right, what is called wrong is possible,
//! and no step is without its sentences.

use std::collections::HashSet;

use damero_games::lesson::{Goal, Step, Verdict, attempt, begin, lessons};
use damero_games::random::seeded;
use damero_games::{AnyGame, GameId, Lang, Outcome, Text, Turn, registry};

fn steps() -> impl Iterator<Item = (GameId, String, &'static Step)> {
    GameId::ALL.iter().flat_map(|&id| {
        lessons(id).iter().flat_map(move |lesson| {
            let named = move |(i, step)| (id, format!("{id} {} step {}", lesson.id, i + 1), step);
            lesson.steps.iter().enumerate().map(named)
        })
    })
}

fn tried(id: GameId, step: &Step, decisions: &[&str]) -> Verdict {
    let decisions: Vec<String> = decisions.iter().map(ToString::to_string).collect();
    attempt(id, step, &decisions).map_or_else(|error| panic!("{decisions:?}: {error}"), |made| made.verdict)
}

#[test]
fn every_game_has_lessons_whose_names_differ() {
    for &id in GameId::ALL {
        let names: HashSet<_> = lessons(id).iter().map(|lesson| lesson.id).collect();
        assert_eq!(names.len(), lessons(id).len(), "{id}");
        assert!(names.len() >= 3 || id.meta().example, "{id} has lessons");
    }
}

#[test]
fn what_is_shown_reaches_the_goal_of_every_step() {
    for (id, name, step) in steps() {
        let game = begin(id, step).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(
            matches!(game.turn(), Turn::Player(_)),
            "{name} has something to decide"
        );
        let mut decisions = Vec::new();
        for _ in 0..20 {
            let made = attempt(id, step, &decisions).unwrap_or_else(|error| panic!("{name}: {error}"));
            match made.verdict {
                Verdict::Right => {
                    let said = made.say.unwrap_or_else(|| panic!("{name}: nothing is said"));
                    assert!(Lang::ALL.iter().all(|&lang| !said.get(lang).is_empty()), "{name}");
                    break;
                }
                Verdict::Wrong => panic!("{name}: {decisions:?} is wrong"),
                Verdict::Go => {
                    let next = made.show.unwrap_or_else(|| panic!("{name}: nothing is shown"));
                    decisions.push(next.to_owned());
                }
            }
        }
        assert_eq!(
            attempt(id, step, &decisions).map(|made| made.verdict),
            Ok(Verdict::Right),
            "{name}"
        );
    }
}

#[test]
fn every_move_that_a_step_names_is_legal_and_means_what_it_says() {
    for (id, name, step) in steps() {
        let legal = begin(id, step)
            .unwrap_or_else(|error| panic!("{name}: {error}"))
            .moves();
        for lang in Lang::ALL {
            assert!(!step.task.get(lang).is_empty(), "{name} has a task");
        }
        match step.goal {
            Goal::Play(moves) => {
                for m in moves {
                    assert!(legal.iter().any(|text| text == m), "{name}: {m} of {legal:?}");
                    assert_eq!(tried(id, step, &[m]), Verdict::Right, "{name}: {m}");
                }
            }
            Goal::Avoid { bad, .. } => {
                for m in bad {
                    assert_eq!(tried(id, step, &[m]), Verdict::Wrong, "{name}: {m}");
                }
            }
            Goal::Line(_) | Goal::Win { .. } => {}
        }
        for (m, note) in step.notes {
            assert!(legal.iter().any(|text| text == m), "{name}: a note on {m}");
            assert!(Lang::ALL.iter().all(|&lang| !note.get(lang).is_empty()), "{name}");
        }
        // Whatever else is legal gets a sentence, too.
        for m in &legal {
            let made = attempt(id, step, std::slice::from_ref(m)).expect("a legal move");
            if let Some(said) = made.say {
                assert!(
                    Lang::ALL.iter().all(|&lang| !said.get(lang).is_empty()),
                    "{name}: {m}"
                );
            }
        }
    }
}

/// Any two moves of random games, taken for a mistake and for the best: a game either says something whole or nothing, and
/// sends nobody to a lesson that there is not.
#[test]
fn reasons_are_sentences_and_name_lessons_that_there_are() {
    let mut rng = seeded(7);
    for &id in GameId::ALL {
        let (mut said, mut positions) = (0, 0);
        for _ in 0..6 {
            let rules = with_default(id);
            let mut game = registry::start(id, &rules).expect("a game");
            while !matches!(game.turn(), Turn::Over(_)) && positions < 300 {
                game.resolve_chance(&mut rng);
                let (Some(played), Some(best)) = (game.random_move(&mut rng), game.random_move(&mut rng))
                else {
                    break;
                };
                let mut next = game.boxed_clone();
                next.play(&played).expect("a legal move");
                let answer: Vec<String> = next.random_move(&mut rng).into_iter().collect();
                if let Some(reason) = game.explain(&played, &answer, &[best]) {
                    said += 1;
                    assert!(Lang::ALL.iter().all(|&lang| !reason.text.get(lang).is_empty()));
                    if let Some(lesson) = reason.lesson {
                        assert!(
                            lessons(id).iter().any(|known| known.id == lesson),
                            "{id}: {lesson}"
                        );
                    }
                }
                positions += 1;
                game = next;
            }
        }
        assert!(
            said > 0 || id.meta().example,
            "{id} explains something in {positions} positions"
        );
    }
}

/// What is said of random pairs of moves in random games: the position, what was played, what was better, and why.
fn said_of(id: GameId) -> Vec<(Box<dyn AnyGame>, String, String, Text)> {
    let mut rng = seeded(11);
    let mut found = Vec::new();
    for _ in 0..60 {
        let mut game = registry::start(id, &with_default(id)).expect("a game");
        while !matches!(game.turn(), Turn::Over(_)) {
            game.resolve_chance(&mut rng);
            let (Some(played), Some(best)) = (game.random_move(&mut rng), game.random_move(&mut rng)) else {
                break;
            };
            let mut next = game.boxed_clone();
            next.play(&played).expect("a legal move");
            let answer: Vec<String> = next.random_move(&mut rng).into_iter().collect();
            if let Some(reason) = game.explain(&played, &answer, std::slice::from_ref(&best)) {
                found.push((game.boxed_clone(), played, best, reason.text));
            }
            game = next;
        }
    }
    found
}

fn after(game: &dyn AnyGame, m: &str) -> Box<dyn AnyGame> {
    let mut next = game.boxed_clone();
    next.play(m).expect("a legal move");
    next
}

#[test]
fn azul_says_in_words_which_tiles_were_better() {
    let said = said_of(GameId::Azul);
    assert!(said.iter().any(|(.., text)| text.en.contains("from the centre")));
    for (_, _, best, text) in &said {
        for lang in Lang::ALL {
            assert!(!text.get(lang).contains(best.as_str()), "a code in {text:?}");
        }
    }
}

#[test]
fn reversi_says_when_a_corner_was_left_that_could_be_taken() {
    let said = said_of(GameId::Reversi);
    let left: Vec<_> = said
        .iter()
        .filter(|(.., text)| text.en.contains("instead of taking it"))
        .collect();
    assert!(!left.is_empty());
    for (game, played, best, text) in left {
        assert!(
            text.en.contains(&format!("the corner {best}")),
            "{text:?} instead of {best}"
        );
        assert!(
            after(&**game, played).moves().contains(best),
            "the opponent can take {best}"
        );
    }
}

/// Counted again by playing: a piece is safe if nobody wins with it at once.
#[test]
fn quarto_says_who_gives_the_last_safe_piece() {
    let safe = |game: &dyn AnyGame| {
        let wins = |given: &str| {
            let next = after(game, given);
            (next.moves().iter())
                .any(|place| matches!(after(&*next, place).turn(), Turn::Over(Outcome::Win(_))))
        };
        game.moves().iter().filter(|given| !wins(given)).count()
    };
    let said = said_of(GameId::Quarto);
    let last: Vec<_> = said
        .iter()
        .filter(|(.., text)| text.en.contains("the opponent gives the last one"))
        .collect();
    assert!(!last.is_empty());
    for (game, played, best, text) in last {
        let (left, better) = (safe(&*after(&**game, played)), safe(&*after(&**game, best)));
        assert!(left % 2 == 0 && better % 2 == 1, "{left} and {better}: {text:?}");
        assert!(
            text.en.contains(&format!("leaves {left} ")) && text.en.contains(&format!("leaves {better}")),
            "{text:?}"
        );
    }
    let given = said
        .iter()
        .find(|(.., text)| text.en.contains("which completes a group"));
    let (_, played, _, text) = given.expect("a piece that completes a group");
    assert!(
        text.en.contains(&format!("gives {played} (")) && text.en.contains(','),
        "{text:?}"
    );
}

fn with_default(id: GameId) -> String {
    use damero_games::{Game, with_game};
    with_game!(id, G => <G as Game>::Rules::default().to_string())
}
