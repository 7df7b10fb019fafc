//! One game between two contestants, from an opening to the end.

use damero_games::{
    ByPlayer, InputError, Lang, MoveBuf, Notation, Outcome, Player, Record, Session, Text, Turn,
};
use damero_search::{Limits, SearchContext, Stop};
use serde::{Deserialize, Serialize};

use crate::contestant::{Contestant, Fault, FaultKind};
use crate::opening::settle;

/// A game lost by failing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Forfeit {
    /// Who failed.
    pub player: Player,
    /// How.
    pub fault: Fault,
}

/// A game played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished<G: Notation> {
    /// The whole game, its opening included.
    pub record: Record<G>,
    /// The result.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Text,
    /// Who failed, if the game ended so.
    pub forfeit: Option<Forfeit>,
}

/// Plays a game from `opening` on; `None` when `stop` was asked before the end.
///
/// Chance events follow from `pair_seed`. A move without alternative is played without asking.
pub fn play_game<G: Notation>(
    opening: Session<G>,
    mut seats: ByPlayer<&mut dyn Contestant<G>>,
    pair_seed: u64,
    limits: &Limits,
    stop: &Stop,
) -> Option<Finished<G>> {
    let mut session = opening;
    let mut buf = MoveBuf::new();
    loop {
        if stop.asked() {
            return None;
        }
        let player = match session.game().turn() {
            Turn::Over(outcome) => return Some(ended(&session, outcome)),
            Turn::Chance => {
                settle(&mut session, pair_seed);
                continue;
            }
            Turn::Player(player) => player,
        };
        session.game().moves(&mut buf);
        let m = if let [only] = buf[..] {
            Ok(only)
        } else {
            let ctx = SearchContext::new(*limits).stopped_by(stop);
            let choice = seats[player].choose(&session, ctx);
            choice.map(|searched| searched.best)
        };
        if stop.asked() {
            return None;
        }
        let refused = |error: InputError| {
            let told = Text::owned(error.message(Lang::En), error.message(Lang::Es));
            Fault::new(FaultKind::Illegal, told)
        };
        if let Err(fault) = m.and_then(|m| session.play(m).map_err(refused)) {
            return Some(forfeited(&mut session, player, fault));
        }
    }
}

fn ended<G: Notation>(session: &Session<G>, outcome: Outcome) -> Finished<G> {
    let reason = session.game().ending().map(|ending| ending.reason);
    Finished {
        record: session.record().clone(),
        outcome,
        reason: reason.unwrap_or_else(|| Text::new("the game is over", "la partida ha terminado")),
        forfeit: None,
    }
}

fn forfeited<G: Notation>(session: &mut Session<G>, player: Player, fault: Fault) -> Finished<G> {
    let outcome = Outcome::Win(player.other());
    session.set_result(Some(outcome));
    let seat = &G::META.seats[player];
    let (en, es) = (&seat.en, &seat.es);
    let (why_en, why_es) = (&fault.problem.en, &fault.problem.es);
    let reason = Text::owned(
        format!("{en} forfeits: {why_en}"),
        format!("{es} pierde por fallo: {why_es}"),
    );
    Finished {
        record: session.record().clone(),
        outcome,
        reason,
        forfeit: Some(Forfeit { player, fault }),
    }
}
