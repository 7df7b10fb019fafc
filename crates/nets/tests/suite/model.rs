//! Weights as files: round trips, and a sentence for everything that can be wrong.

use std::fs;

use damero_games::quarto::{Quarto, QuartoRules};
use damero_games::random::seeded;
use damero_games::reversi::Reversi;
use damero_games::{GameId, Lang, Rules};
use damero_nets::{Architecture, Model, ModelError, Weights};
use proptest::prelude::*;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};

fn quarto() -> Model {
    let network = Architecture::QuartoCnn.describe::<Quarto>(None).unwrap();
    let weights = Weights::initial(&network, &mut seeded(3));
    Model::new::<Quarto>(network, weights, &QuartoRules::default()).unwrap()
}

/// The file with one change to its tensors (name, shape, numbers) and one to its card.
fn changed(
    tensors: impl FnOnce(&mut Vec<(String, Vec<usize>, Vec<u8>)>),
    card: impl FnOnce(&mut serde_json::Value),
) -> Vec<u8> {
    let bytes = quarto().to_bytes();
    let (_, header) = SafeTensors::read_metadata(&bytes).unwrap();
    let mut metadata = header.metadata().clone().unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&metadata["damero"]).unwrap();
    card(&mut value);
    metadata.insert("damero".to_owned(), value.to_string());
    let file = SafeTensors::deserialize(&bytes).unwrap();
    let mut list: Vec<_> = file
        .tensors()
        .into_iter()
        .map(|(name, view)| (name, view.shape().to_vec(), view.data().to_vec()))
        .collect();
    tensors(&mut list);
    let views = list.iter().map(|(name, shape, data)| {
        let view = TensorView::new(Dtype::F32, shape.clone(), data).unwrap();
        (name, view)
    });
    safetensors::serialize(views, Some(metadata)).unwrap()
}

/// What loading says, in both languages.
fn complaint(bytes: &[u8]) -> [String; 2] {
    let model = Model::from_bytes(bytes);
    let checked = model.and_then(|model| model.check_for::<Quarto>(&QuartoRules::default()));
    let error = checked.expect_err("something is wrong");
    Lang::ALL.map(|lang| error.message(lang))
}

#[test]
fn a_model_survives_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("best.safetensors");
    let model = quarto().with_note("run", "one");
    model.save(&path).unwrap();
    model.save(&path).unwrap();
    assert_eq!(
        Model::load_for::<Quarto>(&path, &QuartoRules::default()).unwrap(),
        model
    );
    assert_eq!(model.to_bytes(), Model::load(&path).unwrap().to_bytes());
    let names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|one| one.unwrap().file_name())
        .collect();
    assert_eq!(names, ["best.safetensors"], "no temporary file stays");
}

#[test]
fn a_file_that_cannot_be_read_or_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nowhere").join("best.safetensors");
    for error in [Model::load(&path).unwrap_err(), quarto().save(&path).unwrap_err()] {
        assert!(matches!(error, ModelError::File { .. }));
        assert!(error.to_string().contains("nowhere"), "{error}");
    }
    let path = folder.path().join("text.safetensors");
    fs::write(&path, "hello").unwrap();
    let error = Model::load(&path).unwrap_err().message(Lang::Es);
    assert!(
        error.contains("text.safetensors: no es un archivo de pesos"),
        "{error}"
    );
}

#[test]
fn wrong_tensors_are_named() {
    let [en, es] = complaint(&changed(|list| list.retain(|one| one.0 != "fc1.bias"), |_| {}));
    assert_eq!(en, "the tensor `fc1.bias` is missing");
    assert_eq!(es, "falta el tensor `fc1.bias`");

    let extra = ("fc9.bias".to_owned(), vec![1], vec![0; 4]);
    let [en, _] = complaint(&changed(|list| list.push(extra), |_| {}));
    assert_eq!(en, "the tensor `fc9.bias` does not belong to the network");

    let turn = |list: &mut Vec<(String, Vec<usize>, Vec<u8>)>| {
        let one = list.iter_mut().find(|one| one.0 == "fc1.weight").unwrap();
        one.1.reverse();
    };
    let [en, _] = complaint(&changed(turn, |_| {}));
    assert_eq!(
        en,
        "the tensor `fc1.weight` has the shape [512, 128]; expected [128, 512]"
    );

    for bad in [f32::NAN, f32::INFINITY] {
        let spoil = |list: &mut Vec<(String, Vec<usize>, Vec<u8>)>| {
            let one = list.iter_mut().find(|one| one.0 == "conv2.weight").unwrap();
            one.2[40..44].copy_from_slice(&bad.to_le_bytes());
        };
        let [en, _] = complaint(&changed(spoil, |_| {}));
        assert_eq!(
            en,
            "the tensor `conv2.weight` has at 10 something that is no finite number"
        );
    }

    let nudge = |list: &mut Vec<(String, Vec<usize>, Vec<u8>)>| list[0].2[0] ^= 1;
    let [en, _] = complaint(&changed(nudge, |_| {}));
    assert!(en.contains("checksum differs"), "{en}");
    changed_without_checksum_is_accepted();
}

/// Python need not know how we sum.
fn changed_without_checksum_is_accepted() {
    let forget = |card: &mut serde_json::Value| {
        card.as_object_mut().unwrap().remove("checksum");
    };
    let bytes = changed(|list| list[0].2[0] ^= 1, forget);
    assert!(Model::from_bytes(&bytes).is_ok());
}

#[test]
fn other_games_and_rules_are_refused() {
    let card = |key: &'static str, value: serde_json::Value| {
        complaint(&changed(|_| {}, move |card| card[key] = value))
    };
    assert_eq!(
        card("game", "go".into())[0],
        "the network learned go; expected quarto"
    );
    assert_eq!(
        card("rules", "standard".into())[1],
        "la red aprendió con las reglas standard; se esperaban square"
    );
    let [en, _] = card("rules_version", 99.into());
    assert!(
        en.starts_with("the network learned version 99 of the game"),
        "{en}"
    );
    let [en, _] = card("architecture", 7.into());
    assert!(en.contains("`damero` of the metadata cannot be read"), "{en}");
    let [en, _] = complaint(&changed(
        |_| {},
        |card| card["architecture"]["encoding"] = "pixels".into(),
    ));
    assert_eq!(
        en,
        "the network reads the encoding pixels; the game has planes, attributes"
    );
    let [en, _] = complaint(&changed(
        |_| {},
        |card| card["architecture"]["nodes"][0]["out"] = 0.into(),
    ));
    assert!(en.starts_with("network, at `fc_in_piece`"), "{en}");

    let network = Architecture::QuartoCnn
        .describe_for(GameId::Quarto, None)
        .unwrap();
    let weights = Weights::initial(&network, &mut seeded(1));
    let error = Model::new::<Reversi>(network, weights, &Rules::preset("standard").unwrap()).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the network reads the encoding planes: board [16, 4, 4]"),
        "{error}"
    );
}

#[test]
fn bytes_without_a_card_are_refused() {
    let none: [(&str, TensorView<'_>); 0] = [];
    let [en, es] = complaint(&safetensors::serialize(none, None).unwrap());
    assert!(
        en.contains("lack the entry `damero`") && es.contains("falta la entrada"),
        "{en} {es}"
    );
}

#[test]
fn every_shorter_file_is_refused() {
    let bytes = quarto().to_bytes();
    for len in (0..bytes.len()).step_by(997).chain(bytes.len() - 9..bytes.len()) {
        assert!(Model::from_bytes(&bytes[..len]).is_err(), "{len} bytes");
    }
}

/// Found by chance: a file without a checksum is one from elsewhere, so the key itself must not be damaged.
#[test]
fn a_damaged_key_does_not_hide_damaged_weights() {
    let mut bytes = quarto().to_bytes();
    let key = b"checksum";
    let at = bytes.windows(key.len()).position(|found| found == key);
    bytes[at.expect("a written model has one")] ^= 1;
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    assert!(matches!(Model::from_bytes(&bytes), Err(ModelError::Card(_))));
}

proptest! {
    #[test]
    fn damaged_files_never_panic_and_never_load(
        places in prop::collection::vec((any::<prop::sample::Index>(), 1_u8..), 1..4),
        header in any::<bool>(),
    ) {
        let mut bytes = quarto().to_bytes();
        let original = bytes.clone();
        let end = if header { 4000 } else { bytes.len() };
        for (place, flip) in places {
            bytes[place.index(end)] ^= flip;
        }
        prop_assume!(bytes != original);
        // Notes, spaces and spelling may change without harm; the weights may not.
        if let Ok(model) = Model::from_bytes(&bytes) {
            prop_assert!(model.weights() == quarto().weights());
        }
    }

    #[test]
    fn any_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(Model::from_bytes(&bytes).is_err());
    }
}
