//! The exact solver of a game where the game is known only at run time, and as a player that may have no answer.

use damero_games::{AnyGame, Game, GameId, Notation, Session, Text, text, with_game};
use damero_search::{
    EngineOptions, MoveValue, SearchContext, SearchResult, Searchable, Solved, Solver, Stop, Unsolved,
};

use crate::contestant::{Contestant, Fault, FaultKind};
use crate::data::Data;
use crate::spec::SpecError;

/// The exact value of the position of `game`, its moves as texts; `None` when no player is to move. `report` is told from
/// time to time how many nodes were searched, and how many such a position usually takes where that is known.
///
/// # Errors
/// If it was stopped, the position is out of reach, or the game has no solver.
pub fn solve(
    game: &dyn AnyGame,
    id: GameId,
    options: &EngineOptions,
    stop: &Stop,
    report: &mut dyn FnMut(u64, Option<u64>),
) -> Result<Option<Solved<String>>, Unsolved> {
    with_game!(id, G => {
        let Some(session) = game.as_any().downcast_ref::<Session<G>>() else {
            return Err(Unsolved::OutOfReach(no_solver(id.meta().id)));
        };
        let mut solver = G::solver(options).ok_or_else(|| Unsolved::OutOfReach(no_solver(id.meta().id)))?;
        if session.game().turn().player().is_none() {
            return Ok(None);
        }
        let usual = solver.usual_nodes(session.game());
        let solved = solver.solve(session.game(), stop, &mut |nodes| report(nodes, usual));
        solved.map(|solved| Some(as_text(solved)))
    })
}

fn as_text<M: ToString>(solved: Solved<M>) -> Solved<String> {
    let texts = |moves: Vec<M>| moves.iter().map(ToString::to_string).collect();
    let values = solved.moves.into_iter().map(|one| MoveValue {
        m: one.m.to_string(),
        value: one.value,
        plies: one.plies,
    });
    Solved {
        value: solved.value,
        plies: solved.plies,
        best: texts(solved.best),
        pv: texts(solved.pv),
        moves: values.collect(),
        nodes: solved.nodes,
        time: solved.time,
    }
}

/// The game has no solver; which games have one.
#[must_use]
pub fn no_solver(game: &str) -> Text {
    let small = EngineOptions {
        table_mib: 1,
        ..EngineOptions::default()
    };
    let solved = GameId::ALL
        .iter()
        .filter(|&&id| with_game!(id, G => G::solver(&small).is_some()));
    let names = solved.map(ToString::to_string).collect::<Vec<_>>().join(", ");
    text!(
        "{game} has no exact solver; there are for {names}",
        "{game} no tiene solucionador exacto; hay para {names}"
    )
}

/// The solver at the board: it plays a perfect move, or forfeits where a position is out of its reach.
pub(crate) struct Exact<G: Notation> {
    solver: Box<dyn Solver<G>>,
}

impl<G: Searchable> Exact<G> {
    pub(crate) fn new() -> Result<Self, SpecError> {
        let options = EngineOptions {
            data: Data::default().folder(),
            ..EngineOptions::default()
        };
        let refused = || SpecError {
            problem: no_solver(G::META.id),
        };
        let solver = G::solver(&options).ok_or_else(refused)?;
        Ok(Self { solver })
    }
}

impl<G: Searchable> Contestant<G> for Exact<G> {
    fn name(&self) -> String {
        "solver".to_owned()
    }

    fn new_game(&mut self, _seed: u64) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(
        &mut self,
        session: &Session<G>,
        ctx: SearchContext<'_, SearchResult<G::Move>>,
    ) -> Result<SearchResult<G::Move>, Fault> {
        let fault = |problem| Fault::new(FaultKind::Illegal, problem);
        let solved = self.solver.solve(session.game(), &ctx.stop, &mut |_| ());
        let solved = solved.map_err(|unsolved| match unsolved {
            Unsolved::OutOfReach(why) => fault(why),
            Unsolved::Stopped => fault(Text::new("the solver was stopped", "se detuvo el solucionador")),
        })?;
        let (Some(&best), Some(mover)) = (solved.best.first(), session.game().turn().player()) else {
            return Err(fault(Text::new("there is no move", "no hay jugada")));
        };
        Ok(solved.into_result(best, mover))
    }
}

#[cfg(test)]
mod tests {
    use damero_games::registry;
    use damero_search::Limits;

    use super::*;
    use crate::spec::Spec;

    /// A game of Quarto after so many random moves, that is not over.
    fn quarto(plies: usize) -> Box<dyn AnyGame> {
        let played = |seed| {
            let mut game = registry::start(GameId::Quarto, "standard").expect("its rules");
            let mut rng = damero_games::random::seeded(seed);
            for _ in 0..plies {
                if let Some(m) = game.random_move(&mut rng) {
                    game.play(&m).expect("a legal move");
                }
            }
            game
        };
        let mut games = (0..1000).map(played);
        let going = games.find(|game| game.turn().player().is_some());
        going.expect("not every game ends so early")
    }

    #[test]
    fn the_solver_values_every_move_and_plays_one_of_the_best() {
        let game = quarto(20);
        let options = EngineOptions {
            score_all: true,
            table_mib: 1,
            ..EngineOptions::default()
        };
        let solved = solve(&*game, GameId::Quarto, &options, &Stop::default(), &mut |_, _| ());
        let solved = solved.expect("within reach").expect("somebody is to move");
        assert_eq!(solved.moves.len(), game.moves().len());
        let spec: Spec = "solver".parse().expect("a spec");
        let mut player = spec.player(GameId::Quarto, 1).expect("quarto has a solver");
        let chosen = player
            .analyse(&*game, Limits::default().into())
            .expect("an answer");
        assert!(solved.best.contains(&chosen.best.text), "{solved:?}");
    }

    #[test]
    fn games_without_a_solver_and_uses_that_need_a_move_are_refused() {
        let game = registry::start(GameId::Azul, "standard").expect("its rules");
        let stop = Stop::default();
        let unsolved = solve(
            &*game,
            GameId::Azul,
            &EngineOptions::default(),
            &stop,
            &mut |_, _| (),
        );
        assert!(
            matches!(unsolved, Err(Unsolved::OutOfReach(why)) if why.en.contains("azul has no exact solver"))
        );
        let spec: Spec = "solver".parse().expect("a spec");
        assert!(spec.player(GameId::Azul, 1).is_err());
        let agent = spec.agent::<damero_games::quarto::Quarto>(1).map(drop);
        assert!(
            agent
                .expect_err("may fail")
                .to_string()
                .contains("may have no answer")
        );
    }
}
