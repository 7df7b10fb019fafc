//! Trained players by their specs: files and runs, what they say of moves, and what is refused.

use damero_arena::{Contestant, Named, Playable, Spec, shipped_rules};
use damero_games::azul::Azul;
use damero_games::quarto::Quarto;
use damero_games::random::seeded;
use damero_games::reversi::Reversi;
use damero_games::{Game, GameId, MoveBuf, Session, with_game};
use damero_nets::{Architecture, Model, Weights};
use damero_search::Limits;

/// A file with a fresh Quarto network under the rules, in a folder of its own.
fn file(rules: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let network = Architecture::QuartoCnn.describe::<Quarto>(None).expect("it fits");
    let weights = Weights::initial(&network, &mut seeded(1));
    let rules = rules.parse().expect("a preset");
    let model = Model::new::<Quarto>(network, weights, &rules).expect("it fits");
    let path = folder.path().join("net.safetensors");
    model.save(&path).expect("room on the disk");
    let spec = format!("dqn:{}", path.display());
    (folder, spec)
}

#[test]
fn a_network_plays_its_best_move_and_tells_what_all_are_worth() {
    let (_folder, spec) = file("square");
    let spec: Spec = spec.parse().expect("a spec");
    let mut agent = spec.agent::<Quarto>(0).expect("sound weights");
    let mut game = Quarto::start(&Default::default());
    let mut moves = MoveBuf::new();
    while game.turn().player().is_some() {
        game.moves(&mut moves);
        let searched = agent.think(&game, Limits::default().into());
        assert_eq!(searched.moves.len(), moves.len());
        assert_eq!(searched.moves[0].m, searched.best);
        assert!(searched.moves.is_sorted_by(|a, b| a.value >= b.value));
        assert_eq!(searched.value, searched.moves[0].value);
        game.play(searched.best).expect("only legal moves are chosen");
    }
}

#[test]
fn with_a_temperature_the_seed_decides() {
    let (_folder, spec) = file("square");
    let spec: Spec = format!("{spec},temperature=1").parse().expect("a spec");
    let first = |seed: u64| {
        let mut agent = spec.agent::<Quarto>(seed).expect("sound weights");
        let game = Quarto::start(&Default::default());
        agent.think(&game, Limits::default().into()).best
    };
    assert_eq!(first(3), first(3));
    let moves: std::collections::HashSet<_> = (0..40).map(first).collect();
    assert!(moves.len() > 8, "{moves:?}");
}

#[test]
fn other_games_other_rules_and_damaged_files_are_refused() {
    let (folder, spec) = file("standard");
    let spec: Spec = spec.parse().expect("a spec");
    let other = spec.agent::<Reversi>(0).err().expect("another game");
    assert!(other.problem.en.contains("quarto") && other.problem.es.contains("quarto"));

    let mut player = spec.contestant::<Quarto>(0).expect("sound weights");
    let choose = |player: &mut dyn Contestant<Quarto>, rules: &str| {
        let session = Session::<Quarto>::new(rules.parse().expect("a preset"));
        player.choose(&session, Limits::default().into())
    };
    let refused = choose(&mut *player, "square").expect_err("other rules");
    assert!(refused.problem.en.contains("standard"), "{refused}");
    assert_eq!(player.check(&"square".parse().expect("a preset")), Err(refused));
    assert!(choose(&mut *player, "standard").is_ok());

    let path = folder.path().join("net.safetensors");
    let bytes = std::fs::read(&path).expect("the file");
    std::fs::write(&path, &bytes[..bytes.len() / 2]).expect("room");
    let damaged = spec.agent::<Quarto>(0).err().expect("half a file");
    assert!(damaged.problem.en.contains("net.safetensors"), "{damaged}");
}

/// Why a text is no spec.
fn problem(text: &str) -> String {
    let error = text.parse::<Spec>().expect_err("not a spec");
    error.problem.en.into_owned()
}

#[test]
fn unknown_words_are_refused_with_what_there_is() {
    assert!(problem("dqn:run@worst").contains("latest"));
    assert!(problem("dqn:run,temp=1").contains("temperature"));
    assert!(problem("dqn:").contains("runs/"));
    assert!(problem("dqn:run,temperature=-1").contains("100"));
}

/// A file with a fresh Reversi network of policy and value.
fn thinking_file(heads: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let architecture: Architecture = format!("mlp:16,heads={heads}").parse().expect("a network");
    let network = architecture.describe::<Reversi>(None).expect("it fits");
    let weights = Weights::initial(&network, &mut seeded(1));
    let model = Model::new::<Reversi>(network, weights, &Default::default()).expect("it fits");
    let path = folder.path().join("net.safetensors");
    model.save(&path).expect("room on the disk");
    let spec = format!("az:{}", path.display());
    (folder, spec)
}

#[test]
fn a_network_that_searches_tells_visits_and_values_of_all_moves() {
    let (_folder, spec) = thinking_file("policy-value");
    for options in [
        "?sims=40",
        ",sims=40",
        "?precision=i16,sims=40",
        ",leaves=8,symmetries=4,sims=40",
    ] {
        let spec: Spec = format!("{spec}{options}").parse().expect("a spec");
        let mut agent = spec.agent::<Reversi>(0).expect("sound weights");
        assert!(agent.name().contains("az mlp:16"), "{}", agent.name());
        let game = Reversi::start(&Default::default());
        let searched = agent.think(&game, Limits::default().into());
        assert_eq!((searched.nodes, searched.moves.len()), (41, 4));
        let shares: f32 = searched.moves.iter().filter_map(|m| m.visit_share).sum();
        assert!((shares - 1.0).abs() < 1e-5);
        assert!(searched.moves.iter().any(|m| m.value.is_some()));
        assert_eq!(searched.moves[0].m, searched.best);
    }
}

#[test]
fn a_network_that_cannot_guide_a_search_is_refused() {
    let (_folder, spec) = thinking_file("q");
    let refused = spec.parse::<Spec>().expect("a spec").agent::<Reversi>(0).err();
    let told = refused.expect("no policy").problem.en.into_owned();
    assert!(
        told.contains("policy [65]") && told.contains("net.safetensors"),
        "{told}"
    );
    assert!(problem("az:run?sims=0").contains("from 1"));
    assert!(problem("az:run?deep=3").contains("sims, nodes, time, precision, leaves, symmetries"));
    assert!(problem("az:run?leaves=0").contains("from 1 to 32"));
    assert!(problem("az:run?precision=bf16").contains("f32 or i16"));
    assert!(problem("az:").contains("az:runs/"));
}

/// The network that comes with the program plays better than chance, in both seats.
#[test]
fn the_network_that_comes_with_the_program_beats_random_players() {
    let spec: Spec = "neural:sims=16".parse().expect("a spec");
    let mut wins = 0;
    for seed in 0..6 {
        let mut machine = spec.agent::<Azul>(seed).expect("it is sound");
        let mut rng = seeded(seed);
        let mut game = Azul::start(&Default::default());
        let mut moves = MoveBuf::new();
        game.resolve_chance(&mut rng);
        while let Some(player) = game.turn().player() {
            let m = if player.index() as u64 == seed % 2 {
                let searched = machine.think(&game, Limits::default().into());
                searched.best
            } else {
                game.random_move(&mut rng, &mut moves)
            };
            game.play(m).expect("a legal move");
            game.resolve_chance(&mut rng);
        }
        let winner = game.turn().outcome().and_then(damero_games::Outcome::winner);
        wins += u32::from(winner.is_some_and(|player| player.index() as u64 == seed % 2));
    }
    assert!(wins >= 5, "{wins} of 6");
}

/// What comes with the program for a game plays under the rules that it has learned, or is said to be missing.
fn the_network_of<G: Playable>(id: GameId) {
    let spec = |text: &str| text.parse::<Spec>().expect("a spec");
    let player = spec("neural").contestant::<G>(0);
    let Some(rules) = shipped_rules(id) else {
        let problem = player.err().expect("none yet").problem;
        for said in [&problem.en, &problem.es] {
            let words = ["azul", "easy", &id.to_string()];
            assert!(words.iter().all(|word| said.contains(word)), "{said}");
        }
        return;
    };
    let mut player = player.expect("it is sound");
    assert_eq!(player.check(&rules.parse().expect("rules")), Ok(()));
    let mut session = Session::<G>::new(rules.parse().expect("rules"));
    session.resolve_chance(&mut seeded(1));
    let searched = player.choose(&session, Limits::default().into());
    assert!(
        session.game().is_legal(searched.expect("its own rules").best),
        "{id}"
    );
    let searches = damero_nets::shipped("alphazero", id.meta().id).is_some();
    let limited = spec("neural:sims=2").contestant::<G>(0);
    assert_eq!(limited.is_ok(), searches, "{id}");
    if let Err(refused) = limited {
        assert!(refused.problem.en.contains("without a search"), "{refused}");
    }
}

#[test]
fn every_game_has_its_network_or_says_which_have() {
    for &id in GameId::ALL {
        with_game!(id, G => the_network_of::<G>(id));
    }
}

#[test]
fn folders_may_be_called_anything() {
    let (folder, _) = file("square");
    let odd = folder.path().join("a,b@c? d");
    std::fs::create_dir(&odd).expect("a folder");
    let path = odd.join("net.safetensors");
    std::fs::copy(folder.path().join("net.safetensors"), &path).expect("room");
    let text = format!(
        "dqn:{},temperature=0.5",
        Named::quoted(&path.display().to_string())
    );
    let spec: Spec = text.parse().expect("a spec");
    assert!(spec.agent::<Quarto>(0).is_ok(), "{text}");
    assert!(problem("dqn:a@b").contains("quotes"));
}
