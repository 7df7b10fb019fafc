//! Games of a teacher, a player named by its spec, to begin with: a network that has seen some sensible play searches better from
//! its first cycle on than one that knows nothing.

use damero_arena::Builtin;
use damero_games::random::{SeededRng, below};
use damero_games::record::Event;
use damero_games::{MoveBuf, Turn, Value};
use damero_search::{Agent, Limits};
use rand_core::Rng;
use rayon::ThreadPool;

use super::played::{Decision, End, Played};
use super::settings::AlphaZeroConfig;
use super::trainer::Subject;
use crate::LearnError;
use crate::rng_streams::{Purpose, stream, unit};
use crate::selfplay::{Opponent, in_groups};

/// The share of the policy that goes to the teacher's move; the rest goes to all moves alike, as it may be wrong.
const SURE: f32 = 0.8;

/// How often any move is played instead, so that games differ and mistakes are seen punished.
const STRAY: f32 = 0.15;

/// Games of the teacher are of a cycle that never comes.
const CYCLE: u64 = 1 << 41;

/// Plays the games of the teacher that the settings ask for.
///
/// # Errors
/// If there is no such teacher.
pub(super) fn training_samples<G: Subject>(
    pool: &ThreadPool,
    rules: &G::Rules,
    config: &AlphaZeroConfig,
    seed: u64,
) -> Result<Vec<Played<G>>, LearnError> {
    let teacher = read::<G>(config, rules)?;
    let mut numbers: Vec<u64> = (0..u64::from(config.teacher_games)).collect();
    let groups = pool.install(|| {
        in_groups(
            &mut numbers,
            8,
            || (),
            |(), _, numbers| {
                let games = numbers.iter().map(|&n| {
                    let mut rng = stream(seed, Purpose::Game, CYCLE, n);
                    let teacher = teacher.player(rules, rng.next_u64())?;
                    Ok(game(rules, teacher, rng))
                });
                games.collect::<Result<Vec<_>, LearnError>>()
            },
        )
    });
    let groups = groups.into_iter().collect::<Result<Vec<_>, _>>()?;
    Ok(groups.into_iter().flatten().collect())
}

/// The teacher that the settings name.
///
/// # Errors
/// If there is no such player.
pub(super) fn read<G: Subject>(config: &AlphaZeroConfig, rules: &G::Rules) -> Result<Opponent, LearnError> {
    Opponent::read::<G>("alphazero.teacher", &config.teacher, rules)
}

fn game<G: Subject>(rules: &G::Rules, mut teacher: Builtin<G>, mut rng: SeededRng) -> Played<G> {
    let mut position = G::start(rules);
    let (mut events, mut decisions) = (Vec::new(), Vec::new());
    let mut moves = MoveBuf::new();
    loop {
        match position.turn() {
            Turn::Over(_) => break,
            Turn::Chance => {
                let event = position.sample_chance(&mut rng);
                let applied = position.apply_chance(&event);
                debug_assert_eq!(applied, Ok(()), "a sampled event is always possible");
                events.push(Event::Chance(event));
            }
            Turn::Player(_) => {
                position.moves(&mut moves);
                let best = teacher.think(&position, Limits::default().into()).best;
                let even = (1.0 - SURE) / moves.len() as f32;
                let share = |&m: &G::Move| even + if m == best { SURE } else { 0.0 };
                let policy = moves.iter().map(|m| (position.action_index(*m) as u16, share(m)));
                decisions.push(Decision {
                    at: events.len() as u32,
                    value: Value(0.0),
                    policy: policy.collect(),
                });
                let any = moves[below(&mut rng, moves.len() as u32) as usize];
                let m = if unit(&mut rng) < STRAY { any } else { best };
                position.play_unchecked(m);
                events.push(Event::Move(m));
            }
        }
    }
    let end = End::of(&position);
    // The teacher's own values have another scale: the result says all.
    for decision in &mut decisions {
        decision.value = end.result.unwrap_or_default();
    }
    Played {
        events,
        decisions,
        end,
    }
}
