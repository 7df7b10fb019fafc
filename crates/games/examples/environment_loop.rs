//! The loop of reinforcement learning with a random policy: one environment, then many at once, and the mean return of
//! the first player.
//!
//! ```console
//! cargo run --release -p damero-games --example environment_loop
//! ```

use damero_games::env::{AutoReset, EnvConfig, StepMemory};
use damero_games::random::{SeededRng, below, seeded};
use damero_games::reversi::Reversi;
use damero_games::{Env, InputError, Player, VecEnv};

/// Discounts a reward by the number of steps until it is paid.
const GAMMA: f32 = 0.99;

fn main() -> Result<(), InputError> {
    let mut rng = seeded(7);
    let alone = one_environment(20, &mut rng)?;
    let (episodes, together) = many_environments(64, 200, &mut rng)?;
    println!("one environment: mean discounted return {alone:+.3} of 20 episodes");
    println!("64 environments: mean return {together:+.3} of {episodes} episodes");
    assert!(episodes > 64);
    Ok(())
}

/// The mean discounted return of the first player, episode by episode.
fn one_environment(episodes: u64, rng: &mut SeededRng) -> Result<f32, InputError> {
    let mut env = Env::<Reversi>::new(EnvConfig::default());
    let mut sum = 0.0;
    for seed in 0..episodes {
        env.reset(seed);
        let mut discount = 1.0;
        loop {
            // An action is a place in the list of the legal moves.
            let action = below(rng, env.legal_actions().len() as u32) as usize;
            let step = env.step(action)?;
            sum += discount * step.info.rewards[Player::First];
            discount *= GAMMA;
            if step.terminated || step.truncated {
                break;
            }
        }
    }
    Ok(sum / episodes as f32)
}

/// How many episodes ended, and the mean return of the first player. All observations, rewards and masks of a step
/// stand in buffers of the caller, ready for a network.
fn many_environments(games: usize, steps: u32, rng: &mut SeededRng) -> Result<(u32, f32), InputError> {
    let config = EnvConfig::<Reversi>::default();
    let mut envs = VecEnv::new(config, games, AutoReset::SameStep);
    let mut memory = StepMemory::new(&config, games);
    envs.reset(1, &mut memory.buffers());
    let (mut episodes, mut sum) = (0, 0.0);
    for _ in 0..steps {
        let actions: Vec<u32> = memory.legal.iter().map(|&legal| below(rng, legal)).collect();
        envs.step(&actions, &mut memory.buffers())?;
        sum += memory
            .rewards
            .iter()
            .map(|rewards| rewards[Player::First])
            .sum::<f32>();
        episodes += memory.terminated.iter().filter(|&&over| over).count() as u32;
    }
    Ok((episodes, sum / episodes as f32))
}

#[test]
fn it_runs() {
    main().expect("it plays");
}
