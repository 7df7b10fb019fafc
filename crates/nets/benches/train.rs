//! What one training step costs in processor time: our own, beside our own forward pass and beside `PyTorch`'s step on the
//! same network where `PyTorch` is installed.
//!
//! `cargo bench -p damero-nets --bench train`; words after `--` choose networks by a part of their names.
//! `DAMERO_TORCH_PYTHON` names a Python with `torch`; without it the first `python3` is asked. One thread, unless
//! `DAMERO_TRAIN_THREADS` says otherwise.

use std::env;
use std::fs;
use std::process::Command;
use std::time::Duration;

use damero_games::GameId;
use damero_games::random::seeded;
use damero_nets::{
    AdamW, AdamWConfig, Architecture, Kernels, Network, Parameters, Plan, TrainingPlan, Weights,
};
use rand_core::Rng as _;
use rustix::time::{ClockId, clock_gettime};

/// The networks whose training matters, and the size of their batches.
const CASES: [(GameId, &str, usize); 7] = [
    (GameId::Azul, "mlp:256-256", 256),
    (GameId::Reversi, "mlp:512-256", 256),
    (GameId::Reversi, "resnet:3x32", 256),
    (GameId::Reversi, "resnet:4x64", 256),
    (GameId::ChessFive, "resnet:3x32", 256),
    (GameId::Azul, "azul", 256),
    (GameId::Quarto, "quarto", 128),
];

/// How long each measurement lasts, in processor time.
const MEASURED: Duration = Duration::from_secs(3);

fn main() {
    let words: Vec<String> = env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let threads = env::var("DAMERO_TRAIN_THREADS").ok();
    let threads = threads.and_then(|text| text.parse().ok()).unwrap_or(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.expect("threads");
    let kernels = Kernels::best().name();
    println!("processor time in ms, {threads} thread(s), {kernels}; wall time of our step in brackets");
    println!(
        "{:24} {:>6} {:>9} {:>18} {:>8} {:>9} {:>8}",
        "network", "batch", "forward", "step", "ratio", "PyTorch", "ratio"
    );
    for (game, architecture, batch) in CASES {
        let name = format!("{game} {architecture}");
        if !words.is_empty() && !words.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let parsed: Architecture = architecture.parse().expect("the name is known");
        let network = parsed.describe_for(game, None).expect("it fits the game");
        let (forward, _) = pool.install(|| forward(&network, batch));
        let (step, wall) = pool.install(|| step(&network, batch));
        let torch = torch(&network, batch, threads);
        let ratio = torch.map_or("-".to_owned(), |torch| format!("{:.2}", step / torch));
        let torch = torch.map_or("-".to_owned(), |torch| format!("{torch:.2}"));
        let own = step / forward;
        println!(
            "{name:24} {batch:>6} {forward:>9.2} {step:>9.2} ({wall:>6.2}) {own:>8.2} {torch:>9} {ratio:>8}"
        );
    }
}

/// Rows such as games have them: mostly zeros, some ones.
fn rows(network: &Network, batch: usize) -> Vec<f32> {
    let mut rng = seeded(3);
    let number = |_| f32::from(u8::from(rng.next_u32().is_multiple_of(5)));
    (0..batch * network.input_len()).map(number).collect()
}

/// Processor and wall time of one inference pass over a batch.
fn forward(network: &Network, batch: usize) -> (f64, f64) {
    let weights = Weights::initial(network, &mut seeded(1));
    let mut plan = Plan::new(network, &weights, batch);
    let rows = rows(network, batch);
    for (position, row) in rows.chunks_exact(network.input_len()).enumerate() {
        plan.input(position).copy_from_slice(row);
    }
    measure(|| plan.run(batch))
}

/// Processor and wall time of one training step.
fn step(network: &Network, batch: usize) -> (f64, f64) {
    let mut parameters = Parameters::new(network, &Weights::initial(network, &mut seeded(1)));
    let mut plan = TrainingPlan::new(network, batch);
    let mut optimiser = AdamW::new(AdamWConfig::default(), network.trainable());
    let mut gradient = vec![0.0; network.trainable()];
    let rows = rows(network, batch);
    let outputs = network.outputs().count();
    let mut rng = seeded(2);
    let mut lot = || (rng.next_u32() >> 8) as f32 / (1 << 24) as f32;
    measure(|| {
        plan.forward(&mut parameters, &rows, &mut lot);
        for output in 0..outputs {
            plan.set_gradient(output, |answer, slope| {
                let count = (batch * answer.len()) as f32;
                for (slope, x) in slope.iter_mut().zip(answer) {
                    *slope = 2.0 * (x.max(-10.0) - 0.1) / count;
                }
            });
        }
        plan.backward(&parameters, &mut gradient);
        optimiser.step(1e-4, 1.0, parameters.trainable_mut(), &gradient);
    })
}

/// Milliseconds of processor and wall time for one call.
fn measure(mut work: impl FnMut()) -> (f64, f64) {
    for _ in 0..3 {
        work();
    }
    let now = |clock: ClockId| Duration::try_from(clock_gettime(clock)).expect("clocks run forward");
    let both = || [ClockId::ProcessCPUTime, ClockId::Monotonic].map(now);
    let begin = both();
    let mut calls = 0_u32;
    loop {
        work();
        calls += 1;
        let end = both();
        if end[0] - begin[0] > MEASURED {
            let each = |i: usize| (end[i] - begin[i]).as_secs_f64() * 1000.0 / f64::from(calls);
            return (each(0), each(1));
        }
    }
}

/// Milliseconds of processor time that `PyTorch` takes for a step, if it is installed: the better one of its two layouts.
fn torch(network: &Network, batch: usize, threads: usize) -> Option<f64> {
    let python = env::var("DAMERO_TORCH_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let path = env::temp_dir().join(format!("damero-train-{}.json", std::process::id()));
    fs::write(&path, serde_json::to_vec(network.description()).ok()?).ok()?;
    let run = |layout: &[&str]| -> Option<f64> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/pytorch_step.py");
        let mut command = Command::new(&python);
        command
            .arg(script)
            .arg(&path)
            .args(["--batch", &batch.to_string()]);
        command
            .args(["--threads", &threads.to_string(), "--seconds", "3"])
            .args(layout);
        let output = command.output().ok().filter(|output| output.status.success())?;
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).ok()?;
        answer["ms"].as_f64()
    };
    let plain = run(&[]);
    let together = run(&["--channels-last"]);
    fs::remove_file(&path).ok();
    plain.into_iter().chain(together).reduce(f64::min)
}
