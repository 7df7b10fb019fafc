//! Who decides, and a network that decides by its values.

use damero_games::random::{SeededRng, below};
use damero_games::{Encode, Game, MoveBuf};

use super::slot::Slot;
use crate::rng_streams::unit;

/// What a network thinks of positions: one value for each action index, for the player to move.
pub trait Values<G: Encode>: Send {
    /// Replaces `out` by a row of [`Encode::ACTIONS`] values for each position.
    fn values(&mut self, positions: &[&G], out: &mut Vec<f32>);
}

/// Someone who decides in many games at once.
pub trait Policy<G: Game>: Send {
    /// Plays one move in each of these games, none of which is over.
    fn decide(&mut self, slots: &mut [&mut Slot<G>]);
}

impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for Box<P> {
    fn decide(&mut self, slots: &mut [&mut Slot<G>]) {
        (**self).decide(slots);
    }
}

/// A network that plays by its values alone, without search.
#[derive(Debug)]
pub struct NetPolicy<V> {
    /// The network.
    pub values: V,
    /// How evenly it chooses: at zero it plays the best move.
    pub temperature: f32,
    /// How often it plays any move.
    pub epsilon: f32,
    /// Whether one look at the board decides all moves of a turn, as in the Quarto seed.
    pub one_look: bool,
}

impl<G: Encode, V: Values<G>> Policy<G> for NetPolicy<V> {
    fn decide(&mut self, slots: &mut [&mut Slot<G>]) {
        let asked = slots.iter().filter(|slot| slot.held.is_none());
        let positions: Vec<_> = asked.map(|slot| &slot.game).collect();
        let mut rows = Vec::new();
        self.values.values(&positions, &mut rows);
        let mut rows = rows.chunks_exact(G::ACTIONS);
        for slot in slots {
            let held = slot.held.take();
            let Some(values) = held.as_deref().or_else(|| rows.next()) else {
                unreachable!("one row for each position");
            };
            let player = slot.game.turn().player();
            let (m, chosen) = pick(&slot.game, values, self.temperature, self.epsilon, &mut slot.rng);
            let held = (self.one_look && held.is_none()).then(|| values.to_vec());
            slot.play_chosen(m, chosen);
            slot.held = held.filter(|_| slot.game.turn().player() == player);
        }
    }
}

/// The legal move that the values prefer: the best one at temperature zero, else one drawn by softmax over the legal
/// ones alone; with probability `epsilon` any of them. And whether it is the best one.
///
/// # Panics
/// If there are no legal moves.
pub fn pick<G: Encode>(
    game: &G,
    values: &[f32],
    temperature: f32,
    epsilon: f32,
    rng: &mut SeededRng,
) -> (G::Move, bool) {
    let mut legal = MoveBuf::new();
    game.moves(&mut legal);
    assert!(!legal.is_empty(), "a player is to move");
    let mut shares: Vec<f32> = legal.iter().map(|&m| values[game.action_index(m)]).collect();
    let best = (0..shares.len()).fold(0, |best, i| if shares[i] > shares[best] { i } else { best });
    if epsilon > 0.0 && unit(rng) < epsilon {
        let any = below(rng, legal.len() as u32) as usize;
        return (legal[any], any == best);
    }
    if temperature <= 0.0 {
        return (legal[best], true);
    }
    let highest = shares[best];
    for share in &mut shares {
        *share = ((*share - highest) / temperature).exp();
    }
    let mut mark = unit(rng) * shares.iter().sum::<f32>();
    for (n, (&m, share)) in legal.iter().zip(shares).enumerate() {
        mark -= share;
        if mark < 0.0 {
            return (m, n == best);
        }
    }
    (legal[best], true)
}

#[cfg(test)]
mod tests {
    use damero_games::quarto::Quarto;
    use damero_games::random::seeded;

    use super::*;

    #[test]
    fn only_legal_moves_are_picked_and_in_proportion() {
        let mut game = Quarto::start(&Default::default());
        let give = game.action(16 + 3).expect("piece 3 is there");
        game.play_unchecked(give);
        game.play_unchecked(game.action(5).expect("the cell is free"));
        // Now a piece is to be given: cells and piece 3 are no choice, whatever their values.
        let mut values = vec![9.0; 32];
        values[16..].fill(-1.0);
        values[19] = 9.0;
        values[16] = 1.0;
        values[17] = 0.0;
        let mut rng = seeded(3);
        assert_eq!(game.action_index(pick(&game, &values, 0.0, 0.0, &mut rng).0), 16);
        let mut counts = [0; 32];
        for _ in 0..20_000 {
            counts[game.action_index(pick(&game, &values, 1.0, 0.0, &mut rng).0)] += 1;
        }
        assert_eq!(counts[..16], [0; 16]);
        assert_eq!(counts[19], 0);
        let total = 1.0_f64.exp() + 1.0 + 13.0 * (-1.0_f64).exp();
        for (index, value) in [(16, 1.0_f64), (17, 0.0), (18, -1.0)] {
            let expected = 20_000.0 * value.exp() / total;
            let found = f64::from(counts[index]);
            assert!(
                (found - expected).abs() < 5.0 * expected.sqrt(),
                "{index}: {found} {expected}"
            );
        }
        let any = (0..2000).map(|_| game.action_index(pick(&game, &values, 0.0, 1.0, &mut rng).0));
        assert_eq!(any.collect::<std::collections::HashSet<_>>().len(), 15);
    }
}
