//! The state of a game of Azul and how moves and deals change it.

use std::cmp::Ordering;

use rand_core::Rng;

use super::board::{Board, BoardRef, Line};
use super::deal::{Deal, Refusal, Supply};
use super::floor::Floor;
use super::moves::{self, AzulMove, Source, source_bit, target_bit};
use super::rules::AzulRules;
use super::tiles::{LANES, Tiles};
use super::wall::{complete_rows, wall_bonus};
use crate::error::Illegal;
use crate::facts::{Facts, Mistakes, Sound};
use crate::game::{Game, Meta, MoveBuf, Turn};
use crate::lang::Text;
use crate::notation::Notation;
use crate::outcome::{Ending, Outcome};
use crate::player::{ByPlayer, Player};
use crate::random::below;

/// A game of Azul.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Azul {
    /// The five factories, then the centre.
    pub(super) sources: [Tiles; 6],
    /// For each colour the sources that hold it, as the six bits of a lane.
    pub(super) present: u32,
    pub(super) boards: [Board; 2],
    pub(super) bag: Tiles,
    pub(super) lid: Tiles,
    /// The round being played or about to be dealt, from 1.
    pub(super) round: u16,
    pub(super) turn: Turn,
    /// Who is to move; before a deal, who will open; after the end, who moved last.
    pub(super) mover: Player,
    /// Who has taken the marker in this round; `None` while it lies in the centre.
    pub(super) marker: Option<Player>,
    pub(super) rules: AzulRules,
}

impl Azul {
    /// The tiles of a source.
    #[inline]
    #[must_use]
    pub const fn source(&self, source: Source) -> Tiles {
        self.sources[source.index()]
    }

    /// A player's board.
    #[inline]
    #[must_use]
    pub const fn board(&self, player: Player) -> BoardRef<'_> {
        BoardRef(&self.boards[player.index()])
    }

    /// The tiles in the bag.
    #[must_use]
    pub const fn bag(&self) -> Tiles {
        self.bag
    }

    /// The tiles in the lid of the box, which go into the bag when it is empty.
    #[must_use]
    pub const fn lid(&self) -> Tiles {
        self.lid
    }

    /// The player to move; before a deal the one who will open the round, after the end the one who moved last.
    #[inline]
    #[must_use]
    pub const fn mover(&self) -> Player {
        self.mover
    }

    /// Who has taken the first-player marker in this round; `None` while it lies in the centre, and between rounds.
    #[must_use]
    pub const fn marker(&self) -> Option<Player> {
        self.marker
    }

    /// Where each colour lies, see [`present`](Self::present).
    pub(super) fn presence(sources: &[Tiles; 6]) -> u32 {
        let lanes = sources.iter().enumerate();
        lanes.fold(0, |present, (i, tiles)| present | tiles.lanes() << i)
    }

    /// Wall-tiling of both boards, then the end of the game or the next round.
    fn end_round(&mut self) {
        for board in &mut self.boards {
            board.tile_wall(&mut self.lid);
        }
        let finished = self.boards.iter().any(|board| complete_rows(board.wall) != 0);
        if finished || self.round >= self.rules.last_round() {
            for board in &mut self.boards {
                board.score += wall_bonus(board.wall);
            }
            self.turn = Turn::Over(self.outcome());
        } else {
            // A marker that nobody took means five factories of one colour each, so five moves: whoever opened the
            // round also moved last, and opens again.
            self.mover = self.marker.unwrap_or(self.mover);
            self.round += 1;
            self.turn = Turn::Chance;
        }
        self.marker = None;
    }

    /// Who wins if the game ends here: more points, then more complete rows.
    pub(super) fn outcome(&self) -> Outcome {
        let [first, second] = &self.boards;
        let strength = |board: &Board| (board.score, complete_rows(board.wall).count_ones());
        match strength(first).cmp(&strength(second)) {
            Ordering::Greater => Outcome::Win(Player::First),
            Ordering::Equal => Outcome::Draw,
            Ordering::Less => Outcome::Win(Player::Second),
        }
    }

    #[inline]
    fn deal_out(&mut self, deal: &Deal, supply: &Supply) {
        self.sources[..5].copy_from_slice(&deal.factories());
        self.present = Self::presence(&self.sources);
        self.bag = supply.bag;
        self.lid = supply.lid;
        self.turn = Turn::Player(self.mover);
    }

    pub(super) fn factories(&self) -> [Tiles; 5] {
        let [a, b, c, d, e, _] = self.sources;
        [a, b, c, d, e]
    }
}

impl Game for Azul {
    type Rules = AzulRules;
    type Move = AzulMove;
    type Chance = Deal;

    const META: Meta = Meta {
        id: "azul",
        name: Text::new("Azul", "Azul"),
        summary: Text::new(
            "Take tiles of one colour, fill your pattern lines and tile the wall; most points win.",
            "Toma losetas de un color, llena tus líneas y cubre el muro; gana quien sume más puntos.",
        ),
        rules: Text::new(include_str!("rules.en.md"), include_str!("rules.es.md")),
        seats: ByPlayer::new(Text::new("First", "Primero"), Text::new("Second", "Segundo")),
        chance: true,
        rounds: true,
        // Twenty single tiles on the factories, six targets for each.
        max_moves: 120,
        facts: Facts {
            // The points decide, and shared points are a draw by the rules.
            draws_by_agreement: false,
            // The tiles of the next round can turn more than a tenth of a game: the scale is wider.
            mistakes: Mistakes {
                inaccuracy: 0.15,
                mistake: 0.3,
                blunder: 0.5,
            },
            flips: true,
            wide: true,
            sounds: &[("", Sound::Tile)],
            ..Facts::USUAL
        },
        lessons: super::lessons::LESSONS,
        ..Meta::BASE
    };

    fn start(rules: &AzulRules) -> Self {
        let board = Board::new(0, 0, [Line::default(); 5], Floor::default());
        Self {
            sources: [Tiles::NONE; 6],
            present: 0,
            boards: [board.clone(), board],
            bag: Tiles::ALL,
            lid: Tiles::NONE,
            round: 1,
            turn: Turn::Chance,
            mover: rules.first_player.player(),
            marker: None,
            rules: *rules,
        }
    }

    #[inline]
    fn rules(&self) -> &AzulRules {
        &self.rules
    }

    fn max_plies(rules: &AzulRules) -> u32 {
        // A round has twenty tiles and each move takes at least one.
        20 * u32::from(rules.last_round())
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.turn
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.turn.outcome()?;
        if self.boards.iter().any(|board| complete_rows(board.wall) != 0) {
            let reason = Text::new("a row of a wall is complete", "una fila de un muro está completa");
            return Some(Ending::new(outcome, reason));
        }
        let round = self.round;
        let reason = text!(
            "the limit of rounds is reached: {round}",
            "se alcanzó el límite de rondas: {round}"
        );
        Some(Ending::truncated(outcome, reason))
    }

    /// Before a deal the round about to be dealt; the last one when the game is over.
    fn round(&self) -> u16 {
        self.round
    }

    fn scores(&self) -> Option<ByPlayer<i32>> {
        let [first, second] = &self.boards;
        Some(ByPlayer::new(first.score, second.score).map(i32::from))
    }

    /// Ordered by code: factories first, then the centre; by colour; lines from the top, then the floor.
    fn moves(&self, buf: &mut MoveBuf<AzulMove>) {
        buf.clear();
        let open = self.boards[self.mover.index()].open;
        moves::each(self.present, open, |m| buf.push(m));
    }

    #[inline]
    fn count_moves(&self) -> usize {
        moves::count(self.present, self.boards[self.mover.index()].open) as usize
    }

    #[inline]
    fn is_legal(&self, m: AzulMove) -> bool {
        let open = self.boards[self.mover.index()].open;
        self.present & source_bit(m.colour, m.source) != 0 && open & target_bit(m.colour, m.target) != 0
    }

    fn refuse(&self, m: AzulMove) -> Illegal {
        match self.turn {
            Turn::Over(_) => return Illegal::over(),
            Turn::Chance => return Illegal::chance_pending(),
            Turn::Player(_) => {}
        }
        let mut legal = MoveBuf::new();
        self.moves(&mut legal);
        let AzulMove {
            source,
            colour,
            target,
        } = m;
        if self.present & source_bit(colour, source) == 0 {
            let why = match source {
                Source::CENTRE => text!("the centre has no {colour}", "el centro no tiene {colour}"),
                _ => text!(
                    "factory {source} has no {colour}",
                    "la fábrica {source} no tiene {colour}"
                ),
            };
            return Illegal::new("no-such-tile", why, legal.first());
        }
        let instead = legal
            .iter()
            .find(|other| (other.source, other.colour) == (source, colour));
        match self.board(self.mover).line(target.index()) {
            Some((held, fill)) if held == colour && fill as usize > target.index() => {
                let why = text!("line {target} is full", "la línea {target} está llena");
                Illegal::new("line-full", why, instead)
            }
            Some((held, _)) if held != colour => {
                let why = text!(
                    "line {target} already holds {held}",
                    "la línea {target} ya tiene {held}"
                );
                Illegal::new("other-colour", why, instead)
            }
            _ => {
                let why = text!(
                    "row {target} of the wall already has its {colour}",
                    "la fila {target} del muro ya tiene su {colour}"
                );
                Illegal::new("on-the-wall", why, instead)
            }
        }
    }

    #[inline]
    fn play_unchecked(&mut self, m: AzulMove) {
        debug_assert!(self.is_legal(m), "{m} is not legal");
        let AzulMove {
            source,
            colour,
            target,
        } = m;
        let board = &mut self.boards[self.mover.index()];
        let tiles = self.sources[source.index()];
        let rest = tiles.without(colour);
        if source == Source::CENTRE {
            self.sources[5] = rest;
            self.present &= !source_bit(colour, source);
            if self.marker.is_none() {
                self.marker = Some(self.mover);
                board.floor.take_marker();
            }
        } else {
            self.sources[source.index()] = Tiles::NONE;
            self.sources[5] = self.sources[5].and(rest);
            self.present &= !(LANES << source.index());
            self.present |= rest.lanes() << Source::CENTRE.index();
        }
        board.place(colour, tiles.count(colour), target, &mut self.lid);
        if self.present == 0 {
            self.end_round();
        } else {
            self.mover = self.mover.other();
            self.turn = Turn::Player(self.mover);
        }
    }

    /// # Panics
    /// Unless a deal is due.
    fn sample_chance<R: Rng + ?Sized>(&self, rng: &mut R) -> Deal {
        assert_eq!(self.turn, Turn::Chance, "no deal is due");
        Deal::sample(self.bag, self.lid, rng).0
    }

    fn apply_chance(&mut self, deal: &Deal) -> Result<(), Illegal> {
        match self.turn {
            Turn::Over(_) => return Err(Illegal::over()),
            Turn::Player(_) => return Err(Illegal::no_chance_pending()),
            Turn::Chance => {}
        }
        let (rule, why) = match deal.check(self.bag, self.lid) {
            Ok(supply) => {
                self.deal_out(deal, &supply);
                return Ok(());
            }
            Err(Refusal::Missing(colour)) => {
                let why = text!(
                    "there are not so many {colour} to draw",
                    "no hay tantas {colour} para sacar"
                );
                ("not-enough-tiles", why)
            }
            Err(Refusal::BagFirst(colour)) => {
                let why = text!(
                    "the bag still has {colour}, which comes before the tiles of the lid",
                    "la bolsa aún tiene {colour}, que sale antes que las losetas de la tapa"
                );
                ("bag-first", why)
            }
        };
        Err(Illegal::new(rule, why, Some(Deal::example(self.bag, self.lid))))
    }

    /// What is drawn here is possible, so it is not checked again.
    #[inline]
    fn resolve_chance<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        if self.turn == Turn::Chance {
            let (deal, supply) = Deal::sample(self.bag, self.lid, rng);
            self.deal_out(&deal, &supply);
        }
    }

    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R, _: &mut MoveBuf<AzulMove>) -> AzulMove {
        let open = self.boards[self.mover.index()].open;
        moves::nth(self.present, open, below(rng, moves::count(self.present, open)))
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key_of(&self.factories(), [0, 1].map(|i| self.boards[i].floor.bits()))
    }

    /// By way of the setup, so that nothing left over in the packed state goes unnoticed.
    fn key_from_scratch(&self) -> u64 {
        Self::from_setup(&self.rules, &self.setup()).map_or(0, |game| game.key())
    }
}
