//! Networks that come with the program. They were trained by it: `docs/learning.md` tells with which command, and how
//! strong they are.

/// The weights of the network that comes with the program for a game, as a file of safetensors; `None` if there is none.
#[must_use]
pub fn shipped(game: &str) -> Option<&'static [u8]> {
    match game {
        "quarto" => Some(include_bytes!("../shipped/quarto.safetensors")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use damero_games::quarto::Quarto;

    use super::*;
    use crate::{Model, QValues};

    #[test]
    fn what_is_shipped_can_play() {
        let bytes = shipped("quarto").expect("one for Quarto");
        let model = Model::from_bytes(bytes).expect("a sound file");
        assert_eq!(model.network().trainable(), 77_168);
        assert!(QValues::<Quarto>::new(&model, &"square".parse().expect("a preset"), 1).is_ok());
        assert_eq!(shipped("azul"), None);
    }
}
