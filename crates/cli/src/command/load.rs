//! `damero load`: what a running playroom can take.

use std::net::SocketAddr;
use std::time::Duration;

use clap::Args;
use damero_games::Lang;
use damero_lab::load::{AttackReport, Delays, Load, Report, SoakReport, attack, load, soak};
use serde::Serialize;

use crate::errors::Status;
use crate::lang::{decimal, tr};
use crate::progress::Progress;
use crate::ui::Ui;
use crate::{screen, values};

/// `damero load`.
#[derive(Args, Debug)]
pub(crate) struct LoadArgs {
    /// The address of the playroom
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8580", value_parser = values::address)]
    pub(crate) address: SocketAddr,

    /// Sockets that only listen
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) idle: usize,

    /// Games at a time, each between two sockets
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) games: usize,

    /// Moves a second in each game; 0 for as many as it takes
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) rate: u32,

    /// How long to measure
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub(crate) seconds: u64,

    /// People come and go all the time too: do memory and open files stay flat?
    #[arg(long)]
    pub(crate) soak: bool,

    /// One address attacks now and then, a playroom on this machine only: how much longer do the others wait?
    #[arg(long, conflicts_with_all = ["soak", "idle"])]
    pub(crate) attack: bool,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// An attack may raise the delay of others by less than this part.
const RAISED: f64 = 0.5;

/// Measures and prints.
pub(crate) fn run(args: &LoadArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let plan = Load {
        address: args.address,
        idle: args.idle,
        games: args.games,
        rate: f64::from(args.rate),
        time: Duration::from_secs(args.seconds),
    };
    // Twice a second, once the sockets are there; with an attack the time is measured twice.
    let bar = Progress::slow(args.seconds * if args.attack { 4 } else { 2 });
    let mut progress = |sockets: usize, moves: usize| {
        if moves > 0 {
            bar.add(1);
        }
        bar.say(tr!(
            lang,
            "{sockets} sockets, {moves} moves",
            "{sockets} conexiones, {moves} jugadas"
        ));
    };
    let measured = if args.soak {
        soak(&plan, &mut progress).map(Measured::Soak)
    } else if args.attack {
        attack(&plan, &mut progress).map(Measured::Attack)
    } else {
        load(&plan, &mut progress).map(Measured::Load)
    };
    drop(bar);
    let address = args.address;
    let measured = measured.map_err(|error| {
        anyhow::Error::msg(tr!(
            lang,
            "the playroom at {address} cannot be measured: {error}",
            "no se puede medir la sala en {address}: {error}"
        ))
    })?;
    if args.json {
        ui.json(&measured)?;
    } else {
        measured.print(ui)?;
    }
    Ok(if measured.is_good() {
        Status::Done
    } else {
        Status::Failed
    })
}

/// What was measured.
#[derive(Serialize)]
#[serde(untagged)]
enum Measured {
    Load(Report),
    Soak(SoakReport),
    Attack(AttackReport),
}

impl Measured {
    /// Whether nothing was lost, and what must hold holds.
    fn is_good(&self) -> bool {
        match self {
            Self::Load(report) => report.lost == 0,
            Self::Soak(report) => report.lost == 0 && report.flat,
            Self::Attack(report) => report.lost == 0 && report.p99_rose < RAISED,
        }
    }

    fn print(&self, ui: &mut Ui) -> anyhow::Result<()> {
        match self {
            Self::Load(report) => print_load(ui, report),
            Self::Soak(report) => print_soak(ui, report),
            Self::Attack(report) => print_attack(ui, report),
        }
    }
}

fn print_delays(ui: &mut Ui, delays: &Delays) -> anyhow::Result<()> {
    let lang = ui.lang;
    for (label, value) in [
        ("p50", delays.p50_ms),
        ("p99", delays.p99_ms),
        ("p99.9", delays.p999_ms),
    ] {
        screen::fact(ui, label, &format!("{} ms", decimal(value, 1, lang)))?;
    }
    Ok(())
}

fn count(ui: &mut Ui, label: &str, count: usize) -> anyhow::Result<()> {
    Ok(screen::fact(ui, label, &count.to_string())?)
}

fn megabytes(bytes: u64, lang: Lang) -> String {
    format!("{} MB", decimal(bytes as f64 / 1e6, 1, lang))
}

fn percent(share: f64, lang: Lang) -> String {
    format!("{} %", decimal(100.0 * share, 1, lang))
}

fn print_load(ui: &mut Ui, report: &Report) -> anyhow::Result<()> {
    let lang = ui.lang;
    count(ui, &tr!(lang, "sockets", "conexiones"), report.sockets)?;
    count(ui, &tr!(lang, "failed", "fallidas"), report.failed)?;
    count(ui, &tr!(lang, "moves", "jugadas"), report.delays.moves)?;
    let rate = decimal(report.moves_per_second, 1, lang);
    screen::fact(ui, &tr!(lang, "moves/s", "jugadas/s"), &rate)?;
    print_delays(ui, &report.delays)?;
    count(ui, &tr!(lang, "lost", "perdidas"), report.lost)?;
    if let Some(bytes) = report.server_bytes {
        screen::fact(ui, &tr!(lang, "memory", "memoria"), &megabytes(bytes, lang))?;
    }
    let busy = [
        (tr!(lang, "server", "servidor"), report.server_cpu_us),
        (tr!(lang, "client", "cliente"), report.client_cpu_us),
    ];
    for (who, cpu) in busy {
        if let Some(cpu) = cpu {
            let us = decimal(cpu, 0, lang);
            let told = tr!(lang, "{us} µs of CPU a move", "{us} µs de CPU por jugada");
            screen::fact(ui, &who, &told)?;
        }
    }
    if let Some(stolen) = report.stolen {
        let share = percent(stolen, lang);
        let told = tr!(
            lang,
            "{share} of the processors by the host of this machine",
            "{share} de los procesadores por el anfitrión de esta máquina"
        );
        screen::fact(ui, &tr!(lang, "stolen", "quitado"), &told)?;
    }
    Ok(())
}

fn print_soak(ui: &mut Ui, report: &SoakReport) -> anyhow::Result<()> {
    let lang = ui.lang;
    // One line a minute is enough to read.
    let mut minute = 0.0;
    for sample in &report.samples {
        if sample.seconds < minute {
            continue;
        }
        minute = sample.seconds + 59.0;
        let (memory, files) = (megabytes(sample.memory, lang), sample.files);
        let (sockets, rooms) = (sample.sockets, sample.rooms);
        let told = tr!(
            lang,
            "{memory}, {files} open files, {sockets} sockets, {rooms} rooms awake",
            "{memory}, {files} archivos abiertos, {sockets} conexiones, {rooms} salas despiertas"
        );
        screen::fact(ui, &format!("{} s", decimal(sample.seconds, 0, lang)), &told)?;
    }
    let churned = &report.churned;
    let (rooms, visits, analyses) = (churned.rooms, churned.visits, churned.analyses);
    let told = tr!(
        lang,
        "{rooms} rooms, {visits} visits, {analyses} analyses",
        "{rooms} salas, {visits} visitas, {analyses} análisis"
    );
    screen::fact(ui, &tr!(lang, "came and went", "de paso"), &told)?;
    count(
        ui,
        &tr!(lang, "failed", "fallidas"),
        report.failed + churned.failed,
    )?;
    count(ui, &tr!(lang, "moves", "jugadas"), report.delays.moves)?;
    print_delays(ui, &report.delays)?;
    count(ui, &tr!(lang, "lost", "perdidas"), report.lost)?;
    let rose = [
        (tr!(lang, "memory rose", "la memoria creció"), report.memory_rose),
        (
            tr!(lang, "files rose", "los archivos crecieron"),
            report.files_rose,
        ),
    ];
    for (label, rose) in rose {
        screen::fact(ui, &label, &percent(rose, lang))?;
    }
    let verdict = if report.flat {
        tr!(lang, "yes", "sí")
    } else {
        tr!(lang, "no", "no")
    };
    Ok(screen::fact(ui, &tr!(lang, "flat", "se mantienen"), &verdict)?)
}

fn print_attack(ui: &mut Ui, report: &AttackReport) -> anyhow::Result<()> {
    let lang = ui.lang;
    let phases = [
        (tr!(lang, "without the attack", "sin ataque"), &report.without),
        (
            tr!(lang, "during the attack", "durante el ataque"),
            &report.during,
        ),
    ];
    for (name, delays) in phases {
        count(
            ui,
            &format!("{name}, {}", tr!(lang, "moves", "jugadas")),
            delays.moves,
        )?;
        print_delays(ui, delays)?;
    }
    screen::fact(
        ui,
        &tr!(lang, "p99 rose", "el p99 subió"),
        &percent(report.p99_rose, lang),
    )?;
    let attacks = &report.attacks;
    let (slow, requests, granted, pings) = (attacks.slow, attacks.requests, attacks.granted, attacks.pings);
    let told = tr!(
        lang,
        "{slow} slow requests, {requests} others of which {granted} were granted, {pings} pings",
        "{slow} peticiones lentas, {requests} otras de las que se concedieron {granted}, {pings} pings"
    );
    screen::fact(ui, &tr!(lang, "attack", "ataque"), &told)?;
    count(ui, &tr!(lang, "failed", "fallidas"), report.failed)?;
    count(ui, &tr!(lang, "lost", "perdidas"), report.lost)
}
