"""Many games at once."""

from __future__ import annotations

import multiprocessing
import threading
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import damero
from damero import VectorEnv


def drive(env: VectorEnv, steps: int) -> list[Any]:
    """Steps with random actions; keeps copies of everything."""
    seen = []
    for _ in range(steps):
        result = env.step(env.sample_actions())
        seen.append([np.copy(array) for array in result[:4]] + [np.copy(result[4]["action_mask"])])
    return seen


def test_what_is_stepped_is_what_states_play(game: damero.Game) -> None:
    env = VectorEnv(game, 3, autoreset_mode=AutoresetMode.DISABLED)
    observations, info = env.reset(seed=1)
    for _ in range(12):
        states = [env.state(i) for i in range(3)]
        for i, state in enumerate(states):
            assert np.array_equal(observations[i], state.observation())
            assert np.array_equal(info["action_mask"][i], state.legal_mask()) and info["turn"][i] == state.turn
        if game.has_chance:
            observations, *_, info = env.step(env.sample_actions())
            continue
        actions = env.sample_actions()
        for state, action in zip(states, actions, strict=True):
            state.play(action)
        observations, reward, terminated, truncated, info = env.step(actions)
        assert [state.is_over for state in states] == (terminated | truncated).tolist()
        if any(state.is_over for state in states):
            break


def test_arrays_are_written_in_place_unless_copies_are_asked_for() -> None:
    env = VectorEnv("reversi", 4)
    first, _ = env.reset(seed=1)
    second = env.step(env.sample_actions())[0]
    assert first is second
    copying = VectorEnv("reversi", 4, copy=True)
    first, _ = copying.reset(seed=1)
    before = first.copy()
    second = copying.step(copying.sample_actions())[0]
    assert np.array_equal(first, before) and not np.array_equal(first, second)


def test_threads_and_seeds_do_not_change_what_happens(game: damero.Game) -> None:
    def run(threads: int, seed: int) -> list[Any]:
        env = VectorEnv(game, 16, threads=threads, autoreset_mode=AutoresetMode.SAME_STEP)
        env.reset(seed=seed)
        return drive(env, 40)

    alone, together = run(1, 1), run(3, 1)
    for a, b in zip(alone, together, strict=True):
        assert all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))
    assert any(not np.array_equal(a[0], b[0]) for a, b in zip(alone, run(1, 2), strict=True))


def test_packed_masks_are_the_same_masks(game: damero.Game) -> None:
    plain, packed = VectorEnv(game, 5), VectorEnv(game, 5, mask="bits")
    _, first = plain.reset(seed=1)
    _, second = packed.reset(seed=1)
    for _ in range(20):
        bits = np.unpackbits(second["action_mask"], axis=1, bitorder="little", count=game.num_actions)
        assert np.array_equal(bits, first["action_mask"])
        actions = plain.sample_actions()
        first, second = plain.step(actions)[4], packed.step(actions)[4]
    assert "action_mask" not in VectorEnv(game, 2, mask=None).reset()[1]


@pytest.mark.parametrize("mode", AutoresetMode)
def test_the_three_ways_to_go_on_after_the_end(mode: AutoresetMode) -> None:
    env = VectorEnv("tictactoe", 8, autoreset_mode=mode, end_reasons=True)
    env.reset(seed=2)
    ended_before = np.zeros(8, np.bool_)
    games = 0
    for _ in range(60):
        if mode is AutoresetMode.DISABLED and ended_before.any():
            with pytest.raises(damero.IllegalMove, match="the game is over"):
                env.step(env.sample_actions())
            env.reset(options={"reset_mask": ended_before})
        observations, reward, terminated, truncated, info = env.step(env.sample_actions())
        ended = terminated | truncated
        games += int(ended.sum())
        if ended.any():
            assert all(info["end_reason"][ended]) and not any(info["end_reason"][~ended])
        if mode is AutoresetMode.SAME_STEP:
            assert not observations[ended].any() and info["action_mask"][ended].all()
            if ended.any():
                assert info["final_obs"][ended].any(axis=(1, 2, 3)).all()
        if mode is AutoresetMode.NEXT_STEP:
            assert not observations[ended_before].any() and not reward[ended_before].any()
            assert not info["action_mask"][ended].any()
        ended_before = ended.copy()
    assert games > 20


def test_both_are_paid_when_a_game_ends() -> None:
    env = VectorEnv("reversi", 32, autoreset_mode=AutoresetMode.SAME_STEP)
    env.reset(seed=1)
    wins = 0
    for _ in range(130):
        _, reward, terminated, _, info = env.step(env.sample_actions())
        assert np.array_equal(info["rewards"].sum(axis=1), np.zeros(32))
        assert (np.abs(reward) == np.abs(info["rewards"][:, 0])).all()
        wins += int(np.abs(reward).sum())
    assert wins > 20


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("opponent", ["random", lambda state: state.legal_moves()[-1]])
def test_an_opponent_replies_until_the_learner_is_to_move(mode: AutoresetMode, opponent: Any) -> None:
    env = VectorEnv("tictactoe", 6, autoreset_mode=mode, opponent=opponent, end_reasons=True)
    _, info = env.reset(seed=1)
    learner = np.arange(6) % 2
    ended = np.zeros(6, np.bool_)
    results: list[float] = []
    for _ in range(40):
        going = np.ones(6, np.bool_) if mode is AutoresetMode.SAME_STEP else ~ended
        assert (info["turn"] == learner)[going].all() and info["action_mask"][going].any(axis=1).all()
        if mode is AutoresetMode.DISABLED and ended.any():
            _, info = env.reset(options={"reset_mask": ended})
        _, reward, terminated, truncated, info = env.step(env.sample_actions())
        ended = terminated | truncated
        assert not reward[~ended].any()
        results += reward[ended].tolist()
        if ended.any():
            assert all(info["end_reason"][ended])
    assert len(results) > 15 and {1.0, -1.0} <= set(results)


def test_observations_as_bytes_and_bits_are_the_same(game: damero.Game) -> None:
    exact, *_ = game.encodings
    try:
        small = [VectorEnv(game, 3, dtype=dtype, autoreset_mode="SameStep") for dtype in ("uint8", "bits")]
    except damero.InputError as refusal:
        assert "holds 0 and 1 only" in str(refusal) and exact in str(refusal)
        assert game.name in ("azul", "chessfive")
        return
    plain = VectorEnv(game, 3, autoreset_mode="SameStep")
    seen = [env.reset(seed=1)[0] for env in (plain, *small)]
    for _ in range(100):
        flat = seen[0].reshape(3, -1)
        assert np.array_equal(seen[1], seen[0]) and seen[1].dtype == np.uint8
        assert np.array_equal(np.unpackbits(seen[2], axis=1, bitorder="little", count=flat.shape[1]), flat)
        actions = plain.sample_actions()
        steps = [env.step(actions) for env in (plain, *small)]
        seen = [step[0] for step in steps]
        if "final_obs" in steps[0][4]:
            rows = steps[0][4]["_final_obs"]
            assert np.array_equal(steps[1][4]["final_obs"][rows], steps[0][4]["final_obs"][rows])
    if game.name == "reversi":
        assert seen[2].view(np.uint64).shape == (3, 3)


def test_games_begin_where_they_are_told_to() -> None:
    env = VectorEnv("checkers", 3)
    state = damero.Game("checkers").position("B:WK29,21:BK4,K8,12")
    env.reset(seed=1, options={"position": state.to_text()})
    assert all(env.state(i).to_text() == state.to_text() for i in range(3))
    env.reset(options={"position": state, "reset_mask": np.array([True, False, False])})
    with pytest.raises(damero.InputError, match="the games here are checkers"):
        env.reset(options={"position": damero.Game("reversi").start()})


def test_wrong_arrays_are_refused_and_change_nothing() -> None:
    env = VectorEnv("reversi", 4)
    with pytest.raises(damero.InputError, match="reset the environment"):
        env.step([0, 0, 0, 0])
    env.reset(seed=1)
    before = [env.state(i) for i in range(4)]
    good = env.sample_actions()
    bad: list[Any] = [
        good[:3],
        good.reshape(2, 2),
        good.astype(np.float32),
        np.array(["f5"] * 4),
        np.full(4, -1),
        np.full(4, 2**40),
        np.array([good[0], good[1], good[2], 0]),
        None,
    ]
    for actions in bad:
        with pytest.raises((damero.InputError, TypeError)):
            env.step(actions)
        assert [env.state(i) for i in range(4)] == before
    strided = np.repeat(good, 2)[::2]
    assert not strided.flags.c_contiguous
    env.step(strided)
    with pytest.raises(damero.InputError, match="game 3"):
        env.step(np.append(env.sample_actions()[:3], 0))
    with pytest.raises(damero.InputError, match="there is no game 4"):
        env.state(4)
    with pytest.raises(damero.InputError, match="reset_mask"):
        env.reset(options={"reset_mask": [1, 0, 0, 0]})
    env.close()
    with pytest.raises(damero.ClosedError):
        env.step(good)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_envs": 0}, "num_envs is a number"),
        ({"num_envs": 2**40}, "num_envs is a number"),
        ({"threads": 0}, "threads is a number"),
        ({"mask": "words"}, "mask is bytes"),
        ({"dtype": "float16"}, "dtype is float32"),
        ({"seat": 3}, "seat is 0, 1 or None"),
        ({"encoding": "nonsense"}, "has no encoding"),
        ({"no_such_option": 1}, "unknown option"),
        ({"max_steps": "many"}, "max_steps does not take"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    all_options: dict[str, Any] = {"num_envs": 2} | options
    with pytest.raises(damero.InputError, match=message):
        VectorEnv("reversi", **all_options)


def test_two_threads_do_not_step_the_same_games() -> None:
    env = VectorEnv("checkers", 512)
    env.reset(seed=1)
    refused, stepped = [], []

    def work() -> None:
        for _ in range(50):
            try:
                env.step(env.sample_actions())
                stepped.append(1)
            except (damero.BusyError, damero.IllegalMove) as error:
                refused.append(error)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(stepped) + len(refused) == 100 and stepped
    env.reset(seed=1)
    env.step(env.sample_actions())


def in_a_child(env: VectorEnv, queue: Any) -> None:
    env.step(env.sample_actions())
    queue.put(env._observations.sum())


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="only where processes can fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own() -> None:
    env = VectorEnv("reversi", 64, threads=2)
    env.reset(seed=1)
    env.step(env.sample_actions())
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=in_a_child, args=(env, queue))
    child.start()
    assert queue.get(timeout=30) > 0
    child.join(timeout=30)
    assert child.exitcode == 0
