//! The most that one core does: fused multiply-adds on registers alone, then what `resnet:4x64` on 8 x 8 reaches of it.
//!
//! Every line is the best of many rounds, in time that the thread was running. A
//! multiply-add counts as two operations, and of a convolution only those count that fall on the board; tiles need fewer,
//! so that more than the peak is possible.
//!
//! `cargo bench -p damero-nets --bench peak`

use std::time::{Duration, Instant};

use damero_games::random::seeded;
use damero_games::reversi::Reversi;
use damero_nets::{Architecture, Heads, Network, Op, Plan, Weights};
use rustix::time::{ClockId, clock_gettime};

fn main() {
    let peak = peak();
    println!("peak of a core, f32: {:.1} GFLOP/s", peak / 1e9);
    let architecture = Architecture::ResNet {
        blocks: 4,
        channels: 64,
        heads: Heads::PolicyValue,
    };
    let network = architecture.describe::<Reversi>(None).expect("it fits the game");
    let weights = Weights::initial(&network, &mut seeded(1));
    let work = operations(&network);
    println!("resnet:4x64 on 8 x 8: {:.2} MFLOP a position", work / 1e6);
    for batch in [1, 2, 4, 8, 16, 32, 64] {
        let mut plan = Plan::new(&network, &weights, batch);
        let time = best(|| plan.run(batch));
        let speed = work * batch as f64 / time;
        println!(
            "batch {batch:2}: {:8.1} us, {:6.1} us a position, {:6.1} GFLOP/s, {:3.0} % of the peak",
            time * 1e6,
            time * 1e6 / batch as f64,
            speed / 1e9,
            100.0 * speed / peak
        );
    }
}

/// The fastest of many rounds, in seconds that this thread was running: other work on the machine hardly shows.
fn best(mut round: impl FnMut()) -> f64 {
    let begin = Instant::now();
    let mut best = f64::INFINITY;
    while begin.elapsed() < Duration::from_secs(3) {
        let start = own_time();
        round();
        best = best.min(own_time() - start);
    }
    best
}

/// Seconds that this thread was running.
fn own_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// What the layers of a network take for one position, without what multiplies the zeros around the board.
fn operations(network: &Network) -> f64 {
    let mut total = 0.0;
    for step in network.steps() {
        let from = network.shape(step.from[0]);
        let pairs = match step.op {
            Op::Conv2d { out, kernel, .. } => {
                let taps = |side: usize| (kernel * side - kernel / 2 * (kernel / 2 + 1)) as f64;
                (from[0] * out) as f64 * taps(from[1]) * taps(from[2])
            }
            Op::Linear { out, .. } => (from.iter().product::<usize>() * out) as f64,
            _ => 0.0,
        };
        total += 2.0 * pairs;
    }
    total
}

#[cfg(target_arch = "x86_64")]
fn peak() -> f64 {
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: both features were just detected.
        #[expect(unsafe_code, reason = "a call to code for a detected processor feature")]
        return unsafe { multiply_add_speed() };
    }
    scalar_speed()
}

#[cfg(not(target_arch = "x86_64"))]
fn peak() -> f64 {
    scalar_speed()
}

/// Twelve independent sums of eight numbers: enough to keep two units of four cycles busy.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn multiply_add_speed() -> f64 {
    use std::arch::x86_64::{_mm256_fmadd_ps, _mm256_set1_ps};
    const ROUNDS: usize = 100_000;
    let mut sums = [_mm256_set1_ps(std::hint::black_box(0.5)); 12];
    let [factor, summand] = [0.999, 0.001].map(|x| _mm256_set1_ps(std::hint::black_box(x)));
    let time = best(|| {
        // A copy of its own stays in registers.
        let mut own = sums;
        for _ in 0..ROUNDS {
            for sum in &mut own {
                *sum = _mm256_fmadd_ps(*sum, factor, summand);
            }
        }
        sums = std::hint::black_box(own);
    });
    (ROUNDS * 12 * 8 * 2) as f64 / time
}

fn scalar_speed() -> f64 {
    const ROUNDS: usize = 100_000;
    let mut sums = [std::hint::black_box(0.5_f32); 64];
    let time = best(|| {
        for _ in 0..ROUNDS {
            for sum in &mut sums {
                *sum = *sum * 0.999 + 0.001;
            }
        }
        std::hint::black_box(&mut sums);
    });
    (ROUNDS * 64 * 2) as f64 / time
}
