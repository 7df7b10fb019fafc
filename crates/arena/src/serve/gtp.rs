//! The Go Text Protocol from the side of the engine.

use std::io;
use std::time::Duration;

use damero_games::{MoveBuf, Notation, Player, Session};
use damero_search::Limits;

use super::{Desk, Next, Server, english};
use crate::external::gtp::{colour, word};

/// The protocol.
#[derive(Default)]
pub(super) struct GtpServer {
    time: Option<Duration>,
}

const COMMANDS: [&str; 14] = [
    "boardsize",
    "clear_board",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "showboard",
    "time_settings",
    "undo",
    "version",
];

impl<G: Notation> Server<G> for GtpServer {
    fn answer(&mut self, line: &str, desk: &mut Desk<'_, G>) -> io::Result<Next> {
        let line = line.split('#').next().unwrap_or_default();
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let id = match words.first() {
            None => return Ok(Next::GoOn),
            Some(first) if first.parse::<u64>().is_ok() => words.remove(0),
            Some(_) => "",
        };
        let Some((&command, arguments)) = words.split_first() else {
            return Ok(Next::GoOn);
        };
        let answer = self.obey(command, arguments, desk);
        let (sign, text) = match &answer {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        desk.say(format!("{sign}{id} {text}").trim_end())?;
        desk.say("")?;
        Ok(if command == "quit" { Next::Quit } else { Next::GoOn })
    }
}

impl GtpServer {
    fn obey<G: Notation>(
        &mut self,
        command: &str,
        arguments: &[&str],
        desk: &mut Desk<'_, G>,
    ) -> Result<String, String> {
        let nothing = Ok(String::new());
        match (command, arguments) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok(desk.name.clone()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", [name]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            // The board is what the game says it is.
            ("quit" | "boardsize" | "komi", _) => nothing,
            ("clear_board", _) => {
                desk.session = Session::new(*desk.session.game().rules());
                desk.forget();
                nothing
            }
            ("play", [colour, text]) => {
                take_turn(colour, desk)?;
                desk.session
                    .play_text(text)
                    .map_err(|error| format!("illegal move: {}", english(&error)))?;
                nothing
            }
            ("genmove", [colour]) => {
                take_turn(colour, desk)?;
                let limits = Limits {
                    time: self.time,
                    ..Limits::default()
                };
                let best = desk.think(limits)?.best;
                let text = word(desk.session.game(), best);
                desk.session.play(best).map_err(|error| english(&error))?;
                Ok(text)
            }
            ("undo", _) if desk.session.undo() => nothing,
            ("undo", _) => Err("cannot undo".to_owned()),
            ("showboard", _) => Ok(desk.session.game().position()),
            ("time_settings", [main, extra, stones]) => {
                let number = |text: &str| text.parse::<u64>().map_err(|_| format!("not a number: {text}"));
                let (main, extra, stones) = (number(main)?, number(extra)?, number(stones)?);
                // So many stones in the extra time; a main time alone is spread over a game of forty moves.
                let millis = match extra.saturating_mul(1000).checked_div(stones) {
                    Some(each) if each > 0 => each,
                    _ => main.saturating_mul(1000) / 40,
                };
                // A program that has no time to lose should lose none on the way either.
                self.time = (millis > 0).then(|| Duration::from_millis(millis.saturating_mul(95) / 100));
                nothing
            }
            (known, _) if COMMANDS.contains(&known) => Err(format!("syntax error: {known}")),
            _ => Err("unknown command".to_owned()),
        }
    }
}

/// Makes sure that it is this colour's turn; a compulsory pass that nobody mentioned is played.
fn take_turn<G: Notation>(wanted: &str, desk: &mut Desk<'_, G>) -> Result<(), String> {
    let wanted = wanted.to_lowercase();
    let is = |player: Player| {
        let name = colour::<G>(player);
        name == wanted || name[..1] == wanted
    };
    let Some(player) = Player::ALL.into_iter().find(|&player| is(player)) else {
        return Err(format!("not a colour: {wanted}"));
    };
    for _ in 0..2 {
        match desk.session.game().turn().player() {
            None => return Err("the game is over".to_owned()),
            Some(turn) if turn == player => return Ok(()),
            Some(_) => {
                let mut buf = MoveBuf::new();
                desk.session.game().moves(&mut buf);
                let pass = desk.session.game().read_move("pass").ok();
                if buf.len() != 1 || pass != buf.first().copied() {
                    break;
                }
                desk.session.play(buf[0]).map_err(|error| english(&error))?;
            }
        }
    }
    Err(format!("it is not the turn of {wanted}"))
}
