//! Games being played side by side, by one mind or by two.

use damero_games::random::SeededRng;
use damero_games::{Game, Player, PovOutcome, Turn};
use serde::{Deserialize, Serialize};

use super::policies::Policy;

/// A game being played.
#[derive(Clone, Debug)]
pub struct Slot<G: Game> {
    /// Where it stands.
    pub game: G,
    /// What was played.
    pub moves: Vec<G::Move>,
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
    pub fn new(rules: &G::Rules, mut rng: SeededRng) -> Self {
        let mut game = G::start(rules);
        game.resolve_chance(&mut rng);
        Self {
            game,
            moves: Vec::new(),
            chosen: Vec::new(),
            rng,
            held: None,
        }
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
        self.game.resolve_chance(&mut self.rng);
    }

    /// Whether somebody has to move.
    #[must_use]
    pub fn is_going(&self) -> bool {
        self.game.turn().player().is_some()
    }
}

/// Plays all games to the end, with one mind on both sides.
pub fn self_play<G: Game>(policy: &mut dyn Policy<G>, slots: &mut [Slot<G>]) {
    loop {
        let mut going: Vec<_> = slots.iter_mut().filter(|slot| slot.is_going()).collect();
        if going.is_empty() {
            return;
        }
        policy.decide(&mut going);
    }
}

/// Plays all games to the end: the first mind has the first seat in games with an even number and the second in the
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

/// Which seat the mind `which` (0 or 1) has in game `n`.
const fn seat(n: usize, which: usize) -> Player {
    if (n + which).is_multiple_of(2) {
        Player::First
    } else {
        Player::Second
    }
}

/// How a contest went for the first mind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// Counts finished games of a [`contest`].
    #[must_use]
    pub fn of<G: Game>(slots: &[Slot<G>]) -> Self {
        let mut tally = Self::default();
        for (n, slot) in slots.iter().enumerate() {
            if let Turn::Over(outcome) = slot.game.turn() {
                match outcome.pov(seat(n, 0)) {
                    PovOutcome::Win => tally.wins += 1,
                    PovOutcome::Draw => tally.draws += 1,
                    PovOutcome::Loss => tally.losses += 1,
                }
            }
        }
        tally
    }

    /// Both counts together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    /// How many games.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Wins and half the draws, as a share of all games; one half when there are none.
    #[must_use]
    pub fn rate(self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// The interval that holds the true rate with 95 % confidence: Wilson's, which is honest near 0 and 1.
    #[must_use]
    pub fn interval(self) -> (f64, f64) {
        let (n, p, z) = (f64::from(self.games().max(1)), self.rate(), 1.96_f64);
        let middle = p + z * z / (2.0 * n);
        let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z * z / n;
        (
            ((middle - half) / scale).max(0.0),
            ((middle + half) / scale).min(1.0),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_and_intervals() {
        let tally = Tally {
            wins: 70,
            draws: 20,
            losses: 10,
        };
        assert_eq!((tally.games(), tally.rate()), (100, 0.8));
        let (low, high) = tally.interval();
        // Wilson's interval for 80 of 100.
        assert!(
            (low - 0.7112).abs() < 1e-3 && (high - 0.8666).abs() < 1e-3,
            "{low} {high}"
        );
        assert_eq!(Tally::default().rate(), 0.5);
        assert_eq!(tally.and(tally).games(), 200);
        let perfect = Tally {
            wins: 400,
            ..Tally::default()
        };
        assert!(perfect.interval().0 > 0.99 && perfect.interval().1 <= 1.0);
    }
}
