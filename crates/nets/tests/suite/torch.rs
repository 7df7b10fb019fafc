//! What `PyTorch` computes when it trains small networks, written down by `torch/reference.py`: answers, gradients, running
//! statistics and the losses of a hundred steps.

use std::fs;
use std::path::Path;

use damero_nets::{AdamW, AdamWConfig, Description, Network, Parameters, TrainingPlan, Weights};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    description: Description,
    weights: Vec<Tensor>,
    batch: usize,
    rows: Vec<f32>,
    targets: Vec<Vec<f32>>,
    losses_kind: Vec<Kind>,
    outputs: Vec<Vec<f64>>,
    gradients: Vec<Option<Tensor>>,
    running: Vec<Vec<f64>>,
    optimiser: Settings,
    losses: Vec<f64>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Tensor {
    Listed(Vec<f64>),
    /// Numbers of a sine: how many, the phase, the scale.
    Sine {
        sin: (usize, f64, f64),
    },
    Sampled {
        sum: f64,
        abs_sum: f64,
        samples: Vec<(usize, f64)>,
    },
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Mse,
    CrossEntropy,
}

#[derive(Deserialize)]
struct Settings {
    lr: f64,
    beta1: f64,
    beta2: f64,
    eps: f64,
    weight_decay: f64,
    amsgrad: bool,
    max_norm: f32,
}

impl Tensor {
    fn numbers(&self) -> Vec<f32> {
        match self {
            Self::Listed(numbers) => numbers.iter().map(|&x| x as f32).collect(),
            &Self::Sine {
                sin: (count, phase, scale),
            } => (0..count)
                .map(|i| ((i as f64 * 0.7 + phase).sin() * scale) as f32)
                .collect(),
            Self::Sampled { .. } => panic!("only gradients are sampled"),
        }
    }
}

/// The loss of one output, which sets its gradient.
fn loss(plan: &mut TrainingPlan, output: usize, kind: Kind, targets: &[f32], batch: usize) -> f64 {
    let len = targets.len() / batch;
    let mut targets = targets.chunks_exact(len);
    let mut total = 0.0;
    plan.set_gradient(output, |answer, slope| {
        let targets = targets.next().expect("as many targets as positions");
        match kind {
            Kind::Mse => {
                let count = (batch * len) as f32;
                for ((slope, x), target) in slope.iter_mut().zip(answer).zip(targets) {
                    *slope = 2.0 * (x - target) / count;
                    total += f64::from((x - target) * (x - target) / count);
                }
            }
            Kind::CrossEntropy => {
                let most = answer.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let sum: f32 = answer.iter().map(|x| (x - most).exp()).sum();
                for ((slope, x), target) in slope.iter_mut().zip(answer).zip(targets) {
                    let log = x - most - sum.ln();
                    *slope = (log.exp() - target) / batch as f32;
                    if *target > 0.0 {
                        total -= f64::from(target * log) / batch as f64;
                    }
                }
            }
        }
    });
    total
}

fn close(found: f64, expected: f64, allowed: f64, what: &str) {
    assert!(
        (found - expected).abs() <= allowed,
        "{what}: {found}, expected {expected}"
    );
}

fn check(path: &Path) {
    let name = path.display();
    let case: Case =
        serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap_or_else(|e| panic!("{name}: {e}"));
    let network = Network::new(case.description).unwrap();
    let tensors = case.weights.iter().map(Tensor::numbers).collect();
    let mut parameters = Parameters::new(&network, &Weights::new(&network, tensors).unwrap());
    let mut plan = TrainingPlan::new(&network, case.batch);
    let mut gradient = vec![0.0; network.trainable()];
    let Settings {
        lr,
        beta1,
        beta2,
        eps,
        weight_decay,
        amsgrad,
        max_norm,
    } = case.optimiser;
    let config = AdamWConfig {
        beta1,
        beta2,
        epsilon: eps,
        weight_decay,
        amsgrad,
    };
    let mut optimiser = AdamW::new(config, network.trainable());
    for (step, &expected) in case.losses.iter().enumerate() {
        plan.forward(&mut parameters, &case.rows, &mut || 1.0);
        let parts = case.losses_kind.iter().zip(&case.targets).enumerate();
        let total: f64 = parts
            .map(|(n, (&kind, targets))| loss(&mut plan, n, kind, targets, case.batch))
            .sum();
        // Differences of single precision grow from step to step.
        close(
            total,
            expected,
            (1e-5 + 2e-4 * step as f64 / 100.0) * expected.max(0.1),
            &format!("{name}: loss {step}"),
        );
        plan.backward(&parameters, &mut gradient);
        if step == 0 {
            for (n, outputs) in case.outputs.iter().enumerate() {
                for (&found, &expected) in plan.outputs(n).iter().zip(outputs) {
                    close(
                        f64::from(found),
                        expected,
                        1e-4 * expected.abs().max(1.0),
                        &format!("{name}: output {n}"),
                    );
                }
            }
            for (found, expected) in parameters.running().iter().zip(case.running.iter().flatten()) {
                close(
                    f64::from(*found),
                    *expected,
                    1e-5,
                    &format!("{name}: running statistics"),
                );
            }
            compare_gradients(&network, &gradient, &case.gradients, &name.to_string());
        }
        optimiser.step(lr, max_norm, parameters.trainable_mut(), &gradient);
    }
}

fn compare_gradients(network: &Network, gradient: &[f32], expected: &[Option<Tensor>], name: &str) {
    let mut first = 0;
    let trainable = network
        .parameters()
        .iter()
        .filter(|parameter| parameter.trainable);
    for (parameter, expected) in trainable.zip(expected) {
        let found: Vec<f64> = gradient[first..][..parameter.len()]
            .iter()
            .map(|&x| f64::from(x))
            .collect();
        first += parameter.len();
        let most = found.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let what = format!("{name}: gradient of {}", parameter.name);
        let allowed = 1e-6 + 1e-4 * most;
        match expected {
            None => assert!(found.iter().all(|&x| x == 0.0), "{what}: not reached by the loss"),
            Some(Tensor::Listed(expected)) => {
                assert_eq!(found.len(), expected.len(), "{what}");
                for (found, expected) in found.iter().zip(expected) {
                    close(*found, *expected, allowed, &what);
                }
            }
            Some(Tensor::Sampled {
                sum,
                abs_sum,
                samples,
            }) => {
                let count = found.len() as f64;
                close(found.iter().sum(), *sum, allowed * count.sqrt(), &what);
                close(
                    found.iter().map(|x| x.abs()).sum(),
                    *abs_sum,
                    allowed * count,
                    &what,
                );
                for &(at, expected) in samples {
                    close(found[at], expected, allowed, &what);
                }
            }
            Some(Tensor::Sine { .. }) => panic!("{what}: only weights are sines"),
        }
    }
    assert_eq!(first, gradient.len(), "{name}: every parameter was compared");
}

#[test]
fn training_is_what_pytorch_computes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/torch");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let cases: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .collect();
    assert!(cases.len() >= 6, "the files of PyTorch are in the tree");
    for path in &cases {
        check(path);
    }
}
