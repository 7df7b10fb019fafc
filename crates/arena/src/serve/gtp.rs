//! The Go Text Protocol from the side of the engine.

use std::io;
use std::time::Duration;

use damero_games::{Encode, MoveBuf, Notation, Outcome, Player, Session};
use damero_search::Limits;

use super::{Desk, Next, Server, english};
use crate::external::gtp::{colour, word};

/// The protocol.
pub(super) struct GtpServer {
    /// The rows of the board, where it has any; it is what the game says it is, and no other is accepted.
    side: Option<usize>,
    time: Option<Duration>,
}

const COMMANDS: [&str; 17] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "showboard",
    "time_left",
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
    /// The protocol for a game with its board.
    pub(super) fn new<G: Encode>() -> Self {
        let tensors = G::ENCODINGS.iter().flat_map(|encoding| encoding.tensors);
        let side = tensors.filter_map(|tensor| match tensor.shape {
            [_, rows, columns] if rows == columns => Some(*rows),
            _ => None,
        });
        Self {
            side: side.min(),
            time: None,
        }
    }

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
            ("quit" | "komi", _) => nothing,
            ("boardsize", [size]) => match size.parse::<usize>() {
                Ok(size) if self.side.is_none_or(|side| side == size) => nothing,
                _ => Err("unacceptable size".to_owned()),
            },
            ("final_score", _) => final_score(desk.session.game()),
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
            ("genmove" | "reg_genmove", [colour]) => {
                take_turn(colour, desk)?;
                let limits = Limits {
                    time: self.time,
                    ..Limits::default()
                };
                let best = desk.think(limits)?.best;
                let text = word(desk.session.game(), best);
                if command == "reg_genmove" {
                    return Ok(text);
                }
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
            ("time_left", [_, seconds, stones]) => {
                let number = |text: &str| text.parse::<u64>().map_err(|_| format!("not a number: {text}"));
                let (seconds, stones) = (number(seconds)?, number(stones)?);
                // Without stones it is the time for the rest of the game.
                let moves = if stones == 0 { 40 } else { stones };
                let millis = seconds.saturating_mul(950) / moves;
                self.time = Some(Duration::from_millis(millis.max(1)));
                nothing
            }
            (known, _) if COMMANDS.contains(&known) => Err(format!("syntax error: {known}")),
            _ => Err("unknown command".to_owned()),
        }
    }
}

/// The points by which a colour has won, `0` for a draw.
fn final_score<G: Notation>(game: &G) -> Result<String, String> {
    let Some(outcome) = game.turn().outcome() else {
        return Err("cannot score: the game is not over".to_owned());
    };
    let points = game.scores().map(|scores| (scores.first - scores.second).abs());
    Ok(match outcome {
        Outcome::Draw => "0".to_owned(),
        Outcome::Win(player) => {
            let letter = colour::<G>(player)[..1].to_uppercase();
            format!(
                "{letter}+{}",
                points.map_or("1".to_owned(), |points| points.to_string())
            )
        }
    })
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
