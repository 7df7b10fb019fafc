//! Games being played side by side, by one policy or by two.

use damero_arena::stats::{Points, Tally};
use damero_games::random::SeededRng;
use damero_games::record::Event;
use damero_games::{Game, Player, PovOutcome, Turn};
use rayon::ThreadPool;

use super::policies::Policy;
use super::threads::in_groups;
use crate::LearnError;

/// A game being played.
#[derive(Clone, Debug)]
pub struct Slot<G: Game> {
    /// Where it stands.
    pub game: G,
    /// What was played.
    pub moves: Vec<G::Move>,
    /// What chance decided, each with the number of moves before it.
    pub drawn: Vec<(usize, G::Chance)>,
    /// For each of them whether whoever played it held it for the best.
    pub chosen: Vec<bool>,
    /// What is left to chance in it.
    pub rng: SeededRng,
    /// Values seen at an earlier decision that also decide the next one.
    pub held: Option<Vec<f32>>,
}

impl<G: Game> Slot<G> {
    /// A game at its start.
    #[must_use]
    pub fn new(rules: &G::Rules, rng: SeededRng) -> Self {
        let mut slot = Self {
            game: G::start(rules),
            moves: Vec::new(),
            drawn: Vec::new(),
            chosen: Vec::new(),
            rng,
            held: None,
        };
        slot.draw();
        slot
    }

    /// Plays a legal move held for the best, and the chance events that follow it.
    pub fn play(&mut self, m: G::Move) {
        self.play_chosen(m, true);
    }

    /// Plays a legal move, saying whether it is held for the best, and the chance events that follow it.
    pub fn play_chosen(&mut self, m: G::Move, chosen: bool) {
        self.game.play_unchecked(m);
        self.moves.push(m);
        self.chosen.push(chosen);
        self.draw();
    }

    /// Lets chance decide, if it is to.
    fn draw(&mut self) {
        if self.game.turn() == Turn::Chance {
            let event = self.game.sample_chance(&mut self.rng);
            let applied = self.game.apply_chance(&event);
            applied.expect("what was drawn here can happen");
            self.drawn.push((self.moves.len(), event));
        }
    }

    /// Plays it again from the beginning: `visit` sees every event with the position before it. Gives the last position.
    pub fn replay(&self, rules: &G::Rules, mut visit: impl FnMut(&G, &Event<G>)) -> G {
        let mut game = G::start(rules);
        for event in self.events() {
            visit(&game, &event);
            match event {
                Event::Move(m) => game.play_unchecked(m),
                Event::Chance(event) => game.apply_chance(&event).expect("it happened"),
            }
        }
        game
    }

    /// Everything that happened, in order.
    #[must_use]
    pub fn events(&self) -> Vec<Event<G>> {
        let mut drawn = self.drawn.iter().peekable();
        let mut events = Vec::with_capacity(self.moves.len() + self.drawn.len());
        for n in 0..=self.moves.len() {
            let due = drawn.next_if(|(at, _)| *at == n);
            events.extend(due.map(|(_, event)| Event::Chance(event.clone())));
            events.extend(self.moves.get(n).map(|&m| Event::Move(m)));
        }
        events
    }

    /// Whether somebody has to move.
    #[must_use]
    pub fn is_going(&self) -> bool {
        self.game.turn().player().is_some()
    }
}

/// Plays all games to the end, with one policy on both sides.
pub fn self_play<G: Game>(policy: &mut dyn Policy<G>, slots: &mut [Slot<G>]) {
    loop {
        let mut going: Vec<_> = slots.iter_mut().filter(|slot| slot.is_going()).collect();
        if going.is_empty() {
            return;
        }
        policy.decide(&mut going);
    }
}

/// Plays all games to the end: the first policy has the first seat in games with an even number and the second in the
/// others.
pub fn contest<G: Game>(policies: [&mut dyn Policy<G>; 2], slots: &mut [Slot<G>]) {
    let [one, other] = policies;
    loop {
        let mut going = false;
        for (which, policy) in [&mut *one, &mut *other].into_iter().enumerate() {
            let mine = slots.iter_mut().enumerate().filter(|(n, slot)| {
                let turn = slot.game.turn().player();
                turn.is_some_and(|player| seat(*n, which) == player)
            });
            let mut mine: Vec<_> = mine.map(|(_, slot)| slot).collect();
            if !mine.is_empty() {
                going = true;
                policy.decide(&mut mine);
            }
        }
        if !going {
            return;
        }
    }
}

/// Which seat the policy `which` (0 or 1) has in game `n`.
const fn seat(n: usize, which: usize) -> Player {
    if (n + which).is_multiple_of(2) {
        Player::First
    } else {
        Player::Second
    }
}

/// Plays all games of a [`contest`] on the threads of the pool, in groups of an even size, so that seats alternate
/// through. `make` gives each thread its two policies.
///
/// # Errors
/// If a policy cannot be made.
pub fn contests<G: Game, P: Policy<G>, Q: Policy<G>>(
    pool: &ThreadPool,
    slots: &mut [Slot<G>],
    group: usize,
    make: impl Fn() -> Result<(P, Q), LearnError> + Sync + Send,
) -> Result<(), LearnError> {
    debug_assert!(group.is_multiple_of(2));
    let played = in_groups(pool, slots, group, make, |policies, _, slots| {
        let policies = policies.as_mut();
        policies
            .map(|(one, other)| contest([one, other], slots))
            .map_err(|error| LearnError::Refused(error.text()))
    });
    played.into_iter().collect()
}

/// The results of a finished [`contest`], as its first policy sees them.
fn results<G: Game>(slots: &[Slot<G>]) -> impl Iterator<Item = PovOutcome> {
    let outcomes = slots.iter().enumerate();
    outcomes.filter_map(|(n, slot)| Some(slot.game.turn().outcome()?.pov(seat(n, 0))))
}

/// How a contest went for the first policy.
#[must_use]
pub fn tally<G: Game>(slots: &[Slot<G>]) -> Tally {
    let mut tally = Tally::default();
    results(slots).for_each(|result| tally.count(result));
    tally
}

/// How a contest went whose games begin alike by twos.
#[must_use]
pub fn tally_pairs<G: Game>(slots: &[Slot<G>]) -> Tally {
    let mut tally = Tally::default();
    let results: Vec<_> = results(slots).collect();
    for pair in results.chunks(2) {
        match *pair {
            [one, other] => tally.add_pair(one, other),
            _ => pair.iter().for_each(|&result| tally.count(result)),
        }
    }
    tally
}

/// The points of the first policy and of the other, in games that keep points.
#[must_use]
pub fn points<G: Game>(slots: &[Slot<G>]) -> Option<Points> {
    let scores = slots.iter().enumerate().filter_map(|(n, slot)| {
        let (scores, own) = (slot.game.scores()?, seat(n, 0));
        Some((f64::from(scores[own]), f64::from(scores[own.other()])))
    });
    Points::of_scores(&scores.collect::<Vec<_>>())
}
