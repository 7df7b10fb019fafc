//! Retrograde analysis: working backwards from the ends of the game.
//!
//! Material is taken in an order in which captures and crownings lead to what is already known. Within one pair of
//! material (the same pieces with either side to move) all moves are listed once; then the positions that are won or
//! lost in one ply, in two plies, and so on are found by looking at what their moves lead to. What is never found is a
//! draw.

use std::collections::HashMap;

use damero_games::checkers::{Checkers, CheckersRules};
use damero_games::{Game, MoveBuf, Notation, PovOutcome, Turn, perft::after};

use super::index::{Arrangement, Material};
use super::{MAX_PIECES, Stored, Tables};
use crate::endgames::TableProgress;
use crate::limits::Stop;

/// Builds the tables with up to `pieces` pieces; `None` when stopped.
///
/// # Panics
/// If `pieces` is more than [`MAX_PIECES`].
#[must_use]
pub fn build(
    rules: &CheckersRules,
    pieces: u8,
    stop: &Stop,
    report: &mut dyn FnMut(TableProgress),
) -> Option<Tables> {
    let mut builder = Builder::new(rules, pieces);
    while !builder.is_complete() {
        builder.step(stop, report)?;
    }
    Some(builder.finish())
}

/// Tables being built, one pair of material at a time.
pub struct Builder {
    tables: Tables,
    /// What is still to do, last first.
    rest: Vec<Material>,
    all: usize,
}

impl Builder {
    /// Nothing done yet.
    ///
    /// # Panics
    /// If `pieces` is more than [`MAX_PIECES`].
    #[must_use]
    pub fn new(rules: &CheckersRules, pieces: u8) -> Self {
        let nothing = Tables {
            rules: rules.without_limits(),
            pieces,
            slices: HashMap::new(),
        };
        Self::resume(nothing, pieces)
    }

    /// Goes on from tables that are unfinished, or have fewer pieces.
    ///
    /// # Panics
    /// If `pieces` is more than [`MAX_PIECES`].
    #[must_use]
    pub fn resume(mut tables: Tables, pieces: u8) -> Self {
        assert!(
            pieces <= MAX_PIECES,
            "tables are built for at most {MAX_PIECES} pieces"
        );
        tables.pieces = pieces;
        let order = Material::all(pieces);
        let all = order.iter().map(|material| material.len()).sum();
        tables.slices.retain(|material, _| order.contains(material));
        let rest = order
            .into_iter()
            .rev()
            .filter(|material| !tables.slices.contains_key(material))
            .collect();
        Self { tables, rest, all }
    }

    /// Whether there is nothing left to do.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.rest.is_empty()
    }

    /// What is done so far.
    #[must_use]
    pub const fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The tables, complete or not.
    #[must_use]
    pub fn finish(self) -> Tables {
        self.tables
    }

    /// Solves the next pair; `None` when stopped, and then nothing has changed.
    pub fn step(&mut self, stop: &Stop, report: &mut dyn FnMut(TableProgress)) -> Option<()> {
        let Some(&material) = self.rest.last() else {
            return Some(());
        };
        let mut watch = Watch {
            stop,
            report,
            progress: TableProgress {
                done: self.tables.len(),
                all: self.all,
            },
        };
        let mut pair = Pair::new(&self.tables, material, &mut watch)?;
        pair.solve(stop)?;
        let Pair { here, there } = pair;
        let turned = material.turned();
        if let Some(there) = there {
            self.tables.slices.insert(turned, there.values);
        }
        self.tables.slices.insert(material, here.values);
        self.rest.retain(|&other| other != material && other != turned);
        Some(())
    }
}

/// Those who wait, and may lose patience.
struct Watch<'a> {
    stop: &'a Stop,
    report: &'a mut dyn FnMut(TableProgress),
    progress: TableProgress,
}

impl Watch<'_> {
    /// How often it is told and asked, in positions.
    const INTERVAL: usize = 1 << 15;

    /// Counts a position; `None` when it is enough.
    fn tick(&mut self) -> Option<()> {
        self.progress.done += 1;
        if self.progress.done.is_multiple_of(Self::INTERVAL) {
            (self.report)(self.progress);
            if self.stop.asked() {
                return None;
            }
        }
        Some(())
    }
}

/// What the moves of a position lead to outside of its pair.
#[derive(Clone, Copy)]
struct Outside {
    /// The quickest loss of the enemy, as stored; the largest number when there is none.
    loss: Stored,
    /// The slowest win of the enemy; 0 when there is none.
    win: Stored,
    /// A draw, or nothing that could ever be decided.
    open: bool,
}

/// The positions of one material with the side to move first in it.
struct Side {
    values: Vec<Stored>,
    outside: Vec<Outside>,
    /// `targets[starts[i]..starts[i + 1]]` are the positions of the other side that position `i` leads to.
    starts: Vec<u32>,
    targets: Vec<u32>,
    /// Positions not yet decided.
    open: Vec<u32>,
}

/// A material with either side to move; one side is enough when both have the same.
struct Pair {
    here: Side,
    there: Option<Side>,
}

impl Pair {
    fn new(tables: &Tables, material: Material, watch: &mut Watch<'_>) -> Option<Self> {
        let turned = material.turned();
        let here = Side::new(tables, material, watch)?;
        let there = if turned == material {
            None
        } else {
            Some(Side::new(tables, turned, watch)?)
        };
        Some(Self { here, there })
    }

    /// Decides positions at growing distance from the end, until a distance brings nothing new.
    fn solve(&mut self, stop: &Stop) -> Option<()> {
        let mut farthest = self.farthest();
        let mut distance = 1;
        while distance <= farthest && distance < Stored::MAX - 1 {
            if stop.asked() {
                return None;
            }
            let Self { here, there } = self;
            let found = match there {
                None => {
                    let found = here.decide(&here.values, distance);
                    here.enter(&found)
                }
                Some(there) => {
                    let mine = here.decide(&there.values, distance);
                    let theirs = there.decide(&here.values, distance);
                    here.enter(&mine) | there.enter(&theirs)
                }
            };
            if found {
                farthest = farthest.max(distance + 1);
            }
            distance += 1;
        }
        Some(())
    }

    /// The largest distance that is known before the pair is solved.
    fn farthest(&self) -> Stored {
        let sides = std::iter::once(&self.here).chain(&self.there);
        sides.map(Side::farthest).max().unwrap_or(0)
    }
}

impl Side {
    fn new(tables: &Tables, material: Material, watch: &mut Watch<'_>) -> Option<Self> {
        let mut side = Self {
            values: Vec::new(),
            outside: Vec::new(),
            starts: vec![0],
            targets: Vec::new(),
            open: Vec::new(),
        };
        let mut buf = MoveBuf::new();
        for arrangement in material.arrangements() {
            side.add(tables, material, arrangement, &mut buf);
            watch.tick()?;
        }
        Some(side)
    }

    /// Lists the moves of the next position.
    fn add(
        &mut self,
        tables: &Tables,
        material: Material,
        arrangement: Option<Arrangement>,
        buf: &mut MoveBuf<<Checkers as Game>::Move>,
    ) {
        let mut value = 0;
        let mut outside = Outside {
            loss: Stored::MAX,
            win: 0,
            open: false,
        };
        let position = arrangement.and_then(|seen| Checkers::from_setup(&tables.rules, &seen.setup()).ok());
        match position.as_ref().map(|game| (game, game.turn())) {
            // No such position, or a block of both sides: never decided.
            None => outside.open = true,
            Some((game, Turn::Over(outcome))) => match outcome.pov(game.to_move()) {
                PovOutcome::Loss => value = 1,
                PovOutcome::Draw | PovOutcome::Win => outside.open = true,
            },
            Some((game, _)) => {
                game.moves(buf);
                for &m in &*buf {
                    self.add_move(tables, material, &after(game, m), &mut outside);
                }
                self.open.push(self.values.len() as u32);
            }
        }
        self.values.push(value);
        self.outside.push(outside);
        self.starts.push(self.targets.len() as u32);
    }

    fn add_move(&mut self, tables: &Tables, material: Material, next: &Checkers, outside: &mut Outside) {
        let seen = Arrangement::of(&next.setup());
        let stored = match next.turn() {
            Turn::Over(outcome) if outcome.pov(next.to_move()) == PovOutcome::Loss => 1,
            Turn::Over(_) => 0,
            _ if seen.material() == material.turned() => {
                self.targets.push(seen.index() as u32);
                return;
            }
            _ => tables
                .slices
                .get(&seen.material())
                .map_or(0, |slice| slice[seen.index()]),
        };
        match stored {
            0 => outside.open = true,
            _ if stored.is_multiple_of(2) => outside.win = outside.win.max(stored),
            _ => outside.loss = outside.loss.min(stored),
        }
    }

    fn farthest(&self) -> Stored {
        let losses = self
            .outside
            .iter()
            .map(|outside| outside.loss)
            .filter(|&loss| loss < Stored::MAX);
        let wins = self.outside.iter().map(|outside| outside.win);
        losses
            .chain(wins)
            .chain(self.values.iter().copied())
            .max()
            .unwrap_or(0)
    }

    /// The open positions that are decided at one more than `distance`, and those that stay open.
    fn decide(&self, enemy: &[Stored], distance: Stored) -> Decided {
        let mut decided = Decided {
            value: distance + 1,
            positions: Vec::new(),
            open: Vec::new(),
        };
        for &i in &self.open {
            let place = i as usize;
            let mut all = self.outside[place];
            for &target in &self.targets[self.starts[place] as usize..self.starts[place + 1] as usize] {
                match enemy[target as usize] {
                    0 => all.open = true,
                    stored if stored.is_multiple_of(2) => all.win = all.win.max(stored),
                    stored => all.loss = all.loss.min(stored),
                }
            }
            let won = all.loss == distance;
            let lost = all.loss == Stored::MAX && !all.open && all.win == distance;
            if won || lost {
                decided.positions.push(i);
            } else {
                decided.open.push(i);
            }
        }
        decided
    }

    /// Enters what was decided; false when it was nothing.
    fn enter(&mut self, decided: &Decided) -> bool {
        for &i in &decided.positions {
            self.values[i as usize] = decided.value;
        }
        self.open.clone_from(&decided.open);
        !decided.positions.is_empty()
    }
}

struct Decided {
    value: Stored,
    positions: Vec<u32>,
    open: Vec<u32>,
}
