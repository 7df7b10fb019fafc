//! The environments of a game: one and many agree with the game itself, whatever the settings.

use crate::any::Playable;
use crate::env::{ActionNumbers, AutoReset, Env, EnvConfig, Info, StepMemory, VecEnv, mask_bytes};
use crate::game::{MoveBuf, Turn};
use crate::lang::Lang;
use crate::options::Limit;
use crate::perft::after;
use crate::random::{SeededRng, below, seeded};

/// Games side by side, more than there are threads and no multiple of them.
const GAMES: usize = 5;

/// Steps of many games: enough for each to end several times, as they are cut short.
const STEPS: u32 = 120;

/// Holds both environments against the game.
pub(super) fn check<G: Playable>(rules: &G::Rules, seed: u64) {
    for encoding in 0..G::ENCODINGS.len() {
        for actions in [ActionNumbers::List, ActionNumbers::Index] {
            let config = EnvConfig {
                rules: *rules,
                encoding,
                opening_plies: 2,
                max_steps: Limit::new(40),
                actions,
                ..EnvConfig::default()
            };
            check_one::<G>(config, seed);
        }
    }
    check_positions::<G>(rules, seed);
    for auto_reset in [AutoReset::Disabled, AutoReset::NextStep, AutoReset::SameStep] {
        let episodes = [1, 3].map(|threads| check_many::<G>(rules, auto_reset, threads, seed));
        assert!(episodes[0] == episodes[1], "threads change what happens");
        let other = check_many::<G>(rules, auto_reset, 1, seed + 1);
        assert!(episodes[0] != other, "the seed changes nothing");
    }
}

/// A game through one environment: observation, mask, turn and refusals at every step.
fn check_one<G: Playable>(config: EnvConfig<G>, seed: u64) {
    let mut env = Env::new(config);
    let mut twin = env.clone();
    let mut rng = seeded(seed);
    assert_eq!(
        env.reset(seed),
        twin.reset(seed),
        "the seed decides the beginning"
    );
    let mut opening = None;
    for step in 1.. {
        check_seen(&mut env, config.encoding);
        check_refusals(&mut env, config.actions);
        let (before, place) = (env.game().clone(), draw(&mut rng, env.legal_actions().len()));
        let m = env.legal_actions()[place];
        let action = before.action_index(m);
        let number = match config.actions {
            ActionNumbers::List => place,
            ActionNumbers::Index => action,
        };
        let mover = env.turn();
        assert_eq!(Turn::Player(mover), before.turn(), "a player is to move");
        let text: String = env.actions().swap_remove(place);
        let by_text = twin
            .step_action(&text)
            .map(|step| step.info)
            .expect("a legal move");
        let (done, info) = {
            let taken = env.step(number).expect("a legal action");
            assert_eq!(taken.reward, taken.info.rewards[mover]);
            (taken.terminated || taken.truncated, taken.info)
        };
        assert_eq!(info, by_text, "the same move and the same chance");
        let opening = *opening.get_or_insert(info.ply - step);
        assert!(opening == config.opening_plies || opening == 0);
        assert_eq!(
            (info.mover, info.action, info.ply),
            (mover, action, step + opening)
        );
        if !G::META.chance {
            assert_eq!(*env.game(), after(&before, m), "the move is played");
        }
        let written = serde_json::to_string(&info).expect("info is data");
        assert_eq!(serde_json::from_str::<Info>(&written).ok(), Some(info.clone()));
        if done {
            let ending = info.ending.expect("a game that is over has an ending");
            for (player, &reward) in info.rewards.iter() {
                assert_eq!(
                    reward,
                    ending.outcome.pov(player).value().0,
                    "only the result pays"
                );
            }
            assert!(env.legal_actions().is_empty() && step <= 40);
            assert_eq!(
                env.step(number).map(|step| step.info).map_err(|error| error.rule),
                Err("game-over")
            );
            assert!(twin.step_action(&text).is_err(), "the game is over for texts too");
            return;
        }
        assert_eq!(info.rewards.first, 0.0, "an open game pays nothing");
    }
}

/// What the player to move sees is what the game says.
fn check_seen<G: Playable>(env: &mut Env<G>, encoding: usize) {
    let (game, mut moves) = (env.game().clone(), MoveBuf::new());
    game.moves(&mut moves);
    assert_eq!(env.legal_actions(), moves);
    assert_eq!(env.observation(), observation(&game, encoding));
    let mut masks = [vec![true; G::ACTIONS], vec![false; G::ACTIONS]];
    env.legal_mask(&mut masks[0]);
    game.legal_mask(&mut masks[1]);
    assert!(masks[0] == masks[1], "the mask is wrong: {}", game.position());
}

/// A wrong action is refused with a sentence and changes nothing.
fn check_refusals<G: Playable>(env: &mut Env<G>, actions: ActionNumbers) {
    let (game, seen) = (env.game().clone(), env.observation().to_vec());
    let wrong = match actions {
        ActionNumbers::List => env.legal_actions().len(),
        ActionNumbers::Index => {
            let mut mask = vec![false; G::ACTIONS];
            env.legal_mask(&mut mask);
            mask.iter().position(|&legal| !legal).unwrap_or(G::ACTIONS)
        }
    };
    for action in [wrong, usize::MAX] {
        let error = env.step(action).expect_err("a wrong action");
        assert_eq!(error.rule, "no-such-action");
        for lang in Lang::ALL {
            let action = action.to_string();
            assert!(error.message(lang).contains(&action), "{}", error.message(lang));
        }
    }
    assert!(env.step_action(&"?!".to_owned()).is_err(), "no text of a move");
    assert_eq!((env.game(), env.observation()), (&game, &seen[..]));
}

/// Any open position can be the beginning, and no other.
fn check_positions<G: Playable>(rules: &G::Rules, seed: u64) {
    let config = EnvConfig::<G> {
        rules: *rules,
        ..EnvConfig::default()
    };
    let (mut env, mut many) = (Env::new(config), VecEnv::new(config, 2, AutoReset::SameStep));
    let mut memory = StepMemory::new(&config, 2);
    many.reset(seed, &mut memory.buffers());
    let (mut rng, mut buf) = (seeded(seed), MoveBuf::new());
    let mut game = G::start(rules);
    loop {
        match game.turn() {
            Turn::Chance => game.resolve_chance(&mut rng),
            Turn::Player(player) => {
                env.reset_to(&game, seed).expect("an open position");
                many.reset_to(1, &game, &mut memory.buffers())
                    .expect("an open position");
                assert_eq!((env.game(), many.game(1)), (&game, Some(&game)));
                assert_eq!((env.turn(), memory.turns[1]), (player, player));
                let seen = &memory.observations[config.observation_len()..];
                assert_eq!(
                    (env.observation(), seen),
                    (&observation(&game, 0)[..], env.observation())
                );
                assert_eq!(env.step(0).map(|step| step.info.ply), Ok(1));
                game.play_random(&mut rng, &mut buf);
            }
            Turn::Over(_) => break,
        }
    }
    let before = (env.game().clone(), memory.clone());
    assert_eq!(
        env.reset_to(&game, seed).map_err(|error| error.rule),
        Err("game-over")
    );
    let refused = many.reset_to(1, &game, &mut memory.buffers());
    assert_eq!(refused.map_err(|error| error.rule), Err("game-over"));
    assert_eq!((env.game(), &memory), (&before.0, &before.1));
}

/// Many games against as many environments of one; gives back everything that was written.
fn check_many<G: Playable>(
    rules: &G::Rules,
    auto_reset: AutoReset,
    threads: usize,
    seed: u64,
) -> Vec<StepMemory> {
    let config = EnvConfig::<G> {
        rules: *rules,
        opening_plies: 2,
        max_steps: Limit::new(30),
        ..EnvConfig::default()
    };
    let len = config.observation_len();
    let mut rng = seeded(0);
    let mut envs = VecEnv::new(config, GAMES, auto_reset).threads(threads);
    let mut now = StepMemory::new(&config, GAMES);
    envs.reset(seed, &mut now.buffers());
    let mut written = vec![now.clone()];
    let mut ended = [0; GAMES];
    for _ in 0..STEPS {
        let before = now.clone();
        let games: Vec<G> = (0..GAMES).filter_map(|i| envs.game(i).cloned()).collect();
        let actions: Vec<u32> = before
            .legal
            .iter()
            .map(|&legal| draw(&mut rng, legal as usize) as u32)
            .collect();
        let mut wrong = actions.clone();
        if before.legal[GAMES - 1] > 0 {
            wrong[GAMES - 1] = before.legal[GAMES - 1];
            let error = envs.step(&wrong, &mut now.buffers()).expect_err("a wrong action");
            assert!(
                error.to_string().starts_with(&format!("game {}: ", GAMES - 1)),
                "{error}"
            );
            assert!(games.iter().eq((0..GAMES).filter_map(|i| envs.game(i))) && now == before);
        }
        envs.step(&actions, &mut now.buffers()).expect("legal actions");
        for (i, game) in games.iter().enumerate() {
            let over = now.terminated[i] || now.truncated[i];
            assert_eq!(
                now.endings[i].as_ref().map(|ending| ending.truncated),
                over.then_some(now.truncated[i])
            );
            let current = envs.game(i).expect("one of the games");
            let seen = &now.observations[i * len..(i + 1) * len];
            assert_eq!(seen, observation(current, 0));
            let mut mask = vec![false; G::ACTIONS];
            if now.legal[i] > 0 {
                current.legal_mask(&mut mask);
                assert_eq!(Turn::Player(now.turns[i]), current.turn());
            }
            assert!(now.masks[i * G::ACTIONS..(i + 1) * G::ACTIONS] == mask);
            let bits = &now.bits[i * mask_bytes(G::ACTIONS)..(i + 1) * mask_bytes(G::ACTIONS)];
            assert!((0..G::ACTIONS).all(|index| mask[index] == (bits[index / 8] >> (index % 8) & 1 == 1)));
            assert_eq!(envs.legal_actions(i).len(), now.legal[i] as usize);
            if before.legal[i] == 0 {
                assert_eq!(
                    (auto_reset, over),
                    (AutoReset::NextStep, false),
                    "a new game has begun"
                );
                assert_eq!((now.played[i], now.rewards[i].first), (None, 0.0));
                continue;
            }
            let mut moves = MoveBuf::new();
            game.moves(&mut moves);
            let m = moves[actions[i] as usize];
            assert_eq!(now.played[i], Some(game.action_index(m) as u32));
            ended[i] += u32::from(over);
            let begun = over && auto_reset == AutoReset::SameStep;
            assert_eq!(now.legal[i] == 0, over && !begun);
            if !G::META.chance {
                let next = after(game, m);
                assert!(begun || *current == next);
                let last = envs.final_observation(i).filter(|_| begun);
                assert!(last.is_none_or(|last| last == observation(&next, 0)));
            }
            if over && auto_reset == AutoReset::Disabled {
                assert!(
                    envs.step(&actions, &mut now.clone().buffers()).is_err(),
                    "a game is over"
                );
            }
        }
        written.push(now.clone());
        for i in 0..GAMES {
            if auto_reset == AutoReset::Disabled && now.legal[i] == 0 {
                envs.reset_one(i, &mut now.buffers());
                assert!(now.legal[i] > 0 && now.endings[i].is_none());
            }
        }
    }
    assert!(ended.iter().all(|&games| games > 1), "games end: {ended:?}");
    written
}

fn observation<G: Playable>(game: &G, encoding: usize) -> Vec<f32> {
    let mut numbers = vec![f32::NAN; G::ENCODINGS[encoding].len()];
    game.observe(encoding, &mut numbers);
    numbers
}

fn draw(rng: &mut SeededRng, bound: usize) -> usize {
    if bound == 0 {
        0
    } else {
        below(rng, bound as u32) as usize
    }
}
