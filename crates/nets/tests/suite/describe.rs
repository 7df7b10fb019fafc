//! Descriptions: golden counts, names that Python knows, round trips, and errors that name the node.

use damero_games::checkers::{Checkers, CheckersRules};
use damero_games::{GameId, Lang};
use damero_nets::{Architecture, Description, Heads, Network, Op};

fn describe(game: GameId, architecture: &str) -> Network {
    let architecture: Architecture = architecture.parse().unwrap();
    architecture.describe_for(game, None).unwrap()
}

#[test]
fn the_quarto_network_has_the_parameters_of_the_original() {
    let network = describe(GameId::Quarto, "quarto");
    let layers = [272, 2464, 4640, 65664, 2064, 2064];
    let found: Vec<usize> = network
        .parameters()
        .chunks(2)
        .map(|pair| pair.iter().map(damero_nets::Parameter::len).sum())
        .collect();
    assert_eq!(found, layers);
    assert_eq!(network.trainable(), 77_168);
    assert_eq!(network.stored(), 77_168);
}

#[test]
fn azul_net_has_the_parameters_of_the_original() {
    let network = describe(GameId::Azul, "azul");
    // Eight normalisations of 64 channels keep a mean and a variance that gradients do not change.
    assert_eq!(network.stored(), 640_092);
    assert_eq!(network.trainable(), 640_092 - 8 * 2 * 64);
    let combined = network
        .steps()
        .iter()
        .find(|step| step.name == "combined")
        .unwrap();
    assert_eq!(combined.shape, [2 * 25 + 25 + 6 * 32 + 39]);
}

#[test]
fn parameters_are_named_and_shaped_as_in_python() {
    let network = describe(GameId::Azul, "azul");
    let shape = |name: &str| {
        let found = network.parameters().iter().find(|one| one.name == name);
        found.unwrap_or_else(|| panic!("{name} is missing")).shape.clone()
    };
    assert_eq!(shape("conv_in.weight"), [64, 4, 3, 3]);
    assert_eq!(shape("res_blocks.3.bn2.running_var"), [64]);
    assert_eq!(shape("factory_pos_embedding"), [1, 6, 32]);
    assert_eq!(shape("transformer.layers.1.self_attn.in_proj_weight"), [96, 32]);
    assert_eq!(shape("transformer.layers.0.self_attn.out_proj.bias"), [32]);
    assert_eq!(shape("policy_fc.weight"), [180, 256]);
}

#[test]
fn every_game_has_networks_with_every_kind_of_heads() {
    for &game in GameId::ALL {
        for heads in Heads::ALL {
            for text in ["mlp:64-64,residual", "mlp:32", "resnet:2x8"] {
                let text = match heads {
                    Heads::PolicyValue => text.to_owned(),
                    _ => format!("{text},heads={heads}"),
                };
                let network = describe(game, &text);
                assert_eq!(network.description().name, text);
                assert_eq!(network.reads_legal(), heads == Heads::Dueling);
                let outputs: Vec<_> = network.outputs().map(|(name, _)| name).collect();
                assert_eq!(
                    outputs,
                    match heads {
                        Heads::PolicyValue => &["policy", "value"][..],
                        Heads::PolicyValueScores => &["policy", "value", "scores"],
                        Heads::Value => &["value"],
                        Heads::Q | Heads::Dueling => &["q"],
                    }
                );
            }
        }
    }
}

/// Every encoding of every game whose actions are squares can be read, and the policy is as long as the actions are many.
#[test]
fn planes_and_pooling_fit_every_encoding() {
    for (game, encoding, actions) in [
        (GameId::Reversi, "planes", 65),
        (GameId::Checkers, "seed", 2432),
        (GameId::Checkers, "full", 2432),
        (GameId::ChessFive, "planes", 4136),
        (GameId::Quarto, "planes", 32),
        (GameId::Quarto, "attributes", 32),
    ] {
        let architecture: Architecture = "resnet:2x16,planes,pool".parse().unwrap();
        assert_eq!(architecture.to_string(), "resnet:2x16,planes,pool");
        let network = architecture.describe_for(game, Some(encoding)).unwrap();
        assert_eq!(network.output("policy").map(|(_, n)| n), Some(actions));
    }
    // Trunk 464 + 4672 + 5200, planes 288 + 17, the pass 144 + 34880 + 65, the value 18 + 6208 + 65.
    assert_eq!(
        describe(GameId::Reversi, "resnet:2x16,planes,pool").trainable(),
        52_021
    );
}

/// Flying kings have more moves than planes, which is said; without planes a network takes them.
#[test]
fn planes_are_refused_where_they_do_not_tell_moves_apart() {
    let rules = |id: &str| id.parse::<CheckersRules>().unwrap();
    let described = |text: &str, id: &str| {
        let architecture: Architecture = text.parse().unwrap();
        architecture.describe_under::<Checkers>(&rules(id), None)
    };
    let error = described("resnet:1x8,planes", "russian").unwrap_err();
    assert!(
        error
            .to_string()
            .contains("do not tell the moves apart under the rules russian"),
        "{error}"
    );
    for (text, id) in [
        ("resnet:1x8,planes", "seed"),
        ("resnet:1x8,planes", "italian"),
        ("mlp:16", "russian"),
    ] {
        assert!(described(text, id).is_ok(), "{text} {id}");
    }
}

#[test]
fn descriptions_survive_json_and_toml() {
    for (game, architecture) in [
        (GameId::Quarto, "quarto"),
        (GameId::Azul, "azul"),
        (GameId::ChessFive, "resnet:3x16,heads=dueling"),
        (GameId::Checkers, "resnet:2x16,planes,pool,heads=dueling"),
    ] {
        let network = describe(game, architecture);
        let json = serde_json::to_string(network.description()).unwrap();
        let again: Description = serde_json::from_str(&json).unwrap();
        assert_eq!(Network::new(again).unwrap(), network);
        let toml = toml::to_string(network.description()).unwrap();
        let again: Description = toml::from_str(&toml).unwrap();
        assert_eq!(Network::new(again).unwrap(), network);
    }
}

/// Changes the Quarto description and says what the check answers.
fn complaint(change: impl FnOnce(&mut Description)) -> [String; 2] {
    let mut description = describe(GameId::Quarto, "quarto").description().clone();
    change(&mut description);
    let error = Network::new(description).expect_err("the description is wrong");
    [Lang::En, Lang::Es].map(|lang| error.message(lang))
}

#[test]
fn errors_name_the_node() {
    let [en, es] = complaint(|d| d.nodes[2].op = Op::Reshape { shape: vec![1, 5, 4] });
    assert_eq!(
        en,
        "network, at `piece_plane`: [16] does not have as many numbers as [1, 5, 4]"
    );
    assert_eq!(
        es,
        "red, en `piece_plane`: [16] no tiene tantos números como [1, 5, 4]"
    );

    let [en, _] = complaint(|d| d.nodes[4].from = vec!["conv2".to_owned()]);
    assert!(en.starts_with("network, at `conv1`: reads `conv2`"), "{en}");

    let [en, _] = complaint(|d| d.nodes[1].name = "board".to_owned());
    assert!(
        en.starts_with("network, at `board`: the name occurs twice"),
        "{en}"
    );

    let [en, _] = complaint(|d| {
        d.nodes[0].op = Op::Linear {
            out: 1 << 40,
            bias: true,
        }
    });
    assert!(
        en.starts_with("network, at `fc_in_piece`: the shape [1099511627776]"),
        "{en}"
    );

    let [en, es] = complaint(|d| d.nodes[1].op = Op::Gather { index: vec![3, 16] });
    assert_eq!(
        en,
        "network, at `fc_in_piece.relu`: picks number 16 of 16, which count from 0"
    );
    assert!(
        es.ends_with("toma el número 16 de 16, que se cuentan desde 0"),
        "{es}"
    );
    let [en, _] = complaint(|d| d.nodes[0].op = Op::GlobalPool);
    assert!(
        en.contains("`global_pool` reads [16]; expected a tensor of 3 axes"),
        "{en}"
    );
    let [en, _] = complaint(|d| {
        d.nodes[3].op = Op::AddChannels;
        d.nodes[3].from = vec![
            "board".to_owned(),
            "fc_in_piece.relu".to_owned(),
            "piece".to_owned(),
        ];
    });
    assert!(en.contains("`add_channels` reads 3 tensors; expected 2"), "{en}");

    let [en, _] = complaint(|d| d.outputs.clear());
    assert_eq!(en, "the network answers nothing");

    let [en, _] = complaint(|d| d.nodes[3].from.clear());
    assert!(
        en.starts_with("network, at `board_and_piece`: joins 0 tensors"),
        "{en}"
    );
}

#[test]
fn architectures_that_do_not_exist_or_do_not_fit_are_refused() {
    for text in [
        "",
        "lstm",
        "resnet",
        "resnet:4",
        "resnet:0x64",
        "mlp:",
        "mlp:256,dropout",
        "quarto:3",
        "resnet:4x64,residual",
        "mlp:64,planes",
        "mlp:64,owner,heads=q",
    ] {
        let error = text.parse::<Architecture>().expect_err(text);
        assert!(error.message(Lang::Es).contains("no es ninguna red"), "{text}");
    }
    let heads = "mlp:8,heads=three".parse::<Architecture>().unwrap_err();
    assert!(
        heads
            .to_string()
            .contains("policy-value, policy-value-scores, value, q, dueling")
    );

    let planes: Architecture = "resnet:1x8,planes".parse().unwrap();
    let error = planes.describe_for(GameId::Azul, None).unwrap_err();
    assert!(
        error.to_string().contains("the actions of azul are no squares"),
        "{error}"
    );

    let owner: Architecture = "mlp:8,moves_left,owner".parse().unwrap();
    assert_eq!(owner.to_string(), "mlp:8,owner,moves_left");
    let error = owner.describe_for(GameId::Quarto, None).unwrap_err();
    assert_eq!(error.to_string(), "quarto has nothing for `owner`");

    let error = Architecture::AzulNet
        .describe_for(GameId::Azul, Some("onehot"))
        .unwrap_err();
    assert!(
        error.to_string().contains("this encoding has walls [2, 5, 5]"),
        "{error}"
    );
    let error = Architecture::QuartoCnn
        .describe_for(GameId::Reversi, None)
        .unwrap_err();
    assert!(error.to_string().contains("the network reads `board`"), "{error}");
    let error = Architecture::QuartoCnn
        .describe_for(GameId::Quarto, Some("pixels"))
        .unwrap_err();
    assert!(
        error.to_string().contains("there are planes, attributes"),
        "{error}"
    );
}
