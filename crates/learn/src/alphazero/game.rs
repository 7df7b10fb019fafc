//! A game of self-play in progress: its tree, its chances, and what is written down of it.

use damero_games::random::{SeededRng, below};
use damero_games::record::Event;
use damero_games::{Encode, Game, MoveBuf, Outcome, Player, PovValue, Symmetry, Turn};
use damero_search::mcts::{Evaluator, Options, Search};
use damero_search::{Solver, Stop};
use rand_core::Rng;

use super::counts::Counts;
use super::params::SelfPlayParams;
use super::played::{Decision, End, Played};
use crate::rng_streams::unit;

/// The shares of a policy over the moves of a search's root by their action indices, without empty ones.
pub(super) fn policy_target<G: Encode>(search: &Search<G>, policy: &[f32]) -> Vec<(u16, f32)> {
    let (mut moves, mut actions) = (MoveBuf::new(), Vec::new());
    search.game().moves(&mut moves);
    search.game().action_indices(&moves, &mut actions);
    let shares = actions.iter().zip(policy).filter(|(_, share)| **share > 0.0);
    shares.map(|(&action, &share)| (action as u16, share)).collect()
}

/// How much a decision is thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effort {
    /// As much as the curriculum says; it is learned from.
    Full,
    /// Little, only to play on.
    Fast,
    /// There is only one move: the position is judged and no more.
    Forced,
    /// An older network decides; it is not learned from.
    Rival,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct SelfPlayGame<G: Game> {
    search: Search<G>,
    /// Real chance events and all other lots that the search must not see.
    rng: SeededRng,
    effort: Effort,
    /// Whether the solver was not asked about the position yet.
    unasked: bool,
    /// The seat that an older network plays, if any.
    rival: Option<Player>,
    /// Whether the tree is that network's.
    by_rival: bool,
    /// Whether it is played on after a resignation, to see whether that was right.
    control: bool,
    /// Who resigned, or would have.
    resigned: Option<Player>,
    played: Played<G>,
    counts: Counts,
    over: bool,
}

impl<G: Encode + Symmetry> SelfPlayGame<G> {
    /// A game at its start, all of whose chances come from `rng`.
    #[must_use]
    pub fn new(rules: &G::Rules, params: &SelfPlayParams, mut rng: SeededRng) -> Self {
        let options = Options {
            // The tree has a generator of its own: what really happens is drawn from another one, later.
            seed: rng.next_u64(),
            ..params.options
        };
        let game = G::start(rules);
        let control = params.resign > 0.0 && unit(&mut rng) < params.resign_control;
        let mut board = Self {
            search: Search::new(game, options),
            rng,
            effort: Effort::Full,
            unasked: true,
            rival: None,
            by_rival: false,
            control,
            resigned: None,
            played: Played {
                events: Vec::new(),
                decisions: Vec::new(),
                end: End {
                    result: None,
                    scores: None,
                },
            },
            counts: Counts::default(),
            over: false,
        };
        board.settle(params);
        board
    }

    /// Gives one seat to an older network in the share of games that the settings say.
    pub fn draw_rival(&mut self, params: &SelfPlayParams) {
        if unit(&mut self.rng) < params.past_share {
            self.rival = Some(Player::ALL[below(&mut self.rng, 2) as usize]);
            self.settle(params);
        }
    }

    /// Whether an older network judges its leaves.
    #[must_use]
    pub const fn is_rivals(&self) -> bool {
        self.by_rival
    }

    /// Begins with random moves if the settings say so; `judge` says which of them are fair.
    pub fn open(&mut self, params: &SelfPlayParams, judge: &mut impl Evaluator<G>) {
        let events = params.opening.draw(self.search.game(), judge, &mut self.rng);
        if !events.is_empty() {
            for event in events {
                self.happen(event);
            }
            self.settle(params);
        }
    }

    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// The tree of the game.
    #[must_use]
    pub const fn search(&self) -> &Search<G> {
        &self.search
    }

    /// Plays every move that is due, then adds leaves to be judged to `leaves`; none once another network is to decide.
    pub fn gather(
        &mut self,
        params: &SelfPlayParams,
        solver: &mut Option<Box<dyn Solver<G>>>,
        leaves: &mut Vec<G>,
    ) {
        let by_rival = self.by_rival;
        while !self.over && self.by_rival == by_rival {
            if let Some(solver) = solver
                && std::mem::take(&mut self.unasked)
                && self.solve(params, &mut **solver)
            {
                continue;
            }
            if self.search.is_done() {
                self.decide(params);
                continue;
            }
            let before = self.search.simulations();
            let found = self.search.gather(params.leaves, leaves);
            // Simulations may end where the value is known; nothing is under way, so they never wait.
            if found > 0 || self.search.simulations() == before {
                self.counts.evaluations += found as u64;
                return;
            }
        }
    }

    /// Takes the judgements of the leaves that it handed out.
    pub fn apply<'a>(&mut self, judgements: &mut impl Iterator<Item = damero_search::mcts::Evaluation<'a>>) {
        if !self.over {
            self.search.apply(judgements);
        }
    }

    /// The finished game, and what was counted in it.
    #[must_use]
    pub fn finish(self) -> (Played<G>, Counts) {
        (self.played, self.counts)
    }

    /// Lets the solver decide if the position is within its reach: any of the best moves, and all of them are learned.
    fn solve(&mut self, params: &SelfPlayParams, solver: &mut dyn Solver<G>) -> bool {
        let game = self.search.game();
        let Some(mover) = game.turn().player() else {
            return false;
        };
        let Some(solved) = solver.prove(game, params.exact_nodes, &Stop::default()) else {
            return false;
        };
        // In the order of the rules: that of the solver depends on what it has seen before.
        let mut best = MoveBuf::new();
        game.moves(&mut best);
        best.retain(|m| solved.best.contains(m));
        let share = 1.0 / best.len() as f32;
        self.played.decisions.push(Decision {
            at: self.played.events.len() as u32,
            value: PovValue(solved.value.signum() as f32).un_pov(mover),
            exact: true,
            policy: best
                .iter()
                .map(|&m| (game.action_index(m) as u16, share))
                .collect(),
        });
        self.counts.decisions += 1;
        self.counts.exact += 1;
        let m = best[below(&mut self.rng, best.len() as u32) as usize];
        self.happen(Event::Move(m));
        self.settle(params);
        true
    }

    /// Writes down what the search found, and plays.
    fn decide(&mut self, params: &SelfPlayParams) {
        let search = &mut self.search;
        let policy = search.policy();
        if matches!(self.effort, Effort::Full | Effort::Forced) {
            self.played.decisions.push(Decision {
                at: self.played.events.len() as u32,
                value: search.value(),
                exact: false,
                policy: policy_target(search, &policy),
            });
        }
        self.counts.decisions += 1;
        match self.effort {
            Effort::Forced => self.counts.forced += 1,
            Effort::Fast | Effort::Rival => {}
            Effort::Full => self.counts.searched(search, &policy),
        }
        if self.effort == Effort::Full && self.resigns(params) {
            return;
        }
        let search = &mut self.search;
        let events = self.played.events.iter();
        let ply = events.filter(|event| matches!(event, Event::Move(_))).count() as u32;
        let temperature = params.temperature(search.game(), ply);
        let Some(m) = search.choose(temperature) else {
            unreachable!("a player is to move");
        };
        let reuse = self.happen(Event::Move(m));
        if self.search.game().turn().player().is_some() {
            self.counts.followed += 1;
            self.counts.reused += u64::from(reuse > 0);
        }
        self.settle(params);
    }

    /// Whether the player to move gives the game up, which is then over.
    fn resigns(&mut self, params: &SelfPlayParams) -> bool {
        let Some(mover) = self.search.game().turn().player() else {
            return false;
        };
        let hopeless = self.search.value().pov(mover).0 <= -params.resign;
        if params.resign == 0.0 || self.resigned.is_some() || !hopeless {
            return false;
        }
        self.resigned = Some(mover);
        if !self.control {
            self.over = true;
            self.played.end.result = Some(Outcome::Win(mover.other()).value());
            self.counts.resigned += 1;
            self.counts.finished(&self.played);
        }
        self.over
    }

    /// Lets something happen in the game and in its tree; gives the visits that were kept.
    fn happen(&mut self, event: Event<G>) -> u32 {
        let Ok(reuse) = self.search.advance(&event) else {
            unreachable!("only what the rules allow happens");
        };
        self.played.events.push(event);
        reuse.kept
    }

    /// Draws chance events that are due, and begins the next search or ends the game.
    fn settle(&mut self, params: &SelfPlayParams) {
        while self.search.game().turn() == Turn::Chance {
            let event = self.search.game().sample_chance(&mut self.rng);
            self.happen(Event::Chance(event));
        }
        if self.search.game().turn().outcome().is_some() {
            self.over = true;
            self.played.end = End::of(self.search.game());
            if let Some(player) = self.resigned {
                let lost = Outcome::Win(player.other()).value();
                self.counts.controlled += 1;
                self.counts.rescued += u64::from(self.played.end.result.is_some_and(|result| result != lost));
            }
            self.counts.finished(&self.played);
            return;
        }
        self.unasked = true;
        let by_rival = self.rival.is_some() && self.search.game().turn().player() == self.rival;
        if by_rival != self.by_rival {
            // Each network thinks in a tree of its own.
            let options = Options {
                seed: self.rng.next_u64(),
                ..params.options
            };
            self.search = Search::new(self.search.game().clone(), options);
            self.by_rival = by_rival;
        }
        self.effort = if by_rival {
            Effort::Rival
        } else if self.search.game().count_moves() == 1 {
            Effort::Forced
        } else if params.full_share >= 1.0 || unit(&mut self.rng) < params.full_share {
            Effort::Full
        } else {
            Effort::Fast
        };
        let (simulations, noise) = match self.effort {
            Effort::Full => (params.full, params.noise),
            Effort::Rival => (params.full, None),
            Effort::Fast => (params.fast, None),
            Effort::Forced => (1, None),
        };
        self.search.set_noise(noise);
        self.search.begin(simulations);
    }
}

#[cfg(test)]
mod tests {
    use damero_games::Value;
    use damero_games::azul::Azul;
    use damero_games::random::seeded;
    use damero_search::mcts::Evaluations;

    use super::super::settings::AlphaZeroConfig;
    use super::super::worker::play;
    use super::*;

    /// Judges by points alone and has no opinion about moves.
    struct Points;

    impl Evaluator<Azul> for Points {
        fn evaluate(&mut self, positions: &[Azul], _: &mut SeededRng, out: &mut Evaluations) {
            for game in positions {
                let scores = game.scores().expect("Azul keeps points");
                let margin = (scores[Player::First] - scores[Player::Second]) as f32;
                // Chosen tiles only count at the end of a round; what lies on the floor is seen at once.
                let floors = Player::ALL.map(|player| game.board(player).floor().count() as f32);
                let value = (margin / 20.0 + (floors[1] - floors[0]) / 7.0).tanh();
                let moves = game.turn().player().map_or(0, |_| game.count_moves());
                out.push_uniform(Value(value), moves);
            }
        }
    }

    fn params(simulations: &str) -> SelfPlayParams {
        let config = AlphaZeroConfig {
            curriculum: vec![format!("1-: {simulations}")],
            ..AlphaZeroConfig::of::<Azul>()
        };
        SelfPlayParams::new(&config, &config.check::<Azul>().expect("sound settings"), 1)
    }

    fn is_chance(event: &Event<Azul>) -> bool {
        matches!(event, Event::Chance(_))
    }

    /// Two games that differ only in what chance will bring are thought about alike until it has brought it.
    #[test]
    fn the_search_never_sees_a_real_draw_beforehand() {
        let params = params("40");
        let mut one = SelfPlayGame::<Azul>::new(&Default::default(), &params, seeded(5));
        let mut other = one.clone();
        other.rng = seeded(6);
        let mut boards = [one.clone(), other.clone()];
        play(&mut boards, (&mut Points, None), &mut None, &params);
        [one, other] = boards;
        let (one, other) = (one.finish().0, other.finish().0);
        let second_deal = |game: &Played<Azul>| {
            game.events
                .iter()
                .skip(1)
                .position(is_chance)
                .expect("a second round")
                + 1
        };
        let deal = second_deal(&one);
        assert_eq!(deal, second_deal(&other));
        assert_eq!(one.events[..deal], other.events[..deal]);
        assert_ne!(one.events[deal], other.events[deal], "chance went another way");
        let before = |game: &Played<Azul>| -> Vec<Decision> {
            let early = game
                .decisions
                .iter()
                .filter(|decision| (decision.at as usize) < deal);
            early.cloned().collect()
        };
        assert!(!before(&one).is_empty());
        assert_eq!(before(&one), before(&other));
    }

    /// The sign of values: whoever moves shuns the floor, also the player who ends a round and opens the next.
    #[test]
    fn either_player_shuns_the_floor_also_twice_in_a_row() {
        let params = params("150");
        let mut boards: Vec<_> = (0..6)
            .map(|seed| SelfPlayGame::<Azul>::new(&Default::default(), &params, seeded(seed)))
            .collect();
        play(&mut boards, (&mut Points, None), &mut None, &params);
        // Shares of visits and of legal moves that go to the floor, by player; then of those who had just moved.
        let mut sums = [[0.0_f64; 2]; 3];
        let mut twice = 0;
        for board in boards {
            let game = board.finish().0;
            let mut last = None;
            let mut position = <Azul as Game>::start(&Default::default());
            let mut decisions = game.decisions.iter().peekable();
            for (at, event) in game.events.iter().enumerate() {
                if let Turn::Player(mover) = position.turn() {
                    let decision = decisions.next_if(|decision| decision.at as usize == at);
                    let mut moves = MoveBuf::new();
                    position.moves(&mut moves);
                    let to_floor = |index: usize| index % 6 == 5;
                    if let Some(decision) = decision.filter(|_| moves.len() > 1) {
                        let visits = decision.policy.iter().filter(|(a, _)| to_floor(usize::from(*a)));
                        let visits: f64 = visits.map(|(_, share)| f64::from(*share)).sum();
                        let legal = moves.iter().filter(|&&m| to_floor(position.action_index(m)));
                        let legal = legal.count() as f64 / moves.len() as f64;
                        let again = last == Some(mover);
                        twice += u32::from(again);
                        for place in [Some(mover.index()), again.then_some(2)].into_iter().flatten() {
                            sums[place][0] += visits;
                            sums[place][1] += legal;
                        }
                    }
                    last = Some(mover);
                }
                match event {
                    Event::Move(m) => position.play_unchecked(*m),
                    Event::Chance(event) => position.apply_chance(event).expect("it happened"),
                }
            }
        }
        assert!(twice > 5, "rounds are opened by who ended the last one: {twice}");
        for [visits, legal] in sums {
            assert!(visits < 0.8 * legal, "{sums:?}");
        }
    }
}
