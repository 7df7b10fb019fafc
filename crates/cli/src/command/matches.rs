//! `damero match`: two players, many games, one answer.

use damero_arena::stats::{Elo, Tally};
use damero_arena::{Contest, Log, Pace};
use damero_games::{Lang, Notation, with_game};
use damero_search::Searchable;
use serde_json::json;

use crate::contest::{self, Held};
use crate::contest_args::MatchArgs;
use crate::errors::Status;
use crate::lang::tr;
use crate::screen::fact;
use crate::ui::{BOLD, FAINT, Ui, paint};

/// Plays the match and reports.
pub(crate) fn run(args: &MatchArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    with_game!(args.game.game, G => meet::<G>(args, ui))
}

fn meet<G: Searchable>(args: &MatchArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let players = vec![args.a.clone(), args.b.clone()];
    let variant = &args.game.variant;
    let contest: Contest<G> = contest::plan(variant, &args.contest, players, vec![(0, 1)], args.games, lang)?;
    let mut watch = |log: &Log<G>| (Pace::GoOn, standing(&tally(log), lang));
    let held = contest::hold(&contest, &args.contest, lang, &mut watch)?;
    if args.contest.json {
        ui.json(&as_json(&contest, &held, lang))?;
    } else {
        print(ui, &contest, &held)?;
    }
    if held.interrupted {
        contest::say_interrupted(held.log.len(), contest.total(), args.contest.out.as_deref(), lang);
        return Ok(Status::Failed);
    }
    Ok(Status::Done)
}

fn tally<G: Notation>(log: &Log<G>) -> Tally {
    Tally::of(log.games(), 0, 1)
}

/// One line for the progress bar.
fn standing(tally: &Tally, lang: Lang) -> String {
    let Tally {
        wins, draws, losses, ..
    } = tally;
    let elo = number(Elo::of(tally).diff);
    tr!(
        lang,
        "+{wins} ={draws} -{losses}, Elo {elo}",
        "+{wins} ={draws} -{losses}, Elo {elo}"
    )
}

/// A difference with its sign; infinities as such.
fn number(elo: f64) -> String {
    if elo.is_finite() {
        format!("{elo:+.1}")
    } else if elo > 0.0 {
        "+∞".to_owned()
    } else {
        "-∞".to_owned()
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn print<G: Searchable>(ui: &mut Ui, contest: &Contest<G>, held: &Held<G>) -> anyhow::Result<()> {
    let lang = ui.lang;
    let tally = tally(&held.log);
    let elo = Elo::of(&tally);
    let name = G::META.name;
    ui.line(format!("{} · {}", paint(BOLD, name.get(lang)), contest.rules))?;
    for (letter, player) in ["A", "B"].into_iter().zip(&contest.players) {
        fact(ui, letter, &player.to_string())?;
    }
    fact(ui, &tr!(lang, "games", "partidas"), &tally.games().to_string())?;
    let Tally {
        wins, draws, losses, ..
    } = tally;
    let results = tr!(
        lang,
        "{wins} won, {draws} drawn, {losses} lost",
        "{wins} ganadas, {draws} empatadas, {losses} perdidas"
    );
    fact(ui, "A", &results)?;
    fact(ui, &tr!(lang, "score", "puntos"), &percent(tally.score()))?;
    let pairs = tally.pairs.map(|count| count.to_string()).join(" ");
    let worth = tr!(lang, "worth 0 ½ 1 1½ 2 points", "que valen 0 ½ 1 1½ 2 puntos");
    let pairs = format!("{pairs}  {}", paint(FAINT, worth));
    fact(ui, &tr!(lang, "pairs", "pares"), &pairs)?;
    let [diff, low, high] = [elo.diff, elo.low, elo.high].map(number);
    let sure = tr!(lang, "95 %: {low} to {high}", "95 %: de {low} a {high}");
    fact(ui, "Elo", &format!("{diff}  {}", paint(FAINT, sure)))?;
    let superior = percent(elo.superiority);
    fact(
        ui,
        &tr!(lang, "stronger", "más fuerte"),
        &tr!(
            lang,
            "A, with likelihood {superior}",
            "A, con probabilidad {superior}"
        ),
    )?;
    for failure in contest::failures(contest, &held.log, lang) {
        ui.line(failure.line(lang))?;
    }
    if let Some(path) = &held.records {
        fact(ui, &tr!(lang, "records", "partidas"), &path.display().to_string())?;
    }
    Ok(())
}

fn as_json<G: Searchable>(contest: &Contest<G>, held: &Held<G>, lang: Lang) -> serde_json::Value {
    let tally = tally(&held.log);
    json!({
        "game": G::META.id,
        "rules": contest.rules.to_string(),
        "a": contest.players[0].to_string(),
        "b": contest.players[1].to_string(),
        "seed": contest.seed,
        "games": tally.games(),
        "complete": !held.interrupted,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "pairs": tally.pairs,
        "score": tally.score(),
        "elo": Elo::of(&tally),
        "forfeits": contest::failures(contest, &held.log, lang),
        "records": held.records,
    })
}
