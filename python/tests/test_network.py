"""Networks: files, weights, evaluation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from conftest import play_out, settle
from numpy.typing import NDArray

import damero

SHIPPED = ["azul", "checkers", "chessfive", "quarto", "reversi"]


def shown(game: damero.Game, encoding: str, count: int = 20) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Positions of random games, and their masks."""
    states = [play_out(settle(game.start(seed=n)), seed=n, plies=n) for n in range(count)]
    states = [state for state in states if not state.is_over]
    observations = np.stack([state.observation(encoding) for state in states])
    return observations, np.stack([state.legal_mask() for state in states])


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_networks_answer_policy_and_value(name: str) -> None:
    network = damero.Network.load(f"shipped:{name}")
    assert network.game.name == name and network.num_parameters > 0
    observations, masks = shown(network.game, network.encoding)
    answers = network.evaluate(observations, masks)
    assert answers["policy"].shape == masks.shape
    assert answers["value"].shape == (len(masks), 1) and (np.abs(answers["value"]) <= 1).all()
    flat = network.evaluate(observations.reshape(len(observations), -1), masks)
    assert (flat["policy"] == answers["policy"]).all()
    one = network.evaluate(observations[:1], masks[:1])
    assert one["policy"] == pytest.approx(answers["policy"][:1], abs=1e-4)


def test_what_is_saved_is_loaded_and_plays(tmp_path: Path) -> None:
    game = damero.Game("reversi")
    network = damero.Network.create(game, "mlp:32", seed=4).with_note("made", "by a test")
    file = tmp_path / "reversi.safetensors"
    network.save(file)
    again = damero.Network.load(file)
    assert again.notes == {"made": "by a test"} and again.architecture == network.architecture
    weights = network.weights()
    assert all((again.weights()[name] == array).all() for name, array in weights.items())
    state = game.start()
    assert damero.Player(f"az:{file},sims=8").choose(state) in state.legal_moves()
    doubled = again.with_weights({name: 2 * array for name, array in weights.items()}).weights()
    assert all((doubled[name] == 2 * array).all() for name, array in weights.items())


def test_a_network_is_the_judge_of_a_search() -> None:
    network = damero.Network.load("shipped:reversi")
    search = damero.mcts.Search(network.game.start(), simulations=32, encoding=network.encoding)
    while not search.is_done:
        observations, masks = search.gather(4)
        answers = network.evaluate(observations, masks)
        search.apply(answers["policy"], answers["value"])
    assert search.visits().sum() == 32


def test_refusals_say_what_was_expected(tmp_path: Path) -> None:
    network = damero.Network.load("shipped:reversi")
    weights = network.weights()
    name = next(iter(weights))
    damaged = tmp_path / "damaged.safetensors"
    damaged.write_bytes(b"nothing")
    cases: list[tuple[Callable[[], object], str]] = [
        (lambda: damero.Network.load("shipped:chess"), "shipped:azul"),
        (lambda: damero.Network.load(tmp_path / "none.safetensors"), "none.safetensors"),
        (lambda: damero.Network.load(damaged), "damaged"),
        (lambda: damero.Network.create(damero.Game("reversi"), "transformer"), "transformer"),
        (lambda: damero.Network.create(damero.Game("reversi"), "mlp:8", encoding="none"), "no encoding"),
        (lambda: network.evaluate(np.zeros((2, 5), np.float32)), "observations has the shape"),
        (lambda: network.evaluate(np.zeros((2, 3, 8, 8))), "float64; expected float32"),
        (lambda: network.evaluate(np.float32(1)), "observations has the shape"),
        (lambda: network.with_weights({}), "is missing"),
        (lambda: network.with_weights({**weights, "more": np.zeros(1, np.float32)}), "does not belong"),
        (lambda: network.with_weights({**weights, name: weights[name] * np.nan}), "no finite number"),
        (lambda: network.with_weights({**weights, name: weights[name][:1]}), "has the shape"),
        (lambda: network.save(tmp_path / "no" / "folder.safetensors"), "folder.safetensors"),
    ]
    for action, words in cases:
        with pytest.raises(damero.InputError, match=words):
            action()
