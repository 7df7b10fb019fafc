"""What a researcher may get wrong, one test for each: a clear exception, and nothing is changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from conftest import play_out, settle

import damero
import damero.pettingzoo
from damero import VectorEnv
from damero.gymnasium import BoardGameEnv


def elsewhere(game: damero.Game, here: damero.State) -> int:
    """An action that is legal in another position of the game and not in this one."""
    legal = set(here.legal_actions())
    for seed in range(200):
        there = play_out(game.start(seed=seed), seed, plies=1 + seed % 30)
        for action in there.legal_actions():
            if action not in legal:
                return action
    raise AssertionError("every action is legal everywhere")


@pytest.fixture
def state(game: damero.Game) -> damero.State:
    return settle(game.start(seed=1))


def test_the_mask_of_another_state(game: damero.Game, state: damero.State) -> None:
    action = elsewhere(game, play_out(state, seed=1, plies=1))
    before = state.clone()
    for refused in (action, np.int64(action)):
        with pytest.raises(damero.IllegalMove):
            state.play(refused)
        assert state == before


def test_the_mask_of_another_state_in_environments(game: damero.Game) -> None:
    raw = getattr(damero.pettingzoo, f"{game.name}_v0").raw_env()
    raw.reset(seed=1)
    single = BoardGameEnv(game.name, opponent="random")
    single.reset(seed=1)
    many = VectorEnv(game, 3)
    many.reset(seed=1)
    # At the beginning of tic-tac-toe everything is legal.
    raw.step(raw._state.legal_actions()[0])
    single.step(single.state.legal_actions()[0])
    many.step(many.sample_actions())
    calls: list[tuple[damero.State, Callable[[int], object]]] = [
        (raw._state, raw.step),
        (single.state, single.step),
        (many.state(2), lambda action: many.step([*many.sample_actions()[:2], action])),
    ]
    for state, step in calls:
        before = state.clone()
        with pytest.raises(damero.IllegalMove):
            step(elsewhere(game, state))
        assert state == before
    assert many.state(2) == calls[2][0]


def test_a_finished_game(game: damero.Game, state: damero.State) -> None:
    action = state.legal_actions()[0]
    text = state.legal_moves()[0].text
    over = play_out(state, seed=3)
    assert over.is_over and over.legal_actions() == [] and not over.legal_mask().any()
    before = over.clone()
    calls: list[Callable[[], object]] = [
        lambda: over.play(action),
        lambda: over.play(text),
        lambda: over.resolve_chance(),
        lambda: damero.Player("random").choose(over),
        lambda: VectorEnv(game, 1).reset(options={"position": over}),
    ]
    for call in calls:
        with pytest.raises(damero.InputError):
            call()
        assert over == before


def test_stepping_a_finished_environment(game: damero.Game) -> None:
    many = VectorEnv(game, 2, autoreset_mode="Disabled", max_steps=3)
    many.reset(seed=1)
    for _ in range(3):
        many.step(many.sample_actions())
    before = [many.state(i) for i in range(2)]
    with pytest.raises(damero.IllegalMove, match="the game is over"):
        many.step(np.zeros(2, np.int64))
    assert [many.state(i) for i in range(2)] == before


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros((2, 2), np.int64),
        np.zeros(3, np.int64),
        np.zeros(2, np.float64),
        np.zeros(2, np.bool_),
        np.zeros(2, np.complex64),
        np.array([None, None]),
        np.array([np.nan, 0.0]),
        np.full(2, np.iinfo(np.uint64).max, np.uint64),
        np.full(2, -1),
        [[0], [0, 1]],
    ],
    ids=str,
)
def test_arrays_of_wrong_shapes_types_and_numbers(actions: Any) -> None:
    many = VectorEnv("reversi", 2)
    many.reset(seed=1)
    before = [many.state(i) for i in range(2)]
    with pytest.raises((damero.InputError, ValueError)):
        many.step(actions)
    assert [many.state(i) for i in range(2)] == before


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf], ids=str)
def test_numbers_of_a_network_that_are_not_finite(number: float) -> None:
    play = damero.SelfPlay("tictactoe", games=2, simulations=4)
    for place in ("policy", "value"):
        observations, masks = play.gather()
        policy, value = np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)
        if place == "policy":
            policy[masks] = number
        else:
            value[-1] = number
        with pytest.raises(damero.InputError):
            play.apply(policy, value)
        again, _ = play.gather()
        assert np.array_equal(observations, again)
