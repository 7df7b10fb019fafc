//! `damero tournament`: many players, all their games, one table.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use damero_arena::Playable;
use damero_arena::stats::Tally;
use damero_arena::{
    Contest, Crosstable, Log, MeasuredRatings, Pace, Row, Spec, gauntlet, ladder, round_robin, shipped_rules,
};
use damero_games::{GameId, Lang, with_game};
use damero_search::Level;
use serde_json::{Value, json};

use crate::args::GameArgs;
use crate::contest::{self, ContestArgs, Held};
use crate::errors::{Status, io_reason};
use crate::lang::{decimal, shortest, signed, tr};
use crate::ui::{BOLD, FAINT, Ui, paint};
use crate::values;

/// `damero tournament`.
#[derive(Args, Debug)]
pub(crate) struct TournamentArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// The players, such as random, 4, hard or alphabeta:depth=5; at least two, or none for all machines of the game
    #[arg(value_name = "PLAYER", num_args = 0.., value_parser = values::player)]
    pub(crate) players: Vec<Spec>,

    /// The first player meets all others, who do not meet each other
    #[arg(long)]
    pub(crate) gauntlet: bool,

    /// Each player meets only the one named before it; of the machines only the levels play
    #[arg(long, conflicts_with = "gauntlet")]
    pub(crate) ladder: bool,

    /// How many games each pairing plays
    #[arg(long, short = 'n', value_name = "N", default_value = "20", value_parser = values::games)]
    pub(crate) games: u64,

    /// Print the table as comma-separated values
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,

    /// Write the ratings to this file, as the program ships them
    #[arg(long, value_name = "FILE")]
    pub(crate) ratings: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) contest: ContestArgs,
}

/// Plays the tournament and reports.
pub(crate) fn run(args: &TournamentArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let players = match args.players.is_empty() {
        true if args.ladder => Level::ALL.map(Spec::from).to_vec(),
        true => machines(args.game.game, ui.lang)?,
        false => args.players.clone(),
    };
    refuse_odd_fields(&players, ui.lang)?;
    with_game!(args.game.game, G => meet::<G>(args, players, ui))
}

/// The machines that people may choose: the levels, and the network with a tree that takes about as long as theirs.
fn machines(game: GameId, lang: Lang) -> anyhow::Result<Vec<Spec>> {
    let mut machines: Vec<Spec> = Level::ALL.map(Spec::from).to_vec();
    if shipped_rules(game).is_some() {
        let network: Result<Spec, _> = "neural:sims=400".parse();
        machines.push(network.map_err(|error| anyhow::Error::msg(error.problem.get(lang).to_owned()))?);
    }
    Ok(machines)
}

fn refuse_odd_fields(players: &[Spec], lang: Lang) -> anyhow::Result<()> {
    if players.len() < 2 {
        anyhow::bail!(tr!(
            lang,
            "a tournament takes at least two players",
            "un torneo necesita al menos dos jugadores"
        ));
    }
    for (i, player) in players.iter().enumerate() {
        if players[..i].contains(player) {
            anyhow::bail!(tr!(lang, "{player} is named twice", "{player} aparece dos veces"));
        }
    }
    Ok(())
}

fn meet<G: Playable>(args: &TournamentArgs, players: Vec<Spec>, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let count = players.len();
    let pairings = if args.ladder {
        ladder(count)
    } else if args.gauntlet {
        gauntlet(count)
    } else {
        round_robin(count)
    };
    let names: Vec<String> = players.iter().map(ToString::to_string).collect();
    let contest: Contest<G> = contest::plan(
        &args.game.variant,
        &args.contest,
        players,
        pairings,
        args.games,
        lang,
    )?;
    let mut watch = |log: &Log<G>| {
        let leader = Crosstable::of(log, count).rows[0].player;
        (Pace::GoOn, names[leader].clone())
    };
    let held = contest::hold(&contest, &args.contest, lang, &mut watch)?;
    let table = Crosstable::of(&held.log, count);
    if args.contest.json {
        ui.json(&as_json(&contest, &held, &table, &names, lang))?;
    } else if args.csv {
        ui.line(table.csv(&names))?;
    } else {
        let name = G::META.name;
        ui.line(format!("{} · {}", paint(BOLD, name.get(lang)), contest.rules))?;
        if args.ladder {
            print_steps(ui, &table, &names)?;
        } else {
            print(ui, &table, &names)?;
        }
        for failure in contest::failures(&contest, &held.log, lang) {
            ui.line(failure.line(lang))?;
        }
        if let Some(path) = &held.records {
            let shown = path.display();
            ui.line(tr!(lang, "records in {shown}", "partidas en {shown}"))?;
        }
    }
    if held.interrupted {
        contest::say_interrupted(held.log.len(), contest.total(), args.contest.out.as_deref(), lang);
        return Ok(Status::Failed);
    }
    if let Some(path) = &args.ratings {
        write_ratings(path, &MeasuredRatings::of(&contest.header(), &table), lang)?;
    }
    Ok(Status::Done)
}

fn write_ratings(path: &Path, ratings: &MeasuredRatings, lang: Lang) -> anyhow::Result<()> {
    fs::write(path, ratings.text()).map_err(|error| {
        let (shown, reason) = (path.display(), io_reason(&error, lang));
        anyhow::Error::msg(tr!(
            lang,
            "cannot write {shown}: {reason}",
            "no se puede escribir {shown}: {reason}"
        ))
    })
}

/// The table: rank, player, rating, points, and the points against each other in the order of the ranks.
fn print(ui: &mut Ui, table: &Crosstable, names: &[String]) -> std::io::Result<()> {
    let lang = ui.lang;
    let width = names
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or_default();
    let ranks = (1..=table.rows.len()).map(|rank| format!("{rank:>6}"));
    let heading = format!(
        "    {:<width$}  {:>7} {:>6}  {:>11}  {}",
        tr!(lang, "player", "jugador"),
        "Elo",
        "±",
        tr!(lang, "points", "puntos"),
        ranks.collect::<String>()
    );
    ui.line(paint(FAINT, heading))?;
    for (i, row) in table.rows.iter().enumerate() {
        let Row {
            player,
            points,
            games,
            rating,
            ..
        } = row;
        let met = table.rows.iter().map(|other| {
            let tally = row.against[other.player];
            match tally.games() {
                0 => format!("{:>6}", "-"),
                _ => format!("{:>6}", shortest(tally.points(), lang)),
            }
        });
        let met: String = met.collect();
        let name = paint(BOLD, format!("{:<width$}", names[*player]));
        let (elo, margin) = (signed(rating.elo, 1, lang), decimal(rating.margin, 1, lang));
        let points = format!("{} / {games}", shortest(*points, lang));
        ui.line(format!(
            "{:>2}  {name}  {elo:>7} {margin:>6}  {points:>11}  {met}",
            i + 1
        ))?;
    }
    Ok(())
}

/// What each player scored against the one below, the lowest pair first.
fn print_steps(ui: &mut Ui, table: &Crosstable, names: &[String]) -> std::io::Result<()> {
    let lang = ui.lang;
    for (upper, lower) in ladder(names.len()) {
        let Some(row) = table.rows.iter().find(|row| row.player == upper) else {
            continue;
        };
        let tally = row.against[lower];
        let Tally {
            wins, draws, losses, ..
        } = tally;
        let (low, high) = tally.interval();
        let [score, low, high] = [tally.score(), low, high].map(|share| decimal(100.0 * share, 1, lang));
        let (a, b) = (paint(BOLD, &names[upper]), &names[lower]);
        ui.line(tr!(
            lang,
            "{a} v {b}: {wins} won, {draws} drawn, {losses} lost, {score} %  95 %: {low} to {high} %",
            "{a} contra {b}: {wins} ganadas, {draws} tablas, {losses} perdidas, {score} %  95 %: de {low} a {high} %"
        ))?;
    }
    Ok(())
}

fn as_json<G: Playable>(
    contest: &Contest<G>,
    held: &Held<G>,
    table: &Crosstable,
    names: &[String],
    lang: Lang,
) -> Value {
    let rows = table.rows.iter().map(|row| {
        let against = row
            .against
            .iter()
            .zip(names)
            .filter(|(tally, _)| tally.games() > 0);
        let against: serde_json::Map<String, Value> = against
            .map(|(tally, name)| (name.clone(), json!(tally)))
            .collect();
        json!({
            "player": names[row.player],
            "points": row.points,
            "games": row.games,
            "rating": row.rating,
            "against": against,
        })
    });
    json!({
        "game": G::META.id,
        "rules": contest.rules.to_string(),
        "seed": contest.seed,
        "complete": !held.interrupted,
        "table": rows.collect::<Vec<_>>(),
        "forfeits": contest::failures(contest, &held.log, lang),
        "records": held.records,
    })
}
