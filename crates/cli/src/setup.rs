//! From the words of the command line to a game that can be played.

use anyhow::Context as _;
use damero_games::random::seeded;
use damero_games::{AnyGame, Game, GameId, Lang, Notation, Rules, Turn, registry, with_game};

use crate::args::VariantArgs;
use crate::errors::{InLang, cut};
use crate::lang::tr;

/// The rules that `--rules` and `--set` describe.
pub(crate) fn rules<R: Rules>(variant: &VariantArgs, lang: Lang) -> anyhow::Result<R> {
    let mut rules = match &variant.rules {
        Some(id) => id.parse().in_lang(lang).context("--rules")?,
        None => R::default(),
    };
    for word in &variant.set {
        let place = || format!("--set {}", cut(word));
        let Some((option, value)) = word.split_once('=') else {
            let known: Vec<_> = R::OPTIONS.iter().map(|option| option.name).collect();
            let known = known.join(", ");
            let problem = tr!(
                lang,
                "write option=value; there are {known}",
                "se escribe opción=valor; hay {known}"
            );
            return Err(anyhow::Error::msg(problem).context(place()));
        };
        rules
            .set(option.trim(), value.trim())
            .in_lang(lang)
            .with_context(place)?;
    }
    Ok(rules)
}

/// A game of a known type, from the beginning or from a position.
pub(crate) fn start<G: Notation>(
    variant: &VariantArgs,
    position: Option<&str>,
    lang: Lang,
) -> anyhow::Result<G> {
    let rules = rules(variant, lang)?;
    match position {
        None => Ok(G::start(&rules)),
        Some(text) => G::from_position(&rules, text).in_lang(lang).context("--position"),
    }
}

/// A game whose type is known only by its id, from the beginning or from a position.
pub(crate) fn start_any(
    id: GameId,
    variant: &VariantArgs,
    position: Option<&str>,
    lang: Lang,
) -> anyhow::Result<Box<dyn AnyGame>> {
    let rules = with_game!(id, G => rules::<<G as Game>::Rules>(variant, lang)?.to_string());
    match position {
        None => registry::start(id, &rules).in_lang(lang),
        Some(text) => registry::from_position(id, &rules, text)
            .in_lang(lang)
            .context("--position"),
    }
}

/// Draws the chance events that are due.
pub(crate) fn settle<G: Game>(game: &mut G, seed: u64) {
    let mut rng = seeded(seed);
    while game.turn() == Turn::Chance {
        game.resolve_chance(&mut rng);
    }
}
