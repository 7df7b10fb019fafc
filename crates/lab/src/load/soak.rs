//! A soak: games, and people who come and go, for half an hour or longer, while the server's memory and its open files are
//! noted. Both must be flat once everything has its size.

use std::io;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::churn::{Churn, Churned};
use super::crowd::{Crowd, Delays, Origin};
use super::readings::Readings;
use super::{Load, block_on, wait};

/// How often the server is asked. This is no multiple of the time between two analyses, or every sample would find the same
/// one in progress.
const SAMPLE: Duration = Duration::from_millis(9_700);

/// Everything has its size after this time, or after a sixth of a shorter soak.
const WARM_UP: Duration = Duration::from_secs(300);

/// What is flat may rise by so much from the first third of the time after the warm-up to the last third, in the middle,
/// because samples differ by as much.
const FLAT: f64 = 0.05;

/// What the server had at a moment.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sample {
    /// Since the beginning.
    pub seconds: f64,
    /// Its memory in bytes.
    pub memory: u64,
    /// Its open files, connections among them.
    pub files: u64,
    /// Open sockets.
    pub sockets: u64,
    /// Rooms that were awake.
    pub rooms: u64,
}

/// What came of a soak.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SoakReport {
    /// How moves fared.
    #[serde(flatten)]
    pub delays: Delays,
    /// Sockets and requests of the players that failed.
    pub failed: usize,
    /// Acknowledged moves that the server does not have any more.
    pub lost: usize,
    /// Who came and went.
    pub churned: Churned,
    /// What the server had.
    pub samples: Vec<Sample>,
    /// By which part the memory rose after the warm-up.
    pub memory_rose: f64,
    /// By which part the number of open files rose.
    pub files_rose: f64,
    /// Whether both are flat.
    pub flat: bool,
}

/// Runs the soak; `progress` is called twice a second with the numbers of open sockets and of moves.
///
/// # Errors
/// If the server cannot be reached, or does not tell its memory and open files.
pub fn soak(plan: &Load, progress: &mut dyn FnMut(usize, usize)) -> io::Result<SoakReport> {
    block_on(run(plan, progress))
}

async fn run(plan: &Load, progress: &mut dyn FnMut(usize, usize)) -> io::Result<SoakReport> {
    let crowd = Crowd::gather(plan, Origin::Here, progress).await?;
    let churn = Churn::start(plan.address, &crowd.stopped());
    crowd.counters.measure(Some(0));
    let began = Instant::now();
    let mut samples = Vec::new();
    while began.elapsed() < plan.time {
        wait(
            SAMPLE.min(plan.time.saturating_sub(began.elapsed())),
            &crowd,
            progress,
        )
        .await;
        samples.push(sample(plan, began).await?);
    }
    crowd.counters.measure(None);
    let counters = std::sync::Arc::clone(&crowd.counters);
    let ([delays, _], lost) = crowd.leave().await;
    let churned = churn.end().await;
    let warm_up = WARM_UP.min(plan.time / 6).as_secs_f64();
    let rose = |value: fn(&Sample) -> u64| rise(&samples, warm_up, value);
    let (memory_rose, files_rose) = (rose(|sample| sample.memory), rose(|sample| sample.files));
    Ok(SoakReport {
        delays,
        failed: counters.failures(),
        lost,
        churned,
        samples,
        memory_rose,
        files_rose,
        flat: memory_rose <= FLAT && files_rose <= FLAT,
    })
}

async fn sample(plan: &Load, began: Instant) -> io::Result<Sample> {
    let now = Readings::take(plan.address).await?;
    let (Some(memory), Some(files)) = (now.memory, now.files) else {
        return Err(io::Error::other(
            "the server does not tell its memory and open files",
        ));
    };
    Ok(Sample {
        seconds: began.elapsed().as_secs_f64(),
        memory,
        files,
        sockets: now.sockets.unwrap_or_default(),
        rooms: now.rooms.unwrap_or_default(),
    })
}

/// By which part a value rose from the first third after the warm-up to the last, each by its middle.
fn rise(samples: &[Sample], warm_up: f64, value: fn(&Sample) -> u64) -> f64 {
    let warm: Vec<u64> = samples
        .iter()
        .filter(|sample| sample.seconds >= warm_up)
        .map(value)
        .collect();
    let third = warm.len().div_ceil(3);
    let middle = |part: &[u64]| {
        let mut part = part.to_vec();
        part.sort_unstable();
        part.get(part.len() / 2).copied().unwrap_or_default() as f64
    };
    let (first, last) = (middle(&warm[..third]), middle(&warm[warm.len() - third..]));
    if first > 0.0 { last / first - 1.0 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(memory: impl Fn(usize) -> u64) -> Vec<Sample> {
        let sample = |i: usize| Sample {
            seconds: 10.0 * i as f64,
            memory: memory(i),
            files: 100,
            sockets: 0,
            rooms: 0,
        };
        (0..180).map(sample).collect()
    }

    #[test]
    fn what_grows_only_at_the_beginning_is_flat() {
        let rose = |samples: &[Sample]| rise(samples, 300.0, |sample| sample.memory);
        assert_eq!(rose(&samples(|i| 1_000 * (i as u64).min(30))), 0.0);
        assert!(rose(&samples(|i| 100_000 + 3 * (i as u64 % 7))).abs() < FLAT);
        assert!(rose(&samples(|i| 100_000 + 200 * i as u64)) > FLAT, "a leak");
        assert_eq!(rose(&[]), 0.0);
    }

    #[test]
    fn one_peak_is_no_leak() {
        let peak = samples(|i| if i == 170 { 900_000 } else { 100_000 });
        assert_eq!(rise(&peak, 300.0, |sample| sample.memory), 0.0);
    }
}
