//! The speed of Reversi in three figures: the exact solver on the FFO suite, how deep one second of the middle game
//! goes, and how much two threads gain beside what they could gain on this machine.
//!
//! `cargo bench -p damero-search --bench reversi -- [end|middle|threads] [most empty squares] [fewest]`; without
//! arguments all three, on #40 to #44. A node is every position entered, those of the last squares and of ordering
//! included. Speeds are per second of processor time where the system tells it, because that does not depend on who
//! else is running; so is the second of the middle game.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use damero_games::Notation;
use damero_games::reversi::{Reversi, ReversiMove, ReversiSetup};
use damero_search::reversi::{ReversiEngine, ReversiSolver};
use damero_search::{Agent, EngineOptions, Limits, SearchContext, SearchResult, Stop};

/// Mebibytes of the table; every position begins with an empty one.
const TABLE: usize = 128;

/// The second of the middle game.
const SECOND: f64 = 1.0;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let named = |name: &str| words.iter().any(|word| word == name);
    let all = !["end", "middle", "threads"].into_iter().any(named);
    let mut numbers = words.iter().filter_map(|word| word.parse().ok());
    let sizes = (numbers.next().unwrap_or(23), numbers.next().unwrap_or(20));
    let mut right = true;
    let mut one = None;
    if all || named("end") || named("threads") {
        println!("exact scores, one thread");
        let effort = endgames(1, sizes, Effort::print);
        right &= effort.wrong == 0;
        one = Some(effort);
    }
    if all || named("middle") {
        println!("\nmiddle game, {SECOND} s of processor time");
        middle_games();
    }
    if let Some(one) = one.filter(|_| all || named("threads")) {
        println!("\nexact scores, two threads");
        let two = endgames(2, sizes, Effort::print);
        right &= two.wrong == 0;
        println!(
            "two threads: {:.2} times as fast on the clock, {:.2} times the nodes",
            one.clock / two.clock,
            two.nodes as f64 / one.nodes as f64
        );
        println!(
            "two solvers that share nothing do {:.2} times the work of one alone: a team can hardly gain more",
            side_by_side(&one, sizes)
        );
    }
    if right {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// What solving some positions took.
#[derive(Default)]
struct Effort {
    nodes: u64,
    seconds: f64,
    clock: f64,
    wrong: u32,
}

/// The work that two solvers on a thread each do at the same time, in units of what one does alone: what the machine
/// leaves of a second core.
fn side_by_side(alone: &Effort, sizes: (usize, usize)) -> f64 {
    let both = std::thread::scope(|scope| {
        let solvers = [(); 2].map(|()| scope.spawn(|| endgames(1, sizes, |_, _| ())));
        solvers.map(|solver| solver.join().expect("a solver ends"))
    });
    both.map(|one| alone.clock / one.clock).iter().sum()
}

/// Solves the positions of the suite with so many empty squares at most and at least, and tells of each.
fn endgames(threads: usize, (most, fewest): (usize, usize), tell: fn(&Effort, &str)) -> Effort {
    let mut all = Effort::default();
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
        let game = position(&format!("{board} {side}"));
        let mut solver = ReversiSolver::new(TABLE, threads);
        let (start, before) = (Instant::now(), processor_seconds());
        let solution = solver
            .solve(&game, &Stop::default(), &mut |_| ())
            .expect("nobody stops it");
        let clock = start.elapsed().as_secs_f64();
        let seconds = before
            .zip(processor_seconds())
            .map_or(clock, |(before, after)| after - before);
        let found = solution.best.map(|m| m.to_string()).unwrap_or_default();
        let right = score.parse() == Ok(solution.score) && best.split(',').any(|expected| expected == found);
        let one = Effort {
            nodes: solution.nodes,
            seconds,
            clock,
            wrong: u32::from(!right),
        };
        tell(
            &one,
            &format!("{name} {empties} empty {:+} {found}", solution.score),
        );
        all.nodes += one.nodes;
        all.seconds += one.seconds;
        all.clock += one.clock;
        all.wrong += one.wrong;
    }
    tell(&all, "all");
    all
}

impl Effort {
    fn print(&self, what: &str) {
        let Self {
            nodes,
            seconds,
            clock,
            wrong,
        } = self;
        let millions = *nodes as f64 / 1e6;
        let speed = millions / seconds.max(0.005);
        let verdict = if *wrong == 0 { "" } else { "  WRONG" };
        println!(
            "{what:24} {millions:9.2} M nodes {seconds:7.2} s {speed:6.1} M/s {clock:7.2} s on the clock{verdict}"
        );
    }
}

/// Thinks about each position of the middle game and says how deep the last iteration was that ended in time.
fn middle_games() {
    let (mut depths, mut count, mut nodes, mut seconds) = (0, 0_u32, 0, 0.0);
    let lines = include_str!("../tests/data/reversi-middle.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let game = position(line);
        let empties = (game.own() | game.enemy()).count_zeros();
        let mut engine = ReversiEngine::new(&EngineOptions {
            table_mib: TABLE,
            ..EngineOptions::default()
        });
        let stop = Stop::default();
        let (start, before) = (Instant::now(), processor_seconds());
        let spent = || {
            let clock = start.elapsed().as_secs_f64();
            before
                .zip(processor_seconds())
                .map_or(clock, |(before, after)| after - before)
        };
        let mut depth = 0;
        // On a busy machine the clock runs faster than the processor works.
        let limits = Limits::time(Duration::from_secs_f64(20.0 * SECOND));
        let mut report = |searched: &SearchResult<ReversiMove>| {
            if spent() <= SECOND {
                depth = searched.depth;
            } else {
                stop.now();
            }
        };
        let ctx = SearchContext::new(limits)
            .stopped_by(&stop)
            .reporting(&mut report);
        let searched = engine.think(&game, ctx);
        let spent = spent();
        println!(
            "{empties} empty  depth {depth:2}  {:6.2} M nodes  {:5.1} M/s  {}",
            searched.nodes as f64 / 1e6,
            searched.nodes as f64 / 1e6 / spent,
            searched.best
        );
        depths += depth;
        count += 1;
        nodes += searched.nodes;
        seconds += spent;
    }
    println!(
        "all: depth {:.1} on average, {:.1} M nodes/s",
        f64::from(depths) / f64::from(count),
        nodes as f64 / 1e6 / seconds
    );
}

fn position(text: &str) -> Reversi {
    let setup: ReversiSetup = text.parse().expect("a board");
    Reversi::from_setup(&Default::default(), &setup).expect("a position")
}

/// Processor time of all threads of this process, where Linux tells it.
fn processor_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |i: usize| fields.get(i)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}
