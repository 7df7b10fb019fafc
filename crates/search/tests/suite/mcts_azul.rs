//! The sign test on Azul: a search that is told the points must not throw its own tiles to the floor.
//!
//! A sign that is flipped once too often or too seldom makes a search look for its own harm, and a player who ends a
//! round and opens the next moves twice in a row, which is where such errors hide.

use damero_games::azul::{Azul, AzulMove, Source, Target};
use damero_games::perft::after;
use damero_games::random::{SeededRng, seeded};
use damero_games::{Game, MoveBuf, Notation, Player, Turn, Value};
use damero_search::mcts::{ChanceMode, Evaluations, Evaluator, Options, Root, Search};

/// The difference in points, the floor counted as it will be.
struct Points;

impl Evaluator<Azul> for Points {
    fn evaluate(&mut self, positions: &[Azul], _: &mut SeededRng, out: &mut Evaluations) {
        for position in positions {
            let points = |player| {
                let board = position.board(player);
                f32::from(board.score()) - f32::from(board.penalty())
            };
            let difference = points(Player::First) - points(Player::Second);
            out.push_uniform(Value((difference / 10.0).tanh()), position.count_moves());
        }
    }
}

/// Random games up to where `wanted` holds; both players have points to lose.
fn positions(count: usize, seed: u64, wanted: impl Fn(&Azul) -> bool) -> Vec<Azul> {
    let mut rng = seeded(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut game = Azul::start(&"standard".parse().unwrap());
        loop {
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance => game.resolve_chance(&mut rng),
                Turn::Player(_) if wanted(&game) && (0.01..0.99).contains(&floor_share(&game)) => {
                    let mut setup = game.setup();
                    setup.boards.first.score = 30;
                    setup.boards.second.score = 30;
                    found.push(Azul::from_setup(game.rules(), &setup).unwrap());
                    break;
                }
                Turn::Player(_) => {
                    let m = game.random_move(&mut rng, &mut MoveBuf::new());
                    game.play_unchecked(m);
                }
            }
        }
    }
    found
}

/// The share of floor moves among the legal ones.
fn floor_share(game: &Azul) -> f32 {
    let mut moves = MoveBuf::new();
    game.moves(&mut moves);
    let floor = moves.iter().filter(|m| m.target == Target::FLOOR).count();
    floor as f32 / moves.len() as f32
}

fn search(
    game: &Azul,
    simulations: u64,
    options: Options,
    evaluator: &mut dyn Evaluator<Azul>,
) -> Search<Azul> {
    let mut search = Search::new(game.clone(), options);
    let (mut leaves, mut answers) = (Vec::new(), Evaluations::default());
    search.begin(simulations);
    while !search.is_done() {
        leaves.clear();
        answers.clear();
        search.gather(4, &mut leaves);
        evaluator.evaluate(&leaves, &mut seeded(0), &mut answers);
        search.apply(&mut answers.iter());
    }
    search
}

/// The share of a search's policy that goes to floor moves.
fn searched_share(game: &Azul, options: Options) -> f32 {
    let search = search(game, 800, options, &mut Points);
    let moves = search.moves();
    let shares = moves.iter().zip(search.policy());
    shares
        .filter(|(m, _)| m.m.target == Target::FLOOR)
        .map(|(_, share)| share)
        .sum()
}

/// In the mean over `games`, and for every kind of search, floor moves get less than their share.
fn avoids_the_floor(name: &str, games: &[Azul]) {
    let chances = [
        ChanceMode::Afterstate,
        ChanceMode::AfterstateSampled,
        ChanceMode::WIDEN,
    ];
    let kinds = chances.into_iter().flat_map(|chance| {
        let puct = Options {
            chance,
            ..Options::puct()
        };
        let uct = Options {
            chance,
            ..Options::uct()
        };
        let gumbel = Options {
            root: Root::gumbel(1.0),
            ..puct
        };
        [puct, uct, gumbel]
    });
    for options in kinds {
        let mean = |share: &dyn Fn(&Azul) -> f32| games.iter().map(share).sum::<f32>() / games.len() as f32;
        let (legal, searched) = (mean(&floor_share), mean(&|game| searched_share(game, options)));
        println!("{name}: floor moves are {legal:.3} of the moves, {searched:.3} of the policy");
        assert!(
            searched < 0.85 * legal,
            "{name}: {searched} of {legal} with {options:?}"
        );
    }
}

#[test]
fn both_seats_avoid_the_floor() {
    for seat in Player::ALL {
        let games = positions(12, 1, |game| game.round() == 2 && game.mover() == seat);
        avoids_the_floor(&format!("{seat:?}"), &games);
    }
}

/// One move is left, and whoever makes it has the marker: the same player opens the next round.
fn ends_and_opens(game: &Azul, seat: Player) -> bool {
    let mut moves = MoveBuf::new();
    game.moves(&mut moves);
    let opens = |&m: &AzulMove| {
        let after = after(game, m);
        after.turn() == Turn::Chance && after.mover() == seat
    };
    game.mover() == seat && game.marker() == Some(seat) && moves.iter().all(opens)
}

#[test]
fn both_seats_avoid_the_floor_across_the_end_of_a_round() {
    for seat in Player::ALL {
        let games = positions(12, 2, |game| ends_and_opens(game, seat));
        avoids_the_floor(&format!("{seat:?}, twice in a row"), &games);

        // A few moves are left, so that the end of the round lies inside the tree.
        let near = |game: &Azul| {
            let tiles: u32 = Source::ALL
                .into_iter()
                .map(|source| game.source(source).total())
                .sum();
            tiles <= 6 && game.round() >= 2 && game.mover() == seat
        };
        avoids_the_floor(&format!("{seat:?}, near the end"), &positions(12, 3, near));
    }
}

/// Counts, among positions two moves into the next round, those in which the opener's move went to the floor.
struct Openings<'a> {
    before: &'a Azul,
    all: u32,
    floor: u32,
}

impl Evaluator<Azul> for Openings<'_> {
    fn evaluate(&mut self, positions: &[Azul], rng: &mut SeededRng, out: &mut Evaluations) {
        let seat = self.before.mover();
        let lines = |game: &Azul| [0, 1, 2, 3, 4].map(|row| game.board(seat).line(row));
        let mut moves = MoveBuf::new();
        self.before.moves(&mut moves);
        for position in positions {
            let factories = Source::ALL.into_iter().filter(|&source| source != Source::CENTRE);
            let left = factories
                .filter(|&source| !position.source(source).is_empty())
                .count();
            // Two factories are empty and the centre is untouched: each player has moved once.
            if position.round() == self.before.round() + 1 && left == 3 && position.marker().is_none() {
                let untouched = moves
                    .iter()
                    .any(|&m| lines(&after(self.before, m)) == lines(position));
                self.all += 1;
                self.floor += u32::from(untouched && position.board(seat).penalty() > 0);
            }
        }
        Points.evaluate(positions, rng, out);
    }
}

#[test]
fn who_ends_a_round_and_opens_the_next_avoids_the_floor_in_both() {
    for seat in Player::ALL {
        let (mut all, mut floor, mut legal) = (0, 0, 0.0);
        let games = positions(12, 4, |game| ends_and_opens(game, seat) && game.round() < 4);
        for game in &games {
            let mut openings = Openings {
                before: game,
                all: 0,
                floor: 0,
            };
            let options = Options {
                chance: ChanceMode::Widen { most: 1, power: 0.5 },
                ..Options::puct()
            };
            search(game, 3_000, options, &mut openings);
            all += openings.all;
            floor += openings.floor;
            let mut moves = MoveBuf::new();
            game.moves(&mut moves);
            let mut opened = after(game, moves[0]);
            opened.resolve_chance(&mut seeded(1));
            legal += floor_share(&opened) / games.len() as f32;
        }
        let share = floor as f32 / all as f32;
        println!("{seat:?}: {share:.3} of {all} openings, {legal:.3} of the moves");
        assert!(
            all > 1_000 && share < 0.7 * legal,
            "{seat:?}: {share} of {all} openings, {legal} of the moves"
        );
    }
}
