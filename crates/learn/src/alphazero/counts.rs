//! What is counted in games of self-play, and the numbers that come of it.

use damero_games::Game;
use damero_search::mcts::Search;

use super::played::Played;
use crate::run::Report;

/// Bins of the comparison between what the search expected and what came.
const BINS: usize = 10;

/// Sums over decisions and games; those of several games are added.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Counts {
    /// Positions that the network judged.
    pub evaluations: u64,
    /// Moves played.
    pub decisions: u64,
    /// Moves that were the only ones.
    pub forced: u64,
    /// Moves of the exact solver.
    pub exact: u64,
    /// Games that were resigned.
    pub resigned: u64,
    /// Games played on after somebody would have resigned, and those of them that were not lost.
    pub controlled: u64,
    pub(super) rescued: u64,
    /// Moves after which the same player or the other was to move, with no chance event between.
    pub followed: u64,
    /// Those of them after which the tree was still of use.
    pub reused: u64,
    /// Full searches.
    full: u64,
    /// Visits of their roots, of which so many were kept from before.
    visits: u64,
    kept: u64,
    solved: u64,
    entropy: f64,
    /// Entropy of the first, middle and last third of each game's decisions, and how many there were.
    phases: [(f64, u64); 3],
    entropies: Vec<f64>,
    games: u64,
    draws: u64,
    first_wins: u64,
    cut: u64,
    /// Sums of points of the winner and the loser, and games that keep points.
    points: [i64; 2],
    scored: u64,
    /// For each bin of expected results: how often, the sum of them, the sum of what came.
    calibration: [(u64, f64, f64); BINS],
}

impl Counts {
    /// Counts a full search.
    pub(super) fn searched<G: Game>(&mut self, search: &Search<G>, policy: &[f32]) {
        let entropy = policy.iter().filter(|share| **share > 0.0);
        let entropy: f64 = entropy
            .map(|&share| -f64::from(share) * f64::from(share).ln())
            .sum();
        self.full += 1;
        self.visits += u64::from(search.root_visits());
        self.kept += u64::from(search.kept_visits());
        self.solved += u64::from(search.solved().is_some());
        self.entropy += entropy;
        self.entropies.push(entropy);
    }

    /// Counts a game that is over.
    pub(super) fn finished<G: Game>(&mut self, played: &Played<G>) {
        self.games += 1;
        let all = self.entropies.len();
        for (n, entropy) in self.entropies.drain(..).enumerate() {
            let phase = &mut self.phases[3 * n / all];
            phase.0 += entropy;
            phase.1 += 1;
        }
        if let Some([first, second]) = played.end.scores {
            self.scored += 1;
            self.points[0] += i64::from(first.max(second));
            self.points[1] += i64::from(first.min(second));
        }
        let Some(result) = played.end.result else {
            self.cut += 1;
            return;
        };
        self.draws += u64::from(result.0 == 0.0);
        self.first_wins += u64::from(result.0 > 0.0);
        for decision in &played.decisions {
            let expected = f64::from(decision.value.0);
            let bin = ((expected + 1.0) / 2.0 * BINS as f64) as usize;
            let bin = &mut self.calibration[bin.min(BINS - 1)];
            bin.0 += 1;
            bin.1 += expected;
            bin.2 += f64::from(result.0);
        }
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Self) {
        let sums = [
            (&mut self.evaluations, other.evaluations),
            (&mut self.decisions, other.decisions),
            (&mut self.forced, other.forced),
            (&mut self.exact, other.exact),
            (&mut self.resigned, other.resigned),
            (&mut self.controlled, other.controlled),
            (&mut self.rescued, other.rescued),
            (&mut self.followed, other.followed),
            (&mut self.reused, other.reused),
            (&mut self.full, other.full),
            (&mut self.visits, other.visits),
            (&mut self.kept, other.kept),
            (&mut self.solved, other.solved),
            (&mut self.games, other.games),
            (&mut self.draws, other.draws),
            (&mut self.first_wins, other.first_wins),
            (&mut self.cut, other.cut),
            (&mut self.scored, other.scored),
        ];
        for (sum, more) in sums {
            *sum += more;
        }
        self.entropy += other.entropy;
        for (sum, more) in self.points.iter_mut().zip(other.points) {
            *sum += more;
        }
        for (sum, more) in self.phases.iter_mut().zip(other.phases) {
            sum.0 += more.0;
            sum.1 += more.1;
        }
        for (sum, more) in self.calibration.iter_mut().zip(other.calibration) {
            sum.0 += more.0;
            sum.1 += more.1;
            sum.2 += more.2;
        }
    }

    /// How far what the search expected was from what came, on average over bins of like expectations.
    #[must_use]
    pub fn calibration(&self) -> f64 {
        let seen: u64 = self.calibration.iter().map(|bin| bin.0).sum();
        let errors = self.calibration.iter().map(|bin| (bin.1 - bin.2).abs());
        errors.sum::<f64>() / seen.max(1) as f64
    }

    /// Tells all of it.
    pub fn report(&self, report: &mut Report) {
        let share = |part: u64, of: u64| part as f64 / of.max(1) as f64;
        report.scalar("search/visits", share(self.visits, self.full));
        report.scalar("search/entropy", self.entropy / self.full.max(1) as f64);
        report.scalar("search/reuse", share(self.reused, self.followed));
        report.scalar("search/kept", share(self.kept, self.visits));
        report.scalar("search/solved", share(self.solved, self.full));
        if self.exact > 0 {
            report.scalar("search/exact", share(self.exact, self.decisions));
        }
        for (name, (sum, count)) in ["opening", "middle", "end"].iter().zip(self.phases) {
            if count > 0 {
                report.scalar(format!("entropy/{name}"), sum / count as f64);
            }
        }
        report.scalar("game/length", share(self.decisions, self.games));
        report.scalar("game/draws", share(self.draws, self.games));
        report.scalar("game/first", share(self.first_wins, self.games));
        report.scalar("game/forced", share(self.forced, self.decisions));
        report.scalar("game/cut", share(self.cut, self.games));
        if self.resigned + self.controlled > 0 {
            report.scalar("game/resigned", share(self.resigned, self.games));
            report.scalar("game/resigned_wrongly", share(self.rescued, self.controlled));
        }
        if self.scored > 0 {
            let [winner, loser] = self.points.map(|points| points as f64 / self.scored as f64);
            report.scalar("score/winner", winner);
            report.scalar("score/loser", loser);
        }
        report.scalar("value/calibration", self.calibration());
    }
}

#[cfg(test)]
mod tests {
    use damero_games::Value;
    use damero_games::reversi::Reversi;

    use super::super::played::{Decision, End};
    use super::*;

    fn game(expected: &[f32], result: f32) -> Played<Reversi> {
        let decide = |&value: &f32| Decision {
            at: 0,
            value: Value(value),
            exact: false,
            policy: Vec::new(),
        };
        Played {
            events: Vec::new(),
            decisions: expected.iter().map(decide).collect(),
            end: End {
                result: Some(Value(result)),
                scores: Some([40, 24]),
            },
        }
    }

    /// Of ten games that were held for 0.8, nine won and one lost is exactly right, ten won is 0.2 too little.
    #[test]
    fn expectations_are_compared_with_results() {
        let mut counts = Counts::default();
        for n in 0..10 {
            counts.finished(&game(&[0.8], if n == 0 { -1.0 } else { 1.0 }));
        }
        assert!(counts.calibration() < 1e-6, "{counts:?}");
        let mut sure = Counts::default();
        for _ in 0..10 {
            sure.finished(&game(&[0.8, -1.0, 1.0], 1.0));
        }
        // 0.2, 2 and 0, each a third of all; 0.8 and 1 are in different bins.
        assert!(
            (sure.calibration() - 2.2 / 3.0).abs() < 1e-6,
            "{}",
            sure.calibration()
        );
        counts.add(&sure);
        let mut report = Report::default();
        counts.report(&mut report);
        assert_eq!(
            (report.scalars["score/winner"], report.scalars["score/loser"]),
            (40.0, 24.0)
        );
        assert_eq!(report.scalars["game/draws"], 0.0);
    }
}
