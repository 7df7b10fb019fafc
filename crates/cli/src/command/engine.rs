//! `damero engine`: our players for other programs, over standard input and output.

use std::io;
use std::path::PathBuf;

use clap::Args;
use damero_arena::{Protocol, ServeError, Spec, serve};
use damero_games::with_game;

use crate::args::GameArgs;
use crate::errors::Status;
use crate::ui::Ui;
use crate::{contest, setup, values};

/// `damero engine`.
#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// The protocol to speak: text, gtp, nboard or hub
    #[arg(long, value_name = "PROTOCOL", default_value = "text", value_parser = values::protocol)]
    pub(crate) protocol: Protocol,

    /// The player that answers
    #[arg(long, value_name = "PLAYER", default_value = "max", value_parser = values::player)]
    pub(crate) agent: Spec,

    /// The folder of trainings
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub(crate) runs: PathBuf,

    /// Seed for players that choose at random
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = values::seed)]
    pub(crate) seed: u64,
}

/// Answers until the other side leaves.
pub(crate) fn run(args: &EngineArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    let agent = args.agent.clone().in_runs(&args.runs);
    let served = with_game!(args.game.game, G => {
        let rules = setup::rules(&args.game.variant, lang)?;
        serve::<G>(args.protocol, &agent, rules, args.seed, &mut input, &mut out)
    });
    match served {
        Ok(()) => Ok(Status::Done),
        Err(ServeError::Arena(error)) => Err(contest::refused(&error, lang)),
        Err(ServeError::Io(error)) => Err(error.into()),
    }
}
