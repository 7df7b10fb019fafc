//! `damero engine`: our players for other programs, over standard input and output.

use std::io;

use damero_arena::{ServeError, serve};
use damero_games::with_game;

use crate::contest_args::EngineArgs;
use crate::errors::Status;
use crate::ui::Ui;
use crate::{contest, setup};

/// Answers until the other side leaves.
pub(crate) fn run(args: &EngineArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    let served = with_game!(args.game.game, G => {
        let rules = setup::rules(&args.game.variant, lang)?;
        serve::<G>(args.protocol, &args.agent, rules, args.seed, &mut input, &mut out)
    });
    match served {
        Ok(()) => Ok(Status::Done),
        Err(ServeError::Arena(error)) => Err(contest::refused(&error, lang)),
        Err(ServeError::Io(error)) => Err(error.into()),
    }
}
