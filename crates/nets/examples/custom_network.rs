//! A network of one's own: described layer by layer, given first weights, saved, loaded, and asked by a tree search.
//!
//! ```console
//! cargo run --release -p damero-nets --example custom_network
//! ```

use damero_games::quarto::Quarto;
use damero_games::random::seeded;
use damero_games::{Encode, Game};
use damero_nets::{Builder, Model, NetEvaluator, Weights};
use damero_search::mcts::{Mcts, Options};
use damero_search::{Agent, Limits};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut b = Builder::new::<Quarto>("one hidden layer", None)?;
    let inputs: Vec<String> = b.inputs().iter().map(|input| input.name.clone()).collect();
    let flat: Vec<String> = inputs.iter().map(|name| b.flatten(name)).collect();
    let flat: Vec<&str> = flat.iter().map(String::as_str).collect();
    let all = b.node("all", damero_nets::Op::Concat, &flat);
    let hidden = b.linear("hidden", &all, 64);
    let hidden = b.relu(&hidden);
    let policy = b.linear("policy_out", &hidden, Quarto::ACTIONS);
    b.output("policy", &policy);
    let value = b.linear("value_out", &hidden, 1);
    let value = b.tanh(&value);
    b.output("value", &value);
    let network = b.finish()?;
    println!("{} trainable numbers", network.trainable());

    let rules = Default::default();
    let weights = Weights::initial(&network, &mut seeded(1));
    let model = Model::new::<Quarto>(network, weights, &rules)?;
    let model = Model::from_bytes(&model.to_bytes())?;

    let game = Quarto::start(&rules);
    let mut tree = Mcts::new(NetEvaluator::new(&model, &rules, 1)?, Options::puct());
    let limits = Limits {
        simulations: Some(100),
        ..Limits::default()
    };
    let result = tree.think(&game, limits.into());
    println!("untrained, it would give {}", result.best);
    assert!(game.is_legal(result.best));
    Ok(())
}

#[test]
fn it_runs() {
    main().expect("it plays");
}
