"""PettingZoo's own tests on all games, and what they do not look at."""

from __future__ import annotations

import contextlib
import io
import time
import warnings
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, performance_benchmark, render_test, seed_test

import damero
import damero.pettingzoo

MODULES = [getattr(damero.pettingzoo, name) for name in damero.pettingzoo.__all__]


@pytest.fixture(params=MODULES, ids=lambda module: module.__name__.rsplit(".")[-1])
def module(request: pytest.FixtureRequest) -> ModuleType:
    found: ModuleType = request.param
    return found


def test_every_game_has_a_module() -> None:
    assert {name.removesuffix("_v0") for name in damero.pettingzoo.__all__} == set(damero.games())


# Every board game of PettingZoo itself is warned of the first; an empty board is all zeros.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Observation numpy array is all zeros")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
def test_api(module: ModuleType) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(module.raw_env(), num_cycles=300)
        api_test(module.env(), num_cycles=300)


def test_seeds(module: ModuleType) -> None:
    seed_test(module.env, num_cycles=100)


def test_rendering(module: ModuleType) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        render_test(module.env)
    with pytest.raises(damero.InputError, match="unknown render mode"):
        module.env(render_mode="hologram")


class LegalSpace:
    """Actions that are drawn among the legal ones: PettingZoo's test of limits knows no masks."""

    def __init__(self, env: Any, agent: str) -> None:
        self.env, self.agent = env, agent

    def sample(self) -> int:
        mask = self.env.unwrapped.observe(self.agent)["action_mask"]
        return int(np.argmax(mask))


@pytest.mark.parametrize("name", [name for name in damero.games() if name != "tictactoe"])
def test_cycles_are_limited(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """PettingZoo's own test; tic-tac-toe may be over before four moves of each."""
    found = getattr(damero.pettingzoo, f"{name}_v0")

    def with_legal_actions(make: Callable[..., Any]) -> Callable[..., Any]:
        def made(**options: Any) -> Any:
            env = make(**options)
            monkeypatch.setattr(env, "action_space", lambda agent: LegalSpace(env, agent))
            return env

        return made

    max_cycles_test(SimpleNamespace(env=with_legal_actions(found.env), parallel_env=with_legal_actions(found.parallel_env)))


def test_a_limit_cuts_a_game_short_and_bad_limits_are_refused(module: ModuleType) -> None:
    env = module.env(max_cycles=2)
    env.reset(seed=1)
    moves, ends = 0, set()
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        ends.add((terminated, truncated))
        if terminated or truncated:
            env.step(None)
            continue
        env.step(env.action_space(agent).sample(seen["action_mask"]))
        moves += 1
    assert moves == 4 and ends == {(False, False), (False, True)}
    for wrong in (0, -1, 1.5, "4", True):
        with pytest.raises(damero.InputError, match="max_cycles is a whole number"):
            module.env(max_cycles=wrong)


def test_the_same_seed_deals_alike() -> None:
    def first(seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        env = damero.pettingzoo.azul_v0.raw_env()
        env.reset(seed=seed)
        return env.observe("player_0")["observation"]

    assert np.array_equal(first(1), first(1)) and not np.array_equal(first(1), first(2))


def test_rewards_sum_to_nothing_and_both_are_told_the_reason(module: ModuleType) -> None:
    env = module.raw_env()
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        seen = env.observe(env.agent_selection)
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    if env.metadata["name"] != "checkers_v0":
        assert sum(env.rewards.values()) == 0
    assert all(env.infos[agent]["end_reason"] for agent in env.agents)


def test_bad_actions_and_a_closed_environment_are_refused() -> None:
    env = damero.pettingzoo.reversi_v0.raw_env(render_mode="ansi")
    env.reset(seed=1)
    before = env.render()
    for action in (-1, 64 * 64, 0, None, 1.5, "f5"):
        with pytest.raises((damero.InputError, TypeError)):
            env.step(action)  # type: ignore[arg-type]
        assert env.render() == before
    with pytest.raises(damero.InputError):
        env.reset(options={"position": "nonsense"})
    env.close()
    with pytest.raises(damero.ClosedError):
        env.reset()


def test_an_illegal_action_loses_the_game_of_a_wrapped_environment() -> None:
    env = damero.pettingzoo.reversi_v0.env()
    env.reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(0)
    assert all(env.terminations.values()) and env.rewards["player_0"] == -1


def test_the_benchmark_of_pettingzoo_runs(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter([0.0, 1.0, 2.0, 10.0, 10.0, 10.0])
    monkeypatch.setattr(time, "time", lambda: next(moments))
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        performance_benchmark(module.env())
    assert "turns per second" in printed.getvalue()
