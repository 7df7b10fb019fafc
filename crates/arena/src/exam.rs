//! A player examined by an exact solver: random openings, from which the player goes on against perfect replies. Every
//! decision is compared with the values of all moves, and the end of each game with what was to be had.

use std::collections::BTreeMap;

use damero_games::random::{SeededRng, below, seeded};
use damero_games::{Game, InputError, Lang, Player, Session, Text, Turn};
use damero_search::{Limits, SearchContext, Solved, Solver, Stop, Unsolved};
use serde::Serialize;

use crate::contestant::{Contestant, Fault, FaultKind};
use crate::error::ArenaError;
use crate::opening::Openings;
use crate::playable::Playable;
use crate::seed::derived_seed;

/// Seeds of the player and of the perfect replies must differ from those of openings.
const PLAYER: u64 = 0x6578_616d_696e_6565;
const REPLIES: u64 = 0x7265_706c_6965_7321;

/// What is asked of a player.
#[derive(Clone, Copy, Debug)]
pub struct Exam<G: Game> {
    /// The rules.
    pub rules: G::Rules,
    /// Random moves before it begins.
    pub opening: u32,
    /// What follows from it: openings, and what players leave to chance.
    pub seed: u64,
}

/// What came of many games.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Marks {
    /// Games that began with the player's turn or came to it.
    pub games: u64,
    /// Those in which it could have won or drawn,
    pub promising: u64,
    /// and those among them in which it got less than that.
    pub spoiled: u64,
    /// By the number of moves already made: the player's decisions.
    pub decisions: BTreeMap<usize, Decisions>,
}

/// Decisions at one point of the game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Decisions {
    /// Those in which not every move is worth the same,
    pub open: u64,
    /// and those among them that gave something away.
    pub mistakes: u64,
}

impl Marks {
    /// Both together.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.games += other.games;
        self.promising += other.promising;
        self.spoiled += other.spoiled;
        for (ply, more) in other.decisions {
            let here = self.decisions.entry(ply).or_default();
            here.open += more.open;
            here.mistakes += more.mistakes;
        }
        self
    }

    /// All decisions together.
    #[must_use]
    pub fn total(&self) -> Decisions {
        let all = self.decisions.values();
        all.fold(Decisions::default(), |sum, more| Decisions {
            open: sum.open + more.open,
            mistakes: sum.mistakes + more.mistakes,
        })
    }
}

impl<G: Playable> Exam<G> {
    /// Plays one game, with the seats exchanged in every second one; `solver` values every move. `None` when stopped.
    ///
    /// # Errors
    /// If the player fails, or a position is out of the solver's reach.
    pub fn sit(
        &self,
        number: u64,
        player: &mut dyn Contestant<G>,
        solver: &mut dyn Solver<G>,
        stop: &Stop,
    ) -> Result<Option<Marks>, ArenaError> {
        let own = if number.is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        };
        let seed = derived_seed(self.seed, number / 2);
        let mut session = Openings::<G>::Random(self.opening).get(self.rules, number, seed);
        let mut replies = seeded(derived_seed(self.seed ^ REPLIES, number));
        player
            .new_game(derived_seed(self.seed ^ PLAYER, number))
            .map_err(failed)?;
        let mut marks = Marks::default();
        let mut due = None;
        loop {
            let mover = match session.game().turn() {
                Turn::Player(mover) => mover,
                Turn::Over(outcome) => {
                    if let Some(due) = due {
                        let got = outcome.value().pov(own).0;
                        marks.games = 1;
                        marks.promising = u64::from(due >= 0);
                        marks.spoiled = u64::from(due >= 0 && got < due as f32);
                    }
                    return Ok(Some(marks));
                }
                Turn::Chance => return Err(ArenaError::Other(no_chance())),
            };
            let solved = match solver.solve(session.game(), stop, &mut |_| ()) {
                Ok(solved) => solved,
                Err(Unsolved::Stopped) => return Ok(None),
                Err(Unsolved::OutOfReach(why)) => return Err(ArenaError::Other(why)),
            };
            let m = if mover == own {
                due.get_or_insert(solved.value.signum());
                let m = choose(player, &session, stop)?;
                note(&mut marks, session.record().events.len(), &solved, m);
                m
            } else {
                reply(&solved, &mut replies)
            };
            if stop.asked() {
                return Ok(None);
            }
            let refused = |error: InputError| {
                let told = Text::owned(error.message(Lang::En), error.message(Lang::Es));
                failed(Fault::new(FaultKind::Illegal, told))
            };
            session.play(m).map_err(refused)?;
        }
    }
}

fn choose<G: Playable>(
    player: &mut dyn Contestant<G>,
    session: &Session<G>,
    stop: &Stop,
) -> Result<G::Move, ArenaError> {
    let searched = player.choose(session, SearchContext::new(Limits::default()).stopped_by(stop));
    searched.map(|searched| searched.best).map_err(failed)
}

fn failed(fault: Fault) -> ArenaError {
    ArenaError::Other(fault.problem)
}

fn no_chance() -> Text {
    Text::new(
        "a game with chance events has no exact values",
        "un juego con azar no tiene valores exactos",
    )
}

/// Any of the best moves.
fn reply<M: Copy>(solved: &Solved<M>, rng: &mut SeededRng) -> M {
    solved.best[below(rng, solved.best.len() as u32) as usize]
}

fn note<M: Copy + PartialEq>(marks: &mut Marks, ply: usize, solved: &Solved<M>, m: M) {
    let worst = solved.moves.last().map_or(solved.value, |last| last.value);
    if worst == solved.value {
        return;
    }
    let got = solved.moves.iter().find(|one| one.m == m).map(|one| one.value);
    let here = marks.decisions.entry(ply).or_default();
    here.open += 1;
    here.mistakes += u64::from(got.is_none_or(|got| got < solved.value));
}

#[cfg(test)]
mod tests {
    use damero_games::quarto::Quarto;
    use damero_search::{EngineOptions, Searchable};

    use super::*;
    use crate::spec::contestant;

    fn examine(spec: &str) -> Marks {
        let exam = Exam::<Quarto> {
            rules: "square".parse().expect("a preset"),
            opening: 18,
            seed: 5,
        };
        let options = EngineOptions {
            score_all: true,
            table_mib: 1,
            ..EngineOptions::default()
        };
        let mut solver = Quarto::solver(&options).expect("Quarto is solved");
        let mut player = contestant::<Quarto>(spec, 1).expect("a player");
        (0..40)
            .map(|n| exam.sit(n, &mut *player, &mut *solver, &Stop::default()))
            .map(|marks| marks.expect("no failure").expect("not stopped"))
            .fold(Marks::default(), Marks::and)
    }

    /// Who is perfect gives nothing away; who plays anything does, and the same again with the same seed.
    #[test]
    fn perfect_play_passes_and_random_play_does_not() {
        let perfect = examine("engine");
        assert!(perfect.games > 30 && perfect.promising > 10, "{perfect:?}");
        assert_eq!((perfect.spoiled, perfect.total().mistakes), (0, 0));
        assert!(perfect.total().open > 20);
        let random = examine("random");
        assert!(random.spoiled > 3 && random.total().mistakes > 10, "{random:?}");
        assert_eq!(random, examine("random"));
        assert!(random.decisions.keys().all(|&ply| ply >= 18));
    }
}
