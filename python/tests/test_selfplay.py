"""Many games at once under a network of Python."""

from __future__ import annotations

import multiprocessing
from typing import Any

import numpy as np
import pytest
from senseless import senseless

import damero
from damero.selfplay import Samples


def collected(game: damero.Game, threads: int, games: int = 6, **options: Any) -> Samples:
    play = damero.SelfPlay(game, 6, 8, threads=threads, seed=5, **options)
    return play.collect(senseless, games, records=True)


def test_finished_games_come_as_arrays(game: damero.Game) -> None:
    samples = collected(game, threads=2)
    assert len(samples) > 0 and samples.games.max() + 1 == len(samples.records)
    shape = (len(samples), *game.observation_shape())
    assert samples.observations.shape == shape and samples.observations.dtype == np.float32
    assert samples.policies.sum(axis=1) == pytest.approx(1, abs=1e-3)
    assert not samples.policies[~samples.masks].any()
    assert (np.abs(samples.outcomes) <= 1).all() and (np.abs(samples.values) <= 1).all()
    for number, record in enumerate(samples.records):
        end = game.read_record(record)
        rows = samples.games == number
        assert rows.any() and end.is_over
        if not end.is_truncated:
            assert set(np.abs(samples.outcomes[rows])) == {abs(end.returns[0])}
        if samples.scores is not None:
            assert end.scores is not None
            assert sorted(samples.scores[rows][0]) == sorted(end.scores)


def test_rows_are_the_positions_of_the_records() -> None:
    game = damero.Game("reversi")
    samples = collected(game, threads=1)
    end = game.read_record(samples.records[0])
    state = game.start()
    rows = iter(np.flatnonzero(samples.games == 0))
    for move in end.history:
        row = next(rows)
        assert (samples.observations[row] == state.observation()).all()
        assert (samples.masks[row] == state.legal_mask()).all()
        assert state.turn is not None
        assert samples.outcomes[row] == end.returns[state.turn]
        state.play(move)


def test_games_do_not_depend_on_threads(game: damero.Game) -> None:
    one, three = collected(game, threads=1), collected(game, threads=3)
    assert one.records == three.records
    assert (one.policies == three.policies).all()


def test_symmetries_multiply_and_keep_what_is_learned() -> None:
    def play() -> damero.SelfPlay:
        made = damero.SelfPlay("reversi", 4, 4, seed=1)
        while made.finished < 4:
            made.apply(*senseless(*made.gather()))
        return made

    plain, every, drawn = play().take(), play().take(symmetries="all"), play().take(symmetries="random")
    assert len(every) == 8 * len(plain) and len(drawn) == len(plain)
    assert (every.observations[::8] == plain.observations).all()
    assert np.sort(every.policies[:8]) == pytest.approx(np.sort(plain.policies[:1].repeat(8, axis=0)))
    assert (drawn.observations != plain.observations).any()
    with pytest.raises(damero.InputError, match="'random' or 'all'"):
        play().take(symmetries="some")  # type: ignore[arg-type]


def test_the_root_may_be_puct_with_noise_stages_and_resignation() -> None:
    game = damero.Game("checkers", rules="english")
    samples = collected(
        game, 1, root="puct", temperature=["1-6: 1", "7-: 0"], resign=0.5, full_share=0.5, opening_plies=4, leaves=2
    )
    assert len(samples) > 0


def test_the_solver_ends_games_exactly() -> None:
    play = damero.SelfPlay("quarto", 8, 8, exact_nodes=5_000, seed=2)
    samples = play.collect(senseless, 8)
    assert play.counts["exact"] > 0 and play.counts["games"] >= 8
    assert set(np.unique(samples.outcomes)) <= {-1, 0, 1}


def test_trees_are_reused() -> None:
    play = damero.SelfPlay("reversi", 8, 32, seed=2)
    play.collect(senseless, 4)
    assert play.counts["reused"] > play.counts["followed"] / 2


def test_wrong_answers_are_refused_and_change_nothing() -> None:
    def play(spoil: bool) -> Samples:
        made = damero.SelfPlay("azul", 4, 4, seed=7)
        while made.finished < 4:
            observations, masks = made.gather()
            policy, value = senseless(observations, masks)
            if spoil and masks.any():
                for bad in (policy[:, 1:], policy[1:], policy.astype(np.float64), policy * np.nan):
                    with pytest.raises(damero.InputError):
                        made.apply(bad, value)
                assert made.waiting == len(value)
            made.apply(policy, value)
        return made.take()

    assert (play(True).policies == play(False).policies).all()
    with pytest.raises(damero.InputError, match="gather some first"):
        damero.SelfPlay("azul", 4, 4).apply(np.zeros((0, 180), np.float32), np.zeros(0, np.float32))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"games": 0}, "games is 0"),
        ({"threads": 0}, "threads is 0"),
        ({"simulations": 0}, "simulations is 0"),
        ({"exact_nodes": 5}, "azul has no solver"),
        ({"temperature": ["1-6: 1"]}, "temperature"),
        ({"temperature": -1.0}, "temperature"),
        ({"full_share": 2.0}, "full_share"),
        ({"resign": 2.0}, "resign"),
        ({"leaves": 0}, "leaves"),
        ({"root": "none"}, "'puct' or 'gumbel'"),
        ({"temperature_by": "hour"}, "'ply' or 'round'"),
    ],
)
def test_options_are_checked(options: dict[str, Any], words: str) -> None:
    with pytest.raises(damero.InputError, match=words):
        damero.SelfPlay("azul", **options)


def test_samples_are_joined_with_their_games_numbered_on() -> None:
    play = damero.SelfPlay("tictactoe", 8, 4, seed=1)
    parts = [play.collect(senseless, 8) for _ in range(3)]
    joined = Samples.concatenate(parts)
    assert len(joined) == sum(map(len, parts))
    assert len(np.unique(joined.games)) == sum(len(np.unique(part.games)) for part in parts)


def go_on(play: damero.SelfPlay, queue: Any) -> None:
    queue.put(len(play.collect(senseless, 2)))


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system cannot fork")
def test_a_forked_process_plays_on() -> None:
    play = damero.SelfPlay("tictactoe", 8, 4, threads=2, seed=1)
    play.collect(senseless, 2)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=go_on, args=(play, queue))
    child.start()
    assert queue.get(timeout=60) > 0
    child.join()
    assert len(play.collect(senseless, 2)) > 0
