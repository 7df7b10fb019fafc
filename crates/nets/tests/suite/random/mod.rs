//! Networks, weights and inputs for tests.

use damero_games::GameId;
use damero_games::random::{SeededRng, below, seeded};
use damero_nets::{Architecture, Builder, LEGAL, Network, Op, Weights};
use rand_core::Rng;

/// A number between -1 and 1.
fn number(rng: &mut SeededRng) -> f32 {
    (rng.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0
}

/// Weights as training would leave them: nothing is exactly zero or one any more.
pub(crate) fn trained(network: &Network, rng: &mut SeededRng) -> Weights {
    let mut tensors = Weights::initial(network, rng).tensors().to_vec();
    for (parameter, tensor) in network.parameters().iter().zip(&mut tensors) {
        for x in tensor {
            *x = match parameter.role {
                "running_var" => 1.0 + 0.5 * number(rng),
                _ => *x + 0.05 * number(rng),
            };
        }
    }
    Weights::new(network, tensors).unwrap()
}

/// Inputs such as games have them: many zeros and ones.
pub(crate) fn row(network: &Network, rng: &mut SeededRng) -> Vec<f32> {
    let mut row = Vec::new();
    for input in &network.description().inputs {
        for _ in 0..input.shape.iter().product() {
            row.push(match below(rng, 3) {
                1 => 1.0,
                2 if input.name != LEGAL => number(rng),
                _ => 0.0,
            });
        }
    }
    row
}

/// A network by its name.
pub(crate) fn describe(game: GameId, architecture: &str) -> Network {
    let architecture: Architecture = architecture.parse().unwrap();
    architecture.describe_for(game, None).unwrap()
}

/// Networks that nobody would train, in which every operation meets every layout.
pub(crate) fn strange(seed: u64) -> Network {
    let rng = &mut seeded(seed);
    let mut b = Builder::new::<damero_games::chessfive::ChessFive>("strange", None).unwrap();
    let legal = b.legal(5);
    let mut boards = vec!["board".to_owned()];
    let mut lists = vec!["counts".to_owned()];
    let pick = |list: &[String], rng: &mut SeededRng| list[below(rng, list.len() as u32) as usize].clone();
    for i in 0..8 {
        let x = pick(&boards, rng);
        let name = format!("board{i}");
        let x = match below(rng, 9) {
            0 => b.node(&name, Op::Relu, &[&x]),
            1 => b.node(&name, Op::Tanh, &[&x]),
            2 => b.node(&name, Op::BatchNorm { eps: 1e-3 }, &[&x]),
            3 => b.node(&name, Op::Position, &[&x]),
            4 => b.node(&name, Op::Concat, &[&x, &pick(&boards, rng)]),
            5 => b.node(&name, Op::Dropout { p: 0.5 }, &[&x]),
            6 => {
                // The channels are not known here: those of a convolution are.
                let out = 1 + below(rng, 40) as usize;
                let x = b.conv(format!("told{i}"), &x, out, 1);
                let pooled = b.node(format!("pooled{i}"), Op::GlobalPool, &[&pick(&boards, rng)]);
                lists.push(pooled.clone());
                let list = b.linear(format!("list{i}"), &pooled, out);
                let sum = b.node(&name, Op::AddChannels, &[&x, &list]);
                match below(rng, 2) {
                    0 => b.relu(&sum),
                    _ => sum,
                }
            }
            n => {
                let kernel = [1, 3, 5][below(rng, 3) as usize];
                // Some are convolved by tiles, which takes whole registers of channels.
                let out = [32, 48, 1 + below(rng, 40) as usize][below(rng, 3) as usize];
                let x = b.node(
                    &name,
                    Op::Conv2d {
                        out,
                        kernel,
                        bias: n == 7,
                    },
                    &[&x],
                );
                match below(rng, 4) {
                    0 => {
                        let other = b.conv(format!("other{i}"), &pick(&boards, rng), out, 3);
                        let sum = b.node(format!("sum{i}"), Op::Add, &[&x, &other]);
                        b.relu(&sum)
                    }
                    1 => b.node(format!("norm{i}"), Op::BatchNorm { eps: 1e-5 }, &[&x]),
                    2 => b.relu(&x),
                    _ => x,
                }
            }
        };
        boards.push(x);
    }
    for i in 0..4 {
        let x = pick(&boards, rng);
        let x = b.node(format!("flat{i}"), Op::Flatten, &[&x]);
        lists.push(b.node(
            format!("small{i}"),
            Op::Linear {
                out: 1 + below(rng, 30) as usize,
                bias: i % 2 == 0,
            },
            &[&x],
        ));
        let index = (0..1 + below(rng, 70)).map(|_| below(rng, 64)).collect();
        lists.push(b.node(format!("picked{i}"), Op::Gather { index }, &[&pick(&boards, rng)]));
        let (a, c) = (pick(&lists, rng), pick(&lists, rng));
        let joined = b.node(format!("joined{i}"), Op::Concat, &[&a, &c, &x]);
        let norm = b.node(format!("layer_norm{i}"), Op::LayerNorm { eps: 1e-5 }, &[&joined]);
        let tokens = b.linear(format!("tokens{i}"), &norm, 24);
        let tokens = b.node(
            format!("shaped{i}"),
            Op::Reshape { shape: vec![3, 8] },
            &[&tokens],
        );
        let tokens = b.node(format!("attention{i}"), Op::Attention { heads: 2 }, &[&tokens]);
        let tokens = b.node(format!("by_token{i}"), Op::BatchNorm { eps: 1e-5 }, &[&tokens]);
        lists.push(b.flatten(&tokens));
    }
    let x = pick(&lists, rng);
    let y = pick(&lists, rng);
    let value = b.linear("value", &x, 1);
    let advantage = b.linear("advantage", &y, 5);
    let masked = b.node("masked", Op::Mask, &[&advantage, &legal]);
    let q = b.node("q", Op::Dueling, &[&value, &advantage, &legal]);
    b.output("board", &pick(&boards, rng));
    b.output("list", &pick(&lists, rng));
    b.output("value", &value);
    b.output("masked", &masked);
    b.output("q", &q);
    b.finish().unwrap()
}
