//! Whole games against random play, and endgames that can be calculated.

use std::cmp::Ordering;

use damero_games::playout::random_game;
use damero_games::quarto::{Quarto, QuartoMove};
use damero_games::random::seeded;
use damero_games::reversi::Reversi;
use damero_games::{ByPlayer, Game, GameId, MoveBuf, Outcome, Player, Session, Turn, with_game};
use damero_search::mcts::{ChanceMode, Options, Rollouts, Root, Search};
use damero_search::{Agent, Blank, Limits, Mcts, Score, minimax};

use super::{Opinion, simulations};

/// Plays a game against random moves; returns the result for the engine.
fn against_random<G: Game>(engine: &mut dyn Agent<G>, seat: Player, limits: &Limits, seed: u64) -> f32 {
    let mut rng = seeded(seed);
    let mut game = G::start(&G::Rules::default());
    engine.new_game();
    loop {
        match game.turn() {
            Turn::Over(outcome) => return outcome.pov(seat).value().0,
            Turn::Chance => game.resolve_chance(&mut rng),
            Turn::Player(player) if player == seat => {
                let searched = engine.think(&game, (*limits).into());
                assert_eq!(searched.pv.first(), Some(&searched.best));
                game.play(searched.best).expect("engines play legal moves");
            }
            Turn::Player(_) => {
                let m = game.random_move(&mut rng, &mut MoveBuf::new());
                game.play_unchecked(m);
            }
        }
    }
}

fn beats_random<G: Game>(games: u64, limits: &Limits, options: Options) -> f32 {
    let mut engine = Mcts::<G, _>::new(Rollouts::default(), options);
    let result = |i| against_random(&mut engine, Player::ALL[i as usize % 2], limits, i);
    (0..games).map(result).sum::<f32>() / games as f32
}

#[test]
fn it_beats_random_play_at_every_game() {
    for &id in GameId::ALL {
        let mean = with_game!(id, G => beats_random::<G>(10, &simulations(100), Options::uct()));
        println!("{id}: mean result {mean}");
        assert!(mean >= 0.6, "{id}: {mean}");
    }
}

#[test]
fn it_beats_random_play_at_reversi_and_quarto_in_forty_games() {
    let reversi = beats_random::<Reversi>(40, &simulations(200), Options::uct());
    let quarto = beats_random::<Quarto>(40, &simulations(200), Options::uct());
    println!("reversi {reversi}, quarto {quarto}");
    assert!(
        reversi >= 0.9 && quarto >= 0.8,
        "reversi {reversi}, quarto {quarto}"
    );
}

#[test]
fn every_kind_of_search_beats_random_play() {
    let kinds = [
        Options {
            batch: 8,
            chance: ChanceMode::WIDEN,
            ..Options::uct()
        },
        Options::puct(),
        Options {
            root: Root::gumbel(1.0),
            chance: ChanceMode::AfterstateSampled,
            ..Options::puct()
        },
    ];
    for options in kinds {
        for &id in GameId::ALL {
            let mean = with_game!(id, G => beats_random::<G>(4, &simulations(100), options));
            assert!(mean >= 0.5, "{id}: {mean} with {options:?}");
        }
    }
}

/// A position of Quarto with five pieces to be placed, if the random game lasts so long.
fn endgame(seed: u64) -> Option<Quarto> {
    let game = random_game(Quarto::start(&Default::default()), &mut seeded(seed)).nth(22)?;
    game.turn().player().map(|_| game)
}

#[test]
fn what_is_won_or_lost_is_proven_and_ends_the_search() {
    let mut decided = ByPlayer::new(0, 0);
    for game in (0..).filter_map(endgame).take(60) {
        let mover = game.turn().player().unwrap();
        let (score, _) = minimax(&Blank, &game, mover, 10);
        let mut engine = Mcts::new(Rollouts::default(), Options::uct());
        let searched = engine.think(&game, simulations(20_000).into());
        let solved = engine.search().unwrap().solved();
        let outcome = match score.cmp(&Score::DRAW) {
            Ordering::Greater => Outcome::Win(mover),
            Ordering::Less => Outcome::Win(mover.other()),
            // A draw may remain unproven: drawn moves are visited like any others.
            Ordering::Equal => {
                assert!(solved.is_none_or(|(outcome, _)| outcome == Outcome::Draw));
                continue;
            }
        };
        let Some((found, plies)) = solved else {
            panic!("{score} is not proven: {game:?}");
        };
        assert_eq!(found, outcome, "{game:?}");
        assert_eq!(searched.score, Some(Score::ended(outcome.pov(mover), plies)));
        assert_eq!(searched.value, Some(outcome.pov(mover).value()));
        assert!(searched.nodes < 20_000, "a proven root ends the search");
        decided[if outcome == Outcome::Win(mover) {
            Player::First
        } else {
            Player::Second
        }] += 1;
    }
    println!("{decided:?}");
    assert!(decided.first >= 3 && decided.second >= 3, "{decided:?}");
}

#[test]
fn a_win_at_once_needs_no_simulation_and_giving_it_away_one() {
    // Three pieces in the first row that have something in common: whoever holds a fourth wins.
    let mut session = Session::<Quarto>::new("standard".parse().unwrap());
    for word in "8 a1 9 b1 10 c1".split_whitespace() {
        session.play_text(word).expect("legal");
    }
    let mut giver = Mcts::new(Opinion, Options::puct());
    giver.think(session.game(), simulations(100).into());
    for given in giver.search().unwrap().moves() {
        let wins = |piece| session.game().board().winning_cells(piece, false) != 0;
        let fits = matches!(given.m, QuartoMove::Give(piece) if wins(piece));
        let lost = given.proven.is_some_and(|score| score < Score::DRAW);
        assert_eq!(lost, fits && given.visits > 0, "{given:?}");
    }
    session.play_text("11").expect("legal");
    let holder = session.game().clone();
    let mover = holder.turn().player().unwrap();
    for root in [Root::Selection, Root::gumbel(1.0)] {
        let options = Options {
            root,
            ..Options::puct()
        };
        let mut search = Search::new(holder.clone(), options);
        assert_eq!(search.solved(), Some((Outcome::Win(mover), 1)));
        assert!(search.is_done());
        assert_eq!(search.choose(0.0).map(|m| m.to_string()), Some("d1".to_owned()));
        // The first empty cell is d1, and nothing else is to be learned.
        assert_eq!(search.policy()[0], 1.0);
    }
}
