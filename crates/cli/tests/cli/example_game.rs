//! The example game, which has nothing but rules, through the real binary: played, searched, matched, learned. It is
//! there in tests of the whole workspace, which have every feature.

use damero_games::GameId;

use crate::harness::Folder;

fn examples() -> impl Iterator<Item = &'static GameId> {
    GameId::ALL.iter().filter(|id| id.meta().example)
}

#[test]
fn it_is_searched_and_matched_by_players_that_know_nothing_of_it() {
    let folder = Folder::new();
    for id in examples() {
        let line = format!("match {id} --a level:easy --b random --games 20 --json");
        let json = folder.run(&line).quietly().json();
        assert_eq!(
            (&json["games"], &json["game"]),
            (&20.into(), &id.to_string().into())
        );
        assert!(json["wins"].as_u64() > json["losses"].as_u64(), "{json}");
        for player in ["alphabeta:depth=9", "mcts:sims=200"] {
            let line = format!("analyze {id} --agent {player} --json");
            let analysis = &folder.run(&line).quietly().json()["analysis"];
            assert!(analysis["best"]["move"].is_string(), "{player}: {analysis}");
        }
        folder
            .run(&format!("match {id} --a neural --b random --games 2"))
            .fails(&["no network", &id.to_string()]);
    }
}

#[test]
fn it_is_learned_by_both_methods_and_what_was_learned_plays() {
    let common = "--set epochs=2 --set eval_every=1 --set checkpoint_every=1 --set run.threads=1 \
                  --set batch_size=8 --set evaluation_games=2";
    let tree = "--set games=4 --set concurrent=4 --set curriculum=[\"1-:8\"] --set architecture=mlp:16 \
                --set gate_games=2 --set gate_simulations=4 --set evaluation_simulations=4 --set opening=1";
    let values = "--set matches_per_epoch=4 --set iterations=2 --set architecture=\"mlp:16,heads=q\"";
    for id in examples() {
        for (algo, settings) in [("alphazero", tree), ("dqn", values)] {
            let folder = Folder::new();
            folder
                .run(&format!(
                    "train {id} --algo {algo} --name tiny {common} {settings}"
                ))
                .ended(0);
            let epochs = folder.read("runs/tiny/metrics.jsonl").lines().count();
            assert!(epochs >= 2, "{algo}: {epochs}");
            let player = if algo == "dqn" {
                "dqn:tiny@latest"
            } else {
                "az:tiny@latest"
            };
            let line = format!("match {id} --a {player} --b random --games 2 --json");
            assert_eq!(folder.run(&line).quietly().json()["games"], 2, "{algo}");
        }
    }
}
