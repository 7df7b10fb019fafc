//! A second, naive reading of network descriptions: every operation as its documentation says it, in double precision,
//! number by number, without any thought of speed.

use damero_nets::{Network, Op, Step, Weights};

/// All outputs of a network for one row of input.
pub(crate) fn evaluate(network: &Network, weights: &Weights, row: &[f32]) -> Vec<Vec<f64>> {
    let tensors = weights.tensors().iter().map(|tensor| widened(tensor));
    evaluate_batch(network, &tensors.collect::<Vec<_>>(), &[row], false).remove(0)
}

/// All outputs for each row of a batch. In training, normalisations go by the batch.
pub(crate) fn evaluate_batch(
    network: &Network,
    tensors: &[Vec<f64>],
    rows: &[&[f32]],
    training: bool,
) -> Vec<Vec<Vec<f64>>> {
    let mut values: Vec<Vec<Vec<f64>>> = Vec::new();
    for row in rows {
        let mut at = 0;
        let inputs = network.description().inputs.iter().map(|input| {
            let len: usize = input.shape.iter().product();
            at += len;
            widened(&row[at - len..at])
        });
        values.push(inputs.collect());
        assert_eq!(at, row.len());
    }
    for step in network.steps() {
        let shapes: Vec<&[usize]> = step.from.iter().map(|&id| network.shape(id)).collect();
        let mut parameters = tensors[step.parameters.clone()].to_vec();
        if training && matches!(step.op, Op::BatchNorm { .. }) {
            let boards: Vec<&[f64]> = values.iter().map(|values| &*values[step.from[0]]).collect();
            let [mean, variance] = statistics(&boards, shapes[0]);
            (parameters[2], parameters[3]) = (mean, variance);
        }
        for values in &mut values {
            let from: Vec<&[f64]> = step.from.iter().map(|&id| &*values[id]).collect();
            let answer = apply(step, &from, &shapes, &parameters);
            let expected: usize = step.shape.iter().product();
            assert_eq!(answer.len(), expected, "{}", step.name);
            values.push(answer);
        }
    }
    let outputs = |values: Vec<Vec<f64>>| network.outputs().map(|(_, id)| values[id].clone()).collect();
    values.into_iter().map(outputs).collect()
}

pub(crate) fn widened(numbers: &[f32]) -> Vec<f64> {
    numbers.iter().map(|&x| f64::from(x)).collect()
}

/// Mean and variance of each channel over a batch.
fn statistics(boards: &[&[f64]], shape: &[usize]) -> [Vec<f64>; 2] {
    let run: usize = shape[1..].iter().product();
    let seen = (boards.len() * run) as f64;
    let by_channel = |of: &dyn Fn(usize, f64) -> f64| -> Vec<f64> {
        let channel = |c: usize| {
            let numbers = boards.iter().flat_map(|board| &board[c * run..(c + 1) * run]);
            numbers.map(|&x| of(c, x)).sum::<f64>() / seen
        };
        (0..shape[0]).map(channel).collect()
    };
    let mean = by_channel(&|_, x| x);
    let variance = by_channel(&|c, x| (x - mean[c]).powi(2));
    [mean, variance]
}

fn apply(step: &Step, from: &[&[f64]], shapes: &[&[usize]], p: &[Vec<f64>]) -> Vec<f64> {
    let x = from[0];
    match &step.op {
        Op::Linear { out, bias } => linear(x, *shapes[0].last().unwrap(), *out, &p[0], bias.then(|| &*p[1])),
        Op::Conv2d { out, kernel, bias } => {
            let &[channels, height, width] = shapes[0] else {
                panic!("a board")
            };
            let mut answer = Vec::new();
            for o in 0..*out {
                for y in 0..height {
                    for z in 0..width {
                        let mut sum = if *bias { p[1][o] } else { 0.0 };
                        for c in 0..channels {
                            for ky in 0..*kernel {
                                for kx in 0..*kernel {
                                    let (row, column) = (y + ky, z + kx);
                                    let pad = kernel / 2;
                                    if row < pad
                                        || column < pad
                                        || row - pad >= height
                                        || column - pad >= width
                                    {
                                        continue;
                                    }
                                    let number = x[(c * height + row - pad) * width + column - pad];
                                    sum += number * p[0][((o * channels + c) * kernel + ky) * kernel + kx];
                                }
                            }
                        }
                        answer.push(sum);
                    }
                }
            }
            answer
        }
        Op::BatchNorm { eps } => {
            let run: usize = shapes[0][1..].iter().product();
            let each = x.iter().enumerate().map(|(i, x)| {
                let c = i / run;
                (x - p[2][c]) / (p[3][c] + f64::from(*eps)).sqrt() * p[0][c] + p[1][c]
            });
            each.collect()
        }
        Op::LayerNorm { eps } => {
            let width = *shapes[0].last().unwrap();
            x.chunks(width)
                .flat_map(|row| {
                    let mean = row.iter().sum::<f64>() / width as f64;
                    let variance = row.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / width as f64;
                    let root = (variance + f64::from(*eps)).sqrt();
                    (0..width).map(move |i| (row[i] - mean) / root * p[0][i] + p[1][i])
                })
                .collect()
        }
        Op::Relu => x.iter().map(|x| x.max(0.0)).collect(),
        Op::Tanh => x.iter().map(|x| x.tanh()).collect(),
        Op::Dropout { .. } | Op::Reshape { .. } | Op::Flatten => x.to_vec(),
        Op::Concat => from.concat(),
        Op::Add => x.iter().zip(from[1]).map(|(a, b)| a + b).collect(),
        Op::AddChannels => {
            let cells = x.len() / from[1].len();
            x.iter()
                .enumerate()
                .map(|(i, x)| x + from[1][i / cells])
                .collect()
        }
        Op::GlobalPool => {
            let channels = x.chunks(x.len() / shapes[0][0]);
            let means = channels
                .clone()
                .map(|cells| cells.iter().sum::<f64>() / cells.len() as f64);
            let most = channels.map(|cells| cells.iter().copied().fold(f64::NEG_INFINITY, f64::max));
            means.chain(most).collect()
        }
        Op::Gather { index } => index.iter().map(|&at| x[at as usize]).collect(),
        Op::Position => x.iter().zip(&p[0]).map(|(a, b)| a + b).collect(),
        Op::Attention { heads } => attention(x, shapes[0][1], *heads, p),
        Op::Mask => x
            .iter()
            .zip(from[1])
            .map(|(a, legal)| a + (legal - 1.0) * 1e9)
            .collect(),
        Op::Dueling => {
            let count = from[2].iter().sum::<f64>().max(1.0);
            let sum: f64 = from[1].iter().zip(from[2]).map(|(a, legal)| a * legal).sum();
            from[1].iter().map(|a| x[0] + a - sum / count).collect()
        }
    }
}

fn linear(x: &[f64], width: usize, out: usize, weight: &[f64], bias: Option<&[f64]>) -> Vec<f64> {
    let mut answer = Vec::new();
    for row in x.chunks(width) {
        for o in 0..out {
            let sum: f64 = (0..width).map(|i| row[i] * weight[o * width + i]).sum();
            answer.push(sum + bias.map_or(0.0, |bias| bias[o]));
        }
    }
    answer
}

fn attention(x: &[f64], width: usize, heads: usize, p: &[Vec<f64>]) -> Vec<f64> {
    let mixed = linear(x, width, 3 * width, &p[0], Some(&p[1]));
    let (tokens, size) = (x.len() / width, width / heads);
    let get = |token: usize, which: usize, i: usize| mixed[token * 3 * width + which * width + i];
    let mut context = vec![0.0; x.len()];
    for head in 0..heads {
        for token in 0..tokens {
            let scores: Vec<f64> = (0..tokens)
                .map(|other| {
                    let dot: f64 = (head * size..(head + 1) * size)
                        .map(|i| get(token, 0, i) * get(other, 1, i))
                        .sum();
                    (dot / (size as f64).sqrt()).exp()
                })
                .collect();
            let total: f64 = scores.iter().sum();
            for i in head * size..(head + 1) * size {
                context[token * width + i] = (0..tokens)
                    .map(|other| scores[other] / total * get(other, 2, i))
                    .sum();
            }
        }
    }
    linear(&context, width, width, &p[2], Some(&p[3]))
}
