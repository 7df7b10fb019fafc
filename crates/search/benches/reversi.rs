//! The exact solver of Reversi on the FFO suite: nodes, seconds and nodes per second of every position.
//!
//! `cargo bench -p damero-search --bench reversi -- [threads] [most empty squares] [fewest]`; without arguments one
//! thread solves #40 to #44. A node is every position entered, those of the last squares included. The speed is per
//! second of processor time where the system tells it, because that does not depend on who else is running.

use std::process::ExitCode;
use std::time::Instant;

use damero_games::Notation;
use damero_games::reversi::{Reversi, ReversiSetup};
use damero_search::Stop;
use damero_search::reversi::ReversiSolver;

/// Mebibytes of the table; every position begins with an empty one.
const TABLE: usize = 128;

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse().ok());
    let threads = numbers.next().unwrap_or(1);
    let most = numbers.next().unwrap_or(23);
    let fewest = numbers.next().unwrap_or(20);
    let (mut nodes, mut seconds, mut clock, mut wrong) = (0, 0.0, 0.0, 0);
    let lines = include_str!("../tests/data/ffo.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(' ').collect();
        let &[board, side, empties, score, best, name] = fields.as_slice() else {
            panic!("six fields in {line:?}");
        };
        let empties: usize = empties.parse().expect("a number of empty squares");
        // Position 26 has the size of the speed suite but is not part of it.
        if empties < fewest || empties > most || name == "ffo26" {
            continue;
        }
        let setup: ReversiSetup = format!("{board} {side}").parse().expect("a board");
        let game = Reversi::from_setup(&Default::default(), &setup).expect("a position");
        let mut solver = ReversiSolver::new(TABLE, threads);
        let (start, before) = (Instant::now(), processor_seconds());
        let solution = solver
            .solve(&game, &Stop::default(), &mut |_| ())
            .expect("nobody stops it");
        let wall = start.elapsed().as_secs_f64();
        let spent = before
            .zip(processor_seconds())
            .map_or(wall, |(before, after)| after - before);
        let found = solution.best.map(|m| m.to_string()).unwrap_or_default();
        let right = score.parse() == Ok(solution.score) && best.split(',').any(|expected| expected == found);
        let verdict = if right { "" } else { "  WRONG" };
        wrong += u32::from(!right);
        report(
            &format!("{name} {empties} empty {:+} {found}", solution.score),
            solution.nodes,
            spent,
            wall,
            verdict,
        );
        nodes += solution.nodes;
        seconds += spent;
        clock += wall;
    }
    report("all", nodes, seconds, clock, "");
    if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn report(what: &str, nodes: u64, seconds: f64, clock: f64, verdict: &str) {
    let millions = nodes as f64 / 1e6;
    let speed = millions / seconds.max(0.005);
    println!(
        "{what:24} {millions:9.2} M nodes {seconds:7.2} s {speed:6.1} M/s {clock:7.2} s on the clock{verdict}"
    );
}

/// Processor time of all threads of this process, where Linux tells it.
fn processor_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |i: usize| fields.get(i)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}
