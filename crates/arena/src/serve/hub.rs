//! The Hub protocol from the side of the engine.

use std::io;
use std::time::Duration;

use damero_games::{Notation, Session};
use damero_search::Limits;

use super::{Desk, Next, Server, english};
use crate::external::hub::{argument, to_fen};

/// The protocol.
#[derive(Default)]
pub(super) struct HubServer {
    limits: Limits,
}

impl<G: Notation> Server<G> for HubServer {
    fn answer(&mut self, line: &str, desk: &mut Desk<'_, G>) -> io::Result<Next> {
        match line.split_whitespace().next().unwrap_or_default() {
            "hub" => {
                let (name, version) = (desk.name.clone(), env!("CARGO_PKG_VERSION"));
                desk.say(&format!("id name=\"{name}\" version={version}"))?;
                desk.say("wait")?;
            }
            "init" => desk.say("ready")?,
            "new-game" => desk.forget(),
            "ping" => desk.say("pong")?,
            "pos" => match position(line, *desk.session.game().rules()) {
                Ok(session) => desk.session = session,
                Err(problem) => desk.say(&format!("error message=\"{problem}\""))?,
            },
            "level" => self.limits = level(line),
            "go" if desk.can_think() => {
                let answer = match desk.think(self.limits) {
                    Ok(searched) => format!("done move={}", searched.best),
                    Err(problem) => format!("error message=\"{problem}\""),
                };
                desk.say(&answer)?;
            }
            "quit" => return Ok(Next::Quit),
            _ => {}
        }
        Ok(Next::GoOn)
    }
}

fn position<G: Notation>(line: &str, rules: G::Rules) -> Result<Session<G>, String> {
    let mut session = match argument(line, "pos") {
        None | Some("start") => Session::new(rules),
        Some(text) => {
            let fen = to_fen(text).ok_or_else(|| format!("not a position: {text}"))?;
            Session::from_position(rules, &fen).map_err(|error| english(&error))?
        }
    };
    for word in argument(line, "moves").unwrap_or_default().split_whitespace() {
        session.play_text(word).map_err(|error| english(&error))?;
    }
    Ok(session)
}

fn level(line: &str) -> Limits {
    let seconds = argument(line, "move-time").and_then(|text| text.parse::<f64>().ok());
    let seconds = seconds.filter(|seconds| (0.0..=86_400.0).contains(seconds));
    Limits {
        depth: argument(line, "depth").and_then(|text| text.parse().ok()),
        nodes: argument(line, "nodes").and_then(|text| text.parse().ok()),
        time: seconds.map(Duration::from_secs_f64),
        simulations: None,
    }
}
