//! ChessFive as a [`Game`]: facts, moves, endings.

use std::convert::Infallible;

use rand_core::Rng;

use super::lines::completes_line;
use super::moves::{nth_square, reach};
use super::pieces::{ChessFiveMove, Square};
use super::placement::Placement;
use super::position::{ChessFive, Phase, Status};
use super::rules::ChessFiveRules;
use crate::error::Illegal;
use crate::facts::{Facts, Sound, Spelling};
use crate::game::{Game, Meta, MoveBuf, Turn};
use crate::lang::Text;
use crate::options::{Limit, Repetition};
use crate::outcome::{Ending, Outcome};
use crate::player::{ByPlayer, Player};
use crate::random::below;

impl Game for ChessFive {
    type Rules = ChessFiveRules;
    type Move = ChessFiveMove;
    type Chance = Infallible;

    const META: Meta = Meta {
        id: "chessfive",
        aliases: &["chess-five"],
        name: Text::new("ChessFive", "ChessFive"),
        summary: Text::new(
            "Drop chess pieces, then move them; five in line win.",
            "Suelta piezas de ajedrez y luego muévelas; gana quien alinee cinco.",
        ),
        rules: Text::new(include_str!("rules.en.md"), include_str!("rules.es.md")),
        seats: ByPlayer::new(Text::new("Cyan", "Cian"), Text::new("Magenta", "Magenta")),
        // On an empty board a queen has at most 27 moves, two rooks 28, two bishops 26, two knights 16, a king 8.
        max_moves: 105,
        facts: Facts {
            spelling: Spelling::Capture,
            flips: true,
            sounds: &[("@", Sound::Drop), ("", Sound::Move)],
            ..Facts::USUAL
        },
        lessons: super::lessons::LESSONS,
        ..Meta::BASE
    };

    fn start(rules: &ChessFiveRules) -> Self {
        Self::with_men(
            *rules,
            Placement::default(),
            Player::First,
            Phase::Gravity,
            0,
            false,
        )
    }

    #[inline]
    fn rules(&self) -> &ChessFiveRules {
        &self.rules
    }

    fn max_plies(rules: &ChessFiveRules) -> u32 {
        2 * u32::from(rules.board.pieces()) + u32::from(rules.last_ply())
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.status() {
            Status::Playing => Turn::Player(self.to_move()),
            Status::Line => Turn::Over(Outcome::Win(self.to_move().other())),
            Status::Blocked | Status::Repeated | Status::OutOfPlies => Turn::Over(Outcome::Draw),
        }
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.turn().outcome()?;
        let reason = match self.status() {
            Status::Playing => return None,
            Status::Line => {
                let line = self.rules.board.line();
                text!("{line} in line", "{line} en línea")
            }
            Status::Blocked => Text::new("the side to move has no move", "quien debe jugar no puede mover"),
            Status::Repeated => {
                let times = self.rules.repetition.get().unwrap_or_default();
                text!(
                    "the position has stood {times} times",
                    "la posición se ha dado {times} veces"
                )
            }
            Status::OutOfPlies => {
                let plies = self.plies();
                text!(
                    "plies played in phase Chess: {plies}",
                    "jugadas en la fase de ajedrez: {plies}"
                )
            }
        };
        let truncated = self.status() == Status::OutOfPlies && self.rules.move_limit == Limit::OFF;
        Some(Ending {
            outcome,
            reason,
            truncated,
        })
    }

    /// Drops by kind, then by column; steps by origin, then by destination, squares counted from a1 along the ranks.
    #[inline]
    fn moves(&self, buf: &mut MoveBuf<ChessFiveMove>) {
        buf.clear();
        match (self.status(), self.phase()) {
            (Status::Playing, Phase::Gravity) => {
                let (kinds, count) = self.droppable();
                let landings = self.landings();
                for &kind in &kinds[..count] {
                    let columns = (0..8).map(|file| landings & 0x0101_0101_0101_0101 << file);
                    buf.extend(columns.filter(|&bits| bits != 0).map(|bits| ChessFiveMove::Drop {
                        kind,
                        to: Square::lowest(bits),
                    }));
                }
            }
            (Status::Playing, Phase::Chess) => {
                let (occupied, allowed) = (self.men().occupied(), self.allowed());
                for from in Square::all(self.men().side(self.to_move())) {
                    let kind = self.men().kind_on(from);
                    let targets = reach(kind, from, occupied) & allowed;
                    buf.extend(Square::all(targets).map(|to| ChessFiveMove::Step {
                        kind,
                        from,
                        to,
                        capture: occupied & to.bit() != 0,
                    }));
                }
            }
            _ => {}
        }
    }

    /// By completing a line.
    fn win_at_once(&self, moves: &[ChessFiveMove]) -> Option<ChessFiveMove> {
        let (board, own) = (self.rules().board, self.men().side(self.to_move()));
        let wins = |&m: &ChessFiveMove| match m {
            ChessFiveMove::Drop { to, .. } => {
                self.rules().gravity_win && completes_line(board, own | to.bit(), to)
            }
            ChessFiveMove::Step { from, to, .. } => completes_line(board, own ^ from.bit() | to.bit(), to),
        };
        moves.iter().copied().find(wins)
    }

    #[inline]
    fn count_moves(&self) -> usize {
        match (self.status(), self.phase()) {
            (Status::Playing, Phase::Gravity) => self.droppable().1 * self.landings().count_ones() as usize,
            (Status::Playing, Phase::Chess) => self.steps().count() as usize,
            _ => 0,
        }
    }

    #[inline]
    fn is_legal(&self, m: ChessFiveMove) -> bool {
        if self.status() != Status::Playing {
            return false;
        }
        match (m, self.phase()) {
            (ChessFiveMove::Drop { kind, to }, Phase::Gravity) => {
                self.landings() & to.bit() != 0 && self.may_drop(kind)
            }
            (ChessFiveMove::Step { from, to, .. }, Phase::Chess) => {
                self.destinations(from) & to.bit() != 0 && self.step(from, to) == m
            }
            _ => false,
        }
    }

    fn refuse(&self, m: ChessFiveMove) -> Illegal {
        self.refusal(m)
    }

    #[inline]
    fn play_unchecked(&mut self, m: ChessFiveMove) {
        debug_assert!(self.is_legal(m), "{m} is not legal");
        self.advance(m);
    }

    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R, _: &mut MoveBuf<ChessFiveMove>) -> ChessFiveMove {
        match self.phase() {
            Phase::Gravity => {
                let (kinds, count) = self.droppable();
                let landings = self.landings();
                let n = below(rng, count as u32 * landings.count_ones());
                let column = u64::from(n) / count as u64;
                ChessFiveMove::Drop {
                    kind: kinds[n as usize % count],
                    to: nth_square(landings, column),
                }
            }
            Phase::Chess => {
                let steps = self.steps();
                let (kind, from, to) = steps.nth(below(rng, steps.count()));
                ChessFiveMove::Step {
                    kind,
                    from,
                    to,
                    capture: self.men().occupied() & to.bit() != 0,
                }
            }
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        self.whole_key()
    }

    fn forget_past(&self) -> Self {
        let rules = ChessFiveRules {
            move_limit: Limit::OFF,
            repetition: Repetition::OFF,
            ..self.rules
        };
        let line = self.status() == Status::Line;
        Self::with_men(rules, *self.men(), self.to_move(), self.phase(), 0, line)
    }
}
