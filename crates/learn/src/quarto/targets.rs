//! From remembered turns to what the network should have answered: the seed's targets and the corrected ones.

use damero_games::quarto::{Cell, Piece, Quarto};
use damero_games::{Encode, Game};

use super::certain::correct;
use super::experience::QuartoTurn;
use super::settings::{Actions, LossApproach, QuartoConfig, Reward};
use crate::dqn::{Batch, Played, Rules, expand};
use crate::model::Goal;
use crate::selfplay::Values;

/// The number of actions: 16 cells and 16 pieces.
pub(super) const ACTIONS: usize = Quarto::ACTIONS;

/// The action index of giving piece 0.
pub(super) const GIVE: usize = 16;

pub(super) fn place_action(cell: Cell) -> usize {
    usize::from(cell.index())
}

pub(super) fn give_action(piece: Piece) -> usize {
    GIVE + usize::from(piece.index())
}

/// What a position is worth for the player to move, where no network need be asked.
pub(super) type Known<'a> = &'a dyn Fn(&Quarto) -> Option<f32>;

/// Makes a batch of turns; `weights` says how much each counts, `target` is the target network.
pub(super) fn batch(
    config: &QuartoConfig,
    turns: &[QuartoTurn],
    weights: &[f32],
    known: Known<'_>,
    target: &mut dyn Values<Quarto>,
) -> Batch<Quarto> {
    if config.seed_compat {
        return as_the_seed(config, turns, weights, target);
    }
    let rows = Rows::of(turns);
    match (config.loss, config.actions) {
        (LossApproach::CombinedAvg, _) => joined(config, turns, weights, &rows, known, target),
        (_, Actions::Taken) => taken(config, turns, weights, rows, known, target),
        (_, Actions::All) => all(config, weights, rows, known, target),
    }
}

/// The two positions of each turn: the board with the piece in hand, and the board after the placement.
struct Rows {
    positions: Vec<Quarto>,
    played: Vec<Played>,
}

impl Rows {
    fn of(turns: &[QuartoTurn]) -> Self {
        let mut rows = Self {
            positions: Vec::with_capacity(2 * turns.len()),
            played: Vec::with_capacity(2 * turns.len()),
        };
        for (n, turn) in turns.iter().enumerate() {
            if let Some(cell) = turn.place {
                rows.push(n, turn.before.clone(), place_action(cell));
            }
            if let Some(piece) = turn.give {
                rows.push(n, turn.placed(), give_action(piece));
            }
        }
        rows
    }

    fn push(&mut self, turn: usize, position: Quarto, action: usize) {
        self.played.push(Played {
            row: self.positions.len(),
            action,
            experience: turn,
        });
        self.positions.push(position);
    }
}

/// Whether the loss looks at this action.
const fn counts(loss: LossApproach, action: usize) -> bool {
    match loss {
        LossApproach::OnlyPlace => action < GIVE,
        LossApproach::OnlySelect => action >= GIVE,
        LossApproach::CombinedAvg | LossApproach::Separate => true,
    }
}

/// Every legal action of every position, each tried and judged.
fn all(
    config: &QuartoConfig,
    weights: &[f32],
    rows: Rows,
    known: Known<'_>,
    target: &mut dyn Values<Quarto>,
) -> Batch<Quarto> {
    let gamma = config.gamma as f32;
    let rules = Rules {
        known,
        correct: |game: &Quarto, values: &mut [f32]| correct(game, gamma, values),
    };
    let expanded = expand(&rows.positions, gamma, &rules, target);
    let mut marks = expanded.legal;
    for (row, played) in marks.chunks_exact_mut(ACTIONS).zip(&rows.played) {
        for (action, mark) in row.iter_mut().enumerate() {
            *mark *= if counts(config.loss, action) {
                weights[played.experience]
            } else {
                0.0
            };
        }
    }
    Batch {
        positions: rows.positions,
        goal: Goal::Each {
            targets: expanded.targets,
            weights: marks,
        },
        played: rows.played,
    }
}

/// Only what was played, each decision against its own target.
fn taken(
    config: &QuartoConfig,
    turns: &[QuartoTurn],
    weights: &[f32],
    rows: Rows,
    known: Known<'_>,
    target: &mut dyn Values<Quarto>,
) -> Batch<Quarto> {
    let returns = decisions(config, turns, &rows.played, known, target);
    let mut targets = vec![0.0; rows.positions.len() * ACTIONS];
    let mut marks = targets.clone();
    for (played, value) in rows.played.iter().zip(returns) {
        let place = played.row * ACTIONS + played.action;
        targets[place] = value;
        if counts(config.loss, played.action) {
            marks[place] = weights[played.experience];
        }
    }
    Batch {
        positions: rows.positions,
        goal: Goal::Each {
            targets,
            weights: marks,
        },
        played: rows.played,
    }
}

/// The mean of both decisions of a turn against the target of the last of them.
fn joined(
    config: &QuartoConfig,
    turns: &[QuartoTurn],
    weights: &[f32],
    rows: &Rows,
    known: Known<'_>,
    target: &mut dyn Values<Quarto>,
) -> Batch<Quarto> {
    let returns = decisions(config, turns, &rows.played, known, target);
    // Two rows for every turn; where one decision is missing its row counts for nothing.
    let mut positions = Vec::with_capacity(2 * turns.len());
    let mut shares = vec![0.0; 2 * turns.len() * ACTIONS];
    let mut targets = vec![0.0; turns.len()];
    let mut played = rows.played.clone();
    for turn in turns {
        positions.extend([turn.before.clone(), turn.placed()]);
    }
    for (decision, value) in played.iter_mut().zip(returns) {
        let turn = decision.experience;
        let made = u8::from(turns[turn].place.is_some()) + u8::from(turns[turn].give.is_some());
        decision.row = 2 * turn + usize::from(decision.action >= GIVE);
        shares[decision.row * ACTIONS + decision.action] = 1.0 / f32::from(made);
        // Pieces given come after placements, so the last one stays.
        targets[turn] = value;
    }
    Batch {
        positions,
        goal: Goal::Joined {
            shares,
            rows: 2,
            targets,
            weights: weights.to_vec(),
        },
        played,
    }
}

/// What each decision turned out to be worth for its player.
fn decisions(
    config: &QuartoConfig,
    turns: &[QuartoTurn],
    played: &[Played],
    known: Known<'_>,
    target: &mut dyn Values<Quarto>,
) -> Vec<f32> {
    if config.reward != Reward::Final {
        return played
            .iter()
            .map(|decision| reward(config, &turns[decision.experience]))
            .collect();
    }
    let gamma = config.gamma as f32;
    // What is to be decided after each decision, where the game goes on.
    let after: Vec<_> = played
        .iter()
        .map(|decision| {
            let turn = &turns[decision.experience];
            if decision.action < GIVE {
                turn.placed()
            } else {
                turn.after()
            }
        })
        .collect();
    let players = played
        .iter()
        .map(|decision| turns[decision.experience].before.turn().player());
    let worths: Vec<_> = after
        .iter()
        .zip(players)
        .map(|(game, player)| player.map_or(Ok(0.0), |p| crate::dqn::worth(game, p, gamma, known)))
        .collect();
    let open: Vec<_> = after
        .iter()
        .zip(&worths)
        .filter(|(_, worth)| worth.is_err())
        .map(|(game, _)| game)
        .collect();
    let mut values = Vec::new();
    target.values(&open, &mut values);
    let mut best = open
        .iter()
        .zip(values.chunks_exact_mut(ACTIONS))
        .map(|(game, row)| {
            correct(game, gamma, row);
            best_legal(game, row)
        });
    worths
        .into_iter()
        .map(|worth| worth.unwrap_or_else(|factor| factor * best.next().unwrap_or_default()))
        .collect()
}

/// The largest value among legal actions.
fn best_legal(game: &Quarto, values: &[f32]) -> f32 {
    let mut legal = [false; ACTIONS];
    game.legal_mask(&mut legal);
    let legal = values.iter().zip(legal).filter(|(_, legal)| *legal);
    legal
        .map(|(value, _)| *value)
        .reduce(f32::max)
        .unwrap_or_default()
}

/// The reward of a turn.
fn reward(config: &QuartoConfig, turn: &QuartoTurn) -> f32 {
    let result = f32::from(turn.result);
    match config.reward {
        Reward::Final if turn.distance < 2 => result,
        Reward::Final => 0.0,
        Reward::Propagate => result,
        Reward::Discount => result * (config.discount as f32).powi(i32::from(turn.distance)),
    }
}

/// The targets of the seed: one look at the board before the placement for both heads; the reward plus what the target
/// network sees best in the next state, over all cells and pieces, legal or not, and as if the next turn were one's own.
fn as_the_seed(
    config: &QuartoConfig,
    turns: &[QuartoTurn],
    weights: &[f32],
    target: &mut dyn Values<Quarto>,
) -> Batch<Quarto> {
    let next: Vec<_> = turns.iter().map(QuartoTurn::after).collect();
    let going: Vec<_> = next
        .iter()
        .filter(|game| game.turn().player().is_some())
        .collect();
    let mut values = Vec::new();
    target.values(&going, &mut values);
    let mut values = values.chunks_exact(ACTIONS);
    let highest = |row: &[f32]| row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let size = turns.len() * ACTIONS;
    let (mut shares, mut each) = (vec![0.0; size], vec![0.0; size]);
    let mut targets = vec![0.0; turns.len()];
    let mut played = Vec::new();
    for (n, (turn, next)) in turns.iter().zip(&next).enumerate() {
        let [place, give] = match next.turn().player().and_then(|_| values.next()) {
            Some(row) => [highest(&row[..GIVE]), highest(&row[GIVE..])],
            None => [0.0, 0.0],
        };
        let (gamma, reward) = (config.gamma as f32, reward(config, turn));
        // With the last piece in hand nothing is left to give.
        let mean = if next.left() == 0 {
            place
        } else {
            (place + give) / 2.0
        };
        targets[n] = reward + gamma * mean;
        let made = f32::from(u8::from(turn.place.is_some()) + u8::from(turn.give.is_some()));
        let actions = [
            turn.place.map(|cell| (place_action(cell), place)),
            turn.give.map(|piece| (give_action(piece), give)),
        ];
        for (action, best) in actions.into_iter().flatten() {
            let place = n * ACTIONS + action;
            played.push(Played {
                row: n,
                action,
                experience: n,
            });
            shares[place] = if config.loss == LossApproach::CombinedAvg {
                1.0 / made
            } else if counts(config.loss, action) {
                weights[n]
            } else {
                0.0
            };
            each[place] = reward + gamma * best;
        }
    }
    let goal = if config.loss == LossApproach::CombinedAvg {
        Goal::Joined {
            shares,
            rows: 1,
            targets,
            weights: weights.to_vec(),
        }
    } else {
        Goal::Each {
            targets: each,
            weights: shares,
        }
    };
    Batch {
        positions: turns.iter().map(|turn| turn.before.clone()).collect(),
        goal,
        played,
    }
}
