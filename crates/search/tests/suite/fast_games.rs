//! Ten thousand fast games against a random player, from random positions of every game under all its named rules:
//! every move of the engine goes through the checked `play`.

use damero_games::playout::random_position;
use damero_games::random::{SeededRng, below, seeded};
use damero_games::{Game, GameId, MoveBuf, Player, Rules, Turn, with_game};
use damero_search::mcts::{self, Rollouts};
use damero_search::{Agent, AlphaBeta, AlphaBetaOptions, GreedyAgent, Limits, Mcts, Searchable};

use crate::rulesets::rulesets;

const GAMES: usize = 10_000;

/// How far from the beginning the games start at most; short games start in their first half.
const PLIES: u32 = 40;

/// The engine as games use it, and the players that share its parts, with limits that keep them fast.
fn players<G: Searchable>() -> Vec<(Box<dyn Agent<G>>, Limits)> {
    let engine = || {
        let options = AlphaBetaOptions {
            table_mib: 1,
            ..AlphaBetaOptions::default()
        };
        Box::new(AlphaBeta::new(G::Eval::default(), options))
    };
    let simulations = Limits {
        simulations: Some(4),
        ..Limits::default()
    };
    vec![
        (engine(), Limits::depth(1)),
        (engine(), Limits::nodes(60)),
        (engine(), Limits::depth(2).and(Limits::nodes(300))),
        (engine(), Limits::nodes(1)),
        (
            Box::new(GreedyAgent::new(G::Eval::default(), 1)),
            Limits::default(),
        ),
        (
            Box::new(Mcts::new(Rollouts::default(), mcts::Options::uct())),
            simulations,
        ),
    ]
}

/// Plays on to the end; returns how many moves the agent made.
fn finish<G: Searchable>(
    mut game: G,
    agent: &mut dyn Agent<G>,
    limits: &Limits,
    seat: Player,
    rng: &mut SeededRng,
) -> usize {
    let mut moves = 0;
    agent.new_game();
    loop {
        match game.turn() {
            Turn::Over(_) => return moves,
            Turn::Chance => game.resolve_chance(rng),
            Turn::Player(player) if player == seat => {
                let m = agent.think(&game, (*limits).into()).best;
                if let Err(refusal) = game.play(m) {
                    panic!(
                        "{} with {limits:?} plays {m} in {}: {refusal}",
                        agent.name(),
                        game.position()
                    );
                }
                moves += 1;
            }
            Turn::Player(_) => {
                let m = game.random_move(rng, &mut MoveBuf::new());
                game.play_unchecked(m);
            }
        }
    }
}

/// `games` games under each set of rules; returns how many moves were checked.
fn play_many<G: Searchable>(games: usize, seed: u64) -> usize {
    let mut players = players::<G>();
    let mut rng = seeded(seed);
    let mut moves = 0;
    for rules in rulesets::<G>() {
        let plies = PLIES.min(G::max_plies(&rules) / 2);
        for number in 0..games {
            let start = random_position(G::start(&rules), plies, &mut rng);
            let count = players.len();
            let (agent, limits) = &mut players[number % count];
            let seat = if below(&mut rng, 2) == 0 {
                Player::First
            } else {
                Player::Second
            };
            moves += finish(start, &mut **agent, limits, seat, &mut rng);
        }
    }
    moves
}

#[test]
fn no_illegal_move_in_ten_thousand_fast_games() {
    let rulesets: usize = GameId::ALL
        .iter()
        .map(|&id| with_game!(id, G => <<G as Game>::Rules as Rules>::PRESETS.len()))
        .sum();
    let each = GAMES.div_ceil(rulesets);
    let played = std::thread::scope(|scope| {
        let threads: Vec<_> = GameId::ALL
            .iter()
            .map(|&id| scope.spawn(move || (id, with_game!(id, G => play_many::<G>(each, 7)))))
            .collect();
        let joined = threads
            .into_iter()
            .map(|thread| thread.join().expect("no move was refused"));
        joined.collect::<Vec<_>>()
    });
    for (id, moves) in played {
        println!("{id}: {moves} moves checked");
        let longest = with_game!(id, G => G::max_plies(&Default::default()));
        let usual = 5.min(longest as usize / 6);
        assert!(moves > usual * each, "{id} hardly played");
    }
}
