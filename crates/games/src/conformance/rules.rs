//! The rules object and the facts about the game.

use crate::any::Playable;
use crate::encode::Encoding;
use crate::game::Meta;
use crate::lang::Lang;
use crate::options::Rules;

/// Options and presets in both directions, and texts in both languages.
pub(super) fn check<G: Playable>(rules: &G::Rules) {
    assert_eq!(
        rules.to_string().parse::<G::Rules>().as_ref(),
        Ok(rules),
        "the rules id reads back"
    );
    let json = serde_json::to_string(rules).expect("rules are JSON");
    assert_eq!(
        serde_json::from_str::<G::Rules>(&json).expect("the JSON reads back"),
        *rules,
        "{json}"
    );
    let first = G::Rules::PRESETS.first().expect("there is a preset");
    assert_eq!(
        G::Rules::preset(first.name),
        Ok(G::Rules::default()),
        "the first preset is the default"
    );
    for option in G::Rules::OPTIONS {
        let value = rules
            .get(option.name)
            .unwrap_or_else(|| panic!("{} has no value", option.name));
        let mut copy = *rules;
        assert_eq!(
            copy.set(option.name, &value),
            Ok(()),
            "{} takes its own value",
            option.name
        );
        assert_eq!(
            copy, *rules,
            "setting {} to its own value changes nothing",
            option.name
        );
        let refusal = copy
            .set(option.name, "no such value")
            .expect_err("nonsense is refused");
        assert_eq!(copy, *rules, "a refused value changes nothing");
        assert!(
            refusal.to_string().contains(&*option.values.en),
            "the refusal lists the values: {refusal}"
        );
    }
    let mut copy = *rules;
    let refusal = copy
        .set("no such option", "1")
        .expect_err("unknown options are refused")
        .to_string();
    assert!(
        G::Rules::OPTIONS
            .iter()
            .all(|option| refusal.contains(option.name)),
        "it lists all: {refusal}"
    );
    check_meta(&G::META);
    check_encodings(G::ENCODINGS);
}

fn check_meta(meta: &Meta) {
    assert!(
        meta.max_moves > 0,
        "{} does not say how many moves it has at most",
        meta.id
    );
    for lang in Lang::ALL {
        assert!(
            !meta.rules.get(lang).trim().is_empty(),
            "{} has no rules text: its folder lacks rules.{lang}.md, or META does not include it",
            meta.id
        );
        for text in [&meta.name, &meta.summary, &meta.seats.first, &meta.seats.second] {
            assert!(
                !text.get(lang).trim().is_empty(),
                "{} has an empty text in {lang}",
                meta.id
            );
        }
    }
}

fn check_encodings(encodings: &[Encoding]) {
    assert!(!encodings.is_empty(), "there is an encoding");
    for (i, encoding) in encodings.iter().enumerate() {
        assert!(!encoding.is_empty(), "{} holds numbers", encoding.name);
        assert!(
            encodings[..i].iter().all(|other| other.name != encoding.name),
            "{} stands twice",
            encoding.name
        );
    }
}
