//! The two halves against a plain second version of the search, and with many games at once.

use damero_games::checkers::Checkers;
use damero_games::random::seeded;
use damero_games::{Game, GameId, MoveBuf, Player, Turn, Value, with_game};
use damero_search::mcts::{Evaluations, Evaluator, FirstPlay, Options, Root, Search, Selection};
use damero_search::{Agent, Limits, Mcts};

use super::{Opinion, position, simulations};

/// The same search once more: one simulation at a time, positions in the nodes, nodes in boxes.
struct Plain<G: Game> {
    game: G,
    moves: Vec<G::Move>,
    priors: Vec<f32>,
    children: Vec<Option<Box<Self>>>,
    visits: u32,
    total: f64,
    raw: f32,
}

impl<G: Game> Plain<G> {
    fn new(game: G) -> Self {
        let mut moves = MoveBuf::new();
        game.moves(&mut moves);
        let (raw, priors) = match game.turn() {
            Turn::Over(outcome) => (outcome.value().0, Vec::new()),
            _ => Opinion::of(&game),
        };
        let sum: f32 = priors.iter().sum();
        Self {
            children: moves.iter().map(|_| None).collect(),
            priors: priors.iter().map(|prior| prior / sum).collect(),
            moves,
            game,
            visits: 1,
            total: f64::from(raw),
            raw,
        }
    }

    /// A position below the root: a move that must be made is made at once, and what follows is judged instead.
    fn below(game: G) -> Self {
        let mut node = Self::new(game);
        if let [only] = node.moves[..] {
            let mut next = node.game.clone();
            next.play(only).unwrap();
            let child = Self::below(next);
            node.raw = child.raw;
            node.total = f64::from(child.raw);
            node.children[0] = Some(Box::new(child));
        }
        node
    }

    fn mean(&self, player: Player) -> f32 {
        let mean = (self.total / f64::from(self.visits)) as f32;
        if player == Player::First { mean } else { -mean }
    }

    /// Runs a simulation; returns its value for the first player.
    fn simulate(&mut self, cpuct: f32) -> f32 {
        let value = match self.game.turn() {
            Turn::Player(mover) => {
                let bonus = cpuct * (self.visits as f32).sqrt();
                let mut best = (0, f32::NEG_INFINITY);
                for (i, child) in self.children.iter().enumerate() {
                    let score = match child {
                        Some(child) => {
                            child.mean(mover) + bonus * self.priors[i] / (1.0 + child.visits as f32)
                        }
                        None => self.mean(mover) + bonus * self.priors[i],
                    };
                    if score > best.1 {
                        best = (i, score);
                    }
                }
                match &mut self.children[best.0] {
                    Some(child) => child.simulate(cpuct),
                    empty => {
                        let mut next = self.game.clone();
                        next.play(self.moves[best.0]).unwrap();
                        empty.insert(Box::new(Self::below(next))).raw
                    }
                }
            }
            Turn::Chance | Turn::Over(_) => self.raw,
        };
        self.visits += 1;
        self.total += f64::from(value);
        value
    }
}

fn sequential_options() -> Options {
    Options {
        selection: Selection::Puct {
            cpuct: 1.7,
            first_play: FirstPlay::Parent,
        },
        solve: false,
        ..Options::puct()
    }
}

fn equals_the_plain_search<G: Game>() {
    for (i, moves) in [0, 7, 11, 14].into_iter().enumerate() {
        let game: G = position(moves, i as u64);
        let mut plain = Plain::new(game.clone());
        for _ in 0..1_000 {
            plain.simulate(1.7);
        }
        let mut engine = Mcts::new(Opinion, sequential_options());
        engine.think(&game, simulations(1_000).into());
        let search = engine.search().unwrap();
        let visits = |child: &Option<Box<Plain<G>>>| child.as_ref().map_or(0, |child| child.visits);
        let expected: Vec<u32> = plain.children.iter().map(visits).collect();
        let found: Vec<u32> = search.moves().iter().map(|m| m.visits).collect();
        assert_eq!(found, expected, "{game:?}");
        assert_eq!(search.value(), Value(plain.mean(Player::First)));
    }
}

#[test]
fn batches_of_one_equal_a_sequential_search() {
    for &id in GameId::ALL {
        with_game!(id, G => equals_the_plain_search::<G>());
    }
}

#[test]
fn nobody_is_asked_about_moves_that_must_be_made() {
    let mut forced = 0;
    for seed in 0..20 {
        let game: Checkers = position(20, seed);
        let mut search = Search::new(game.clone(), Options::puct());
        let (mut leaves, mut answers) = (Vec::new(), Evaluations::default());
        search.begin(200);
        while !search.is_done() {
            leaves.clear();
            answers.clear();
            search.gather(1, &mut leaves);
            for leaf in leaves.iter().filter(|leaf| **leaf != game) {
                assert_ne!(leaf.count_moves(), 1, "{leaf:?}");
            }
            Opinion.evaluate(&leaves, &mut seeded(1), &mut answers);
            search.apply(&mut answers.iter());
        }
        forced += u64::from(search.nodes() as u64 > search.simulations() + 1);
    }
    assert!(forced > 10, "only {forced} trees met a forced move");
}

fn together_as_alone<G: Game>() {
    let games: Vec<G> = (0..4).map(|i| position(3 * i, u64::from(i))).collect();
    let options = |i| Options {
        seed: i as u64,
        root: if i % 2 == 0 {
            Root::Selection
        } else {
            Root::gumbel(1.0)
        },
        ..Options::puct()
    };
    let mut searches: Vec<Search<G>> = (games.iter().enumerate())
        .map(|(i, game)| Search::new(game.clone(), options(i)))
        .collect();
    let (mut leaves, mut answers) = (Vec::new(), Evaluations::default());
    while searches.iter().any(|search| !search.is_done()) {
        leaves.clear();
        answers.clear();
        for search in &mut searches {
            search.gather(1, &mut leaves);
        }
        Opinion.evaluate(&leaves, &mut seeded(0), &mut answers);
        let mut answers = answers.iter();
        for search in &mut searches {
            search.apply(&mut answers);
        }
        assert_eq!(answers.next(), None, "every evaluation finds its search");
    }
    for (i, (search, game)) in searches.iter().zip(&games).enumerate() {
        let mut alone = Mcts::new(Opinion, options(i));
        alone.think(game, Limits::default().into());
        assert_eq!(search.moves(), alone.search().unwrap().moves(), "{game:?}");
    }
}

#[test]
fn many_games_in_one_batch_are_searched_as_each_alone() {
    for &id in GameId::ALL {
        with_game!(id, G => together_as_alone::<G>());
    }
}
