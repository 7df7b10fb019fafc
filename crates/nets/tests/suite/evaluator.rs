//! Networks as judges: masks, points of view, batches, and whole searches.

use crate::reference;
use damero_games::azul::Azul;
use damero_games::quarto::{Quarto, QuartoMove};
use damero_games::random::{SeededRng, seeded};
use damero_games::reversi::Reversi;
use damero_games::{Encode, Game, GameId, Player, Rules, Turn, Value, with_game};
use damero_nets::{Architecture, Model, ModelError, NetEvaluator, QValues, Weights};
use damero_search::mcts::{Evaluations, Evaluator};

fn model<G: Encode>(architecture: &str) -> Model {
    let architecture: Architecture = architecture.parse().unwrap();
    let network = architecture.describe::<G>(None).unwrap();
    let weights = Weights::initial(&network, &mut seeded(9));
    Model::new::<G>(network, weights, &Default::default()).unwrap()
}

/// Positions of random games, those before chance events among them.
fn positions<G: Game>(count: usize, rng: &mut SeededRng) -> Vec<G> {
    let mut found = Vec::new();
    let mut moves = Vec::new();
    while found.len() < count {
        let mut game = G::start(&Default::default());
        while found.len() < count && !matches!(game.turn(), Turn::Over(_)) {
            found.push(game.clone());
            match game.turn() {
                Turn::Chance => game.resolve_chance(rng),
                _ => game.play_random(rng, &mut moves),
            }
        }
    }
    found
}

/// The row of input that a network should see.
fn row<G: Encode>(model: &Model, position: &G) -> Vec<f32> {
    let name = &model.network().description().encoding;
    let encoding = G::ENCODINGS.iter().position(|one| one.name == name).unwrap();
    let mut row = vec![0.0; G::ENCODINGS[encoding].len()];
    position.observe(encoding, &mut row);
    if model.network().reads_legal() {
        let mut mask = vec![false; G::ACTIONS];
        position.legal_mask(&mut mask);
        row.extend(mask.iter().map(|&legal| f32::from(u8::from(legal))));
    }
    row
}

fn close(a: f32, b: f64) -> bool {
    (f64::from(a) - b).abs() < 2e-5
}

/// Values and priors are what the naive reading gives, whoever is to move, in batches of any size.
fn check_evaluator<G: Encode>(architecture: &str) {
    let rng = &mut seeded(4);
    let model = model::<G>(architecture);
    let positions: Vec<G> = positions(11, rng);
    let mut evaluator = NetEvaluator::<G>::new(&model, &Default::default(), 4).unwrap();
    let mut answers = Evaluations::default();
    evaluator.evaluate(&positions, rng, &mut answers);
    assert_eq!(answers.len(), positions.len());
    for (position, answer) in positions.iter().zip(answers.iter()) {
        let outputs = reference::evaluate(model.network(), model.weights(), &row(&model, position));
        let seen = answer.value.pov(position.viewer()).0;
        assert!(close(seen, outputs[1][0]), "{seen} {:?}", outputs[1]);
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let weights: Vec<f64> = moves
            .iter()
            .map(|&m| outputs[0][position.action_index(m)].exp())
            .collect();
        let total: f64 = weights.iter().sum();
        assert_eq!(answer.priors.len(), moves.len());
        for (&prior, weight) in answer.priors.iter().zip(weights) {
            assert!(close(prior, weight / total), "{prior} {}", weight / total);
        }
    }
}

#[test]
fn evaluators_agree_with_the_reference_on_every_game() {
    for &game in GameId::ALL {
        with_game!(game, G => {
            check_evaluator::<G>("mlp:24");
            check_evaluator::<G>("resnet:1x8");
        });
    }
    check_evaluator::<Azul>("azul");
}

#[test]
fn the_value_belongs_to_the_player_who_sees_the_position() {
    let model = model::<Reversi>("mlp:16");
    let mut evaluator = NetEvaluator::<Reversi>::new(&model, &Default::default(), 1).unwrap();
    for position in positions::<Reversi>(12, &mut seeded(2)) {
        let mut answers = Evaluations::default();
        evaluator.evaluate(std::slice::from_ref(&position), &mut seeded(1), &mut answers);
        let expected = reference::evaluate(model.network(), model.weights(), &row(&model, &position))[1][0];
        let Value(found) = answers.iter().next().unwrap().value;
        let sign = if position.viewer() == Player::First {
            1.0
        } else {
            -1.0
        };
        assert!(close(found, sign * expected));
    }
}

/// Scores are the network's numbers for the legal actions.
fn check_actions<G: Encode>(architecture: &str) {
    let model = model::<G>(architecture);
    let mut evaluator = QValues::<G>::new(&model, &Default::default(), 3).unwrap();
    let positions: Vec<G> = positions(8, &mut seeded(7));
    let mut seen = 0;
    evaluator.score_all(&positions, |i, moves, scores| {
        let position = &positions[i];
        let outputs = reference::evaluate(model.network(), model.weights(), &row(&model, position)).concat();
        let mut legal = Vec::new();
        position.moves(&mut legal);
        assert_eq!((moves, scores.len()), (&*legal, legal.len()));
        for (&m, score) in moves.iter().zip(scores) {
            assert!(close(score.0, outputs[position.action_index(m)]));
        }
        seen += 1;
    });
    assert_eq!(seen, positions.len());
}

#[test]
fn scores_of_actions_agree_with_the_reference() {
    check_actions::<Quarto>("quarto");
    check_actions::<damero_games::checkers::Checkers>("mlp:16,heads=q");
    check_actions::<damero_games::checkers::Checkers>("resnet:1x8,heads=dueling");
}

#[test]
fn quarto_is_asked_for_the_piece_on_the_board_after_the_placement() {
    let model = model::<Quarto>("quarto");
    let mut evaluator = QValues::<Quarto>::new(&model, &Default::default(), 4).unwrap();
    let mut game = Quarto::start(&Default::default());
    for text in ["0", "a1"] {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let m = moves.iter().find(|m| m.to_string() == text).unwrap_or(&moves[0]);
        game.play(*m).unwrap();
    }
    let (moves, scores) = evaluator.score(&game);
    assert!(moves.iter().all(|m| matches!(m, QuartoMove::Give(_))) && moves.len() == 15);
    let mut observation = vec![0.0; Quarto::ENCODINGS[0].len()];
    game.observe(0, &mut observation);
    assert!(
        observation[256..].iter().all(|&x| x == 0.0),
        "no piece is in hand"
    );
    assert_eq!(
        observation[..256].iter().sum::<f32>(),
        1.0,
        "the piece stands on the board"
    );
    let select = &reference::evaluate(model.network(), model.weights(), &observation)[1];
    for (m, score) in moves.iter().zip(scores) {
        assert!(close(score.0, select[game.action_index(*m) - 16]));
    }
}

#[test]
fn afterstates_are_judged_from_the_view_of_who_moved() {
    let model = model::<Quarto>("mlp:16,heads=value");
    let mut evaluator = QValues::<Quarto>::new(&model, &Default::default(), 5).unwrap();
    let mut finished = 0;
    for seed in 0..6 {
        let rng = &mut seeded(seed);
        // Some of these can be won at once.
        let mut game = positions::<Quarto>(20, rng).pop().unwrap();
        while let Turn::Player(player) = game.turn() {
            let (moves, scores) = evaluator.score(&game);
            for (&m, score) in moves.iter().zip(scores) {
                let mut after = game.clone();
                after.play_unchecked(m);
                let expected = match after.turn() {
                    Turn::Over(outcome) => {
                        finished += 1;
                        f64::from(outcome.value().pov(player).0)
                    }
                    _ => {
                        let seen =
                            reference::evaluate(model.network(), model.weights(), &row(&model, &after))[0][0];
                        if after.viewer() == player { seen } else { -seen }
                    }
                };
                assert!(close(score.0, expected));
            }
            game.play_random(rng, &mut Vec::new());
        }
    }
    assert!(finished > 0, "some moves end the game");
}

#[test]
fn models_that_do_not_answer_are_refused() {
    let quarto = model::<Quarto>("quarto");
    let error = NetEvaluator::<Quarto>::new(&quarto, &Default::default(), 1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the network answers place [16], select [16]; expected policy [32], value [1]"
    );
    let both = model::<Quarto>("mlp:8");
    assert!(matches!(
        QValues::<Quarto>::new(&both, &Default::default(), 1),
        Err(ModelError::Output { .. })
    ));
    let standard = Rules::preset("standard").unwrap();
    assert!(matches!(
        QValues::<Quarto>::new(&quarto, &standard, 1),
        Err(ModelError::Rules { .. })
    ));
    assert!(matches!(
        NetEvaluator::<Reversi>::new(&quarto, &Default::default(), 1),
        Err(ModelError::Game { .. })
    ));
}

#[test]
fn random_games_can_be_judged_to_the_end() {
    // Every position of whole games of chance: nothing panics, all values are within bounds.
    let model = model::<Azul>("mlp:16");
    let mut evaluator = NetEvaluator::<Azul>::new(&model, &Default::default(), 64).unwrap();
    let rng = &mut seeded(3);
    let positions = positions::<Azul>(200, rng);
    assert!(positions.iter().any(|game| game.turn() == Turn::Chance));
    let mut answers = Evaluations::default();
    evaluator.evaluate(&positions, rng, &mut answers);
    for answer in answers.iter() {
        assert!(answer.value.0.abs() <= 1.0);
        let total: f32 = answer.priors.iter().sum();
        assert!(answer.priors.is_empty() || (total - 1.0).abs() < 1e-5);
    }
}
