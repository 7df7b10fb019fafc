//! Networks that were read and compiled. A network is read once in a process; all players share its weights.

use std::any::{Any, TypeId};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use damero_nets::Precision;

use crate::spec::SpecError;

/// Networks that are kept. Those that come with the program take six places; the others are for trained runs.
const KEPT: usize = 16;

type Shared = Arc<dyn Any + Send + Sync>;

/// The networks, the least recently used first.
static NETWORKS: Mutex<VecDeque<(TypeId, String, Shared)>> = Mutex::new(VecDeque::new());

/// A player with the network of `source`, which is made by `load` if it is not kept. A clone shares the weights. Without
/// a `source` nothing is kept.
pub(super) fn shared<T: Any + Clone + Send + Sync>(
    source: Option<String>,
    player: &str,
    precision: Precision,
    load: impl FnOnce() -> Result<T, SpecError>,
) -> Result<T, SpecError> {
    let Some(source) = source else { return load() };
    let (kind, key) = (TypeId::of::<T>(), format!("{player} {precision:?} {source}"));
    // The lock is held while a network is loaded, so that two players never load the same one.
    let mut networks = NETWORKS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = networks
        .iter()
        .position(|(of, one, _)| *of == kind && *one == key);
    let known = known.and_then(|place| networks.remove(place));
    let network: Shared = match known {
        Some((.., network)) => network,
        None => Arc::new(load()?),
    };
    networks.push_back((kind, key, Arc::clone(&network)));
    if networks.len() > KEPT {
        networks.pop_front();
    }
    drop(networks);
    let player = network.downcast_ref::<T>().expect("the key names the type");
    Ok(player.clone())
}

#[cfg(test)]
mod tests {
    use damero_games::Text;

    use super::*;

    #[test]
    fn a_network_is_loaded_once_and_a_failure_is_not_kept() {
        let get = |source: &str, made: Result<u32, SpecError>| {
            shared(Some(source.to_owned()), "test", Precision::Single, || made)
        };
        let problem = Text::new("no", "no");
        assert!(get("a", Err(SpecError { problem })).is_err());
        assert_eq!(get("a", Ok(1)), Ok(1));
        assert_eq!(get("a", Ok(2)), Ok(1));
        assert_eq!(get("b", Ok(3)), Ok(3));
        assert_eq!(shared(None, "test", Precision::Single, || Ok(4)), Ok(4));
        for i in 0..KEPT {
            get(&format!("other {i}"), Ok(0)).expect("a number");
        }
        assert_eq!(get("a", Ok(5)), Ok(5), "the oldest were dropped");
    }
}
