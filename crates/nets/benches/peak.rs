//! The most that one core does: fused multiply-adds on registers alone, then what networks reach of it, and how much
//! faster they are in whole numbers.
//!
//! Every figure is the best of many rounds, in time that the thread was running; both precisions take turns. A
//! multiply-add counts as two operations, and of a convolution only those count that fall on the board; tiles need fewer,
//! so that more than the peak is possible.
//!
//! `cargo bench -p damero-nets --bench peak`

use std::time::{Duration, Instant};

use damero_games::GameId;
use damero_games::random::seeded;
use damero_nets::{Architecture, Kernels, Network, Op, Plan, Precision, Weights};
use rustix::time::{ClockId, clock_gettime};

fn main() {
    let peak = peak();
    println!("kernels: {}", Kernels::best().name());
    println!("peak of a core, f32: {:.1} GFLOP/s", peak / 1e9);
    #[cfg(target_arch = "x86_64")]
    narrow::print();
    for (game, architecture, batches) in [
        (GameId::Reversi, "resnet:4x64", &[1, 2, 4, 8, 16, 32, 64][..]),
        (GameId::Azul, "mlp:256-256", &[1, 2, 8, 32]),
        (GameId::Azul, "azul", &[1, 32]),
        (GameId::Quarto, "mlp:128-128", &[1, 32]),
        (GameId::Quarto, "quarto", &[1, 32]),
    ] {
        compare(game, architecture, batches, peak);
    }
}

/// One network in both precisions.
fn compare(game: GameId, architecture: &str, batches: &[usize], peak: f64) {
    let kind: Architecture = architecture.parse().expect("the name is known");
    let network = kind.describe_for(game, None).expect("it fits the game");
    let weights = Weights::initial(&network, &mut seeded(1));
    let work = operations(&network);
    println!("{game} {architecture}: {:.2} MFLOP a position", work / 1e6);
    for &batch in batches {
        let [single, integer] = &mut Precision::ALL.map(|precision| {
            let mut plan = Plan::with_precision(&network, &weights, batch, precision);
            for position in 0..batch {
                for (i, x) in plan.input(position).iter_mut().enumerate() {
                    *x = f32::from(u8::from((i + position).is_multiple_of(5)));
                }
            }
            plan
        });
        let [single, integer] = best([&mut || single.run(batch), &mut || integer.run(batch)]);
        let speed = work * batch as f64 / single;
        println!(
            "batch {batch:2}: f32 {:8.2} us a position, {:6.1} GFLOP/s, {:3.0} % of the peak; i16 {:8.2} us, {:.2} x",
            single * 1e6 / batch as f64,
            speed / 1e9,
            100.0 * speed / peak,
            integer * 1e6 / batch as f64,
            single / integer
        );
    }
}

/// The fastest of many rounds of each, turn by turn, in seconds that this thread was running: other work on the machine
/// hardly shows.
fn best<const N: usize>(mut rounds: [&mut dyn FnMut(); N]) -> [f64; N] {
    let begin = Instant::now();
    let mut best = [f64::INFINITY; N];
    while begin.elapsed() < Duration::from_secs(3) {
        for (best, round) in best.iter_mut().zip(&mut rounds) {
            // The first brings back to the caches what the others took away, and says how many make a fair measure: the
            // clock is too coarse for a few microseconds.
            let start = own_time();
            round();
            let count = (2e-4 / (own_time() - start).max(1e-7)).ceil().max(1.0);
            let start = own_time();
            (0..count as usize).for_each(|_| round());
            *best = best.min((own_time() - start) / count);
        }
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

/// Rounds of one measurement of what registers do.
#[cfg(target_arch = "x86_64")]
const ROUNDS: usize = 100_000;

/// Twelve independent sums of eight numbers: enough to keep two units of four cycles busy.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn multiply_add_speed() -> f64 {
    use std::arch::x86_64::{_mm256_fmadd_ps, _mm256_set1_ps};
    let mut sums = [_mm256_set1_ps(std::hint::black_box(0.5)); 12];
    let [factor, summand] = [0.999, 0.001].map(|x| _mm256_set1_ps(std::hint::black_box(x)));
    let [time] = best([&mut || {
        // A copy of its own stays in registers.
        let mut own = sums;
        for _ in 0..ROUNDS {
            for sum in &mut own {
                *sum = _mm256_fmadd_ps(*sum, factor, summand);
            }
        }
        sums = std::hint::black_box(own);
    }]);
    (ROUNDS * 12 * 8 * 2) as f64 / time
}

/// What the registers of AVX-512 do with numbers of 32 and 16 bits: what a kernel for each could reach at most.
#[cfg(target_arch = "x86_64")]
mod narrow {
    use std::arch::x86_64::{
        __m512bh, _mm512_cvtne2ps_pbh, _mm512_dpbf16_ps, _mm512_dpwssd_epi32, _mm512_fmadd_ps,
        _mm512_set1_epi16, _mm512_set1_ps, _mm512_setzero_si512,
    };
    use std::hint::black_box;

    use super::{ROUNDS, best};

    /// Defines the speed of sixteen independent sums of registers with `$pairs` products each.
    macro_rules! speed {
        ($name:ident, $features:literal, $pairs:literal, $start:expr, $factor:expr, $step:expr) => {
            #[target_feature(enable = $features)]
            fn $name() -> f64 {
                let mut sums = [$start; 16];
                let factor = black_box($factor);
                let [time] = best([&mut || {
                    let mut own = sums;
                    for _ in 0..ROUNDS {
                        for sum in &mut own {
                            *sum = $step(*sum, factor);
                        }
                    }
                    sums = black_box(own);
                }]);
                (ROUNDS * 16 * $pairs * 2) as f64 / time
            }
        };
    }

    speed!(
        single,
        "avx512f",
        16,
        _mm512_set1_ps(0.5),
        _mm512_set1_ps(0.001),
        |sum, x| { _mm512_fmadd_ps(x, x, sum) }
    );
    speed!(
        integer,
        "avx512f,avx512bw,avx512vnni",
        32,
        _mm512_setzero_si512(),
        _mm512_set1_epi16(3),
        |sum, x| { _mm512_dpwssd_epi32(sum, x, x) }
    );
    speed!(
        half,
        "avx512f,avx512bf16",
        32,
        _mm512_set1_ps(0.5),
        halves(),
        |sum, x| { _mm512_dpbf16_ps(sum, x, x) }
    );

    #[target_feature(enable = "avx512f,avx512bf16")]
    fn halves() -> __m512bh {
        _mm512_cvtne2ps_pbh(_mm512_set1_ps(0.001), _mm512_set1_ps(0.001))
    }

    /// Prints what this processor has.
    #[expect(unsafe_code, reason = "calls to code for detected processor features")]
    pub(super) fn print() {
        let say = |name: &str, speed: f64| println!("{name}: {:.1} G operations/s", speed / 1e9);
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: just detected.
            say("registers of 512 bits, f32", unsafe { single() });
        }
        if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vnni") {
            // SAFETY: just detected.
            say("registers of 512 bits, i16 in pairs (VNNI)", unsafe { integer() });
        }
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bf16") {
            // SAFETY: just detected.
            say("registers of 512 bits, bf16 in pairs", unsafe { half() });
        }
    }
}

fn scalar_speed() -> f64 {
    const ROUNDS: usize = 100_000;
    let mut sums = [std::hint::black_box(0.5_f32); 64];
    let [time] = best([&mut || {
        for _ in 0..ROUNDS {
            for sum in &mut sums {
                *sum = *sum * 0.999 + 0.001;
            }
        }
        std::hint::black_box(&mut sums);
    }]);
    (ROUNDS * 64 * 2) as f64 / time
}
