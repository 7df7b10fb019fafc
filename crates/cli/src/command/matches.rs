//! `damero match`: two players, many games, one answer.

use clap::Args;
use damero_arena::Playable;
use damero_arena::stats::{Elo, Points, Sprt, Standing, Tally, Verdict};
use damero_arena::{Contest, Log, Pace, Spec};
use damero_games::{Lang, Notation, with_game};
use serde_json::json;

use crate::args::GameArgs;
use crate::contest::{self, ContestArgs, Held};
use crate::errors::Status;
use crate::lang::{decimal, signed, tr};
use crate::screen::fact;
use crate::ui::{BOLD, FAINT, Ui, paint};
use crate::values;

/// `damero match`.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// One player, such as random, hard or alphabeta:depth=5
    #[arg(long, value_name = "PLAYER", value_parser = values::player)]
    pub(crate) a: Spec,

    /// The other player
    #[arg(long, value_name = "PLAYER", value_parser = values::player)]
    pub(crate) b: Spec,

    /// How many games; in pairs, with the same opening and the seats changed
    #[arg(long, short = 'n', value_name = "N", default_value = "100", value_parser = values::games)]
    pub(crate) games: u64,

    /// Stop by the sequential probability ratio test (SPRT): is the Elo difference the first number or the second?
    #[arg(long, value_name = "ELO0,ELO1", value_parser = values::sprt, allow_hyphen_values = true)]
    pub(crate) sprt: Option<(f64, f64)>,

    /// SPRT error rate alpha: how often the second number is accepted although the first one is true
    #[arg(long, value_name = "SHARE", default_value = "0.05", value_parser = values::share)]
    pub(crate) alpha: f64,

    /// SPRT error rate beta: how often the first number is accepted although the second one is true
    #[arg(long, value_name = "SHARE", default_value = "0.05", value_parser = values::share)]
    pub(crate) beta: f64,

    #[command(flatten)]
    pub(crate) contest: ContestArgs,
}

/// Plays the match and reports.
pub(crate) fn run(args: &MatchArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    with_game!(args.game.game, G => meet::<G>(args, ui))
}

fn meet<G: Playable>(args: &MatchArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let players = vec![args.a.clone(), args.b.clone()];
    let variant = &args.game.variant;
    let contest: Contest<G> = contest::plan(variant, &args.contest, players, vec![(0, 1)], args.games, lang)?;
    let test = args.sprt.map(|(elo0, elo1)| Sprt {
        elo0,
        elo1,
        alpha: args.alpha,
        beta: args.beta,
    });
    let mut watch = |log: &Log<G>| {
        let standing = test.map(|test| test.standing(log));
        let decided = standing.is_some_and(|standing| standing.verdict != Verdict::Open);
        let pace = if decided { Pace::Enough } else { Pace::GoOn };
        (pace, progress(&tally(log), standing, lang))
    };
    let held = contest::hold(&contest, &args.contest, lang, &mut watch)?;
    let report = Report::new(&contest, &held, test);
    if args.contest.json {
        ui.json(&report.json(lang))?;
    } else {
        report.print(ui)?;
    }
    if held.interrupted {
        contest::say_interrupted(held.log.len(), contest.total(), args.contest.out.as_deref(), lang);
        return Ok(Status::Failed);
    }
    let accepted = report
        .standing
        .is_none_or(|standing| standing.verdict == Verdict::H1);
    Ok(if accepted { Status::Done } else { Status::Nothing })
}

fn tally<G: Notation>(log: &Log<G>) -> Tally {
    Tally::of(log.games(), 0, 1)
}

/// One line for the progress bar.
fn progress(tally: &Tally, standing: Option<Standing>, lang: Lang) -> String {
    let Tally {
        wins, draws, losses, ..
    } = tally;
    let elo = number(Elo::of(tally).diff, lang);
    let llr = standing.map(|standing| format!(", {}", ratio(&standing, lang)));
    format!("+{wins} ={draws} -{losses}, Elo {elo}{}", llr.unwrap_or_default())
}

/// The likelihood ratio between the bounds at which it decides.
fn ratio(standing: &Standing, lang: Lang) -> String {
    let llr = signed(standing.llr, 2, lang);
    let [lower, upper] = [standing.lower, standing.upper].map(|bound| decimal(bound, 2, lang));
    tr!(
        lang,
        "LLR {llr} [{lower}, {upper}]",
        "LLR {llr} [{lower}; {upper}]"
    )
}

/// A difference with its sign; infinities as such.
fn number(elo: f64, lang: Lang) -> String {
    if elo.is_finite() {
        signed(elo, 1, lang)
    } else if elo > 0.0 {
        "+∞".to_owned()
    } else {
        "-∞".to_owned()
    }
}

fn percent(share: f64, lang: Lang) -> String {
    format!("{} %", decimal(100.0 * share, 1, lang))
}

/// A match with everything that is said of it.
struct Report<'a, G: Notation> {
    contest: &'a Contest<G>,
    held: &'a Held<G>,
    test: Option<Sprt>,
    standing: Option<Standing>,
    tally: Tally,
}

impl<'a, G: Playable> Report<'a, G> {
    fn new(contest: &'a Contest<G>, held: &'a Held<G>, test: Option<Sprt>) -> Self {
        let standing = test.map(|test| test.standing(&held.log));
        // Games that happened to end after the decision do not count.
        let decided = standing.filter(|standing| standing.verdict != Verdict::Open);
        Self {
            contest,
            held,
            test,
            standing,
            tally: decided.map_or_else(|| tally(&held.log), |standing| standing.tally),
        }
    }

    /// The points of the games that count, where the game keeps them.
    fn points(&self) -> Option<Points> {
        let counted = self.held.log.games().take(self.tally.games() as usize);
        Points::of(counted, 0, 1)
    }

    fn print(&self, ui: &mut Ui) -> anyhow::Result<()> {
        let lang = ui.lang;
        let Tally {
            wins, draws, losses, ..
        } = self.tally;
        let elo = Elo::of(&self.tally);
        let name = G::META.name;
        ui.line(format!(
            "{} · {}",
            paint(BOLD, name.get(lang)),
            self.contest.rules
        ))?;
        for (letter, player) in ["A", "B"].into_iter().zip(&self.contest.players) {
            fact(ui, letter, &player.to_string())?;
        }
        fact(
            ui,
            &tr!(lang, "games", "partidas"),
            &self.tally.games().to_string(),
        )?;
        let results = tr!(
            lang,
            "{wins} won, {draws} drawn, {losses} lost",
            "{wins} ganadas, {draws} tablas, {losses} perdidas"
        );
        fact(ui, "A", &results)?;
        fact(
            ui,
            &tr!(lang, "score", "puntos"),
            &percent(self.tally.score(), lang),
        )?;
        let pairs = self.tally.pairs.map(|count| count.to_string()).join(" ");
        let worth = tr!(lang, "worth 0 ½ 1 1½ 2 points", "que valen 0 ½ 1 1½ 2 puntos");
        let pairs = format!("{pairs}  {}", paint(FAINT, worth));
        fact(ui, &tr!(lang, "pairs", "pares"), &pairs)?;
        let [diff, low, high] = [elo.diff, elo.low, elo.high].map(|elo| number(elo, lang));
        let sure = tr!(lang, "95 %: {low} to {high}", "95 %: de {low} a {high}");
        fact(ui, "Elo", &format!("{diff}  {}", paint(FAINT, sure)))?;
        let sure = percent(elo.superiority, lang);
        let sure = tr!(lang, "A, with likelihood {sure}", "A, con probabilidad {sure}");
        fact(ui, &tr!(lang, "stronger", "superior"), &sure)?;
        if let (Some(test), Some(standing)) = (&self.test, &self.standing) {
            fact(ui, "SPRT", &sprt(test, standing, lang))?;
        }
        if let Some(points) = self.points() {
            let [own, other] = [points.own, points.other].map(|mean| decimal(mean, 1, lang));
            let (margin, error) = (signed(points.margin, 1, lang), decimal(points.error, 1, lang));
            let means = tr!(
                lang,
                "A {own}, B {other}, margin {margin} ± {error}",
                "A {own}, B {other}, diferencia {margin} ± {error}"
            );
            fact(ui, &tr!(lang, "points", "tanteo"), &means)?;
        }
        for failure in contest::failures(self.contest, &self.held.log, lang) {
            ui.line(failure.line(lang))?;
        }
        if let Some(path) = &self.held.records {
            let label = tr!(lang, "records", "archivo");
            fact(ui, &label, &path.display().to_string())?;
        }
        Ok(())
    }

    fn json(&self, lang: Lang) -> serde_json::Value {
        let tally = &self.tally;
        let mut report = json!({
            "game": G::META.id,
            "rules": self.contest.rules.to_string(),
            "a": self.contest.players[0].to_string(),
            "b": self.contest.players[1].to_string(),
            "seed": self.contest.seed,
            "games": tally.games(),
            "complete": !self.held.interrupted,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "pairs": tally.pairs,
            "score": tally.score(),
            "points": self.points(),
            "elo": Elo::of(tally),
            "forfeits": contest::failures(self.contest, &self.held.log, lang),
            "records": self.held.records,
        });
        if let (Some(test), Some(standing)) = (&self.test, &self.standing) {
            report["sprt"] = json!({
                "elo0": test.elo0,
                "elo1": test.elo1,
                "alpha": test.alpha,
                "beta": test.beta,
                "llr": standing.llr,
                "lower": standing.lower,
                "upper": standing.upper,
                "verdict": standing.verdict,
            });
        }
        report
    }
}

/// The result of the SPRT in words.
fn sprt(test: &Sprt, standing: &Standing, lang: Lang) -> String {
    let verdict = match standing.verdict {
        Verdict::Open => tr!(lang, "undecided", "sin decidir"),
        Verdict::H0 => {
            let elo = number(test.elo0, lang);
            tr!(lang, "more like {elo}", "se parece más a {elo}")
        }
        Verdict::H1 => {
            let elo = number(test.elo1, lang);
            tr!(lang, "more like {elo}", "se parece más a {elo}")
        }
    };
    format!("{verdict}  {}", ratio(standing, lang))
}
