//! The environments of checkers: rewards to the last digit, steps, resets, many games at once.

use damero_games::checkers::{Action, Checkers, CheckersRules, Rewards, Shaping};
use damero_games::env::{ActionNumbers, AutoReset, Reward, StepMemory};
use damero_games::random::{below, seeded};
use damero_games::{ByPlayer, Encode, Env, Game, InputError, Limit, Notation, Outcome, Player, Turn, VecEnv};

type EnvConfig = damero_games::env::EnvConfig<Checkers, Rewards>;
type CheckersEnv = Env<Checkers, Rewards>;
type CheckersVecEnv = VecEnv<Checkers, Rewards>;

fn with(shaping: Shaping) -> Rewards {
    Rewards {
        shaping,
        ..Rewards::default()
    }
}

fn config(rules: &str, rewards: Rewards) -> EnvConfig {
    EnvConfig {
        rules: rules.parse().unwrap(),
        reward: rewards,
        ..EnvConfig::default()
    }
}

fn close(a: ByPlayer<f32>, b: (f32, f32)) {
    let near = (a.first - b.0).abs() < 1e-6 && (a.second - b.1).abs() < 1e-6;
    assert!(near, "{a:?} is not {b:?}");
}

/// Plays moves written as text; returns what the last one paid to both.
fn play(env: &mut CheckersEnv, moves: &str) -> ByPlayer<f32> {
    let mut paid = ByPlayer::new(0.0, 0.0);
    for text in moves.split_whitespace() {
        let m = env.game().read_move(text).unwrap();
        let step = env.step_move(m).unwrap();
        assert_eq!(step.reward, step.info.rewards[step.info.mover]);
        paid = step.info.rewards;
    }
    paid
}

#[test]
fn the_mover_is_paid_for_captures_and_charged_for_time() {
    let mut env = CheckersEnv::new(config("seed", with(Shaping::Seed)));
    close(play(&mut env, "11-15"), (-0.001, 0.0));
    close(play(&mut env, "22-18"), (0.0, -0.001));
    close(play(&mut env, "15x22"), (0.009, 0.0));
    close(play(&mut env, "25x18"), (0.0, 0.009));
}

#[test]
fn without_shaping_only_the_result_pays() {
    let mut env = CheckersEnv::new(config("seed", with(Shaping::None)));
    close(play(&mut env, "11-15 22-18 15x22"), (0.0, 0.0));
}

#[test]
fn potential_shaping_pays_the_change_of_the_potential_to_both() {
    let rewards = with(Shaping::Potential);
    let mut env = CheckersEnv::new(config("seed", rewards));
    close(play(&mut env, "11-15 22-18"), (0.0, 0.0));
    // From 0 to one man more: 0.99 * 0.01.
    close(play(&mut env, "15x22"), (0.0099, -0.0099));
    // And back: 0 - 0.01.
    close(play(&mut env, "25x18"), (-0.01, 0.01));
    let game = Checkers::from_position(&CheckersRules::default(), "B:WK29,21:BK4,K8,12").unwrap();
    assert!((rewards.potential(&game) - 0.03).abs() < 1e-6);
}

#[test]
fn the_potential_of_a_finished_game_is_nothing_but_a_cut_game_keeps_it() {
    let rewards = with(Shaping::Potential);
    let over = Checkers::from_position(&CheckersRules::default(), "W:W:BK4").unwrap();
    assert_eq!(rewards.potential(&over), 0.0);
    let mut env = CheckersEnv::new(config("seed,max_episode_steps=3", rewards));
    let paid = play(&mut env, "11-15 22-18 15x22");
    assert!(env.game().ending().unwrap().truncated);
    close(paid, (0.0099, -0.0099));
}

#[test]
fn the_loser_is_paid_at_the_same_moment_as_the_winner() {
    for (shaping, slack) in [
        (Shaping::Seed, 0.2),
        (Shaping::Potential, 0.5),
        (Shaping::None, 0.0),
    ] {
        let mut decided = 0;
        for seed in 0..30 {
            let mut rng = seeded(seed);
            let mut env = CheckersEnv::new(config("english", with(shaping)));
            loop {
                let action = below(&mut rng, env.legal_actions().len() as u32) as usize;
                let step = env.step(action).unwrap();
                let (done, info) = (step.terminated || step.truncated, step.info);
                if !done {
                    assert_eq!(info.legal, env.legal_actions().len());
                    continue;
                }
                assert_eq!(info.legal, 0);
                if let Outcome::Win(winner) = info.ending.unwrap().outcome {
                    decided += 1;
                    assert!((info.rewards[winner] - 1.0).abs() <= slack);
                    assert!((info.rewards[winner.other()] + 1.0).abs() <= slack);
                }
                break;
            }
        }
        assert!(decided > 10);
    }
}

#[test]
fn the_limit_on_plies_truncates_and_a_rule_terminates() {
    let mut env = CheckersEnv::new(config("seed,max_episode_steps=1", with(Shaping::Seed)));
    let step = env.step(0).unwrap();
    assert!(step.truncated && !step.terminated);
    assert_eq!((step.info.turn, step.info.ply), (Player::Second, 1));
    assert_eq!(env.step(0).unwrap_err().rule, "game-over");
    assert_eq!(env.reset(0).len(), 256);
    assert_eq!(env.legal_actions().len(), 7);
}

#[test]
fn illegal_actions_are_refused_and_change_nothing() {
    let mut env = CheckersEnv::new(EnvConfig::default());
    let (game, observation) = (env.game().clone(), env.observation().to_vec());
    assert_eq!(env.step(7).unwrap_err().rule, "no-such-action");
    let foreign = Checkers::start(&"seed,first_player=black".parse().unwrap())
        .read_move("21-17")
        .unwrap();
    assert_eq!(env.step_move(foreign).unwrap_err().rule, "not-yours");
    assert_eq!((env.game(), env.observation()), (&game, &observation[..]));
}

#[test]
fn actions_are_in_the_frame_of_the_observation() {
    let mut env = CheckersEnv::new(EnvConfig::default());
    let red: Vec<Action> = env.actions();
    env.step(0).unwrap();
    // After 12-16 black sees its own start, where its men too go towards row 0.
    let black: Vec<Action> = env.actions();
    assert_eq!(black.len(), red.len());
    assert!(
        black
            .iter()
            .all(|action| action.from[0] == 5 && action.to[0] == 4)
    );
    let mut rng = seeded(8);
    loop {
        let actions: Vec<Action> = env.actions();
        let Some(pick) = u32::try_from(actions.len()).ok().filter(|&count| count > 0) else {
            break;
        };
        let k = below(&mut rng, pick) as usize;
        let expected = env.legal_actions()[k];
        let before = env.game().clone();
        env.step_action(&actions[k]).unwrap();
        assert_eq!(*env.game(), damero_games::perft::after(&before, expected));
    }
    let lost = env.step_action(&red[0]).unwrap_err();
    assert_eq!(lost.rule, "game-over");
}

#[test]
fn openings_are_reproducible_from_the_seed() {
    let config = EnvConfig {
        opening_plies: 6,
        ..EnvConfig::default()
    };
    let mut env = CheckersEnv::new(config);
    let positions: Vec<String> = (0..20)
        .map(|seed| {
            env.reset(seed);
            assert_eq!(env.game().ply(), 6);
            env.game().position()
        })
        .collect();
    env.reset(3);
    assert_eq!(env.game().position(), positions[3]);
    assert!(positions.iter().any(|position| *position != positions[0]));
    let hopeless = EnvConfig {
        opening_plies: 1000,
        ..config
    };
    assert_eq!(CheckersEnv::new(hopeless).game().ply(), 0);
}

/// Memory that is full of nonsense.
fn memory(games: usize) -> StepMemory {
    let mut memory = StepMemory::new(&EnvConfig::default(), games);
    memory.observations.fill(f32::NAN);
    memory.rewards.fill(ByPlayer::new(f32::NAN, f32::NAN));
    memory.terminated.fill(true);
    memory.truncated.fill(true);
    memory.legal.fill(u32::MAX);
    memory
}

#[test]
fn many_games_are_the_same_as_one_game_many_times() {
    const GAMES: usize = 5;
    let config = config("seed,max_episode_steps=60", with(Shaping::Seed));
    for auto_reset in [AutoReset::Disabled, AutoReset::NextStep, AutoReset::SameStep] {
        let mut rng = seeded(4);
        let mut memory = memory(GAMES);
        let mut envs = CheckersVecEnv::new(config, GAMES, auto_reset);
        let mut singles: Vec<CheckersEnv> = (0..GAMES).map(|_| CheckersEnv::new(config)).collect();
        envs.reset(9, &mut memory.buffers());
        let mut finished = 0;
        for _ in 0..400 {
            let mut actions = [0; GAMES];
            for (action, &legal) in actions.iter_mut().zip(&memory.legal) {
                *action = if legal == 0 { 99 } else { below(&mut rng, legal) };
            }
            envs.step(&actions, &mut memory.buffers()).unwrap();
            for (i, single) in singles.iter_mut().enumerate() {
                let observed = &memory.observations[i * 256..(i + 1) * 256];
                if actions[i] == 99 {
                    // The game was over before this step.
                    assert_eq!(auto_reset, AutoReset::NextStep);
                    single.reset(0);
                    assert_eq!(memory.rewards[i], ByPlayer::new(0.0, 0.0));
                } else {
                    let step = single.step(actions[i] as usize).unwrap();
                    assert_eq!(memory.rewards[i], step.info.rewards);
                    assert_eq!(
                        (memory.terminated[i], memory.truncated[i]),
                        (step.terminated, step.truncated)
                    );
                    let over = step.terminated || step.truncated;
                    finished += usize::from(over);
                    if over && auto_reset == AutoReset::SameStep {
                        assert_eq!(envs.final_observation(i), Some(step.observation));
                        single.reset(0);
                    }
                }
                assert_eq!(envs.game(i), Some(single.game()));
                assert_eq!(observed, single.observation());
                assert_eq!(memory.legal[i] as usize, single.legal_actions().len());
            }
            if auto_reset == AutoReset::Disabled {
                for (i, single) in singles.iter_mut().enumerate() {
                    if memory.legal[i] == 0 {
                        envs.reset_one(i, &mut memory.buffers());
                        single.reset(0);
                        assert!(!memory.terminated[i] && !memory.truncated[i]);
                    }
                }
            }
        }
        assert!(finished > 5 * GAMES, "{finished}");
    }
}

#[test]
fn one_bad_action_leaves_all_games_as_they_were() {
    let mut memory = memory(3);
    let mut envs = CheckersVecEnv::new(EnvConfig::default(), 3, AutoReset::SameStep);
    envs.reset(0, &mut memory.buffers());
    let before = envs.clone();
    let error = envs.step(&[0, 0, 7], &mut memory.buffers()).unwrap_err();
    assert!(matches!(error, InputError::Inside { .. }), "{error}");
    assert!(
        error.to_string().starts_with("game 2: there is no action 7"),
        "{error}"
    );
    for i in 0..3 {
        assert_eq!(envs.game(i), before.game(i));
        assert_eq!(envs.legal_actions(i), before.legal_actions(i));
    }
    assert_eq!(envs.game(0).map(Game::turn), Some(Turn::Player(Player::First)));
}

#[test]
fn every_game_draws_openings_of_its_own() {
    let config = EnvConfig {
        opening_plies: 8,
        ..EnvConfig::default()
    };
    let mut memory = memory(8);
    let mut envs = CheckersVecEnv::new(config, 8, AutoReset::SameStep);
    envs.reset(5, &mut memory.buffers());
    let positions =
        |envs: &CheckersVecEnv| -> Vec<String> { (0..8).map(|i| envs.game(i).unwrap().position()).collect() };
    let first = positions(&envs);
    assert!(first.iter().any(|position| *position != first[0]));
    envs.reset(5, &mut memory.buffers());
    assert_eq!(positions(&envs), first);
    envs.reset(6, &mut memory.buffers());
    assert_ne!(positions(&envs), first);
}

#[test]
fn configurations_come_from_text_and_cannot_be_wrong() {
    let mut config = EnvConfig::default();
    for (number, encoding) in Checkers::ENCODINGS.iter().enumerate() {
        config.set("encoding", encoding.name).unwrap();
        assert_eq!(config.encoding, number);
        assert_eq!(CheckersEnv::new(config).observation().len(), encoding.len());
    }
    for (option, value) in [
        ("rules", "english"),
        ("rewards", "none"),
        ("encoding", "full"),
        ("opening_plies", "4"),
        ("max_steps", "50"),
        ("actions", "index"),
    ] {
        config.set(option, value).unwrap();
    }
    assert_eq!(config.rules.to_string(), "english");
    assert_eq!(config.reward, with(Shaping::None));
    assert_eq!((config.encoding, config.opening_plies), (2, 4));
    assert_eq!(
        (config.max_steps, config.actions),
        (Limit::new(50), ActionNumbers::Index)
    );
    let before = config;
    for (option, value, message) in [
        (
            "encoding",
            "3",
            "option encoding does not take \"3\": seed | absolute | full",
        ),
        (
            "rewards",
            "foo",
            "option rewards does not take \"foo\": seed | potential | none",
        ),
        (
            "opening_plies",
            "-1",
            "option opening_plies does not take \"-1\": a number from 0 to 4294967295",
        ),
        (
            "rules",
            "foo",
            "unknown rules \"foo\": there are seed, english, brazilian, russian, pool, spanish, italian, czech",
        ),
        (
            "max_steps",
            "many",
            "option max_steps does not take \"many\": a number from 1 to 65535 | off (also 0)",
        ),
        ("actions", "3", "option actions does not take \"3\": list | index"),
        (
            "gamma",
            "nan",
            "option gamma does not take \"nan\": a number such as 0.01",
        ),
        (
            "gama",
            "1",
            "unknown option \"gama\": there are rules, encoding, opening_plies, max_steps, actions, rewards, win, \
             loss, draw, capture, king, time, man_potential, king_potential, gamma",
        ),
    ] {
        assert_eq!(config.set(option, value).unwrap_err().to_string(), message);
    }
    assert_eq!(config, before);
}

#[test]
fn every_number_of_the_rewards_can_be_set() {
    let mut config = EnvConfig::default();
    for (n, option) in Rewards::OPTIONS.iter().skip(1).enumerate() {
        config.set(option.name, &format!("{}.5", n + 1)).unwrap();
    }
    let expected = Rewards {
        shaping: Shaping::Seed,
        win: 1.5,
        loss: 2.5,
        draw: 3.5,
        capture: 4.5,
        king: 5.5,
        time: 6.5,
        man_potential: 7.5,
        king_potential: 8.5,
        gamma: 9.5,
    };
    assert_eq!(config.reward, expected);
    let mut env = CheckersEnv::new(config);
    close(play(&mut env, "11-15 22-18 15x22"), (11.0, 0.0));
    // Both draw when the environment cuts the game short.
    config.set("max_steps", "3").unwrap();
    let mut env = CheckersEnv::new(config);
    close(play(&mut env, "11-15 22-18 15x22"), (14.5, 3.5));
}
