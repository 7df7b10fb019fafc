//! `damero load`: what a running playroom can take.

use std::net::SocketAddr;

use clap::Args;
use damero_lab::load::{Load, Report, load};

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

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Measures and prints.
pub(crate) fn run(args: &LoadArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let plan = Load {
        address: args.address,
        idle: args.idle,
        games: args.games,
        rate: f64::from(args.rate),
        seconds: args.seconds,
    };
    // Twice a second, once the sockets are there.
    let bar = Progress::slow(2 * args.seconds);
    let report = load(&plan, &mut |sockets, moves| {
        if moves > 0 {
            bar.add(1);
        }
        bar.say(tr!(
            lang,
            "{sockets} sockets, {moves} moves",
            "{sockets} conexiones, {moves} jugadas"
        ));
    });
    drop(bar);
    let address = args.address;
    let report = report.map_err(|error| {
        anyhow::Error::msg(tr!(
            lang,
            "the playroom at {address} cannot be measured: {error}",
            "no se puede medir la sala en {address}: {error}"
        ))
    })?;
    if args.json {
        ui.json(&report)?;
    } else {
        print(ui, &report)?;
    }
    Ok(if report.lost == 0 {
        Status::Done
    } else {
        Status::Failed
    })
}

fn print(ui: &mut Ui, report: &Report) -> anyhow::Result<()> {
    let lang = ui.lang;
    let ms = |value: f64| format!("{} ms", decimal(value, 1, lang));
    screen::fact(
        ui,
        &tr!(lang, "sockets", "conexiones"),
        &report.sockets.to_string(),
    )?;
    screen::fact(ui, &tr!(lang, "failed", "fallidas"), &report.failed.to_string())?;
    screen::fact(ui, &tr!(lang, "moves", "jugadas"), &report.moves.to_string())?;
    let rate = decimal(report.moves_per_second, 1, lang);
    screen::fact(ui, &tr!(lang, "moves/s", "jugadas/s"), &rate)?;
    screen::fact(ui, "p50", &ms(report.p50_ms))?;
    screen::fact(ui, "p99", &ms(report.p99_ms))?;
    screen::fact(ui, "p99.9", &ms(report.p999_ms))?;
    screen::fact(ui, &tr!(lang, "lost", "perdidas"), &report.lost.to_string())?;
    if let Some(bytes) = report.server_bytes {
        let megabytes = decimal(bytes as f64 / 1e6, 1, lang);
        screen::fact(ui, &tr!(lang, "memory", "memoria"), &format!("{megabytes} MB"))?;
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
        let share = decimal(100.0 * stolen, 1, lang);
        let told = tr!(
            lang,
            "{share} % of the processors by the host of this machine",
            "{share} % de los procesadores por el anfitrión de esta máquina"
        );
        screen::fact(ui, &tr!(lang, "stolen", "quitado"), &told)?;
    }
    Ok(())
}
