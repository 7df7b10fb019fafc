//! A trained player that refuses to play under rules which it has not learned.

use damero_games::{Notation, Session, text};
use damero_search::book::Bookable;
use damero_search::{SearchContext, SearchResult};

use crate::contestant::{Builtin, Contestant, Fault, FaultKind};

/// An agent that is only good for the rules it learned.
pub(crate) struct Bound<G: Notation> {
    pub(crate) builtin: Builtin<G>,
    pub(crate) rules: G::Rules,
}

impl<G: Bookable> Contestant<G> for Bound<G> {
    fn name(&self) -> String {
        Contestant::name(&self.builtin)
    }

    fn check(&self, asked: &G::Rules) -> Result<(), Fault> {
        let learned = &self.rules;
        if learned == asked {
            return Ok(());
        }
        let problem = text!(
            "the network learned under the rules {learned}; this game is played under {asked}",
            "la red aprendió con las reglas {learned}; esta partida se juega con {asked}"
        );
        Err(Fault::new(FaultKind::Start, problem))
    }

    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        Contestant::new_game(&mut self.builtin, seed)
    }

    fn choose(
        &mut self,
        session: &Session<G>,
        ctx: SearchContext<'_, SearchResult<G::Move>>,
    ) -> Result<SearchResult<G::Move>, Fault> {
        self.check(session.game().rules())?;
        self.builtin.choose(session, ctx)
    }
}
