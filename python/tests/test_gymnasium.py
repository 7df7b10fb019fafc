"""Games against an opponent as Gymnasium environments."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import damero
import damero.gymnasium
from damero.gymnasium import TITLES, BoardGameEnv


@pytest.fixture(params=damero.games())
def id(request: pytest.FixtureRequest) -> str:
    name = request.param
    return f"damero/{TITLES.get(name, name.capitalize())}-v0"


def make(id: str, **options: Any) -> BoardGameEnv:
    env = gymnasium.make(id, disable_env_checker=True, **options).unwrapped
    assert isinstance(env, BoardGameEnv)
    return env


class MaskedGame(BoardGameEnv):
    """A game that plays a legal move for every action, as `check_env` acts without masks."""

    def step(self, action: Any) -> Any:
        legal = self.state.legal_actions()
        return super().step(legal[int(action) % len(legal)])


@pytest.mark.parametrize("game", damero.games())
def test_the_checker_of_gymnasium_finds_nothing(game: str) -> None:
    for mode in (None, "rgb_array"):
        gymnasium.register("MaskedGame-v0", entry_point=lambda **options: MaskedGame(**options))
        try:
            env = gymnasium.make("MaskedGame-v0", game=game, render_mode=mode)
            check_env(env.unwrapped, skip_render_check=mode is None)
        finally:
            del gymnasium.registry["MaskedGame-v0"]


def test_whole_games_against_random(id: str) -> None:
    env = make(id, opponent="random")
    seats = set()
    for seed in range(4):
        _, info = env.reset(seed=seed)
        seats.add(info["learner"])
        rng, over, total = np.random.default_rng(seed), False, 0.0
        while not over:
            assert info["turn"] == info["learner"]
            assert np.array_equal(np.flatnonzero(env.action_masks()), np.sort(info["legal_moves"]))
            _, reward, terminated, truncated, info = env.step(rng.choice(info["legal_moves"]))
            total += reward
            over = terminated or truncated
        assert info["end_reason"] and info["outcome"]
        winner = env.state.winner
        expected = 0 if winner is None else 1 if winner == env._learner else -1
        assert abs(total - expected) < 0.8
        with pytest.raises(damero.IllegalMove, match="the game is over"):
            env.step(0)
    assert seats == {0, 1}


def test_the_same_seed_plays_the_same_game() -> None:
    def play(seed: int) -> list[Any]:
        env = make("damero/Azul-v0")
        seen, info = env.reset(seed=seed)
        all_seen = [seen]
        for _ in range(5):
            seen, _, _, _, info = env.step(info["legal_moves"][0])
            all_seen.append(seen)
        return all_seen

    assert all(np.array_equal(a, b) for a, b in zip(play(3), play(3), strict=True))
    assert not np.array_equal(play(3)[0], play(4)[0])


def test_a_function_is_an_opponent() -> None:
    asked = []

    def opponent(state: damero.State) -> str:
        asked.append(state.turn)
        return state.legal_moves()[-1].text

    env = make("damero/Checkers-v0", opponent=opponent, rules="english", seat=1)
    _, info = env.reset(seed=1)
    assert asked == [0] and info["turn"] == 1
    env.step(info["legal_moves"][0])
    assert asked == [0, 0]


def test_a_player_of_damero_is_an_opponent() -> None:
    env = make("damero/Checkers-v0", opponent="level:easy", rules="english", seat=0)
    _, info = env.reset(seed=1)
    rng, over, reward = np.random.default_rng(1), False, 0.0
    while not over:
        _, reward, terminated, truncated, info = env.step(rng.choice(info["legal_moves"]))
        over = terminated or truncated
    assert info["outcome"] and np.isfinite(reward)
    with pytest.raises(damero.InputError):
        make("damero/Reversi-v0", opponent="no such player").reset()


def test_a_game_begins_where_it_is_told_to() -> None:
    env = make("damero/Checkers-v0", seat=0)
    position = "B:WK29,21:BK4,K8,12"
    env.reset(seed=1, options={"position": position})
    assert env.state.to_text().startswith("B:W")
    with pytest.raises(damero.InputError):
        env.reset(options={"position": "nonsense"})


def test_rewards_and_limits() -> None:
    env = make("damero/Checkers-v0", rewards={"rewards": "none", "draw": 0.25}, max_steps=3)
    _, info = env.reset(seed=1)
    for step in range(3):
        _, reward, terminated, truncated, info = env.step(info["legal_moves"][0])
        assert reward == 0 and not terminated and truncated == (step == 2)
    with pytest.raises(damero.InputError, match="unknown option"):
        make("damero/Reversi-v0", rewards={"rewards": "none"})


def test_bad_use_is_refused() -> None:
    env = make("damero/Reversi-v0", render_mode="ansi", seat=0)
    with pytest.raises(damero.InputError, match="reset the environment"):
        env.step(0)
    env.reset(seed=1)
    before = env.render()
    for action in (0, -1, 10**9, None, 2.5):
        with pytest.raises((damero.InputError, TypeError)):
            env.step(action)  # type: ignore[arg-type]
        assert env.render() == before
    with pytest.raises(damero.InputError, match="seat is 0, 1 or None"):
        make("damero/Reversi-v0", seat=2)
    env.close()
    with pytest.raises(damero.ClosedError):
        env.step(19)
