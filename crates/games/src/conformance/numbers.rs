//! Observations, action indices, symmetries and the uniformity of random moves.

use std::collections::HashMap;

use crate::any::Playable;
use crate::encode::{ActionPlanes, TensorSpec};
use crate::game::MoveBuf;
use crate::perft::after;
use crate::random::{SeededRng, below, seeded};

/// Everything at one position that is numbers.
pub(super) fn check<G: Playable>(game: &G, rng: &mut SeededRng) {
    check_observations(game);
    check_actions(game);
    check_symmetries(game, rng);
    if below(rng, 64) == 0 {
        check_uniform(game, rng);
    }
}

fn check_observations<G: Playable>(game: &G) {
    for (i, encoding) in G::ENCODINGS.iter().enumerate() {
        let mut numbers = vec![f32::NAN; encoding.len()];
        game.observe(i, &mut numbers);
        assert!(
            numbers.iter().all(|x| x.is_finite()),
            "{}: not all is written: {}",
            encoding.name,
            game.position()
        );
        assert!(
            !encoding.binary || numbers.iter().all(|&x| x == 0.0 || x == 1.0),
            "{}: not all is 0 or 1: {}",
            encoding.name,
            game.position()
        );
        let mut again = vec![7.0; encoding.len()];
        game.observe(i, &mut again);
        assert_eq!(
            numbers, again,
            "{}: the observation depends on the buffer",
            encoding.name
        );
    }
}

fn check_actions<G: Playable>(game: &G) {
    let at = game.position();
    let mut moves = MoveBuf::new();
    game.moves(&mut moves);
    let mut mask = vec![true; G::ACTIONS];
    game.legal_mask(&mut mask);
    let by_index: HashMap<usize, G::Move> = moves.iter().map(|&m| (game.action_index(m), m)).collect();
    let mut indices = Vec::new();
    game.action_indices(&moves, &mut indices);
    let one_by_one: Vec<usize> = moves.iter().map(|&m| game.action_index(m)).collect();
    assert_eq!(indices, one_by_one, "indices differ when asked together: {at}");
    if let Some(player) = game.turn().player() {
        assert_eq!(
            game.viewer(),
            player,
            "the player to move is shown the position: {at}"
        );
    }
    assert_eq!(
        by_index.len(),
        moves.len(),
        "two moves share an action index: {at}"
    );
    for (index, &legal) in mask.iter().enumerate() {
        assert_eq!(
            legal,
            by_index.contains_key(&index),
            "the mask is wrong at {index}: {at}"
        );
        assert_eq!(
            game.action(index),
            by_index.get(&index).copied(),
            "action {index} is wrong: {at}"
        );
    }
    assert_eq!(game.action(G::ACTIONS), None, "indices end at ACTIONS");
    assert_eq!(game.action(usize::MAX), None, "indices end at ACTIONS");
}

/// Every action has a place of the board or none, and hardly any two legal moves share one.
pub(super) fn check_planes<G: Playable>(rules: &G::Rules, seed: u64) {
    let Some(ActionPlanes { shape, places }) = G::action_planes() else {
        return;
    };
    let [_, rows, columns] = shape;
    let is_board = |tensor: &TensorSpec| tensor.shape.len() == 3 && tensor.shape[1..] == [rows, columns];
    for encoding in G::ENCODINGS {
        assert!(
            encoding.tensors.iter().any(is_board),
            "{}: no such board",
            encoding.name
        );
    }
    assert_eq!(places.len(), G::ACTIONS, "every action has a place or none");
    let size = shape.iter().product::<usize>() as u32;
    assert!(
        places.iter().flatten().all(|&place| place < size),
        "all places exist"
    );
    if !G::planes_fit(rules) {
        return;
    }
    let (mut rng, mut buf) = (seeded(seed), MoveBuf::new());
    let (mut seen, mut shared) = (0, 0);
    for _ in 0..8 {
        let mut game = G::start(rules);
        while game.turn().player().is_some() {
            game.moves(&mut buf);
            let mut taken: Vec<u32> = buf.iter().filter_map(|&m| places[game.action_index(m)]).collect();
            seen += taken.len();
            shared += taken.len();
            taken.sort_unstable();
            taken.dedup();
            shared -= taken.len();
            game.play_random(&mut rng, &mut buf);
        }
    }
    assert!(
        shared * 100 <= seen,
        "{shared} of {seen} legal moves share a place"
    );
}

fn check_symmetries<G: Playable>(game: &G, rng: &mut SeededRng) {
    let at = game.position();
    let count = game.symmetries();
    assert_eq!(game.map(0), *game, "symmetry 0 is the identity: {at}");
    for _ in 0..count.min(3) {
        let s = below(rng, count as u32) as usize;
        let mapped = game.map(s);
        let inverse = game.inverse(s);
        assert!(inverse < count, "the inverse of {s} is a symmetry");
        assert_eq!(
            mapped.map(inverse),
            *game,
            "symmetry {s} is not undone by {inverse}: {at}"
        );
        assert_eq!(
            mapped.symmetries(),
            count,
            "a symmetric position has as many symmetries: {at}"
        );
        assert_eq!(mapped.turn(), game.turn(), "symmetry {s} changes the turn: {at}");
        assert_eq!(
            mapped.scores(),
            game.scores(),
            "symmetry {s} changes the scores: {at}"
        );
        assert_eq!(
            mapped.key(),
            mapped.key_from_scratch(),
            "symmetry {s} breaks the key: {at}"
        );
        if count <= 128 || below(rng, 64) == 0 {
            assert_eq!(
                mapped.canonical_key(),
                game.canonical_key(),
                "canonical keys differ under {s}: {at}"
            );
        }
        let mut moves = MoveBuf::new();
        game.moves(&mut moves);
        for &m in &moves {
            let image = game.map_move(s, m);
            assert!(
                mapped.is_legal(image),
                "symmetry {s} takes {m} to the illegal {image}: {at}"
            );
            assert_eq!(
                mapped.map_move(inverse, image),
                m,
                "symmetry {s} does not bring {m} back: {at}"
            );
            let index = game.map_action(s, game.action_index(m));
            assert_eq!(
                index,
                Some(mapped.action_index(image)),
                "the action map of {s} is wrong on {m}: {at}"
            );
            assert_eq!(
                after(game, m).map(s),
                after(&mapped, image),
                "symmetry {s} and {m} do not commute: {at}"
            );
        }
    }
}

/// Pearson's test of `random_move` against equal chances, with a threshold that chance passes all but never.
fn check_uniform<G: Playable>(game: &G, rng: &mut SeededRng) {
    if game.turn().player().is_none() {
        return;
    }
    let mut buf = MoveBuf::new();
    let count = game.count_moves();
    let draws = 60 * count;
    let mut seen: HashMap<G::Move, u32> = HashMap::new();
    for _ in 0..draws {
        *seen.entry(game.random_move(rng, &mut buf)).or_default() += 1;
    }
    assert!(
        seen.len() == count,
        "random_move never finds some of the moves: {}",
        game.position()
    );
    let surplus = |n: u32| (f64::from(n) - 60.0).powi(2) / 60.0;
    let chi_squared: f64 = seen.values().map(|&n| surplus(n)).sum();
    let freedom = (count - 1) as f64;
    let limit = freedom + 8.0 * (2.0 * freedom).sqrt() + 16.0;
    assert!(
        chi_squared < limit,
        "random_move is not uniform ({chi_squared} > {limit}): {}",
        game.position()
    );
}
