//! Games of a teacher, a player named by its spec, to begin with: a network that has seen some sensible play searches better from
//! its first cycle on than one that knows nothing.

use damero_arena::Builtin;
use damero_games::random::{SeededRng, below};
use damero_games::record::Event;
use damero_games::{MoveBuf, PovValue, Turn};
use damero_search::{Agent, Limits, Score, SearchResult};
use rand_core::Rng;
use rayon::ThreadPool;

use super::played::{Decision, End, Played};
use super::settings::AlphaZeroConfig;
use super::trainer::Subject;
use crate::LearnError;
use crate::rng_streams::{Purpose, stream, unit};
use crate::selfplay::{Opponent, in_groups};

/// Games of the teacher are of a cycle that never comes.
const CYCLE: u64 = 1 << 41;

/// Plays the games of the teacher that the settings ask for in a cycle, of which the first is 0.
///
/// # Errors
/// If there is no such teacher.
pub(super) fn training_samples<G: Subject>(
    pool: &ThreadPool,
    rules: &G::Rules,
    config: &AlphaZeroConfig,
    seed: u64,
    cycle: u64,
) -> Result<Vec<Played<G>>, LearnError> {
    let (games, cycles) = (u64::from(config.teacher_games), u64::from(config.teacher_cycles));
    let before = |cycle: u64| games * cycle.min(cycles) / cycles;
    let mut numbers: Vec<u64> = (before(cycle)..before(cycle + 1)).collect();
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let teacher = read::<G>(config, rules)?;
    let groups = in_groups(
        pool,
        &mut numbers,
        8,
        || (),
        |(), _, numbers| {
            let games = numbers.iter().map(|&n| {
                let mut rng = stream(seed, Purpose::Game, CYCLE, n);
                let teacher = teacher.player(rules, rng.next_u64())?;
                Ok(game(rules, config, teacher, rng))
            });
            games.collect::<Result<Vec<_>, LearnError>>()
        },
    );
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

fn game<G: Subject>(
    rules: &G::Rules,
    config: &AlphaZeroConfig,
    mut teacher: Builtin<G>,
    mut rng: SeededRng,
) -> Played<G> {
    let (sure, stray) = (config.teacher_sure as f32, config.teacher_stray as f32);
    let mut position = G::start(rules);
    let (mut events, mut decisions, mut unvalued) = (Vec::new(), Vec::new(), Vec::new());
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
            Turn::Player(mover) => {
                position.moves(&mut moves);
                let SearchResult {
                    best, score, value, ..
                } = teacher.think(&position, Limits::default().into());
                let even = (1.0 - sure) / moves.len() as f32;
                let share = |&m: &G::Move| even + if m == best { sure } else { 0.0 };
                let policy = moves.iter().map(|m| (position.action_index(*m) as u16, share(m)));
                let policy = policy.filter(|(_, share)| *share > 0.0);
                // A score of zero is a certain draw from some players and a balanced position from others.
                let plies = score
                    .and_then(Score::plies_to_end)
                    .filter(|_| config.teacher_exact);
                let proven = plies.map(|plies| PovValue(plies.signum() as f32).un_pov(mover));
                let own = value
                    .filter(|_| config.teacher_values)
                    .map(|value| value.un_pov(mover));
                unvalued.push(proven.or(own).is_none());
                decisions.push(Decision {
                    at: events.len() as u32,
                    value: proven.or(own).unwrap_or_default(),
                    exact: proven.is_some(),
                    policy: policy.collect(),
                });
                let any = moves[below(&mut rng, moves.len() as u32) as usize];
                let m = if unit(&mut rng) < stray { any } else { best };
                position.play_unchecked(m);
                events.push(Event::Move(m));
            }
        }
    }
    let end = End::of(&position);
    // Where the teacher's own value is not to be trusted, the result says all.
    for (decision, _) in decisions
        .iter_mut()
        .zip(unvalued)
        .filter(|(_, unvalued)| *unvalued)
    {
        decision.value = end.result.unwrap_or_default();
    }
    Played {
        events,
        decisions,
        end,
    }
}
