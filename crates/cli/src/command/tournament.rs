//! `damero tournament`: many players, all their games, one table.

use clap::Args;
use damero_arena::Playable;
use damero_arena::{Contest, Crosstable, Log, Pace, Row, Spec, gauntlet, round_robin};
use damero_games::{Lang, with_game};
use serde_json::{Value, json};

use crate::args::GameArgs;
use crate::contest::{self, ContestArgs, Held};
use crate::errors::Status;
use crate::lang::{decimal, shortest, signed, tr};
use crate::ui::{BOLD, FAINT, Ui, paint};
use crate::values;

/// `damero tournament`.
#[derive(Args, Debug)]
pub(crate) struct TournamentArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// The players, such as random, hard or alphabeta:depth=5; at least two
    #[arg(value_name = "PLAYER", required = true, num_args = 1.., value_parser = values::player)]
    pub(crate) players: Vec<Spec>,

    /// The first player meets all others, who do not meet each other
    #[arg(long)]
    pub(crate) gauntlet: bool,

    /// How many games each pairing plays
    #[arg(long, short = 'n', value_name = "N", default_value = "20", value_parser = values::games)]
    pub(crate) games: u64,

    /// Print the table as comma-separated values
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,

    #[command(flatten)]
    pub(crate) contest: ContestArgs,
}

/// Plays the tournament and reports.
pub(crate) fn run(args: &TournamentArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    refuse_odd_fields(args, ui.lang)?;
    with_game!(args.game.game, G => meet::<G>(args, ui))
}

fn refuse_odd_fields(args: &TournamentArgs, lang: Lang) -> anyhow::Result<()> {
    if args.players.len() < 2 {
        anyhow::bail!(tr!(
            lang,
            "a tournament takes at least two players",
            "un torneo necesita al menos dos jugadores"
        ));
    }
    for (i, player) in args.players.iter().enumerate() {
        if args.players[..i].contains(player) {
            anyhow::bail!(tr!(lang, "{player} is named twice", "{player} aparece dos veces"));
        }
    }
    Ok(())
}

fn meet<G: Playable>(args: &TournamentArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let count = args.players.len();
    let pairings = if args.gauntlet {
        gauntlet(count)
    } else {
        round_robin(count)
    };
    let contest: Contest<G> = contest::plan(
        &args.game.variant,
        &args.contest,
        args.players.clone(),
        pairings,
        args.games,
        lang,
    )?;
    let names: Vec<String> = args.players.iter().map(ToString::to_string).collect();
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
        print(ui, &table, &names)?;
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
    Ok(Status::Done)
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
